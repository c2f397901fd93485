//! What a winning hand of `hongzhong` is worth: the best of all readings of its tiles, wilds included.

mod reading;
mod waits;

pub(super) use waits::Waiting;
pub use waits::{Wait, Waits};

use super::fans::{F, Fans};
use super::options::HongzhongOptions;
use super::shape::WILD;
use reading::{KINDS, Reader, Stands, color_fans, naturals, roots};
use sifang_table::{Declaration, Meld, Source};
use sifang_tiles::Tile;

/// 天胡 and 地胡, which replace everything else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Special {
    Heavenly,
    Earthly,
}

/// What a win has beyond its tiles and its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Situation {
    pub special: Option<Special>,
    /// The tile was drawn for a kong, or thrown in a turn with such a draw.
    pub kong: bool,
    /// The tile is the last one, or thrown by who drew the last one.
    pub last: bool,
}

/// A hand that claims to win with sets and a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim<'a> {
    /// Closed tiles, the winning tile included.
    pub counts: &'a [u8; Tile::PLAYABLE],
    pub melds: &'a [Meld],
    /// The winning tile; looked at only if somebody else's.
    pub tile: Tile,
    pub source: Source,
    pub declared: Option<Declaration>,
    pub situation: Situation,
}

/// The fans that do not depend on how the tiles are read.
pub(super) fn circumstances(
    source: Source,
    situation: Situation,
    declared: Option<Declaration>,
    melds: &[Meld],
) -> Fans {
    let mut fans = Fans::default();
    let self_draw = source == Source::SelfDraw;
    fans.add_if(declared.is_some(), F::Declared);
    if declared == Some(Declaration::Ready) {
        fans.add(F::DeclaredKong, kongs(melds).min(3));
    }
    fans.add_if(self_draw && situation.kong, F::KongDraw);
    fans.add_if(source == Source::Discard && situation.kong, F::KongDiscard);
    fans.add_if(self_draw && situation.last, F::LastDraw);
    fans.add_if(source == Source::Discard && situation.last, F::LastDiscard);
    fans.add_if(source == Source::RobKong, F::RobKong);
    fans
}

/// Number of kongs among the melds.
pub(super) fn kongs(melds: &[Meld]) -> u8 {
    melds.iter().filter(|m| m.kind.is_kong()).count() as u8
}

fn special_fan(special: Special) -> Fans {
    let mut fans = Fans::default();
    let fan = match special {
        Special::Heavenly => F::Heavenly,
        Special::Earthly => F::Earthly,
    };
    fans.add(fan, 1);
    fans
}

/// The fans of the best reading as sets and a pair; none if there is no such reading.
pub(super) fn standard(options: &HongzhongOptions, claim: &Claim<'_>) -> Option<Fans> {
    let best = Reader::new(options, claim).best()?;
    let common = circumstances(claim.source, claim.situation, claim.declared, claim.melds);
    Some(claim.situation.special.map_or_else(|| best.plus(common), special_fan))
}

/// Whether the best reading has at least so many fan, circumstances included. Quicker than [`standard`]: most hands that are
/// asked about can be seen to reach it, or not to, early.
pub(super) fn reaches(options: &HongzhongOptions, claim: &Claim<'_>, fan: i32) -> bool {
    if claim.situation.special.is_some() {
        return standard(options, claim).is_some_and(|fans| fans.raw >= fan);
    }
    let common = circumstances(claim.source, claim.situation, claim.declared, claim.melds);
    Reader::new(options, claim).reaches(fan - common.raw)
}

/// The fans of ten tiles as five pairs won by asking; none if they are not five pairs.
pub(super) fn five_pairs(
    options: &HongzhongOptions,
    ten: &[u8; Tile::PLAYABLE],
    declared: Option<Declaration>,
    situation: Situation,
) -> Option<Fans> {
    let natural = naturals(ten);
    let mut stands = Stands::default();
    let wilds = ten[WILD.index()];
    let mut kinds = 0;
    for (kind, &n) in natural.iter().enumerate() {
        kinds |= u32::from(n > 0) << kind;
        if n % 2 == 1 {
            if stands.len == wilds {
                return None;
            }
            stands.push(kind);
        }
    }
    let sum: u8 = natural.iter().sum();
    if sum + wilds != 10 {
        return None;
    }
    // What is left of the wilds makes pairs of any kinds.
    let mut best = Fans::default();
    let mut consider = |kinds: u32, stands: &Stands| {
        let mut fans = Fans::default();
        fans.add(F::BaseWin, 1);
        fans.add(F::FivePairs, 1);
        color_fans(kinds, &mut fans);
        fans.add(F::Root, roots(options, &natural, 0, stands));
        best = best.max(fans);
    };
    match (wilds - stands.len) / 2 {
        0 => consider(kinds, &stands),
        1 => (0..KINDS).for_each(|a| consider(kinds | 1 << a, &stands.with_pair(a))),
        _ => (0..KINDS).for_each(|a| {
            (a..KINDS).for_each(|b| {
                consider(kinds | 1 << a | 1 << b, &stands.with_pair(a).with_pair(b));
            });
        }),
    }
    let common = circumstances(Source::SelfDraw, situation, declared, &[]);
    Some(situation.special.map_or_else(|| best.plus(common), special_fan))
}
