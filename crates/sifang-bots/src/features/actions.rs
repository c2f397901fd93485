//! The catalogue of actions: every action of every rule set has exactly one slot, and comes back from it.
//!
//! One shape serves all rule sets, so that a net or a table of one can be laid over another. The first six rows have a slot for each
//! of the 34 playable kinds (`row × 34 + kind`), what follows stands alone. A burial of three tiles is three answers in a row, each a
//! slot of the row `bury`, in ascending order: see [`Picks`].

use super::Offered;
use sifang_table::{Action, Declaration};
use sifang_tiles::Tile;

/// Slots of one row.
pub(super) const KINDS: usize = Tile::PLAYABLE;

/// The rows with a slot for each playable kind, in order.
pub const ROWS: [&str; 6] = ["discard", "kong", "ready", "ready_ask", "ask", "bury"];
/// The slots after them, in order; `piao 0` … `piao 15` follow.
const PLAIN: [&str; 9] =
    ["pass", "hu", "kong", "pon", "chi low", "chi middle", "chi high", "ready", "ready_ask"];

pub(super) const DISCARD: usize = 0;
pub(super) const OWN_KONG: usize = KINDS;
pub(super) const READY: usize = 2 * KINDS;
pub(super) const READY_ASK: usize = 3 * KINDS;
pub(super) const ASK: usize = 4 * KINDS;
pub(super) const BURY: usize = 5 * KINDS;
/// Where the slots begin that stand alone.
pub const PLAIN_SLOTS: usize = 6 * KINDS;
/// The slot of a pass.
pub const PASS: usize = PLAIN_SLOTS;
/// The slot of a win.
pub const WIN: usize = PASS + 1;
/// The slot of a kong of the tile in question.
pub const KONG: usize = PASS + 2;
/// The slot of a pung.
pub const PUNG: usize = PASS + 3;
/// The slot of the chow in which the claimed tile is the lowest; the two others follow.
pub const CHOW: usize = PASS + 4;
pub(super) const DECLARE: usize = PASS + 7;
pub(super) const DECLARE_ASK: usize = DECLARE + Declaration::ReadyAsk as usize;
/// The end of the plain answers.
pub(super) const DECLARED: usize = DECLARE + 2;
/// The slot of a float of nothing; those of 1 to 15 points follow.
pub const FLOAT: usize = DECLARED;
const FLOATS: usize = 16;
/// How many slots there are.
pub const ACTIONS: usize = FLOAT + FLOATS;

/// The tiles picked so far for a burial that is being answered tile by tile, ascending.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Picks {
    tiles: [Tile; 2],
    count: u8,
}

impl Picks {
    /// Nothing picked.
    pub const NONE: Picks = Picks { tiles: [Tile::at(0); 2], count: 0 };

    /// The tiles.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles[..self.count as usize]
    }

    /// With one tile more; there is room for two.
    #[must_use]
    pub fn with(mut self, tile: Tile) -> Picks {
        if let Some(place) = self.tiles.get_mut(self.count as usize) {
            *place = tile;
            self.count += 1;
        }
        self
    }
}

/// What a slot stands for at some moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// This action.
    Act(Action),
    /// This tile for a burial of which more tiles are to be picked.
    Pick(Tile),
}

/// The slot of an action: of its next tile, if it is a burial of which some tiles are picked. `claimed` is the tile in question
/// (`View::stage`), which distinguishes the chows. Nothing for what has no slot: actions with flowers, floats of 16 and more, burials
/// that do not begin with the picks.
#[inline]
pub fn slot_of(action: Action, claimed: Option<Tile>, picks: &Picks) -> Option<usize> {
    let kind = |row: usize, tile: Tile| (tile.index() < KINDS).then_some(row + tile.index());
    match action {
        Action::Discard(tile) => kind(DISCARD, tile),
        Action::Pass => Some(PASS),
        Action::OwnKong(tile) => kind(OWN_KONG, tile),
        Action::Win => Some(WIN),
        Action::Kong => Some(KONG),
        Action::Pung => Some(PUNG),
        Action::Chow(a, b) => {
            let tile = claimed?;
            Some(CHOW + usize::from(tile > a) + usize::from(tile > b))
        }
        Action::DeclareDiscard(Declaration::Ready, tile) => kind(READY, tile),
        Action::DeclareDiscard(Declaration::ReadyAsk, tile) => kind(READY_ASK, tile),
        Action::Declare(what) => Some(DECLARE + what as usize),
        Action::Ask(tile) => kind(ASK, tile),
        Action::Bury(tiles) => {
            let rest = tiles.strip_prefix(picks.tiles())?;
            rest.first().and_then(|tile| kind(BURY, *tile))
        }
        Action::Float(points) => ((points as usize) < FLOATS).then_some(FLOAT + points as usize),
    }
}

