//! Every clause that a settlement or a hint can cite has its anchor in the rule book, and every rule set's texts exist in both languages.

use sifang_options::OptionSet;
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_table::Term;
use std::path::Path;

fn check<R: Insight>() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/rules/{}.en.md", R::ID));
    let book = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let terms: Vec<&Term> = R::FANS.iter().map(|f| &f.term).chain(R::TERMS.iter().copied()).collect();
    for term in &terms {
        assert!(!term.id.is_empty() && !term.zh.is_empty() && !term.en.is_empty(), "{term:?} lacks a text");
    }
    for (i, term) in terms.iter().enumerate() {
        assert!(!terms[..i].iter().any(|t| t.id == term.id), "two terms of {} are called {}", R::ID, term.id);
    }
    for reason in R::REASONS {
        assert!(!reason.zh.is_empty() && !reason.en.is_empty(), "{reason:?} lacks a text");
    }
    let options = R::Options::SPECS.iter().map(|s| s.clause);
    let mut missing: Vec<&str> = terms
        .iter()
        .chain(R::REASONS)
        .map(|t| t.clause)
        .chain(options)
        .filter(|clause| !book.contains(&format!("<a id=\"{clause}\"></a>")))
        .collect();
    missing.sort_unstable();
    missing.dedup();
    assert!(missing.is_empty(), "docs/rules/{}.en.md has no anchor for {missing:?}", R::ID);
    R::Options::default().validate().unwrap();
}

#[test]
fn every_clause_has_its_anchor() {
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}
