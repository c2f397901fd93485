//! Reads a rule book: Markdown of a small fixed form, so that people can read the file as it is and programs can take it apart.
//!
//! A line is one of: `# title`, `## <a id="…"></a>section`, `### subtitle`, `- item`, `1. item`, a paragraph, or a mark
//! `<!-- fans -->`, `<!-- options -->`, `<!-- example name -->`. What stands between a mark and its `<!-- /… -->` is written from the
//! rule set's own tables (a test keeps it so) and skipped here. An item that begins with `<a id="…"></a>` is a clause.

use serde::Serialize;

/// A book in one language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Markup<'a> {
    /// Its title.
    pub title: &'a str,
    /// Its sections.
    pub sections: Vec<Section<'a>>,
}

/// One section.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Section<'a> {
    /// Its anchor.
    pub id: &'a str,
    /// Its title.
    pub title: &'a str,
    /// What stands in it.
    pub blocks: Vec<Block<'a>>,
}

/// One piece of a section.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Block<'a> {
    /// A heading inside the section.
    Heading {
        /// Its words.
        text: &'a str,
    },
    /// A paragraph.
    Text {
        /// Its words.
        spans: Vec<Span<'a>>,
    },
    /// An item of a list; with an id it is a clause that settlements cite.
    Item {
        /// Its anchor.
        id: Option<&'a str>,
        /// Its number, where the list has numbers.
        number: Option<u32>,
        /// Its words.
        spans: Vec<Span<'a>>,
    },
    /// The fan table.
    Fans,
    /// The table of options.
    Options,
    /// The example win of this name.
    Example {
        /// Its name.
        name: &'a str,
    },
}

/// Words in one look.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Span<'a> {
    /// How they look.
    pub look: Look,
    /// The words.
    pub text: &'a str,
}

/// How words look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// As everything else.
    Plain,
    /// Strong.
    Strong,
    /// As they are typed: names of options and the like.
    Code,
    /// Tiles, to be drawn.
    Tiles,
}

/// Takes a book apart; an error names the line.
pub fn parse(text: &str) -> Result<Markup<'_>, String> {
    let mut title = None;
    let mut sections: Vec<Section<'_>> = Vec::new();
    let mut skipped_to: Option<&str> = None;
    for (number, line) in text.lines().enumerate() {
        let bad = |why: &str| format!("line {}: {why}", number + 1);
        let line = line.trim_end();
        if let Some(mark) = skipped_to {
            if line.strip_prefix("<!-- /").and_then(|rest| rest.strip_suffix(" -->")) == Some(mark) {
                skipped_to = None;
            }
            continue;
        }
        if line.is_empty() {
            continue;
        }
        if let Some(words) = line.strip_prefix("# ") {
            if title.replace(words).is_some() {
                return Err(bad("a second title"));
            }
            continue;
        }
        if let Some(words) = line.strip_prefix("## ") {
            let (id, title) = anchored(words);
            let id = id.ok_or_else(|| bad("a section needs an anchor"))?;
            sections.push(Section { id, title, blocks: Vec::new() });
            continue;
        }
        let section = sections.last_mut().ok_or_else(|| bad("text before the first section"))?;
        let block = block(line).map_err(|why| bad(&why))?;
        if matches!(block, Block::Fans | Block::Options) {
            skipped_to = mark(line);
        }
        section.blocks.push(block);
    }
    match skipped_to {
        Some(mark) => Err(format!("<!-- {mark} --> is never closed")),
        None => Ok(Markup { title: title.ok_or("no title")?, sections }),
    }
}

fn mark(line: &str) -> Option<&str> {
    line.strip_prefix("<!-- ")?.strip_suffix(" -->")
}

fn block(line: &str) -> Result<Block<'_>, String> {
    if let Some(mark) = mark(line) {
        return match mark.split_once(' ') {
            None if mark == "fans" => Ok(Block::Fans),
            None if mark == "options" => Ok(Block::Options),
            Some(("example", name)) => Ok(Block::Example { name }),
            _ => Err(format!("there is no mark '{mark}'")),
        };
    }
    if let Some(text) = line.strip_prefix("### ") {
        return Ok(Block::Heading { text });
    }
    if let Some(words) = line.strip_prefix("- ") {
        let (id, words) = anchored(words);
        return Ok(Block::Item { id, number: None, spans: spans(words)? });
    }
    if let Some((digits, words)) = line.split_once(". ")
        && let Ok(number) = digits.parse()
    {
        let (id, words) = anchored(words);
        return Ok(Block::Item { id, number: Some(number), spans: spans(words)? });
    }
    Ok(Block::Text { spans: spans(line)? })
}

/// The anchor that words begin with, and the words.
fn anchored(words: &str) -> (Option<&str>, &str) {
    words
        .strip_prefix("<a id=\"")
        .and_then(|rest| rest.split_once("\"></a>"))
        .map_or((None, words), |(id, rest)| (Some(id), rest.trim_start()))
}

/// Words in their looks: `**strong**`, `` `code` ``, and code that is a tile notation.
fn spans(words: &str) -> Result<Vec<Span<'_>>, String> {
    let mut spans = Vec::new();
    let mut rest = words;
    while !rest.is_empty() {
        let next = rest.find("**").into_iter().chain(rest.find('`')).min().unwrap_or(rest.len());
        if next > 0 {
            spans.push(Span { look: Look::Plain, text: &rest[..next] });
        }
        rest = &rest[next..];
        let Some(quote) = ["**", "`"].into_iter().find(|quote| rest.starts_with(quote)) else { break };
        let inner = &rest[quote.len()..];
        let end = inner.find(quote).ok_or_else(|| format!("{quote} is not closed"))?;
        let text = &inner[..end];
        let look = match quote {
            "**" => Look::Strong,
            _ if is_tiles(text) => Look::Tiles,
            _ => Look::Code,
        };
        spans.push(Span { look, text });
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
        assert_eq!((book.title, book.sections.len()), ("T", 1));
        let [
            Block::Text { spans },
            Block::Item { id: Some("a.b"), .. },
            Block::Item { number: Some(1), .. },
            Block::Fans,
            Block::Example { name: "pay" },
        ] = &book.sections[0].blocks[..]
        else {
            panic!("{book:?}")
        };
        let looks: Vec<Look> = spans.iter().map(|span| span.look).collect();
        assert_eq!(
            looks,
            [Look::Plain, Look::Strong, Look::Plain, Look::Tiles, Look::Plain, Look::Code, Look::Plain]
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
