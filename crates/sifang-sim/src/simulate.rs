//! Many deals, each standing alone, over several threads, with a result that does not depend on how they were shared out.
//!
//! Wall `i` is dealt from `sim_key(seed, i)`; seat `i` mod seats deals; every seat's bot draws its luck from (seed, i, seat). Chunks
//! of deals are handed to whoever is free; the digest is made of the chunks' digests in order.
//!
//! Where different bots meet, every wall is played once in each seating: the bots move on by one seat from deal to deal, so that
//! seat and luck of the wall are the same for all of them. The deals of one wall are then one observation.

use crate::play_out;
use crate::report::Report;
use crate::tally::{BotTally, Tally, named_bots};
use sha2::{Digest as _, Sha256};
use sifang_bots::{AnyBot, Eye, Level, RandomBot, Rng};
use sifang_fair::{HexDigits, sim_key};
use sifang_match::{Shuffled, option_text};
use sifang_rules::insight::Insight;
use sifang_table::{Action, Deal, Journal, RuleSet};
use sifang_tiles::Seat;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Deals of one chunk. Part of the digest's definition: never change it without changing the digest's name.
const CHUNK: u64 = 256;
/// How often the slowest answer so far is asked for again, when timing is asked for.
const ASKED_AGAIN: usize = 2;

/// What to simulate.
#[derive(Clone, Debug)]
pub struct Plan<R> {
    /// The rules with their options and seats.
    pub rules: R,
    /// How many deals.
    pub deals: u64,
    /// The seed of walls and bots.
    pub seed: u64,
    /// How many threads (0 counts as 1).
    pub threads: usize,
    /// Who sits where, seat 0 first; repeated if there are fewer than seats, random players if there are none. Bots that differ
    /// change seats from deal to deal.
    pub bots: Vec<Level>,
    /// Take the time of every answer. Costs a little speed.
    pub timing: bool,
}

impl<R: RuleSet> Plan<R> {
    /// Random players on one thread.
    pub fn new(rules: R, deals: u64, seed: u64) -> Plan<R> {
        Plan { rules, deals, seed, threads: 1, bots: Vec::new(), timing: false }
    }

    /// The bot of each seat.
    pub(crate) fn levels(&self) -> Vec<Level> {
        let given = if self.bots.is_empty() { &[Level::Random][..] } else { &self.bots };
        given.iter().copied().cycle().take(self.rules.seats()).collect()
    }

    /// How many seatings each wall is played in: one, or as many as there are seats where bots differ.
    pub(crate) fn seatings(&self) -> u64 {
        let levels = self.levels();
        if levels.iter().all(|level| *level == levels[0]) { 1 } else { levels.len() as u64 }
    }

    /// Deals of one chunk: about `CHUNK`, and all seatings of a wall in the same one.
    fn chunk(&self) -> u64 {
        CHUNK / self.seatings() * self.seatings()
    }

    /// The digest of a simulation whose deals, in order, have these digests: for who plays them in another way.
    pub fn digest(&self, deals: &[u128]) -> String {
        let chunks = deals.chunks(self.chunk() as usize).map(|chunk| {
            let mut hash = Sha256::new();
            chunk.iter().for_each(|digest| hash.update(digest.to_le_bytes()));
            hash.finalize().into()
        });
        self.digest_of(chunks)
    }

    fn digest_of(&self, chunks: impl Iterator<Item = [u8; 32]>) -> String {
        let mut digest = Sha256::new();
        digest.update(self.head());
        chunks.for_each(|hash| digest.update(hash));
        HexDigits::of(&digest.finalize().into()).to_string()
    }

    /// What the digest begins with: everything that decides the result.
    fn head(&self) -> String {
        let bots: Vec<&str> = self.levels().iter().map(|level| level.name()).collect();
        let rotated = if self.seatings() > 1 { "rotated " } else { "" };
        format!(
            "sifang/sim-digest/1\n{} {}\n{} seats\n{}\n{}\n{} deals\nseed {}\n",
            R::ID,
            R::VERSION,
            self.rules.seats(),
            option_text(self.rules.options()),
            rotated.to_owned() + &bots.join(","),
            self.deals,
            self.seed
        )
    }
}

/// Plays the deals. `progress` gets the number of those done now and then, from any thread.
pub fn simulate<R: Insight>(plan: &Plan<R>, progress: &(dyn Fn(u64) + Sync)) -> Report {
    sifang_shape::warm_up();
    let start = Instant::now();
    let (next, done, size) = (AtomicU64::new(0), AtomicU64::new(0), plan.chunk());
    let work = || {
        let mut worker = Worker::new(plan);
        let mut chunks = Vec::new();
        loop {
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            let deals = (chunk * size)..((chunk + 1) * size).min(plan.deals);
            if deals.is_empty() {
                return (worker.tally, chunks);
            }
            let count = deals.end - deals.start;
            chunks.push((chunk, worker.play_chunk(deals)));
            progress(done.fetch_add(count, Ordering::Relaxed) + count);
        }
    };
    let threads = plan.threads.max(1);
    let finished = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut finished = vec![work()];
        // A panic of a worker is a bug of a rule set and goes on as it is.
        finished
            .extend(others.into_iter().map(|t| t.join().unwrap_or_else(|p| std::panic::resume_unwind(p))));
        finished
    });
    let mut tally = Tally::new::<R>(named_bots(&plan.levels()).0.len());
    let mut chunks = Vec::new();
    for (part, hashes) in finished {
        tally.add(&part);
        chunks.extend(hashes);
    }
    chunks.sort_unstable();
    let digest = plan.digest_of(chunks.iter().map(|(_, hash)| *hash));
    Report::new(plan, &tally, digest, start.elapsed().as_secs_f64())
}

