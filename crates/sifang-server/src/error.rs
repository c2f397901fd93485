//! Refusals over HTTP: the same codes and sentences as over the socket, with a status.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use sifang_proto::{ErrorBody, ErrorCode};
use sifang_store::StoreError;

/// A refused request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ApiError(pub(crate) ErrorBody);

impl ApiError {
    fn status(&self) -> StatusCode {
        match self.0.code {
            ErrorCode::AuthToken | ErrorCode::AuthRecovery | ErrorCode::PasskeyRefused => {
                StatusCode::UNAUTHORIZED
            }
            ErrorCode::NotFound | ErrorCode::RoomNotFound | ErrorCode::RulesUnknown => StatusCode::NOT_FOUND,
            ErrorCode::RoomPrivate | ErrorCode::ReviewNotYours => StatusCode::FORBIDDEN,
            ErrorCode::RateExceeded => StatusCode::TOO_MANY_REQUESTS,
            ErrorCode::RoomTooMany
            | ErrorCode::RoomTooManyHere
            | ErrorCode::RoomTooManyListed
            | ErrorCode::RecordUnplayable
            | ErrorCode::LabRunning
            | ErrorCode::ReviewRunning
            | ErrorCode::PasskeyFull => StatusCode::CONFLICT,
            ErrorCode::MessageTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ErrorCode::ServerBusy | ErrorCode::LabFull => StatusCode::SERVICE_UNAVAILABLE,
            ErrorCode::ServerInternal => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::BAD_REQUEST,
        }
    }
}

impl From<ErrorCode> for ApiError {
    fn from(code: ErrorCode) -> ApiError {
        ApiError(code.into())
    }
}

impl From<ErrorBody> for ApiError {
    fn from(body: ErrorBody) -> ApiError {
        ApiError(body)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::Busy | StoreError::Closed | StoreError::Moved => ErrorCode::ServerBusy.into(),
            StoreError::Missing => ErrorCode::NotFound.into(),
            StoreError::Taken
            | StoreError::Gap { .. }
            | StoreError::Failed(_)
            | StoreError::Lost(_)
            | StoreError::GivenUp
            | StoreError::Refused { .. } => {
                tracing::error!(%error, "a request failed");
                ErrorCode::ServerInternal.into()
            }
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status();
        let mut response = (status, Json(self.0)).into_response();
        if status == StatusCode::TOO_MANY_REQUESTS {
            // Who knows better says so.
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response
    }
}
