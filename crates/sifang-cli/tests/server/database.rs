//! A server whose data is in PostgreSQL, as somebody who runs it meets it: what cannot be used, moving there and back.

use crate::server::host::{host, host_on, quick_setup};
use serde_json::json;
use sifang_postgres::PASSWORD;
use sifang_rules::any::RuleSetId;
use std::process::Command;

/// Exit status, standard output and standard error of a command.
fn sifang(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut asked = Command::new(env!("CARGO_BIN_EXE_sifang"));
    asked.args(arguments).env("LANG", "C").env_remove("SIFANG_DATA").env_remove("SIFANG_DATABASE");
    let output = asked.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, why) = (text(output.stdout), text(output.stderr));
    assert!(!out.contains("secret") && !why.contains("secret") && !why.contains(PASSWORD), "{out}{why}");
    (output.status.code(), out, why)
}

fn serve(url: &str, lang: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let asked = ["--lang", lang, "serve", "--listen", "127.0.0.1:0", "--metrics", "off", "--log", "error"];
    let (status, _, why) = sifang(&[&asked[..], &["--data", data, "--database", url]].concat());
    (status, why)
}

#[test]
fn an_address_that_is_wrong_is_a_wrong_command() {
    for (url, reason) in [
        ("mysql://mei:secret@host/sifang", "does not begin with postgres://"),
        ("postgres://mei:secret@secret@host/sifang", "write %40 for @"),
        ("postgres://mei:secret@host", "names no database"),
    ] {
        let (status, why) = serve(url, "en");
        assert!(status == Some(2) && why.contains(reason) && why.lines().count() == 1, "{status:?} {why}");
        assert_eq!(sifang(&["move", "--from", "folder", "--to", url]).0, Some(2));
    }
    for command in [&["backup", "--out", "x"][..], &["restore", "--from", "x"], &["vacuum"]] {
        let (status, _, why) = sifang(&[command, &["--data", "postgres://mei:secret@host/sifang"]].concat());
        assert!(status == Some(2) && why.contains("pg_dump"), "{command:?} {status:?} {why}");
    }
    let (status, _, why) = sifang(&["move", "--from", "a", "--to", "b"]);
    assert!(status == Some(2) && why.contains("sifang backup"), "{why}");
    let both = ["postgres://mei:secret@a/b", "postgres://mei:secret@c/d"];
    let (status, _, why) = sifang(&["move", "--from", both[0], "--to", both[1]]);
    assert!(status == Some(2) && why.contains("pg_dump"), "{why}");
}

#[test]
fn a_database_that_cannot_be_used_is_said_in_one_line() {
    let Some(database) = sifang_postgres::database() else { return };
    let url = database.url();
    let free = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let stranger = url.replace(&format!("postgres:{PASSWORD}@"), "stranger:secret@");
    for (url, en, zh) in [
        (database.url_by(free), "no server answers", "没有服务器应答"),
        (stranger, "refuses the role", "不接受这个角色"),
        (format!("{url}x"), "cannot use this database", "不能使用这个数据库"),
    ] {
        for (lang, reason) in [("en", en), ("zh", zh)] {
            let (status, why) = serve(&url, lang);
            assert!(
                status == Some(1) && why.contains(reason) && why.lines().count() == 1,
                "{status:?} {why}"
            );
        }
    }
    assert_eq!(sifang(&["move", "--from", &url, "--to", "/dev/null/x"]).0, Some(1));
    database.run("INSERT INTO sifang_schema (version, name, checksum) VALUES (99, 'later', '')").unwrap();
    let (status, why) = serve(&url, "en");
    assert!(status == Some(1) && why.contains("newer than this program"), "{status:?} {why}");
}

/// A room that is opened in a folder is played on in a database, and on in a folder again.
#[tokio::test]
async fn everything_moves_to_a_database_and_back() {
    let Some(database) = sifang_postgres::database() else { return };
    let (url, place) = (database.url(), tempfile::tempdir().unwrap());
    let back = place.path().join("back");
    let back = back.to_str().unwrap();
    let mut first = host();
    let setup = quick_setup(RuleSetId::ALL[0].id(), &json!({}));
    let (_, seats) = first.table(&setup, 2).await.unwrap();
    let folder = first.folder().to_str().unwrap().to_owned();
    let (status, _, why) = sifang(&["move", "--from", &folder, "--to", &url]);
    assert!(status == Some(1) && why.contains("in use"), "a server is running there: {why}");
    first.kill().unwrap();
    let (status, there, why) = sifang(&["move", "--from", &folder, "--to", &url]);
    assert!(status == Some(0) && there.contains("1 live rooms, 2 players, 0 matches"), "{there}{why}");
    let (status, _, why) = sifang(&["move", "--from", &folder, "--to", &url]);
    assert!(status == Some(1) && why.contains("nothing is overwritten"), "{why}");
    let mut second = host_on(&url);
    let (_, more) = second.table(&setup, 2).await.unwrap();
    // The players of the folder are known.
    second.server.request("GET", "/api/me", Some(&seats[0].0), None).await.unwrap().good().unwrap();
    let (status, _, why) = sifang(&["move", "--from", &url, "--to", back]);
    assert!(status == Some(1) && why.contains("in use"), "a node is running there: {why}");
    second.kill().unwrap();
    database.run("UPDATE node SET gone = TRUE").unwrap();
    let (status, here, why) = sifang(&["move", "--from", &url, "--to", back]);
    assert!(status == Some(0) && here.contains("2 live rooms, 4 players, 0 matches"), "{here}{why}");
    let (status, _, why) = sifang(&["move", "--from", &url, "--to", back]);
    assert!(status == Some(1) && why.contains("nothing is overwritten"), "{why}");
    drop((seats, more));
}
