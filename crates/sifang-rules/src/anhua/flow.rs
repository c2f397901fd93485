//! What follows in `anhua`: dealing, turns, claims, kongs with their turned-up tiles, the sea bottom, wins.

use super::offer::{can_win_on, holds_four_kings};
use super::options::PiaoMode;
use super::score::{Situation, dearest, kong_tiles, score_of};
use super::settle::{Winner, pay_wins};
use super::shape::Kings;
use super::{Anhua, LEAST_FOR_KONG, Phase, TurnStart};
use sifang_table::procedures::claim::{self, Claimed, Window};
use sifang_table::{Action, Answers, Aside, Choices, Deal, End, Flow, Journal, RuleSet, WallEnd};
use sifang_tiles::{Seat, Tile, TileMask};
use tinyvec::ArrayVec;

/// Asks for the piao where it is chosen; otherwise deals.
/// Clause: `anhua.deal.piao`.
pub(super) fn begin(deal: &mut Deal<Anhua>, journal: &mut Journal) -> Flow<Phase> {
    let options = &deal.rules.options;
    match options.piao_mode {
        PiaoMode::Choose => return Flow::Ask(Phase::Float),
        PiaoMode::Fixed => deal.memo.piao = [options.fixed_piao as u8; Seat::MAX],
        PiaoMode::None => {}
    }
    deal_tiles(deal, journal)
}

/// Carries the answers out and says what follows.
/// Clauses: `anhua.rule.opening`, `anhua.rule.kong_tiles`, `anhua.rule.sea`, `anhua.ruling.25`,
/// `anhua.ruling.27`.
pub(super) fn resolve(
    deal: &mut Deal<Anhua>,
    at: Phase,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    match at {
        Phase::Turn(seat, start) => take_turn(deal, seat, start, answers.of(seat), journal),
        Phase::Claim(window) => close_claim(deal, window, answers, journal),
        Phase::Float => close_float(deal, answers, journal),
        Phase::Opening(seat) if answers.is(seat, Action::Win) => {
            win_self(deal, seat, Situation::Opening, journal)
        }
        Phase::Opening(_) => Flow::Ask(Phase::Turn(deal.table.dealer(), TurnStart::Dealt)),
        Phase::Rob(window) => close_rob(deal, window, answers, journal),
        Phase::KongSelf(seat) if answers.is(seat, Action::Win) => win_kong_tile(deal, seat, journal),
        Phase::KongSelf(seat) => Flow::Ask(Phase::KongClaim(seat)),
        Phase::KongClaim(konger) => close_kong_tiles(deal, konger, answers, journal),
        Phase::Sea(seat) if answers.is(seat, Action::Win) => {
            win_self(deal, seat, Situation::SeaBottom, journal)
        }
        Phase::Sea(seat) => leave_sea_tile(deal, seat, journal),
    }
}

/// All have chosen their piao: the tiles are dealt.
/// Clause: `anhua.deal.piao`.
fn close_float(deal: &mut Deal<Anhua>, answers: &Answers, journal: &mut Journal) -> Flow<Phase> {
    for (seat, answer) in answers.iter() {
        if let Action::Float(points) = answer {
            deal.memo.piao[seat.index()] = points;
            deal.note_float(seat, points, journal);
        }
    }
    deal_tiles(deal, journal)
}

// ---- dealing and drawing ----

/// Deals, turns up the indicator, and asks a seat that holds four kings if it is not the dealer.
/// Clauses: `anhua.deal.hands`, `anhua.deal.kings`, `anhua.deal.wall`, `anhua.rule.opening`,
/// `anhua.ruling.9`.
fn deal_tiles(deal: &mut Deal<Anhua>, journal: &mut Journal) -> Flow<Phase> {
    deal.table.deal(&Anhua::DEALING, journal);
    let dealer = deal.table.dealer();
    deal.memo.last_drawer = dealer;
    if let Some(indicator) = deal.table.set_aside_front(dealer, Aside::Indicator, journal) {
        deal.memo.kings = Kings::new(indicator, &deal.rules.options);
    }
    match dealer.others(deal.table.seats()).find(|seat| holds_four_kings(deal, *seat)) {
        Some(seat) => Flow::Ask(Phase::Opening(seat)),
        None => Flow::Ask(Phase::Turn(dealer, TurnStart::Dealt)),
    }
}

