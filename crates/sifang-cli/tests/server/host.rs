//! The server that these tests meet: the binary just built.

use anyhow::{Context, Result};
use serde_json::Value;
pub(crate) use sifang_trials::{Host, quick_setup};
use std::path::Path;

/// Starts a server for many players from one address.
pub(crate) fn host() -> Host {
    Host::start(Path::new(env!("CARGO_BIN_EXE_sifang"))).unwrap()
}

/// Starts a server with these settings.
pub(crate) fn host_with(settings: &[&str]) -> Host {
    Host::start_with(Path::new(env!("CARGO_BIN_EXE_sifang")), settings).unwrap()
}

/// Starts a server for many players whose data is in a database.
pub(crate) fn host_on(database: &str) -> Host {
    Host::start_crowd(Path::new(env!("CARGO_BIN_EXE_sifang")), &["--database", database]).unwrap()
}

/// The match of a table.
pub(crate) fn match_id(table: &Value) -> Result<String> {
    table["match_id"].as_str().map(str::to_owned).context("a table without a match")
}
