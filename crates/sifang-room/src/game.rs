//! A match of any rule set behind one object: the room knows only this.
//!
//! The typed part is [`Table`]: it drives the engine's match and keeps who looks at it ([`Viewers`]). What a viewer may see is
//! decided by the engine alone; beside it come the room's decision numbers, the clock and the course of the match.

use crate::bot::Task;
use crate::updates::{Audience, Viewers};
use sifang_bots::Level;
use sifang_fair::{Nonces, Revealed};
use sifang_match::{Command, DealResult, Match, MatchId, NotReady, Record, Standing};
use sifang_options::{OptionSet, RawOptions};
use sifang_proto::{CorrectionView, DealEvents, DealLine, Fairness, MatchOver, write_json};
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_table::{Action, Event, Illegal, RuleSet, Viewer};
use sifang_tiles::{Seat, SeatSet};

/// The open question, as the room needs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Open {
    /// The engine's number, from 1 in every deal.
    pub id: u32,
    /// Who has not answered yet.
    pub waiting: SeatSet,
    /// A window put to whoever can use it: who is asked is not for everybody to know.
    pub window: bool,
    /// Whose own decision it is, as far as everybody may know.
    pub turn: Option<Seat>,
    /// Nobody is asked; the deal waits to go on.
    pub paused: bool,
}

/// What everybody knows of a match beside the deal on the table.
#[derive(Debug)]
pub(crate) struct Course {
    /// The match.
    pub match_id: MatchId,
    /// What lets everybody check the walls.
    pub fairness: Fairness,
    /// The finished deals.
    pub results: Vec<DealLine>,
    /// The end.
    pub over: Option<MatchOver>,
}

/// A match of any rule set.
pub(crate) trait Game: Audience + Send {
    /// Number of the deal, from 1.
    fn deal_number(&self) -> u32;
    /// Where the match stands.
    fn standing(&self) -> Standing;
    /// The open decision; none when the deal is over.
    fn open(&self) -> Option<Open>;
    /// Whether the seat could answer so, and if not, why.
    fn check(&self, seat: Seat, action: Action) -> Result<(), Illegal>;
    /// Answers, or lets the rule set answer.
    fn command(&mut self, command: Command) -> Result<(), Illegal>;
    /// Goes on where nobody is asked.
    fn proceed(&mut self) -> bool;
    /// Takes the seat's last discard of this deal back, and all that followed; says whether there was one. Only in practice.
    fn take_back(&mut self, seat: Seat) -> bool;
    /// Begins the next deal.
    fn next_deal(&mut self, key: &[u8; 32]) -> Result<(), NotReady>;
    /// The ranks by the points so far, by seat.
    fn ranks(&self) -> Vec<u8>;
    /// The deal that is over.
    fn last_deal(&self) -> Option<&DealResult>;
    /// What was corrected at the end.
    fn corrections(&self) -> Vec<CorrectionView>;
    /// Adds the deal that is over to the record.
    fn book(&self, record: &mut Record, secret: Revealed, nonces: Nonces);
    /// Everything that happened in the deal, in the open, as JSON; nothing while it is played.
    fn deal_events(&self) -> String;
    /// What a bot needs to answer for a seat that is asked.
    fn task(&self, seat: Seat, level: Level) -> Option<Box<dyn Task>>;
    /// A digest of the state.
    fn digest(&self) -> u64;
    /// A match without viewers that must look the same to this one at this moment; see [`sifang_table::Deal::reimagine`].
    fn reimagined(&self, viewer: usize, below: &mut dyn FnMut(u32) -> u32) -> Box<dyn Game>;
}

/// Begins a match. The options have been checked when the room was set up; should they no longer be allowed, there is none.
pub(crate) fn begin(
    id: RuleSetId,
    options: &RawOptions,
    seats: usize,
    key: &[u8; 32],
    paced: bool,
    practice: bool,
) -> Option<Box<dyn Game>> {
    with_rule_set!(id, R => {
        let options = <R as RuleSet>::Options::from_values(options).ok()?;
        let rules = <R as RuleSet>::new(options, seats);
        let game = if paced { Match::start_paced(rules, key) } else { Match::start(rules, key) };
        let began = practice.then(|| Box::new(game.clone()));
        Some(Box::new(Table { began, ..Table::new(game) }))
    })
}

/// Whether this puts a tile on the table.
fn throws(action: Action) -> bool {
    matches!(action, Action::Discard(_) | Action::DeclareDiscard(..) | Action::Ask(_))
}

/// The viewer that watches: the number after the last seat's.
pub(crate) const PUBLIC: usize = Seat::MAX;

