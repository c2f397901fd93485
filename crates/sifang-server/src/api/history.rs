//! What a player has played: the list of matches, and statistics over them.

use super::extract::Guest;
use super::study::study;
use crate::app::Shared;
use crate::clock;
use crate::error::ApiError;
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::Deserialize;
use sifang_proto::{
    ErrorCode, History, HistoryRow, MatchPoint, Millis, ReviewList, RulesStatistics, Statistics, Tally,
    limits,
};
use sifang_rules::any::RuleSetId;
use sifang_store::Played;

/// Matches on one page.
const PAGE: u32 = 20;

/// Which page, of which rule set.
#[derive(Deserialize)]
pub(crate) struct Page {
    before: Option<Millis>,
    rules: Option<String>,
}

impl Page {
    /// The moment before which matches are asked for, if the rule set is one.
    pub(crate) fn check(&self) -> Result<i64, ApiError> {
        if let Some(rules) = &self.rules {
            RuleSetId::from_id(rules).map_err(|_| ErrorCode::RulesUnknown)?;
        }
        Ok(self.before.map_or(i64::MAX, clock::stored))
    }
}

pub(crate) async fn list(
    State(app): State<Shared>,
    Guest(player): Guest,
    page: Result<Query<Page>, QueryRejection>,
) -> Result<Json<History>, ApiError> {
    let Query(page) = page.map_err(|_| ErrorCode::RequestInvalid)?;
    let before = page.check()?;
    let played = app.store.history(player.id.to_string(), page.rules, before, PAGE).await?;
    let more = (played.len() == PAGE as usize).then(|| played.last()).flatten();
    let before = more.and_then(|last| u64::try_from(last.ended_ms).ok());
    Ok(Json(History { matches: played.iter().filter_map(row).collect(), before }))
}

pub(crate) async fn statistics(
    State(app): State<Shared>,
    Guest(player): Guest,
) -> Result<Json<Statistics>, ApiError> {
    let most = limits::STATISTICS_MATCHES;
    let played = app.store.history(player.id.to_string(), None, i64::MAX, most).await?;
    Ok(Json(study(&app, move || counted(&played)).await?))
}

pub(crate) async fn reviews(
    State(app): State<Shared>,
    Guest(player): Guest,
) -> Result<Json<ReviewList>, ApiError> {
    let most = limits::STATISTICS_MATCHES;
    let played = app.store.history(player.id.to_string(), None, i64::MAX, most).await?;
    let shared = app.clone();
    let found = study(&app, move || {
        let rows = played.iter().rev().filter_map(row);
        rows.filter_map(|row| shared.reviews.summary(row.match_id, row.seat, row.at)).collect()
    });
    Ok(Json(ReviewList { reviews: found.await? }))
}

fn counted(played: &[Played]) -> Statistics {
    let mut statistics = Statistics::default();
    for row in played.iter().rev().filter_map(row).filter(|row| !row.practice) {
        count(&row, &mut statistics);
    }
    statistics.rules.sort_by_key(|rules| std::cmp::Reverse(rules.matches));
    statistics
}

fn row(played: &Played) -> Option<HistoryRow> {
    serde_json::from_slice(&played.summary)
        .inspect_err(|error| tracing::error!(id = played.id, %error, "the summary of a match cannot be read"))
        .ok()
}

/// Adds a match to the statistics.
fn count(row: &HistoryRow, statistics: &mut Statistics) {
    let Some(own) = row.seats.get(row.seat.index()) else { return };
    let (match_id, rules) = (row.match_id, row.rules.clone());
    statistics.points.push(MatchPoint { match_id, rules, at: row.at, total: own.total });
    let known = statistics.rules.iter().position(|known| known.rules == row.rules);
    let at = known.unwrap_or_else(|| {
        statistics.rules.push(RulesStatistics {
            rules: row.rules.clone(),
            matches: 0,
            deals: 0,
            ranks: vec![0; 4],
            tally: Tally::default(),
            best: None,
            best_match: None,
        });
        statistics.rules.len() - 1
    });
    let all = &mut statistics.rules[at];
    all.matches += 1;
    all.deals += row.deals;
    if let Some(times) = usize::from(own.rank).checked_sub(1).and_then(|rank| all.ranks.get_mut(rank)) {
        *times += 1;
    }
    all.tally.wins += row.tally.wins;
    all.tally.self_draws += row.tally.self_draws;
    all.tally.deal_ins += row.tally.deal_ins;
    if row.best.is_some_and(|new| all.best.is_none_or(|old| new.total > old.total)) {
        (all.best, all.best_match) = (row.best, Some(row.match_id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_match::MatchId;
    use sifang_proto::{BestWin, HistorySeat};
    use sifang_tiles::Seat;

    fn played(rules: &str, rank: u8, total: i32, best: Option<i32>) -> HistoryRow {
        let seat = |rank, total| HistorySeat { name: "x".into(), bot: false, total, rank };
        HistoryRow {
            match_id: MatchId(total.unsigned_abs().into()),
            rules: rules.into(),
            options: Default::default(),
            at: 5,
            deals: 4,
            dissolved: false,
            practice: false,
            seat: Seat::new(1),
            seats: vec![seat(1, -total), seat(rank, total)],
            tally: Tally { wins: 2, self_draws: 1, deal_ins: 1 },
            best: best.map(|total| BestWin { deal: 3, total }),
        }
    }

    #[test]
    fn matches_are_counted_by_rule_set() {
        let mut found = Statistics::default();
        for row in [played("a", 1, 10, Some(8)), played("b", 2, -3, None), played("a", 4, -7, Some(6))] {
            count(&row, &mut found);
        }
        let a = &found.rules[0];
        assert_eq!((a.rules.as_str(), a.matches, a.deals), ("a", 2, 8));
        assert_eq!(a.ranks, [1, 0, 0, 1]);
        assert_eq!(a.tally, Tally { wins: 4, self_draws: 2, deal_ins: 2 });
        assert_eq!((a.best.map(|best| best.total), a.best_match), (Some(8), Some(MatchId(10))));
        assert_eq!((found.rules[1].matches, found.rules[1].best), (1, None));
        assert_eq!(found.points.iter().map(|point| point.total).collect::<Vec<_>>(), [10, -3, -7]);
    }

    #[test]
    fn a_summary_of_an_earlier_version_is_read() {
        let text = br#"{"match_id":"00000000000000000000000000000001","rules":"a","at":1,"deals":1,"dissolved":false,"seat":0,"seats":[]}"#;
        let played = Played { id: "m".into(), ended_ms: 1, summary: text.to_vec() };
        assert_eq!(row(&played).unwrap().tally, Tally::default());
    }
}
