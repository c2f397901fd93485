//! Players and what proves who they are, in SQL.

use super::statements::Outcome;
use super::writer::{Reply, Work};
use super::{Sqlite, read};
use crate::{
    Accounts, Forgotten, Hash, Known, KnownPasskey, Later, NewPasskey, NewPlayer, NewRecovery, NewToken,
    Passkey, PasskeyUse, Player, StoreError, Token,
};
use rusqlite::{Connection, OptionalExtension as _, Params};

/// What can be written about an account.
#[derive(Debug)]
pub(super) enum Account {
    Add(NewPlayer),
    Rename { player: String, nickname: String },
    Touch { token: Hash, used_ms: i64 },
    Revoke { player: String, id: String },
    RevokeOthers { player: String, id: String },
    Expire { since_ms: i64 },
    SetRecovery { player: String, recovery: Hash },
    Recover(NewRecovery),
    AddPasskey { player: String, passkey: NewPasskey, most: u32 },
    UsePasskey { used: PasskeyUse, most: u32 },
    DropPasskey { player: String, id: String },
    Erase { player: String, at_ms: i64 },
    Forget(Forgotten),
    EndErasures { before_ms: i64 },
}

/// Tokens that one commit removes at most: a move must not wait for it.
const EXPIRED_AT_ONCE: u32 = 1000;

/// Writes what is to be written about an account, inside the writer's transaction.
pub(super) fn execute(db: &Connection, work: &Account) -> Outcome {
    match work {
        Account::Add(new) => add(db, new),
        Account::Rename { player, nickname } => {
            found(run(db, "UPDATE player SET nickname = ? WHERE id = ?", (nickname, player))?)
        }
        Account::Touch { token, used_ms } => {
            run(db, "UPDATE token SET used_ms = max(used_ms, ?) WHERE hash = ?", (used_ms, token))?;
            Ok(Ok(Reply::Done))
        }
        Account::Revoke { player, id } => {
            let rows = run(db, "DELETE FROM token WHERE player = ? AND id = ?", (player, id))?;
            Ok(Ok(Reply::Found(rows > 0)))
        }
        Account::RevokeOthers { player, id } => {
            run(db, "DELETE FROM token WHERE player = ? AND id <> ?", (player, id))?;
            Ok(Ok(Reply::Done))
        }
        Account::Expire { since_ms } => {
            let old = "DELETE FROM token WHERE hash IN (SELECT hash FROM token WHERE used_ms < ? LIMIT ?)";
            Ok(Ok(Reply::Found(run(db, old, (since_ms, EXPIRED_AT_ONCE))? > 0)))
        }
        Account::SetRecovery { player, recovery } => {
            found(run(db, "UPDATE OR IGNORE player SET recovery = ? WHERE id = ?", (recovery, player))?)
        }
        Account::Recover(recovery) => recover(db, recovery),
        Account::AddPasskey { player, passkey, most } => add_passkey(db, player, passkey, *most),
        Account::UsePasskey { used, most } => use_passkey(db, used, *most),
        Account::DropPasskey { player, id } => {
            let rows = run(db, "DELETE FROM passkey WHERE player = ? AND id = ?", (player, id))?;
            Ok(Ok(Reply::Found(rows > 0)))
        }
        Account::Erase { player, at_ms } => erase(db, player, *at_ms),
        Account::Forget(forgotten) => forget(db, forgotten),
        Account::EndErasures { before_ms } => {
            run(db, "DELETE FROM erased WHERE at_ms < ?", [before_ms])?;
            Ok(Ok(Reply::Done))
        }
    }
}

fn add(db: &Connection, new: &NewPlayer) -> Outcome {
    let insert = "INSERT OR IGNORE INTO player (id, nickname, created_ms) VALUES (?, ?, ?)";
    if run(db, insert, (&new.player.id, &new.player.nickname, new.token.created_ms))? == 0 {
        return Ok(Err(StoreError::Taken));
    }
    add_token(db, &new.player.id, &new.token)?;
    Ok(Ok(Reply::Done))
}

/// Adds a token. Its hash and its id are random: neither is ever there already, and if one were, the whole request fails.
fn add_token(db: &Connection, player: &str, token: &NewToken) -> rusqlite::Result<()> {
    let NewToken { hash, id, device, created_ms } = token;
    let insert =
        "INSERT INTO token (hash, id, player, device, created_ms, used_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?5)";
    run(db, insert, (hash, id, player, device, created_ms))?;
    Ok(())
}

