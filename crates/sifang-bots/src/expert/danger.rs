//! What throwing a tile may cost: how likely each opponent waits, how likely it waits for this kind, and what it would be paid.

use crate::sense::Sense;
use sifang_rules::insight::{Insight, Standing, Threat};
use sifang_tiles::{Seat, Tile, TileMask};

/// One opponent as far as discards show it.
#[derive(Clone, Debug)]
struct Opponent {
    seat: Seat,
    threat: Threat,
    /// Kinds that were thrown since its hand last changed, and that it did not take.
    safe: TileMask,
    /// Kinds it threw itself.
    thrown: TileMask,
    /// Sum of the weights of all kinds it may wait for.
    sum: f64,
    /// Kinds it waits for once it is ready.
    waits: f64,
}

/// The danger of every discard.
#[derive(Clone, Debug)]
pub(crate) struct Danger {
    opponents: Vec<Opponent>,
    weights: [f64; Tile::PLAYABLE],
}

impl Danger {
    /// Looks at all opponents.
    pub(crate) fn of<R: Insight>(at: &Standing<'_, R>, sense: &Sense) -> Danger {
        let weights = weights(sense);
        let opponents = at.others().map(|seat| opponent(at, seat, &weights)).collect();
        Danger { opponents, weights }
    }

    /// How likely the tile is won on by somebody, and what it costs on average.
    pub(crate) fn of_tile(&self, tile: Tile) -> (f64, f64) {
        let (mut chance, mut cost) = (0.0, 0.0);
        for opponent in &self.opponents {
            let hit = opponent.hit(tile, &self.weights);
            chance += hit;
            cost += hit * opponent.threat.loss as f64 / 100.0;
        }
        (chance, cost)
    }

    /// The same opponent by opponent: how likely it wins on the tile, and what that costs on average.
    pub(crate) fn by_seat(&self, tile: Tile) -> impl Iterator<Item = (&Threat, Seat, f64, f64)> {
        self.opponents.iter().map(move |opponent| {
            let hit = opponent.hit(tile, &self.weights);
            (&opponent.threat, opponent.seat, hit, hit * opponent.threat.loss as f64 / 100.0)
        })
    }

    /// What this seat may be up to, and the kinds it let pass since its hand last changed; nothing of one that plays no more.
    pub(crate) fn of_seat(&self, seat: Seat) -> Option<(&Threat, TileMask)> {
        let opponent = self.opponents.iter().find(|opponent| opponent.seat == seat)?;
        Some((&opponent.threat, opponent.safe))
    }
}

impl Opponent {
    /// How much a kind weighs among those it may wait for.
    fn weight(&self, tile: Tile, weights: &[f64; Tile::PLAYABLE]) -> f64 {
        let collects = self.threat.collects.get(tile.suit() as usize).map_or(1.0, |n| *n as f64 / 1000.0);
        weights[tile.index()] * collects
    }

    fn hit(&self, tile: Tile, weights: &[f64; Tile::PLAYABLE]) -> f64 {
        if !self.threat.takes.contains(tile) || tile.is_flower() || self.safe.contains(tile) {
            return 0.0;
        }
        let known = if self.thrown.contains(tile) { 0.4 } else { 1.0 };
        let share = (self.weight(tile, weights) / self.sum * self.waits).min(0.6);
        self.threat.ready as f64 / 1000.0 * share * known
    }
}

fn opponent<R: Insight>(at: &Standing<'_, R>, seat: Seat, weights: &[f64; Tile::PLAYABLE]) -> Opponent {
    let threat = R::threat(at, seat);
    let river = &at.view.players[seat.index()].river;
    // Since when the hand is as it is: its declaration, or its latest throw.
    let since = match threat.frozen {
        true => river.iter().find(|t| t.declared).map_or(0, |t| t.order),
        false => river.last().map_or(u16::MAX, |t| t.order),
    };
    let all = at.view.players.iter().flat_map(|p| &p.river);
    let safe: TileMask = all.filter(|t| t.order >= since && !t.won).map(|t| t.tile).collect();
    let thrown = river.iter().map(|t| t.tile).collect();
    let mut opponent = Opponent { seat, threat, safe, thrown, sum: 0.0, waits: R::WAITS as f64 / 100.0 };
    let kinds = threat.takes & TileMask::PLAYABLE;
    opponent.sum = kinds.iter().map(|t| opponent.weight(t, weights)).sum::<f64>().max(1.0);
    opponent
}

/// How many ways there are to wait for each kind with tiles this seat has not seen.
fn weights(sense: &Sense) -> [f64; Tile::PLAYABLE] {
    std::array::from_fn(|i| {
        let tile = Tile::at(i);
        let unseen = |tile: Option<Tile>| tile.map_or(0.0, |t| sense.unseen[t.index()] as f64);
        let own = unseen(Some(tile));
        let pair = own * (own - 1.0).max(0.0) / 2.0 * 1.5 + own * 0.8;
        let run = |a: Option<Tile>, b: Option<Tile>| unseen(a) * unseen(b);
        let below = run(tile.down(2), tile.down(1));
        let above = run(tile.up(1), tile.up(2));
        let middle = run(tile.down(1), tile.up(1));
        pair + 0.8 * (below + above) + 0.5 * middle + 0.1
    })
}
