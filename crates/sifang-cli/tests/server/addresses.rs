//! Who is counted together, and how many can be served at once.

use crate::server::host::host_with;
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

/// How many scores are worked out for requests with these lines of `X-Forwarded-For` until one has to wait.
async fn served(host: &Host, lines: &dyn Fn(u32) -> String) -> u32 {
    for number in 0..40 {
        let mut stream = TcpStream::connect(host.server.host()).await.unwrap();
        let request = format!(
            "POST /api/rules/none/score HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n{}\r\n",
            lines(number)
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).await.unwrap();
        if status.ends_with(b"429") {
            return number;
        }
    }
    40
}

#[tokio::test]
async fn what_a_client_writes_into_the_header_of_proxies_hides_nobody() {
    let line = |address: &str| format!("X-Forwarded-For: {address}\r\n");
    let own = |n: u32| format!("192.0.2.{n}");
    // A proxy that adds a line of its own, or continues the client's.
    let host = host_with(&["--behind-proxy", "--requests-per-second", "1"]);
    let first = served(&host, &|n| line(&own(n)) + &line("203.0.113.1")).await;
    assert!((12..20).contains(&first), "{first}");
    let second = served(&host, &|n| line(&format!("{}, 203.0.113.2", own(n)))).await;
    assert!((12..20).contains(&second), "{second}");
    assert_eq!(served(&host, &|n| line(&format!("203.0.113.{}", 100 + n))).await, 40, "others are others");
    // Proxies that are known: two in a row, and somebody who comes past them.
    let settings =
        ["--trusted-proxy", "127.0.0.0/8", "--trusted-proxy", "10.0.0.0/8", "--requests-per-second", "1"];
    let host = host_with(&settings);
    let third = served(&host, &|n| line(&own(n)) + &line("203.0.113.3, 10.1.2.3")).await;
    assert!((12..20).contains(&third), "{third}");
    assert_eq!(served(&host, &|n| line(&format!("203.0.113.{}, 10.1.2.3", 100 + n))).await, 40);
    let host = host_with(&["--behind-proxy", "--trusted-proxy", "10.0.0.0/8", "--requests-per-second", "1"]);
    let past = served(&host, &|n| line(&own(n))).await;
    assert!((12..20).contains(&past), "{past}");
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
