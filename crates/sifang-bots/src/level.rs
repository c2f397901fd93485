//! The bots by name.

use crate::{Ask, Bot, RandomBot, Rng, Seeker};
use sifang_table::Action;

/// A kind of bot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Any legal action, with equal chance.
    Random,
    /// A test player that seeks wins.
    Seeker,
}

impl Level {
    /// All kinds.
    pub const ALL: [Level; 2] = [Level::Random, Level::Seeker];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Seeker => "seeker",
        }
    }

    /// The kind with this name.
    pub fn by_name(name: &str) -> Result<Level, UnknownBot> {
        let found = Level::ALL.into_iter().find(|level| level.name() == name);
        found.ok_or_else(|| UnknownBot { found: name.chars().take(40).collect() })
    }

    /// A bot of this kind with this generator.
    pub const fn bot(self, rng: Rng) -> AnyBot {
        match self {
            Level::Random => AnyBot::Random(RandomBot::new(rng)),
            Level::Seeker => AnyBot::Seeker(Seeker::new(rng)),
        }
    }
}

/// There is no such bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownBot {
    found: String,
}

impl std::fmt::Display for UnknownBot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = Level::ALL.map(Level::name).join(", ");
        write!(f, "there is no bot '{}'; there are: {names}", self.found)
    }
}

impl std::error::Error for UnknownBot {}

/// A bot of any kind, without a heap.
#[derive(Clone, Copy, Debug)]
pub enum AnyBot {
    /// See [`Level::Random`].
    Random(RandomBot),
    /// See [`Level::Seeker`].
    Seeker(Seeker),
}

impl Bot for AnyBot {
    fn choose(&mut self, ask: &Ask<'_>) -> Action {
        match self {
            AnyBot::Random(bot) => bot.choose(ask),
            AnyBot::Seeker(bot) => bot.choose(ask),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for level in Level::ALL {
            assert_eq!(Level::by_name(level.name()), Ok(level));
        }
        assert_eq!(
            Level::by_name("genius").unwrap_err().to_string(),
            "there is no bot 'genius'; there are: random, seeker"
        );
    }
}
