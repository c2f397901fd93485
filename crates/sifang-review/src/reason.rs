//! The reason for a difference, in one or two sentences of each language.

use crate::difference::{Danger, Difference, Leaves};
use crate::measure::Measured;
use crate::words::tiles;
use sifang_options::{Sentence, Text, sentence};
use sifang_tiles::{Seat, Tile};

/// Percentages this far apart are worth a word.
const APART: u64 = 2;

/// Why the better one is better, what weighs most first.
pub(crate) fn reason(
    measured: &Measured,
    difference: &Difference,
    danger_first: bool,
    (seat, seats): (Seat, usize),
) -> Sentence {
    let mut parts: Vec<Sentence> = Vec::new();
    if let Some(points) = difference.win {
        parts.push(sentence!("放过了值 {points} 分的胡牌", "lets go of a win that pays {points}"));
    }
    let hand = hand(difference);
    let danger = difference.danger.as_ref().map(|found| danger(found, neighbour(seat, found.seat, seats)));
    let both = if danger_first { [danger, hand] } else { [hand, danger] };
    parts.extend(both.into_iter().flatten());
    if let Some(plan) = &difference.given_up {
        let (zh, en, away, before, pays) = (&plan.zh, &plan.en, plan.away, plan.instead_of, plan.pays);
        parts.push(sentence!(
            "离{zh}（约 {pays} 分）从差 {before} 张变成差 {away} 张",
            "{en} (about {pays} points) is {away} tiles away instead of {before}"
        ));
    }
    if let Some(clause) = &difference.clause {
        let (zh, en, anchor) = (clause.zh, clause.en, clause.clause);
        parts.push(sentence!("不能点炮胡：{zh}［{anchor}］", "no win on discards: {en} [{anchor}]"));
    }
    if difference.at_once >= 0.5 {
        let more = difference.at_once;
        parts.push(sentence!("当场少得 {more:.0} 分", "brings {more:.0} points less at once"));
    }
    parts.extend(course(measured));
    Sentence { zh: join(&parts, |p| &p.zh, "；", "。"), en: join(&parts, |p| &p.en, "; ", ".") }
}

fn join(parts: &[Sentence], of: impl Fn(&Sentence) -> &String, between: &str, end: &str) -> String {
    let list: Vec<&str> = parts.iter().map(|part| of(part).as_str()).collect();
    if list.is_empty() { String::new() } else { list.join(between) + end }
}

/// What the tiles wait for, or how near they are.
fn hand(difference: &Difference) -> Option<Sentence> {
    let (played, better) = (difference.played.as_ref()?, difference.better.as_ref()?);
    let (now, before) = (played.unseen, better.unseen);
    if played.away == 1 && better.away == 1 {
        let [own, other] = [played, better].map(waits);
        if played.waits == better.waits {
            return None;
        }
        return Some(sentence!("听 {own}，本可听 {other}", "waits for {own} instead of {other}"));
    }
    if better.away == 1 {
        let (away, other) = (played.away, waits(better));
        return Some(sentence!(
            "还差 {away} 张，本可听 {other}",
            "{away} tiles away instead of waiting for {other}"
        ));
    }
    if played.away != better.away {
        let (away, other) = (played.away, better.away);
        return Some(sentence!(
            "差 {away} 张（{now} 张有用），本可差 {other} 张（{before} 张有用）",
            "{away} tiles away ({now} useful tiles unseen) instead of {other} ({before})"
        ));
    }
    if now == before && difference.lost.is_empty() && difference.gained.is_empty() {
        return None;
    }
    let mut said =
        sentence!("有用的牌 {now} 张，本可有 {before} 张", "{now} useful tiles unseen instead of {before}");
    let mut add = |list: &[Tile], zh: &str, en: &str| {
        if !list.is_empty() {
            said.zh.push_str(&format!("，{zh} {}", tiles(list)));
            said.en.push_str(&format!(", {en} {}", tiles(list)));
        }
    };
    add(&difference.lost, "丢了", "losing");
    add(&difference.gained, "多了", "gaining");
    Some(said)
}

/// Winning tiles with their number and what they pay: the same in both languages.
fn waits(leaves: &Leaves) -> String {
    let list: Vec<Tile> = leaves.waits.iter().map(|wait| wait.tile).collect();
    let most = leaves.waits.iter().map(|wait| wait.pays).max().unwrap_or(0);
    let least = leaves.waits.iter().map(|wait| wait.pays).min().unwrap_or(0);
    let pays = if least == most { format!("{most}") } else { format!("{least}–{most}") };
    format!("{} ×{} (+{pays})", tiles(&list), leaves.unseen)
}

/// Another player, as players call each other: by where they sit.
fn neighbour(own: Seat, other: Seat, seats: usize) -> Text {
    match (other.index() + seats - own.index()) % seats {
        after if seats > 2 && after == 1 => Text::new("下家", "the player on the right"),
        before if seats > 2 && before + 1 == seats => Text::new("上家", "the player on the left"),
        _ => Text::new("对家", "the player opposite"),
    }
}

fn danger(danger: &Danger, who: Text) -> Sentence {
    let Danger { tile, chance, instead_of, ready, melds, .. } = *danger;
    let why = if danger.declared {
        sentence!("已报听或封牌", "it has declared or is sealed")
    } else {
        sentence!("副露 {melds} 组，约 {ready:.0}% 已听", "{melds} melds, ready with about {ready:.0} %")
    };
    let (zh, en) = (why.zh, why.en);
    sentence!(
        "{left}可能胡 {tile}（{chance:.0}%，另一张 {instead_of:.0}%）：{zh}",
        "{right} may win on {tile} ({chance:.0} %, on the other tile {instead_of:.0} %): {en}",
        left = who.zh,
        right = who.en
    )
}

/// How the played-out deals went, where that differs.
fn course(measured: &Measured) -> Option<Sentence> {
    let n = measured.worlds().max(1);
    let percent = |count: u64| (100 * count + n / 2) / n;
    let [played, rival] = measured.sides;
    let [won, would] = [percent(played.won), percent(rival.won)];
    let [dealt_in, instead] = [percent(played.dealt_in), percent(rival.dealt_in)];
    let (wins, risks) = (won.abs_diff(would) >= APART, dealt_in.abs_diff(instead) >= APART);
    match (wins, risks) {
        (true, true) => Some(sentence!(
            "推演中胡牌 {won}%（本可 {would}%），点炮 {dealt_in}%（本可 {instead}%）",
            "played out it wins {won} % instead of {would} % and deals in {dealt_in} % instead of {instead} %"
        )),
        (true, false) => Some(sentence!(
            "推演中胡牌 {won}%，本可 {would}%",
            "played out it wins {won} % instead of {would} %"
        )),
        (false, true) => Some(sentence!(
            "推演中点炮 {dealt_in}%，本可 {instead}%",
            "played out it deals in {dealt_in} % instead of {instead} %"
        )),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_are_called_by_where_they_sit() {
        let names = |own: usize, seats: usize| {
            let others = Seat::new(own).others(seats);
            others.map(|other| neighbour(Seat::new(own), other, seats).zh).collect::<Vec<_>>()
        };
        assert_eq!(names(0, 4), ["下家", "对家", "上家"]);
        assert_eq!(names(3, 4), ["下家", "对家", "上家"]);
        assert_eq!(names(1, 3), ["下家", "上家"]);
        assert_eq!(names(1, 2), ["对家"]);
    }
}
