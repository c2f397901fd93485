//! The one task through which lines are written. It takes whatever waits, up to a batch, and sends it as one statement; while that
//! is on its way, the next may follow on the same connection. After a commit has begun the next one waits for company (see
//! [`Rhythm`]), so that under load many rooms share a sync.
//!
//! When the connection is lost nobody knows whether what was sent is kept. Then the writer connects again, raises the session of
//! its node (which waits for a statement still at work, and makes later ones of the old connection worth nothing), and reads the
//! log: what is there is answered, what is not is sent again.

use super::commit::{Batch, Job, Owned, Writing};
use super::connection::{Connection, Place, described, is_lost};
use super::node::Node;
use crate::chain::Head;
use crate::rhythm::Rhythm;
use crate::{Entry, StoreError};
use std::collections::hash_map::Entry::{Occupied, Vacant};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_postgres::Error;

/// Statements under way at once.
const DEPTH: usize = 2;
/// How long an answer may take beyond the patience with locks before the connection counts as lost.
const SILENCE: Duration = Duration::from_secs(20);
/// Between two tries to connect.
const PAUSE: Duration = Duration::from_millis(200);
/// A job that was sent so often, and never answered, is not sent again.
const TRIES: u32 = 5;

const SESSION: &str = "UPDATE node SET session = session + 1 WHERE id = $1 AND NOT gone RETURNING session";
const HEADS: &str = "SELECT room, owner, epoch, seq, digest FROM head WHERE room = ANY($1)";
const KEPT: &str = "SELECT log.room, log.seq, log.digest FROM log
    JOIN unnest($1::TEXT[], $2::BIGINT[]) AS sent (room, seq) ON log.room = sent.room AND log.seq = sent.seq";

/// What the writer is asked.
pub(super) enum Request {
    Append(Entry, oneshot::Sender<Result<(), StoreError>>),
    /// The room is closed: what is known of it is no longer needed.
    Forget(String),
    Stop(oneshot::Sender<()>),
}

/// A batch that came to an end.
struct Landed {
    batch: Batch,
    connection: Arc<Connection>,
    /// When it was due and when it began.
    times: (Instant, Instant),
    fate: Fate,
}

enum Fate {
    /// These rooms were kept, the others not, for these reasons.
    Known(HashSet<String>, HashMap<String, StoreError>),
    /// Nothing was kept.
    Failed(StoreError),
    /// Nobody knows.
    Lost(String),
}

/// The writer's state.
pub(super) struct Writer {
    place: Place,
    node: Node,
    queue: mpsc::Receiver<Request>,
    most: usize,
    rhythm: Rhythm,
    commits: Arc<AtomicU64>,
    connection: Option<Arc<Connection>>,
    session: i64,
    is_fenced: bool,
    /// Where the logs end that were written to, as if all that is under way were kept.
    heads: HashMap<Arc<str>, Owned>,
    /// Rooms that have lines under way.
    flying: HashSet<Arc<str>>,
    flights: JoinSet<Landed>,
    /// To be sent before anything else.
    again: VecDeque<Job>,
    /// Whether the store is being shut down.
    stopping: watch::Receiver<bool>,
}

impl Writer {
    pub(super) fn new(
        (place, node): (Place, Node),
        queue: mpsc::Receiver<Request>,
        settings: &super::Settings,
        commits: Arc<AtomicU64>,
        stopping: watch::Receiver<bool>,
    ) -> Writer {
        Writer {
            place,
            node,
            queue,
            most: settings.batch,
            rhythm: Rhythm::new(settings.interval),
            commits,
            connection: None,
            session: 0,
            is_fenced: settings.is_fenced(),
            heads: HashMap::new(),
            flying: HashSet::new(),
            flights: JoinSet::new(),
            again: VecDeque::new(),
            stopping,
        }
    }

