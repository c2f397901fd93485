//! The door of a room: who comes in at once, who has to knock, and who is let in.
//!
//! The link of a room lets in. Its six digits can be guessed, so they do so only where the room is listed; else they knock, and
//! the host, or anybody seated while the host is away, lets the player in or not. Whom the host has sent away knocks in any case.
//! Knocks are not durable: after a restart whoever still wants in knocks again.

use crate::core::{RoomCore, Session};
use crate::input::{ConnectionId, Deed, EDITION, LogLine};
use crate::room::{Room, Taken};
use crate::step::Step;
use crate::updates::send::{refuse, send};
use sifang_proto::{
    ClientMessage, CloseReason, ErrorBody, ErrorCode, Millis, Player, PlayerId, ServerMessage, Since, limits,
};

/// Who stands at the door.
#[derive(Default)]
pub(crate) struct Door {
    /// Those who wait, the first first.
    knocks: Vec<Knock>,
    /// Those who were not let in, and until when they need not knock again.
    refused: Vec<(PlayerId, Millis)>,
}

struct Knock {
    connection: ConnectionId,
    player: Player,
    /// Number of its `enter`.
    id: u32,
    /// When nobody is taken to answer any more.
    until: Millis,
}

impl Door {
    /// When the first knock is over.
    pub(crate) fn wake(&self) -> Option<Millis> {
        self.knocks.iter().map(|knock| knock.until).min()
    }

    /// Those who wait, as the room shows them. Nobody is shown by a name that is another's inside or before the door.
    pub(crate) fn shown(&self, room: &Room) -> Vec<Player> {
        let mut shown: Vec<Player> = Vec::with_capacity(self.knocks.len());
        for Knock { player, .. } in &self.knocks {
            let nickname = room.free_name(player, &shown).unwrap_or_else(|| player.nickname.clone());
            shown.push(Player { id: player.id, nickname });
        }
        shown
    }

    fn take(&mut self, wanted: impl Fn(&Knock) -> bool) -> Option<Knock> {
        let at = self.knocks.iter().position(wanted)?;
        Some(self.knocks.remove(at))
    }
}

impl Room {
    /// Whether the player belongs here, be it that it has left its seat in a match.
    fn knows(&self, player: PlayerId) -> bool {
        let seated =
            |taken: &Taken| matches!(taken, Taken::Human { player: known, .. } if known.id == player);
        self.is_member(player) || self.chairs.iter().any(|chair| seated(&chair.taken))
    }

    fn must_knock(&self, player: PlayerId, by_link: bool) -> bool {
        let is_open = by_link || self.setup.listed;
        !self.knows(player) && (!is_open || self.removed.contains(&player)) && !self.closed
    }
}

impl RoomCore {
    pub(crate) fn enter(
        &mut self,
        connection: ConnectionId,
        player: Player,
        id: u32,
        (by_link, since): (bool, Option<Since>),
        step: &mut Step<'_>,
    ) -> Option<LogLine> {
        if self.is_old(connection, id, step) {
            return None;
        }
        let done = if self.room.must_knock(player.id, by_link) {
            self.knock(connection, player, id, step).map(|()| None)
        } else {
            self.let_in(connection, player, id, since, step)
        };
        done.unwrap_or_else(|error| {
            refuse(connection, Some(id), &error, step);
            None
        })
    }

    /// What it is to come in: a table that stood still goes on with it.
    fn entering(&self, player: Player) -> Deed {
        if self.is_paused() && self.room.may_resume(EDITION) {
            Deed::Return { player, edition: EDITION }
        } else {
            Deed::Enter(player)
        }
    }

    /// Lets a player in, and sends it everything.
    fn let_in(
        &mut self,
        connection: ConnectionId,
        player: Player,
        id: u32,
        since: Option<Since>,
        step: &mut Step<'_>,
    ) -> Result<Option<LogLine>, ErrorBody> {
        let who = player.id;
        let line = self.deed(self.entering(player), step)?;
        let known =
            self.sessions.iter().filter(|(old, session)| session.player == who && **old != connection);
        let old: Vec<ConnectionId> = known.map(|(old, _)| *old).collect();
        for old in old {
            self.detach(old, CloseReason::Replaced, step);
        }
        // Who was acknowledged when it knocked is not acknowledged again.
        if self.door.take(|knock| knock.connection == connection).is_none() {
            send(connection, &ServerMessage::Ack { id }, step);
        }
        self.sessions.insert(connection, Session::new(who, id, step.now));
        self.away.remove(&who);
        self.send_room(step);
        step.room = false;
        self.catch_up(connection, since, step);
        Ok(line)
    }

