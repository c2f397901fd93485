//! What a screen of `hongzhong` shows beyond the common view: declarations, catches, and of the viewer's own hand its waits.

use super::Hongzhong;
use super::offer;
use super::score::{self, Waits, catch_at};
use serde::Serialize;
use sifang_table::{Deal, Declaration, Viewer, refill};
use sifang_tiles::Seat;

/// What a viewer sees beyond the common view.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "HongzhongExtra"))]
pub struct Extra {
    /// What each seat has declared.
    pub declared: Vec<Option<Declaration>>,
    /// Kongs each seat has made since declaring ready.
    pub declared_kongs: Vec<u8>,
    /// 勇往直前: seats that can only win by asking.
    pub locked: Vec<Seat>,
    /// The viewer's turn, in which it can do nothing but ask.
    pub must_ask: bool,
    /// Fan that each seat's declaration adds to what it pays.
    pub catch: Vec<i32>,
    /// 过手胡: the viewer may win on others' tiles only with more fan than this.
    pub passed: Option<i32>,
    /// What the viewer's own hand waits for, while it is one tile short.
    pub waits: Option<Waits>,
}

/// The extra part of `who`'s view.
pub(super) fn extra(deal: &Deal<Hongzhong>, who: Viewer) -> Extra {
    let mut extra = Extra::default();
    plain(deal, who, &mut extra);
    let waits = |seat: &Seat| deal.table.hand(*seat).len() % 3 == 1 && !deal.table.out().contains(*seat);
    extra.waits = viewer(who).filter(waits).map(|seat| score::waiting(deal, seat).waits());
    extra
}

/// The same without the waits.
pub(super) fn plain(deal: &Deal<Hongzhong>, who: Viewer, extra: &mut Extra) {
    let ready = |seat: Seat| deal.memo.declared[seat.index()] == Some(Declaration::Ready);
    let kongs = |seat: Seat| if ready(seat) { score::kongs(deal.table.melds(seat)) } else { 0 };
    refill(&mut extra.declared, deal.memo.declared);
    refill(&mut extra.declared_kongs, Seat::all(4).map(kongs));
    refill(&mut extra.locked, deal.memo.locked.iter());
    extra.must_ask = viewer(who).is_some_and(|seat| offer::must_ask(deal, seat));
    refill(&mut extra.catch, Seat::all(4).map(|seat| catch_at(deal, seat, false).fan));
    extra.passed = viewer(who).and_then(|seat| deal.memo.locks.exceeds(seat));
    extra.waits = None;
}

fn viewer(who: Viewer) -> Option<Seat> {
    if let Viewer::Seat(seat) = who { Some(seat) } else { None }
}
