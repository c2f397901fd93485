//! Described hands of `wuxi`: score and waits requests, checked in the order of the specification.

use super::score::{self, Claim, NoWin, Scored, Situation};
use super::{Wuxi, WuxiOptions, fans};
use crate::answer::{Explanation, FanLine};
use crate::contract::{Contract, NoFields};
use crate::refusal::{Clauses, Codes, Fault, Refusal, checks};
use crate::request::{Facts, Flags, MeldFrom, Repeats, WinRequest};
use serde::Serialize;
use sifang_options::sentence;
use sifang_table::{Meld, RuleSet, Source};
use sifang_tiles::{Seat, Tile};
use std::collections::BTreeMap;
use std::iter::repeat_n;

pub(super) const CODES: Codes = &[
    (Fault::Players, "illegal:seat"),
    (Fault::From, "illegal:source"),
    (Fault::WinningTile, "illegal:tiles"),
    (Fault::HandSize, "illegal:tile_count"),
];

pub(super) const CLAUSES: Clauses = &[
    (Fault::Options, "wuxi.book.options"),
    (Fault::Players, "wuxi.deal.tiles"),
    (Fault::From, "wuxi.pay.discard"),
    (Fault::Tiles, "wuxi.deal.tiles"),
    (Fault::WinningTile, "wuxi.deal.tiles"),
    (Fault::Meld, "wuxi.turn.claims"),
    (Fault::HandSize, "wuxi.deal.hands"),
    (Fault::Copies, "wuxi.deal.tiles"),
    (Fault::Context, "wuxi.book.fans"),
    (Fault::RobKongOff, "wuxi.option.rob_kong"),
    (Fault::MinFan, "wuxi.option.min_fan"),
    (Fault::NotAWin, "wuxi.win.standard"),
];

checks! {
    /// Circumstances that cannot be.
    CHECKS of Described;
    Fault::Context, |w| w.flags.has("heavenly") && (w.winner != w.dealer || !w.melds.is_empty())
        => "天和是庄家的，不能有副露", "a heavenly hand is the dealer's, without melds", "wuxi.fan.heavenly_hand";
    Fault::Context, |w| w.flags.has("earthly") && (w.winner == w.dealer || !w.melds.is_empty())
        => "地和是闲家的，不能有副露", "an earthly hand is a non-dealer's, without melds", "wuxi.fan.earthly_hand";
    Fault::Context, |w| w.flags.has("kong_draw") && !w.melds.iter().any(|m| m.kind.is_kong())
        => "杠上开花要有一副杠", "a win on a kong's replacement needs a kong", "wuxi.fan.win_on_kong_draw";
    Fault::Context, |w| w.flags.has("eight_flowers") && w.flowers.len() != 8
        => "八仙过海要把八张花都亮出来", "the eight immortals need all eight flowers", "wuxi.win.eight";
}

/// The value of a described win.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "WuxiAnswer"))]
pub struct Answer {
    /// Counted fans, by id.
    pub fans: Vec<FanLine>,
    /// Sum of fans.
    pub total: i32,
    /// Flowers after the base rule.
    pub flowers: i32,
    /// What one payer pays.
    pub points: i32,
    /// What each seat wins or loses.
    pub deltas: Vec<i32>,
    /// Why.
    #[serde(flatten)]
    pub explanation: Explanation,
}

/// The winning tiles of a hand.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "WuxiWaits"))]
pub struct WaitsAnswer {
    /// Each winning tile and what it is worth, in the order of the notation.
    pub waits: BTreeMap<Tile, Wait>,
}

/// What one winning tile is worth.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "WuxiWait"))]
pub struct Wait {
    /// Sum of fans.
    pub total: i32,
    /// Flowers.
    pub flowers: i32,
    /// What one payer pays.
    pub points: i32,
}

/// A described hand, read and found possible.
struct Described {
    options: WuxiOptions,
    dealer: Seat,
    winner: Seat,
    source: Source,
    from: Option<Seat>,
    /// Closed tiles, without the winning tile.
    concealed: Vec<Tile>,
    tile: Option<Tile>,
    melds: Vec<Meld>,
    flowers: Vec<Tile>,
    flags: Flags,
}