    /// Writes until it is stopped or nobody can ask any more.
    pub(super) async fn run(mut self) {
        let stopped = loop {
            if !self.again.is_empty() {
                self.land_all().await;
                self.depart(None).await;
                continue;
            }
            tokio::select! {
                biased;
                Some(landed) = self.flights.join_next() => self.land(landed).await,
                request = self.queue.recv(), if self.flights.len() < DEPTH => match request {
                    Some(Request::Append(entry, reply)) => {
                        if let Some(stop) = self.depart(Some(Job { entry, reply, sent: 0 })).await {
                            break Some(stop);
                        }
                    }
                    Some(Request::Forget(room)) => { self.heads.remove(room.as_str()); }
                    Some(Request::Stop(reply)) => break Some(reply),
                    None => break None,
                },
            }
        };
        self.queue.close();
        self.land_all().await;
        while !self.again.is_empty() && !*self.stopping.borrow() {
            self.depart(None).await;
            self.land_all().await;
        }
        if let Some(reply) = stopped {
            let _ = reply.send(());
        }
    }

    /// Gathers a batch and sends it on its way. Says whether it was asked to stop meanwhile.
    async fn depart(&mut self, first: Option<Job>) -> Option<oneshot::Sender<()>> {
        let now = Instant::now();
        let due = self.rhythm.due(now);
        if due > now {
            sleep_until(due).await;
        }
        let mut jobs: Vec<Job> = self.again.drain(..).chain(first).collect();
        let mut lines: usize = jobs.iter().map(|job| job.entry.lines.len().max(1)).sum();
        let mut stop = None;
        while lines < self.most
            && let Ok(request) = self.queue.try_recv()
        {
            match request {
                Request::Append(entry, reply) => {
                    lines += entry.lines.len().max(1);
                    jobs.push(Job { entry, reply, sent: 0 });
                }
                Request::Forget(room) => drop(self.heads.remove(room.as_str())),
                Request::Stop(reply) => {
                    stop = Some(reply);
                    break;
                }
            }
        }
        // A room waits for its answer before it writes on; where one does not, its lines keep their order all the same.
        if jobs.iter().any(|job| self.flying.contains(&job.entry.room)) {
            self.land_all().await;
        }
        if let Some((connection, batch)) = self.prepare(jobs).await {
            self.rhythm.began(Instant::now());
            let writing = Writing { node: self.node.id, session: self.session, is_fenced: self.is_fenced };
            let limit = self.place.patience + SILENCE;
            self.flying.extend(batch.rooms.iter().map(|(room, ..)| room.clone()));
            self.flights.spawn(fly(connection, batch, writing, limit, due));
        }
        stop
    }

    /// Finds out where the logs end, refuses what does not join, and puts the rest together.
    async fn prepare(&mut self, jobs: Vec<Job>) -> Option<(Arc<Connection>, Batch)> {
        let (connection, unknown) = loop {
            let Some(connection) = self.connected().await else {
                jobs.into_iter().for_each(|job| drop(job.reply.send(Err(StoreError::Closed))));
                return None;
            };
            match self.learn(&connection, &jobs).await {
                Ok(unknown) => break (connection, unknown),
                Err(error) if is_lost(&error) || connection.client.is_closed() => self.connection = None,
                Err(error) => {
                    let error = StoreError::from(error);
                    jobs.into_iter().for_each(|job| drop(job.reply.send(Err(error.clone()))));
                    return None;
                }
            }
        };
        let mut batch = Batch::default();
        let mut places: HashMap<Arc<str>, usize> = HashMap::new();
        for job in jobs {
            let Entry { room, after, lines, .. } = &job.entry;
            let Some(owned) = self.heads.get_mut(room) else {
                let why = if unknown.contains(&**room) { StoreError::Moved } else { StoreError::Missing };
                let _ = job.reply.send(Err(why));
                continue;
            };
            if owned.head.seq != *after {
                let _ = job.reply.send(Err(StoreError::Gap { after: *after, found: owned.head.seq }));
                continue;
            }
            let before = *owned;
            let heads: Vec<Head> = lines
                .iter()
                .map(|line| {
                    owned.head = owned.head.with(line);
                    owned.head
                })
                .collect();
            match places.entry(room.clone()) {
                Occupied(place) => batch.rooms[*place.get()].2 = owned.head,
                Vacant(place) => {
                    place.insert(batch.rooms.len());
                    batch.rooms.push((room.clone(), before, owned.head));
                }
            }
            batch.heads.push((before.epoch, heads));
            batch.jobs.push(job);
        }
        (!batch.jobs.is_empty()).then_some((connection, batch))
    }

