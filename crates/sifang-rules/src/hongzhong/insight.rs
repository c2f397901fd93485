//! What a good player of `hongzhong` knows: one fan cannot take a discard, every further fan doubles, five pairs are won by asking,
//! a declared hand wins and loses more, kongs are paid at once, and who is not ready at a draw pays.

use super::Hongzhong;
use super::offer::FEWEST_ON_OTHERS;
use super::score::{self, Claim, Scored, Situation, Special};
use super::shape::{self, ORDINARY, WILD};
use crate::insight::{
    Arrival, Form, Insight, Plan, Plans, Readiness, Standing, Threat, ViewOf, Worth, add_plan, has_thrown,
    usual_readiness,
};
use sifang_table::procedures::claim::May;
use sifang_table::{Action, Declaration, RuleSet, Source, Term};
use sifang_tiles::{Hand, Seat, Tile, TileMask};

static SHAPE: Term = Term {
    id: "no_shape",
    zh: "牌型不成",
    en: "The tiles form no winning hand",
    clause: "hongzhong.win.standard",
};
static ONE_FAN: Term = Term {
    id: "one_fan",
    zh: "一番不能炮胡",
    en: "One fan cannot take another's tile",
    clause: "hongzhong.win.one_fan",
};
static BOUND: Term = Term {
    id: "bound",
    zh: "报请胡或问牌被抓后只能请胡",
    en: "Such a hand can only win by asking",
    clause: "hongzhong.win.bound",
};
static PASSED: Term = Term {
    id: "passed_win",
    zh: "过手胡，须番数更大",
    en: "A win was let go: only a bigger one counts until the next draw or pung",
    clause: "hongzhong.turn.passing",
};
static INVITED: Term = Term {
    id: "wild_thrown",
    zh: "打出的红中不能要",
    en: "A thrown red dragon is nobody's",
    clause: "hongzhong.wild.invited",
};
static DECLARED: Term = Term {
    id: "declared",
    zh: "报胡后不能再改牌",
    en: "A declared hand does not change",
    clause: "hongzhong.declare.ready",
};
static WALL_EMPTY: Term = Term {
    id: "wall_empty",
    zh: "牌墙已空，不能碰杠",
    en: "No claims once the wall is empty",
    clause: "hongzhong.turn.wall_empty",
};

const NO_TERMINALS: TileMask = TileMask::from_bits(0b0_1111_1110 << 9 | 0b0_1111_1110 << 18);

fn declared_by(view: &ViewOf<Hongzhong>, seat: Seat) -> Option<Declaration> {
    view.extra.declared.get(seat.index()).copied().flatten()
}

fn declared(at: &Standing<'_, Hongzhong>) -> Option<Declaration> {
    at.declares.or_else(|| declared_by(at.view, at.seat))
}

fn is_locked(at: &Standing<'_, Hongzhong>) -> bool {
    at.view.extra.locked.contains(&at.seat)
}

/// What catching a seat adds to the fan it pays.
fn catch(view: &ViewOf<Hongzhong>, payer: Seat) -> score::Catch {
    let kongs = view.players[payer.index()].melds.iter().filter(|m| m.kind.is_kong()).count() as u8;
    score::catch(declared_by(view, payer), kongs, false)
}

fn paid_by_all(at: &Standing<'_, Hongzhong>, fans: Scored) -> Worth {
    let mut worth = Worth::default();
    for payer in at.others() {
        let steps = score::steps(at.rules.options(), fans, catch(at.view, payer), true);
        worth.from[payer.index()] = steps.points();
    }
    worth
}

/// The circumstances of a win by the next own draw.
fn drawing(at: &Standing<'_, Hongzhong>) -> Situation {
    let untouched = declared(at).is_some() && at.seat != at.view.dealer && at.melds.is_empty();
    Situation {
        special: (untouched && !at.thrown).then_some(Special::Earthly),
        kong: false,
        last: at.wall_after(Arrival::Draw) == 0,
    }
}

/// A win by drawing `tile`: with sets and a pair, or by asking with the best tile.
fn by_draw(at: &Standing<'_, Hongzhong>, tile: Tile) -> Result<Worth, &'static Term> {
    let (options, declared) = (at.rules.options(), declared(at));
    let hand = at.with(tile);
    let bound = is_locked(at) || declared == Some(Declaration::ReadyAsk);
    let mut best: Option<Worth> = None;
    if !bound && shape::wins(&hand) {
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
        let forced = declared == Some(Declaration::ReadyAsk) && shape::is_five_pairs(&at.hand);
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

/// As simulated deals show it.
const READY: Readiness = [[110, 10], [200, 20], [600, 20], [900, 0], [900, 0]];

impl Insight for Hongzhong {
    const REASONS: &'static [&'static Term] =
        &[&SHAPE, &ONE_FAN, &BOUND, &PASSED, &INVITED, &DECLARED, &WALL_EMPTY];
    const PACE: &'static [u16] = &[8, 50, 135, 200, 285, 390, 370, 440, 470];
    const CHOWS: bool = false;
    const WAITS: i32 = 180;

    fn wilds(_view: &ViewOf<Self>) -> TileMask {
        TileMask::one(WILD)
    }

    fn ways(at: &Standing<'_, Self>, out: &mut Plans) {
        let declared = declared(at);
        let mut add = |form| add_plan(out, Plan { form, keep: ORDINARY, open: true, value: 0 });
        if !is_locked(at) && declared != Some(Declaration::ReadyAsk) {
            add(Form::Sets);
        }
        if at.melds.is_empty() && declared != Some(Declaration::Ready) {
            add(Form::FivePairs);
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
        let mut add = |form: Form, keep: TileMask, fans: i32| {
            if melded & !keep == TileMask::EMPTY {
                let fans = (common + fans).min(options.max_fan);
                let multiple = 1 << (fans - 1).max(0);
                let drawn = (multiple + 2) * payers;
                // A one-fan hand can only be drawn, or be won on the tile of a declared seat.
                let taken = if fans >= FEWEST_ON_OTHERS { multiple } else { 0 };
                let value = options.base * (65 * drawn + 35 * taken);
                add_plan(out, Plan { form, keep, open: form != Form::FivePairs, value });
            }
        };
        let plain = !is_locked(at) && declared != Some(Declaration::ReadyAsk);
        if plain {
            add(Form::Sets, ORDINARY, 0);
            add(Form::Sets, NO_TERMINALS, 1);
            add(Form::Triplets, ORDINARY, 1);
            for suit in [9, 18] {
                let kinds = TileMask::from_bits(0x1FF << suit);
                add(Form::Sets, kinds, 2);
                add(Form::Triplets, kinds, 3);
            }
        }
        if at.melds.is_empty() && declared != Some(Declaration::Ready) {
            add(Form::FivePairs, ORDINARY, 2);
        }
        if out.is_empty() {
            add_plan(out, Plan { form: Form::Sets, keep: ORDINARY, open: true, value: 1 });
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
            },
        };
        let fans = score::score(options, &claim).ok_or(&SHAPE)?;
        let catch = catch(at.view, from);
        let total = (fans.raw + catch.fan).min(options.max_fan);
        if total < FEWEST_ON_OTHERS {
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
            None => usual_readiness(view, other, &READY),
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
