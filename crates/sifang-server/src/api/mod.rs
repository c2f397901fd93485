//! The HTTP interface beside the socket: who plays, which rules there are, rooms, saved options, what was played.

mod account;
pub(crate) mod extract;
pub(crate) mod history;
pub(crate) mod lab;
pub(crate) mod openapi;
mod operations;
pub(crate) mod players;
mod presets;
mod records;
mod rooms;
mod rules;

use crate::app::Shared;
use crate::error::ApiError;
use axum::extract::DefaultBodyLimit;
use axum::routing::{MethodRouter, delete, get, patch, post, put};
use axum::{Json, Router};
use operations::Operation;
use sifang_proto::{ErrorCode, limits};

/// Routes together with what the document says about them.
#[derive(Default)]
pub(crate) struct Documented {
    pub(crate) router: Router<Shared>,
    pub(crate) operations: Vec<&'static Operation>,
}

impl Documented {
    fn on(mut self, operation: &'static Operation, handler: MethodRouter<Shared>) -> Documented {
        self.operations.push(operation);
        Documented { router: self.router.route(operation.path, handler), ..self }
    }
}

/// All routes of the interface.
pub(crate) fn documented() -> Documented {
    Documented::default()
        .on(&operations::REGISTER, post(players::register))
        .on(&operations::ME, get(players::me))
        .on(&operations::RENAME, patch(players::rename))
        .on(&operations::DEVICES, get(account::devices))
        .on(&operations::REVOKE_OTHERS, delete(account::revoke_others))
        .on(&operations::REVOKE, delete(account::revoke))
        .on(&operations::NEW_RECOVERY, post(account::new_recovery))
        .on(&operations::RECOVER, post(account::recover))
        .on(&operations::PRESETS, get(presets::list))
        .on(&operations::SAVE_PRESET, put(presets::save))
        .on(&operations::FORGET_PRESET, delete(presets::forget))
        .on(&operations::SHARED_PRESET, get(presets::shared))
        .on(&operations::RULES, get(rules::list))
        .on(&operations::RULE_SET, get(rules::one))
        .on(&operations::BOOK, get(rules::book))
        .on(&operations::FORM, get(rules::form))
        .on(&operations::SCORE, post(rules::score))
        .on(&operations::WAITS, post(rules::waits))
        .on(&operations::DESCRIBE, post(rules::describe).layer(DefaultBodyLimit::max(limits::SETTLED_BYTES)))
        .on(&operations::ROOMS, get(rooms::list))
        .on(&operations::CREATE_ROOM, post(rooms::create))
        .on(&operations::QUICK, post(rooms::quick))
        .on(&operations::PEEK, get(rooms::peek))
        .on(&operations::HISTORY, get(history::list))
        .on(&operations::STATISTICS, get(history::statistics))
        .on(&operations::RECORD, get(records::record))
        .on(&operations::RECORD_DEAL, get(records::deal))
        .on(&operations::REPLAY, get(records::replay))
        .on(&operations::VERIFY, post(records::verify).layer(DefaultBodyLimit::max(limits::RECORD_BYTES)))
        .on(&operations::LAB, get(lab::list))
        .on(&operations::BEGIN_LAB, post(lab::begin))
        .on(&operations::LAB_RUN, get(lab::one))
        .on(&operations::CANCEL_LAB, delete(lab::cancel))
}

/// The routes with their document beside them, and a refusal in our own words for every other address.
pub(crate) fn router() -> Router<Shared> {
    let documented = documented();
    let document = openapi::document(&documented.operations);
    documented
        .router
        .route("/api/openapi.json", get(move || async move { Json(document) }))
        .route("/api/{*rest}", axum::routing::any(|| async { ApiError::from(ErrorCode::NotFound) }))
}
