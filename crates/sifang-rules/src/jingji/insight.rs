//! What a good player of `jingji` knows: fu to the power of fan, so that triplets and fans must grow together; golds are worth a
//! fan each; a ready call stakes four points, and a ready hand without yaku must not be won with.

use super::score::{self, Claim, Method, NoWin, Situation};
use super::settle::STAKE;
use super::{Extra, Jingji};
use crate::catalog::terms;
use crate::insight::{
    Arrival, Insight, Pattern, Plan, Plans, Readiness, Standing, Threat, ViewOf, Worth, add_plan,
};
use crate::signs;
use sifang_table::procedures::claim::May;
use sifang_table::{Declaration, MeldKind, RuleSet, Source, Term};
use sifang_tiles::{Seat, Tile, TileMask};

terms! {
    /// Every reason why a win or a claim is not offered.
    REASONS;

    SHAPE = "no_shape", "jingji.win.shape", "牌型不成", "The tiles form no winning hand";
    MIN_FAN = "below_min_fan", "jingji.option.min_fan", "没有手役", "No yaku, and one is needed";
    NO_YAKU = "ready_without_yaku", "jingji.pay.penalty", "报听者无役，和了要赔", "A ready hand without yaku: it would pay";
    LOCKED = "declared", "jingji.turn.locked", "报听后不能再改牌", "A ready hand does not change";
    GOLD = "gold", "jingji.turn.golds", "金牌不能吃碰杠", "A thrown gold cannot be called";
    LAST = "wall_empty", "jingji.turn.last", "牌山已空，不能吃碰杠", "No calls once the wall is empty";
    NOT_NEXT = "not_next", "jingji.turn.claims", "只有下家能吃；金牌不能吃", "Only the next seat may chow, and without golds";
}

const DRAGONS: TileMask = TileMask::from_bits(0b111 << 31);

fn is_ready(at: &Standing<'_, Jingji>) -> bool {
    at.declares.is_some() || at.view.extra.ready.contains(&at.seat)
}

/// Honours whose triplets count: dragons, the round's and the own wind.
fn fan_tiles(at: &Standing<'_, Jingji>) -> TileMask {
    let winds = [Some(at.view.extra.round_wind), at.view.extra.seat_winds.get(at.seat.index()).copied()];
    winds.into_iter().flatten().fold(DRAGONS, |mask, tile| mask | TileMask::one(tile))
}

/// Stakes that a winner collects from the others.
fn stakes(at: &Standing<'_, Jingji>, worth: &mut Worth) {
    for seat in at.seat.others(4) {
        worth.from[seat.index()] += at.view.extra.stakes.get(seat.index()).copied().unwrap_or(0);
    }
}

