//! What the length of a claim window gives away (V8): how much somebody at the table who is not asked learns from it about whether
//! another is.
//!
//! People think for longer than the uniform pause. So tables of four of them are played in virtual time, with answers as late as
//! people give them, and one seat looks at nothing but what it is sent and when. Of the windows in which nobody claims (a claim
//! is seen anyway) the mutual information of their lengths and of whether somebody was asked is measured, with and without the
//! pause, and where every window is held for a drawn time. The room is the one that is shipped; there is no socket between.
//!
//! And what is written meanwhile (V9): a line takes the disk some milliseconds, which whoever asks the server anything can measure.

mod leak;
mod table;

use crate::{Bar, Plan};
use anyhow::Result;
use leak::{Leak, Window};
use sifang_bots::Rng;
use sifang_proto::{Millis, RoomSetup};
use sifang_rules::any::RuleSetId;
use table::{People, Table};

/// What a setup can do about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Guard {
    Nothing,
    Pause,
    Hold,
}

impl Guard {
    fn setup(self, rules: RuleSetId) -> RoomSetup {
        let (uniform_pause, window_hold) = (self != Guard::Nothing, self == Guard::Hold);
        RoomSetup { clock: None, bots: None, uniform_pause, window_hold, ..RoomSetup::of(rules.id()) }
    }
}

/// How long most people think: half of their answers come sooner.
const QUICK: Millis = 800;
const USUAL: Millis = 1_200;
const SLOW: Millis = 2_000;

/// The held windows of usual people may give away a fifth of what the uniform pause does, those of slow ones, who think longer than
/// most holds last, two fifths, and those of people who choose most answers in advance a twentieth.
const OF_USUAL: f64 = 0.2;
const OF_SLOW: f64 = 0.4;
const OF_CHOSEN: f64 = 0.05;
/// At most so many more of 100 windows may be guessed right by their length than by saying that nobody is asked.
const GAIN: f64 = 3.0;

/// The trial.
pub(crate) fn run(plan: &Plan) -> Result<Vec<Bar>> {
    plan.rounds(|plan| {
        let count = plan.count(4_000, 40_000, 100_000) as usize;
        let measure = |guard, median, chosen| leak(plan, guard, People { median, chosen }, count);
        let none = measure(Guard::Nothing, USUAL, 0)?;
        let pause = measure(Guard::Pause, USUAL, 0)?;
        let hold = measure(Guard::Hold, USUAL, 0)?;
        let chosen = measure(Guard::Hold, USUAL, 70)?;
        let mut bars = vec![
            seen("no pause", &none),
            seen("the uniform pause alone", &pause),
            at_most("window_hold", &hold, OF_USUAL * pause.millibits),
            gain(&hold),
            at_most(
                "window_hold, 7 in 10 choose their answers in advance",
                &chosen,
                OF_CHOSEN * pause.millibits,
            ),
        ];
        for (name, median, part) in [("quick", QUICK, OF_USUAL), ("slow", SLOW, OF_SLOW)] {
            let (pause, hold) = (measure(Guard::Pause, median, 0)?, measure(Guard::Hold, median, 0)?);
            bars.push(seen(&format!("the uniform pause alone, {name} people"), &pause));
            bars.push(at_most(&format!("window_hold, {name} people"), &hold, part * pause.millibits));
        }
        bars.push(written(plan, plan.count(1_000, 10_000, 25_000))?);
        Ok(bars)
    })
}

/// V9: tables of one person and three bots with the uniform pause, every other one with holds.
fn written(plan: &Plan, count: u64) -> Result<Bar> {
    let (mut lines, mut windows, mut number) = (0, 0, 0);
    while windows < count {
        let rules = RuleSetId::ALL[number as usize % RuleSetId::ALL.len()];
        let guard = if number % 2 == 0 { Guard::Pause } else { Guard::Hold };
        let setup = RoomSetup { bots: Some("random".into()), ..guard.setup(rules) };
        let people = People { median: USUAL, chosen: 0 };
        let mut table = Table::new(setup, 1, people, Rng::of(&[plan.seed, 10, number]))?;
        table.play()?;
        (lines, windows) = (lines + table.written().lines, windows + table.written().windows);
        number += 1;
    }
    let what = "lines that bots' answers add to the log while their window is open, with the uniform pause";
    Ok(Bar::none("V9", what, lines, windows))
}

/// What a window must give away, or the trial would not see it where it is hidden.
fn seen(name: &str, leak: &Leak) -> Bar {
    let what = format!("{name}: what a window's length tells of whether others were asked");
    Bar::no_less("V8", what, leak.millibits, 150.0, "millibits")
}

fn at_most(name: &str, leak: &Leak, most: f64) -> Bar {
    let what = format!("{name}: what a window's length tells of whether others were asked");
    Bar::at_most("V8", what, leak.millibits, most, "millibits")
}

fn gain(leak: &Leak) -> Bar {
    let what =
        "window_hold: windows guessed right by their length beyond those by saying that nobody was asked";
    Bar::at_most("V8", what, leak.gain, GAIN, "in 100")
}

/// Plays tables of all rule sets until so many windows have been seen.
fn leak(plan: &Plan, guard: Guard, people: People, count: usize) -> Result<Leak> {
    let mut windows: Vec<Window> = Vec::new();
    let mut number = 0;
    while windows.len() < count {
        let rules = RuleSetId::ALL[number as usize % RuleSetId::ALL.len()];
        let mut table = Table::new(guard.setup(rules), 4, people, Rng::of(&[plan.seed, 8, number]))?;
        windows.extend(table.play()?);
        number += 1;
    }
    let found = leak::measure(&windows, &mut Rng::of(&[plan.seed, 9]));
    eprintln!("{guard:?}, {people:?}: {found:?}, {number} tables");
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tier;
    use std::path::PathBuf;

    /// Enough windows to see that a held one gives away less than a paused one, and that with neither everything is given away.
    #[test]
    fn held_windows_give_away_less() {
        let (sifang, mutated) = (PathBuf::new(), None);
        let plan = Plan { tier: Tier::C, seed: 7, case: None, sifang, mutated, is_round: false, time: None };
        let of = |guard| leak(&plan, guard, People { median: USUAL, chosen: 0 }, 600).unwrap();
        let (none, pause, hold) = (of(Guard::Nothing), of(Guard::Pause), of(Guard::Hold));
        assert!(none.millibits > pause.millibits && pause.millibits > 200.0, "{none:?} {pause:?}");
        assert!(hold.millibits < pause.millibits / 3.0, "{hold:?} {pause:?}");
        assert!(none.mean < pause.mean && pause.mean < hold.mean, "{none:?} {pause:?} {hold:?}");
    }
}
