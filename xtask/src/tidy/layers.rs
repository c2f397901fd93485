//! Checks of the layers: which crate may use which, and what the engine must never touch.
//!
//! The table below *is* the architecture: a new edge is a decision, made here and in ARCHITECTURE.md.

use super::{Finding, Repo, own_packages};

/// A crate and what it may depend on; `sifang-` is left out of the names of our own crates.
struct Layer {
    name: &'static str,
    /// Whether the engine's prohibitions hold: no clock, no files, no threads, no chance, no floats.
    engine: bool,
    own: &'static [&'static str],
    foreign: &'static [&'static str],
}

const LAYERS: &[Layer] = &[
    Layer { name: "sifang-tiles", engine: true, own: &[], foreign: &["serde", "thiserror", "ts-rs"] },
    Layer { name: "sifang-shape", engine: true, own: &["tiles"], foreign: &["tinyvec"] },
    Layer { name: "sifang-options", engine: true, own: &[], foreign: &["serde", "thiserror", "ts-rs"] },
    Layer {
        name: "sifang-fair",
        engine: true,
        own: &["tiles"],
        foreign: &["sha2", "chacha20", "ed25519-dalek", "serde", "thiserror"],
    },
    Layer {
        name: "sifang-table",
        engine: true,
        own: &["tiles", "shape", "options"],
        foreign: &["tinyvec", "serde", "thiserror", "ts-rs", "xxhash-rust"],
    },
    Layer {
        name: "sifang-rules",
        engine: true,
        own: &["tiles", "shape", "options", "table"],
        foreign: &["tinyvec", "serde", "thiserror", "ts-rs"],
    },
    Layer {
        name: "sifang-match",
        engine: true,
        own: &["tiles", "options", "fair", "table", "rules"],
        foreign: &["serde", "serde_json", "thiserror", "sha2", "ts-rs", "xxhash-rust"],
    },
    // A bot sees views and choices only; the rule sets are there for their view types.
    Layer {
        name: "sifang-bots",
        engine: false,
        own: &["tiles", "shape", "options", "table", "rules"],
        foreign: &["serde"],
    },
    Layer {
        name: "sifang-sim",
        engine: false,
        own: &["tiles", "shape", "options", "fair", "table", "rules", "match", "bots"],
        foreign: &["serde", "sha2"],
    },
    // Deals in rows for learning programs. The Python package (`python/`, a workspace of its own) is built on it.
    Layer {
        name: "sifang-env",
        engine: false,
        own: &["tiles", "shape", "options", "fair", "table", "rules", "match", "bots", "sim"],
        foreign: &["rayon", "serde", "serde_json", "thiserror"],
    },
    // The laws of all rule sets and the program that tries them for hours; `rarities` has a file for each rule set.
    Layer {
        name: "sifang-laws",
        engine: false,
        own: &["tiles", "shape", "options", "fair", "table", "rules", "match", "bots", "sim"],
        foreign: &["serde", "serde_json", "anyhow", "clap", "indicatif", "rustix"],
    },
    // Counts and reports; whoever calls it reads and writes the files.
    Layer {
        name: "sifang-lab",
        engine: false,
        own: &["tiles", "shape", "options", "fair", "table", "rules", "match", "bots", "sim"],
        foreign: &["parquet", "serde", "serde_json", "thiserror", "ts-rs"],
    },
    // What decisions cost, from play-outs; its intervals are the lab's.
    Layer {
        name: "sifang-review",
        engine: false,
        own: &["tiles", "shape", "options", "table", "rules", "match", "bots", "sim", "lab"],
        foreign: &["serde"],
    },
    Layer {
        name: "sifang-query",
        engine: false,
        own: &["tiles", "options", "table", "rules"],
        foreign: &["serde", "serde_json", "ts-rs"],
    },
    // Wire types only; rule sets, questions and lab are there for the TypeScript declarations of their types.
    Layer {
        name: "sifang-proto",
        engine: true,
        own: &["tiles", "options", "fair", "table", "rules", "match", "lab", "query"],
        foreign: &[
            "itoa",
            "serde",
            "serde_json",
            "ts-rs",
            "unicode-normalization",
            "unicode-properties",
            "unicode-security",
        ],
    },
    // The core of a table has no clock, chance, files or threads either: all of that comes in with its inputs.
    Layer {
        name: "sifang-room",
        engine: true,
        own: &["tiles", "options", "fair", "table", "rules", "match", "bots", "proto"],
        foreign: &["serde", "serde_json", "xxhash-rust"],
    },
    // Starts and stops PostgreSQL for tests; no binary has it.
    Layer { name: "sifang-postgres", engine: false, own: &[], foreign: &[] },
    Layer {
        name: "sifang-store",
        engine: false,
        own: &[],
        foreign: &[
            "rusqlite",
            "rustls",
            "rustls-native-certs",
            "sha2",
            "thiserror",
            "tokio",
            "tokio-postgres",
            "tokio-rustls",
            "tracing",
        ],
    },
    Layer {
        name: "sifang-server",
        engine: false,
        own: &[
            "tiles", "options", "fair", "table", "rules", "match", "bots", "lab", "review", "query", "proto",
            "room", "store",
        ],
        foreign: &[
            "axum",
            "base64",
            "flate2",
            "futures-util",
            "getrandom",
            "hyper",
            "hyper-util",
            "rustix",
            "serde",
            "serde_json",
            "sha1",
            "sha2",
            "socket2",
            "thiserror",
            "tokio",
            "toml",
            "tower",
            "tracing",
            "webauthn_rp",
        ],
    },
    // Speaks to a server as any client would: it may know the wire types and how nonces are hashed, and nothing behind them.
    Layer {
        name: "sifang-client",
        engine: false,
        own: &["tiles", "fair", "proto"],
        foreign: &["anyhow", "futures-util", "serde_json", "tokio", "tokio-tungstenite"],
    },
    Layer {
        name: "sifang-cli",
        engine: false,
        own: &[
            "tiles", "shape", "options", "fair", "table", "rules", "match", "bots", "sim", "lab", "review",
            "proto", "query", "store", "server", "client",
        ],
        foreign: &[
            "serde",
            "serde_json",
            "anyhow",
            "clap",
            "clap_complete",
            "clap_mangen",
            "futures-util",
            "indicatif",
            "listenfd",
            "sd-notify",
            "thiserror",
            "tikv-jemallocator",
            "tokio",
            "tokio-tungstenite",
            "tracing-subscriber",
        ],
    },
    // Attacks the server from outside, and the core of a room from inside.
    Layer {
        name: "sifang-trials",
        engine: false,
        own: &[
            "tiles", "options", "fair", "table", "rules", "match", "bots", "sim", "laws", "query", "proto",
            "room", "store", "server", "client",
        ],
        foreign: &[
            "anyhow",
            "clap",
            "futures-util",
            "rusqlite",
            "rustix",
            "serde",
            "serde_json",
            "tempfile",
            "tokio",
            "tokio-tungstenite",
            "xxhash-rust",
        ],
    },
    Layer { name: "xtask", engine: false, own: &[], foreign: &["anyhow", "serde_json"] },
];

