//! The whole review: decisions shared out over threads, and put together in their order.

use crate::difference::difference;
use crate::measure::{Effort, Weighed, weigh};
use crate::playout::Player;
use crate::reason::reason;
use crate::report::{Compared, DealReview, FORMAT, Hundredths, Review, SeatReview};
use crate::{Kind, Moment, moments};
use sifang_bots::Level;
use sifang_match::{Mismatch, Record};
use sifang_rules::insight::Insight;
use sifang_tiles::{Seat, format_tiles};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Mistakes that are shown first.
const FIRST: usize = 3;

/// What to review, and how closely.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Whose decisions.
    pub seats: Vec<Seat>,
    /// Only this deal (from 1).
    pub deal: Option<u32>,
    /// Worlds of a decision that looks like a mistake; the others take fewer, in proportion.
    pub worlds: u32,
    /// Seed of the worlds.
    pub seed: u64,
    /// How many threads (0 counts as 1).
    pub threads: usize,
}

impl Plan {
    /// The usual number of worlds.
    pub const WORLDS: u32 = 1000;

    /// These seats, on one thread.
    pub fn new(seats: Vec<Seat>) -> Plan {
        Plan { seats, deal: None, worlds: Plan::WORLDS, seed: 1, threads: 1 }
    }
}

/// The seats that people played: they alone send nonces. All seats if nobody did.
pub fn people(record: &Record) -> Vec<Seat> {
    let seats = || Seat::all(record.seats.into());
    let sent = |seat: &Seat| record.deals.iter().any(|deal| deal.nonces.get(*seat).is_some());
    let people: Vec<Seat> = seats().filter(sent).collect();
    if people.is_empty() { seats().collect() } else { people }
}

/// Reviews a record that has been verified. `progress` gets the number of decisions done and of all, from any thread.
pub fn review<R: Insight>(
    record: &Record,
    plan: &Plan,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Review, Mismatch> {
    let asked = questions::<R>(record, plan)?;
    let compared = share_out(&asked, plan, progress);
    Ok(put_together(record, plan, &asked, &compared))
}

/// The decisions that the plan asks for.
pub(crate) fn questions<R: Insight>(record: &Record, plan: &Plan) -> Result<Vec<Moment<R>>, Mismatch> {
    sifang_shape::warm_up();
    let mut asked = moments::<R>(record, &plan.seats)?;
    asked.retain(|moment| plan.deal.is_none_or(|deal| deal == moment.number));
    Ok(asked)
}

/// A decision, and what such a position brings on average.
pub(crate) type Done = (Compared, Hundredths);

/// The review from what was compared, in the order of the decisions.
pub(crate) fn put_together<R: Insight>(
    record: &Record,
    plan: &Plan,
    asked: &[Moment<R>],
    compared: &[(usize, Done)],
) -> Review {
    let seats = plan.seats.iter().map(|seat| {
        let own = compared.iter().filter(|(at, _)| asked[*at].seat == *seat).map(|(_, done)| done);
        seat_review(record, plan, *seat, own)
    });
    Review {
        format: FORMAT,
        rules: R::ID,
        version: R::VERSION,
        match_id: record.match_id,
        player: Level::Greedy.name(),
        seed: plan.seed,
        worlds: plan.worlds,
        seats: seats.collect(),
    }
}

/// Measures all decisions; each goes to whoever is free, and they come back in order.
fn share_out<R: Insight>(
    asked: &[Moment<R>],
    plan: &Plan,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Vec<(usize, Done)> {
    let (next, done, effort) = (AtomicUsize::new(0), AtomicUsize::new(0), Effort::of(plan.worlds));
    let work = || {
        let (mut player, mut finished) = (Player::new(), Vec::new());
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(moment) = asked.get(at) else { return finished };
            let weighed = weigh(moment, &effort, plan.seed, &mut player);
            finished.extend(weighed.and_then(|weighed| Some((at, compared(moment, &weighed)?))));
            progress(1 + done.fetch_add(1, Ordering::Relaxed) as u64, asked.len() as u64);
        }
    };
    let mut all = std::thread::scope(|scope| {
        let others: Vec<_> = (1..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut all = work();
        // A panic of a worker is a bug of a rule set and goes on as it is.
        all.extend(
            others.into_iter().flat_map(|t| t.join().unwrap_or_else(|p| std::panic::resume_unwind(p))),
        );
        all
    });
    all.sort_by_key(|(at, _)| *at);
    all
}

pub(crate) fn compared<R: Insight>(moment: &Moment<R>, weighed: &Weighed) -> Option<Done> {
    let Weighed { rival, measured } = weighed;
    let loss = measured.loss()?;
    let mistake = loss.low > 0.0;
    let kind = mistake.then(|| Kind::of(moment.played, *rival, measured));
    let difference = mistake.then(|| difference(moment, *rival));
    let place = (moment.seat, moment.deal.table.seats());
    let reason = difference.as_ref().map(|d| reason(measured, d, kind == Some(Kind::Danger), place).into());
    let hand: Vec<_> = moment.deal.table.hand(moment.seat).tiles().collect();
    let tile = moment.deal.phase().and_then(|phase| R::stage(phase).tile);
    let best = measured.sides.iter().map(|side| side.points.sum).max()?;
    let mean = best as f64 / measured.worlds().max(1) as f64;
    let compared = Compared {
        deal: moment.number,
        place: moment.place,
        hand: format_tiles(&hand),
        tile: tile.map(|tile| tile.to_string()),
        played: moment.played,
        timed_out: moment.timed_out,
        better: *rival,
        loss,
        worlds: measured.worlds(),
        mistake,
        kind,
        reason,
        difference,
    };
    Some((compared, Hundredths::of(mean)))
}

fn seat_review<'a>(
    record: &Record,
    plan: &Plan,
    seat: Seat,
    done: impl Iterator<Item = &'a Done>,
) -> SeatReview {
    let wanted = |number: u32| plan.deal.is_none_or(|deal| deal == number);
    let mut deals: Vec<DealReview> = (1..)
        .zip(&record.deals)
        .filter(|(number, _)| wanted(*number))
        .map(|(number, deal)| DealReview {
            deal: number,
            result: deal.deltas.get(seat.index()).copied().unwrap_or(0),
            play: Hundredths(0),
            luck: Hundredths(0),
            start: None,
            decisions: Vec::new(),
        })
        .collect();
    for (compared, start) in done {
        let Some(deal) = deals.iter_mut().find(|deal| deal.deal == compared.deal) else { continue };
        deal.start.get_or_insert(*start);
        if compared.mistake {
            deal.play.0 -= Hundredths::of(compared.loss.value).0;
        }
        deal.decisions.push(compared.clone());
    }
    for deal in &mut deals {
        deal.luck = Hundredths(i64::from(deal.result) * 100 - deal.play.0);
    }
    let mut mistakes: Vec<([usize; 2], f64)> = Vec::new();
    for (d, deal) in deals.iter().enumerate() {
        let found = deal.decisions.iter().enumerate().filter(|(_, compared)| compared.mistake);
        mistakes.extend(found.map(|(i, compared)| ([d, i], compared.loss.value)));
    }
    mistakes.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    SeatReview {
        seat,
        compared: deals.iter().map(|deal| deal.decisions.len()).sum(),
        mistakes: mistakes.len(),
        result: deals.iter().map(|deal| deal.result).sum(),
        play: Hundredths(deals.iter().map(|deal| deal.play.0).sum()),
        luck: Hundredths(deals.iter().map(|deal| deal.luck.0).sum()),
        worst: mistakes.iter().take(FIRST).map(|(place, _)| *place).collect(),
        deals,
    }
}
