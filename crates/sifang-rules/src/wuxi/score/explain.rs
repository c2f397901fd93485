//! How a win of `wuxi` was read, and the fans that seem to be there and do not count.

use super::{Claim, PATTERN, Scored, Situation, for_each_reading, found, value};
use crate::reading::{Explained, Laid, NotCounted, ReadKind, anywhere, has_only_kongs};
use crate::wuxi::fans::{self, EXCLUDES, F, FanSet, IMPLIES};
use crate::wuxi::options::{SelfDrawFan, WuxiOptions};
use crate::wuxi::shape::{Facts, Sets, is_two_sided};
use sifang_shape::{Group, Grouping};
use sifang_table::{Source, Term};
use sifang_tiles::Tile;

/// The reading that counts.
struct Read {
    grouping: Option<Grouping>,
    shape: F,
    tile: Option<Tile>,
    completed: Option<Group>,
    /// Its fans before any takes another out.
    found: FanSet,
    facts: Facts,
}

/// How the win was read. What another fan contains, what the wait or a circumstance spoils, and what only another reading
/// has, does not count.
pub(in super::super) fn explain(options: &WuxiOptions, claim: &Claim<'_>, scored: &Scored) -> Explained {
    let mut explained = Explained::default();
    if claim.situation == Situation::EightFlowers {
        return explained;
    }
    let (mut read, mut others): (Option<Read>, FanSet) = (None, FanSet::default());
    let counts = |fan: F| scored.fans.count(fan) > 0;
    for_each_reading(options, claim, &mut |facts, reading| {
        let same = Scored { points: scored.points, ..value(options, claim, facts, reading) };
        // Of a dealt win any tile may be the last: the one that was named, if it will do.
        let named = |tile: Option<Tile>| tile.is_none() || tile == claim.tile;
        let better = read.as_ref().is_none_or(|old| !named(old.tile) && named(reading.tile));
        if better && same == *scored {
            let (grouping, found) = (reading.grouping.copied(), found(options, claim, facts, reading));
            let (shape, tile, completed) = (reading.shape, reading.tile, reading.completed);
            read = Some(Read { grouping, shape, tile, completed, found, facts: *facts });
        }
        for (fan, _) in same.fans.iter().filter(|(fan, _)| !counts(*fan)) {
            others.add_if(others.count(fan) == 0 && ![F::SelfDraw, F::ChickenHand].contains(&fan), fan);
        }
    });
    let Some(read) = read else { return explained };
    explained.reading = lay(claim, &read);
    excluded(&read, counts, &mut explained);
    if let Some(why) = spoilt_sequences(claim, &read) {
        explained.not(NotCounted::new(F::AllSequences.fan(), why));
    }
    explained.not_if(
        !counts(F::NineGates) && is_nine_gates_by_tiles(claim),
        F::NineGates.fan(),
        &fans::OTHER_WAIT,
    );
    let honors = read.shape == F::SevenPairs && read.facts.suits == 0;
    explained.not_if(honors, F::AllHonors.fan(), &fans::HONOR_PAIRS);
    explained.not_if(
        has_only_kongs(claim.melds) && !read.found_has(F::ConcealedHand),
        F::ConcealedHand.fan(),
        &fans::OPEN_KONG,
    );
    let drawn = claim.source == Source::SelfDraw && options.self_draw_fan != SelfDrawFan::Always;
    explained.not_if(drawn && !counts(F::SelfDraw), F::SelfDraw.fan(), &fans::SELF_DRAW_ALONE);
    others.iter().for_each(|(fan, _)| explained.not(NotCounted::new(fan.fan(), &fans::OTHER_READING)));
    explained
}

impl Read {
    fn found_has(&self, fan: F) -> bool {
        self.found.count(fan) > 0
    }
}

fn lay(claim: &Claim<'_>, read: &Read) -> Vec<crate::reading::ReadGroup> {
    let mut laid = Laid::new(claim.melds, Vec::new());
    let held = || Tile::playable().filter(|t| claim.counts[t.index()] > 0);
    match (&read.grouping, read.shape) {
        (Some(grouping), _) => grouping.groups().iter().for_each(|group| laid.add(group)),
        (None, F::SevenPairs) => laid.add_pairs(held().map(|tile| (tile, claim.counts[tile.index()]))),
        (None, _) => {
            let tiles = held().flat_map(|t| std::iter::repeat_n(t, claim.counts[t.index()] as usize));
            laid.add_tiles(ReadKind::Orphans, tiles.collect());
        }
    }
    let Some(completed) = read.completed else { return laid.won(claim.tile, anywhere) };
    let stands: Vec<Tile> = completed.tiles().collect();
    laid.won(read.tile, |group, _| group.stands == stands)
}

/// What other fans take out.
/// Clauses: `wuxi.score.excluded`, `wuxi.score.contained`.
fn excluded(read: &Read, counts: impl Fn(F) -> bool, explained: &mut Explained) {
    for (list, clause) in [(EXCLUDES, "wuxi.score.excluded"), (IMPLIES, "wuxi.score.contained")] {
        for (fan, removed) in list {
            if read.found_has(*fan) && read.found_has(*removed) && !counts(*removed) {
                explained.not(NotCounted::replaced(removed.fan(), fan.fan(), Some(clause)));
            }
        }
    }
}

/// Why four sequences and a pair are no 平和.
/// Clauses: `wuxi.score.two_sided`, `wuxi.ruling.24`.
fn spoilt_sequences(claim: &Claim<'_>, read: &Read) -> Option<&'static Term> {
    let sets = Sets::of(read.grouping.as_ref()?, claim.melds);
    if sets.runs.len() != 4 {
        None
    } else if !sets.pair.is_suited() {
        Some(&fans::HONOR_PAIR)
    } else {
        let two_sided = read.tile.zip(read.completed).is_some_and(|(tile, group)| is_two_sided(group, tile));
        (!two_sided).then_some(&fans::NOT_TWO_SIDED)
    }
}

/// Whether the fourteen closed tiles are 1112345678999 and one more of the suit, whatever was won on.
/// Clause: `wuxi.ruling.6`.
fn is_nine_gates_by_tiles(claim: &Claim<'_>) -> bool {
    let covers = |first: usize| (0..9).all(|i| claim.counts[first + i] >= PATTERN[i]);
    claim.melds.is_empty() && [0, 9, 18].into_iter().any(covers)
}
