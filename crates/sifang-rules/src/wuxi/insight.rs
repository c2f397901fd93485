//! What a good player of `wuxi` knows: flowers multiply fans, so that a flush or seven pairs with a few flowers pays many times
//! a quick chicken hand; the discarder alone pays.

use super::score::{self, Claim, NoWin, Situation};
use super::{Extra, Wuxi, shape};
use crate::catalog::terms;
use crate::insight::{
    Arrival, Insight, Pattern, Plan, Plans, Readiness, Standing, Threat, Worth, add_plan, main_suit,
};
use crate::signs;
use sifang_table::procedures::claim::May;
use sifang_table::{Aside, MeldKind, RuleSet, Source, Term};
use sifang_tiles::{Seat, Suit, Tile, TileMask};

terms! {
    /// Every reason why a win or a claim is not offered.
    REASONS;

    SHAPE = "no_shape", "wuxi.win.standard", "牌型不成", "The tiles form no winning hand";
    MIN_FAN = "below_min_fan", "wuxi.option.min_fan", "不够起胡番数", "Fewer fan than a win needs";
    WALL_EMPTY = "wall_empty", "wuxi.turn.wall_empty", "牌墙已空，不能吃碰杠", "No claims once the wall is empty";
    NOT_NEXT = "not_next", "wuxi.turn.claims", "只有下家能吃", "Only the next seat may chow";
}

/// Payers of a win, in hundredths: two wins of five are drawn, and three pay (measured by
/// `cargo xtask soak --estimate wuxi`).
const PAYERS: i32 = 180;

/// Flowers the tiles are worth now: shown ones, honour sets, kongs; at least one.
fn flowers(at: &Standing<'_, Wuxi>) -> i32 {
    let laid: i32 = at.melds.iter().map(|m| score::flowers_of_meld(m.kind, m.tile) as i32).sum();
    let closed = TileMask::HONORS.iter().filter(|t| at.hand.count(*t) >= 3).count() as i32;
    // Two honours of a kind are half a pung.
    let pairs = TileMask::HONORS.iter().filter(|t| at.hand.count(*t) == 2).count() as i32;
    (2 * (shown(at) + laid + 2 * closed) + pairs).max(2)
}

fn shown(at: &Standing<'_, Wuxi>) -> i32 {
    at.view.aside.iter().filter(|a| a.seat == at.seat && a.why == Aside::Flower).count() as i32
}

/// Seven pairs as the option has them.
fn pairs(at: &Standing<'_, Wuxi>) -> Pattern {
    if at.rules.options().seven_pairs_quads { Pattern::SevenPairsQuads } else { Pattern::SevenPairs }
}

