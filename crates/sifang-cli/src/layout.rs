//! Aligned columns for the terminal; a Chinese character takes two.

use sifang_options::{display_width, pad};
use std::io::{self, Write};

/// Rows of cells, printed with two spaces between columns. The last column is never padded.
pub(crate) struct Columns {
    rows: Vec<Row>,
    right: Vec<usize>,
}

enum Row {
    Cells(Vec<String>),
    Note(String),
}

impl Columns {
    /// No rows yet; these columns are aligned to the right.
    pub(crate) fn right(columns: &[usize]) -> Self {
        Columns { rows: Vec::new(), right: columns.to_vec() }
    }

    /// Adds a row.
    pub(crate) fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(Row::Cells(cells.into_iter().map(Into::into).collect()));
    }

    /// Adds a line that stands across the columns.
    pub(crate) fn note(&mut self, text: impl Into<String>) {
        self.rows.push(Row::Note(text.into()));
    }

    /// Prints all rows, indented.
    pub(crate) fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut widths: Vec<usize> = Vec::new();
        for row in &self.rows {
            let Row::Cells(cells) = row else { continue };
            widths.resize(widths.len().max(cells.len()), 0);
            for (width, cell) in widths.iter_mut().zip(cells) {
                *width = (*width).max(display_width(cell));
            }
        }
        for row in &self.rows {
            match row {
                Row::Note(text) => writeln!(out, "{text}")?,
                Row::Cells(cells) => writeln!(out, "  {}", self.line(cells, &widths).trim_end())?,
            }
        }
        Ok(())
    }

    fn line(&self, cells: &[String], widths: &[usize]) -> String {
        let mut line = String::new();
        for (i, (cell, width)) in cells.iter().zip(widths).enumerate() {
            if i > 0 {
                line.push_str("  ");
            }
            if self.right.contains(&i) {
                line.extend(std::iter::repeat_n(' ', width - display_width(cell)));
                line.push_str(cell);
            } else {
                line.push_str(&pad(cell, *width));
            }
        }
        line
    }
}

/// Lines of at most so many columns, broken at spaces and, in Chinese, anywhere but before a mark.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let (mut lines, mut line) = (Vec::new(), String::new());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_wide = |c: char| display_width(c.encode_utf8(&mut [0; 4])) == 2;
        let end = if is_wide(first) {
            let marks = rest.char_indices().skip(1).find(|(_, c)| !"，。；：、）”".contains(*c));
            marks.map_or(rest.len(), |(at, _)| at)
        } else {
            let end = rest.char_indices().find(|(_, c)| *c == ' ' || is_wide(*c));
            end.map_or(rest.len(), |(at, c)| if c == ' ' { at + 1 } else { at })
        };
        let (piece, after) = rest.split_at(end);
        if !line.is_empty() && display_width(&line) + display_width(piece.trim_end()) > width {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
        }
        line.push_str(piece);
        rest = after;
    }
    lines.push(line.trim_end().to_owned());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_where_one_may() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("手牌，不算 13 张", 6), ["手牌，", "不算", "13 张"]);
        assert_eq!(wrapped("", 8), [""]);
    }

    #[test]
    fn columns_line_up() {
        let mut table = Columns::right(&[1]);
        table.row(["name", "value", "why"]);
        table.row(["清一色", "8", "one suit"]);
        table.note("a note");
        let mut out = Vec::new();
        table.print(&mut out).unwrap();
        let wanted = "  name    value  why\n  清一色      8  one suit\na note\n";
        assert_eq!(String::from_utf8(out).unwrap(), wanted);
    }
}
