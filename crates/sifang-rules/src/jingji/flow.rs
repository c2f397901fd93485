//! The flow of a hand: what is offered in each phase and what follows from the answers.

use super::score::{self, Chance};
use super::settle::{self, STAKE};
use super::{Drawn, Jingji, Phase, short, with_claim};
use sifang_shape::{PairRule, is_win};
use sifang_table::procedures::claim::{self, Claimed, May, Window};
use sifang_table::{Action, Answers, Choices, Deal, Declaration, Flow, Journal, MeldKind, Source, WallEnd};
use sifang_tiles::{Seat, Tile, TileMask};

// ---- shapes ----

/// Golds in a seat's hand.
pub(super) fn golds(deal: &Deal<Jingji>, seat: Seat) -> u8 {
    deal.table.hand(seat).count(deal.memo.gold)
}

/// Whether a seat's hand, with `tile` more if given, has the winning shape.
#[inline]
fn is_complete(deal: &Deal<Jingji>, seat: Seat, tile: Option<Tile>) -> bool {
    let gold = deal.memo.gold;
    let mut wilds = golds(deal, seat);
    let mut keys = deal.table.hand(seat).keys().without(gold, wilds);
    match tile {
        Some(tile) if tile == gold => wilds += 1,
        Some(tile) => keys.add(tile),
        None => {}
    }
    is_win(keys, wilds, PairRule::Any)
}

/// Whether the indicator would complete the seat's hand (抢金).
pub(super) fn can_rob_gold(deal: &Deal<Jingji>, seat: Seat) -> bool {
    is_complete(deal, seat, Some(deal.memo.gold))
}

/// `min_fan`: whether a complete hand may win. Only where the option is set does this need a look at its yaku, and a ready seat
/// may always try (and be punished).
fn may_win(deal: &Deal<Jingji>, seat: Seat, added: Option<Tile>, chance: Chance) -> bool {
    if deal.rules.options.min_fan == 0 || chance.ready {
        return true;
    }
    let (tile, source) = match added {
        Some(_) => (added, Source::Discard),
        None => (deal.table.drawn(seat), Source::SelfDraw),
    };
    with_claim(deal, seat, tile, added, source, chance, |claim| score::has_yaku(&deal.rules.options, claim))
}

/// The circumstances of a win in the seat's own turn, or on a discard (`Drawn::Nothing`).
pub(super) fn chance(deal: &Deal<Jingji>, seat: Seat, drawn: Drawn) -> Chance {
    Chance {
        kong_draw: drawn == Drawn::Kong,
        last_tile: deal.table.wall().left() == 0,
        ready: deal.memo.ready.contains(seat),
        rob_gold: false,
    }
}

// ---- what is offered ----

/// 开金: the dealer's win on the deal, robbing the gold, three golds.
pub(super) fn offer_opening(deal: &Deal<Jingji>, seat: Seat, out: &mut Choices) {
    let complete =
        if seat == deal.table.dealer() { is_complete(deal, seat, None) } else { can_rob_gold(deal, seat) };
    if complete || golds(deal, seat) >= 3 {
        out.win();
        out.pass();
    }
}

/// The tiles a seat may throw in its turn.
fn discards(deal: &Deal<Jingji>, seat: Seat) -> TileMask {
    let held = deal.table.hand(seat).held();
    let others = held & !TileMask::one(deal.memo.gold);
    if deal.rules.options.gold_discard || others.is_empty() { held } else { others }
}

