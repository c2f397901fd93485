//! The program names its trials. That it is tested here also means that it is built with the tests.

use sifang_trials::TRIALS;
use std::collections::BTreeSet;
use std::process::Command;

#[test]
fn every_trial_is_listed_once() {
    let listed = Command::new(env!("CARGO_BIN_EXE_trials")).arg("--list").output().unwrap();
    assert!(listed.status.success());
    let text = String::from_utf8(listed.stdout).unwrap();
    let names: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let expected: Vec<&str> = TRIALS.iter().map(|trial| trial.name).collect();
    assert_eq!(names, expected);
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
}

#[test]
fn an_unknown_trial_is_refused() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trials"));
    let refused = command.args(["--only", "nothing", "--sifang", "sifang"]).output().unwrap();
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("there is no trial 'nothing'"));
}
