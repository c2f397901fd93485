//! The rule book of a rule set as a typed value: its text taken apart, its fan table with examples
//! that the engine has just scored. The web page, the drawer at the table and `sifang rules` all
//! show this.

use crate::clauses::{Pointers, all_pointers};
use crate::markup::{self, Section};
use crate::request::{Query, answer};
use crate::{FanEntry, fans};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sifang_options::{Lang, Text};
use sifang_rules::any::RuleSetId;
use sifang_rules::form::Form;
use sifang_rules::rulebook::Rulebook;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;
use sifang_tiles::Tile;
use std::collections::BTreeMap;

/// A rule book in one language.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Book {
    /// The rule set.
    pub id: &'static str,
    /// The book's title.
    pub title: String,
    /// Its sections.
    pub sections: Vec<Section>,
    /// Where the rules come from.
    pub source: Text,
    /// The version of the rules as they are played here.
    pub version: u32,
    /// Other names of fans and clauses.
    pub names: Vec<OtherName>,
    /// Combinations of fans that have a name, and what the engine pays for them.
    pub combinations: Vec<Combination>,
    /// The fan table.
    pub fans: Vec<BookFan>,
    /// Example wins that sections show by name.
    pub examples: Vec<Example>,
    /// Of each clause, the code that carries it out and the cases that show it.
    pub pointers: BTreeMap<&'static str, Pointers>,
}

/// A name that players use for something that the book calls otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OtherName {
    /// The name, in Chinese.
    pub name: String,
    /// The clause that it stands for.
    pub clause: String,
    /// The rules do not have it; the clause says what they have.
    pub absent: bool,
}

/// Fans that have a name together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Combination {
    /// The name, in Chinese.
    pub name: String,
    /// The fans; none for the name of everything that is worth as much.
    pub fans: Vec<String>,
    /// What it is worth, under the default options.
    pub worth: i32,
}

/// A line of a rule set's names.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
    fan: Option<String>,
    clause: Option<String>,
    #[serde(default)]
    absent: bool,
    fans: Option<Vec<String>>,
    class: Option<Vec<String>>,
}

/// One line of the fan table, with its examples.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BookFan {
    /// The fan.
    #[serde(flatten)]
    pub fan: FanEntry,
    /// Wins that have it.
    pub examples: Vec<Example>,
}

/// An example win.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Example {
    /// The name under which a section shows it; none for examples of the fan table.
    pub name: Option<String>,
    /// What is to be seen, in both languages.
    pub note: Words,
    /// The win, as `sifang score` reads it.
    #[cfg_attr(feature = "ts", ts(type = "Request"))]
    pub request: Map<String, Value>,
    /// What the engine says.
    #[cfg_attr(feature = "ts", ts(type = "Score"))]
    pub answer: Value,
}

impl Example {
    /// The hand in one line: closed tiles, melds in brackets, and the winning tile behind a plus.
    pub fn notation(&self) -> String {
        let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
        let mut line = text(self.request.get("concealed"));
        for meld in self.request.get("melds").and_then(Value::as_array).into_iter().flatten() {
            line += &format!(" [{}]", text(meld.get("tiles")));
        }
        let tile = text(self.request.get("winning_tile"));
        if tile.is_empty() { line } else { format!("{line} + {tile}") }
    }
}

/// A text that was read, in both languages.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "Text"))]
pub struct Words {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

/// A line of a rule set's examples.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExampleLine {
    fan: Option<String>,
    name: Option<String>,
    note: Words,
    request: Map<String, Value>,
    expect: Value,
}

/// An example with the fan it is for and what was expected of it; tests compare.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The fan it shows.
    pub fan: Option<String>,
    /// The example, answered.
    pub example: Example,
    /// What the answer must contain.
    pub expect: Value,
}

/// The form of a rule set's score requests, with the tiles there are.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "Form"))]
pub struct FullForm {
    /// Each tile and how many copies there are.
    pub tiles: Vec<(Tile, u8)>,
    /// The numbers of players.
    pub seats: Vec<usize>,
    /// The rest.
    #[serde(flatten)]
    pub form: Form,
}

