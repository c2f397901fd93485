//! Reads a rule book: Markdown of a small fixed form, so that people can read the file as it is and
//! programs can take it apart.
//!
//! A block is one of: `# title`, `## <a id="…"></a>section`, `### subtitle`, `- item`, `1. item`, a
//! paragraph, or a mark `<!-- fans -->`, `<!-- options -->`, `<!-- example name -->`. Items and
//! paragraphs may go on over several lines, up to an empty line or the next block. What stands
//! between a mark and its `<!-- /… -->` is written from the rule set's own tables (a test keeps it
//! so) and skipped here. An item that begins with `<a id="…"></a>` is a clause.

use serde::Serialize;

/// A book in one language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Markup {
    /// Its title.
    pub title: String,
    /// Its sections.
    pub sections: Vec<Section>,
}

/// One section.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Section {
    /// Its anchor.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What stands in it.
    pub blocks: Vec<Block>,
}

/// One piece of a section.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Block {
    /// A heading inside the section.
    Heading {
        /// Its words.
        text: String,
    },
    /// A paragraph.
    Text {
        /// Its words.
        spans: Vec<Span>,
    },
    /// An item of a list; with an id it is a clause that settlements cite.
    Item {
        /// Its anchor.
        id: Option<String>,
        /// Its number, where the list has numbers.
        number: Option<u32>,
        /// Its words.
        spans: Vec<Span>,
    },
    /// The fan table.
    Fans,
    /// The table of options.
    Options,
    /// The example win of this name.
    Example {
        /// Its name.
        name: String,
    },
}

/// Words in one look.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Span {
    /// How they look.
    pub look: Look,
    /// The words.
    pub text: String,
    /// The clause that a link leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub to: Option<String>,
}

/// How words look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Look {
    /// As everything else.
    Plain,
    /// Strong.
    Strong,
    /// As they are typed: names of options and the like.
    Code,
    /// Tiles, to be drawn.
    Tiles,
    /// A link to a clause of the same book.
    Link,
}

/// Takes a book apart; an error names the line.
pub fn parse(text: &str) -> Result<Markup, String> {
    let mut title = None;
    let mut sections: Vec<Section> = Vec::new();
    for (line, text) in blocks(text)? {
        let bad = |why: &str| format!("line {line}: {why}");
        if let Some(words) = text.strip_prefix("# ") {
            if title.replace(words.to_owned()).is_some() {
                return Err(bad("a second title"));
            }
        } else if let Some(words) = text.strip_prefix("## ") {
            let (id, title) = anchored(words);
            let id = id.ok_or_else(|| bad("a section needs an anchor"))?;
            sections.push(Section { id, title: title.to_owned(), blocks: Vec::new() });
        } else {
            let section = sections.last_mut().ok_or_else(|| bad("text before the first section"))?;
            section.blocks.push(block(&text).map_err(|why| bad(&why))?);
        }
    }
    Ok(Markup { title: title.ok_or("no title")?, sections })
}

/// The blocks as one line each, with the number of their first line; without what is written from
/// tables.
fn blocks(text: &str) -> Result<Vec<(usize, String)>, String> {
    let mut blocks: Vec<(usize, String)> = Vec::new();
    let mut goes_on = false;
    let mut skipped_to: Option<&str> = None;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(mark) = skipped_to {
            if line.strip_prefix("<!-- /").and_then(|rest| rest.strip_suffix(" -->")) == Some(mark) {
                skipped_to = None;
            }
            continue;
        }
        match blocks.last_mut() {
            Some((_, block)) if goes_on && !line.is_empty() && !begins_a_block(line) => join(block, line),
            _ if line.is_empty() => {}
            _ => blocks.push((number + 1, line.to_owned())),
        }
        goes_on = !line.is_empty() && !line.starts_with('#') && mark(line).is_none();
        skipped_to = mark(line).filter(|mark| matches!(*mark, "fans" | "options"));
    }
    skipped_to.map_or(Ok(blocks), |mark| Err(format!("<!-- {mark} --> is never closed")))
}

fn begins_a_block(line: &str) -> bool {
    line.starts_with('#') || line.starts_with("- ") || numbered(line).is_some() || mark(line).is_some()
}

/// Adds a line to the words it continues: after a space, but directly where both ends are Chinese.
fn join(words: &mut String, line: &str) {
    let is_wide =
        |c: Option<char>| c.is_some_and(|c| matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}'));
    if !(is_wide(words.chars().next_back()) && is_wide(line.chars().next())) {
        words.push(' ');
    }
    words.push_str(line);
}

fn mark(line: &str) -> Option<&str> {
    line.strip_prefix("<!-- ")?.strip_suffix(" -->")
}

/// The number and the words of `1. item`.
fn numbered(line: &str) -> Option<(u32, &str)> {
    let (digits, words) = line.split_once(". ")?;
    Some((digits.parse().ok()?, words))
}

