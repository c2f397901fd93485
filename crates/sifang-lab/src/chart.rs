//! Charts as SVG: bars of fans, the distribution of winning values, how wins come about, places from the dealer.
//!
//! A is a full brass bar, B a hatched indigo one: they can be distinguished without colour. Everything is drawn with attributes only,
//! so that a picture needs no style sheet.

use crate::findings::number;
use crate::metrics::{Group, Unit};
use crate::report::{Report, Statistic};
use sifang_options::Text;
use std::fmt::Write;

const WIDTH: f64 = 560.0;
const BRASS: &str = "#c79a4b";
const BRASS_EDGE: &str = "#8a6420";
const INDIGO: &str = "#2f4f7f";
const INK: &str = "#2a211a";
const INK_2: &str = "#5f5142";
const LINE: &str = "#8a7858";
/// Fans in the chart, the most frequent ones.
const FANS: usize = 14;
/// Columns of a distribution.
const COLUMNS: usize = 12;

/// In which language a picture is labelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Words {
    /// Chinese.
    Zh,
    /// English.
    En,
    /// Both, one after the other.
    Both,
}

impl Words {
    fn of(self, text: Text) -> String {
        match self {
            Words::Zh => escape(text.zh),
            Words::En => escape(text.en),
            Words::Both if text.zh == text.en => escape(text.zh),
            Words::Both => format!("{} {}", escape(text.zh), escape(text.en)),
        }
    }
}

/// Text that is safe between tags and in attributes.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// One chart with its heading.
pub(crate) struct Panel {
    pub(crate) title: String,
    body: String,
    height: f64,
}

impl Panel {
    /// The chart as a picture of its own, to be put into a page that has [`HATCH`].
    pub(crate) fn svg(&self) -> String {
        let (title, body, height) = (&self.title, &self.body, self.height);
        format!(
            "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{title}\" font-family=\"sans-serif\" font-size=\"13\">{body}</svg>"
        )
    }
}

/// The filling of B's bars. Once in every document.
pub(crate) const HATCH: &str = "<defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" \
patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"#fff\"/><rect width=\"2.6\" height=\"6\" fill=\"#2f4f7f\"/></pattern></defs>";

/// All charts of a report as one picture.
pub fn chart(report: &Report, words: Words) -> String {
    let mut out = String::new();
    let heading = words.of(report.name);
    let mut y = 64.0;
    let mut body = String::new();
    for panel in panels(report, words) {
        let _ = write!(
            body,
            "<text x=\"16\" y=\"{}\" font-size=\"16\" font-weight=\"700\" fill=\"{INK}\">{}</text><g transform=\"translate(16 {})\">{}</g>",
            y + 20.0,
            panel.title,
            y + 32.0,
            panel.body
        );
        y += panel.height + 52.0;
    }
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {y}\" width=\"{}\" font-family=\"sans-serif\" font-size=\"13\">{HATCH}\
         <rect width=\"100%\" height=\"100%\" fill=\"#fbf7ee\"/>\
         <text x=\"16\" y=\"32\" font-size=\"20\" font-weight=\"700\" fill=\"{INK}\">{heading}</text>\
         <text x=\"16\" y=\"54\" fill=\"{INK_2}\">{}</text>{body}</svg>",
        WIDTH + 32.0,
        WIDTH + 32.0,
        legend(report, words)
    );
    out
}

/// What A and B are, in one line.
fn legend(report: &Report, words: Words) -> String {
    let names = report.changed.iter().map(|c| {
        let (a, b) = match words {
            Words::Zh => (&c.a.zh, &c.b.zh),
            _ => (&c.a.en, &c.b.en),
        };
        format!("{}: A {} · B {}", escape(c.option), escape(a), escape(b))
    });
    names.collect::<Vec<_>>().join("; ")
}

/// The charts in the order in which they are read.
pub(crate) fn panels(report: &Report, words: Words) -> Vec<Panel> {
    vec![fans(report, words), win_points(report, words), sources(report, words), places(report, words)]
}

/// A bar with its number; B's is hatched.
fn bar(out: &mut String, [x, y, width, height]: [f64; 4], side: usize, opacity: f64) {
    let (fill, edge) = if side == 0 { (BRASS, BRASS_EDGE) } else { ("url(#hatch)", INDIGO) };
    let width = width.max(0.5);
    let _ = write!(
        out,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"2\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"0.8\" opacity=\"{opacity}\"/>"
    );
}

