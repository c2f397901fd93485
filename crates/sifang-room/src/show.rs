//! How a room looks: to everybody in it, in a list, and to one seat's clock.

use crate::room::{Chair, Room, Taken};
use sifang_proto::{
    Clock, DissolveView, HurryView, MatchHead, Millis, NextView, Occupant, Phase, PlayerId, RoomSummary,
    RoomView, SeatView,
};
use sifang_tiles::{Seat, SeatSet};
use std::hash::{Hash, Hasher};
use xxhash_rust::xxh3::Xxh3;

fn list(seats: SeatSet) -> Vec<Seat> {
    seats.iter().collect()
}

impl Room {
    /// The room for everybody in it; `online` says who has a connection, `away` since when somebody has none.
    pub(crate) fn view(
        &self,
        online: impl Fn(PlayerId) -> bool,
        away: impl Fn(PlayerId) -> Option<Millis>,
    ) -> RoomView {
        let seat = |chair: &Chair| match &chair.taken {
            Taken::Free => SeatView { occupant: None, ready: false, auto: false },
            Taken::Bot { level } => {
                let occupant = Some(Occupant::Bot { level: level.name().into() });
                SeatView { occupant, ready: true, auto: false }
            }
            Taken::Human { player, ready, left } => {
                let (id, nickname) = (player.id, self.shown(player).nickname.to_string());
                let occupant =
                    Some(Occupant::Human { id, nickname, online: online(id), away: away(id), left: *left });
                SeatView { occupant, ready: *ready, auto: chair.shown }
            }
        };
        let bout = self.bout.as_ref();
        RoomView {
            code: self.code,
            link: self.link,
            phase: self.phase,
            host: Some(self.host).filter(|_| !self.closed),
            setup: self.setup.clone(),
            seats: self.chairs.iter().map(seat).collect(),
            knocks: Vec::new(),
            spectators: self.watchers.iter().map(|player| self.shown(player)).collect(),
            head: bout.map(|bout| MatchHead {
                match_id: bout.course.match_id,
                commitment: bout.course.fairness.commitment,
                terms: bout.course.fairness.terms,
                nonce_commitments: bout.commitments(),
                nonces: bout.nonces,
                step: bout.gathering.as_ref().filter(|_| self.phase == Phase::Nonces).map(|g| g.step),
                waived: bout.gathering.as_ref().map_or_else(Vec::new, |g| g.waived_view()),
                until: (self.phase == Phase::Nonces).then_some(bout.until),
            }),
            next: bout
                .filter(|_| self.phase == Phase::Between)
                .map(|bout| NextView { seats: list(bout.next), until: self.next_until(bout) }),
            dissolve: bout.and_then(|bout| bout.vote).map(|vote| DissolveView {
                by: vote.by,
                agreed: list(vote.agreed),
                until: vote.until,
            }),
            hurry: bout
                .and_then(|bout| bout.hurry)
                .map(|hurry| HurryView { by: hurry.by, until: hurry.until }),
            paused: self.is_stopped(),
            void: self.void.clone(),
            voided: self.voided.clone(),
        }
    }

    /// The room in a list.
    pub(crate) fn summary(&self) -> RoomSummary {
        let count = |wanted: fn(&Chair) -> bool| self.chairs.iter().filter(|c| wanted(c)).count() as u8;
        let people = || self.chairs.iter().filter_map(Chair::present).chain(&self.watchers);
        RoomSummary {
            code: self.code,
            setup: self.setup.clone(),
            phase: self.phase,
            host: people().find(|p| p.id == self.host).map(|p| self.shown(p).nickname),
            humans: count(|chair| chair.present().is_some()),
            bots: count(|chair| matches!(chair.taken, Taken::Bot { .. })),
            spectators: self.watchers.len() as u32,
        }
    }

    /// The clock as a viewer (a seat, or none: who watches) may see it. In a window nobody learns whether others are asked.
    pub(crate) fn clock(&self, viewer: Option<Seat>) -> Option<Clock> {
        let clock = self.setup.clock.filter(|_| self.phase == Phase::Playing && !self.is_stopped())?;
        let bout = self.bout.as_ref()?;
        let open = bout.game.as_ref()?.open()?;
        let until = bout.opened + clock.move_ms as Millis;
        let own = viewer.filter(|seat| {
            let chair = &self.chairs[seat.index()];
            open.waiting.contains(*seat)
                && bout.held.is_none_or(|(held, _)| held != *seat)
                && !chair.played_for()
        });
        let bank_ms = own.map(|seat| self.chairs[seat.index()].bank_ms);
        if open.window {
            return own.map(|seat| Clock { seats: SeatSet::one(seat), until, bank_ms });
        }
        let seats = open.turn.map_or_else(|| Seat::all(self.chairs.len()).collect(), SeatSet::one);
        Some(Clock { seats, until, bank_ms })
    }

    /// A digest of everything durable, to see whether anything has changed.
    pub(crate) fn digest(&self) -> u64 {
        let mut hasher = Xxh3::new();
        let view = self.view(|_| false, |_| None);
        hasher.write(&serde_json::to_vec(&view).unwrap_or_default());
        (self.last_decision, self.closed, self.pause_ms, self.edition, &self.removed).hash(&mut hasher);
        for chair in &self.chairs {
            (chair.auto, chair.missed, chair.shown, chair.since).hash(&mut hasher);
            (chair.last, chair.bank_ms).hash(&mut hasher);
        }
        if let Some(bout) = &self.bout {
            (bout.base, bout.decision, bout.opened, bout.held, bout.until, bout.next).hash(&mut hasher);
            (bout.pause, &bout.hold, bout.played).hash(&mut hasher);
            bout.called.hash(&mut hasher);
            let course = (&bout.course.results, &bout.course.over, &bout.record.totals);
            hasher.write(&serde_json::to_vec(&course).unwrap_or_default());
            bout.record.deals.len().hash(&mut hasher);
            bout.gathering.as_ref().map(|gathering| (gathering.people, gathering.filled)).hash(&mut hasher);
            bout.game.as_ref().map(|game| game.digest()).hash(&mut hasher);
        }
        Hasher::finish(&hasher)
    }
}
