//! What the rules interface says that never changes while the server runs: each page is made when it is first asked for, once.

use super::rules;
use super::study::study;
use crate::app::App;
use crate::error::ApiError;
use crate::kept::{ASK, JSON, Kept};
use crate::limits::lock;
use axum::body::Body;
use axum::http::{HeaderMap, Response};
use sifang_options::Lang;
use sifang_rules::any::RuleSetId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tokio::sync::OnceCell;

/// A page that never changes. There are as many as rule sets and languages make.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Page {
    /// The list of rule sets.
    List,
    /// One with its options and fans.
    One(RuleSetId),
    /// Its book.
    Book(RuleSetId, Lang),
    /// What a score request of it is made of.
    Form(RuleSetId),
}

/// Those that were asked for.
#[derive(Debug, Default)]
pub(crate) struct Pages(Mutex<HashMap<Page, Arc<OnceCell<Kept>>>>);

impl Pages {
    /// Answers with a page.
    pub(super) async fn answer(
        &self,
        app: &App,
        page: Page,
        asked: &HeaderMap,
    ) -> Result<Response<Body>, ApiError> {
        let cell = lock(&self.0).entry(page).or_default().clone();
        let make = async || {
            let make = move || Ok::<_, ApiError>(Kept::new(rules::make(page)?, JSON, ASK).zipped());
            study(app, make).await?
        };
        Ok(cell.get_or_try_init(make).await?.answer(asked))
    }
}
