//! This node as the others see it: a row for this start, never used again, with a lease that runs by the clock of the database.
//! Rooms of nodes that are gone are taken over here.
//!
//! A node is gone when it has said so, or when somebody else has found its lease over. After an outage of the database every lease
//! looks over: so whoever has just come waits until it has renewed its own twice, and the others could have, too.

use super::pool::Pool;
use crate::StoreError;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

/// Rooms taken at once: nodes that come at the same time share them.
const SHARE: i64 = 256;

const BEGIN: &str = "INSERT INTO node (build, lease_until)
    VALUES ($1, clock_timestamp() + make_interval(secs => $2)) RETURNING id";
const RENEW: &str = "UPDATE node SET lease_until = clock_timestamp() + make_interval(secs => $2)
    WHERE id = $1 AND NOT gone";
const END: &str = "UPDATE node SET gone = TRUE WHERE id = $1";
const OTHERS: &str = "SELECT id, lease_until < clock_timestamp(), extract(epoch FROM lease_until)::TEXT
    FROM node WHERE NOT gone AND id <> $1";
/// Waits for a commit of that node which is under way; one that has renewed its lease meanwhile stays.
const DECLARE: &str = "UPDATE node SET gone = TRUE
    WHERE id = ANY($1) AND NOT gone AND lease_until < clock_timestamp() RETURNING id";
const TAKE: &str = "WITH me AS (SELECT id FROM node WHERE id = $1 AND NOT gone FOR SHARE),
    free AS (SELECT room FROM head WHERE owner NOT IN (SELECT id FROM node WHERE NOT gone)
        LIMIT $2 FOR UPDATE SKIP LOCKED)
    UPDATE head SET owner = me.id, epoch = epoch + 1 FROM free, me WHERE head.room = free.room";
const CLEAR: &str = "DELETE FROM node WHERE gone AND id <> $1
    AND NOT EXISTS (SELECT 1 FROM head WHERE owner = node.id)";

/// How long a lease is, and how often it is renewed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lease {
    pub(super) length: Duration,
    pub(super) renewal: Duration,
}

/// This node. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) id: i64,
    lease: Lease,
    began: Instant,
    /// The others have found the lease over, and take the rooms.
    gone: watch::Sender<bool>,
}

impl Node {
    /// Begins a node, whose lease is renewed until the pool is closed.
    pub(super) async fn begin(pool: &Pool, lease: Lease) -> Result<Node, StoreError> {
        let build = env!("CARGO_PKG_VERSION");
        let row = pool.wait().await?.first(BEGIN, &[&build, &lease.length.as_secs_f64()]).await?;
        let Some(row) = row else { return Err(StoreError::Failed("a new node was not kept".into())) };
        let node = Node { id: row.get(0), lease, began: Instant::now(), gone: watch::Sender::new(false) };
        tokio::spawn(node.clone().renew(pool.clone()));
        Ok(node)
    }

    /// Whether the others have found this node's lease over.
    pub(super) fn is_gone(&self) -> bool {
        *self.gone.borrow()
    }

    /// Waits until the others have found this node's lease over.
    pub(super) async fn given_up(&self) {
        // It does not end while this is there.
        let _ = self.gone.subscribe().wait_for(|gone| *gone).await;
    }

    async fn renew(self, pool: Pool) {
        let mut due = interval(self.lease.renewal);
        due.set_missed_tick_behavior(MissedTickBehavior::Delay);
        due.tick().await;
        loop {
            due.tick().await;
            let renewed = async {
                let length = self.lease.length.as_secs_f64();
                Ok(pool.wait().await?.run(RENEW, &[&self.id, &length]).await?)
            };
            match renewed.await {
                Ok(0) => break,
                Ok(_) => {}
                Err(StoreError::Closed) => return,
                Err(error) => {
                    tracing::warn!(%error, "the lease of this node could not be renewed; trying again")
                }
            }
        }
        self.gone.send_replace(true);
        tracing::error!(
            node = self.id,
            "other nodes have found the lease of this one over and take its rooms"
        );
    }

    /// Says that this node is gone: others need not wait for its lease to end.
    pub(super) async fn end(&self, pool: &Pool) -> Result<(), StoreError> {
        pool.wait().await?.run(END, &[&self.id]).await?;
        Ok(())
    }

    /// Takes the rooms of nodes that are gone; says how many.
    pub(super) async fn take_over(&self, pool: &Pool) -> Result<u64, StoreError> {
        self.find_gone(pool).await?;
        let taken = pool.wait().await?;
        let mut rooms = 0;
        loop {
            match taken.run(TAKE, &[&self.id, &SHARE]).await? {
                0 => break,
                more => rooms += more,
            }
        }
        taken.run(CLEAR, &[&self.id]).await?;
        Ok(rooms)
    }

    /// Waits until each other node has shown that it lives, or its lease is over: not longer than a lease.
    async fn find_gone(&self, pool: &Pool) -> Result<(), StoreError> {
        let mut first: Option<Vec<(i64, String)>> = None;
        loop {
            let rows = pool.wait().await?.all(OTHERS, &[&self.id]).await?;
            let others: Vec<(i64, bool, String)> =
                rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect();
            let first = first
                .get_or_insert_with(|| others.iter().map(|(id, _, until)| (*id, until.clone())).collect());
            let silent = others.iter().filter(|(id, _, until)| first.contains(&(*id, until.clone())));
            let silent: Vec<_> = silent.collect();
            if silent.is_empty() {
                return Ok(());
            }
            let over: Vec<i64> = silent.iter().filter(|(_, over, _)| *over).map(|(id, ..)| *id).collect();
            if !over.is_empty() && self.began.elapsed() >= 2 * self.lease.renewal {
                for row in pool.wait().await?.all(DECLARE, &[&over]).await? {
                    tracing::warn!(
                        node = row.get::<_, i64>(0),
                        "the lease of a node is over; its rooms are taken"
                    );
                }
                continue;
            }
            sleep(self.lease.renewal / 4).await;
        }
    }
}
