//! A deal in words, one line per event, in either language: for people who replay it and for golden files in tests.
//!
//! It shows everything, hidden tiles included: only for deals that are over.

use sifang_options::Lang;
use sifang_table::{Aside, Declaration, End, EntryId, Event, Journal, Meld, MeldKind, Op, Source, WallEnd};
use sifang_tiles::{Tile, format_tiles};
use std::fmt::Write;

/// The deal's journal in words. Payments are followed by the steps that make up their amount, each with its clause.
pub fn transcript(journal: &Journal, lang: Lang) -> String {
    let mut out = String::new();
    for event in journal.events() {
        let line = match (event, lang) {
            (Event::Posted { entry }, _) => posted(journal, *entry, lang),
            (Event::Opened { entry }, Lang::En) => format!("Entry {} is shown to everybody.", entry.0),
            (Event::Opened { entry }, Lang::Zh) => format!("第 {} 笔账公开。", entry.0),
            (event, Lang::En) => english(event),
            (event, Lang::Zh) => chinese(event),
        };
        out.push_str(&line);
        out.push('\n');
    }
    out
}

fn english(event: &Event) -> String {
    match *event {
        Event::Began { dealer, seats, dice: [a, b] } => {
            format!("{seats} seats; seat {dealer} deals; the dice show {a} and {b}.")
        }
        Event::Dealt { seat, tiles } => format!("Seat {seat} gets {}.", format_tiles(&tiles)),
        Event::Drew { seat, tile, from: WallEnd::Front } => format!("Seat {seat} draws {tile}."),
        Event::Drew { seat, tile, from: WallEnd::Back } => format!("Seat {seat} draws {tile} from the tail."),
        Event::SetAside { seat, tile, why } => match why {
            Aside::Flower => format!("Seat {seat} shows the flower {tile}."),
            Aside::Buried => format!("Seat {seat} buries {tile}."),
            Aside::Indicator => format!("{tile} is turned up as the indicator."),
            Aside::KongTile => format!("Seat {seat} turns up {tile} for its kong."),
            Aside::Asked => format!("Seat {seat} asks with {tile}."),
            Aside::Sea => format!("Seat {seat} takes {tile} from the sea bottom and does not keep it."),
            Aside::Bird => format!("Seat {seat} turns up the bird {tile}."),
        },
        Event::TurnedUp { seat, tile, .. } => format!("{tile}, face down before seat {seat}, is turned up."),
        Event::Laid { seat, tile } => format!("{tile} goes to the river of seat {seat}."),
        Event::Discarded { seat, tile, drawn } => {
            format!("Seat {seat} discards {tile}{}.", if drawn { " as drawn" } else { "" })
        }
        Event::Melded { seat, meld } => format!("Seat {seat} lays {}.", english_meld(&meld)),
        Event::Robbed { seat, tile } => format!("The {tile} of seat {seat}'s kong is robbed."),
        Event::Declared { seat, what: Declaration::Ready } => format!("Seat {seat} declares ready."),
        Event::Declared { seat, what: Declaration::ReadyAsk } => {
            format!("Seat {seat} declares ready to ask.")
        }
        Event::Floated { seat, points } => format!("Seat {seat} floats {points}."),
        Event::Rolled { seat, die } => format!("Seat {seat} rolls {die}."),
        Event::Won { seat, from, source, tile, closed } => {
            let tile = tile.map(|t| format!(" on {t}")).unwrap_or_default();
            let how = match (source, from) {
                (Source::SelfDraw, _) => " by self-draw".to_owned(),
                (Source::Discard, Some(from)) => format!(" discarded by seat {from}"),
                (Source::RobKong, Some(from)) => format!(" robbed from the kong of seat {from}"),
                (_, None) => String::new(),
            };
            format!("Seat {seat} wins{tile}{how}{}.", if closed { ", hand closed" } else { "" })
        }
        Event::Shown { seat, tiles } => format!("Seat {seat} shows {}.", format_tiles(&tiles)),
        Event::Ended { how: End::Wins } => "The deal ends with a win.".into(),
        Event::Ended { how: End::Draw } => "The deal ends in a draw.".into(),
        Event::Ended { how: End::Penalty } => "The deal ends with a penalty.".into(),
        Event::Posted { .. } | Event::Opened { .. } => String::new(),
    }
}

