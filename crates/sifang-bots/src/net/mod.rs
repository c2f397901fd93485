//! The player that learned: a small net looks at the features of a view and says how much it likes every slot.
//!
//! `train/` makes the weights; `file` reads them, `forward` plays them, in whole numbers where order matters, so that every machine
//! gives the same answer. What is *not* here: features and slots ([`features`](crate::features)), anything that learns.

mod file;
mod forward;
mod matrix;

pub use file::{Broken, Header};
pub use forward::Net;

use crate::features::{ACTIONS, Answer, Depth, Encoder, Picks, VERSION, action_at, write_mask};
use crate::{Bot, Cause, Decision, Expert, Reason};
use sifang_options::OptionSet as _;
use sifang_rules::insight::{Insight, ViewOf};
use sifang_table::Action;
use sifang_tiles::Tile;
use std::sync::OnceLock;

/// Kinds that a plane has.
const KINDS: usize = Tile::PLAYABLE;
/// Seats of the tables it was trained at.
const SEATS: usize = 4;
/// The most answers to one question: a burial has three.
const PICKS: usize = 3;

/// The weights of every rule set that has a net, by id.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/weights.rs"));
/// The nets, read when they are first asked for.
static NETS: [OnceLock<Result<Net, Broken>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];

/// See [`Level::Net`](crate::Level::Net).
#[derive(Clone, Copy, Debug, Default)]
pub struct Learned;

impl Learned {
    /// The net of a rule set: none if there are no weights, or if they are for another version of rules or features.
    pub fn net<R: Insight>() -> Option<&'static Net> {
        let place = FILES.iter().position(|(id, _)| *id == R::ID)?;
        let net = NETS[place].get_or_init(|| Net::read(FILES[place].1)).as_ref().ok()?;
        let header = &net.header;
        let fits = header.rules == R::ID && header.rules_version == R::VERSION && header.features == VERSION;
        fits.then_some(net)
    }

    /// The net of these rules, if it was trained on their options and number of seats. Without one, `expert` plays instead.
    pub fn knows<R: Insight>(rules: &R) -> Option<&'static Net> {
        let net = Self::net::<R>()?;
        let known = |name: &str| net.header.varied.iter().chain(&net.header.ignored).any(|n| n == name);
        let all = rules.options().changed().iter().all(|(name, _)| known(name));
        (all && rules.seats() == SEATS).then_some(net)
    }
}

impl<R: Insight> Bot<R> for Learned {
    fn choose(&mut self, rules: &R, view: &ViewOf<R>) -> Decision {
        let choices = view.prompt.as_ref().map_or(&[][..], |prompt| &prompt.choices);
        let simple = |action, cause| Decision { action, reason: Reason::of(cause) };
        match choices {
            [] => return simple(Action::Pass, Cause::Forced),
            [only] => return simple(*only, Cause::Forced),
            _ => {}
        }
        let answer = Learned::knows(rules).and_then(|net| ask(net, rules, view, choices));
        answer.map_or_else(|| Expert.choose(rules, view), |action| simple(action, Cause::Learned))
    }
}

/// The net's answer; none if no choice has a slot.
fn ask<R: Insight>(net: &Net, rules: &R, view: &ViewOf<R>, choices: &[Action]) -> Option<Action> {
    let encoder = Encoder::new(shown(net, rules));
    let mut observation = vec![0; encoder.size(Depth::Insight)];
    if observation.len() != net.header.inputs || net.slots() != ACTIONS {
        return None;
    }
    let claimed = view.stage.and_then(|stage| stage.tile);
    let (mut picks, mut mask) = (Picks::NONE, [0; ACTIONS]);
    for _ in 0..PICKS {
        encoder.encode(view, &picks, Depth::Insight, &mut observation);
        write_mask(choices, claimed, &picks, &mut mask);
        let slot = best(&net.forward(&observation), &mask)?;
        match action_at(slot, choices, claimed, &picks)? {
            Answer::Act(action) => return Some(action),
            Answer::Pick(tile) => picks = picks.with(tile),
        }
    }
    None
}

/// The rules as the net is shown them: options it does not look at have their defaults.
fn shown<R: Insight>(net: &Net, rules: &R) -> R {
    let mut options = *rules.options();
    for (name, value) in R::Options::default().to_values() {
        if net.header.ignored.iter().any(|ignored| ignored == name) {
            options.store(name, &value);
        }
    }
    if options == *rules.options() { *rules } else { R::new(options, rules.seats()) }
}

/// The offered slot the net likes best; of equals the first.
fn best(answer: &[f32], mask: &[u8]) -> Option<usize> {
    let mut best: Option<(usize, f32)> = None;
    for (slot, (number, offered)) in answer.iter().zip(mask).enumerate() {
        if *offered == 1 && best.is_none_or(|(_, most)| *number > most) {
            best = Some((slot, *number));
        }
    }
    best.map(|(slot, _)| slot)
}
