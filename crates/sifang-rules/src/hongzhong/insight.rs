//! What a good player of `hongzhong` knows: one fan cannot take a discard, every further fan doubles, five pairs are won by asking,
//! a declared hand wins and loses more, kongs are paid at once, and who is not ready at a draw pays.

use super::offer::fewest_on_others;
use super::score::{self, Claim, Scored, Situation, Special};
use super::shape::{self, ORDINARY, WILD};
use super::{AskDuty, Extra, Hongzhong, OneFanDiscard};
use crate::catalog::terms;
use crate::insight::{
    Arrival, Insight, Pattern, Plan, Plans, Readiness, Standing, Threat, ViewOf, Worth, add_plan, has_thrown,
};
use crate::signs;
use sifang_table::procedures::claim::May;
use sifang_table::{Action, Deal, Declaration, RuleSet, Source, Term};
use sifang_tiles::{Hand, Seat, Suit, Tile, TileMask};

terms! {
    /// Every reason why a win or a claim is not offered.
    REASONS;

    SHAPE = "no_shape", "hongzhong.win.standard", "牌型不成", "The tiles form no winning hand";
    ONE_FAN = "one_fan", "hongzhong.win.one_fan", "一番不能炮胡", "One fan cannot take another's tile";
    NO_FORM = "no_form", "hongzhong.win.form", "鸡胡只能炮胡请胡或杠上炮", "A basic win takes only an asked tile or a discard after a kong";
    BOUND = "bound", "hongzhong.win.bound", "报请胡或问牌被抓后只能请胡", "Such a hand can only win by asking";
    PASSED = "passed_win", "hongzhong.turn.passing", "过手胡，须番数更大", "A win was let go: only a bigger one counts until the next draw or pung";
    INVITED = "wild_thrown", "hongzhong.wild.invited", "打出的红中不能要", "A thrown red dragon is nobody's";
    DECLARED = "declared", "hongzhong.declare.ready", "报胡后不能再改牌", "A declared hand does not change";
    WALL_EMPTY = "wall_empty", "hongzhong.turn.wall_empty", "牌墙已空，不能碰杠", "No claims once the wall is empty";
}

fn declared_by(view: &ViewOf<Hongzhong>, seat: Seat) -> Option<Declaration> {
    view.extra.declared.get(seat.index()).copied().flatten()
}

fn declared(at: &Standing<'_, Hongzhong>) -> Option<Declaration> {
    at.declares.or_else(|| declared_by(at.view, at.seat))
}

fn is_locked(at: &Standing<'_, Hongzhong>) -> bool {
    at.view.extra.locked.contains(&at.seat)
}

/// By the option: whether the hand must ask with what it draws.
fn must_ask(at: &Standing<'_, Hongzhong>) -> bool {
    at.rules.options().ask_duty == AskDuty::Always
        && at.melds.is_empty()
        && declared(at).is_none()
        && shape::is_five_pairs(&at.hand)
}

/// What catching a seat adds to the fan it pays.
fn catch(view: &ViewOf<Hongzhong>, payer: Seat) -> score::Catch {
    let kongs = view.players[payer.index()].melds.iter().filter(|m| m.kind.is_kong()).count() as u8;
    score::catch(declared_by(view, payer), kongs, false)
}

fn paid_by_all(at: &Standing<'_, Hongzhong>, fans: Scored) -> Worth {
    Worth::by_each(at.others(), |payer| {
        score::steps(at.rules.options(), fans, catch(at.view, payer), true).points()
    })
}

/// The circumstances of a win by the next own draw.
fn drawing(at: &Standing<'_, Hongzhong>) -> Situation {
    let untouched = declared(at).is_some() && at.seat != at.view.dealer && at.melds.is_empty();
    Situation {
        special: (untouched && !at.thrown).then_some(Special::Earthly),
        kong: false,
        last: at.wall_after(Arrival::Draw) == 0,
        asking: false,
    }
}

