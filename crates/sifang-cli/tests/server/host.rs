//! A running server: the built binary with a data folder of its own.

use anyhow::{Context, Result};
use serde_json::{Value, json};
use sifang_client::{Client, Server, seated};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

pub(crate) struct Host {
    child: Child,
    pub(crate) folder: TempDir,
    address: SocketAddr,
    pub(crate) server: Server,
}

impl Host {
    /// Starts a server on a port that the system chooses.
    pub(crate) fn start() -> Host {
        Host::start_with(&["--sockets-per-address", "1000"])
    }

    /// Starts a server with these settings.
    pub(crate) fn start_with(settings: &[&str]) -> Host {
        let folder = tempfile::tempdir().unwrap();
        let (child, address) = launch(folder.path(), "127.0.0.1:0", settings);
        Host { child, folder, address, server: Server::new(&format!("http://{address}")).unwrap() }
    }

    /// Ends the process without a warning, as a power cut would.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts it again on the same port with the same data.
    pub(crate) fn restart(&mut self) {
        let address = self.address.to_string();
        let (child, _) = launch(self.folder.path(), &address, &["--sockets-per-address", "1000"]);
        self.child = child;
    }

    /// What the server has logged so far.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join(LOG)).unwrap_or_default()
    }

    /// Registers players.
    pub(crate) async fn players(&self, count: usize) -> Result<Vec<String>> {
        let mut tokens = Vec::new();
        for seat in 0..count {
            tokens.push(self.server.register(&format!("玩家{seat}")).await?);
        }
        Ok(tokens)
    }

    /// A room with all its players seated and ready, the host first; the match has not begun.
    pub(crate) async fn table(
        &self,
        setup: &Value,
        people: usize,
    ) -> Result<(String, Vec<(String, Client)>)> {
        let tokens = self.players(people).await?;
        let room = self.server.open_room(&tokens[0], setup).await?;
        let mut seats = Vec::new();
        for token in tokens {
            let client = seated(&self.server, &token, &room).await?;
            seats.push((token, client));
        }
        Ok((room, seats))
    }

    /// The stored record of a match.
    pub(crate) async fn record(&self, match_id: &str) -> Result<Value> {
        self.server.request("GET", &format!("/api/records/{match_id}"), None, None).await?.good()
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // It may have been killed by the test already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        if std::thread::panicking() {
            eprintln!("{}", self.log());
        }
    }
}

/// The file of what the server says about itself.
const LOG: &str = "log.txt";

fn launch(folder: &std::path::Path, listen: &str, more: &[&str]) -> (Child, SocketAddr) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sifang"))
        .args(["serve", "--listen", listen, "--log", "debug", "--data"])
        .arg(folder)
        .args(["--players-per-minute", "100000"])
        .args(more)
        .env("LANG", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(File::options().create(true).append(true).open(folder.join(LOG)).unwrap())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = address_in(&line).unwrap_or_else(|| panic!("no address in '{line}'"));
    (child, address)
}

fn address_in(line: &str) -> Option<SocketAddr> {
    line.split("http://").nth(1)?.split_whitespace().next()?.parse().ok()
}

/// A setup without pauses and clocks, so that a test takes no longer than it must.
pub(crate) fn quick_setup(rules: &str, options: &Value) -> Value {
    json!({"rules": rules, "options": options, "clock": null, "uniform_pause": false})
}

/// The match of a table.
pub(crate) fn match_id(table: &Value) -> Result<String> {
    table["match_id"].as_str().map(str::to_owned).context("a table without a match")
}
