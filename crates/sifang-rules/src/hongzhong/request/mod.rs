//! Described hands of `hongzhong`: score and waits requests, checked in the order of the specification, and scripts.

mod described;

use super::fans::F;
use super::offer::FEWEST_ON_OTHERS;
use super::score::{self, Claim, On, Scored, Situation, Special, Waiting, Waits};
use super::settle;
use super::shape::{ORDINARY, WILD};
use super::{Hongzhong, HongzhongOptions};
use crate::contract::{Contract, NoFields, Stacked, row_of_hands};
use crate::request::{Explanation, FanLine, RawMeld, Refusal, seat};
use crate::script::Script;
use described::{Flags, Table};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use sifang_options::{OptionSet, RawOptions};
use sifang_table::{Deal, Declaration, Dice, Meld, Progress, RuleSet, Source};
use sifang_tiles::{Hand, Seat, Tile, parse_tiles};

/// A field that is read if it has the right form, and otherwise refused in its turn, not as unreadable JSON.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Loose<T> {
    /// As it should be.
    Fits(T),
    /// Anything else.
    Other(IgnoredAny),
}

/// A described win.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // The fields are those of the specification.
pub struct HongzhongRequest {
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
    pub context: Option<Vec<String>>,
    #[serde(default)]
    pub declared: Option<Loose<Vec<String>>>,
    #[serde(default)]
    pub declared_kongs: Option<Loose<Vec<i64>>>,
    #[serde(default)]
    pub out: Option<Vec<i64>>,
    /// Only for waits: the hand's own asked tile was won on.
    #[serde(default)]
    pub locked: Option<bool>,
}

/// A described hand that is one tile short: the same fields, without winning tile, source, payer and context.
pub type HongzhongWaits = HongzhongRequest;

/// What one seat pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PayerLine {
    /// Who.
    pub seat: Seat,
    /// Fan that catching it adds.
    pub catch: i32,
    /// Capped fan it pays for.
    pub total: i32,
    /// How much it pays.
    pub amount: i32,
}

/// The value of a described win.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answer {
    /// Counted fans, by id.
    pub fans: Vec<FanLine>,
    /// Their sum.
    pub raw: i32,
    /// The sum, capped.
    pub total: i32,
    /// Who pays, by seat.
    pub payers: Vec<PayerLine>,
    /// What each seat wins or loses.
    pub deltas: Vec<i32>,
    /// Why.
    #[serde(flatten)]
    pub explanation: Explanation,
}

/// The tiles of a request, read and counted.
struct Tiles {
    concealed: Vec<Tile>,
    melds: Vec<Meld>,
    winning: Option<Tile>,
}

pub(super) fn refuse<T>(error: &'static str, detail: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(error, detail))
}

/// Reads tiles that must be in the set.
fn read_tiles(what: &str, text: &str) -> Result<Vec<Tile>, Refusal> {
    let bad = |detail: String| Refusal::new("illegal:bad_tile", format!("{what}: {detail}"));
    let tiles = parse_tiles(text).map_err(|e| bad(e.to_string()))?;
    match tiles.iter().find(|t| !ORDINARY.contains(**t) && **t != WILD) {
        Some(tile) => Err(bad(format!("{tile} is not in the set of 1p-9p, 1s-9s and 7z"))),
        None => Ok(tiles),
    }
}

impl HongzhongRequest {
    fn read_options(&self) -> Result<HongzhongOptions, Refusal> {
        let options = self
            .options
            .as_ref()
            .map_or_else(|| Ok(HongzhongOptions::default()), HongzhongOptions::from_values);
        let options = options.map_err(|e| Refusal::new("illegal:option", e.to_string()))?;
        match self.players {
            None | Some(4) => Ok(options),
            Some(n) => refuse("illegal:players", format!("{n} players; four play")),
        }
    }

    /// Tiles, melds and their numbers.
    fn read_tiles(&self, with_winning: bool) -> Result<Tiles, Refusal> {
        let concealed = read_tiles("concealed", self.concealed.as_deref().unwrap_or_default())?;
        let winning = match &self.winning_tile {
            Some(text) if with_winning => match read_tiles("winning_tile", text)?[..] {
                [tile] => Some(tile),
                _ => return refuse("illegal:bad_tile", "winning_tile is one tile"),
            },
            None if with_winning => return refuse("illegal:bad_tile", "winning_tile is missing"),
            _ => None,
        };
        let melds = self.read_melds()?;
        let wanted = 10 - 3 * melds.len() as i64;
        if concealed.len() as i64 != wanted {
            let detail =
                format!("{} concealed tiles with {} melds; {wanted} are right", concealed.len(), melds.len());
            return refuse("illegal:tile_count", detail);
        }
        let mut counts = [0; Tile::KINDS];
        for tile in concealed.iter().copied().chain(winning).chain(melds.iter().flat_map(Meld::tiles)) {
            counts[tile.index()] += 1;
            if counts[tile.index()] > 4 {
                return refuse("illegal:too_many_copies", format!("more than four {tile}"));
            }
        }
        Ok(Tiles { concealed, melds, winning })
    }

