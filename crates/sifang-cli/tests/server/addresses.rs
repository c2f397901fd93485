//! Who is counted together, and how many can be served at once.

use sifang_trials::Host;
use std::path::Path;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// A connection that was answered and stays open.
async fn answered(host: &Host) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(host.server.host()).await.ok()?;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.ok()?;
    let mut status = [0; 15];
    timeout(Duration::from_secs(5), stream.read_exact(&mut status)).await.ok()?.ok()?;
    (&status == b"HTTP/1.1 200 OK").then_some(stream)
}

#[cfg(unix)]
#[tokio::test]
async fn more_connections_are_served_than_a_shell_gives_handles() {
    let host = Host::start_with_few_handles(Path::new(env!("CARGO_BIN_EXE_sifang")), 64).unwrap();
    let mut open = Vec::new();
    for number in 0..150 {
        open.push(answered(&host).await.unwrap_or_else(|| panic!("connection {number} was not served")));
    }
    assert!(host.log().contains("handles="), "the log says how many there are");
}
