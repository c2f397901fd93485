//! Described hands of `wuxi`: score and waits requests, checked in the order of the specification, and scripts.

use super::score::{self, Claim, NoWin, Scored, Situation};
use super::{Wuxi, WuxiOptions, fans};
use crate::contract::{Contract, NoFields, Stacked, row_of_hands};
use crate::request::{Explanation, FanLine, RawMeld, Refusal, or_default, seat};
use crate::script::Script;
use serde::{Deserialize, Serialize};
use sifang_options::{OptionSet, RawOptions};
use sifang_table::{Deal, Dice, Meld, MeldKind, Progress, RuleSet, Source};
use sifang_tiles::{Seat, Tile, parse_tiles};
use std::collections::BTreeMap;

/// A described win. Absent and `null` mean the same.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // The fields are those of the specification.
pub struct WuxiRequest {
    #[serde(rename = "rules")]
    pub _rules: String,
    #[serde(default, deserialize_with = "or_default")]
    pub options: RawOptions,
    #[serde(default)]
    pub players: Option<i64>,
    #[serde(default, deserialize_with = "or_default")]
    pub dealer: i64,
    #[serde(default, deserialize_with = "or_default")]
    pub winner: i64,
    pub concealed: String,
    #[serde(default, deserialize_with = "or_default")]
    pub melds: Vec<RawMeld>,
    #[serde(default)]
    pub winning_tile: Option<String>,
    #[serde(default)]
    pub source: Option<String>,
    #[serde(default)]
    pub from: Option<i64>,
    #[serde(default, deserialize_with = "or_default")]
    pub flowers: String,
    #[serde(default, deserialize_with = "or_default")]
    pub context: Vec<String>,
}

/// A described hand that is one tile short: the same fields, without winning tile, context and payer.
pub type WuxiWaits = WuxiRequest;

/// The value of a described win.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
pub struct WaitsAnswer {
    /// Each winning tile and what it is worth, in the order of the notation.
    pub waits: BTreeMap<Tile, Wait>,
}

/// What one winning tile is worth.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Wait {
    /// Sum of fans.
    pub total: i32,
    /// Flowers.
    pub flowers: i32,
    /// What one payer pays.
    pub points: i32,
}

/// A request whose seats and tiles have been read.
struct Read {
    options: WuxiOptions,
    winner: Seat,
    source: Source,
    from: Option<Seat>,
    counts: [u8; Tile::PLAYABLE],
    melds: Vec<Meld>,
    tile: Option<Tile>,
    flowers: Vec<Tile>,
    situation: Option<Situation>,
}

impl WuxiRequest {
    fn read(&self, waits: bool) -> Result<Read, Refusal> {
        let options = WuxiOptions::from_values(&self.options)
            .map_err(|e| Refusal::new("illegal:options", e.to_string()))?;
        let players = self.players.unwrap_or(4);
        let (winner, dealer) = match (players, seat(self.winner, 4), seat(self.dealer, 4)) {
            (4, Some(winner), Some(dealer)) => (winner, dealer),
            _ => {
                return Err(Refusal::new("illegal:seat", "four players; winner and dealer are seats 0 to 3"));
            }
        };
        let (source, from) = self.read_source(winner, waits)?;
        if source == Source::RobKong && !options.rob_kong {
            return Err(Refusal::new("illegal:rob_kong", "robbing kongs is switched off (rob_kong)"));
        }
        let bad_tiles = |detail: String| Refusal::new("illegal:tiles", detail);
        let concealed = parse_tiles(&self.concealed).map_err(|e| bad_tiles(format!("concealed: {e}")))?;
        let flowers = parse_tiles(&self.flowers).map_err(|e| bad_tiles(format!("flowers: {e}")))?;
        let eight = !waits && self.context == ["eight_flowers"];
        let tile = match &self.winning_tile {
            None if waits || eight => None,
            None => return Err(bad_tiles("winning_tile is missing".into())),
            Some(_) if waits => return Err(bad_tiles("a request for waits has no winning_tile".into())),
            Some(_) if eight => return Err(bad_tiles("a win by eight flowers has no winning_tile".into())),
            Some(text) => {
                Some(sifang_tiles::parse_tile(text).map_err(|e| bad_tiles(format!("winning_tile: {e}")))?)
            }
        };
        for raw in &self.melds {
            let tiles = raw.parsed_tiles().map_err(|e| bad_tiles(format!("melds: {e}")))?;
            if tiles.iter().any(|t| t.is_flower()) {
                return Err(bad_tiles("a flower lies in a meld".into()));
            }
        }
        if concealed.iter().chain(&tile).any(|t| t.is_flower()) {
            return Err(bad_tiles("a flower never stays in the hand; list it under flowers".into()));
        }
        if let Some(other) = flowers.iter().find(|t| !t.is_flower()) {
            return Err(bad_tiles(format!("{other} is no flower")));
        }
        let melds = self.read_melds(winner)?;
        let counts = self.count(&concealed, tile, &melds, &flowers, source, eight)?;
        let situation =
            if waits { None } else { self.read_context(winner, dealer, source, &melds, &flowers)? };
        Ok(Read { options, winner, source, from, counts, melds, tile, flowers, situation })
    }

