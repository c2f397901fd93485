//! A deal of a record step by step, as a seat lived through it or with all hands open.
//!
//! A record has finished deals only, and a [`Playback`] exists only after the wanted deal has been played to its end: so
//! [`RecordViewer::Open`] has no way to a deal that is being played. What a viewer sees is decided where it always is, in
//! `Deal::view` and `Journal::seen_by`. What is *not* here: checking a record ([`verify`](fn@crate::verify) does), and messages.

use crate::verify::{MOST_COMMANDS, agreed};
use crate::{Command, DealRecord, Match, Mismatch, Problem, Record};
use sifang_fair::{Secret, deal_key};
use sifang_table::{DecisionId, Finished, RuleSet, View, Viewer};
use sifang_tiles::Seat;
use std::str::FromStr;

/// Who looks at a deal of a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordViewer {
    /// As the player of this seat saw it.
    Seat(Seat),
    /// With all hands open.
    Open,
}

impl FromStr for RecordViewer {
    type Err = ();

    /// A seat's number, or `open`.
    fn from_str(text: &str) -> Result<RecordViewer, ()> {
        match text.as_bytes() {
            b"open" => Ok(RecordViewer::Open),
            [digit @ b'0'..=b'3'] => Ok(RecordViewer::Seat(Seat::new((digit - b'0') as usize))),
            _ => Err(()),
        }
    }
}

/// A deal of a record at one of its steps. It stands at every question, and after every discard that nobody could claim.
#[derive(Debug)]
pub struct Playback<'a, R: RuleSet> {
    game: Match<R>,
    rest: &'a [Command],
    finished: Finished,
}

impl<'a, R: RuleSet> Playback<'a, R> {
    /// Deal `number` of the record (from 1) at its beginning; none if it has no such deal. The error says why it cannot be played.
    pub fn new(record: &'a Record, number: u32) -> Result<Option<Playback<'a, R>>, Mismatch> {
        let rules = agreed::<R>(record)?;
        let mut game: Option<Match<R>> = None;
        for (n, deal) in (1..=number).zip(&record.deals) {
            let secret = Secret::from(deal.secret);
            let key = deal_key(&secret, &record.match_id.0.to_be_bytes(), n, &record.terms, &deal.nonces);
            let game = match &mut game {
                None => game.insert(Match::start_paced(rules, &key)),
                Some(game) => {
                    game.next_deal(&key).map_err(|_| broken(n, Problem::AfterTheEnd))?;
                    game
                }
            };
            let start = (n == number).then(|| game.clone());
            let finished = play_through(n, deal, game)?;
            if let Some(game) = start {
                return Ok(Some(Playback { game, rest: &deal.commands, finished }));
            }
        }
        Ok(None)
    }

    /// The match as it stood.
    pub fn game(&self) -> &Match<R> {
        &self.game
    }

    /// The next step; says whether there was one.
    pub fn step(&mut self) -> bool {
        if self.game.proceed() {
            return true;
        }
        let Some((command, rest)) = self.rest.split_first() else { return false };
        self.rest = rest;
        // They have all been played once already.
        self.game.command(*command).is_ok()
    }

    /// Goes on to the question that command `place` of the deal (from 1) answers; says whether there is one.
    pub fn go_to_question(&mut self, place: usize) -> bool {
        let Some(left) = (self.rest.len() + 1).checked_sub(place).filter(|left| *left > 0) else {
            return false;
        };
        // Between two questions the table may stand where nobody is asked.
        let is_asked = |this: &Self| {
            let (command, decision) = (this.rest.first(), this.game.deal().decision());
            command.zip(decision).is_some_and(|(next, open)| open.waiting().contains(next.seat()))
        };
        while self.rest.len() > left || (self.rest.len() == left && !is_asked(self)) {
            if !self.step() {
                return false;
            }
        }
        self.rest.len() == left
    }

    /// The viewer in the engine's terms.
    pub fn viewer(&self, who: RecordViewer) -> Viewer {
        match who {
            RecordViewer::Seat(seat) => Viewer::Seat(seat),
            RecordViewer::Open => Viewer::All(self.finished),
        }
    }

    /// What the viewer saw. Questions are there as they were asked, but have the number 0: they cannot be answered any more.
    pub fn view(&self, who: RecordViewer) -> View<R::Extra, R::WinFacts> {
        let mut view = self.game.deal().view(self.viewer(who));
        if let Some(prompt) = &mut view.prompt {
            prompt.decision = DecisionId(0);
        }
        view
    }
}

/// Plays all deals of a record again. `each` is shown every command before it is carried out: the number of the deal, the place of
/// the command in it (both from 1), the match and the command.
pub fn follow<R: RuleSet>(
    record: &Record,
    mut each: impl FnMut(u32, usize, &Match<R>, Command),
) -> Result<(), Mismatch> {
    let rules = agreed::<R>(record)?;
    let mut game: Option<Match<R>> = None;
    for (n, deal) in (1..).zip(&record.deals) {
        let secret = Secret::from(deal.secret);
        let key = deal_key(&secret, &record.match_id.0.to_be_bytes(), n, &record.terms, &deal.nonces);
        let game = match &mut game {
            None => game.insert(Match::start(rules, &key)),
            Some(game) => {
                game.next_deal(&key).map_err(|_| broken(n, Problem::AfterTheEnd))?;
                game
            }
        };
        for (place, command) in (1..).zip(&deal.commands).take(MOST_COMMANDS) {
            each(n, place, game, *command);
            let played = game.command(*command);
            played.map_err(|why| broken(n, Problem::Command { place, text: command.to_string(), why }))?;
        }
        game.deal().finished().ok_or_else(|| broken(n, Problem::Unfinished))?;
    }
    Ok(())
}

fn broken(deal: u32, problem: Problem) -> Mismatch {
    Mismatch { deal: Some(deal), problem }
}

/// Plays a deal to its end.
fn play_through<R: RuleSet>(n: u32, deal: &DealRecord, game: &mut Match<R>) -> Result<Finished, Mismatch> {
    let found = deal.commands.len();
    if found > MOST_COMMANDS {
        return Err(broken(n, Problem::TooLong { field: "commands", found, most: MOST_COMMANDS }));
    }
    while game.proceed() {}
    for (i, command) in deal.commands.iter().enumerate() {
        let played = game.command(*command);
        played.map_err(|why| broken(n, Problem::Command { place: i + 1, text: command.to_string(), why }))?;
        while game.proceed() {}
    }
    game.deal().finished().ok_or_else(|| broken(n, Problem::Unfinished))
}
