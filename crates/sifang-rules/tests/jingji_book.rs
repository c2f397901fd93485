//! Clauses of `jingji` that no hand's explanation cites: they have their anchors in the rule book too.

use sifang_rules::jingji::{FU_CATALOG, Jingji};
use sifang_table::{Progress, RuleSet};
use sifang_tiles::Seat;

#[test]
fn fu_and_the_end_of_the_match_are_in_the_book() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules/jingji.en.md");
    let book = std::fs::read_to_string(path).unwrap();
    let rules = Jingji::new(Default::default(), 4);
    let mut carry = rules.first_carry();
    carry.stakes = [4; Seat::MAX];
    let end = Progress { carry, ..Progress::default() };
    let corrections = rules.settle_match(&end);
    assert_eq!(corrections.len(), 1);
    for clause in FU_CATALOG.iter().map(|f| f.term.clause).chain(corrections.iter().map(|c| c.why.clause)) {
        assert!(book.contains(&format!("<a id=\"{clause}\"></a>")), "{clause}");
    }
}
