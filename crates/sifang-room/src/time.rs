//! Time in a match: what is due when, and what is done then.
//!
//! A decision is opened at a moment; who is asked has until then plus the time per move plus its bank. A seat that lets it pass is
//! played for from then on. There are no timers: the next moment at which something is due is computed from the state.

use crate::kept::Kept;
use crate::room::{Bout, Room, Taken};
use crate::step::Step;
use sifang_match::Command;
use sifang_proto::{Millis, Phase, limits};
use sifang_tiles::Seat;

/// A bot that has not answered by then is answered for: its thread may have died.
pub(crate) const BOT_MS: Millis = 10_000;

impl Room {
    /// Takes the time that went beyond the time per move from the seat's bank.
    pub(crate) fn spend(&mut self, seat: Seat, now: Millis) {
        let (Some(clock), Some(bout)) = (self.setup.clock, &self.bout) else { return };
        let chair = &mut self.chairs[seat.index()];
        if !chair.played_for() {
            let over = now.saturating_sub(bout.opened + clock.move_ms as Millis);
            chair.bank_ms = chair.bank_ms.saturating_sub(over.min(u32::MAX as Millis) as u32);
        }
    }

    /// When the open window may close; none where deals are not paced.
    pub(crate) fn pause_over(&self) -> Option<Millis> {
        let bout = self.bout.as_ref()?;
        self.is_paced().then_some(bout.opened + bout.pause)
    }

    /// What is due by now. One thing at a time: what becomes due by it comes with the next tick.
    pub(crate) fn tick(&mut self, step: &mut Step<'_>) -> bool {
        let Some(bout) = &self.bout else { return false };
        if let Some(vote) = bout.vote.filter(|vote| vote.until <= step.now) {
            self.vote_over(vote, step);
            return true;
        }
        match self.phase {
            Phase::Nonces if bout.until <= step.now => {
                self.nonces_late(step);
                true
            }
            Phase::Between if bout.until <= step.now => {
                self.begin_deal(step);
                true
            }
            Phase::Playing => self.tick_deal(step),
            _ => false,
        }
    }

    fn tick_deal(&mut self, step: &mut Step<'_>) -> bool {
        let pause_over = self.pause_over().is_none_or(|at| at <= step.now);
        let Some(bout) = &mut self.bout else { return false };
        let Some((game, open)) = bout.game.as_mut().and_then(|game| game.open().map(|open| (game, open)))
        else {
            return false;
        };
        if let Some((seat, action)) = bout.held {
            if !pause_over || game.command(Command::Act { seat, action }).is_err() {
                return false;
            }
            bout.held = None;
            self.settle(step);
            return true;
        }
        if open.paused {
            if !pause_over || !game.proceed() {
                return false;
            }
            self.settle(step);
            return true;
        }
        let decision = bout.decision;
        let due: Vec<Seat> = open
            .waiting
            .iter()
            .filter(|seat| self.deadline(*seat).is_some_and(|at| at <= step.now))
            .collect();
        for seat in &due {
            // The first of them may have closed the decision: the others are then asked something else.
            if self.bout.as_ref().is_some_and(|bout| bout.decision == decision) {
                self.expire(*seat, open.window, step);
            }
        }
        !due.is_empty()
    }

    /// The rule set answers for a seat; a person's seat is played for from now on.
    fn expire(&mut self, seat: Seat, window: bool, step: &mut Step<'_>) {
        let Some(game) = self.bout.as_mut().and_then(|bout| bout.game.as_mut()) else { return };
        if game.command(Command::Expire { seat }).is_err() {
            return;
        }
        let chair = &mut self.chairs[seat.index()];
        if matches!(chair.taken, Taken::Human { .. }) && !chair.played_for() {
            chair.bank_ms = 0;
            step.own.insert(seat);
            if window {
                chair.missed = true;
            } else {
                (chair.auto, chair.shown) = (true, true);
                step.room = true;
            }
        }
        self.settle(step);
    }

    /// When a seat that is asked is answered for; none: never.
    fn deadline(&self, seat: Seat) -> Option<Millis> {
        let Bout { opened, pause, hurry, .. } = self.bout.as_ref()?;
        let chair = self.chairs.get(seat.index())?;
        let due = match &chair.taken {
            Taken::Free => return None,
            Taken::Bot { .. } => opened + BOT_MS,
            Taken::Human { .. } if chair.played_for() => opened + pause,
            Taken::Human { .. } => match self.setup.clock {
                Some(clock) => opened + clock.move_ms as Millis + chair.bank_ms as Millis,
                None => hurry.as_ref()?.until,
            },
        };
        // No clock is so short that a window in which it runs closes before one in which it does not.
        Some(due.max(self.pause_over().unwrap_or(due)))
    }

    /// The next moment at which something is due.
    pub(crate) fn wake(&self, kept: &Kept) -> Option<Millis> {
        let bout = self.bout.as_ref()?;
        let vote = bout.vote.map(|vote| vote.until);
        let own = match self.phase {
            Phase::Nonces | Phase::Between => Some(bout.until),
            Phase::Playing => {
                let open = bout.game.as_ref()?.open()?;
                if bout.held.is_some() || open.paused || kept.close(bout.decision, open.waiting) {
                    Some(bout.opened + bout.pause)
                } else {
                    open.waiting.iter().filter_map(|seat| self.deadline(seat)).min()
                }
            }
            Phase::Waiting | Phase::Over => None,
        };
        vote.into_iter().chain(own).min()
    }

    /// Whether the room would go on otherwise after it stood still than if it had not.
    pub(crate) fn may_resume(&self, edition: u32) -> bool {
        edition > self.edition || matches!(self.phase, Phase::Nonces | Phase::Playing | Phase::Between)
    }

    /// After the room stood still: whatever was waited for is waited for anew, and bots are asked again.
    pub(crate) fn resume(&mut self, edition: u32, step: &mut Step<'_>) -> bool {
        let phase = self.phase;
        let gathering = self.bout.as_ref().is_some_and(|bout| bout.gathering.is_some());
        let nonces_until = self.nonces_until(gathering, step.now);
        let is_newer = edition > self.edition;
        self.edition = self.edition.max(edition);
        let Some(bout) = &mut self.bout else { return is_newer };
        bout.opened = step.now;
        match phase {
            Phase::Nonces => bout.until = nonces_until,
            Phase::Between => bout.until = step.now + limits::NEXT_MS,
            _ => {}
        }
        if let Some(vote) = &mut bout.vote {
            vote.until = step.now + limits::DISSOLVE_MS;
        }
        if let Some(hurry) = &mut bout.hurry {
            hurry.until = step.now + limits::HURRY_MS;
        }
        if phase == Phase::Playing {
            self.ask_bots(step);
        }
        true
    }
}
