//! Checks of the browser client's sources: lines that fit into a window, and class names that are
//! words. What is *not* here: what prettier, eslint and stylelint look at (`npm run lint`), among it
//! the class names in style sheets.

use super::{Finding, Repo, Source};

/// Characters of a line at most. The formatter wraps at 100; long strings are broken by hand.
const COLUMNS: usize = 120;
/// Kinds of file that a person writes there.
const KINDS: [&str; 6] = [".svelte", ".css", ".html", ".ts", ".js", ".mjs"];
/// Written by a program.
const GENERATED: &str = "web/src/generated/";

fn sources(repo: &Repo) -> impl Iterator<Item = &Source> {
    let is_source = |path: &str| path.starts_with("web/") && KINDS.iter().any(|kind| path.ends_with(kind));
    repo.files.iter().filter(move |file| is_source(&file.path) && !file.path.starts_with(GENERATED))
}

/// Lines of style sheets, markup and scripts fit into a window.
pub(super) fn columns(repo: &Repo) -> Vec<Finding> {
    let mut found = Vec::new();
    for file in sources(repo) {
        for (i, line) in file.text.lines().enumerate() {
            let columns = line.chars().count();
            if columns > COLUMNS {
                let what = format!("{columns} characters; at most {COLUMNS}, and the formatter wraps at 100");
                found.push(Finding { check: "columns", path: file.path.clone(), line: i + 1, what });
            }
        }
    }
    found
}

/// A class is kebab-case with three letters at least: `seat-card`, not `sc`.
pub(super) fn classes(repo: &Repo) -> Vec<Finding> {
    let mut found = Vec::new();
    let is_markup = |path: &str| path.ends_with(".svelte") || path.ends_with(".html");
    for file in sources(repo).filter(|file| is_markup(&file.path)) {
        for (at, name) in classes_in(&file.text).into_iter().filter(|(_, name)| !is_readable(name)) {
            let line = file.text[..at].lines().count().max(1);
            let what = format!("the class '{name}' is no word: kebab-case, of three letters at least");
            found.push(Finding { check: "classes", path: file.path.clone(), line, what });
        }
    }
    found
}

fn is_readable(name: &str) -> bool {
    let is_part =
        |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    let letters = name.chars().filter(char::is_ascii_lowercase).count();
    letters >= 3 && name.starts_with(|c: char| c.is_ascii_lowercase()) && name.split('-').all(is_part)
}

/// The class names that stand in markup, with where they do; what is computed is not known.
fn classes_in(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (at, attribute) in text.match_indices(" class").chain(text.match_indices("\nclass")) {
        let at = at + attribute.len();
        let rest = &text[at..];
        if let Some(directive) = rest.strip_prefix(':') {
            let end = directive.find(|c: char| c != '-' && !c.is_ascii_alphanumeric());
            found.push((at, &directive[..end.unwrap_or(directive.len())]));
        } else if let Some(value) = rest.strip_prefix("=\"") {
            found.extend(words(&value[..value.find('"').unwrap_or(0)]).map(|word| (at, word)));
        } else if let Some(value) = rest.strip_prefix("={") {
            let code = &value[..end_of_block(value)];
            let strings = code.split('\'').skip(1).step_by(2);
            found.extend(strings.flat_map(words).map(|word| (at, word)));
        }
    }
    found
}

/// The words of a value but those that are partly computed.
fn words(value: &str) -> impl Iterator<Item = &str> {
    value.split_whitespace().filter(|word| !word.contains(['{', '}']))
}

/// Where the block ends whose opening brace lies before this text.
fn end_of_block(text: &str) -> usize {
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{places, repo};
    use super::*;

    #[test]
    fn long_lines_of_the_client_are_found() {
        let found = |path: &str, text: &str| places(&columns(&repo(&[(path, text)])));
        let (long, fits) = ("牌".repeat(COLUMNS + 1), "牌".repeat(COLUMNS));
        let text = format!("{fits}\n{long}\n");
        for kind in KINDS {
            assert_eq!(found(&format!("web/src/a{kind}"), &text), [format!("web/src/a{kind}:2")]);
        }
        for path in ["web/src/generated/protocol.ts", "web/package-lock.json", "crates/x/report.css"] {
            assert_eq!(found(path, &text), Vec::<String>::new());
        }
    }

    #[test]
    fn classes_that_are_no_words_are_found() {
        let found = |text: &str| places(&classes(&repo(&[("web/src/A.svelte", text)])));
        let bad = [
            "<p\n  class=\"btn sc\">",
            "<p>\n<b class:on={x}>",
            "<p\n class={['river', own && 'rv']}>",
            "<i>\n<b class={{ long, bg: true, 'b-2': x }}>",
            "<p\n class=\"seatCard\">",
            "<p\n class=\"av0 at-{place}\">",
        ];
        for text in bad {
            assert_eq!(found(text), ["web/src/A.svelte:2"], "{text}");
        }
        let good = "<p class=\"btn btn-large at-{place} k{n}\" class:drawn class:is-me={me}>\n\
                    <p class={['river', `r-${place}`, a === {} && 'wide-river']} data-x='no'>\n";
        assert_eq!(found(good), Vec::<String>::new());
        let elsewhere = repo(&[("crates/x/a.html", "<p class=\"x\">"), ("web/src/a.ts", " class=\"x\"")]);
        assert_eq!(classes(&elsewhere), []);
    }
}
