//! The list of rule sets, and of each its options and fans.

use serde::Serialize;
use sifang_options::{OptionSet, Text, json_schema};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;

/// One rule set in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Entry {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub name: Text,
    /// One line about it.
    pub pitch: Text,
    /// The numbers of players it allows.
    pub seats: Vec<usize>,
    /// The version of its rules.
    pub version: u32,
}

/// One line of a fan table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FanEntry {
    /// Stable id.
    pub id: &'static str,
    /// Its name.
    pub name: Text,
    /// Its value; 0 where options decide.
    pub value: i32,
    /// Anchor in the rule book.
    pub clause: &'static str,
    /// When it counts.
    pub when: Text,
}

/// All rule sets, in the order of the menu.
pub fn entries() -> Vec<Entry> {
    RuleSetId::ALL.iter().map(|id| entry(*id)).collect()
}

/// One rule set.
pub fn entry(id: RuleSetId) -> Entry {
    fn of<R: RuleSet>() -> Entry {
        Entry { id: R::ID, name: R::NAME, pitch: R::PITCH, seats: R::SEATS.collect(), version: R::VERSION }
    }
    with_rule_set!(id, R => of::<R>())
}

/// Its options as a JSON schema.
pub fn schema(id: RuleSetId) -> impl Serialize {
    with_rule_set!(id, R => json_schema(
        R::ID, R::NAME.zh, R::NAME.en, <<R as RuleSet>::Options as OptionSet>::SPECS,
    ))
}

/// Its fan table.
pub fn fans(id: RuleSetId) -> Vec<FanEntry> {
    let fans = with_rule_set!(id, R => <R as RuleSet>::FANS);
    let entry = |fan: &sifang_table::Fan| FanEntry {
        id: fan.term.id,
        name: Text::new(fan.term.zh, fan.term.en),
        value: fan.value,
        clause: fan.term.clause,
        when: Text::new(fan.zh, fan.en),
    };
    fans.iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_set_has_its_entry_options_and_fans() {
        assert_eq!(entries().len(), RuleSetId::ALL.len());
        for id in RuleSetId::ALL {
            assert_eq!(entry(*id).id, id.id());
            let schema = serde_json::to_value(schema(*id)).unwrap();
            assert!(!schema["properties"].as_object().unwrap().is_empty());
            let known = with_rule_set!(*id, R => <R as RuleSet>::FANS);
            assert!(fans(*id).iter().map(|fan| fan.id).eq(known.iter().map(|fan| fan.term.id)));
        }
    }
}
