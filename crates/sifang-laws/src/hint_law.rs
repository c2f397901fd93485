//! The law of hints: every wait that a hint shows is, when that tile comes next in the way shown, a legal win with exactly the points
//! shown; and what it does not show is not offered.
//!
//! Positions come from deals between greedy players. A position is tried by exchanging hidden tiles (which the hint cannot know), so that
//! the tile arrives, and by playing on with the real engine until it does: the others pass and throw what they drew.

use sifang_bots::{Bot, Greedy, Rng, Wait, hint};
use sifang_fair::sim_key;
use sifang_match::Shuffled;
use sifang_options::OptionSet;
use sifang_rules::insight::Insight;
use sifang_table::{Action, Deal, End, Journal, Viewer};
use sifang_tiles::{Seat, Tile};

/// What was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Looked {
    /// Positions whose hints showed waits.
    pub positions: u64,
    /// Winning tiles that arrived by a draw.
    pub draws: u64,
    /// Winning tiles that arrived by a discard.
    pub discards: u64,
    /// Arrivals that the position does not allow (nobody holds the tile, the deal ends before, the tile may not be thrown).
    pub unreachable: u64,
}

/// Plays deals of this seed until so many positions have been checked, half of them with random options. `progress` gets how
/// many are done; `false` from it ends the run.
pub fn check<R: Insight>(
    positions: u64,
    seed: u64,
    progress: &dyn Fn(u64) -> bool,
) -> Result<Looked, String> {
    let mut looked = Looked::default();
    let mut index = 0;
    while looked.positions < positions && progress(looked.positions) {
        check_deal::<R>(seed, index, &mut looked).map_err(|why| format!("{} deal {index}: {why}", R::ID))?;
        index += 1;
    }
    Ok(looked)
}

/// Plays one deal and checks the hints on its way.
pub fn check_deal<R: Insight>(seed: u64, index: u64, looked: &mut Looked) -> Result<(), String> {
    let mut rng = Rng::of(&[seed, index]);
    let options = loop {
        let options =
            if rng.below(2) == 0 { R::Options::default() } else { R::Options::sample(&mut |n| rng.below(n)) };
        // Where chance multiplies a win afterwards, no hint can know what it pays.
        if R::new(options, *R::SEATS.end()).worth_is_exact() {
            break options;
        }
    };
    let rules = R::new(options, *R::SEATS.end());
    let shuffled = Shuffled::new(&rules, &sim_key(seed, index));
    let dealer = Seat::new(rng.below(rules.seats() as u32) as usize);
    let mut journal = Journal::silent();
    let mut deal = Deal::start(rules, &shuffled.set_up(dealer, rules.first_carry()), &mut journal);
    while let Some(seat) = deal.decision().and_then(|d| d.waiting().iter().next()) {
        let view = deal.view(Viewer::Seat(seat));
        if rng.below(4) == 0 {
            check_position(&deal, seat, looked)?;
        }
        let action = Greedy.choose(&rules, &view).action;
        deal.apply(seat, action, &mut journal).map_err(|e| format!("greedy: {e}"))?;
    }
    Ok(())
}

/// Checks the hint that `seat` would get now.
fn check_position<R: Insight>(deal: &Deal<R>, seat: Seat, looked: &mut Looked) -> Result<(), String> {
    let hint = hint(&deal.rules, &deal.view(Viewer::Seat(seat)));
    let may_win = deal.choices_now(seat).may_win();
    let mut shown = false;
    let standing = hint.standing.iter().filter(|_| !may_win);
    for after in hint.discards.iter().chain(standing) {
        let mut next = *deal;
        if let Some(tile) = after.discard {
            let thrown = next.apply(seat, Action::Discard(tile), &mut Journal::silent());
            thrown.map_err(|e| format!("{seat:?} cannot throw {tile}: {e}"))?;
        }
        for wait in &after.waits {
            shown = true;
            try_wait(&next, seat, wait, looked).map_err(|why| {
                let hand = deal.table.hand(seat);
                format!(
                    "{seat:?} with {hand:?}, throwing {:?}, waiting for {}: {why}",
                    after.discard, wait.tile
                )
            })?;
        }
    }
    looked.positions += u64::from(shown);
    Ok(())
}

/// Lets the tile arrive in every way.
fn try_wait<R: Insight>(deal: &Deal<R>, seat: Seat, wait: &Wait, looked: &mut Looked) -> Result<(), String> {
    match arrive(deal, seat, wait.tile, None) {
        None => looked.unreachable += 1,
        Some(gains) if gains == wait.draw => looked.draws += 1,
        Some(gains) => return Err(format!("drawn it pays {gains:?}, shown was {:?}", wait.draw)),
    }
    for from in seat.others(deal.table.seats()).filter(|s| !deal.table.out().contains(*s)) {
        let shown = wait.discard.iter().find(|p| p.from == from).map(|p| p.points);
        match arrive(deal, seat, wait.tile, Some(from)) {
            None => looked.unreachable += 1,
            Some(gains) if gains == shown => looked.discards += 1,
            Some(gains) => return Err(format!("thrown by {from:?} it pays {gains:?}, shown was {shown:?}")),
        }
    }
    Ok(())
}