pub(super) fn offer_turn(deal: &Deal<Jingji>, seat: Seat, drawn: Drawn, out: &mut Choices) {
    let table = &deal.table;
    if drawn != Drawn::Nothing {
        let wins = is_complete(deal, seat, None) && may_win(deal, seat, None, chance(deal, seat, drawn));
        if wins || golds(deal, seat) >= 3 {
            out.win();
        }
    }
    if deal.memo.ready.contains(seat) {
        out.discards(table.drawn(seat).into_iter().collect());
        return;
    }
    let hand = table.hand(seat);
    if drawn != Drawn::Nothing && table.wall().left() > 0 {
        for tile in hand.fours().iter() {
            out.own_kong(tile);
        }
        for meld in table.melds(seat) {
            if meld.kind == MeldKind::Pung && hand.count(meld.tile) > 0 {
                out.own_kong(meld.tile);
            }
        }
    }
    let allowed = discards(deal, seat);
    out.discards(allowed);
    let (points, stake) = (deal.carry.points[seat.index()], deal.memo.stakes[seat.index()]);
    if points - stake >= STAKE {
        let ready = short(deal, seat).ready_discards(&deal.rules.options, allowed);
        out.declare_discards(Declaration::Ready, ready);
    }
}

/// 庄家抢金: the dealer's sixteen tiles and the indicator, right after the first discard of the hand and before any kong.
pub(super) fn dealer_may_rob_gold(deal: &Deal<Jingji>, window: Window) -> bool {
    let dealer = deal.table.dealer();
    window.from == dealer
        && deal.table.river().len() == 1
        && deal.table.melds(dealer).is_empty()
        && can_rob_gold(deal, dealer)
}

pub(super) fn offer_claim(deal: &Deal<Jingji>, window: Window, seat: Seat, out: &mut Choices) {
    if seat == window.from {
        if dealer_may_rob_gold(deal, window) {
            out.win();
            out.pass();
        }
        return;
    }
    let tile = window.tile;
    let win = is_complete(deal, seat, Some(tile))
        && may_win(deal, seat, Some(tile), chance(deal, seat, Drawn::Nothing));
    let calls = tile != deal.memo.gold && !deal.memo.ready.contains(seat) && deal.table.wall().left() > 0;
    if calls && seat == window.from.after(1, 4) {
        out.chows(tile, deal.table.hand(seat).held() & !TileMask::one(deal.memo.gold));
    }
    claim::offer(&deal.table, window, seat, May { win, kong: calls, pung: calls, chow: false }, out);
}

/// A robbed kong is a yaku, so the shape is all it needs.
pub(super) fn offer_rob(deal: &Deal<Jingji>, window: Window, seat: Seat, out: &mut Choices) {
    let may = May { win: is_complete(deal, seat, Some(window.tile)), ..May::default() };
    claim::offer(&deal.table, window, seat, may, out);
}

/// What an absent player throws: the drawn tile; without one, or if it is a protected gold, its highest other tile.
pub(super) fn idle_discard(deal: &Deal<Jingji>, seat: Seat) -> Tile {
    let allowed = match deal.table.drawn(seat) {
        Some(tile) if deal.memo.ready.contains(seat) => return tile,
        Some(tile) if discards(deal, seat).contains(tile) => return tile,
        _ => discards(deal, seat),
    };
    let others = allowed & !TileMask::one(deal.memo.gold);
    others.last().unwrap_or(deal.memo.gold)
}

// ---- what follows ----

/// Of several opening wins the first counted from the dealer stands. Otherwise the dealer begins.
pub(super) fn open(deal: &mut Deal<Jingji>, answers: &Answers, journal: &mut Journal) -> Flow<Phase> {
    let dealer = deal.table.dealer();
    let winner = (0..4).map(|step| dealer.after(step, 4)).find(|s| answers.is(*s, Action::Win));
    match winner {
        None => Flow::Ask(Phase::Turn(dealer, Drawn::Dealt)),
        Some(seat) if seat == dealer => {
            let (tile, chance) = (deal.table.drawn(seat), chance(deal, seat, Drawn::Dealt));
            settle::win_self(deal, seat, tile, chance, journal)
        }
        Some(seat) if can_rob_gold(deal, seat) => rob_gold(deal, seat, journal),
        Some(seat) => settle::win_self(deal, seat, None, Chance::default(), journal),
    }
}

fn rob_gold(deal: &mut Deal<Jingji>, seat: Seat, journal: &mut Journal) -> Flow<Phase> {
    let ready = deal.memo.ready.contains(seat);
    let chance = Chance { rob_gold: true, ready, ..Chance::default() };
    settle::win_self(deal, seat, Some(deal.memo.gold), chance, journal)
}

