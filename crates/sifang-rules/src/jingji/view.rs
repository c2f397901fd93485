//! What the screen of `jingji` needs beyond the common view: gold, round, stakes, ready seats, waits with their value, warnings.

use super::course::seat_wind;
use super::offer::golds;
use super::score::{Method, WaitView, score_of, situation, waiting, waits};
use super::{Jingji, Phase, TurnStart};
use serde::Serialize;
use sifang_table::{Deal, Viewer, refill};
use sifang_tiles::{Seat, Tile};

/// What a viewer sees beyond the common view.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "JingjiExtra"))]
pub struct Extra {
    /// The gold kind; the indicator has the same face.
    pub gold: Tile,
    /// Place of the face-up indicator in the dead wall, 0 being next to the live wall.
    pub indicator_place: usize,
    /// 场风.
    pub round_wind: Tile,
    /// Number of the hand in its round, from 1 (东局1场 is East, 1).
    pub hand: u8,
    /// Wind of each seat.
    pub seat_winds: Vec<Tile>,
    /// Points of each seat now, its stake included.
    pub points: Vec<i32>,
    /// 场供 of each seat on the table.
    pub stakes: Vec<i32>,
    /// Seats that have declared ready.
    pub ready: Vec<Seat>,
    /// Waits of each seat, where the viewer may know them: its own between turns, and those of shown hands.
    pub waits: Vec<Option<Vec<WaitView>>>,
    /// Every tile wins (游金): shown with the waits.
    pub you_jin: Vec<bool>,
    /// In the viewer's own turn: the discards that may go with a ready call, each with the waits it leaves.
    pub ready_options: Vec<ReadyOption>,
    /// The viewer may win now, but without yaku: it would pay each other seat.
    pub win_is_penalty: bool,
    /// Points of the fixed hand the viewer is asked about at the opening or right after the first discard, or 0.
    pub robbing: i32,
}

/// A discard that may go with a ready call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "JingjiReadyOption"))]
pub struct ReadyOption {
    /// The tile to throw.
    pub discard: Tile,
    /// What the hand then waits for.
    pub waits: Vec<WaitView>,
}

pub(super) fn extra(deal: &Deal<Jingji>, who: Viewer) -> Extra {
    let (table, options) = (&deal.table, &deal.rules.options);
    let mut extra = Extra::default();
    plain(deal, who, &mut extra);
    let may_know = |seat: Seat| who.owns(seat) || table.shown().contains(seat);
    let waits_of = |seat: Seat| {
        let between_turns = table.hand(seat).len() % 3 == 1;
        (may_know(seat) && between_turns).then(|| waits(options, &waiting(deal, seat)))
    };
    extra.waits = Seat::all(4).map(waits_of).collect();
    // Every tile wins if every tile that can still come to the seat does.
    let is_you_jin =
        |seat: Seat| extra.waits[seat.index()].is_some() && waiting(deal, seat).wins_on_everything();
    extra.you_jin = Seat::all(4).map(is_you_jin).collect();
    if let Viewer::Seat(seat) = who {
        extra.ready_options = ready_options(deal, seat);
    }
    extra
}

/// The same without waits and what is shown with them.
pub(super) fn plain(deal: &Deal<Jingji>, who: Viewer, extra: &mut Extra) {
    let (table, balances) = (&deal.table, deal.ledger.balances());
    let seats = || Seat::all(4);
    let place = table.wall().shown_place().unwrap_or_default();
    extra.gold = deal.memo.gold;
    extra.indicator_place = place.saturating_sub(table.wall().left());
    extra.round_wind = deal.carry.round_wind();
    extra.hand = deal.carry.hand + 1;
    refill(&mut extra.seat_winds, seats().map(|s| seat_wind(table.dealer(), s)));
    refill(&mut extra.points, seats().map(|s| deal.carry.points[s.index()] + balances[s.index()]));
    refill(&mut extra.stakes, deal.memo.stakes);
    refill(&mut extra.ready, deal.memo.declared.iter());
    refill(&mut extra.waits, seats().map(|_| None));
    refill(&mut extra.you_jin, seats().map(|_| false));
    extra.ready_options.clear();
    extra.win_is_penalty = matches!(who, Viewer::Seat(seat) if win_is_penalty(deal, seat));
    extra.robbing = if let Viewer::Seat(seat) = who { robbing(deal, seat) } else { 0 };
}

/// The seat's choices in the open decision, if it is asked.
fn is_offered_win(deal: &Deal<Jingji>, seat: Seat) -> bool {
    deal.decision().and_then(|d| d.choices(seat)).is_some_and(|c| c.may_win())
}

fn ready_options(deal: &Deal<Jingji>, seat: Seat) -> Vec<ReadyOption> {
    let Some(choices) = deal.decision().and_then(|d| d.choices(seat)) else { return Vec::new() };
    let hand = deal.table.hand(seat);
    let declared = choices.iter(hand).filter_map(|action| match action {
        sifang_table::Action::DeclareDiscard(_, tile) => Some(tile),
        _ => None,
    });
    let all = waiting(deal, seat);
    declared
        .map(|discard| ReadyOption { discard, waits: waits(&deal.rules.options, &all.without(discard)) })
        .collect()
}

/// 无役: whether the win offered to the seat would be a ready win without yaku, as far as the seat can know.
fn win_is_penalty(deal: &Deal<Jingji>, seat: Seat) -> bool {
    if !is_offered_win(deal, seat) {
        return false;
    }
    let scored = match deal.phase() {
        Some(Phase::Turn(_, start)) => {
            let situation = situation(deal, seat, *start);
            let tile = deal.table.drawn(seat);
            score_of(deal, seat, tile, None, sifang_table::Source::SelfDraw, situation)
        }
        Some(Phase::Claim(window)) if window.from != seat => {
            let situation = situation(deal, seat, TurnStart::Claimed);
            let tile = Some(window.tile);
            score_of(deal, seat, tile, tile, sifang_table::Source::Discard, situation)
        }
        _ => return false,
    };
    scored.is_ok_and(|s| s.method == Method::Penalty)
}

/// 抢金 and 三金倒 prompts: what the seat is offered beyond an ordinary win.
fn robbing(deal: &Deal<Jingji>, seat: Seat) -> i32 {
    let asked = is_offered_win(deal, seat);
    let special = match deal.phase() {
        Some(Phase::Opening) => seat != deal.table.dealer() || golds(deal, seat) >= 3,
        Some(Phase::Claim(window)) => window.from == seat,
        _ => false,
    };
    if asked && special { super::fans::F::ThreeGolds.fan().value } else { 0 }
}
