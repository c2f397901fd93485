//! Finds clauses in texts: the anchors of a rule book, the places where code names a clause, the
//! clauses that a worked case shows. The build script makes its index with it, and `cargo xtask tidy`
//! looks for clauses without a place; so it knows text only, and no crate of the workspace.

use std::collections::BTreeSet;

/// What a case says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Case {
    /// Its name.
    pub(crate) id: String,
    /// What it is for.
    pub(crate) why: String,
    /// The clauses it shows.
    pub(crate) shows: Vec<String>,
}

/// The clauses of a rule book, in order. Headings of sections are anchors too, but no clauses.
pub(crate) fn clauses(book: &str) -> Vec<&str> {
    let anchors = book.split("<a id=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0));
    anchors.filter(|id| id.split('.').nth(1) != Some("book")).collect()
}

/// Every line of a source on which a clause of `rules` is named, with its number from 1.
///
/// A table of fans (`fans!`) writes the common beginning once and then the end of each clause.
pub(crate) fn mentions(rules: &str, source: &str) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let mut table: Option<String> = None;
    for (i, line) in source.lines().enumerate() {
        let named: BTreeSet<String> = named(rules, line).collect();
        found.extend(named.into_iter().map(|clause| (clause, i + 1)));
        if line.starts_with('}') {
            table = None;
        }
        if let (Some(prefix), Some(id)) = (&table, entry(line)) {
            found.push((format!("{prefix}{id}"), i + 1));
        }
        if let Some((_, rest)) = line.split_once(&format!(", \"{rules}."))
            && let Some(kind) = rest.strip_suffix(".\";")
        {
            table = Some(format!("{rules}.{kind}."));
        }
    }
    found
}

/// The clauses of `rules` in a line: two words at least, joined by points.
fn named<'a>(rules: &'a str, line: &'a str) -> impl Iterator<Item = String> + 'a {
    line.match_indices(rules).filter_map(move |(at, _)| {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if line[..at].chars().next_back().is_some_and(|c| is_word(c) || "./".contains(c)) {
            return None;
        }
        let rest = &line[at..];
        if !rest[rules.len()..].starts_with('.') {
            return None;
        }
        let end = rest.find(|c| !is_word(c) && c != '.').unwrap_or(rest.len());
        // `wuxi.option.*` is no clause, and neither is the prefix of a table.
        let is_prefix = rest[..end].ends_with('.') && rest[end..].starts_with(['*', '"']);
        let clause = rest[..end].trim_end_matches('.');
        (!is_prefix && clause.matches('.').count() >= 2).then(|| clause.to_owned())
    })
}

/// The id of `Name = "id", …`.
fn entry(line: &str) -> Option<&str> {
    let (name, rest) = line.trim_start().split_once(" = \"")?;
    let (id, _) = rest.split_once("\",")?;
    name.chars().all(|c| c.is_ascii_alphanumeric()).then_some(id)
}

/// A line of a case file.
pub(crate) fn case(line: &str) -> Result<Case, String> {
    let case: serde_json::Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
    let text = |name: &str| case[name].as_str().unwrap_or_default().to_owned();
    let shows = case["shows"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_str);
    Ok(Case { id: text("id"), why: text("why"), shows: shows.map(str::to_owned).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_names_clauses_in_words_and_in_tables() {
        let source = "/// The window (`toy.turn.claims`), and toy.turn.claims.\n\
                      // Options (clause `toy.option.*`), toy.rs, toytoy.a.b, x.toy.a.b\n\
                      fans! {\n    F in CATALOG, \"toy.fan.\";\n\n    Green = \"green\", 8,\n        \"when\";\n}\n\
                      Red = \"red\", 8,\n";
        let found = mentions("toy", source);
        let expected = [("toy.turn.claims", 1), ("toy.fan.green", 6)];
        assert_eq!(found, expected.map(|(clause, line)| (clause.to_owned(), line)));
    }

    #[test]
    fn headings_of_a_book_are_no_clauses() {
        let book = "## <a id=\"toy.book.play\"></a>Play\n- <a id=\"toy.turn.draw\"></a>Draw.\n";
        assert_eq!(clauses(book), ["toy.turn.draw"]);
    }

    #[test]
    fn a_case_says_what_it_shows() {
        let read = case(r#"{"id": "toy-1", "why": "w", "shows": ["toy.turn.draw"], "expect": {}}"#).unwrap();
        assert_eq!(
            (&*read.id, &*read.why, &read.shows[..]),
            ("toy-1", "w", &["toy.turn.draw".to_owned()][..])
        );
        assert_eq!(case(r#"{"id": "toy-2"}"#).unwrap().shows, Vec::<String>::new());
        assert!(case("{").is_err());
    }
}
