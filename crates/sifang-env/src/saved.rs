//! A row as text, to go on from another time or on another machine; and the record of the deal that ended last.

use crate::buffers::RowOut;
use crate::plan::Plan;
use crate::row::Row;
use crate::search::BadRow;
use serde::{Deserialize, Serialize};
use sifang_bots::features::{Answer, Picks, VERSION};
use sifang_match::{Simulated, option_text};
use sifang_rules::insight::Insight;
use sifang_table::{Action, Journal};
use sifang_tiles::{format_tiles, parse_tiles};

/// The form of a saved row.
const FORMAT: &str = "sifang/row/1";
/// No deal has so many answers.
const MOST_ANSWERS: usize = 2000;

/// A row: the deal it plays and the answers it was given; bots give theirs again.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    format: String,
    /// Everything of the plan that decides how a deal goes.
    plan: String,
    number: u64,
    /// The place of the next deal.
    next: u64,
    answers: Vec<Action>,
    picks: String,
}

/// What decides how a deal goes.
fn head<R: Insight>(plan: &Plan<R>) -> String {
    format!(
        "{} {} layout {VERSION}, {} seats, {}, varied {:?}, seed {}, players {:?}, rotate {}",
        R::ID,
        R::VERSION,
        plan.rules.seats(),
        option_text(plan.rules.options()),
        plan.varied,
        plan.seed,
        plan.players,
        plan.rotate,
    )
}

impl<R: Insight> Row<R> {
    pub(crate) fn save(&self, plan: &Plan<R>, row: usize) -> Result<String, BadRow> {
        if self.imagined {
            return Err(BadRow::Imagined(row));
        }
        if self.asked.is_none() {
            return Err(BadRow::Idle(row));
        }
        let saved = Saved {
            format: FORMAT.into(),
            plan: head(plan),
            number: self.number,
            next: self.next,
            answers: self.answers.clone(),
            picks: format_tiles(self.picks.tiles()),
        };
        serde_json::to_string(&saved).map_err(|why| BadRow::Saved(why.to_string()))
    }

    /// A row that stands where the saved one stood.
    pub(crate) fn load(plan: &Plan<R>, text: &str, out: &mut RowOut<'_>) -> Result<Row<R>, BadRow> {
        let wrong = |why: &str| BadRow::Saved(why.to_owned());
        let saved: Saved = serde_json::from_str(text).map_err(|why| BadRow::Saved(why.to_string()))?;
        if saved.format != FORMAT {
            return Err(BadRow::Saved(format!("its format is not {FORMAT}")));
        }
        let own = head(plan);
        if saved.plan != own {
            return Err(BadRow::Saved(format!(
                "it plays [{}], and this environment plays [{own}]",
                saved.plan
            )));
        }
        let place = plan.place_of(saved.number).ok_or_else(|| wrong("its deal belongs to another share"))?;
        if saved.answers.len() > MOST_ANSWERS || plan.deals().is_some_and(|deals| place >= deals) {
            return Err(wrong("there is no such deal, or too many answers"));
        }
        let mut row = Row::new(plan, place);
        row.start(plan);
        for action in saved.answers {
            row.advance(plan, out, &mut |_, _, _| {});
            if row.number != saved.number {
                return Err(wrong("the deal ends before its answers do"));
            }
            if row.asked.zip(row.deal.as_ref()).is_none_or(|(seat, deal)| deal.check(seat, action).is_err()) {
                return Err(BadRow::Saved(format!("'{action}' is not offered there")));
            }
            row.take(Some(Answer::Act(action)));
        }
        row.advance(plan, out, &mut |_, _, _| {});
        let picks = parse_tiles(&saved.picks).map_err(|why| BadRow::Saved(why.to_string()))?;
        row.picks = picks.iter().take(2).fold(Picks::NONE, |picks, tile| picks.with(*tile));
        (row.next, row.ended.number) = (saved.next, None);
        if row.number != saved.number || row.asked.is_none() {
            return Err(wrong("the deal ends before its question"));
        }
        row.look_up();
        if !row.picks.tiles().is_empty() && row.offered.next_buried().is_empty() {
            return Err(wrong("no burial begins with the tiles picked"));
        }
        Ok(row)
    }

    /// The record of the deal that ended last.
    pub(crate) fn record(&self, plan: &Plan<R>, row: usize) -> Result<Simulated, BadRow> {
        let number = self.ended.number.ok_or(BadRow::NoRecord(row))?;
        let (wall, _) = plan.split(number);
        let rules = plan.rules_of(wall);
        Simulated::play(rules, plan.seed, wall, &self.ended.commands, &mut Journal::new())
            .map_err(|_| BadRow::NoRecord(row))
    }
}