fn english_meld(meld: &Meld) -> String {
    let tiles: Vec<Tile> = meld.tiles().collect();
    let (tiles, from, claimed) = (format_tiles(&tiles), meld.from, meld.claimed);
    match meld.kind {
        MeldKind::Chow => format!("the run {tiles} with {claimed} from seat {from}"),
        MeldKind::Pung => format!("the pung {tiles} from seat {from}"),
        MeldKind::KongDirect => format!("the kong {tiles} from seat {from}"),
        MeldKind::KongConcealed if meld.closed => format!("the concealed kong {tiles}, face down"),
        MeldKind::KongConcealed => format!("the concealed kong {tiles}"),
        MeldKind::KongAdded => format!("the added kong {tiles}"),
    }
}

fn chinese(event: &Event) -> String {
    match *event {
        Event::Began { dealer, seats, dice: [a, b] } => {
            format!("{seats} 人开局，{dealer} 号位坐庄，骰子 {a}、{b}。")
        }
        Event::Dealt { seat, tiles } => format!("{seat} 号位起手 {}。", format_tiles(&tiles)),
        Event::Drew { seat, tile, from: WallEnd::Front } => format!("{seat} 号位摸 {tile}。"),
        Event::Drew { seat, tile, from: WallEnd::Back } => format!("{seat} 号位从牌尾摸 {tile}。"),
        Event::SetAside { seat, tile, why } => match why {
            Aside::Flower => format!("{seat} 号位亮花 {tile}。"),
            Aside::Buried => format!("{seat} 号位埋 {tile}。"),
            Aside::Indicator => format!("翻出 {tile}。"),
            Aside::KongTile => format!("{seat} 号位开杠翻出 {tile}。"),
            Aside::Asked => format!("{seat} 号位以 {tile} 请胡。"),
            Aside::Sea => format!("{seat} 号位捞海底 {tile}，不留。"),
            Aside::Bird => format!("{seat} 号位翻鸟 {tile}。"),
        },
        Event::TurnedUp { seat, tile, .. } => format!("{seat} 号位面前扣着的 {tile} 翻开。"),
        Event::Laid { seat, tile } => format!("{tile} 放入 {seat} 号位的牌河。"),
        Event::Discarded { seat, tile, drawn: true } => format!("{seat} 号位打 {tile}（摸切）。"),
        Event::Discarded { seat, tile, drawn: false } => format!("{seat} 号位打 {tile}。"),
        Event::Melded { seat, meld } => format!("{seat} 号位{}。", chinese_meld(&meld)),
        Event::Robbed { seat, tile } => format!("{seat} 号位补杠的 {tile} 被抢。"),
        Event::Declared { seat, what: Declaration::Ready } => format!("{seat} 号位报听。"),
        Event::Declared { seat, what: Declaration::ReadyAsk } => format!("{seat} 号位报请胡。"),
        Event::Floated { seat, points } => format!("{seat} 号位飘 {points}。"),
        Event::Rolled { seat, die } => format!("{seat} 号位掷出 {die}。"),
        Event::Won { seat, from, source, tile, closed } => {
            let tile = tile.map(|t| format!(" {t}")).unwrap_or_default();
            let how = match (source, from) {
                (Source::SelfDraw, _) => "自摸".to_owned(),
                (Source::Discard, Some(from)) => format!("（{from} 号位点炮）"),
                (Source::RobKong, Some(from)) => format!("（抢 {from} 号位的杠）"),
                (_, None) => String::new(),
            };
            match source {
                Source::SelfDraw => {
                    format!("{seat} 号位自摸胡{tile}{}。", if closed { "，牌不亮" } else { "" })
                }
                _ => format!("{seat} 号位胡{tile}{how}{}。", if closed { "，牌不亮" } else { "" }),
            }
        }
        Event::Shown { seat, tiles } => format!("{seat} 号位亮牌 {}。", format_tiles(&tiles)),
        Event::Ended { how: End::Wins } => "本局以胡牌结束。".into(),
        Event::Ended { how: End::Draw } => "本局荒庄。".into(),
        Event::Ended { how: End::Penalty } => "本局以罚分结束。".into(),
        Event::Posted { .. } | Event::Opened { .. } => String::new(),
    }
}

