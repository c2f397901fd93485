//! The store in a PostgreSQL database, which several nodes may share.
//!
//! Each start of a program is a `node` with a lease; a room belongs to one node, and changes hands only when that one is gone.
//! One task writes the lines of logs, many rooms with one statement (`writer`), which compares who owns them (`commit`); for
//! everything else there are a few connections beside it (`pool`).

mod accounts;
mod address;
mod commit;
mod connection;
mod copy;
mod keys;
mod load;
mod migrate;
mod node;
mod pool;
mod read;
mod tls;
mod trim;
mod writer;

pub use address::{Address, AddressError};

use crate::chain::Head;
use crate::{
    Entry, Journal, Keep, Keeper, Later, LiveRoom, NewKey, NewRoom, Played, Preset, Store, StoreError,
    StoredKey,
};
use connection::Place;
use node::{Lease, Node};
use pool::Pool;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tls::Tls;
use tokio::sync::{Mutex, mpsc, oneshot, watch};
use tokio_postgres::error::SqlState;
use writer::{Request, Writer};

/// How the store works.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where the database is.
    pub address: Address,
    /// Most writes that wait.
    pub queue: usize,
    /// Most lines in one commit.
    pub batch: usize,
    /// How long lines may wait to be kept together, the time of a commit included where it is less than half of this.
    pub interval: Duration,
    /// How long a commit waits for a lock that somebody else holds.
    pub patience: Duration,
    /// How long other nodes wait, after this one was last seen, before they take its rooms.
    pub lease: Duration,
    /// How often the lease is renewed.
    pub renewal: Duration,
    /// Lines are added whoever owns the room: a breach of the promise that trials must find.
    #[cfg(feature = "mutations")]
    pub unfenced: bool,
}

impl Settings {
    /// The usual settings.
    pub fn new(address: Address) -> Settings {
        Settings {
            address,
            queue: 4096,
            batch: 4096,
            interval: Duration::from_millis(8),
            patience: Duration::from_secs(5),
            lease: Duration::from_secs(3),
            renewal: Duration::from_millis(750),
            #[cfg(feature = "mutations")]
            unfenced: std::env::var_os("SIFANG_MUTATION").is_some_and(|name| name == "unfenced"),
        }
    }

    fn is_fenced(&self) -> bool {
        #[cfg(feature = "mutations")]
        return !self.unfenced;
        #[cfg(not(feature = "mutations"))]
        true
    }
}

/// The store. Clones share it.
#[derive(Clone)]
pub struct Postgres {
    requests: mpsc::Sender<Request>,
    pool: Pool,
    node: Node,
    /// Commits of lines so far.
    commits: Arc<AtomicU64>,
    /// What was played, as it was counted last.
    played: Arc<Mutex<trim::Played>>,
    stopping: watch::Sender<bool>,
}

impl fmt::Debug for Postgres {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Postgres").field("node", &self.node.id).finish_non_exhaustive()
    }
}

impl Postgres {
    /// Connects, brings the schema up to date and starts a node with a writer.
    pub async fn open(settings: Settings) -> Result<Postgres, StoreError> {
        let tls = Tls::new(&settings.address)?;
        let place = Place { address: settings.address.clone(), patience: settings.patience, tls };
        let first = place.connect().await?;
        migrate::migrate(&first, &place).await?;
        let pool = Pool::new(place.clone(), first, settings.queue);
        let node = Node::begin(&pool, Lease { length: settings.lease, renewal: settings.renewal }).await?;
        let (requests, queue) = mpsc::channel(settings.queue);
        let (stopping, stop) = watch::channel(false);
        let commits = Arc::<AtomicU64>::default();
        let writer = Writer::new((place, node.clone()), queue, &settings, commits.clone(), stop);
        tokio::spawn(writer.run());
        Ok(Postgres { requests, pool, node, commits, played: Arc::default(), stopping })
    }

    /// The number of this node: each start has its own.
    pub fn node(&self) -> i64 {
        self.node.id
    }

    /// Finishes every line that waits, says that this node is gone, and closes. Later requests get [`StoreError::Closed`].
    pub async fn shut_down(&self) -> Result<(), StoreError> {
        let (reply, stopped) = oneshot::channel();
        self.requests.send(Request::Stop(reply)).await.map_err(|_| StoreError::Closed)?;
        // A database that does not come back keeps nobody waiting for ever.
        if tokio::time::timeout(LAST, stopped).await.is_err() {
            self.stopping.send_replace(true);
        }
        let ended = self.node.end(&self.pool).await;
        self.pool.close().await;
        ended
    }

    async fn open_room(&self, room: NewRoom) -> Result<(), StoreError> {
        let head = Head::new(&room.id);
        let insert = "WITH me AS (SELECT id FROM node WHERE id = $1 AND NOT gone FOR SHARE),
            new AS (INSERT INTO room (id, code, link, created_ms, meta) SELECT $2, $3, $4, $5, $6 FROM me
                ON CONFLICT DO NOTHING RETURNING id)
            INSERT INTO head (room, owner, epoch, seq, digest) SELECT id, $1, 1, 0, $7 FROM new";
        let NewRoom { id, code, link, created_ms, meta } = &room;
        let digest = &head.digest[..];
        let taken = self.pool.write().await?;
        match taken.run(insert, &[&self.node.id, id, code, link, created_ms, meta, &digest]).await {
            Ok(0) if self.node.is_gone() => Err(StoreError::Moved),
            Ok(0) => Err(StoreError::Taken),
            Err(error) if error.code() == Some(&SqlState::UNIQUE_VIOLATION) => Err(StoreError::Taken),
            other => Ok(other.map(|_| ())?),
        }
    }

