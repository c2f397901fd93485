//! The boundary between the engine and a rule book: what a rule set must say.
//!
//! A rule set owns its phases, its memory and its scoring. It *calls* the table, the ledger and the procedures; they never
//! call it. The engine asks only: how does a deal begin, what may this seat do here, and what follows from these answers.

use crate::{Action, Answers, Choices, Deal, Journal, Term, Viewer, Win};
use serde::{Deserialize, Serialize};
use sifang_options::{OptionSet, Text};
use sifang_tiles::{Seat, Tile};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

/// How a deal ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum End {
    /// By one or more wins.
    Wins,
    /// The wall is used up (荒庄 / 流局).
    Draw,
    /// By a penalty.
    Penalty,
}

/// What comes next in a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow<P> {
    /// Ask whoever has a choice in this phase. If nobody has, the phase is resolved at once with no answers.
    Ask(P),
    /// The deal is over.
    Over(End),
}

/// What a phase looks like from outside: its name and whose move it is, as far as everybody may know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Stage {
    /// Name of the phase.
    pub name: &'static str,
    /// Whose turn it is, or whose tile is in question.
    pub seat: Option<Seat>,
    /// The tile in question, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub tile: Option<Tile>,
}

/// How tiles are dealt from the front of the row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dealing {
    /// How many tiles each seat gets in each round, beginning with the dealer.
    pub rounds: &'static [u8],
    /// How many more the dealer gets at the end.
    pub extra: u8,
    /// The last of these counts as the dealer's drawn tile.
    pub apart: bool,
}

impl Dealing {
    /// Tiles that every seat gets.
    pub fn each(&self) -> usize {
        self.rounds.iter().map(|n| *n as usize).sum()
    }
}

/// The first dealer of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstDealer {
    /// This seat.
    Seat(Seat),
    /// Drawn by lot from the committed stream.
    Random,
}

/// A match so far, as its rule set sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Progress<C> {
    /// Who dealt first.
    pub first_dealer: Seat,
    /// Who dealt last (or deals now).
    pub dealer: Seat,
    /// Deals played to their end.
    pub played: u32,
    /// Points won and lost so far.
    pub totals: [i32; Seat::MAX],
    /// What the rule set carries from deal to deal.
    pub carry: C,
}

/// What follows a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct After<C> {
    /// Who deals next, or would if the match went on; none where the rule set leaves nobody to deal.
    pub dealer: Option<Seat>,
    /// What is carried into the next deal.
    pub carry: C,
    /// The match is over.
    pub over: bool,
}

/// A correction of the totals when the match ends, with its reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Correction {
    /// Why.
    pub why: &'static Term,
    /// What it adds to each seat (sums to zero).
    pub deltas: [i32; Seat::MAX],
}

