//! Actions that are not offered must be refused and change nothing (E6).

use sifang_bots::Rng;
use sifang_table::{Action, Deal, Declaration, Journal, RuleSet};
use sifang_tiles::{Seat, Tile};

/// Any action at all, also with tiles that cannot go together.
pub(crate) fn any_action(rng: &mut Rng) -> Action {
    let mut tile = || Tile::at(rng.below(Tile::KINDS as u32) as usize);
    let (a, b, c) = (tile(), tile(), tile());
    let declaration = if rng.below(2) == 0 { Declaration::Ready } else { Declaration::ReadyAsk };
    match rng.below(14) {
        0 => Action::Pass,
        1 => Action::Win,
        2 => Action::Kong,
        3 => Action::Pung,
        4 => Action::Chow(a, b),
        // A run that some discard could complete.
        5 => Action::Chow(a, Tile::at(a.index() + 1)),
        6 => Action::OwnKong(a),
        7 | 8 => Action::Discard(a),
        9 => Action::Declare(declaration),
        10 => Action::DeclareDiscard(declaration, a),
        11 => Action::Ask(a),
        12 => Action::Bury([a, b, c]),
        _ => Action::Float(rng.below(256) as u8),
    }
}

/// Tries up to `n` actions that are not offered; answers how many it tried.
pub(super) fn try_illegal<R: RuleSet>(
    deal: &mut Deal<R>,
    journal: &mut Journal,
    n: u32,
    rng: &mut Rng,
) -> Result<u64, String> {
    let before = *deal;
    let digest = deal.state_digest();
    let events = journal.events().len();
    let mut tried = 0;
    for _ in 0..n {
        let seat = Seat::new(rng.below(Seat::MAX as u32) as usize);
        let action = any_action(rng);
        let offered = deal.decision().filter(|d| d.waiting().contains(seat)).and_then(|d| d.choices(seat));
        if offered.is_some_and(|choices| choices.iter(deal.table.hand(seat)).any(|a| a == action)) {
            continue;
        }
        tried += 1;
        if deal.apply(seat, action, journal).is_ok() {
            return Err(format!("{seat:?} could do {action}, which is not offered"));
        }
        if *deal != before || journal.events().len() != events {
            return Err(format!("{action} of {seat:?} was refused and yet changed something"));
        }
    }
    if deal.state_digest() != digest {
        return Err("refused actions changed the digest of the state".into());
    }
    Ok(tried)
}
