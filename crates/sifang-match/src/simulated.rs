//! One deal of a simulation as a record: what was played, the seed and number its wall follows from, every command and what came of it.
//!
//! Nobody had to trust anybody here, so there are no secrets and no promises: the wall is that of `sim_key(seed, wall)`. What is *not*
//! here: matches ([`Record`](crate::Record)).

use crate::{Command, Digest, MOST_COMMANDS, Shuffled, WinRecord};
use serde::{Deserialize, Serialize, Serializer};
use sifang_fair::sim_key;
use sifang_options::{OptionSet as _, RawOptions};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::{Deal, End, Journal, RuleSet};
use sifang_tiles::{Seat, format_tiles};

/// The name of this form of record.
pub const SIMULATED: &str = "sifang/deal/1";

/// A deal of a simulation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Simulated {
    /// [`SIMULATED`].
    pub format: String,
    /// The rule set's id.
    pub rules: String,
    /// The version of its rules.
    pub version: u32,
    /// Every option with its value.
    #[serde(serialize_with = "write_options")]
    pub options: RawOptions,
    /// Number of seats.
    pub seats: u8,
    /// The seed of the simulation.
    pub seed: u64,
    /// The number of the wall under that seed, from 0; the dealer is this modulo the seats.
    pub number: u64,
    /// The whole shuffled set from place 0, in tile notation.
    pub wall: String,
    /// Who dealt.
    pub dealer: Seat,
    /// Everything that was done, in order.
    pub commands: Vec<Command>,
    /// Digest of the deal's journal.
    pub digest: Digest,
    /// How it ended.
    pub end: End,
    /// The wins, in the order they count.
    pub wins: Vec<WinRecord>,
    /// What each seat won or lost.
    pub deltas: Vec<i32>,
}

fn write_options<S: Serializer>(options: &RawOptions, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(options.iter())
}

impl Simulated {
    /// Plays these commands on wall `number` of the seed and records what comes of it. `journal` is written anew. The error says which
    /// command is not possible, or that the deal does not end.
    pub fn play<R: RuleSet>(
        rules: R,
        seed: u64,
        number: u64,
        commands: &[Command],
        journal: &mut Journal,
    ) -> Result<Simulated, String> {
        if commands.len() > MOST_COMMANDS {
            return Err(format!(
                "{} commands are too many; a deal has at most {MOST_COMMANDS}",
                commands.len()
            ));
        }
        let shuffled = Shuffled::new(&rules, &sim_key(seed, number));
        let dealer = Seat::new((number % rules.seats() as u64) as usize);
        journal.clear();
        let mut deal = Deal::start(rules, &shuffled.set_up(dealer, rules.first_carry()), journal);
        for (i, command) in commands.iter().enumerate() {
            let action = match *command {
                Command::Act { action, .. } => Some(action),
                Command::Expire { seat } => deal.timeout_action(seat),
            };
            let action =
                action.ok_or_else(|| format!("command {} ({command}): the seat is not asked", i + 1))?;
            let done = deal.apply(command.seat(), action, journal);
            done.map_err(|why| format!("command {} ({command}): {why}", i + 1))?;
        }
        let Some(end) = deal.end() else {
            return Err(format!("after {} commands the deal is not over", commands.len()));
        };
        let wins = deal.wins().iter().map(|w| WinRecord {
            seat: w.seat,
            source: w.source,
            from: w.from,
            total: w.total,
        });
        let mut options = RawOptions::new();
        rules.options().agreed().into_iter().for_each(|(name, value)| {
            options.insert(name, value);
        });
        Ok(Simulated {
            format: SIMULATED.into(),
            rules: R::ID.into(),
            version: R::VERSION,
            options,
            seats: rules.seats() as u8,
            seed,
            number,
            wall: format_tiles(shuffled.set()),
            dealer,
            commands: commands.to_vec(),
            digest: Digest(journal.digest(&mut Vec::new())),
            end,
            wins: wins.collect(),
            deltas: deal.ledger.balances()[..rules.seats()].to_vec(),
        })
    }

    /// Plays the deal again and compares everything. Gives the journal of the deal; the error names what differs.
    pub fn verify(&self) -> Result<Journal, String> {
        let id = RuleSetId::from_id(&self.rules).map_err(|why| why.to_string())?;
        with_rule_set!(id, R => self.verify_as::<R>())
    }

    fn verify_as<R: RuleSet>(&self) -> Result<Journal, String> {
        if self.format != SIMULATED {
            return Err(format!("the format is not {SIMULATED}"));
        }
        if self.version != R::VERSION {
            return Err(format!(
                "played under version {} of {}; this program plays {}",
                self.version,
                R::ID,
                R::VERSION
            ));
        }
        if !R::SEATS.contains(&(self.seats as usize)) {
            return Err(format!("{} seats cannot play {}", self.seats, R::ID));
        }
        let options = R::Options::from_values(&self.options).map_err(|why| why.to_string())?;
        let mut journal = Journal::new();
        let rules = R::new(options, self.seats as usize);
        let found = Simulated::play(rules, self.seed, self.number, &self.commands, &mut journal)?;
        let parts = [
            ("options", self.options == found.options),
            ("wall", self.wall == found.wall),
            ("dealer", self.dealer == found.dealer),
            ("digest", self.digest == found.digest),
            ("end", self.end == found.end),
            ("wins", self.wins == found.wins),
            ("deltas", self.deltas == found.deltas),
        ];
        let wrong: Vec<&str> = parts.iter().filter(|(_, same)| !same).map(|(name, _)| *name).collect();
        if wrong.is_empty() {
            Ok(journal)
        } else {
            Err(format!("what was played does not give: {}", wrong.join(", ")))
        }
    }
}
