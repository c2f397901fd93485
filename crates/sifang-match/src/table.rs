//! A match: deal after deal at one table, with dealer succession, totals and the final ranks.
//!
//! The caller brings the key of every deal and decides when the next one begins; a match has no clock and no randomness of its
//! own. A match is over when its rule set says so, or when it leaves nobody to deal.

use crate::{Command, Digest, Shuffled};
use sha2::{Digest as _, Sha256};
use sifang_fair::Stream;
use sifang_table::{
    Action, Correction, Deal, End, FirstDealer, Illegal, Journal, Progress, RuleSet, SetUp, Source,
};
use sifang_tiles::{Seat, Tile};

/// A finished deal as the match remembers it.
#[derive(Clone, PartialEq, Debug)]
pub struct DealResult {
    /// Its number, from 1.
    pub index: u32,
    /// Who dealt.
    pub dealer: Seat,
    /// How it ended.
    pub end: End,
    /// What each seat won or lost; one number per seat.
    pub deltas: Vec<i32>,
    /// The wins, in the order they count: seat, source, from, total.
    pub wins: Vec<(Seat, Source, Option<Seat>, i32)>,
    /// Digest of its journal.
    pub digest: Digest,
}

/// Where a match stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// A deal is being played.
    Playing,
    /// The deal is over and another one follows; this seat deals it.
    Between(Seat),
    /// The match is over.
    Over,
}

/// The next deal cannot begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotReady {
    /// A deal is still being played.
    #[error("the deal is not over yet")]
    Playing,
    /// There is no next deal.
    #[error("the match is over")]
    Over,
}

/// A match in progress, or over.
#[derive(Clone, Debug)]
pub struct Match<R: RuleSet> {
    rules: R,
    progress: Progress<R::Carry>,
    standing: Standing,
    shuffled: Shuffled,
    deal: Deal<R>,
    journal: Journal,
    commands: Vec<Command>,
    last: Option<DealResult>,
    corrections: Vec<Correction>,
    scratch: Vec<u8>,
    paced: bool,
}

impl<R: RuleSet> Match<R> {
    /// Begins a match with the key of its first deal.
    ///
    /// Where the rule set lets the first dealer be drawn by lot, the lot is `below(seats)` of the stream whose key is
    /// `SHA-256("sifang/first-dealer/1" ‖ key of deal 1)`, so that it is committed to like the wall but says nothing about it.
    pub fn start(rules: R, key: &[u8; 32]) -> Match<R> {
        Match::begin(rules, key, false)
    }

    /// As [`Match::start`], with paced deals: they stand at windows that nobody can use until [`Match::proceed`] is called.
    pub fn start_paced(rules: R, key: &[u8; 32]) -> Match<R> {
        Match::begin(rules, key, true)
    }

    fn begin(rules: R, key: &[u8; 32], paced: bool) -> Match<R> {
        let dealer = match rules.first_dealer() {
            FirstDealer::Seat(seat) => seat,
            FirstDealer::Random => {
                let lot: [u8; 32] =
                    Sha256::new().chain_update(b"sifang/first-dealer/1").chain_update(key).finalize().into();
                Seat::new(Stream::new(&lot).below(rules.seats() as u32) as usize)
            }
        };
        let carry = rules.first_carry();
        let progress = Progress { first_dealer: dealer, dealer, carry, ..Progress::default() };
        let shuffled = Shuffled::new(&rules, key);
        let mut journal = Journal::new();
        let deal = start(rules, &shuffled.set_up(dealer, carry), paced, &mut journal);
        let mut new = Match {
            rules,
            progress,
            standing: Standing::Playing,
            shuffled,
            deal,
            journal,
            commands: Vec::new(),
            last: None,
            corrections: Vec::new(),
            scratch: Vec::new(),
            paced,
        };
        new.close_if_over();
        new
    }

    /// Begins the next deal with its key.
    pub fn next_deal(&mut self, key: &[u8; 32]) -> Result<(), NotReady> {
        let dealer = match self.standing {
            Standing::Playing => return Err(NotReady::Playing),
            Standing::Over => return Err(NotReady::Over),
            Standing::Between(dealer) => dealer,
        };
        self.progress.dealer = dealer;
        self.shuffled.shuffle(key);
        self.journal.clear();
        self.commands.clear();
        self.last = None;
        let set_up = self.shuffled.set_up(dealer, self.progress.carry);
        self.deal = start(self.rules, &set_up, self.paced, &mut self.journal);
        self.standing = Standing::Playing;
        self.close_if_over();
        Ok(())
    }

