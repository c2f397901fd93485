//! What a winning hand of `anhua` is worth: 2, doubled once for each big feature of its best reading.

mod explain;
mod waits;

pub(super) use explain::explain;

pub use waits::Wait;
pub(super) use waits::waits;

use super::Anhua;
use super::fans::{self, F, FanSet};
use super::options::AnhuaOptions;
use super::shape::{Facts, Reading};
use super::shape::{KingClass, Kings};
use sifang_table::{Aside, Deal, Meld, Op, Source, Steps, Term};
use sifang_tiles::{Hand, Seat, Tile};

/// How a hand is won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Situation {
    /// On a tile of one's own: drawn, or the dealt fourteen.
    SelfDraw,
    /// With four kings in the dealt hand.
    Opening,
    /// On a sea-bottom tile.
    SeaBottom,
    /// On a tile one's own kong turned up.
    KongDraw,
    /// On an ordinary discard.
    Discard,
    /// On the tile of an added kong.
    RobKong,
    /// On a tile another's kong turned up.
    KongDiscard,
}

impl Situation {
    /// As results list it.
    pub const fn source(self) -> Source {
        match self {
            Situation::SelfDraw | Situation::Opening | Situation::SeaBottom | Situation::KongDraw => {
                Source::SelfDraw
            }
            Situation::Discard | Situation::KongDiscard => Source::Discard,
            Situation::RobKong => Source::RobKong,
        }
    }

    /// The kind of payment.
    /// Clauses: `anhua.pay.self_draw`, `anhua.pay.discard`, `anhua.pay.rob_kong`,
    /// `anhua.pay.kong_discard`.
    pub(super) const fn payment(self) -> &'static Term {
        match self {
            Situation::SelfDraw | Situation::Opening | Situation::SeaBottom | Situation::KongDraw => {
                &fans::PAY_SELF_DRAW
            }
            Situation::Discard => &fans::PAY_DISCARD,
            Situation::RobKong => &fans::PAY_ROB_KONG,
            Situation::KongDiscard => &fans::PAY_KONG_DISCARD,
        }
    }
}

/// A hand that claims to win.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// Closed tiles, the winning tile included.
    pub hand: &'a Hand,
    /// Melds.
    pub melds: &'a [Meld],
    /// Which tiles are kings.
    pub kings: Kings,
    /// How it is won.
    pub situation: Situation,
}

/// The value of a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scored {
    pub(super) fans: FanSet,
    /// 牌型分: 2 to 64.
    pub total: i32,
    /// The class of its kings.
    pub king_class: KingClass,
}

/// Why a hand does not win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoWin {
    /// It has no winning shape.
    Shape,
    /// The shape is there, but a hand with such kings may not win in this way.
    KingClaim,
}

/// Scores the claim with its best reading.
/// Clauses: `anhua.win.readings`, `anhua.ruling.9`.
pub fn score(options: &AnhuaOptions, claim: &Claim<'_>) -> Result<Scored, NoWin> {
    let class = claim.kings.class(claim.hand, None);
    Ok(Scored::new(options, class, claim.situation, choose(options, claim)?))
}

/// The best reading; none of four kings at the start without a shape.
/// Clauses: `anhua.rule.kings_claim`, `anhua.win.readings`, `anhua.ruling.9`, `anhua.ruling.10`,
/// `anhua.ruling.11`, `anhua.ruling.12`, `anhua.ruling.13`.
fn choose(options: &AnhuaOptions, claim: &Claim<'_>) -> Result<Option<Best>, NoWin> {
    let Claim { hand, melds, kings, situation } = *claim;
    let class = kings.class(hand, None);
    // Thirteen tiles, the opening hand of a non-dealer, have no shape however many kings are among them.
    let whole = hand.len() % 3 == 2;
    let wild = if whole { Reading::wild(hand, None, melds, kings).facts() } else { None };
    let natural = if options.wild_self_hard && class == KingClass::Single {
        Reading::natural(hand, None, melds).facts()
    } else {
        None
    };
    let claimed = situation.source() != Source::SelfDraw;
    if wild.is_none() && situation == Situation::Opening {
        return Ok(None);
    }
    // Whatever wins with kings as printed also wins with wild kings.
    let wild = wild.ok_or(NoWin::Shape)?;
    let best = |hard: bool, printed: bool, facts: Facts| Best { hard, printed, facts };
    let wild = match class {
        KingClass::None => Some(best(true, true, wild)),
        KingClass::Single if situation == Situation::Discard => None,
        KingClass::Single => Some(best(false, false, wild)),
        _ if claimed => None,
        _ => Some(best(false, false, wild)),
    };
    let natural = natural.map(|facts| best(true, true, facts));
    // Where both are worth the same the natural reading counts: the later one wins a tie.
    let best = [wild, natural].into_iter().flatten().max_by_key(|best| best.doublings());
    best.map(Some).ok_or(NoWin::KingClaim)
}

/// Scores a seat's hand at the table, with a tile from outside it if there is one.
/// Clause: `anhua.ruling.26`.
pub(super) fn score_of(
    deal: &Deal<Anhua>,
    seat: Seat,
    tile: Option<Tile>,
    situation: Situation,
) -> Result<Scored, NoWin> {
    let mut hand = *deal.table.hand(seat);
    if let Some(tile) = tile {
        hand.add(tile);
    }
    let claim = Claim { hand: &hand, melds: deal.table.melds(seat), kings: deal.memo.kings, situation };
    score(&deal.rules.options, &claim)
}

