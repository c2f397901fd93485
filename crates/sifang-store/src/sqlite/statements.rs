//! The statements of the writer, each for one kind of request. They run inside the writer's transaction.

use super::writer::{Reply, Work};
use crate::chain::Head;
use crate::{NewPlayer, NewRoom, PlayedDeal, PlayedMatch, Preset, StoreError};
use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

/// Rows per statement. A few sizes only, so that all of them stay prepared.
const CHUNKS: [usize; 4] = [64, 16, 4, 1];

type Outcome = Result<Result<Reply, StoreError>, sqlx::Error>;

/// Log rows of a batch, written together.
#[derive(Default)]
pub(super) struct Rows(Vec<(String, Head, Vec<u8>)>);

impl Rows {
    pub(super) fn add(&mut self, room: &str, head: Head, line: Vec<u8>) {
        self.0.push((room.to_owned(), head, line));
    }

    /// Writes what was added.
    pub(super) async fn flush(&mut self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        for part in chunks(&std::mem::take(&mut self.0)) {
            let mut insert = QueryBuilder::<Sqlite>::new("INSERT INTO log (room, seq, line, digest) ");
            insert.push_values(part, |mut row, (room, head, line)| {
                row.push_bind(room).push_bind(head.seq as i64).push_bind(line).push_bind(&head.digest[..]);
            });
            insert.build().execute(&mut *connection).await?;
        }
        Ok(())
    }
}

/// The rows in parts of the known sizes, the largest first.
fn chunks<T>(mut rows: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let size = CHUNKS.into_iter().find(|size| *size <= rows.len())?;
        let (part, rest) = rows.split_at(size);
        rows = rest;
        Some(part)
    })
}

/// Where a log ends; none: there is no such room.
pub(super) async fn head(connection: &mut SqliteConnection, room: &str) -> Result<Option<Head>, sqlx::Error> {
    let row: Option<(i64, Vec<u8>)> = sqlx::query_as("SELECT seq, digest FROM head WHERE room = ?")
        .bind(room)
        .fetch_optional(connection)
        .await?;
    // A digest of another length cannot have been written by us: the log then fails its check when it is read.
    Ok(row
        .map(|(seq, digest)| Head { seq: seq.max(0) as u64, digest: digest.try_into().unwrap_or_default() }))
}

/// Writes where logs end now.
pub(super) async fn set_heads<'a>(
    connection: &mut SqliteConnection,
    heads: impl Iterator<Item = (&'a str, Head)>,
) -> Result<(), sqlx::Error> {
    let heads: Vec<(&str, Head)> = heads.collect();
    for part in chunks(&heads) {
        let mut upsert = QueryBuilder::<Sqlite>::new("INSERT INTO head (room, seq, digest) ");
        upsert.push_values(part, |mut row, (room, head)| {
            row.push_bind(*room).push_bind(head.seq as i64).push_bind(&head.digest[..]);
        });
        upsert.push(" ON CONFLICT (room) DO UPDATE SET seq = excluded.seq, digest = excluded.digest");
        upsert.build().execute(&mut *connection).await?;
    }
    Ok(())
}

