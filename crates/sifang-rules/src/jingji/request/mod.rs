//! Described hands of `jingji`: score and waits requests, checked in the order of the specification.

mod script;

pub use script::{Report, ScriptFields};

use super::score::{self, Claim, Method, NoWin, Scored, Situation, Waiting};
use super::{Carry, Jingji, JingjiOptions, RobDiscardKongPayer, fans, seat_wind, settle};
use crate::contract::{Contract, Stacked};
use crate::request::{Explanation, FanLine, RawMeld, Refusal, seat};
use crate::script::Script;
use serde::{Deserialize, Serialize};
use sifang_options::{OptionSet, RawOptions};
use sifang_shape::keys_of;
use sifang_table::{Deal, Fan, Meld, MeldKind, Op, Progress, Source, Steps, Term};
use sifang_tiles::{Seat, Tile, parse_tile, parse_tiles};
use std::collections::BTreeMap;

/// A described win.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // The fields are those of the specification.
pub struct JingjiRequest {
    #[serde(rename = "rules", default)]
    pub _rules: Option<String>,
    #[serde(default)]
    pub options: Option<RawOptions>,
    #[serde(default)]
    pub players: Option<i64>,
    #[serde(default)]
    pub dealer: Option<i64>,
    #[serde(default)]
    pub winner: Option<i64>,
    #[serde(default)]
    pub round_wind: Option<String>,
    #[serde(default)]
    pub indicator: Option<String>,
    #[serde(default)]
    pub concealed: Option<String>,
    #[serde(default)]
    pub melds: Option<Vec<RawMeld>>,
    #[serde(default)]
    pub winning_tile: Option<String>,
    #[serde(default)]
    pub source: Option<String>,
    #[serde(default)]
    pub from: Option<i64>,
    #[serde(default)]
    pub discarder: Option<i64>,
    #[serde(default)]
    pub context: Option<Vec<String>>,
    #[serde(default)]
    pub stakes: Option<Vec<i64>>,
}

/// A described hand that is one tile short: the same fields; how it might be won plays no part.
pub type JingjiWaits = JingjiRequest;

/// The value of a described win.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
pub struct WaitsAnswer {
    /// Each winning tile and its points as an ordinary win by discard.
    pub waits: BTreeMap<Tile, i32>,
    /// The hand has what a ready call needs of yaku.
    pub ready_ok: bool,
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

/// How a described win came about.
struct How {
    source: Source,
    from: Option<Seat>,
    discarder: Option<Seat>,
    situation: Situation,
    /// 三金倒 at the opening: no winning tile.
    opening: bool,
}

fn bad_context(detail: impl Into<String>) -> Refusal {
    Refusal::new("illegal:context", detail)
}

impl JingjiRequest {
    fn raw_melds(&self) -> &[RawMeld] {
        self.melds.as_deref().unwrap_or_default()
    }

    /// Options, indicator, seats, winds and stakes.
    fn place(&self) -> Result<Place, Refusal> {
        let options = match &self.options {
            Some(raw) => {
                JingjiOptions::from_values(raw).map_err(|e| Refusal::new("illegal:option", e.to_string()))?
            }
            None => JingjiOptions::default(),
        };
        let bad = |detail: &str| Refusal::new("illegal:indicator", detail);
        let text = self.indicator.as_deref().ok_or_else(|| bad("indicator is missing"))?;
        let gold = parse_tile(text).map_err(|e| bad(&e.to_string()))?;
        if gold.is_flower() {
            return Err(bad("there are no flowers in this rule set"));
        }
        let seats = (seat(self.winner.unwrap_or(0), 4), seat(self.dealer.unwrap_or(0), 4));
        let (4, (Some(winner), Some(dealer))) = (self.players.unwrap_or(4), seats) else {
            let detail = "four players; winner and dealer are seats 0 to 3";
            return Err(Refusal::new("illegal:seat", detail));
        };
        let round_wind = read_wind(self.round_wind.as_deref())
            .map_err(|detail| Refusal::new("illegal:round_wind", detail))?;
        let stakes = match &self.stakes {
            None => [0; Seat::MAX],
            Some(list) => read_four(list)
                .filter(|stakes| stakes.iter().all(|n| (0..=1_000_000).contains(n)))
                .map(|stakes| stakes.map(|n| n as i32))
                .ok_or_else(|| Refusal::new("illegal:stakes", "stakes are four numbers of points"))?,
        };
        Ok(Place { options, gold, dealer, winner, round_wind, stakes })
    }

