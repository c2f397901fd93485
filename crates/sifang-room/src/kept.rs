//! Bots' answers to a window, kept in memory until it may close.
//!
//! With the uniform pause, a line that is written while a window is open would take time that somebody who measures answers to
//! the millisecond could see: it would show that a bot was asked. So there is none before the pause is over; then one line has all
//! answers, as one line says that a window closes in which nobody was asked. These answers are not durable: if the server fails
//! before that line is kept, bots are asked again when somebody comes back.

use crate::bot::BotAnswer;
use crate::core::RoomCore;
use crate::input::{Deed, LogLine};
use crate::room::{Room, Taken};
use crate::step::Step;
use crate::time::BOT_MS;
use sifang_proto::Phase;
use sifang_tiles::SeatSet;

/// The answers, in the order in which they came; at most one of each seat, all to the same decision.
#[derive(Default)]
pub(crate) struct Kept(Vec<BotAnswer>);

impl Kept {
    /// Whether everybody who is waited for at this decision has answered.
    pub(crate) fn close(&self, decision: u32, waiting: SeatSet) -> bool {
        self.0.first().is_some_and(|answer| answer.decision == decision)
            && waiting.minus(self.seats()).is_empty()
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
    /// Whether a bot's answer is to be kept: it is to a window of a paced deal.
    fn keeps(&self, answer: &BotAnswer) -> bool {
        let is_bot = self
            .chairs
            .get(answer.seat.index())
            .is_some_and(|chair| matches!(chair.taken, Taken::Bot { .. }));
        let bout = self.bout.as_ref().filter(|_| is_bot && self.is_paced() && self.phase == Phase::Playing);
        let open = bout.filter(|bout| bout.decision == answer.decision).and_then(|b| b.game.as_ref()?.open());
        open.is_some_and(|open| open.window && open.waiting.contains(answer.seat))
    }

    /// Whether kept answers are due: the pause is over and nobody else is waited for; or, where `late`, some bot is about to be
    /// answered for, which must not be one that has answered.
    fn are_due(&self, kept: &Kept, late: bool, step: &Step<'_>) -> bool {
        let Some(bout) = self.bout.as_ref().filter(|_| self.phase == Phase::Playing) else { return false };
        let Some(open) = bout.game.as_ref().and_then(|game| game.open()) else { return false };
        let closes =
            self.pause_over().is_none_or(|at| at <= step.now) && kept.close(bout.decision, open.waiting);
        let given = kept.0.first().is_some_and(|answer| answer.decision == bout.decision);
        closes || (late && given && bout.opened + BOT_MS <= step.now)
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
