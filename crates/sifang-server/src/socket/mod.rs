//! The WebSocket of a player: who may open one, what its frames may be, and what becomes of them.

pub(crate) mod connection;
pub(crate) mod frame;
pub(crate) mod handshake;
mod reader;
mod session;

use crate::api::extract::Address;
use crate::app::Shared;
use crate::error::ApiError;
use crate::guard;
use crate::limits;
use crate::network::Network;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use hyper::upgrade::{OnUpgrade, Parts};
use hyper_util::rt::TokioIo;
use sifang_proto::ErrorCode;
use tokio::net::TcpStream;

/// A place among the sockets of one network, whose guesses are made here; given back when dropped.
struct Place {
    app: Shared,
    network: limits::Place<Network>,
}

impl Place {
    fn take(app: &Shared, network: Network) -> Option<Place> {
        let network = app.sockets.take(network)?;
        app.metrics.sockets.change(1);
        Some(Place { app: app.clone(), network })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.app.metrics.sockets.change(-1);
    }
}

/// `GET /ws`.
pub(crate) async fn open(
    State(app): State<Shared>,
    Address(network): Address,
    mut request: Request,
) -> Response {
    let (upgrade, response) = match handshake::accept(&mut request) {
        Ok(accepted) => accepted,
        Err(refused) => return refused,
    };
    if !guard::origin_allowed(request.headers(), &app.config.origins) {
        app.metrics.sockets_dropped.add();
        return (StatusCode::FORBIDDEN, "this page may not open a socket here\n").into_response();
    }
    let Some(place) = Place::take(&app, network) else {
        app.metrics.sockets_dropped.add();
        return ApiError::from(ErrorCode::RateExceeded).into_response();
    };
    tokio::spawn(serve(place, upgrade));
    response
}

/// Serves a socket once the answer to its handshake has been sent.
async fn serve(place: Place, upgrade: OnUpgrade) {
    // A connection that broke in the meantime has nobody left to answer; and all of ours are TCP.
    let Ok(upgraded) = upgrade.await else { return };
    let Ok(Parts { io, read_buf, .. }) = upgraded.downcast::<TokioIo<TcpStream>>() else { return };
    // The buffer of the handshake is many times larger than what a client may have sent behind it, and would stay as long as
    // the connection.
    let early = read_buf.to_vec();
    drop(read_buf);
    session::run(&place, io.into_inner(), early).await;
}
