//! One deal, from the shuffled wall to the settlement: the small machine around a rule set.
//!
//! It holds the one open decision, checks membership, collects answers and lets the rule set resolve them. It is always at a
//! decision or over. It has no clock: time running out is an action like any other. A *paced* deal also stands at windows that
//! nobody can use until it is resumed, so that a table can make the same pause there as where somebody thinks.

use crate::{
    Action, Answers, Choices, Decision, DecisionId, End, Event, Finished, Flow, Illegal, Journal, Ledger,
    RuleSet, Source, Table,
};
use serde::Serialize;
use sifang_tiles::{Seat, SeatSet, Tile};
use std::hash::{Hash, Hasher};
use tinyvec::ArrayVec;
use xxhash_rust::xxh3::Xxh3;

/// Dice for a deal, rolled beforehand from the committed stream. When they run out every further roll is a one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dice {
    rolls: [u8; Dice::MOST],
    len: u8,
    used: u8,
}

impl Dice {
    /// Two for show and one for each kong that could need one.
    pub const MOST: usize = 20;

    /// These rolls, in order.
    pub fn new(rolls: &[u8]) -> Dice {
        let mut dice = Dice { len: rolls.len().min(Dice::MOST) as u8, ..Dice::default() };
        dice.rolls[..dice.len as usize].copy_from_slice(&rolls[..dice.len as usize]);
        dice
    }

    /// The next roll.
    pub fn roll(&mut self) -> u8 {
        if self.used >= self.len {
            return 1;
        }
        self.used += 1;
        self.rolls[self.used as usize - 1]
    }
}

/// What a deal starts from.
#[derive(Clone, Copy, Debug)]
pub struct SetUp<'a, C> {
    /// All tiles in wall order, dealing included.
    pub row: &'a [Tile],
    /// Who deals.
    pub dealer: Seat,
    /// The dealer's throw, for show.
    pub shown_dice: [u8; 2],
    /// Dice that matter.
    pub dice: Dice,
    /// What the match carries into this deal.
    pub carry: C,
}

/// A win, as the result of a deal lists it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Win<W> {
    /// Who won.
    pub seat: Seat,
    /// How.
    pub source: Source,
    /// From whom; none on a self-draw.
    pub from: Option<Seat>,
    /// The winning tile, where there is one.
    pub tile: Option<Tile>,
    /// What the hand is worth, in the rule set's own unit.
    pub total: i32,
    /// What else the rule set notes.
    #[serde(flatten)]
    pub facts: W,
}

/// A deal in progress, or over. Plain data: copying it is a memory copy.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Deal<R: RuleSet> {
    /// The rule set with its options.
    pub rules: R,
    /// All tiles.
    pub table: Table,
    /// All points.
    pub ledger: Ledger,
    /// What the rule set remembers.
    pub memo: R::Memo,
    /// What the match carried into this deal.
    pub carry: R::Carry,
    /// Dice that matter.
    pub dice: Dice,
    wins: ArrayVec<[Win<R::WinFacts>; 4]>,
    phase: Option<R::Phase>,
    decision: Decision,
    end: Option<End>,
    paced: bool,
}

/// Phases in a row in which nobody has anything to decide. Usually there are a few, but where all hands are bound to throw what
/// they draw it can be a whole wall: of 144 tiles, each drawn, thrown and let lie.
const SILENT: usize = 1024;

impl<R: RuleSet> Deal<R> {
    /// Begins a deal and goes on to its first decision.
    pub fn start(rules: R, set_up: &SetUp<'_, R::Carry>, journal: &mut Journal) -> Deal<R> {
        Deal::begin(rules, set_up, false, journal)
    }

    /// Begins a paced deal: see [`Deal::is_paused`]. The same answers lead to the same journal as without pauses.
    pub fn start_paced(rules: R, set_up: &SetUp<'_, R::Carry>, journal: &mut Journal) -> Deal<R> {
        Deal::begin(rules, set_up, true, journal)
    }

    fn begin(rules: R, set_up: &SetUp<'_, R::Carry>, paced: bool, journal: &mut Journal) -> Deal<R> {
        let mut deal = Deal {
            rules,
            table: Table::new(rules.seats(), set_up.dealer, set_up.row),
            ledger: Ledger::default(),
            memo: R::Memo::default(),
            carry: set_up.carry,
            dice: set_up.dice,
            wins: ArrayVec::default(),
            phase: None,
            decision: Decision::default(),
            end: None,
            paced,
        };
        let (dealer, seats) = (set_up.dealer, rules.seats() as u8);
        journal.push(Event::Began { dealer, seats, dice: set_up.shown_dice });
        let flow = R::begin(&mut deal, journal);
        deal.go_on(flow, journal);
        deal
    }

