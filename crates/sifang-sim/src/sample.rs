//! A whole match between bots, with commitment, nonces and record: material for tests, examples and `replay`.

use sifang_bots::{Level, Rng};
use sifang_fair::{Chain, ChainError, Nonce, Nonces, Secret, Terms, deal_key, sim_key};
use sifang_match::{Match, MatchId, Record, Standing, option_text};
use sifang_rules::insight::Insight;
use sifang_tiles::Seat;

/// Plays at most `deals` deals of a match with bots of this kind and returns its record. Everything follows from the seed,
/// secrets included: such a record proves the machinery, not the fairness of anybody. Now and then a bot lets its time run out.
pub fn sample_record<R: Insight>(rules: R, seed: u64, deals: u32, bots: Level) -> Result<Record, ChainError> {
    let chain = Chain::new(Secret::new(sim_key(seed, 0)), deals)?;
    let mut rng = Rng::of(&[seed, u64::from(deals)]);
    let match_id = MatchId(u128::from(rng.word()) << 64 | u128::from(rng.word()));
    let mut record = Record::new(&rules, match_id, chain.commitment());
    let options = option_text(rules.options());
    let terms =
        Terms { rules: R::ID, version: R::VERSION, seats: rules.seats() as u8, options: &options }.hash();
    let mut game: Option<Match<R>> = None;
    for i in 1..=deals {
        let Some(secret) = chain.secret(i) else { break };
        let mut nonces = Nonces::default();
        for seat in Seat::all(rules.seats()).skip(1) {
            let bytes = u128::from(rng.word()) << 64 | u128::from(rng.word());
            nonces.set(seat, Nonce::new(bytes.to_be_bytes()));
        }
        let key = deal_key(secret, &match_id.0.to_be_bytes(), i, &terms, &nonces);
        let game = match &mut game {
            None => game.insert(Match::start(rules, &key)),
            Some(game) if matches!(game.standing(), Standing::Between(_)) => {
                let began = game.next_deal(&key);
                debug_assert!(began.is_ok(), "between deals the next one can begin");
                game
            }
            Some(_) => break,
        };
        play_deal(game, &mut rng, bots);
        record.add(game, secret.reveal(), nonces);
    }
    Ok(record)
}

/// Lets bots answer until the deal is over.
fn play_deal<R: Insight>(game: &mut Match<R>, rng: &mut Rng, level: Level) {
    let mut bots: [_; Seat::MAX] = std::array::from_fn(|_| level.bot(Rng::new(rng.word())));
    while game.standing() == Standing::Playing {
        let Some(seat) = game.deal().decision().and_then(|decision| decision.waiting().iter().next()) else {
            return;
        };
        let action = bots[seat.index()].answer(game.deal(), seat);
        let answered = match action {
            Some(action) if rng.below(32) != 0 => game.act(seat, action),
            _ => game.expire(seat),
        };
        if answered.is_err() {
            return;
        }
    }
}
