//! What all parts of a server share.

use crate::config::Config;
use crate::guesses::Guesses;
use crate::health::Health;
use crate::lab::Lab;
use crate::limits::{Buckets, Held, Rate};
use crate::lobby::{Lobby, Most};
use crate::metrics::Metrics;
use crate::network::Network;
use crate::parts::{Chance, Parts};
use crate::room::Post;
use crate::socket::connection::{Connection, Ending};
use sifang_proto::{CloseReason, Millis, Nickname, Player, PlayerId, limits};
use sifang_store::{Journal, Store};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::Semaphore;

/// The shared state, as handlers get it.
pub(crate) type Shared = Arc<App>;

/// Looks at rooms by code or link: so many at once, and then one every so often.
const PEEKS: Rate = Rate { burst: 30, every: Duration::from_secs(1) };
/// Replays of deals for one address.
const REPLAYS: Rate = Rate::per_second(10, 120);
/// Records that one address may hand in to be checked.
const VERDICTS: Rate = Rate { burst: 10, every: Duration::from_secs(6) };
/// New nicknames of one player: everybody in a room is told of each.
const RENAMES: Rate = Rate { burst: limits::RENAMES_BURST, every: Duration::from_millis(limits::RENAME_MS) };
/// New nicknames from one address, whoever has them.
const RENAMES_HERE: Rate = Rate { burst: 4 * limits::RENAMES_BURST, every: Duration::from_secs(5) };
/// Tries of a recovery code from one address.
const ATTEMPTS: Rate = Rate { burst: 10, every: Duration::from_secs(6) };

/// A running server.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) chance: Arc<dyn Chance>,
    /// How long an empty room is kept, in milliseconds.
    pub(crate) idle_ms: Millis,
    pub(crate) lobby: Lobby,
    /// What rooms have to say.
    pub(crate) post: Post,
    pub(crate) lab: Arc<Lab>,
    pub(crate) sessions: Sessions,
    /// Sockets by address.
    pub(crate) sockets: Held<Network>,
    /// New players by address.
    pub(crate) new_players: Buckets<Network>,
    /// New nicknames by player.
    pub(crate) renames: Buckets<PlayerId>,
    /// New nicknames by address.
    pub(crate) renames_here: Buckets<Network>,
    /// Tried recovery codes by address.
    pub(crate) attempts: Buckets<Network>,
    /// Looks at rooms by address.
    pub(crate) looks: Buckets<Network>,
    /// Replays by address.
    pub(crate) replays: Buckets<Network>,
    /// Checked records by address.
    pub(crate) verdicts: Buckets<Network>,
    /// Records that may be played again at the same time.
    pub(crate) studies: Arc<Semaphore>,
    /// Codes of rooms that are not there.
    pub(crate) guesses: Guesses,
    /// Rooms opened by player.
    pub(crate) new_rooms: Buckets<PlayerId>,
    /// Rooms opened by address: as many in a minute as may live at once.
    pub(crate) rooms_from: Buckets<Network>,
    /// Bots that may think at the same time.
    pub(crate) bots: Arc<Semaphore>,
    /// Names the updates of a room's next core: what a client saw of another one is not continued.
    streams: AtomicU32,
    /// Whether the store can write.
    pub(crate) health: Health,
    /// Whether every room of the last run is back.
    pub(crate) ready: AtomicBool,
    connections: AtomicU64,
}

impl App {
    pub(crate) fn new(config: Config, parts: Parts, stream: u32) -> App {
        let Parts { store, journal, chance, idle } = parts;
        App {
            metrics: Arc::default(),
            store,
            journal,
            chance,
            idle_ms: idle.as_millis() as Millis,
            lobby: Lobby::new(Most { rooms: config.rooms, per_network: config.rooms_per_address }),
            post: Post::default(),
            lab: Arc::new(Lab::open(&config.data.join("lab"))),
            sessions: Sessions::default(),
            sockets: Held::new(config.sockets_per_address),
            new_players: Buckets::new(Rate::per_minute(config.players_per_minute)),
            renames: Buckets::new(RENAMES),
            renames_here: Buckets::new(RENAMES_HERE),
            attempts: Buckets::new(ATTEMPTS),
            looks: Buckets::new(PEEKS),
            replays: Buckets::new(REPLAYS),
            verdicts: Buckets::new(VERDICTS),
            studies: Arc::new(Semaphore::new(config.bot_threads)),
            guesses: Guesses::default(),
            new_rooms: Buckets::new(Rate::per_minute(limits::ROOMS_PER_MINUTE)),
            rooms_from: Buckets::new(Rate::per_minute(
                u32::try_from(config.rooms_per_address).unwrap_or(u32::MAX),
            )),
            bots: Arc::new(Semaphore::new(config.bot_threads)),
            streams: AtomicU32::new(stream),
            health: Health::default(),
            ready: AtomicBool::new(false),
            connections: AtomicU64::new(0),
            config,
        }
    }

