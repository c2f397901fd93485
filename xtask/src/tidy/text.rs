//! Checks of what must not be written anywhere: paths of somebody's machine, addresses nobody has
//! approved, and Markdown that runs out of the window.

use super::{Finding, Repo};

/// Beginnings of paths that mean something on one machine only. Put together so that this file does
/// not find itself.
const MACHINE_PATHS: &[&str] = &[
    concat!("/ho", "me/"),
    concat!("/Us", "ers/"),
    concat!("/ro", "ot/"),
    concat!("/wo", "rk/"),
    concat!("/tm", "p/"),
    concat!("C:", "\\"),
    concat!("../sha", "red"),
];

/// Hosts that may be linked to. Any other is either a slip (a private mirror) or a new link to be
/// added here.
const HOSTS: &[&str] = &[
    "127.0.0.1",
    "localhost",
    "example.org",
    "github.com",
    "json-schema.org",
    "www.apache.org",
    "www.w3.org",
    "opensource.org",
];

/// Characters of a line of Markdown at most; prose is wrapped at 100.
const COLUMNS: usize = 120;

/// Lines of Markdown fit into a window: prose, tables, code and Chinese alike.
pub(super) fn columns(repo: &Repo) -> Vec<Finding> {
    let mut found = Vec::new();
    for file in repo.files.iter().filter(|file| file.path.ends_with(".md")) {
        for (i, line) in file.text.lines().enumerate() {
            let columns = line.chars().count();
            if columns > COLUMNS {
                let what = format!("{columns} characters; at most {COLUMNS}, and prose is wrapped at 100");
                found.push(Finding { check: "columns", path: file.path.clone(), line: i + 1, what });
            }
        }
    }
    found
}

/// Lines of the map of the code at most: it is read in one go, and every subject has its own page.
const MAP_LINES: usize = 200;

/// `ARCHITECTURE.md` stays a map.
pub(super) fn map(repo: &Repo) -> Vec<Finding> {
    let maps = repo.files.iter().filter(|file| file.path == "ARCHITECTURE.md");
    let found = maps.filter_map(|file| {
        let lines = file.text.lines().count();
        let what = format!("{lines} lines; at most {MAP_LINES}, the rest belongs into docs/design");
        (lines > MAP_LINES).then(|| Finding { check: "map", path: file.path.clone(), line: lines, what })
    });
    found.collect()
}

/// No file names a path of a machine.
pub(super) fn paths(repo: &Repo) -> Vec<Finding> {
    let mut found = Vec::new();
    for file in &repo.files {
        for (i, line) in file.text.lines().enumerate() {
            if let Some(path) = MACHINE_PATHS.iter().find(|path| line.contains(*path)) {
                let what = format!("'{path}' is a path of one machine");
                found.push(Finding { check: "path", path: file.path.clone(), line: i + 1, what });
            }
        }
    }
    found
}

/// No file links to a host outside the list.
pub(super) fn hosts(repo: &Repo) -> Vec<Finding> {
    let mut found = Vec::new();
    let is_lock = |path: &str| path.ends_with(".lock") || path.ends_with("package-lock.json");
    for file in repo.files.iter().filter(|file| !is_lock(&file.path)) {
        for (i, line) in file.text.lines().enumerate() {
            for host in hosts_in(line).filter(|host| !HOSTS.contains(host)) {
                let what = format!("'{host}' is not on the list of hosts (xtask/src/tidy/text.rs)");
                found.push(Finding { check: "host", path: file.path.clone(), line: i + 1, what });
            }
        }
    }
    found
}

/// The hosts of the addresses in a line; a placeholder such as `http://{listen}` has none.
fn hosts_in(line: &str) -> impl Iterator<Item = &str> {
    let after_scheme = ["http://", "https://", "ws://", "wss://"]
        .into_iter()
        .flat_map(move |scheme| line.match_indices(scheme).map(move |(at, _)| &line[at + scheme.len()..]));
    let host = |rest: &'_ str| {
        rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '-').unwrap_or(rest.len())
    };
    after_scheme.map(move |rest| &rest[..host(rest)]).filter(|host| !host.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{places, repo};
    use super::*;

    #[test]
    fn long_lines_of_markdown_are_found() {
        let found = |path: &str, text: &str| places(&columns(&repo(&[(path, text)])));
        let (long, chinese) = ("word ".repeat(25), "牌".repeat(COLUMNS + 1));
        let text = format!("short\n{long}\n| {long} |\n```\n{long}\n```\n{chinese}\n");
        assert_eq!(found("docs/a.md", &text), ["docs/a.md:2", "docs/a.md:3", "docs/a.md:5", "docs/a.md:7"]);
        assert_eq!(found("docs/rules/a.md", &long), ["docs/rules/a.md:1"]);
        let fits = format!("{}\n{}\n", &long[..COLUMNS], "牌".repeat(COLUMNS));
        assert_eq!(found("docs/a.md", &fits), Vec::<String>::new());
        assert_eq!(found("docs/a.txt", &long), Vec::<String>::new());
    }

    #[test]
    fn a_map_that_grew_too_long_is_found() {
        let found = |lines| places(&map(&repo(&[("ARCHITECTURE.md", &"x\n".repeat(lines))])));
        assert_eq!(found(MAP_LINES), Vec::<String>::new());
        assert_eq!(found(MAP_LINES + 1), ["ARCHITECTURE.md:201"]);
    }

    #[test]
    fn paths_of_a_machine_are_found() {
        for path in MACHINE_PATHS {
            let text = format!("fine\nsee {path}x\n");
            assert_eq!(places(&paths(&repo(&[("README.md", &text)]))), ["README.md:2"], "{path}");
        }
        assert_eq!(paths(&repo(&[("README.md", "crates/sifang-tiles, ../crates, docs/a.md\n")])), []);
    }

    #[test]
    fn unknown_hosts_are_found() {
        let slip = concat!("http", "://", "mirror.invalid:80/x");
        let text = format!("https://github.com/a/b\n{slip}\nhttp://127.0.0.1:8710 http://{{listen}}\n");
        assert_eq!(places(&hosts(&repo(&[("README.md", &text)]))), ["README.md:2"]);
        assert_eq!(hosts(&repo(&[("Cargo.lock", &text)])), []);
    }
}
