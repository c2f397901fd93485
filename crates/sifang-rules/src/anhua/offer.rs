//! What a seat of `anhua` may do, phase by phase, and what is done for one that does not answer.

use super::score::{Situation, dearest};
use super::shape::{self, Reading};
use super::{Anhua, LEAST_FOR_KONG, MOST_PIAO, Phase, TurnStart};
use sifang_table::procedures::claim::Window;
use sifang_table::{Action, Choices, Deal};
use sifang_tiles::{Seat, Tile, TileMask};

/// Offers what the seat may do.
/// Clauses: `anhua.deal.piao`, `anhua.rule.opening`, `anhua.rule.kong_tiles`, `anhua.rule.rob`,
/// `anhua.rule.sea`, `anhua.ruling.25`, `anhua.ruling.27`.
pub(super) fn offer(deal: &Deal<Anhua>, at: Phase, seat: Seat, out: &mut Choices) {
    match at {
        Phase::Turn(who, start) if who == seat => offer_turn(deal, seat, start, out),
        Phase::Claim(window) if window.from != seat => offer_claim(deal, window, seat, out),
        Phase::Float => out.floats(MOST_PIAO),
        Phase::Rob(window)
            if window.from != seat && can_win_on(deal, seat, window.tile, Situation::RobKong) =>
        {
            out.win_or_pass();
        }
        Phase::Opening(who) if who == seat => out.win_or_pass(),
        Phase::KongSelf(konger) | Phase::KongClaim(konger) => {
            let own = matches!(at, Phase::KongSelf(_));
            if own == (konger == seat) && dearest(deal, seat, konger).is_some() {
                out.win_or_pass();
            }
        }
        Phase::Sea(who) if who == seat && can_win_self(deal, seat) => out.win_or_pass(),
        _ => {}
    }
}

/// A seat's own move: any tile but a king, a kong, or a win. A sealed hand has only kongs with what
/// it drew, wins, and passing.
/// Clauses: `anhua.deal.kings`, `anhua.rule.opening`, `anhua.rule.turn`, `anhua.rule.sealed`,
/// `anhua.ruling.9`, `anhua.ruling.22`, `anhua.ruling.24`.
pub(super) fn offer_turn(deal: &Deal<Anhua>, seat: Seat, start: TurnStart, out: &mut Choices) {
    let hand = deal.table.hand(seat);
    let kings = deal.memo.kings;
    if deal.memo.sealed.contains(seat) {
        let Some(drawn) = deal.table.drawn(seat) else { return };
        offer_kongs(deal, seat, TileMask::one(drawn), out);
        if can_win_self(deal, seat) {
            out.win();
        }
        // Without a choice the tile goes out by itself; a king cannot go out, and always wins.
        if !out.is_empty() && !kings.contains(drawn) {
            out.pass();
        }
        return;
    }
    out.discards(hand.held() & !kings.mask());
    if start == TurnStart::Claimed {
        return;
    }
    offer_kongs(deal, seat, TileMask::PLAYABLE, out);
    if can_win_self(deal, seat) || start == TurnStart::Dealt && holds_four_kings(deal, seat) {
        out.win();
    }
}

/// Offers the own kongs of these kinds that leave the hand tenpai.
/// Clauses: `anhua.rule.kong`, `anhua.ruling.23`.
#[inline]
fn offer_kongs(deal: &Deal<Anhua>, seat: Seat, among: TileMask, out: &mut Choices) {
    if deal.table.wall().left() < LEAST_FOR_KONG {
        return;
    }
    let (hand, melds, kings) = (deal.table.hand(seat), deal.table.melds(seat), deal.memo.kings);
    let ready_without =
        |laid: u8| move |tile: &Tile| shape::is_ready_after_kong(hand, melds, kings, *tile, laid);
    let concealed = hand.fours() & among & !kings.mask();
    out.own_kongs(concealed.iter().filter(ready_without(4)).collect());
    out.own_kongs((deal.table.fourths(seat) & among).iter().filter(ready_without(1)).collect());
}

