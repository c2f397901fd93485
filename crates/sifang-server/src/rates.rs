//! How often one network may ask for what. Every route has a [`Class`]: routes are gathered in [`Routes`], which takes none
//! without. Limits of single doings (new players, rooms, guesses) come on top and stand with them.

use crate::api::extract;
use crate::app::Shared;
use crate::error::ApiError;
use crate::limits::{Buckets, Rate};
use crate::network::Network;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{HeaderValue, RETRY_AFTER};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;
use sifang_proto::ErrorCode;
use std::time::{Duration, Instant};

/// What a request costs, and so how often it may be made: as a share of the setting `requests_per_second`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    /// The same bytes for everybody: files of the client, rule books. Four times as often: a page needs dozens.
    Constant,
    /// A look at what is in memory, or a small read.
    Light,
    /// Something is computed or looked for at length, apart from the threads that serve tables. A fifth.
    Costly,
    /// Something is kept: it costs a commit. A fifth.
    Write,
}

/// So many seconds' worth may come at once: whoever opens a page asks for much of it at the same time.
const AT_ONCE: u32 = 12;
/// How long a refusal takes. Whoever asks without pause has so many connections and no more, and is busy waiting on them.
const LINGER: Duration = Duration::from_millis(250);

impl Class {
    fn rate(self, per_second: u32) -> Rate {
        let count = match self {
            Class::Constant => per_second.saturating_mul(4),
            Class::Light => per_second,
            Class::Costly | Class::Write => (per_second / 5).max(1),
        };
        Rate::per_second(count, count.saturating_mul(AT_ONCE))
    }
}

/// What every network has asked for lately.
#[derive(Debug)]
pub(crate) struct Rates {
    constant: Buckets<Network>,
    light: Buckets<Network>,
    costly: Buckets<Network>,
    write: Buckets<Network>,
}

impl Rates {
    pub(crate) fn new(per_second: u32) -> Rates {
        let buckets = |class: Class| Buckets::new(class.rate(per_second));
        Rates {
            constant: buckets(Class::Constant),
            light: buckets(Class::Light),
            costly: buckets(Class::Costly),
            write: buckets(Class::Write),
        }
    }

    /// One more request, or how long to wait for it.
    fn take(&self, class: Class, network: Network, now: Instant) -> Result<(), Duration> {
        let buckets = match class {
            Class::Constant => &self.constant,
            Class::Light => &self.light,
            Class::Costly => &self.costly,
            Class::Write => &self.write,
        };
        buckets.take_or_wait(network, now)
    }
}

/// Routes, each with its class.
pub(crate) struct Routes<'a> {
    app: &'a Shared,
    router: Router<Shared>,
}

impl<'a> Routes<'a> {
    /// None yet.
    pub(crate) fn new(app: &'a Shared) -> Routes<'a> {
        Routes { app, router: Router::new() }
    }

    /// One more.
    pub(crate) fn on(self, path: &str, class: Class, handler: MethodRouter<Shared>) -> Routes<'a> {
        let handler = self.limited(class, handler);
        Routes { router: self.router.route(path, handler), ..self }
    }

    /// What is done with every other address.
    pub(crate) fn otherwise(self, class: Class, handler: MethodRouter<Shared>) -> Routes<'a> {
        let handler = self.limited(class, handler);
        Routes { router: self.router.fallback_service(handler.with_state(self.app.clone())), ..self }
    }

    /// These and those.
    pub(crate) fn and(self, others: Routes<'a>) -> Routes<'a> {
        Routes { router: self.router.merge(others.router), ..self }
    }

    /// All of them.
    pub(crate) fn all(self) -> Router<Shared> {
        self.router
    }

    fn limited(&self, class: Class, handler: MethodRouter<Shared>) -> MethodRouter<Shared> {
        handler.layer(from_fn_with_state((self.app.clone(), class), limit))
    }
}

async fn limit(State((app, class)): State<(Shared, Class)>, request: Request, next: Next) -> Response {
    let network = extract::network(request.headers(), request.extensions(), &app.config);
    let Err(wait) = app.rates.take(class, network, Instant::now()) else { return next.run(request).await };
    tokio::time::sleep(LINGER).await;
    let mut response = ApiError::from(ErrorCode::RateExceeded).into_response();
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(wait.as_secs() + 1));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    #[test]
    fn classes_and_networks_do_not_share() {
        let (rates, now) = (Rates::new(50), Instant::now());
        let network = |text: &str| Network::from(text.parse::<IpAddr>().unwrap());
        let (one, other) = (network("192.0.2.1"), network("192.0.2.2"));
        let most = |class, network| (0..5000).filter(|_| rates.take(class, network, now).is_ok()).count();
        assert_eq!(most(Class::Costly, one), 120);
        assert_eq!(
            [Class::Constant, Class::Light, Class::Write].map(|class| most(class, one)),
            [2400, 600, 120]
        );
        assert_eq!(most(Class::Costly, other), 120);
        let wait = rates.take(Class::Costly, one, now).unwrap_err();
        assert_eq!(wait, Duration::from_millis(100));
        assert!(rates.take(Class::Costly, one, now + wait).is_ok());
    }

    #[test]
    fn any_setting_leaves_something() {
        for per_second in [1, 3, u32::MAX] {
            let rates = Rates::new(per_second);
            for class in [Class::Constant, Class::Light, Class::Costly, Class::Write] {
                assert!(rates.take(class, Network::UNKNOWN, Instant::now()).is_ok());
            }
        }
    }
}
