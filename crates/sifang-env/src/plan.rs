//! What an environment plays: who sits where, which deals, under which options.

use sifang_bots::{Level, Rng, features::Depth};
use sifang_options::OptionSet;
use sifang_table::RuleSet;
use sifang_tiles::Seat;

/// Who answers for a place at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// The program that steps the environment.
    External,
    /// A bot.
    Bot(Level),
}

impl Player {
    /// The player of this name: `external`, or a bot.
    pub fn by_name(name: &str) -> Result<Player, BadPlan> {
        match name {
            "external" => Ok(Player::External),
            _ => Level::by_name(name)
                .map(Player::Bot)
                .map_err(|_| BadPlan::Player(name.chars().take(40).collect())),
        }
    }
}

/// Which options are drawn anew for each deal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Varied {
    /// None: all deals have the options given.
    #[default]
    None,
    /// All.
    All,
    /// Those of these names.
    Some(Vec<String>),
}

/// Which walls one of several machines plays: wall `w` where `w % of` is `index`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// The number of this share, from 0.
    pub index: u64,
    /// How many shares there are.
    pub of: u64,
}

impl Share {
    /// All walls.
    pub const ALL: Share = Share { index: 0, of: 1 };
}

/// What to play.
#[derive(Clone, Debug)]
pub struct Plan<R> {
    /// The rules with their options and seats.
    pub rules: R,
    /// How many rows.
    pub rows: usize,
    /// The seed of walls, bots and varied options.
    pub seed: u64,
    /// How many threads (0: as many as there are cores).
    pub threads: usize,
    /// Who plays at each place: at seat 0, 1 … of the first seating. One for each seat.
    pub players: Vec<Player>,
    /// How many walls are played before the rows run out; 0: no end.
    pub walls: u64,
    /// Which of the walls are played here.
    pub share: Share,
    /// Each wall is played in as many seatings as there are seats: in seating `k` the player of place `p` sits at seat `p − k`.
    pub rotate: bool,
    /// Options that are drawn for each wall, from their declared ranges.
    pub varied: Varied,
    /// Whose answer is given with every question.
    pub teacher: Option<Level>,
    /// How much observations show.
    pub depth: Depth,
}

impl<R: RuleSet> Plan<R> {
    /// External players everywhere, on one thread, without end.
    pub fn new(rules: R, rows: usize, seed: u64) -> Plan<R> {
        Plan {
            rules,
            rows,
            seed,
            threads: 1,
            players: vec![Player::External; rules.seats()],
            walls: 0,
            share: Share::ALL,
            rotate: false,
            varied: Varied::None,
            teacher: None,
            depth: Depth::Basic,
        }
    }

    /// Refuses what cannot be played.
    pub fn check(&self) -> Result<(), BadPlan> {
        let seats = self.rules.seats();
        if self.rows == 0 || self.rows > MOST_ROWS {
            return Err(BadPlan::Rows(self.rows));
        }
        if self.players.len() != seats {
            return Err(BadPlan::Players { given: self.players.len(), seats });
        }
        if !self.players.contains(&Player::External) && self.walls == 0 {
            return Err(BadPlan::NobodyAsked);
        }
        if self.threads > MOST_THREADS {
            return Err(BadPlan::Threads(self.threads));
        }
        if self.share.index >= self.share.of {
            return Err(BadPlan::Share(self.share));
        }
        if self.deals() > Some(MOST_DEALS) {
            return Err(BadPlan::Walls(self.walls));
        }
        if let Varied::Some(names) = &self.varied
            && let Some(unknown) = names.iter().find(|name| R::Options::spec(name).is_err())
        {
            let known = R::Options::SPECS.iter().map(|spec| spec.name).collect::<Vec<_>>().join(", ");
            return Err(BadPlan::Option { found: unknown.chars().take(40).collect(), known });
        }
        Ok(())
    }

    /// Seatings in which each wall is played.
    pub(crate) fn seatings(&self) -> u64 {
        if self.rotate { self.rules.seats() as u64 } else { 1 }
    }

