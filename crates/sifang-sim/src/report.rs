//! The statistics of a simulation in the form that `simulate --json` prints.

use crate::simulate::Plan;
use crate::tally::{BotTally, Tally, named_bots};
use serde::{Serialize, Serializer};
use sifang_options::{OptionSet, OptionValue};
use sifang_table::RuleSet;

/// What a simulation found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The rule set's id.
    pub rules: &'static str,
    /// The version of its rules.
    pub version: u32,
    /// Every option with its value.
    #[serde(serialize_with = "as_map")]
    pub options: Vec<(&'static str, OptionValue)>,
    /// Number of seats.
    pub players: usize,
    /// Deals played.
    pub deals: u64,
    /// The seed.
    pub seed: u64,
    /// Threads used.
    pub threads: usize,
    /// Wall-clock time.
    pub seconds: f64,
    /// Deals a second.
    pub deals_per_s: f64,
    /// Answers given by all seats.
    pub decisions: u64,
    /// Answers a second.
    pub decisions_per_s: f64,
    /// Digest of all journals: depends on rules, options, seats, bots, deals and seed, not on threads.
    pub digest: String,
    /// Deals that nobody won (荒庄).
    pub draws: u64,
    /// Wins in all deals.
    pub wins: u64,
    /// Answers that were not among the choices: 0, or a bot is broken.
    pub illegal: u64,
    /// Seatings in which each wall was played; more than one where different bots meet.
    pub seatings: u64,
    /// One entry per named bot, in the order of their first seats.
    pub bots: Vec<BotReport>,
    /// Fans by id, in the order of the fan table.
    #[serde(serialize_with = "as_map")]
    pub fans: Vec<(&'static str, FanReport)>,
}

/// One named bot, over all its seats.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BotReport {
    /// Its name.
    pub name: &'static str,
    /// Where it sits first; bots that differ move on by one seat from deal to deal.
    pub seats: Vec<usize>,
    /// Points a seat wins in a deal, on average.
    pub points_per_deal: f64,
    /// Bounds that hold the true average with 95 % confidence; the unit of observation is the wall, because all seats
    /// and seatings share its luck.
    pub ci95: [f64; 2],
    /// Share of its seat-deals that it won.
    pub win_rate: f64,
    /// Share of its seat-deals in which somebody won on its tile.
    pub deal_in_rate: f64,
    /// What it gained in a deal that it won, on average; none if it never won.
    pub mean_win: Option<f64>,
    /// Time for an answer in microseconds, if it was measured.
    pub us_per_decision: Option<f64>,
    /// The longest of the measured answers, each such one at its best of three times.
    pub us_slowest: Option<f64>,
}

/// How often a fan counted.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct FanReport {
    /// Wins that had it.
    pub count: u64,
    /// Their share of all wins.
    pub share_of_wins: f64,
}

fn as_map<K: Serialize, V: Serialize, S: Serializer>(
    pairs: &[(K, V)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(key, value)| (key, value)))
}

impl Report {
    pub(crate) fn new<R: RuleSet>(plan: &Plan<R>, tally: &Tally, digest: String, seconds: f64) -> Report {
        let (names, bot_of) = named_bots(&plan.levels());
        let seats = plan.rules.seats();
        let bots = names.iter().zip(&tally.bots).enumerate().map(|(number, (level, bot))| {
            let own = (0..seats).filter(|seat| bot_of[*seat] == number).collect();
            BotReport::new(level.name(), own, bot, tally)
        });
        let share = |count: u64| if tally.wins == 0 { 0.0 } else { count as f64 / tally.wins as f64 };
        // Fans that are not in the fan table come up in an order that depends on who played what: sort them.
        let (known, rest) = tally.fans.split_at(R::FANS.len());
        let mut rest = rest.to_vec();
        rest.sort_unstable();
        let fans = known.iter().chain(&rest);
        Report {
            rules: R::ID,
            version: R::VERSION,
            options: plan.rules.options().to_values(),
            players: seats,
            deals: tally.deals,
            seed: plan.seed,
            threads: plan.threads.max(1),
            seconds,
            deals_per_s: tally.deals as f64 / seconds,
            decisions: tally.decisions,
            decisions_per_s: tally.decisions as f64 / seconds,
            digest,
            draws: tally.draws,
            wins: tally.wins,
            illegal: tally.refused,
            seatings: plan.seatings(),
            bots: bots.collect(),
            fans: fans.map(|&(id, count)| (id, FanReport { count, share_of_wins: share(count) })).collect(),
        }
    }
}

impl BotReport {
    fn new(name: &'static str, seats: Vec<usize>, bot: &BotTally, tally: &Tally) -> BotReport {
        let (walls, deals) = (tally.walls.max(1) as f64, tally.deals.max(1) as f64);
        let k = seats.len() as f64;
        let mean = bot.points as f64 / walls;
        let spread = (bot.squares as f64 - mean * mean * walls).max(0.0);
        let variance = if tally.walls > 1 { spread / (walls - 1.0) } else { 0.0 };
        let half = 1.96 * (variance / walls).sqrt();
        // Points of a wall are shared by its deals and by the bot's seats.
        let share = walls / deals / k;
        let seat_deals = deals * k;
        let micros = |time: std::time::Duration| time.as_secs_f64() * 1e6;
        BotReport {
            name,
            seats,
            points_per_deal: mean * share,
            ci95: [(mean - half) * share, (mean + half) * share],
            win_rate: bot.won as f64 / seat_deals,
            deal_in_rate: bot.dealt_in as f64 / seat_deals,
            mean_win: (bot.won > 0).then(|| bot.gained as f64 / bot.won as f64),
            us_per_decision: (bot.timed > 0).then(|| micros(bot.time) / bot.timed as f64),
            us_slowest: (bot.timed > 0).then(|| micros(bot.slowest)),
        }
    }
}
