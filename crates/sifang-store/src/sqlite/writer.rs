//! The one task that writes. It takes whatever waits, up to a batch, and commits it together. A lone request is committed at
//! once; after a commit the next one waits for company until the interval is over, so that under load many rooms share a sync.

use super::Settings;
use super::space::Space;
use super::statements::{self, Rows};
use crate::chain::Head;
use crate::{Entry, Hash, NewPlayer, NewRoom, Preset, StoreError};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

/// Something to write, and where the answer goes.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) work: Work,
    pub(super) reply: oneshot::Sender<Result<Reply, StoreError>>,
}

/// What can be written.
#[derive(Debug)]
pub(super) enum Work {
    Open(NewRoom),
    Append(Entry),
    Close(String),
    AddPlayer(NewPlayer),
    AddToken { player: String, token: Hash, created_ms: i64 },
    SetRecovery { player: String, recovery: Hash },
    Rename { player: String, nickname: String },
    SavePreset { player: String, preset: Preset, saved_ms: i64 },
    DropPreset { player: String, name: String },
    Probe,
    Stop,
}

impl Work {
    /// How many rows it is about; at least one, so that a batch has an end.
    fn rows(&self) -> usize {
        match self {
            Work::Append(entry) => entry.lines.len().max(1),
            _ => 1,
        }
    }
}

/// What writing answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reply {
    Done,
    Link(String),
    Found(bool),
}

/// The writer's state.
pub(super) struct Writer {
    connection: SqliteConnection,
    /// How to connect again.
    options: SqliteConnectOptions,
    queue: mpsc::Receiver<Job>,
    batch: usize,
    interval: Duration,
    /// When the last commit began.
    last: Option<Instant>,
    commits: Arc<AtomicU64>,
    /// Where the logs end that were written to since the start.
    heads: HashMap<String, Head>,
    space: Space,
}

impl Writer {
    pub(super) fn new(
        (connection, options): (SqliteConnection, SqliteConnectOptions),
        queue: mpsc::Receiver<Job>,
        settings: &Settings,
        space: Space,
        commits: Arc<AtomicU64>,
    ) -> Writer {
        let Settings { batch, interval, .. } = *settings;
        let heads = HashMap::new();
        Writer { connection, options, queue, batch, interval, last: None, commits, heads, space }
    }

    /// Writes until told to stop or nobody can ask any more.
    pub(super) async fn run(mut self) {
        let mut stopped = None;
        while stopped.is_none() {
            let Some(first) = self.queue.recv().await else { break };
            if let Some(last) = self.last {
                sleep_until(last + self.interval).await;
            }
            self.last = Some(Instant::now());
            let mut rows = first.work.rows();
            let mut jobs = vec![first];
            while rows < self.batch
                && !matches!(jobs.last(), Some(Job { work: Work::Stop, .. }))
                && let Ok(job) = self.queue.try_recv()
            {
                rows += job.work.rows();
                jobs.push(job);
            }
            stopped = jobs.pop_if(|job| matches!(job.work, Work::Stop));
            self.commit(jobs).await;
        }
        self.queue.close();
        let closed = self.connection.close().await;
        if let Some(job) = stopped {
            // Whoever asked may be gone; the file is closed all the same.
            let _ = job.reply.send(closed.map(|()| Reply::Done).map_err(StoreError::from));
        }
    }

    /// Writes a batch in one transaction and answers everybody after it.
    async fn commit(&mut self, jobs: Vec<Job>) {
        if jobs.is_empty() {
            return;
        }
        let (works, replies): (Vec<Work>, Vec<_>) = jobs.into_iter().map(|job| (job.work, job.reply)).unzip();
        let mut staged = HashMap::new();
        let mut space = self.space;
        match self.write(works, &mut staged, &mut space).await {
            Ok(results) => {
                self.space = space;
                self.commits.fetch_add(1, Relaxed);
                for (room, head) in staged {
                    match head {
                        Some(head) => self.heads.insert(room, head),
                        None => self.heads.remove(&room),
                    };
                }
                for (reply, result) in replies.into_iter().zip(results) {
                    // A caller that has gone away needs no answer; what it asked for is done.
                    let _ = reply.send(result);
                }
            }
            Err(error) => {
                tracing::error!(%error, requests = replies.len(), "a commit failed");
                self.renew().await;
                let error = StoreError::from(error);
                for reply in replies {
                    let _ = reply.send(Err(error.clone()));
                }
            }
        }
    }

