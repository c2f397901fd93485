//! Described hands and scripts of `anhua`: what a request has, and the answers to the three queries.

mod read;

use super::score::{self, Claim, NoWin, Scored, Stakes, score, steps};
use super::settle::birds::{Hits, Places};
use super::shape::KingClass;
use super::{Anhua, AnhuaOptions, Phase, course, fans, shape};
use crate::contract::{Contract, NoFields, Stacked, row_of_hands};
use crate::request::{Explanation, FanLine, RawMeld, Refusal};
use crate::script::Script;
use read::{Hand as Described, Query};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use sifang_options::RawOptions;
use sifang_table::{Action, Deal, Dice, Progress, RuleSet};
use sifang_tiles::{Seat, Tile, parse_tile};
use std::collections::BTreeMap;

/// A described win, a hand one tile short, or the totals of a match. Absent and `null` mean the same.
#[derive(Clone, Debug, Deserialize)]
#[allow(missing_docs)] // The fields are those of the specification.
pub struct AnhuaRequest {
    #[serde(rename = "rules")]
    pub _rules: Option<String>,
    pub query: Option<String>,
    pub options: Option<RawOptions>,
    pub players: Option<i64>,
    pub dealer: Option<i64>,
    pub winner: Option<i64>,
    pub indicator: Option<String>,
    pub concealed: Option<String>,
    pub melds: Option<Vec<RawMeld>>,
    pub winning_tile: Option<String>,
    pub kong_tiles: Option<String>,
    pub source: Option<String>,
    pub from: Option<i64>,
    pub co_winners: Option<Vec<i64>>,
    pub birds: Option<String>,
    pub piao: Option<Vec<i64>>,
    pub context: Option<Vec<String>>,
    pub totals: Option<Vec<i64>>,
    /// Fields that no request has: refused with the specification's code.
    #[serde(flatten)]
    pub unknown: BTreeMap<String, IgnoredAny>,
}

/// The answer to a request.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// To `win`.
    Win(WinAnswer),
    /// To `waits`.
    Waits(WaitsAnswer),
    /// To `final`.
    Final(FinalAnswer),
}

/// The value of a described win.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WinAnswer {
    /// Counted fans, by id.
    pub fans: Vec<FanLine>,
    /// 牌型分.
    pub total: i32,
    /// The class of its kings.
    pub king_class: KingClass,
    /// The tile won on; none where the dealt hand wins.
    pub winning_tile: Option<Tile>,
    /// What each seat wins or loses by this winner.
    pub deltas: Vec<i32>,
    /// Why.
    #[serde(flatten)]
    pub explanation: Explanation,
}

/// The winning tiles of a hand.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WaitsAnswer {
    /// Whether the hand is tenpai, be its winning tiles still there or not.
    pub tenpai: bool,
    /// Each winning tile and the total when it is drawn.
    pub waits: BTreeMap<Tile, i32>,
}

/// The totals of a match after its corrections.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FinalAnswer {
    /// By seat.
    pub r#final: Vec<i32>,
    /// What was added, in order.
    pub corrections: Vec<CorrectionLine>,
}

/// One correction of the totals.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CorrectionLine {
    /// What it adds to each seat.
    pub deltas: Vec<i32>,
    /// Chinese name.
    pub zh: &'static str,
    /// English name.
    pub en: &'static str,
    /// Anchor in the rule book.
    pub clause: &'static str,
}

/// What a script of this rule set has beside the common fields.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct ScriptFields {
    /// 翻牌.
    #[serde(default)]
    pub indicator: Option<String>,
    /// Throws for kong tiles, in order; ones when they run out.
    #[serde(default)]
    pub dice: Option<Vec<u8>>,
}

impl AnhuaRequest {
    fn answer(&self, query: Query) -> Result<Answer, Refusal> {
        match query {
            Query::Win => self.read_win().and_then(|hand| win(&hand)).map(Answer::Win),
            Query::Waits => self.read_waits().map(|hand| Answer::Waits(waits(&hand))),
            Query::Final => {
                let (options, totals) = self.read_final()?;
                Ok(Answer::Final(end(&options, &totals)))
            }
        }
    }
}

fn win(hand: &Described) -> Result<WinAnswer, Refusal> {
    let (tile, scored) = best(hand)?;
    let winner = hand.winner;
    let start = if hand.several { hand.from.unwrap_or(winner) } else { winner };
    let places = Places { dealer: hand.dealer, winner: start, seats: hand.seats };
    let hits = Hits::of(&hand.options, hand.birds.iter().copied(), places);
    let payers: Vec<Seat> = match hand.from {
        Some(from) => vec![from],
        None => winner.others(hand.seats).collect(),
    };
    let mut explanation = Explanation::default();
    for payer in payers {
        let stakes = Stakes {
            birds: hits.factor(&hand.options, winner, payer),
            winner_piao: hand.piao[winner.index()],
            payer_piao: hand.piao[payer.index()],
        };
        explanation.pay(hand.way.payment(), payer, winner, &steps(&hand.options, &scored, stakes));
    }
    let line = |(fan, _): (fans::F, u8)| FanLine { id: fan.id(), value: fan.fan().value, count: 1 };
    Ok(WinAnswer {
        fans: scored.fans.iter().map(line).collect(),
        total: scored.total,
        king_class: scored.king_class,
        winning_tile: tile,
        deltas: explanation.deltas(hand.seats),
        explanation,
    })
}

