//! How a win of `hongzhong` was read, what each wild stands for, and the fans that seem to be there and do not count.

use super::reading::{Groups, Reader, Stands, naturals};
use super::{Claim, Scored, Situation, circumstances, for_each_pairing, needs_form, special_fan};
use crate::hongzhong::fans::{self, F};
use crate::hongzhong::options::{HongzhongOptions, OneFanDiscard, TerminalTriplets};
use crate::hongzhong::shape::{ORDINARY, WILD};
use crate::reading::{Explained, Laid, NotCounted, ReadGroup, ReadKind};
use sifang_shape::{Group, GroupKind};
use sifang_table::{Declaration, Meld, Source};
use sifang_tiles::Tile;

/// Kinds of 筒 and 条 begin here among all tiles.
const FIRST: usize = 9;

/// How a win with sets and a pair was read.
pub(in super::super) fn explain(options: &HongzhongOptions, claim: &Claim<'_>) -> Explained {
    let mut explained = Explained { wilds: vec![WILD], ..Explained::default() };
    let Some((best, groups, all)) = Reader::new(options, claim).read() else { return explained };
    explained.reading = lay(claim, &groups);
    let common = circumstances(claim.source, claim.situation, claim.declared, claim.melds);
    if replaced_by_special(claim.situation, best.plus(common), &mut explained) {
        return explained;
    }
    let counts = |fan: F| best.fans.count(fan) > 0;
    sets_not_counted(options, claim, &groups, counts, &mut explained);
    roots_not_counted(options, claim, &groups, &mut explained);
    if needs_form(options, claim.source, claim.situation) {
        let free = HongzhongOptions { one_fan_discard: OneFanDiscard::TwoFan, ..*options };
        let barred = Reader::new(&free, claim).best().unwrap_or_default();
        for (fan, _) in barred.fans.iter().filter(|(fan, _)| !counts(*fan)) {
            explained.not(NotCounted::new(fan.fan(), &fans::NO_FORM));
        }
    }
    if claim.counts[WILD.index()] == 0 {
        for (fan, _) in all.iter().filter(|(fan, _)| !counts(*fan)) {
            explained.not(NotCounted::new(fan.fan(), &fans::OTHER_READING));
        }
    }
    explained
}

/// How ten tiles won by asking with `asked` were read.
pub(in super::super) fn explain_pairs(
    options: &HongzhongOptions,
    ten: &[u8; Tile::PLAYABLE],
    declared: Option<Declaration>,
    situation: Situation,
    asked: Tile,
) -> Explained {
    let mut best: Option<(Scored, Stands)> = None;
    for_each_pairing(options, ten, &mut |fans, stands| {
        if best.as_ref().is_none_or(|(most, _)| fans > *most) {
            best = Some((fans, *stands));
        }
    });
    let mut explained = Explained { wilds: vec![WILD], ..Explained::default() };
    let Some((best, stands)) = best else { return explained };
    let wilds = vec![WILD; ten[WILD.index()] as usize];
    let mut laid = Laid::new(&[], wilds);
    let mut pair = |tile: Tile, wilds: u8| laid.add(&Group { kind: GroupKind::Pair, tile, wilds });
    let held = || ORDINARY.iter().map(|tile| (tile, ten[tile.index()])).filter(|(_, n)| *n > 0);
    let mut odd = 0;
    for (tile, n) in held() {
        (0..n / 2).for_each(|_| pair(tile, 0));
        if n % 2 == 1 {
            odd += 1;
            pair(tile, 0b10);
        }
    }
    for two in stands.as_slice()[odd..].chunks_exact(2) {
        pair(Tile::at(FIRST + two[0] as usize), 0b11);
    }
    laid.add_tiles(ReadKind::Single, vec![asked]);
    explained.reading = laid.won(Some(asked), |group, _| group.kind == ReadKind::Single);
    let common = circumstances(Source::SelfDraw, situation, declared, &[]);
    replaced_by_special(situation, best.plus(common), &mut explained);
    explained
}

