//! The one live connection of each player, and by which token it came.

use crate::api::extract::Signed;
use crate::limits::lock;
use crate::socket::connection::{Connection, Ending};
use sifang_proto::{CloseReason, KeyId, Nickname, Player, PlayerId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};

/// The live connections by player. A new one replaces the old.
#[derive(Debug, Default)]
pub(crate) struct Sessions(Mutex<All>);

#[derive(Debug, Default)]
struct All {
    live: HashMap<PlayerId, Live>,
    /// How often tokens were revoked.
    revocations: u64,
}

/// A live connection.
#[derive(Debug)]
struct Live {
    connection: Weak<Connection>,
    /// The token it came with.
    token: KeyId,
    /// The name that its player has taken since it began.
    renamed: Option<Box<Nickname>>,
}

impl Sessions {
    /// How often tokens were revoked so far: to be asked before a token is looked up.
    pub(crate) fn revocations(&self) -> u64 {
        lock(&self.0).revocations
    }

    /// This connection is the player's now, and is found by whoever revokes its token. False: tokens were revoked since the
    /// count was taken, this one perhaps among them; it has to be looked up again.
    pub(crate) fn begin(&self, signed: &Signed, connection: &Arc<Connection>, revocations: u64) -> bool {
        let connection = Arc::downgrade(connection);
        let mut all = lock(&self.0);
        if all.revocations != revocations {
            return false;
        }
        let old = all.live.insert(signed.player.id, Live { connection, token: signed.token, renamed: None });
        if let Some(old) = old.and_then(|old| old.connection.upgrade()) {
            old.end(Ending::Because(CloseReason::Replaced));
        }
        true
    }

    /// The connection has ended; a newer one stays.
    pub(crate) fn end(&self, player: PlayerId, connection: u64) {
        let mut all = lock(&self.0);
        let is_ours = |found: &Live| found.connection.upgrade().is_none_or(|found| found.id == connection);
        if all.live.get(&player).is_some_and(is_ours) {
            all.live.remove(&player);
        }
    }

    /// Tokens of a player are no longer valid: a connection that came with one ends.
    pub(crate) fn revoke(&self, player: PlayerId, is_revoked: impl Fn(KeyId) -> bool) {
        let mut all = lock(&self.0);
        all.revocations += 1;
        let live = all.live.get(&player).filter(|live| is_revoked(live.token));
        if let Some(connection) = live.and_then(|live| live.connection.upgrade()) {
            connection.end(Ending::Because(CloseReason::SignedOut));
        }
    }

    /// The player has another name: its connection brings that into the next room.
    pub(crate) fn rename(&self, player: &Player) {
        if let Some(live) = lock(&self.0).live.get_mut(&player.id) {
            live.renamed = Some(Box::new(player.nickname.clone()));
        }
    }

    /// The name that a player has taken since its connection began.
    pub(crate) fn renamed(&self, player: PlayerId) -> Option<Nickname> {
        lock(&self.0).live.get(&player)?.renamed.as_deref().cloned()
    }

    /// Ends all connections.
    pub(crate) fn end_all(&self, reason: CloseReason) {
        for connection in lock(&self.0).live.values().filter_map(|live| live.connection.upgrade()) {
            connection.end(Ending::Because(reason));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::socket::connection::pair;

    fn signed(id: u64, token: u64) -> Signed {
        let nickname: Nickname = "x".parse().unwrap();
        Signed { player: Player { id: PlayerId(id), nickname }, token: KeyId(token) }
    }

    #[tokio::test]
    async fn a_new_connection_replaces_the_old_and_outlives_its_end() {
        let sessions = Sessions::default();
        let (first, _) = pair(1).await;
        let (second, _) = pair(2).await;
        let (first, second) = (Arc::new(first), Arc::new(second));
        let player = PlayerId(7);
        assert!(sessions.begin(&signed(7, 1), &first, 0));
        assert!(sessions.begin(&signed(7, 2), &second, 0));
        assert_eq!(first.ending(), Some(Ending::Because(CloseReason::Replaced)));
        sessions.end(player, first.id);
        assert_eq!(sessions.renamed(player), None);
        let nickname: Nickname = "later".parse().unwrap();
        sessions.rename(&Player { id: player, nickname: nickname.clone() });
        sessions.rename(&Player { id: PlayerId(8), nickname: nickname.clone() });
        assert_eq!((sessions.renamed(player), sessions.renamed(PlayerId(8))), (Some(nickname), None));
        sessions.end_all(CloseReason::Shutdown);
        assert_eq!(second.ending(), Some(Ending::Because(CloseReason::Shutdown)));
        sessions.end(player, second.id);
        assert!(lock(&sessions.0).live.is_empty());
    }

    #[tokio::test]
    async fn a_revoked_token_ends_its_connection_also_one_that_is_just_beginning() {
        let sessions = Sessions::default();
        let (first, _) = pair(1).await;
        let first = Arc::new(first);
        let before = sessions.revocations();
        assert!(sessions.begin(&signed(7, 1), &first, before));
        sessions.revoke(PlayerId(8), |_| true);
        sessions.revoke(PlayerId(7), |token| token == KeyId(2));
        assert_eq!(first.ending(), None);
        sessions.revoke(PlayerId(7), |token| token != KeyId(2));
        assert_eq!(first.ending(), Some(Ending::Because(CloseReason::SignedOut)));
        // Looked up before, begun after: it has to look again.
        let (second, _) = pair(2).await;
        let second = Arc::new(second);
        assert!(!sessions.begin(&signed(7, 1), &second, before));
        assert!(sessions.begin(&signed(7, 3), &second, sessions.revocations()));
    }
}
