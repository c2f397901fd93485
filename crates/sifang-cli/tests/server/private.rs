//! Who may read what the server, its backups and their restoration leave on the disk: their owner alone, even where the system
//! would give every right to everybody (umask 000).
#![cfg(unix)]

use serde_json::{Value, json};
use sifang_client::Server;
use sifang_rules::any::RuleSetId;
use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The binary as somebody starts it whose umask takes nothing away.
fn sifang<S: AsRef<OsStr>>(args: &[S]) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", "umask 000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_sifang")]).args(args);
    shell.env("LANG", "C").stdin(Stdio::null());
    shell
}

/// A server process; it ends with this.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server on this folder, which logs into a file beside it.
fn serve(data: &Path, log: &Path) -> (Running, Server) {
    let log = std::fs::File::options().create(true).append(true).open(log).unwrap();
    let args =
        [OsStr::new("serve"), "--listen".as_ref(), "127.0.0.1:0".as_ref(), "--data".as_ref(), data.as_ref()];
    let mut child = sifang(&args).stdout(Stdio::piped()).stderr(log).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
    let address = said.split_whitespace().find(|word| word.starts_with("http://")).unwrap().to_owned();
    (Running(child), Server::new(&address).unwrap())
}

/// Everything under a folder, itself included, with its mode.
fn modes(path: &Path) -> Vec<(PathBuf, u32)> {
    let found = std::fs::metadata(path).unwrap();
    let mut all = vec![(path.to_owned(), found.permissions().mode() & 0o7777)];
    if found.is_dir() {
        let inside = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
        all.extend(inside.flat_map(|path| modes(&path)));
    }
    all
}

/// That nobody but the owner may do anything with a folder and what is in it; gives the names of its files.
fn only_the_owner(path: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for (path, mode) in modes(path) {
        assert_eq!(mode, if path.is_dir() { 0o700 } else { 0o600 }, "{}: {mode:o}", path.display());
        names.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
    }
    names
}

async fn report(server: &Server) {
    let token = server.register("a").await.unwrap();
    let rules = RuleSetId::ALL[0].id();
    let body = json!({"rules": rules, "seats": 4, "b": {"base": 3}, "deals": 1000, "bots": "random"});
    let begun = server.request("POST", "/api/lab", Some(&token), Some(&body)).await.unwrap();
    let path = format!("/api/lab/{}", begun.good().unwrap()["id"].as_str().unwrap());
    for _ in 0..3000 {
        let run: Value = server.request("GET", &path, None, None).await.unwrap().good().unwrap();
        if run["state"] == "done" {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the comparison is never done");
}

#[tokio::test]
async fn data_and_backups_are_for_their_owner_alone() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    let (data, copy, restored, log) = (at("data"), at("copy.db"), at("restored"), at("log"));
    let (running, server) = serve(&data, &log);
    report(&server).await;
    let names = only_the_owner(&data);
    for name in ["sifang.db", "sifang.db-wal", "sifang.db-shm", "sifang.lock", "lab"] {
        assert!(names.iter().any(|found| found == name), "no {name} in {names:?}");
    }
    assert!(names.iter().any(|name| name.ends_with(".html")), "no report in {names:?}");

    let run = |args: &[&OsStr]| assert!(sifang(args).output().unwrap().status.success(), "{args:?}");
    run(&["backup".as_ref(), "--data".as_ref(), data.as_ref(), "--out".as_ref(), copy.as_ref()]);
    only_the_owner(&copy);
    // A copy that somebody has handed on with wider rights is put back without them.
    std::fs::set_permissions(&copy, std::fs::Permissions::from_mode(0o666)).unwrap();
    run(&["restore".as_ref(), "--from".as_ref(), copy.as_ref(), "--data".as_ref(), restored.as_ref()]);
    only_the_owner(&restored);

    // What an earlier version left open is closed at the next start, and the log says so.
    drop(running);
    for (path, _) in modes(&data) {
        let mode = if path.is_dir() { 0o755 } else { 0o644 };
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    }
    let (_running, server) = serve(&data, &log);
    server.register("b").await.unwrap();
    only_the_owner(&data);
    let said = std::fs::read_to_string(&log).unwrap();
    assert!(said.contains("others could read this; now only its owner can"), "{said}");
}
