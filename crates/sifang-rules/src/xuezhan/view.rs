//! What a screen of `xuezhan` shows beyond the common view, as far as the viewer may know it: void suits, declarations, waits,
//! the running accounts, the settlement of a finished hand and the next dealer.

use super::course::next_dealer;
use super::score::{ScoredWait, waits};
use super::settle::{self, ReadyCheck, tag};
use super::{Phase, Xuezhan, offer};
use serde::Serialize;
use sifang_table::{Deal, End, Viewer, refill};
use sifang_tiles::{Hand, Seat, Suit, Tile};

/// What a viewer sees beyond the common view.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "XuezhanExtra"))]
pub struct Extra {
    /// Void suit of each seat: `m`, `p`, `s`, or `none` after a mixed burial; absent where the viewer may not know it.
    pub void: Vec<Option<&'static str>>,
    /// Seats that have chosen their burial.
    pub buried: Vec<bool>,
    /// Seats that have declared ready.
    pub declared: Vec<bool>,
    /// 过手胡: the viewer wins on others' tiles only with more fan than this.
    pub needs_more_than: Option<i32>,
    /// What the viewer's hand waits for.
    pub waits: Vec<WaitView>,
    /// What it would wait for after each discard that leaves it ready, in its own turn.
    pub discards: Vec<AfterDiscard>,
    /// Where each seat's points of this hand come from.
    pub accounts: Vec<Account>,
    /// How the hand was settled, once it is over.
    pub settlement: Option<Settlement>,
    /// Who deals next, once the hand is over.
    pub next_dealer: Option<NextDealerView>,
}

/// A wait, scored as a plain win on a discard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "XuezhanWaitView"))]
pub struct WaitView {
    /// The tile.
    pub tile: Tile,
    /// Its fan.
    pub total: i32,
    /// Its points.
    pub points: i32,
}

impl From<ScoredWait> for WaitView {
    fn from((tile, scored): ScoredWait) -> WaitView {
        WaitView { tile, total: scored.total, points: scored.points }
    }
}

/// What a hand waits for after a discard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "XuezhanAfterDiscard"))]
pub struct AfterDiscard {
    /// The discard.
    pub discard: Tile,
    /// The waits after it.
    pub waits: Vec<WaitView>,
}

/// Points of one seat by their cause; payments are negative, and all fields together are its balance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "XuezhanAccount"))]
pub struct Account {
    /// Won and lost by wins.
    pub wins: i32,
    /// Collected for own kongs.
    pub kongs_collected: i32,
    /// Paid for others' kongs.
    pub kongs_paid: i32,
    /// Kong money handed over to or by a winner.
    pub transfers: i32,
    /// Kong money returned at a draw.
    pub refunds: i32,
    /// Pigs and ready check.
    pub draw: i32,
    /// Burial fines.
    pub burial: i32,
}

/// How a hand was settled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "XuezhanSettlement"))]
pub struct Settlement {
    /// Pigs.
    pub pigs: Vec<Seat>,
    /// Seats that were ready at a draw, with their best wait.
    pub ready: Vec<ReadySeat>,
    /// Seats that were not.
    pub unready: Vec<Seat>,
    /// Seats that buried tiles of several suits.
    pub mixed: Vec<Seat>,
}

/// A ready seat and its best wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "XuezhanReadySeat"))]
pub struct ReadySeat {
    /// Who.
    pub seat: Seat,
    /// Its best wait.
    pub best: WaitView,
}

/// Who deals next, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "XuezhanNextDealerView"))]
pub struct NextDealerView {
    /// Who.
    pub seat: Seat,
    /// Why, in Chinese.
    pub zh: &'static str,
    /// Why, in English.
    pub en: &'static str,
    /// Anchor in the rule book.
    pub clause: &'static str,
}

/// The extra part of `who`'s view.
pub(super) fn extra(deal: &Deal<Xuezhan>, who: Viewer) -> Extra {
    let mut extra = Extra::default();
    plain(deal, who, &mut extra);
    if let Some(seat) = player(deal, who) {
        extra.waits = waits_with(deal, seat, deal.table.hand(seat));
        if matches!(deal.phase(), Some(Phase::Turn(turn, _)) if *turn == seat) {
            extra.discards = waits_after_discards(deal, seat);
        }
    }
    extra
}

