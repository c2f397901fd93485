//! Players and what proves who they are, in SQL. What takes one statement is one commit by itself; the rest is a transaction.

use super::Postgres;
use super::connection::Values;
use super::pool::Taken;
use super::read::player;
use crate::{
    Accounts, Forgotten, Hash, Known, KnownPasskey, Later, NewPasskey, NewPlayer, NewRecovery, NewToken,
    Passkey, PasskeyUse, Player, StoreError, Token,
};
use tokio_postgres::error::SqlState;

/// Tokens that one commit removes at most.
const EXPIRED_AT_ONCE: i64 = 1000;

impl Postgres {
    /// Runs one statement, and says how many rows it changed.
    pub(super) async fn run(&self, sql: &'static str, values: Values<'_>) -> Result<u64, StoreError> {
        Ok(self.pool.write().await?.run(sql, values).await?)
    }

    async fn found(&self, sql: &'static str, values: Values<'_>) -> Result<(), StoreError> {
        if self.run(sql, values).await? == 0 { Err(StoreError::Missing) } else { Ok(()) }
    }

    async fn recover_by(&self, recovery: NewRecovery) -> Result<Option<Player>, StoreError> {
        let mut taken = self.pool.write().await?;
        taken.begin().await?;
        let update = "UPDATE player SET recovery = $1 WHERE recovery = $2 RETURNING id, nickname";
        let row = taken.first(update, &[&&recovery.next[..], &&recovery.code[..]]).await?;
        let player = row.as_ref().map(player);
        if let Some(player) = &player {
            taken.run("DELETE FROM token WHERE player = $1", &[&player.id]).await?;
            add_token(&taken, &player.id, &recovery.token).await?;
        }
        taken.end().await?;
        Ok(player)
    }

    async fn add_passkey_to(
        &self,
        player: String,
        passkey: NewPasskey,
        most: u32,
    ) -> Result<bool, StoreError> {
        let NewPasskey { credential, id, name, fixed, changing, created_ms } = &passkey;
        let mut taken = self.pool.write().await?;
        taken.begin().await?;
        // Whoever else adds one for this player waits here, and counts this one.
        taken.all("SELECT 1 FROM player WHERE id = $1 FOR NO KEY UPDATE", &[&player]).await?;
        let insert = "INSERT INTO passkey (credential, id, player, name, created_ms, fixed, changing)
                      SELECT $1, $2, id, $4, $5, $6, $7 FROM player
                      WHERE id = $3 AND (SELECT count(*) FROM passkey WHERE player = $3) < $8
                      ON CONFLICT DO NOTHING";
        let most = i64::from(most);
        let values: Values<'_> = &[credential, id, &player, name, created_ms, fixed, changing, &most];
        let added = taken.run(insert, values).await? > 0;
        taken.end().await?;
        Ok(added)
    }

    async fn use_passkey_for(&self, used: PasskeyUse, most: u32) -> Result<Option<Vec<String>>, StoreError> {
        let PasskeyUse { credential, before, after, token } = &used;
        let mut taken = self.pool.write().await?;
        taken.begin().await?;
        let update = "UPDATE passkey SET changing = $1, used_ms = $2 WHERE credential = $3 AND changing = $4
                      RETURNING player";
        let row = taken.first(update, &[after, &token.created_ms, credential, before]).await?;
        let Some(player) = row.map(|row| row.get::<_, String>(0)) else {
            taken.end().await?;
            return Ok(None);
        };
        add_token(&taken, &player, token).await?;
        let surplus = "DELETE FROM token WHERE player = $1 AND hash <> $2 AND hash NOT IN
                       (SELECT hash FROM token WHERE player = $1 ORDER BY used_ms DESC, created_ms DESC LIMIT $3)
                       RETURNING id";
        let gone = taken.all(surplus, &[&player, &&token.hash[..], &i64::from(most)]).await?;
        taken.end().await?;
        Ok(Some(gone.iter().map(|row| row.get(0)).collect()))
    }

