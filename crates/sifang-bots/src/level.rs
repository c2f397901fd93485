//! The bots by name.

use crate::{Ask, Bot, Decision, Expert, Greedy, Learned, RandomBot, Reflex, Rng, Seeker};
use sifang_rules::insight::{Insight, ViewOf};
use sifang_table::{Action, Deal, View, Viewer};
use sifang_tiles::Seat;

/// A kind of bot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Any legal action, with equal chance.
    Random,
    /// Fewest tiles away, then most useful tiles; wins whenever it may.
    Greedy,
    /// Expected points under the rules in force.
    Expert,
    /// What a net learned by playing; as [`Level::Expert`] where it has learned nothing ([`Learned::knows`]).
    Net,
    /// A test player that seeks wins; it has no name to be asked for by.
    Seeker,
}

impl Level {
    /// All kinds that can be asked for.
    pub const ALL: [Level; 4] = [Level::Random, Level::Greedy, Level::Expert, Level::Net];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Greedy => "greedy",
            Level::Expert => "expert",
            Level::Net => "net",
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
            Level::Greedy => AnyBot::Greedy(Greedy),
            Level::Expert => AnyBot::Expert(Expert),
            Level::Net => AnyBot::Net(Learned),
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
    /// See [`Level::Greedy`].
    Greedy(Greedy),
    /// See [`Level::Expert`].
    Expert(Expert),
    /// See [`Level::Net`].
    Net(Learned),
    /// See [`Level::Seeker`].
    Seeker(Seeker),
}

/// Where bots see a deal: the memory of one view, made anew for each answer.
#[derive(Debug)]
pub struct Eye<R: Insight>(ViewOf<R>);

impl<R: Insight> Default for Eye<R> {
    fn default() -> Eye<R> {
        Eye(View::blank())
    }
}

impl<R: Insight> Eye<R> {
    /// What the seat sees, but for what is worked out for people only.
    fn look(&mut self, deal: &Deal<R>, seat: Seat) -> &ViewOf<R> {
        deal.view_plain(Viewer::Seat(seat), &mut self.0);
        &self.0
    }
}

impl AnyBot {
    /// Answers for a seat that is asked in this deal. Only the seat's own view, or its own [`Ask`], is made of the deal and looked at.
    pub fn answer<R: Insight>(&mut self, deal: &Deal<R>, seat: Seat) -> Option<Action> {
        self.answer_with(&mut Eye::default(), deal, seat)
    }

    /// The same with memory from earlier answers, by whichever bot and in whichever deal.
    pub fn answer_with<R: Insight>(
        &mut self,
        eye: &mut Eye<R>,
        deal: &Deal<R>,
        seat: Seat,
    ) -> Option<Action> {
        let ask = Ask::of(deal, seat)?;
        Some(match self {
            AnyBot::Random(bot) => bot.answer(&ask),
            AnyBot::Seeker(bot) => bot.answer(&ask),
            AnyBot::Greedy(bot) => bot.answer(&deal.rules, eye.look(deal, seat)),
            AnyBot::Expert(bot) => bot.choose(&deal.rules, eye.look(deal, seat)).action,
            AnyBot::Net(bot) => bot.choose(&deal.rules, eye.look(deal, seat)).action,
        })
    }
}

impl<R: Insight> Bot<R> for AnyBot {
    /// From a view alone. (The test player has no eye for views and plays as `greedy`.)
    fn choose(&mut self, rules: &R, view: &ViewOf<R>) -> Decision {
        match self {
            AnyBot::Random(bot) => bot.choose(rules, view),
            AnyBot::Greedy(bot) => bot.choose(rules, view),
            AnyBot::Expert(bot) => bot.choose(rules, view),
            AnyBot::Net(bot) => bot.choose(rules, view),
            AnyBot::Seeker(_) => Greedy.choose(rules, view),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_match::Shuffled;
    use sifang_rules::any::RuleSetId;
    use sifang_rules::with_rule_set;
    use sifang_table::Journal;

    /// What is left out of a bot's view, and what lay in the memory before, moves no answer.
    #[test]
    fn bots_see_with_an_old_eye_as_with_a_new_one() {
        fn check<R: Insight>() {
            let rules = R::new(R::Options::default(), *R::SEATS.end());
            let mut eye = Eye::default();
            for number in 0..4 {
                let shuffled = Shuffled::new(&rules, &sifang_fair::sim_key(5, number));
                let mut journal = Journal::silent();
                let set_up = shuffled.set_up(Seat::new(0), rules.first_carry());
                let mut deal = Deal::start(rules, &set_up, &mut journal);
                let mut bots = [Level::Greedy, Level::Expert].map(|level| level.bot(Rng::new(1)));
                while let Some(seat) = deal.decision().and_then(|d| d.waiting().iter().next()) {
                    let bot = &mut bots[seat.index() % 2];
                    let whole = bot.choose(&rules, &deal.view(Viewer::Seat(seat))).action;
                    assert_eq!(bot.answer_with(&mut eye, &deal, seat), Some(whole), "{}", R::ID);
                    assert_eq!(bot.answer(&deal, seat), Some(whole), "{}", R::ID);
                    deal.apply(seat, whole, &mut journal).unwrap();
                }
            }
        }
        for id in RuleSetId::ALL {
            with_rule_set!(*id, R => check::<R>());
        }
    }

    #[test]
    fn names_lead_back() {
        for level in Level::ALL {
            assert_eq!(Level::by_name(level.name()), Ok(level));
        }
        assert_eq!(
            Level::by_name("genius").unwrap_err().to_string(),
            "there is no bot 'genius'; there are: random, greedy, expert, net"
        );
    }
}