    /// Source, payer and circumstances.
    fn how(&self, place: &Place) -> Result<How, Refusal> {
        let names = self.context.as_deref().unwrap_or_default();
        let mut situation = Situation::default();
        let mut opening = false;
        for name in names {
            let flag = match name.as_str() {
                "kong_draw" => &mut situation.kong_draw,
                "last_tile" => &mut situation.last_tile,
                "declared_ready" => &mut situation.ready,
                "rob_gold" => &mut situation.rob_gold,
                "opening" => &mut opening,
                _ => {
                    let known = "flags are kong_draw, last_tile, declared_ready, rob_gold and opening";
                    return Err(bad_context(known));
                }
            };
            if std::mem::replace(flag, true) {
                return Err(bad_context(format!("{name} is given twice")));
            }
        }
        let source = self.source.as_deref().and_then(Source::from_name);
        let source = source.ok_or_else(|| bad_context("source is self_draw, discard or rob_kong"))?;
        self.check_context(place, source, situation, opening)?;
        let (from, discarder) = self.payers(place, source)?;
        Ok(How { source, from, discarder, situation, opening })
    }

    fn check_context(
        &self,
        place: &Place,
        source: Source,
        situation: Situation,
        opening: bool,
    ) -> Result<(), Refusal> {
        let Situation { kong_draw, last_tile, ready, rob_gold } = situation;
        let self_draw = source == Source::SelfDraw;
        let is_dealer = place.winner == place.dealer;
        let melds = self.raw_melds();
        let kong = melds.iter().any(|m| MeldKind::from_name(&m.kind).is_some_and(MeldKind::is_kong));
        let other_tile = self.winning_tile.as_deref().is_some_and(|text| parse_tile(text) != Ok(place.gold));
        let rules = [
            (kong_draw && !self_draw, "kong_draw belongs to a self_draw"),
            (kong_draw && !kong, "kong_draw needs a kong"),
            (kong_draw && ready, "a ready seat makes no kong"),
            (last_tile && source == Source::RobKong, "there is no kong on the last tile"),
            (rob_gold && !self_draw, "rob_gold belongs to a self_draw"),
            (rob_gold && !melds.is_empty(), "rob_gold is without melds"),
            (rob_gold && (kong_draw || last_tile || opening), "rob_gold goes with declared_ready only"),
            (rob_gold && other_tile, "rob_gold wins on the indicator"),
            (rob_gold && ready && !is_dealer, "only the dealer can be ready when it robs the gold"),
            (opening && !self_draw, "opening belongs to a self_draw"),
            (opening && !melds.is_empty(), "opening is without melds"),
            (opening && (kong_draw || last_tile || ready || rob_gold), "opening stands alone"),
            (opening && self.winning_tile.is_some(), "opening has no winning tile"),
            (opening && is_dealer, "opening is a non-dealer's"),
        ];
        match rules.into_iter().find(|(broken, _)| *broken) {
            Some((_, detail)) => Err(bad_context(detail)),
            None => Ok(()),
        }
    }

