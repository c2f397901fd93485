//! What a good player of `anhua` knows: kings complete anything but take no ordinary discard, a hand without them pays double, one
//! suit and seven pairs double again, and a kong seals the hand.

use super::options::BirdType;
use super::score::{Claim, NoWin, Situation, Stakes, score, steps};
use super::shape::{KingClass, Kings};
use super::{Anhua, Extra, LEAST_FOR_KONG, shape};
use crate::catalog::terms;
use crate::insight::{
    Arrival, Insight, Pattern, Plan, Plans, Readiness, Standing, Threat, ViewOf, Worth, add_plan, main_suit,
};
use crate::signs;
use sifang_table::procedures::claim::May;
use sifang_table::{Action, Deal, RuleSet, Term};
use sifang_tiles::{Seat, Suit, Tile, TileMask};

terms! {
    /// Every reason why a win or a claim is not offered.
    REASONS;

    SHAPE = "no_shape", "anhua.win.standard", "牌型不成", "The tiles form no winning hand";
    KINGS = "king_class", "anhua.rule.kings_claim", "有王不能接炮", "A hand with such kings may not take this tile";
    PASSED = "passed_win", "anhua.rule.passed_win", "过手胡，摸牌前不能再胡这张", "This tile was let pass: not before the next draw";
    SEALED = "sealed", "anhua.rule.sealed", "已封牌，不能再吃碰", "A sealed hand does not change";
    SEA = "sea", "anhua.rule.sea", "海底牌不打出", "Tiles of the sea bottom are not thrown";
    NOT_READY = "kong_not_ready", "anhua.rule.kong", "杠后要听牌才能杠，海底不能杠", "A kong must leave the hand waiting, and not at the sea bottom";
    LEAVE_ONE = "leave_one", "anhua.rule.leave_one", "吃碰后要有牌可打；王不能吃", "A tile that can be thrown must be left; kings cannot be chowed with";
}

fn kings(at: &Standing<'_, Anhua>) -> Option<Kings> {
    at.view.extra.indicator.map(|tile| Kings::new(tile, at.rules.options()))
}

fn is_sealed(view: &ViewOf<Anhua>, seat: Seat) -> bool {
    view.extra.sealed.get(seat.index()).copied().unwrap_or(false)
}

