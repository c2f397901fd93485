//! The figures that a rule set's `insight` has from experience, measured again: how soon others end a deal, how likely a
//! seat waits for one tile by its melds and throws, for how many kinds, and what a deal costs that one does not win.
//!
//! Greedy players sit at every seat, under the default options. Everything is counted in whole numbers, so that a seed
//! gives the same figures on any number of threads. What is *not* here: what a rule set makes of them.

use sifang_bots::{Level, Rng};
use sifang_fair::sim_key;
use sifang_match::Shuffled;
use sifang_rules::insight::{Arrival, Insight, Readiness, Standing, turns};
use sifang_table::{Action, Deal, End, Journal, Source, Viewer};
use sifang_tiles::{Seat, Tile};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Rounds that fewer seats than this have reached are left out.
const FEWEST: u64 = 300;

/// What was measured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// Deals played.
    pub deals: u64,
    /// How likely somebody else ends the deal in a round, in thousandths, by the number of rounds played.
    pub pace: Vec<u16>,
    /// Kinds that a ready hand takes from others, on average, in hundredths.
    pub waits: i32,
    /// How likely a seat with so many melds wins on some tile of others, in thousandths: at its first throw, and what each adds.
    pub ready: Readiness,
    /// What a deal costs a seat that does not win it, on average, in hundredths of a point.
    pub relief: i32,
    /// How many of a thousand wins are by one's own draw.
    pub drawn: i32,
}

/// Sums for a line through points: how many there are, and of x, y, x² and xy.
#[derive(Clone, Copy, Default)]
struct Points([i64; 5]);

impl Points {
    fn add(&mut self, x: i64, y: i64) {
        self.0.iter_mut().zip([1, x, y, x * x, x * y]).for_each(|(sum, more)| *sum += more);
    }

    /// The line of least squares through them: where it begins, and what each x adds.
    fn line(&self) -> [i32; 2] {
        let [n, x, y, xx, xy] = self.0;
        let spread = n * xx - x * x;
        let slope = if spread == 0 { 0 } else { (n * xy - x * y) / spread };
        [if n == 0 { 0 } else { (y - slope * x) / n } as i32, slope as i32]
    }
}

#[derive(Default)]
struct Tally {
    deals: u64,
    /// By round: seats that were still playing in it, and those for which somebody else ended the deal in it.
    rounds: Vec<[u64; 2]>,
    ready: [Points; 5],
    ready_hands: i64,
    kinds: i64,
    losers: i64,
    lost: i64,
    wins: i64,
    drawn: i64,
}

