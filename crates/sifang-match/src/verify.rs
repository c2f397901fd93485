//! Checking a record: every secret against the chain, every wall dealt again, every command played again, every result
//! compared. What does not hold is named in a sentence, deal and field included.

use crate::record::terms;
use crate::{DealRecord, Digest, FORMAT, Match, Record, Standing, WinRecord};
use sifang_fair::{MAX_DEALS, Revealed, Secret, deal_key, follows};
use sifang_options::{Lang, OptionError, OptionSet};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::{Illegal, Journal, RuleSet};
use sifang_tiles::{Seat, Tile, format_tiles, parse_tiles};
use std::fmt;

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

/// Something in a record that does not hold. `Display` is English, [`Mismatch::message`] speaks both languages.
#[derive(Clone, PartialEq, Debug)]
pub struct Mismatch {
    /// The deal, from 1; none: the match.
    pub deal: Option<u32>,
    /// What is wrong.
    pub problem: Problem,
}

/// What can be wrong with a record.
#[derive(Clone, PartialEq, Debug)]
pub enum Problem {
    /// Not a form of record that is known.
    Format(String),
    /// No such rule set, or another one than was asked for.
    Rules(String),
    /// Made under another version of the rules.
    Version {
        /// In the record.
        recorded: u32,
        /// Of this program.
        ours: u32,
    },
    /// The options are not all there, or not allowed.
    Options(OptionError),
    /// An option has no value in the record.
    OptionMissing(&'static str),
    /// This many cannot play.
    Seats(u8),
    /// More than can be checked.
    TooLong {
        /// The field.
        field: &'static str,
        /// How many there are.
        found: usize,
        /// How many are allowed.
        most: usize,
    },
    /// The secret is not what the commitment fixed.
    Chain,
    /// A player's nonce is not the one that was committed to.
    Nonce(Seat),
    /// The wall is another one than secret and nonces give.
    Wall {
        /// The first place that differs, from 1.
        place: usize,
        /// The tile there in the record; nothing if the wall is shorter or cannot be read.
        recorded: String,
        /// The tile that belongs there.
        found: String,
    },
    /// A command was refused.
    Command {
        /// Its place, from 1.
        place: usize,
        /// The command.
        text: String,
        /// Why.
        why: Illegal,
    },
    /// The commands end before the deal does.
    Unfinished,
    /// The match was over before this deal.
    AfterTheEnd,
    /// A field has another value than playing again gives.
    Differs {
        /// The field.
        field: &'static str,
        /// In the record.
        recorded: String,
        /// Found by playing again.
        found: String,
    },
}

impl Mismatch {
    /// The sentence in `lang`.
    pub fn message(&self, lang: Lang) -> String {
        let place = match (self.deal, lang) {
            (None, Lang::En) => "match: ".to_owned(),
            (None, Lang::Zh) => "整场：".to_owned(),
            (Some(n), Lang::En) => format!("deal {n}: "),
            (Some(n), Lang::Zh) => format!("第 {n} 局："),
        };
        place + &if lang == Lang::En { self.problem.en() } else { self.problem.zh() }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}

impl Problem {
    fn en(&self) -> String {
        match self {
            Problem::Format(found) => format!("format {found:?} is not known; {FORMAT:?} is"),
            Problem::Rules(found) => format!("rules {found:?} are not known, or not the ones asked for"),
            Problem::Version { recorded, ours } => {
                format!("made under version {recorded} of the rules; this program plays version {ours}")
            }
            Problem::Options(error) => error.to_string(),
            Problem::OptionMissing(name) => {
                format!("option `{name}` has no value; a record names every option")
            }
            Problem::Seats(found) => format!("{found} seats are not allowed by these rules"),
            Problem::TooLong { field, found, most } => {
                format!("{found} {field} are too many; at most {most} are checked")
            }
            Problem::Chain => "the revealed secret is not the one that the commitment fixed".into(),
            Problem::Nonce(seat) => {
                format!("the nonce of seat {} is not the one that it committed to", seat.index())
            }
            Problem::Wall { place, recorded, found } => format!(
                "the wall is not the one that secret and nonces give: at place {place} it has '{recorded}', {found} belongs there"
            ),
            Problem::Command { place, text, why } => format!("command {place} '{text}' is not legal: {why}"),
            Problem::Unfinished => "the commands end before the deal does".into(),
            Problem::AfterTheEnd => "the match was over before this deal".into(),
            Problem::Differs { field, recorded, found } => {
                format!("{field} is recorded as {recorded}, playing again gives {found}")
            }
        }
    }

