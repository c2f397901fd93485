//! The table server: HTTP and WebSocket on one port, counters on another, one actor per room, nothing sent before it is kept.
//!
//! [`run`] serves its doors until it is stopped. Rooms live in `sifang-room`, where there is no clock and no socket; here is
//! everything around them: who may connect, how often, where lines are kept, on which threads bots think. What is *not*
//! here: rules, and what happens at a table.
#![forbid(unsafe_code)]

mod accept;
mod api;
mod app;
mod background;
mod clock;
mod coding;
mod config;
mod doors;
mod erase;
mod error;
mod files;
mod guard;
mod guesses;
mod handles;
mod health;
mod ids;
mod keeping;
mod kept;
mod keys;
mod lab;
mod limits;
mod lobby;
mod metrics;
#[cfg(feature = "mutations")]
mod mutation;
mod network;
mod panics;
mod parts;
mod passkeys;
mod proxy;
mod rates;
mod review;
mod room;
mod routes;
mod sessions;
mod site;
mod socket;
#[doc(hidden)]
pub mod strangers;
mod upkeep;

pub use config::{Config, ConfigError, DatabaseUrl, Given, ListenAt, MetricsAt};
pub use doors::{Doors, Taken};
pub use handles::raise_handles;
pub use keys::{KeyError, rotate_key, signing_keys, withdraw_key};
pub use panics::{log_panics, panic_line};
pub use parts::{Chance, Parts};
pub use proxy::Subnet;
pub use site::Site;

use app::App;
use sifang_proto::CloseReason;
use sifang_store::{Keeper, Postgres, Settings, Sqlite, StoreError, postgres};
use std::sync::Arc;
use std::time::Duration;

/// How long a stop waits for clients to learn of it.
const FAREWELL: Duration = Duration::from_secs(2);

/// Why a server could not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The data cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The operating system gives no random bytes.
    #[error("the operating system gives no random bytes")]
    Chance,
    /// There is no key to sign records with.
    #[error(transparent)]
    Key(#[from] KeyError),
}

/// Serves until `shutdown` is there: then clients get a message, rooms stop where they are, and every write is finished.
pub async fn run(
    doors: Doors,
    config: Config,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let store: Arc<dyn Keeper> = match &config.database {
        None => Arc::new(Sqlite::open(Settings::new(&config.data)).await?),
        Some(address) => {
            let store = Postgres::open(postgres::Settings::new(address.clone())).await?;
            tracing::info!(node = store.node(), database = %address, "this node begins");
            Arc::new(store)
        }
    };
    tokio::select! {
        served = run_on(doors, config, Parts::usual(store.clone()), shutdown) => served?,
        // Nothing can be played here any more; what was acknowledged is played on elsewhere.
        () = store.given_up() => return Err(StoreError::GivenUp.into()),
    }
    store.shut_down().await?;
    tracing::info!("stopped");
    Ok(())
}

/// Serves as [`run`] does, on other parts. Closing the store is left to whoever opened it.
pub async fn run_on(
    doors: Doors,
    config: Config,
    parts: Parts,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    if let Err(error) = clock::watch() {
        tracing::error!(%error, "no thread watches the clock");
    }
    let stream = ids::random().map(u32::from_be_bytes).map_err(|_| ServeError::Chance)?;
    // Behind a proxy all come from one address. Else a browser has several connections for every socket.
    let any_proxy = config.behind_proxy && config.trusted_proxies.is_empty();
    let most = if any_proxy { usize::MAX } else { config.sockets_per_address.saturating_mul(4) };
    let connections = accept::Room { most, proxies: config.trusted_proxies.clone() };
    let keys = keys::Keys::open(&*parts.store).await?;
    let app = Arc::new(App::new(config, parts, keys, stream));
    let metrics = doors.metrics.map(|listener| tokio::spawn(doors::tell_metrics(listener, app.clone())));
    let served = serve(doors.public, app, connections, shutdown).await;
    metrics.inspect(|metrics| metrics.abort());
    served
}

/// Brings the rooms back and answers whoever comes.
async fn serve(
    listener: tokio::net::TcpListener,
    app: Arc<App>,
    connections: accept::Room,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    room::recover(&app).await?;
    if let Err(error) = lab::Lab::start(&app.lab) {
        tracing::error!(%error, "the lab has no thread");
    }
    if let Err(error) = review::Reviews::start(&app.reviews) {
        tracing::error!(%error, "reviews have no threads");
    }
    let routes = routes::all(app.clone());
    let stopping = app.clone();
    let stop = async move {
        shutdown.await;
        tracing::info!("stopping");
        stop(&stopping).await;
    };
    let upkeep = tokio::spawn(async move { tokio::join!(upkeep::run(app.clone()), keeping::run(app)) });
    accept::serve(listener, routes, connections, stop).await;
    upkeep.abort();
    Ok(())
}

/// Sends clients a message, and lets rooms finish what they are writing.
async fn stop(app: &App) {
    app.lab.close();
    app.reviews.close();
    app.sessions.end_all(CloseReason::Shutdown);
    let rooms = app.lobby.all();
    for room in &rooms {
        // A room that has closed by itself has nothing left to do.
        let _ = room.inbox.send(room::ToRoom::Stop).await;
    }
    let all_stopped = async {
        for room in &rooms {
            room.inbox.closed().await;
        }
    };
    if tokio::time::timeout(FAREWELL, all_stopped).await.is_err() {
        tracing::warn!("some rooms did not stop in time; their logs are whole all the same");
    }
}