    fn read_source(&self, winner: Seat, waits: bool) -> Result<(Source, Option<Seat>), Refusal> {
        let bad = |detail: &str| Refusal::new("illegal:source", detail);
        let name = match &self.source {
            Some(name) => name,
            None if waits => "discard",
            None => return Err(bad("source is missing; it is self_draw, discard or rob_kong")),
        };
        let source =
            Source::from_name(name).ok_or_else(|| bad("source is self_draw, discard or rob_kong"))?;
        if waits && source == Source::RobKong {
            return Err(bad("of a request for waits the source is discard or self_draw"));
        }
        if waits || source == Source::SelfDraw {
            return Ok((source, None));
        }
        let from = self.from.and_then(|n| seat(n, 4)).filter(|s| *s != winner);
        let from = from.ok_or_else(|| bad("from must name the other seat that pays"))?;
        Ok((source, Some(from)))
    }

    fn read_melds(&self, winner: Seat) -> Result<Vec<Meld>, Refusal> {
        let bad = |detail: String| Refusal::new("illegal:meld", detail);
        let mut melds = Vec::new();
        for raw in &self.melds {
            let mut meld = raw.meld(winner).map_err(|e| bad(e.to_string()))?;
            if meld.kind != MeldKind::KongConcealed {
                let from = raw.from.and_then(|n| seat(n, 4)).filter(|s| *s != winner);
                meld.from = from
                    .ok_or_else(|| bad(format!("{} {}: from must be another seat", raw.kind, raw.tiles)))?;
                if meld.kind == MeldKind::Chow && meld.from != winner.after(3, 4) {
                    return Err(bad(format!("chi {} comes from the previous seat only", raw.tiles)));
                }
            }
            melds.push(meld);
        }
        Ok(melds)
    }

    /// Closed tiles with the winning tile, after the checks of number and copies.
    fn count(
        &self,
        concealed: &[Tile],
        tile: Option<Tile>,
        melds: &[Meld],
        flowers: &[Tile],
        source: Source,
        eight: bool,
    ) -> Result<[u8; Tile::PLAYABLE], Refusal> {
        let wanted = 13i64 - 3 * melds.len() as i64;
        let dealt = eight && melds.is_empty() && self.winner != self.dealer && concealed.len() == 12;
        if concealed.len() as i64 != wanted && !dealt {
            let detail =
                format!("{} concealed tiles with {} melds; {wanted} are right", concealed.len(), melds.len());
            return Err(Refusal::new("illegal:tile_count", detail));
        }
        let mut all = [0u8; Tile::KINDS];
        for t in concealed
            .iter()
            .copied()
            .chain(tile)
            .chain(flowers.iter().copied())
            .chain(melds.iter().flat_map(Meld::tiles))
        {
            all[t.index()] += 1;
        }
        if let Some(t) = tile.filter(|_| source == Source::RobKong) {
            // Three more copies lie in the konger's pung.
            all[t.index()] += 3;
        }
        let most = |i: usize| if i < Tile::PLAYABLE { 4 } else { 1 };
        if let Some(i) = (0..Tile::KINDS).find(|i| all[*i] > most(*i)) {
            let detail = format!("{} copies of {}; there are {}", all[i], Tile::at(i), most(i));
            return Err(Refusal::new("illegal:copies", detail));
        }
        let mut counts = [0u8; Tile::PLAYABLE];
        for t in concealed.iter().copied().chain(tile) {
            counts[t.index()] += 1;
        }
        Ok(counts)
    }

