//! A comparison on the terminal: the findings, then all figures.

use super::folder::option_words;
use crate::layout::Columns;
use sifang_lab::{FIRST, Group, LEGEND, Report, Statistic, difference_text, estimate_text};
use sifang_options::Lang;
use std::io::{self, Write};

/// Prints the report.
pub(super) fn print(report: &Report, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    let name = report.name.get(lang);
    let Report { rules, players, deals, seed, bots, .. } = report;
    match lang {
        Lang::Zh => {
            writeln!(out, "{name}（{rules}）：{players} 人，{deals} 副牌墙各打两遍，{bots}，种子 {seed}")?
        }
        Lang::En => writeln!(
            out,
            "{name} ({rules}): {players} players, {deals} walls played twice, {bots} bots, seed {seed}"
        )?,
    }
    let changed: Vec<&str> = report.changed.iter().map(|changed| changed.option).collect();
    writeln!(out, "A: {}", option_words(&report.a, &changed))?;
    writeln!(out, "B: {}", option_words(&report.b, &changed))?;
    writeln!(out)?;
    for finding in report.findings.iter().take(FIRST) {
        let sentence = match lang {
            Lang::Zh => &finding.zh,
            Lang::En => &finding.en,
        };
        let mark = finding.certainty.stars();
        writeln!(out, "{} {sentence}", if mark.is_empty() { "·" } else { mark })?;
    }
    let more = report.findings.len().saturating_sub(FIRST);
    match lang {
        _ if more == 0 => {}
        Lang::Zh => writeln!(out, "（另有 {more} 句在报告里）")?,
        Lang::En => writeln!(out, "({more} more sentences are in the report)")?,
    }
    writeln!(out)?;
    let mut table = Columns::right(&[1, 2, 3]);
    for group in Group::ALL {
        let happened = |s: &&Statistic| [s.a, s.b].iter().flatten().any(|e| e.sum != 0);
        let rows: Vec<&Statistic> = report.group(group).filter(happened).collect();
        if rows.is_empty() {
            continue;
        }
        table.row([group.title().get(lang), "A", "B", "A − B"]);
        for row in rows {
            let name = format!("  {}", row.name.get(lang));
            let [a, b] = [row.a, row.b].map(|estimate| estimate_text(estimate, row.unit));
            table.row([name, a, b, difference_text(row.difference, row.unit)]);
        }
    }
    table.print(out)?;
    writeln!(out, "\n{}", LEGEND.get(lang))
}
