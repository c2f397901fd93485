//! Positions for tests: what seats see in deals between greedy players, with answers that are now
//! and then chosen by lot.

use crate::{AnyBot, Level, Rng};
use sifang_match::Shuffled;
use sifang_rules::insight::{Insight, ViewOf};
use sifang_table::{Deal, Journal, Viewer};
use sifang_tiles::Seat;

/// Shows every position in which a seat is asked, of so many deals with default options.
pub(crate) fn positions<R: Insight>(deals: u64, mut show: impl FnMut(&R, &ViewOf<R>)) {
    let rules = R::new(R::Options::default(), *R::SEATS.end());
    for number in 0..deals {
        let shuffled = Shuffled::new(&rules, &sifang_fair::sim_key(77, number));
        let dealer = Seat::new((number % rules.seats() as u64) as usize);
        let mut journal = Journal::silent();
        let mut deal = Deal::start(rules, &shuffled.set_up(dealer, rules.first_carry()), &mut journal);
        let mut rng = Rng::of(&[number]);
        let mut bots: [AnyBot; 2] = [Level::Greedy, Level::Random].map(|level| level.bot(rng));
        while let Some(seat) = deal.decision().and_then(|d| d.waiting().iter().next()) {
            show(&rules, &deal.view(Viewer::Seat(seat)));
            let bot = &mut bots[usize::from(rng.below(6) == 0)];
            let action = bot.answer(&deal, seat).unwrap();
            deal.apply(seat, action, &mut journal).unwrap();
        }
    }
}