    /// A seat answers.
    pub fn act(&mut self, seat: Seat, action: Action) -> Result<(), Illegal> {
        self.deal.apply(seat, action, &mut self.journal)?;
        self.commands.push(Command::Act { seat, action });
        self.close_if_over();
        Ok(())
    }

    /// A seat's time has run out.
    pub fn expire(&mut self, seat: Seat) -> Result<(), Illegal> {
        let Some(action) = self.deal.timeout_action(seat) else {
            self.deal.check(seat, Action::Pass)?;
            return Err(Illegal::NotAsked(seat));
        };
        self.deal.apply(seat, action, &mut self.journal)?;
        self.commands.push(Command::Expire { seat });
        self.close_if_over();
        Ok(())
    }

    /// Closes a window that nobody can use and goes on; says whether there was one. Only a match with paced deals has them.
    pub fn proceed(&mut self) -> bool {
        let paused = self.deal.proceed(&mut self.journal);
        if paused {
            self.close_if_over();
        }
        paused
    }

    /// Another match that must look the same to `seat` (none: a spectator) at this moment: see [`Deal::reimagine`].
    pub fn reimagine(&self, seat: Option<Seat>, below: &mut impl FnMut(u32) -> u32) -> Match<R> {
        Match { deal: self.deal.reimagine(seat, below), ..self.clone() }
    }

    /// Carries out a logged command.
    pub fn command(&mut self, command: Command) -> Result<(), Illegal> {
        match command {
            Command::Act { seat, action } => self.act(seat, action),
            Command::Expire { seat } => self.expire(seat),
        }
    }

    /// When the deal has ended: books it, and finds out what follows.
    fn close_if_over(&mut self) {
        let Some(end) = self.deal.end() else { return };
        let seats = self.rules.seats();
        let balances = self.deal.ledger.balances();
        let after = R::after(&self.deal, &self.progress);
        for (total, won) in self.progress.totals.iter_mut().zip(balances) {
            *total = total.saturating_add(won);
        }
        self.progress.played += 1;
        self.progress.carry = after.carry;
        self.last = Some(DealResult {
            index: self.progress.played,
            dealer: self.progress.dealer,
            end,
            deltas: balances[..seats].to_vec(),
            wins: self.deal.wins().iter().map(|w| (w.seat, w.source, w.from, w.total)).collect(),
            digest: Digest(self.journal.digest(&mut self.scratch)),
        });
        self.standing = match after.dealer {
            Some(dealer) if !after.over => Standing::Between(dealer),
            _ => Standing::Over,
        };
        if self.standing == Standing::Over {
            self.corrections = self.rules.settle_match(&self.progress);
            for correction in &self.corrections {
                for (total, delta) in self.progress.totals.iter_mut().zip(correction.deltas) {
                    *total = total.saturating_add(delta);
                }
            }
        }
    }

    /// The rule set with its options.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// Where the match stands.
    pub fn standing(&self) -> Standing {
        self.standing
    }

    /// Dealers, deals played, totals and what is carried on. Totals have the final corrections in them once the match is over.
    pub fn progress(&self) -> &Progress<R::Carry> {
        &self.progress
    }

    /// The deal being played, or the last one.
    pub fn deal(&self) -> &Deal<R> {
        &self.deal
    }

    /// The journal of that deal.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// The set of that deal as it was shuffled, from place 0.
    pub fn shuffled_set(&self) -> &[Tile] {
        self.shuffled.set()
    }

    /// The commands given in that deal so far.
    pub fn commands(&self) -> &[Command] {
        &self.commands
    }

    /// The result of that deal, once it is over.
    pub fn last_deal(&self) -> Option<&DealResult> {
        self.last.as_ref()
    }

    /// What was corrected when the match ended, in order.
    pub fn corrections(&self) -> &[Correction] {
        &self.corrections
    }

    /// The totals, one number per seat.
    pub fn totals(&self) -> &[i32] {
        &self.progress.totals[..self.rules.seats()]
    }

    /// The ranks by these totals, from 1, one per seat.
    pub fn ranks(&self) -> Vec<u8> {
        self.rules.ranks(&self.progress)
    }
}

fn start<R: RuleSet>(rules: R, set_up: &SetUp<'_, R::Carry>, paced: bool, journal: &mut Journal) -> Deal<R> {
    if paced { Deal::start_paced(rules, set_up, journal) } else { Deal::start(rules, set_up, journal) }
}
