//! From a change at the table to the messages of its viewers: the difference between two moments of
//! the deal, a stream of numbered updates for every viewer, and a ring of the latest ones for
//! whoever comes back. Who is connected, and what else a step sends, is the business of [`send`].

mod difference;
mod ring;
pub(crate) mod send;
mod stream;

pub(crate) use difference::Sent;
pub(crate) use stream::{Scene, Stream};

use crate::game::{Course, PUBLIC, Table};
use difference::Public;
use sifang_match::Match;
use sifang_proto::{Clock, limits};
use sifang_table::{Action, RuleSet, Viewer};
use sifang_tiles::Seat;
use std::sync::Arc;

/// A message as it is sent and kept. Clones share it.
pub type Message = Arc<str>;

/// What the messages of viewers need beside the game itself.
pub(crate) struct Sight<'a> {
    /// What everybody knows.
    pub course: &'a Course,
    /// Added to the engine's decision numbers.
    pub base: u32,
    /// An answer that is given, but not yet played.
    pub held: Option<(Seat, Action)>,
}

/// What each viewer is sent; the last is everybody who watches.
pub(crate) type Updates = [Option<Message>; PUBLIC + 1];

/// One who looks at the table, or all who watch.
pub(crate) struct ViewerState<R: RuleSet> {
    stream: Stream,
    /// The moment that was sent last.
    sent: Sent<R>,
}

/// All who look at a table: by seat; the last is everybody who watches.
pub(crate) type Viewers<R> = [Option<ViewerState<R>>; PUBLIC + 1];

/// What those who look at a match are sent, whatever is played.
pub(crate) trait Audience {
    /// A snapshot: the viewer's stream begins, or begins again. `name` is for a stream that begins
    /// now.
    fn snapshot(
        &mut self,
        viewer: usize,
        sight: &Sight<'_>,
        clock: Option<Clock>,
        name: &dyn Fn() -> String,
    ) -> Message;
    /// The next updates of all viewers that have a stream, where there is anything to send.
    fn updates(&mut self, sight: &Sight<'_>, clocks: [Option<Clock>; PUBLIC + 1]) -> Updates;
    /// The viewer's stream, if it has this name.
    fn stream(&self, viewer: usize, name: &str) -> Option<&Stream>;
    /// Ends the viewer's stream.
    fn end_stream(&mut self, viewer: usize);
}

impl<R: RuleSet> Table<R> {
    /// The match, to be changed: the moments that were sent last are kept to be compared with.
    /// Where nobody looks, nothing is.
    pub(crate) fn changing(&mut self) -> &mut Match<R> {
        let mut copy = None;
        for viewer in self.viewers.iter_mut().flatten() {
            viewer.sent.keep(self.game.deal(), &mut copy);
        }
        &mut self.game
    }
}

impl<R: RuleSet> Audience for Table<R> {
    fn snapshot(
        &mut self,
        viewer: usize,
        sight: &Sight<'_>,
        clock: Option<Clock>,
        name: &dyn Fn() -> String,
    ) -> Message {
        let (game, state) = (&self.game, &mut self.viewers[viewer]);
        let sent = Sent::now(sight);
        let scene =
            Scene { game, now: sent.moment(game.deal()), who: who(viewer), course: sight.course, clock };
        let stream = state.take().map(|known| known.stream);
        let mut stream = stream.unwrap_or_else(|| Stream::new(name().into()));
        let message = stream.snapshot(&scene);
        *state = Some(ViewerState { stream, sent });
        message.into()
    }

    fn updates(&mut self, sight: &Sight<'_>, clocks: [Option<Clock>; PUBLIC + 1]) -> Updates {
        let game = &self.game;
        let mut public = Public::unknown();
        let mut updates = Updates::default();
        for (number, (state, clock)) in self.viewers.iter_mut().zip(clocks).enumerate() {
            let Some(ViewerState { stream, sent }) = state else { continue };
            let before = std::mem::replace(sent, Sent::now(sight));
            let now = sent.moment(game.deal());
            let scene = Scene { game, now, who: who(number), course: sight.course, clock };
            let has_hash = (stream.seq + 1).is_multiple_of(limits::HASH_EVERY);
            let public = public.since(&before, now);
            let text = stream.next(public, before.moment(game.deal()), &scene, has_hash);
            updates[number] = text.map(|text| stream.keep(text));
        }
        updates
    }

    fn stream(&self, viewer: usize, name: &str) -> Option<&Stream> {
        self.viewers[viewer].as_ref().map(|state| &state.stream).filter(|stream| &*stream.name == name)
    }

    fn end_stream(&mut self, viewer: usize) {
        self.viewers[viewer] = None;
    }
}

/// A viewer by its number: a seat's, or the watchers'.
fn who(viewer: usize) -> Viewer {
    if viewer < PUBLIC { Viewer::Seat(Seat::new(viewer)) } else { Viewer::Public }
}
