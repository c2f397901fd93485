//! Answers of `sifang score` and `sifang waits` for people at a terminal. Programs get the JSON as it is.

use crate::layout::Columns;
use serde_json::{Map, Value};
use sifang_match::step_words;
use sifang_options::Lang;
use sifang_query::Query;
use sifang_rules::any::RuleSetId;
use sifang_rules::form::Choice;
use sifang_rules::rulebook::Rulebook;
use sifang_rules::with_rule_set;
use sifang_table::Op;
use std::io::{self, Write};

/// All operations of an explanation.
const OPS: [Op; 11] = [
    Op::Start,
    Op::Plus,
    Op::Times,
    Op::Fan,
    Op::TimesFans,
    Op::DoublePerFan,
    Op::RaiseToFans,
    Op::CapFans,
    Op::Cap,
    Op::RoundUpTo,
    Op::Share,
];

/// Prints one answer, with the line it answers and the hand it is about.
pub(crate) fn print(
    line: usize,
    request: &[u8],
    answer: &[u8],
    asked: Query,
    lang: Lang,
    out: &mut dyn Write,
) -> io::Result<()> {
    let request: Value = serde_json::from_slice(request).unwrap_or_default();
    let answer: Value = serde_json::from_slice(answer)?;
    let hand = hand(&request);
    let head = match lang {
        Lang::Zh => format!("第 {line} 行"),
        Lang::En => format!("line {line}"),
    };
    writeln!(out, "{}", [head.as_str(), hand.as_str()].join("  ").trim_end())?;
    if let Some(code) = answer["error"].as_str() {
        let why = answer[if lang == Lang::Zh { "zh" } else { "detail" }].as_str().unwrap_or_default();
        let head = if lang == Lang::Zh { "错误" } else { "error" };
        let clause = answer["clause"].as_str().map(|clause| format!(" [{clause}]")).unwrap_or_default();
        return writeln!(out, "  {head}: {why} [{code}]{clause}");
    }
    let id = request["rules"].as_str().and_then(|id| RuleSetId::from_id(id).ok());
    let figures = id.map_or(&[][..], |id| with_rule_set!(id, R => <R as Rulebook>::FORM.figures));
    match asked {
        Query::Score => score(&answer, figures, lang, out),
        Query::Waits => waits(&answer, figures, lang, out),
    }
}

/// Closed tiles, melds in brackets, and the winning tile behind a plus.
fn hand(request: &Value) -> String {
    let mut line = request["rules"].as_str().unwrap_or_default().to_owned();
    line = format!("{line}  {}", request["concealed"].as_str().unwrap_or_default());
    for meld in request["melds"].as_array().into_iter().flatten() {
        line += &format!(" [{}]", meld["tiles"].as_str().unwrap_or_default());
    }
    match request["winning_tile"].as_str() {
        Some(tile) => format!("{line} + {tile}"),
        None => line,
    }
}

fn label(name: &str, figures: &[Choice], lang: Lang) -> String {
    let known = figures.iter().find(|figure| figure.name == name);
    known.map_or_else(|| name.to_owned(), |figure| figure.label.get(lang).to_owned())
}

/// The numbers that the form has names for, on one line.
fn numbers(of: &Map<String, Value>, figures: &[Choice], lang: Lang) -> String {
    let named = figures.iter().filter_map(|figure| Some((figure, of.get(figure.name)?)));
    let texts = named.map(|(figure, value)| match value {
        Value::String(word) => format!("{} {word}", figure.label.get(lang)),
        value => format!("{} {value}", figure.label.get(lang)),
    });
    texts.collect::<Vec<_>>().join(if lang == Lang::Zh { "，" } else { ", " })
}

/// The groups in a line: melds in brackets, a wild with what it stands for.
fn reading(answer: &Value) -> String {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let group = |group: &Value| {
        let tiles = list(&group["tiles"]).into_iter().zip(list(&group["stands"]));
        let text = |(tile, stands): (Value, Value)| {
            let (tile, stands) = (tile.as_str().unwrap_or_default(), stands.as_str().unwrap_or_default());
            if tile == stands { tile.to_owned() } else { format!("{tile}={stands}") }
        };
        let text = tiles.map(text).collect::<Vec<_>>().join(" ");
        if group["meld"] == true { format!("[{text}]") } else { text }
    };
    list(&answer["reading"]).iter().map(group).collect::<Vec<_>>().join(" | ")
}

/// The figures, how the hand was read, how the amount comes about, who pays, and what does not count.
fn score(answer: &Value, figures: &[Choice], lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    if let Some(answer) = answer.as_object() {
        writeln!(out, "  {}", numbers(answer, figures, lang))?;
    }
    let read = reading(answer);
    if !read.is_empty() {
        writeln!(out, "  {}{read}", if lang == Lang::Zh { "读作：" } else { "read as " })?;
    }
    let mut table = Columns::right(&[]);
    let lang_key = if lang == Lang::Zh { "zh" } else { "en" };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    for step in answer["lines"].as_array().into_iter().flatten() {
        let n = step["n"].as_i64().and_then(|n| i32::try_from(n).ok()).unwrap_or_default();
        let op = OPS.into_iter().find(|op| serde_json::to_value(op).is_ok_and(|name| name == step["op"]));
        let does = op.map(|op| step_words(op, n, lang)).unwrap_or_default();
        table.row([does, text(&step[lang_key]), format!("[{}]", text(&step["clause"]))]);
    }
    table.print(out)?;
    for payment in answer["payments"].as_array().into_iter().flatten() {
        let (from, to, points) = (&payment["from"], &payment["to"], &payment["points"]);
        let clause = text(&payment["clause"]);
        match lang {
            Lang::Zh => writeln!(out, "  {from} 号位付 {to} 号位 {points} [{clause}]")?,
            Lang::En => writeln!(out, "  seat {from} pays seat {to} {points} [{clause}]")?,
        }
    }
    for fan in answer["not_counted"].as_array().into_iter().flatten() {
        let (name, why) = (text(&fan[lang_key]), text(&fan["why"][lang_key]));
        let clause = text(&fan["why"]["clause"]);
        match lang {
            Lang::Zh => writeln!(out, "  不算{name}：{why} [{clause}]")?,
            Lang::En => writeln!(out, "  not {name}: {why} [{clause}]")?,
        }
    }
    Ok(())
}

/// Each winning tile with what it is worth.
fn waits(answer: &Value, figures: &[Choice], lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    let found = answer["waits"].as_object().filter(|waits| !waits.is_empty());
    let Some(found) = found else {
        let none = if lang == Lang::Zh { "没有听牌" } else { "no tile wins" };
        return writeln!(out, "  {none}");
    };
    let mut table = Columns::right(&[]);
    for (tile, worth) in found {
        let worth = match worth {
            Value::Object(fields) => {
                let worths = fields.iter().filter(|(_, value)| value.as_i64() != Some(0));
                let all = worths.map(|(name, value)| format!("{} {value}", label(name, figures, lang)));
                all.collect::<Vec<_>>().join(if lang == Lang::Zh { "，" } else { ", " })
            }
            value => format!("{} {value}", label("total", figures, lang)),
        };
        table.row([tile.clone(), worth]);
    }
    table.print(out)
}
