//! Whole-deal scripts: hands and wall given, actions line by line, with the conventions of the case files.
//!
//! A line that does not answer the open decision closes it first: silent seats pass (or take the rule set's stated default),
//! step by step, until the line is legal. A line with `!` must be refused as things stand, and change nothing.

use crate::contract::Contract;
use serde::{Deserialize, Serialize};
use sifang_options::{OptionSet, RawOptions};
use sifang_table::{Action, ActionError, Deal, End, Journal, SetUp, Win};
use sifang_tiles::{Seat, Tile, parse_tiles};

/// A script. `F` are the rule set's own fields.
#[derive(Clone, Debug, Deserialize)]
pub struct Script<F> {
    /// Options in force.
    #[serde(default)]
    pub options: RawOptions,
    /// Number of seats.
    #[serde(default = "four")]
    pub players: usize,
    /// Who deals.
    #[serde(default)]
    pub dealer: usize,
    /// Hands right after the deal.
    pub hands: Vec<String>,
    /// The rest of the wall, front first.
    #[serde(default)]
    pub wall: String,
    /// The lines.
    pub actions: Vec<String>,
    /// What else the rule set needs.
    #[serde(flatten)]
    pub more: F,
}

fn four() -> usize {
    4
}

impl<F> Script<F> {
    /// The hands, read.
    pub fn parsed_hands(&self) -> Result<Vec<Vec<Tile>>, String> {
        if self.hands.len() != self.players {
            return Err(format!("{} hands for {} players", self.hands.len(), self.players));
        }
        let hands = self.hands.iter().enumerate();
        hands.map(|(i, text)| parse_tiles(text).map_err(|e| format!("hand of seat {i}: {e}"))).collect()
    }

    /// The wall, read.
    pub fn parsed_wall(&self) -> Result<Vec<Tile>, String> {
        parse_tiles(&self.wall).map_err(|e| format!("wall: {e}"))
    }
}

/// How a script came out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Outcome<W, R> {
    /// Wins, in the order they count.
    pub wins: Vec<Win<W>>,
    /// What each seat won or lost.
    pub deltas: Vec<i32>,
    /// `wins`, `draw`, `penalty` or `unfinished`.
    pub end: &'static str,
    /// Who deals next; none while unfinished.
    pub next_dealer: Option<Seat>,
    /// What the rule set adds.
    #[serde(flatten)]
    pub report: R,
}

/// A finished script: the deal as it stands and everything that was written down.
pub struct Played<R: Contract> {
    /// The deal.
    pub deal: Deal<R>,
    /// Its journal.
    pub journal: Journal,
    /// The match before it.
    pub before: sifang_table::Progress<R::Carry>,
}

/// Plays a script. The error says which line failed and why.
pub fn play<R: Contract>(script: &Script<R::ScriptFields>) -> Result<Played<R>, String> {
    let options = R::Options::from_values(&script.options).map_err(|e| e.to_string())?;
    if !R::SEATS.contains(&script.players) {
        return Err(format!("{} players cannot play {}", script.players, R::ID));
    }
    if script.dealer >= script.players {
        return Err(format!("there is no seat {} to deal", script.dealer));
    }
    let rules = R::new(options, script.players);
    let stacked = rules.stack(script)?;
    let most = rules.tile_set();
    let mut seen = [0u8; Tile::KINDS];
    for tile in &stacked.row {
        seen[tile.index()] = seen[tile.index()].saturating_add(1);
        if seen[tile.index()] > most[tile.index()] {
            return Err(format!("there are more {tile} than the set has ({})", most[tile.index()]));
        }
    }
    let mut journal = Journal::new();
    let set_up = SetUp {
        row: &stacked.row,
        dealer: Seat::new(script.dealer),
        shown_dice: [1, 1],
        dice: stacked.dice,
        carry: stacked.before.carry,
    };
    let mut deal = Deal::start(rules, &set_up, &mut journal);
    for (i, line) in script.actions.iter().enumerate() {
        play_line(&mut deal, line, &mut journal).map_err(|why| format!("line {} '{line}': {why}", i + 1))?;
    }
    while deal.phase().is_some_and(R::is_window) {
        close(&mut deal, &mut journal)?;
    }
    Ok(Played { deal, journal, before: stacked.before })
}

impl<R: Contract> Played<R> {
    /// The outcome in the form of the case files.
    pub fn outcome(&self) -> Outcome<R::WinFacts, R::Report> {
        let deal = &self.deal;
        Outcome {
            wins: deal.wins().to_vec(),
            deltas: deal.ledger.balances()[..deal.table.seats()].to_vec(),
            end: match deal.end() {
                None => "unfinished",
                Some(End::Wins) => "wins",
                Some(End::Draw) => "draw",
                Some(End::Penalty) => "penalty",
            },
            next_dealer: deal.end().and_then(|_| R::after(deal, &self.before).dealer),
            report: R::report(deal, &self.before),
        }
    }
}

/// One line: a seat and an action, or `!` and one that must be refused.
fn play_line<R: Contract>(deal: &mut Deal<R>, line: &str, journal: &mut Journal) -> Result<(), String> {
    let (must_fail, text) = match line.strip_prefix('!') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, line),
    };
    let (seat, action) = text.split_once(' ').ok_or("a line is a seat and an action")?;
    let seat: usize = seat.parse().map_err(|_| format!("'{seat}' is no seat"))?;
    if seat >= deal.table.seats() {
        return Err(format!("there is no seat {seat}"));
    }
    let seat = Seat::new(seat);
    let action = match Action::parse(action) {
        // No seat can ever bury two tiles or chow with one: such a line is refused before it gets to the table.
        Err(ActionError::Number { .. }) if must_fail => return Ok(()),
        parsed => parsed.map_err(|e| e.to_string())?,
    };
    if must_fail {
        let before = deal.state_digest();
        return match deal.apply(seat, action, journal) {
            Ok(()) => Err("this should have been refused".into()),
            Err(_) if deal.state_digest() != before => Err("it was refused, but something changed".into()),
            Err(_) => Ok(()),
        };
    }
    loop {
        let Err(refused) = deal.apply(seat, action, journal) else { return Ok(()) };
        close(deal, journal).map_err(|stuck| format!("{refused}; {stuck}"))?;
    }
}

/// Lets every seat that is still silent pass, or do what the rule set says a silent seat does.
fn close<R: Contract>(deal: &mut Deal<R>, journal: &mut Journal) -> Result<(), String> {
    let Some(decision) = deal.decision() else { return Err("the deal is over".into()) };
    for seat in decision.waiting().iter() {
        let may_pass = deal.check(seat, Action::Pass).is_ok();
        let action = if may_pass { Some(Action::Pass) } else { R::silent_action(deal, seat) };
        let action = action.ok_or_else(|| format!("{seat:?} must act first"))?;
        deal.apply(seat, action, journal).map_err(|e| e.to_string())?;
    }
    Ok(())
}
