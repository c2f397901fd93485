//! The store in one SQLite file.
//!
//! One task owns the only connection that writes ([`writer`]); reading goes through a small pool beside it, which write-ahead
//! logging allows. A second process on the same folder is refused by a lock file.

mod load;
mod read;
mod space;
mod statements;
mod writer;

use crate::{
    Entry, Hash, Journal, Later, LiveRoom, NewPlayer, NewRoom, Played, Player, Preset, Store, StoreError,
};
use space::Space;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, SqlSafeStr, SqliteConnection};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use writer::{Job, Reply, Work, Writer};

/// The schema, one file per change; a file that was released is never edited.
const MIGRATIONS: &[(i64, &str, &str)] = &[
    (1, "start", include_str!("../../migrations/0001_start.sql")),
    (2, "history by rules", include_str!("../../migrations/0002_history_by_rules.sql")),
    (3, "log in order", include_str!("../../migrations/0003_log_in_order.sql")),
];

/// Name of the database in its folder.
pub(crate) const FILE: &str = "sifang.db";

/// The usual time from commit to commit: nobody at a table feels it, and the disk syncs at most 125 times a second.
const INTERVAL: Duration = Duration::from_millis(8);

/// How the store works.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Folder of the database; made if it is not there.
    pub folder: PathBuf,
    /// Most writes that wait.
    pub queue: usize,
    /// Most rows in one commit.
    pub batch: usize,
    /// From one commit to the next passes at least this long: so many syncs a second and no more, whatever the number of rooms.
    pub interval: Duration,
    /// How long a commit waits for a lock that somebody else holds on the file (a backup, for example).
    pub patience: Duration,
}

impl Settings {
    /// The usual settings.
    pub fn new(folder: impl Into<PathBuf>) -> Settings {
        Settings {
            folder: folder.into(),
            queue: 4096,
            batch: 4096,
            interval: INTERVAL,
            patience: Duration::from_secs(5),
        }
    }
}

/// The store. Clones share it.
#[derive(Clone, Debug)]
pub struct Sqlite {
    jobs: mpsc::Sender<Job>,
    readers: SqlitePool,
    /// Asks for single rooms.
    rooms: mpsc::Sender<load::Request>,
    /// Commits so far.
    commits: Arc<AtomicU64>,
    /// Held, not read: the lock lasts as long as the store.
    _lock: Arc<File>,
}

impl Sqlite {
    /// Opens the database, brings its schema up to date and starts the writer.
    pub async fn open(settings: Settings) -> Result<Sqlite, StoreError> {
        let lock = Arc::new(lock(&settings.folder)?);
        let options = SqliteConnectOptions::new()
            .filename(settings.folder.join(FILE))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(if syncs_rarely() { SqliteSynchronous::Normal } else { SqliteSynchronous::Full })
            .foreign_keys(true)
            .busy_timeout(settings.patience)
            .disable_statement_logging();
        let mut connection = options.connect().await?;
        migrate(&mut connection).await?;
        check_durability(&mut connection).await?;
        let readers = SqlitePoolOptions::new().max_connections(4).min_connections(1);
        let options = options.create_if_missing(false);
        // What is read is small, and rarely the same twice.
        let reading = options.clone().read_only(true).pragma("cache_size", "-128");
        let readers = readers.connect_with(reading).await?;
        let (jobs, queue) = mpsc::channel(settings.queue);
        let commits = Arc::<AtomicU64>::default();
        let space = Space::read(&mut connection).await?;
        tokio::spawn(Writer::new((connection, options), queue, &settings, space, commits.clone()).run());
        let (rooms, requests) = mpsc::channel(settings.queue);
        tokio::spawn(load::serve(readers.clone(), requests));
        Ok(Sqlite { jobs, readers, rooms, commits, _lock: lock })
    }

    /// Finishes every write that waits, then closes the file. Later requests get [`StoreError::Closed`].
    pub async fn shut_down(&self) -> Result<(), StoreError> {
        // The last to close the file moves everything into it, which only the writer can.
        self.readers.close().await;
        self.wait(Work::Stop).await.map(|_| ())
    }

    /// Hands work to the writer, waiting while its queue is full.
    async fn wait(&self, work: Work) -> Result<Reply, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.jobs.send(Job { work, reply }).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Hands work to the writer, or says that it is busy.
    async fn submit(&self, work: Work) -> Result<Reply, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.jobs.try_send(Job { work, reply }).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => StoreError::Busy,
            mpsc::error::TrySendError::Closed(_) => StoreError::Closed,
        })?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    fn done(&self, work: Work) -> Later<'_, ()> {
        Box::pin(async { self.submit(work).await.map(|_| ()) })
    }
}

/// Opens a database file for reading only.
pub(crate) fn read_only(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(file).read_only(true).disable_statement_logging()
}

/// The live rooms of a database file, each log checked.
pub(crate) async fn live_rooms(file: &Path) -> Result<Vec<LiveRoom>, StoreError> {
    let pool = SqlitePoolOptions::new().max_connections(1).connect_with(read_only(file)).await?;
    let rooms = load::rooms(&pool, None).await;
    pool.close().await;
    rooms
}

