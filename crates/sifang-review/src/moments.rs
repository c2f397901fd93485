//! The decisions of a record: every question to a reviewed seat that had more than one answer, as it stood when it was asked.

use sifang_match::{Command, Match, Mismatch, Record, follow};
use sifang_rules::insight::Insight;
use sifang_table::{Action, Deal};
use sifang_tiles::Seat;

/// One question to one seat, and what it answered.
#[derive(Clone, Debug)]
pub struct Moment<R: Insight> {
    /// The deal when the question was asked: what others answered to it at the same time is not in it.
    pub deal: Deal<R>,
    /// Number of the deal in the record, from 1.
    pub number: u32,
    /// Which command of the deal answered it, from 1.
    pub place: usize,
    /// Who was asked.
    pub seat: Seat,
    /// What was answered.
    pub played: Action,
    /// The seat's time ran out, and the rule set answered.
    pub timed_out: bool,
}

/// All questions of a record to these seats that had more than one answer, in order.
pub fn moments<R: Insight>(record: &Record, seats: &[Seat]) -> Result<Vec<Moment<R>>, Mismatch> {
    let mut found = Vec::new();
    let mut opened: Option<(u32, Deal<R>)> = None;
    follow(record, |number, place, game: &Match<R>, command| {
        let now = *game.deal();
        let id = |deal: &Deal<R>| deal.decision().map(|decision| decision.id());
        let deal = match opened {
            Some((of, asked)) if of == number && id(&asked) == id(&now) => asked,
            _ => {
                opened = Some((number, now));
                now
            }
        };
        let (seat, timed_out) = (command.seat(), matches!(command, Command::Expire { .. }));
        let played = match command {
            Command::Act { action, .. } => Some(action),
            Command::Expire { .. } => now.timeout_action(seat),
        };
        let choices = deal.decision().and_then(|decision| decision.choices(seat));
        let more_than_one = choices.is_some_and(|choices| choices.len(deal.table.hand(seat)) > 1);
        if let Some(played) = played.filter(|_| more_than_one && seats.contains(&seat)) {
            found.push(Moment { deal, number, place, seat, played, timed_out });
        }
    })?;
    Ok(found)
}