/// On a discard: a win, a kong, a pung, or a chow for the next seat, with two players too. A king
/// is never part of a meld.
/// Clauses: `anhua.rule.claims`, `anhua.rule.leave_one`, `anhua.rule.kong`, `anhua.rule.sealed`,
/// `anhua.ruling.1`, `anhua.ruling.2`, `anhua.ruling.23`, `anhua.ruling.24`, `anhua.ruling.29`,
/// `anhua.ruling.36`.
pub(super) fn offer_claim(deal: &Deal<Anhua>, window: Window, seat: Seat, out: &mut Choices) {
    let table = &deal.table;
    let (hand, melds, kings) = (table.hand(seat), table.melds(seat), deal.memo.kings);
    let (tile, copies) = (window.tile, hand.count(window.tile));
    if can_win_on(deal, seat, tile, Situation::Discard) {
        out.win();
    }
    if copies == 3
        && table.wall().left() >= LEAST_FOR_KONG
        && shape::is_ready_after_kong(hand, melds, kings, tile, 3)
    {
        out.kong();
    }
    if !deal.memo.sealed.contains(seat) {
        // Kings cannot be thrown: a tile that can must be left after the two that are laid down.
        let [a, b] = kings.counts(hand);
        let free = hand.len() as u8 - a - b > 2;
        if free && copies >= 2 {
            out.pung();
        }
        if free && seat == table.next_playing(window.from) {
            out.chows(tile, hand.held() & !kings.mask());
        }
    }
    if !out.is_empty() {
        out.pass();
    }
}

/// Whether the seat's own tiles win.
#[inline]
fn can_win_self(deal: &Deal<Anhua>, seat: Seat) -> bool {
    Reading::wild(deal.table.hand(seat), None, deal.table.melds(seat), deal.memo.kings).wins()
}

/// Whether the seat may win on another's tile.
/// Clauses: `anhua.rule.kings_claim`, `anhua.rule.passed_win`, `anhua.ruling.28`.
#[inline]
pub(super) fn can_win_on(deal: &Deal<Anhua>, seat: Seat, tile: Tile, situation: Situation) -> bool {
    let (hand, melds) = (deal.table.hand(seat), deal.table.melds(seat));
    !deal.memo.locks[seat.index()].contains(tile)
        && shape::can_claim(&deal.rules.options, hand, melds, deal.memo.kings, tile, situation)
}

/// Four of one kind: only one kind of king has all its copies in play.
/// Clauses: `anhua.rule.opening`, `anhua.ruling.8`.
pub(super) fn holds_four_kings(deal: &Deal<Anhua>, seat: Seat) -> bool {
    deal.table.hand(seat).count(deal.memo.kings.full_kind()) == 4
}

/// What is done for a seat that does not answer in time.
/// Clauses: `anhua.rule.timeout`, `anhua.ruling.39`.
pub(super) fn on_timeout(deal: &Deal<Anhua>, at: Phase, seat: Seat) -> Action {
    match at {
        Phase::Float => Action::Float(0),
        Phase::Claim(_) | Phase::Rob(_) | Phase::KongClaim(_) => Action::Pass,
        Phase::Opening(_) | Phase::KongSelf(_) | Phase::Sea(_) => Action::Win,
        Phase::Turn(..) if deal.memo.sealed.contains(seat) => {
            if can_win_self(deal, seat) {
                Action::Win
            } else {
                Action::Pass
            }
        }
        Phase::Turn(..) => {
            let may_go = deal.table.hand(seat).held() & !deal.memo.kings.mask();
            let drawn = deal.table.drawn(seat).filter(|tile| may_go.contains(*tile));
            drawn.or(may_go.last()).map_or(Action::Win, Action::Discard)
        }
    }
}
