//! What must hold after every answer and at the end of a deal: tiles, points, decisions, explanations, replay.

use super::replay;
use sifang_bots::Rng;
use sifang_table::{Action, Deal, End, Event, Journal, Progress, RuleSet, SetUp, Term, fold};
use sifang_tiles::{Seat, Tile};

/// What has been seen of a deal so far.
pub(super) struct Tracked<R: RuleSet> {
    census: [u8; Tile::KINDS],
    answers: Vec<(Seat, Action)>,
    /// A position picked by lot: how many answers led to it, the deal, the digest of its journal.
    cut: (usize, Deal<R>, Option<u128>),
    entries: usize,
    scratch: Vec<u8>,
}

impl<R: RuleSet> Tracked<R> {
    pub(super) fn new(set_up: &SetUp<'_, R::Carry>, deal: &Deal<R>) -> Tracked<R> {
        let mut census = [0; Tile::KINDS];
        for tile in set_up.row {
            census[tile.index()] += 1;
        }
        Tracked { census, answers: Vec::new(), cut: (0, *deal, None), entries: 0, scratch: Vec::new() }
    }

    /// Remembers an answer; the position after it becomes the cut with a chance that makes all positions equally likely.
    pub(super) fn note(
        &mut self,
        seat: Seat,
        action: Action,
        deal: &Deal<R>,
        journal: &Journal,
        rng: &mut Rng,
    ) {
        self.answers.push((seat, action));
        if rng.below(self.answers.len() as u32) == 0 {
            self.cut = (self.answers.len(), *deal, Some(journal.digest(&mut self.scratch)));
        }
    }

    /// After every answer.
    pub(super) fn check_step(&mut self, deal: &Deal<R>, journal: &Journal) -> Result<(), String> {
        if deal.table.census() != self.census {
            return Err("tiles were lost or made".into());
        }
        let balances = deal.ledger.balances();
        if balances.iter().map(|n| i64::from(*n)).sum::<i64>() != 0 {
            return Err(format!("points do not sum to zero: {balances:?}"));
        }
        if balances[deal.table.seats()..].iter().any(|n| *n != 0) {
            return Err(format!("an empty seat has points: {balances:?}"));
        }
        self.check_entries(journal)?;
        check_decision(deal)
    }

    /// The entries that are new since the last step (S6, texts).
    fn check_entries(&mut self, journal: &Journal) -> Result<(), String> {
        for (entry, steps) in journal.entries().skip(self.entries) {
            self.entries += 1;
            if entry.points != fold(steps) {
                return Err(format!(
                    "entry {:?} of {} points folds to {}",
                    entry.id,
                    entry.points,
                    fold(steps)
                ));
            }
            if steps.is_empty() {
                return Err(format!("entry {:?} has no explanation", entry.id));
            }
            check_term(entry.why)?;
            steps.iter().try_for_each(|step| check_term(step.why))?;
            let Some(paid_back) = entry.reverses else { continue };
            let (first, _) = journal.entry(paid_back).ok_or("an entry pays back one that is not there")?;
            if (first.from, first.to, first.points) != (entry.to, entry.from, entry.points) {
                return Err(format!("entry {:?} does not pay back {paid_back:?} exactly", entry.id));
            }
        }
        Ok(())
    }

