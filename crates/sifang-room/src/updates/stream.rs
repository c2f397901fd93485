//! What one viewer has been sent, and how far: its stream of numbered updates, with the latest of
//! them for when it comes back.
//!
//! A stream begins with a snapshot and lives as long as the match; it goes on while its viewer is
//! away. It is not part of a room's durable state: after a restart everybody starts with a new
//! snapshot. The texts of snapshots and updates are made here and nowhere else, for live tables and
//! for replays of finished deals.

use super::Message;
use super::ring::Ring;
use crate::game::{Course, deal_number};
use sifang_match::Match;
use sifang_proto::{Clock, PublicDelta, ServerMessage, TablePatch, TableView, Tail, ViewDelta, view_hash};
use sifang_table::{Moment, RuleSet, SeenEntry, SeenEvent, Viewer};
use std::sync::Arc;

/// One viewer's row of updates, and what it has been sent besides the deal itself.
pub(crate) struct Stream {
    /// Names the stream to the client.
    pub name: Arc<str>,
    /// Number of the latest update; 0 before the first.
    pub seq: u32,
    /// The clock as the client has it.
    clock: Option<Clock>,
    /// What it has of the rest of the table.
    progress: Progress,
    /// The latest updates.
    ring: Ring,
}

/// A match at one moment and who looks at it: what a text is made from.
pub(crate) struct Scene<'a, R: RuleSet> {
    /// The match.
    pub game: &'a Match<R>,
    /// The deal.
    pub now: Moment<'a, R>,
    /// Who looks.
    pub who: Viewer,
    /// What everybody knows.
    pub course: &'a Course,
    /// The viewer's clock.
    pub clock: Option<Clock>,
}

impl<R: RuleSet> Scene<'_, R> {
    /// What happened since event `from`, as the viewer may see it: events, and payments.
    fn since(&self, from: usize) -> (Vec<SeenEvent>, Vec<SeenEntry>) {
        let journal = self.game.journal();
        let (mut events, mut entries) = (Vec::new(), Vec::new());
        for n in from..journal.events().len() {
            match journal.seen_by(n, self.who) {
                Some(SeenEvent::Posted { entry }) => entries.push(entry),
                Some(event) => events.push(event),
                None => {}
            }
        }
        (events, entries)
    }
}

impl Stream {
    /// A stream before its first snapshot.
    pub(crate) fn new(name: Arc<str>) -> Stream {
        Stream { name, seq: 0, clock: None, progress: Progress::default(), ring: Ring::default() }
    }

    /// The text of a snapshot, with which the stream begins, or begins again.
    pub(crate) fn snapshot<R: RuleSet>(&mut self, scene: &Scene<'_, R>) -> String {
        let Scene { game, now, who, course, clock } = scene;
        let (_, entries) = scene.since(0);
        (self.clock, self.progress) = (*clock, Progress::of(game, course, entries.len()));
        let table = TableView {
            match_id: course.match_id,
            deal: self.progress.deal,
            dealer: game.progress().dealer,
            totals: game.totals(),
            results: &course.results,
            fairness: &course.fairness,
            view: &now.seen_by(*who).view(),
            entries: &entries,
            clock: clock.as_ref(),
            over: course.over.as_ref(),
        };
        ServerMessage::Snapshot { stream: &self.name, seq: self.seq, table }.to_json()
    }

    /// The text of the next update, if there is anything to send. `before` is the moment that the viewer was sent last, and
    /// `public` what everybody saw change since.
    pub(crate) fn next<R: RuleSet>(
        &mut self,
        public: &PublicDelta,
        before: Moment<'_, R>,
        scene: &Scene<'_, R>,
        has_hash: bool,
    ) -> Option<String> {
        let Scene { game, now, who, course, clock } = scene;
        let old = self.progress;
        let new_deal = old.deal != deal_number(game);
        let (events, entries) = scene.since(if new_deal { 0 } else { old.events });
        let kept = if new_deal { 0 } else { old.entries };
        let progress = Progress::of(game, course, kept + entries.len());
        let dealer = game.progress().dealer;
        let more = progress.results != old.results;
        let over = progress.over != old.over;
        let patch = TablePatch {
            deal: new_deal.then_some(progress.deal),
            dealer: (new_deal && dealer != before.deal.table.dealer()).then_some(dealer),
            totals: (more || over).then(|| game.totals()),
            results: more.then(|| Tail { keep: old.results, add: &course.results[old.results..] }),
            fairness: more.then_some(&course.fairness),
            view: ViewDelta::between(public, before.seen_by(*who), now.seen_by(*who)),
            entries: (kept < old.entries || !entries.is_empty())
                .then_some(Tail { keep: kept, add: &entries }),
            clock: (self.clock != *clock).then_some(clock.as_ref()),
            over: over.then_some(course.over.as_ref()),
        };
        if events.is_empty() && patch.is_empty() {
            return None;
        }
        self.seq += 1;
        (self.clock, self.progress) = (*clock, progress);
        let hash = has_hash.then(|| hash_of(&now.seen_by(*who).view()));
        Some(ServerMessage::Update { seq: self.seq, events: &events, patch, hash }.to_json())
    }

    /// Keeps the text of the latest update for when its viewer comes back.
    pub(crate) fn keep(&mut self, text: String) -> Message {
        let message: Message = text.into();
        self.ring.keep(Arc::clone(&message));
        message
    }

    /// The updates after number `seq`; none if some of them are gone, or it names one that has not
    /// been.
    pub(crate) fn missed(&self, seq: u32) -> Option<Vec<Message>> {
        self.ring.after(seq, self.seq)
    }

    /// Number of the earliest update after which everything is still there.
    pub(crate) fn edge(&self) -> u32 {
        self.ring.edge(self.seq)
    }
}

/// The hash of a view as its client writes it.
fn hash_of(view: &impl serde::Serialize) -> String {
    let mut text = String::new();
    // A view has texts as keys: writing to memory does not fail.
    drop(sifang_proto::write_json(&mut text, view));
    view_hash(text.as_bytes())
}

/// How far the parts of a table that only grow have been sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Progress {
    /// Number of the deal.
    deal: u32,
    /// Events of that deal's journal.
    events: usize,
    /// Payments of that deal that this viewer has seen.
    entries: usize,
    /// Finished deals; totals and secrets come with them.
    results: usize,
    /// The end of the match.
    over: bool,
}

impl Progress {
    /// Everything up to now, so many payments among it.
    fn of<R: RuleSet>(game: &Match<R>, course: &Course, entries: usize) -> Progress {
        Progress {
            deal: deal_number(game),
            events: game.journal().events().len(),
            entries,
            results: course.results.len(),
            over: course.over.is_some(),
        }
    }
}
