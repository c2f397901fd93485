//! The pages about running a server and about requests for scores say what the program says: every flag, variable, default and
//! metric, and none that is not there.

use crate::common::run;
use sifang_rules::any::RuleSetId;
use sifang_server::{Config, MetricsAt};
use sifang_trials::Host;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const PAGES: [&str; 2] = ["serving.md", "serving.zh.md"];

/// Variables of the build, which `serve` does not know.
const OF_THE_BUILD: &str = "SIFANG_WEB";

fn docs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
}

fn page(name: &str) -> String {
    fs::read_to_string(docs(name)).unwrap()
}

/// The cells of all rows of tables in which some cell begins like this.
fn rows(text: &str, mark: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| -> Option<Vec<String>> {
        let inside = line.strip_prefix("| ")?.strip_suffix(" |")?;
        Some(inside.split(" | ").map(|cell| cell.trim().trim_matches('`').to_owned()).collect())
    };
    text.lines().filter_map(cells).filter(|row| row.iter().any(|cell| cell.starts_with(mark))).collect()
}

/// Flags of a command with their variables.
fn flags(command: &str) -> BTreeMap<String, Option<String>> {
    let mut found = BTreeMap::new();
    let mut last = String::new();
    for line in run(&[command, "--help"]).out.lines().map(str::trim) {
        if let Some(at) =
            line.find("--").filter(|at| *at == 0 || line.starts_with("-h") || line.starts_with("-V"))
        {
            last = line[at..].split([' ', ',']).next().unwrap().to_owned();
            found.insert(last.clone(), None);
        }
        if let Some((_, rest)) = line.split_once("[env: ") {
            found.insert(last.clone(), rest.split(['=', ']']).next().map(str::to_owned));
        }
    }
    assert!(found.len() > 1, "{command}: {found:?}");
    found
}

/// What the program does by default, as the pages write it.
fn defaults() -> BTreeMap<&'static str, String> {
    let config = Config::default();
    [
        ("listen", config.listen.to_string()),
        ("metrics", MetricsAt::USUAL.to_string()),
        ("data", config.data.display().to_string()),
        ("behind_proxy", config.behind_proxy.to_string()),
        ("rooms", config.rooms.to_string()),
        ("rooms_per_address", config.rooms_per_address.to_string()),
        ("sockets_per_address", config.sockets_per_address.to_string()),
        ("players_per_minute", config.players_per_minute.to_string()),
        ("requests_per_second", config.requests_per_second.to_string()),
        ("messages_per_second", config.messages_per_second.to_string()),
        ("keep_days", config.keep_days.to_string()),
        ("keep_matches", config.keep_matches.to_string()),
        ("keep_megabytes", config.keep_megabytes.to_string()),
        ("token_days", config.token_days.to_string()),
    ]
    .into()
}

/// Words of a text that begin like this, as far as letters and signs of names go.
fn words(text: &str, mark: &str) -> BTreeSet<String> {
    let name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let ends = text.match_indices(mark).filter(|(at, _)| !text[..*at].ends_with(|c: char| name(c)));
    let word = |at: usize| text[at..].chars().take_while(|c| name(*c)).collect::<String>();
    ends.map(|(at, _)| word(at)).filter(|word| word.len() > mark.len()).collect()
}

#[test]
fn settings_are_those_of_the_program() {
    let mut known = flags("serve");
    known.retain(|flag, _| !["--lang", "--help"].contains(&flag.as_str()));
    for name in PAGES {
        let text = page(name);
        let table = rows(&text, "SIFANG_");
        let documented: BTreeMap<String, Option<String>> =
            table.iter().map(|row| (row[1].clone(), Some(row[2].clone()))).collect();
        assert_eq!(documented, known, "{name}: flags and variables");
        let defaults = defaults();
        let mut compared = 0;
        for row in &table {
            if let Some(default) = defaults.get(row[0].as_str()) {
                assert_eq!(&row[3], default, "{name}: the default of {}", row[0]);
                compared += 1;
            }
            if row[0] != "–" {
                assert!(text.contains(&format!("\n- `{}`", row[0])), "{name}: what {} means", row[0]);
            }
        }
        assert_eq!(compared, defaults.len(), "{name}: a default is missing");
        for text in text.split("```toml\n").skip(1) {
            sifang_server::Given::parse(text.split("```").next().unwrap()).unwrap();
        }
    }
}

#[test]
fn no_flag_or_variable_is_made_up() {
    let help = run(&["--help"]).out;
    let commands = help.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let commands = commands.lines().filter_map(|line| line.split_whitespace().next());
    let all: BTreeMap<_, _> = commands.flat_map(flags).collect();
    for name in PAGES {
        let text = page(name);
        // What follows `cargo` is not ours.
        let ours = text.lines().filter(|line| !line.contains("cargo ") && !line.contains("--release"));
        let ours = ours.collect::<Vec<_>>().join("\n");
        for flag in words(&ours, "--").iter().filter(|word| !word.starts_with("---")) {
            assert!(all.contains_key(flag), "{name}: there is no flag {flag}");
        }
        let variables: BTreeSet<_> = all.values().flatten().cloned().collect();
        for variable in words(&text, "SIFANG_").iter().filter(|word| *word != OF_THE_BUILD) {
            assert!(variables.contains(variable), "{name}: there is no variable {variable}");
        }
    }
}

#[tokio::test]
async fn metrics_are_those_of_the_server() {
    let host = Host::start(Path::new(env!("CARGO_BIN_EXE_sifang"))).unwrap();
    let answer = host.metrics().unwrap().request("GET", "/metrics", None, None).await.unwrap();
    let documented = String::from_utf8(answer.body).unwrap();
    let types = documented.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
    let known: BTreeMap<String, String> = types.map(|(name, kind)| (name.into(), kind.into())).collect();
    for name in PAGES {
        let table: BTreeMap<String, String> =
            rows(&page(name), "sifang_").into_iter().map(|row| (row[0].clone(), row[1].clone())).collect();
        assert_eq!(table, known, "{name}");
    }
}

/// A section for each, behind what the page says of all. `UPDATE=1` writes them anew.
#[test]
fn the_page_of_requests_has_the_form_of_every_rule_set() {
    for (name, lang) in [("score.md", "en"), ("score.zh.md", "zh")] {
        let mut text = page(name).split_once("\n## ").expect("a section").0.to_owned();
        for rules in RuleSetId::ALL {
            let (id, form) = (rules.id(), run(&["rules", rules.id(), "--form", "--lang", lang]).out);
            text += &format!("\n## {id}\n\n```text {id}\n{}\n```\n", form.trim_end());
        }
        if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
            fs::write(docs(name), &text).unwrap();
        }
        assert!(text == page(name), "{name} is not fresh: run with UPDATE=1");
    }
}
