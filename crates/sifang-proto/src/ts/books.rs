//! Rule books, forms, questions about hands with their answers, and reports of the lab as TypeScript.

use super::{Found, protocol};
use sifang_lab::Report;
use sifang_query::{Book, FullForm, form};
use sifang_rules::any::RuleSetId;
use sifang_rules::contract::Contract;
use sifang_rules::refusal::Refusal;
use sifang_rules::request::{RawMeld, declaration};
use sifang_rules::with_rule_set;
use std::fmt::Write;
use ts_rs::TS;

/// The text of the declarations. What the protocol declares too is imported from there. An error names types that
/// share a name and nothing else.
pub fn declarations() -> Result<String, String> {
    let mut found = Found::new();
    found.add::<Book>();
    found.add::<FullForm>();
    found.add::<Refusal>();
    found.add::<RawMeld<'static>>();
    found.add::<Report>();
    let (mut scores, mut waits) = (Vec::new(), Vec::new());
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => {
            found.add::<<R as Contract>::Answer>();
            found.add::<<R as Contract>::WaitsAnswer>();
            scores.push(<R as Contract>::Answer::ident(&found.config));
            waits.push(<R as Contract>::WaitsAnswer::ident(&found.config));
        });
    }
    let names: Vec<String> = found.declarations.keys().cloned().collect();
    let mut known = protocol();
    known.declarations.retain(|name, _| names.contains(name));
    let shared: Vec<String> = known.declarations.keys().cloned().collect();
    for name in &shared {
        let both =
            [&known.declarations[name], &found.declarations[name]].map(|one| super::without_comments(one));
        if both[0] != both[1] {
            found.clashes.push(name.clone());
        }
    }
    if !found.clashes.is_empty() {
        return Err(format!("different types have the same name: {}", found.clashes.join(", ")));
    }
    let forms: Vec<_> = RuleSetId::ALL.iter().map(|id| form(*id).form).collect();
    let mut out = format!(
        "// Generated from the types of sifang-query, sifang-rules and sifang-lab; do not edit. `UPDATE=1 cargo test\n\
         // -p sifang-proto --features ts` writes it anew.\n/* eslint-disable */\n\n\
         import type {{ {} }} from './protocol';\n\n",
        shared.join(", ")
    );
    let mut declare = |text: &str| {
        // Writing to a string does not fail.
        let _ = writeln!(out, "{text}\n");
    };
    for (_, text) in found.declarations.iter().filter(|(name, _)| !shared.contains(name)) {
        declare(text.trim());
    }
    declare(&format!(
        "/**\n * A described win; a rule set refuses the fields that it does not have.\n */\nexport type Request = {{\n{}\n}};",
        declaration(&forms)
    ));
    declare(&format!(
        "/**\n * What a score request gets.\n */\nexport type ScoreAnswer = {};",
        union(scores)
    ));
    declare(&format!(
        "/**\n * What a request for waits gets.\n */\nexport type WaitsAnswer = {};",
        union(waits)
    ));
    declare("/**\n * A scored win.\n */\nexport type Score = Extract<ScoreAnswer, { payments: unknown }>;");
    declare(
        "/**\n * The winning tiles of a hand.\n */\nexport type Waits = Extract<WaitsAnswer, { waits: unknown }>;",
    );
    out.truncate(out.trim_end().len());
    out.push('\n');
    Ok(out)
}

fn union(names: Vec<String>) -> String {
    names.join(" | ")
}
