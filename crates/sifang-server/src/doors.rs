//! The addresses of a server: one for everybody, and one of its own for counters.

use crate::accept;
use crate::app::Shared;
use crate::config::{Config, MetricsAt};
use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use socket2::SockRef;
use std::io;
use std::net::SocketAddr;
use tokio::net::TcpListener;

/// Connections to the counters from one address: whoever reads them is one program.
const READERS: usize = 16;

/// An address that cannot be had.
#[derive(Debug, thiserror::Error)]
#[error("{what} {address}: {error}")]
pub struct Taken {
    /// The setting that names it.
    what: &'static str,
    address: SocketAddr,
    error: io::Error,
}

/// Listening sockets.
#[derive(Debug)]
pub struct Doors {
    /// For everybody.
    pub(crate) public: TcpListener,
    /// For counters.
    pub(crate) metrics: Option<TcpListener>,
}

impl Doors {
    /// Listens on the addresses of these settings, or takes the socket for everybody that a service manager hands over. Where nothing was said about counters and somebody has their usual address (a
    /// second server on the machine, mostly), there are none.
    pub async fn open(config: &Config, handed_over: Option<std::net::TcpListener>) -> Result<Doors, Taken> {
        let public = match handed_over {
            Some(listener) => taken_over(listener).map_err(|error| Taken {
                what: "listen",
                address: config.listen,
                error,
            })?,
            None => listen("listen", config.listen).await?,
        };
        let metrics = match config.metrics {
            Some(MetricsAt::Off) => None,
            Some(MetricsAt::Address(address)) => Some(listen("metrics", address).await?),
            None => listen("metrics", MetricsAt::USUAL)
                .await
                .inspect_err(|error| tracing::warn!(%error, "counters are served nowhere"))
                .ok(),
        };
        if let Some(address) = metrics.as_ref().and_then(|metrics| metrics.local_addr().ok()) {
            tracing::info!("metrics at http://{address}/metrics");
            if !address.ip().is_loopback() {
                tracing::warn!("counters betray who can claim a tile: nobody who plays may reach {address}");
            }
        }
        Ok(Doors { public, metrics })
    }

    /// Where everybody comes in.
    pub fn public(&self) -> io::Result<SocketAddr> {
        self.public.local_addr()
    }

    /// Where counters are served.
    pub fn metrics(&self) -> Option<SocketAddr> {
        self.metrics.as_ref()?.local_addr().ok()
    }
}

/// Connections that wait to be accepted, of as many as the system allows.
const QUEUE: i32 = 4096;

async fn listen(what: &'static str, address: SocketAddr) -> Result<TcpListener, Taken> {
    TcpListener::bind(address).await.map_err(|error| Taken { what, address, error })
}

fn taken_over(listener: std::net::TcpListener) -> io::Result<TcpListener> {
    listener.set_nonblocking(true)?;
    // Whoever made it may have chosen a short queue. Over a restart all players come back at once, before
    // anybody accepts; who finds no place in the queue tries again after one, three, seven seconds.
    SockRef::from(&listener).listen(QUEUE)?;
    TcpListener::from_std(listener)
}

/// Serves counters to whoever comes here, as long as the server runs.
pub(crate) async fn tell_metrics(listener: TcpListener, app: Shared) {
    let routes = Router::new().route("/metrics", get(metrics)).with_state(app);
    let room = accept::Room { most: READERS, proxies: Vec::new() };
    accept::serve(listener, routes, room, std::future::pending()).await;
}

async fn metrics(State(app): State<Shared>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.render(app.journal.commits()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Given;

    fn config(metrics: Option<SocketAddr>) -> Config {
        let metrics = metrics.map(MetricsAt::Address);
        let listen = Some(crate::ListenAt("127.0.0.1:0".parse().unwrap()));
        Config::new(Given { listen, metrics, ..Given::default() }).unwrap()
    }

    #[tokio::test]
    async fn a_usual_address_that_is_taken_is_done_without_and_a_given_one_is_an_error() {
        // Whoever has it, a server on this machine or this test: it is taken.
        let _held = TcpListener::bind(MetricsAt::USUAL).await;
        assert!(Doors::open(&config(None), None).await.unwrap().metrics().is_none());
        let error = Doors::open(&config(Some(MetricsAt::USUAL)), None).await.unwrap_err().to_string();
        assert!(error.starts_with("metrics 127.0.0.1:8711: "), "{error}");
        let free = Doors::open(&config(Some("127.0.0.1:0".parse().unwrap())), None).await.unwrap();
        assert_ne!(free.metrics().unwrap().port(), 0);
        assert_ne!(free.metrics().unwrap(), free.public().unwrap());
    }
}
