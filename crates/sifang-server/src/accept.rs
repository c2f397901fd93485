//! Accepting connections: so many from one address, each with a bounded time to say what it wants and to take the answer. A
//! stop lets requests in progress finish.

use crate::limits::{Held, Place};
use crate::network::Network;
use crate::proxy::Subnet;
use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::ServiceExt;

/// How long a client may take to send the head of a request; sockets have a time of their own from then on.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// How long a connection may live that does not become a socket: whoever sends or reads this slowly is not waited for.
const LIFE_TIME: Duration = Duration::from_secs(60);
/// Bytes that the system keeps for a client that does not read; its own bound would be megabytes.
const SEND_BUFFER: usize = 128 * 1024;
/// How long a stop waits for requests in progress.
const FINISH_TIME: Duration = Duration::from_secs(5);
/// How long to wait when the system has no more handles for connections.
const BREATH: Duration = Duration::from_millis(200);

/// How many connections may be open that have not become sockets.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    /// From one address.
    pub(crate) most: usize,
    /// Proxies, through which many come.
    pub(crate) proxies: Vec<Subnet>,
}

/// Serves connections until `stop` is there.
pub(crate) async fn serve(listener: TcpListener, routes: Router, room: Room, stop: impl Future<Output = ()>) {
    let (stopping, stopped) = watch::channel(false);
    let places = Held::new(room.most);
    let mut connections = JoinSet::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        tokio::select! {
            () = &mut stop => break,
            Some(_) = connections.join_next() => {}
            accepted = listener.accept() => match accepted {
                // One too many is dropped without a word: words would cost what the bound is to save.
                Ok((stream, address)) => {
                    let is_proxy = room.proxies.iter().any(|proxy| proxy.has(address.ip()));
                    let place = if is_proxy { None } else { places.take(Network::from(address.ip())) };
                    if is_proxy || place.is_some() {
                        connections.spawn(connection(stream, address, routes.clone(), place, stopped.clone()));
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(BREATH).await;
                }
            },
        }
    }
    drop(listener);
    // Connections whose task has ended already need no message.
    let _ = stopping.send(true);
    let finished = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(FINISH_TIME, finished).await.is_err() {
        tracing::warn!("some requests did not finish in time");
    }
}

/// Serves one connection. One that becomes a socket goes on elsewhere, and ends when its session does.
async fn connection(
    stream: TcpStream,
    address: SocketAddr,
    routes: Router,
    _place: Option<Place<Network>>,
    mut stopped: watch::Receiver<bool>,
) {
    // Moves are small and wanted at once. A connection for which this fails is served all the same.
    let _ = stream.set_nodelay(true);
    let _ = socket2::SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        routes.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    // A connection that fails has nobody left to answer.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stopped.wait_for(|stopped| *stopped) => {}
        () = tokio::time::sleep(LIFE_TIME) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = tokio::time::timeout(FINISH_TIME, connection).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    #[test]
    fn connections_of_one_ipv6_network_share_their_places() {
        let places = Held::<Network>::new(2);
        let take = |text: &str| places.take(text.parse::<IpAddr>().unwrap().into());
        let first = take("2001:db8::1");
        let second = take("2001:db8::2");
        assert!(first.is_some() && second.is_some() && take("2001:db8::3").is_none());
        assert!(take("2001:db8:0:1::1").is_some(), "another network");
        drop(first);
        assert!(take("2001:db8::3").is_some());
    }
}
