//! The dashboard and the alert rules that operators get name only metrics, and labels of metrics, that the server has.

use crate::server::host::host;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// What Prometheus itself knows of everything it reads: whether it answers, and who it is.
const UP: &str = "up";
const TARGET: [&str; 2] = ["job", "instance"];

/// Words of the query language that are no metrics.
const WORDS: [&str; 12] = [
    "and",
    "atan2",
    "bool",
    "by",
    "group_left",
    "group_right",
    "ignoring",
    "offset",
    "on",
    "or",
    "unless",
    "without",
];

/// The expressions of both files, each with where it stands.
fn expressions() -> Vec<(&'static str, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/monitoring");
    let dashboard: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("grafana.json")).unwrap()).unwrap();
    let mut found = Vec::new();
    let mut open = vec![&dashboard];
    while let Some(next) = open.pop() {
        match next {
            Value::Object(fields) => {
                found.extend(
                    fields.get("expr").and_then(Value::as_str).map(|text| ("dashboard", text.into())),
                );
                open.extend(fields.values());
            }
            Value::Array(all) => open.extend(all),
            _ => {}
        }
    }
    assert!(found.len() > 10, "the dashboard has hardly an expression: {found:?}");
    let alerts = fs::read_to_string(folder.join("alerts.yml")).unwrap();
    let lines: Vec<&str> = alerts.lines().map(str::trim).collect();
    let rules = lines.iter().filter(|line| line.starts_with("- alert:")).count();
    let asked: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("expr: ")).collect();
    assert!(rules > 5 && rules == asked.len(), "{rules} alerts, {} expressions on a line", asked.len());
    found.extend(asked.into_iter().map(|text| ("alerts", text.to_owned())));
    found
}

/// The metrics that an expression names, and the labels: those in braces and those it groups by.
fn named(expression: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut metrics, mut labels) = (BTreeSet::new(), BTreeSet::new());
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == ':';
    let mut rest = expression;
    let mut groups = false;
    while let Some(first) = rest.chars().next() {
        let until = |end: char| rest.find(end).map_or(rest.len(), |at| at + 1);
        let length = match first {
            '[' => until(']'),
            '"' => 1 + rest[1..].find('"').map_or(rest.len() - 1, |at| at + 1),
            '{' => until('}'),
            '(' if groups => until(')'),
            _ if is_word(first) => rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (piece, after) = rest.split_at(length);
        let inside = piece.trim_matches(['{', '}', '(', ')']);
        if first == '{' {
            let names = inside.split(',').filter_map(|part| part.split(['=', '!']).next());
            labels.extend(names.map(|name| name.trim().to_owned()));
        } else if first == '(' && groups {
            labels.extend(inside.split(',').map(|name| name.trim().to_owned()));
        } else if first.is_ascii_alphabetic() && !WORDS.contains(&piece) {
            // What is followed by a bracket, or by what it groups by, is a function.
            let next = after.trim_start();
            if !next.starts_with('(') && !["by", "without"].iter().any(|word| next.starts_with(word)) {
                metrics.insert(piece.to_owned());
            }
        }
        groups = match piece {
            "by" | "without" | "on" | "ignoring" => true,
            " " => groups,
            _ => false,
        };
        rest = after;
    }
    (metrics, labels)
}

/// What the server reports: the labels of each metric.
fn served(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (name, rest) = line.split_at(line.find(['{', ' ']).unwrap());
        let labels =
            rest.strip_prefix('{').and_then(|rest| rest.split_once('}')).map_or("", |(labels, _)| labels);
        let labels =
            labels.split(',').filter_map(|label| label.split_once('=')).map(|(name, _)| name.to_owned());
        all.entry(name.to_owned()).or_default().extend(labels);
    }
    all
}

#[tokio::test]
async fn dashboard_and_alerts_name_what_the_server_counts() {
    let host = host();
    let answer = host.metrics().unwrap().request("GET", "/metrics", None, None).await.unwrap();
    let served = served(&String::from_utf8(answer.body).unwrap());
    for (place, expression) in expressions() {
        let (metrics, labels) = named(&expression);
        assert!(!metrics.is_empty(), "{place}: {expression} names no metric");
        for metric in metrics.iter().filter(|name| *name != UP) {
            let has =
                served.get(metric).unwrap_or_else(|| panic!("{place}: no metric {metric} in {served:?}"));
            let unknown =
                labels.iter().find(|label| !has.contains(*label) && !TARGET.contains(&label.as_str()));
            assert_eq!(unknown, None, "{place}: a label that {metric} does not have: {expression}");
        }
    }
}

#[test]
fn expressions_are_taken_apart() {
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<BTreeSet<_>>();
    for (expression, metrics, labels) in [
        ("up{job=\"x_total\"} == 0", "up", "job"),
        ("sum by (le, kind) (rate(a_bucket[5m])) > 0.1", "a_bucket", "le kind"),
        ("a_total / on (x) group_left b unless c{d!~\"e\",f=\"g\"}", "a_total b c", "x d f"),
        (
            "histogram_quantile(0.9, sum(rate(t[$__rate_interval])) by(le)) and avg without (i) (v)",
            "t v",
            "le i",
        ),
    ] {
        assert_eq!(named(expression), (words(metrics), words(labels)), "{expression}");
    }
}
