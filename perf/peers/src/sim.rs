//! riichienv-core's own game loop, native, without its log, random legal play: decisions per second on one core.

use crate::corpora::Rng;
use riichienv_core::action::{ActionType, Phase};
use riichienv_core::{rule::GameRule, state::GameState};
use std::collections::HashMap;
use std::time::Instant;

/// A game that has not ended by then is given up.
const MOST_STEPS: usize = 20_000;

#[derive(Default)]
struct Tally {
    hands: u64,
    decisions: u64,
    wins: u64,
}

pub fn run(seconds: f64, json: bool) {
    let (mut rng, mut tally) = (Rng(7), Tally::default());
    let start = Instant::now();
    let mut seed = 0;
    while start.elapsed().as_secs_f64() < seconds {
        seed += 1;
        game(seed, &mut rng, &mut tally);
    }
    let elapsed = start.elapsed().as_secs_f64();
    let (hands, decisions) = (tally.hands as f64, tally.decisions as f64);
    if json {
        println!("{{\"decisions_per_s\": {:.1}, \"hands_per_s\": {:.1}}}", decisions / elapsed, hands / elapsed);
        return;
    }
    println!(
        "riichienv-core random play: {:.0} decisions/s, {:.0} hands/s, {:.1} decisions a hand, {:.2} % of hands won",
        decisions / elapsed,
        hands / elapsed,
        decisions / hands,
        100.0 * tally.wins as f64 / hands
    );
}

fn game(seed: u64, rng: &mut Rng, tally: &mut Tally) {
    let mut state = GameState::new(0, true, Some(seed), 0, GameRule::default_tenhou());
    for _ in 0..MOST_STEPS {
        if state.is_done {
            break;
        }
        let mut actions = HashMap::new();
        if state.needs_initialize_next_round {
            tally.hands += 1;
        } else {
            for seat in 0..4u8 {
                let asked = match state.phase {
                    Phase::WaitAct => state.current_player == seat,
                    _ => state.active_players.contains(&seat),
                };
                if !asked {
                    continue;
                }
                let legal = state.get_observation(seat).legal_actions_method();
                if legal.is_empty() {
                    continue;
                }
                let action = legal[rng.below(legal.len())].clone();
                tally.wins += u64::from(matches!(action.action_type, ActionType::Ron | ActionType::Tsumo));
                tally.decisions += 1;
                actions.insert(seat, action);
            }
        }
        state.step(&actions);
    }
    tally.hands += 1;
}
