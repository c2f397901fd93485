//! What is counted while deals are played. Everything is a whole number, so that adding up the workers' tallies gives the same
//! result whoever played what.

use sifang_bots::Level;
use sifang_table::{Deal, End, Journal, Op, RuleSet};
use sifang_tiles::Seat;
use std::time::Duration;

/// Counts of one worker, or of all.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) deals: u64,
    pub(crate) decisions: u64,
    pub(crate) draws: u64,
    pub(crate) wins: u64,
    /// Answers that were not among the choices.
    pub(crate) refused: u64,
    /// Observations: walls, each played in all seatings.
    pub(crate) walls: u64,
    is_open: bool,
    /// One per named bot.
    pub(crate) bots: Vec<BotTally>,
    /// Fans in the order of the fan table, then others as they come up.
    pub(crate) fans: Vec<(&'static str, u64)>,
}

/// Counts of one named bot over all its seats.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BotTally {
    /// What its seats won together in the deals of the wall being played.
    open: i64,
    /// Sum over walls of what its seats won together, and of the square of it.
    pub(crate) points: i128,
    pub(crate) squares: i128,
    /// Seat-deals it won, and what it gained in them.
    pub(crate) won: u64,
    pub(crate) gained: i128,
    /// Seat-deals in which somebody won on its tile.
    pub(crate) dealt_in: u64,
    /// Answers whose time was taken, and that time.
    pub(crate) timed: u64,
    pub(crate) time: Duration,
    pub(crate) slowest: Duration,
}

impl Tally {
    /// Nothing counted yet, for this many named bots.
    pub(crate) fn new<R: RuleSet>(bots: usize) -> Tally {
        let fans = R::FANS.iter().map(|fan| (fan.term.id, 0)).collect();
        Tally { bots: vec![BotTally::default(); bots], fans, ..Tally::default() }
    }

    /// Counts a finished deal. `bot_of` is the number of each seat's bot.
    pub(crate) fn count<R: RuleSet>(
        &mut self,
        deal: &Deal<R>,
        journal: &Journal,
        bot_of: &[usize; Seat::MAX],
    ) {
        self.deals += 1;
        self.draws += u64::from(deal.end() == Some(End::Draw));
        let balances = deal.ledger.balances();
        let seats = deal.table.seats();
        for (number, bot) in self.bots.iter_mut().enumerate() {
            let points: i64 =
                (0..seats).filter(|s| bot_of[*s] == number).map(|s| i64::from(balances[s])).sum();
            bot.open += points;
        }
        self.is_open = true;
        if !deal.wins().is_empty() {
            self.count_wins(deal, journal, bot_of);
        }
    }

    /// The wall has been played in all its seatings: what the bots won with it is one observation.
    pub(crate) fn observe(&mut self) {
        if !std::mem::take(&mut self.is_open) {
            return;
        }
        self.walls += 1;
        for bot in &mut self.bots {
            let points = i128::from(std::mem::take(&mut bot.open));
            bot.points += points;
            bot.squares += points * points;
        }
    }

    fn count_wins<R: RuleSet>(&mut self, deal: &Deal<R>, journal: &Journal, bot_of: &[usize; Seat::MAX]) {
        let balances = deal.ledger.balances();
        for seat in Seat::all(deal.table.seats()) {
            let bot = &mut self.bots[bot_of[seat.index()]];
            if deal.wins().iter().any(|win| win.seat == seat) {
                bot.won += 1;
                bot.gained += i128::from(balances[seat.index()]);
            }
            bot.dealt_in += u64::from(deal.wins().iter().any(|win| win.from == Some(seat)));
        }
        for win in deal.wins() {
            self.wins += 1;
            // Several may pay for one win: the fans are the same on each entry, so the first one is read.
            let entry = journal
                .entries()
                .find(|(entry, steps)| entry.to == win.seat && steps.iter().any(|s| s.op == Op::Fan));
            let Some((_, steps)) = entry else { continue };
            for (i, step) in steps.iter().enumerate().filter(|(_, step)| step.op == Op::Fan) {
                let again = steps[..i].iter().any(|s| s.op == Op::Fan && s.why.id == step.why.id);
                if !again {
                    self.count_fan(step.why.id, 1);
                }
            }
        }
    }

    fn count_fan(&mut self, id: &'static str, n: u64) {
        match self.fans.iter_mut().find(|(known, _)| *known == id) {
            Some((_, count)) => *count += n,
            None => self.fans.push((id, n)),
        }
    }

    /// Adds another worker's counts.
    pub(crate) fn add(&mut self, other: &Tally) {
        self.deals += other.deals;
        self.decisions += other.decisions;
        self.draws += other.draws;
        self.wins += other.wins;
        self.refused += other.refused;
        self.walls += other.walls;
        for (bot, more) in self.bots.iter_mut().zip(&other.bots) {
            bot.points += more.points;
            bot.squares += more.squares;
            bot.won += more.won;
            bot.gained += more.gained;
            bot.dealt_in += more.dealt_in;
            bot.timed += more.timed;
            bot.time += more.time;
            bot.slowest = bot.slowest.max(more.slowest);
        }
        for (id, n) in &other.fans {
            self.count_fan(id, *n);
        }
    }
}

/// The distinct bots in the order of their first seats, and which of them sits where.
pub(crate) fn named_bots(seats: &[Level]) -> (Vec<Level>, [usize; Seat::MAX]) {
    let mut names: Vec<Level> = Vec::new();
    let mut bot_of = [0; Seat::MAX];
    for (seat, level) in seats.iter().enumerate().take(Seat::MAX) {
        bot_of[seat] = names.iter().position(|known| known == level).unwrap_or_else(|| {
            names.push(*level);
            names.len() - 1
        });
    }
    (names, bot_of)
}
