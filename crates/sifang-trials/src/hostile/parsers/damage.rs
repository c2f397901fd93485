//! How inputs are made: something good, damaged byte by byte or (where it is JSON) value by value, or nothing but pieces.

use serde_json::{Value, json};
use sifang_bots::Rng;

/// Pieces that parsers trip over.
const PIECES: &[&str] = &[
    "\"",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "null",
    "true",
    "-",
    "1e999",
    "-1",
    "18446744073709551616",
    "0.5",
    "\\u0000",
    "\\ud800",
    "\u{0}",
    "\u{202e}",
    "\u{10ffff}",
    "é",
    "东",
    "９",
    " ",
    "\n",
    "\t",
    "[[[[[[[[",
    "{\"a\":",
    "0x",
    "%00",
    "'--",
    "=",
    "#",
    "&",
    "?",
];

/// One input of at most so many bytes: something from the corpus, damaged; or nothing but pieces.
pub(super) fn input(rng: &mut Rng, corpus: &[Vec<u8>], most: usize) -> Vec<u8> {
    let mut bytes = match rng.below(8) {
        0 => Vec::new(),
        _ => one_of(rng, corpus).clone(),
    };
    // JSON that stays JSON gets past the reader, to what is done with it.
    if rng.below(2) == 0
        && let Ok(mut value) = serde_json::from_slice::<Value>(&bytes)
    {
        for _ in 0..=rng.below(3) {
            change(rng, &mut value);
        }
        bytes = value.to_string().into_bytes();
    } else {
        for _ in 0..rng.below(6) {
            damage(rng, &mut bytes);
            bytes.truncate(most);
        }
    }
    bytes.truncate(most);
    bytes
}

fn one_of<'a, T>(rng: &mut Rng, all: &'a [T]) -> &'a T {
    &all[rng.below(all.len() as u32) as usize]
}

/// Changes, takes out, cuts off, doubles or puts in something.
fn damage(rng: &mut Rng, bytes: &mut Vec<u8>) {
    let at = rng.below(bytes.len() as u32 + 1) as usize;
    match rng.below(6) {
        0 if at < bytes.len() => bytes[at] = rng.word() as u8,
        1 if at < bytes.len() => drop(bytes.remove(at)),
        2 if rng.below(4) == 0 => bytes.truncate(at),
        3 => {
            let from = rng.below(at as u32 + 1) as usize;
            let again = bytes[from..at].to_vec();
            bytes.splice(at..at, again);
        }
        _ => {
            let piece = one_of(rng, PIECES).repeat(1 + rng.below(3) as usize);
            bytes.splice(at..at, piece.into_bytes());
        }
    }
}

/// Changes one value somewhere inside: another of its kind or of another, one less or one more of a list.
fn change(rng: &mut Rng, value: &mut Value) {
    let deeper = rng.below(6) > 0;
    match value {
        Value::Array(list) if deeper && !list.is_empty() => {
            let at = rng.below(list.len() as u32) as usize;
            match rng.below(8) {
                0 => drop(list.remove(at)),
                1 => list.push(list[at].clone()),
                _ => change(rng, &mut list[at]),
            }
        }
        Value::Object(fields) if deeper && !fields.is_empty() => {
            let at = rng.below(fields.len() as u32) as usize;
            let Some((name, inner)) = fields.iter_mut().nth(at) else { return };
            if rng.below(8) == 0 {
                let name = name.clone();
                fields.remove(&name);
            } else {
                change(rng, inner);
            }
        }
        Value::String(text) if rng.below(2) == 0 => {
            let mut bytes = std::mem::take(text).into_bytes();
            damage(rng, &mut bytes);
            *text = String::from_utf8_lossy(&bytes).into_owned();
        }
        Value::Number(number) if rng.below(2) == 0 => {
            let near = number.as_i64().unwrap_or_default().saturating_add(i64::from(rng.below(7)) - 3);
            *value = near.into();
        }
        other => {
            *other = match rng.below(10) {
                0 => Value::Null,
                1 => rng.below(2).eq(&0).into(),
                2 => rng.below(256).into(),
                3 => (-1).into(),
                4 => u64::MAX.into(),
                5 => i64::MIN.into(),
                6 => json!(0.5),
                7 => json!(*one_of(rng, PIECES)),
                8 => json!([]),
                _ => json!({}),
            }
        }
    }
}