    /// Reads where the logs end that are not known yet. Says which rooms others own.
    async fn learn(&mut self, connection: &Connection, jobs: &[Job]) -> Result<HashSet<String>, Error> {
        let unknown = jobs.iter().map(|job| &*job.entry.room).filter(|room| !self.heads.contains_key(*room));
        let unknown: Vec<&str> = unknown.collect();
        let mut others = HashSet::new();
        if unknown.is_empty() {
            return Ok(others);
        }
        for row in connection.all(HEADS, &[&unknown]).await? {
            let room: &str = row.get(0);
            // A digest of another length cannot have been written by us: the log then fails its check when it is read.
            let digest = row.get::<_, &[u8]>(4).try_into().unwrap_or_default();
            let head = Head { seq: row.get::<_, i64>(3).max(0) as u64, digest };
            if row.get::<_, i64>(1) == self.node.id || !self.is_fenced {
                self.heads.insert(room.into(), Owned { epoch: row.get(2), head });
            } else {
                others.insert(room.to_owned());
            }
        }
        Ok(others)
    }

    async fn land_all(&mut self) {
        while let Some(landed) = self.flights.join_next().await {
            self.land(landed).await;
        }
    }

    /// Takes in what became of a batch, and answers everybody who waits for it.
    async fn land(&mut self, landed: Result<Landed, tokio::task::JoinError>) {
        let Landed { batch, connection, times: (due, began), fate } = match landed {
            Ok(landed) => landed,
            Err(error) => {
                // Whoever waits learns it by the loss of the answer; nothing that is known of any room holds.
                tracing::error!(%error, "a commit failed in a way it never should");
                self.heads.clear();
                self.flying.clear();
                return;
            }
        };
        self.rhythm.committed(due, began, Instant::now());
        for (room, ..) in &batch.rooms {
            self.flying.remove(room);
        }
        match fate {
            Fate::Known(kept, why) => {
                self.commits.fetch_add(1, Relaxed);
                for (room, ..) in batch.rooms.iter().filter(|(room, ..)| !kept.contains(&**room)) {
                    self.heads.remove(room);
                }
                for Job { entry, reply, .. } in batch.jobs {
                    let refused = || why.get(&*entry.room).cloned().unwrap_or(StoreError::Moved);
                    let _ = reply.send(if kept.contains(&*entry.room) { Ok(()) } else { Err(refused()) });
                }
            }
            Fate::Failed(error) => {
                tracing::error!(%error, requests = batch.jobs.len(), "a commit failed");
                for (room, ..) in &batch.rooms {
                    self.heads.remove(room);
                }
                batch.jobs.into_iter().for_each(|job| drop(job.reply.send(Err(error.clone()))));
            }
            Fate::Lost(why) => {
                tracing::warn!(
                    why,
                    requests = batch.jobs.len(),
                    "a commit went unanswered; reading what is kept"
                );
                // Another may have been made since; what was sent through that one is not disturbed.
                self.connection.take_if(|present| Arc::ptr_eq(present, &connection));
                self.heads.clear();
                self.reconcile(batch).await;
            }
        }
    }

