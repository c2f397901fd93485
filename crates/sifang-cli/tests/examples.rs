//! Every example of the help and of the docs runs: what people copy must work.
//!
//! A block of Markdown that begins with ```` ```sh ```` and calls `sifang` is run, line by line, by `bash -e`. A block that
//! cannot run says why in its first line: ```` ```sh norun needs a machine of its own ````. Lines that begin with `cargo`, `npm`,
//! `systemctl` or `alias` are left out. Servers run until they say where they are, at a free port; numbers of deals, worlds and tables
//! are made small. All else is as it stands.

use crate::common::{case_file, run, sifang};
use sifang_rules::any::RuleSetId;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What stands for `sifang` in an example.
const STAND_IN: &str = r#"#!/bin/bash
# Servers: a free port, no counters, and the end as soon as they answer.
set -e
serve() {
  : > said.txt
  "$SIFANG" "$@" > said.txt 2> complained.txt &
  server=$!
  for _ in $(seq 600); do
    grep -q 'http://' said.txt && return
    kill -0 $server 2> /dev/null || { cat complained.txt >&2; wait $server; }
    sleep 0.1
  done
  cat complained.txt >&2
  exit 1
}
stop() { kill $server; wait $server; }
args=()
small=
for arg in "$@"; do
  case "$arg" in *:8710|*:9000) [[ $arg = http* ]] || arg=${arg%:*}:0 ;; esac
  if [[ -n $small ]]; then (( arg > small )) && arg=$small; small=; fi
  case "$arg" in --deals) small=40 ;; --worlds) small=8 ;; --tables|--seconds) small=1 ;; esac
  args+=("$arg")
done
export SIFANG_METRICS=off
case "$1" in
  ''|serve)
    for variable in LISTEN; do [[ -z $SIFANG_LISTEN ]] || export SIFANG_LISTEN=127.0.0.1:0; done
    [[ " ${args[*]} $SIFANG_LISTEN" == *:0* ]] || export SIFANG_LISTEN=127.0.0.1:0
    serve "${args[@]}"
    cat said.txt
    stop ;;
  health|load)
    SIFANG_LISTEN=127.0.0.1:0 serve serve --data asked-data --sockets-per-address 1000 --requests-per-second 1000
    url=$(grep -o 'http://[^ ]*' said.txt)
    "$SIFANG" "$1" --url "$url" $(printf '%s\n' "${args[@]:1}" | sed '/^--url$/,+1d')
    stop ;;
  *) exec "$SIFANG" "${args[@]}" ;;
esac
"#;

/// Words with which a line begins that is no matter of this test.
const OUT_OF_SCOPE: [&str; 4] = ["cargo ", "npm ", "systemctl ", "alias "];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A folder as examples expect it: the repository's folders, and the files that they name without making them.
struct Desk {
    folder: tempfile::TempDir,
    /// An empty database, where PostgreSQL is installed.
    database: Option<sifang_postgres::Database>,
}

impl Desk {
    fn new() -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path();
        for name in ["crates", "docs", "examples", "packaging"] {
            symlink(root().join(name), place.join(name)).unwrap();
        }
        fs::create_dir(place.join("bin")).unwrap();
        let stand_in = place.join("bin/sifang");
        fs::write(&stand_in, STAND_IN).unwrap();
        fs::set_permissions(&stand_in, fs::Permissions::from_mode(0o755)).unwrap();
        let rules = RuleSetId::ALL[0];
        for kind in ["score", "play"] {
            fs::copy(case_file(rules, kind), place.join(format!("{}.{kind}.jsonl", rules.id()))).unwrap();
        }
        fs::write(place.join("sifang.toml"), "rooms = 100\n").unwrap();
        let desk = Desk { folder, database: sifang_postgres::database() };
        desk.run(
            "the files that examples name",
            "sifang simulate --rules wuxi --deals 1 --record match.json\nsifang",
        );
        desk
    }

    /// Runs the lines; the first that fails ends them.
    fn run(&self, place: &str, script: &str) -> String {
        let program = sifang(&[]);
        let path = format!("{}/bin:{}", self.folder.path().display(), std::env::var("PATH").unwrap());
        let output = Command::new("bash")
            .args(["-e", "-o", "pipefail", "-c", script])
            .current_dir(self.folder.path())
            .env("PATH", path)
            .env("SIFANG", program.get_program())
            .env("DATABASE", self.database.as_ref().map(|database| database.url()).unwrap_or_default())
            .env("LANG", "C")
            .env_remove("LC_ALL")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let complained = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "{place}: {} of\n{script}\nsaid\n{said}\n{complained}",
            output.status
        );
        said
    }
}

