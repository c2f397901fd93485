//! The one task through which everything is written. It takes whatever waits, up to a batch, and has it committed together. A lone
//! request is committed at once; after a commit the next one waits for company (see [`Rhythm`]), so that under load many rooms
//! share a sync. It answers everybody itself: waking a task from outside the runtime would cost more than its line.

use super::Settings;
use super::accounts::Account;
use super::commit::Committer;
use crate::rhythm::Rhythm;
use crate::{Entry, Keep, NewKey, NewRoom, Player, Preset, StoreError};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

/// Something to write, and where the answer goes.
pub(super) struct Job {
    pub(super) work: Work,
    pub(super) reply: To,
}

/// Where an answer goes. A caller that has gone away needs none; what it asked for is done.
type To = oneshot::Sender<Result<Reply, StoreError>>;

/// What can be written.
#[derive(Debug)]
pub(super) enum Work {
    Open(NewRoom),
    Append(Entry),
    Close(String),
    Account(Box<Account>),
    SavePreset { player: String, preset: Preset, saved_ms: i64 },
    DropPreset { player: String, name: String },
    Trim(Keep),
    BeginKey(Box<NewKey>),
    WithdrawKey([u8; 32]),
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
    Player(Option<Player>),
    /// The tokens that went; none: nothing was done.
    Gone(Option<Vec<String>>),
}

/// The writer's state.
pub(super) struct Writer {
    committer: Committer,
    queue: mpsc::Receiver<Job>,
    batch: usize,
    /// The batch that is being gathered.
    works: Vec<Work>,
    /// Where the answers to it go.
    replies: Vec<To>,
    rhythm: Rhythm,
    commits: Arc<AtomicU64>,
}

impl Writer {
    pub(super) fn new(
        committer: Committer,
        queue: mpsc::Receiver<Job>,
        settings: &Settings,
        commits: Arc<AtomicU64>,
    ) -> Writer {
        let Settings { batch, interval, .. } = *settings;
        let rhythm = Rhythm::new(interval);
        Writer { committer, queue, batch, works: Vec::new(), replies: Vec::new(), rhythm, commits }
    }

    /// Writes until it is stopped or nobody can ask any more.
    pub(super) async fn run(mut self) {
        let mut stopped = None;
        while stopped.is_none() {
            let Some(first) = self.queue.recv().await else { break };
            let now = Instant::now();
            let due = self.rhythm.due(now);
            if due > now {
                sleep_until(due).await;
            }
            let (mut rows, mut next) = (0, Some(first));
            while let Some(job) = next {
                if matches!(job.work, Work::Stop) {
                    stopped = Some(job);
                    break;
                }
                rows += job.work.rows();
                self.works.push(job.work);
                self.replies.push(job.reply);
                next = if rows < self.batch { self.queue.try_recv().ok() } else { None };
            }
            self.commit(due).await;
        }
        self.queue.close();
        let closed = self.committer.close().await;
        if let Some(job) = stopped {
            let _ = job.reply.send(closed.map(|()| Reply::Done));
        }
    }

    /// Has the batch written, which was due at a certain time, and answers everybody after it.
    async fn commit(&mut self, due: Instant) {
        if self.works.is_empty() {
            return;
        }
        let began = Instant::now();
        let (committed, written) = self.committer.commit(std::mem::take(&mut self.works)).await;
        self.rhythm.committed(due, began, Instant::now());
        let replies = self.replies.drain(..);
        match committed {
            Ok(results) => {
                self.commits.fetch_add(1, Relaxed);
                for (reply, result) in replies.zip(results) {
                    let _ = reply.send(result);
                }
            }
            Err(error) => {
                for reply in replies {
                    let _ = reply.send(Err(error.clone()));
                }
            }
        }
        // What was written is dropped when everybody has been answered; its place is for the next batch.
        self.works = written;
        self.works.clear();
    }
}
