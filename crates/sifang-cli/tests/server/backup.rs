//! `sifang backup` beside a running server and `sifang restore` into an empty folder, as somebody types them.

use crate::server::host::{host, quick_setup};
use serde_json::json;
use sifang_rules::any::RuleSetId;
use std::path::Path;
use std::process::Command;

/// Exit status, standard output and standard error of a command.
fn sifang(lang: &str, command: &str, paths: &[(&str, &Path)]) -> (Option<i32>, String, String) {
    let mut asked = Command::new(env!("CARGO_BIN_EXE_sifang"));
    asked.args(["--lang", lang, command]).env_remove("SIFANG_DATA");
    for (name, path) in paths {
        asked.arg(name).arg(path);
    }
    let output = asked.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[tokio::test]
async fn a_running_server_is_copied_and_put_back_in_both_languages() {
    let host = host();
    let (_, seats) = host.table(&quick_setup(RuleSetId::ALL[0].id(), &json!({})), 2).await.unwrap();
    let place = tempfile::tempdir().unwrap();
    let (copy, target) = (place.path().join("copy.db"), place.path().join("restored"));
    let (status, said, _) = sifang("en", "backup", &[("--data", host.folder()), ("--out", &copy)]);
    assert_eq!(status, Some(0));
    assert!(said.contains("1 live rooms, 2 players, 0 matches"), "{said}");
    let again = sifang("en", "backup", &[("--data", host.folder()), ("--out", &copy)]);
    assert!(again.0 == Some(1) && again.2.contains("nothing is overwritten"), "{again:?}");
    let (status, said, _) = sifang("zh", "restore", &[("--from", &copy), ("--data", &target)]);
    assert_eq!(status, Some(0));
    assert!(said.contains("1 个进行中的房间，2 位玩家"), "{said}");
    for (command, paths) in [
        ("restore", [("--from", copy.as_path()), ("--data", target.as_path())]),
        ("restore", [("--from", copy.as_path()), ("--data", host.folder())]),
        ("restore", [("--from", place.path().join("none").as_path()), ("--data", target.as_path())]),
        ("backup", [("--data", place.path()), ("--out", place.path().join("x").as_path())]),
    ] {
        let (status, said, why) = sifang("zh", command, &paths);
        assert!(status == Some(1) && said.is_empty() && !why.is_ascii(), "{command} {paths:?}: {said} {why}");
    }
    drop(seats);
}
