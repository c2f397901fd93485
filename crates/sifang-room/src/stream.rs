//! What one viewer has been told, and how far. The deal itself, as it was told last, is the table's business
//! ([`Last`](crate::telling::Last)), and so are the latest updates for when it comes back ([`Ring`](crate::ring::Ring)).
//!
//! A stream begins with a snapshot and lives as long as the match; it goes on while its viewer is away. It is not part of a
//! room's durable state: after a restart everybody starts with a new snapshot. The texts of snapshots and updates are made
//! here and nowhere else, for live tables and for replays of finished deals.

use crate::game::{Course, deal_number};
use crate::text::Part;
use sifang_match::Match;
use sifang_proto::{Clock, ServerMessage, TablePatch, TableView, Tail, ViewPatch, limits, view_hash};
use sifang_table::{RuleSet, SeenEntry, SeenEvent, View, Viewer};
use std::fmt::Write;
use std::sync::Arc;

/// How the text of every update begins; its number follows.
const HEAD: &str = "{\"type\":\"update\",\"seq\":";

/// The view type of a rule set.
pub(crate) type ViewOf<R> = View<<R as RuleSet>::Extra, <R as RuleSet>::WinFacts>;

/// One viewer's row of updates, and what it has been told besides the deal itself.
pub(crate) struct Stream {
    /// Names the stream to the client.
    pub name: Arc<str>,
    /// The clock as the client has it.
    pub clock: Option<Clock>,
    /// What it has of the rest of the table.
    pub told: Told,
    /// Number of the latest update; 0 before the first.
    pub seq: u32,
}

/// A match at one moment, with the view of one viewer: what a text is made from.
pub(crate) struct Scene<'a, R: RuleSet> {
    /// The match.
    pub game: &'a Match<R>,
    /// Who looks.
    pub who: Viewer,
    /// What it sees of the deal.
    pub view: &'a ViewOf<R>,
    /// What everybody knows.
    pub course: &'a Course,
    /// The viewer's clock.
    pub clock: Option<Clock>,
}

/// What a text is put together on. One serves any number of texts, so that none of them asks for memory of its own.
#[derive(Default)]
pub(crate) struct Desk {
    /// The texts that were written since the last were handed over, one behind the other.
    sheet: String,
    /// What a hash is taken of.
    draft: String,
    /// Events to be heard and seen.
    events: Vec<SeenEvent>,
    /// Payments.
    entries: Vec<SeenEntry>,
}

impl Desk {
    /// With room for texts of so many bytes.
    pub(crate) fn new(bytes: usize) -> Desk {
        Desk { sheet: String::with_capacity(bytes), ..Desk::default() }
    }

    /// What has been written.
    pub(crate) fn sheet(&self) -> &str {
        &self.sheet
    }

    /// Takes back what was written behind this place.
    pub(crate) fn take_back(&mut self, place: usize) {
        self.sheet.truncate(place);
    }

    /// Hands over what has been written.
    pub(crate) fn hand_over(&mut self) -> Arc<str> {
        let sheet = self.sheet.as_str().into();
        self.sheet.clear();
        sheet
    }

    /// Lays out what happened since event `from`, as the viewer may see it.
    fn gather<R: RuleSet>(&mut self, scene: &Scene<'_, R>, from: usize) {
        let journal = scene.game.journal();
        self.events.clear();
        self.entries.clear();
        for n in from..journal.events().len() {
            match journal.seen_by(n, scene.who) {
                Some(SeenEvent::Posted { entry }) => self.entries.push(entry),
                Some(event) => self.events.push(event),
                None => {}
            }
        }
    }
}

impl Stream {
    /// A stream that begins, or begins again, with the text of its snapshot.
    pub(crate) fn begin<R: RuleSet>(name: Arc<str>, seq: u32, scene: Scene<'_, R>) -> (Stream, String) {
        let mut desk = Desk::default();
        desk.gather(&scene, 0);
        let told = Told::of(scene.game, scene.course, desk.entries.len());
        let Scene { game, view, course, clock, .. } = scene;
        let table = TableView {
            match_id: course.match_id,
            deal: told.deal,
            dealer: game.progress().dealer,
            totals: game.totals(),
            results: &course.results,
            fairness: &course.fairness,
            view,
            entries: &desk.entries,
            clock: clock.as_ref(),
            over: course.over.as_ref(),
        };
        let text = ServerMessage::Snapshot { stream: &name, seq, table }.to_json();
        (Stream { name, clock, told, seq }, text)
    }

