//! Stacked deals: rows of tiles in which chosen tiles go to chosen places, the rest by lot. Random play hardly ever sees nine
//! gates or three winds; tests that must see every clause stack the wall.
//!
//! Nothing here knows a rule: a theme is only a taste in tiles. What one rule set alone needs is in [`crate::rarities`].

use sifang_rules::contract::row_of_hands;
use sifang_table::RuleSet;
use sifang_tiles::{Seat, Suit, Tile, TileMask};

/// A source of numbers below its argument.
pub type Below<'a> = &'a mut dyn FnMut(u32) -> u32;

/// A row in the making.
pub struct Stacker {
    left: [u8; Tile::KINDS],
    length: usize,
    dealer: Seat,
    dealing: sifang_table::Dealing,
    hands: Vec<Vec<Tile>>,
    front: Vec<Tile>,
    tail: Vec<Tile>,
}

impl Stacker {
    /// A row for this rule set, nothing placed yet.
    pub fn new<R: RuleSet>(rules: &R, dealer: Seat) -> Stacker {
        Stacker {
            left: rules.tile_set(),
            length: rules.row_length(),
            dealer,
            dealing: R::DEALING,
            hands: vec![Vec::new(); rules.seats()],
            front: Vec::new(),
            tail: Vec::new(),
        }
    }

    /// The dealer.
    pub fn dealer(&self) -> Seat {
        self.dealer
    }

    /// Copies of the kind not placed yet.
    pub fn left(&self, tile: Tile) -> u8 {
        self.left[tile.index()]
    }

    /// The kinds of which a copy is left.
    pub fn kinds(&self) -> TileMask {
        Tile::all().filter(|t| self.left(*t) > 0).collect()
    }

    /// How many tiles the seat is dealt.
    pub fn hand_size(&self, seat: Seat) -> usize {
        self.dealing.each() + if seat == self.dealer { self.dealing.extra as usize } else { 0 }
    }

    fn take(&mut self, tile: Tile) -> bool {
        let left = &mut self.left[tile.index()];
        let there = *left > 0;
        *left -= there as u8;
        there
    }

    /// Deals these tiles to the seat, as far as there are copies and room; says whether all of them went there.
    pub fn give(&mut self, seat: Seat, tiles: &[Tile]) -> bool {
        let mut all = true;
        for &tile in tiles {
            let room = self.hands[seat.index()].len() < self.hand_size(seat);
            if room && self.take(tile) {
                self.hands[seat.index()].push(tile);
            } else {
                all = false;
            }
        }
        all
    }

    /// Makes this the next tile drawn from the front after the deal (after those placed before).
    pub fn next_drawn(&mut self, tile: Tile) -> bool {
        let there = self.take(tile);
        self.front.extend(there.then_some(tile));
        there
    }

    /// Makes this the next tile taken from the tail (after those placed before).
    pub fn next_from_tail(&mut self, tile: Tile) -> bool {
        let there = self.take(tile);
        self.tail.extend(there.then_some(tile));
        there
    }

    /// Fills every other place by lot and returns the row.
    pub fn finish(mut self, below: Below<'_>) -> Vec<Tile> {
        let mut rest: Vec<Tile> =
            Tile::all().flat_map(|t| std::iter::repeat_n(t, self.left[t.index()] as usize)).collect();
        for i in (1..rest.len()).rev() {
            rest.swap(i, below(i as u32 + 1) as usize);
        }
        for seat in Seat::all(self.hands.len()) {
            let missing = self.hand_size(seat) - self.hands[seat.index()].len();
            self.hands[seat.index()].extend(rest.drain(rest.len() - missing..));
        }
        let mut row = row_of_hands(&self.hands, self.dealer, &self.dealing).unwrap_or_default();
        row.extend_from_slice(&self.front);
        // Where fewer tiles are used than the set has, the ones by lot are left out, not the placed ones.
        rest.truncate(self.length.saturating_sub(row.len() + self.tail.len()));
        row.extend(rest);
        row.extend(self.tail.iter().rev());
        row
    }
}

/// Which sets a themed hand is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    Mixed,
    Runs,
    Triplets,
    Pairs,
    SameRank,
    Straight,
    Twins,
    Orphans,
    Gates,
}

const STYLES: [Style; 9] = [
    Style::Mixed,
    Style::Runs,
    Style::Triplets,
    Style::Pairs,
    Style::SameRank,
    Style::Straight,
    Style::Twins,
    Style::Orphans,
    Style::Gates,
];

/// Tastes in kinds, tried on the kinds the set has.
fn taste(n: u32, suit: Suit) -> impl Fn(Tile) -> bool {
    move |t: Tile| {
        !t.is_flower()
            && match n {
                0 | 1 => true,
                2 | 3 => t.suit() == suit,
                4 => t.suit() == suit || t.is_honor(),
                5 => t.is_honor(),
                6 => t.is_terminal() || t.is_honor(),
                7 => t.is_suited() && matches!(t.rank(), 2 | 5 | 8),
                8 => t.is_suited() && !t.is_terminal(),
                9 => t.is_terminal() || (t.is_suited() && matches!(t.rank(), 2 | 3 | 7 | 8)),
                10 => t.is_dragon() || t.suit() == suit,
                11 => t.is_wind() || t.suit() == suit,
                12 => t.is_wind(),
                13 => t.suit() == suit && t.is_suited() && matches!(t.rank(), 2 | 3 | 4 | 6 | 8),
                14 => t.is_suited() && t.suit() != suit,
                _ => t.suit() == suit && matches!(t.rank(), 1 | 2 | 3 | 7 | 8 | 9),
            }
    }
}