fn label(out: &mut String, x: f64, y: f64, anchor: &str, color: &str, text: &str) {
    let _ = write!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{color}\">{text}</text>"
    );
}

fn values(statistic: &Statistic) -> [f64; 2] {
    [statistic.a, statistic.b].map(|estimate| estimate.map_or(0.0, |estimate| estimate.value))
}

fn fans(report: &Report, words: Words) -> Panel {
    let mut list: Vec<(&Statistic, [f64; 2])> = report.group(Group::Fan).map(|s| (s, values(s))).collect();
    list.retain(|(_, [a, b])| a.max(*b) > 0.0);
    list.sort_by(|(_, x), (_, y)| y[0].max(y[1]).total_cmp(&x[0].max(x[1])));
    list.truncate(FANS);
    let most = list.first().map_or(1.0, |(_, [a, b])| a.max(*b));
    let left = if words == Words::Zh { 110.0 } else { 250.0 };
    let room = WIDTH - left - 60.0;
    let mut body = String::new();
    for (i, (statistic, shares)) in list.iter().enumerate() {
        let y = 34.0 * i as f64;
        label(&mut body, left - 8.0, y + 18.0, "end", INK, &words.of(statistic.name));
        for (side, share) in shares.iter().enumerate() {
            let y = y + 14.0 * side as f64;
            let width = room * share / most;
            bar(&mut body, [left, y + 1.0, width, 12.0], side, 1.0);
            label(&mut body, left + width + 6.0, y + 12.0, "start", INK_2, &number(*share, Unit::Share));
        }
    }
    Panel { title: words.of(Group::Fan.title()), body, height: 34.0 * list.len().max(1) as f64 }
}

/// Bounds of columns that hold about the same number of values each, at most `COLUMNS`.
fn bounds(counts: &[(i64, u64)]) -> Vec<i64> {
    let total: u64 = counts.iter().map(|(_, count)| count).sum();
    if counts.len() <= COLUMNS {
        return counts.iter().map(|(value, _)| *value).collect();
    }
    let share = total.div_ceil(COLUMNS as u64);
    let (mut bounds, mut held) = (Vec::new(), 0);
    for (value, count) in counts {
        if bounds.is_empty() || held >= share {
            bounds.push(*value);
            held = 0;
        }
        held += count;
    }
    bounds
}

fn win_points(report: &Report, words: Words) -> Panel {
    let distribution = &report.distributions[0];
    let mut both: std::collections::BTreeMap<i64, u64> = std::collections::BTreeMap::new();
    for (value, count) in distribution.a.iter().chain(&distribution.b) {
        *both.entry(*value).or_default() += count;
    }
    let both: Vec<(i64, u64)> = both.into_iter().collect();
    let bounds = bounds(&both);
    let columns = [&distribution.a, &distribution.b].map(|list| {
        let total: u64 = list.iter().map(|(_, count)| count).sum();
        let mut columns = vec![0u64; bounds.len()];
        for (value, count) in list {
            let at = bounds.partition_point(|bound| bound <= value).saturating_sub(1);
            columns[at] += count;
        }
        columns.into_iter().map(|count| count as f64 / total.max(1) as f64).collect::<Vec<f64>>()
    });
    let most = columns.iter().flatten().copied().fold(1e-9, f64::max);
    let step = (WIDTH - 20.0) / bounds.len().max(1) as f64;
    let mut body = String::new();
    for (i, bound) in bounds.iter().enumerate() {
        let x = 10.0 + step * i as f64;
        for (side, shares) in columns.iter().enumerate() {
            let height = 170.0 * shares[i] / most;
            let width = (step * 0.42).min(26.0);
            bar(&mut body, [x + side as f64 * (width + 2.0), 190.0 - height, width, height], side, 1.0);
        }
        let next = bounds.get(i + 1);
        let name = match next {
            Some(next) if *next == bound + 1 => bound.to_string(),
            None if both.len() > bounds.len() => format!("{bound}+"),
            _ => bound.to_string(),
        };
        label(&mut body, x + step * 0.42, 208.0, "middle", INK_2, &name);
    }
    let _ = write!(body, "<line x1=\"6\" x2=\"{}\" y1=\"190\" y2=\"190\" stroke=\"{LINE}\"/>", WIDTH - 6.0);
    let note = match words {
        Words::Zh => "每栏从所标的分数起；高度为占胡牌的比例",
        Words::En => "each column begins at its number; height is the share of wins",
        Words::Both => "每栏从所标分数起 each column begins at its number",
    };
    label(&mut body, 10.0, 228.0, "start", INK_2, note);
    Panel { title: words.of(distribution.name), body, height: 236.0 }
}

