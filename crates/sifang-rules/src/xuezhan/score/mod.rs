//! What a winning hand of `xuezhan` is worth: its fans, the capped total, and the steps that explain the amount.

mod explain;
mod waits;

pub(super) use explain::{Beside, explain};

pub(super) use waits::{ScoredWait, waits};

use super::fans::{self, F, FanSet};
use super::options::XuezhanOptions;
use super::{TurnStart, Xuezhan};
use sifang_shape::{Group, GroupKind, Grouping, PairRule, for_each_grouping};
use sifang_table::{Deal, Meld, Op, Source, Steps};
use sifang_tiles::{Seat, Suit, Tile, TileMask};
use std::ops::ControlFlow;

/// A hand that claims to win.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim<'a> {
    /// Closed tiles, the winning tile included.
    pub counts: &'a [u8; Tile::PLAYABLE],
    pub melds: &'a [Meld],
    /// The fans that come from how the win happened.
    pub situation: FanSet,
}

impl Claim<'_> {
    /// How many of each kind the winner has, melds included.
    fn own(&self) -> [u8; Tile::PLAYABLE] {
        let mut own = *self.counts;
        for tile in self.melds.iter().flat_map(Meld::tiles) {
            own[tile.index()] += 1;
        }
        own
    }
}

/// The value of a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Scored {
    /// Every fan that counts.
    pub fans: FanSet,
    /// Their sum, capped.
    pub total: i32,
    /// base × 2^total.
    pub points: i32,
}

/// What all readings of a hand have in common.
struct Facts<'a> {
    melds: &'a [Meld],
    flush: bool,
    hook: bool,
    /// Only 2, 5 and 8.
    jiang: bool,
    middle: bool,
}

/// 2, 5 and 8.
const JIANG: TileMask = TileMask::of_ranks(0b0_1001_0010);

/// Scores the claim with its best reading. None if the tiles have no reading as sets and a pair. Which suits are allowed is not
/// asked here.
/// Clauses: `xuezhan.score.points`, `xuezhan.ruling.14`, `xuezhan.ruling.21`.
pub(super) fn score(options: &XuezhanOptions, claim: &Claim<'_>) -> Option<Scored> {
    // Of readings with equal sums the one that is listed first counts.
    let mut best: Option<(i32, FanSet)> = None;
    for_each_reading(claim, &mut |fans, _| {
        let sum = fans.sum(options);
        if best.is_none_or(|(most, other)| sum > most || sum == most && fans.is_listed_before(other)) {
            best = Some((sum, fans));
        }
    });
    let (sum, fans) = best?;
    let total = if options.fan_cap > 0 { sum.min(options.fan_cap) } else { sum };
    let mut scored = Scored { fans, total, points: 0 };
    scored.points = steps(options, &scored).points();
    Some(scored)
}

/// Shows `visit` every reading of the hand with all its fans.
/// Clause: `xuezhan.ruling.19`.
fn for_each_reading(claim: &Claim<'_>, visit: &mut impl FnMut(FanSet, &Grouping)) {
    let Claim { counts, melds, situation } = *claim;
    let own = claim.own();
    let all: TileMask = Tile::playable().filter(|t| own[t.index()] > 0).collect();
    let suits =
        Suit::NUMBERED.into_iter().filter(|suit| !(all & TileMask::of_suit(*suit)).is_empty()).count();
    let facts = Facts {
        melds,
        flush: suits == 1,
        hook: melds.len() == 3,
        jiang: all & JIANG == all,
        middle: (all & TileMask::TERMINALS).is_empty(),
    };
    let mut common = situation;
    common.add_many(F::Root, own.iter().filter(|n| **n == 4).count() as u8);
    common.add_if(!melds.iter().any(|m| m.kind.is_called()), F::ConcealedHand);
    let _ = for_each_grouping(counts, 0, PairRule::Any, TileMask::EMPTY, &mut |grouping: &Grouping| {
        visit(read(&facts, grouping, common), grouping);
        ControlFlow::Continue(())
    });
}

/// The fans of one reading, added to those all readings have. Combined fans always replace their parts.
/// Clauses: `xuezhan.ruling.16`, `xuezhan.ruling.17`, `xuezhan.ruling.18`.
fn read(facts: &Facts<'_>, grouping: &Grouping, mut fans: FanSet) -> FanSet {
    let triplets = grouping.melds().iter().all(|g| g.kind == GroupKind::Triplet);
    let terminals = facts.melds.iter().all(|m| m.tile.is_terminal())
        && grouping.groups().iter().all(|g| has_terminal(*g));
    if facts.flush && facts.hook {
        fans.add(F::FlushGoldenHook);
        fans.add(F::AllTriplets);
    } else {
        fans.add_if(facts.hook, F::GoldenHook);
        if triplets {
            fans.add(if facts.flush {
                F::FlushTriplets
            } else if facts.jiang {
                F::JiangTriplets
            } else {
                F::AllTriplets
            });
        }
        if facts.flush && terminals {
            fans.add(F::FlushTerminals);
        } else if facts.flush && !triplets {
            fans.add(F::FullFlush);
        } else {
            fans.add_if(terminals, F::Terminals);
        }
    }
    fans.add_if(facts.middle, F::AllMiddle);
    fans
}