impl Described {
    fn read(facts: &Facts<'_>, waits: bool) -> Result<Described, Refusal> {
        let options: WuxiOptions = facts.options()?;
        let seats = facts.players(Wuxi::SEATS)?;
        let (dealer, winner) = facts.dealer_and_winner(seats)?;
        let source = if waits && !facts.has("source") { Source::Discard } else { facts.source()? };
        if waits && source == Source::RobKong {
            let why = sentence!(
                "查听牌时胡法只能是点炮或自摸",
                "of a request for waits the source is discard or self_draw"
            );
            return Err(facts.refuse(Fault::Source, why));
        }
        let claimed = !waits && source != Source::SelfDraw;
        let from = claimed.then(|| facts.payer(winner, seats, |_| true)).transpose()?;
        facts.may_rob(source, options.rob_kong)?;
        let concealed = facts.tiles("concealed")?;
        let flowers = facts.tiles("flowers")?;
        let eight = !waits && facts.words("context").is_some_and(|flags| flags == ["eight_flowers"]);
        let tile = facts.winning_tile(!waits && !eight)?;
        facts.meld_tiles()?;
        let melds = facts.melds(winner, seats, MeldFrom::Required)?;
        let dealt = eight && melds.is_empty() && winner != dealer && concealed.len() == 12;
        if !dealt {
            facts.hand_size(concealed.len(), melds.len())?;
        }
        // Three more copies of a robbed tile lie in the konger's pung.
        let pung = tile.filter(|_| source == Source::RobKong).into_iter().flat_map(|tile| repeat_n(tile, 3));
        let own = concealed.iter().chain(&tile).chain(&flowers).copied();
        facts.copies(own.chain(melds.iter().flat_map(Meld::tiles)).chain(pung))?;
        let flags = if waits { Flags::default() } else { facts.flags(source, Repeats::Refused)? };
        let win = Described { options, dealer, winner, source, from, concealed, tile, melds, flowers, flags };
        facts.check(&win, CHECKS)?;
        Ok(win)
    }

    /// Looks at the hand as won on this tile.
    fn with<T>(&self, tile: Option<Tile>, look: impl FnOnce(&Claim<'_>) -> T) -> T {
        let mut counts = [0u8; Tile::PLAYABLE];
        self.concealed.iter().chain(&tile).for_each(|t| counts[t.index()] += 1);
        let situation = match self.flags.names() {
            ["heavenly"] => Situation::Heavenly,
            ["earthly"] => Situation::Earthly,
            ["kong_draw"] => Situation::KongDraw,
            ["eight_flowers"] => Situation::EightFlowers,
            _ => Situation::Plain,
        };
        look(&Claim {
            counts: &counts,
            melds: &self.melds,
            tile,
            source: self.source,
            situation,
            flowers: self.flowers.len() as u8,
        })
    }

    fn score(&self, tile: Option<Tile>) -> Result<Scored, NoWin> {
        self.with(tile, |claim| score::score(&self.options, claim))
    }
}

impl Contract for Wuxi {
    type Answer = Answer;
    type WaitsAnswer = WaitsAnswer;
    type ScriptFields = NoFields;
    type Report = NoFields;

    fn score(request: &WinRequest) -> Result<Answer, Refusal> {
        let facts = request.facts::<Wuxi>()?;
        let win = Described::read(&facts, false)?;
        let scored = win.score(win.tile).map_err(|no| match no {
            NoWin::Shape => facts.no_win(),
            NoWin::MinFan { total } => {
                let least = win.options.min_fan;
                let why = sentence!(
                    "只有 {total} 番，起胡要 {least} 番",
                    "the hand has {total} fan, {least} are needed"
                );
                facts.refuse(Fault::MinFan, why)
            }
        })?;
        let steps = score::steps(&win.options, &scored);
        let mut explanation = Explanation::default();
        explanation.add_reading(win.with(win.tile, |claim| score::explain(&win.options, claim, &scored)));
        let why = match win.source {
            Source::SelfDraw => &fans::PAY_SELF_DRAW,
            Source::Discard => &fans::PAY_DISCARD,
            Source::RobKong => &fans::PAY_ROB_KONG,
        };
        for payer in win.winner.others(4).filter(|seat| win.from.is_none_or(|from| from == *seat)) {
            explanation.pay(why, payer, win.winner, &steps);
        }
        Ok(Answer {
            fans: scored.fans.lines(),
            total: scored.total,
            flowers: scored.flowers,
            points: scored.points,
            deltas: explanation.deltas(4),
            explanation,
        })
    }

    fn waits(request: &WinRequest) -> Result<WaitsAnswer, Refusal> {
        let hand = Described::read(&request.facts::<Wuxi>()?, true)?;
        let held = |tile: Tile| {
            let closed = hand.concealed.iter().filter(|t| **t == tile).count() as u8;
            closed + hand.melds.iter().map(|m| m.count(tile)).sum::<u8>()
        };
        let worth = |tile: Tile| {
            let scored = hand.score(Some(tile)).ok()?;
            let Scored { total, flowers, points, .. } = scored;
            Some((tile, Wait { total, flowers, points }))
        };
        Ok(WaitsAnswer { waits: Tile::playable().filter(|t| held(*t) < 4).filter_map(worth).collect() })
    }
}