    /// The text of the next update, if there is anything to tell; its number is one more than the last. `before` is the view
    /// that the viewer has. Where `hashed` is given, the update carries the hash of that view, which is the whole one.
    pub(crate) fn next<R: RuleSet>(
        &mut self,
        before: &ViewOf<R>,
        scene: Scene<'_, R>,
        hashed: Option<&ViewOf<R>>,
        desk: &mut Desk,
    ) -> Option<Part> {
        let old = self.told;
        let new_deal = old.deal != deal_number(scene.game);
        desk.gather(&scene, if new_deal { 0 } else { old.events });
        let Desk { sheet, draft, events, entries } = desk;
        let kept = if new_deal { 0 } else { old.entries };
        let told = Told::of(scene.game, scene.course, kept + entries.len());
        let Scene { game, view, course, clock, .. } = scene;
        let dealer = game.progress().dealer;
        let more = told.results != old.results || told.over != old.over;
        let patch = TablePatch {
            deal: new_deal.then_some(told.deal),
            dealer: (new_deal && dealer != before.dealer).then_some(dealer),
            totals: more.then(|| game.totals()),
            results: (told.results != old.results)
                .then(|| Tail { keep: old.results, add: &course.results[old.results..] }),
            fairness: (told.results != old.results).then_some(&course.fairness),
            view: ViewPatch::between(before, view),
            entries: (kept < old.entries || !entries.is_empty())
                .then_some(Tail { keep: kept, add: &entries[..] }),
            clock: (self.clock != clock).then_some(clock.as_ref()),
            over: (told.over != old.over).then_some(course.over.as_ref()),
        };
        if events.is_empty() && patch.is_empty() {
            return None;
        }
        let seq = self.seq + 1;
        let hash = hashed.map(|view| hash_of(view, draft));
        let start = sheet.len();
        ServerMessage::Update { seq, events, patch, hash }.write(sheet);
        (self.clock, self.told) = (clock, told);
        Some(Part::new(start..sheet.len()))
    }

    /// The next update of a viewer who looks on, from that of another who does: only the number differs. None if the two have
    /// not been told the same so far, or this one has to carry a hash. [`Stream::go_on`] must follow.
    pub(crate) fn alike(&self, other: &Alike, clock: Option<Clock>, desk: &mut Desk) -> Option<Part> {
        let seq = self.seq + 1;
        if (self.shared(), clock) != (other.from, other.clock) || seq.is_multiple_of(limits::HASH_EVERY) {
            return None;
        }
        if seq == other.seq {
            return Some(other.text);
        }
        let sheet = &mut desk.sheet;
        let text = other.text.of(sheet);
        let rest = text.strip_prefix(HEAD)?.trim_start_matches(|digit: char| digit.is_ascii_digit());
        let end = other.text.end();
        let (rest, start) = (end - rest.len()..end, sheet.len());
        // Writing to memory does not fail.
        let _ = write!(sheet, "{HEAD}{seq}");
        sheet.extend_from_within(rest);
        Some(Part::new(start..sheet.len()))
    }

    /// The viewer has been told everything up to now; no payment was among it.
    pub(crate) fn go_on<R: RuleSet>(&mut self, game: &Match<R>, course: &Course, clock: Option<Clock>) {
        (self.clock, self.told) = (clock, Told::of(game, course, self.told.entries));
    }

    /// What viewers who look on may have in common: how far they have been told, apart from payments that some know earlier.
    pub(crate) fn shared(&self) -> (Told, Option<Clock>) {
        (Told { entries: 0, ..self.told }, self.clock)
    }
}

/// An update that serves more than one viewer.
pub(crate) struct Alike {
    /// How far its viewer had been told before it.
    pub from: (Told, Option<Clock>),
    /// The clock in it.
    pub clock: Option<Clock>,
    /// Its number.
    pub seq: u32,
    /// Where its text stands.
    pub text: Part,
}

/// The hash of a view as its client writes it.
fn hash_of(view: &impl serde::Serialize, room: &mut String) -> String {
    room.clear();
    // A view has texts as keys: writing to memory does not fail.
    drop(sifang_proto::write_json(room, view));
    view_hash(room.as_bytes())
}

/// How far the parts of a table that only grow have been told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Told {
    /// Number of the deal.
    pub deal: u32,
    /// Events of that deal's journal.
    pub events: usize,
    /// Payments of that deal that this viewer has seen.
    pub entries: usize,
    /// Finished deals; totals and secrets come with them.
    pub results: usize,
    /// The end of the match.
    pub over: bool,
}

impl Told {
    /// Everything up to now, so many payments among it.
    fn of<R: RuleSet>(game: &Match<R>, course: &Course, entries: usize) -> Told {
        Told {
            deal: deal_number(game),
            events: game.journal().events().len(),
            entries,
            results: course.results.len(),
            over: course.over.is_some(),
        }
    }
}
