//! The thread that writes. It owns the only connection that may, and is handed whole batches: a call into the database waits for
//! the disk, which no task may do, and one hand-over per batch costs nothing, however many requests are in it.

use super::connection::Place;
use super::space::Space;
use super::statements::{Outcome, Statements};
use super::writer::{Reply, Work};
use crate::chain::Head;
use crate::{Entry, StoreError};
use rusqlite::{Connection, TransactionBehavior};
use std::collections::HashMap;
use std::sync::{Arc, mpsc};
use tokio::sync::oneshot;

/// What became of each request of a batch.
pub(super) type Results = Vec<Result<Reply, StoreError>>;

/// What became of a batch, and the batch itself: its memory is given back on the thread that asked for it.
pub(super) type Answer = (Result<Results, StoreError>, Vec<Work>);

/// What the thread is asked to do, and where the answer goes.
enum Order {
    Commit(Vec<Work>, oneshot::Sender<Answer>),
    Close(oneshot::Sender<Result<(), StoreError>>),
}

/// The way to the thread, which ends when this is gone.
pub(super) struct Committer(mpsc::Sender<Order>);

impl Committer {
    /// Starts the thread.
    pub(super) fn start(connection: Connection, place: Place, space: Space) -> std::io::Result<Committer> {
        let (orders, received) = mpsc::channel();
        let thread = Thread { connection, place, heads: HashMap::new(), space };
        std::thread::Builder::new().name("store".into()).spawn(move || thread.run(&received))?;
        Ok(Committer(orders))
    }

    /// Writes a batch in one transaction. An error means that nothing of it was kept.
    pub(super) async fn commit(&self, works: Vec<Work>) -> Answer {
        let (reply, answer) = oneshot::channel();
        match self.0.send(Order::Commit(works, reply)) {
            Ok(()) => answer.await.unwrap_or((Err(StoreError::Closed), Vec::new())),
            Err(_) => (Err(StoreError::Closed), Vec::new()),
        }
    }

    /// Closes the file.
    pub(super) async fn close(self) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        self.0.send(Order::Close(reply)).map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

/// The thread's state.
struct Thread {
    connection: Connection,
    /// How to connect again.
    place: Place,
    /// Where the logs end that were written to since the start, or since a commit failed, each with the number of its row: a
    /// batch changes them as it goes.
    heads: HashMap<Arc<str>, (i64, Head)>,
    space: Space,
}

impl Thread {
    fn run(mut self, orders: &mpsc::Receiver<Order>) {
        // Whoever asked may be gone; what was asked for is done all the same.
        while let Ok(order) = orders.recv() {
            match order {
                Order::Commit(works, reply) => {
                    let _ = reply.send((self.commit(&works), works));
                }
                Order::Close(reply) => {
                    let closed = self.connection.close().map_err(|(_, error)| error.into());
                    let _ = reply.send(closed);
                    return;
                }
            }
        }
    }

    fn commit(&mut self, works: &[Work]) -> Result<Results, StoreError> {
        match self.write(works) {
            Ok((results, space)) => {
                self.space = space;
                Ok(results)
            }
            Err(error) => {
                let error = StoreError::from(error);
                tracing::error!(%error, requests = works.len(), "a commit failed");
                self.renew();
                Err(error)
            }
        }
    }

    /// After a failure nothing that was known of the connection holds: a full disk leaves it in the middle of a transaction that
    /// the database has already given up. Where it cannot be opened anew, the next commit fails and it is tried again.
    fn renew(&mut self) {
        self.heads.clear();
        match self.place.write() {
            Ok(connection) => self.connection = connection,
            Err(error) => tracing::error!(%error, "the database cannot be opened anew"),
        }
    }

    /// The transaction. A refused request (taken, missing, a gap) changes nothing and does not disturb the others; a database
    /// that fails undoes all of them.
    fn write(&mut self, works: &[Work]) -> rusqlite::Result<(Results, Space)> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let statements = Statements::new(&transaction)?;
        let mut batch = Batch { statements, heads: &mut self.heads, space: self.space };
        let results = works.iter().map(|work| batch.write(work)).collect::<rusqlite::Result<_>>()?;
        let mut space = batch.space;
        // None of its statements may be in use at the commit.
        drop(batch);
        space.clear(&transaction)?;
        transaction.commit()?;
        Ok((results, space))
    }
}

/// A batch that is being written.
struct Batch<'a> {
    statements: Statements<'a>,
    heads: &'a mut HashMap<Arc<str>, (i64, Head)>,
    space: Space,
}

impl Batch<'_> {
    fn write(&mut self, work: &Work) -> Outcome {
        match work {
            Work::Append(entry) => self.append(entry),
            Work::Close(room) => self.close(room),
            other => self.statements.execute(other),
        }
    }

    /// Writes the lines of an entry and what they bring about, if they join the log where it ends.
    fn append(&mut self, entry: &Entry) -> Outcome {
        let Entry { room, after, lines, deals, played, unplayed } = entry;
        let (number, head) = match self.heads.get_mut(room) {
            Some(head) => head,
            None => match self.statements.head(room)? {
                Some(head) => self.heads.entry(room.clone()).or_insert(head),
                None => return Ok(Err(StoreError::Missing)),
            },
        };
        if head.seq != *after {
            return Ok(Err(StoreError::Gap { after: *after, found: head.seq }));
        }
        for line in lines {
            *head = head.with(line);
            self.statements.add_line(room, head, line)?;
        }
        self.statements.set_head(*number, head)?;
        for deal in deals {
            self.statements.keep_deal(deal)?;
        }
        if let Some(played) = played {
            self.statements.keep_match(played)?;
        }
        if let Some(match_id) = unplayed {
            self.statements.forget_deals(match_id)?;
        }
        self.space.add(lines.len());
        Ok(Ok(Reply::Done))
    }

    /// Ends a room; one that is not there has ended already.
    fn close(&mut self, room: &str) -> Outcome {
        let head = match self.heads.remove(room) {
            Some(head) => Some(head),
            None => self.statements.head(room)?,
        };
        self.space.close(head.map_or(0, |(_, head)| head.seq));
        self.statements.close(room)?;
        Ok(Ok(Reply::Done))
    }
}