    fn read_context(
        &self,
        winner: Seat,
        dealer: Seat,
        source: Source,
        melds: &[Meld],
        flowers: &[Tile],
    ) -> Result<Option<Situation>, Refusal> {
        let bad = |detail: &str| Err(Refusal::new("illegal:context", detail));
        let flag = match &self.context[..] {
            [] => return Ok(Some(Situation::Plain)),
            [flag] => flag.as_str(),
            _ => return bad("at most one flag"),
        };
        let situation = match flag {
            "heavenly" => Situation::Heavenly,
            "earthly" => Situation::Earthly,
            "kong_draw" => Situation::KongDraw,
            "eight_flowers" => Situation::EightFlowers,
            _ => return bad("flags are heavenly, earthly, kong_draw and eight_flowers"),
        };
        if source != Source::SelfDraw {
            return bad("every flag belongs to a self_draw");
        }
        match situation {
            Situation::Heavenly if winner != dealer || !melds.is_empty() => {
                bad("heavenly is the dealer's, without melds")
            }
            Situation::Earthly if winner == dealer || !melds.is_empty() => {
                bad("earthly is a non-dealer's, without melds")
            }
            Situation::KongDraw if !melds.iter().any(|m| m.kind.is_kong()) => bad("kong_draw needs a kong"),
            Situation::EightFlowers if flowers.len() != 8 => bad("eight_flowers needs all eight flowers"),
            _ => Ok(Some(situation)),
        }
    }
}

impl Read {
    fn score(&self) -> Result<Scored, Refusal> {
        let claim = Claim {
            counts: &self.counts,
            melds: &self.melds,
            tile: self.tile,
            source: self.source,
            situation: self.situation.unwrap_or_default(),
            flowers: self.flowers.len() as u8,
        };
        score::score(&self.options, &claim).map_err(|no| match no {
            NoWin::Shape => Refusal::new("not_a_win", "the tiles form no winning hand"),
            NoWin::MinFan { total } => {
                let detail = format!("the hand has {total} fan, {} are needed", self.options.min_fan);
                Refusal::new("illegal:min_fan", detail)
            }
        })
    }
}

impl Contract for Wuxi {
    type Request = WuxiRequest;
    type Answer = Answer;
    type WaitsRequest = WuxiWaits;
    type WaitsAnswer = WaitsAnswer;
    type ScriptFields = NoFields;
    type Report = NoFields;

    fn score(request: &WuxiRequest) -> Result<Answer, Refusal> {
        let read = request.read(false)?;
        let scored = read.score()?;
        let steps = score::steps(&read.options, &scored);
        let mut explanation = Explanation::default();
        match read.from {
            None => {
                for payer in read.winner.others(4) {
                    explanation.pay(&fans::PAY_SELF_DRAW, payer, read.winner, &steps);
                }
            }
            Some(from) => {
                let robbed = read.source == Source::RobKong;
                let why = if robbed { &fans::PAY_ROB_KONG } else { &fans::PAY_DISCARD };
                explanation.pay(why, from, read.winner, &steps);
            }
        }
        let line = |(fan, count): (fans::F, u8)| FanLine {
            id: fan.id(),
            value: fan.fan().value,
            count: count as i32,
        };
        Ok(Answer {
            fans: scored.fans.iter().map(line).collect(),
            total: scored.total,
            flowers: scored.flowers,
            points: scored.points,
            deltas: explanation.deltas(4),
            explanation,
        })
    }

    fn waits(request: &WuxiWaits) -> Result<WaitsAnswer, Refusal> {
        let read = request.read(true)?;
        let mut waits = BTreeMap::new();
        for tile in Tile::playable() {
            let held = read.counts[tile.index()] + read.melds.iter().map(|m| m.count(tile)).sum::<u8>();
            if held >= 4 {
                continue;
            }
            let mut with = Read {
                counts: read.counts,
                melds: read.melds.clone(),
                flowers: read.flowers.clone(),
                ..read
            };
            with.counts[tile.index()] += 1;
            with.tile = Some(tile);
            if let Ok(s) = with.score() {
                waits.insert(tile, Wait { total: s.total, flowers: s.flowers, points: s.points });
            }
        }
        Ok(WaitsAnswer { waits })
    }

    fn stack(&self, script: &Script<NoFields>) -> Result<Stacked<()>, String> {
        let dealer = Seat::new(script.dealer);
        let mut row = row_of_hands(&script.parsed_hands()?, dealer, &Self::DEALING)?;
        row.extend(script.parsed_wall()?);
        Ok(Stacked {
            row,
            dice: Dice::default(),
            before: Progress { dealer, first_dealer: dealer, ..Progress::default() },
        })
    }

    fn report(_deal: &Deal<Self>, _before: &Progress<()>) -> NoFields {
        NoFields {}
    }
}