    fn payers(&self, place: &Place, source: Source) -> Result<(Option<Seat>, Option<Seat>), Refusal> {
        let bad = |detail: &str| Err(Refusal::new("illegal:from", detail));
        if source == Source::SelfDraw {
            if self.from.is_some() || self.discarder.is_some() {
                return bad("a self_draw has neither from nor discarder");
            }
            return Ok((None, None));
        }
        let other = |n: i64| seat(n, 4).filter(|s| *s != place.winner);
        let Some(from) = self.from.and_then(other) else {
            return bad("from must name the other seat whose tile it was");
        };
        let Some(number) = self.discarder else { return Ok((Some(from), None)) };
        if source != Source::RobKong {
            return bad("discarder belongs to a robbed kong of a discard");
        }
        match other(number).filter(|s| *s != from) {
            Some(discarder) => Ok((Some(from), Some(discarder))),
            None => bad("discarder is a third seat"),
        }
    }

    fn read_melds(&self, place: &Place) -> Result<Vec<Meld>, Refusal> {
        let bad = |detail: String| Refusal::new("illegal:meld", detail);
        let mut melds = Vec::new();
        for raw in self.raw_melds() {
            let mut meld = raw.meld(place.winner).map_err(|e| bad(e.to_string()))?;
            let named = |rule: &str| bad(format!("{} {}: {rule}", raw.kind, raw.tiles));
            if let Some(number) = raw.from {
                if meld.kind == MeldKind::KongConcealed {
                    return Err(named("a concealed kong comes from nobody"));
                }
                let from = seat(number, 4).filter(|s| *s != place.winner);
                meld.from = from.ok_or_else(|| named("from must be another seat"))?;
            }
            if meld.kind == MeldKind::Chow && meld.from != place.winner.after(3, 4) {
                return Err(named("a chi comes from the seat before"));
            }
            melds.push(meld);
        }
        if melds.iter().any(|m| m.count(place.gold) > 0) {
            return Err(Refusal::new("illegal:gold_in_meld", format!("{} is the gold", place.gold)));
        }
        Ok(melds)
    }

    /// The concealed tiles and the winning tile, after the checks of number and copies.
    fn tiles(
        &self,
        place: &Place,
        melds: &[Meld],
        tile_due: bool,
        rob_gold: bool,
    ) -> Result<([u8; Tile::PLAYABLE], Option<Tile>), Refusal> {
        let bad = |detail: String| Refusal::new("illegal:tile_count", detail);
        let concealed = parse_tiles(self.concealed.as_deref().unwrap_or_default())
            .map_err(|e| bad(format!("concealed: {e}")))?;
        let tile = match self.winning_tile.as_deref() {
            Some(text) => Some(parse_tile(text).map_err(|e| bad(format!("winning_tile: {e}")))?),
            None => None,
        };
        if tile.is_some() != tile_due {
            return Err(
                bad(if tile_due { "winning_tile is missing" } else { "no winning_tile here" }.into()),
            );
        }
        if concealed.iter().chain(&tile).any(|t| t.is_flower()) {
            return Err(bad("there are no flowers in this rule set".into()));
        }
        let wanted = 16i64 - 3 * melds.len() as i64;
        if concealed.len() as i64 != wanted || wanted < 0 {
            let (n, m) = (concealed.len(), melds.len());
            return Err(bad(format!("{n} concealed tiles with {m} melds; 16 less three per meld are right")));
        }
        let mut all = [0u8; Tile::PLAYABLE];
        let mut counts = [0u8; Tile::PLAYABLE];
        for t in concealed.iter().chain(&tile) {
            counts[t.index()] += 1;
            all[t.index()] += 1;
        }
        melds.iter().flat_map(Meld::tiles).for_each(|t| all[t.index()] += 1);
        all[place.gold.index()] += !rob_gold as u8;
        if let Some(i) = (0..Tile::PLAYABLE).find(|i| all[*i] > 4) {
            let detail = format!("{} copies of {} with the indicator; there are 4", all[i], Tile::at(i));
            return Err(Refusal::new("illegal:too_many_copies", detail));
        }
        Ok((counts, tile))
    }
}

pub(super) fn read_wind(text: Option<&str>) -> Result<Tile, String> {
    let Some(text) = text else { return Ok(Tile::honor(1)) };
    let tile = parse_tile(text).map_err(|e| format!("round_wind: {e}"))?;
    if tile.is_wind() { Ok(tile) } else { Err(format!("round_wind is 1z to 4z, not {tile}")) }
}

pub(super) fn read_four<T: Copy>(list: &[T]) -> Option<[T; Seat::MAX]> {
    list.try_into().ok()
}

/// Who pays what for a scored win, stakes included.
fn explain(place: &Place, how: &How, scored: &Scored) -> Explanation {
    let mut explanation = Explanation::default();
    let plain = |points: i32, why: &'static Term| {
        let mut steps = Steps::new();
        steps.push(Op::Start, points, why);
        steps
    };
    if scored.method == Method::Penalty {
        let steps = plain(settle::STAKE, &fans::PAY_PENALTY);
        for other in place.winner.others(4) {
            explanation.pay(&fans::PAY_PENALTY, place.winner, other, &steps);
        }
        return explanation;
    }
    let steps = score::steps(scored, how.source);
    let discarder_pays = place.options.rob_discard_kong_payer == RobDiscardKongPayer::Discarder;
    match (how.from, how.discarder) {
        (Some(_), Some(discarder)) if discarder_pays => {
            explanation.pay(&fans::PAY_ROB_DISCARD_KONG, discarder, place.winner, &steps);
        }
        (Some(from), _) => {
            let robbed = how.source == Source::RobKong;
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
            explanation.pay(&fans::PAY_STAKE, other, place.winner, &plain(stake, &fans::PAY_STAKE));
        }
    }
    explanation
}

