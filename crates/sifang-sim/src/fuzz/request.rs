//! Random score requests for a request type of which only the type is known.
//!
//! The type is asked for its field names, and each field for the kinds of value it takes; then objects are made of fitting values, with
//! a misfit now and then.

use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde_json::{Map, Value, json};
use sifang_bots::Rng;
use sifang_options::{OptionKind, OptionSet};
use sifang_rules::contract::Contract;
use sifang_tiles::{Tile, format_tiles};
use std::marker::PhantomData;

/// Kinds of value that occur in requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Null,
    Flag,
    Number,
    Text,
    Texts,
    Numbers,
    Melds,
    Options,
}

const KINDS: [Kind; 8] = [
    Kind::Null,
    Kind::Flag,
    Kind::Number,
    Kind::Text,
    Kind::Texts,
    Kind::Numbers,
    Kind::Melds,
    Kind::Options,
];

/// A maker of requests of type `T`.
pub(super) struct Requests<T> {
    fields: Vec<(&'static str, Vec<Kind>)>,
    words: Vec<&'static str>,
    options: Vec<(&'static str, OptionKind)>,
    id: &'static str,
    of: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> Requests<T> {
    pub(super) fn new<R: Contract>() -> Requests<T> {
        let mut words = vec!["self_draw", "discard", "rob_kong", "chi", "pon", "kong_direct", "", "x"];
        words.extend(R::FANS.iter().map(|fan| fan.term.id));
        words.extend(R::TERMS.iter().map(|term| term.id));
        let options = R::Options::SPECS.iter().map(|spec| (spec.name, spec.kind)).collect();
        let mut new = Requests { fields: Vec::new(), words, options, id: R::ID, of: PhantomData };
        let kinds_of = |field| {
            let takes = |kind: &Kind| new.takes(field, *kind, &mut Rng::new(1));
            KINDS.iter().copied().filter(takes).collect()
        };
        let fields = field_names::<T>().iter().map(|field| (*field, kinds_of(field))).collect();
        new.fields = fields;
        new
    }

    /// Whether the field takes this kind: reading complains of nothing, or only of fields that are missing.
    fn takes(&self, field: &str, kind: Kind, rng: &mut Rng) -> bool {
        let mut object = Map::new();
        object.insert(field.into(), self.value(kind, rng));
        match serde_json::from_value::<T>(Value::Object(object)) {
            Ok(_) => true,
            Err(error) => error.to_string().starts_with("missing field"),
        }
    }

    /// A request as JSON text.
    pub(super) fn make(&self, rng: &mut Rng) -> Vec<u8> {
        let win = Win::new(rng);
        let mut object = Map::new();
        for (field, kinds) in &self.fields {
            if rng.below(20) == 0 {
                continue;
            }
            if rng.below(20) != 0
                && let Some(value) = win.field(field, self.id)
            {
                object.insert((*field).into(), value);
                continue;
            }
            let misfit = kinds.is_empty() || rng.below(60) == 0;
            let among = if misfit { &KINDS[..] } else { kinds };
            let kind = among[rng.below(among.len() as u32) as usize];
            object.insert((*field).into(), self.value(kind, rng));
        }
        Value::Object(object).to_string().into_bytes()
    }

    fn value(&self, kind: Kind, rng: &mut Rng) -> Value {
        let few = rng.below(4);
        match kind {
            Kind::Null => Value::Null,
            Kind::Flag => json!(rng.below(2) == 0),
            Kind::Number => match rng.below(20) {
                0 => json!(i64::MAX),
                1 => json!(i64::MIN),
                2 => json!(-1),
                _ => json!(rng.below(6)),
            },
            Kind::Text => match rng.below(5) {
                0 => json!(self.word(rng)),
                1 => json!(self.id),
                2 => json!(Tile::at(rng.below(Tile::KINDS as u32) as usize)),
                _ => json!(hand(rng)),
            },
            Kind::Texts => (0..few).map(|_| json!(self.word(rng))).collect(),
            Kind::Numbers => (0..few).map(|_| json!(rng.below(6))).collect(),
            Kind::Melds => (0..few).map(|_| meld(rng)).collect(),
            Kind::Options => self.some_options(rng),
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

/// Groups of tiles, as many as hands have, so that some of them win.
fn hand(rng: &mut Rng) -> String {
    let groups = rng.below(6);
    let mut tiles = some_groups(groups, rng);
    if rng.below(4) == 0 {
        tiles.push(Tile::at(rng.below(42) as usize));
    }
    format_tiles(&tiles)
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

/// A win that could have happened, in the words that the requests of all rule sets share.
struct Win {
    concealed: String,
    tile: Tile,
    melds: Value,
    winner: u32,
    from: Option<u32>,
    flowers: String,
}

impl Win {
    fn new(rng: &mut Rng) -> Win {
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
        let flowers: Vec<Tile> = (34..42).filter(|_| rng.below(4) == 0).map(Tile::at).collect();
        Win {
            concealed: format_tiles(&tiles),
            tile,
            melds: melds.into(),
            winner,
            from,
            flowers: format_tiles(&flowers),
        }
    }

    /// What a field of this name would say of the win.
    fn field(&self, name: &str, rules: &str) -> Option<Value> {
        Some(match name {
            "rules" => json!(rules),
            "players" => json!(4),
            "concealed" => json!(self.concealed),
            "winning_tile" => json!(self.tile),
            "melds" => self.melds.clone(),
            "winner" => json!(self.winner),
            "from" => json!(self.from),
            "source" => json!(if self.from.is_some() { "discard" } else { "self_draw" }),
            "flowers" => json!(self.flowers),
            "context" => json!([]),
            _ => return None,
        })
    }
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

/// The field names that a type asks for when it is read as a struct.
fn field_names<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut names: &'static [&'static str] = &[];
    // Reading stops as soon as the names are known.
    let _ = T::deserialize(Names(&mut names));
    names
}

struct Names<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Names<'_> {
    type Error = serde_json::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, Self::Error> {
        *self.0 = fields;
        Err(Self::Error::custom("only the names were wanted"))
    }

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Self::Error> {
        Err(Self::Error::custom("only the names were wanted"))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
