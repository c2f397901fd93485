//! A match of any rule set behind one object: the room knows only this.
//!
//! The typed part is [`Table`]: it drives the engine's match and turns the difference between what a viewer has and what it
//! may see now into the text of an update. What a viewer may see is decided by the engine alone; here it gets the room's
//! decision numbers, the clock and the course of the match beside it.

use crate::bot::Task;
use crate::stream::{Ring, Stream, Told, ViewOf};
use sifang_bots::Level;
use sifang_fair::{Nonces, Revealed};
use sifang_match::{Command, DealResult, Match, MatchId, NotReady, Record, Standing};
use sifang_options::{OptionSet, RawOptions};
use sifang_proto::{
    Clock, CorrectionView, DealEvents, DealLine, Fairness, MatchOver, ServerMessage, TablePatch, TableView,
    Tail, ViewPatch, limits, view_hash,
};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::{Action, DecisionId, Event, Illegal, RuleSet, SeenEntry, SeenEvent, Viewer};
use sifang_tiles::{Seat, SeatSet};
use std::sync::Arc;

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
    /// Nobody is asked; the deal waits to be told to go on.
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

/// What a viewer's texts need beside the game itself.
pub(crate) struct Sight<'a> {
    /// What everybody knows.
    pub course: &'a Course,
    /// Added to the engine's decision numbers.
    pub base: u32,
    /// An answer that is given, but not yet played.
    pub held: Option<(Seat, Action)>,
    /// The viewer's clock.
    pub clock: Option<Clock>,
}

/// A match of any rule set.
pub(crate) trait Game: Send {
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
    /// Everything that happened in the deal, in the open, as JSON.
    fn deal_events(&self) -> String;
    /// What a bot needs to answer for a seat that is asked.
    fn task(&self, seat: Seat, level: Level) -> Option<Box<dyn Task>>;
    /// A digest of the state.
    fn digest(&self) -> u64;

