//! One alternative in one world, played to the end of the deal by `greedy` at every seat.

use sifang_bots::{Bot as _, Greedy};
use sifang_rules::insight::{Insight, ViewOf};
use sifang_sim::play_out;
use sifang_table::{Action, Deal, Journal, Viewer};
use sifang_tiles::Seat;

/// What came of it for the seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Outcome {
    /// Points of the whole deal.
    pub(crate) points: i32,
    /// How it got them.
    pub(crate) way: Way,
}

/// How a deal went for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// It won.
    Won,
    /// It did not, and threw a tile that somebody won on.
    DealtIn,
    /// Neither.
    Neither,
}

/// Memory for what a seat sees.
pub(crate) type Seen<R> = Option<Box<ViewOf<R>>>;

/// What a seat sees, as far as players need it.
pub(crate) fn look<'a, R: Insight>(deal: &Deal<R>, seat: Seat, seen: &'a mut Seen<R>) -> &'a ViewOf<R> {
    let view = seen.get_or_insert_with(|| Box::new(deal.view(Viewer::Seat(seat))));
    deal.view_plain(Viewer::Seat(seat), view);
    view
}

/// Plays alternatives out; keeps the memory between them.
#[derive(Debug)]
pub(crate) struct Player<R: Insight> {
    pub(crate) view: Seen<R>,
}

impl<R: Insight> Player<R> {
    pub(crate) fn new() -> Self {
        Player { view: None }
    }

    /// Lets the seat answer with `action`; none if it is not offered there.
    pub(crate) fn play(&mut self, world: &Deal<R>, seat: Seat, action: Action) -> Option<Outcome> {
        let (mut deal, mut journal) = (*world, Journal::silent());
        deal.apply(seat, action, &mut journal).ok()?;
        let view = &mut self.view;
        play_out(&mut deal, &mut journal, |deal, seat, _| {
            Greedy.choose(&deal.rules, look(deal, seat, view)).action
        });
        let points = deal.ledger.balances()[seat.index()];
        let way = if deal.wins().iter().any(|win| win.seat == seat) {
            Way::Won
        } else if deal.wins().iter().any(|win| win.from == Some(seat)) {
            Way::DealtIn
        } else {
            Way::Neither
        };
        Some(Outcome { points, way })
    }
}