    /// Follows the flow until somebody must decide or the deal is over.
    #[inline]
    fn go_on(&mut self, mut flow: Flow<R::Phase>, journal: &mut Journal) {
        let mut silent = 0;
        loop {
            match flow {
                Flow::Over(end) => {
                    self.end = Some(end);
                    self.phase = None;
                    self.decision.asked = SeatSet::EMPTY;
                    self.decision.answers.given = SeatSet::EMPTY;
                    journal.open_entries();
                    journal.push(Event::Ended { how: end });
                    return;
                }
                Flow::Ask(phase) => {
                    self.ask(phase);
                    if !self.decision.asked.is_empty() || (self.paced && R::is_window(&phase)) {
                        return;
                    }
                    // A deal that never goes on would keep its thread for good: a table that fails is set aside.
                    silent += 1;
                    assert!(silent <= SILENT, "{} asks nobody and does not go on: {phase:?}", R::ID);
                    flow = R::resolve(self, phase, &Answers::default(), journal);
                }
            }
        }
    }

    #[inline]
    fn ask(&mut self, phase: R::Phase) {
        self.phase = Some(phase);
        self.decision.asked = SeatSet::EMPTY;
        self.decision.answers.given = SeatSet::EMPTY;
        for seat in Seat::all(self.table.seats()) {
            let mut choices = Choices::NONE;
            R::choices(self, &phase, seat, &mut choices);
            if !choices.is_empty() {
                self.decision.asked.insert(seat);
                self.decision.choices[seat.index()] = choices;
            }
        }
        self.decision.id.0 += 1;
    }

    /// The open decision; none when the deal is over.
    #[inline]
    pub fn decision(&self) -> Option<&Decision> {
        self.end.is_none().then_some(&self.decision)
    }

    /// The phase the deal is in; none when it is over.
    pub fn phase(&self) -> Option<&R::Phase> {
        self.phase.as_ref()
    }

    /// How the deal ended, if it is over.
    #[inline]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The proof that the deal is over, if it is: with it everything may be looked at.
    pub fn finished(&self) -> Option<Finished> {
        self.end.map(Finished::after)
    }

    /// The wins so far, in the order they count.
    pub fn wins(&self) -> &[Win<R::WinFacts>] {
        &self.wins
    }

    /// Whether the seat could take this action now, and if not, why.
    #[inline]
    pub fn check(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        if self.end.is_some() {
            return Err(Illegal::DealOver);
        }
        if !self.decision.asked.contains(seat) {
            return Err(Illegal::NotAsked(seat));
        }
        if self.decision.answers.given.contains(seat) {
            return Err(Illegal::Answered(seat));
        }
        if !self.decision.choices[seat.index()].allows(action, self.table.hand(seat)) {
            return Err(Illegal::NotAChoice { seat, action });
        }
        Ok(())
    }

    /// Answers the open decision for a seat. When everybody asked has answered, the decision is resolved.
    #[inline]
    pub fn apply(&mut self, seat: Seat, action: Action, journal: &mut Journal) -> Result<(), Illegal> {
        self.check(seat, action)?;
        self.decision.answers.given.insert(seat);
        self.decision.answers.actions[seat.index()] = action;
        if self.decision.answers.given == self.decision.asked {
            self.resolve(journal);
        }
        Ok(())
    }

    /// As `apply`, for an answer that names its decision: one to another decision is refused as stale.
    pub fn apply_to(
        &mut self,
        id: DecisionId,
        seat: Seat,
        action: Action,
        journal: &mut Journal,
    ) -> Result<(), Illegal> {
        if self.end.is_none() && id != self.decision.id {
            return Err(Illegal::Stale { given: id, open: self.decision.id });
        }
        self.apply(seat, action, journal)
    }

    /// Whether the deal stands at a window that nobody can use and waits for [`Deal::proceed`]. Only a paced deal ever does.
    pub fn is_paused(&self) -> bool {
        self.end.is_none() && self.decision.asked.is_empty()
    }

    /// Closes the window that nobody can use and goes on; says whether there was one.
    pub fn proceed(&mut self, journal: &mut Journal) -> bool {
        let paused = self.is_paused();
        if paused {
            self.resolve(journal);
        }
        paused
    }

