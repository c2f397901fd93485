//! How a win of `xuezhan` was read, and the fans that seem to be there and do not count.

use super::{Claim, Scored, for_each_reading};
use crate::reading::{Explained, Laid, NotCounted, anywhere, has_only_kongs};
use crate::xuezhan::fans::{self, F, FanSet};
use sifang_shape::Grouping;
use sifang_table::Source;
use sifang_tiles::Tile;

/// Each combined fan and the parts in whose place it counts.
/// Clauses: `xuezhan.score.points`, `xuezhan.ruling.17`.
const PARTS: [(F, &[F]); 4] = [
    (F::FlushGoldenHook, &[F::FullFlush, F::GoldenHook, F::FlushTriplets]),
    (F::FlushTerminals, &[F::FullFlush, F::Terminals]),
    (F::FlushTriplets, &[F::FullFlush, F::AllTriplets]),
    (F::JiangTriplets, &[F::AllTriplets]),
];

/// What a described win has beside its claim.
pub(in super::super) struct Beside<'a> {
    /// The winning tile.
    pub tile: Tile,
    pub source: Source,
    /// Circumstances that were named.
    pub flags: &'a [F],
    pub buried: &'a [Tile],
}

/// How the win was read. Parts of what counts, and what another reading or another circumstance would have, do not count.
pub(in super::super) fn explain(claim: &Claim<'_>, scored: &Scored, beside: &Beside<'_>) -> Explained {
    let counts = |fan: F| scored.fans.count(fan) > 0;
    let (mut read, mut others): (Option<Grouping>, FanSet) = (None, FanSet::default());
    for_each_reading(claim, &mut |fans, grouping| {
        if fans == scored.fans {
            read = read.or(Some(*grouping));
        }
        for (fan, _) in fans.iter().filter(|(fan, _)| !counts(*fan)) {
            others.add_if(others.count(fan) == 0, fan);
        }
    });
    let mut explained = Explained::default();
    if let Some(grouping) = read {
        let mut laid = Laid::new(claim.melds, Vec::new());
        grouping.groups().iter().for_each(|group| laid.add(group));
        explained.reading = laid.won(Some(beside.tile), anywhere);
    }
    for (whole, parts) in PARTS.iter().filter(|(whole, _)| counts(*whole)) {
        for part in parts.iter().filter(|part| !counts(**part)) {
            explained.not(NotCounted::replaced(part.fan(), whole.fan(), None));
        }
    }
    others.iter().for_each(|(fan, _)| explained.not(NotCounted::new(fan.fan(), &fans::OTHER_READING)));
    explained.not_if(
        has_only_kongs(claim.melds) && !counts(F::ConcealedHand),
        F::ConcealedHand.fan(),
        &fans::OPEN_KONG,
    );
    let own = claim.own();
    let lost = |tile: &Tile| {
        let buried = beside.buried.iter().filter(|one| *one == tile).count() as u8;
        buried > 0 && own[tile.index()] + buried == 4
    };
    explained.not_if(beside.buried.iter().any(lost), F::Root.fan(), &fans::BURIED);
    let named = |flag: F| beside.flags.contains(&flag) && !counts(flag);
    explained.not_if(named(F::LastTile), F::LastTile.fan(), &fans::LAST_DISCARD);
    explained.not_if(named(F::Earthly), F::Earthly.fan(), &fans::EARTHLY_DISCARD);
    let robbed = beside.source == Source::RobKong && !counts(F::RobKong);
    explained.not_if(robbed, F::RobKong.fan(), &fans::NO_ROB_FAN);
    explained
}