/// Foreign crates that tests and benchmarks of any crate may use; our own crates may all be used there.
const FOR_TESTS: &[&str] = &[
    "allocation-counter",
    "base64",
    "brotli-decompressor",
    "bytes",
    "criterion",
    "expect-test",
    "flate2",
    "p256",
    "proptest",
    "rusqlite",
    "serde",
    "serde_json",
    "sha2",
    "tempfile",
];

/// What engine sources must not mention, and why.
const ENGINE_WORDS: &[(&str, &str)] = &[
    ("std::time", "the engine has no clock; time comes in as a command"),
    ("std::fs", "the engine touches no file"),
    ("std::net", "the engine touches no network"),
    ("std::thread", "the engine starts no thread"),
    ("std::env", "the engine reads no environment"),
    ("HashMap", "iteration order must be the same everywhere: use an array or a BTreeMap"),
    ("HashSet", "iteration order must be the same everywhere: use a mask or a BTreeSet"),
    ("rand", "chance comes in with the wall"),
    ("println!", "the engine does not talk"),
    ("eprintln!", "the engine does not talk"),
    ("f32", "points and decisions are integers"),
    ("f64", "points and decisions are integers"),
];

/// Every dependency stands in the table.
pub(super) fn edges(repo: &Repo) -> Vec<Finding> {
    let mut found = Vec::new();
    for package in own_packages(&repo.metadata) {
        let name = package["name"].as_str().unwrap_or_default();
        let path = manifest_path(name);
        let Some(layer) = LAYERS.iter().find(|layer| layer.name == name) else {
            let what = format!("{name} is not in the table of layers (xtask/src/tidy/layers.rs)");
            found.push(Finding { check: "edges", path, line: 0, what });
            continue;
        };
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let used = dependency["name"].as_str().unwrap_or_default();
            if !allowed(layer, used, dependency["kind"].as_str()) {
                let what = format!("{name} may not depend on {used} (table in xtask/src/tidy/layers.rs)");
                found.push(Finding { check: "edges", path: path.clone(), line: 0, what });
            }
        }
    }
    found
}