    /// After a failure nothing that was known of the connection holds: a full disk leaves it in the middle of a transaction that
    /// the database has already given up. Where it cannot be opened anew, the next commit fails and it is tried again.
    async fn renew(&mut self) {
        self.heads.clear();
        match self.options.connect().await {
            Ok(connection) => self.connection = connection,
            Err(error) => tracing::error!(%error, "the database cannot be opened anew"),
        }
    }

    /// The transaction. A refused request (taken, missing, a gap) changes nothing and does not disturb the others; a database
    /// that fails undoes all of them.
    async fn write(
        &mut self,
        works: Vec<Work>,
        staged: &mut HashMap<String, Option<Head>>,
        space: &mut Space,
    ) -> Result<Vec<Result<Reply, StoreError>>, sqlx::Error> {
        let mut transaction = self.connection.begin_with("BEGIN IMMEDIATE").await?;
        let mut rows = Rows::default();
        let mut results = Vec::with_capacity(works.len());
        for work in works {
            results.push(match work {
                Work::Append(entry) => {
                    let head = known(&mut transaction, &entry.room, &self.heads, staged).await?;
                    let lines = entry.lines.len();
                    let appended = append(&mut transaction, entry, head, &mut rows, staged).await?;
                    space.add(appended.as_ref().map_or(0, |_| lines));
                    appended
                }
                Work::Close(room) => {
                    let head = known(&mut transaction, &room, &self.heads, staged).await?;
                    space.close(head.map_or(0, |head| head.seq));
                    statements::close(&mut transaction, &room).await?;
                    staged.insert(room, None);
                    Ok(Reply::Done)
                }
                other => statements::execute(&mut transaction, other).await?,
            });
        }
        rows.flush(&mut transaction).await?;
        let heads = staged.iter().filter_map(|(room, head)| Some((room.as_str(), (*head)?)));
        statements::set_heads(&mut transaction, heads).await?;
        space.clear(&mut transaction).await?;
        transaction.commit().await?;
        Ok(results)
    }
}

/// Where a log ends; none: there is no such room.
async fn known(
    connection: &mut SqliteConnection,
    room: &str,
    heads: &HashMap<String, Head>,
    staged: &HashMap<String, Option<Head>>,
) -> Result<Option<Head>, sqlx::Error> {
    match (staged.get(room), heads.get(room)) {
        (Some(staged), _) => Ok(*staged),
        (None, Some(head)) => Ok(Some(*head)),
        (None, None) => statements::head(connection, room).await,
    }
}

/// Puts the lines of an entry into the batch, if they join the log where it ends.
async fn append(
    connection: &mut SqliteConnection,
    entry: Entry,
    head: Option<Head>,
    rows: &mut Rows,
    staged: &mut HashMap<String, Option<Head>>,
) -> Result<Result<Reply, StoreError>, sqlx::Error> {
    let Some(mut head) = head else { return Ok(Err(StoreError::Missing)) };
    if head.seq != entry.after {
        return Ok(Err(StoreError::Gap { after: entry.after, found: head.seq }));
    }
    for line in entry.lines {
        head = head.with(&line);
        rows.add(&entry.room, head, line);
    }
    for deal in &entry.deals {
        statements::keep_deal(connection, deal).await?;
    }
    if let Some(played) = &entry.played {
        statements::keep_match(connection, played).await?;
    }
    staged.insert(entry.room, Some(head));
    Ok(Ok(Reply::Done))
}
