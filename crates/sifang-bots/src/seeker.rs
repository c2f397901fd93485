//! A player for tests, not for people: it wins whenever it may and otherwise keeps its hand as near to ready as it can.
//!
//! Random play rarely reaches a win, so that the scoring would hardly be exercised; this player reaches it in most deals. It knows
//! no rule book: only its own tiles, counted as melds and a pair, without wild tiles.

use crate::{Ask, Reflex, Rng};
use sifang_shape::{PairRule, tiles_away};
use sifang_table::Action;
use sifang_tiles::{Hand, SuitKeys, Tile};

/// Wins when it may, keeps what is nearest to ready, breaks ties by lot.
#[derive(Clone, Copy, Debug)]
pub struct Seeker {
    rng: Rng,
}

impl Seeker {
    /// With this generator.
    pub const fn new(rng: Rng) -> Seeker {
        Seeker { rng }
    }
}

impl Reflex for Seeker {
    fn answer(&mut self, ask: &Ask<'_>) -> Action {
        if ask.choices.may_win() {
            return Action::Win;
        }
        let mut best = (u32::MAX, Action::Pass);
        let mut equals = 0;
        for action in ask.choices.iter(ask.hand) {
            let cost = cost(ask, action);
            if cost < best.0 {
                best = (cost, action);
                equals = 1;
            } else if cost == best.0 {
                equals += 1;
                if self.rng.below(equals) == 0 {
                    best.1 = action;
                }
            }
        }
        best.1
    }
}

/// How far from complete the action leaves the hand; a claim must bring it nearer, an own kong need only not hurt.
fn cost(ask: &Ask<'_>, action: Action) -> u32 {
    let away = |taken: &[(Tile, u8)]| 4 * away(ask.hand, taken);
    match (action, ask.tile) {
        (Action::Pass | Action::Float(_) | Action::Win, _) => away(&[]) + 1,
        (Action::Declare(_), _) => away(&[]),
        (Action::Kong, Some(tile)) => away(&[(tile, 3)]) + 1,
        (Action::Pung, Some(tile)) => away(&[(tile, 2)]) + 2,
        (Action::Kong | Action::Pung, None) => away(&[]) + 2,
        (Action::Chow(a, b), _) => away(&[(a, 1), (b, 1)]) + 3,
        (Action::OwnKong(tile), _) => away(&[(tile, ask.hand.count(tile))]),
        (Action::Discard(tile), _) => away(&[(tile, 1)]) + 1,
        (Action::DeclareDiscard(_, tile) | Action::Ask(tile), _) => away(&[(tile, 1)]),
        (Action::Bury([a, b, c]), _) => away(&[(a, 1), (b, 1), (c, 1)]),
    }
}

/// Tiles away from melds and a pair without these tiles.
fn away(hand: &Hand, taken: &[(Tile, u8)]) -> u32 {
    let mut keys: SuitKeys = hand.keys();
    let mut len = hand.len() as u32;
    for &(tile, n) in taken {
        keys.remove_many(tile, n);
        len -= n as u32;
    }
    tiles_away(keys, 0, (len / 3) as u8, PairRule::Any) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_table::Choices;
    use sifang_tiles::{Seat, parse_tile, parse_tiles};

    fn choose(hand: &str, tile: Option<&str>, offer: impl Fn(&mut Choices, &Hand)) -> String {
        let hand = Hand::from_tiles(&parse_tiles(hand).unwrap()).unwrap();
        let mut choices = Choices::NONE;
        offer(&mut choices, &hand);
        let tile = tile.map(|t| parse_tile(t).unwrap());
        let ask = Ask { seat: Seat::new(0), choices: &choices, hand: &hand, tile };
        Seeker::new(Rng::new(1)).answer(&ask).to_string()
    }

    #[test]
    fn throws_the_tile_it_needs_least() {
        let discard = |hand: &str| choose(hand, None, |c, h| c.discards(h.held()));
        assert_eq!(discard("123456m456p78s551z"), "discard 1z");
        assert_eq!(discard("123456789m11p78s4z"), "discard 4z");
    }

    #[test]
    fn claims_only_what_helps() {
        let claim = |hand: &str| {
            choose(hand, Some("5p"), |c, _| {
                c.pass();
                c.pung();
            })
        };
        assert_eq!(claim("123456m55p789s14z"), "pon");
        assert_eq!(claim("123456m345567p1z"), "pass");
    }

    #[test]
    fn wins_whenever_it_may() {
        let won = choose("123456m456p78s55z", Some("9s"), |c, _| {
            c.pass();
            c.win();
        });
        assert_eq!(won, "hu");
    }
}
