//! Described hands and scripts of `jingji`; requests are checked in the order of the specification.

use super::score::{self, Claim, Method, NoWin, Scored, Situation, Waiting};
use super::{Carry, DEAD_WALL, Jingji, JingjiOptions, RobDiscardKongPayer, fans, seat_wind, settle};
use crate::answer::{Explanation, FanLine};
use crate::contract::{Contract, Stacked};
use crate::refusal::{Clauses, Codes, Fault, Refusal, checks};
use crate::request::{Facts, Flags, MeldFrom, Repeats, WinRequest};
use crate::script::Script;
use serde::{Deserialize, Serialize};
use sifang_options::sentence;
use sifang_shape::keys_of;
use sifang_table::{Deal, Meld, MeldKind, Progress, RuleSet, Source, Steps};
use sifang_tiles::{Seat, Tile, parse_tile, parse_tiles};
use std::collections::BTreeMap;

pub(super) const CODES: Codes = &[
    (Fault::Options, "illegal:option"),
    (Fault::Players, "illegal:seat"),
    (Fault::Source, "illegal:context"),
    (Fault::Tiles, "illegal:tile_count"),
    (Fault::WinningTile, "illegal:tile_count"),
    (Fault::HandSize, "illegal:tile_count"),
    (Fault::Copies, "illegal:too_many_copies"),
];

pub(super) const CLAUSES: Clauses = &[
    (Fault::Options, "jingji.book.options"),
    (Fault::Players, "jingji.deal.tiles"),
    (Fault::From, "jingji.pay.discard"),
    (Fault::Tiles, "jingji.deal.tiles"),
    (Fault::WinningTile, "jingji.deal.tiles"),
    (Fault::Meld, "jingji.turn.claims"),
    (Fault::HandSize, "jingji.deal.hands"),
    (Fault::Copies, "jingji.deal.tiles"),
    (Fault::Context, "jingji.book.fans"),
    (Fault::MinFan, "jingji.option.min_fan"),
    (Fault::NotAWin, "jingji.win.shape"),
    (INDICATOR, "jingji.deal.gold"),
    (ROUND_WIND, "jingji.match.rounds"),
    (Fault::Own("illegal:stakes"), "jingji.pay.stake"),
    (Fault::Own("illegal:gold_in_meld"), "jingji.turn.golds"),
];

const INDICATOR: Fault = Fault::Own("illegal:indicator");
const ROUND_WIND: Fault = Fault::Own("illegal:round_wind");

checks! {
    /// Circumstances that cannot be; they are looked at before the melds are read.
    CHECKS of How;
    Fault::Context, |h| h.flags.has("kong_draw") && !h.kong
        => "杠上开花要有一副杠", "a win on the replacement needs a kong", "jingji.fan.kong_draw";
    Fault::Context, |h| h.flags.has("kong_draw") && h.flags.has("declared_ready")
        => "报听以后不能杠", "a ready seat makes no kong", "jingji.turn.locked";
    Fault::Context, |h| h.flags.has("rob_gold") && h.melded
        => "抢金时不能有副露", "robbing the gold is without melds", "jingji.turn.opening";
    Fault::Context, |h| h.flags.has("rob_gold") && h.flags.names().iter().any(|f| !["rob_gold", "declared_ready"].contains(f))
        => "抢金只能和报听同时有", "robbing the gold goes with declaring ready only", "jingji.turn.opening";
    Fault::Context, |h| h.flags.has("rob_gold") && h.tile.is_some_and(|tile| tile != Some(h.gold))
        => "抢金和的就是指示牌", "robbing the gold wins on the indicator", "jingji.turn.opening";
    Fault::Context, |h| h.flags.has("rob_gold") && h.flags.has("declared_ready") && !h.is_dealer
        => "抢金时只有庄家可能已报听", "only the dealer can be ready when it robs the gold", "jingji.turn.dealer_robs";
    Fault::Context, |h| h.flags.has("opening") && h.melded
        => "开金三金倒不能有副露", "three golds at the opening are without melds", "jingji.turn.three_golds";
    Fault::Context, |h| h.flags.has("opening") && h.flags.names().len() > 1
        => "开金三金倒不和别的情况同时有", "three golds at the opening stand alone", "jingji.turn.three_golds";
    Fault::Context, |h| h.flags.has("opening") && h.tile.is_some()
        => "开金三金倒没有和的那张牌", "three golds at the opening have no winning tile", "jingji.turn.three_golds";
    Fault::Context, |h| h.flags.has("opening") && h.is_dealer
        => "开金三金倒是闲家的；庄家请照常选一张牌", "three golds at the opening are a non-dealer's; the dealer names any tile as drawn", "jingji.turn.three_golds";
}

