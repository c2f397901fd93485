//! The flow of a deal: dealing, turns, claims, kongs with their turned-up tiles, the sea bottom, wins.

use super::score::{Claim, NoWin, Scored, Way, score};
use super::settle::{self, Winner};
use super::shape::{self, Kings, Reading};
use super::{Anhua, LEAST_FOR_KONG, Phase, Turn};
use sifang_table::procedures::claim::{self, Claimed, Window};
use sifang_table::{Action, Answers, Aside, Choices, Deal, End, Flow, Journal, MeldKind, RuleSet, WallEnd};
use sifang_tiles::{Seat, Tile, TileMask};
use tinyvec::ArrayVec;

// ---- dealing and drawing ----

/// Deals, turns up the indicator, and asks a seat that holds four kings if it is not the dealer.
pub(super) fn deal_tiles(deal: &mut Deal<Anhua>, journal: &mut Journal) -> Flow<Phase> {
    deal.table.deal(&Anhua::DEALING, journal);
    let dealer = deal.table.dealer();
    deal.memo.last_drawer = dealer;
    if let Some(indicator) = deal.table.set_aside_front(dealer, Aside::Indicator, journal) {
        deal.memo.kings = Kings::new(indicator, &deal.rules.options);
    }
    match dealer.others(deal.table.seats()).find(|seat| holds_four_kings(deal, *seat)) {
        Some(seat) => Flow::Ask(Phase::Opening(seat)),
        None => Flow::Ask(Phase::Turn(dealer, Turn::Dealt)),
    }
}

/// Four of one kind: only one kind of king has all its copies in play.
fn holds_four_kings(deal: &Deal<Anhua>, seat: Seat) -> bool {
    deal.table.hand(seat).count(deal.memo.kings.full_kind()) == 4
}

/// A seat draws: an ordinary draw, one of the sea bottom, or none any more.
fn draw(deal: &mut Deal<Anhua>, seat: Seat, journal: &mut Journal) -> Flow<Phase> {
    deal.memo.locks[seat.index()] = TileMask::EMPTY;
    let sea = deal.table.wall().left() < LEAST_FOR_KONG;
    if deal.table.draw(seat, WallEnd::Front, journal).is_none() {
        return Flow::Over(End::Draw);
    }
    deal.memo.last_drawer = seat;
    Flow::Ask(if sea { Phase::Sea(seat) } else { Phase::Turn(seat, Turn::Drawn) })
}

/// A sea-bottom tile that was not won lies aside; the next seat draws.
pub(super) fn leave_sea_tile(deal: &mut Deal<Anhua>, seat: Seat, journal: &mut Journal) -> Flow<Phase> {
    if let Some(tile) = deal.table.drawn(seat) {
        deal.table.set_aside(seat, tile, Aside::Sea, journal);
    }
    draw(deal, deal.table.next_playing(seat), journal)
}

// ---- what is offered ----

pub(super) fn offer_turn(deal: &Deal<Anhua>, seat: Seat, turn: Turn, out: &mut Choices) {
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
    if turn == Turn::Claimed {
        return;
    }
    offer_kongs(deal, seat, TileMask::PLAYABLE, out);
    if can_win_self(deal, seat) || turn == Turn::Dealt && holds_four_kings(deal, seat) {
        out.win();
    }
}

/// Offers the own kongs of these kinds that leave the hand tenpai.
#[inline]
fn offer_kongs(deal: &Deal<Anhua>, seat: Seat, among: TileMask, out: &mut Choices) {
    if deal.table.wall().left() < LEAST_FOR_KONG {
        return;
    }
    let (hand, melds, kings) = (deal.table.hand(seat), deal.table.melds(seat), deal.memo.kings);
    for tile in (hand.fours() & among & !kings.mask()).iter() {
        if shape::is_ready_after_kong(hand, melds, kings, tile, 4) {
            out.own_kong(tile);
        }
    }
    for meld in melds {
        if meld.kind == MeldKind::Pung
            && (hand.held() & among).contains(meld.tile)
            && shape::is_ready_after_kong(hand, melds, kings, meld.tile, 1)
        {
            out.own_kong(meld.tile);
        }
    }
}

