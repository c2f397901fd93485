//! What is measured of one deal, read from the engine's record of it.
//!
//! The record alone says what a payment is for, whatever the rule book calls it: the first payment to a winner after its win, and
//! those with the same reason beside it, are for that win; payments right after a kong to whoever made it are kong money; what
//! reverses another entry is a refund; the rest is settled otherwise (ready checks, fines, stakes).

use crate::catalogue::{Catalogue, Word};
use sifang_table::{Deal, End, Entry, Event, Journal, RuleSet, Source, Step, fold};
use sifang_tiles::Seat;

/// One win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinFact {
    /// Who won.
    pub seat: u8,
    /// On whose tile; none: its own.
    pub from: Option<u8>,
    /// How.
    pub source: Source,
    /// Worth of the hand in the rule set's own unit.
    pub total: i32,
    /// Points paid for it.
    pub income: i64,
    /// Its fans, as bits by their place in the fan table.
    pub fans: u128,
}

/// One deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealFacts {
    /// Who dealt.
    pub dealer: u8,
    /// How it ended.
    pub end: End,
    /// Tiles thrown.
    pub turns: u32,
    /// Answers given.
    pub decisions: u64,
    /// The wins in order.
    pub wins: Vec<WinFact>,
    /// What each seat won or lost; one number per seat.
    pub points: Vec<i32>,
    /// Kong money paid.
    pub kong: i64,
    /// Payments given back.
    pub refund: i64,
    /// Everything paid that is neither for a win nor for a kong nor given back.
    pub other: i64,
    /// Payments by reason: place of the term, points, in the order of the places.
    pub payments: Vec<(usize, i64)>,
    /// Terms that mattered, as bits by their place: reasons of payments of more than nothing, and steps without which the amount
    /// would have been another.
    pub mattered: u128,
    /// Digest of how it went and was paid ([`Journal::course_digest`]).
    pub course: u128,
}

/// What was played on one wall under one set of options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The deals in order; one, where no whole match was asked for.
    pub deals: Vec<DealFacts>,
    /// The match, where one was.
    pub whole: Option<MatchFacts>,
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchFacts {
    /// Who dealt first.
    pub first_dealer: u8,
    /// The totals with the final corrections, one per seat.
    pub totals: Vec<i32>,
}

impl Played {
    /// Answers given.
    pub(crate) fn decisions(&self) -> u64 {
        self.deals.iter().map(|deal| deal.decisions).sum()
    }

    /// Whether it was played, paid and dealt alike.
    pub(crate) fn same_course(&self, other: &Played) -> bool {
        let course = |played: &Played| -> Vec<(u8, u128)> {
            played.deals.iter().map(|deal| (deal.dealer, deal.course)).collect()
        };
        self.whole == other.whole && course(self) == course(other)
    }

    /// Whether everybody has the same points in the end.
    pub(crate) fn same_points(&self, other: &Played) -> bool {
        match (&self.whole, &other.whole) {
            (Some(a), Some(b)) => a.totals == b.totals,
            _ => self.deals.iter().map(|deal| &deal.points).eq(other.deals.iter().map(|deal| &deal.points)),
        }
    }
}

impl DealFacts {
    /// Points that changed hands in the end: what the winners of the deal won together.
    pub fn moved(&self) -> i64 {
        self.points.iter().map(|points| i64::from(*points).max(0)).sum()
    }

    /// Reads a finished deal.
    pub(crate) fn read<R: RuleSet>(
        deal: &Deal<R>,
        journal: &Journal,
        catalogue: &Catalogue,
        scratch: &mut Vec<u8>,
    ) -> DealFacts {
        let wins = deal.wins().iter().map(|win| WinFact {
            seat: number(win.seat),
            from: win.from.map(number),
            source: win.source,
            total: win.total,
            income: 0,
            fans: 0,
        });
        let mut facts = DealFacts {
            dealer: number(deal.table.dealer()),
            end: deal.end().unwrap_or(End::Draw),
            turns: 0,
            decisions: 0,
            wins: wins.collect(),
            points: deal.ledger.balances()[..deal.table.seats()].to_vec(),
            kong: 0,
            refund: 0,
            other: 0,
            payments: Vec::new(),
            mattered: 0,
            course: journal.course_digest(scratch),
        };
        Reading { facts: &mut facts, catalogue, konger: None, open: Vec::new(), won: 0 }.all(journal);
        facts.payments.sort_unstable();
        facts
    }
}

