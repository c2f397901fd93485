//! The statements of the writer, each for one kind of request. They run inside the writer's transaction. What every batch needs
//! is prepared once and held while the batch lasts; values are bound as they lie, without a copy of ours.

use super::accounts;
use super::keys;
use super::trim::trim;
use super::writer::{Reply, Work};
use crate::chain::Head;
use crate::{NewRoom, PlayedDeal, PlayedMatch, Preset, StoreError};
use rusqlite::{CachedStatement, Connection, OptionalExtension as _, Params};

/// What became of a request, unless the database itself failed.
pub(super) type Outcome = rusqlite::Result<Result<Reply, StoreError>>;

/// What a batch is written with.
pub(super) struct Statements<'a> {
    connection: &'a Connection,
    add_line: CachedStatement<'a>,
    head: CachedStatement<'a>,
    set_head: CachedStatement<'a>,
}

impl<'a> Statements<'a> {
    pub(super) fn new(connection: &'a Connection) -> rusqlite::Result<Statements<'a>> {
        Ok(Statements {
            connection,
            add_line: connection
                .prepare_cached("INSERT INTO log (room, seq, line, digest) VALUES (?, ?, ?, ?)")?,
            head: connection.prepare_cached("SELECT n, seq, digest FROM head WHERE room = ?")?,
            set_head: connection.prepare_cached("UPDATE head SET seq = ?, digest = ? WHERE n = ?")?,
        })
    }

    /// Adds a line to a log, after which the log ends with `head`.
    pub(super) fn add_line(&mut self, room: &str, head: &Head, line: &[u8]) -> rusqlite::Result<()> {
        self.add_line.execute((room, head.seq as i64, line, &head.digest))?;
        Ok(())
    }

    /// Where a log ends, and the number under which that is written; none: there is no such room.
    pub(super) fn head(&mut self, room: &str) -> rusqlite::Result<Option<(i64, Head)>> {
        let head = self.head.query_row([room], |row| {
            // A digest of another length cannot have been written by us: the log then fails its check when it is read.
            let digest = row.get_ref(2)?.as_bytes().unwrap_or_default().try_into().unwrap_or_default();
            Ok((row.get(0)?, Head { seq: row.get::<_, i64>(1)?.max(0) as u64, digest }))
        });
        head.optional()
    }

    /// Writes where a log ends now. That it is nowhere to be written fails the batch: the file was changed from outside.
    pub(super) fn set_head(&mut self, number: i64, head: &Head) -> rusqlite::Result<()> {
        match self.set_head.execute((head.seq as i64, &head.digest, number))? {
            1 => Ok(()),
            rows => Err(rusqlite::Error::StatementChangedRows(rows)),
        }
    }

    /// Forgets a room. Its lines are cleared away later.
    pub(super) fn close(&mut self, room: &str) -> rusqlite::Result<()> {
        self.run("DELETE FROM head WHERE room = ?", [room])?;
        self.run("DELETE FROM room WHERE id = ?", [room])?;
        Ok(())
    }

    /// Keeps a finished deal; a deal is finished once and stays as it is.
    pub(super) fn keep_deal(&mut self, deal: &PlayedDeal) -> rusqlite::Result<()> {
        let insert =
            "INSERT OR IGNORE INTO played_deal (match_id, number, record, events) VALUES (?, ?, ?, ?)";
        self.run(insert, (&deal.match_id, deal.number, &deal.record, &deal.events))?;
        Ok(())
    }

    /// Forgets the deals of a match.
    pub(super) fn forget_deals(&mut self, match_id: &str) -> rusqlite::Result<()> {
        self.run("DELETE FROM played_deal WHERE match_id = ?", [match_id])?;
        Ok(())
    }

    /// Keeps a match; it is over once and stays as it is.
    pub(super) fn keep_match(&mut self, played: &PlayedMatch) -> rusqlite::Result<()> {
        let PlayedMatch { id, rules, ended_ms, players, record } = played;
        let insert = "INSERT OR IGNORE INTO played_match (id, ended_ms, record) VALUES (?, ?, ?)";
        self.run(insert, (id, ended_ms, record))?;
        let insert = "INSERT OR IGNORE INTO played_by (player, match_id, ended_ms, summary, rules)
                      VALUES (?, ?, ?, ?, ?)";
        for (player, summary) in players {
            self.run(insert, (player, id, ended_ms, summary, rules))?;
        }
        Ok(())
    }

    /// Everything else.
    pub(super) fn execute(&mut self, work: &Work) -> Outcome {
        match work {
            Work::Open(room) => self.open(room),
            Work::Account(account) => accounts::execute(self.connection, account),
            Work::SavePreset { player, preset, saved_ms } => self.save_preset(player, preset, *saved_ms),
            Work::DropPreset { player, name } => {
                let rows = self.run("DELETE FROM preset WHERE player = ? AND name = ?", (player, name))?;
                Ok(Ok(Reply::Found(rows > 0)))
            }
            Work::Trim(keep) => Ok(Ok(Reply::Found(trim(self.connection, keep)?))),
            Work::BeginKey(key) => keys::begin(self.connection, key),
            Work::WithdrawKey(public) => keys::withdraw(self.connection, public),
            // An empty commit would touch no disk: this writes a page that nobody reads.
            Work::Probe => {
                self.connection.pragma_update(None, "user_version", 1)?;
                Ok(Ok(Reply::Done))
            }
            // These are the writer's own; nothing is left to do for them here.
            Work::Append(_) | Work::Close(_) | Work::Stop => Ok(Ok(Reply::Done)),
        }
    }

    fn open(&mut self, room: &NewRoom) -> Outcome {
        let insert = "INSERT OR IGNORE INTO room (id, code, link, created_ms, meta) VALUES (?, ?, ?, ?, ?)";
        let rows = self.run(insert, (&room.id, &room.code, &room.link, room.created_ms, &room.meta))?;
        if rows == 0 {
            return Ok(Err(StoreError::Taken));
        }
        let head = Head::new(&room.id);
        let insert = "INSERT OR REPLACE INTO head (room, seq, digest) VALUES (?, ?, ?)";
        self.run(insert, (&room.id, head.seq as i64, &head.digest))?;
        Ok(Ok(Reply::Done))
    }

    fn save_preset(&mut self, player: &str, preset: &Preset, saved_ms: i64) -> Outcome {
        let upsert = "INSERT INTO preset (player, name, link, saved_ms, body)
                      SELECT id, ?, ?, ?, ? FROM player WHERE id = ?
                      ON CONFLICT (player, name) DO UPDATE SET saved_ms = excluded.saved_ms, body = excluded.body
                      RETURNING link";
        let params = (&preset.name, &preset.link, saved_ms, &preset.body, player);
        let link = self.connection.prepare_cached(upsert)?.query_row(params, |row| row.get(0)).optional()?;
        Ok(link.map(Reply::Link).ok_or(StoreError::Missing))
    }

    /// Runs a statement that stays prepared, and says how many rows it changed.
    fn run(&self, statement: &str, params: impl Params) -> rusqlite::Result<usize> {
        self.connection.prepare_cached(statement)?.execute(params)
    }
}
