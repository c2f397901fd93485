//! The one statement that adds lines, however many rooms share it. It locks the row of its own node, compares owner and epoch of
//! each room, adds what joins, and returns those rooms. So nothing is ever added by a node that is gone, to a room that has
//! changed hands, or by a connection that was given up: no matter how long the statement was on its way.

use super::connection::Connection;
use crate::chain::Head;
use crate::{Entry, StoreError};
use std::collections::HashSet;
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row};

/// Lines for one room, and where the answer goes. A caller that has gone away needs none.
pub(super) struct Job {
    pub(super) entry: Entry,
    pub(super) reply: oneshot::Sender<Result<(), StoreError>>,
    /// How often it was sent without an answer.
    pub(super) sent: u32,
}

/// A room as this node knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owned {
    pub(super) epoch: i64,
    pub(super) head: Head,
}

/// Lines of many rooms that are kept together.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) jobs: Vec<Job>,
    /// For each job the epoch of its room, and where its log ends after each of its lines.
    pub(super) heads: Vec<(i64, Vec<Head>)>,
    /// Each room once: before the first of its lines, and after the last.
    pub(super) rooms: Vec<(Arc<str>, Owned, Head)>,
}

/// As what lines are added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Writing {
    pub(super) node: i64,
    pub(super) session: i64,
    /// Always, but where a test takes it away to see that it is missed.
    pub(super) is_fenced: bool,
}

macro_rules! statement {
    ($me:literal, $owns:literal, $more:literal) => {
        concat!(
            "WITH me AS MATERIALIZED (",
            $me,
            "),
            kept AS (UPDATE head SET seq = new.seq, digest = new.digest
                FROM me, unnest($3::TEXT[], $4::BIGINT[], $5::BIGINT[], $6::BIGINT[], $7::BYTEA[])
                    AS new (room, epoch, after, seq, digest)
                WHERE head.room = new.room AND head.seq = new.after AND ",
            $owns,
            " RETURNING head.room),
            lines AS (INSERT INTO log (room, seq, epoch, line, digest)
                SELECT new.* FROM unnest($8::TEXT[], $9::BIGINT[], $10::BIGINT[], $11::BYTEA[], $12::BYTEA[])
                    AS new (room, seq, epoch, line, digest)
                WHERE (new.room IN (SELECT room FROM kept)) IS TRUE)",
            $more,
            " SELECT room FROM kept"
        )
    };
}

/// Lines alone. `IS TRUE` has the rooms looked up in a table of hashes, however many there are.
const LINES: &str = statement!(
    "SELECT id FROM node WHERE id = $1 AND session = $2 AND NOT gone FOR SHARE",
    "head.owner = me.id AND head.epoch = new.epoch",
    ""
);
/// The same without the fence: a breach that a test must find.
const UNFENCED: &str =
    statement!("SELECT $1::BIGINT AS id WHERE $2::BIGINT IS NOT NULL", "new.epoch IS NOT NULL", "");
/// Lines with what they bring about.
const RESULTS: &str = statement!(
    "SELECT id FROM node WHERE id = $1 AND session = $2 AND NOT gone FOR SHARE",
    "head.owner = me.id AND head.epoch = new.epoch",
    ", deals AS (INSERT INTO played_deal (match_id, number, record, events)
        SELECT new.match_id, new.number, new.record, new.events
        FROM unnest($13::TEXT[], $14::TEXT[], $15::BIGINT[], $16::BYTEA[], $17::BYTEA[])
            AS new (room, match_id, number, record, events)
        WHERE (new.room IN (SELECT room FROM kept)) IS TRUE ON CONFLICT DO NOTHING),
    matches AS (INSERT INTO played_match (id, ended_ms, record)
        SELECT new.id, new.ended_ms, new.record
        FROM unnest($18::TEXT[], $19::TEXT[], $20::BIGINT[], $21::BYTEA[]) AS new (room, id, ended_ms, record)
        WHERE (new.room IN (SELECT room FROM kept)) IS TRUE ON CONFLICT DO NOTHING),
    seats AS (INSERT INTO played_by (player, match_id, ended_ms, rules, summary)
        SELECT new.player, new.match_id, new.ended_ms, new.rules, new.summary
        FROM unnest($22::TEXT[], $23::TEXT[], $24::TEXT[], $25::BIGINT[], $26::TEXT[], $27::BYTEA[])
            AS new (room, player, match_id, ended_ms, rules, summary)
        WHERE (new.room IN (SELECT room FROM kept)) IS TRUE ON CONFLICT DO NOTHING),
    unplayed AS (DELETE FROM played_deal USING unnest($28::TEXT[], $29::TEXT[]) AS old (room, match_id)
        WHERE played_deal.match_id = old.match_id AND (old.room IN (SELECT room FROM kept)) IS TRUE)"
);

/// Why rooms were not kept.
const WHY: &str = "SELECT room, owner, epoch, seq FROM head WHERE room = ANY($1)";

