//! The store in one SQLite file.
//!
//! One task gathers what is to be written ([`writer`]), one thread owns the only connection that writes ([`commit`]); reading goes
//! through a few connections beside it ([`readers`]), which write-ahead logging allows. A second process on the same folder is
//! refused by a lock file.

mod accounts;
mod commit;
mod connection;
mod copy;
mod folder;
mod keys;
mod load;
mod migrate;
mod read;
mod readers;
mod space;
mod statements;
mod trim;
mod writer;

pub(crate) use connection::read_only;
pub(crate) use copy::{read_out, take_in};
pub(crate) use folder::{FILE, lock};
pub use keys::signing_keys;
pub(crate) use readers::apart;
pub use trim::{Vacuumed, vacuum};

use crate::{
    Entry, Journal, Keep, Keeper, Later, LiveRoom, Lost, NewKey, NewRoom, Played, Preset, Store, StoreError,
    StoredKey,
};
use commit::Committer;
use connection::{Place, check_durability};
use folder::make_if_new;
use migrate::{is_ours, migrate};
use readers::Readers;
use rusqlite::Connection;
use space::Space;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use writer::{Job, Reply, Work, Writer};

/// The usual time in which a line is kept: nobody at a table feels it, and the disk syncs at most 250 times a second.
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
    /// How long writes may wait to be kept together, the disk's time included where it is less than half of this. There are at
    /// most two syncs in it, whatever the number of rooms.
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
    readers: Readers,
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
        let place = Place { file: settings.folder.join(FILE), patience: settings.patience };
        let folder = settings.folder.clone();
        let (lock, committer, readers) = apart(move || open(&folder, place)).await?;
        let (jobs, queue) = mpsc::channel(settings.queue);
        let commits = Arc::<AtomicU64>::default();
        tokio::spawn(Writer::new(committer, queue, &settings, commits.clone()).run());
        let (rooms, requests) = mpsc::channel(settings.queue);
        tokio::spawn(load::serve(readers.clone(), requests));
        Ok(Sqlite { jobs, readers, rooms, commits, _lock: Arc::new(lock) })
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

/// Takes the folder, brings the database in it up to date, and starts the thread that writes.
fn open(folder: &Path, place: Place) -> Result<(File, Committer, Readers), StoreError> {
    let lock = lock(folder)?;
    make_if_new(folder)?;
    let mut connection = place.write()?;
    if !is_ours(&connection)? {
        return Err(StoreError::Lost(Lost::Blank(place.file)));
    }
    migrate(&mut connection)?;
    check_durability(&connection)?;
    if !trim::gives_back(&connection)? {
        tracing::info!("the file is of an older version and keeps its size; `sifang vacuum` lets it shrink");
    }
    let space = Space::read(&connection)?;
    let readers = Readers::open(place.clone())?;
    let committer = Committer::start(connection, place, space)
        .map_err(|error| StoreError::Failed(format!("no thread that writes: {error}")))?;
    Ok((lock, committer, readers))
}

/// The live rooms of a database file, each log checked.
pub(crate) fn live_rooms(connection: &Connection) -> Result<Vec<LiveRoom>, StoreError> {
    load::rooms(connection, None)
}

impl Journal for Sqlite {
    fn open(&self, room: NewRoom) -> Later<'_, ()> {
        self.done(Work::Open(room))
    }

    fn append(&self, entry: Entry) -> Later<'_, ()> {
        Box::pin(async { self.wait(Work::Append(entry)).await.map(|_| ()) })
    }

    fn load(&self) -> Later<'_, Vec<LiveRoom>> {
        Box::pin(self.readers.read(|reader| load::rooms(reader, None)))
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
    fn save_preset(&self, player: String, preset: Preset, saved_ms: i64) -> Later<'_, String> {
        Box::pin(async move {
            match self.submit(Work::SavePreset { player, preset, saved_ms }).await? {
                Reply::Link(link) => Ok(link),
                _ => Err(StoreError::Failed("no link came back".into())),
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
        Box::pin(self.readers.read(move |reader| read::presets(reader, &player)))
    }

    fn preset_by_link(&self, link: String) -> Later<'_, Option<Preset>> {
        Box::pin(self.readers.read(move |reader| read::preset_by_link(reader, &link)))
    }

    fn history(
        &self,
        player: String,
        rules: Option<String>,
        before_ms: i64,
        most: u32,
    ) -> Later<'_, Vec<Played>> {
        Box::pin(
            self.readers
                .read(move |reader| read::history(reader, &player, rules.as_deref(), before_ms, most)),
        )
    }

    fn record(&self, match_id: String) -> Later<'_, Option<Vec<u8>>> {
        Box::pin(self.readers.read(move |reader| read::record(reader, &match_id)))
    }

    fn events(&self, match_id: String, number: u32) -> Later<'_, Option<Vec<u8>>> {
        Box::pin(self.readers.read(move |reader| read::events(reader, &match_id, number)))
    }

    fn trim(&self, keep: Keep) -> Later<'_, bool> {
        Box::pin(async move { Ok(matches!(self.submit(Work::Trim(keep)).await?, Reply::Found(true))) })
    }

    fn probe(&self) -> Later<'_, ()> {
        self.done(Work::Probe)
    }

    fn signing_keys(&self) -> Later<'_, Vec<StoredKey>> {
        Box::pin(self.readers.read(keys::all))
    }

    fn begin_signing_key(&self, key: NewKey) -> Later<'_, ()> {
        self.done(Work::BeginKey(Box::new(key)))
    }

    fn withdraw_signing_key(&self, public: [u8; 32]) -> Later<'_, bool> {
        Box::pin(
            async move { Ok(matches!(self.submit(Work::WithdrawKey(public)).await?, Reply::Found(true))) },
        )
    }
}

impl Keeper for Sqlite {
    fn shut_down(&self) -> Later<'_, ()> {
        Box::pin(self.shut_down())
    }
}