/// The same without the waits.
pub(super) fn plain(deal: &Deal<Xuezhan>, who: Viewer, extra: &mut Extra) {
    let end = deal.end();
    refill(&mut extra.void, Seat::all(4).map(|seat| void(deal, seat, who)));
    refill(&mut extra.buried, Seat::all(4).map(|seat| has_buried(deal, seat)));
    refill(&mut extra.declared, Seat::all(4).map(|seat| deal.memo.declared.contains(seat)));
    extra.needs_more_than = player(deal, who).and_then(|seat| deal.memo.locks.exceeds(seat));
    extra.waits.clear();
    extra.discards.clear();
    refill(&mut extra.accounts, accounts(deal));
    extra.settlement = end.map(|end| settlement(deal, end));
    extra.next_dealer = end.map(|_| {
        let (seat, why) = next_dealer(deal);
        NextDealerView { seat, zh: why.zh, en: why.en, clause: why.clause }
    });
}

/// The viewer, while it plays with the tiles that are left to it.
fn player(deal: &Deal<Xuezhan>, who: Viewer) -> Option<Seat> {
    let Viewer::Seat(seat) = who else { return None };
    let plays =
        deal.end().is_none() && deal.phase() != Some(&Phase::Bury) && !deal.table.out().contains(seat);
    plays.then_some(seat)
}

/// Whether a seat has chosen what it buries; that alone is public.
/// Clause: `xuezhan.deal.secret`.
fn has_buried(deal: &Deal<Xuezhan>, seat: Seat) -> bool {
    match deal.phase() {
        Some(Phase::Bury) => deal.decision().is_some_and(|d| d.answer(seat).is_some()),
        _ => true,
    }
}

/// A seat's void suit is its own secret until the end, unless the table plays with open void suits.
/// Clause: `xuezhan.deal.secret`.
fn void(deal: &Deal<Xuezhan>, seat: Seat, who: Viewer) -> Option<&'static str> {
    let may_know = who.owns(seat) || deal.end().is_some() || deal.rules.options.show_void_suit;
    if !may_know || deal.phase() == Some(&Phase::Bury) {
        return None;
    }
    Some(match deal.memo.void[seat.index()] {
        Some(Suit::Man) => "m",
        Some(Suit::Pin) => "p",
        Some(Suit::Sou) => "s",
        _ => "none",
    })
}

/// The waits of a seat with these closed tiles (none unless they are 3n+1).
fn waits_with(deal: &Deal<Xuezhan>, seat: Seat, hand: &Hand) -> Vec<WaitView> {
    if hand.len() % 3 != 1 {
        return Vec::new();
    }
    waits(deal, seat, hand).map(WaitView::from).collect()
}

fn waits_after_discards(deal: &Deal<Xuezhan>, seat: Seat) -> Vec<AfterDiscard> {
    let after = offer::discards(deal, seat).iter().map(|discard| {
        let mut rest = *deal.table.hand(seat);
        rest.remove(discard);
        AfterDiscard { discard, waits: waits_with(deal, seat, &rest) }
    });
    after.filter(|a| !a.waits.is_empty()).collect()
}

/// Sorts the ledger lines of each seat by their cause. All payments are public.
fn accounts(deal: &Deal<Xuezhan>) -> [Account; Seat::MAX] {
    let mut accounts = [Account::default(); Seat::MAX];
    for (_, line) in deal.ledger.lines() {
        for (seat, points) in [(line.from, -line.points), (line.to, line.points)] {
            let account = &mut accounts[seat.index()];
            let place = match (tag::konger(line.tag), line.tag) {
                // Money for a kong flows to its konger; what flows from it is the refund.
                (Some(konger), _) if konger == line.from => &mut account.refunds,
                (Some(konger), _) if konger == seat => &mut account.kongs_collected,
                (Some(_), _) => &mut account.kongs_paid,
                (None, tag::TRANSFER) => &mut account.transfers,
                (None, tag::DRAW) => &mut account.draw,
                (None, tag::BURIAL) => &mut account.burial,
                (None, _) => &mut account.wins,
            };
            *place += points;
        }
    }
    accounts
}

fn settlement(deal: &Deal<Xuezhan>, end: End) -> Settlement {
    let pigs = settle::pigs(deal, end);
    let check = if end == End::Draw { ReadyCheck::of(deal, pigs) } else { ReadyCheck::default() };
    let ready = Seat::all(4).filter_map(|seat| {
        let best = check.ready[seat.index()]?;
        Some(ReadySeat { seat, best: best.into() })
    });
    Settlement {
        pigs: pigs.iter().collect(),
        ready: ready.collect(),
        unready: check.unready.iter().collect(),
        mixed: deal.memo.mixed.iter().collect(),
    }
}
