//! All addresses of the server, and what surrounds every request: limits on bodies, headers, counters.

use crate::app::Shared;
use crate::{api, files, guard, socket};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use sifang_proto::limits;
use std::sync::atomic::Ordering::Relaxed;

/// For whoever looks for counters where everybody comes in.
const NO_METRICS: &str = "counters are told at an address of their own: see the setting `metrics`\n";

/// The whole server as one service.
pub(crate) fn all(app: Shared) -> Router {
    Router::new()
        .route("/ws", get(socket::open))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(|| async { (StatusCode::NOT_FOUND, NO_METRICS) }))
        .route("/lab/reports/{id}", get(api::lab::page))
        .merge(api::router())
        .fallback(get(files::serve))
        .layer(DefaultBodyLimit::max(limits::FRAME_BYTES))
        .layer(from_fn(guard::headers))
        .layer(from_fn_with_state(app.clone(), count))
        .with_state(app)
}

/// Whether the server can keep what it is told: every room is back, and a write goes through.
async fn ready(State(app): State<Shared>) -> Response {
    let recovered = app.ready.load(Relaxed);
    match app.health.look(&app.store).await {
        Ok(()) if recovered => "ready\n".into_response(),
        Ok(()) => (StatusCode::SERVICE_UNAVAILABLE, "rooms are being brought back\n").into_response(),
        Err(error) => {
            // What exactly is wrong with the disk is the operator's business.
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "nothing can be written\n").into_response()
        }
    }
}

async fn count(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    app.metrics.requests.add();
    if response.status().is_client_error() {
        app.metrics.requests_refused.add();
    } else if response.status().is_server_error() {
        app.metrics.requests_failed.add();
    }
    response
}
