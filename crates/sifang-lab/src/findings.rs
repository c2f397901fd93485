//! Sentences: what the figures say, in plain words, and nothing that they do not say.

use crate::estimate::{Difference, Estimate};
use crate::metrics::{Group, Unit};
use crate::report::Statistic;
use serde::Serialize;

/// How many sentences about fans, payments and clauses there are at most, of each.
const MOST: usize = 8;

/// One sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// The statistic it is about.
    pub id: String,
    /// In Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
    /// Whether it tells of a difference that is more than chance.
    pub sure: bool,
}

/// The sentences: how many walls went differently, the general statistics in any case, and of fans, payments and clauses those that
/// differ most surely.
pub(crate) fn findings(
    walls: u64,
    [course, points]: [Estimate; 2],
    statistics: &[Statistic],
) -> Vec<Finding> {
    if walls == 0 {
        return Vec::new();
    }
    let mut list = vec![walls_that_differ(walls, course, points)];
    let always = [Group::Deal, Group::Source, Group::Points];
    let happened = |s: &&Statistic| [s.a, s.b].iter().flatten().any(|estimate| estimate.sum != 0);
    for statistic in statistics.iter().filter(|s| always.contains(&s.group) || s.id == "seat:0") {
        if happened(&statistic) {
            list.extend(sentence(statistic));
        }
    }
    for group in [Group::Winners, Group::Fan, Group::FanIncome, Group::Payment, Group::Clause] {
        let of_group = statistics.iter().filter(|s| s.group == group);
        let mut sure: Vec<(f64, &Statistic)> =
            of_group.filter_map(|s| s.difference.filter(|d| d.sure).map(|d| (d.value.abs(), s))).collect();
        sure.sort_by(|(x, _), (y, _)| y.total_cmp(x));
        list.extend(sure.into_iter().take(MOST).filter_map(|(_, statistic)| sentence(statistic)));
    }
    list
}

fn walls_that_differ(walls: u64, course: Estimate, points: Estimate) -> Finding {
    let (zh, en) = if course.sum == 0 {
        let rarer = number(course.high, Unit::Share);
        (
            format!(
                "A 与 B 在全部 {walls} 副牌墙上打得一模一样：这项改动（在此类对局里）每局起作用的机会小于 {rarer}。"
            ),
            format!(
                "On all {walls} walls A and B went exactly alike: in such deals the change matters in less than {rarer} of them."
            ),
        )
    } else {
        let (course, points) = (number(course.value, Unit::Share), number(points.value, Unit::Share));
        (
            format!("同一副牌墙，{course} 的局过程或结算不同，{points} 的局有人得分不同。"),
            format!(
                "On the same wall {course} of the deals go or are settled differently, and in {points} somebody's points differ."
            ),
        )
    };
    Finding { id: "differ".into(), zh, en, sure: course.sum > 0 }
}

fn sentence(statistic: &Statistic) -> Option<Finding> {
    let (a, b, difference) = (statistic.a?, statistic.b?, statistic.difference?);
    let unit = statistic.unit;
    let (a, b) = (number(a.value, unit), number(b.value, unit));
    let (zh_name, en_name) = named(statistic);
    let Difference { value, low, high, sure } = difference;
    let (amount, half) = (difference_number(value.abs(), unit), difference_number((high - low) / 2.0, unit));
    let (zh, en) = if sure {
        let (zh_way, en_way) =
            if value > 0.0 { ("A 高", "higher in A by") } else { ("B 高", "higher in B by") };
        (
            format!("{zh_name}：A {a}，B {b}，{zh_way} {amount} ± {half}{}。", zh_unit(unit)),
            format!("{en_name}: {a} in A, {b} in B; {en_way} {amount} ± {half}{}.", en_unit(unit)),
        )
    } else if value == 0.0 && high == low {
        (
            format!("{zh_name}：A 与 B 都是 {a}，没有差别。"),
            format!("{en_name}: {a} in A and in B, no difference."),
        )
    } else {
        let bound = difference_number(low.abs().max(high.abs()), unit);
        (
            format!("{zh_name}：A {a}，B {b}，看不出差别（95% 的把握：相差不到 {bound}{}）。", zh_unit(unit)),
            format!(
                "{en_name}: {a} in A, {b} in B; no difference can be told (with 95 % confidence it is below {bound}{}).",
                en_unit(unit)
            ),
        )
    };
    Some(Finding { id: statistic.id.clone(), zh, en, sure })
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
        Group::Deal | Group::Points => (zh.to_owned(), en.to_owned()),
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

/// A difference with the half-width of its interval; a star marks one that is more than chance.
pub fn difference_text(difference: Option<Difference>, unit: Unit) -> String {
    difference.map_or_else(
        || "–".to_owned(),
        |d| {
            let star = if d.sure { "★ " } else { "" };
            let half = difference_number((d.high - d.low) / 2.0, unit);
            format!("{star}{} ± {half}", difference_number(d.value, unit))
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
