//! The HTTP interface beside the socket: who plays, which rules there are, rooms, saved options, what was played.

mod account;
pub(crate) mod extract;
pub(crate) mod history;
pub(crate) mod lab;
pub(crate) mod openapi;
mod operations;
mod pages;
mod passkeys;
pub(crate) mod players;
mod presets;
mod records;
mod review;
mod rooms;
mod rules;
mod study;

pub(crate) use pages::Pages;

use crate::app::Shared;
use crate::error::ApiError;
use crate::kept::{ASK, JSON, Kept};
use crate::rates::{Class, Routes};
use axum::extract::DefaultBodyLimit;
use axum::http::HeaderMap;
use axum::routing::{MethodRouter, any, delete, get, patch, post, put};
use operations::Operation;
use sifang_proto::{ErrorCode, limits};

/// Routes together with what the document says about them.
pub(crate) struct Documented<'a> {
    routes: Routes<'a>,
    pub(crate) operations: Vec<&'static Operation>,
}

impl<'a> Documented<'a> {
    fn on(mut self, operation: &'static Operation, handler: MethodRouter<Shared>) -> Documented<'a> {
        self.operations.push(operation);
        Documented { routes: self.routes.on(operation.path, operation.class, handler), ..self }
    }
}

/// All routes of the interface.
pub(crate) fn documented(app: &Shared) -> Documented<'_> {
    Documented { routes: Routes::new(app), operations: Vec::new() }
        .on(&operations::REGISTER, post(players::register))
        .on(&operations::ME, get(players::me))
        .on(&operations::RENAME, patch(players::rename))
        .on(&operations::DELETE_ACCOUNT, delete(account::delete))
        .on(&operations::DEVICES, get(account::devices))
        .on(&operations::REVOKE_OTHERS, delete(account::revoke_others))
        .on(&operations::REVOKE, delete(account::revoke))
        .on(&operations::NEW_RECOVERY, post(account::new_recovery))
        .on(&operations::RECOVER, post(account::recover))
        .on(&operations::PASSKEYS, get(passkeys::list))
        .on(&operations::BEGIN_PASSKEY, post(passkeys::begin_new))
        .on(&operations::FINISH_PASSKEY, post(passkeys::finish_new))
        .on(&operations::FORGET_PASSKEY, delete(passkeys::forget))
        .on(&operations::BEGIN_SIGN_IN, post(passkeys::begin))
        .on(&operations::FINISH_SIGN_IN, post(passkeys::finish))
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
        .on(&operations::REVIEWS, get(history::reviews))
        .on(&operations::RECORD, get(records::record))
        .on(&operations::RECORD_DEAL, get(records::deal))
        .on(&operations::REPLAY, get(records::replay))
        .on(&operations::QUESTION, get(records::question))
        .on(&operations::BEGIN_REVIEW, post(review::begin))
        .on(&operations::REVIEW, get(review::look))
        .on(&operations::CANCEL_REVIEW, delete(review::cancel))
        .on(&operations::VERIFY, post(records::verify).layer(DefaultBodyLimit::max(limits::RECORD_BYTES)))
        .on(&operations::KEYS, get(records::keys))
        .on(&operations::LAB, get(lab::list))
        .on(&operations::BEGIN_LAB, post(lab::begin))
        .on(&operations::LAB_RUN, get(lab::one))
        .on(&operations::CANCEL_LAB, delete(lab::cancel))
}

/// The routes with their document beside them, and a refusal in our own words for every other address.
pub(crate) fn routes(app: &Shared) -> Routes<'_> {
    let documented = documented(app);
    let document = Kept::new(openapi::document(&documented.operations).to_string(), JSON, ASK).zipped();
    let document = get(move |headers: HeaderMap| async move { document.answer(&headers) });
    let unknown = any(|| async { ApiError::from(ErrorCode::NotFound) });
    documented.routes.on("/api/openapi.json", Class::Constant, document).on(
        "/api/{*rest}",
        Class::Light,
        unknown,
    )
}