/// Plays on until the tile is drawn by `seat`, or thrown by `from`: what the best win then pays (none: no win is offered). None if
/// it cannot come to that.
fn arrive<R: Insight>(deal: &Deal<R>, seat: Seat, tile: Tile, from: Option<Seat>) -> Option<Option<i32>> {
    let mut deal = *deal;
    let (drawer, out) = (from.unwrap_or(seat), deal.table.out());
    let mut placed = false;
    loop {
        // Somebody who has won in the meantime (with an answer given before, or by asking) pays no more: not the ordinary
        // course. Who has left says it better than the wins: an answer may stand for a hand that was exchanged since.
        if deal.table.out() != out {
            return None;
        }
        let decision = deal.decision()?;
        let asked = decision.waiting().iter().next()?;
        let turn = deal.table.drawn(asked).filter(|_| deal.table.hand(asked).len() % 3 == 2);
        if asked == seat && turn.is_some() {
            let won = from.is_none() && placed && turn == Some(tile);
            return if won { best_win(&deal, seat) } else { None };
        }
        let open = deal.phase().and_then(|phase| R::stage(phase).tile);
        if from.is_some() && placed && asked == seat && open == Some(tile) {
            return best_win(&deal, seat);
        }
        let action = match turn {
            Some(drawn) if Some(asked) == from && placed => {
                if drawn != tile {
                    return None;
                }
                Action::Discard(tile)
            }
            Some(drawn) if deal.check(asked, Action::Discard(drawn)).is_ok() => Action::Discard(drawn),
            _ if deal.check(asked, Action::Pass).is_ok() => {
                // A win let go on the way changes what may be won.
                if asked == seat && deal.choices_now(seat).may_win() {
                    return None;
                }
                Action::Pass
            }
            _ => return None,
        };
        let thrown = from.is_some_and(|from| placed && asked == from && action == Action::Discard(tile));
        // The draw comes when everybody has answered to the tile before it.
        let last = decision.waiting().len() == 1;
        let before = action == Action::Pass || matches!(action, Action::Discard(_));
        if !placed && last && before {
            deal = place(&deal, seat, asked, action, drawer, tile)?;
            placed = deal.table.drawn(drawer) == Some(tile) && deal.table.hand(drawer).len() % 3 == 2;
            continue;
        }
        deal.apply(asked, action, &mut Journal::silent()).ok()?;
        if thrown && !deal.decision().is_some_and(|d| d.asked().contains(seat)) {
            return Some(None);
        }
    }
}

/// Answers, with `tile` put where the next tile is drawn if it is `drawer`'s turn then. None if the tile is nowhere to be had.
fn place<R: Insight>(
    deal: &Deal<R>,
    viewer: Seat,
    asked: Seat,
    action: Action,
    drawer: Seat,
    tile: Tile,
) -> Option<Deal<R>> {
    let mut plain = *deal;
    plain.apply(asked, action, &mut Journal::silent()).ok()?;
    let draws = |deal: &Deal<R>| deal.table.wall().left() + 1;
    // Only if this answer leads to the drawer's turn does the front tile matter.
    if plain.table.drawn(drawer).is_none() || draws(&plain) > deal.table.wall().left() {
        return Some(plain);
    }
    let mut stacked = bring_forward(deal, viewer, tile)?;
    // The exchange may have taken the very tile that is to be thrown.
    if matches!(action, Action::Discard(thrown) if stacked.table.hand(asked).count(thrown) == 0) {
        return None;
    }
    stacked.apply(asked, action, &mut Journal::silent()).ok()?;
    (stacked.table.drawn(drawer) == Some(tile)).then_some(stacked)
}

/// Another deal that looks the same to `viewer` and has `tile` at the front of the wall.
fn bring_forward<R: Insight>(deal: &Deal<R>, viewer: Seat, tile: Tile) -> Option<Deal<R>> {
    let table = &deal.table;
    if table.wall().row().first() == Some(&tile) {
        return Some(*deal);
    }
    // The hidden tiles in the order in which they are exchanged: the wall, then the other seats' hands.
    let shown = table.wall().shown_place();
    let wall = table.wall().row().iter().enumerate().filter(|(i, _)| Some(*i) != shown);
    let hands = Seat::all(table.seats()).filter(|s| *s != viewer && !table.shown().contains(*s));
    let mut hidden: Vec<(Tile, Option<Seat>)> = wall.map(|(_, tile)| (*tile, None)).collect();
    hidden.extend(hands.flat_map(|s| table.hand(s).tiles().map(move |tile| (tile, Some(s)))));
    // Whose act is being answered, and who has answered, has done so with the tiles it has.
    let stage = deal.phase().filter(|phase| R::is_window(phase)).and_then(|phase| R::stage(phase).seat);
    let bound = |s: Seat| Some(s) == stage || deal.decision().is_some_and(|d| d.answer(s).is_some());
    let fits = |(hidden, owner): &(Tile, Option<Seat>)| *hidden == tile && !owner.is_some_and(bound);
    let from = hidden.iter().skip(1).position(fits)? + 1;
    if hidden[from].1.is_some() && hidden[0].0.is_flower() {
        return None;
    }
    Some(deal.reimagine(Some(viewer), &mut |n| if n as usize == from + 1 { 0 } else { n - 1 }))
}

/// What the best of the offered wins pays (none: none is offered). None if the wall runs out with it: then the draw is settled at
/// once, and what it brings is no part of the win.
fn best_win<R: Insight>(deal: &Deal<R>, seat: Seat) -> Option<Option<i32>> {
    let mut best = None;
    let Some(choices) = deal.decision().and_then(|d| d.choices(seat)) else { return Some(None) };
    for win in choices.iter(deal.table.hand(seat)).filter(|a| matches!(a, Action::Win | Action::Ask(_))) {
        let mut deal = *deal;
        let before = deal.ledger.balances()[seat.index()];
        let wins = deal.wins().len();
        deal.apply(seat, win, &mut Journal::silent()).ok()?;
        while deal.wins().len() == wins {
            let asked = deal.decision()?.waiting().iter().next()?;
            deal.apply(asked, Action::Pass, &mut Journal::silent()).ok()?;
        }
        if deal.end() == Some(End::Draw) {
            return None;
        }
        best = best.max(Some(deal.ledger.balances()[seat.index()] - before));
    }
    Some(best)
}