    async fn close_room(&self, room: String) -> Result<(), StoreError> {
        let delete = "WITH me AS (SELECT id FROM node WHERE id = $1 AND NOT gone FOR SHARE),
            mine AS (DELETE FROM head USING me WHERE room = $2 AND owner = me.id RETURNING room),
            gone AS (DELETE FROM room USING mine WHERE room.id = mine.room)
            DELETE FROM log USING mine WHERE log.room = mine.room";
        self.pool.wait().await?.run(delete, &[&self.node.id, &room]).await?;
        self.requests.send(Request::Forget(room)).await.map_err(|_| StoreError::Closed)
    }
}

/// How long a stop waits for lines that are still to be kept.
const LAST: Duration = Duration::from_secs(10);

impl Journal for Postgres {
    fn open(&self, room: NewRoom) -> Later<'_, ()> {
        Box::pin(self.open_room(room))
    }

    fn append(&self, entry: Entry) -> Later<'_, ()> {
        Box::pin(async {
            let (reply, answer) = oneshot::channel();
            self.requests.send(Request::Append(entry, reply)).await.map_err(|_| StoreError::Closed)?;
            answer.await.map_err(|_| StoreError::Closed)?
        })
    }

    fn load(&self) -> Later<'_, Vec<LiveRoom>> {
        Box::pin(async {
            self.node.take_over(&self.pool).await?;
            load::rooms(&self.pool, self.node.id, None).await
        })
    }

    fn load_one(&self, room: String) -> Later<'_, Option<LiveRoom>> {
        Box::pin(async { Ok(load::rooms(&self.pool, self.node.id, Some(room)).await?.pop()) })
    }

    fn close(&self, room: String) -> Later<'_, ()> {
        Box::pin(self.close_room(room))
    }

    fn commits(&self) -> u64 {
        self.commits.load(Relaxed)
    }
}

impl Store for Postgres {
    fn save_preset(&self, player: String, preset: Preset, saved_ms: i64) -> Later<'_, String> {
        Box::pin(async move {
            let upsert = "INSERT INTO preset (player, name, link, saved_ms, body)
                SELECT id, $1, $2, $3, $4 FROM player WHERE id = $5
                ON CONFLICT (player, name) DO UPDATE SET saved_ms = excluded.saved_ms, body = excluded.body
                RETURNING link";
            let Preset { name, link, body } = &preset;
            let taken = self.pool.write().await?;
            let row = taken.first(upsert, &[name, link, &saved_ms, body, &player]).await?;
            row.map(|row| row.get(0)).ok_or(StoreError::Missing)
        })
    }

    fn drop_preset(&self, player: String, name: String) -> Later<'_, bool> {
        Box::pin(async move {
            let delete = "DELETE FROM preset WHERE player = $1 AND name = $2";
            Ok(self.run(delete, &[&player, &name]).await? > 0)
        })
    }

    fn presets(&self, player: String) -> Later<'_, Vec<Preset>> {
        Box::pin(self.pool.presets(player))
    }

    fn preset_by_link(&self, link: String) -> Later<'_, Option<Preset>> {
        Box::pin(self.pool.preset_by_link(link))
    }

    fn history(
        &self,
        player: String,
        rules: Option<String>,
        before_ms: i64,
        most: u32,
    ) -> Later<'_, Vec<Played>> {
        Box::pin(self.pool.history(player, rules, before_ms, most))
    }

    fn record(&self, match_id: String) -> Later<'_, Option<Vec<u8>>> {
        Box::pin(self.pool.record(match_id))
    }

    fn events(&self, match_id: String, number: u32) -> Later<'_, Option<Vec<u8>>> {
        Box::pin(self.pool.events(match_id, number))
    }

    fn trim(&self, keep: Keep) -> Later<'_, bool> {
        Box::pin(self.trim_once(keep))
    }

    fn probe(&self) -> Later<'_, ()> {
        Box::pin(async {
            let update = "UPDATE node SET probes = probes + 1 WHERE id = $1 AND NOT gone";
            if self.run(update, &[&self.node.id]).await? == 0 { Err(StoreError::Moved) } else { Ok(()) }
        })
    }

    fn signing_keys(&self) -> Later<'_, Vec<StoredKey>> {
        Box::pin(self.pool.signing_keys())
    }

    fn begin_signing_key(&self, key: NewKey) -> Later<'_, ()> {
        Box::pin(self.pool.begin_key(key))
    }

    fn withdraw_signing_key(&self, public: [u8; 32]) -> Later<'_, bool> {
        Box::pin(self.pool.withdraw_key(public))
    }
}

impl Keeper for Postgres {
    fn shut_down(&self) -> Later<'_, ()> {
        Box::pin(self.shut_down())
    }

    fn given_up(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.node.given_up())
    }
}
