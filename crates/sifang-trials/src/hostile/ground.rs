//! Where hostile clients meet the server: one process, and players who are known to it.

use crate::Host;
use crate::host::table;
use anyhow::{Context, Result};
use serde_json::Value;
use sifang_client::{Client, Received, Server};

/// Players that attackers share; more than are connected at once.
const PLAYERS: usize = 64;

/// A server and its players.
pub(super) struct Ground {
    pub(super) server: Server,
    pub(super) process: u32,
    tokens: Vec<String>,
}

impl Ground {
    pub(super) async fn new(host: &Host) -> Result<Ground> {
        let tokens = host.players(PLAYERS).await?;
        Ok(Ground { server: host.server.clone(), process: host.process(), tokens })
    }

    /// The token of a player.
    pub(super) async fn token(&self, n: u64) -> Result<String> {
        Ok(self.tokens[n as usize % PLAYERS].clone())
    }

    /// A room with these many players seated and ready, all of them new.
    pub(super) async fn table(
        &self,
        setup: &Value,
        people: usize,
    ) -> Result<(String, Vec<(String, Client)>)> {
        table(&self.server, setup, people).await
    }
}

/// Sends a text and gives the code it was refused with, or `ack`.
pub(super) async fn verdict(client: &mut Client, text: String) -> Result<String> {
    client.send_text(text).await?;
    loop {
        match client.receive().await? {
            Received::Closed(status) => return Ok(format!("closed {}", status.unwrap_or_default())),
            Received::Message(message) if message["type"] == "ack" => return Ok("ack".into()),
            Received::Message(message) if message["type"] == "error" => {
                return Ok(message["code"].as_str().unwrap_or_default().to_owned());
            }
            Received::Message(_) => {}
        }
    }
}

/// Memory that a process holds.
pub(super) fn resident_kb(process: u32) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
    Ok(line.trim().trim_end_matches("kB").trim().parse()?)
}