    /// How many deals are played here, if there is an end.
    pub(crate) fn deals(&self) -> Option<u64> {
        let Share { index, of } = self.share;
        let walls = self.walls.saturating_sub(index).div_ceil(of.max(1));
        (self.walls > 0).then(|| walls.saturating_mul(self.seatings()))
    }

    /// The number of the deal that is played here as the `place`th, from 0.
    pub(crate) fn number(&self, place: u64) -> u64 {
        let (wall, seating) = self.split(place);
        let wall = wall.wrapping_mul(self.share.of).wrapping_add(self.share.index);
        wall.wrapping_mul(self.seatings()).wrapping_add(seating as u64)
    }

    /// The place of a deal among those that are played here.
    pub(crate) fn place_of(&self, number: u64) -> Option<u64> {
        let (wall, seating) = self.split(number);
        let Share { index, of } = self.share;
        let mine = wall.checked_sub(index).filter(|past| past % of == 0)?;
        Some(mine / of * self.seatings() + seating as u64)
    }

    /// The wall and the seating of a deal.
    pub(crate) fn split(&self, deal: u64) -> (u64, usize) {
        (deal / self.seatings(), (deal % self.seatings()) as usize)
    }

    /// Who sits at a seat in a seating.
    pub(crate) fn place(&self, seat: Seat, seating: usize) -> usize {
        (seat.index() + seating) % self.rules.seats()
    }

    /// The rules of a wall: those given, or with options drawn by the seed and the wall's number.
    pub(crate) fn rules_of(&self, wall: u64) -> R {
        let mut rng = Rng::of(&[self.seed, wall, OPTIONS]);
        let mut drawn = || R::Options::sample(&mut |n| rng.below(n));
        let options = match &self.varied {
            Varied::None => return self.rules,
            Varied::All => drawn(),
            Varied::Some(names) => {
                let mix = |drawn: R::Options| {
                    let mut options = *self.rules.options();
                    let chosen =
                        drawn.to_values().into_iter().filter(|(name, _)| names.iter().any(|n| n == name));
                    chosen.for_each(|(name, value)| {
                        options.store(name, &value);
                    });
                    options
                };
                (0..ATTEMPTS)
                    .map(|_| mix(drawn()))
                    .find(|o| o.check().is_ok())
                    .unwrap_or(*self.rules.options())
            }
        };
        R::new(options, self.rules.seats())
    }
}

/// Beyond this the memory of a machine ends before its use begins.
const MOST_ROWS: usize = 1 << 20;
const MOST_THREADS: usize = 1024;
/// Results of a finished job are kept: sixteen bytes a deal.
const MOST_DEALS: u64 = 1 << 28;
/// Distinguishes the numbers that draw options from those that move bots.
const OPTIONS: u64 = 0x6F70_7469_6F6E_7300;
const ATTEMPTS: usize = 100;

/// Why something cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadPlan {
    /// No rows, or too many.
    #[error("{0} rows cannot be played; there can be 1 to {MOST_ROWS}")]
    Rows(usize),
    /// Another number of players than seats.
    #[error("{given} players were named, and there are {seats} seats; name one for each")]
    Players {
        /// How many were named.
        given: usize,
        /// How many there must be.
        seats: usize,
    },
    /// No such player.
    #[error("there is no player '{0}'; there are: external, {known}", known = Level::ALL.map(Level::name).join(", "))]
    Player(String),
    /// Only bots, and no end.
    #[error("only bots play, so nobody is ever asked: name an 'external' player, or play a number of walls")]
    NobodyAsked,
    /// Too many threads.
    #[error("{0} threads are too many; there can be up to {MOST_THREADS} (0: as many as there are cores)")]
    Threads(usize),
    /// Too many walls.
    #[error(
        "{0} walls are too many to keep their results; play up to {MOST_DEALS} deals, or without end (0)"
    )]
    Walls(u64),
    /// No such share.
    #[error("there is no share {} of {}; shares are counted from 0", .0.index, .0.of)]
    Share(Share),
    /// No such option.
    #[error("there is no option '{found}'; there are: {known}")]
    Option {
        /// What was named.
        found: String,
        /// What there is.
        known: String,
    },
    /// The threads could not be started.
    #[error("the threads could not be started: {0}")]
    Pool(String),
}