/// A rule book, made executable. The value itself is the options in force and the number of seats: small and copied freely.
pub trait RuleSet: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// The id everything uses.
    const ID: &'static str;
    /// Changes whenever the same actions could give another result: a deal is resumed only by the version that began it.
    const VERSION: u32;
    /// Its name.
    const NAME: Text;
    /// One line for the menu.
    const PITCH: Text;
    /// How many can play.
    const SEATS: RangeInclusive<usize>;
    /// How tiles are dealt.
    const DEALING: Dealing;
    /// Every fan of its fan table.
    const FANS: &'static [Fan];
    /// Every other term its explanations use.
    const TERMS: &'static [&'static Term];

    /// Its options.
    type Options: OptionSet;
    /// Where in a deal we are: its own table of contents.
    type Phase: Copy + PartialEq + Eq + Hash + Debug + Send + Sync;
    /// What it remembers during a deal beyond the table.
    type Memo: Copy + Default + PartialEq + Eq + Hash + Debug + Send + Sync;
    /// What it notes of a win beyond seat, source and total.
    type WinFacts: Copy + Default + PartialEq + Eq + Hash + Debug + Serialize + Send + Sync;
    /// What it carries from deal to deal.
    type Carry: Copy + Default + PartialEq + Eq + Hash + Debug + Serialize + Send + Sync;
    /// What of the memo and carry a viewer may see.
    type Extra: Clone + PartialEq + Debug + Default + Serialize + Send + Sync;

    /// The rule set with these options for this many seats (within `SEATS`; others are clamped).
    fn new(options: Self::Options, seats: usize) -> Self;
    /// The options in force.
    fn options(&self) -> &Self::Options;
    /// Number of seats.
    fn seats(&self) -> usize {
        *Self::SEATS.end()
    }

    /// Whether a table of these seats may start with only `players` of them taken, as a match of that many.
    fn may_start_with(&self, players: usize) -> bool {
        players == self.seats()
    }

    /// How many copies of each kind the full set has.
    fn tile_set(&self) -> [u8; Tile::KINDS];
    /// How many tiles of the shuffled row are used (the rest is taken out unseen).
    fn row_length(&self) -> usize {
        self.tile_set().iter().map(|n| *n as usize).sum()
    }

    /// Deals and goes on until somebody must decide.
    fn begin(deal: &mut Deal<Self>, journal: &mut Journal) -> Flow<Self::Phase>;
    /// Offers to `seat` what it may do in this phase. The only place that says what is legal. Must depend on nothing that
    /// the seat may not know.
    fn choices(deal: &Deal<Self>, at: &Self::Phase, seat: Seat, out: &mut Choices);
    /// Carries out the answers and goes on until somebody must decide, or the deal is over.
    fn resolve(
        deal: &mut Deal<Self>,
        at: Self::Phase,
        answers: &Answers,
        journal: &mut Journal,
    ) -> Flow<Self::Phase>;
    /// A window put to whoever can use it (claims, declarations), as opposed to one seat's own decision.
    fn is_window(at: &Self::Phase) -> bool;
    /// What the phase looks like from outside.
    fn stage(at: &Self::Phase) -> Stage;
    /// What is done for a seat that does not answer in time. Must be one of its choices.
    fn on_timeout(deal: &Deal<Self>, at: &Self::Phase, seat: Seat) -> Action;
    /// Whether everybody may see this win's tile, fans and amount while the deal goes on.
    fn win_is_open(deal: &Deal<Self>, win: &Win<Self::WinFacts>) -> bool {
        let _ = (deal, win);
        true
    }
    /// What of the memo a viewer may see.
    fn extra(deal: &Deal<Self>, who: Viewer) -> Self::Extra;
    /// The same over an earlier one, without what is worked out for people only, such as what a hand waits for: players that reckon
    /// for themselves see a deal millions of times.
    fn plain_extra(deal: &Deal<Self>, who: Viewer, extra: &mut Self::Extra) {
        *extra = Self::extra(deal, who);
    }

    /// Who deals first in a match.
    fn first_dealer(&self) -> FirstDealer;
    /// What is carried into the first deal.
    fn first_carry(&self) -> Self::Carry {
        Self::Carry::default()
    }
    /// What follows a deal. `before` is the match before it.
    fn after(deal: &Deal<Self>, before: &Progress<Self::Carry>) -> After<Self::Carry>;
    /// Corrections when the match ends, in order. `end` has all deals in it.
    fn settle_match(&self, end: &Progress<Self::Carry>) -> Vec<Correction> {
        let _ = end;
        Vec::new()
    }
    /// The ranks by total, from 1, one per seat. Equal totals share a rank unless the rule set breaks the tie.
    fn ranks(&self, end: &Progress<Self::Carry>) -> Vec<u8> {
        shared_ranks(&end.totals[..self.seats()])
    }
}

/// The rank of each total, from 1; equal totals share a rank and the next ones are skipped (1, 2, 2, 4).
pub fn shared_ranks(totals: &[i32]) -> Vec<u8> {
    totals.iter().map(|total| 1 + totals.iter().filter(|other| *other > total).count() as u8).collect()
}

/// One entry of a fan table.
#[derive(PartialEq, Eq, Debug)]
pub struct Fan {
    /// Id, names and clause.
    pub term: Term,
    /// Its value (points for fixed hands; 0 where options decide).
    pub value: i32,
    /// When it counts, in Chinese.
    pub zh: &'static str,
    /// When it counts, in English.
    pub en: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_totals_share_a_rank() {
        assert_eq!(shared_ranks(&[5, 30, 5, -40]), [2, 1, 2, 4]);
        assert_eq!(shared_ranks(&[0, 0, 0]), [1, 1, 1]);
    }
}