fn recover(db: &Connection, recovery: &NewRecovery) -> Outcome {
    let update = "UPDATE player SET recovery = ? WHERE recovery = ? RETURNING id, nickname";
    let player =
        db.prepare_cached(update)?.query_row((recovery.next, recovery.code), read::player).optional()?;
    if let Some(player) = &player {
        run(db, "DELETE FROM token WHERE player = ?", [&player.id])?;
        add_token(db, &player.id, &recovery.token)?;
    }
    Ok(Ok(Reply::Player(player)))
}

fn add_passkey(db: &Connection, player: &str, passkey: &NewPasskey, most: u32) -> Outcome {
    let NewPasskey { credential, id, name, fixed, changing, created_ms } = passkey;
    let insert = "INSERT OR IGNORE INTO passkey (credential, id, player, name, created_ms, fixed, changing)
                  SELECT ?1, ?2, id, ?4, ?5, ?6, ?7 FROM player
                  WHERE id = ?3 AND (SELECT count(*) FROM passkey WHERE player = ?3) < ?8";
    let params = (credential, id, player, name, created_ms, fixed, changing, most);
    Ok(Ok(Reply::Found(run(db, insert, params)? > 0)))
}

fn use_passkey(db: &Connection, used: &PasskeyUse, most: u32) -> Outcome {
    let PasskeyUse { credential, before, after, token } = used;
    let update =
        "UPDATE passkey SET changing = ?, used_ms = ? WHERE credential = ? AND changing = ? RETURNING player";
    let params = (after, token.created_ms, credential, before);
    let player: Option<String> = db.prepare_cached(update)?.query_row(params, |row| row.get(0)).optional()?;
    let Some(player) = player else { return Ok(Ok(Reply::Gone(None))) };
    add_token(db, &player, token)?;
    let surplus = "DELETE FROM token WHERE player = ?1 AND hash <> ?2 AND hash NOT IN
                   (SELECT hash FROM token WHERE player = ?1 ORDER BY used_ms DESC, created_ms DESC LIMIT ?3)
                   RETURNING id";
    let mut surplus = db.prepare_cached(surplus)?;
    let gone = surplus.query_map((&player, token.hash, most), |row| row.get(0))?;
    Ok(Ok(Reply::Gone(Some(gone.collect::<rusqlite::Result<_>>()?))))
}

fn erase(db: &Connection, player: &str, at_ms: i64) -> Outcome {
    for table in ["token", "passkey", "preset"] {
        run(db, &format!("DELETE FROM {table} WHERE player = ?"), [player])?;
    }
    if run(db, "DELETE FROM player WHERE id = ?", [player])? == 0 {
        return Ok(Err(StoreError::Missing));
    }
    run(db, "INSERT OR REPLACE INTO erased (player, at_ms) VALUES (?, ?)", (player, at_ms))?;
    Ok(Ok(Reply::Done))
}

fn forget(db: &Connection, forgotten: &Forgotten) -> Outcome {
    let Forgotten { match_id, player, record, others } = forgotten;
    run(db, "DELETE FROM played_by WHERE player = ? AND match_id = ?", (player, match_id))?;
    if let Some(record) = record {
        run(db, "UPDATE played_match SET record = ? WHERE id = ?", (record, match_id))?;
        for (other, summary) in others {
            let update = "UPDATE played_by SET summary = ? WHERE player = ? AND match_id = ?";
            run(db, update, (summary, other, match_id))?;
        }
        return Ok(Ok(Reply::Done));
    }
    run(db, "DELETE FROM played_by WHERE match_id = ?", [match_id])?;
    run(db, "DELETE FROM played_deal WHERE match_id = ?", [match_id])?;
    run(db, "DELETE FROM played_match WHERE id = ?", [match_id])?;
    Ok(Ok(Reply::Done))
}

/// Runs a statement that stays prepared, and says how many rows it changed.
fn run(db: &Connection, statement: &str, params: impl Params) -> rusqlite::Result<usize> {
    db.prepare_cached(statement)?.execute(params)
}

fn found(rows: usize) -> Outcome {
    Ok(if rows == 0 { Err(StoreError::Missing) } else { Ok(Reply::Done) })
}

