//! Refusals in Chinese: a catalogue of the sentences with which rule sets refuse a described hand, each with its translation. `{}`
//! stands for whatever the request had there. The rule sets write English, the language of their code and of the command line.

use sifang_rules::any::RuleSetId;

const CATALOGUE: &str = include_str!("refusals.zh.txt");

/// The Chinese for a refusal's sentence; what the catalogue lacks is said in general, with the sentence itself.
pub(crate) fn chinese(detail: &str) -> String {
    let lines = CATALOGUE.lines().filter_map(|line| line.split_once('\t'));
    for (pattern, translation) in lines {
        if let Some(holes) = matched(pattern, detail) {
            return fill(translation, &holes);
        }
    }
    format!("这样写算不了：{detail}")
}

/// What stands in the holes of `pattern`, if it fits the whole text.
fn matched<'a>(pattern: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut parts = pattern.split("{}");
    let mut rest = text.strip_prefix(parts.next()?)?;
    let parts: Vec<&str> = parts.collect();
    let mut holes = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let last = i + 1 == parts.len();
        let at = if last { rest.strip_suffix(part)?.len() } else { rest.find(part)? };
        let (hole, after) = (rest.get(..at)?, rest.get(at + part.len()..)?);
        if hole.is_empty() {
            return None;
        }
        holes.push(hole);
        rest = after;
    }
    (rest.is_empty()).then_some(holes)
}

fn fill(translation: &str, holes: &[&str]) -> String {
    let mut out = String::new();
    for (i, part) in translation.split("{}").enumerate() {
        if i > 0 {
            out.push_str(holes.get(i - 1).copied().map_or("", named));
        }
        out.push_str(part);
    }
    out
}

/// Names of fields and melds as people call them.
fn named(word: &str) -> &str {
    match word {
        "concealed" => "手牌",
        "melds" => "副露",
        "winning_tile" => "胡的牌",
        "buried" => "埋的牌",
        "chi" => "吃",
        "pon" => "碰",
        "kong_direct" => "直杠",
        "kong_added" => "补杠",
        "kong_concealed" => "暗杠",
        other => other,
    }
}

/// The Chinese for a rule set that does not exist.
pub(crate) fn unknown_rules() -> String {
    let known = RuleSetId::ALL.iter().map(|rules| rules.id()).collect::<Vec<_>>().join("、");
    format!("没有这种规则，可用的规则有：{known}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_carried_over() {
        assert_eq!(
            chinese("12 concealed tiles with 0 melds; 13 are right"),
            "手牌 12 张、副露 0 副，张数不对：手牌应是 13 张（不算胡的那张）"
        );
        assert_eq!(chinese("winning_tile is missing"), "还没有选胡的那张牌");
        assert!(chinese("something else").contains("something else"));
    }

    #[test]
    fn the_catalogue_is_well_formed() {
        let mut seen = std::collections::BTreeSet::new();
        for line in CATALOGUE.lines() {
            let (pattern, translation) = line.split_once('\t').expect(line);
            assert!(seen.insert(pattern), "{pattern} stands twice");
            let holes = |text: &str| text.matches("{}").count();
            assert!(holes(translation) <= holes(pattern), "{line}");
            assert!(translation.chars().any(|c| c > '\u{2e80}'), "{line}");
            // A sentence that an earlier pattern takes would never be reached.
            let sample = pattern.replace("{}", "X");
            let first = CATALOGUE
                .lines()
                .filter_map(|l| l.split_once('\t'))
                .find(|(p, _)| matched(p, &sample).is_some());
            assert_eq!(first.map(|(p, _)| p), Some(pattern), "{line}");
        }
    }
}
