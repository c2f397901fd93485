//! The WebSocket of a player: who may open one, what its frames may be, and what becomes of them.

pub(crate) mod connection;
mod session;
mod writer;

pub(crate) use session::refuse;

use crate::api::extract::Address;
use crate::app::Shared;
use crate::error::ApiError;
use crate::guard;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use sifang_proto::{ErrorCode, limits};
use std::net::IpAddr;
use std::time::Duration;

/// How often an idle client is asked whether it is still there.
const PING_EVERY: Duration = Duration::from_secs(10);
/// How long a write may take before the client counts as gone.
const WRITE_TIME: Duration = Duration::from_secs(5);

/// The bounds of the transport. The library's own are far too wide for us, so every one is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    /// Largest message that is read, all its fragments together.
    pub(crate) message: usize,
    /// Largest frame that is read.
    pub(crate) frame: usize,
    /// Bytes read from the system at once.
    pub(crate) read: usize,
    /// Bytes gathered before they are written to the system.
    pub(crate) write: usize,
    /// Most bytes that wait for a client that does not read; a snapshot fits in many times.
    pub(crate) waiting: usize,
}

/// See [`Bounds`].
pub(crate) const BOUNDS: Bounds = Bounds {
    message: limits::FRAME_BYTES,
    frame: limits::FRAME_BYTES,
    read: 8 * 1024,
    write: 8 * 1024,
    waiting: 512 * 1024,
};

/// A place among the sockets of one address; given back when dropped.
struct Place {
    app: Shared,
    address: IpAddr,
}

impl Place {
    fn take(app: &Shared, address: IpAddr) -> Option<Place> {
        app.sockets.take(address).then(|| {
            app.metrics.sockets.change(1);
            Place { app: app.clone(), address }
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.app.metrics.sockets.change(-1);
        self.app.sockets.give_back(&self.address);
    }
}

/// `GET /ws`.
pub(crate) async fn open(
    State(app): State<Shared>,
    Address(address): Address,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !guard::origin_allowed(&headers, &app.config.origins) {
        app.metrics.sockets_dropped.add();
        return (StatusCode::FORBIDDEN, "this page may not open a socket here\n").into_response();
    }
    let Some(place) = Place::take(&app, address) else {
        app.metrics.sockets_dropped.add();
        return ApiError::from(ErrorCode::RateExceeded).into_response();
    };
    bounded(upgrade).on_upgrade(move |socket| async move {
        session::run(&place.app, socket).await;
    })
}

/// The upgrade with all bounds set.
fn bounded(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(BOUNDS.message)
        .max_frame_size(BOUNDS.frame)
        .read_buffer_size(BOUNDS.read)
        .write_buffer_size(BOUNDS.write)
        .max_write_buffer_size(BOUNDS.waiting)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::extract::FromRequestParts;
    use axum::http::Request;

    #[tokio::test]
    async fn every_bound_of_the_library_is_ours() {
        let mut request = Request::builder()
            .uri("/ws")
            .header("connection", "upgrade")
            .header("upgrade", "websocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
            .body(())
            .unwrap();
        let on_upgrade = hyper::upgrade::on(&mut request);
        request.extensions_mut().insert(on_upgrade);
        let (mut parts, ()) = request.into_parts();
        let upgrade = WebSocketUpgrade::from_request_parts(&mut parts, &()).await.unwrap();
        let config = format!("{:?}", bounded(upgrade));
        for bound in [
            "max_message_size: Some(8192)",
            "max_frame_size: Some(8192)",
            " read_buffer_size: 8192",
            " write_buffer_size: 8192",
            "max_write_buffer_size: 524288",
        ] {
            assert!(config.contains(bound), "{bound} in {config}");
        }
    }
}
