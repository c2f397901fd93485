//! 抓鸟: whom the tiles turned up after a win hit, and what that does to a payment.

use crate::anhua::options::{AnhuaOptions, BirdMultiplier, BirdType};
use sifang_tiles::{Seat, Tile};

/// Where seats are counted from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Places {
    pub dealer: Seat,
    /// The winner; the seat whose tile it was if several won on it.
    pub winner: Seat,
    pub seats: usize,
}

/// Hits of all birds of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in super::super) struct Hits {
    /// On everybody at once.
    all: u8,
    on: [u8; Seat::MAX],
}

/// Whom one bird hits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Hit {
    Nobody,
    Everybody,
    Seat(Seat),
}

/// Whom this bird hits. Kings count by their printed number.
/// Clauses: `anhua.pay.birds`, `anhua.ruling.18`.
pub(in super::super) fn hit(options: &AnhuaOptions, bird: Tile, places: Places) -> Hit {
    let start = match options.bird_type {
        BirdType::None => return Hit::Nobody,
        BirdType::OneBirdAll => return Hit::Everybody,
        BirdType::OneFiveNine if bird.rank() % 4 == 1 => return Hit::Everybody,
        BirdType::OneFiveNine => return Hit::Nobody,
        BirdType::DealerSeat => places.dealer,
        BirdType::WinnerSeat => places.winner,
    };
    let offset = (bird.rank() as usize - 1) % 4;
    if offset < places.seats { Hit::Seat(start.after(offset, places.seats)) } else { Hit::Nobody }
}

impl Hits {
    /// Counts the hits of these birds.
    pub(in super::super) fn of(
        options: &AnhuaOptions,
        birds: impl IntoIterator<Item = Tile>,
        places: Places,
    ) -> Hits {
        let mut hits = Hits::default();
        for bird in birds {
            match hit(options, bird, places) {
                Hit::Nobody => {}
                Hit::Everybody => hits.all += 1,
                Hit::Seat(seat) => hits.on[seat.index()] += 1,
            }
        }
        hits
    }

    /// What a payment between these two is multiplied by.
    /// Clauses: `anhua.pay.birds`, `anhua.ruling.16`, `anhua.ruling.17`.
    pub(in super::super) fn factor(&self, options: &AnhuaOptions, a: Seat, b: Seat) -> i32 {
        let n = (self.all + self.on[a.index()] + self.on[b.index()]) as i32;
        match options.bird_multiplier {
            _ if n == 0 => 1,
            BirdMultiplier::Linear => 2 * n,
            BirdMultiplier::Power => 1 << n.min(20),
        }
    }
}
