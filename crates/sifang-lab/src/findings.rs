//! Sentences: what the figures say, in plain words, and nothing that they do not say.

use crate::estimate::{Certainty, Difference, Estimate};
use crate::metrics::{Group, Unit};
use crate::plan::Length;
use crate::report::Statistic;
use serde::Serialize;
use sifang_options::Text;

/// How many sentences are shown at first; the others are there for who wants them all.
pub const FIRST: usize = 10;
/// How many sentences about fans, payments and clauses there are at most, of each.
const MOST: usize = 8;

/// What the signs in the tables mean.
pub const LEGEND: Text = Text::new(
    "± 为 95% 区间；★★ 肯定有差别（99.9% 区间不含零），★ 很可能有差别（95% 区间不含零），没有 ★ 就看不出差别",
    "± is the 95 % interval; ★★ certainly different (the 99.9 % interval does not hold zero), ★ probably different (the \
     95 % interval does not), no star: no difference can be told",
);

/// One sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Finding {
    /// The statistic it is about.
    pub id: String,
    /// In Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
    /// How much can be said of the difference it is about.
    pub certainty: Certainty,
}

/// The sentences, the most important first: on how many walls it matters at all, then what differs most surely. The general
/// statistics have a sentence in any case; fans, payments and clauses only if they differ.
pub(crate) fn findings(
    (walls, length): (u64, Length),
    [course, points]: [Estimate; 2],
    statistics: &[Statistic],
) -> Vec<Finding> {
    if walls == 0 {
        return Vec::new();
    }
    let happened = |s: &&Statistic| [s.a, s.b].iter().flatten().any(|estimate| estimate.sum != 0);
    let mut shown: Vec<(Rank, &Statistic)> = Vec::new();
    for group in Group::ALL {
        let ranked = statistics.iter().filter(|s| s.group == group).filter(happened).filter_map(ranked);
        let mut ranked: Vec<_> = ranked.collect();
        ranked.sort_by(|(x, _), (y, _)| y.before(x));
        if !is_general(group) {
            ranked.retain(|(rank, s)| rank.certainty > Certainty::Unknown || s.id == DEALER);
            ranked.truncate(MOST);
        }
        shown.extend(ranked);
    }
    shown.sort_by(|(x, _), (y, _)| y.before(x));
    let mut list = vec![walls_that_differ(walls, length, course, points)];
    list.extend(shown.into_iter().filter_map(|(_, statistic)| sentence(statistic)));
    list
}

/// What everybody asks about.
fn is_general(group: Group) -> bool {
    matches!(group, Group::Match | Group::Deal | Group::Source | Group::Points)
}

/// The statistic of the dealer's points.
const DEALER: &str = "seat:0";

/// How early a sentence comes.
struct Rank {
    certainty: Certainty,
    general: bool,
    /// The difference, in half-widths of its interval.
    clear: f64,
}

impl Rank {
    fn before(&self, other: &Rank) -> std::cmp::Ordering {
        let certainty = self.certainty.cmp(&other.certainty);
        certainty.then(self.general.cmp(&other.general)).then(self.clear.total_cmp(&other.clear))
    }
}

fn ranked(statistic: &Statistic) -> Option<(Rank, &Statistic)> {
    let Difference { value, low, high, certainty } = statistic.difference?;
    let clear = if value == 0.0 { 0.0 } else { value.abs() / ((high - low) / 2.0) };
    let general = is_general(statistic.group) || statistic.id == DEALER;
    Some((Rank { certainty, general, clear }, statistic))
}

fn walls_that_differ(walls: u64, length: Length, course: Estimate, points: Estimate) -> Finding {
    let (zh_unit, en_unit) = match length {
        Length::Deal => ("局", "deals"),
        Length::Match => ("整场", "matches"),
    };
    let (zh, en) = if course.sum == 0 {
        let rarer = number(course.high, Unit::Share);
        (
            format!(
                "A 与 B 在全部 {walls} 副牌墙上打得一模一样：这项改动（在此类对局里）每{zh_unit}起作用的机会小于 {rarer}。"
            ),
            format!(
                "On all {walls} walls A and B went exactly alike: in such {en_unit} the change matters in less than {rarer} of them."
            ),
        )
    } else {
        let (course, points) = (number(course.value, Unit::Share), number(points.value, Unit::Share));
        (
            format!("同一副牌墙，{course} 的{zh_unit}打法或付分不同，{points} 的{zh_unit}有人得分不同。"),
            format!(
                "On the same wall {course} of the {en_unit} are played or paid differently, and in {points} somebody's points differ."
            ),
        )
    };
    let certainty = if course.sum > 0 { Certainty::Certain } else { Certainty::Unknown };
    Finding { id: "differ".into(), zh, en, certainty }
}

