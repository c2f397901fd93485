//! One step of a table, told to everybody who looks at it: what all see alike is worked out once, and who only looks on is told
//! what another was told who only looks on.

use crate::game::{Course, PUBLIC, Sight};
use crate::ring::Update;
use crate::scratch::{self, Scratch};
use crate::stream::{Alike, Desk, Scene, Stream, ViewOf};
use crate::text::Part;
use sifang_match::Match;
use sifang_proto::{Clock, limits};
use sifang_table::{Action, Deal, DecisionId, Moved, RuleSet, Viewer};
use sifang_tiles::Seat;
use std::sync::Arc;

/// Bytes that most texts and views need at most.
const ROOM: usize = 8 * 1024;

/// Somebody who looks at the table.
pub(crate) struct Onlooker<R: RuleSet> {
    pub stream: Stream,
    /// The moment of the snapshot if it is another than the table's, until the first update after it; from then on everybody has
    /// been told the same moment.
    pub since: Option<Box<Moment<R>>>,
}

/// A deal as it stood when a viewer came between two updates. Its view is worked out from it again: the deal is smaller.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Moment<R: RuleSet> {
    pub deal: Deal<R>,
    pub base: u32,
    pub held: Option<(Seat, Action)>,
}

impl<R: RuleSet> Moment<R> {
    pub(crate) fn of(game: &Match<R>, sight: &Sight<'_>) -> Moment<R> {
        Moment { deal: *game.deal(), base: sight.base, held: sight.held }
    }

    /// The deal as the viewer may see it, with the room's decision numbers.
    pub(crate) fn view(&self, viewer: usize) -> ViewOf<R> {
        self.glance().view(viewer)
    }

    fn glance(&self) -> Glance<'_, R> {
        Glance { deal: &self.deal, base: self.base, held: self.held }
    }
}

/// The moment that everybody has been told of last. It is nearly always the present one, and a table is only told of after it has
/// changed: so the deal is copied just before it changes, and until then the one on the table is it.
pub(crate) struct Last<R: RuleSet> {
    base: u32,
    held: Option<(Seat, Action)>,
    /// The deal, if it may have changed since.
    deal: Option<Box<Deal<R>>>,
}

impl<R: RuleSet> Last<R> {
    /// Before anybody has been told anything.
    pub(crate) fn new() -> Last<R> {
        Last { base: 0, held: None, deal: None }
    }

    /// The deal is about to change.
    pub(crate) fn hold(&mut self, deal: &Deal<R>) {
        if self.deal.is_none() {
            self.deal = Some(match scratch::take::<Deal<R>>() {
                Some(mut old) => {
                    old.follow(deal);
                    old
                }
                None => Box::new(*deal),
            });
        }
    }

    /// Everybody has been told of the present moment.
    pub(crate) fn follow(&mut self, sight: &Sight<'_>) {
        (self.base, self.held) = (sight.base, sight.held);
        if let Some(deal) = self.deal.take() {
            scratch::give_back(deal);
        }
    }

    /// Whether it is this moment.
    pub(crate) fn is(&self, now: &Moment<R>) -> bool {
        (self.base, self.held) == (now.base, now.held)
            && self.deal.as_ref().is_none_or(|deal| **deal == now.deal)
    }

    fn glance<'a>(&'a self, game: &'a Match<R>) -> Glance<'a, R> {
        Glance { deal: self.deal.as_deref().unwrap_or(game.deal()), base: self.base, held: self.held }
    }
}

/// A deal at one moment, looked at and not kept.
#[derive(Clone, Copy)]
pub(crate) struct Glance<'a, R: RuleSet> {
    deal: &'a Deal<R>,
    base: u32,
    held: Option<(Seat, Action)>,
}

impl<'a, R: RuleSet> Glance<'a, R> {
    pub(crate) fn of(game: &'a Match<R>, sight: &Sight<'_>) -> Glance<'a, R> {
        Glance { deal: game.deal(), base: sight.base, held: sight.held }
    }

    /// The deal as the viewer may see it, with the room's decision numbers.
    fn view(&self, viewer: usize) -> ViewOf<R> {
        let mut view = self.deal.view(who(viewer));
        self.adjust(&mut view);
        view
    }

    /// Makes a view of this moment that of a viewer, as far as it has moved.
    fn turn(&self, viewer: usize, moved: Moved, view: &mut ViewOf<R>) {
        self.deal.show_to(who(viewer), moved, view);
        self.adjust(view);
    }

    fn adjust(&self, view: &mut ViewOf<R>) {
        let Some(prompt) = &mut view.prompt else { return };
        prompt.decision = DecisionId(self.base + prompt.decision.0);
        if let Some((seat, action)) = self.held
            && view.seat == Some(seat)
        {
            prompt.answered = Some(action);
        }
    }
}

/// A viewer by its number: a seat's, or the watchers'.
pub(crate) fn who(viewer: usize) -> Viewer {
    if viewer < PUBLIC { Viewer::Seat(Seat::new(viewer)) } else { Viewer::Public }
}

