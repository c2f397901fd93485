//! What a winning hand of `jingji` is worth: the best candidate of clause 6.6, and the steps that explain the amount.

mod candidates;
mod explain;
mod formula;
mod reading;
mod waits;

pub(super) use explain::explain;
pub(super) use formula::cap;
pub use waits::WaitView;
pub(super) use waits::{Waiting, waits};

use super::course::seat_wind;
use super::fans::{self, F, FanSet, FuSet};
use super::options::JingjiOptions;
use super::{Jingji, TurnStart};
use candidates::Common;
use formula::Formula;
use reading::for_each_reading;
use serde::Serialize;
use sifang_shape::{PairRule, is_win, keys_of};
use sifang_table::{Deal, Meld, Op, Source, Steps};
use sifang_tiles::{Seat, Tile};
use std::ops::ControlFlow;

/// How a win came about, beyond its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Situation {
    /// The winning tile replaced a kong's fourth.
    pub kong_draw: bool,
    /// No live tile is left.
    pub last_tile: bool,
    /// The winner has declared ready.
    pub ready: bool,
    /// The winning tile is the indicator.
    pub rob_gold: bool,
}

/// A hand that claims to win.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// Concealed tiles, the winning tile included.
    pub counts: &'a [u8; Tile::PLAYABLE],
    /// Melds, kongs included.
    pub melds: &'a [Meld],
    /// The winning tile; none for three golds at the opening.
    pub tile: Option<Tile>,
    /// The gold kind.
    pub gold: Tile,
    /// Where the winning tile came from; robbing the gold is a self-draw.
    pub source: Source,
    /// What else happened.
    pub situation: Situation,
    /// The winner deals.
    pub is_dealer: bool,
    /// 自风.
    pub seat_wind: Tile,
    /// 场风.
    pub round_wind: Tile,
}

/// How a win is valued.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "JingjiMethod"))]
pub enum Method {
    /// Fu to the power of fan.
    #[default]
    Formula,
    /// Fixed points.
    Fixed,
    /// A ready seat without yaku: no win, it pays.
    /// Clause: `jingji.pay.penalty`.
    Penalty,
}

/// The value of a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scored {
    /// Formula, fixed points or penalty.
    pub method: Method,
    /// The fixed hand, if it is one.
    pub(super) fixed: Option<F>,
    pub(super) fans: FanSet,
    pub(super) fu_items: FuSet,
    /// m; 0 unless the formula counts.
    pub fu: i32,
    /// n; 0 unless the formula counts.
    pub fan: i32,
    /// What the winner gets, stakes aside.
    pub total: i32,
}

/// Why a hand does not win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoWin {
    /// The tiles form no winning hand.
    Shape,
    /// It has no yaku, and `min_fan` asks for one.
    MinFan,
}

/// Scores the claim with its best candidate. `min_fan` is looked at; a ready winner without yaku gets a penalty.
/// Clauses: `jingji.score.choice`, `jingji.score.no_yaku`, `jingji.pay.penalty`, `jingji.ruling.1`,
/// `jingji.ruling.4`, `jingji.ruling.18`.
pub fn score(options: &JingjiOptions, claim: &Claim<'_>) -> Result<Scored, NoWin> {
    let common = Common::of(options, claim);
    let keys = keys_of(claim.counts).ok_or(NoWin::Shape)?;
    let others = keys.without(claim.gold, common.golds);
    let complete = claim.tile.is_some() && is_win(others, common.golds, PairRule::Any);
    let fixed = common.fixed(others, complete);
    let fixed_total = fixed.map(|fan| common.total(fan.fan().value));
    // Nothing is worth more than a golden dragon, and on a tie it is listed.
    let formula = if complete && fixed != Some(F::GoldenDragon) { common.best_formula(keys) } else { None };
    let formula_total = formula.map(|f| common.total(f.value()));
    if let Some(total) = fixed_total
        && formula_total.is_none_or(|formula| total >= formula)
    {
        return Ok(Scored { method: Method::Fixed, fixed, total, ..Scored::default() });
    }
    let (Some(best), Some(total)) = (formula, formula_total) else { return Err(NoWin::Shape) };
    if common.yaku(&best) == 0 {
        if claim.situation.ready {
            return Ok(Scored { method: Method::Penalty, ..Scored::default() });
        }
        if options.min_fan > 0 {
            return Err(NoWin::MinFan);
        }
    }
    let Formula { fans, fu_items, n, m } = best;
    Ok(Scored { method: Method::Formula, fixed: None, fans, fu_items, fu: m, fan: n, total })
}

