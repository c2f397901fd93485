//! Playing the walls of a plan under A and under B, on several threads, part by part.
//!
//! Wall `i` is the one that `sifang simulate` deals with the same seed, and every seat's bot has the same luck under A and under B
//! (common random numbers). Threads take small pieces in order and hand them back; a part is given out once all its pieces are
//! there. Stopping loses only parts that are not complete.

use crate::catalogue::Catalogue;
use crate::facts::{DealFacts, MatchFacts, Played};
use crate::metrics::Metric;
use crate::plan::{Length, Plan};
use crate::tally::{Tally, measured};
use sifang_bots::{AnyBot, Eye, Level, RandomBot, Rng};
use sifang_fair::sim_key;
use sifang_match::{Match, Shuffled};
use sifang_rules::insight::Insight;
use sifang_sim::play_out;
use sifang_table::{Deal, Journal};
use sifang_tiles::Seat;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;

/// Walls that a thread takes at once.
const PIECE: u64 = 25;

/// How a plan is carried out. Nothing here changes the result.
#[derive(Clone, Copy)]
pub struct How<'a> {
    /// How many threads (0 counts as 1).
    pub threads: usize,
    /// Keep the facts of each deal, for [`columns`](crate::columns).
    pub facts: bool,
    /// Counts the walls that have been played.
    pub played: &'a AtomicU64,
    /// When it becomes true, threads finish the wall they are at and stop.
    pub stop: &'a AtomicBool,
    /// Called by each thread before its first wall and after every wall: a place to be nice to others.
    pub between: &'a (dyn Fn() + Sync),
}

/// A finished part.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its number.
    pub number: u64,
    /// Its walls.
    pub walls: Range<u64>,
    /// Its sums.
    pub tally: Tally,
    /// What was played, each wall under A and under B; empty unless it was asked for.
    pub facts: Vec<[Played; 2]>,
}

/// Plays walls of a plan in pieces, on the thread that calls: for whoever has to give way to others now and then. What is played
/// adds up to the same sums, whatever the pieces are and whenever they are played.
pub struct Player<'a, R: Insight>(Worker<'a, R>);

impl<'a, R: Insight> Player<'a, R> {
    /// Has played nothing yet.
    pub fn new(plan: &'a Plan<R>) -> Self {
        sifang_shape::warm_up();
        Player(Worker::new(plan))
    }

    /// The sums of these walls; nothing if it was asked to stop before the last.
    pub fn play(&mut self, walls: Range<u64>, how: &How<'_>) -> Option<Tally> {
        let piece = self.0.play(0, walls, &How { facts: false, ..*how }, &AtomicBool::new(false))?;
        Some(piece.tally)
    }
}

/// Plays these parts of the plan and gives each to `done` as soon as it is complete. An error of `done` stops the run. The answer is
/// whether everything was played.
pub fn run<R: Insight, E>(
    plan: &Plan<R>,
    parts: &[u64],
    how: &How<'_>,
    mut done: impl FnMut(Part) -> Result<(), E>,
) -> Result<bool, E> {
    sifang_shape::warm_up();
    let pieces: Vec<(u64, Range<u64>)> =
        parts.iter().flat_map(|part| pieces(*part, plan.walls(*part))).collect();
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (give, take) = mpsc::channel::<Piece>();
    let work = |give: mpsc::Sender<Piece>| {
        let mut worker = Worker::new(plan);
        while let Some((part, walls)) = pieces.get(next.fetch_add(1, Relaxed)) {
            let Some(piece) = worker.play(*part, walls.clone(), how, &failed) else { return };
            // When nobody takes it any more, the run has failed.
            if give.send(piece).is_err() {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..how.threads.max(1) {
            let give = give.clone();
            scope.spawn(|| work(give));
        }
        drop(give);
        let mut open: BTreeMap<u64, Vec<Piece>> = BTreeMap::new();
        let mut finished = 0;
        for piece in take {
            let number = piece.part;
            let walls = plan.walls(number);
            let wanted = (walls.end - walls.start).div_ceil(PIECE);
            let list = open.entry(number).or_default();
            list.push(piece);
            if list.len() as u64 == wanted {
                let list = open.remove(&number).unwrap_or_default();
                finished += 1;
                done(assemble(number, walls, list)).inspect_err(|_| failed.store(true, Relaxed))?;
            }
        }
        Ok(finished == parts.len())
    })
}

fn pieces(part: u64, walls: Range<u64>) -> impl Iterator<Item = (u64, Range<u64>)> {
    let end = walls.end;
    walls.step_by(PIECE as usize).map(move |start| (part, start..(start + PIECE).min(end)))
}

/// Walls that one thread has played.
struct Piece {
    part: u64,
    start: u64,
    tally: Tally,
    facts: Vec<[Played; 2]>,
}

/// Puts the pieces of a part together, in the order of the walls.
fn assemble(number: u64, walls: Range<u64>, mut pieces: Vec<Piece>) -> Part {
    pieces.sort_unstable_by_key(|piece| piece.start);
    let metrics = pieces.first().map_or(0, |piece| piece.tally.moments.len());
    let mut part = Part { number, walls, tally: Tally::empty(metrics), facts: Vec::new() };
    for piece in pieces {
        part.tally.add(&piece.tally);
        part.facts.extend(piece.facts);
    }
    part
}

/// One thread's tables and memory, used for deal after deal.
struct Worker<'a, R: Insight> {
    plan: &'a Plan<R>,
    sides: [(R, Shuffled); 2],
    metrics: Vec<Metric>,
    catalogue: Catalogue,
    journal: Journal,
    scratch: Vec<u8>,
    eye: Eye<R>,
}