/// One thread's table and memory, used for deal after deal.
struct Worker<'a, R: Insight> {
    plan: &'a Plan<R>,
    levels: Vec<Level>,
    bot_of: [usize; Seat::MAX],
    seatings: u64,
    all_random: bool,
    shuffled: Shuffled,
    journal: Journal,
    scratch: Vec<u8>,
    eye: Eye<R>,
    tally: Tally,
}

impl<'a, R: Insight> Worker<'a, R> {
    fn new(plan: &'a Plan<R>) -> Self {
        let levels = plan.levels();
        let (names, bot_of) = named_bots(&levels);
        Worker {
            plan,
            bot_of,
            seatings: plan.seatings(),
            all_random: !plan.timing && levels.iter().all(|level| *level == Level::Random),
            levels,
            shuffled: Shuffled::new(&plan.rules, &[0; 32]),
            journal: Journal::new(),
            scratch: Vec::new(),
            eye: Eye::default(),
            tally: Tally::new::<R>(names.len()),
        }
    }

    fn play_chunk(&mut self, deals: std::ops::Range<u64>) -> [u8; 32] {
        let mut hash = Sha256::new();
        for index in deals {
            let digest = self.play(index);
            hash.update(digest.to_le_bytes());
            if (index + 1).is_multiple_of(self.seatings) {
                self.tally.observe();
            }
        }
        // A last wall that was not played in every seating counts as it is.
        self.tally.observe();
        hash.finalize().into()
    }

    /// Plays one deal, counts it, and returns its digest.
    fn play(&mut self, index: u64) -> u128 {
        let Plan { rules, seed, .. } = *self.plan;
        let (wall, seating) = (index / self.seatings, (index % self.seatings) as usize);
        let dealer = Seat::new((wall % rules.seats() as u64) as usize);
        self.shuffled.shuffle(&sim_key(seed, wall));
        self.journal.clear();
        let set_up = self.shuffled.set_up(dealer, rules.first_carry());
        let mut deal = Deal::start(rules, &set_up, &mut self.journal);
        let place = |seat: usize| (seat + seating) % rules.seats();
        self.tally.decisions += if self.all_random {
            let mut bots: [RandomBot; Seat::MAX] =
                std::array::from_fn(|seat| RandomBot::new(Rng::of(&[seed, wall, seat as u64])));
            play_out(&mut deal, &mut self.journal, |deal, seat, choices| {
                bots[seat.index()].pick(choices, deal.table.hand(seat))
            })
        } else {
            self.play_named(&mut deal, wall, &place)
        };
        let bot_of = std::array::from_fn(|seat| self.bot_of[place(seat)]);
        self.tally.count(&deal, &self.journal, &bot_of);
        self.journal.digest(&mut self.scratch)
    }

    /// The slower way, for bots that differ or are timed. `place` says which of the named bots sits at a seat.
    fn play_named(&mut self, deal: &mut Deal<R>, wall: u64, place: &impl Fn(usize) -> usize) -> u64 {
        let Worker { plan, levels, bot_of, journal, eye, tally, .. } = self;
        let mut bots: [AnyBot; Seat::MAX] = std::array::from_fn(|seat| {
            let level = levels.get(place(seat)).copied().unwrap_or(Level::Random);
            level.bot(Rng::of(&[plan.seed, wall, seat as u64]))
        });
        let mut refused = 0;
        let decisions = play_out(deal, journal, |deal, seat, choices| {
            let hand = deal.table.hand(seat);
            let bot = &mut bots[seat.index()];
            let answer = match plan.timing {
                true => timed(bot, eye, deal, seat, &mut tally.bots[bot_of[place(seat.index())]]),
                false => bot.answer_with(eye, deal, seat),
            };
            let answer = answer.unwrap_or_default();
            refused += u64::from(!choices.allows(answer, hand));
            answer
        });
        tally.refused += refused;
        decisions
    }
}

/// An answer and the time it takes. The slowest so far is asked for again and its best time counts: the machine's interruptions
/// are not the bot's.
fn timed<R: Insight>(
    bot: &mut AnyBot,
    eye: &mut Eye<R>,
    deal: &Deal<R>,
    seat: Seat,
    tally: &mut BotTally,
) -> Option<Action> {
    let before = *bot;
    let start = Instant::now();
    let answer = bot.answer_with(eye, deal, seat);
    let mut taken = start.elapsed();
    for _ in 0..ASKED_AGAIN {
        if taken <= tally.slowest {
            break;
        }
        let mut again = before;
        let start = Instant::now();
        std::hint::black_box(again.answer_with(eye, deal, seat));
        taken = taken.min(start.elapsed());
    }
    tally.time += taken;
    tally.timed += 1;
    tally.slowest = tally.slowest.max(taken);
    answer
}
