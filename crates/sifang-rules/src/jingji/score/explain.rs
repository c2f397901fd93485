//! How a win of `jingji` was read, what each gold stands for, and the fans that seem to be there and do not count.

use super::candidates::{Common, OUTSIDE};
use super::reading::{Pair, Reading, for_each_reading, group_of};
use super::{Claim, Method, Scored};
use crate::jingji::fans::{self, F, FanSet};
use crate::jingji::options::JingjiOptions;
use crate::reading::{Explained, Laid, NotCounted, ReadGroup, ReadKind, has_only_kongs};
use sifang_shape::{Group, GroupKind, PairRule, is_win, keys_of};
use sifang_table::MeldKind;
use sifang_tiles::Tile;
use std::ops::ControlFlow;

/// How the win was read. What a gold stands in for, what was called, what is worth less, and what only another reading has,
/// does not count.
pub(in super::super) fn explain(options: &JingjiOptions, claim: &Claim<'_>, scored: &Scored) -> Explained {
    let mut explained = Explained { wilds: vec![claim.gold], ..Explained::default() };
    let common = Common::of(options, claim);
    let Some(keys) = keys_of(claim.counts) else { return explained };
    let gold = claim.gold;
    let wanted = |read: &Reading| match scored.fixed {
        Some(F::GoldenDragon) => read.triplets >> gold.index() & 1 == 1,
        Some(F::GoldenPair) => read.pair == Pair::Natural(gold),
        _ => true,
    };
    let Some((formula, reading, placed)) = common.best_reading(keys, wanted) else { return explained };
    let groups: Vec<Group> = placed.iter().map(|placed| group_of(*placed, gold)).collect();
    explained.reading = lay(claim, &groups, formula.fans);
    if let Some(fixed) = scored.fixed {
        for (fan, _) in formula.fans.iter() {
            explained.not(NotCounted::replaced(fan.fan(), fixed.fan(), Some("jingji.score.choice")));
        }
        return explained;
    }
    if scored.method == Method::Penalty {
        return explained;
    }
    let counts = |fan: F| scored.fans.count(fan) > 0;
    let others = keys.without(gold, common.golds);
    let complete = is_win(others, common.golds, PairRule::Any);
    if let Some(fixed) = common.fixed(others, complete) {
        explained.not(NotCounted::new(fixed.fan(), &fans::FORMULA_PAYS_MORE));
    }
    stand_ins(&common, &reading, &groups, counts, &mut explained);
    melds(claim, &reading, counts, &mut explained);
    let free = JingjiOptions { you_jin_self_draw_only: false, ..*options };
    let by_draw = Common::of(&free, claim).value(&reading);
    for fan in [F::SingleYou, F::DoubleYou] {
        let only_drawn = by_draw.fans.count(fan) > 0 && !counts(fan);
        explained.not_if(only_drawn, fan.fan(), &fans::YOU_JIN_DRAWN);
    }
    let simple = |tile: Tile| OUTSIDE >> tile.index() & 1 == 0;
    let stand_simple = groups.iter().flat_map(Group::tiles).all(simple)
        && claim.melds.iter().flat_map(|meld| meld.tiles()).all(simple);
    let printed = common.golds > 0 && !simple(gold) && stand_simple;
    explained.not_if(printed && !counts(F::AllSimples), F::AllSimples.fan(), &fans::GOLD_FACE);
    if common.golds == 0 {
        other_readings(&common, claim, counts, &mut explained);
    }
    explained
}

fn lay(claim: &Claim<'_>, groups: &[Group], counted: FanSet) -> Vec<ReadGroup> {
    let stand_ins: u32 = groups.iter().map(|group| group.wilds.count_ones()).sum();
    let mut laid = Laid::new(claim.melds, vec![claim.gold; stand_ins as usize]);
    let (pairs, sets): (Vec<&Group>, Vec<&Group>) =
        groups.iter().partition(|group| group.kind == GroupKind::Pair);
    sets.into_iter().chain(pairs).for_each(|group| laid.add(group));
    // The winning tile lies in the group that its yaku speaks of.
    let asked = if counted.count(F::DoubleYou) > 0 {
        Some(ReadKind::Triplet)
    } else if counted.count(F::GoldMiddle) > 0 {
        Some(ReadKind::Run)
    } else if counted.count(F::SingleYou) > 0 {
        Some(ReadKind::Pair)
    } else {
        None
    };
    laid.won(claim.tile, |group, i| match asked {
        Some(ReadKind::Run) => group.kind == ReadKind::Run && i == 1 && group.tiles == group.stands,
        Some(kind) => group.kind == kind,
        None => group.stands[i] == group.tiles[i],
    })
}

/// What the hand would have if its golds were the tiles that they stand for.
/// Clauses: `jingji.win.golds`, `jingji.ruling.8`, `jingji.ruling.13`.
fn stand_ins(
    common: &Common<'_>,
    reading: &Reading,
    groups: &[Group],
    counts: impl Fn(F) -> bool,
    explained: &mut Explained,
) {
    let mut natural = Reading { natural: true, triplets: 0, ..*reading };
    natural.runs.clear();
    for group in groups {
        match group.kind {
            GroupKind::Run => natural.runs.push(group.tile.index() as u8),
            GroupKind::Triplet => natural.triplets |= 1 << group.tile.index(),
            GroupKind::Pair => natural.pair = Pair::Natural(group.tile),
        }
    }
    natural.runs.sort_unstable();
    for (fan, _) in common.value(&natural).fans.iter().filter(|(fan, _)| !counts(*fan)) {
        if ![F::GoldMiddle, F::SingleYou, F::DoubleYou].contains(&fan) {
            explained.not(NotCounted::new(fan.fan(), &fans::STAND_IN));
        }
    }
}

/// What calls spoil.
/// Clauses: `jingji.ruling.12`, `jingji.fan.concealed_hand`.
fn melds(claim: &Claim<'_>, reading: &Reading, counts: impl Fn(F) -> bool, explained: &mut Explained) {
    let called = || claim.melds.iter().filter(|meld| meld.kind == MeldKind::Chow);
    let same = |tile: Tile| reading.runs.contains(&(tile.index() as u8));
    let twice = called().any(|a| same(a.tile) || called().filter(|b| b.tile == a.tile).count() > 1);
    explained.not_if(twice && !counts(F::TwinChow), F::TwinChow.fan(), &fans::CALLED_CHOW);
    explained.not_if(
        has_only_kongs(claim.melds) && !counts(F::ConcealedHand),
        F::ConcealedHand.fan(),
        &fans::OPEN_KONG,
    );
}

/// What only other readings of natural tiles have.
/// Clause: `jingji.score.choice`.
fn other_readings(
    common: &Common<'_>,
    claim: &Claim<'_>,
    counts: impl Fn(F) -> bool,
    explained: &mut Explained,
) {
    let (Some(keys), Some(won)) = (keys_of(claim.counts), claim.tile) else { return };
    let _ = for_each_reading(claim.counts, keys, claim.gold, won, &mut |read, _| {
        for (fan, _) in common.value(read).fans.iter().filter(|(fan, _)| !counts(*fan)) {
            explained.not(NotCounted::new(fan.fan(), &fans::OTHER_READING));
        }
        ControlFlow::Continue(())
    });
}