impl Insight for Jingji {
    const REASONS: &'static [&'static Term] = REASONS;
    const PACE: &'static [u16] = &[5, 2, 5, 10, 30, 60, 110, 160, 200, 235, 310, 340, 350, 400];
    const CHOWS: bool = true;
    const WAITS: i32 = 380;
    const READY: Readiness = [[0, 2], [-20, 14], [20, 20], [0, 50], [700, 20]];
    const STAGES: &'static [&'static str] = &["opening", "turn", "claim", "rob"];
    const SEAT_SIGNS: &'static [&'static str] = &["ready", "stake", "points"];
    const SIGNS: &'static [&'static str] =
        &["round_east", "round_south", "round_west", "round_north", "win_is_penalty", "robbing"];

    fn seat_signs(extra: &Extra, seat: Seat, out: &mut [u8]) {
        let i = seat.index();
        out[0] = signs::flag(extra.ready.contains(&seat));
        out[1] = signs::amount(extra.stakes[i]);
        out[2] = signs::amount(extra.points[i]);
    }

    fn signs(extra: &Extra, out: &mut [u8]) {
        for (wind, out) in (1..=4).zip(&mut *out) {
            *out = signs::flag(extra.round_wind == Tile::honor(wind));
        }
        out[4] = signs::flag(extra.win_is_penalty);
        out[5] = signs::amount(extra.robbing);
    }

    fn wilds(extra: &Extra) -> TileMask {
        TileMask::one(extra.gold)
    }

    fn open_tile(extra: &Extra) -> Option<Tile> {
        Some(extra.gold)
    }

    fn ways(_at: &Standing<'_, Self>, out: &mut Plans) {
        add_plan(out, Plan { pattern: Pattern::Sets, keep: TileMask::PLAYABLE, open: true, value: 0 });
    }

    fn plans(at: &Standing<'_, Self>, out: &mut Plans) {
        let gold = at.view.extra.gold;
        let golds = at.hand.count(gold) as i32;
        let melded: TileMask = at.melds.iter().flat_map(|m| m.tiles()).collect();
        let chows = at.melds.iter().filter(|m| m.kind == MeldKind::Chow).count();
        let valued = fan_tiles(at);
        let laid = at.melds.iter().filter(|m| m.is_triplet() && valued.contains(m.tile)).count() as i32;
        let closed_fans = valued.iter().filter(|t| at.hand.count(*t) >= 3).count() as i32;
        let fan_pairs = valued.iter().filter(|t| at.hand.count(*t) == 2).count() as i32;
        let triplets = Tile::playable().filter(|t| *t != gold && at.hand.count(*t) >= 3).count() as i32;
        let kongs: i32 = at
            .melds
            .iter()
            .map(|m| match m.kind {
                MeldKind::KongConcealed => 2,
                MeldKind::KongDirect | MeldKind::KongAdded => 1,
                _ => 0,
            })
            .sum();
        let closed = !at.has_called();
        let fan = 100 * (golds + laid + closed_fans + is_ready(at) as i32) + 20 * fan_pairs;
        let mut add = |pattern: Pattern, keep: TileMask, fan: i32, fu: i32, open: bool| {
            if melded & !keep == TileMask::EMPTY {
                let fan = fan + if open { 0 } else { 100 };
                add_plan(out, Plan { pattern, keep, open, value: power(fu, fan) });
            }
        };
        let fu = 125 + 100 * (triplets + kongs);
        add(Pattern::Sets, TileMask::PLAYABLE, fan + 25, fu, true);
        add(Pattern::Sets, TileMask::SIMPLES, fan + 125, fu, true);
        if closed {
            add(Pattern::Sets, TileMask::PLAYABLE, fan + 25, fu, false);
            add(Pattern::Sets, TileMask::SIMPLES, fan + 125, fu, false);
        }
        if chows == 0 {
            // Triplets add a fu each while they are not called.
            let own = 5 - at.melds.len() as i32;
            add(Pattern::Triplets, TileMask::PLAYABLE, fan + 50, 100 + 100 * kongs + 40 * own, true);
            if closed {
                add(Pattern::Triplets, TileMask::PLAYABLE, fan + 50, 100 + 100 * kongs + 90 * own, false);
            }
        }
    }

    fn worth(at: &Standing<'_, Self>, tile: Tile, how: Arrival) -> Result<Worth, &'static Term> {
        if at.hand.count(tile) >= 4 {
            return Err(&SHAPE);
        }
        let extra = &at.view.extra;
        let hand = at.with(tile);
        let source = if how == Arrival::Draw { Source::SelfDraw } else { Source::Discard };
        let situation =
            Situation { last_tile: at.wall_after(how) == 0, ready: is_ready(at), ..Situation::default() };
        let claim = Claim {
            counts: hand.counts(),
            melds: &at.melds,
            tile: Some(tile),
            gold: extra.gold,
            source,
            situation,
            is_dealer: at.seat == at.view.dealer,
            seat_wind: super::seat_wind(at.view.dealer, at.seat),
            round_wind: extra.round_wind,
        };
        let scored = score::score(at.rules.options(), &claim).map_err(|why| match why {
            NoWin::Shape => &SHAPE,
            NoWin::MinFan => &MIN_FAN,
        })?;
        if scored.method == Method::Penalty {
            return Err(&NO_YAKU);
        }
        let mut worth = Worth::plain(at, how, score::steps(&scored, source).points());
        stakes(at, &mut worth);
        Ok(worth)
    }

    fn threat(at: &Standing<'_, Self>, other: Seat) -> Threat {
        let ready = at.view.extra.ready.contains(&other);
        let readiness = if ready { 1000 } else { Self::usual_readiness(at.view, other) };
        Threat {
            ready: readiness,
            // A hand that was declared without a meld is dear.
            loss: match (ready, at.view.players[other.index()].melds.is_empty()) {
                (false, _) => 500,
                (true, false) => 900,
                (true, true) => 2000,
            },
            takes: TileMask::PLAYABLE,
            collects: Threat::ANY_SUIT,
            frozen: ready,
        }
    }

    fn stake(_at: &Standing<'_, Self>, _what: Declaration) -> i32 {
        100 * STAKE + 100
    }

    fn win_is_bad(view: &ViewOf<Self>) -> bool {
        view.extra.win_is_penalty
    }

    fn ready_bonus(_at: &Standing<'_, Self>) -> i32 {
        800
    }

    fn relief(_at: &Standing<'_, Self>) -> i32 {
        430
    }

    fn barred(at: &Standing<'_, Self>, may: May) -> Option<&'static Term> {
        if may.win {
            return None;
        }
        let tile = at.view.stage.and_then(|s| s.tile)?;
        if is_ready(at) {
            return Some(&LOCKED);
        }
        if tile == at.view.extra.gold {
            return Some(&GOLD);
        }
        if at.view.wall == 0 {
            return Some(&LAST);
        }
        may.chow.then_some(&NOT_NEXT)
    }
}

/// About fu to the power of fan, both in hundredths, capped as the rules say; in hundredths of a point. Between whole fans the
/// value grows evenly, and so between whole fu.
fn power(fu: i32, fan: i32) -> i32 {
    let whole = |fu: i32, fan: i32| {
        let cap = score::cap(fu) as i64 * 100;
        (100 * (fu as i64).saturating_pow(fan.clamp(0, 12) as u32)).min(cap)
    };
    let at_fu = |fu: i32| {
        let (low, rest) = (fan / 100, (fan % 100) as i64);
        whole(fu, low) + (whole(fu, low + 1) - whole(fu, low)) * rest / 100
    };
    let (low, rest) = (fu / 100, (fu % 100) as i64);
    (at_fu(low) + (at_fu(low + 1) - at_fu(low)) * rest / 100) as i32
}
