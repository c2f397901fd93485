//! Score requests that are nearly right: worked ones with a few things changed, and made-up wins in the words that the requests of all
//! rule sets share.

use serde_json::{Map, Value, json};
use sifang_bots::Rng;
use sifang_options::{OptionKind, OptionSet};
use sifang_rules::contract::Contract;
use sifang_tiles::{Tile, format_tiles};

/// A maker of requests of one rule set.
pub(super) struct Requests {
    corpus: Vec<Map<String, Value>>,
    words: Vec<&'static str>,
    options: Vec<(&'static str, OptionKind)>,
    id: &'static str,
}

impl Requests {
    /// From worked requests (those that are objects), if there are any.
    pub(super) fn new<R: Contract>(corpus: &[Value]) -> Requests {
        let mut words = vec!["self_draw", "discard", "rob_kong", "chi", "pon", "kong_direct", "", "x"];
        words.extend(R::FANS.iter().map(|fan| fan.term.id));
        words.extend(R::TERMS.iter().map(|term| term.id));
        let options = R::Options::SPECS.iter().map(|spec| (spec.name, spec.kind)).collect();
        let corpus = corpus.iter().filter_map(Value::as_object).cloned().collect();
        Requests { corpus, words, options, id: R::ID }
    }

    /// A request as JSON text.
    pub(super) fn make(&self, rng: &mut Rng) -> Vec<u8> {
        let mut object = match self.worked(rng) {
            Some(worked) if rng.below(4) != 0 => worked.clone(),
            _ => made_up(self.id, rng),
        };
        for _ in 0..rng.below(4) {
            self.change(&mut object, rng);
        }
        Value::Object(object).to_string().into_bytes()
    }

    fn worked(&self, rng: &mut Rng) -> Option<&Map<String, Value>> {
        self.corpus.get(rng.below(self.corpus.len() as u32) as usize)
    }

    /// Changes one field.
    fn change(&self, object: &mut Map<String, Value>, rng: &mut Rng) {
        let other = self.worked(rng).unwrap_or(object);
        let Some((name, value)) = other.iter().nth(rng.below(other.len() as u32) as usize) else { return };
        let (name, value) = (name.clone(), value.clone());
        match rng.below(5) {
            0 => {
                object.remove(&name);
            }
            1 | 2 => {
                object.insert(name, value);
            }
            3 if object.get(&name).is_some_and(Value::is_string) => {
                let text = object[&name].as_str().unwrap_or_default();
                let changed = another_digit(text, rng);
                object.insert(name, json!(changed));
            }
            _ => {
                object.insert(name, self.value(rng));
            }
        }
    }

    /// Any value that occurs in requests, fitting or not.
    fn value(&self, rng: &mut Rng) -> Value {
        let few = rng.below(4);
        match rng.below(10) {
            0 => Value::Null,
            1 => json!(rng.below(2) == 0),
            2 => json!([i64::MAX, i64::MIN, -1, 4][rng.below(4) as usize]),
            3 => json!(rng.below(6)),
            4 => json!(self.word(rng)),
            5 => json!(format_tiles(&some_groups(rng.below(6), rng))),
            6 => (0..few).map(|_| json!(self.word(rng))).collect(),
            7 => (0..few).map(|_| json!(rng.below(6))).collect(),
            8 => (0..few).map(|_| meld(rng)).collect(),
            _ => self.some_options(rng),
        }
    }

    fn word(&self, rng: &mut Rng) -> &'static str {
        self.words[rng.below(self.words.len() as u32) as usize]
    }

    /// A few options, mostly with values they take.
    fn some_options(&self, rng: &mut Rng) -> Value {
        let mut object = Map::new();
        for (name, kind) in &self.options {
            if rng.below(6) != 0 {
                continue;
            }
            let value = match *kind {
                OptionKind::Bool => json!(rng.below(2) == 0),
                OptionKind::Int { min, max } => {
                    let span = max.abs_diff(min).saturating_add(1);
                    json!(i64::from(min) + i64::from(rng.below(span)) + i64::from(rng.below(40) == 0))
                }
                OptionKind::IntSet(set) => json!(set[rng.below(set.len() as u32) as usize]),
                OptionKind::Choice(all) => json!(all[rng.below(all.len() as u32) as usize].value),
            };
            object.insert((*name).into(), value);
        }
        Value::Object(object)
    }
}

/// The text with one of its digits changed.
fn another_digit(text: &str, rng: &mut Rng) -> String {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let which = rng.below(digits as u32) as usize;
    let mut seen = 0;
    let change = |c: char| {
        if !c.is_ascii_digit() {
            return c;
        }
        seen += 1;
        if seen - 1 == which { char::from(b'0' + rng.below(10) as u8) } else { c }
    };
    text.chars().map(change).collect()
}

/// So many melds, and a pair.
fn some_groups(melds: u32, rng: &mut Rng) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = Vec::new();
    for _ in 0..melds {
        let low = Tile::at(rng.below(34) as usize);
        match (low.up(1), low.up(2)) {
            (Some(b), Some(c)) if rng.below(4) != 0 => tiles.extend([low, b, c]),
            _ => tiles.extend([low; 3]),
        }
    }
    tiles.extend([Tile::at(rng.below(34) as usize); 2]);
    tiles
}

/// A win that could have happened.
fn made_up(rules: &str, rng: &mut Rng) -> Map<String, Value> {
    let all = if rng.below(4) == 0 { 5 } else { 4 };
    let laid = rng.below(all + 1);
    let mut tiles = some_groups(all - laid, rng);
    let tile = tiles.swap_remove(rng.below(tiles.len() as u32) as usize);
    let winner = rng.below(4);
    let from = (rng.below(2) == 0).then(|| (winner + 1 + rng.below(3)) % 4);
    let mut melds: Vec<Value> = (0..laid).map(|_| meld(rng)).collect();
    for meld in &mut melds {
        meld["from"] = json!((winner + 1 + rng.below(3)) % 4);
    }
    let fields = [
        ("rules", json!(rules)),
        ("concealed", json!(format_tiles(&tiles))),
        ("winning_tile", json!(tile)),
        ("melds", json!(melds)),
        ("winner", json!(winner)),
        ("from", json!(from)),
        ("source", json!(if from.is_some() { "discard" } else { "self_draw" })),
    ];
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn meld(rng: &mut Rng) -> Value {
    let low = Tile::at(rng.below(34) as usize);
    let (kind, tiles) = match rng.below(4) {
        0 => ("chi", vec![low, low.up(1).unwrap_or(low), low.up(2).unwrap_or(low)]),
        1 => ("pon", vec![low; 3]),
        2 => ("kong_concealed", vec![low; 4]),
        _ => ("kong_added", vec![low; 4]),
    };
    json!({"kind": kind, "tiles": format_tiles(&tiles), "from": rng.below(5)})
}
