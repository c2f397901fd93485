//! A match of bots, played as fairly as one of people and recorded: the file that `sifang replay` checks.
//!
//! Secrets, nonces and the match's name all come from the seed, so that the same command writes the same file.

use sifang_bots::{AnyBot, Level, Rng};
use sifang_fair::{Chain, ChainError, MAX_DEALS, Nonce, Nonces, Secret, deal_key, sim_key};
use sifang_match::{Match, MatchId, Record, Standing};
use sifang_rules::insight::Insight;
use sifang_tiles::Seat;

/// Marks the generators of this module apart from those of a simulation with the same seed.
const PURPOSE: u64 = 0x7265_636f_7264;

/// Plays one match to its end (or through as many deals as a chain of secrets serves); seat `i` is played by `bots[i]`.
pub(crate) fn play<R: Insight>(rules: R, bots: &[Level], seed: u64) -> Result<Record, ChainError> {
    let mut rng = Rng::of(&[PURPOSE, seed]);
    let chain = Chain::new(Secret::new(sim_key(seed, PURPOSE)), MAX_DEALS)?;
    let match_id = MatchId(wide(&mut rng));
    let mut record = Record::new(&rules, match_id, chain.commitment());
    let mut players: Vec<_> =
        (0..).zip(bots).map(|(seat, level)| level.bot(Rng::of(&[PURPOSE, seed, seat]))).collect();
    let mut game: Option<Match<R>> = None;
    for (index, secret) in (1..=MAX_DEALS).map_while(|i| Some((i, chain.secret(i)?))) {
        let nonces = nonces(rules.seats(), &mut rng);
        let key = deal_key(secret, &match_id.0.to_be_bytes(), index, &record.terms, &nonces);
        let game = match &mut game {
            None => game.insert(Match::start(rules, &key)),
            Some(game) => {
                if game.next_deal(&key).is_err() {
                    break;
                }
                game
            }
        };
        play_deal(game, &mut players);
        record.add(game, secret.reveal(), nonces);
        if game.standing() == Standing::Over {
            break;
        }
    }
    Ok(record)
}

/// Plays until the deal is over: every open question is put to the seats that have not answered it.
fn play_deal<R: Insight>(game: &mut Match<R>, players: &mut [AnyBot]) {
    while let Some(decision) = game.deal().decision() {
        for seat in decision.waiting().iter() {
            let Some(action) = players[seat.index()].answer(game.deal(), seat) else { break };
            let accepted = game.act(seat, action);
            debug_assert!(accepted.is_ok(), "a bot answered what it was not offered: {accepted:?}");
            if accepted.is_err() && game.expire(seat).is_err() {
                return;
            }
        }
    }
}

fn nonces(seats: usize, rng: &mut Rng) -> Nonces {
    let mut nonces = Nonces::default();
    for seat in Seat::all(seats) {
        nonces.set(seat, Nonce::new(wide(rng).to_be_bytes()));
    }
    nonces
}

fn wide(rng: &mut Rng) -> u128 {
    u128::from(rng.word()) << 64 | u128::from(rng.word())
}
