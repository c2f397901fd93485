//! Accepting connections: each gets a bounded time to say what it wants, and a stop lets requests in progress finish.

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
/// How long a stop waits for requests in progress.
const FINISH_TIME: Duration = Duration::from_secs(5);
/// How long to wait when the system has no more handles for connections.
const BREATH: Duration = Duration::from_millis(200);

/// Serves connections until `stop` is there.
pub(crate) async fn serve(listener: TcpListener, routes: Router, stop: impl Future<Output = ()>) {
    let (stopping, stopped) = watch::channel(false);
    let mut connections = JoinSet::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        tokio::select! {
            () = &mut stop => break,
            Some(_) = connections.join_next() => {}
            accepted = listener.accept() => match accepted {
                Ok((stream, address)) => {
                    connections.spawn(connection(stream, address, routes.clone(), stopped.clone()));
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(BREATH).await;
                }
            },
        }
    }
    drop(listener);
    // Connections whose task has ended already need not be told.
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
    mut stopped: watch::Receiver<bool>,
) {
    // Moves are small and wanted at once. A connection for which this fails is served all the same.
    let _ = stream.set_nodelay(true);
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
    // A connection that fails has nobody left to be told.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stopped.wait_for(|stopped| *stopped) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}