impl<'a, R: Insight> Worker<'a, R> {
    fn new(plan: &'a Plan<R>) -> Self {
        Worker {
            plan,
            sides: [plan.a, plan.b].map(|rules| (rules, Shuffled::new(&rules, &[0; 32]))),
            metrics: measured(plan),
            catalogue: Catalogue::new::<R>(),
            journal: Journal::new(),
            scratch: Vec::new(),
            eye: Eye::default(),
        }
    }

    /// Plays some walls; nothing if it was asked to stop before the last.
    fn play(&mut self, part: u64, walls: Range<u64>, how: &How<'_>, failed: &AtomicBool) -> Option<Piece> {
        let tally = Tally::empty(self.metrics.len());
        let mut piece = Piece { part, start: walls.start, tally, facts: Vec::new() };
        for wall in walls {
            if how.stop.load(Relaxed) || failed.load(Relaxed) {
                return None;
            }
            (how.between)();
            let facts = match self.plan.length {
                Length::Deal => [0, 1].map(|side| Played { deals: vec![self.deal(side, wall)], whole: None }),
                Length::Match => [self.whole(0, wall, how, failed)?, self.whole(1, wall, how, failed)?],
            };
            piece.tally.observe(&self.metrics, [&facts[0], &facts[1]]);
            if how.facts {
                piece.facts.push(facts);
            }
            how.played.fetch_add(1, Relaxed);
        }
        Some(piece)
    }

    /// Plays one wall under one set of options.
    fn deal(&mut self, side: usize, wall: u64) -> DealFacts {
        let Plan { seed, bots: level, .. } = *self.plan;
        let (rules, shuffled) = &mut self.sides[side];
        let dealer = Seat::new((wall % rules.seats() as u64) as usize);
        shuffled.shuffle(&sim_key(seed, wall));
        self.journal.clear();
        let mut deal = Deal::start(*rules, &shuffled.set_up(dealer, rules.first_carry()), &mut self.journal);
        let luck = |seat: usize| Rng::of(&[seed, wall, seat as u64]);
        let decisions = if level == Level::Random {
            let mut bots: [RandomBot; Seat::MAX] = std::array::from_fn(|seat| RandomBot::new(luck(seat)));
            play_out(&mut deal, &mut self.journal, |deal, seat, choices| {
                bots[seat.index()].pick(choices, deal.table.hand(seat))
            })
        } else {
            let mut bots: [AnyBot; Seat::MAX] = std::array::from_fn(|seat| level.bot(luck(seat)));
            play_out(&mut deal, &mut self.journal, |deal, seat, _| {
                bots[seat.index()].answer_with(&mut self.eye, deal, seat).unwrap_or_default()
            })
        };
        let facts = DealFacts::read(&deal, &self.journal, &self.catalogue, &mut self.scratch);
        DealFacts { decisions, ..facts }
    }

    /// Plays one match under one set of options; nothing if it was stopped before the end.
    fn whole(&mut self, side: usize, wall: u64, how: &How<'_>, failed: &AtomicBool) -> Option<Played> {
        let Plan { seed, bots: level, .. } = *self.plan;
        let rules = self.sides[side].0;
        let first = sim_key(seed, wall);
        // Later walls have a seed of their own, so that they are walls of no other match.
        let later = first.iter().take(8).fold(0, |all, byte| all << 8 | u64::from(*byte));
        let mut game = Match::start(rules, &first);
        let first_dealer = game.progress().first_dealer.index() as u8;
        let mut deals = Vec::new();
        loop {
            let number = deals.len() as u64;
            let luck = |seat: usize| Rng::of(&[seed, wall, seat as u64, number]);
            let mut bots: [AnyBot; Seat::MAX] = std::array::from_fn(|seat| level.bot(luck(seat)));
            let mut decisions = 0;
            while let Some(decision) = game.deal().decision() {
                for seat in decision.waiting().iter() {
                    let answer = bots[seat.index()].answer_with(&mut self.eye, game.deal(), seat);
                    let refused = answer.is_none_or(|action| game.act(seat, action).is_err());
                    if refused && game.expire(seat).is_err() {
                        break;
                    }
                    decisions += 1;
                }
            }
            let facts = DealFacts::read(game.deal(), game.journal(), &self.catalogue, &mut self.scratch);
            deals.push(DealFacts { decisions, ..facts });
            if how.stop.load(Relaxed) || failed.load(Relaxed) {
                return None;
            }
            if game.next_deal(&sim_key(later, number + 1)).is_err() {
                break;
            }
        }
        let whole = MatchFacts { first_dealer, totals: game.totals().to_vec() };
        Some(Played { deals, whole: Some(whole) })
    }
}