    /// The viewer's stream from its beginning: the text of a snapshot. `name` is for a stream that begins now.
    fn snapshot(&mut self, viewer: usize, sight: Sight<'_>, name: &dyn Fn() -> String) -> Arc<str>;
    /// The next update of a viewer that has a stream, if there is anything to tell.
    fn update(&mut self, viewer: usize, sight: Sight<'_>) -> Option<Arc<str>>;
    /// The updates of this stream after `seq`, if all of them are still there.
    fn missed(&self, viewer: usize, stream: &str, seq: u32) -> Option<Vec<Arc<str>>>;
    /// Whether the viewer has a stream.
    fn has_stream(&self, viewer: usize) -> bool;
    /// Ends the viewer's stream.
    fn end_stream(&mut self, viewer: usize);
    /// A match without viewers that must look the same to this one at this moment; see [`sifang_table::Deal::reimagine`].
    #[cfg(test)]
    fn reimagined(&self, viewer: usize, below: &mut dyn FnMut(u32) -> u32) -> Box<dyn Game>;
}

/// Begins a match. The options have been checked when the room was set up; should they no longer be allowed, there is none.
pub(crate) fn begin(
    id: RuleSetId,
    options: &RawOptions,
    seats: usize,
    key: &[u8; 32],
    paced: bool,
) -> Option<Box<dyn Game>> {
    with_rule_set!(id, R => {
        let options = <R as RuleSet>::Options::from_values(options).ok()?;
        let rules = <R as RuleSet>::new(options, seats);
        let game = if paced { Match::start_paced(rules, key) } else { Match::start(rules, key) };
        Some(Box::new(Table { game, streams: Default::default() }))
    })
}

/// The viewer that watches: the number after the last seat's.
pub(crate) const PUBLIC: usize = Seat::MAX;

/// A match of one rule set with its viewers.
struct Table<R: RuleSet> {
    game: Match<R>,
    /// By seat; the last is everybody who watches.
    streams: [Option<Box<Stream<R>>>; PUBLIC + 1],
}

fn who(viewer: usize) -> Viewer {
    if viewer < PUBLIC { Viewer::Seat(Seat::new(viewer)) } else { Viewer::Public }
}

impl<R: RuleSet> Table<R> {
    /// The deal as the viewer may see it, with the room's decision numbers.
    fn view(&self, viewer: usize, sight: &Sight<'_>) -> ViewOf<R> {
        let mut view = self.game.deal().view(who(viewer));
        if let Some(prompt) = &mut view.prompt {
            prompt.decision = DecisionId(sight.base + prompt.decision.0);
            if let Some((seat, action)) = sight.held
                && view.seat == Some(seat)
            {
                prompt.answered = Some(action);
            }
        }
        view
    }

    /// What happened since event `from`, as the viewer may see it: events to be heard and seen, and payments.
    fn news(&self, viewer: usize, from: usize) -> (Vec<SeenEvent>, Vec<SeenEntry>) {
        let journal = self.game.journal();
        let (mut events, mut entries) = (Vec::new(), Vec::new());
        for n in from..journal.events().len() {
            match journal.seen_by(n, who(viewer)) {
                Some(SeenEvent::Posted { entry }) => entries.push(entry),
                Some(event) => events.push(event),
                None => {}
            }
        }
        (events, entries)
    }

    fn told(&self, course: &Course, entries: usize) -> Told {
        Told {
            deal: self.deal_number(),
            events: self.game.journal().events().len(),
            entries,
            results: course.results.len(),
            over: course.over.is_some(),
        }
    }
}

impl<R: RuleSet> Game for Table<R> {
    fn deal_number(&self) -> u32 {
        let playing = self.game.standing() == Standing::Playing;
        self.game.progress().played + playing as u32
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
        self.game.command(command)
    }

    fn proceed(&mut self) -> bool {
        self.game.proceed()
    }

    fn next_deal(&mut self, key: &[u8; 32]) -> Result<(), NotReady> {
        self.game.next_deal(key)
    }

    fn ranks(&self) -> Vec<u8> {
        self.game.ranks()
    }

    fn last_deal(&self) -> Option<&DealResult> {
        self.game.last_deal()
    }

    fn corrections(&self) -> Vec<CorrectionView> {
        let seats = self.game.rules().seats();
        let view = |c: &sifang_table::Correction| CorrectionView {
            zh: c.why.zh,
            en: c.why.en,
            clause: c.why.clause,
            deltas: c.deltas[..seats].to_vec(),
        };
        self.game.corrections().iter().map(view).collect()
    }

    fn book(&self, record: &mut Record, secret: Revealed, nonces: Nonces) {
        record.add(&self.game, secret, nonces);
    }

    fn deal_events(&self) -> String {
        let journal = self.game.journal();
        let events = (0..journal.events().len()).filter_map(|n| journal.seen_by(n, Viewer::All)).collect();
        // Events have only texts, numbers and lists in them: writing to memory does not fail.
        serde_json::to_string(&DealEvents { deal: self.deal_number(), events }).unwrap_or_default()
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

    fn snapshot(&mut self, viewer: usize, sight: Sight<'_>, name: &dyn Fn() -> String) -> Arc<str> {
        let view = self.view(viewer, &sight);
        let (_, entries) = self.news(viewer, 0);
        let told = self.told(sight.course, entries.len());
        let clock = sight.clock;
        let dealer = self.game.progress().dealer;
        let table = TableView {
            match_id: sight.course.match_id,
            deal: told.deal,
            dealer,
            totals: self.game.totals(),
            results: &sight.course.results,
            fairness: &sight.course.fairness,
            view: &view,
            entries: &entries,
            clock: clock.as_ref(),
            over: sight.course.over.as_ref(),
        };
        let known = self.streams[viewer].take();
        let (name, ring) = match known {
            Some(stream) => (stream.name, stream.ring),
            None => (Arc::from(name()), Ring::default()),
        };
        let text = ServerMessage::Snapshot { stream: &name, seq: ring.seq(), table }.to_json();
        self.streams[viewer] = Some(Box::new(Stream { name, view, clock, told, ring }));
        text.into()
    }

    fn update(&mut self, viewer: usize, sight: Sight<'_>) -> Option<Arc<str>> {
        let stream = self.streams[viewer].as_ref()?;
        let view = self.view(viewer, &sight);
        let old = stream.told;
        let new_deal = old.deal != self.deal_number();
        let (events, entries) = self.news(viewer, if new_deal { 0 } else { old.events });
        let kept = if new_deal { 0 } else { old.entries };
        let told = self.told(sight.course, kept + entries.len());
        let dealer = self.game.progress().dealer;
        let more = told.results != old.results || told.over != old.over;
        let patch = TablePatch {
            deal: new_deal.then_some(told.deal),
            dealer: (new_deal && dealer != stream.view.dealer).then_some(dealer),
            totals: more.then(|| self.game.totals()),
            results: (told.results != old.results)
                .then(|| Tail { keep: old.results, add: &sight.course.results[old.results..] }),
            fairness: (told.results != old.results).then_some(&sight.course.fairness),
            view: ViewPatch::between(&stream.view, &view),
            entries: (kept < old.entries || !entries.is_empty())
                .then_some(Tail { keep: kept, add: &entries }),
            clock: (stream.clock != sight.clock).then_some(sight.clock.as_ref()),
            over: (told.over != old.over).then_some(sight.course.over.as_ref()),
        };
        if events.is_empty() && patch.is_empty() {
            return None;
        }
        let seq = stream.ring.seq() + 1;
        let hash = (seq % limits::HASH_EVERY == 0)
            .then(|| view_hash(&serde_json::to_vec(&view).unwrap_or_default()));
        let text: Arc<str> = ServerMessage::Update { seq, events: &events, patch, hash }.to_json().into();
        let stream = self.streams[viewer].as_mut()?;
        stream.view = view;
        stream.clock = sight.clock;
        stream.told = told;
        stream.ring.push(text.clone());
        Some(text)
    }

    fn missed(&self, viewer: usize, stream: &str, seq: u32) -> Option<Vec<Arc<str>>> {
        let known = self.streams[viewer].as_ref().filter(|known| &*known.name == stream)?;
        Some(known.ring.after(seq)?.cloned().collect())
    }

    fn has_stream(&self, viewer: usize) -> bool {
        self.streams[viewer].is_some()
    }

    fn end_stream(&mut self, viewer: usize) {
        self.streams[viewer] = None;
    }

    #[cfg(test)]
    fn reimagined(&self, viewer: usize, below: &mut dyn FnMut(u32) -> u32) -> Box<dyn Game> {
        let seat = (viewer < PUBLIC).then(|| Seat::new(viewer));
        let game = self.game.reimagine(seat, &mut |n| below(n));
        Box::new(Table { game, streams: Default::default() })
    }
}