fn number(seat: Seat) -> u8 {
    seat.index() as u8
}

/// Going through a record from its beginning.
struct Reading<'a> {
    facts: &'a mut DealFacts,
    catalogue: &'a Catalogue,
    /// Who has made a kong just now.
    konger: Option<Seat>,
    /// Wins just now: number of the win, and the reason of its payments once the first has been seen.
    open: Vec<(usize, Option<&'static str>)>,
    /// Wins so far.
    won: usize,
}

impl Reading<'_> {
    fn all(&mut self, journal: &Journal) {
        for event in journal.events() {
            match *event {
                Event::Posted { entry } => {
                    if let Some((entry, steps)) = journal.entry(entry) {
                        self.entry(entry, steps);
                    }
                    continue;
                }
                Event::Won { .. } => {
                    self.open.push((self.won, None));
                    self.won += 1;
                }
                // What is shown or turned up after a win still belongs to it; so does a kong that had lain face down.
                Event::Melded { .. } if !self.open.is_empty() => {}
                Event::Shown { .. }
                | Event::SetAside { .. }
                | Event::TurnedUp { .. }
                | Event::Rolled { .. } => {}
                Event::Discarded { .. } => {
                    self.facts.turns += 1;
                    self.open.clear();
                }
                _ => self.open.clear(),
            }
            self.konger = match *event {
                Event::Melded { seat, meld } if meld.kind.is_kong() && self.open.is_empty() => Some(seat),
                _ => None,
            };
        }
    }

    fn entry(&mut self, entry: &Entry, steps: &[Step]) {
        let points = i64::from(entry.points);
        if let Some(Word::Term(place)) = self.catalogue.word(entry.why) {
            match self.facts.payments.iter_mut().find(|(known, _)| *known == place) {
                Some((_, sum)) => *sum += points,
                None => self.facts.payments.push((place, points)),
            }
            self.facts.mattered |= u128::from(points != 0) << place;
        }
        self.note_steps(steps);
        if entry.reverses.is_some() {
            self.facts.refund += points;
        } else if self.konger == Some(entry.to) {
            self.facts.kong += points;
        } else if let Some(win) = self.win_paid_by(entry) {
            let fans = steps.iter().filter_map(|step| match self.catalogue.word(step.why) {
                Some(Word::Fan(place)) => Some(1u128 << place),
                _ => None,
            });
            let fans = fans.fold(0, |all, fan| all | fan);
            let win = &mut self.facts.wins[win];
            win.income += points;
            win.fans |= fans;
        } else {
            self.facts.other += points;
        }
    }

    /// The win that this entry pays for, if it does.
    fn win_paid_by(&mut self, entry: &Entry) -> Option<usize> {
        let wins = &self.facts.wins;
        let open = self
            .open
            .iter_mut()
            .find(|(win, _)| wins.get(*win).is_some_and(|fact| usize::from(fact.seat) == entry.to.index()))?;
        let reason = *open.1.get_or_insert(entry.why.id);
        (reason == entry.why.id).then_some(open.0)
    }

    /// Notes the steps without which the amount would be another.
    fn note_steps(&mut self, steps: &[Step]) {
        let whole = fold(steps);
        let mut rest: Vec<Step> = Vec::with_capacity(steps.len());
        for (i, step) in steps.iter().enumerate() {
            let Some(Word::Term(place)) = self.catalogue.word(step.why) else { continue };
            if self.facts.mattered >> place & 1 == 1 {
                continue;
            }
            rest.clear();
            rest.extend(steps[..i].iter().chain(&steps[i + 1..]));
            self.facts.mattered |= u128::from(fold(&rest) != whole) << place;
        }
    }
}
