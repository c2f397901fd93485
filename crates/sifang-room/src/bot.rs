//! What is asked of computer players, in a form that can be carried to another thread: a job holds what its seat may know,
//! nothing of the table. The one place where bots are called.

use crate::advice::on_the_wire;
use serde::{Deserialize, Serialize};
use sifang_bots::{Bot, Level, Rng};
use sifang_proto::Hint;
use sifang_rules::insight::{Insight, ViewOf};
use sifang_table::{Action, Deal, Viewer};
use sifang_tiles::Seat;

/// A question whose answer needs no table.
pub(crate) trait Task: Send {
    /// Answers it; `seed` is for what the bot leaves to chance.
    fn decide(&self, seed: u64) -> Action;

    /// What an expert sees from this seat.
    fn advise(&self) -> Hint;
}

/// What one seat sees, its question included.
struct SeatTask<R: Insight> {
    level: Level,
    rules: R,
    view: ViewOf<R>,
}

impl<R: Insight> Task for SeatTask<R> {
    fn decide(&self, seed: u64) -> Action {
        self.level.bot(Rng::new(seed)).choose(&self.rules, &self.view).action
    }

    fn advise(&self) -> Hint {
        on_the_wire(sifang_bots::hint(&self.rules, &self.view))
    }
}

/// What `seat` is asked now; nothing if it is not.
pub(crate) fn task<R: Insight>(deal: &Deal<R>, seat: Seat, level: Level) -> Option<Box<dyn Task>> {
    let view = deal.view(Viewer::Seat(seat));
    view.prompt.as_ref().filter(|prompt| prompt.answered.is_none())?;
    Some(Box::new(SeatTask { level, rules: deal.rules, view }))
}

/// The bot that plays for who is away: quick, and good enough to leave a hand to.
pub(crate) const STAND_IN: Level = Level::Greedy;

/// The bot that gives hints: the strongest that can say why.
pub(crate) fn adviser() -> Level {
    Level::Expert
}

/// A bot's question. Run it anywhere, and hand the answer back as [`Input::Bot`](crate::Input::Bot).
pub struct BotJob {
    pub(crate) seat: Seat,
    pub(crate) decision: u32,
    pub(crate) task: Box<dyn Task>,
}

impl BotJob {
    /// Lets the bot think. `seed` is for what it leaves to chance.
    pub fn run(self, seed: u64) -> BotAnswer {
        BotAnswer { seat: self.seat, decision: self.decision, action: self.task.decide(seed) }
    }

    /// The answer of a bot that failed: it passes, and where it may not, the room answers as for a seat whose time is up.
    pub fn given_up(&self) -> BotAnswer {
        BotAnswer { seat: self.seat, decision: self.decision, action: Action::Pass }
    }
}

impl std::fmt::Debug for BotJob {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "BotJob({:?}, decision {})", self.seat, self.decision)
    }
}

/// What a bot answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BotAnswer {
    /// For which seat.
    pub seat: Seat,
    /// To which decision, by the room's number.
    pub decision: u32,
    /// What.
    pub action: Action,
}

/// A player's question what would be good. Run it anywhere, and hand the answer back as [`Input::Hint`](crate::Input::Hint).
pub struct HintJob {
    pub(crate) connection: crate::ConnectionId,
    pub(crate) decision: u32,
    pub(crate) task: Box<dyn Task>,
}

impl HintJob {
    /// Lets the adviser look at it.
    pub fn run(self) -> HintAnswer {
        HintAnswer { connection: self.connection, decision: self.decision, hint: self.task.advise() }
    }
}

impl std::fmt::Debug for HintJob {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "HintJob({:?}, decision {})", self.connection, self.decision)
    }
}

/// What the adviser answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HintAnswer {
    pub(crate) connection: crate::ConnectionId,
    pub(crate) decision: u32,
    pub(crate) hint: Hint,
}
