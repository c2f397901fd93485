//! What a good player of `anhua` knows: kings complete anything but take no ordinary discard, a hand without them pays double, one
//! suit and seven pairs double again, and a kong seals the hand.

use super::options::BirdType;
use super::score::{Claim, NoWin, Situation, Stakes, score, steps};
use super::shape::{KingClass, Kings};
use super::{Anhua, LEAST_FOR_KONG, shape};
use crate::insight::{
    Arrival, Form, Insight, Plan, Plans, Readiness, Standing, Threat, ViewOf, Worth, add_plan, main_suit,
    usual_readiness,
};
use sifang_table::procedures::claim::May;
use sifang_table::{Action, RuleSet, Term};
use sifang_tiles::{Seat, Suit, Tile, TileMask};

static SHAPE: Term = Term {
    id: "no_shape",
    zh: "牌型不成",
    en: "The tiles form no winning hand",
    clause: "anhua.win.standard",
};
static KINGS: Term = Term {
    id: "king_class",
    zh: "有王不能接炮",
    en: "A hand with such kings may not take this tile",
    clause: "anhua.rule.kings_claim",
};
static PASSED: Term = Term {
    id: "passed_win",
    zh: "过手胡，摸牌前不能再胡这张",
    en: "This tile was let pass: not before the next draw",
    clause: "anhua.rule.passed_win",
};
static SEALED: Term = Term {
    id: "sealed",
    zh: "已封牌，不能再吃碰",
    en: "A sealed hand does not change",
    clause: "anhua.rule.sealed",
};
static SEA: Term = Term {
    id: "sea",
    zh: "海底牌不打出",
    en: "Tiles of the sea bottom are not thrown",
    clause: "anhua.rule.sea",
};
static NOT_READY: Term = Term {
    id: "kong_not_ready",
    zh: "杠后要听牌才能杠，海底不能杠",
    en: "A kong must leave the hand waiting, and not at the sea bottom",
    clause: "anhua.rule.kong",
};
static LEAVE_ONE: Term = Term {
    id: "leave_one",
    zh: "吃碰后要有牌可打；王不能吃",
    en: "A tile that can be thrown must be left; kings cannot be chowed with",
    clause: "anhua.rule.leave_one",
};

const ALL: TileMask = TileMask::from_bits((1 << 27) - 1);

fn kinds_of(suit: Suit) -> TileMask {
    TileMask::from_bits(0x1FF << suit.start())
}

fn kings(at: &Standing<'_, Anhua>) -> Option<Kings> {
    at.view.extra.indicator.map(|tile| Kings::new(tile, at.rules.options()))
}

fn is_sealed(view: &ViewOf<Anhua>, seat: Seat) -> bool {
    view.extra.sealed.get(seat.index()).copied().unwrap_or(false)
}

/// As simulated deals show it; hands with kings wait too, but take nothing that is thrown.
const READY: Readiness = [[0, 13], [0, 28], [100, 30], [300, 60], [800, 0]];

impl Insight for Anhua {
    const REASONS: &'static [&'static Term] =
        &[&SHAPE, &KINGS, &PASSED, &SEALED, &SEA, &NOT_READY, &LEAVE_ONE];
    const PACE: &'static [u16] = &[0, 8, 22, 50, 100, 165, 210, 280, 290, 330, 390, 400, 500];
    const CHOWS: bool = true;
    const WAITS: i32 = 180;

    fn wilds(view: &ViewOf<Self>) -> TileMask {
        view.extra.kings.iter().copied().collect()
    }

    fn ways(at: &Standing<'_, Self>, out: &mut Plans) {
        let mut add = |form, keep| add_plan(out, Plan { form, keep, open: true, value: 0 });
        add(Form::SetsTwoFiveEight, ALL);
        for suit in Suit::NUMBERED {
            let keep = kinds_of(suit);
            if at.melds.iter().all(|m| keep.contains(m.tile)) {
                add(Form::Sets, keep);
            }
        }
        if at.melds.is_empty() {
            add(Form::SevenPairsQuads, ALL);
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
        let mut add = |form: Form, keep: TileMask, more: i32| {
            if melded & !keep == TileMask::EMPTY {
                let value = options.base * share * (2 << (doublings + more));
                add_plan(out, Plan { form, keep, open: form != Form::SevenPairsQuads, value });
            }
        };
        add(Form::SetsTwoFiveEight, ALL, 0);
        for suit in Suit::NUMBERED {
            add(Form::Sets, kinds_of(suit), 1);
        }
        if at.melds.is_empty() {
            add(Form::SevenPairsQuads, ALL, 1);
            add(Form::SevenPairsQuads, kinds_of(main_suit(at)), 2);
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
            let mut worth = Worth::default();
            at.others().for_each(|payer| worth.from[payer.index()] = pays(payer));
            return Ok(worth);
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

    fn worth_is_exact(&self) -> bool {
        self.options().bird_type == BirdType::None
    }

    fn threat(at: &Standing<'_, Self>, other: Seat) -> Threat {
        let sealed = is_sealed(at.view, other);
        // A sealed hand waits; whether it holds kings, and so cannot take the tile, nobody knows.
        let ready = if sealed { 700 } else { usual_readiness(at.view, other, &READY) };
        let piao = at.view.extra.piao.iter().copied().max().unwrap_or(0) as i32;
        Threat {
            ready,
            loss: 100 * (4 * at.rules.options().base + 2 * piao),
            takes: ALL & !Self::wilds(at.view),
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
