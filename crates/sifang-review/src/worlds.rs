//! Worlds that a seat cannot tell from the real one.
//!
//! Everything hidden from the seat is dealt anew. Then a model of the others, not the truth, makes their hands likely: each has drawn
//! a tile per turn and kept what brought it nearer to a win, and it is ready as often as such seats are (`Insight::threat`, measured
//! over many deals; whoever declared is). Alternatives are compared in the same worlds.

use crate::playout::{Seen, look};
use sifang_bots::{Rng, study};
use sifang_rules::insight::{Insight, Standing, turns};
use sifang_table::{Deal, Dice};
use sifang_tiles::{Seat, Tile};

/// Draws after which a hand that should be ready is left as it is.
const MOST_DRAWS: i32 = 150;

/// A world for `seat`, which follows from `rng` alone.
pub(crate) fn draw<R: Insight>(deal: &Deal<R>, seat: Seat, mut rng: Rng, seen: &mut Seen<R>) -> Deal<R> {
    deal.imagine_with(seat, &mut |n| rng.below(n), &mut |deal, below| {
        // Dice to come are hidden, too.
        deal.dice = Dice::new(&[0; Dice::MOST].map(|_: u8| below(6) as u8 + 1));
        R::suppose(deal, seat, below);
        let view = look(deal, seat, seen);
        let hidden: Vec<(Seat, i32, i32)> = Standing::of(&deal.rules, view).map_or_else(Vec::new, |at| {
            let others = at.others().filter(|other| !deal.table.shown().contains(*other));
            others.map(|other| (other, R::threat(&at, other).ready, turns(view, other))).collect()
        });
        for (other, ready, turns) in hidden {
            no_flowers(deal, other, below);
            let ready = (below(1000) as i32) < ready;
            let (goal, draws) = if ready { (1, MOST_DRAWS) } else { (2, turns) };
            improve(deal, other, (goal, draws), below, seen);
        }
        R::recount(deal, seat);
    })
}

/// Whoever holds flowers has shown them: they are back in the wall.
fn no_flowers<R: Insight>(deal: &mut Deal<R>, seat: Seat, below: &mut dyn FnMut(u32) -> u32) {
    while let Some(flower) = deal.table.hand(seat).first_flower() {
        let row = deal.table.wall().row().iter().enumerate();
        let places: Vec<usize> = row.filter(|(_, tile)| !tile.is_flower()).map(|(place, _)| place).collect();
        let place = places.get(below(places.len() as u32) as usize);
        if !place.is_some_and(|place| deal.table.exchange(seat, flower, *place)) {
            return;
        }
    }
}

/// Lets a seat exchange tiles with the wall as if it had drawn them and kept what helps.
fn improve<R: Insight>(
    deal: &mut Deal<R>,
    seat: Seat,
    (goal, draws): (u8, i32),
    below: &mut dyn FnMut(u32) -> u32,
    seen: &mut Seen<R>,
) {
    let rules = deal.rules;
    let view = look(deal, seat, seen);
    let Some(mut at) = Standing::of(&rules, view).filter(|at| !at.hand.is_empty()) else { return };
    let mut away = study::away(&at);
    for _ in 0..draws {
        let row = deal.table.wall().row();
        if away <= goal || row.is_empty() {
            return;
        }
        let place = below(row.len() as u32) as usize;
        let tile = row[place];
        if tile.is_flower() || at.hand.count(tile) >= 4 {
            continue;
        }
        let mut with = at;
        with.hand.add(tile);
        if study::away(&with) >= away {
            continue;
        }
        let without = |gone: Tile| {
            let mut next = with;
            next.hand.remove(gone);
            next
        };
        let spare: Vec<Tile> = with
            .hand
            .held()
            .iter()
            .filter(|gone| *gone != tile && study::away(&without(*gone)) < away)
            .collect();
        let Some(gone) = spare.get(below(spare.len() as u32) as usize).copied() else { continue };
        if deal.table.exchange(seat, gone, place) {
            at = without(gone);
            away -= 1;
        }
    }
}
