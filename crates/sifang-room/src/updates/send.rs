//! Who is sent what: snapshots, updates, the room, and goodbyes, from what a step has changed.

use super::{Message, Sight};
use crate::core::{RoomCore, Session};
use crate::game::PUBLIC;
use crate::input::{ConnectionId, Effect};
use crate::step::Step;
use sifang_proto::{CloseReason, ErrorBody, RoomView, ServerMessage, Since};
use sifang_tiles::{Seat, SeatSet};

impl RoomCore {
    /// Brings a connection up to date: the updates it has missed, or a snapshot.
    pub(crate) fn catch_up(&mut self, connection: ConnectionId, since: Option<Since>, step: &mut Step<'_>) {
        let Some(viewer) = self.viewer(connection) else { return };
        let game = self.room.bout.as_ref().and_then(|bout| bout.game.as_ref());
        let missed = game.and_then(|game| {
            let since = since?;
            game.stream(viewer, &since.stream)?.missed(since.seq)
        });
        let texts = missed.unwrap_or_else(|| self.snapshot(viewer).into_iter().collect());
        step.effects.extend(texts.into_iter().map(|text| Effect::Send { to: connection, text }));
    }

    pub(crate) fn snapshot(&mut self, viewer: usize) -> Option<Message> {
        let clock = self.room.clock((viewer < PUBLIC).then(|| Seat::new(viewer)));
        let bout = self.room.bout.as_mut()?;
        let game = bout.game.as_mut()?;
        self.streams += 1;
        let name = || format!("{:08x}-{:x}-{}", bout.course.match_id.0 >> 96, self.run, self.streams);
        let sight = Sight { course: &bout.course, base: bout.base, held: bout.held };
        Some(game.snapshot(viewer, &sight, clock, &name))
    }

    /// What a connection sees the table as: its seat's number, or the watchers'.
    pub(crate) fn viewer(&self, connection: ConnectionId) -> Option<usize> {
        let player = self.sessions.get(&connection)?.player;
        Some(self.room.seat_of(player).map_or(PUBLIC, Seat::index))
    }

    /// Sends a connection word that it is no longer in the room.
    pub(crate) fn detach(&mut self, connection: ConnectionId, reason: CloseReason, step: &mut Step<'_>) {
        self.sessions.remove(&connection);
        send(connection, &ServerMessage::Closed { reason }, step);
        step.effects.push(Effect::Detach { connection, reason });
    }

    /// Sends everybody what the step has changed.
    pub(crate) fn send_changes(&mut self, step: &mut Step<'_>) {
        if !step.gone.is_empty() {
            self.end_streams();
        }
        for (player, reason) in std::mem::take(&mut step.gone) {
            step.effects.push(Effect::Listing);
            let gone: Vec<ConnectionId> = self
                .sessions
                .iter()
                .filter(|(_, session)| session.player == player)
                .map(|(c, _)| *c)
                .collect();
            for connection in gone {
                self.detach(connection, reason, step);
            }
        }
        if step.room {
            self.send_room(step);
        } else if !step.own.is_empty() {
            self.send_room_to(Some(step.own), step);
        }
        if step.fresh {
            self.send_snapshots(step);
        } else if step.table {
            self.send_updates(step);
        }
    }

    /// Ends the streams of viewers who are no longer there.
    fn end_streams(&mut self) {
        let room = &mut self.room;
        let Some(game) = room.bout.as_mut().and_then(|bout| bout.game.as_mut()) else { return };
        for (seat, chair) in room.chairs.iter().enumerate() {
            if chair.present().is_none() {
                game.end_stream(seat);
            }
        }
        if room.watchers.is_empty() {
            game.end_stream(PUBLIC);
        }
    }

    pub(crate) fn send_room(&self, step: &mut Step<'_>) {
        self.send_room_to(None, step);
        step.effects.push(Effect::Listing);
    }

    /// Sends the room to everybody, or only to the players on these seats.
    fn send_room_to(&self, only: Option<SeatSet>, step: &mut Step<'_>) {
        let room = self.room_view();
        let all = written(&ServerMessage::Room { room: &room });
        for (to, Session { player, .. }) in &self.sessions {
            let seat = self.room.seat_of(*player);
            if only.is_none_or(|only| seat.is_some_and(|seat| only.contains(seat))) {
                let text = seat.and_then(|seat| self.own_room(seat, &room)).unwrap_or_else(|| all.clone());
                step.effects.push(Effect::Send { to: *to, text });
            }
        }
    }

    fn room_view(&self) -> RoomView {
        let online = |player| self.sessions.values().any(|session| session.player == player);
        let away = |player| self.away.get(&player).copied();
        RoomView { knocks: self.door.shown(&self.room), ..self.room.view(online, away) }
    }

    /// The room for the player of a seat who knows of it what the others are not shown yet; none
    /// where there is nothing.
    fn own_room(&self, seat: Seat, room: &RoomView) -> Option<Message> {
        let chair = &self.room.chairs[seat.index()];
        let auto = chair.played_for();
        (auto != chair.shown).then(|| {
            let mut room = room.clone();
            room.seats[seat.index()].auto = auto;
            written(&ServerMessage::Room { room: &room })
        })
    }

    fn send_snapshots(&mut self, step: &mut Step<'_>) {
        let connections: Vec<ConnectionId> = self.sessions.keys().copied().collect();
        let mut watched: Option<Message> = None;
        for to in connections {
            let Some(viewer) = self.viewer(to) else { continue };
            let text = match &watched {
                Some(text) if viewer == PUBLIC => Some(text.clone()),
                _ => self.snapshot(viewer),
            };
            if viewer == PUBLIC {
                watched = text.clone();
            }
            step.effects.extend(text.map(|text| Effect::Send { to, text }));
        }
    }

    fn send_updates(&mut self, step: &mut Step<'_>) {
        let clocks = std::array::from_fn(|viewer| match viewer {
            PUBLIC => self.room.clock(None),
            seat if seat < self.room.chairs.len() => self.room.clock(Some(Seat::new(seat))),
            _ => None,
        });
        let Some(bout) = &mut self.room.bout else { return };
        let Some(game) = &mut bout.game else { return };
        let sight = Sight { course: &bout.course, base: bout.base, held: bout.held };
        let texts = game.updates(&sight, clocks);
        for (to, session) in &self.sessions {
            let viewer = self.room.seat_of(session.player).map_or(PUBLIC, Seat::index);
            step.effects.extend(texts[viewer].clone().map(|text| Effect::Send { to: *to, text }));
        }
    }

    pub(crate) fn send_all(&self, message: &ServerMessage<'_>, step: &mut Step<'_>) {
        let text = written(message);
        step.effects.extend(self.sessions.keys().map(|to| Effect::Send { to: *to, text: text.clone() }));
    }
}

/// The message as it is sent.
fn written(message: &ServerMessage<'_>) -> Message {
    message.to_json().into()
}

pub(crate) fn send(to: ConnectionId, message: &ServerMessage<'_>, step: &mut Step<'_>) {
    step.effects.push(Effect::Send { to, text: written(message) });
}

pub(crate) fn refuse(to: ConnectionId, id: Option<u32>, error: &ErrorBody, step: &mut Step<'_>) {
    send(to, &ServerMessage::Error { id, error }, step);
}