    fn read_melds(&self) -> Result<Vec<Meld>, Refusal> {
        let raws = self.melds.as_deref().unwrap_or_default();
        let mut all_tiles = Vec::new();
        for raw in raws {
            all_tiles.push(read_tiles("melds", &raw.tiles)?);
        }
        if let Some(raw) = raws.iter().find(|raw| raw.kind == "chi") {
            return refuse("illegal:chi", format!("chi {}: there is no chi in this game", raw.tiles));
        }
        if all_tiles.iter().any(|tiles| tiles.contains(&WILD)) {
            return refuse("illegal:wild_meld", "7z is never in a meld");
        }
        let meld = |raw: &RawMeld| {
            raw.meld(Seat::new(0)).map_err(|e| Refusal::new("illegal:bad_meld", e.to_string()))
        };
        raws.iter().map(meld).collect()
    }

    fn read_table(&self) -> Result<Table, Refusal> {
        let out = self.out.as_deref().unwrap_or_default();
        let place = |number: Option<i64>| seat(number.unwrap_or(0), 4);
        let (Some(winner), Some(dealer)) = (place(self.winner), place(self.dealer)) else {
            return refuse("illegal:seat", "winner and dealer are seats 0 to 3");
        };
        let out = match out {
            [] => None,
            [one] => match seat(*one, 4).filter(|s| *s != winner) {
                Some(out) => Some(out),
                None => return refuse("illegal:seat", "out names another seat than the winner's"),
            },
            _ => return refuse("illegal:seat", "at most one seat has won before"),
        };
        let self_draw = self.source.as_deref() == Some("self_draw");
        let from = match self.from {
            None if self_draw => None,
            Some(_) if self_draw => return refuse("illegal:from", "a self_draw has no from"),
            number => {
                let from = number.and_then(|n| seat(n, 4)).filter(|s| *s != winner && Some(*s) != out);
                if from.is_none() {
                    return refuse("illegal:from", "from names the other seat still playing that pays");
                }
                from
            }
        };
        let Some(source) = self.source.as_deref().and_then(Source::from_name) else {
            return refuse("illegal:source", "source is self_draw, discard or rob_kong");
        };
        let (declared, kongs) = (self.read_declared()?, self.read_kongs()?);
        Ok(Table { winner, dealer, out, from, source, declared, kongs })
    }

    fn read_declared(&self) -> Result<[Option<Declaration>; 4], Refusal> {
        let bad = || Refusal::new("illegal:flags", "declared is four of none, ready and ready_ask");
        let mut declared = [None; 4];
        match &self.declared {
            None => return Ok(declared),
            Some(Loose::Fits(words)) if words.len() == 4 => {
                for (place, word) in declared.iter_mut().zip(words) {
                    *place = match word.as_str() {
                        "none" => None,
                        "ready" => Some(Declaration::Ready),
                        "ready_ask" => Some(Declaration::ReadyAsk),
                        _ => return Err(bad()),
                    };
                }
            }
            _ => return Err(bad()),
        }
        Ok(declared)
    }

    fn read_kongs(&self) -> Result<[u8; 4], Refusal> {
        match &self.declared_kongs {
            None => Ok([0; 4]),
            Some(Loose::Fits(numbers)) if numbers.len() == 4 && numbers.iter().all(|n| *n >= 0) => {
                Ok(std::array::from_fn(|i| numbers[i].min(4) as u8))
            }
            _ => refuse("illegal:flags", "declared_kongs is four numbers, none below 0"),
        }
    }

    fn read_flags(&self) -> Result<Flags, Refusal> {
        let mut flags = Flags::default();
        for name in self.context.as_deref().unwrap_or_default() {
            let flag = match name.as_str() {
                "ask" => &mut flags.ask,
                "caught_ask" => &mut flags.caught_ask,
                "kong_draw" => &mut flags.kong_draw,
                "kong_discard" => &mut flags.kong_discard,
                "last_tile" => &mut flags.last_tile,
                "heavenly" => &mut flags.heavenly,
                "earthly" => &mut flags.earthly,
                _ => {
                    let shown: String = name.chars().take(30).collect();
                    return refuse("illegal:flags", format!("'{shown}' is no flag of this game"));
                }
            };
            *flag = true;
        }
        Ok(flags)
    }
}