/// Whether a hand known to be complete has a yaku in some reading. Readings are looked at only where nothing simpler decides.
pub(super) fn has_yaku(options: &JingjiOptions, claim: &Claim<'_>) -> bool {
    let common = Common::of(options, claim);
    if common.yaku(&common.base) > 0 {
        return true;
    }
    let (Some(keys), Some(won)) = (keys_of(claim.counts), claim.tile) else { return false };
    for_each_reading(claim.counts, keys, claim.gold, won, &mut |read, _| {
        if common.yaku(&common.value(read)) > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .is_break()
}

/// How the amount one payer pays comes about.
/// Clauses: `jingji.score.fu`, `jingji.score.power`, `jingji.score.cap`, `jingji.score.round_up`,
/// `jingji.score.share`, `jingji.ruling.3`.
pub(super) fn steps(scored: &Scored, source: Source) -> Steps {
    let mut steps = Steps::new();
    match scored.fixed {
        Some(fan) => {
            steps.push(Op::Start, fan.fan().value, &fan.fan().term);
        }
        None => {
            steps.push(Op::Start, 1, &fans::BASE_FU);
            for (fu, count) in scored.fu_items.iter() {
                steps.push(Op::Plus, fu.fan().value * count as i32, &fu.fan().term);
            }
            for (fan, count) in scored.fans.iter() {
                steps.push(Op::Fan, fan.fan().value * count as i32, &fan.fan().term);
            }
            steps.push(Op::RaiseToFans, 0, &fans::POWER);
            steps.push(Op::Cap, cap(scored.fu), &fans::CAP);
        }
    }
    if source == Source::SelfDraw {
        steps.push(Op::RoundUpTo, 3, &fans::ROUND_UP);
        steps.push(Op::Share, 3, &fans::SHARE);
    }
    steps
}

// ---- at the table ----

/// The circumstances of a win in the seat's own turn, or on a discard (`TurnStart::Claimed`).
/// No live tile left makes any self-draw the last tile: a replacement, and the dealt tiles too.
/// Clauses: `jingji.ruling.17`, `jingji.ruling.39`.
pub(super) fn situation(deal: &Deal<Jingji>, seat: Seat, start: TurnStart) -> Situation {
    Situation {
        kong_draw: start == TurnStart::Kong,
        last_tile: deal.table.wall().left() == 0,
        ready: deal.memo.declared.contains(seat),
        rob_gold: false,
    }
}

/// Looks at a seat's hand, with `added` to it, as won on `tile`.
pub(super) fn with_claim<T>(
    deal: &Deal<Jingji>,
    seat: Seat,
    tile: Option<Tile>,
    added: Option<Tile>,
    source: Source,
    situation: Situation,
    look: impl FnOnce(&Claim<'_>) -> T,
) -> T {
    let mut counts = *deal.table.hand(seat).counts();
    if let Some(tile) = added {
        counts[tile.index()] += 1;
    }
    look(&Claim {
        counts: &counts,
        melds: deal.table.melds(seat),
        tile,
        gold: deal.memo.gold,
        source,
        situation,
        is_dealer: seat == deal.table.dealer(),
        seat_wind: seat_wind(deal.table.dealer(), seat),
        round_wind: deal.carry.round_wind(),
    })
}

/// Scores a seat's hand at the table, with `added` to it, as won on `tile`.
pub(super) fn score_of(
    deal: &Deal<Jingji>,
    seat: Seat,
    tile: Option<Tile>,
    added: Option<Tile>,
    source: Source,
    situation: Situation,
) -> Result<Scored, NoWin> {
    with_claim(deal, seat, tile, added, source, situation, |claim| score(&deal.rules.options, claim))
}

/// A seat's hand as a hand that is one tile short (or, in its own turn, one too long).
pub(super) fn waiting(deal: &Deal<Jingji>, seat: Seat) -> Waiting<'_> {
    let hand = deal.table.hand(seat);
    Waiting {
        counts: *hand.counts(),
        keys: hand.keys(),
        melds: deal.table.melds(seat),
        gold: deal.memo.gold,
        is_dealer: seat == deal.table.dealer(),
        seat_wind: seat_wind(deal.table.dealer(), seat),
        round_wind: deal.carry.round_wind(),
    }
}