/// What the slot stands for among these choices, if it is one of them.
pub fn action_at(slot: usize, choices: &[Action], claimed: Option<Tile>, picks: &Picks) -> Option<Answer> {
    Offered::of_actions(choices, claimed, picks).answer(slot, claimed, picks)
}

/// What the slot stands for, whether it is offered or not. `claimed` is the tile in question; without it there are no chows.
pub(super) fn answer_of(slot: usize, claimed: Option<Tile>, picks: &Picks) -> Option<Answer> {
    if slot < PLAIN_SLOTS {
        let tile = Tile::at(slot % KINDS);
        return Some(Answer::Act(match slot - slot % KINDS {
            DISCARD => Action::Discard(tile),
            OWN_KONG => Action::OwnKong(tile),
            READY => Action::DeclareDiscard(Declaration::Ready, tile),
            READY_ASK => Action::DeclareDiscard(Declaration::ReadyAsk, tile),
            ASK => Action::Ask(tile),
            _ => match *picks.tiles() {
                [a, b] => Action::Bury([a, b, tile]),
                _ => return Some(Answer::Pick(tile)),
            },
        }));
    }
    Some(Answer::Act(match slot {
        PASS => Action::Pass,
        WIN => Action::Win,
        KONG => Action::Kong,
        PUNG => Action::Pung,
        CHOW..DECLARE => {
            // The claimed tile is the lowest, the middle or the highest of the run.
            let lowest = claimed?.down((slot - CHOW) as u8)?;
            let mut others = (0..3).filter_map(|up| lowest.up(up)).filter(|tile| Some(*tile) != claimed);
            Action::Chow(others.next()?, others.next()?)
        }
        DECLARE => Action::Declare(Declaration::Ready),
        DECLARE_ASK => Action::Declare(Declaration::ReadyAsk),
        FLOAT..ACTIONS => Action::Float((slot - FLOAT) as u8),
        _ => return None,
    }))
}

/// What the slot is called, as actions are written (`discard 5p`); chows and burials are named by what the slot says of them.
pub fn name_of(slot: usize) -> Option<String> {
    if slot < PLAIN_SLOTS {
        return Some(format!("{} {}", ROWS[slot / KINDS], Tile::at(slot % KINDS)));
    }
    match slot - PLAIN_SLOTS {
        plain if plain < PLAIN.len() => Some(PLAIN[plain].into()),
        _ if slot < ACTIONS => Some(format!("piao {}", slot - FLOAT)),
        _ => None,
    }
}

/// Marks the slot of every choice with a one.
pub fn write_mask(choices: &[Action], claimed: Option<Tile>, picks: &Picks, out: &mut [u8]) {
    Offered::of_actions(choices, claimed, picks).write_mask(out);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_as_actions_with_that_slot() {
        let mut readable = 0;
        for slot in 0..ACTIONS {
            let name = name_of(slot).unwrap();
            if let Ok(action) = Action::parse(&name) {
                assert_eq!(slot_of(action, None, &Picks::NONE), Some(slot), "{name}");
                readable += 1;
            }
        }
        // All but the chows and the tiles of a burial.
        assert_eq!(readable, ACTIONS - 3 - KINDS);
        assert_eq!(name_of(ACTIONS), None);
    }

    #[test]
    fn a_burial_is_three_answers() {
        let bury = |text: &str| Action::parse(&format!("bury {text}")).unwrap();
        let choices = [bury("112m"), bury("113m"), bury("234m")];
        let tile = |text: &str| sifang_tiles::parse_tile(text).unwrap();
        let slot = |text: &str| BURY + tile(text).index();
        let mut picks = Picks::NONE;
        assert_eq!(action_at(slot("3m"), &choices, None, &picks), None, "no burial begins with it");
        for _ in 0..2 {
            assert_eq!(action_at(slot("1m"), &choices, None, &picks), Some(Answer::Pick(tile("1m"))));
            picks = picks.with(tile("1m"));
        }
        assert_eq!(action_at(slot("3m"), &choices, None, &picks), Some(Answer::Act(bury("113m"))));
        let mut mask = [0; ACTIONS];
        write_mask(&choices, None, &picks, &mut mask);
        assert_eq!(mask.iter().map(|n| *n as usize).sum::<usize>(), 2);
    }

    #[test]
    fn what_has_no_slot_is_told_so() {
        let flower = Tile::at(Tile::PLAYABLE);
        assert_eq!(slot_of(Action::Discard(flower), None, &Picks::NONE), None);
        assert_eq!(slot_of(Action::Float(16), None, &Picks::NONE), None);
        let chow = Action::parse("chi 46p").unwrap();
        assert_eq!(slot_of(chow, None, &Picks::NONE), None);
        assert_eq!(slot_of(chow, Some(Tile::at(13)), &Picks::NONE), Some(CHOW + 1));
    }
}