impl Batch {
    /// Sends it, and says which rooms were kept. An error of the database means that none was.
    pub(super) async fn send(&self, to: &Connection, writing: Writing) -> Result<HashSet<String>, Error> {
        let rooms: Vec<&str> = self.rooms.iter().map(|(room, ..)| &**room).collect();
        let epochs: Vec<i64> = self.rooms.iter().map(|(_, owned, _)| owned.epoch).collect();
        let after: Vec<i64> = self.rooms.iter().map(|(_, owned, _)| owned.head.seq as i64).collect();
        let ends: Vec<i64> = self.rooms.iter().map(|(.., end)| end.seq as i64).collect();
        let digests: Vec<&[u8]> = self.rooms.iter().map(|(.., end)| &end.digest[..]).collect();
        let lines = Lines::of(self);
        let mut values: Vec<&(dyn ToSql + Sync)> = vec![
            &writing.node,
            &writing.session,
            &rooms,
            &epochs,
            &after,
            &ends,
            &digests,
            &lines.rooms,
            &lines.seqs,
            &lines.epochs,
            &lines.lines,
            &lines.digests,
        ];
        let has_results = self.jobs.iter().any(|Job { entry, .. }| {
            !entry.deals.is_empty() || entry.played.is_some() || entry.unplayed.is_some()
        });
        let results = Results::of(self);
        if has_results {
            results.add(&mut values);
        }
        let sql = match (has_results, writing.is_fenced) {
            (true, _) => RESULTS,
            (false, true) => LINES,
            (false, false) => UNFENCED,
        };
        let kept = to.all(sql, &values).await?;
        Ok(kept.iter().map(|row| row.get(0)).collect())
    }

    /// Why each of these rooms was not kept.
    pub(super) async fn why(
        &self,
        from: &Connection,
        node: i64,
        rooms: &[&str],
    ) -> Result<Vec<(String, StoreError)>, Error> {
        let found = from.all(WHY, &[&rooms]).await?;
        let of = |room: &str| found.iter().find(|row| row.get::<_, &str>(0) == room);
        Ok(rooms.iter().map(|room| (room.to_string(), self.reason(room, node, of(room)))).collect())
    }

    fn reason(&self, room: &str, node: i64, found: Option<&Row>) -> StoreError {
        let Some(found) = found else { return StoreError::Missing };
        let known = self.rooms.iter().find(|(name, ..)| &**name == room).map(|(_, owned, _)| *owned);
        match known {
            Some(Owned { epoch, head }) if (found.get::<_, i64>(1), found.get(2)) == (node, epoch) => {
                let seq = found.get::<_, i64>(3).max(0) as u64;
                // The same everywhere: then it is the node that is gone.
                if seq == head.seq {
                    StoreError::Moved
                } else {
                    StoreError::Gap { after: head.seq, found: seq }
                }
            }
            _ => StoreError::Moved,
        }
    }
}

/// The lines of a batch, column by column.
#[derive(Default)]
struct Lines<'a> {
    rooms: Vec<&'a str>,
    seqs: Vec<i64>,
    epochs: Vec<i64>,
    lines: Vec<&'a [u8]>,
    digests: Vec<&'a [u8]>,
}

impl<'a> Lines<'a> {
    fn of(batch: &'a Batch) -> Lines<'a> {
        let mut lines = Lines::default();
        for (Job { entry, .. }, (epoch, heads)) in batch.jobs.iter().zip(&batch.heads) {
            for (line, head) in entry.lines.iter().zip(heads) {
                lines.rooms.push(&entry.room);
                lines.seqs.push(head.seq as i64);
                lines.epochs.push(*epoch);
                lines.lines.push(line);
                lines.digests.push(&head.digest);
            }
        }
        lines
    }
}

type Texts<'a> = Vec<&'a str>;
type Numbers = Vec<i64>;
type Blobs<'a> = Vec<&'a [u8]>;

/// What the lines of a batch bring about, column by column; each column of rooms belongs to those after it.
#[derive(Default)]
struct Results<'a> {
    deals: (Texts<'a>, Texts<'a>, Numbers, Blobs<'a>, Blobs<'a>),
    matches: (Texts<'a>, Texts<'a>, Numbers, Blobs<'a>),
    seats: (Texts<'a>, Texts<'a>, Texts<'a>, Numbers, Texts<'a>, Blobs<'a>),
    unplayed: (Texts<'a>, Texts<'a>),
}

impl<'a> Results<'a> {
    fn of(batch: &'a Batch) -> Results<'a> {
        let mut results = Results::default();
        let entries = || batch.jobs.iter().map(|job| &job.entry);
        let unplayed: HashSet<&str> = entries().filter_map(|entry| entry.unplayed.as_deref()).collect();
        for entry in entries() {
            let room: &str = &entry.room;
            // What the same statement would remove again is not added: it does not see its own rows.
            for deal in entry.deals.iter().filter(|deal| !unplayed.contains(&*deal.match_id)) {
                results.deals.0.push(room);
                results.deals.1.push(&deal.match_id);
                results.deals.2.push(deal.number.into());
                results.deals.3.push(&deal.record);
                results.deals.4.push(&deal.events);
            }
            if let Some(played) = &entry.played {
                results.matches.0.push(room);
                results.matches.1.push(&played.id);
                results.matches.2.push(played.ended_ms);
                results.matches.3.push(&played.record);
                for (player, summary) in &played.players {
                    results.seats.0.push(room);
                    results.seats.1.push(player);
                    results.seats.2.push(&played.id);
                    results.seats.3.push(played.ended_ms);
                    results.seats.4.push(&played.rules);
                    results.seats.5.push(summary);
                }
            }
            if let Some(match_id) = &entry.unplayed {
                results.unplayed.0.push(room);
                results.unplayed.1.push(match_id);
            }
        }
        results
    }

    fn add<'b>(&'b self, values: &mut Vec<&'b (dyn ToSql + Sync)>) {
        let Results { deals, matches, seats, unplayed } = self;
        values.extend([&deals.0 as &(dyn ToSql + Sync), &deals.1, &deals.2, &deals.3, &deals.4]);
        values.extend([&matches.0 as &(dyn ToSql + Sync), &matches.1, &matches.2, &matches.3]);
        values.extend([&seats.0 as &(dyn ToSql + Sync), &seats.1, &seats.2, &seats.3, &seats.4, &seats.5]);
        values.extend([&unplayed.0 as &(dyn ToSql + Sync), &unplayed.1]);
    }
}
