//! The reducer: a snapshot and the updates after it give the table as it is now. It is the same structural merge that the
//! browser does, and it checks the hashes that come along.

use serde_json::{Map, Value};
use sifang_proto::view_hash;

/// A table put together from a snapshot and updates.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// Names the row of updates.
    pub stream: String,
    /// The number of the last update.
    pub seq: u64,
    /// The table as this viewer sees it; null before the first snapshot.
    pub table: Value,
    /// How many hashes have been compared.
    pub hashes: u64,
    /// How many whole tables have been compared with a snapshot of the same moment.
    pub compared: u64,
    /// Every view so far, where that is wished: for comparing with a replay.
    pub seen: Option<Vec<Seen>>,
}

/// A view that was seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Number of the deal, from 1.
    pub deal: u64,
    /// Its hash, as a replay gives it: the question asked, if there is one, has the number 0.
    pub hash: String,
}

impl Table {
    /// Takes in a `snapshot` or an `update`; other messages change nothing. An error is a desync: a gap, another hash, or a
    /// snapshot that differs from what the updates up to its number have come to.
    pub fn take(&mut self, message: &Value) -> Result<(), String> {
        match message["type"].as_str() {
            Some("snapshot") => {
                let stream = message["stream"].as_str().unwrap_or_default();
                let seq = message["seq"].as_u64().unwrap_or_default();
                if self.stream == stream && self.seq == seq {
                    if self.table != message["table"] {
                        return Err(format!("at update {seq} the reduced table is not the server's"));
                    }
                    self.compared += 1;
                }
                (self.stream, self.seq) = (stream.to_owned(), seq);
                self.table = message["table"].clone();
                self.note();
                Ok(())
            }
            Some("update") => {
                self.update(message)?;
                self.note();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn update(&mut self, message: &Value) -> Result<(), String> {
        let seq = message["seq"].as_u64().unwrap_or_default();
        if seq != self.seq + 1 {
            return Err(format!("update {seq} came after {}", self.seq));
        }
        self.seq = seq;
        apply(&mut self.table, &message["patch"]);
        if let Some(hash) = message["hash"].as_str() {
            let ours = self.hash();
            if ours != hash {
                return Err(format!("at update {seq} the view has hash {ours}, the server says {hash}"));
            }
            self.hashes += 1;
        }
        Ok(())
    }

    /// Keeps what is seen now, where that is wished.
    fn note(&mut self) {
        let Some(seen) = &mut self.seen else { return };
        let mut view = self.table["view"].clone();
        if view["prompt"].is_object() {
            view["prompt"]["decision"] = 0.into();
        }
        let deal = self.table["deal"].as_u64().unwrap_or_default();
        seen.push(Seen { deal, hash: view_hash(view.to_string().as_bytes()) });
    }

    /// The hash of the view as it stands.
    pub fn hash(&self) -> String {
        view_hash(self.table["view"].to_string().as_bytes())
    }

    /// What this viewer is asked and has not answered: the decision and the choices.
    pub fn prompt(&self) -> Option<(u64, &[Value])> {
        let prompt = &self.table["view"]["prompt"];
        let open = prompt["answered"].is_null();
        prompt["decision"].as_u64().zip(prompt["choices"].as_array().map(Vec::as_slice)).filter(|_| open)
    }

    /// The number of the deal, if it is over. The room may still be shown between deals when the next one has begun.
    pub fn ended_deal(&self) -> Option<u64> {
        self.table["deal"].as_u64().filter(|_| !self.table["view"]["end"].is_null())
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        self.table["over"].is_object()
    }
}

/// Merges a patch into a table.
pub fn apply(table: &mut Value, patch: &Value) {
    for (name, change) in patch.as_object().into_iter().flatten() {
        match name.as_str() {
            "results" | "entries" => tail(&mut table[name], change),
            "view" => apply_view(&mut table[name], change),
            _ => table[name] = change.clone(),
        }
    }
}

fn apply_view(view: &mut Value, patch: &Value) {
    for (name, change) in patch.as_object().into_iter().flatten() {
        if name != "players" {
            view[name] = change.clone();
            continue;
        }
        for (seat, change) in change.as_object().into_iter().flatten() {
            let place = seat.parse::<usize>().ok().and_then(|seat| view["players"].get_mut(seat));
            if let Some(player) = place {
                apply_player(player, change.as_object());
            }
        }
    }
}

fn apply_player(player: &mut Value, patch: Option<&Map<String, Value>>) {
    for (name, change) in patch.into_iter().flatten() {
        if name == "river" {
            tail(&mut player[name], change);
        } else {
            player[name] = change.clone();
        }
    }
}

/// Keeps the beginning of a list and adds what follows.
fn tail(list: &mut Value, change: &Value) {
    let keep = change["keep"].as_u64().unwrap_or_default() as usize;
    let added = change["add"].as_array().cloned().unwrap_or_default();
    if let Some(list) = list.as_array_mut() {
        list.truncate(keep);
        list.extend(added);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn patches_replace_and_grow() {
        let mut table = json!({
            "deal": 1, "results": [1], "clock": {"until": 5},
            "view": {"wall": 50, "players": [{"closed": 13, "river": [1, 2]}, {"closed": 13, "river": []}], "end": null},
        });
        let patch = json!({
            "clock": null, "results": {"keep": 1, "add": [2]},
            "view": {"wall": 49, "players": {"0": {"river": {"keep": 1, "add": [7]}}, "1": {"closed": 14}}},
        });
        apply(&mut table, &patch);
        assert_eq!(
            table,
            json!({
                "deal": 1, "results": [1, 2], "clock": null,
                "view": {"wall": 49, "players": [{"closed": 13, "river": [1, 7]}, {"closed": 14, "river": []}], "end": null},
            })
        );
    }

    #[test]
    fn gaps_and_wrong_hashes_are_noticed() {
        let mut table = Table::default();
        table
            .take(&json!({"type": "snapshot", "stream": "s", "seq": 4, "table": {"view": {"wall": 1}}}))
            .unwrap();
        let update = |seq: u64, hash: &str| json!({"type": "update", "seq": seq, "patch": {"view": {"wall": 2}}, "hash": hash});
        assert!(table.clone().take(&update(6, "")).is_err());
        assert!(table.clone().take(&update(5, "00000000")).is_err());
        let right = view_hash(b"{\"wall\":2}");
        table.take(&update(5, &right)).unwrap();
        assert_eq!((table.seq, table.hashes), (5, 1));
        let snapshot = |wall: u64| json!({"type": "snapshot", "stream": "s", "seq": 5, "table": {"view": {"wall": wall}}});
        assert!(table.clone().take(&snapshot(1)).is_err());
        table.take(&snapshot(2)).unwrap();
        assert_eq!(table.compared, 1);
    }
}