fn allowed(layer: &Layer, used: &str, kind: Option<&str>) -> bool {
    match used.strip_prefix("sifang-") {
        Some(_) if kind == Some("dev") => true,
        Some(own) => layer.own.contains(&own),
        None => layer.foreign.contains(&used) || kind == Some("dev") && FOR_TESTS.contains(&used),
    }
}

fn manifest_path(package: &str) -> String {
    if package == "xtask" { "xtask/Cargo.toml".into() } else { format!("crates/{package}/Cargo.toml") }
}

/// Engine sources mention neither clock, files, threads, chance, unordered maps nor floats.
pub(super) fn engine_words(repo: &Repo) -> Vec<Finding> {
    let is_engine = |name: &str| LAYERS.iter().any(|layer| layer.engine && layer.name == name);
    let mut found = Vec::new();
    for file in repo.files.iter().filter(|file| file.crate_of_src().is_some_and(is_engine)) {
        for (line, code) in file.code() {
            for (word, why) in ENGINE_WORDS.iter().filter(|(word, _)| has_word(code, word)) {
                let what = format!("'{word}' in an engine crate: {why}");
                found.push(Finding { check: "engine", path: file.path.clone(), line, what });
            }
        }
    }
    found
}

/// Whether `word` stands in `code` with no letter, digit or underscore directly before or after it.
fn has_word(code: &str, word: &str) -> bool {
    let part_of_name = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word).any(|(at, _)| {
        !code[..at].ends_with(part_of_name) && !code[at + word.len()..].starts_with(part_of_name)
    })
}

/// The workspace forbids unsafe code, and every crate takes the workspace's lints.
pub(super) fn unsafe_forbidden(repo: &Repo) -> Vec<Finding> {
    let mut found = Vec::new();
    for file in &repo.files {
        let missing = if file.path == "Cargo.toml" {
            !section(&file.text, "[workspace.lints.rust]").any(|line| line == "unsafe_code = \"forbid\"")
        } else if file.path.starts_with("crates/") && file.path.ends_with("/Cargo.toml")
            || file.path == "xtask/Cargo.toml"
        {
            !section(&file.text, "[lints]").any(|line| line == "workspace = true")
        } else {
            false
        };
        if missing {
            let what = "unsafe code is forbidden by the workspace's lints: `[lints] workspace = true`".into();
            found.push(Finding { check: "unsafe", path: file.path.clone(), line: 0, what });
        }
    }
    found
}