    async fn erase_all(&self, player: String, at_ms: i64) -> Result<(), StoreError> {
        let mut taken = self.pool.write().await?;
        taken.begin().await?;
        for delete in [
            "DELETE FROM token WHERE player = $1",
            "DELETE FROM passkey WHERE player = $1",
            "DELETE FROM preset WHERE player = $1",
        ] {
            taken.run(delete, &[&player]).await?;
        }
        if taken.run("DELETE FROM player WHERE id = $1", &[&player]).await? == 0 {
            return Err(StoreError::Missing);
        }
        let note = "INSERT INTO erased (player, at_ms) VALUES ($1, $2)
                    ON CONFLICT (player) DO UPDATE SET at_ms = excluded.at_ms";
        taken.run(note, &[&player, &at_ms]).await?;
        Ok(taken.end().await?)
    }

    async fn forget_in(&self, forgotten: Forgotten) -> Result<(), StoreError> {
        let Forgotten { match_id, player, record, others } = &forgotten;
        let mut taken = self.pool.write().await?;
        taken.begin().await?;
        let own = "DELETE FROM played_by WHERE player = $1 AND match_id = $2";
        taken.run(own, &[player, match_id]).await?;
        if let Some(record) = record {
            taken.run("UPDATE played_match SET record = $1 WHERE id = $2", &[record, match_id]).await?;
            let update = "UPDATE played_by SET summary = $1 WHERE player = $2 AND match_id = $3";
            for (other, summary) in others {
                taken.run(update, &[summary, other, match_id]).await?;
            }
        } else {
            for delete in [
                "DELETE FROM played_by WHERE match_id = $1",
                "DELETE FROM played_deal WHERE match_id = $1",
                "DELETE FROM played_match WHERE id = $1",
            ] {
                taken.run(delete, &[match_id]).await?;
            }
        }
        Ok(taken.end().await?)
    }
}

/// Adds a token. Its hash and its id are random: neither is ever there already, and if one were, the whole request fails.
async fn add_token(taken: &Taken, player: &str, token: &NewToken) -> Result<(), StoreError> {
    let NewToken { hash, id, device, created_ms } = token;
    let insert = "INSERT INTO token (hash, id, player, device, created_ms, used_ms)
                  VALUES ($1, $2, $3, $4, $5, $5)";
    taken.run(insert, &[&&hash[..], id, &player, device, created_ms]).await?;
    Ok(())
}