/// Makes the folder and takes its lock.
pub(crate) fn lock(folder: &Path) -> Result<File, StoreError> {
    let failed = |error: std::io::Error| StoreError::Failed(format!("{}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    let file = File::options().create(true).append(true).open(folder.join("sifang.lock")).map_err(failed)?;
    file.try_lock()
        .map_err(|_| StoreError::Failed(format!("{} is in use by another server", folder.display())))?;
    Ok(file)
}

async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let migrations = MIGRATIONS.iter().map(|(version, name, sql)| {
        Migration::new(*version, (*name).into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    let migrator = Migrator::with_migrations(migrations.collect());
    migrator.run(connection).await.map_err(|error| StoreError::Failed(error.to_string()))
}

/// A breach that trials must find, switched on by name; no binary that anybody uses has the feature.
fn syncs_rarely() -> bool {
    cfg!(feature = "mutations")
        && std::env::var_os("SIFANG_MUTATION").is_some_and(|name| name == "syncs_rarely")
}

/// An acknowledged line must survive a power cut: reads back that the database really syncs every commit.
async fn check_durability(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let mode: String = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut *connection).await?;
    let synchronous: i64 = sqlx::query_scalar("PRAGMA synchronous").fetch_one(&mut *connection).await?;
    if mode != "wal" || synchronous != 2 && !syncs_rarely() {
        let what = format!("the database is in mode {mode}/{synchronous}; wal with full sync is needed");
        return Err(StoreError::Failed(what));
    }
    Ok(())
}

impl Journal for Sqlite {
    fn open(&self, room: NewRoom) -> Later<'_, ()> {
        self.done(Work::Open(room))
    }

    fn append(&self, entry: Entry) -> Later<'_, ()> {
        Box::pin(async { self.wait(Work::Append(entry)).await.map(|_| ()) })
    }

    fn load(&self) -> Later<'_, Vec<LiveRoom>> {
        Box::pin(load::rooms(&self.readers, None))
    }

    fn load_one(&self, room: String) -> Later<'_, Option<LiveRoom>> {
        Box::pin(async {
            let (reply, answer) = oneshot::channel();
            self.rooms.send((room, reply)).await.map_err(|_| StoreError::Closed)?;
            answer.await.map_err(|_| StoreError::Closed)?
        })
    }

    fn close(&self, room: String) -> Later<'_, ()> {
        Box::pin(async { self.wait(Work::Close(room)).await.map(|_| ()) })
    }

    fn commits(&self) -> u64 {
        self.commits.load(Relaxed)
    }
}

impl Store for Sqlite {
    fn add_player(&self, new: NewPlayer) -> Later<'_, ()> {
        self.done(Work::AddPlayer(new))
    }

    fn player_by_token(&self, token: Hash) -> Later<'_, Option<Player>> {
        Box::pin(read::player_by_token(&self.readers, token))
    }

    fn player_by_recovery(&self, recovery: Hash) -> Later<'_, Option<Player>> {
        Box::pin(read::player_by_recovery(&self.readers, recovery))
    }

    fn add_token(&self, player: String, token: Hash, created_ms: i64) -> Later<'_, ()> {
        self.done(Work::AddToken { player, token, created_ms })
    }

    fn set_recovery(&self, player: String, recovery: Hash) -> Later<'_, ()> {
        self.done(Work::SetRecovery { player, recovery })
    }

    fn rename(&self, player: String, nickname: String) -> Later<'_, ()> {
        self.done(Work::Rename { player, nickname })
    }

    fn save_preset(&self, player: String, preset: Preset, saved_ms: i64) -> Later<'_, String> {
        Box::pin(async move {
            match self.submit(Work::SavePreset { player, preset, saved_ms }).await? {
                Reply::Link(link) => Ok(link),
                Reply::Done | Reply::Found(_) => Err(StoreError::Failed("no link came back".into())),
            }
        })
    }

    fn drop_preset(&self, player: String, name: String) -> Later<'_, bool> {
        Box::pin(async {
            let reply = self.submit(Work::DropPreset { player, name }).await?;
            Ok(matches!(reply, Reply::Found(true)))
        })
    }

    fn presets(&self, player: String) -> Later<'_, Vec<Preset>> {
        Box::pin(read::presets(&self.readers, player))
    }

    fn preset_by_link(&self, link: String) -> Later<'_, Option<Preset>> {
        Box::pin(read::preset_by_link(&self.readers, link))
    }

    fn history(
        &self,
        player: String,
        rules: Option<String>,
        before_ms: i64,
        most: u32,
    ) -> Later<'_, Vec<Played>> {
        Box::pin(read::history(&self.readers, player, rules, before_ms, most))
    }

    fn record(&self, match_id: String) -> Later<'_, Option<Vec<u8>>> {
        Box::pin(read::record(&self.readers, match_id))
    }

    fn events(&self, match_id: String, number: u32) -> Later<'_, Option<Vec<u8>>> {
        Box::pin(read::events(&self.readers, match_id, number))
    }

    fn probe(&self) -> Later<'_, ()> {
        self.done(Work::Probe)
    }
}