/// The value of a described win.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "JingjiAnswer"))]
pub struct Answer {
    /// Formula, fixed points or penalty.
    pub method: Method,
    /// Counted fans, by id.
    pub fans: Vec<FanLine>,
    /// Counted fu items, by id.
    pub fu_items: Vec<FanLine>,
    /// m.
    pub fu: i32,
    /// n.
    pub fan: i32,
    /// What the winner gets for the hand.
    pub total: i32,
    /// What each seat wins or loses, stakes included.
    pub deltas: Vec<i32>,
    /// Why.
    #[serde(flatten)]
    pub explanation: Explanation,
}

/// The winning tiles of a hand.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "JingjiWaits"))]
pub struct WaitsAnswer {
    /// Each winning tile and its points as an ordinary win by discard.
    pub waits: BTreeMap<Tile, i32>,
    /// The hand has what a ready call needs of yaku.
    pub ready_ok: bool,
}

/// What scripts of `jingji` have beside the common fields.
#[derive(Clone, Debug, Default, Deserialize)]
#[allow(missing_docs)] // The fields are those of the specification.
pub struct ScriptFields {
    #[serde(default)]
    pub indicator: Option<String>,
    #[serde(default)]
    pub dead_wall: Option<String>,
    #[serde(default)]
    pub round_wind: Option<String>,
    #[serde(default)]
    pub first_dealer: Option<usize>,
    #[serde(default)]
    pub points: Option<Vec<i32>>,
    #[serde(default)]
    pub stakes: Option<Vec<i32>>,
}

/// What the outcome of a script says beside the common fields.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Report {
    /// 场供 on the table after the hand, or so far.
    pub stakes: Vec<i32>,
    /// Round wind of the next hand; none while unfinished and after the last hand.
    pub next_round_wind: Option<Tile>,
    /// Whether the match is over; none while unfinished.
    pub match_over: Option<bool>,
}

/// Seats, winds and stakes of a request.
struct Place {
    options: JingjiOptions,
    gold: Tile,
    dealer: Seat,
    winner: Seat,
    round_wind: Tile,
    stakes: [i32; Seat::MAX],
}

/// How a described win came about, as far as it is known before any meld is read.
struct How {
    source: Source,
    flags: Flags,
    gold: Tile,
    is_dealer: bool,
    /// There are melds, and a kong among them.
    melded: bool,
    kong: bool,
    /// The winning tile, if one is given; none inside if it cannot be read.
    tile: Option<Option<Tile>>,
}

/// Closed tiles, winning tile and melds.
struct Tiles {
    counts: [u8; Tile::PLAYABLE],
    tile: Option<Tile>,
    melds: Vec<Meld>,
}

impl Place {
    fn read(facts: &Facts<'_>) -> Result<Place, Refusal> {
        let options = facts.options()?;
        let gold = facts
            .tile("indicator", INDICATOR)?
            .ok_or_else(|| facts.refuse(INDICATOR, sentence!("还没有选指示牌", "indicator is missing")))?;
        let (dealer, winner) = facts.dealer_and_winner(facts.players(Jingji::SEATS)?)?;
        let round_wind = facts.tile("round_wind", ROUND_WIND)?.unwrap_or(Tile::honor(1));
        if !round_wind.is_wind() {
            let why =
                sentence!("场风是 1z 到 4z，不是 {round_wind}", "round_wind is 1z to 4z, not {round_wind}");
            return Err(facts.refuse(ROUND_WIND, why));
        }
        let stakes =
            facts.per_seat("stakes", 4, 1_000_000, Fault::Own("illegal:stakes"))?.unwrap_or_default();
        Ok(Place { options, gold, dealer, winner, round_wind, stakes })
    }

    fn how(&self, facts: &Facts<'_>) -> Result<How, Refusal> {
        let source = facts.source()?;
        let flags = facts.flags(source, Repeats::Refused)?;
        let melds = facts.raw_melds();
        let how = How {
            source,
            flags,
            gold: self.gold,
            is_dealer: self.winner == self.dealer,
            melded: !melds.is_empty(),
            kong: melds.iter().any(|m| MeldKind::from_name(m.kind).is_some_and(MeldKind::is_kong)),
            tile: facts.text("winning_tile").map(|text| parse_tile(text).ok()),
        };
        facts.check(&how, CHECKS)?;
        Ok(how)
    }

