//! What is asked of computer players, in a form that can be carried to another thread: a job holds what its seat may know,
//! nothing of the table. The one place where bots are called.

use serde::{Deserialize, Serialize};
use sifang_bots::{Ask, Bot, Level, Rng};
use sifang_proto::Hint;
use sifang_table::{Action, Choices, Deal, RuleSet};
use sifang_tiles::{Hand, Seat, Tile};

/// A question whose answer needs no table.
pub(crate) trait Task: Send {
    /// Answers it; `seed` is for what the bot leaves to chance.
    fn choose(&self, seed: u64) -> Action;
}

/// The tiles and choices of one seat.
struct SeatTask {
    level: Level,
    seat: Seat,
    choices: Choices,
    hand: Hand,
    tile: Option<Tile>,
}

impl Task for SeatTask {
    fn choose(&self, seed: u64) -> Action {
        let ask = Ask { seat: self.seat, choices: &self.choices, hand: &self.hand, tile: self.tile };
        self.level.bot(Rng::new(seed)).choose(&ask)
    }
}

/// What `seat` is asked now; nothing if it is not.
pub(crate) fn task<R: RuleSet>(deal: &Deal<R>, seat: Seat, level: Level) -> Option<Box<dyn Task>> {
    let ask = Ask::of(deal, seat)?;
    Some(Box::new(SeatTask { level, seat, choices: *ask.choices, hand: *ask.hand, tile: ask.tile }))
}

/// The bot that gives hints: the strongest there is.
pub(crate) fn adviser() -> Level {
    Level::ALL[Level::ALL.len() - 1]
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
        BotAnswer { seat: self.seat, decision: self.decision, action: self.task.choose(seed) }
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
    /// Lets the adviser think.
    pub fn run(self, seed: u64) -> HintAnswer {
        let hint = Hint { action: self.task.choose(seed), lines: Vec::new() };
        HintAnswer { connection: self.connection, decision: self.decision, hint }
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