/// The open kong tile that is worth most to the seat, the first of equal ones; none if it can win on none.
/// Clauses: `anhua.rule.passed_win`, `anhua.rule.kong_tiles`, `anhua.ruling.26`.
pub(super) fn dearest(deal: &Deal<Anhua>, seat: Seat, konger: Seat) -> Option<(Tile, Scored)> {
    let situation = if seat == konger { Situation::KongDraw } else { Situation::KongDiscard };
    let mut best: Option<(Tile, Scored)> = None;
    for tile in kong_tiles(deal) {
        if seat != konger && deal.memo.locks[seat.index()].contains(tile) {
            continue;
        }
        if let Ok(scored) = score_of(deal, seat, Some(tile), situation)
            && best.is_none_or(|(_, b)| scored.total > b.total)
        {
            best = Some((tile, scored));
        }
    }
    best
}

/// The kong tiles that lie open, in the order they were turned up.
pub(super) fn kong_tiles(deal: &Deal<Anhua>) -> impl Iterator<Item = Tile> + '_ {
    deal.table.aside().iter().filter(|a| a.why == Aside::KongTile).map(|a| a.tile)
}

/// A candidate for the best reading.
#[derive(Clone, Copy)]
struct Best {
    /// 硬庄.
    hard: bool,
    /// No king stands for another tile.
    printed: bool,
    facts: Facts,
}

impl Best {
    /// What the readings of one hand differ in.
    fn doublings(&self) -> u8 {
        self.hard as u8 + self.facts.pure as u8 + self.facts.pairs as u8
    }
}

impl Scored {
    /// The fans of a reading; of none, it is an opening hand without shape.
    /// Clauses: `anhua.rule.opening`, `anhua.score.total`, `anhua.ruling.6`, `anhua.ruling.7`,
    /// `anhua.ruling.15`, `anhua.ruling.27`.
    fn new(options: &AnhuaOptions, class: KingClass, situation: Situation, best: Option<Best>) -> Scored {
        let mut scored = Scored { king_class: class, ..Scored::default() };
        let Some(Best { hard, facts: Facts { pure, pairs }, .. }) = best else {
            scored.fans.add(F::OpeningFourKings);
            scored.total = 2;
            return scored;
        };
        let kong_discard = situation == Situation::KongDiscard && options.kong_discard_big;
        let event = kong_discard || matches!(situation, Situation::KongDraw | Situation::RobKong);
        let plain = !hard && !pure && !pairs && !event && class <= KingClass::Single;
        let found = [
            (class == KingClass::Four, F::FourKings),
            (hard, F::HardHand),
            (kong_discard, F::KongDiscard),
            (situation == Situation::KongDraw, F::KongDraw),
            (plain, F::PingHu),
            (pure, F::PureSuit),
            (situation == Situation::RobKong, F::RobKong),
            (situation == Situation::SeaBottom, F::SeaBottom),
            (class == KingClass::Seven, F::SevenKings),
            (pairs, F::SevenPairs),
            (class == KingClass::Six, F::SixKings),
            (class == KingClass::Three, F::ThreeKings),
        ];
        scored.total = 2;
        for (_, fan) in found.into_iter().filter(|(there, _)| *there) {
            scored.fans.add(fan);
            scored.total <<= fan.fan().value;
        }
        scored
    }
}

/// What one payment has beside the hand.
/// Clause: `anhua.pay.piao`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Stakes {
    /// 中鸟的倍数, 1 without birds that hit.
    pub birds: i32,
    /// The winner's piao.
    pub winner_piao: u8,
    /// The payer's piao.
    pub payer_piao: u8,
}

/// How the amount of one payment comes about: base × total × birds + piao.
/// Clauses: `anhua.score.total`, `anhua.pay.piao`, `anhua.ruling.21`.
pub(super) fn steps(options: &AnhuaOptions, scored: &Scored, stakes: Stakes) -> Steps {
    let mut steps = Steps::start(2, &fans::SMALL_WIN);
    for (fan, _) in scored.fans.iter() {
        steps.push(Op::Fan, fan.fan().value, &fan.fan().term);
    }
    steps.push(Op::DoublePerFan, 0, &fans::BIG_FEATURES);
    steps.push(Op::Times, options.base, &fans::BASE);
    if stakes.birds > 1 {
        steps.push(Op::Times, stakes.birds, &fans::BIRDS);
    }
    if stakes.winner_piao > 0 {
        steps.push(Op::Plus, stakes.winner_piao as i32, &fans::WINNER_PIAO);
    }
    if stakes.payer_piao > 0 {
        steps.push(Op::Plus, stakes.payer_piao as i32, &fans::PAYER_PIAO);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_of_every_win_fold_to_its_total() {
        let classes = [
            KingClass::None,
            KingClass::Single,
            KingClass::Three,
            KingClass::Four,
            KingClass::Six,
            KingClass::Seven,
        ];
        let situations = [
            Situation::SelfDraw,
            Situation::SeaBottom,
            Situation::KongDraw,
            Situation::Discard,
            Situation::RobKong,
            Situation::KongDiscard,
        ];
        for class in classes {
            for situation in situations {
                for bits in 0..8u8 {
                    let facts = Facts { pure: bits & 1 != 0, pairs: bits & 2 != 0 };
                    let best = Best { hard: bits & 4 != 0, printed: false, facts };
                    let scored = Scored::new(&AnhuaOptions::default(), class, situation, Some(best));
                    assert_eq!(
                        steps(&AnhuaOptions::default(), &scored, Stakes::default()).points(),
                        scored.total
                    );
                }
            }
        }
    }
}