    /// A number for a new core of a room. A core that was built anew must not name its streams as the one before it did: a
    /// client that had seen those would go on with updates that do not follow.
    pub(crate) fn next_stream(&self) -> u32 {
        self.streams.fetch_add(1, Relaxed)
    }

    /// A number for a new connection.
    pub(crate) fn next_connection(&self) -> u64 {
        self.connections.fetch_add(1, Relaxed)
    }
}

/// The one live connection of each player. A new one replaces the old.
#[derive(Debug, Default)]
pub(crate) struct Sessions(Mutex<HashMap<PlayerId, Live>>);

/// A live connection.
#[derive(Debug)]
struct Live {
    connection: Weak<Connection>,
    /// The name that its player has taken since it began.
    renamed: Option<Box<Nickname>>,
}

impl Sessions {
    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, Live>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This connection is the player's now.
    pub(crate) fn begin(&self, player: PlayerId, connection: &Arc<Connection>) {
        let live = Live { connection: Arc::downgrade(connection), renamed: None };
        let old = self.lock().insert(player, live);
        if let Some(old) = old.and_then(|old| old.connection.upgrade()) {
            old.end(Ending::Told(CloseReason::Replaced));
        }
    }

    /// The connection has ended; a newer one stays.
    pub(crate) fn end(&self, player: PlayerId, connection: u64) {
        let mut sessions = self.lock();
        let is_ours = |found: &Live| found.connection.upgrade().is_none_or(|found| found.id == connection);
        if sessions.get(&player).is_some_and(is_ours) {
            sessions.remove(&player);
        }
    }

    /// The player has another name: its connection brings that into the next room.
    pub(crate) fn rename(&self, player: &Player) {
        if let Some(live) = self.lock().get_mut(&player.id) {
            live.renamed = Some(Box::new(player.nickname.clone()));
        }
    }

    /// The name that a player has taken since its connection began.
    pub(crate) fn renamed(&self, player: PlayerId) -> Option<Nickname> {
        self.lock().get(&player)?.renamed.as_deref().cloned()
    }

    /// Ends all connections.
    pub(crate) fn end_all(&self, reason: CloseReason) {
        for connection in self.lock().values().filter_map(|live| live.connection.upgrade()) {
            connection.end(Ending::Told(reason));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::socket::connection::pair;

    #[tokio::test]
    async fn a_new_connection_replaces_the_old_and_outlives_its_end() {
        let sessions = Sessions::default();
        let (first, _) = pair(1).await;
        let (second, _) = pair(2).await;
        let (first, second) = (Arc::new(first), Arc::new(second));
        let player = PlayerId(7);
        sessions.begin(player, &first);
        sessions.begin(player, &second);
        assert_eq!(first.ending(), Some(Ending::Told(CloseReason::Replaced)));
        sessions.end(player, first.id);
        assert_eq!(sessions.renamed(player), None);
        let nickname: Nickname = "later".parse().unwrap();
        sessions.rename(&Player { id: player, nickname: nickname.clone() });
        sessions.rename(&Player { id: PlayerId(8), nickname: nickname.clone() });
        assert_eq!((sessions.renamed(player), sessions.renamed(PlayerId(8))), (Some(nickname), None));
        sessions.end_all(CloseReason::Shutdown);
        assert_eq!(second.ending(), Some(Ending::Told(CloseReason::Shutdown)));
        sessions.end(player, second.id);
        assert!(sessions.lock().is_empty());
    }
}
