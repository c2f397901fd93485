//! Bots' answers that are kept in memory for a while: to a window, until it may close; and for a person's seat that is played for,
//! until a moment has passed in which that person could have answered.
//!
//! With the uniform pause, a line that is written while a window is open would take time that somebody who measures answers to
//! the millisecond could see: it would show that a bot was asked. So there is none before the pause is over; then one line has all
//! answers, as one line says that a window closes in which nobody was asked. These answers are not durable: if the server fails
//! before that line is kept, bots are asked again when somebody comes back.

use crate::bot::BotAnswer;
use crate::core::RoomCore;
use crate::game::Open;
use crate::input::{Deed, LogLine};
use crate::room::{Bout, Room, Taken};
use crate::step::Step;
use crate::time::BOT_MS;
use sifang_proto::{Millis, Phase};
use sifang_tiles::SeatSet;

/// The answers, in the order in which they came; at most one of each seat, all to the same decision.
#[derive(Default)]
pub(crate) struct Kept(Vec<BotAnswer>);

impl Kept {
    /// Whether everybody who is waited for at this decision has answered.
    fn close(&self, decision: u32, waiting: SeatSet) -> bool {
        self.are_of(decision) && waiting.minus(self.seats()).is_empty()
    }

    /// Whether there are any, to this decision.
    fn are_of(&self, decision: u32) -> bool {
        self.0.first().is_some_and(|answer| answer.decision == decision)
    }

    /// Forgets those of other seats: whoever takes over answers for itself.
    pub(crate) fn only(&mut self, seats: SeatSet) {
        self.0.retain(|answer| seats.contains(answer.seat));
    }

    fn seats(&self) -> SeatSet {
        self.0.iter().map(|answer| answer.seat).collect()
    }

    fn add(&mut self, answer: BotAnswer) {
        self.0.retain(|kept| kept.decision == answer.decision);
        // The first one stands: a bot that was asked twice has been asked the same.
        if !self.seats().contains(answer.seat) {
            self.0.push(answer);
        }
    }
}

impl Room {
    /// The open question while a deal is played.
    fn asked(&self) -> Option<(&Bout, Open)> {
        let bout = self.bout.as_ref().filter(|_| self.phase == Phase::Playing)?;
        Some((bout, bout.game.as_ref()?.open()?))
    }

    /// Whether a bot's answer is to be kept: it is to a window of a paced deal, or for a person.
    fn keeps(&self, answer: &BotAnswer) -> bool {
        let for_person =
            self.chairs.get(answer.seat.index()).is_some_and(|c| matches!(c.taken, Taken::Human { .. }));
        let asked = self.asked().filter(|(bout, _)| bout.decision == answer.decision);
        asked.is_some_and(|(_, open)| {
            let held = open.window && self.is_paced();
            open.waiting.contains(answer.seat) && self.bot_of(answer.seat).is_some() && (held || for_person)
        })
    }

    /// When the kept answers are played: those to a window of a paced deal when its pause is over and nobody else is waited for;
    /// others when a pause is over since the question, or since the seat has been played for.
    pub(crate) fn kept_due(&self, kept: &Kept) -> Option<Millis> {
        let (bout, open) = self.asked()?;
        if open.window && self.is_paced() {
            return kept.close(bout.decision, open.waiting).then_some(bout.opened + bout.pause);
        }
        let seats = kept.seats().iter().filter(|_| kept.are_of(bout.decision));
        let since = seats.filter_map(|seat| self.chairs.get(seat.index())).map(|chair| chair.since).max()?;
        Some(bout.opened.max(since) + bout.pause)
    }

    /// Whether kept answers are due; or, where `late`, some bot is about to be answered for, which must not be one that has
    /// answered.
    fn are_due(&self, kept: &Kept, late: bool, step: &Step<'_>) -> bool {
        let late = late
            && self.asked().is_some_and(|(bout, open)| {
                let window = open.window && self.is_paced();
                window && kept.are_of(bout.decision) && bout.opened + BOT_MS <= step.now
            });
        late || self.kept_due(kept).is_some_and(|at| at <= step.now)
    }
}

impl RoomCore {
    /// A bot has thought.
    pub(crate) fn bot_answer(&mut self, answer: BotAnswer, step: &mut Step<'_>) -> Option<LogLine> {
        if !self.room.keeps(&answer) {
            return self.quiet(Deed::Bot(answer), step);
        }
        self.kept.add(answer);
        self.kept_answers(false, step)
    }

    /// Plays the kept answers if they are due.
    pub(crate) fn kept_answers(&mut self, late: bool, step: &mut Step<'_>) -> Option<LogLine> {
        if self.kept.0.is_empty() || !self.room.are_due(&self.kept, late, step) {
            return None;
        }
        let answers = std::mem::take(&mut self.kept.0);
        self.quiet(Deed::Bots(answers), step)
    }
}
