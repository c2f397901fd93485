//! What a request of `hongzhong` says beside its tiles, and which of it cannot be.

use super::refuse;
use crate::hongzhong::options::HongzhongOptions;
use crate::hongzhong::score::{self, Catch};
use crate::hongzhong::shape::WILD;
use crate::request::Refusal;
use sifang_table::{Declaration, Meld, MeldKind, Source};
use sifang_tiles::{Seat, Tile};

/// Who is at the table in which state.
pub(super) struct Table {
    pub(super) winner: Seat,
    pub(super) dealer: Seat,
    pub(super) out: Option<Seat>,
    pub(super) from: Option<Seat>,
    pub(super) source: Source,
    pub(super) declared: [Option<Declaration>; 4],
    pub(super) kongs: [u8; 4],
}

/// The flags of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Flags {
    pub(super) ask: bool,
    pub(super) caught_ask: bool,
    pub(super) kong_draw: bool,
    pub(super) kong_discard: bool,
    pub(super) last_tile: bool,
    pub(super) heavenly: bool,
    pub(super) earthly: bool,
}

impl Table {
    pub(super) fn own(&self) -> Option<Declaration> {
        self.declared[self.winner.index()]
    }

    /// What the seat that pays for its tile has declared.
    pub(super) fn payer(&self) -> Option<Declaration> {
        self.from.and_then(|from| self.declared[from.index()])
    }

    /// Flags that cannot be.
    pub(super) fn check_flags(&self, flags: &Flags, melds: &[Meld]) -> Result<(), Refusal> {
        let self_draw = self.source == Source::SelfDraw;
        let discard = self.source == Source::Discard;
        let from_dealer = discard && self.from == Some(self.dealer);
        let dealer = self.winner == self.dealer;
        let (own, payer) = (self.own(), self.payer());
        let heavenly = dealer && self_draw && melds.is_empty() && own.is_none() && self.out.is_none();
        let earthly = !dealer && own.is_some() && melds.is_empty() && (self_draw || from_dealer);
        let rules = [
            (flags.ask && !self_draw, "ask is a self_draw"),
            (self.source == Source::RobKong && payer.is_some(), "a declared seat has no pung to add to"),
            (flags.caught_ask && !discard, "caught_ask is a discard"),
            (flags.caught_ask && flags.kong_discard, "nobody asks after a kong"),
            (flags.caught_ask && payer == Some(Declaration::Ready), "a seat declared ready never asks"),
            (
                flags.kong_draw && (!self_draw || score::kongs(melds) == 0),
                "kong_draw is a self_draw with an own kong",
            ),
            (flags.kong_discard && !discard, "kong_discard is a discard"),
            (
                flags.kong_discard && payer == Some(Declaration::ReadyAsk),
                "a seat declared to ask never kongs",
            ),
            (flags.last_tile && self.source == Source::RobKong, "nobody kongs with the last tile"),
            (
                flags.heavenly && !heavenly,
                "heavenly is the undeclared dealer's self_draw, without melds, before anybody else wins",
            ),
            (
                flags.earthly && !earthly,
                "earthly is a declared non-dealer's, without melds, by self_draw or from the dealer",
            ),
        ];
        match rules.into_iter().find(|(broken, _)| *broken) {
            Some((_, why)) => refuse("illegal:flags", why),
            None => Ok(()),
        }
    }

    /// Declarations and wilds that forbid the win.
    pub(super) fn check_bonds(
        &self,
        options: &HongzhongOptions,
        flags: &Flags,
        melds: &[Meld],
        tile: Tile,
    ) -> Result<(), Refusal> {
        let called = |m: &Meld| matches!(m.kind, MeldKind::Pung | MeldKind::KongAdded);
        match self.own() {
            Some(Declaration::Ready) if flags.ask || melds.iter().any(called) => {
                return refuse("illegal:declared", "a hand declared ready neither asks nor pungs");
            }
            Some(Declaration::ReadyAsk) if !flags.ask => {
                return refuse("illegal:declared", "a hand declared to ask wins only by asking");
            }
            _ => {}
        }
        if tile != WILD {
            return Ok(());
        }
        if self.source == Source::RobKong {
            return refuse("illegal:wild_meld", "7z is never added to a pung");
        }
        let barred = flags.caught_ask || self.payer().is_some() || !options.wild_discard_hu;
        if self.source == Source::Discard && barred {
            return refuse(
                "illegal:wild_discard",
                "7z can be won on only when thrown from an all-wild hand (wild_discard_hu)",
            );
        }
        if flags.ask && self.own() != Some(Declaration::ReadyAsk) {
            return refuse("illegal:wild_ask", "only a hand declared to ask asks with 7z");
        }
        Ok(())
    }

    /// Each payer and what catching it adds.
    pub(super) fn payers(&self, asked: bool) -> Vec<(Seat, Catch)> {
        let catch = |seat: Seat| score::catch(self.declared[seat.index()], self.kongs[seat.index()], asked);
        match self.from {
            Some(from) => vec![(from, catch(from))],
            None => {
                let others = Seat::all(4).filter(|s| *s != self.winner && Some(*s) != self.out);
                others.map(|seat| (seat, catch(seat))).collect()
            }
        }
    }
}