    /// When the deal is over.
    pub(super) fn check_end(
        &mut self,
        deal: &Deal<R>,
        journal: &Journal,
        set_up: &SetUp<'_, R::Carry>,
    ) -> Result<(), String> {
        check_result(deal, set_up)?;
        if !matches!(journal.events().last(), Some(Event::Ended { .. })) {
            return Err("the journal does not end with the end".into());
        }
        let mut paid = [0i64; Seat::MAX];
        for (entry, _) in journal.entries() {
            paid[entry.from.index()] -= i64::from(entry.points);
            paid[entry.to.index()] += i64::from(entry.points);
        }
        if paid != deal.ledger.balances().map(i64::from) {
            return Err("the entries do not add up to the balances".into());
        }
        let (again, journal_again) = replay(deal.rules, set_up, &self.answers)?;
        if again != *deal || journal_again.digest(&mut self.scratch) != journal.digest(&mut self.scratch) {
            return Err("the same answers gave another deal".into());
        }
        let (place, cut, digest) = &self.cut;
        let (again, journal_again) = replay(deal.rules, set_up, &self.answers[..*place])?;
        if again != *cut || digest.is_some_and(|digest| journal_again.digest(&mut self.scratch) != digest) {
            return Err(format!("the first {place} answers gave another deal"));
        }
        Ok(())
    }
}

/// A term must be readable in both languages and say where it comes from.
fn check_term(term: &Term) -> Result<(), String> {
    let empty = [term.id, term.zh, term.en, term.clause].iter().any(|text| text.is_empty());
    if empty { Err(format!("a term lacks a text: {term:?}")) } else { Ok(()) }
}

/// A decision is open exactly while the deal is not over; what is offered can be counted, listed, named and computed anew.
fn check_decision<R: RuleSet>(deal: &Deal<R>) -> Result<(), String> {
    let Some(decision) = deal.decision() else {
        return if deal.end().is_some() && deal.phase().is_none() {
            Ok(())
        } else {
            Err("no decision is open and the deal is not over".into())
        };
    };
    if deal.end().is_some() || decision.waiting().is_empty() {
        return Err("a decision is open that nobody can answer".into());
    }
    for seat in Seat::all(Seat::MAX) {
        let hand = deal.table.hand(seat);
        let now = deal.choices_now(seat);
        let Some(choices) = decision.choices(seat) else {
            if seat.index() < deal.table.seats() && !now.is_empty() {
                return Err(format!("{seat:?} has choices and is not asked"));
            }
            continue;
        };
        if seat.index() >= deal.table.seats() {
            return Err(format!("{seat:?} is asked and there is no such seat"));
        }
        if now != *choices {
            return Err(format!("what {seat:?} may do changed while it was asked"));
        }
        let list: Vec<Action> = choices.iter(hand).collect();
        let agree = list.len() == choices.len(hand)
            && list.iter().enumerate().all(|(n, action)| {
                choices.nth(n, hand) == Some(*action)
                    && choices.allows(*action, hand)
                    && !list[..n].contains(action)
            });
        if !agree || list.is_empty() {
            return Err(format!("list, number and membership of choices disagree: {list:?}"));
        }
        if let Some(action) = deal.timeout_action(seat)
            && !list.contains(&action)
        {
            return Err(format!("{action} is done for a silent {seat:?}, which may not do it"));
        }
    }
    Ok(())
}

/// The result must be sound, and the match must be able to go on from it.
fn check_result<R: RuleSet>(deal: &Deal<R>, set_up: &SetUp<'_, R::Carry>) -> Result<(), String> {
    let seats = deal.table.seats();
    // The other way round need not hold: where play goes on after a win, the wall may still run out.
    if deal.end() == Some(End::Wins) && deal.wins().is_empty() {
        return Err("the deal ended by a win and nobody won".into());
    }
    for win in deal.wins() {
        let there =
            win.seat.index() < seats && win.from.is_none_or(|from| from.index() < seats && from != win.seat);
        if !there {
            return Err(format!("a win of {:?} from {:?} at a table of {seats}", win.seat, win.from));
        }
    }
    let before = Progress {
        first_dealer: set_up.dealer,
        dealer: set_up.dealer,
        carry: set_up.carry,
        ..Progress::default()
    };
    let after = R::after(deal, &before);
    match after.dealer {
        Some(dealer) if dealer.index() >= seats => {
            Err(format!("{dealer:?} would deal next at a table of {seats}"))
        }
        None if !after.over => Err("the match goes on and nobody deals".into()),
        _ => Ok(()),
    }
}
