//! The words of a verdict as TypeScript: what the browser finds out by itself is worded as the server words the rest. A file of its
//! own, so that only the page that needs them loads them.

use sifang_match::{Finding, Outcome, Part};
use sifang_options::Lang;

/// The text of the file.
pub fn words() -> String {
    let parts = Part::ALL.iter().map(|part| (part.id(), said(&|lang| part.text(lang))));
    let outcomes = Outcome::ALL.iter().map(|outcome| (outcome.id(), said(&|lang| outcome.text(lang))));
    let findings = Finding::ALL.iter().map(|found| {
        let (part, state) = (found.part().id(), found.state().id());
        (found.id(), format!("part: {part:?}, state: {state:?}, {}", said(&|lang| found.text(lang))))
    });
    format!(
        "// Generated from the words of sifang-match; do not edit. `UPDATE=1 cargo test -p sifang-proto --features ts`\n\
         // writes it anew.\n/* eslint-disable */\n\n\
         /** The parts of a verdict, in the order in which they are shown. */\n{}\n\n\
         /** What a verdict comes to. */\n{}\n\n\
         /** What can be said of a part. */\n{}\n",
        constant("VERDICT_PARTS", parts),
        constant("VERDICT_OUTCOMES", outcomes),
        constant("VERDICT_FINDINGS", findings),
    )
}

fn said(text: &dyn Fn(Lang) -> &'static str) -> String {
    format!("zh: {:?}, en: {:?}", text(Lang::Zh), text(Lang::En))
}

fn constant(name: &str, values: impl Iterator<Item = (&'static str, String)>) -> String {
    let lines: String = values.map(|(id, fields)| format!("  {id}: {{ {fields} }},\n")).collect();
    format!("export const {name} = {{\n{lines}}} as const;")
}
