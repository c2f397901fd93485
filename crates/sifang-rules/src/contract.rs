//! What the command line needs of a rule set beyond playing: scoring a described hand, listing waits, setting up a script.

use crate::refusal::Refusal;
use crate::request::WinRequest;
use crate::script::Script;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sifang_table::{Action, Deal, Dealing, Dice, Progress, RuleSet};
use sifang_tiles::{Seat, Tile};

/// A rule set that can answer score requests and play scripts. Answers are the rule set's own types; which fields a request
/// has and the order of its errors are part of its specification.
pub trait Contract: RuleSet {
    /// The answer to a described win (or, where the rule set has them, another query).
    type Answer: Serialize;
    /// The winning tiles of a hand that is one tile short.
    type WaitsAnswer: Serialize;
    /// What a script of this rule set has beside the common fields.
    type ScriptFields: DeserializeOwned + Default;
    /// What a script's outcome has beside the common fields.
    type Report: Serialize + Default;

    /// Scores a described win.
    fn score(request: &WinRequest) -> Result<Self::Answer, Refusal>;
    /// Lists the winning tiles of a described hand.
    fn waits(request: &WinRequest) -> Result<Self::WaitsAnswer, Refusal>;
    /// Turns a script's hands and wall into a row of tiles and whatever else a deal starts from.
    fn stack(&self, script: &Script<Self::ScriptFields>) -> Result<Stacked<Self::Carry>, String> {
        Stacked::new::<Self>(script, &[], &[])
    }
    /// What the outcome of a script says beside the common fields.
    fn report(deal: &Deal<Self>, before: &Progress<Self::Carry>) -> Self::Report {
        let _ = (deal, before);
        Self::Report::default()
    }
    /// What a seat that cannot pass does when a script says nothing of it; none: the script must say.
    fn silent_action(deal: &Deal<Self>, seat: Seat) -> Option<Action> {
        let _ = (deal, seat);
        None
    }
}

/// For rule sets that add nothing to what all have: to scripts and their outcomes, to a view, to a win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "object"))]
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

impl<C: Default> Stacked<C> {
    /// The script's hands, the tiles `between` them and the wall, the wall, and the tiles `behind` it; no dice, a match that
    /// begins with this deal.
    pub fn new<R: Contract<Carry = C>>(
        script: &Script<R::ScriptFields>,
        between: &[Tile],
        behind: &[Tile],
    ) -> Result<Stacked<C>, String> {
        let dealer = Seat::new(script.dealer);
        let mut row = row_of_hands(&script.parsed_hands()?, dealer, &R::DEALING)?;
        row.extend(between);
        row.extend(script.parsed_wall()?);
        row.extend(behind);
        let before = Progress { dealer, first_dealer: dealer, ..Progress::default() };
        Ok(Stacked { row, dice: Dice::default(), before })
    }
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
