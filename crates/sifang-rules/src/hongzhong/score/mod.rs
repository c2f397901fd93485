//! What a winning hand of `hongzhong` is worth: the best of all readings of its tiles, wilds included.

mod explain;
mod reading;
mod waits;

pub(super) use explain::{explain, explain_pairs};

pub(super) use waits::Waiting;
pub use waits::{Wait, Waits};

use super::fans::{self, F, FanSet};
use super::options::{HongzhongOptions, OneFanDiscard};
use super::shape::WILD;
use super::{Hongzhong, TurnStart};
use reading::{KINDS, Reader, Stands, color_fans, naturals, roots};
use sifang_table::procedures::claim::Window;
use sifang_table::{Deal, Declaration, Meld, Op, Source, Steps, Term};
use sifang_tiles::{Seat, Tile};
use std::cmp::Ordering;

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
    /// The tile is 请胡: asked with, or thrown by a seat declared to ask.
    /// Clauses: `hongzhong.win.form`, `hongzhong.ruling.46`.
    pub asking: bool,
}

/// On whose tile a seat wins, and how it came to lie there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum On {
    /// Thrown.
    Discard,
    /// Asked with.
    /// Clause: `hongzhong.ask.caught`.
    Asked,
    /// Added to a pung.
    Robbed,
}

impl On {
    pub(super) const fn source(self) -> Source {
        match self {
            On::Discard | On::Asked => Source::Discard,
            On::Robbed => Source::RobKong,
        }
    }
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

/// The value of a win; the greater one is the better reading: more fan, and of equal ones the one that is listed first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Scored {
    /// Sum of the fan values, not capped.
    pub raw: i32,
    pub fans: FanSet,
}

impl Scored {
    /// Counts a fan `count` times.
    #[inline]
    pub(super) fn add(&mut self, fan: F, count: u8) {
        self.raw += fan.fan().value * count as i32;
        self.fans.add_many(fan, count);
    }

    #[inline]
    pub(super) fn add_if(&mut self, holds: bool, fan: F) {
        self.add(fan, holds as u8);
    }

    /// These fans and others, none of which is among these.
    pub(super) fn plus(self, other: Scored) -> Scored {
        Scored { raw: self.raw + other.raw, fans: self.fans.plus(other.fans) }
    }
}

impl Ord for Scored {
    #[inline]
    fn cmp(&self, other: &Scored) -> Ordering {
        self.raw.cmp(&other.raw).then_with(|| match self.fans == other.fans {
            true => Ordering::Equal,
            false if self.fans.is_listed_before(other.fans) => Ordering::Greater,
            false => Ordering::Less,
        })
    }
}