    /// What the rule set does for a seat that is asked and does not answer.
    pub fn timeout_action(&self, seat: Seat) -> Option<Action> {
        let phase = self.phase.as_ref()?;
        self.decision.waiting().contains(seat).then(|| R::on_timeout(self, phase, seat))
    }

    fn resolve(&mut self, journal: &mut Journal) {
        let answers = self.decision.answers;
        if let Some(phase) = self.phase {
            let flow = R::resolve(self, phase, &answers, journal);
            self.go_on(flow, journal);
        }
    }

    /// Notes a win. The rule set books its payments itself.
    pub fn note_win(&mut self, win: Win<R::WinFacts>, closed: bool, journal: &mut Journal) {
        let full = self.wins.try_push(win).is_some();
        debug_assert!(!full, "more wins than seats");
        let Win { seat, source, from, tile, .. } = win;
        journal.push(Event::Won { seat, from, source, tile, closed });
    }

    /// Announces something about a seat's hand.
    pub fn note_declared(&self, seat: Seat, what: crate::Declaration, journal: &mut Journal) {
        journal.push(Event::Declared { seat, what });
    }

    /// Announces a float.
    pub fn note_float(&self, seat: Seat, points: u8, journal: &mut Journal) {
        journal.push(Event::Floated { seat, points });
    }

    /// Throws the next of the dice that matter.
    pub fn roll(&mut self, seat: Seat, journal: &mut Journal) -> u8 {
        let die = self.dice.roll();
        journal.push(Event::Rolled { seat, die });
        die
    }

    /// A digest of the whole state, to see whether anything changed. (Not a promise across versions: that is the journal's digest.)
    pub fn state_digest(&self) -> u64 {
        let mut hasher = Xxh3::new();
        self.hash(&mut hasher);
        Hasher::finish(&hasher)
    }

    /// Another deal that must look the same to `seat` (none: a spectator): everything hidden from it is exchanged in an
    /// order that `below` chooses. For tests of the law that a view gives nothing away.
    pub fn reimagine(&self, seat: Option<Seat>, below: &mut impl FnMut(u32) -> u32) -> Deal<R> {
        let mut other = *self;
        other.table = self.table.reimagine(seat, below);
        other
    }

    /// Another deal that `seat` cannot distinguish from this one, ready to be played on: everything hidden from it is exchanged, and whoever can
    /// answer there is asked anew. An answer that was given stays if it is possible there; else the rule set answers as for a silent
    /// seat. What others have declared about their hands is not looked at: a hand that was declared ready need not
    /// be. For search.
    pub fn imagine(&self, seat: Seat, below: &mut impl FnMut(u32) -> u32) -> Deal<R> {
        self.imagine_with(seat, below, &mut |_, _| ())
    }

    /// The same, where `arrange` may exchange hidden tiles ([`Table::exchange`]) before anybody is asked.
    pub fn imagine_with<B: FnMut(u32) -> u32>(
        &self,
        seat: Seat,
        below: &mut B,
        arrange: &mut impl FnMut(&mut Deal<R>, &mut B),
    ) -> Deal<R> {
        let mut other = *self;
        other.table = self.table.imagine(seat, below);
        arrange(&mut other, below);
        let Some(phase) = other.phase else { return other };
        let before = other.decision.answers;
        other.ask(phase);
        for who in other.decision.asked.iter().filter(|who| before.given.contains(*who)) {
            let choices = &other.decision.choices[who.index()];
            let said = before.actions[who.index()];
            let possible = choices.allows(said, other.table.hand(who));
            let action = if possible { said } else { R::on_timeout(&other, &phase, who) };
            other.decision.answers.given.insert(who);
            other.decision.answers.actions[who.index()] = action;
        }
        other
    }

    /// What `seat` may do in the present phase, computed anew. Equal to the open decision's choices; tests rely on it.
    pub fn choices_now(&self, seat: Seat) -> Choices {
        let mut choices = Choices::NONE;
        if let Some(phase) = &self.phase {
            R::choices(self, phase, seat, &mut choices);
        }
        choices
    }
}

impl<R: RuleSet> Eq for Deal<R> {}

impl<R: RuleSet> Hash for Deal<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.table, &self.ledger, &self.memo, &self.carry, &self.dice).hash(state);
        (&self.wins, &self.phase, &self.decision.id, &self.decision.asked, &self.decision.answers)
            .hash(state);
        for seat in self.decision.asked.iter() {
            self.decision.choices[seat.index()].hash(state);
        }
        self.end.hash(state);
    }
}
