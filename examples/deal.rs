//! Plays one deal with four bots and prints it move by move: `cargo run --example deal`.

use sifang_bots::{Level, Rng};
use sifang_fair::sim_key;
use sifang_match::{Match, transcript};
use sifang_options::Lang;
use sifang_rules::wuxi::Wuxi;
use sifang_table::RuleSet as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Wuxi::new(Default::default(), 4);
    let mut game = Match::start(rules, &sim_key(1, 0)); // the wall of seed 1, deal 0
    let mut bots: Vec<_> = (0..4).map(|seat| Level::Greedy.bot(Rng::of(&[seat]))).collect();
    while let Some(decision) = game.deal().decision() {
        for seat in decision.waiting().iter() {
            let answer = bots[seat.index()].answer(game.deal(), seat).ok_or("nobody was asked")?;
            game.act(seat, answer)?;
        }
    }
    println!("{}\npoints: {:?}", transcript(game.journal(), Lang::En), game.totals());
    Ok(())
}

#[test]
fn it_plays() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
