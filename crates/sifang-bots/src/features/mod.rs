//! What a net is shown, and how it answers: what a seat sees as a row of bytes ([`Encoder`]) and a catalogue of action slots
//! ([`slot_of`], [`Offered`]).
//!
//! Everything is made of a `View`, or of the pieces a view is made of (`Seen`), and of what its rule set's `Insight` says of it:
//! nothing hidden can move a byte, and the same view gives the same bytes on every machine (whole numbers, and floats only where
//! their order is fixed). Nothing here names a rule set; what one alone has are its *signs* ([`Insight::signs`]). [`VERSION`] counts
//! the changes of meaning.
//! What is *not* here: nets, tables, anything that plays.

mod actions;
mod ahead;
mod basic;
mod layout;
mod offered;
mod scene;

pub use actions::{
    ACTIONS, Answer, CHOW, FLOAT, KONG, PASS, PLAIN_SLOTS, PUNG, Picks, ROWS, WIN, action_at, name_of,
    slot_of, write_mask,
};
pub use ahead::{Glance, glance};
pub use layout::{Depth, Entry, Layout, Parts, VERSION};
pub use offered::Offered;

use sifang_options::{OptionKind, OptionSet as _, OptionValue};
use sifang_rules::insight::{Insight, ViewOf};
use sifang_rules::signs;
use sifang_table::{Action, Seen};
use sifang_tiles::Tile;

/// Turns views of a deal under these rules into observations.
#[derive(Clone, Debug)]
pub struct Encoder<R: Insight> {
    rules: R,
    parts: Parts,
    tile_set: [u8; Tile::KINDS],
    options: Vec<u8>,
}

impl<R: Insight> Encoder<R> {
    /// For these rules.
    pub fn new(rules: R) -> Encoder<R> {
        let parts = Parts::of::<R>();
        let mut options = Vec::with_capacity(parts.insight - parts.options);
        for (spec, (_, value)) in R::Options::SPECS.iter().zip(rules.options().to_values()) {
            write_option(spec.kind, &value, &mut options);
        }
        Encoder { rules, parts, tile_set: rules.tile_set(), options }
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// Bytes of an observation.
    pub fn size(&self, depth: Depth) -> usize {
        self.parts.size(depth)
    }

    /// Writes what the viewer of this view, a seat that is asked something, sees and can work out. `picks` are the tiles it has picked
    /// for a burial. A view without a seat or a prompt is all zeros. Bytes beyond `out` are not written.
    ///
    /// # Panics
    /// If `out` is shorter than [`Encoder::size`].
    pub fn encode(&self, view: &ViewOf<R>, picks: &Picks, depth: Depth, out: &mut [u8]) {
        let out = &mut out[..self.size(depth)];
        out.fill(0);
        let (Some(seat), Some(prompt)) = (view.seat, view.prompt.as_ref()) else { return };
        let (seen, ahead) = out.split_at_mut(self.parts.insight);
        let offered = Offered::of_actions(&prompt.choices, view.stage.and_then(|stage| stage.tile), picks);
        basic::write(self, view, &view.extra, seat, &offered, picks, seen);
        if depth == Depth::Insight {
            ahead::write(&self.rules, view, &prompt.choices, picks, ahead);
        }
    }

    /// Writes what a view through these eyes comes to at [`Depth::Basic`], without making one. `extra` is what the rule set adds for
    /// the same eyes (`RuleSet::plain_extra`), `offered` what their seat may answer. Without a seat it is all zeros.
    ///
    /// # Panics
    /// If `out` is shorter than [`Encoder::size`].
    pub fn encode_seen(
        &self,
        seen: &Seen<'_, R>,
        extra: &R::Extra,
        offered: &Offered,
        picks: &Picks,
        out: &mut [u8],
    ) {
        let out = &mut out[..self.size(Depth::Basic)];
        out.fill(0);
        let Some(seat) = seen.seat() else { return };
        basic::write(self, seen, extra, seat, offered, picks, out);
    }
}

/// An option in bytes: one for a switch or a number, one for each of a few values.
fn write_option(kind: OptionKind, value: &OptionValue, out: &mut Vec<u8>) {
    match (kind, value) {
        (OptionKind::Bool, OptionValue::Bool(on)) => out.push(signs::flag(*on)),
        (OptionKind::Int { min, .. }, OptionValue::Int(n)) => {
            out.push(signs::amount((*n - i64::from(min)).try_into().unwrap_or(i32::MAX)));
        }
        (OptionKind::IntSet(set), OptionValue::Int(n)) => {
            out.extend(set.iter().map(|one| signs::flag(i64::from(*one) == *n)));
        }
        (OptionKind::Choice(choices), OptionValue::Text(text)) => {
            out.extend(choices.iter().map(|choice| signs::flag(choice.value == *text)));
        }
        // A value is always of its option's kind.
        (kind, _) => out.resize(out.len() + layout::option_width(kind), 0),
    }
}

/// The planes of an observation, or of its insight.
struct Board<'a>(&'a mut [u8]);

impl Board<'_> {
    #[inline]
    fn set(&mut self, plane: usize, tile: Tile, byte: u8) {
        if tile.index() < Tile::PLAYABLE {
            self.0[plane * Tile::PLAYABLE + tile.index()] = byte;
        }
    }

    /// Writes a whole plane; what is beyond it is left out.
    #[inline]
    fn fill(&mut self, plane: usize, bytes: &[u8]) {
        self.0[plane * Tile::PLAYABLE..][..Tile::PLAYABLE].copy_from_slice(&bytes[..Tile::PLAYABLE]);
    }

    #[inline]
    fn add(&mut self, plane: usize, tile: Tile, byte: u8) {
        if tile.index() < Tile::PLAYABLE {
            let place = &mut self.0[plane * Tile::PLAYABLE + tile.index()];
            *place = place.saturating_add(byte);
        }
    }
}

/// Whether the answer to these choices is a burial.
fn is_burial(choices: &[Action]) -> bool {
    matches!(choices.last(), Some(Action::Bury(_)))
}