fn sources(report: &Report, words: Words) -> Panel {
    let list: Vec<&Statistic> = report.group(Group::Source).collect();
    let mut body = String::new();
    for side in 0..2 {
        let y = 24.0 + 74.0 * side as f64;
        label(&mut body, 4.0, y + 22.0, "start", INK, ["A", "B"][side]);
        let mut x = 28.0;
        for (i, statistic) in list.iter().enumerate() {
            let share = values(statistic)[side];
            let width = (WIDTH - 32.0) * share;
            bar(&mut body, [x, y, width, 32.0], side, [1.0, 0.62, 0.3][i.min(2)]);
            if share > 0.0 {
                let text = format!("{} {}", words.of(statistic.name), number(share, Unit::Share));
                // Shares that are too thin for their words have them at the right end, below.
                let (at, anchor, below) =
                    if share < 0.15 { (WIDTH - 4.0, "end", 46.0) } else { (x + 2.0, "start", -6.0) };
                label(&mut body, at, y + below, anchor, INK_2, &text);
            }
            x += width;
        }
    }
    Panel { title: words.of(Group::Source.title()), body, height: 156.0 }
}

fn places(report: &Report, words: Words) -> Panel {
    let list: Vec<&Statistic> = report.group(Group::Seat).collect();
    let ends = list.iter().flat_map(|s| [s.a, s.b]).flatten().flat_map(|e| [e.low.abs(), e.high.abs()]);
    let most = ends.fold(1e-9, f64::max) * 1.05;
    let left = if words == Words::Zh { 90.0 } else { 210.0 };
    let middle = left + (WIDTH - left) / 2.0;
    let scale = (WIDTH - left) / 2.0 / most;
    let bottom = 44.0 * list.len() as f64;
    let mut body =
        format!("<line x1=\"{middle}\" x2=\"{middle}\" y1=\"0\" y2=\"{bottom}\" stroke=\"{LINE}\"/>");
    for (i, statistic) in list.iter().enumerate() {
        let y = 44.0 * i as f64;
        label(&mut body, left - 8.0, y + 24.0, "end", INK, &words.of(statistic.name));
        for (side, estimate) in [statistic.a, statistic.b].into_iter().enumerate() {
            let Some(estimate) = estimate else { continue };
            let [value, low, high] =
                [estimate.value, estimate.low, estimate.high].map(|v| middle + v * scale);
            let y = y + 12.0 + 18.0 * side as f64;
            let color = [BRASS_EDGE, INDIGO][side];
            let _ = write!(
                body,
                "<line x1=\"{low:.1}\" x2=\"{high:.1}\" y1=\"{y}\" y2=\"{y}\" stroke=\"{color}\" stroke-width=\"2\"/>"
            );
            bar(&mut body, [value - 5.0, y - 5.0, 10.0, 10.0], side, 1.0);
            let right = estimate.value >= 0.0;
            let (x, anchor) = if right { (low - 9.0, "end") } else { (high + 9.0, "start") };
            label(&mut body, x, y + 4.0, anchor, INK_2, &number(estimate.value, Unit::Points));
        }
    }
    Panel { title: words.of(Group::Seat.title()), body, height: bottom + 8.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_hold_everything() {
        let counts: Vec<(i64, u64)> = (0..100).map(|value| (value * 3, 1 + value as u64 % 5)).collect();
        let bounds = bounds(&counts);
        assert!(bounds.len() <= COLUMNS && bounds[0] == 0 && bounds.is_sorted(), "{bounds:?}");
        assert_eq!(super::bounds(&[(4, 1), (9, 2)]), [4, 9]);
        assert_eq!(super::bounds(&[]), [0i64; 0]);
    }

    #[test]
    fn names_cannot_become_tags() {
        assert_eq!(escape("a<b>&\"c\""), "a&lt;b&gt;&amp;&quot;c&quot;");
    }
}