    fn knock(
        &mut self,
        connection: ConnectionId,
        player: Player,
        id: u32,
        step: &mut Step<'_>,
    ) -> Result<(), ErrorBody> {
        let now = step.now;
        self.door.refused.retain(|(_, until)| *until > now);
        if let Some((_, until)) = self.door.refused.iter().find(|(who, _)| *who == player.id) {
            let minutes = (until - now).div_ceil(60_000);
            return Err(ErrorBody::with(
                ErrorCode::RoomRefused,
                format_args!("{minutes} 分钟后可以再敲门"),
                format_args!("knock again in {minutes} min"),
            ));
        }
        if let Some(knock) = self.door.knocks.iter_mut().find(|knock| knock.connection == connection) {
            if id < knock.id {
                return Err(ErrorCode::MessageOrder.into());
            }
            // Perhaps under another name.
            step.room |= knock.player != player;
            (knock.id, knock.player) = (id, player);
        } else {
            if let Some(old) = self.door.take(|knock| knock.player.id == player.id) {
                self.detach(old.connection, CloseReason::Replaced, step);
            }
            if self.door.knocks.len() >= limits::KNOCKS {
                return Err(ErrorBody::with(
                    ErrorCode::RateExceeded,
                    "门口已经有很多人在等",
                    "many are waiting at the door already",
                ));
            }
            let until = now + limits::KNOCK_MS;
            self.door.knocks.push(Knock { connection, player, id, until });
            step.room = true;
        }
        send(connection, &ServerMessage::Ack { id }, step);
        let until = self.door.knocks.iter().find(|knock| knock.connection == connection);
        let until = until.map_or(now, |knock| knock.until);
        send(connection, &ServerMessage::Knocking { room: self.room.code, until }, step);
        Ok(())
    }

    /// Lets somebody in who has knocked, or not.
    pub(crate) fn admit(
        &mut self,
        by: PlayerId,
        player: PlayerId,
        yes: bool,
        step: &mut Step<'_>,
    ) -> Result<Option<LogLine>, ErrorBody> {
        let is_host = by == self.room.host;
        let away = !self.sessions.values().any(|session| session.player == self.room.host);
        let may_open = is_host || away && self.room.seat_of(by).is_some();
        if !may_open {
            return Err(ErrorCode::RoomNotHost.into());
        }
        let found = self.door.knocks.iter().find(|knock| knock.player.id == player);
        let knock = found.ok_or(ErrorCode::PlayerNone)?;
        let (connection, id, player) = (knock.connection, knock.id, knock.player.clone());
        if yes {
            return self.let_in(connection, player, id, None, step);
        }
        if self.door.refused.len() >= limits::REMOVED {
            self.door.refused.remove(0);
        }
        self.door.refused.push((player.id, step.now + limits::KNOCK_AGAIN_MS));
        self.turn_away(connection, CloseReason::Refused, step);
        Ok(None)
    }

    /// Somebody at the door says something: it may go away again. Says whether it was somebody at the door.
    pub(crate) fn knocker_says(
        &mut self,
        connection: ConnectionId,
        id: u32,
        message: &ClientMessage,
        step: &mut Step<'_>,
    ) -> bool {
        let waits = self.door.knocks.iter().any(|knock| knock.connection == connection && knock.id < id);
        if waits && matches!(message, ClientMessage::Leave {}) {
            send(connection, &ServerMessage::Ack { id }, step);
            self.turn_away(connection, CloseReason::Left, step);
            return true;
        }
        false
    }

    /// The connection is gone. Says whether it was somebody at the door.
    pub(crate) fn knocker_gone(&mut self, connection: ConnectionId, step: &mut Step<'_>) -> bool {
        let gone = self.door.take(|knock| knock.connection == connection).is_some();
        step.room |= gone;
        gone
    }

    /// Sends those away whom nobody has answered for long, or all when there is no room any more.
    pub(crate) fn close_door(&mut self, step: &mut Step<'_>) {
        let (now, closed) = (step.now, self.room.closed);
        while let Some(knock) = self.door.knocks.iter().find(|knock| closed || knock.until <= now) {
            let reason = if closed { CloseReason::RoomClosed } else { CloseReason::Unanswered };
            self.turn_away(knock.connection, reason, step);
        }
    }

    fn turn_away(&mut self, connection: ConnectionId, reason: CloseReason, step: &mut Step<'_>) {
        self.knocker_gone(connection, step);
        self.detach(connection, reason, step);
    }
}
