//! What the command line needs of a rule set beyond playing: scoring a described hand, listing waits, setting up a script.

use crate::request::Refusal;
use crate::script::Script;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sifang_table::{Action, Deal, Dealing, Dice, Progress, RuleSet};
use sifang_tiles::{Seat, Tile};

/// A rule set that can answer score requests and play scripts. Requests and answers are the rule set's own types: their fields
/// and the order of their errors are part of its specification.
pub trait Contract: RuleSet {
    /// A described win (or, where the rule set has them, another query).
    type Request: DeserializeOwned;
    /// The answer to it.
    type Answer: Serialize;
    /// A hand that is one tile short.
    type WaitsRequest: DeserializeOwned;
    /// Its winning tiles.
    type WaitsAnswer: Serialize;
    /// What a script of this rule set has beside the common fields.
    type ScriptFields: DeserializeOwned + Default;
    /// What a script's outcome has beside the common fields.
    type Report: Serialize;

    /// Scores a described win.
    fn score(request: &Self::Request) -> Result<Self::Answer, Refusal>;
    /// Lists the winning tiles of a described hand.
    fn waits(request: &Self::WaitsRequest) -> Result<Self::WaitsAnswer, Refusal>;
    /// Turns a script's hands and wall into a row of tiles and whatever else a deal starts from.
    fn stack(&self, script: &Script<Self::ScriptFields>) -> Result<Stacked<Self::Carry>, String>;
    /// What the outcome of a script says beside the common fields.
    fn report(deal: &Deal<Self>, before: &Progress<Self::Carry>) -> Self::Report;
    /// What a seat that cannot pass does when a script says nothing of it; none: the script must say.
    fn silent_action(deal: &Deal<Self>, seat: Seat) -> Option<Action> {
        let _ = (deal, seat);
        None
    }
}

/// For rule sets whose scripts and outcomes have only the common fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct NoFields {}

/// A deal set up by hand.
#[derive(Clone, PartialEq, Debug)]
pub struct Stacked<C> {
    /// All tiles in wall order, dealing included.
    pub row: Vec<Tile>,
    /// Dice that matter.
    pub dice: Dice,
    /// The match before this deal.
    pub before: Progress<C>,
}

/// The row that dealing turns into these hands; the order inside a hand is kept.
pub fn row_of_hands(hands: &[Vec<Tile>], dealer: Seat, dealing: &Dealing) -> Result<Vec<Tile>, String> {
    let seats = hands.len();
    let each = dealing.each();
    for (i, hand) in hands.iter().enumerate() {
        let wanted = each + if i == dealer.index() { dealing.extra as usize } else { 0 };
        if hand.len() != wanted {
            return Err(format!("the hand of seat {i} has {} tiles, {wanted} are dealt to it", hand.len()));
        }
    }
    let mut next = vec![0; seats];
    let mut row = Vec::with_capacity(seats * each + dealing.extra as usize);
    let mut give = |seat: Seat, n: usize| {
        let start = next[seat.index()];
        row.extend_from_slice(&hands[seat.index()][start..start + n]);
        next[seat.index()] += n;
    };
    for &n in dealing.rounds {
        for step in 0..seats {
            give(dealer.after(step, seats), n as usize);
        }
    }
    give(dealer, dealing.extra as usize);
    Ok(row)
}
