//! Checking a record: every secret against the chain, every wall dealt again, every command played again, every result
//! compared. What does not hold is named in a sentence, deal and field included.

use crate::problem::short;
use crate::record::terms;
use crate::{DealRecord, FORMAT, Field, Match, Mismatch, Problem, Record, Shuffled, Standing, WinRecord};
use sifang_fair::{MAX_DEALS, Revealed, Secret, TermsHash, deal_key, follows};
use sifang_options::{OptionSet, OptionSpec};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::{Journal, RuleSet};
use sifang_tiles::{Tile, format_tiles, parse_tiles};
use std::fmt::Debug;

/// The most commands of one deal that are played; no rule set comes near it.
pub const MOST_COMMANDS: usize = 2000;

/// A record that holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// How many deals were played again.
    pub deals: usize,
    /// How many commands they had.
    pub commands: usize,
    /// The match was played to its end (otherwise it stopped between two deals).
    pub finished: bool,
}

/// What was found in a record, and how far it could be checked.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Examined {
    /// What does not hold.
    pub found: Vec<Mismatch>,
    /// The walls of all deals were dealt again.
    pub dealt: bool,
    /// All deals were played again to their ends.
    pub played: bool,
    /// The match was over after them.
    pub finished: bool,
    /// How many deals the record has.
    pub deals: usize,
    /// How many commands were played.
    pub commands: usize,
}

/// Checks a record of whatever rule set it names, as far as it can be checked. `each` is given every deal that was played
/// again, with its number.
pub fn examine_any(record: &Record, each: &mut dyn FnMut(u32, &Journal)) -> Examined {
    match RuleSetId::from_id(&record.rules) {
        Ok(id) => with_rule_set!(id, R => examine::<R>(record, each)),
        Err(_) => Examined::not(record, whole(Problem::Rules(short(&record.rules)))),
    }
}

/// Checks a record of the rule set `R`, as far as it can be checked.
pub fn examine<R: RuleSet>(record: &Record, each: &mut dyn FnMut(u32, &Journal)) -> Examined {
    let rules = match agreed::<R>(record) {
        Ok(rules) => rules,
        Err(mismatch) => return Examined::not(record, mismatch),
    };
    let mut check = Check { found: Vec::new(), commands: 0, terms: terms(&rules) };
    let agreed = check.terms;
    check.compare(None, Field::Terms, &record.terms, &agreed);
    check.chain(record);
    check.walls(record, &rules);
    let game = check.play(record, rules, each);
    if let Some(game) = &game {
        check.compare(None, Field::Totals, &record.totals.as_slice(), &game.totals());
        check.compare(None, Field::Ranks, &record.ranks, &game.ranks());
    } else if record.deals.is_empty() {
        check.compare(None, Field::Totals, &record.totals, &vec![0; rules.seats()]);
        check.compare(None, Field::Ranks, &record.ranks, &vec![1; rules.seats()]);
    }
    let (deals, commands) = (record.deals.len(), check.commands);
    let played = game.is_some() || record.deals.is_empty();
    let finished = game.is_some_and(|game| game.standing() == Standing::Over);
    Examined { found: check.found, dealt: true, played, finished, deals, commands }
}

/// Checks a record of whatever rule set it names. `each` is given every deal that was played again, with its number.
pub fn verify_any(record: &Record, each: &mut dyn FnMut(u32, &Journal)) -> Result<Verified, Vec<Mismatch>> {
    examine_any(record, each).verified()
}

/// Checks a record of the rule set `R`. `each` is given every deal that was played again, with its number.
pub fn verify<R: RuleSet>(
    record: &Record,
    each: &mut dyn FnMut(u32, &Journal),
) -> Result<Verified, Vec<Mismatch>> {
    examine::<R>(record, each).verified()
}

impl Examined {
    /// A record that could not be examined, and why.
    fn not(record: &Record, why: Mismatch) -> Examined {
        Examined { found: vec![why], deals: record.deals.len(), ..Examined::default() }
    }

    fn verified(self) -> Result<Verified, Vec<Mismatch>> {
        let Examined { found, deals, commands, finished, .. } = self;
        if found.is_empty() { Ok(Verified { deals, commands, finished }) } else { Err(found) }
    }
}

/// The rules a record was played under, if this program plays them.
pub(crate) fn agreed<R: RuleSet>(record: &Record) -> Result<R, Mismatch> {
    let one = |problem| Err(whole(problem));
    if record.format != FORMAT {
        return one(Problem::Format(short(&record.format)));
    }
    if record.rules != R::ID {
        return one(Problem::Rules(short(&record.rules)));
    }
    if record.version != R::VERSION {
        return one(Problem::Version { recorded: record.version, ours: R::VERSION });
    }
    if !R::SEATS.contains(&(record.seats as usize)) {
        return one(Problem::Seats(record.seats));
    }
    let options = match R::Options::from_values(&record.options) {
        Ok(options) => options,
        Err(error) => return one(Problem::Options(error)),
    };
    let agreed = options.agreed();
    let is_named = |spec: &OptionSpec| record.options.get(spec.name).is_some();
    let is_agreed = |spec: &OptionSpec| agreed.iter().any(|(name, _)| *name == spec.name);
    if let Some(spec) = R::Options::SPECS.iter().find(|spec| is_named(spec) != is_agreed(spec)) {
        let name = spec.name;
        return one(if is_named(spec) {
            Problem::OptionNeedless(name)
        } else {
            Problem::OptionMissing(name)
        });
    }
    let (found, most) = (record.deals.len(), MAX_DEALS as usize);
    if found > most {
        return one(Problem::TooLong { field: "deals", found, most });
    }
    Ok(R::new(options, record.seats as usize))
}

