//! The worked cases of every rule set, run in this process.

use crate::common::case_file;
use sifang_rules::any::RuleSetId;
use std::fs::File;

#[test]
fn every_worked_case_holds() {
    for rules in RuleSetId::ALL {
        for kind in ["score", "play"] {
            let path = case_file(*rules, kind);
            let report = sifang_cli::cases::check(File::open(&path).unwrap()).unwrap();
            assert!(report.failures.is_empty(), "{}: {:#?}", path.display(), report.failures);
            assert!(report.passed >= 10, "{}: only {} cases", path.display(), report.passed);
        }
    }
}
