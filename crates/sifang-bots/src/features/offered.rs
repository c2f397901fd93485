//! What a seat may answer, as a bit for each slot: made of the masks of its choices where they are at hand, of their list otherwise.

use super::actions::{
    ASK, BURY, CHOW, DECLARE, DECLARE_ASK, DISCARD, FLOAT, KINDS, KONG, OWN_KONG, PASS, PLAIN_SLOTS, PUNG,
    READY, READY_ASK, ROWS, WIN, answer_of,
};
use super::{ACTIONS, Answer, Picks, is_burial, slot_of};
use crate::Ask;
use sifang_table::{Action, Declaration};
use sifang_tiles::{Tile, TileMask};

/// The slots that are offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Offered {
    /// The rows of kinds, in the order of [`ROWS`].
    rows: [TileMask; ROWS.len()],
    /// The slots after them.
    plain: u32,
    burial: bool,
}

// All slots after the rows have a bit.
const _: () = assert!(ACTIONS - PLAIN_SLOTS <= u32::BITS as usize);

impl Offered {
    /// Of a seat that is asked, which has picked these tiles for a burial.
    pub fn of(ask: &Ask<'_>, picks: &Picks) -> Offered {
        let choices = ask.choices;
        let mut offered = Offered { burial: choices.may_bury(), ..Offered::default() };
        let mut row = |slot: usize, kinds: TileMask| offered.rows[slot / KINDS] = kinds & TileMask::PLAYABLE;
        row(DISCARD, choices.offered_discards());
        row(OWN_KONG, choices.offered_kongs());
        row(READY, choices.offered_with(Declaration::Ready));
        row(READY_ASK, choices.offered_with(Declaration::ReadyAsk));
        row(ASK, choices.offered_asks());
        if choices.may_bury() {
            row(BURY, choices.next_buried(picks.tiles(), ask.hand));
        }
        for (slot, is) in [
            (PASS, choices.may_pass()),
            (WIN, choices.may_win()),
            (KONG, choices.may_kong()),
            (PUNG, choices.may_pung()),
            (DECLARE, choices.may_declare(Declaration::Ready)),
            (DECLARE_ASK, choices.may_declare(Declaration::ReadyAsk)),
        ] {
            offered.plain |= u32::from(is) << (slot - PLAIN_SLOTS);
        }
        offered.plain |= u32::from(choices.offered_chows()) << (CHOW - PLAIN_SLOTS);
        offered.plain |= u32::from(choices.offered_floats()) << (FLOAT - PLAIN_SLOTS);
        offered
    }

    /// Of a list of choices. `claimed` is the tile in question.
    pub fn of_actions(choices: &[Action], claimed: Option<Tile>, picks: &Picks) -> Offered {
        let mut offered = Offered { burial: is_burial(choices), ..Offered::default() };
        for slot in choices.iter().filter_map(|action| slot_of(*action, claimed, picks)) {
            match slot.checked_sub(PLAIN_SLOTS) {
                None => offered.rows[slot / KINDS].insert(Tile::at(slot % KINDS)),
                Some(bit) => offered.plain |= 1 << bit,
            }
        }
        offered
    }

    /// Whether the slot is offered.
    #[inline]
    pub fn has(&self, slot: usize) -> bool {
        match slot.checked_sub(PLAIN_SLOTS) {
            None => self.rows[slot / KINDS].contains(Tile::at(slot % KINDS)),
            Some(bit) => slot < ACTIONS && (self.plain >> bit) & 1 == 1,
        }
    }

    /// What an offered slot stands for. `claimed` is the tile in question.
    pub fn answer(&self, slot: usize, claimed: Option<Tile>, picks: &Picks) -> Option<Answer> {
        if self.has(slot) { answer_of(slot, claimed, picks) } else { None }
    }

    /// Whether the answer is a burial.
    #[inline]
    pub fn is_burial(&self) -> bool {
        self.burial
    }

    /// The kinds that may come next in a burial.
    #[inline]
    pub fn next_buried(&self) -> TileMask {
        self.rows[BURY / KINDS]
    }

    /// The next tile of a burial, if there is only one.
    pub fn only_pick(&self, picks: &Picks) -> Option<Answer> {
        let next = self.next_buried();
        let tile = next.first().filter(|_| next.len() == 1)?;
        answer_of(BURY + tile.index(), None, picks)
    }

    /// Tells every slot, in order.
    #[inline]
    pub fn each(&self, mut tell: impl FnMut(usize)) {
        for (row, kinds) in self.rows.iter().enumerate() {
            kinds.iter().for_each(|tile| tell(row * KINDS + tile.index()));
        }
        let mut plain = self.plain;
        while plain != 0 {
            tell(PLAIN_SLOTS + plain.trailing_zeros() as usize);
            plain &= plain - 1;
        }
    }

    /// Marks every slot with a one.
    pub fn write_mask(&self, out: &mut [u8]) {
        out.fill(0);
        self.each(|slot| {
            if let Some(place) = out.get_mut(slot) {
                *place = 1;
            }
        });
    }
}