/// Whether a set or the pair has a 1 or 9.
/// Clause: `xuezhan.ruling.16`.
fn has_terminal(group: Group) -> bool {
    match group.kind {
        GroupKind::Run => matches!(group.tile.rank(), 1 | 7),
        _ => group.tile.is_terminal(),
    }
}

/// How the amount a single payer pays comes about.
/// Clauses: `xuezhan.score.points`, `xuezhan.fan.basic`, `xuezhan.ruling.7`, `xuezhan.ruling.21`.
pub(super) fn steps(options: &XuezhanOptions, scored: &Scored) -> Steps {
    let mut steps = Steps::start(options.base, &fans::BASE);
    let mut any = false;
    for (fan, count) in scored.fans.in_table_order() {
        steps.push(Op::Fan, fan.value(options) * count as i32, &fan.fan().term);
        any = true;
    }
    if !any {
        steps.push(Op::Fan, 0, &fans::BASIC_WIN);
    }
    if options.fan_cap > 0 {
        steps.push(Op::CapFans, options.fan_cap, &fans::FAN_CAP);
    }
    steps.push(Op::DoublePerFan, 0, &fans::DOUBLING);
    steps
}

/// The same for the dealer as payer of a self-draw.
/// Clauses: `xuezhan.pay.dealer_double`, `xuezhan.ruling.6`.
pub(super) fn dealer_steps(options: &XuezhanOptions, scored: &Scored) -> Steps {
    let mut steps = steps(options, scored);
    steps.push(Op::Times, 2, &fans::DEALER_PAYS);
    steps
}

// ---- at the table ----

/// The fans that belong to the seat however it wins: declared ready, and being the dealer.
/// Clauses: `xuezhan.ruling.6`, `xuezhan.ruling.26`.
pub(super) fn declared_and_dealer(deal: &Deal<Xuezhan>, seat: Seat) -> FanSet {
    let mut fans = FanSet::default();
    fans.add_if(deal.memo.declared.contains(seat), F::DeclaredReady);
    fans.add_if(deal.table.dealer() == seat, F::DealerWin);
    fans
}

/// Scores a win by self-draw in the seat's turn. For the dealer's first turn that is the eleven
/// tiles left after the burial.
/// Clauses: `xuezhan.ruling.12`, `xuezhan.ruling.14`, `xuezhan.ruling.33`, `xuezhan.ruling.36`.
pub(super) fn score_self(deal: &Deal<Xuezhan>, seat: Seat, start: TurnStart) -> Option<Scored> {
    let mut fans = declared_and_dealer(deal, seat);
    let wall_empty = deal.table.wall().left() == 0;
    let drew = matches!(start, TurnStart::Wall | TurnStart::Kong);
    fans.add(F::SelfDraw);
    fans.add_if(start == TurnStart::Dealt, F::Heavenly);
    fans.add_if(start == TurnStart::Kong, F::KongDraw);
    fans.add_if(drew && wall_empty, F::LastTile);
    fans.add_if(start == TurnStart::Wall && is_first_round(deal, seat), F::Earthly);
    let (counts, melds) = (deal.table.hand(seat).counts(), deal.table.melds(seat));
    score(&deal.rules.options, &Claim { counts, melds, situation: fans })
}

/// Scores a win on somebody's discard or robbed kong.
/// Clauses: `xuezhan.ruling.12`, `xuezhan.ruling.13`, `xuezhan.ruling.15`.
pub(super) fn score_on(deal: &Deal<Xuezhan>, seat: Seat, tile: Tile, source: Source) -> Option<Scored> {
    let options = &deal.rules.options;
    let mut fans = declared_and_dealer(deal, seat);
    if source == Source::RobKong {
        fans.add_if(options.rob_kong_fan > 0, F::RobKong);
    } else {
        let wall_empty = deal.table.wall().left() == 0;
        fans.add_if(deal.memo.after_kong, F::KongDiscard);
        fans.add_if(options.last_discard_fan && wall_empty, F::LastTile);
        let first = deal.memo.first_discard && is_first_round(deal, seat);
        fans.add_if(first && !options.earthly_self_draw_only, F::Earthly);
    }
    let mut counts = *deal.table.hand(seat).counts();
    counts[tile.index()] += 1;
    score(options, &Claim { counts: &counts, melds: deal.table.melds(seat), situation: fans })
}

/// 首轮 for a seat: not the dealer, it has not discarded, nobody has ponged or konged, and the wall is not empty.
/// Clause: `xuezhan.ruling.13`.
fn is_first_round(deal: &Deal<Xuezhan>, seat: Seat) -> bool {
    let memo = &deal.memo;
    seat != deal.table.dealer()
        && !memo.melded
        && !memo.discarded.contains(seat)
        && deal.table.wall().left() > 0
}
