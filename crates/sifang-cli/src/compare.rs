//! How a case's `expect` is compared with a result.
//!
//! A record (the result itself, an object in a list) may have more fields than are expected. An object that is the
//! value of a field (tiles and what they pay) must have exactly the expected keys: otherwise "no waits" could not be
//! expected. Lists must have the same length.

use serde_json::{Map, Value};

/// Whether `got` has every field of `expect`, equal.
pub(crate) fn record(expect: &Map<String, Value>, got: &Map<String, Value>) -> bool {
    expect.iter().all(|(name, wanted)| got.get(name).is_some_and(|found| field(wanted, found)))
}

/// Whether the value of a field is what was expected.
pub(crate) fn field(expect: &Value, got: &Value) -> bool {
    match (expect, got) {
        (Value::Object(wanted), Value::Object(found)) => {
            let same = |(key, wanted): (&String, &Value)| found.get(key).is_some_and(|f| part(wanted, f));
            wanted.len() == found.len() && wanted.iter().all(same)
        }
        (Value::Array(wanted), Value::Array(found)) => {
            wanted.len() == found.len() && wanted.iter().zip(found).all(|(w, f)| part(w, f))
        }
        _ => expect == got,
    }
}

/// Whether a part of a list or map is what was expected.
fn part(expect: &Value, got: &Value) -> bool {
    match (expect, got) {
        (Value::Object(wanted), Value::Object(found)) => record(wanted, found),
        _ => field(expect, got),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn holds(expect: Value, got: Value) -> bool {
        record(expect.as_object().unwrap(), got.as_object().unwrap())
    }

    #[test]
    fn records_may_have_more_fields() {
        assert!(holds(json!({"total": 2}), json!({"total": 2, "lines": []})));
        assert!(holds(json!({"wins": [{"seat": 1}]}), json!({"wins": [{"seat": 1, "from": null}]})));
        assert!(!holds(json!({"total": 2}), json!({"total": 3})));
        assert!(!holds(json!({"total": 2}), json!({})));
        assert!(!holds(json!({"from": null}), json!({})));
        assert!(!holds(json!({"wins": [{"seat": 1}]}), json!({"wins": [{"seat": 2}]})));
    }

    #[test]
    fn lists_and_maps_must_be_complete() {
        assert!(!holds(json!({"wins": []}), json!({"wins": [{"seat": 1}]})));
        assert!(!holds(json!({"deltas": [1, -1]}), json!({"deltas": [1, -1, 0]})));
        assert!(!holds(json!({"deltas": [1, -1]}), json!({"deltas": [-1, 1]})));
        assert!(!holds(json!({"waits": {}}), json!({"waits": {"5m": 2}})));
        assert!(!holds(json!({"waits": {"5m": 2}}), json!({"waits": {"5m": 3}})));
        assert!(holds(
            json!({"waits": {"5m": {"total": 2}}}),
            json!({"waits": {"5m": {"total": 2, "points": 4}}})
        ));
    }
}