/// The first lines of blocks and their text.
fn blocks(markdown: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in markdown.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(first), None) => open = Some((first.trim().to_owned(), String::new())),
            (Some(_), Some(_)) => found.extend(open.take()),
            (None, Some((_, text))) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block without an end");
    found
}

/// What of a block is to be run: nothing if it never calls `sifang`.
fn runnable(text: &str) -> Option<String> {
    let lines = text.lines().filter(|line| !OUT_OF_SCOPE.iter().any(|word| line.starts_with(word)));
    let lines: Vec<&str> = lines.collect();
    let calls = |line: &&str| {
        let line = line.split('#').next().unwrap_or_default();
        line.split(['|', ';', '(']).any(|part| {
            let mut words = part.split_whitespace().skip_while(|word| word.contains('='));
            words.next() == Some("sifang")
        })
    };
    lines.iter().any(calls).then(|| lines.join("\n"))
}

fn documents() -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> =
        ["README.md", "README.zh-CN.md", "CONTRIBUTING.md"].map(|name| root().join(name)).into();
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    all.extend(docs.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    all.sort();
    all
}

#[test]
fn every_example_of_the_docs_runs() {
    let mut count = 0;
    for document in documents() {
        let name = document.file_name().unwrap().to_string_lossy().into_owned();
        let mut desk = None;
        for (first, text) in blocks(&fs::read_to_string(&document).unwrap()) {
            let Some(("sh", rest)) = first.split_once(' ').or(Some((first.as_str(), ""))) else { continue };
            if let Some(reason) = rest.strip_prefix("norun") {
                assert!(reason.trim().len() > 10, "{name}: why does this block not run?\n{text}");
                continue;
            }
            assert_eq!(rest, "", "{name}: only `norun` and a reason may follow `sh`");
            let Some(script) = runnable(&text) else { continue };
            desk.get_or_insert_with(Desk::new).run(&name, &script);
            count += 1;
        }
    }
    assert!(count >= 12, "{count} blocks");
}

/// The lines of a command's help below its last title.
fn of_help(words: &[&str], title: &str) -> Vec<String> {
    let help = run(words);
    assert_eq!(help.status, 0, "{words:?}: {}", help.err);
    let (_, after) = help.out.split_once(title).unwrap_or_else(|| panic!("{words:?}: no examples"));
    after.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

#[test]
fn every_example_of_the_help_runs() {
    let help = run(&["--help"]).out;
    let commands = help.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let commands: Vec<&str> = commands.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.contains(&"score") && commands.contains(&"help") && commands.len() > 15, "{commands:?}");
    let desk = Desk::new();
    desk.run("sifang --help", &of_help(&["--help"], "Examples:").join("\n"));
    for command in commands {
        let examples = of_help(&[command, "--help"], "Examples:");
        if command == "move" && desk.database.is_none() {
            continue;
        }
        desk.run(&format!("sifang {command} --help"), &examples.join("\n"));
        assert_eq!(of_help(&[command, "--help", "--lang", "zh"], "示例："), examples, "{command}");
    }
}

#[test]
fn every_example_of_a_form_runs() {
    let desk = Desk::new();
    for rules in RuleSetId::ALL {
        for (lang, title) in [("en", "\nexamples\n"), ("zh", "\n例子\n")] {
            let form = run(&["rules", rules.id(), "--form", "--lang", lang]).out;
            let said = desk.run(rules.id(), form.split_once(title).unwrap().1);
            let answers: Vec<serde_json::Value> =
                said.split_inclusive('\n').map(|line| serde_json::from_str(line).unwrap()).collect();
            assert_eq!(answers.len(), 2, "{said}");
            assert!(answers[0]["total"].is_number() && answers[1]["waits"].is_object(), "{said}");
        }
    }
}

#[test]
fn an_example_that_fails_is_noticed() {
    let failed = std::panic::catch_unwind(|| Desk::new().run("here", "echo '{}' | sifang score\necho never"));
    assert!(failed.is_err());
    assert_eq!(runnable("cargo run\n# sifang alone\n"), None);
    assert_eq!(runnable("cargo run\nX=1 sifang serve\n").as_deref(), Some("X=1 sifang serve"));
    assert_eq!(runnable("echo x | sifang score -").as_deref(), Some("echo x | sifang score -"));
}