/// The form of a rule set's score requests.
pub fn form(id: RuleSetId) -> FullForm {
    fn of<R: Rulebook>() -> FullForm {
        let set = R::new(R::Options::default(), *R::SEATS.end()).tile_set();
        let tiles = Tile::all().map(|tile| (tile, set[tile.index()])).filter(|(_, copies)| *copies > 0);
        FullForm { tiles: tiles.collect(), seats: R::SEATS.collect(), form: R::FORM }
    }
    with_rule_set!(id, R => of::<R>())
}

/// The rule book in one language. The tests read every book, so an error here means a damaged
/// build.
pub fn book(id: RuleSetId, lang: Lang) -> Result<Book, String> {
    let text: Text = with_rule_set!(id, R => <R as Rulebook>::BOOK);
    let markup = markup::parse(text.get(lang))?;
    let checked = examples(id)?;
    let of_fan = |fan: FanEntry| {
        let mine = checked.iter().filter(|one| one.fan.as_deref() == Some(fan.id));
        BookFan { examples: mine.map(|one| one.example.clone()).collect(), fan }
    };
    let (names, combinations) = names(id)?;
    Ok(Book {
        id: id.id(),
        title: markup.title,
        source: with_rule_set!(id, R => <R as Rulebook>::SOURCE),
        version: with_rule_set!(id, R => <R as RuleSet>::VERSION),
        names,
        combinations,
        sections: markup.sections,
        fans: fans(id).into_iter().map(of_fan).collect(),
        examples: checked.iter().filter(|one| one.fan.is_none()).map(|one| one.example.clone()).collect(),
        pointers: all_pointers(id),
    })
}

/// The names that players use: of fans and clauses, and of combinations with what they are worth.
fn names(id: RuleSetId) -> Result<(Vec<OtherName>, Vec<Combination>), String> {
    let (mut names, mut combinations) = (Vec::new(), Vec::new());
    let fans = fans(id);
    for (number, line) in with_rule_set!(id, R => <R as Rulebook>::NAMES).lines().enumerate() {
        let bad = |why: &str| format!("name {}: {why}", number + 1);
        let Named { name, fan, clause, absent, fans: together, class } =
            serde_json::from_str(line).map_err(|e| bad(&e.to_string()))?;
        let of_fan = fan.map(|fan| fans.iter().find(|one| one.id == fan).map(|one| one.clause.to_owned()));
        let clause = match (of_fan, clause) {
            (Some(found), None) => Some(found.ok_or_else(|| bad("there is no such fan"))?),
            (None, Some(clause)) => Some(format!("{}.{clause}", id.id())),
            _ => None,
        };
        match (clause, together, class) {
            (Some(clause), None, None) => names.push(OtherName { name, clause, absent }),
            (None, Some(some), None) | (None, None, Some(some)) => {
                let listed: Vec<&str> = some.iter().map(String::as_str).collect();
                let worth = with_rule_set!(id, R => <R as Rulebook>::combination(&listed));
                let worth = worth.ok_or_else(|| bad("the engine does not know this combination"))?;
                let whole = line.contains("\"fans\"");
                combinations.push(Combination { name, fans: if whole { some } else { Vec::new() }, worth });
            }
            _ => return Err(bad("a name stands for one thing")),
        }
    }
    Ok((names, combinations))
}

/// All examples of a rule set, scored.
pub fn examples(id: RuleSetId) -> Result<Vec<Checked>, String> {
    let lines = with_rule_set!(id, R => <R as Rulebook>::EXAMPLES).lines();
    let read = |(number, text): (usize, &str)| {
        let line: ExampleLine =
            serde_json::from_str(text).map_err(|e| format!("example {}: {e}", number + 1))?;
        let mut request = line.request;
        request.insert("rules".into(), id.id().into());
        let mut out = Vec::new();
        answer(Value::Object(request.clone()).to_string().as_bytes(), Query::Score, &mut out);
        let answer = serde_json::from_slice(&out).map_err(|e| format!("example {}: {e}", number + 1))?;
        let example = Example { name: line.name, note: line.note, request, answer };
        Ok(Checked { fan: line.fan, example, expect: line.expect })
    };
    lines.enumerate().map(read).collect()
}
