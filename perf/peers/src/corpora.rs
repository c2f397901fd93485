//! The hands, made from fixed seeds: 14 tiles of the wall, near misses, half winning; and near misses with wilds.

pub type Counts = [u8; 34];

/// Hands of each corpus.
const HANDS: usize = 1 << 16;

/// All hands of the comparison.
pub struct Corpora {
    /// By name: 14 natural tiles each.
    pub natural: [(&'static str, Vec<Counts>); 3],
    /// By number of wilds, 0 to 7: the natural tiles.
    pub wild: [Vec<Counts>; 8],
}

pub fn all() -> Corpora {
    let mut rng = Rng(42);
    let mut make = |hand: &dyn Fn(&mut Rng, usize) -> Counts| (0..HANDS).map(|i| hand(&mut rng, i)).collect();
    Corpora {
        natural: [
            ("random", make(&|rng, _| random_hand(rng))),
            ("near", make(&|rng, i| near_hand(rng, 1 + i % 4))),
            ("win50", make(&|rng, i| near_hand(rng, i % 2))),
        ],
        wild: std::array::from_fn(|wilds| {
            make(&|rng, i| {
                let mut hand = near_hand(rng, i % 4 + if i % 2 == 0 { 0 } else { wilds.min(2) });
                (0..wilds).for_each(|_| take_any(&mut hand, rng));
                hand
            })
        }),
    }
}

/// splitmix64: small, and the same everywhere.
pub struct Rng(pub u64);

impl Rng {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        (((z >> 32) * n as u64) >> 32) as usize
    }
}

fn random_hand(rng: &mut Rng) -> Counts {
    let mut wall: Vec<usize> = (0..136).map(|i| i / 4).collect();
    let mut hand = [0; 34];
    for i in 0..14 {
        wall.swap(i, i + rng.below(136 - i));
        hand[wall[i]] += 1;
    }
    hand
}

fn winning_hand(rng: &mut Rng) -> Counts {
    loop {
        let mut hand = [0; 34];
        for _ in 0..4 {
            if rng.below(10) < 7 {
                let low = rng.below(3) * 9 + rng.below(7);
                hand[low..low + 3].iter_mut().for_each(|n| *n += 1);
            } else {
                hand[rng.below(34)] += 3;
            }
        }
        hand[rng.below(34)] += 2;
        if hand.iter().all(|&n| n <= 4) {
            return hand;
        }
    }
}

/// A winning hand with so many tiles replaced.
fn near_hand(rng: &mut Rng, replaced: usize) -> Counts {
    let mut hand = winning_hand(rng);
    for _ in 0..replaced {
        take_any(&mut hand, rng);
        loop {
            let tile = rng.below(34);
            if hand[tile] < 4 {
                hand[tile] += 1;
                break;
            }
        }
    }
    hand
}

fn take_any(hand: &mut Counts, rng: &mut Rng) {
    loop {
        let tile = rng.below(34);
        if hand[tile] > 0 {
            hand[tile] -= 1;
            break;
        }
    }
}
