//! The server as a service of systemd: a socket that is handed over, word when it is ready, and signs
//! of life. Elsewhere, and when nobody asks for it, nothing of this happens.
//!
//! Whoever keeps the listening socket open (a socket unit, a supervisor) can restart the server
//! without a single connection being refused: they wait in the system's queue meanwhile.

use crate::health;
use sifang_client::Server;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::time::Duration;

/// How long to wait before asking again whether the server is ready.
const SOON: Duration = Duration::from_millis(50);

/// The listening socket that was handed over (`LISTEN_FDS`), if one was.
pub(crate) fn handed_over() -> io::Result<Option<TcpListener>> {
    listenfd::ListenFd::from_env().take_tcp_listener(0)
}

/// Says when the server at this address is ready, and from then on that it lives, as long as it does.
/// Signs of life come from a request like any other: a server that does not answer is restarted.
pub(crate) async fn attend(address: SocketAddr) {
    if std::env::var_os("NOTIFY_SOCKET").is_none() {
        return;
    }
    let Ok(server) = Server::new(&format!("http://{}", own(address))) else { return };
    while !matches!(health::ready(&server).await, Ok(true)) {
        tokio::time::sleep(SOON).await;
    }
    say(Word::Ready);
    let Some(time) = watchdog() else { return };
    loop {
        if matches!(health::alive(&server).await, Ok(true)) {
            say(Word::Alive);
        }
        tokio::time::sleep(time / 3).await;
    }
}

/// Waits until a request to this address is answered.
pub(crate) async fn answers(address: SocketAddr) {
    let Ok(server) = Server::new(&format!("http://{}", own(address))) else { return };
    while !matches!(health::alive(&server).await, Ok(true)) {
        tokio::time::sleep(SOON).await;
    }
}

/// Where the server can be reached from this machine.
pub(crate) fn own(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// What is said to the service manager.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Word {
    /// All rooms are back.
    Ready,
    /// Still there.
    Alive,
    /// On the way out.
    Stopping,
}

/// Notifies the service manager, if there is one (`NOTIFY_SOCKET`). One that does not listen is no reason to stop serving.
pub(crate) fn say(word: Word) {
    #[cfg(target_os = "linux")]
    {
        use sd_notify::NotifyState;
        let state = match word {
            Word::Ready => NotifyState::Ready,
            Word::Alive => NotifyState::Watchdog,
            Word::Stopping => NotifyState::Stopping,
        };
        let _ = sd_notify::notify(&[state]);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = word;
}

/// How often the service manager wants a sign of life.
fn watchdog() -> Option<Duration> {
    #[cfg(target_os = "linux")]
    return sd_notify::watchdog_enabled();
    #[cfg(not(target_os = "linux"))]
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_for_everybody_is_asked_on_this_machine() {
        let own = |text: &str| own(text.parse().unwrap()).to_string();
        assert_eq!(own("0.0.0.0:8710"), "127.0.0.1:8710");
        assert_eq!(own("[::]:8710"), "[::1]:8710");
        assert_eq!(own("192.0.2.1:80"), "192.0.2.1:80");
    }
}