impl Tally {
    fn merge(&mut self, other: &Tally) {
        self.deals += other.deals;
        self.rounds.resize(self.rounds.len().max(other.rounds.len()), [0; 2]);
        for (own, more) in self.rounds.iter_mut().zip(&other.rounds) {
            own.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        for (own, more) in self.ready.iter_mut().zip(&other.ready) {
            own.0.iter_mut().zip(more.0).for_each(|(sum, more)| *sum += more);
        }
        self.ready_hands += other.ready_hands;
        self.kinds += other.kinds;
        self.losers += other.losers;
        self.lost += other.lost;
        self.wins += other.wins;
        self.drawn += other.drawn;
    }

    /// A seat has thrown a tile and is one short: on how many kinds could it win if another threw them?
    fn look<R: Insight>(&mut self, deal: &Deal<R>, seat: Seat) {
        let view = deal.view(Viewer::Seat(seat));
        let Some(at) = Standing::of(&deal.rules, &view) else { return };
        let Some(next) = at.others().next() else { return };
        let public = deal.view(Viewer::Seat(next));
        // What a declared or sealed hand is, its rule set knows without counting.
        if Standing::of(&deal.rules, &public).is_none_or(|other| R::threat(&other, seat).frozen) {
            return;
        }
        // A hand that could only draw its tile is no danger to who throws.
        let takes = |tile: &Tile| R::worth(&at, *tile, Arrival::Discard(next)).is_ok();
        let kinds = Tile::playable().filter(takes).count() as i64;
        let throws = view.players[seat.index()].river.len() as i64;
        self.ready[at.melds.len().min(4)].add(throws, if kinds > 0 { 1000 } else { 0 });
        self.ready_hands += i64::from(kinds > 0);
        self.kinds += kinds;
    }

    /// The deal is over. `left` is the round in which each seat stopped playing.
    fn close<R: Insight>(&mut self, deal: &Deal<R>, left: &[Option<usize>], last: usize) {
        self.deals += 1;
        self.rounds.resize(self.rounds.len().max(last + 1), [0; 2]);
        let won = |seat: Seat| deal.wins().iter().any(|win| win.seat == seat);
        self.wins += deal.wins().len() as i64;
        self.drawn += deal.wins().iter().filter(|win| win.source == Source::SelfDraw).count() as i64;
        for seat in Seat::all(left.len()) {
            let until = left[seat.index()].unwrap_or(last);
            self.rounds[..=until].iter_mut().for_each(|[playing, _]| *playing += 1);
            if !won(seat) {
                self.rounds[until][1] += u64::from(deal.end() == Some(End::Wins));
                self.losers += 1;
                self.lost -= i64::from(deal.ledger.balances()[seat.index()]);
            }
        }
    }

    fn figures(&self) -> Estimate {
        let known = self.rounds.iter().take_while(|[playing, _]| *playing >= FEWEST);
        let mean = |sum: i64, count: i64| (100 * sum / count.max(1)) as i32;
        Estimate {
            deals: self.deals,
            pace: known.map(|[playing, ended]| (1000 * ended / playing) as u16).collect(),
            waits: mean(self.kinds, self.ready_hands),
            ready: self.ready.map(|points| points.line()),
            relief: mean(self.lost, self.losers),
            drawn: mean(10 * self.drawn, self.wins),
        }
    }
}

/// Measures the figures in so many deals; `false` from `progress` ends the run early.
pub fn estimate<R: Insight>(
    deals: u64,
    seed: u64,
    threads: usize,
    progress: &(dyn Fn(u64) -> bool + Sync),
) -> Estimate {
    sifang_shape::warm_up();
    let (next, done, total) = (AtomicU64::new(0), AtomicU64::new(0), Mutex::new(Tally::default()));
    let work = || {
        let mut tally = Tally::default();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= deals {
                break;
            }
            play::<R>(seed, index, &mut tally);
            if !progress(done.fetch_add(1, Ordering::Relaxed) + 1) {
                next.store(deals, Ordering::Relaxed);
            }
        }
        total.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).merge(&tally);
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    total.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).figures()
}

fn play<R: Insight>(seed: u64, index: u64, tally: &mut Tally) {
    let rules = R::new(R::Options::default(), *R::SEATS.end());
    let seats = rules.seats();
    let shuffled = Shuffled::new(&rules, &sim_key(seed, index));
    let dealer = Seat::new((index % seats as u64) as usize);
    let mut journal = Journal::new();
    let mut deal = Deal::start(rules, &shuffled.set_up(dealer, rules.first_carry()), &mut journal);
    let mut bots: [_; Seat::MAX] =
        std::array::from_fn(|seat| Level::Greedy.bot(Rng::of(&[seed, index, seat as u64])));
    // A round begins with a throw: whoever weighs its first one looks at what others may do until its second.
    let (mut left, mut round) = ([None; Seat::MAX], 0);
    while let Some(seat) = deal.decision().and_then(|decision| decision.waiting().iter().next()) {
        let Some(action) = bots[seat.index()].answer(&deal, seat) else { break };
        if deal.apply(seat, action, &mut journal).is_err() {
            break;
        }
        let view = deal.view(Viewer::Public);
        round = Seat::all(seats).map(|seat| turns(&view, seat) - 1).max().unwrap_or(0).max(round);
        for seat in deal.table.out().iter() {
            left[seat.index()].get_or_insert(round as usize);
        }
        let threw = matches!(action, Action::Discard(_) | Action::DeclareDiscard(..));
        if threw && deal.end().is_none() && deal.table.hand(seat).len() % 3 == 1 {
            tally.look(&deal, seat);
        }
    }
    tally.close(&deal, &left[..seats], round as usize);
}
