//! From a review to what is sent of it.

use sifang_match::MatchId;
use sifang_proto::{
    Millis, ReviewDeal, ReviewKind, ReviewKindCost, ReviewMistake, ReviewReason, ReviewSummary, ReviewView,
};
use sifang_review::{Compared, DealReview, Kind, Review};

/// What the browser gets of a review of one seat.
pub(super) fn shown(review: &Review) -> Option<ReviewView> {
    let seat = review.seats.first()?;
    let decisions = seat.deals.iter().flat_map(|deal| &deal.decisions);
    let mut mistakes: Vec<ReviewMistake> = decisions.filter_map(mistake).collect();
    mistakes.sort_by_key(|one| (-one.loss, one.deal, one.place));
    Some(ReviewView {
        rules: review.rules.to_owned(),
        compared: seat.compared as u32,
        result: seat.result,
        play: seat.play.0,
        luck: seat.luck.0,
        mistakes,
        deals: seat.deals.iter().map(deal).collect(),
    })
}

fn hundredths(points: f64) -> i64 {
    (points * 100.0).round() as i64
}

fn mistake(compared: &Compared) -> Option<ReviewMistake> {
    let kind = compared.kind.filter(|_| compared.mistake)?;
    let reason = compared.reason.as_ref().map(|said| (said.zh.clone(), said.en.clone()));
    let (zh, en) = reason.unwrap_or_default();
    let clause = compared.difference.as_ref().and_then(|difference| difference.clause);
    Some(ReviewMistake {
        deal: compared.deal,
        place: compared.place as u32,
        played: compared.played,
        better: compared.better,
        timed_out: compared.timed_out,
        loss: hundredths(compared.loss.value),
        low: hundredths(compared.loss.low),
        high: hundredths(compared.loss.high),
        worlds: compared.worlds as u32,
        kind: match kind {
            Kind::Speed => ReviewKind::Speed,
            Kind::Value => ReviewKind::Value,
            Kind::Danger => ReviewKind::Danger,
            Kind::Claim => ReviewKind::Claim,
            Kind::Kong => ReviewKind::Kong,
            Kind::Declaration => ReviewKind::Declaration,
            Kind::Burial => ReviewKind::Burial,
        },
        reason: ReviewReason { zh, en },
        clause: clause.map(|clause| clause.clause.to_owned()),
    })
}

fn deal(deal: &DealReview) -> ReviewDeal {
    ReviewDeal {
        deal: deal.deal,
        result: deal.result,
        play: deal.play.0,
        luck: deal.luck.0,
        start: deal.start.map(|start| start.0),
        compared: deal.decisions.len() as u32,
        mistakes: deal.decisions.iter().filter(|compared| compared.mistake).count() as u32,
    }
}

/// What a review comes to. The losses of a match are measured in worlds of their own each, so the squares of their errors add up.
pub(super) fn summary(match_id: MatchId, at: Millis, review: ReviewView) -> ReviewSummary {
    let mut kinds: Vec<ReviewKindCost> = Vec::new();
    let mut square = 0.0;
    for mistake in &review.mistakes {
        square += ((mistake.high - mistake.low) as f64 / 2.0).powi(2);
        let place = kinds.iter().position(|known| known.kind == mistake.kind).unwrap_or_else(|| {
            kinds.push(ReviewKindCost { kind: mistake.kind, mistakes: 0, cost: 0 });
            kinds.len() - 1
        });
        kinds[place].mistakes += 1;
        kinds[place].cost += mistake.loss;
    }
    kinds.sort_by_key(|kind| (-kind.cost, kind.kind));
    ReviewSummary {
        match_id,
        rules: review.rules,
        at,
        deals: review.deals.len() as u32,
        result: review.result,
        play: review.play,
        play_within: square.sqrt().round() as i64,
        luck: review.luck,
        compared: review.compared,
        kinds,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_table::Action;

    #[test]
    fn a_match_comes_to_its_mistakes_by_kind() {
        let mistake = |kind, loss, half| ReviewMistake {
            deal: 1,
            place: 2,
            played: Action::Pass,
            better: Action::Win,
            timed_out: false,
            loss,
            low: loss - half,
            high: loss + half,
            worlds: 9,
            kind,
            reason: ReviewReason { zh: String::new(), en: String::new() },
            clause: None,
        };
        let mistakes = vec![
            mistake(ReviewKind::Danger, 500, 300),
            mistake(ReviewKind::Speed, 400, 400),
            mistake(ReviewKind::Speed, 200, 0),
        ];
        let review = ReviewView {
            rules: "x".into(),
            compared: 40,
            result: 3,
            play: -1100,
            luck: 1400,
            mistakes,
            deals: Vec::new(),
        };
        let found = summary(MatchId(1), 7, review);
        assert_eq!((found.play, found.play_within, found.luck, found.result), (-1100, 500, 1400, 3));
        let kinds: Vec<_> = found.kinds.iter().map(|kind| (kind.kind, kind.mistakes, kind.cost)).collect();
        assert_eq!(kinds, [(ReviewKind::Speed, 2, 600), (ReviewKind::Danger, 1, 500)]);
    }
}