impl PartialOrd for Scored {
    #[inline]
    fn partial_cmp(&self, other: &Scored) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The fans that do not depend on how the tiles are read.
/// Clause: `hongzhong.ruling.13`.
pub(super) fn circumstances(
    source: Source,
    situation: Situation,
    declared: Option<Declaration>,
    melds: &[Meld],
) -> Scored {
    let mut fans = Scored::default();
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

/// Whether a win needs a form beyond the basic win: by the option on every tile of another seat that is neither 请胡 nor 杠上炮.
/// Heavenly and earthly wins are such a form.
/// Clauses: `hongzhong.win.form`, `hongzhong.option.one_fan_discard`, `hongzhong.ruling.46`.
pub(super) fn needs_form(options: &HongzhongOptions, source: Source, situation: Situation) -> bool {
    let open = source == Source::Discard && (situation.kong || situation.asking);
    options.one_fan_discard == OneFanDiscard::AskOrKong
        && source != Source::SelfDraw
        && !open
        && situation.special.is_none()
}

/// Number of kongs among the melds.
pub(super) fn kongs(melds: &[Meld]) -> u8 {
    melds.iter().filter(|m| m.kind.is_kong()).count() as u8
}

/// A heavenly or earthly win: that fan alone.
/// Clause: `hongzhong.ruling.22`.
fn special_fan(special: Special) -> Scored {
    let mut fans = Scored::default();
    let fan = match special {
        Special::Heavenly => F::Heavenly,
        Special::Earthly => F::Earthly,
    };
    fans.add(fan, 1);
    fans
}

/// The fans of the best reading as sets and a pair that may win; none if there is no such reading.
/// Clauses: `hongzhong.wild.stands`, `hongzhong.ruling.22`.
pub(super) fn score(options: &HongzhongOptions, claim: &Claim<'_>) -> Option<Scored> {
    let best = Reader::new(options, claim).best()?;
    let common = circumstances(claim.source, claim.situation, claim.declared, claim.melds);
    Some(claim.situation.special.map_or_else(|| best.plus(common), special_fan))
}

/// Whether the best reading has at least so many fan, circumstances included. Quicker than [`score`]: most hands that are
/// asked about can be seen to reach it, or not to, early.
pub(super) fn reaches(options: &HongzhongOptions, claim: &Claim<'_>, fan: i32) -> bool {
    if claim.situation.special.is_some() {
        return score(options, claim).is_some_and(|fans| fans.raw >= fan);
    }
    let common = circumstances(claim.source, claim.situation, claim.declared, claim.melds);
    Reader::new(options, claim).reaches(fan - common.raw)
}

/// The fans of ten tiles as five pairs won by asking; none if they are not five pairs.
/// Clauses: `hongzhong.ruling.3`, `hongzhong.ruling.4`, `hongzhong.ruling.19`,
/// `hongzhong.ruling.39`.
pub(super) fn five_pairs(
    options: &HongzhongOptions,
    ten: &[u8; Tile::PLAYABLE],
    declared: Option<Declaration>,
    situation: Situation,
) -> Option<Scored> {
    let mut best: Option<Scored> = None;
    for_each_pairing(options, ten, &mut |fans, _| best = best.max(Some(fans)));
    let common = circumstances(Source::SelfDraw, situation, declared, &[]);
    best.map(|best| situation.special.map_or_else(|| best.plus(common), special_fan))
}

/// Shows `visit` every way in which wilds make ten tiles five pairs, with its fans; none if they are not five pairs.
/// Clause: `hongzhong.ruling.39`.
fn for_each_pairing(
    options: &HongzhongOptions,
    ten: &[u8; Tile::PLAYABLE],
    visit: &mut impl FnMut(Scored, &Stands),
) {
    let natural = naturals(ten);
    let mut stands = Stands::default();
    let wilds = ten[WILD.index()];
    let mut kinds = 0;
    for (kind, &n) in natural.iter().enumerate() {
        kinds |= u32::from(n > 0) << kind;
        if n % 2 == 1 {
            if stands.len == wilds {
                return;
            }
            stands.push(kind);
        }
    }
    let sum: u8 = natural.iter().sum();
    if sum + wilds != 10 {
        return;
    }
    // What is left of the wilds makes pairs of any kinds.
    let mut consider = |kinds: u32, stands: &Stands| {
        let mut fans = Scored::default();
        fans.add(F::BaseWin, 1);
        fans.add(F::FivePairs, 1);
        color_fans(kinds, &mut fans);
        fans.add(F::Root, roots(options, &natural, 0, stands));
        visit(fans, stands);
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
}

/// What a payer's own state adds to the fan it pays, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Catch {
    pub fan: i32,
    why: Option<&'static Term>,
}

/// 抓报胡 / 抓请胡: catches do not add up, the declaration goes first.
/// Clauses: `hongzhong.catch.ready`, `hongzhong.catch.ready_ask`, `hongzhong.catch.ask`,
/// `hongzhong.ruling.11`, `hongzhong.ruling.12`.
pub(super) fn catch(declared: Option<Declaration>, kongs: u8, asked: bool) -> Catch {
    match (declared, asked) {
        (Some(Declaration::Ready), _) => {
            Catch { fan: 2 + kongs.min(3) as i32, why: Some(&fans::CATCH_READY) }
        }
        (Some(Declaration::ReadyAsk), _) => Catch { fan: 4, why: Some(&fans::CATCH_READY_ASK) },
        (None, true) => Catch { fan: 2, why: Some(&fans::CATCH_ASK) },
        (None, false) => Catch::default(),
    }
}

/// How the amount one payer pays comes about.
/// Clauses: `hongzhong.pay.self_draw_bonus`, `hongzhong.ruling.21`.
pub(super) fn steps(options: &HongzhongOptions, won: Scored, catch: Catch, self_draw: bool) -> Steps {
    let mut steps = Steps::start(options.base, &fans::BASE);
    for (fan, count) in won.fans.iter() {
        steps.push(Op::Fan, fan.fan().value * count as i32, &fan.fan().term);
    }
    if let Some(why) = catch.why {
        steps.push(Op::Fan, catch.fan, why);
    }
    multiply(options, &mut steps);
    if self_draw {
        steps.push(Op::Plus, 2 * options.base, &fans::SELF_DRAW_BONUS);
    }
    steps
}

/// The cap, and the doubling from the second fan on.
/// Clause: `hongzhong.score.multiplier`.
pub(super) fn multiply(options: &HongzhongOptions, steps: &mut Steps) {
    steps.push(Op::CapFans, options.max_fan, &fans::CAP);
    steps.push(Op::Fan, -1, &fans::FIRST_FAN);
    steps.push(Op::DoublePerFan, 0, &fans::MULTIPLIER);
}

// ---- at the table ----

/// What catching this seat adds as things stand.
/// Clause: `hongzhong.ruling.10`.
pub(super) fn catch_at(deal: &Deal<Hongzhong>, payer: Seat, asked: bool) -> Catch {
    let kongs = kongs(deal.table.melds(payer));
    catch(deal.memo.declared[payer.index()], kongs, asked)
}

/// A win on somebody else's tile: the winner's fans, the payer's catch, and what is paid for.
pub(super) struct ScoredOn {
    pub fans: Scored,
    pub catch: Catch,
    /// Capped fan of the payment.
    pub total: i32,
}

/// What a win on this tile is worth.
/// Clause: `hongzhong.ruling.21`.
pub(super) fn score_on(deal: &Deal<Hongzhong>, window: Window, seat: Seat, on: On) -> Option<ScoredOn> {
    let fans = with_claim(deal, window, seat, on, |claim| score(&deal.rules.options, claim))?;
    let catch = catch_at(deal, window.from, on == On::Asked);
    Some(ScoredOn { fans, catch, total: (fans.raw + catch.fan).min(deal.rules.options.max_fan) })
}

/// Asks something of the seat's hand as one that wins on this tile.
#[inline]
pub(super) fn with_claim<T>(
    deal: &Deal<Hongzhong>,
    window: Window,
    seat: Seat,
    on: On,
    ask: impl FnOnce(&Claim<'_>) -> T,
) -> T {
    let mut counts = *deal.table.hand(seat).counts();
    counts[window.tile.index()] += 1;
    ask(&Claim {
        counts: &counts,
        melds: deal.table.melds(seat),
        tile: window.tile,
        source: on.source(),
        declared: deal.memo.declared[seat.index()],
        situation: situation_on(deal, window, seat, on),
    })
}

/// What a win on somebody else's tile has beyond its tiles and its source.
/// Clause: `hongzhong.ruling.23`.
pub(super) fn situation_on(deal: &Deal<Hongzhong>, window: Window, seat: Seat, on: On) -> Situation {
    if on == On::Robbed {
        return Situation::default();
    }
    let memo = &deal.memo;
    let first_throw = memo.throws == 1 && window.from == deal.table.dealer();
    let untouched = memo.declared[seat.index()].is_some() && deal.table.melds(seat).is_empty();
    Situation {
        special: (first_throw && untouched).then_some(Special::Earthly),
        kong: memo.drew == TurnStart::Kong,
        last: memo.drew_last(deal.table.wall().left()),
        asking: on == On::Asked || memo.declared[window.from.index()] == Some(Declaration::ReadyAsk),
    }
}

/// What a win by one's own draw, or by asking, is worth.
/// Clause: `hongzhong.ruling.23`.
pub(super) fn score_self(deal: &Deal<Hongzhong>, seat: Seat, asked: bool) -> Option<Scored> {
    let (memo, table) = (&deal.memo, &deal.table);
    let declared = memo.declared[seat.index()];
    let untouched = declared.is_some() && seat != table.dealer() && table.melds(seat).is_empty();
    let special = match memo.drew {
        TurnStart::Dealt => Some(Special::Heavenly),
        _ => (memo.first_draw && untouched).then_some(Special::Earthly),
    };
    let last = memo.drew_last(table.wall().left());
    let situation = Situation { special, kong: memo.drew == TurnStart::Kong, last, asking: false };
    let counts = table.hand(seat).counts();
    if asked {
        return five_pairs(&deal.rules.options, counts, declared, situation);
    }
    // No particular tile was won on: the drawn one is among the others.
    let claim =
        Claim { counts, melds: table.melds(seat), tile: WILD, source: Source::SelfDraw, declared, situation };
    score(&deal.rules.options, &claim)
}

/// The seat's hand as one that waits.
pub(super) fn waiting(deal: &Deal<Hongzhong>, seat: Seat) -> Waiting<'_> {
    Waiting {
        options: &deal.rules.options,
        hand: deal.table.hand(seat),
        melds: deal.table.melds(seat),
        declared: deal.memo.declared[seat.index()],
        locked: deal.memo.locked.contains(seat),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_go_to_the_smaller_list() {
        let of = |list: &[(F, u8)]| {
            let mut scored = Scored::default();
            for (fan, count) in list {
                scored.add(*fan, *count);
            }
            scored
        };
        // all_triplets comes before base_win; ka_456 once before ka_456 twice; and more fan beat any list.
        assert!(of(&[(F::AllTriplets, 1), (F::BaseWin, 1)]) > of(&[(F::BaseWin, 1), (F::Ka456, 1)]));
        assert!(of(&[(F::Ka456, 1), (F::Root, 1)]) > of(&[(F::Ka456, 2)]));
        assert!(of(&[(F::BaseWin, 1), (F::Root, 2)]) > of(&[(F::AllTriplets, 1), (F::BaseWin, 1)]));
    }
}
