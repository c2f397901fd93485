//! What a winning hand of `wuxi` is worth: the best reading, its fans and flowers, and the steps that explain the amount.

mod explain;

pub(super) use explain::explain;

use super::fans::{self, EXCLUDES, F, FanSet, IMPLIES};
use super::options::{BaseFlower, HonorTripletByDiscard, SelfDrawFan, WuxiOptions};
use super::shape::{self, Facts};
use super::{Phase, TurnStart, Wuxi};
use sifang_shape::{Group, GroupKind, Grouping, PairRule, for_each_grouping};
use sifang_table::procedures::flowers;
use sifang_table::{Deal, Meld, MeldKind, Op, Source, Steps, Term};
use sifang_tiles::{Seat, Tile, TileMask};
use std::ops::ControlFlow;
use tinyvec::ArrayVec;

/// The one circumstance a win can have beyond its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Situation {
    #[default]
    Plain,
    Heavenly,
    Earthly,
    KongDraw,
    EightFlowers,
}

/// A hand that claims to win.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim<'a> {
    /// Closed tiles, the winning tile included.
    pub counts: &'a [u8; Tile::PLAYABLE],
    pub melds: &'a [Meld],
    /// The winning tile; none for eight flowers.
    pub tile: Option<Tile>,
    pub source: Source,
    pub situation: Situation,
    /// Flowers shown.
    pub flowers: u8,
}

type FlowerList = ArrayVec<[(u8, u8); 16]>;

/// The value of a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Scored {
    /// Counted fans.
    pub fans: FanSet,
    /// Sum of fan values.
    pub total: i32,
    /// Flowers after the base rule.
    pub flowers: i32,
    /// What the flowers come from: place in `FLOWER_TERMS`, number.
    items: FlowerList,
    /// Points one payer pays.
    pub points: i32,
}

/// What flowers come from, in the places that `count_flowers` counts by.
const FLOWER_TERMS: [&Term; 9] = [
    &fans::SHOWN_FLOWERS,
    &fans::HONOR_PUNG,
    &fans::HONOR_TRIPLET,
    &fans::HONOR_TRIPLET_WON,
    &fans::HONOR_KONG,
    &fans::HONOR_KONG_CONCEALED,
    &fans::SUIT_KONG,
    &fans::SUIT_KONG_CONCEALED,
    &fans::BASE_FLOWER,
];

/// Why a hand does not win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoWin {
    Shape,
    MinFan { total: i32 },
}

/// One way to see the hand.
struct Reading<'a> {
    /// None: seven pairs or thirteen orphans.
    grouping: Option<&'a Grouping>,
    shape: F,
    /// The winning tile of this reading, and the closed group it completed.
    tile: Option<Tile>,
    completed: Option<Group>,
}

/// Scores the claim with its best reading.
/// Clauses: `wuxi.win.eight`, `wuxi.score.points`, `wuxi.ruling.12`.
pub(super) fn score(options: &WuxiOptions, claim: &Claim<'_>) -> Result<Scored, NoWin> {
    if claim.situation == Situation::EightFlowers {
        let mut scored = Scored::default();
        scored.fans.add(F::EightImmortals);
        scored.total = F::EightImmortals.fan().value;
        count_flowers(options, claim, None, None, &mut scored);
        return finish(options, scored);
    }
    let mut best: Option<Scored> = None;
    for_each_reading(options, claim, &mut |facts, reading| {
        let candidate = value(options, claim, facts, reading);
        if best.as_ref().is_none_or(|b| is_better(&candidate, b)) {
            best = Some(candidate);
        }
    });
    finish(options, best.ok_or(NoWin::Shape)?)
}

/// Shows `visit` every reading of the hand, with what all of them have in common.
/// Clause: `wuxi.ruling.14`.
fn for_each_reading(options: &WuxiOptions, claim: &Claim<'_>, visit: &mut impl FnMut(&Facts, &Reading<'_>)) {
    let facts = Facts::of(claim.counts, claim.melds);
    // With a dealt win there is no particular last tile: each may be it.
    let mut tiles: TileMask = claim.tile.into_iter().collect();
    if claim.situation == Situation::Heavenly {
        tiles = Tile::playable().filter(|t| claim.counts[t.index()] > 0).collect();
    }
    let _ = for_each_grouping(claim.counts, 0, PairRule::Any, TileMask::EMPTY, &mut |grouping: &Grouping| {
        for tile in tiles.iter() {
            for group in grouping.groups().iter().filter(|g| g.contains(tile)) {
                let (tile, completed) = (Some(tile), Some(*group));
                let reading = Reading { grouping: Some(grouping), shape: F::ChickenHand, tile, completed };
                visit(&facts, &reading);
            }
        }
        ControlFlow::Continue(())
    });
    if claim.melds.is_empty() {
        let special = |shape| Reading { grouping: None, shape, tile: None, completed: None };
        if shape::is_seven_pairs(options, claim.counts) {
            visit(&facts, &special(F::SevenPairs));
        }
        if shape::is_orphans(claim.counts) {
            visit(&facts, &special(F::ThirteenOrphans));
        }
    }
}

