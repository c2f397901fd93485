//! Time in a match: what is due when, and what is done then.
//!
//! A decision is opened at a moment; who is asked has until then plus the time per move plus its bank. A seat that lets it pass is
//! played for from then on, by a bot. One person alone with bots may stop the deal, and is waited for between deals. There are no timers: the next moment at which something is due is computed from the state.

use crate::kept::Kept;
use crate::room::{Bout, Done, Room, Taken};
use crate::step::Step;
use sifang_match::Command;
use sifang_proto::{ErrorCode, Millis, Phase, PlayerId, limits};
use sifang_tiles::{Seat, SeatSet};

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
        let Some(bout) = self.bout.as_ref().filter(|bout| !bout.stopped) else { return false };
        if let Some(vote) = bout.vote.filter(|vote| vote.until <= step.now) {
            self.vote_over(vote, step);
            return true;
        }
        match self.phase {
            Phase::Nonces if bout.until <= step.now => {
                self.nonces_late(step);
                true
            }
            Phase::Between if self.next_until(bout).is_some_and(|until| until <= step.now) => {
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

    /// The rule set answers for a seat; a person's seat is played for from now on. Its own turn is left to the bot that plays for
    /// it; a window that was missed is not: how long a bot thinks about it would show that somebody was asked.
    fn expire(&mut self, seat: Seat, window: bool, step: &mut Step<'_>) {
        let chair = &mut self.chairs[seat.index()];
        let missed = matches!(chair.taken, Taken::Human { .. }) && !chair.played_for();
        if self.edition >= 3 && missed && !window {
            (chair.auto, chair.shown, chair.since, chair.bank_ms) = (true, true, step.now, 0);
            (step.room, step.table) = (true, true);
            step.own.insert(seat);
            return self.ask_bots(SeatSet::one(seat), step);
        }
        let Some(game) = self.bout.as_mut().and_then(|bout| bout.game.as_mut()) else { return };
        if game.command(Command::Expire { seat }).is_err() {
            return;
        }
        let chair = &mut self.chairs[seat.index()];
        if missed {
            (chair.bank_ms, chair.since) = (0, step.now);
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
            Taken::Human { .. } if chair.played_for() && self.edition >= 3 => {
                (*opened).max(chair.since) + pause + BOT_MS
            }
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
        let bout = self.bout.as_ref().filter(|bout| !bout.stopped)?;
        let vote = bout.vote.map(|vote| vote.until);
        let own = match self.phase {
            Phase::Nonces => Some(bout.until),
            Phase::Between => self.next_until(bout),
            Phase::Playing => {
                let open = bout.game.as_ref()?.open()?;
                if bout.held.is_some() || open.paused {
                    Some(bout.opened + bout.pause)
                } else {
                    let deadlines = open.waiting.iter().filter_map(|seat| self.deadline(seat));
                    deadlines.chain(self.kept_due(kept)).min()
                }
            }
            Phase::Waiting | Phase::Over => None,
        };
        vote.into_iter().chain(own).min()
    }

    /// When the next deal begins by itself; none: it waits for the one person who plays.
    pub(crate) fn next_until(&self, bout: &Bout) -> Option<Millis> {
        Some(bout.until).filter(|_| !self.is_alone())
    }

    /// Whether the deal is stopped by the one person who plays it.
    pub(crate) fn is_stopped(&self) -> bool {
        self.bout.as_ref().is_some_and(|bout| bout.stopped)
    }

    /// Stops the deal, or goes on with it. Only who plays alone may: nobody else is kept waiting.
    pub(crate) fn pause(&mut self, by: PlayerId, on: bool, step: &mut Step<'_>) -> Done {
        self.seated(by)?;
        let alone = self.is_alone();
        let bout = self.bout.as_mut().filter(|_| self.phase == Phase::Playing).ok_or(ErrorCode::NoMatch)?;
        if bout.stopped == on {
            return Ok(false);
        }
        if on && !alone {
            return Err(ErrorCode::RoomNotAlone.into());
        }
        if on {
            bout.stopped = true;
        } else {
            self.go_on(step);
        }
        (step.room, step.table) = (true, true);
        Ok(true)
    }

    /// Somebody has come back to a match that one person went on with: it is no longer stopped, and the settlement stays for a
    /// while.
    pub(crate) fn company(&mut self, step: &mut Step<'_>) {
        if self.is_stopped() {
            self.go_on(step);
            step.table = true;
        }
        if let Some(bout) = self.bout.as_mut().filter(|_| self.edition >= 3 && self.phase == Phase::Between) {
            bout.until = bout.until.max(step.now + limits::NEXT_MS);
        }
    }

    /// A deal that was stopped goes on: whoever is waited for has the time anew.
    fn go_on(&mut self, step: &mut Step<'_>) {
        let Some(bout) = &mut self.bout else { return };
        (bout.stopped, bout.opened) = (false, step.now);
        self.ask_bots(self.bots_seats(), step);
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
        self.ask_bots(self.bots_seats(), step);
        true
    }
}