impl Sqlite {
    fn account(&self, work: Account) -> Later<'_, ()> {
        self.done(Work::Account(Box::new(work)))
    }

    fn account_found(&self, work: Account) -> Later<'_, bool> {
        Box::pin(async { Ok(self.submit(Work::Account(Box::new(work))).await? == Reply::Found(true)) })
    }
}

impl Accounts for Sqlite {
    fn add_player(&self, new: NewPlayer) -> Later<'_, ()> {
        self.account(Account::Add(new))
    }

    fn rename(&self, player: String, nickname: String) -> Later<'_, ()> {
        self.account(Account::Rename { player, nickname })
    }

    fn player_by_token(&self, token: Hash, since_ms: i64) -> Later<'_, Option<Known>> {
        Box::pin(self.readers.read(move |reader| read::player_by_token(reader, &token, since_ms)))
    }

    fn tokens(&self, player: String, since_ms: i64) -> Later<'_, Vec<Token>> {
        Box::pin(self.readers.read(move |reader| read::tokens(reader, &player, since_ms)))
    }

    fn touch_token(&self, token: Hash, used_ms: i64) -> Later<'_, ()> {
        self.account(Account::Touch { token, used_ms })
    }

    fn revoke_token(&self, player: String, id: String) -> Later<'_, bool> {
        self.account_found(Account::Revoke { player, id })
    }

    fn revoke_others(&self, player: String, id: String) -> Later<'_, ()> {
        self.account(Account::RevokeOthers { player, id })
    }

    fn expire_tokens(&self, since_ms: i64) -> Later<'_, ()> {
        Box::pin(async move {
            while self.account_found(Account::Expire { since_ms }).await? {}
            Ok(())
        })
    }

    fn set_recovery(&self, player: String, recovery: Hash) -> Later<'_, ()> {
        self.account(Account::SetRecovery { player, recovery })
    }

    fn has_recovery(&self, player: String) -> Later<'_, bool> {
        Box::pin(self.readers.read(move |reader| read::has_recovery(reader, &player)))
    }

    fn recover(&self, recovery: NewRecovery) -> Later<'_, Option<Player>> {
        Box::pin(async {
            match self.submit(Work::Account(Box::new(Account::Recover(recovery)))).await? {
                Reply::Player(player) => Ok(player),
                _ => Err(StoreError::Failed("no player came back".into())),
            }
        })
    }

    fn add_passkey(&self, player: String, passkey: NewPasskey, most: u32) -> Later<'_, bool> {
        self.account_found(Account::AddPasskey { player, passkey, most })
    }

    fn passkeys(&self, player: String) -> Later<'_, Vec<Passkey>> {
        Box::pin(self.readers.read(move |reader| read::passkeys(reader, &player)))
    }

    fn passkey(&self, credential: Vec<u8>) -> Later<'_, Option<KnownPasskey>> {
        Box::pin(self.readers.read(move |reader| read::passkey(reader, &credential)))
    }

    fn use_passkey(&self, used: PasskeyUse, most: u32) -> Later<'_, Option<Vec<String>>> {
        Box::pin(async move {
            match self.submit(Work::Account(Box::new(Account::UsePasskey { used, most }))).await? {
                Reply::Gone(gone) => Ok(gone),
                _ => Err(StoreError::Failed("no tokens came back".into())),
            }
        })
    }

    fn drop_passkey(&self, player: String, id: String) -> Later<'_, bool> {
        self.account_found(Account::DropPasskey { player, id })
    }

    fn erase(&self, player: String, at_ms: i64) -> Later<'_, ()> {
        self.account(Account::Erase { player, at_ms })
    }

    fn erased(&self) -> Later<'_, Vec<String>> {
        Box::pin(self.readers.read(read::erased))
    }

    fn to_forget(&self, most: u32) -> Later<'_, Vec<(String, String)>> {
        Box::pin(self.readers.read(move |reader| read::to_forget(reader, most)))
    }

    fn summary(&self, player: String, match_id: String) -> Later<'_, Option<Vec<u8>>> {
        Box::pin(self.readers.read(move |reader| read::summary(reader, &player, &match_id)))
    }

    fn forget(&self, forgotten: Forgotten) -> Later<'_, ()> {
        self.account(Account::Forget(forgotten))
    }

    fn end_erasures(&self, before_ms: i64) -> Later<'_, ()> {
        self.account(Account::EndErasures { before_ms })
    }
}
