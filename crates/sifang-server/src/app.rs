//! What all parts of a server share.

use crate::api::Pages;
use crate::background::Background;
use crate::config::Config;
use crate::guesses::Guesses;
use crate::health::Health;
use crate::keys::Keys;
use crate::lab::Lab;
use crate::limits::{Bucket, Buckets, Held, Rate};
use crate::lobby::{Lobby, Most};
use crate::metrics::Metrics;
use crate::network::Network;
use crate::parts::{Chance, Parts};
use crate::passkeys::Passkeys;
use crate::rates::Rates;
use crate::review::Reviews;
use crate::room::Bots;
use crate::sessions::Sessions;
use sifang_proto::{Millis, PlayerId, limits};
use sifang_store::{Journal, Store};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, Semaphore};

/// The shared state, as handlers get it.
pub(crate) type Shared = Arc<App>;

/// Looks at rooms by code or link: so many at once, and then one every so often.
const PEEKS: Rate = Rate { burst: 30, every: Duration::from_secs(1) };
/// Knocks at the doors of private rooms from one address.
const KNOCKS: Rate = Rate { burst: 6, every: Duration::from_secs(30) };
/// Records that one address may hand in to be checked: whoever opens a replay does.
const VERDICTS: Rate = Rate { burst: 30, every: Duration::from_secs(2) };
/// New nicknames of one player: each is sent to everybody in a room.
const RENAMES: Rate = Rate { burst: limits::RENAMES_BURST, every: Duration::from_millis(limits::RENAME_MS) };
/// New nicknames from one address, whoever has them.
const RENAMES_HERE: Rate = Rate { burst: 4 * limits::RENAMES_BURST, every: Duration::from_secs(5) };
/// Tries to become somebody (recovery codes, passkeys) from one address.
const ATTEMPTS: Rate = Rate { burst: 10, every: Duration::from_secs(6) };
/// Wrong ones from everywhere: far more than people need, far less than guessing does.
const MISSES: Rate = Rate::per_second(20, 200);
/// Threads of the lowest priority for lab and reviews: no more than bots may have, and never more than these.
const MOST_BACKGROUND: usize = 4;
/// A day, as the store counts.
const DAY_MS: i64 = 86_400_000;

/// A running server.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) chance: Arc<dyn Chance>,
    /// What records are signed with.
    pub(crate) keys: Keys,
    /// How long an empty room is kept, in milliseconds.
    pub(crate) idle_ms: Millis,
    pub(crate) lobby: Lobby,
    pub(crate) lab: Arc<Lab>,
    pub(crate) reviews: Arc<Reviews>,
    pub(crate) sessions: Sessions,
    /// Sockets by address.
    pub(crate) sockets: Arc<Held<Network>>,
    /// New players by address.
    pub(crate) new_players: Buckets<Network>,
    /// New nicknames by player.
    pub(crate) renames: Buckets<PlayerId>,
    /// New nicknames by address.
    pub(crate) renames_here: Buckets<Network>,
    /// Tries to become somebody by address.
    pub(crate) attempts: Buckets<Network>,
    /// Wrong ones, of all together.
    pub(crate) misses: Mutex<Bucket>,
    /// Looks at rooms by address.
    pub(crate) looks: Buckets<Network>,
    /// Requests by address.
    pub(crate) rates: Rates,
    /// What never changes.
    pub(crate) pages: Pages,
    /// Checked records by address.
    pub(crate) verdicts: Buckets<Network>,
    /// Requests that may be worked out at length at the same time: half of what bots may have.
    pub(crate) studies: Arc<Semaphore>,
    /// Knocks at private rooms by network.
    pub(crate) knocks: Buckets<Network>,
    /// Codes of rooms that are not there.
    pub(crate) guesses: Guesses,
    /// Rooms opened by player.
    pub(crate) new_rooms: Buckets<PlayerId>,
    /// Rooms opened by address: as many in a minute as may live at once.
    pub(crate) rooms_from: Buckets<Network>,
    /// Passkeys that are being made or shown.
    pub(crate) passkeys: Passkeys,
    /// Rings when an account was deleted.
    pub(crate) erasures: Notify,
    /// Bots that think, and those that wait for it.
    pub(crate) bots: Bots,
    /// Names the updates of a room's next core: what a client saw of another one is not continued.
    streams: AtomicU32,
    /// Whether the store can write.
    pub(crate) health: Health,
    /// Whether every room of the last run is back.
    pub(crate) ready: AtomicBool,
    connections: AtomicU64,
}

impl App {
    pub(crate) fn new(config: Config, parts: Parts, keys: Keys, stream: u32) -> App {
        let Parts { store, journal, chance, idle } = parts;
        let background = Background::new(config.bot_threads.min(MOST_BACKGROUND));
        App {
            metrics: Arc::default(),
            store,
            journal,
            chance,
            keys,
            idle_ms: idle.as_millis() as Millis,
            lobby: Lobby::new(Most { rooms: config.rooms, per_network: config.rooms_per_address }),
            lab: Arc::new(Lab::open(&config.data.join("lab"), background.clone())),
            reviews: Arc::new(Reviews::open(&config.data.join("reviews"), background)),
            sessions: Sessions::default(),
            sockets: Held::new(config.sockets_per_address),
            new_players: Buckets::new(Rate::per_minute(config.players_per_minute)),
            renames: Buckets::new(RENAMES),
            renames_here: Buckets::new(RENAMES_HERE),
            attempts: Buckets::new(ATTEMPTS),
            misses: Mutex::new(Bucket::new(MISSES, Instant::now())),
            looks: Buckets::new(PEEKS),
            rates: Rates::new(config.requests_per_second),
            pages: Pages::default(),
            verdicts: Buckets::new(VERDICTS),
            studies: Arc::new(Semaphore::new((config.bot_threads / 2).max(1))),
            knocks: Buckets::new(KNOCKS),
            guesses: Guesses::default(),
            new_rooms: Buckets::new(Rate::per_minute(limits::ROOMS_PER_MINUTE)),
            rooms_from: Buckets::new(Rate::per_minute(
                u32::try_from(config.rooms_per_address).unwrap_or(u32::MAX),
            )),
            passkeys: Passkeys::default(),
            erasures: Notify::new(),
            bots: Bots::new(config.bot_threads),
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

    /// When a token must have been used at the latest to be valid at this moment.
    pub(crate) fn tokens_since(&self, now: i64) -> i64 {
        match self.config.token_days {
            0 => i64::MIN,
            days => now.saturating_sub(DAY_MS * i64::from(days)),
        }
    }

    /// A number for a new connection.
    pub(crate) fn next_connection(&self) -> u64 {
        self.connections.fetch_add(1, Relaxed)
    }
}