fn lay(claim: &Claim<'_>, groups: &Groups) -> Vec<ReadGroup> {
    let mut laid = Laid::new(claim.melds, vec![WILD; claim.counts[WILD.index()] as usize]);
    groups.iter().for_each(|group| laid.add(group));
    // A 5 that was won on counts as the middle of 456 where it can.
    laid.won(Some(claim.tile), |group, i| {
        group.kind == ReadKind::Run && i == 1 && group.stands[1].rank() == 5
    })
}

/// 天胡 and 地胡 stand alone.
/// Clause: `hongzhong.ruling.22`.
fn replaced_by_special(situation: Situation, otherwise: Scored, explained: &mut Explained) -> bool {
    let Some(special) = situation.special else { return false };
    let alone = special_fan(special);
    for (by, _) in alone.fans.iter() {
        for (fan, _) in otherwise.fans.iter() {
            explained.not(NotCounted::replaced(fan.fan(), by.fan(), Some("hongzhong.ruling.22")));
        }
    }
    true
}

/// Triplets that another fan contains, terminals that the option makes triplets, and 456 that the winning tile does not complete.
/// Clauses: `hongzhong.ruling.18`, `hongzhong.ruling.20`, `hongzhong.ruling.35`.
fn sets_not_counted(
    options: &HongzhongOptions,
    claim: &Claim<'_>,
    groups: &Groups,
    counts: impl Fn(F) -> bool,
    explained: &mut Explained,
) {
    let triplets = groups.iter().all(|group| group.kind != GroupKind::Run);
    for (by, clause) in [(F::JiangTriplets, "hongzhong.ruling.20"), (F::OutsideHand, "hongzhong.ruling.18")] {
        if triplets && counts(by) {
            explained.not(NotCounted::replaced(F::AllTriplets.fan(), by.fan(), Some(clause)));
        }
    }
    let ends = |tile: Tile| tile.is_terminal();
    let outside =
        groups.iter().all(|group| group.tiles().any(ends)) && claim.melds.iter().all(|meld| ends(meld.tile));
    let only_triplets = options.terminal_triplets == TerminalTriplets::Triplets;
    explained.not_if(triplets && outside && only_triplets, F::OutsideHand.fan(), &fans::ONLY_TRIPLETS);
    let is_456 = |group: &&Group| group.kind == GroupKind::Run && group.tile.rank() == 4;
    let runs = groups.iter().filter(is_456).count();
    let others = claim.source != Source::SelfDraw && runs > 0;
    explained.not_if(others && !counts(F::Ka456), F::Ka456.fan(), &fans::NOT_THE_FIVE);
}

/// Four of a kind that are no root: by option, or because wilds make five of them.
/// Clauses: `hongzhong.ruling.13`, `hongzhong.ruling.14`.
fn roots_not_counted(
    options: &HongzhongOptions,
    claim: &Claim<'_>,
    groups: &Groups,
    explained: &mut Explained,
) {
    let natural = naturals(claim.counts);
    let melded = |tile: Tile| claim.melds.iter().map(|meld| meld.count(tile)).sum::<u8>();
    let konged = |tile: Tile| claim.melds.iter().any(|m: &Meld| m.kind.is_kong() && m.tile == tile);
    let once = claim.declared == Some(Declaration::Ready) && !options.declared_kong_also_root;
    for tile in ORDINARY.iter() {
        let own = natural[tile.index() - FIRST] + melded(tile);
        let stands = groups.iter().flat_map(|group| {
            group.tiles().enumerate().filter(|(i, _)| group.wilds >> i & 1 == 1).map(|(_, tile)| tile)
        });
        let wild = stands.filter(|stood| *stood == tile).count() as u8;
        explained.not_if(own == 4 && once && konged(tile), F::Root.fan(), &fans::KONG_ONCE);
        let by_wilds = own < 4 && wild > 0;
        explained.not_if(
            by_wilds && own + wild == 4 && !options.wild_makes_root,
            F::Root.fan(),
            &fans::WILD_ROOT,
        );
        explained.not_if(by_wilds && own + wild > 4, F::Root.fan(), &fans::FIVE_COPIES);
    }
}
