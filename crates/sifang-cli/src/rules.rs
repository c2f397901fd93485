//! `sifang rules`: the list of rule sets, or the rule book of one of them with its options and fan table.

use crate::args::Rules;
use crate::exit::Failure;
use crate::form;
use crate::layout::Columns;
use sifang_options::{ChoiceSpec, Group, Lang, OptionKind, OptionSet, OptionSpec, Text, display_width};
use sifang_query::markup::{Block, Span};
use sifang_query::{Book, BookFan, Entry, Example};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;
use std::io::Write;

/// How many clauses are named to a person who asked for one that is not there.
const MOST_NEAR: usize = 12;

/// Prints the list, one rule set, or one of its clauses.
pub(crate) fn run(wanted: &Rules, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(id) = &wanted.rules else {
        return list(&sifang_query::entries(), wanted.json, lang, out);
    };
    let id = named(id, lang)?;
    if let Some(name) = &wanted.clause {
        return clause(id, name, wanted.json, lang, out);
    }
    if wanted.form {
        return form::show(id, wanted.json, lang, out);
    }
    if wanted.json {
        serde_json::to_writer_pretty(&mut *out, &sifang_query::schema(id))?;
        writeln!(out)?;
        return Ok(());
    }
    let book = sifang_query::book(id, lang).map_err(anyhow::Error::msg)?;
    with_rule_set!(id, R => show::<R>(&book, lang, out))
}

/// One clause with everything that points at it.
fn clause(id: RuleSetId, name: &str, json: bool, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let found = sifang_query::clause(id, name, lang).map_err(|near| {
        let shown = near.len().min(MOST_NEAR);
        let more = if shown < near.len() { " …" } else { "" };
        let (id, near) = (id.id(), near[..shown].join(", "));
        Failure::usage(match lang {
            Lang::Zh => format!("{id} 没有条款 {name:?}；相近的有：{near}{more}"),
            Lang::En => format!("{id} has no clause {name:?}; there are: {near}{more}"),
        })
    })?;
    if json {
        serde_json::to_writer_pretty(&mut *out, &found)?;
        writeln!(out)?;
        return Ok(());
    }
    writeln!(out, "{}\n  {}", found.id, found.text)?;
    let titles = [Text::new("代码", "code"), Text::new("例", "cases")].map(|text| text.get(lang));
    writeln!(out, "\n{}", titles[0])?;
    for place in &found.pointers.places {
        writeln!(out, "  {}:{}", place.file, place.line)?;
    }
    writeln!(out, "\n{}", titles[1])?;
    for case in &found.pointers.cases {
        writeln!(out, "  {}  {}", case.id, case.why)?;
    }
    Ok(())
}

/// The rule set a person named; another name is a usage error.
pub(crate) fn named(id: &str, lang: Lang) -> Result<RuleSetId, Failure> {
    RuleSetId::from_id(id).map_err(|unknown| {
        let known = || RuleSetId::ALL.iter().map(|rules| rules.id()).collect::<Vec<_>>().join("、");
        Failure::usage(match lang {
            Lang::Zh => format!("没有规则 {id:?}，可用的规则有：{}", known()),
            Lang::En => unknown.to_string(),
        })
    })
}

fn list(entries: &[Entry], json: bool, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    if json {
        serde_json::to_writer_pretty(&mut *out, entries)?;
        writeln!(out)?;
        return Ok(());
    }
    let mut table = Columns::right(&[]);
    for entry in entries {
        let seats = seats(&entry.seats, lang);
        table.row([entry.id, entry.name.zh, entry.name.en, &seats, entry.pitch.get(lang)]);
    }
    table.print(out)?;
    Ok(())
}

/// `4 players`, or `2–4 players`.
fn seats(seats: &[usize], lang: Lang) -> String {
    let (least, most) = (seats.first().copied().unwrap_or(0), seats.last().copied().unwrap_or(0));
    let range = if least == most { least.to_string() } else { format!("{least}–{most}") };
    match lang {
        Lang::Zh => format!("{range} 人"),
        Lang::En => format!("{range} players"),
    }
}

fn show<R: RuleSet>(book: &Book, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let players: Vec<usize> = R::SEATS.collect();
    writeln!(out, "{}  {} / {}  ({})", R::ID, R::NAME.zh, R::NAME.en, seats(&players, lang))?;
    writeln!(out, "{}", R::PITCH.get(lang))?;
    for section in &book.sections {
        writeln!(out, "\n{}", section.title.to_uppercase())?;
        for block in &section.blocks {
            match block {
                Block::Heading { text } => writeln!(out, "\n  {text}")?,
                Block::Text { spans } => writeln!(out, "  {}", plain(spans))?,
                Block::Item { id, number, spans } => {
                    let mark = number.map_or_else(|| "-".to_owned(), |n| format!("{n}."));
                    let clause = id.as_ref().map(|id| format!("  [{id}]")).unwrap_or_default();
                    writeln!(out, "  {mark} {}{clause}", plain(spans))?;
                }
                Block::Fans => fans(&book.fans, lang).print(out)?,
                Block::Options => options(R::Options::SPECS, lang).print(out)?,
                Block::Example { name } => {
                    let found = book.examples.iter().find(|one| one.name.as_deref() == Some(name.as_str()));
                    found.map_or(Ok(()), |one| example(one, lang, out))?;
                }
            }
        }
    }
    Ok(())
}

