//! What can be wrong with a record, in sentences of both languages, and which part of the verdict it belongs to.

use crate::FORMAT;
use crate::verdict::Part;
use sifang_options::{Lang, OptionError};
use sifang_table::Illegal;
use sifang_tiles::Seat;
use std::fmt;

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
    /// An option that was added later is named although it is at its default: the terms of such a match do not name it.
    OptionNeedless(&'static str),
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
        field: Field,
        /// In the record.
        recorded: String,
        /// Found by playing again.
        found: String,
    },
}

/// A field of a record that is compared with what playing again gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The hash of what was agreed.
    Terms,
    /// The number of a deal.
    Index,
    /// Who dealt.
    Dealer,
    /// The digest of everything that happened in a deal.
    Course,
    /// How a deal ended.
    End,
    /// Its wins.
    Wins,
    /// What each seat won or lost in it.
    Deltas,
    /// The points of all deals.
    Totals,
    /// The ranks.
    Ranks,
}

impl Field {
    fn name(self, lang: Lang) -> &'static str {
        let (zh, en) = match self {
            Field::Terms => ("条款的哈希", "the hash of the terms"),
            Field::Index => ("局号", "the number of the deal"),
            Field::Dealer => ("庄家", "the dealer"),
            Field::Course => ("全局经过的摘要", "the digest of everything that happened"),
            Field::End => ("结束方式", "the way it ended"),
            Field::Wins => ("胡牌", "the list of wins"),
            Field::Deltas => ("各家得分", "the list of points"),
            Field::Totals => ("总分", "the list of totals"),
            Field::Ranks => ("名次", "the list of ranks"),
        };
        if lang == Lang::Zh { zh } else { en }
    }

    fn part(self) -> Part {
        match self {
            Field::Terms | Field::Index => Part::Walls,
            Field::Dealer | Field::Course => Part::Moves,
            Field::End | Field::Wins | Field::Deltas | Field::Totals | Field::Ranks => Part::Points,
        }
    }
}

/// The most characters of a value in a sentence: a record may have anything in it.
const LONGEST: usize = 160;

/// A value of a record, cut so that a sentence stays readable.
pub(crate) fn short(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

impl Mismatch {
    /// The part of the verdict that it belongs to.
    pub fn part(&self) -> Part {
        match &self.problem {
            Problem::Chain | Problem::Nonce(_) | Problem::Wall { .. } => Part::Walls,
            Problem::AfterTheEnd => Part::End,
            Problem::Differs { field, .. } => field.part(),
            Problem::Format(_)
            | Problem::Rules(_)
            | Problem::Version { .. }
            | Problem::Options(_)
            | Problem::OptionMissing(_)
            | Problem::OptionNeedless(_)
            | Problem::Seats(_)
            | Problem::TooLong { .. }
            | Problem::Command { .. }
            | Problem::Unfinished => Part::Moves,
        }
    }

    /// The record may be right: it is this program that does not play what it was made under.
    pub fn is_foreign(&self) -> bool {
        match &self.problem {
            Problem::Rules(_) | Problem::Version { .. } => true,
            Problem::Options(error) => matches!(error.problem, sifang_options::Problem::Unknown { .. }),
            _ => false,
        }
    }

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
            Problem::OptionNeedless(name) => {
                format!(
                    "option `{name}` was added later and is at its default; a record does not name it then"
                )
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
                let field = field.name(Lang::En);
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
            Problem::OptionNeedless(name) => {
                format!("选项 `{name}` 是后来加的，又是默认值；记录里不应写出它")
            }
            Problem::Seats(found) => format!("这套规则不能 {found} 人玩"),
            Problem::TooLong { field, found, most } => {
                let field = if *field == "deals" { "局数" } else { "命令数" };
                format!("{field}为 {found}，超过核对上限 {most}")
            }
            Problem::Chain => "公布的秘密与开赛时的承诺不符".into(),
            Problem::Nonce(seat) => format!("{} 号座位的随机数与其事先的承诺不符", seat.index()),
            Problem::Wall { place, recorded, found } => {
                format!("牌墙与秘密和随机数算出的不同：第 {place} 张记录为“{recorded}”，应为 {found}")
            }
            Problem::Command { place, text, why } => {
                format!("第 {place} 条命令“{text}”不合规则：{}", refused(*why))
            }
            Problem::Unfinished => "命令用完时这一局还没有结束".into(),
            Problem::AfterTheEnd => "这一局之前整场已经结束".into(),
            Problem::Differs { field, recorded, found } => {
                let field = field.name(Lang::Zh);
                format!("{field}记录为 {recorded}，重打得到 {found}")
            }
        }
    }
}

/// Why a command was refused, in Chinese.
const fn refused(why: Illegal) -> &'static str {
    match why {
        Illegal::DealOver => "这一局已经结束",
        Illegal::Stale { .. } => "这个选择已经过去",
        Illegal::NotAsked(_) => "没有轮到这个座位",
        Illegal::Answered(_) => "这个座位已经做了选择",
        Illegal::NotAChoice { .. } => "这时不能这样做",
    }
}
