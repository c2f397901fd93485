//! The options of a rule set as tables: Markdown for the documentation, aligned text for the terminal.

use crate::spec::{Group, OptionKind, OptionSpec};
use crate::text::{Lang, Text, display_width, pad};

const NAME: Text = Text::new("选项", "Option");
const LABEL: Text = Text::new("名称", "Name");
const VALUES: Text = Text::new("取值", "Values");
const DEFAULT: Text = Text::new("默认", "Default");
const MEANING: Text = Text::new("含义", "Meaning");
const CLAUSE: Text = Text::new("条款", "Clause");

/// A Markdown table in declared order, one row per option.
pub fn markdown_table(specs: &[OptionSpec], lang: Lang) -> String {
    let header = [NAME, LABEL, VALUES, DEFAULT, MEANING, CLAUSE].map(|text| text.get(lang).to_owned());
    let mut out = markdown_row(&header);
    out.push_str("|---|---|---|---|---|---|\n");
    for spec in specs {
        out.push_str(&markdown_row(&[
            format!("`{}`", spec.name),
            escape(spec.label.get(lang)),
            markdown_values(spec.kind, lang),
            format!("`{}`", spec.default),
            escape(&meaning(spec, lang)),
            format!("`{}`", spec.clause),
        ]));
    }
    out
}

fn markdown_row(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

fn markdown_values(kind: OptionKind, lang: Lang) -> String {
    match kind {
        OptionKind::Choice(choices) => choices
            .iter()
            .map(|choice| format!("`{}` {}", choice.value, escape(choice.label.get(lang))))
            .collect::<Vec<_>>()
            .join("<br>"),
        other => short_values(other),
    }
}

/// A bar would end the cell.
fn escape(text: &str) -> String {
    text.replace('|', "\\|")
}

/// An aligned table under one heading per group; each choice has a line of its own. Every line ends in a newline.
pub fn text_table(specs: &[OptionSpec], lang: Lang) -> String {
    let header = [NAME, VALUES, DEFAULT, MEANING].map(|text| text.get(lang).to_owned());
    // Rows of the whole table are laid out together, so that columns line up across groups.
    let mut rows = vec![header];
    let mut headings = Vec::new();
    for group in Group::ALL {
        let mut members = specs.iter().filter(|spec| spec.group == group).peekable();
        if members.peek().is_some() {
            headings.push((rows.len(), group.label().get(lang)));
        }
        for spec in members {
            text_rows(spec, lang, &mut rows);
        }
    }
    let width = |column: usize| rows.iter().map(|row| display_width(&row[column])).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let mut out = String::new();
    for (index, [name, values, default, meaning]) in rows.iter().enumerate() {
        if let Some((_, heading)) = headings.iter().find(|(first, _)| *first == index) {
            out.push_str(&format!("\n{heading}\n"));
        }
        let line = format!(
            "  {}  {}  {}  {meaning}",
            pad(name, widths[0]),
            pad(values, widths[1]),
            pad(default, widths[2])
        );
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn text_rows(spec: &OptionSpec, lang: Lang, rows: &mut Vec<[String; 4]>) {
    let separator = Text::new("：", ": ").get(lang);
    let words = format!("{}{separator}{}", spec.label.get(lang), meaning(spec, lang));
    let values = match spec.kind {
        OptionKind::Choice(_) => String::new(),
        other => short_values(other),
    };
    rows.push([spec.name.to_owned(), values, spec.default.to_string(), words]);
    if let OptionKind::Choice(choices) = spec.kind {
        rows.extend(choices.iter().map(|choice| {
            let label = format!("  {}", choice.label.get(lang));
            [String::new(), choice.value.to_owned(), String::new(), label]
        }));
    }
}

/// The values of a kind without words; choices are listed with their labels elsewhere.
fn short_values(kind: OptionKind) -> String {
    match kind {
        OptionKind::Bool => "true, false".to_owned(),
        OptionKind::Int { min, max } => format!("{min}–{max}"),
        OptionKind::IntSet(set) => set.iter().map(i32::to_string).collect::<Vec<_>>().join(", "),
        OptionKind::Choice(choices) => choices.iter().map(|c| c.value).collect::<Vec<_>>().join(", "),
    }
}

/// The meaning, with the conditions under which the option has an effect.
fn meaning(spec: &OptionSpec, lang: Lang) -> String {
    let meaning = spec.meaning.get(lang);
    if spec.when.is_empty() {
        return meaning.to_owned();
    }
    let conditions: Vec<String> = spec.when.iter().map(|condition| condition.describe(lang)).collect();
    match lang {
        Lang::Zh => format!("{meaning}（仅当 {}）", conditions.join("，且 ")),
        Lang::En => format!("{meaning} (Only when {}.)", conditions.join(" and ")),
    }
}