/// A seat draws: an ordinary draw, one of the sea bottom, or none any more.
/// A drawn deal pays nothing.
/// Clauses: `anhua.rule.passed_win`, `anhua.rule.sea`, `anhua.pay.none`, `anhua.match.dealer`,
/// `anhua.ruling.28`.
fn draw(deal: &mut Deal<Anhua>, seat: Seat, journal: &mut Journal) -> Flow<Phase> {
    deal.memo.locks[seat.index()] = TileMask::EMPTY;
    let sea = deal.table.wall().left() < LEAST_FOR_KONG;
    if deal.table.draw(seat, WallEnd::Front, journal).is_none() {
        return Flow::Over(End::Draw);
    }
    deal.memo.last_drawer = seat;
    Flow::Ask(if sea { Phase::Sea(seat) } else { Phase::Turn(seat, TurnStart::Wall) })
}

/// A sea-bottom tile that was not won lies aside; the next seat draws.
/// Clauses: `anhua.rule.sea`, `anhua.ruling.27`.
fn leave_sea_tile(deal: &mut Deal<Anhua>, seat: Seat, journal: &mut Journal) -> Flow<Phase> {
    if let Some(tile) = deal.table.drawn(seat) {
        deal.table.set_aside(seat, tile, Aside::Sea, journal);
    }
    draw(deal, deal.table.next_playing(seat), journal)
}

// ---- turns and claims ----

/// Carries out a seat's own move. Only an added kong can be robbed; a sealed hand that passes
/// throws what it drew; a win with the dealt tiles is an ordinary self-draw.
/// Clauses: `anhua.rule.opening`, `anhua.rule.turn`, `anhua.rule.sealed`, `anhua.rule.rob`,
/// `anhua.ruling.9`, `anhua.ruling.14`, `anhua.ruling.37`.
fn take_turn(
    deal: &mut Deal<Anhua>,
    seat: Seat,
    start: TurnStart,
    answer: Option<Action>,
    journal: &mut Journal,
) -> Flow<Phase> {
    match answer {
        Some(Action::Discard(tile)) => discard(deal, seat, tile, journal),
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
            let opening = start == TurnStart::Dealt && holds_four_kings(deal, seat);
            win_self(deal, seat, if opening { Situation::Opening } else { Situation::SelfDraw }, journal)
        }
        // A sealed seat passes, or has nothing to choose: what it drew goes out.
        _ => match deal.table.drawn(seat) {
            Some(tile) => discard(deal, seat, tile, journal),
            None => Flow::Ask(Phase::Turn(seat, start)),
        },
    }
}

/// Throws a tile; its window opens.
/// Clause: `anhua.rule.turn`.
fn discard(deal: &mut Deal<Anhua>, seat: Seat, tile: Tile, journal: &mut Journal) -> Flow<Phase> {
    deal.table.discard(seat, tile, false, journal);
    Flow::Ask(Phase::Claim(Window { tile, from: seat }))
}

/// 过手胡: whoever could have won and did not is locked for these kinds.
/// Clauses: `anhua.rule.passed_win`, `anhua.ruling.28`.
fn lock_passed(deal: &mut Deal<Anhua>, answers: &Answers, kinds: impl Fn(&Deal<Anhua>, Seat) -> TileMask) {
    for (seat, answer) in answers.iter() {
        let could_win = deal.decision().and_then(|d| d.choices(seat)).is_some_and(Choices::may_win);
        if could_win && answer != Action::Win {
            let kinds = kinds(deal, seat);
            deal.memo.locks[seat.index()] |= kinds;
        }
    }
}

/// A discard's window closes. After a chow or pung only a discard follows.
/// Clause: `anhua.rule.claims`.
fn close_claim(
    deal: &mut Deal<Anhua>,
    window: Window,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    lock_passed(deal, answers, |_, _| TileMask::one(window.tile));
    match claim::decide(answers, window.from, deal.table.seats()) {
        Claimed::Wins(winners) => {
            deal.table.mark_won();
            win_on(deal, &winners, window.from, Situation::Discard, Some(window.tile), journal)
        }
        Claimed::Kong(seat) => {
            deal.table.kong_direct(seat, journal);
            turn_up_kong_tiles(deal, seat, journal)
        }
        Claimed::Pung(seat) => {
            deal.table.pung(seat, journal);
            Flow::Ask(Phase::Turn(seat, TurnStart::Claimed))
        }
        Claimed::Chow(seat, with) => {
            deal.table.chow(seat, with, journal);
            Flow::Ask(Phase::Turn(seat, TurnStart::Claimed))
        }
        Claimed::Nobody => draw(deal, deal.table.next_playing(window.from), journal),
    }
}

