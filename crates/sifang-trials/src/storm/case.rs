//! One case: what is played, by whom, how fast, and what goes wrong, all drawn from its seed.

use sifang_bots::Rng;
use sifang_options::{OptionSet, RawOptions};
use sifang_proto::{ClockSetup, Millis, RoomSetup};
use sifang_room::Driver;
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;

/// How long things go wrong in a case, at most.
pub(crate) const STORMY_MS: Millis = 180_000;

/// What can go wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Fault {
    /// A connection breaks; what was under way may be lost.
    Cut,
    /// The player appears on a second connection while the first is open.
    Elsewhere,
    /// A frame arrives twice.
    Repeat,
    /// Frames take long, each connection by itself.
    Delay,
    /// The process dies and starts again, sometimes between a commit and what it would have sent.
    Kill,
    /// The room's core panics.
    Panic,
    /// The journal refuses for a while; sometimes it has kept the line all the same.
    Refuse,
    /// A client does not read.
    Slow,
    /// The machine sleeps, or starts again with another time of day.
    Jump,
    /// A client comes back exactly when the oldest update that it needs is about to be forgotten.
    Edge,
    /// A player leaves the room and comes back.
    Leave,
}

impl Fault {
    /// All of them.
    pub(crate) const ALL: [Fault; 11] = [
        Fault::Cut,
        Fault::Elsewhere,
        Fault::Repeat,
        Fault::Delay,
        Fault::Kill,
        Fault::Panic,
        Fault::Refuse,
        Fault::Slow,
        Fault::Jump,
        Fault::Edge,
        Fault::Leave,
    ];
}

/// Something wrong with the model itself, to see that it is noticed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flaw {
    /// The end of the journal is forgotten when the process dies, as without a sync.
    Forgets,
    /// A core that is built anew names its streams as the one before it did.
    SameStreams,
}

/// A case.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Case {
    /// Its seed.
    pub seed: u64,
    /// What goes wrong in it.
    pub faults: Vec<Fault>,
    /// Until when.
    pub until: Millis,
    /// What is wrong with the model; nothing outside tests.
    pub flaw: Option<Flaw>,
    /// The promise that the room's driver breaks.
    #[cfg(test)]
    pub broken: Option<sifang_room::Fault>,
}

impl Case {
    /// Case number `index` of a run.
    pub(crate) fn new(run: u64, index: u64) -> Case {
        let seed = Rng::of(&[run, index]).word();
        let mut rng = Rng::of(&[seed, 1]);
        // Some cases have a single kind of trouble, so that it is seen by itself; most have several.
        let share = 1 + rng.below(4);
        let faults = Fault::ALL.into_iter().filter(|_| rng.below(4) < share).collect();
        let until = STORMY_MS / 3 + Millis::from(rng.below((STORMY_MS - STORMY_MS / 3) as u32));
        Case {
            seed,
            faults,
            until,
            flaw: None,
            #[cfg(test)]
            broken: None,
        }
    }

    /// A driver that breaks what this case says is broken.
    #[cfg(test)]
    pub(crate) fn with_fault(&self, driver: Driver) -> Driver {
        driver.with_fault(self.broken)
    }

    /// Nothing is broken outside tests.
    #[cfg(not(test))]
    pub(crate) fn with_fault(&self, driver: Driver) -> Driver {
        driver
    }

    /// Whether this goes wrong.
    pub(crate) fn has(&self, fault: Fault) -> bool {
        self.faults.contains(&fault)
    }

    /// The rule set, by lot.
    pub(crate) fn rules(&self) -> RuleSetId {
        RuleSetId::ALL[Rng::of(&[self.seed, 2]).below(RuleSetId::ALL.len() as u32) as usize]
    }

    /// The room and how many people are in it; bots take the other seats.
    pub(crate) fn setup(&self) -> (RoomSetup, usize) {
        let mut rng = Rng::of(&[self.seed, 3]);
        let rules = self.rules();
        let mut setup = RoomSetup::of(rules.id());
        if rng.below(2) == 0 {
            setup.options = with_rule_set!(rules, R => {
                let options = <R as RuleSet>::Options::sample(&mut |n| rng.below(n));
                let mut all = RawOptions::new();
                options.to_values().into_iter().for_each(|(name, value)| all.insert(name, value));
                all
            });
        }
        let clock = ClockSetup { move_ms: 2_000 + 1_000 * rng.below(6), bank_ms: 1_000 * rng.below(6) };
        setup.clock = (rng.below(4) > 0).then_some(clock);
        setup.uniform_pause = rng.below(2) == 0;
        setup.bots = Some("random".into());
        setup.spectators = true;
        let people = if rng.below(4) == 0 { 3 } else { 4 };
        setup.window_hold = rng.below(3) == 0;
        (setup, people)
    }
}