impl Insight for Anhua {
    const REASONS: &'static [&'static Term] = REASONS;
    const PACE: &'static [u16] = &[0, 8, 22, 50, 100, 165, 210, 280, 290, 330, 390, 400, 500];
    const CHOWS: bool = true;
    const WAITS: i32 = 180;
    const READY: Readiness = [[0, 13], [0, 28], [100, 30], [300, 60], [800, 0]];
    const STAGES: &'static [&'static str] =
        &["piao", "opening", "turn", "claim", "rob", "kong_self", "kong_claim", "sea"];
    const SEAT_SIGNS: &'static [&'static str] = &["sealed", "piao"];
    const SIGNS: &'static [&'static str] = &["sea_next", "die"];

    fn seat_signs(extra: &Extra, seat: Seat, out: &mut [u8]) {
        out[0] = signs::flag(extra.sealed[seat.index()]);
        out[1] = signs::count(extra.piao[seat.index()] as usize, 20);
    }

    fn signs(extra: &Extra, out: &mut [u8]) {
        out[0] = signs::flag(extra.sea_next);
        out[1] = signs::count(extra.die.unwrap_or(0) as usize, 15);
    }

    fn locked(extra: &Extra) -> TileMask {
        extra.locked.iter().copied().collect()
    }

    fn wilds(extra: &Extra) -> TileMask {
        extra.kings.iter().copied().collect()
    }

    fn ways(at: &Standing<'_, Self>, out: &mut Plans) {
        let mut add = |pattern, keep| add_plan(out, Plan { pattern, keep, open: true, value: 0 });
        add(Pattern::SetsTwoFiveEight, TileMask::SUITED);
        for suit in Suit::NUMBERED {
            let keep = TileMask::of_suit(suit);
            if at.melds.iter().all(|m| keep.contains(m.tile)) {
                add(Pattern::Sets, keep);
            }
        }
        if at.melds.is_empty() {
            add(Pattern::SevenPairsQuads, TileMask::SUITED);
        }
    }

    fn plans(at: &Standing<'_, Self>, out: &mut Plans) {
        let options = at.rules.options();
        let melded: TileMask = at.melds.iter().flat_map(|m| m.tiles()).collect();
        let class = kings(at).map_or(KingClass::None, |kings| kings.class(&at.hand, None));
        let payers = at.others().count() as i32;
        // Without a king it is hard and takes discards; with kings it must be drawn.
        let (doublings, share) = match class {
            KingClass::None => (1, 40 * payers + 60),
            KingClass::Single => (0, 80 * payers),
            KingClass::Three => (1, 80 * payers),
            KingClass::Four | KingClass::Six => (2, 80 * payers),
            KingClass::Seven => (3, 80 * payers),
        };
        let mut add = |pattern: Pattern, keep: TileMask, more: i32| {
            if melded & !keep == TileMask::EMPTY {
                let value = options.base * share * (2 << (doublings + more));
                add_plan(out, Plan { pattern, keep, open: pattern != Pattern::SevenPairsQuads, value });
            }
        };
        add(Pattern::SetsTwoFiveEight, TileMask::SUITED, 0);
        for suit in Suit::NUMBERED {
            add(Pattern::Sets, TileMask::of_suit(suit), 1);
        }
        if at.melds.is_empty() {
            add(Pattern::SevenPairsQuads, TileMask::SUITED, 1);
            add(Pattern::SevenPairsQuads, TileMask::of_suit(main_suit(at)), 2);
        }
    }

    fn worth(at: &Standing<'_, Self>, tile: Tile, how: Arrival) -> Result<Worth, &'static Term> {
        let (Some(kings), options) = (kings(at), at.rules.options()) else { return Err(&SHAPE) };
        if at.hand.count(tile) >= 4 || !tile.is_suited() {
            return Err(&SHAPE);
        }
        let hand = at.with(tile);
        let sea = at.wall_after(how) + 1 < LEAST_FOR_KONG;
        let situation = match how {
            Arrival::Draw if sea => Situation::SeaBottom,
            Arrival::Draw => Situation::SelfDraw,
            Arrival::Discard(_) => Situation::Discard,
        };
        let scored =
            score(options, &Claim { hand: &hand, melds: &at.melds, kings, situation }).map_err(|why| {
                match why {
                    NoWin::Shape => &SHAPE,
                    NoWin::KingClaim => &KINGS,
                }
            })?;
        let piao = |seat: Seat| at.view.extra.piao.get(seat.index()).copied().unwrap_or(0);
        let pays = |payer: Seat| {
            let stakes = Stakes { birds: 1, winner_piao: piao(at.seat), payer_piao: piao(payer) };
            steps(options, &scored, stakes).points()
        };
        let Arrival::Discard(from) = how else {
            return Ok(Worth::by_each(at.others(), pays));
        };
        if sea {
            return Err(&SEA);
        }
        if kings.contains(tile) || !shape::can_claim(options, &at.hand, &at.melds, kings, tile, situation) {
            return Err(&KINGS);
        }
        if at.view.extra.locked.contains(&tile) && at.is_before_own_draw(from) {
            return Err(&PASSED);
        }
        Ok(Worth::alone(from, pays(from)))
    }

    fn suppose(deal: &mut Deal<Self>, seat: Seat, _below: &mut dyn FnMut(u32) -> u32) {
        // What others let pass is theirs to know.
        let seats = deal.table.seats();
        seat.others(seats).for_each(|other| deal.memo.locks[other.index()] = TileMask::EMPTY);
    }

    fn worth_is_exact(&self) -> bool {
        self.options().bird_type == BirdType::None
    }

    fn threat(at: &Standing<'_, Self>, other: Seat) -> Threat {
        let sealed = is_sealed(at.view, other);
        // A sealed hand waits; whether it holds kings, and so cannot take the tile, nobody knows.
        let ready = if sealed { 700 } else { Self::usual_readiness(at.view, other) };
        let piao = at.view.extra.piao.iter().copied().max().unwrap_or(0) as i32;
        Threat {
            ready,
            loss: 100 * (4 * at.rules.options().base + 2 * piao),
            takes: TileMask::SUITED & !Self::wilds(&at.view.extra),
            collects: Threat::ANY_SUIT,
            frozen: sealed,
        }
    }

    fn income(at: &Standing<'_, Self>, action: Action) -> i32 {
        // The tiles a kong turns up are first its owner's, and pay double; then everybody's, and the hand stays as it is.
        match action {
            Action::Kong | Action::OwnKong(_) => 150 * at.rules.options().base,
            _ => 0,
        }
    }

    fn relief(at: &Standing<'_, Self>) -> i32 {
        230 * at.rules.options().base
    }

    fn barred(at: &Standing<'_, Self>, may: May) -> Option<&'static Term> {
        if may.win {
            return None;
        }
        if may.kong {
            return Some(&NOT_READY);
        }
        if is_sealed(at.view, at.seat) { Some(&SEALED) } else { Some(&LEAVE_ONE) }
    }
}