/// The points of a hand that has the least fan asked for; a chicken hand counts as none.
/// Clauses: `wuxi.option.min_fan`, `wuxi.ruling.3`.
fn finish(options: &WuxiOptions, mut scored: Scored) -> Result<Scored, NoWin> {
    let chicken = scored.fans.count(F::ChickenHand) > 0;
    let counted = if chicken { 0 } else { scored.total };
    if counted < options.min_fan {
        return Err(NoWin::MinFan { total: counted });
    }
    scored.points = steps(options, &scored).points();
    Ok(scored)
}

/// Higher flowers × total; then higher total; then no filler; then the smaller list of ids.
/// Clause: `wuxi.score.points`.
fn is_better(a: &Scored, b: &Scored) -> bool {
    let filler = |s: &Scored| [F::ChickenHand, F::SelfDraw].map(one).contains(&s.fans);
    let ids = |s: &Scored| {
        let list = s.fans.iter().flat_map(|(f, n)| std::iter::repeat_n(f.id(), n as usize));
        list.collect::<ArrayVec<[&'static str; 24]>>()
    };
    let key = |s: &Scored| (s.flowers * s.total, s.total, !filler(s));
    key(a).cmp(&key(b)).then_with(|| ids(b).cmp(&ids(a))).is_gt()
}

/// Fans and flowers of one reading.
/// Clauses: `wuxi.ruling.1`, `wuxi.ruling.3`.
fn value(options: &WuxiOptions, claim: &Claim<'_>, facts: &Facts, reading: &Reading<'_>) -> Scored {
    let mut found = found(options, claim, facts, reading);
    exclude(options, &mut found);
    if found.is_empty() {
        found.add(if claim.source == Source::SelfDraw { F::SelfDraw } else { F::ChickenHand });
    }
    let total = found.iter().map(|(fan, n)| fan.fan().value * n as i32).sum();
    let mut scored = Scored { fans: found, total, ..Scored::default() };
    count_flowers(options, claim, reading.grouping, reading.tile, &mut scored);
    scored
}

/// Every fan of one reading, before any takes another out.
/// Clauses: `wuxi.ruling.9`, `wuxi.ruling.10`, `wuxi.ruling.24`.
fn found(options: &WuxiOptions, claim: &Claim<'_>, facts: &Facts, reading: &Reading<'_>) -> FanSet {
    let mut found = FanSet::default();
    situation_fans(options, claim, &mut found);
    colour_fans(facts, &mut found);
    found.add_if(!claim.melds.iter().any(|m| m.kind.is_called()), F::ConcealedHand);
    match reading.grouping {
        None => found.add(reading.shape),
        Some(grouping) => {
            let sets = shape::Sets::of(grouping, claim.melds);
            set_fans(&sets, facts, &mut found);
            found.add_if(nine_gates(options, claim, reading.tile), F::NineGates);
            let paired = reading.completed.is_some_and(|g| g.kind == GroupKind::Pair);
            found.add_if(claim.melds.len() == 4 && paired, F::BigCrane);
            let two_sided =
                reading.tile.zip(reading.completed).is_some_and(|(t, g)| shape::is_two_sided(g, t));
            found.add_if(sets.runs.len() == 4 && sets.pair.is_suited() && two_sided, F::AllSequences);
        }
    }
    found
}

/// A fan alone.
fn one(fan: F) -> FanSet {
    let mut fans = FanSet::default();
    fans.add(fan);
    fans
}

/// Takes out what other fans remove.
/// Clauses: `wuxi.score.excluded`, `wuxi.score.contained`, `wuxi.option.literal_stacking`,
/// `wuxi.ruling.5`.
fn exclude(options: &WuxiOptions, found: &mut FanSet) {
    let implied = if options.literal_stacking { &[][..] } else { IMPLIES };
    for (fan, removed) in EXCLUDES.iter().chain(implied) {
        if found.count(*fan) > 0 {
            found.remove(*removed);
        }
    }
}

/// Fans that come from how the win happened.
/// Clause: `wuxi.ruling.1`.
fn situation_fans(options: &WuxiOptions, claim: &Claim<'_>, found: &mut FanSet) {
    match claim.situation {
        Situation::Heavenly => found.add(F::HeavenlyHand),
        Situation::Earthly => found.add(F::EarthlyHand),
        Situation::KongDraw => found.add(F::WinOnKongDraw),
        Situation::Plain | Situation::EightFlowers => {}
    }
    let always = options.self_draw_fan == SelfDrawFan::Always;
    found.add_if(always && claim.source == Source::SelfDraw, F::SelfDraw);
}

/// Fans that look only at which tiles there are.
/// Clause: `wuxi.ruling.9`.
fn colour_fans(facts: &Facts, found: &mut FanSet) {
    found.add_if(facts.is_all_green(), F::AllGreen);
    found.add_if(facts.suits == 1 && !facts.has_honors, F::FullFlush);
    found.add_if(facts.suits == 1 && facts.has_honors, F::HalfFlush);
    found.add_if(!facts.has_honors && !facts.has_terminals, F::AllSimples);
}

/// Fans of the standard shape that look at its sets; seven pairs have none of them.
/// Clause: `wuxi.ruling.9`.
fn set_fans(sets: &shape::Sets, facts: &Facts, found: &mut FanSet) {
    let triplets_in =
        |from: u8, n: u8| (from..from + n).filter(|z| sets.has_triplet(Tile::honor(*z))).count();
    let (winds, dragons) = (triplets_in(1, 4), triplets_in(5, 3));
    found.add_if(dragons == 3, F::BigThreeDragons);
    found.add_if(dragons == 2 && sets.pair.is_dragon(), F::SmallThreeDragons);
    found.add_if(winds == 4, F::BigFourWinds);
    found.add_if(winds == 3 && sets.pair.is_wind(), F::SmallFourWinds);
    found.add_if(facts.suits == 0, F::AllHonors);
    found.add_if(sets.runs.is_empty(), F::AllTriplets);
    found.add_if(sets.three_suits(|t| sets.has_triplet(t)), F::ThreeColorTriplets);
    found.add_if(sets.three_suits(|t| sets.has_run(t)), F::ThreeColorSequences);
    found.add_if(sets.has_straight(), F::PureStraight);
    found.add_many(F::TwinSequences, sets.twins());
}

/// 1112345678999 of a suit.
const PATTERN: [u8; 9] = [3, 1, 1, 1, 1, 1, 1, 1, 3];

/// 九莲宝灯: the closed tiles before the winning tile are 1112345678999 of one suit (or, by option, the fourteen contain it).
/// Clause: `wuxi.ruling.6`.
fn nine_gates(options: &WuxiOptions, claim: &Claim<'_>, tile: Option<Tile>) -> bool {
    let Some(tile) = tile.filter(|t| claim.melds.is_empty() && t.is_suited()) else { return false };
    let first = tile.suit().start() as usize;
    (0..9).all(|i| {
        let have = claim.counts[first + i];
        let before = have - (tile.index() == first + i) as u8;
        if options.nine_gates_any_wait { have >= PATTERN[i] } else { before == PATTERN[i] }
    })
}

/// 花数: shown flowers, honour sets, kongs; then the base flower.
/// Clauses: `wuxi.flowers.shown`, `wuxi.flowers.honor_pung`, `wuxi.flowers.honor_triplet`,
/// `wuxi.flowers.honor_triplet_won`, `wuxi.flowers.honor_kong`,
/// `wuxi.flowers.honor_kong_concealed`, `wuxi.flowers.suit_kong`,
/// `wuxi.flowers.suit_kong_concealed`, `wuxi.flowers.base`, `wuxi.ruling.2`, `wuxi.ruling.4`,
/// `wuxi.ruling.23`.
fn count_flowers(
    options: &WuxiOptions,
    claim: &Claim<'_>,
    grouping: Option<&Grouping>,
    tile: Option<Tile>,
    scored: &mut Scored,
) {
    let mut counted = [0u8; FLOWER_TERMS.len()];
    counted[0] = claim.flowers;
    for meld in claim.melds {
        let (place, n) = match (meld.tile.is_honor(), meld.kind) {
            (true, MeldKind::Pung) => (1, 1),
            (true, MeldKind::KongDirect | MeldKind::KongAdded) => (4, 3),
            (true, MeldKind::KongConcealed) => (5, 4),
            (false, MeldKind::KongDirect | MeldKind::KongAdded) => (6, 1),
            (false, MeldKind::KongConcealed) => (7, 2),
            _ => continue,
        };
        counted[place] += n;
    }
    if claim.situation == Situation::EightFlowers {
        let honors = Tile::playable().filter(|t| t.is_honor() && claim.counts[t.index()] >= 3);
        counted[2] += 2 * honors.count() as u8;
    }
    let exposed = options.honor_triplet_by_discard == HonorTripletByDiscard::Exposed;
    for group in grouping.map_or(&[][..], |g| g.melds()) {
        if group.kind == GroupKind::Triplet && group.tile.is_honor() {
            let won = claim.source != Source::SelfDraw && tile == Some(group.tile);
            let (place, n) = if won && exposed { (3, 1) } else { (2, 2) };
            counted[place] += n;
        }
    }
    let sum: u8 = counted.iter().sum();
    counted[8] = match options.base_flower {
        BaseFlower::OnlyWhenNone => (sum == 0) as u8,
        BaseFlower::Always => 1,
    };
    scored.flowers = (sum + counted[8]) as i32;
    scored.items =
        (0..counted.len() as u8).map(|i| (i, counted[i as usize])).filter(|(_, n)| *n > 0).collect();
}

/// How the amount one payer pays comes about: flowers × fans × base.
/// Clause: `wuxi.score.points`.
pub(super) fn steps(options: &WuxiOptions, scored: &Scored) -> Steps {
    let mut steps = Steps::new();
    for (i, (place, n)) in scored.items.into_iter().enumerate() {
        steps.push(if i == 0 { Op::Start } else { Op::Plus }, n as i32, FLOWER_TERMS[place as usize]);
    }
    for (fan, count) in scored.fans.iter() {
        steps.push(Op::Fan, fan.fan().value * count as i32, &fan.fan().term);
    }
    steps.push(Op::TimesFans, 0, &fans::FAN_TOTAL);
    steps.push(Op::Times, options.base, &fans::BASE);
    steps
}

/// The circumstance of a self-draw in the present turn.
/// Clauses: `wuxi.ruling.11`, `wuxi.ruling.14`.
pub(super) fn situation(deal: &Deal<Wuxi>, seat: Seat) -> Situation {
    match deal.phase() {
        Some(Phase::Turn(_, TurnStart::Dealt)) => Situation::Heavenly,
        Some(Phase::Turn(_, TurnStart::Kong)) => Situation::KongDraw,
        _ if deal.memo.first_draw && seat != deal.table.dealer() && deal.table.melds(seat).is_empty() => {
            Situation::Earthly
        }
        _ => Situation::Plain,
    }
}

/// Scores a seat's hand at the table, with the claimed tile if there is one.
pub(super) fn score_of(
    deal: &Deal<Wuxi>,
    seat: Seat,
    claimed: Option<Tile>,
    source: Source,
    situation: Situation,
) -> Result<Scored, NoWin> {
    let mut counts = *deal.table.hand(seat).counts();
    if let Some(tile) = claimed {
        counts[tile.index()] += 1;
    }
    let claim = Claim {
        counts: &counts,
        melds: deal.table.melds(seat),
        tile: claimed.or(deal.table.drawn(seat)),
        source,
        situation,
        flowers: flowers::shown(&deal.table, seat),
    };
    score(&deal.rules.options, &claim)
}

/// Flowers that a laid-down meld is worth.
/// Clauses: `wuxi.flowers.honor_pung`, `wuxi.flowers.honor_kong`,
/// `wuxi.flowers.honor_kong_concealed`, `wuxi.flowers.suit_kong`,
/// `wuxi.flowers.suit_kong_concealed`, `wuxi.ruling.23`.
pub(super) fn flowers_of_meld(kind: MeldKind, tile: Tile) -> u8 {
    match (tile.is_honor(), kind) {
        (_, MeldKind::Chow) | (false, MeldKind::Pung) => 0,
        (true, MeldKind::Pung) | (false, MeldKind::KongDirect | MeldKind::KongAdded) => 1,
        (false, MeldKind::KongConcealed) => 2,
        (true, MeldKind::KongDirect | MeldKind::KongAdded) => 3,
        (true, MeldKind::KongConcealed) => 4,
    }
}