/// A win by drawing `tile`: with sets and a pair, or by asking with the best tile.
fn by_draw(at: &Standing<'_, Hongzhong>, tile: Tile) -> Result<Worth, &'static Term> {
    let (options, declared) = (at.rules.options(), declared(at));
    let hand = at.with(tile);
    let bound = is_locked(at) || declared == Some(Declaration::ReadyAsk);
    let must_ask = must_ask(at);
    let mut best: Option<Worth> = None;
    if !bound && !must_ask && shape::wins(&hand) {
        let claim = Claim {
            counts: hand.counts(),
            melds: &at.melds,
            tile: WILD,
            source: Source::SelfDraw,
            declared,
            situation: drawing(at),
        };
        best = score::score(options, &claim).map(|fans| paid_by_all(at, fans));
    }
    if at.melds.is_empty() && declared != Some(Declaration::Ready) {
        let five = declared == Some(Declaration::ReadyAsk) && shape::is_five_pairs(&at.hand);
        let forced = five || (must_ask && tile != WILD);
        let asks = if forced { TileMask::one(tile) } else { shape::asks(&hand) };
        for ask in asks.iter() {
            let mut ten = hand;
            ten.remove(ask);
            if let Some(worth) = asked(at, &ten)
                && best.is_none_or(|b| worth.points() > b.points())
            {
                best = Some(worth);
            }
        }
    }
    best.ok_or(if bound { &BOUND } else { &SHAPE })
}

/// Ten tiles won by asking.
fn asked(at: &Standing<'_, Hongzhong>, ten: &Hand) -> Option<Worth> {
    let fans = score::five_pairs(at.rules.options(), ten.counts(), declared(at), drawing(at))?;
    Some(paid_by_all(at, fans))
}

impl Insight for Hongzhong {
    const REASONS: &'static [&'static Term] = REASONS;
    const PACE: &'static [u16] = &[8, 50, 135, 200, 285, 390, 370, 440, 470];
    const CHOWS: bool = false;
    const WAITS: i32 = 180;
    const READY: Readiness = [[110, 10], [200, 20], [600, 20], [900, 0], [900, 0]];
    const STAGES: &'static [&'static str] = &["declare", "turn", "after_pon", "claim", "ask", "rob"];
    const SEAT_SIGNS: &'static [&'static str] = &["ready", "ready_ask", "locked", "declared_kongs", "catch"];
    const SIGNS: &'static [&'static str] = &["passed", "passed_fan"];

    fn seat_signs(extra: &Extra, seat: Seat, out: &mut [u8]) {
        let i = seat.index();
        out[0] = signs::flag(extra.declared[i] == Some(Declaration::Ready));
        out[1] = signs::flag(extra.declared[i] == Some(Declaration::ReadyAsk));
        out[2] = signs::flag(extra.locked.contains(&seat));
        out[3] = signs::count(extra.declared_kongs[i] as usize, 25);
        out[4] = signs::count(extra.catch[i].max(0) as usize, 25);
    }

    fn signs(extra: &Extra, out: &mut [u8]) {
        out[0] = signs::flag(extra.passed.is_some());
        out[1] = signs::count(extra.passed.unwrap_or(0).max(0) as usize, 15);
    }

    fn wilds(_extra: &Extra) -> TileMask {
        TileMask::one(WILD)
    }

    fn ways(at: &Standing<'_, Self>, out: &mut Plans) {
        let declared = declared(at);
        let mut add = |pattern| add_plan(out, Plan { pattern, keep: ORDINARY, open: true, value: 0 });
        if !is_locked(at) && declared != Some(Declaration::ReadyAsk) {
            add(Pattern::Sets);
        }
        if at.melds.is_empty() && declared != Some(Declaration::Ready) {
            add(Pattern::FivePairs);
        }
    }

    fn plans(at: &Standing<'_, Self>, out: &mut Plans) {
        let options = at.rules.options();
        let declared = declared(at);
        let melded: TileMask = at.melds.iter().map(|m| m.tile).collect();
        let kongs = score::kongs(&at.melds) as i32;
        let roots = ORDINARY.iter().filter(|t| at.own(*t) == 4).count() as i32;
        let common = 1
            + roots
            + 2 * declared.is_some() as i32
            + if declared == Some(Declaration::Ready) { kongs } else { 0 };
        let payers = at.others().count() as i32;
        let no_terminals = ORDINARY & TileMask::SIMPLES;
        let only_forms = options.one_fan_discard == OneFanDiscard::AskOrKong;
        let mut add = |pattern: Pattern, keep: TileMask, fans: i32| {
            if melded & !keep == TileMask::EMPTY {
                let plain = pattern == Pattern::Sets && (keep == ORDINARY || keep == no_terminals);
                let fans = (common + fans).min(options.max_fan);
                let multiple = 1 << (fans - 1).max(0);
                let drawn = (multiple + 2) * payers;
                // A one-fan hand can only be drawn, or be won on the tile of a declared seat.
                let takes = fans >= fewest_on_others(options) && !(only_forms && plain);
                let taken = if takes { multiple } else { 0 };
                let value = options.base * (65 * drawn + 35 * taken);
                add_plan(out, Plan { pattern, keep, open: pattern != Pattern::FivePairs, value });
            }
        };
        let plain = !is_locked(at) && declared != Some(Declaration::ReadyAsk);
        if plain {
            add(Pattern::Sets, ORDINARY, 0);
            add(Pattern::Sets, no_terminals, 1);
            add(Pattern::Triplets, ORDINARY, 1);
            for kinds in [Suit::Pin, Suit::Sou].map(TileMask::of_suit) {
                add(Pattern::Sets, kinds, 2);
                add(Pattern::Triplets, kinds, 3);
            }
        }
        if at.melds.is_empty() && declared != Some(Declaration::Ready) {
            add(Pattern::FivePairs, ORDINARY, 2);
        }
        if out.is_empty() {
            add_plan(out, Plan { pattern: Pattern::Sets, keep: ORDINARY, open: true, value: 1 });
        }
    }

    fn worth(at: &Standing<'_, Self>, tile: Tile, how: Arrival) -> Result<Worth, &'static Term> {
        if at.hand.count(tile) >= 4 {
            return Err(&SHAPE);
        }
        let Arrival::Discard(from) = how else { return by_draw(at, tile) };
        let (options, declared) = (at.rules.options(), declared(at));
        if is_locked(at) || declared == Some(Declaration::ReadyAsk) {
            return Err(&BOUND);
        }
        if !shape::wins_with(&at.hand, tile) {
            return Err(&SHAPE);
        }
        if tile == WILD && (declared_by(at.view, from).is_some() || !options.wild_discard_hu) {
            return Err(&INVITED);
        }
        let first = from == at.view.dealer
            && !Seat::all(4).any(|s| has_thrown(at.view, s) || s == at.seat && at.thrown);
        let untouched = declared.is_some() && at.melds.is_empty();
        let hand = at.with(tile);
        let claim = Claim {
            counts: hand.counts(),
            melds: &at.melds,
            tile,
            source: Source::Discard,
            declared,
            situation: Situation {
                special: (first && untouched).then_some(Special::Earthly),
                kong: false,
                last: at.wall_after(how) == 0,
                asking: declared_by(at.view, from) == Some(Declaration::ReadyAsk),
            },
        };
        // The tiles are a win: without a value none of their readings may take this one.
        let fans = score::score(options, &claim).ok_or(&NO_FORM)?;
        let catch = catch(at.view, from);
        let total = (fans.raw + catch.fan).min(options.max_fan);
        if total < fewest_on_others(options) {
            return Err(&ONE_FAN);
        }
        let passed = at.view.extra.passed.filter(|_| at.is_before_own_draw(from));
        if passed.is_some_and(|least| total <= least) {
            return Err(&PASSED);
        }
        Ok(Worth::alone(from, score::steps(options, fans, catch, false).points()))
    }

    fn threat(at: &Standing<'_, Self>, other: Seat) -> Threat {
        let (view, base) = (at.view, at.rules.options().base);
        let declared = declared_by(view, other);
        let ready = match declared {
            Some(Declaration::Ready) => 1000,
            // It wins by asking only: nothing that is thrown helps it.
            Some(Declaration::ReadyAsk) => 0,
            None if view.extra.locked.contains(&other) => 0,
            None => Self::usual_readiness(view, other),
        };
        let own = super::insight::declared(at).map_or(0, |_| 2);
        let fans = 2 + own + if declared.is_some() { 2 } else { 0 };
        Threat {
            ready,
            loss: 300 * base * (1 << fans.min(5)),
            takes: ORDINARY,
            collects: Threat::ANY_SUIT,
            frozen: declared.is_some(),
        }
    }

    fn income(at: &Standing<'_, Self>, action: Action) -> i32 {
        let payers = at.others().count() as i32;
        let times = match action {
            Action::Kong => 2,
            Action::OwnKong(tile) if at.hand.count(tile) == 4 => 2 * payers,
            Action::OwnKong(_) => payers,
            _ => 0,
        };
        100 * at.rules.options().base * times
    }

    fn stake(at: &Standing<'_, Self>, what: Declaration) -> i32 {
        let times = if what == Declaration::Ready { 6 } else { 18 };
        100 * at.rules.options().base * times
    }

    fn asking(at: &Standing<'_, Self>) -> Option<Worth> {
        asked(at, &at.hand)
    }

    fn ready_bonus(at: &Standing<'_, Self>) -> i32 {
        400 * at.rules.options().base
    }

    fn relief(at: &Standing<'_, Self>) -> i32 {
        700 * at.rules.options().base
    }

    fn suppose(deal: &mut Deal<Self>, seat: Seat, _below: &mut dyn FnMut(u32) -> u32) {
        // What others let go is theirs to know.
        seat.others(4).for_each(|other| deal.memo.locks.lift(other));
    }

    fn recount(deal: &mut Deal<Self>, seat: Seat) {
        for other in seat.others(4) {
            let mut hand = *deal.table.hand(other);
            if let Some(drawn) = deal.table.drawn(other).filter(|_| hand.len() % 3 == 2) {
                hand.remove(drawn);
            }
            if hand.len() % 3 == 1 && shape::is_ready(&hand) {
                deal.memo.ready.insert(other);
            } else {
                deal.memo.ready.remove(other);
            }
        }
    }

    fn barred(at: &Standing<'_, Self>, may: May) -> Option<&'static Term> {
        let tile = at.view.stage.and_then(|s| s.tile)?;
        if tile == WILD {
            return Some(&INVITED);
        }
        if is_locked(at) || declared(at) == Some(Declaration::ReadyAsk) {
            return Some(&BOUND);
        }
        if declared(at).is_some() && !may.win {
            return Some(&DECLARED);
        }
        (!may.win && at.view.wall == 0).then_some(&WALL_EMPTY)
    }
}