/// The hand with the winning tile, or with the dearest kong tile (the first of equal ones).
fn best(hand: &Described) -> Result<(Option<Tile>, Scored), Refusal> {
    let candidates: Vec<Option<Tile>> = match &hand.kong_tiles[..] {
        [] => vec![hand.winning_tile],
        tiles => tiles.iter().copied().map(Some).collect(),
    };
    let mut best: Option<(Option<Tile>, Scored)> = None;
    let mut forbidden = false;
    for tile in candidates {
        let mut closed = hand.concealed;
        tile.into_iter().for_each(|tile| closed.add(tile));
        let claim = Claim { hand: &closed, melds: &hand.melds, kings: hand.kings, way: hand.way };
        match score(&hand.options, &claim) {
            Ok(scored) if best.is_none_or(|(_, b)| scored.total > b.total) => best = Some((tile, scored)),
            Ok(_) | Err(NoWin::Shape) => {}
            Err(NoWin::KingClaim) => forbidden = true,
        }
    }
    best.ok_or_else(|| {
        if forbidden {
            let detail = "a hand with such kings may not win on another's tile in this way";
            Refusal::new("illegal:king_claim", detail)
        } else {
            Refusal::new("not_a_win", "the tiles form no winning hand")
        }
    })
}

fn waits(hand: &Described) -> WaitsAnswer {
    let rules = Anhua { options: hand.options, seats: hand.seats as u8 };
    let waits = score::waits(rules, &hand.concealed, &hand.melds, hand.kings, hand.indicator);
    WaitsAnswer {
        tenpai: shape::is_ready(&hand.concealed, &hand.melds, hand.kings),
        waits: waits.into_iter().map(|wait| (wait.tile, wait.total)).collect(),
    }
}

fn end(options: &AnhuaOptions, totals: &[i32]) -> FinalAnswer {
    let seats = totals.len();
    let mut last = [0; Seat::MAX];
    last[..seats].copy_from_slice(totals);
    let corrections = course::settle_match(options, seats, &last);
    for correction in &corrections {
        last.iter_mut().zip(correction.deltas).for_each(|(total, delta)| *total += delta);
    }
    let line = |c: &sifang_table::Correction| CorrectionLine {
        deltas: c.deltas[..seats].to_vec(),
        zh: c.why.zh,
        en: c.why.en,
        clause: c.why.clause,
    };
    FinalAnswer { r#final: last[..seats].to_vec(), corrections: corrections.iter().map(line).collect() }
}

impl Contract for Anhua {
    type Request = AnhuaRequest;
    type Answer = Answer;
    type WaitsRequest = AnhuaRequest;
    type WaitsAnswer = Answer;
    type ScriptFields = ScriptFields;
    type Report = NoFields;

    fn score(request: &AnhuaRequest) -> Result<Answer, Refusal> {
        request.answer(request.read_query(Query::Win)?)
    }

    fn waits(request: &AnhuaRequest) -> Result<Answer, Refusal> {
        match request.read_query(Query::Waits)? {
            Query::Waits => request.answer(Query::Waits),
            _ => Err(Refusal::new("illegal:request", "only the query waits lists waits")),
        }
    }

    fn stack(&self, script: &Script<ScriptFields>) -> Result<Stacked<()>, String> {
        let dealer = Seat::new(script.dealer);
        let mut row = row_of_hands(&script.parsed_hands()?, dealer, &Self::DEALING)?;
        let indicator = script.more.indicator.as_deref().ok_or("the indicator is missing")?;
        row.push(parse_tile(indicator).map_err(|e| format!("indicator: {e}"))?);
        row.extend(script.parsed_wall()?);
        let dice = script.more.dice.as_deref().unwrap_or_default();
        if dice.contains(&0) {
            return Err("dice: a throw is 1 or more".into());
        }
        let before = Progress { dealer, first_dealer: dealer, ..Progress::default() };
        Ok(Stacked { row, dice: Dice::new(dice), before })
    }

    fn report(_deal: &Deal<Self>, _before: &Progress<()>) -> NoFields {
        NoFields {}
    }

    fn silent_action(deal: &Deal<Self>, _seat: Seat) -> Option<Action> {
        (deal.phase() == Some(&Phase::Float)).then_some(Action::Float(0))
    }
}
