//! What a screen shows of `anhua` beyond the common view: kings, seals, piao, birds, and of the viewer's own hand its locks and
//! waits.

use super::score::{Wait, dearest, waits};
use super::settle::birds::{self, Hit};
use super::{Anhua, Phase, offer, settle};
use serde::Serialize;
use sifang_table::{Aside, Choices, Deal, Meld, MeldKind, Viewer, refill};
use sifang_tiles::{Hand, Seat, Tile, TileMask};
use std::collections::BTreeMap;

/// What a viewer sees beyond the common view.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "AnhuaExtra"))]
pub struct Extra {
    /// 翻牌; none before the deal.
    pub indicator: Option<Tile>,
    /// The kinds that are kings.
    pub kings: Vec<Tile>,
    /// Points each seat staked.
    pub piao: Vec<u8>,
    /// 封: whose hands are sealed.
    pub sealed: Vec<bool>,
    /// The latest throw for kong tiles.
    pub die: Option<u8>,
    /// The next draw is one of the last four: no kongs any more.
    pub sea_next: bool,
    /// Birds after the win, and whom each one hits.
    pub birds: Vec<Bird>,
    /// 过手: the kinds the viewer let pass and cannot win on until its next draw.
    pub locked: Vec<Tile>,
    /// The viewer's winning tiles as its hand stands; empty in its own turn.
    pub waits: Vec<Wait>,
    /// In the viewer's own turn: what it would wait for after each discard that leaves it tenpai.
    pub discard_waits: BTreeMap<Tile, Vec<Wait>>,
    /// What it would be sealed in with after each kong it may make.
    pub kong_waits: BTreeMap<Tile, Vec<Wait>>,
    /// The open kong tile the viewer would win on.
    pub dearest: Option<Tile>,
}

/// A bird.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "AnhuaBird"))]
pub struct Bird {
    /// The tile.
    pub tile: Tile,
    /// It hits somebody.
    pub hit: bool,
    /// The one seat it hits; none if it hits nobody, or every payment.
    pub seat: Option<Seat>,
}

/// The extra part of `who`'s view.
pub(super) fn extra(deal: &Deal<Anhua>, who: Viewer) -> Extra {
    let mut extra = Extra::default();
    plain(deal, who, &mut extra);
    if let (Viewer::Seat(seat), Some(indicator), Some(phase)) = (who, extra.indicator, deal.phase()) {
        if let Phase::KongSelf(konger) | Phase::KongClaim(konger) = *phase {
            extra.dearest = dearest(deal, seat, konger).map(|(tile, _)| tile);
        }
        look_ahead(deal, seat, indicator, phase, &mut extra);
    }
    extra
}

/// The same without waits and the dearest of the open tiles.
pub(super) fn plain(deal: &Deal<Anhua>, who: Viewer, extra: &mut Extra) {
    let (table, memo, seats) = (&deal.table, &deal.memo, deal.table.seats());
    let indicator = table.aside().iter().find(|a| a.why == Aside::Indicator).map(|a| a.tile);
    let kings = if indicator.is_some() { memo.kings.mask() } else { TileMask::EMPTY };
    let own = match (who, indicator, deal.phase()) {
        (Viewer::Seat(seat), Some(_), Some(_)) => memo.locks[seat.index()],
        _ => TileMask::EMPTY,
    };
    extra.indicator = indicator;
    refill(&mut extra.kings, kings.iter());
    refill(&mut extra.piao, memo.piao[..seats].iter().copied());
    refill(&mut extra.sealed, Seat::all(seats).map(|seat| memo.sealed.contains(seat)));
    extra.die = (memo.die > 0).then_some(memo.die);
    extra.sea_next = indicator.is_some() && table.wall().left() < super::LEAST_FOR_KONG;
    extra.birds = birds(deal);
    refill(&mut extra.locked, own.iter());
    extra.waits.clear();
    extra.discard_waits.clear();
    extra.kong_waits.clear();
    extra.dearest = None;
}

fn birds(deal: &Deal<Anhua>) -> Vec<Bird> {
    let Some(places) = settle::places(deal) else { return Vec::new() };
    let birds = deal.table.aside().iter().filter(|a| a.why == Aside::Bird);
    let look = |tile: Tile| match birds::hit(&deal.rules.options, tile, places) {
        Hit::Nobody => Bird { tile, hit: false, seat: None },
        Hit::Everybody => Bird { tile, hit: true, seat: None },
        Hit::Seat(seat) => Bird { tile, hit: true, seat: Some(seat) },
    };
    birds.map(|a| look(a.tile)).collect()
}

/// The waits of the viewer's hand now, or after what it may do now.
fn look_ahead(deal: &Deal<Anhua>, seat: Seat, indicator: Tile, phase: &Phase, extra: &mut Extra) {
    let (hand, melds, kings) = (*deal.table.hand(seat), deal.table.melds(seat), deal.memo.kings);
    let look = |hand: &Hand, melds: &[Meld]| waits(deal.rules, hand, melds, kings, indicator);
    if hand.len() % 3 == 1 {
        extra.waits = look(&hand, melds);
    }
    let mut choices = Choices::NONE;
    match *phase {
        Phase::Turn(who, start) if who == seat => offer::offer_turn(deal, seat, start, &mut choices),
        Phase::Claim(window) if window.from != seat => offer::offer_claim(deal, window, seat, &mut choices),
        _ => {}
    }
    let without = |tile: Tile, n: u8| {
        let mut rest = hand;
        for _ in 0..n {
            rest.remove(tile);
        }
        rest
    };
    for tile in choices.offered_discards().iter() {
        let waits = look(&without(tile, 1), melds);
        if !waits.is_empty() {
            extra.discard_waits.insert(tile, waits);
        }
    }
    let claimed = match *phase {
        Phase::Claim(window) if choices.may_kong() => TileMask::one(window.tile),
        _ => TileMask::EMPTY,
    };
    for tile in (choices.offered_kongs() | claimed).iter() {
        // An added kong's pung stays in the list: only suits and copies are looked at.
        let mut after = melds.to_vec();
        after.push(Meld { kind: MeldKind::KongDirect, tile, claimed: tile, from: seat, closed: false });
        extra.kong_waits.insert(tile, look(&without(tile, hand.count(tile)), &after));
    }
}