fn counts_of(tiles: impl Iterator<Item = Tile>) -> [u8; Tile::PLAYABLE] {
    let mut counts = [0; Tile::PLAYABLE];
    tiles.for_each(|tile| counts[tile.index()] += 1);
    counts
}

/// The fans of the described win.
fn worth(
    options: &HongzhongOptions,
    table: &Table,
    flags: &Flags,
    tiles: &Tiles,
    tile: Tile,
) -> Option<Scored> {
    let special = match (flags.heavenly, flags.earthly) {
        (true, _) => Some(Special::Heavenly),
        (_, true) => Some(Special::Earthly),
        _ => None,
    };
    let situation = Situation { special, kong: flags.kong_draw || flags.kong_discard, last: flags.last_tile };
    let declared = table.own();
    if flags.ask {
        let ten = counts_of(tiles.concealed.iter().copied());
        return if tiles.melds.is_empty() {
            score::five_pairs(options, &ten, declared, situation)
        } else {
            None
        };
    }
    let counts = counts_of(tiles.concealed.iter().copied().chain([tile]));
    let claim =
        Claim { counts: &counts, melds: &tiles.melds, tile, source: table.source, declared, situation };
    score::score(options, &claim)
}

impl Contract for Hongzhong {
    type Request = HongzhongRequest;
    type Answer = Answer;
    type WaitsRequest = HongzhongWaits;
    type WaitsAnswer = Waits;
    type ScriptFields = NoFields;
    type Report = NoFields;

    fn score(request: &HongzhongRequest) -> Result<Answer, Refusal> {
        let options = request.read_options()?;
        let tiles = request.read_tiles(true)?;
        let table = request.read_table()?;
        let flags = request.read_flags()?;
        let tile = tiles.winning.unwrap_or(WILD);
        table.check_flags(&flags, &tiles.melds)?;
        table.check_bonds(&options, &flags, &tiles.melds, tile)?;
        let Some(fans) = worth(&options, &table, &flags, &tiles, tile) else {
            return refuse("not_a_win", "the tiles form no winning hand");
        };
        let why = match table.source {
            Source::SelfDraw => settle::self_draw_term(flags.ask),
            Source::RobKong => settle::pay_term(On::Robbed),
            Source::Discard if flags.caught_ask => settle::pay_term(On::Asked),
            Source::Discard => settle::pay_term(On::Discard),
        };
        let mut explanation = Explanation::default();
        let mut payers = Vec::new();
        for (from, catch) in table.payers(flags.caught_ask) {
            let total = (fans.raw + catch.fan).min(options.max_fan);
            if table.source != Source::SelfDraw && total < FEWEST_ON_OTHERS {
                return refuse("illegal:one_fan_discard", "one fan does not win on another seat's tile");
            }
            let steps = score::steps(&options, fans, catch, table.source == Source::SelfDraw);
            explanation.pay(why, from, table.winner, &steps);
            payers.push(PayerLine { seat: from, catch: catch.fan, total, amount: steps.points() });
        }
        let line =
            |(fan, count): (F, u8)| FanLine { id: fan.id(), value: fan.fan().value, count: count as i32 };
        Ok(Answer {
            fans: fans.fans.iter().map(line).collect(),
            raw: fans.raw,
            total: fans.raw.min(options.max_fan),
            payers,
            deltas: explanation.deltas(4),
            explanation,
        })
    }

    fn waits(request: &HongzhongWaits) -> Result<Waits, Refusal> {
        let options = request.read_options()?;
        let tiles = request.read_tiles(false)?;
        let declared = request.read_declared()?;
        let Some(winner) = seat(request.winner.unwrap_or(0), 4) else {
            return refuse("illegal:seat", "winner is a seat 0 to 3");
        };
        let Ok(hand) = Hand::from_tiles(&tiles.concealed) else {
            return refuse("illegal:too_many_copies", "more than four of a kind");
        };
        let locked = request.locked.unwrap_or(false);
        let declared = declared[winner.index()];
        Ok(Waiting { options: &options, hand: &hand, melds: &tiles.melds, declared, locked }.waits())
    }

    fn stack(&self, script: &Script<NoFields>) -> Result<Stacked<()>, String> {
        let dealer = Seat::new(script.dealer);
        let mut row = row_of_hands(&script.parsed_hands()?, dealer, &Self::DEALING)?;
        row.extend(script.parsed_wall()?);
        let before = Progress { dealer, first_dealer: dealer, ..Progress::default() };
        Ok(Stacked { row, dice: Dice::default(), before })
    }

    fn report(_deal: &Deal<Self>, _before: &Progress<()>) -> NoFields {
        NoFields {}
    }
}