fn plain(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

/// A worked payment: what it shows, the hand, and who pays what.
fn example(one: &Example, lang: Lang, out: &mut dyn Write) -> std::io::Result<()> {
    let note = match lang {
        Lang::Zh => &one.note.zh,
        Lang::En => &one.note.en,
    };
    writeln!(out, "  * {note}")?;
    writeln!(out, "    {}", one.notation())?;
    for payment in one.answer["payments"].as_array().into_iter().flatten() {
        writeln!(out, "    {} → {}: {}", payment["from"], payment["to"], payment["points"])?;
    }
    Ok(())
}

/// The options group by group: a row of facts, and below it what the option means.
fn options(specs: &[OptionSpec], lang: Lang) -> Columns {
    let mut table = Columns::right(&[]);
    let header = [
        Text::new("名称", "name"),
        Text::new("类型", "type"),
        Text::new("默认", "default"),
        Text::new("条款", "clause"),
        Text::new("取值", "values"),
    ];
    table.row(header.map(|text| text.get(lang)));
    for group in Group::ALL {
        let members: Vec<_> = specs.iter().filter(|spec| spec.group == group).collect();
        if !members.is_empty() {
            table.note(format!("\n{}", group.label().get(lang)));
        }
        for spec in members {
            let (kind, values) = kind(spec.kind, lang);
            table.row([spec.name, kind, &spec.default.to_string(), spec.clause, &values]);
            table.note(format!("      {}", meaning(spec, lang)));
            if let OptionKind::Choice(choices) = spec.kind {
                choices_below(choices, lang, &mut table);
            }
        }
    }
    table
}

fn choices_below(choices: &[ChoiceSpec], lang: Lang, table: &mut Columns) {
    let widest = choices.iter().map(|choice| display_width(choice.value)).max().unwrap_or(0);
    for choice in choices {
        let space = " ".repeat(widest - display_width(choice.value));
        table.note(format!("        {}{space}  {}", choice.value, choice.label.get(lang)));
    }
}

/// What an option is and takes, in the words of the command line.
fn kind(kind: OptionKind, lang: Lang) -> (&'static str, String) {
    let (name, values) = match kind {
        OptionKind::Bool => (Text::new("开关", "switch"), "true, false".to_owned()),
        OptionKind::Int { min, max } => (Text::new("整数", "integer"), format!("{min}–{max}")),
        OptionKind::IntSet(set) => {
            (Text::new("整数", "integer"), set.iter().map(i32::to_string).collect::<Vec<_>>().join(", "))
        }
        // Each choice has a line of its own, with its label.
        OptionKind::Choice(_) => (Text::new("选择", "choice"), String::new()),
    };
    (name.get(lang), values)
}

fn meaning(spec: &OptionSpec, lang: Lang) -> String {
    let conditions = spec.when.iter().map(|condition| condition.describe(lang));
    let conditions = conditions.collect::<Vec<_>>().join(Text::new("，且 ", " and ").get(lang));
    let (label, meaning) = (spec.label.get(lang), spec.meaning.get(lang));
    match (lang, conditions.is_empty()) {
        (Lang::Zh, true) => format!("{label}：{meaning}"),
        (Lang::Zh, false) => format!("{label}：{meaning}（仅当 {conditions}）"),
        (Lang::En, true) => format!("{label}: {meaning}"),
        (Lang::En, false) => format!("{label}: {meaning} (Only when {conditions}.)"),
    }
}

/// The fan table; below each fan its example hand.
fn fans(fans: &[BookFan], lang: Lang) -> Columns {
    let mut table = Columns::right(&[3]);
    let header = [
        Text::new("编号", "id"),
        Text::new("中文", "中文"),
        Text::new("英文", "English"),
        Text::new("番值", "value"),
        Text::new("条款", "clause"),
        Text::new("条件", "when it counts"),
    ];
    table.row(header.map(|text| text.get(lang)));
    for BookFan { fan, examples } in fans {
        table.row([fan.id, fan.name.zh, fan.name.en, &fan.value.to_string(), fan.clause, fan.when.get(lang)]);
        for example in examples {
            table.note(format!("      {} {}", Text::new("例", "e.g.").get(lang), example.notation()));
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_a_number_or_a_range() {
        assert_eq!(seats(&[4], Lang::En), "4 players");
        assert_eq!(seats(&[2, 3, 4], Lang::Zh), "2–4 人");
    }
}
