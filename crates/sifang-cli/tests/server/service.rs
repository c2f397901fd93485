//! As a service: the socket is handed over and outlives the process, and the manager learns of it.

use crate::common::{run, sifang};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Starts the server with this socket as its third file, as a service manager does.
fn start(listener: &TcpListener, notify: &Path, data: &Path) -> Child {
    let socket: std::os::fd::OwnedFd = listener.try_clone().unwrap().into();
    let mut child = Command::new("sh")
        .args(["-c", "exec 3<&0 </dev/null; LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" \"$@\""])
        .arg(sifang(&[]).get_program())
        .args(["serve", "--data"])
        .arg(data)
        .env("NOTIFY_SOCKET", notify)
        .env("WATCHDOG_USEC", "600000")
        .env("LANG", "C")
        .stdin(Stdio::from(socket))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains(&listener.local_addr().unwrap().to_string()), "{line}");
    child
}

fn receive(manager: &UnixDatagram, word: &str) {
    let mut bytes = [0; 256];
    loop {
        let count = manager.recv(&mut bytes).unwrap_or_else(|error| panic!("no {word}: {error}"));
        if String::from_utf8_lossy(&bytes[..count]).contains(word) {
            return;
        }
    }
}

fn terminate(child: &mut Child) {
    let status = Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(status.success());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_restart_refuses_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let manager = UnixDatagram::bind(&path).unwrap();
    manager.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let data = folder.path().join("data");

    let mut first = start(&listener, &path, &data);
    receive(&manager, "READY=1");
    receive(&manager, "WATCHDOG=1");
    let url = format!("http://{}", listener.local_addr().unwrap());
    assert_eq!(run(&["health", "--url", &url]).out, "ready\n");
    terminate(&mut first);
    receive(&manager, "STOPPING=1");

    // Nobody listens now, and yet nobody is refused: whoever comes is answered by the next server.
    let mut waiting = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    waiting.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
    let mut second = start(&listener, &path, &data);
    let mut answer = String::new();
    waiting.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    receive(&manager, "READY=1");
    terminate(&mut second);
}

#[test]
fn a_server_that_is_not_there_is_not_ready() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    assert_eq!(run(&["health", "--url", &url]).status, 1);
    assert_eq!(run(&["health", "--url", "nowhere"]).status, 2);
}

#[test]
fn shells_and_manuals_know_every_command() {
    let words = ["serve", "backup", "health", "simulate", "completions"];
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell]).out;
        assert!(words.iter().all(|word| script.contains(word)), "{shell}");
    }
    let page = run(&["man"]).out;
    assert!(page.contains(".SH \"SIFANG SERVE\"") || page.contains(".SH SIFANG SERVE"), "{page}");
    assert!(words.iter().all(|word| page.contains(word)));
    assert!(run(&["man", "--lang", "zh"]).out.contains("牌桌服务器"));
}
