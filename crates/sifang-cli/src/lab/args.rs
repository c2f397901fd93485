//! The arguments of `sifang lab`.

use crate::args::MOST_DEALS;
use clap::{Args, Subcommand};
use sifang_lab::Shard;
use std::path::PathBuf;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Lab {
    #[command(subcommand)]
    pub(crate) command: Option<LabCommand>,
    #[command(flatten)]
    pub(crate) run: Option<Run>,
}

#[derive(Subcommand)]
pub(crate) enum LabCommand {
    /// Put the results of several shares together
    Merge(Merge),
}

#[derive(Args)]
pub(crate) struct Run {
    /// Id of a rule set
    #[arg(long, value_name = "R")]
    pub(crate) rules: String,
    /// An option of set A; can be repeated
    #[arg(long, value_name = "NAME=VALUE", num_args = 1..)]
    pub(crate) a: Vec<String>,
    /// An option of set B; can be repeated
    #[arg(long, value_name = "NAME=VALUE", num_args = 1..)]
    pub(crate) b: Vec<String>,
    /// How many walls, each played under A and under B as a single deal (at most 1000000000)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_DEALS))]
    #[arg(required_unless_present = "matches")]
    pub(crate) deals: Option<u64>,
    /// How many whole matches instead: for options about the length of a match and the next dealer
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_DEALS))]
    #[arg(conflicts_with = "deals")]
    pub(crate) matches: Option<u64>,
    /// Who plays at every seat: random, greedy, expert or net
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    pub(crate) bots: String,
    /// Seed of all chance
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of players, where the rule set leaves a choice (by default the most)
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<usize>,
    /// Worker threads (by default as many as the machine has)
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Only this share of the work, such as 2/5: for several machines, see `sifang lab merge`
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE)]
    pub(crate) shard: Shard,
    /// Folder of the results; made if it is not there
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
}

#[derive(Args)]
pub(crate) struct Merge {
    /// Folders of the shares
    #[arg(required = true, value_name = "DIR")]
    pub(crate) from: Vec<PathBuf>,
    /// Folder of the results; made if it is not there
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
}