/// What has happened between two moments, on its way to the viewers.
pub(crate) struct Telling<'a, R: RuleSet> {
    game: &'a Match<R>,
    /// The moment of the last updates.
    told: Glance<'a, R>,
    now: Glance<'a, R>,
    course: &'a Course,
    scratch: Box<Scratch<R>>,
    /// What looks different.
    moved: Moved,
    /// What the first viewer was told who only looks on.
    alike: Option<Alike>,
}

impl<'a, R: RuleSet> Telling<'a, R> {
    pub(crate) fn new(game: &'a Match<R>, told: &'a Last<R>, sight: &Sight<'a>) -> Telling<'a, R> {
        let (told, now) = (told.glance(game), Glance::of(game, sight));
        let mut scratch = scratch::take::<Scratch<R>>().unwrap_or_else(|| {
            let (before, now, whole) = (told.view(PUBLIC), now.view(PUBLIC), now.view(PUBLIC));
            Box::new(Scratch { before, now, whole, desk: Desk::new(ROOM) })
        });
        let moved = now.deal.moved(told.deal);
        told.deal.show_all(moved, &mut scratch.before);
        now.deal.show_all(moved, &mut scratch.now);
        Telling { game, told, now, course: sight.course, scratch, moved, alike: None }
    }

    /// The next update of a viewer, if there is anything to tell: its number and its part of the sheet.
    pub(crate) fn tell(
        &mut self,
        viewer: usize,
        onlooker: &mut Onlooker<R>,
        clock: Option<Clock>,
    ) -> Option<Update> {
        let looks_on = onlooker.since.is_none() && self.looks_on(viewer, &onlooker.stream);
        let alike = self.alike.as_ref().filter(|_| looks_on);
        let text = match alike.and_then(|alike| onlooker.stream.alike(alike, clock, &mut self.scratch.desk)) {
            Some(text) => {
                if cfg!(debug_assertions) {
                    let end = self.scratch.desk.sheet().len();
                    let full = self.full(viewer, onlooker, clock);
                    let sheet = self.scratch.desk.sheet();
                    let full = full.map(|full| full.of(sheet));
                    assert_eq!(full, Some(text.of(sheet)), "who looks on is told what it sees");
                    self.scratch.desk.take_back(end);
                } else {
                    onlooker.stream.go_on(self.game, self.course, clock);
                }
                text
            }
            None => {
                let from = onlooker.stream.shared();
                let text = self.full(viewer, onlooker, clock)?;
                let seq = onlooker.stream.seq + 1;
                if looks_on && self.alike.is_none() && !seq.is_multiple_of(limits::HASH_EVERY) {
                    self.alike = Some(Alike { from, clock, seq, text });
                }
                text
            }
        };
        onlooker.stream.seq += 1;
        Some((onlooker.stream.seq, text.waiting(looks_on)))
    }

    /// Whether nothing of what has happened is this viewer's own to see.
    fn looks_on(&self, viewer: usize, stream: &Stream) -> bool {
        let (journal, who) = (self.game.journal(), who(viewer));
        self.now.deal.looks_on(self.told.deal, who)
            && (stream.told.events..journal.events().len()).all(|n| journal.is_seen_alike(n, who))
    }

    /// The text for one viewer, from what it saw and what it sees.
    fn full(&mut self, viewer: usize, onlooker: &mut Onlooker<R>, clock: Option<Clock>) -> Option<Part> {
        let Onlooker { stream, since } = onlooker;
        let scene = |view| Scene { game: self.game, who: who(viewer), view, course: self.course, clock };
        let has_hash = (stream.seq + 1).is_multiple_of(limits::HASH_EVERY);
        let known = (stream.told, stream.clock);
        let Scratch { before, now, whole, desk } = &mut *self.scratch;
        // Who has come after the last update has seen another moment.
        let text = if since.is_none() {
            self.told.turn(viewer, self.moved, before);
            self.now.turn(viewer, self.moved, now);
            // A hash is of everything.
            if has_hash {
                let all = Moved::all(self.game.rules().seats());
                self.now.deal.show_all(all, whole);
                self.now.turn(viewer, all, whole);
            }
            let text = stream.next(before, scene(now), has_hash.then_some(&*whole), desk);
            if !cfg!(debug_assertions) {
                return text;
            }
            // Tests hold every such text against the one that is made from whole views.
            (stream.told, stream.clock) = known;
            Some(text)
        } else {
            None
        };
        let before = since.take().map_or_else(|| self.told.view(viewer), |since| since.view(viewer));
        let now = self.now.view(viewer);
        let whole = stream.next(&before, scene(&now), has_hash.then_some(&now), desk);
        if let Some(text) = text {
            let on_sheet = |part: Option<Part>| part.map(|part| part.of(desk.sheet()));
            assert_eq!(on_sheet(text), on_sheet(whole), "what has not moved looks the same");
            if let Some(text) = text {
                desk.take_back(text.end());
            }
            return text;
        }
        whole
    }

    /// Everybody has been told: the sheet with all that was said.
    pub(crate) fn done(mut self) -> Arc<str> {
        let sheet = self.scratch.desk.hand_over();
        scratch::give_back(self.scratch);
        sheet
    }
}
