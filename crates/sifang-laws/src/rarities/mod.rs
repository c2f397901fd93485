//! What random play of one rule set hardly ever reaches, as stacked walls: one file per rule set, and the list of them.
//!
//! A rule set without a line here has none; the themes of [`crate::stacker`] serve it as they serve all.

use crate::stacker::Below;
use sifang_table::RuleSet;
use sifang_tiles::{Seat, Tile};
use std::any::Any;

macro_rules! rarities {
    ($($module:ident => $rules:ident;)*) => {
        $(mod $module;)*

        /// A row that brings about something rare of this rule set alone: one of as many kinds as its file has, chosen by
        /// `below`. None: it has no file.
        pub fn row<R: RuleSet>(rules: &R, dealer: Seat, below: Below<'_>) -> Option<Vec<Tile>> {
            // By type at run time: a bound on `R` would make every rule set write a file.
            let rules: &dyn Any = rules;
            $(if let Some(rules) = rules.downcast_ref::<sifang_rules::$module::$rules>() {
                return Some($module::row(rules, dealer, below));
            })*
            None
        }
    };
}

rarities! {
    anhua => Anhua;
    hongzhong => Hongzhong;
    jingji => Jingji;
    wuxi => Wuxi;
    xuezhan => Xuezhan;
}