/// Forgets a room. Its lines are cleared away later.
pub(super) async fn close(connection: &mut SqliteConnection, room: &str) -> Result<(), sqlx::Error> {
    for statement in ["DELETE FROM head WHERE room = ?", "DELETE FROM room WHERE id = ?"] {
        sqlx::query(statement).bind(room).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Keeps a finished deal; a deal is finished once and stays as it is.
pub(super) async fn keep_deal(
    connection: &mut SqliteConnection,
    deal: &PlayedDeal,
) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT OR IGNORE INTO played_deal (match_id, number, record, events) VALUES (?, ?, ?, ?)")
        .bind(&deal.match_id)
        .bind(deal.number)
        .bind(&deal.record)
        .bind(&deal.events)
        .execute(connection)
        .await?;
    Ok(())
}

/// Keeps a match; it is over once and stays as it is.
pub(super) async fn keep_match(
    connection: &mut SqliteConnection,
    played: &PlayedMatch,
) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT OR IGNORE INTO played_match (id, ended_ms, record) VALUES (?, ?, ?)")
        .bind(&played.id)
        .bind(played.ended_ms)
        .bind(&played.record)
        .execute(&mut *connection)
        .await?;
    let insert =
        "INSERT OR IGNORE INTO played_by (player, match_id, ended_ms, summary, rules) VALUES (?, ?, ?, ?, ?)";
    for (player, summary) in &played.players {
        let query = sqlx::query(insert).bind(player).bind(&played.id).bind(played.ended_ms);
        query.bind(summary).bind(&played.rules).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Everything else.
pub(super) async fn execute(connection: &mut SqliteConnection, work: Work) -> Outcome {
    match work {
        Work::Open(room) => open(connection, &room).await,
        Work::AddPlayer(new) => add_player(connection, &new).await,
        Work::AddToken { player, token, created_ms } => {
            add_token(connection, &player, &token, created_ms).await
        }
        Work::SetRecovery { player, recovery } => {
            let update = "UPDATE OR IGNORE player SET recovery = ? WHERE id = ?";
            let query = sqlx::query(update).bind(recovery.to_vec()).bind(player);
            found(query.execute(connection).await?.rows_affected())
        }
        Work::Rename { player, nickname } => {
            let query =
                sqlx::query("UPDATE player SET nickname = ? WHERE id = ?").bind(nickname).bind(player);
            found(query.execute(connection).await?.rows_affected())
        }
        Work::SavePreset { player, preset, saved_ms } => {
            save_preset(connection, &player, &preset, saved_ms).await
        }
        Work::DropPreset { player, name } => {
            let query =
                sqlx::query("DELETE FROM preset WHERE player = ? AND name = ?").bind(player).bind(name);
            Ok(Ok(Reply::Found(query.execute(connection).await?.rows_affected() > 0)))
        }
        // An empty commit would touch no disk: this writes a page that nobody reads.
        Work::Probe => {
            sqlx::query("PRAGMA user_version = 1").execute(connection).await?;
            Ok(Ok(Reply::Done))
        }
        // These are the writer's own; nothing is left to do for them here.
        Work::Append(_) | Work::Close(_) | Work::Stop => Ok(Ok(Reply::Done)),
    }
}

fn found(rows: u64) -> Outcome {
    Ok(if rows == 0 { Err(StoreError::Missing) } else { Ok(Reply::Done) })
}

fn free(rows: u64) -> Outcome {
    Ok(if rows == 0 { Err(StoreError::Taken) } else { Ok(Reply::Done) })
}

async fn open(connection: &mut SqliteConnection, room: &NewRoom) -> Outcome {
    let insert = "INSERT OR IGNORE INTO room (id, code, link, created_ms, meta) VALUES (?, ?, ?, ?, ?)";
    let query = sqlx::query(insert).bind(&room.id).bind(&room.code).bind(&room.link);
    let query = query.bind(room.created_ms).bind(&room.meta);
    let rows = query.execute(&mut *connection).await?.rows_affected();
    if rows > 0 {
        set_heads(connection, std::iter::once((room.id.as_str(), Head::new(&room.id)))).await?;
    }
    free(rows)
}

async fn add_player(connection: &mut SqliteConnection, new: &NewPlayer) -> Outcome {
    let insert = "INSERT OR IGNORE INTO player (id, nickname, created_ms) VALUES (?, ?, ?)";
    let query = sqlx::query(insert).bind(&new.player.id).bind(&new.player.nickname);
    let query = query.bind(new.created_ms);
    if query.execute(&mut *connection).await?.rows_affected() == 0 {
        return Ok(Err(StoreError::Taken));
    }
    add_token(connection, &new.player.id, &new.token, new.created_ms).await
}

async fn add_token(
    connection: &mut SqliteConnection,
    player: &str,
    token: &[u8; 32],
    created_ms: i64,
) -> Outcome {
    let insert = "INSERT OR IGNORE INTO token (hash, player, created_ms)
                  SELECT ?, id, ? FROM player WHERE id = ?";
    let query = sqlx::query(insert).bind(&token[..]).bind(created_ms).bind(player);
    found(query.execute(connection).await?.rows_affected())
}

async fn save_preset(
    connection: &mut SqliteConnection,
    player: &str,
    preset: &Preset,
    saved_ms: i64,
) -> Outcome {
    let upsert = "INSERT INTO preset (player, name, link, saved_ms, body)
                  SELECT id, ?, ?, ?, ? FROM player WHERE id = ?
                  ON CONFLICT (player, name) DO UPDATE SET saved_ms = excluded.saved_ms, body = excluded.body
                  RETURNING link";
    let query = sqlx::query_scalar(upsert).bind(&preset.name).bind(&preset.link).bind(saved_ms);
    let link: Option<String> = query.bind(&preset.body).bind(player).fetch_optional(connection).await?;
    Ok(link.map(Reply::Link).ok_or(StoreError::Missing))
}
