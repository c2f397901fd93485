//! A paced match pauses where nobody can claim, and is otherwise the same match.

use sifang_bots::{Ask, Reflex, ReflexBot, Rng};
use sifang_fair::sim_key;
use sifang_match::{Match, Standing};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;

/// Plays a deal; answers its digest, and how often it stood at a window nobody could use.
fn play<R: RuleSet>(mut game: Match<R>, seed: u64) -> (String, u32) {
    let mut bot = ReflexBot::seeker(Rng::new(seed));
    let mut pauses = 0;
    while game.standing() == Standing::Playing {
        let waiting = game.deal().decision().map(|open| open.waiting()).unwrap_or_default();
        let Some(seat) = waiting.iter().next() else {
            assert!(game.deal().is_paused());
            assert!(game.proceed());
            pauses += 1;
            continue;
        };
        assert!(!game.deal().is_paused() && !game.proceed());
        let action = bot.answer(&Ask::of(game.deal(), seat).expect("it is asked"));
        game.act(seat, action).expect("a bot's action is legal");
    }
    (game.last_deal().expect("the deal is over").digest.to_string(), pauses)
}

#[test]
fn pauses_change_nothing() {
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => {
            let rules = R::new(Default::default(), *R::SEATS.end());
            let mut pauses = 0;
            for seed in 0..20 {
                let key = sim_key(9, seed);
                let (plain, none) = play(Match::start(rules, &key), seed);
                let (paced, some) = play(Match::start_paced(rules, &key), seed);
                assert_eq!((plain, none), (paced, 0), "{} seed {seed}", R::ID);
                pauses += some;
            }
            assert!(pauses > 100, "{}: {pauses} discards that nobody could claim", R::ID);
        });
    }
}
