//! How a win of `anhua` was read, what each king stands for, and the fans that seem to be there and do not count.

use super::{Best, Claim, KingClass, Reading, Situation, choose};
use crate::anhua::fans::{self, F};
use crate::anhua::options::AnhuaOptions;
use crate::reading::{Explained, Laid, ReadGroup, anywhere};
use sifang_shape::{PairRule, any_grouping};
use sifang_tiles::{Tile, TileMask};

/// How the win on `tile` was read. What kings spoil, what an option switches off and what only the other reading has, does
/// not count.
pub(in super::super) fn explain(options: &AnhuaOptions, claim: &Claim<'_>, tile: Option<Tile>) -> Explained {
    let mut explained = Explained { wilds: claim.kings.mask().iter().collect(), ..Explained::default() };
    let Ok(Some(best)) = choose(options, claim) else { return explained };
    explained.reading = lay(claim, &best, tile);
    let Claim { hand, melds, kings, situation } = *claim;
    let class = kings.class(hand, None);
    let printed = Reading::natural(hand, None, melds).facts();
    let hard = class != KingClass::None && !best.hard && printed.is_some();
    let single = class == KingClass::Single;
    explained.not_if(
        hard && single && !options.wild_self_hard,
        F::HardHand.fan(),
        &fans::KINGS_AS_THEMSELVES,
    );
    explained.not_if(hard && !single, F::HardHand.fan(), &fans::KINGS_NOT_HARD);
    let other = if best.printed { Reading::wild(hand, None, melds, kings).facts() } else { printed };
    let other = other.filter(|_| class != KingClass::None);
    for (fan, has, counts) in [
        (F::PureSuit, other.is_some_and(|facts| facts.pure), best.facts.pure),
        (F::SevenPairs, other.is_some_and(|facts| facts.pairs), best.facts.pairs),
    ] {
        explained.not_if(has && !counts, fan.fan(), &fans::OTHER_READING);
    }
    let small = situation == Situation::KongDiscard && !options.kong_discard_big;
    explained.not_if(small, F::KongDiscard.fan(), &fans::KONG_TILE_SMALL);
    explained.not_if(situation == Situation::Opening, F::OpeningFourKings.fan(), &fans::REAL_WIN);
    explained
}

/// The groups. As few kings as possible stand for other tiles, and in one suit only for tiles of that suit.
/// Clauses: `anhua.win.standard`, `anhua.win.seven_pairs`, `anhua.ruling.38`.
fn lay(claim: &Claim<'_>, best: &Best, tile: Option<Tile>) -> Vec<ReadGroup> {
    let Claim { hand, melds, kings, .. } = *claim;
    let held = hand.counts();
    let mut others = *held;
    if !best.printed {
        kings.mask().iter().for_each(|king| others[king.index()] = 0);
    }
    let stand_ins = |kept: &[u8; Tile::PLAYABLE]| -> Vec<Tile> {
        let missing = |tile: Tile| (held[tile.index()] - kept[tile.index()]) as usize;
        Tile::playable().flat_map(|tile| std::iter::repeat_n(tile, missing(tile))).collect()
    };
    if best.facts.pairs {
        let mut laid = Laid::new(melds, stand_ins(&others));
        laid.add_pairs(Tile::playable().map(|tile| (tile, others[tile.index()])).filter(|(_, n)| *n > 0));
        return laid.won(tile, anywhere);
    }
    let natural = Tile::playable().find(|tile| others[tile.index()] > 0);
    let natural = natural.or(melds.first().map(|meld| meld.tile));
    let suit = |tile: Tile| TileMask::of_suit(tile.suit());
    let kinds = natural.filter(|_| best.facts.pure).map_or(TileMask::SUITED, suit);
    let mut ways = vec![others];
    for king in kings.mask().iter().filter(|king| !best.printed && kinds.contains(*king)) {
        let more = |way: &[u8; Tile::PLAYABLE], n: u8| {
            let mut way = *way;
            way[king.index()] = n;
            way
        };
        ways = ways.iter().flat_map(|way| (0..=held[king.index()]).map(move |n| more(way, n))).collect();
    }
    ways.sort_by_key(|way| stand_ins(way).len());
    for (way, rule) in ways.iter().flat_map(|way| [(way, PairRule::TwoFiveEight), (way, PairRule::Any)]) {
        let wilds = stand_ins(way);
        // Outside one suit the pair must be of 2, 5 or 8.
        let allowed = best.facts.pure || rule == PairRule::TwoFiveEight;
        if let Some(grouping) = any_grouping(way, wilds.len() as u8, rule, kinds).filter(|_| allowed) {
            let mut laid = Laid::new(melds, wilds);
            grouping.groups().iter().for_each(|group| laid.add(group));
            return laid.won(tile, anywhere);
        }
    }
    Vec::new()
}
