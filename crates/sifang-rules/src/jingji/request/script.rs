//! Scripts of `jingji`: the fields they have beside the common ones, and what their outcome says.

use super::{read_four, read_wind};
use crate::contract::{Stacked, row_of_hands};
use crate::jingji::{Carry, DEAD_WALL, Jingji};
use crate::script::Script;
use serde::{Deserialize, Serialize};
use sifang_table::{Deal, Dice, Progress, RuleSet};
use sifang_tiles::{Seat, Tile, parse_tile, parse_tiles};

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
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Report {
    /// 场供 on the table after the hand, or so far.
    pub stakes: Vec<i32>,
    /// Round wind of the next hand; none while unfinished and after the last hand.
    pub next_round_wind: Option<Tile>,
    /// Whether the match is over; none while unfinished.
    pub match_over: Option<bool>,
}

/// The row and the match before it that a script describes.
pub(super) fn stack(rules: &Jingji, script: &Script<ScriptFields>) -> Result<Stacked<Carry>, String> {
    let dealer = Seat::new(script.dealer);
    let more = &script.more;
    let dead =
        parse_tiles(more.dead_wall.as_deref().unwrap_or_default()).map_err(|e| format!("dead_wall: {e}"))?;
    if dead.len() != DEAD_WALL {
        return Err(format!("the dead wall has {DEAD_WALL} tiles, {} were given", dead.len()));
    }
    if let Some(text) = &more.indicator
        && parse_tile(text).map_err(|e| format!("indicator: {e}"))? != dead[0]
    {
        return Err(format!("the indicator {text} is not the first tile of the dead wall"));
    }
    let mut row = row_of_hands(&script.parsed_hands()?, dealer, &Jingji::DEALING)?;
    row.extend(script.parsed_wall()?);
    row.extend(dead);
    let first_dealer = more.first_dealer.unwrap_or(0);
    if first_dealer >= 4 {
        return Err(format!("there is no seat {first_dealer} to deal first"));
    }
    let first_dealer = Seat::new(first_dealer);
    let start = rules.options().start_points;
    let four = |list: &Option<Vec<i32>>, name: &str, usual: i32| match list {
        None => Ok([usual; Seat::MAX]),
        Some(list) => read_four(list).ok_or_else(|| format!("{name} are four numbers")),
    };
    let carry = Carry {
        points: four(&more.points, "points", start)?,
        stakes: four(&more.stakes, "stakes", 0)?,
        round: read_wind(more.round_wind.as_deref())?.rank() - 1,
        hand: first_dealer.distance_to(dealer, 4) as u8,
    };
    let totals = carry.points.map(|p| p - start);
    let before = Progress { first_dealer, dealer, played: 0, totals, carry };
    Ok(Stacked { row, dice: Dice::default(), before })
}

/// What the outcome of a script says beside the common fields.
pub(super) fn report(deal: &Deal<Jingji>, before: &Progress<Carry>) -> Report {
    let after = deal.end().map(|_| Jingji::after(deal, before));
    Report {
        stakes: deal.memo.stakes.to_vec(),
        next_round_wind: after.filter(|a| !a.over).map(|a| a.carry.round_wind()),
        match_over: after.map(|a| a.over),
    }
}
