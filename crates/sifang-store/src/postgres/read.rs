//! Everything that is read but the logs. Nobody who reads waits for a commit.

use super::pool::Pool;
use crate::{Hash, Known, KnownPasskey, Passkey, Played, Player, Preset, StoreError, Token};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

impl Pool {
    /// All rows of a query. Where the connection was lost while nobody used it, another is tried.
    pub(super) async fn all(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        let taken = self.wait().await?;
        match taken.all(sql, values).await {
            Err(_) if taken.client.is_closed() => {}
            other => return Ok(other?),
        }
        drop(taken);
        Ok(self.wait().await?.all(sql, values).await?)
    }

    /// The first row, if there is one.
    async fn one(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.all(sql, values).await?.into_iter().next())
    }

    pub(super) async fn player_by_token(
        &self,
        token: Hash,
        since_ms: i64,
    ) -> Result<Option<Known>, StoreError> {
        let select = "SELECT player.id, nickname, token.id, used_ms
                      FROM token JOIN player ON player.id = token.player WHERE hash = $1 AND used_ms >= $2";
        let row = self.one(select, &[&&token[..], &since_ms]).await?;
        Ok(row.map(|row| Known { player: player(&row), token: row.get(2), used_ms: row.get(3) }))
    }

    pub(super) async fn tokens(&self, player: String, since_ms: i64) -> Result<Vec<Token>, StoreError> {
        let select = "SELECT id, device, created_ms, used_ms FROM token WHERE player = $1 AND used_ms >= $2
                      ORDER BY used_ms DESC, created_ms DESC, id COLLATE \"C\"";
        let token = |row: Row| Token {
            id: row.get(0),
            device: row.get(1),
            created_ms: row.get(2),
            used_ms: row.get(3),
        };
        Ok(self.all(select, &[&player, &since_ms]).await?.into_iter().map(token).collect())
    }

    pub(super) async fn has_recovery(&self, player: String) -> Result<bool, StoreError> {
        let select = "SELECT 1 FROM player WHERE id = $1 AND recovery IS NOT NULL";
        Ok(self.one(select, &[&player]).await?.is_some())
    }

    pub(super) async fn passkeys(&self, player: String) -> Result<Vec<Passkey>, StoreError> {
        let select = "SELECT id, credential, name, created_ms, used_ms FROM passkey WHERE player = $1
                      ORDER BY created_ms, id COLLATE \"C\"";
        let passkey = |row: Row| Passkey {
            id: row.get(0),
            credential: row.get(1),
            name: row.get(2),
            created_ms: row.get(3),
            used_ms: row.get(4),
        };
        Ok(self.all(select, &[&player]).await?.into_iter().map(passkey).collect())
    }

    pub(super) async fn passkey(&self, credential: Vec<u8>) -> Result<Option<KnownPasskey>, StoreError> {
        let select = "SELECT player.id, nickname, fixed, changing
                      FROM passkey JOIN player ON player.id = passkey.player WHERE credential = $1";
        let row = self.one(select, &[&credential]).await?;
        Ok(row.map(|row| KnownPasskey { player: player(&row), fixed: row.get(2), changing: row.get(3) }))
    }

    pub(super) async fn erased(&self) -> Result<Vec<String>, StoreError> {
        let rows = self.all("SELECT player FROM erased", &[]).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    pub(super) async fn to_forget(&self, most: u32) -> Result<Vec<(String, String)>, StoreError> {
        let select =
            "SELECT erased.player, match_id FROM erased JOIN played_by ON played_by.player = erased.player
                      ORDER BY erased.player COLLATE \"C\", match_id COLLATE \"C\" LIMIT $1";
        let rows = self.all(select, &[&i64::from(most)]).await?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    pub(super) async fn summary(&self, player: String, id: String) -> Result<Option<Vec<u8>>, StoreError> {
        let select = "SELECT summary FROM played_by WHERE player = $1 AND match_id = $2";
        Ok(self.one(select, &[&player, &id]).await?.map(|row| row.get(0)))
    }

    pub(super) async fn presets(&self, player: String) -> Result<Vec<Preset>, StoreError> {
        let select = "SELECT name, link, body FROM preset WHERE player = $1 ORDER BY name COLLATE \"C\"";
        Ok(self.all(select, &[&player]).await?.iter().map(preset).collect())
    }

    pub(super) async fn preset_by_link(&self, link: String) -> Result<Option<Preset>, StoreError> {
        let select = "SELECT name, link, body FROM preset WHERE link = $1";
        Ok(self.one(select, &[&link]).await?.as_ref().map(preset))
    }

    pub(super) async fn history(
        &self,
        player: String,
        rules: Option<String>,
        before_ms: i64,
        most: u32,
    ) -> Result<Vec<Played>, StoreError> {
        let all = "SELECT match_id, ended_ms, summary FROM played_by WHERE player = $1 AND ended_ms < $2
                   ORDER BY ended_ms DESC, match_id LIMIT $3";
        let some = "SELECT match_id, ended_ms, summary FROM played_by
                    WHERE player = $1 AND ended_ms < $2 AND rules = $4
                    ORDER BY ended_ms DESC, match_id LIMIT $3";
        let most = i64::from(most);
        let rows = match &rules {
            None => self.all(all, &[&player, &before_ms, &most]).await?,
            Some(rules) => self.all(some, &[&player, &before_ms, &most, rules]).await?,
        };
        let played = |row: Row| Played { id: row.get(0), ended_ms: row.get(1), summary: row.get(2) };
        Ok(rows.into_iter().map(played).collect())
    }

    pub(super) async fn record(&self, match_id: String) -> Result<Option<Vec<u8>>, StoreError> {
        let select = "SELECT record FROM played_match WHERE id = $1";
        Ok(self.one(select, &[&match_id]).await?.map(|row| row.get(0)))
    }

    pub(super) async fn events(&self, id: String, number: u32) -> Result<Option<Vec<u8>>, StoreError> {
        // Deals are kept as they end, but nothing of a match is shown before it is over.
        let select = "SELECT events FROM played_deal WHERE match_id = $1 AND number = $2
                      AND EXISTS (SELECT 1 FROM played_match WHERE id = $1)";
        Ok(self.one(select, &[&id, &i64::from(number)]).await?.map(|row| row.get(0)))
    }
}

/// A player, whose row begins with id and nickname.
pub(super) fn player(row: &Row) -> Player {
    Player { id: row.get(0), nickname: row.get(1) }
}

fn preset(row: &Row) -> Preset {
    Preset { name: row.get(0), link: row.get(1), body: row.get(2) }
}