fn block(text: &str) -> Result<Block, String> {
    if let Some(mark) = mark(text) {
        return match mark.split_once(' ') {
            None if mark == "fans" => Ok(Block::Fans),
            None if mark == "options" => Ok(Block::Options),
            Some(("example", name)) => Ok(Block::Example { name: name.to_owned() }),
            _ => Err(format!("there is no mark '{mark}'")),
        };
    }
    if let Some(text) = text.strip_prefix("### ") {
        return Ok(Block::Heading { text: text.to_owned() });
    }
    let (number, words) = match (text.strip_prefix("- "), numbered(text)) {
        (Some(words), _) => (None, words),
        (None, Some((number, words))) => (Some(number), words),
        (None, None) => return Ok(Block::Text { spans: spans(text)? }),
    };
    let (id, words) = anchored(words);
    Ok(Block::Item { id, number, spans: spans(words)? })
}

/// The anchor that words begin with, and the words.
fn anchored(words: &str) -> (Option<String>, &str) {
    words
        .strip_prefix("<a id=\"")
        .and_then(|rest| rest.split_once("\"></a>"))
        .map_or((None, words), |(id, rest)| (Some(id.to_owned()), rest.trim_start()))
}

/// Words in their looks: `**strong**`, `` `code` ``, code that is a tile notation, `[words](#clause)`.
fn spans(words: &str) -> Result<Vec<Span>, String> {
    let mut spans = Vec::new();
    let mut rest = words;
    while !rest.is_empty() {
        let next = ["**", "`", "["].iter().filter_map(|mark| rest.find(mark)).min().unwrap_or(rest.len());
        if next > 0 {
            spans.push(Span { look: Look::Plain, text: rest[..next].to_owned(), to: None });
        }
        rest = &rest[next..];
        if let Some(inner) = rest.strip_prefix('[') {
            let link = inner.split_once("](#").and_then(|(text, rest)| Some((text, rest.split_once(')')?)));
            let (text, (to, after)) = link.ok_or("a link looks like [words](#clause)")?;
            spans.push(Span { look: Look::Link, text: text.to_owned(), to: Some(to.to_owned()) });
            rest = after;
            continue;
        }
        let Some(quote) = ["**", "`"].into_iter().find(|quote| rest.starts_with(quote)) else { break };
        let inner = &rest[quote.len()..];
        let end = inner.find(quote).ok_or_else(|| format!("{quote} is not closed"))?;
        let text = &inner[..end];
        let look = match quote {
            "**" => Look::Strong,
            _ if is_tiles(text) => Look::Tiles,
            _ => Look::Code,
        };
        spans.push(Span { look, text: text.to_owned(), to: None });
        rest = &inner[end + quote.len()..];
    }
    Ok(spans)
}

/// `123m55z`: runs of digits, each followed by a suit letter.
fn is_tiles(text: &str) -> bool {
    let mut digits = 0;
    for c in text.chars() {
        match c {
            '1'..='9' => digits += 1,
            'm' | 'p' | 's' | 'z' | 'f' if digits > 0 => digits = 0,
            _ => return false,
        }
    }
    !text.is_empty() && digits == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_book_is_taken_apart() {
        let text = "# T\n\n## <a id=\"a\"></a>One\n\nHello **you** `123m` `base`.\n- <a id=\"a.b\"></a>x\n1. y\n<!-- fans -->\n| no |\n<!-- /fans -->\n<!-- example pay -->\n";
        let book = parse(text).unwrap();
        assert_eq!((book.title.as_str(), book.sections.len()), ("T", 1));
        let [
            Block::Text { spans },
            Block::Item { id: Some(id), .. },
            Block::Item { number: Some(1), .. },
            Block::Fans,
            Block::Example { name },
        ] = &book.sections[0].blocks[..]
        else {
            panic!("{book:?}")
        };
        assert_eq!((id.as_str(), name.as_str()), ("a.b", "pay"));
        let looks: Vec<Look> = spans.iter().map(|span| span.look).collect();
        assert_eq!(
            looks,
            [Look::Plain, Look::Strong, Look::Plain, Look::Tiles, Look::Plain, Look::Code, Look::Plain]
        );
    }

    #[test]
    fn lines_are_joined_to_what_they_continue() {
        let text = "# T\n## <a id=\"a\"></a>A\n- <a id=\"a.b\"></a>two **strong\n  words** and\n  3.5 more\n- next\n\n先摸，\n再打\n`5p` 走\n\nalone\n<!-- example x -->\nafter\n";
        let blocks = parse(text).unwrap().sections.remove(0).blocks;
        let words: Vec<String> = blocks
            .iter()
            .map(|block| match block {
                Block::Text { spans } | Block::Item { spans, .. } => {
                    spans.iter().map(|span| span.text.as_str()).collect()
                }
                other => format!("{other:?}"),
            })
            .collect();
        let example = "Example { name: \"x\" }";
        assert_eq!(
            words,
            ["two strong words and 3.5 more", "next", "先摸，再打 5p 走", "alone", example, "after"]
        );
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, line) in [
            ("words", "line 1"),
            ("# T\n## no anchor", "line 2"),
            ("# T\n## <a id=\"a\"></a>A\n<!-- what -->", "line 3"),
            ("# T\n## <a id=\"a\"></a>A\n**open", "line 3"),
            ("# T\n## <a id=\"a\"></a>A\n<!-- fans -->", "never closed"),
        ] {
            assert!(parse(text).unwrap_err().contains(line), "{text}");
        }
    }
}