pub(super) fn offer_claim(deal: &Deal<Anhua>, window: Window, seat: Seat, out: &mut Choices) {
    let table = &deal.table;
    let (hand, melds, kings) = (table.hand(seat), table.melds(seat), deal.memo.kings);
    let (tile, copies) = (window.tile, hand.count(window.tile));
    if can_win_on(deal, seat, tile, Way::Discard) {
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
pub(super) fn can_win_self(deal: &Deal<Anhua>, seat: Seat) -> bool {
    Reading::wild(deal.table.hand(seat), None, deal.table.melds(seat), deal.memo.kings).wins()
}

/// Whether the seat may win on another's tile.
#[inline]
pub(super) fn can_win_on(deal: &Deal<Anhua>, seat: Seat, tile: Tile, way: Way) -> bool {
    let (hand, melds) = (deal.table.hand(seat), deal.table.melds(seat));
    !deal.memo.locks[seat.index()].contains(tile)
        && shape::can_claim(&deal.rules.options, hand, melds, deal.memo.kings, tile, way)
}

// ---- turns and claims ----

pub(super) fn take_turn(
    deal: &mut Deal<Anhua>,
    seat: Seat,
    turn: Turn,
    answer: Option<Action>,
    journal: &mut Journal,
) -> Flow<Phase> {
    match answer {
        Some(Action::Discard(tile)) => throw(deal, seat, tile, journal),
        Some(Action::OwnKong(tile)) if deal.table.hand(seat).count(tile) == 4 => {
            deal.table.kong_concealed(seat, tile, false, journal);
            turn_up_kong_tiles(deal, seat, journal)
        }
        Some(Action::OwnKong(tile)) if deal.rules.options.rob_kong => {
            Flow::Ask(Phase::Rob(Window { tile, from: seat }))
        }
        Some(Action::OwnKong(tile)) => {
            deal.table.kong_added(seat, tile, journal);
            turn_up_kong_tiles(deal, seat, journal)
        }
        Some(Action::Win) => {
            let opening = turn == Turn::Dealt && holds_four_kings(deal, seat);
            win_self(deal, seat, if opening { Way::Opening } else { Way::SelfDraw }, journal)
        }
        // A sealed seat passes, or has nothing to choose: what it drew goes out.
        _ => match deal.table.drawn(seat) {
            Some(tile) => throw(deal, seat, tile, journal),
            None => Flow::Ask(Phase::Turn(seat, turn)),
        },
    }
}

fn throw(deal: &mut Deal<Anhua>, seat: Seat, tile: Tile, journal: &mut Journal) -> Flow<Phase> {
    deal.table.discard(seat, tile, false, journal);
    Flow::Ask(Phase::Claim(Window { tile, from: seat }))
}

/// 过手胡: whoever could have won and did not is locked for these kinds.
fn lock(deal: &mut Deal<Anhua>, answers: &Answers, kinds: impl Fn(&Deal<Anhua>, Seat) -> TileMask) {
    for (seat, answer) in answers.iter() {
        let could_win = deal.decision().and_then(|d| d.choices(seat)).is_some_and(Choices::may_win);
        if could_win && answer != Action::Win {
            let kinds = kinds(deal, seat);
            deal.memo.locks[seat.index()] |= kinds;
        }
    }
}

pub(super) fn close_claim(
    deal: &mut Deal<Anhua>,
    window: Window,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    lock(deal, answers, |_, _| TileMask::one(window.tile));
    match claim::decide(answers, window.from, deal.table.seats()) {
        Claimed::Wins(winners) => {
            deal.table.mark_won();
            win_on(deal, &winners, window.from, Way::Discard, Some(window.tile), journal)
        }
        Claimed::Kong(seat) => {
            deal.table.kong_direct(seat, journal);
            turn_up_kong_tiles(deal, seat, journal)
        }
        Claimed::Pung(seat) => {
            deal.table.pung(seat, journal);
            Flow::Ask(Phase::Turn(seat, Turn::Claimed))
        }
        Claimed::Chow(seat, with) => {
            deal.table.chow(seat, with, journal);
            Flow::Ask(Phase::Turn(seat, Turn::Claimed))
        }
        Claimed::Nobody => draw(deal, deal.table.next_playing(window.from), journal),
    }
}

pub(super) fn close_rob(
    deal: &mut Deal<Anhua>,
    window: Window,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    lock(deal, answers, |_, _| TileMask::one(window.tile));
    match claim::decide(answers, window.from, deal.table.seats()) {
        Claimed::Wins(winners) => {
            deal.table.rob(window.from, window.tile, journal);
            win_on(deal, &winners, window.from, Way::RobKong, Some(window.tile), journal)
        }
        _ => {
            deal.table.kong_added(window.from, window.tile, journal);
            turn_up_kong_tiles(deal, window.from, journal)
        }
    }
}

// ---- kong tiles ----

/// The kong is made: the hand is sealed, a die is thrown, and tiles near the end of the wall are turned up.
fn turn_up_kong_tiles(deal: &mut Deal<Anhua>, seat: Seat, journal: &mut Journal) -> Flow<Phase> {
    deal.memo.sealed.insert(seat);
    deal.memo.locks[seat.index()] = TileMask::EMPTY;
    let die = deal.roll(seat, journal);
    deal.memo.die = die;
    let (n, k) = (deal.table.wall().left(), deal.rules.options.kong_tiles as usize);
    let places = n.saturating_sub(k) / 2 + 1;
    let left_behind = 2 * ((die.max(1) as usize - 1) % places);
    let first = n.saturating_sub(left_behind + k);
    for _ in 0..k {
        deal.table.set_aside_at(first, seat, Aside::KongTile, journal);
    }
    Flow::Ask(Phase::KongSelf(seat))
}

/// The kong tiles that lie open, in the order they were turned up.
pub(super) fn kong_tiles(deal: &Deal<Anhua>) -> impl Iterator<Item = Tile> + '_ {
    deal.table.aside().iter().filter(|a| a.why == Aside::KongTile).map(|a| a.tile)
}

/// The open kong tile that is worth most to the seat, the first of equal ones; none if it can win on none.
pub(super) fn dearest(deal: &Deal<Anhua>, seat: Seat, konger: Seat) -> Option<(Tile, Scored)> {
    let way = if seat == konger { Way::KongDraw } else { Way::KongDiscard };
    let mut best: Option<(Tile, Scored)> = None;
    for tile in kong_tiles(deal) {
        if seat != konger && deal.memo.locks[seat.index()].contains(tile) {
            continue;
        }
        if let Ok(scored) = score_with(deal, seat, Some(tile), way)
            && best.is_none_or(|(_, b)| scored.total > b.total)
        {
            best = Some((tile, scored));
        }
    }
    best
}

pub(super) fn close_kong_tiles(
    deal: &mut Deal<Anhua>,
    konger: Seat,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    lock(deal, answers, |deal, seat| {
        kong_tiles(deal).filter(|tile| can_win_on(deal, seat, *tile, Way::KongDiscard)).collect()
    });
    match claim::decide(answers, konger, deal.table.seats()) {
        Claimed::Wins(winners) => win_on(deal, &winners, konger, Way::KongDiscard, None, journal),
        _ => {
            deal.table.lay_in_river(konger, Aside::KongTile, journal);
            draw(deal, deal.table.next_playing(konger), journal)
        }
    }
}

// ---- winning ----

/// Scores a seat's hand, with a tile from outside it if there is one.
fn score_with(deal: &Deal<Anhua>, seat: Seat, tile: Option<Tile>, way: Way) -> Result<Scored, NoWin> {
    let mut hand = *deal.table.hand(seat);
    if let Some(tile) = tile {
        hand.add(tile);
    }
    let claim = Claim { hand: &hand, melds: deal.table.melds(seat), kings: deal.memo.kings, way };
    score(&deal.rules.options, &claim)
}

/// The seat wins with the tiles it holds.
pub(super) fn win_self(deal: &mut Deal<Anhua>, seat: Seat, way: Way, journal: &mut Journal) -> Flow<Phase> {
    let tile = deal.table.drawn(seat);
    let scored = score_with(deal, seat, None, way);
    let winners: ArrayVec<[Winner; 4]> = scored.iter().map(|s| Winner::new(seat, tile, *s)).collect();
    settle::settle(deal, &winners, None, way, journal);
    Flow::Over(End::Wins)
}

/// The konger wins on its dearest kong tile.
pub(super) fn win_kong_tile(deal: &mut Deal<Anhua>, seat: Seat, journal: &mut Journal) -> Flow<Phase> {
    let won = dearest(deal, seat, seat);
    let winners: ArrayVec<[Winner; 4]> =
        won.iter().map(|(tile, s)| Winner::new(seat, Some(*tile), *s)).collect();
    settle::settle(deal, &winners, None, Way::KongDraw, journal);
    Flow::Over(End::Wins)
}

/// Others win on a tile of `from`: this one, or each on its dearest kong tile.
fn win_on(
    deal: &mut Deal<Anhua>,
    winners: &[Seat],
    from: Seat,
    way: Way,
    tile: Option<Tile>,
    journal: &mut Journal,
) -> Flow<Phase> {
    let most = if deal.rules.options.multi_win { winners.len() } else { 1 };
    let mut scored: ArrayVec<[Winner; 4]> = ArrayVec::new();
    for &seat in winners.iter().take(most) {
        let won = match tile {
            Some(tile) => score_with(deal, seat, Some(tile), way).ok().map(|s| (tile, s)),
            None => dearest(deal, seat, from),
        };
        if let Some((tile, s)) = won {
            scored.push(Winner::new(seat, Some(tile), s));
        }
    }
    settle::settle(deal, &scored, Some(from), way, journal);
    Flow::Over(End::Wins)
}
