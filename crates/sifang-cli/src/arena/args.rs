//! The arguments of `sifang arena`.

use clap::Args;

/// Most deals of one arena.
const MOST_DEALS: u64 = 10_000_000;

#[derive(Args)]
pub(crate) struct Arena {
    /// Id of a rule set
    #[arg(long, value_name = "R")]
    pub(crate) rules: String,
    /// A player for each seat, separated by commas: a bot's name, or a program in quotation marks
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', required = true)]
    pub(crate) bots: Vec<String>,
    /// How many deals; made up to whole walls, each played in every seating
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=MOST_DEALS))]
    pub(crate) deals: u64,
    /// An option of the rule set; can be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
    /// Seed of all chance
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of players, where the rule set leaves a choice (by default the most)
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<usize>,
    /// How long a program may think about an answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    pub(crate) limit: u64,
    /// The bot that the first player is compared with, in the same seats (by default the last bot named, or random)
    #[arg(long, value_name = "BOT")]
    pub(crate) reference: Option<String>,
    /// The report as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