/// The lines of one section of a manifest.
fn section<'a>(manifest: &'a str, head: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = manifest.lines().map(str::trim);
    lines.skip_while(move |line| *line != head).skip(1).take_while(|line| !line.starts_with('['))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{places, repo};
    use super::*;
    use serde_json::json;

    fn edges_of(name: &str, dependencies: serde_json::Value) -> Vec<String> {
        let package = json!({"id": "x", "name": name, "dependencies": dependencies});
        let mut repo = repo(&[]);
        repo.metadata = json!({"packages": [package], "workspace_members": ["x"]});
        edges(&repo).into_iter().map(|finding| finding.what).collect()
    }

    #[test]
    fn an_edge_against_the_layers_is_found() {
        let upwards = edges_of("sifang-tiles", json!([{"name": "sifang-table", "kind": null}]));
        assert_eq!(
            upwards,
            ["sifang-tiles may not depend on sifang-table (table in xtask/src/tidy/layers.rs)"]
        );
        assert_eq!(edges_of("sifang-table", json!([{"name": "serde_json", "kind": null}])).len(), 1);
        assert_eq!(edges_of("sifang-table", json!([{"name": "serde_json", "kind": "build"}])).len(), 1);
        assert_eq!(edges_of("sifang-table", json!([{"name": "serde_json", "kind": "dev"}])), [""; 0]);
        assert_eq!(edges_of("sifang-table", json!([{"name": "tokio", "kind": "dev"}])).len(), 1);
        assert_eq!(edges_of("sifang-table", json!([{"name": "sifang-tiles", "kind": null}])), [""; 0]);
    }

    #[test]
    fn a_crate_outside_the_table_is_found() {
        assert_eq!(edges_of("sifang-new", json!([])).len(), 1);
    }

    #[test]
    fn the_table_has_no_circle() {
        // Each crate uses only those that stand above it, so the order of the table is an order of building.
        for (i, layer) in LAYERS.iter().enumerate() {
            for own in layer.own {
                let place = LAYERS.iter().position(|other| other.name == format!("sifang-{own}"));
                assert!(place.is_some_and(|place| place < i), "{} uses {own}", layer.name);
            }
        }
    }

    #[test]
    fn forbidden_words_are_found_in_engine_code_only() {
        let text = "//! No f64 here.\nlet x: f64 = 1.0;\nlet operand = 1;\nuse std::collections::HashMap;\n";
        let repo = repo(&[
            ("crates/sifang-table/src/a.rs", text),
            ("crates/sifang-sim/src/a.rs", text),
            ("crates/sifang-table/tests/a.rs", text),
        ]);
        let found = places(&engine_words(&repo));
        assert_eq!(found, ["crates/sifang-table/src/a.rs:2", "crates/sifang-table/src/a.rs:4"]);
    }

    #[test]
    fn what_is_released_checks_for_overflow() {
        let manifest = std::fs::read_to_string(crate::run::root().join("Cargo.toml")).unwrap();
        assert!(section(&manifest, "[profile.release]").any(|line| line == "overflow-checks = true"));
        let excused = manifest.lines().filter(|line| line.trim() == "overflow-checks = false").count();
        assert_eq!(excused, 0, "no package is left out");
    }

    #[test]
    fn a_crate_without_the_lints_is_found() {
        let repo = repo(&[
            ("Cargo.toml", "[workspace.lints.rust]\nunsafe_code = \"warn\"\n"),
            ("crates/sifang-a/Cargo.toml", "[package]\n\n[lints]\nworkspace = true\n"),
            (
                "crates/sifang-b/Cargo.toml",
                "[package]\nworkspace = true\n\n[lints]\n[dependencies]\nworkspace = true\n",
            ),
        ]);
        assert_eq!(places(&unsafe_forbidden(&repo)), ["Cargo.toml:0", "crates/sifang-b/Cargo.toml:0"]);
    }
}
