//! What a seat of `xuezhan` may do, phase by phase, and what is done for one that does not answer.

use super::options::BuryCheck;
use super::score::score_on;
use super::{Phase, TurnStart, Xuezhan, shape};
use sifang_table::procedures::claim::{self, May, Window};
use sifang_table::{Action, Bury, Choices, Deal, Declaration, Meld, MeldKind, Melds, Source};
use sifang_tiles::{Hand, Seat, Suit, Tile, TileMask};

/// Offers what the seat may do.
/// Clauses: `xuezhan.deal.bury`, `xuezhan.deal.void`, `xuezhan.turn.rob`, `xuezhan.ruling.1`,
/// `xuezhan.ruling.15`.
#[inline]
pub(super) fn offer(deal: &Deal<Xuezhan>, at: Phase, seat: Seat, out: &mut Choices) {
    match at {
        Phase::Bury => out.bury(match deal.rules.options.bury_check {
            BuryCheck::AtEnd => Bury::Any,
            BuryCheck::AtOnce => Bury::OneSuit,
        }),
        Phase::Ready => offer_ready(deal, seat, out),
        Phase::Turn(who, start) if who == seat => offer_turn(deal, seat, start, out),
        Phase::Claim(window) if window.from != seat => offer_claim(deal, window, seat, out),
        Phase::Rob(window)
            if window.from != seat
                && !deal.table.out().contains(seat)
                && can_win_on(deal, seat, window.tile, Source::RobKong) =>
        {
            out.win_or_pass();
        }
        _ => {}
    }
}

/// All but the dealer may declare ready if they wait.
/// Clauses: `xuezhan.deal.ready`, `xuezhan.ruling.23`.
fn offer_ready(deal: &Deal<Xuezhan>, seat: Seat, out: &mut Choices) {
    if seat != deal.table.dealer() && !waits_of(deal, seat, deal.table.hand(seat)).is_empty() {
        out.declare(Declaration::Ready);
        out.pass();
    }
}

/// What a seat would wait for with these closed tiles and its present melds.
/// Clause: `xuezhan.win.waits`.
fn waits_of(deal: &Deal<Xuezhan>, seat: Seat, hand: &Hand) -> TileMask {
    let buried = shape::buried(&deal.table, seat);
    shape::waits(hand, deal.table.melds(seat), &buried, deal.memo.void[seat.index()])
}

// ---- turns ----

/// A seat's own move. After a pung it only discards; the dealer's first may declare ready.
/// Clauses: `xuezhan.turn.actions`, `xuezhan.turn.ready`, `xuezhan.ruling.11`, `xuezhan.ruling.23`,
/// `xuezhan.ruling.31`, `xuezhan.ruling.36`.
fn offer_turn(deal: &Deal<Xuezhan>, seat: Seat, start: TurnStart, out: &mut Choices) {
    let legal = discards(deal, seat);
    out.discards(legal);
    if start == TurnStart::Claimed {
        return;
    }
    let (hand, melds) = (deal.table.hand(seat), deal.table.melds(seat));
    if deal.table.wall().left() > 0 {
        offer_own_kongs(deal, seat, out);
    }
    if shape::wins(hand.keys(), melds, deal.memo.void[seat.index()]) {
        out.win();
    }
    if start == TurnStart::Dealt {
        let leaves_ready = legal.iter().filter(|tile| {
            let mut rest = *hand;
            rest.remove(*tile);
            !waits_of(deal, seat, &rest).is_empty()
        });
        out.declare_discards(Declaration::Ready, leaves_ready.collect());
    }
}

/// The discards open to a seat in its turn: the drawn tile if it has declared; void-suit tiles while it has any; else all.
/// Clauses: `xuezhan.turn.void_first`, `xuezhan.turn.ready`.
#[inline]
pub(super) fn discards(deal: &Deal<Xuezhan>, seat: Seat) -> TileMask {
    let held = deal.table.hand(seat).held();
    if deal.memo.declared.contains(seat) {
        return deal.table.drawn(seat).map_or(held, TileMask::one);
    }
    let void = deal.memo.void[seat.index()].map_or(TileMask::EMPTY, TileMask::of_suit) & held;
    if void.is_empty() { held } else { void }
}

/// Concealed and added kongs, never of the void suit; void tiles in hand do not hinder them.
/// Clauses: `xuezhan.turn.kong`, `xuezhan.ruling.31`, `xuezhan.ruling.32`.
#[inline]
fn offer_own_kongs(deal: &Deal<Xuezhan>, seat: Seat, out: &mut Choices) {
    let fours = deal.table.hand(seat).fours();
    if !fours.is_empty() {
        let void = deal.memo.void[seat.index()].map_or(TileMask::EMPTY, TileMask::of_suit);
        let kongs = (fours & !void).iter().filter(|tile| may_kong_concealed(deal, seat, *tile));
        out.own_kongs(kongs.collect());
    }
    out.own_kongs(deal.table.fourths(seat));
}

