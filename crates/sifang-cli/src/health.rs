//! `sifang health`: asks a running server whether it is ready, for container engines and scripts.

use crate::args::Health;
use crate::exit::Failure;
use anyhow::{Context, Result, anyhow};
use sifang_client::Server;
use sifang_options::Lang;
use std::io::Write;
use std::time::Duration;

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Whether the server at this address says that all rooms are back and that it can write.
pub(crate) async fn ready(server: &Server) -> Result<bool> {
    asked(server, "/readyz").await.map(|status| status == 200)
}

/// Whether the server at this address answers at all.
pub(crate) async fn alive(server: &Server) -> Result<bool> {
    asked(server, "/healthz").await.map(|status| status == 200)
}

async fn asked(server: &Server, path: &str) -> Result<u16> {
    let answer = tokio::time::timeout(PATIENCE, server.request("GET", path, None, None)).await;
    let answer = answer.map_err(|_| anyhow!("no answer within {} s", PATIENCE.as_secs()))?;
    answer.map(|answer| answer.status).with_context(|| server.host().to_owned())
}

/// Asks, says what was answered, and fails unless the server is ready.
pub(crate) fn run(asked: &Health, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let server = Server::new(&asked.url).map_err(Failure::usage)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let is_ready = runtime.block_on(ready(&server))?;
    let said = match (is_ready, lang) {
        (true, Lang::Zh) => "就绪",
        (true, Lang::En) => "ready",
        (false, Lang::Zh) => "没有就绪：房间还没有全部恢复，或者不能写盘",
        (false, Lang::En) => "not ready: rooms are still coming back, or writing fails",
    };
    writeln!(out, "{said}")?;
    if is_ready { Ok(()) } else { Err(Failure::DoesNotHold) }
}