    /// The seat whose tile it was; for a robbed kong of a discard also the seat that threw it.
    fn payers(&self, facts: &Facts<'_>, source: Source) -> Result<(Option<Seat>, Option<Seat>), Refusal> {
        if source == Source::SelfDraw {
            facts.from_nobody(&["from", "discarder"])?;
            return Ok((None, None));
        }
        let from = facts.payer(self.winner, 4, |_| true)?;
        let Some(number) = facts.number("discarder") else { return Ok((Some(from), None)) };
        let third = Seat::all(4).find(|s| s.index() as i64 == number && *s != self.winner && *s != from);
        if source != Source::RobKong || third.is_none() {
            let why = sentence!(
                "“打牌的人”只用于抢点杠，是胡家和杠家以外的一家",
                "discarder belongs to a robbed kong of a discard, and is a third seat"
            );
            return Err(facts.refuse(Fault::From, why));
        }
        Ok((Some(from), third))
    }

    /// `due`: whether there is a winning tile; `rob_gold`: it is the indicator itself.
    fn tiles(&self, facts: &Facts<'_>, due: bool, rob_gold: bool) -> Result<Tiles, Refusal> {
        let melds = facts.melds(self.winner, 4, MeldFrom::Optional)?;
        if melds.iter().any(|m| m.count(self.gold) > 0) {
            let gold = self.gold;
            let why = sentence!("{gold} 是金牌，不能放进吃碰杠", "{gold} is the gold: it lies in no meld");
            return Err(facts.refuse(Fault::Own("illegal:gold_in_meld"), why));
        }
        let concealed = facts.tiles("concealed")?;
        let tile = facts.winning_tile(due)?;
        facts.hand_size(concealed.len(), melds.len())?;
        let closed = || concealed.iter().copied().chain(tile);
        let turned = (!rob_gold).then_some(self.gold);
        facts.copies(closed().chain(melds.iter().flat_map(Meld::tiles)).chain(turned))?;
        let mut counts = [0u8; Tile::PLAYABLE];
        closed().for_each(|t| counts[t.index()] += 1);
        Ok(Tiles { counts, tile, melds })
    }
}

/// Who pays what for a scored win, stakes included.
fn explain(
    place: &Place,
    source: Source,
    (from, discarder): (Option<Seat>, Option<Seat>),
    scored: &Scored,
) -> Explanation {
    let mut explanation = Explanation::default();
    if scored.method == Method::Penalty {
        let steps = Steps::start(settle::STAKE, &fans::PAY_PENALTY);
        for other in place.winner.others(4) {
            explanation.pay(&fans::PAY_PENALTY, place.winner, other, &steps);
        }
        return explanation;
    }
    let steps = score::steps(scored, source);
    let discarder_pays = place.options.rob_discard_kong_payer == RobDiscardKongPayer::Discarder;
    match (from, discarder) {
        (Some(_), Some(discarder)) if discarder_pays => {
            explanation.pay(&fans::PAY_ROB_DISCARD_KONG, discarder, place.winner, &steps);
        }
        (Some(from), _) => {
            let robbed = source == Source::RobKong;
            let why = if robbed { &fans::PAY_ROB_KONG } else { &fans::PAY_DISCARD };
            explanation.pay(why, from, place.winner, &steps);
        }
        (None, _) => {
            for payer in place.winner.others(4) {
                explanation.pay(&fans::PAY_SELF_DRAW, payer, place.winner, &steps);
            }
        }
    }
    for other in place.winner.others(4) {
        let stake = place.stakes[other.index()];
        if stake > 0 {
            explanation.pay(&fans::PAY_STAKE, other, place.winner, &Steps::start(stake, &fans::PAY_STAKE));
        }
    }
    explanation
}

impl Contract for Jingji {
    type Answer = Answer;
    type WaitsAnswer = WaitsAnswer;
    type ScriptFields = ScriptFields;
    type Report = Report;

