//! What the tests share: matches with a player of one's own at the table.

use sifang_bots::{Level, Rng};
use sifang_fair::{Chain, Nonces, Secret, Terms, deal_key, sim_key};
use sifang_match::{Match, MatchId, Record, Standing, option_text};
use sifang_rules::insight::Insight;
use sifang_table::{Action, Deal};
use sifang_tiles::Seat;

/// Plays deals of one match; `choose` may answer in place of a greedy player.
pub(crate) fn played<R: Insight>(
    rules: R,
    seed: u64,
    deals: u32,
    level: Level,
    mut choose: impl FnMut(&Deal<R>, Seat) -> Option<Action>,
) -> Record {
    let chain = Chain::new(Secret::new(sim_key(seed, 0)), deals).unwrap();
    let match_id = MatchId(seed.into());
    let mut record = Record::new(&rules, match_id, chain.commitment());
    let options = option_text(rules.options());
    let terms =
        Terms { rules: R::ID, version: R::VERSION, seats: rules.seats() as u8, options: &options }.hash();
    let mut bot = level.bot(Rng::of(&[seed]));
    let mut game: Option<Match<R>> = None;
    for i in 1..=deals {
        let (secret, nonces) = (chain.secret(i).unwrap(), Nonces::default());
        let key = deal_key(secret, &match_id.0.to_be_bytes(), i, &terms, &nonces);
        let game = match &mut game {
            None => game.insert(Match::start(rules, &key)),
            Some(game) if matches!(game.standing(), Standing::Between(_)) => {
                game.next_deal(&key).unwrap();
                game
            }
            Some(_) => break,
        };
        while let Some(seat) = game.deal().decision().and_then(|open| open.waiting().iter().next()) {
            let action = choose(game.deal(), seat).or_else(|| bot.answer(game.deal(), seat)).unwrap();
            game.act(seat, action).unwrap();
        }
        record.add(game, secret.reveal(), nonces);
    }
    record
}

/// Whether the seat is asked and may win.
pub(crate) fn may_win<R: Insight>(deal: &Deal<R>, seat: Seat) -> bool {
    deal.decision().and_then(|open| open.choices(seat)).is_some_and(|choices| choices.may_win())
}
