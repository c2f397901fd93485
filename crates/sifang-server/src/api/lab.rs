//! The lab over HTTP: begin a comparison, look at it, cancel it. The work is done in [`crate::lab`].

use super::extract::{Address, Body, Guest};
use crate::app::Shared;
use crate::error::ApiError;
use crate::guard;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::response::{Html, IntoResponse, Response};
use sifang_proto::{ErrorCode, LabList, LabRequest, LabRun};

pub(crate) async fn list(State(app): State<Shared>, Guest(player): Guest) -> Json<LabList> {
    Json(LabList { runs: app.lab.list(player.id) })
}

pub(crate) async fn begin(
    State(app): State<Shared>,
    Address(address): Address,
    Guest(player): Guest,
    Body(request): Body<LabRequest>,
) -> Result<(StatusCode, Json<LabRun>), ApiError> {
    let run = on_thread(move || app.lab.begin(player.id, address, request)).await??;
    Ok((StatusCode::CREATED, Json(run)))
}

pub(crate) async fn one(State(app): State<Shared>, Path(id): Path<String>) -> Result<Json<LabRun>, ApiError> {
    on_thread(move || app.lab.one(&id)).await?.map(Json)
}

pub(crate) async fn cancel(
    State(app): State<Shared>,
    Guest(player): Guest,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    on_thread(move || app.lab.cancel(player.id, &id)).await??;
    Ok(StatusCode::NO_CONTENT)
}

/// The report as a page of its own, for a link.
pub(crate) async fn page(State(app): State<Shared>, Path(id): Path<String>) -> Response {
    match on_thread(move || app.lab.page(&id)).await {
        Ok(Some(page)) => ([(CONTENT_SECURITY_POLICY, guard::lone_page(&page))], Html(page)).into_response(),
        Ok(None) => ApiError::from(ErrorCode::NotFound).into_response(),
        Err(error) => error.into_response(),
    }
}

/// Files are read and written on a thread that may wait.
async fn on_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| ErrorCode::ServerInternal.into())
}