    /// Connects again and reads what is kept of a batch that nobody has answered.
    async fn reconcile(&mut self, batch: Batch) {
        let ends = |(job, (_, heads)): (&Job, &(i64, Vec<Head>))| {
            heads.last().map(|end| (job.entry.room.clone(), end.seq, end.digest))
        };
        let ends: Vec<Option<_>> = batch.jobs.iter().zip(&batch.heads).map(ends).collect();
        let (rooms, seqs): (Vec<&str>, Vec<i64>) =
            ends.iter().flatten().map(|(room, seq, _)| (&**room, *seq as i64)).unzip();
        let kept: HashMap<(String, u64), Vec<u8>> = loop {
            let Some(connection) = self.connected().await else {
                batch.jobs.into_iter().for_each(|job| drop(job.reply.send(Err(StoreError::Closed))));
                return;
            };
            match connection.all(KEPT, &[&rooms, &seqs]).await {
                Ok(rows) => {
                    let line = |row: &tokio_postgres::Row| {
                        ((row.get(0), row.get::<_, i64>(1).max(0) as u64), row.get(2))
                    };
                    break rows.iter().map(line).collect();
                }
                Err(error) => {
                    tracing::warn!(why = described(&error), "what is kept cannot be read; trying again");
                    self.connection = None;
                    sleep(PAUSE).await;
                }
            }
        };
        for (mut job, end) in batch.jobs.into_iter().zip(ends) {
            let is_kept = end.is_some_and(|(room, seq, digest)| {
                kept.get(&(room.to_string(), seq)).is_some_and(|found| found[..] == digest)
            });
            job.sent += 1;
            if is_kept {
                let _ = job.reply.send(Ok(()));
            } else if job.sent < TRIES {
                self.again.push_back(job);
            } else {
                let why = "the connection to the database was lost again and again";
                let _ = job.reply.send(Err(StoreError::Failed(why.into())));
            }
        }
    }

    /// The connection, made anew where it is gone; none: the store is being shut down.
    async fn connected(&mut self) -> Option<Arc<Connection>> {
        loop {
            if let Some(connection) =
                self.connection.as_ref().filter(|connection| !connection.client.is_closed())
            {
                return Some(connection.clone());
            }
            // What is still under way on the old one must be found before rooms go on.
            self.connection = None;
            match self.connect().await {
                Ok(connection) => {
                    let connection = Arc::new(connection);
                    self.connection = Some(connection.clone());
                    return Some(connection);
                }
                Err(error) => tracing::warn!(%error, "no connection to write through; trying again"),
            }
            tokio::select! {
                () = sleep(PAUSE) => {}
                _ = self.stopping.wait_for(|stopping| *stopping) => return None,
            }
        }
    }

    async fn connect(&mut self) -> Result<Connection, StoreError> {
        let connection = self.place.connect().await?;
        // Of a node that is gone nothing is kept any more, whatever the session; what was kept before can still be read.
        if let Some(row) = connection.first(SESSION, &[&self.node.id]).await? {
            self.session = row.get(0);
        }
        Ok(connection)
    }
}

/// Sends a batch and waits for what becomes of it.
async fn fly(
    connection: Arc<Connection>,
    batch: Batch,
    writing: Writing,
    limit: Duration,
    due: Instant,
) -> Landed {
    let began = Instant::now();
    let fate = match timeout(limit, attempt(&connection, &batch, writing)).await {
        Ok(Ok((kept, why))) => Fate::Known(kept, why),
        Ok(Err(error)) if is_lost(&error) || connection.client.is_closed() => Fate::Lost(described(&error)),
        Ok(Err(error)) => Fate::Failed(error.into()),
        Err(_) => Fate::Lost("no answer in time".into()),
    };
    Landed { batch, connection, times: (due, began), fate }
}

async fn attempt(
    connection: &Connection,
    batch: &Batch,
    writing: Writing,
) -> Result<(HashSet<String>, HashMap<String, StoreError>), Error> {
    let kept = batch.send(connection, writing).await?;
    let rooms = batch.rooms.iter().map(|(room, ..)| &**room);
    let refused: Vec<&str> = rooms.filter(|room| !kept.contains(*room)).collect();
    let why =
        if refused.is_empty() { Vec::new() } else { batch.why(connection, writing.node, &refused).await? };
    Ok((kept, why.into_iter().collect()))
}