    fn score(request: &WinRequest) -> Result<Answer, Refusal> {
        let facts = request.facts::<Jingji>()?;
        let place = Place::read(&facts)?;
        let How { source, flags, .. } = place.how(&facts)?;
        let payers = place.payers(&facts, source)?;
        let tiles = place.tiles(&facts, !flags.has("opening"), flags.has("rob_gold"))?;
        let situation = Situation {
            kong_draw: flags.has("kong_draw"),
            last_tile: flags.has("last_tile"),
            ready: flags.has("declared_ready"),
            rob_gold: flags.has("rob_gold"),
        };
        let claim = Claim {
            counts: &tiles.counts,
            melds: &tiles.melds,
            tile: tiles.tile,
            gold: place.gold,
            source,
            situation,
            is_dealer: place.winner == place.dealer,
            seat_wind: seat_wind(place.dealer, place.winner),
            round_wind: place.round_wind,
        };
        let scored = score::score(&place.options, &claim).map_err(|no| match no {
            NoWin::Shape => facts.no_win(),
            NoWin::MinFan => {
                let why = sentence!("没有手役，按选项不能和", "the hand has no yaku, and one is needed");
                facts.refuse(Fault::MinFan, why)
            }
        })?;
        let mut explanation = explain(&place, source, payers, &scored);
        explanation.add_reading(score::explain(&place.options, &claim, &scored));
        let fans = match scored.fixed {
            Some(fan) => vec![FanLine::new(fan.fan(), 1)],
            None => scored.fans.lines(),
        };
        Ok(Answer {
            method: scored.method,
            fans,
            fu_items: scored.fu_items.lines(),
            fu: scored.fu,
            fan: scored.fan,
            total: scored.total,
            deltas: explanation.deltas(4),
            explanation,
        })
    }

    fn waits(request: &WinRequest) -> Result<WaitsAnswer, Refusal> {
        let facts = request.facts::<Jingji>()?;
        let place = Place::read(&facts)?;
        let Tiles { counts, melds, .. } = place.tiles(&facts, false, false)?;
        let hand = Waiting {
            counts,
            keys: keys_of(&counts).unwrap_or_default(),
            melds: &melds,
            gold: place.gold,
            is_dealer: place.winner == place.dealer,
            seat_wind: seat_wind(place.dealer, place.winner),
            round_wind: place.round_wind,
        };
        Ok(WaitsAnswer {
            waits: score::waits(&place.options, &hand).iter().map(|w| (w.tile, w.total)).collect(),
            ready_ok: hand.may_have_yaku(&place.options),
        })
    }

    fn stack(&self, script: &Script<ScriptFields>) -> Result<Stacked<Carry>, String> {
        let more = &script.more;
        let dead = parse_tiles(more.dead_wall.as_deref().unwrap_or_default())
            .map_err(|e| format!("dead_wall: {e}"))?;
        if dead.len() != DEAD_WALL {
            return Err(format!("the dead wall has {DEAD_WALL} tiles, {} were given", dead.len()));
        }
        let one = |text: &str, name: &str| parse_tile(text).map_err(|e| format!("{name}: {e}"));
        if let Some(text) = &more.indicator
            && one(text, "indicator")? != dead[0]
        {
            return Err(format!("the indicator {text} is not the first tile of the dead wall"));
        }
        let mut stacked = Stacked::new::<Self>(script, &[], &dead)?;
        let first_dealer = more.first_dealer.unwrap_or(0);
        if first_dealer >= 4 {
            return Err(format!("there is no seat {first_dealer} to deal first"));
        }
        let first_dealer = Seat::new(first_dealer);
        let wind = one(more.round_wind.as_deref().unwrap_or("1z"), "round_wind")?;
        if !wind.is_wind() {
            return Err(format!("round_wind is 1z to 4z, not {wind}"));
        }
        let start = self.options().start_points;
        let four = |list: &Option<Vec<i32>>, name: &str, usual: i32| match list.as_deref() {
            None => Ok([usual; Seat::MAX]),
            Some(list) => list.try_into().map_err(|_| format!("{name} are four numbers")),
        };
        let carry = Carry {
            points: four(&more.points, "points", start)?,
            stakes: four(&more.stakes, "stakes", 0)?,
            round: wind.rank() - 1,
            hand: first_dealer.distance_to(stacked.before.dealer, 4) as u8,
        };
        let totals = carry.points.map(|p| p - start);
        stacked.before = Progress { first_dealer, totals, carry, ..stacked.before };
        Ok(stacked)
    }

    fn report(deal: &Deal<Self>, before: &Progress<Carry>) -> Report {
        let after = deal.end().map(|_| Jingji::after(deal, before));
        Report {
            stakes: deal.memo.stakes.to_vec(),
            next_round_wind: after.filter(|a| !a.over).map(|a| a.carry.round_wind()),
            match_over: after.map(|a| a.over),
        }
    }
}