/// A declared seat may kong only the kind it has just drawn, and only if its waits stay what they were before the draw.
/// Clause: `xuezhan.turn.ready`.
fn may_kong_concealed(deal: &Deal<Xuezhan>, seat: Seat, tile: Tile) -> bool {
    if !deal.memo.declared.contains(seat) {
        return true;
    }
    let mut before = *deal.table.hand(seat);
    deal.table.drawn(seat) == Some(tile)
        && before.remove(tile)
        && keeps_waits(deal, seat, &before, tile, MeldKind::KongConcealed)
}

/// Whether a kong of `tile` leaves the waits of `before`, 3n+1 closed tiles with three of the kind, as they are.
/// Clause: `xuezhan.turn.ready`.
fn keeps_waits(deal: &Deal<Xuezhan>, seat: Seat, before: &Hand, tile: Tile, kind: MeldKind) -> bool {
    let mut after = *before;
    for _ in 0..3 {
        after.remove(tile);
    }
    let mut melds: Melds = deal.table.melds(seat).iter().copied().collect();
    melds.push(Meld { kind, tile, claimed: tile, from: seat, closed: false });
    let buried = shape::buried(&deal.table, seat);
    waits_of(deal, seat, before) == shape::waits(&after, &melds, &buried, deal.memo.void[seat.index()])
}

// ---- claims ----

/// On a discard of no void suit: a win, a kong while the wall has a tile, or a pung.
/// Clauses: `xuezhan.turn.claims`, `xuezhan.turn.pon`, `xuezhan.turn.kong`, `xuezhan.turn.ready`,
/// `xuezhan.ruling.8`, `xuezhan.ruling.11`, `xuezhan.ruling.32`.
fn offer_claim(deal: &Deal<Xuezhan>, window: Window, seat: Seat, out: &mut Choices) {
    let void = deal.memo.void[seat.index()];
    if deal.table.out().contains(seat) || void == Some(window.tile.suit()) {
        return;
    }
    let declared = deal.memo.declared.contains(seat);
    let hand = deal.table.hand(seat);
    let kong = hand.count(window.tile) == 3
        && deal.table.wall().left() > 0
        && (!declared || keeps_waits(deal, seat, hand, window.tile, MeldKind::KongDirect));
    let win = can_win_on(deal, seat, window.tile, Source::Discard);
    claim::offer(&deal.table, window, seat, May { win, kong, pung: !declared, chow: false }, out);
}

/// Whether the seat wins with the tile; what it is worth matters only while the seat is locked.
/// Clauses: `xuezhan.turn.passing`, `xuezhan.ruling.22`.
#[inline]
fn can_win_on(deal: &Deal<Xuezhan>, seat: Seat, tile: Tile, source: Source) -> bool {
    let keys = deal.table.hand(seat).keys().with(tile);
    shape::wins(keys, deal.table.melds(seat), deal.memo.void[seat.index()])
        && (deal.memo.locks.is_free(seat)
            || score_on(deal, seat, tile, source)
                .is_some_and(|scored| deal.memo.locks.allows(seat, scored.total)))
}

// ---- a seat that does not answer ----

/// What is done for a seat that does not answer in time.
/// Clause: `xuezhan.turn.timeout`.
pub(super) fn on_timeout(deal: &Deal<Xuezhan>, at: Phase, seat: Seat) -> Action {
    match at {
        Phase::Bury => Action::Bury(default_burial(deal.table.hand(seat))),
        Phase::Ready | Phase::Claim(_) | Phase::Rob(_) => Action::Pass,
        Phase::Turn(..) => {
            let legal = discards(deal, seat);
            let drawn = deal.table.drawn(seat).filter(|t| legal.contains(*t));
            drawn.or(legal.last()).map_or(Action::Pass, Action::Discard)
        }
    }
}

/// The three lowest tiles of the suit with the fewest tiles of those with at least three.
/// Clause: `xuezhan.turn.timeout`.
fn default_burial(hand: &Hand) -> [Tile; 3] {
    let size = |suit: Suit| hand.tiles().filter(|t| t.suit() == suit).count();
    let suit = Suit::NUMBERED.into_iter().filter(|s| size(*s) >= 3).min_by_key(|s| size(*s));
    let mut lowest = hand.tiles().filter(|t| Some(t.suit()) == suit);
    std::array::from_fn(|_| lowest.next().unwrap_or_default())
}