/// A seat draws, from the front or as a kong's replacement; the wall has a tile for it.
fn draw(deal: &mut Deal<Jingji>, seat: Seat, drawn: Drawn, journal: &mut Journal) -> Flow<Phase> {
    let end = if drawn == Drawn::Kong { WallEnd::Back } else { WallEnd::Front };
    match deal.table.draw(seat, end, journal) {
        Some(_) => Flow::Ask(Phase::Turn(seat, drawn)),
        None => settle::draw(deal, journal),
    }
}

pub(super) fn take_turn(
    deal: &mut Deal<Jingji>,
    seat: Seat,
    drawn: Drawn,
    answer: Option<Action>,
    journal: &mut Journal,
) -> Flow<Phase> {
    match answer {
        Some(Action::Discard(tile)) => discard(deal, seat, tile, journal),
        Some(Action::DeclareDiscard(what, tile)) => {
            deal.memo.ready.insert(seat);
            deal.memo.stakes[seat.index()] += STAKE;
            deal.note_declared(seat, what, journal);
            discard(deal, seat, tile, journal)
        }
        Some(Action::OwnKong(tile)) if deal.table.hand(seat).count(tile) == 4 => {
            deal.table.kong_concealed(seat, tile, true, journal);
            draw(deal, seat, Drawn::Kong, journal)
        }
        Some(Action::OwnKong(tile)) => Flow::Ask(Phase::Rob(Window { tile, from: seat })),
        Some(Action::Win) => {
            let (tile, chance) = (deal.table.drawn(seat), chance(deal, seat, drawn));
            settle::win_self(deal, seat, tile, chance, journal)
        }
        // Nothing else is offered in a turn; asking again is the safe answer.
        _ => Flow::Ask(Phase::Turn(seat, drawn)),
    }
}

/// Throws a tile. The one thrown with the ready call lies sideways; if it was called away, the next one does.
fn discard(deal: &mut Deal<Jingji>, seat: Seat, tile: Tile, journal: &mut Journal) -> Flow<Phase> {
    let marked = |t: &sifang_table::Thrown| t.seat() == seat && t.is_declared() && !t.is_taken();
    let sideways = deal.memo.ready.contains(seat) && !deal.table.river().iter().any(marked);
    deal.table.discard(seat, tile, sideways, journal);
    Flow::Ask(Phase::Claim(Window { tile, from: seat }))
}

/// One winner at most, the nearest after the discarder and the discarder itself last; then kong or pon; then chi.
pub(super) fn decide_claim(
    deal: &mut Deal<Jingji>,
    window: Window,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    match claim::decide(answers, window.from, 4) {
        Claimed::Wins(winners) if winners[0] == window.from => rob_gold(deal, window.from, journal),
        Claimed::Wins(winners) => {
            let konger = answers.iter().find(|(_, a)| *a == Action::Kong).map(|(seat, _)| seat);
            let source = if konger.is_some() { Source::RobKong } else { Source::Discard };
            settle::win_on(deal, winners[0], window, source, konger, journal)
        }
        Claimed::Kong(seat) => {
            deal.table.kong_direct(seat, journal);
            draw(deal, seat, Drawn::Kong, journal)
        }
        Claimed::Pung(seat) => {
            deal.table.pung(seat, journal);
            Flow::Ask(Phase::Turn(seat, Drawn::Nothing))
        }
        Claimed::Chow(seat, with) => {
            deal.table.chow(seat, with, journal);
            Flow::Ask(Phase::Turn(seat, Drawn::Nothing))
        }
        Claimed::Nobody => draw(deal, window.from.after(1, 4), Drawn::Wall, journal),
    }
}

pub(super) fn decide_rob(
    deal: &mut Deal<Jingji>,
    window: Window,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    if let Claimed::Wins(winners) = claim::decide(answers, window.from, 4) {
        return settle::win_on(deal, winners[0], window, Source::RobKong, None, journal);
    }
    deal.table.kong_added(window.from, window.tile, journal);
    draw(deal, window.from, Drawn::Kong, journal)
}
