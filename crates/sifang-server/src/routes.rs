//! All addresses of the server, and what surrounds every request: limits on bodies, headers, counters.

use crate::app::Shared;
use crate::rates::{Class, Routes};
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
const NO_METRICS: &str = "counters are served at an address of their own: see the setting `metrics`\n";

/// The whole server as one service.
pub(crate) fn all(app: Shared) -> Router {
    Routes::new(&app)
        .on("/ws", Class::Light, get(socket::open))
        .on("/healthz", Class::Light, get(|| async { "ok\n" }))
        .on("/readyz", Class::Light, get(ready))
        .on("/metrics", Class::Light, get(|| async { (StatusCode::NOT_FOUND, NO_METRICS) }))
        .on("/lab/reports/{id}", Class::Costly, get(api::lab::page))
        .and(api::routes(&app))
        .otherwise(Class::Constant, get(files::serve))
        .all()
        .layer(DefaultBodyLimit::max(limits::FRAME_BYTES))
        .layer(from_fn(guard::headers))
        .layer(from_fn_with_state(app.clone(), count))
        .with_state(app)
}

/// Whether the server can keep what it is sent: every room is back, and a write goes through.
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