fn chinese_meld(meld: &Meld) -> String {
    let tiles: Vec<Tile> = meld.tiles().collect();
    let (tiles, from, claimed) = (format_tiles(&tiles), meld.from, meld.claimed);
    match meld.kind {
        MeldKind::Chow => format!("吃 {from} 号位的 {claimed}，成 {tiles}"),
        MeldKind::Pung => format!("碰 {from} 号位的 {tiles}"),
        MeldKind::KongDirect => format!("直杠 {from} 号位的 {tiles}"),
        MeldKind::KongConcealed if meld.closed => format!("暗杠 {tiles}（扣放）"),
        MeldKind::KongConcealed => format!("暗杠 {tiles}"),
        MeldKind::KongAdded => format!("补杠 {tiles}"),
    }
}

/// A payment and, indented below it, how its amount comes about.
fn posted(journal: &Journal, id: EntryId, lang: Lang) -> String {
    let Some((entry, steps)) = journal.entry(id) else { return String::new() };
    let (from, to, points) = (entry.from, entry.to, entry.points);
    let why = entry.why;
    let mut out = match lang {
        Lang::En => format!("Seat {from} pays seat {to} {points}: {} [{}]", why.en, why.clause),
        Lang::Zh => format!("{from} 号位付 {to} 号位 {points}：{} [{}]", why.zh, why.clause),
    };
    if let Some(paid_back) = entry.reverses {
        let n = paid_back.0;
        out += &if lang == Lang::En {
            format!(" (takes back entry {n})")
        } else {
            format!("（退回第 {n} 笔）")
        };
    }
    for step in steps {
        let (n, why) = (step_words(step.op, step.n, lang), step.why);
        let name = if lang == Lang::En { why.en } else { why.zh };
        // Writing to a string does not fail.
        let _ = write!(out, "\n    {n}  {name} [{}]", why.clause);
    }
    out
}

/// What a step does, as a person would write it.
pub fn step_words(op: Op, n: i32, lang: Lang) -> String {
    let zh = lang == Lang::Zh;
    match op {
        Op::Start => format!("= {n}"),
        Op::Plus => format!("{n:+}"),
        Op::Times => format!("× {n}"),
        Op::Fan if zh => format!("{n:+} 番"),
        Op::Fan => format!("{n:+} fan"),
        Op::TimesFans if zh => "× 番数".into(),
        Op::TimesFans => "× fans".into(),
        Op::DoublePerFan if zh => "× 2 的番数次方".into(),
        Op::DoublePerFan => "doubled once per fan".into(),
        Op::RaiseToFans if zh => "取番数次方".into(),
        Op::RaiseToFans => "to the power of the fans".into(),
        Op::CapFans if zh => format!("至多 {n} 番"),
        Op::CapFans => format!("at most {n} fan"),
        Op::Cap if zh => format!("至多 {n}"),
        Op::Cap => format!("at most {n}"),
        Op::RoundUpTo if zh => format!("进到 {n} 的倍数"),
        Op::RoundUpTo => format!("up to a multiple of {n}"),
        Op::Share => format!("÷ {n}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_tiles::Seat;

    #[test]
    fn every_operation_has_words_in_both_languages() {
        use Op::*;
        for op in
            [Start, Plus, Times, Fan, TimesFans, DoublePerFan, RaiseToFans, CapFans, Cap, RoundUpTo, Share]
        {
            assert!(!step_words(op, 3, Lang::En).is_empty());
            assert!(!step_words(op, 3, Lang::Zh).is_empty());
        }
    }

    #[test]
    fn melds_say_what_was_claimed() {
        let tile = Tile::at(3);
        let meld =
            Meld { kind: MeldKind::Chow, tile, claimed: Tile::at(4), from: Seat::new(2), closed: false };
        assert_eq!(english_meld(&meld), "the run 456m with 5m from seat 2");
        assert_eq!(chinese_meld(&meld), "吃 2 号位的 5m，成 456m");
    }
}