/// Number of the deal being played or just over, from 1.
pub(crate) fn deal_number<R: RuleSet>(game: &Match<R>) -> u32 {
    game.progress().played + (game.standing() == Standing::Playing) as u32
}

/// What was corrected at the end of a match.
pub(crate) fn corrections<R: RuleSet>(game: &Match<R>) -> Vec<CorrectionView> {
    let seats = game.rules().seats();
    let view = |c: &sifang_table::Correction| CorrectionView {
        zh: c.why.zh,
        en: c.why.en,
        clause: c.why.clause,
        deltas: c.deltas[..seats].to_vec(),
    };
    game.corrections().iter().map(view).collect()
}

/// A match of one rule set with its viewers.
pub(crate) struct Table<R: RuleSet> {
    pub game: Match<R>,
    pub viewers: Viewers<R>,
    /// In practice: the match as the deal began.
    pub began: Option<Box<Match<R>>>,
}

impl<R: RuleSet> Table<R> {
    fn new(game: Match<R>) -> Table<R> {
        Table { game, viewers: Default::default(), began: None }
    }
}

impl<R: Insight> Game for Table<R> {
    fn deal_number(&self) -> u32 {
        deal_number(&self.game)
    }

    fn standing(&self) -> Standing {
        self.game.standing()
    }

    fn open(&self) -> Option<Open> {
        let deal = self.game.deal();
        let (decision, phase) = (deal.decision()?, deal.phase()?);
        let window = R::is_window(phase);
        Some(Open {
            id: decision.id().0,
            waiting: decision.waiting(),
            window,
            turn: R::stage(phase).seat.filter(|_| !window),
            paused: deal.is_paused(),
        })
    }

    fn check(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        self.game.deal().check(seat, action)
    }

    fn command(&mut self, command: Command) -> Result<(), Illegal> {
        self.changing().command(command)
    }

    fn proceed(&mut self) -> bool {
        self.changing().proceed()
    }

    fn take_back(&mut self, seat: Seat) -> bool {
        let Some(began) = &self.began else { return false };
        let thrown = |command: &Command| matches!(command, Command::Act { seat: by, action } if *by == seat && throws(*action));
        let commands = self.game.commands();
        let Some(last) = commands.iter().rposition(thrown) else { return false };
        let mut game = Match::clone(began);
        for command in &commands[..last] {
            while game.proceed() {}
            // They have all been played once already.
            if game.command(*command).is_err() {
                return false;
            }
        }
        while game.proceed() {}
        // What was sent since is void: everybody begins anew from here.
        (self.game, self.viewers) = (game, Default::default());
        true
    }

    fn next_deal(&mut self, key: &[u8; 32]) -> Result<(), NotReady> {
        self.changing().next_deal(key)?;
        if let Some(began) = &mut self.began {
            **began = self.game.clone();
        }
        Ok(())
    }

    fn ranks(&self) -> Vec<u8> {
        self.game.ranks()
    }

    fn last_deal(&self) -> Option<&DealResult> {
        self.game.last_deal()
    }

    fn corrections(&self) -> Vec<CorrectionView> {
        corrections(&self.game)
    }

    fn book(&self, record: &mut Record, secret: Revealed, nonces: Nonces) {
        record.add(&self.game, secret, nonces);
    }

    fn deal_events(&self) -> String {
        let journal = self.game.journal();
        let over = self.game.deal().finished();
        let all = over.into_iter().flat_map(|over| {
            (0..journal.events().len()).filter_map(move |n| journal.seen_by(n, Viewer::All(over)))
        });
        let events = DealEvents { deal: self.deal_number(), events: all.collect() };
        let mut text = String::new();
        // Events have only texts, numbers and lists in them: writing to memory does not fail.
        let written = write_json(&mut text, &events);
        debug_assert!(written.is_ok() && serde_json::to_string(&events).is_ok_and(|general| general == text));
        text
    }

    fn task(&self, seat: Seat, level: Level) -> Option<Box<dyn Task>> {
        crate::bot::task(self.game.deal(), seat, level)
    }

    fn digest(&self) -> u64 {
        let mut digest = self.game.deal().state_digest();
        for event in self.game.journal().events() {
            digest = digest.rotate_left(5) ^ matches!(event, Event::Posted { .. }) as u64;
        }
        digest ^ (self.deal_number() as u64) << 32 ^ self.game.commands().len() as u64
    }

    fn reimagined(&self, viewer: usize, below: &mut dyn FnMut(u32) -> u32) -> Box<dyn Game> {
        let seat = (viewer < PUBLIC).then(|| Seat::new(viewer));
        let game = self.game.reimagine(seat, &mut |n| below(n));
        Box::new(Table::new(game))
    }
}