/// A row in which one or two seats get most of a hand after some taste, and what they miss comes soon.
pub fn themed_row<R: RuleSet>(rules: &R, dealer: Seat, below: Below<'_>) -> Vec<Tile> {
    let mut stacker = Stacker::new(rules, dealer);
    let lucky = 1 + below(2);
    for _ in 0..lucky {
        let seat = Seat::new(below(rules.seats() as u32) as usize);
        place_theme(&mut stacker, seat, below);
    }
    if below(4) == 0 {
        // Flowers, where there are any, for one seat.
        let seat = Seat::new(below(rules.seats() as u32) as usize);
        for flower in Tile::all().filter(|t| t.is_flower()).take(3 + below(6) as usize) {
            if below(2) == 0 || !stacker.give(seat, &[flower]) {
                stacker.next_from_tail(flower);
            }
        }
    }
    stacker.finish(below)
}

/// Gives the seat a complete hand but for a tile or two; these come next from the wall.
fn place_theme(stacker: &mut Stacker, seat: Seat, below: Below<'_>) {
    let style = STYLES[below(STYLES.len() as u32) as usize];
    let suit = Suit::NUMBERED[below(3) as usize];
    let likes = taste(below(16), suit);
    let kinds: Vec<Tile> = stacker.kinds().iter().filter(|t| likes(*t)).collect();
    let size = stacker.dealing.each() + 1;
    let mut hand = build(stacker, style, suit, &kinds, size, below);
    if hand.len() > size {
        hand.truncate(size);
    }
    for i in (1..hand.len()).rev() {
        hand.swap(i, below(i as u32 + 1) as usize);
    }
    // The dealer may hold all of it; the others miss one tile at least.
    let missing = if stacker.hand_size(seat) >= size { below(3) } else { 1 + below(2) } as usize;
    let kept = hand.split_off(missing.min(hand.len()));
    stacker.give(seat, &kept);
    let idle = below(5);
    for tile in hand {
        if below(3) == 0 {
            stacker.next_from_tail(tile);
        } else {
            for _ in 0..idle {
                if let Some(other) = stacker.kinds().nth(below(stacker.kinds().len().max(1) as u32) as usize)
                {
                    stacker.next_drawn(other);
                }
            }
            stacker.next_drawn(tile);
        }
    }
}

/// A complete hand (or as much of it as the kinds allow) of `size` tiles.
fn build(
    stacker: &Stacker,
    style: Style,
    suit: Suit,
    kinds: &[Tile],
    size: usize,
    below: Below<'_>,
) -> Vec<Tile> {
    let mut hand: Vec<Tile> = Vec::new();
    let mut used = [0u8; Tile::KINDS];
    let mut add = |tiles: &[Tile], hand: &mut Vec<Tile>| {
        let mut trial = used;
        tiles.iter().for_each(|t| trial[t.index()] += 1);
        let fits =
            tiles.iter().all(|t| trial[t.index()] <= stacker.left(*t)) && hand.len() + tiles.len() <= size;
        if fits {
            used = trial;
            hand.extend_from_slice(tiles);
        }
    };
    let tile = |rank: u8, suit: Suit| Tile::new(suit, rank).unwrap_or_default();
    match style {
        Style::Orphans => {
            let orphans: Vec<Tile> = Tile::playable().filter(|t| t.is_honor() || t.is_terminal()).collect();
            orphans.iter().for_each(|t| add(&[*t], &mut hand));
            add(&[orphans[below(13) as usize]], &mut hand);
            return hand;
        }
        Style::Gates => {
            [1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9].iter().for_each(|r| add(&[tile(*r, suit)], &mut hand));
            add(&[tile(1 + below(9) as u8, suit)], &mut hand);
            return hand;
        }
        Style::Straight => [1, 4, 7].iter().for_each(|r| add(&run(tile(*r, suit)), &mut hand)),
        Style::SameRank => {
            let (rank, triplets) = (1 + below(7) as u8, below(2) == 0);
            for suit in Suit::NUMBERED {
                let t = tile(rank, suit);
                if triplets { add(&[t, t, t], &mut hand) } else { add(&run(t), &mut hand) }
            }
        }
        _ => {}
    }
    if kinds.is_empty() {
        return hand;
    }
    for _ in 0..60 {
        let t = kinds[below(kinds.len() as u32) as usize];
        let wants_run = match style {
            Style::Runs | Style::Twins => true,
            Style::Triplets => false,
            Style::Pairs => {
                add(&[t, t], &mut hand);
                continue;
            }
            _ => below(2) == 0,
        };
        let closed = size - hand.len() <= 2;
        if closed {
            add(&[t, t], &mut hand);
        } else if wants_run && t.up(2).is_some_and(|high| kinds.contains(&high)) {
            add(&run(t), &mut hand);
            if style == Style::Twins && size - hand.len() > 4 {
                add(&run(t), &mut hand);
            }
        } else if !wants_run {
            add(&[t, t, t], &mut hand);
            if below(4) == 0 {
                // A fourth copy: a root, or a kong in the making.
                add(&[t], &mut hand);
            }
        }
    }
    hand
}

fn run(lowest: Tile) -> [Tile; 3] {
    [lowest, lowest.up(1).unwrap_or(lowest), lowest.up(2).unwrap_or(lowest)]
}