/// One of three wordings: certain, likely, cannot be shown. The interval always stands beside it.
fn sentence(statistic: &Statistic) -> Option<Finding> {
    let (a, b, difference) = (statistic.a?, statistic.b?, statistic.difference?);
    let unit = statistic.unit;
    let (a, b) = (number(a.value, unit), number(b.value, unit));
    let (zh_name, en_name) = named(statistic);
    let Difference { value, low, high, certainty } = difference;
    let amount = difference_number(value.abs(), unit);
    let (least, most) = (low.abs().min(high.abs()), low.abs().max(high.abs()));
    let [least, most] = [least, most].map(|end| difference_number(end, unit));
    let higher = if value > 0.0 { "A" } else { "B" };
    let (zh, en) = match certainty {
        Certainty::Unknown if low == high => (
            format!("{zh_name}：A 与 B 都是 {a}，没有差别。"),
            format!("{en_name}: {a} in A and in B, no difference."),
        ),
        Certainty::Unknown => {
            let [low, high] = [low, high].map(|end| difference_number(end, unit));
            (
                format!(
                    "{zh_name}：A {a}，B {b}，看不出差别（A − B 的 95% 区间：{low} 至 {high}{}）。",
                    zh_unit(unit)
                ),
                format!(
                    "{en_name}: {a} in A, {b} in B; no difference can be told (95 % interval of A − B: {low} to {high}{}).",
                    en_unit(unit)
                ),
            )
        }
        Certainty::Likely | Certainty::Certain => {
            let (zh_sure, en_sure) = match certainty {
                Certainty::Certain => ("肯定", "certainly"),
                _ => ("很可能", "probably"),
            };
            (
                format!(
                    "{zh_name}：A {a}，B {b}，{zh_sure}是 {higher} 高，高 {amount}{}（95% 区间：{least} 至 {most}）。",
                    zh_unit(unit)
                ),
                format!(
                    "{en_name}: {a} in A, {b} in B; {en_sure} higher in {higher}, by {amount}{} (95 % interval: {least} to {most}).",
                    en_unit(unit)
                ),
            )
        }
    };
    Some(Finding { id: statistic.id.clone(), zh, en, certainty })
}

/// The name of a statistic where its group's heading does not stand above it.
fn named(statistic: &Statistic) -> (String, String) {
    let (zh, en) = (statistic.name.zh, statistic.name.en);
    match statistic.group {
        Group::Source => (format!("{zh}占胡牌"), format!("Wins {}", lower(en))),
        Group::Fan => (format!("“{zh}”占胡牌"), format!("Wins with \u{201c}{en}\u{201d}")),
        Group::FanIncome => (
            format!("含“{zh}”的胡牌占全部胡牌得分"),
            format!("Share of win points in hands with \u{201c}{en}\u{201d}"),
        ),
        Group::Payment => (format!("“{zh}”每局分数"), format!("Points a deal for \u{201c}{en}\u{201d}")),
        Group::Clause => {
            (format!("“{zh}”起作用的局"), format!("Deals in which \u{201c}{en}\u{201d} mattered"))
        }
        Group::Winners => (format!("{zh}的局"), format!("Deals with {}", lower(en))),
        Group::Seat => (format!("{zh}每局得分"), format!("{en}, points a deal")),
        Group::SeatWins => (format!("{zh}胡牌率"), format!("{en}, deals won")),
        Group::Match | Group::Deal | Group::Points => (zh.to_owned(), en.to_owned()),
    }
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// A value as people read it.
pub(crate) fn number(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Share => format!("{}%", digits(100.0 * value)),
        Unit::Points | Unit::Turns | Unit::Count => digits(value),
    }
}

/// A difference as people read it, without its unit.
pub(crate) fn difference_number(value: f64, unit: Unit) -> String {
    digits(if unit == Unit::Share { 100.0 * value } else { value })
}

/// A value with the half-width of its interval.
pub fn estimate_text(estimate: Option<Estimate>, unit: Unit) -> String {
    estimate.map_or_else(
        || "–".to_owned(),
        |e| {
            let half = (e.high - e.value).max(e.value - e.low);
            format!("{} ± {}", number(e.value, unit), difference_number(half, unit))
        },
    )
}

/// A difference with the half-width of its interval; two stars mark one that is certain, one star one that is likely.
pub fn difference_text(difference: Option<Difference>, unit: Unit) -> String {
    difference.map_or_else(
        || "–".to_owned(),
        |d| {
            let stars = d.certainty.stars();
            let space = if stars.is_empty() { "" } else { " " };
            let half = difference_number((d.high - d.low) / 2.0, unit);
            format!("{stars}{space}{} ± {half}", difference_number(d.value, unit))
        },
    )
}

/// Two digits after the point, more where a number is small.
fn digits(value: f64) -> String {
    let size = value.abs();
    let places = match size {
        _ if size == 0.0 => 0,
        _ if size >= 0.1 => 2,
        _ if size >= 0.01 => 3,
        _ if size >= 0.0001 => 5,
        _ => return if value < 0.0 { "−<0.0001".into() } else { "<0.0001".into() },
    };
    format!("{value:.places$}").replace('-', "−")
}

fn zh_unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Share => " 个百分点",
        Unit::Points => " 分",
        Unit::Turns => " 张",
        Unit::Count => " 次",
    }
}

fn en_unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Share => " percentage points",
        Unit::Points => " points",
        Unit::Turns => " tiles",
        Unit::Count => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_keep_digits_that_say_something() {
        let shown = [0.0, 12.345, -0.5, 0.0234, 0.00012, 0.000_001, -0.000_001].map(digits);
        assert_eq!(shown, ["0", "12.35", "−0.50", "0.023", "0.00012", "<0.0001", "−<0.0001"]);
        assert_eq!(number(0.1234, Unit::Share), "12.34%");
    }
}
