//! An example request for the help and the docs: a win of the rule book, so that it is right as long as the book is.

use serde_json::{Map, Value};
use sifang_rules::any::RuleSetId;
use sifang_rules::rulebook::Rulebook;
use sifang_rules::with_rule_set;

/// Fields in the order in which people read them; others come after.
const ORDER: [&str; 10] = [
    "rules",
    "options",
    "players",
    "dealer",
    "winner",
    "concealed",
    "melds",
    "winning_tile",
    "source",
    "from",
];

/// Fields of every request for waits.
const WAITS: [&str; 4] = ["rules", "options", "concealed", "melds"];

/// All wins of the book, as `sifang score` reads them.
pub(crate) fn wins(id: RuleSetId) -> Vec<Map<String, Value>> {
    let lines = with_rule_set!(id, R => <R as Rulebook>::EXAMPLES).lines();
    let request = |line: &str| {
        let mut line: Value = serde_json::from_str(line).ok()?;
        let mut request = line.get_mut("request")?.as_object_mut().map(std::mem::take)?;
        request.insert("rules".into(), id.id().into());
        Some(request)
    };
    lines.filter_map(request).collect()
}

/// One without melds, which is also the simplest hand to ask waits for.
fn plain(id: RuleSetId) -> Map<String, Value> {
    let mut all = wins(id);
    let plain = all.iter().position(|win| !win.contains_key("melds") && win.contains_key("winning_tile"));
    if all.is_empty() { Map::new() } else { all.swap_remove(plain.unwrap_or(0)) }
}

/// A request of `sifang score`, on one line.
pub(crate) fn score(id: RuleSetId) -> String {
    written(&plain(id))
}

/// A request of `sifang waits`, on one line: the same hand without the winning tile.
pub(crate) fn waits(id: RuleSetId) -> String {
    let form = with_rule_set!(id, R => <R as Rulebook>::FORM);
    let mut request = plain(id);
    request.retain(|name, _| {
        WAITS.contains(&name.as_str()) || form.fields.iter().any(|field| field.waits && field.name == name)
    });
    written(&request)
}

fn written(request: &Map<String, Value>) -> String {
    let rank = |name: &String| ORDER.iter().position(|known| known == name).unwrap_or(ORDER.len());
    let mut names: Vec<&String> = request.keys().collect();
    names.sort_by_key(|name| (rank(name), *name));
    let fields = names.iter().map(|name| format!("\"{name}\":{}", request[*name]));
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
}