impl Insight for Wuxi {
    const REASONS: &'static [&'static Term] = REASONS;
    const PACE: &'static [u16] = &[0, 0, 2, 8, 22, 30, 52, 90, 105, 140, 190, 210, 220, 280, 300];
    const CHOWS: bool = true;
    const WAITS: i32 = 180;
    const READY: Readiness = [[-100, 35], [-90, 50], [20, 62], [420, 60], [950, 0]];
    const STAGES: &'static [&'static str] = &["turn", "must_discard", "claim", "rob", "eight"];
    const SEAT_SIGNS: &'static [&'static str] = &["flowers"];
    const SIGNS: &'static [&'static str] = &[];

    fn seat_signs(extra: &Extra, seat: Seat, out: &mut [u8]) {
        out[0] = signs::count(extra.flowers[seat.index()] as usize, 10);
    }

    fn ways(at: &Standing<'_, Self>, out: &mut Plans) {
        let mut add =
            |pattern| add_plan(out, Plan { pattern, keep: TileMask::PLAYABLE, open: true, value: 0 });
        add(Pattern::Sets);
        if at.melds.is_empty() {
            add(pairs(at));
            add(Pattern::Orphans);
        }
    }

    fn plans(at: &Standing<'_, Self>, out: &mut Plans) {
        let options = at.rules.options();
        // Half flowers × fans × base × payers, in hundredths.
        let unit = flowers(at) * options.base * PAYERS / 2;
        let melded: TileMask = at.melds.iter().flat_map(|m| m.tiles()).collect();
        let chows = at.melds.iter().any(|m| m.kind == MeldKind::Chow);
        let mut add = |pattern: Pattern, keep: TileMask, fans: i32, open: bool| {
            if melded & !keep == TileMask::EMPTY && fans >= options.min_fan {
                add_plan(out, Plan { pattern, keep, open, value: unit * fans });
            }
        };
        let (suit, closed) = (TileMask::of_suit(main_suit(at)), !at.has_called());
        // What each kind of hand has in fans, beside what comes by chance.
        for (pattern, keep, fans) in [
            (Pattern::Sets, TileMask::PLAYABLE, 1),
            (Pattern::Sets, TileMask::SIMPLES, 2),
            (Pattern::Sets, suit | TileMask::HONORS, 2),
            (Pattern::Sets, suit, 8),
        ] {
            add(pattern, keep, fans, true);
            if closed {
                add(pattern, keep, if fans == 1 { 2 } else { fans + 1 }, false);
            }
        }
        if !chows {
            add(Pattern::Triplets, TileMask::PLAYABLE, 3, true);
            add(Pattern::Triplets, suit | TileMask::HONORS, 5, true);
        }
        if at.melds.is_empty() {
            add(pairs(at), TileMask::PLAYABLE, 8, false);
            add(pairs(at), suit | TileMask::HONORS, 10, false);
            add(Pattern::Orphans, TileMask::PLAYABLE, 16, false);
        }
        if out.is_empty() {
            add_plan(out, Plan { pattern: Pattern::Sets, keep: TileMask::PLAYABLE, open: true, value: unit });
        }
    }

    fn worth(at: &Standing<'_, Self>, tile: Tile, how: Arrival) -> Result<Worth, &'static Term> {
        if at.hand.count(tile) >= 4 || !shape::wins(at.rules.options(), &at.hand, Some(tile), at.melds.len())
        {
            return Err(&SHAPE);
        }
        let earthly = !at.thrown && at.seat != at.view.dealer && at.melds.is_empty();
        let (source, situation) = match how {
            Arrival::Draw if earthly => (Source::SelfDraw, Situation::Earthly),
            Arrival::Draw => (Source::SelfDraw, Situation::Plain),
            Arrival::Discard(_) => (Source::Discard, Situation::Plain),
        };
        let hand = at.with(tile);
        let claim = Claim {
            counts: hand.counts(),
            melds: &at.melds,
            tile: Some(tile),
            source,
            situation,
            flowers: shown(at) as u8,
        };
        let scored = score::score(at.rules.options(), &claim).map_err(|why| match why {
            NoWin::Shape => &SHAPE,
            NoWin::MinFan { .. } => &MIN_FAN,
        })?;
        Ok(Worth::plain(at, how, scored.points))
    }

    fn threat(at: &Standing<'_, Self>, other: Seat) -> Threat {
        let player = &at.view.players[other.index()];
        let flowers = at.view.extra.flowers.get(other.index()).map_or(1, |n| (*n as i32).max(1));
        // Melds of one suit, or only triplets, promise a dear hand.
        let melded: TileMask =
            player.melds.iter().filter_map(|m| m.tiles.as_ref()).flatten().copied().collect();
        let suits = Suit::NUMBERED.into_iter().filter(|s| !(melded & TileMask::of_suit(*s)).is_empty());
        let one_suit = player.melds.len() >= 2 && suits.clone().count() <= 1;
        let fans = if one_suit { 5 } else { 3 };
        let takes = match suits.clone().next() {
            Some(suit) if one_suit && player.melds.len() >= 3 => TileMask::of_suit(suit) | TileMask::HONORS,
            _ => TileMask::PLAYABLE,
        };
        let loss = 50 * at.rules.options().base * flowers * fans;
        Threat {
            ready: Self::usual_readiness(at.view, other),
            loss,
            takes,
            collects: Threat::ANY_SUIT,
            frozen: false,
        }
    }

    fn relief(at: &Standing<'_, Self>) -> i32 {
        130 * at.rules.options().base
    }

    fn barred(at: &Standing<'_, Self>, may: May) -> Option<&'static Term> {
        if may.win {
            return None;
        }
        if at.view.wall == 0 {
            return Some(&WALL_EMPTY);
        }
        may.chow.then_some(&NOT_NEXT)
    }
}