fn line(fan: &'static Fan, count: u8) -> FanLine {
    FanLine { id: fan.term.id, value: fan.value, count: count as i32 }
}

impl Contract for Jingji {
    type Request = JingjiRequest;
    type Answer = Answer;
    type WaitsRequest = JingjiWaits;
    type WaitsAnswer = WaitsAnswer;
    type ScriptFields = ScriptFields;
    type Report = Report;

    fn score(request: &JingjiRequest) -> Result<Answer, Refusal> {
        let place = request.place()?;
        let how = request.how(&place)?;
        let melds = request.read_melds(&place)?;
        let (counts, tile) = request.tiles(&place, &melds, !how.opening, how.situation.rob_gold)?;
        let claim = Claim {
            counts: &counts,
            melds: &melds,
            tile,
            gold: place.gold,
            source: how.source,
            situation: how.situation,
            is_dealer: place.winner == place.dealer,
            seat_wind: seat_wind(place.dealer, place.winner),
            round_wind: place.round_wind,
        };
        let scored = score::score(&place.options, &claim).map_err(|no| match no {
            NoWin::Shape => Refusal::new("not_a_win", "the tiles form no winning hand"),
            NoWin::MinFan => Refusal::new("illegal:min_fan", "the hand has no yaku, and one is needed"),
        })?;
        let explanation = explain(&place, &how, &scored);
        let fans = match scored.fixed {
            Some(fan) => vec![line(fan.fan(), 1)],
            None => scored.fans.iter().map(|(fan, n)| line(fan.fan(), n)).collect(),
        };
        Ok(Answer {
            method: scored.method,
            fans,
            fu_items: scored.fu_items.iter().map(|(fu, n)| line(fu.fan(), n)).collect(),
            fu: scored.fu,
            fan: scored.fan,
            total: scored.total,
            deltas: explanation.deltas(4),
            explanation,
        })
    }

    fn waits(request: &JingjiWaits) -> Result<WaitsAnswer, Refusal> {
        let place = request.place()?;
        let melds = request.read_melds(&place)?;
        let (counts, _) = request.tiles(&place, &melds, false, false)?;
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
        script::stack(self, script)
    }

    fn report(deal: &Deal<Self>, before: &Progress<Carry>) -> Report {
        script::report(deal, before)
    }
}