impl Accounts for Postgres {
    fn add_player(&self, new: NewPlayer) -> Later<'_, ()> {
        Box::pin(async move {
            let NewPlayer { player, token } = &new;
            let insert = "WITH new AS (
                    INSERT INTO player (id, nickname, created_ms) VALUES ($1, $2, $3)
                    ON CONFLICT DO NOTHING RETURNING id)
                INSERT INTO token (hash, id, player, device, created_ms, used_ms)
                SELECT $4, $5, id, $6, $3, $3 FROM new";
            let values: Values<'_> = &[
                &player.id,
                &player.nickname,
                &token.created_ms,
                &&token.hash[..],
                &token.id,
                &token.device,
            ];
            if self.run(insert, values).await? == 0 { Err(StoreError::Taken) } else { Ok(()) }
        })
    }

    fn rename(&self, player: String, nickname: String) -> Later<'_, ()> {
        Box::pin(async move {
            self.found("UPDATE player SET nickname = $1 WHERE id = $2", &[&nickname, &player]).await
        })
    }

    fn player_by_token(&self, token: Hash, since_ms: i64) -> Later<'_, Option<Known>> {
        Box::pin(self.pool.player_by_token(token, since_ms))
    }

    fn tokens(&self, player: String, since_ms: i64) -> Later<'_, Vec<Token>> {
        Box::pin(self.pool.tokens(player, since_ms))
    }

    fn touch_token(&self, token: Hash, used_ms: i64) -> Later<'_, ()> {
        Box::pin(async move {
            let update = "UPDATE token SET used_ms = greatest(used_ms, $1) WHERE hash = $2";
            self.run(update, &[&used_ms, &&token[..]]).await.map(|_| ())
        })
    }

    fn revoke_token(&self, player: String, id: String) -> Later<'_, bool> {
        Box::pin(async move {
            let delete = "DELETE FROM token WHERE player = $1 AND id = $2";
            Ok(self.run(delete, &[&player, &id]).await? > 0)
        })
    }

    fn revoke_others(&self, player: String, id: String) -> Later<'_, ()> {
        Box::pin(async move {
            let delete = "DELETE FROM token WHERE player = $1 AND id <> $2";
            self.run(delete, &[&player, &id]).await.map(|_| ())
        })
    }

    fn expire_tokens(&self, since_ms: i64) -> Later<'_, ()> {
        Box::pin(async move {
            let old = "DELETE FROM token WHERE hash IN (SELECT hash FROM token WHERE used_ms < $1 LIMIT $2)";
            while self.run(old, &[&since_ms, &EXPIRED_AT_ONCE]).await? > 0 {}
            Ok(())
        })
    }

    fn set_recovery(&self, player: String, recovery: Hash) -> Later<'_, ()> {
        Box::pin(async move {
            let update = "UPDATE player SET recovery = $1 WHERE id = $2";
            match self.pool.write().await?.run(update, &[&&recovery[..], &player]).await {
                // Somebody else's, by a chance that never comes: nothing is done.
                Err(error) if error.code() == Some(&SqlState::UNIQUE_VIOLATION) => Err(StoreError::Missing),
                Ok(0) => Err(StoreError::Missing),
                other => Ok(other.map(|_| ())?),
            }
        })
    }

    fn has_recovery(&self, player: String) -> Later<'_, bool> {
        Box::pin(self.pool.has_recovery(player))
    }

    fn recover(&self, recovery: NewRecovery) -> Later<'_, Option<Player>> {
        Box::pin(self.recover_by(recovery))
    }

    fn add_passkey(&self, player: String, passkey: NewPasskey, most: u32) -> Later<'_, bool> {
        Box::pin(self.add_passkey_to(player, passkey, most))
    }

    fn passkeys(&self, player: String) -> Later<'_, Vec<Passkey>> {
        Box::pin(self.pool.passkeys(player))
    }

    fn passkey(&self, credential: Vec<u8>) -> Later<'_, Option<KnownPasskey>> {
        Box::pin(self.pool.passkey(credential))
    }

    fn use_passkey(&self, used: PasskeyUse, most: u32) -> Later<'_, Option<Vec<String>>> {
        Box::pin(self.use_passkey_for(used, most))
    }

    fn drop_passkey(&self, player: String, id: String) -> Later<'_, bool> {
        Box::pin(async move {
            let delete = "DELETE FROM passkey WHERE player = $1 AND id = $2";
            Ok(self.run(delete, &[&player, &id]).await? > 0)
        })
    }

    fn erase(&self, player: String, at_ms: i64) -> Later<'_, ()> {
        Box::pin(self.erase_all(player, at_ms))
    }

    fn erased(&self) -> Later<'_, Vec<String>> {
        Box::pin(self.pool.erased())
    }

    fn to_forget(&self, most: u32) -> Later<'_, Vec<(String, String)>> {
        Box::pin(self.pool.to_forget(most))
    }

    fn summary(&self, player: String, match_id: String) -> Later<'_, Option<Vec<u8>>> {
        Box::pin(self.pool.summary(player, match_id))
    }

    fn forget(&self, forgotten: Forgotten) -> Later<'_, ()> {
        Box::pin(self.forget_in(forgotten))
    }

    fn end_erasures(&self, before_ms: i64) -> Later<'_, ()> {
        Box::pin(
            async move { self.run("DELETE FROM erased WHERE at_ms < $1", &[&before_ms]).await.map(|_| ()) },
        )
    }
}
