//! What the tests of the command line share: running the built binary, and the worked cases of every rule set.

use serde_json::Value;
use sifang_rules::any::RuleSetId;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run of the binary gave.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    /// The lines of standard output, read as JSON.
    pub(crate) fn json_lines(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Standard output, read as one JSON document.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap()
    }
}

/// The binary, speaking English whatever the machine's locale is.
pub(crate) fn sifang(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sifang"));
    command
        .args(args)
        .env("LANG", "C")
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs the binary with nothing to read.
pub(crate) fn run(args: &[&str]) -> Run {
    run_with(args, b"")
}

/// Runs the binary with this on its standard input. It must not panic, whatever it is given.
pub(crate) fn run_with(args: &[&str], input: &[u8]) -> Run {
    let mut child = sifang(args).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A command that reads nothing closes the pipe: that is its right.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    let run = Run {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    };
    assert!(!run.err.contains("panicked"), "{}", run.err);
    run
}

/// The file of a rule set's worked cases of a kind, `score` or `play`.
pub(crate) fn case_file(rules: RuleSetId, kind: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sifang-rules/tests/cases");
    folder.join(format!("{}.{kind}.jsonl", rules.id()))
}

/// The first score case of a rule set that expects a total and has a request like this.
pub(crate) fn scored_case_with(rules: RuleSetId, wanted: impl Fn(&Value) -> bool) -> Value {
    let text = std::fs::read_to_string(case_file(rules, "score")).unwrap();
    let mut cases = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    cases.find(|case| case["expect"]["total"].is_number() && wanted(&case["request"])).unwrap()
}

/// The first score case of a rule set that expects a total.
pub(crate) fn scored_case(rules: RuleSetId) -> Value {
    scored_case_with(rules, |_| true)
}

/// A file of this test run.
pub(crate) fn temporary(name: &str, content: &[u8]) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path.into_os_string().into_string().unwrap()
}