/// An added kong is robbed, or made.
/// Clauses: `anhua.rule.rob`, `anhua.ruling.14`.
fn close_rob(
    deal: &mut Deal<Anhua>,
    window: Window,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    lock_passed(deal, answers, |_, _| TileMask::one(window.tile));
    match claim::decide(answers, window.from, deal.table.seats()) {
        Claimed::Wins(winners) => {
            deal.table.rob(window.from, window.tile, journal);
            win_on(deal, &winners, window.from, Situation::RobKong, Some(window.tile), journal)
        }
        _ => {
            deal.table.kong_added(window.from, window.tile, journal);
            turn_up_kong_tiles(deal, window.from, journal)
        }
    }
}

// ---- kong tiles ----

/// The kong is made: the hand is sealed, a die is thrown, and tiles near the end of the wall are turned up.
/// The kong itself earns nothing.
/// Clauses: `anhua.rule.passed_win`, `anhua.rule.kong_tiles`, `anhua.rule.sealed`,
/// `anhua.pay.none`, `anhua.ruling.3`, `anhua.ruling.28`, `anhua.ruling.37`.
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

/// The others have answered to the kong tiles: they are won, or go to the konger's river. Nobody
/// can pung them.
/// Clauses: `anhua.rule.kong_tiles`, `anhua.ruling.1`.
fn close_kong_tiles(
    deal: &mut Deal<Anhua>,
    konger: Seat,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    lock_passed(deal, answers, |deal, seat| {
        kong_tiles(deal).filter(|tile| can_win_on(deal, seat, *tile, Situation::KongDiscard)).collect()
    });
    match claim::decide(answers, konger, deal.table.seats()) {
        Claimed::Wins(winners) => win_on(deal, &winners, konger, Situation::KongDiscard, None, journal),
        _ => {
            deal.table.lay_in_river(konger, Aside::KongTile, journal);
            draw(deal, deal.table.next_playing(konger), journal)
        }
    }
}

// ---- winning ----

/// The seat wins with the tiles it holds.
/// Clause: `anhua.pay.self_draw`.
fn win_self(deal: &mut Deal<Anhua>, seat: Seat, situation: Situation, journal: &mut Journal) -> Flow<Phase> {
    let tile = deal.table.drawn(seat);
    let scored = score_of(deal, seat, None, situation);
    let winners: ArrayVec<[Winner; 4]> = scored.iter().map(|s| Winner::new(seat, tile, *s)).collect();
    pay_wins(deal, &winners, None, situation, journal);
    Flow::Over(End::Wins)
}

/// The konger wins on its dearest kong tile.
/// Clauses: `anhua.rule.kong_tiles`, `anhua.pay.self_draw`.
fn win_kong_tile(deal: &mut Deal<Anhua>, seat: Seat, journal: &mut Journal) -> Flow<Phase> {
    let won = dearest(deal, seat, seat);
    let winners: ArrayVec<[Winner; 4]> =
        won.iter().map(|(tile, s)| Winner::new(seat, Some(*tile), *s)).collect();
    pay_wins(deal, &winners, None, Situation::KongDraw, journal);
    Flow::Over(End::Wins)
}

/// Others win on a tile of `from`: this one, or each on its dearest kong tile.
/// Clauses: `anhua.rule.claims`, `anhua.pay.discard`, `anhua.pay.rob_kong`,
/// `anhua.pay.kong_discard`, `anhua.ruling.14`.
fn win_on(
    deal: &mut Deal<Anhua>,
    winners: &[Seat],
    from: Seat,
    situation: Situation,
    tile: Option<Tile>,
    journal: &mut Journal,
) -> Flow<Phase> {
    let most = if deal.rules.options.multi_win { winners.len() } else { 1 };
    let mut scored: ArrayVec<[Winner; 4]> = ArrayVec::new();
    for &seat in winners.iter().take(most) {
        let won = match tile {
            Some(tile) => score_of(deal, seat, Some(tile), situation).ok().map(|s| (tile, s)),
            None => dearest(deal, seat, from),
        };
        if let Some((tile, s)) = won {
            scored.push(Winner::new(seat, Some(tile), s));
        }
    }
    pay_wins(deal, &scored, Some(from), situation, journal);
    Flow::Over(End::Wins)
}
