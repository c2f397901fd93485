//! `sifang lab` as people use it: the same results whatever the threads, shares and interruptions, and clear words for what is wrong.

use crate::common::{Run, run, sifang};
use serde_json::Value;
use sifang_rules::any::RuleSetId;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A comparison that any rule set allows.
fn compare(out: &Path, deals: &str, more: &[&str]) -> Vec<String> {
    let rules = RuleSetId::ALL[0].id();
    let first = [
        "lab", "--rules", rules, "--b", "base=3", "--deals", deals, "--bots", "random", "--seed", "5",
        "--out",
    ];
    let folder = out.to_str().unwrap();
    first.iter().chain(&[folder]).chain(more).map(|word| (*word).to_owned()).collect()
}

fn lab(out: &Path, deals: &str, more: &[&str]) -> Run {
    let words = compare(out, deals, more);
    run(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Every file of a folder with its bytes, by name.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(at) = folders.pop() {
        for entry in fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push((path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn threads_shares_and_merging_give_the_same_files() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    let one = lab(&at("one"), "3500", &["--threads", "1"]);
    assert_eq!(one.status, 0, "{}", one.err);
    assert!(one.out.contains("base=3") && one.out.contains("A − B"), "{}", one.out);
    assert_eq!(lab(&at("two"), "3500", &["--threads", "2"]).status, 0);
    assert_eq!(contents(&at("two")), contents(&at("one")));
    for share in ["1/2", "2/2"] {
        assert_eq!(lab(&at(&share.replace('/', "-of-")), "3500", &["--shard", share]).status, 0);
    }
    let merge = |from: &[&str], out: &str| {
        let folders: Vec<String> =
            from.iter().chain(&[out]).map(|name| at(name).to_str().unwrap().to_owned()).collect();
        let mut words = vec!["lab", "merge"];
        words.extend(folders[..from.len()].iter().map(String::as_str));
        words.extend(["--out", &folders[from.len()]]);
        run(&words)
    };
    assert_eq!(merge(&["2-of-2", "1-of-2"], "whole").status, 0);
    assert_eq!(contents(&at("whole")), contents(&at("one")));
    let part = merge(&["2-of-2"], "half");
    assert!(part.status == 0 && part.err.contains("1500 walls of 3500"), "{}", part.err);

    let report: Value = serde_json::from_slice(&fs::read(at("one").join("report.json")).unwrap()).unwrap();
    assert_eq!((&report["deals"], &report["format"]), (&3500.into(), &"sifang-lab/2".into()));
    let page = fs::read_to_string(at("one").join("report.html")).unwrap();
    assert!(page.contains("lang=\"zh\"") && page.contains("lang=\"en\"") && page.contains("<svg"));
    for needs_more in ["<script", "src=", "href=", "@import", "url(http"] {
        assert!(!page.contains(needs_more), "{needs_more}");
    }
    // The folder of a share goes on with nothing but the same share.
    let other = lab(&at("1-of-2"), "3500", &[]);
    assert!(other.status == 2 && other.err.contains("shard"), "{}", other.err);
}

/// An option that only a whole match knows is measured in whole matches, and refused for single deals.
#[test]
fn options_of_a_match_need_matches() {
    let home = tempfile::tempdir().unwrap();
    let folder = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    let rules = RuleSetId::ALL[0].id();
    let ask = |count: [&str; 2], out: &str, more: &[&str]| {
        let first = ["lab", "--rules", rules, "--b", "deals=4", count[0], count[1], "--bots", "random"];
        let out = folder(out);
        run(&[&first[..], &["--out", &out], more].concat())
    };
    let refused = ask(["--deals", "1000"], "deals", &[]);
    assert!(refused.status == 2 && refused.err.contains("use --matches N"), "{}", refused.err);
    assert!(!home.path().join("deals").exists());
    let zh = ask(["--deals", "1000"], "deals", &["--lang", "zh"]);
    assert!(zh.status == 2 && zh.err.contains("请用 --matches N"), "{}", zh.err);
    assert_eq!(ask(["--deals", "5"], "both", &["--matches", "5"]).status, 2);
    let whole = ask(["--matches", "1200"], "whole", &["--threads", "2"]);
    assert!(whole.status == 0 && whole.out.contains("Deals in a match"), "{}{}", whole.out, whole.err);
    assert_eq!(ask(["--matches", "1200"], "again", &["--threads", "1"]).status, 0);
    assert_eq!(contents(&home.path().join("whole")), contents(&home.path().join("again")));
    let text = fs::read(home.path().join("whole/report.json")).unwrap();
    let report: Value = serde_json::from_slice(&text).unwrap();
    assert_eq!((&report["matches"], &report["deals"]), (&true.into(), &1200.into()));
    // Half the deals of a match, or fewer: beyond doubt.
    let length =
        report["findings"].as_array().unwrap().iter().find(|one| one["id"] == "match_deals").unwrap();
    assert_eq!(length["certainty"], "certain");
}

#[test]
fn an_interrupted_run_goes_on_to_the_same_result() {
    let home = tempfile::tempdir().unwrap();
    let (whole, cut) = (home.path().join("whole"), home.path().join("cut"));
    assert_eq!(lab(&whole, "12000", &[]).status, 0);
    let words = compare(&cut, "12000", &["--threads", "1"]);
    let child = sifang(&words.iter().map(String::as_str).collect::<Vec<_>>()).spawn().unwrap();
    let first = cut.join("tally/part-000000.json");
    let start = Instant::now();
    while !first.exists() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    let interrupt =
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("stopped: the results of"), "{err}");
    let kept = fs::read_dir(cut.join("tally")).unwrap().count();
    assert!((1..12).contains(&kept), "{kept}");
    // A file that was damaged meanwhile is noticed and played again.
    fs::write(&first, "{").unwrap();
    let resumed = lab(&cut, "12000", &[]);
    assert_eq!(resumed.status, 0, "{}", resumed.err);
    assert_eq!(resumed.err.contains("going on"), kept > 1, "{}", resumed.err);
    assert_eq!(contents(&cut), contents(&whole));
}

#[test]
fn what_is_wrong_is_said() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("x");
    let folder = out.to_str().unwrap();
    let rules = RuleSetId::ALL[0].id();
    let good = ["lab", "--rules", rules, "--deals", "10", "--out", folder];
    let with =
        |more: &[&'static str]| -> Vec<&str> { good.iter().copied().chain(more.iter().copied()).collect() };
    for (words, why) in [
        (with(&[]), "A and B are the same"),
        (with(&["--b", "base=0"]), "base"),
        (with(&["--b", "basis=1"]), "basis"),
        (with(&["--b", "base=2", "--bots", "genius"]), "there is no bot 'genius'"),
        (with(&["--b", "base=2", "--shard", "3/2"]), "is no share"),
        (with(&["--b", "base=2", "--players", "9"]), "9 players"),
        (vec!["lab", "--rules", "checkers", "--deals", "10", "--out", folder], "checkers"),
        (vec!["lab", "--rules", rules, "--deals", "0", "--out", folder], "0"),
        (vec!["lab", "--rules", rules, "--b", "base=2", "--deals", "10"], "--out"),
        (vec!["lab"], "--rules"),
    ] {
        let run = run(&words);
        assert!(run.status == 2 && run.err.contains(why), "{words:?}: {}", run.err);
        assert!(!out.exists(), "{words:?}");
    }
    let nowhere = run(&["lab", "merge", folder, "--out", folder]);
    assert!(nowhere.status == 1 && nowhere.err.contains("run.json"), "{}", nowhere.err);
    fs::create_dir(&out).unwrap();
    fs::write(out.join("letter"), "dear").unwrap();
    let taken = lab(&out, "10", &[]);
    assert!(taken.status == 2 && taken.err.contains("holds other files"), "{}", taken.err);
}