    fn zh(&self) -> String {
        match self {
            Problem::Format(found) => format!("不认识的记录格式 {found:?}，应为 {FORMAT:?}"),
            Problem::Rules(found) => format!("没有规则 {found:?}，或与要求核对的规则不同"),
            Problem::Version { recorded, ours } => {
                format!("记录用的是规则第 {recorded} 版，本程序是第 {ours} 版")
            }
            Problem::Options(error) => error.zh(),
            Problem::OptionMissing(name) => format!("选项 `{name}` 没有取值；记录必须写出每一个选项"),
            Problem::Seats(found) => format!("这套规则不能 {found} 人玩"),
            Problem::TooLong { field, found, most } => format!("{field} 有 {found} 个，超过核对上限 {most}"),
            Problem::Chain => "公布的秘密与开赛时的承诺不符".into(),
            Problem::Nonce(seat) => format!("{} 号座位的随机数与其事先的承诺不符", seat.index()),
            Problem::Wall { place, recorded, found } => {
                format!("牌墙与秘密和随机数算出的不同：第 {place} 张记录为“{recorded}”，应为 {found}")
            }
            Problem::Command { place, text, why } => {
                format!("第 {place} 条命令“{text}”不合法（{}）", why.code())
            }
            Problem::Unfinished => "命令用完时这一局还没有结束".into(),
            Problem::AfterTheEnd => "这一局之前整场已经结束".into(),
            Problem::Differs { field, recorded, found } => {
                format!("{field} 记录为 {recorded}，重打得到 {found}")
            }
        }
    }
}

/// Checks a record of whatever rule set it names. `each` is given every deal that was played again, with its number.
pub fn verify_any(record: &Record, each: &mut dyn FnMut(u32, &Journal)) -> Result<Verified, Vec<Mismatch>> {
    match RuleSetId::from_id(&record.rules) {
        Ok(id) => with_rule_set!(id, R => verify::<R>(record, each)),
        Err(_) => Err(vec![whole(Problem::Rules(short(&record.rules)))]),
    }
}

/// Checks a record of the rule set `R`. `each` is given every deal that was played again, with its number.
pub fn verify<R: RuleSet>(
    record: &Record,
    each: &mut dyn FnMut(u32, &Journal),
) -> Result<Verified, Vec<Mismatch>> {
    let rules = agreed::<R>(record).map_err(|mismatch| vec![mismatch])?;
    let mut check = Check { found: Vec::new(), commands: 0 };
    check.compare(None, "terms", &record.terms, &terms(&rules));
    check.chain(record);
    let game = check.play(record, rules, each);
    if let Some(game) = &game {
        check.compare(None, "totals", &record.totals.as_slice(), &game.totals());
        check.compare(None, "ranks", &record.ranks, &game.ranks());
    } else if record.deals.is_empty() {
        check.compare(None, "totals", &record.totals, &vec![0; rules.seats()]);
        check.compare(None, "ranks", &record.ranks, &vec![1; rules.seats()]);
    }
    if !check.found.is_empty() {
        return Err(check.found);
    }
    let finished = game.is_some_and(|game| game.standing() == Standing::Over);
    Ok(Verified { deals: record.deals.len(), commands: check.commands, finished })
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
    if let Some(spec) = R::Options::SPECS.iter().find(|spec| record.options.get(spec.name).is_none()) {
        return one(Problem::OptionMissing(spec.name));
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

/// A text of a record, cut so that a message stays readable.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// What has been found so far.
struct Check {
    found: Vec<Mismatch>,
    commands: usize,
}

impl Check {
    fn note(&mut self, deal: u32, problem: Problem) {
        self.found.push(Mismatch { deal: Some(deal), problem });
    }

    fn compare<T: PartialEq + fmt::Debug>(
        &mut self,
        deal: Option<u32>,
        field: &'static str,
        recorded: &T,
        found: &T,
    ) {
        if recorded != found {
            let (recorded, found) = (format!("{recorded:?}"), format!("{found:?}"));
            self.found.push(Mismatch { deal, problem: Problem::Differs { field, recorded, found } });
        }
    }

    /// Each secret must hash to the one before it, and each nonce to what its player committed to.
    fn chain(&mut self, record: &Record) {
        let mut before: Revealed = record.commitment;
        for (n, deal) in (1..).zip(&record.deals) {
            self.compare(Some(n), "index", &deal.index, &n);
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

    /// Plays all deals again; none if one of them cannot be played to its end (those after it would be guesses).
    fn play<R: RuleSet>(
        &mut self,
        record: &Record,
        rules: R,
        each: &mut dyn FnMut(u32, &Journal),
    ) -> Option<Match<R>> {
        let mut game: Option<Match<R>> = None;
        let terms = terms(&rules);
        for (n, deal) in (1..).zip(&record.deals) {
            let secret = Secret::from(deal.secret);
            let key = deal_key(&secret, &record.match_id.0.to_be_bytes(), n, &terms, &deal.nonces);
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
            self.wall(n, &deal.wall, game.shuffled_set());
            let played = self.play_deal(n, deal, game);
            each(n, game.journal());
            if !played {
                return None;
            }
        }
        game
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
        self.compare(Some(n), "dealer", &deal.dealer, &result.dealer);
        self.compare(Some(n), "end", &deal.end, &result.end);
        self.compare(Some(n), "wins", &deal.wins, &wins);
        self.compare(Some(n), "deltas", &deal.deltas, &result.deltas);
        let digest: &Digest = &result.digest;
        self.compare(Some(n), "digest", &deal.digest, digest);
        true
    }
}
