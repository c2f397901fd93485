//! Matches that are over soon, for every rule set.

use serde_json::{Value, json};
use sifang_options::{Group, OptionKind, OptionSet, OptionSpec};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;

/// The options that a rule set has.
pub(crate) fn specs(rules: RuleSetId) -> &'static [OptionSpec] {
    with_rule_set!(rules, R => <<R as RuleSet>::Options as OptionSet>::SPECS)
}

/// Options for a short match: two deals, or one of whatever a rule set counts by.
pub fn short_match(rules: RuleSetId) -> Value {
    let mut options = json!({});
    for spec in specs(rules).iter().filter(|spec| spec.group == Group::Match) {
        match spec.kind {
            OptionKind::Int { min, max } => {
                options[spec.name] = if max >= 16 { 2 } else { 1 }.clamp(min, max).into()
            }
            OptionKind::IntSet(set) => options[spec.name] = set.iter().copied().min().into(),
            OptionKind::Bool | OptionKind::Choice(_) => {}
        }
    }
    options
}

/// A record of a finished match, as JSON.
pub(crate) fn record(seed: u64) -> anyhow::Result<String> {
    let rules = RuleSetId::ALL[0];
    let record = with_rule_set!(rules, R => {
        let options = <<R as RuleSet>::Options as Default>::default();
        sifang_sim::sample_record(R::new(options, *R::SEATS.end()), seed, 2, sifang_bots::Level::Random)
    });
    Ok(serde_json::to_string(&record.map_err(|error| anyhow::anyhow!("{error}"))?)?)
}