fn whole(problem: Problem) -> Mismatch {
    Mismatch { deal: None, problem }
}

/// What has been found so far.
struct Check {
    found: Vec<Mismatch>,
    commands: usize,
    /// The hash of what was agreed, computed anew.
    terms: TermsHash,
}

impl Check {
    fn note(&mut self, deal: u32, problem: Problem) {
        self.found.push(Mismatch { deal: Some(deal), problem });
    }

    fn compare<T: PartialEq + Debug>(&mut self, deal: Option<u32>, field: Field, recorded: &T, found: &T) {
        if recorded != found {
            let [recorded, found] = [recorded, found].map(|value| short(&format!("{value:?}")));
            self.found.push(Mismatch { deal, problem: Problem::Differs { field, recorded, found } });
        }
    }

    /// Each secret must hash to the one before it, and each nonce to what its player committed to.
    fn chain(&mut self, record: &Record) {
        let mut before: Revealed = record.commitment;
        for (n, deal) in (1..).zip(&record.deals) {
            self.compare(Some(n), Field::Index, &deal.index, &n);
            if !follows(&deal.secret, &before) {
                self.note(n, Problem::Chain);
            }
            let committed = record.nonce_commitments;
            let id = record.match_id.0.to_be_bytes();
            if let Some(seat) = committed.and_then(|committed| committed.broken(&id, &deal.nonces)) {
                self.note(n, Problem::Nonce(seat));
            }
            before = deal.secret;
        }
    }

    /// Deals every wall again, whatever was played with it.
    fn walls<R: RuleSet>(&mut self, record: &Record, rules: &R) {
        let mut shuffled: Option<Shuffled> = None;
        for (n, deal) in (1..).zip(&record.deals) {
            let key = self.key(record, n, deal);
            let shuffled = match &mut shuffled {
                None => shuffled.insert(Shuffled::new(rules, &key)),
                Some(shuffled) => {
                    shuffled.shuffle(&key);
                    shuffled
                }
            };
            self.wall(n, &deal.wall, shuffled.set());
        }
    }

    /// Plays all deals again; none if one of them cannot be played to its end (those after it would be guesses).
    fn play<R: RuleSet>(
        &mut self,
        record: &Record,
        rules: R,
        each: &mut dyn FnMut(u32, &Journal),
    ) -> Option<Match<R>> {
        let mut game: Option<Match<R>> = None;
        for (n, deal) in (1..).zip(&record.deals) {
            let key = self.key(record, n, deal);
            match &mut game {
                None => game = Some(Match::start(rules, &key)),
                Some(game) => {
                    if game.next_deal(&key).is_err() {
                        self.note(n, Problem::AfterTheEnd);
                        return None;
                    }
                }
            }
            let game = game.as_mut()?;
            let played = self.play_deal(n, deal, game);
            each(n, game.journal());
            if !played {
                return None;
            }
        }
        game
    }

    /// What the wall and the dice of a deal follow from.
    fn key(&self, record: &Record, n: u32, deal: &DealRecord) -> [u8; 32] {
        deal_key(&Secret::from(deal.secret), &record.match_id.0.to_be_bytes(), n, &self.terms, &deal.nonces)
    }

    /// The recorded wall must be the one that was dealt from.
    fn wall(&mut self, n: u32, recorded: &str, found: &[Tile]) {
        if recorded == format_tiles(found) {
            return;
        }
        let read = parse_tiles(recorded).unwrap_or_default();
        let at = (0..).take_while(|at| read.get(*at).is_some() && read.get(*at) == found.get(*at)).count();
        let text = |tile: Option<&Tile>| tile.map(Tile::to_string).unwrap_or_default();
        let (recorded, found) = (text(read.get(at)), text(found.get(at)));
        self.note(n, Problem::Wall { place: at + 1, recorded, found });
    }

    /// Plays one deal and compares it; `false` if it could not be played to its end.
    fn play_deal<R: RuleSet>(&mut self, n: u32, deal: &DealRecord, game: &mut Match<R>) -> bool {
        let found = deal.commands.len();
        if found > MOST_COMMANDS {
            self.note(n, Problem::TooLong { field: "commands", found, most: MOST_COMMANDS });
            return false;
        }
        for (i, command) in deal.commands.iter().enumerate() {
            if let Err(why) = game.command(*command) {
                self.note(n, Problem::Command { place: i + 1, text: command.to_string(), why });
                return false;
            }
        }
        self.commands += found;
        let Some(result) = game.last_deal() else {
            self.note(n, Problem::Unfinished);
            return false;
        };
        let wins: Vec<WinRecord> = result
            .wins
            .iter()
            .map(|&(seat, source, from, total)| WinRecord { seat, source, from, total })
            .collect();
        self.compare(Some(n), Field::Dealer, &deal.dealer, &result.dealer);
        self.compare(Some(n), Field::End, &deal.end, &result.end);
        self.compare(Some(n), Field::Wins, &deal.wins, &wins);
        self.compare(Some(n), Field::Deltas, &deal.deltas, &result.deltas);
        self.compare(Some(n), Field::Course, &deal.digest, &result.digest);
        true
    }
}
