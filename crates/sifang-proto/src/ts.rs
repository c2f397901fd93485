//! Everything on the wire as TypeScript declarations for the browser client: the protocol here, books
//! and reports in `books`, the words of a verdict in `verdict`.

mod books;
mod verdict;

pub use books::declarations as books;
pub use verdict::words as verdict;

use crate::{
    BOT_NAMES, ClientMessage, Created, DealEvents, DeleteRequest, ErrorBody, ErrorCode, GuestRequest,
    History, KeyList, LabList, LabRequest, Me, NicknameRequest, PasskeyList, PasskeyQuestion, Phrase,
    PlayerDelta, Preset, PresetList, QuickRequest, Recovered, Recovery, RecoveryRequest, Registered, Replay,
    ReviewList, ReviewRun, RoomList, RuleSetDetail, ServerMessage, Statistics, StoredRecord, TokenList,
    VerdictView,
};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;
use std::collections::BTreeMap;
use std::fmt::Write;
use ts_rs::{Config, Dummy, TS, TypeVisitor};

/// Types found so far: declarations by name.
struct Found {
    config: Config,
    declarations: BTreeMap<String, String>,
    /// Names that two different types have.
    clashes: Vec<String>,
}

impl Found {
    fn new() -> Found {
        let config = Config::new().with_large_int("number").with_array_tuple_limit(0);
        Found { config, declarations: BTreeMap::new(), clashes: Vec::new() }
    }

    fn add<T: TS + 'static + ?Sized>(&mut self) {
        // Types without a file of their own (lists, numbers, options) have no name to ask for.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        let docs = T::docs().unwrap_or_default();
        let declaration = format!("{docs}export {}", T::decl(&self.config));
        if let Some(known) = self.declarations.get_mut(&name) {
            if without_comments(known) != without_comments(&declaration) {
                self.clashes.push(name);
            } else if declaration < *known {
                // Types are visited in an order that differs from build to build. Of two with the
                // same fields, the same one must stand here every time.
                *known = declaration;
            }
            return;
        }
        self.declarations.insert(name, declaration);
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

impl TypeVisitor for Found {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        self.add::<T>();
    }
}

/// A declaration without its comments, its words one space apart.
fn without_comments(text: &str) -> String {
    let mut parts = text.split("/**");
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.filter_map(|part| part.split_once("*/")).map(|(_, code)| code);
    let code = rest.fold(first, |all, part| all + part);
    code.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The types of messages and bodies.
fn protocol() -> Found {
    let mut found = Found::new();
    found.add::<ClientMessage>();
    found.add::<ServerMessage<'static, Dummy, Dummy>>();
    // Named only by a written type of the view's patch, so that nothing else leads to it.
    found.add::<PlayerDelta<'static>>();
    found.add::<ErrorBody>();
    found.add::<GuestRequest>();
    found.add::<Registered>();
    found.add::<Me>();
    found.add::<NicknameRequest>();
    found.add::<TokenList>();
    found.add::<DeleteRequest>();
    found.add::<PasskeyQuestion>();
    found.add::<PasskeyList>();
    found.add::<Recovery>();
    found.add::<Recovered>();
    found.add::<RecoveryRequest>();
    found.add::<Preset>();
    found.add::<PresetList>();
    found.add::<RuleSetDetail>();
    found.add::<Created>();
    found.add::<QuickRequest>();
    found.add::<RoomList>();
    found.add::<History>();
    found.add::<DealEvents>();
    found.add::<StoredRecord>();
    found.add::<Statistics>();
    found.add::<Replay>();
    found.add::<ReviewRun>();
    found.add::<ReviewList>();
    found.add::<VerdictView>();
    found.add::<KeyList>();
    found.add::<LabRequest>();
    found.add::<LabList>();
    found
}

/// The text of the declarations.
pub fn declarations() -> String {
    let mut found = protocol();
    let mut views = Vec::new();
    for id in RuleSetId::ALL {
        views.push(with_rule_set!(*id, R => {
            found.add::<<R as RuleSet>::Extra>();
            found.add::<<R as RuleSet>::WinFacts>();
            let extra = <R as RuleSet>::Extra::ident(&found.config);
            let facts = <R as RuleSet>::WinFacts::ident(&found.config);
            (id.id(), extra, facts)
        }));
    }
    let mut out = String::from(
        "// Generated from the types of the crate sifang-proto; do not edit. `UPDATE=1 cargo test -p sifang-proto\n\
         // --features ts` writes it anew.\n/* eslint-disable */\n\n",
    );
    let union = |values: Vec<String>| values.join(" | ");
    let quoted = |text: &str| format!("\"{text}\"");
    let mut declare = |text: String| {
        // Writing to a string does not fail.
        let _ = writeln!(out, "{text}\n");
    };
    declare(format!("export const PROTOCOL = {};", quoted(crate::PROTOCOL)));
    for text in found.declarations.values() {
        declare(text.trim().to_owned());
    }
    let codes = ErrorCode::ALL.iter().map(|code| quoted(code.code())).collect();
    declare(format!("export type ErrorCode = {};", union(codes)));
    let phrases: Vec<String> = Phrase::ALL
        .iter()
        .map(|p| format!("{{ id: {:?}, zh: {:?}, en: {:?} }}", p.id(), p.text().zh, p.text().en))
        .collect();
    declare(format!("export const PHRASES = [{}] as const;", phrases.join(", ")));
    let bots: Vec<String> =
        BOT_NAMES.iter().map(|name| format!("{{ zh: {:?}, en: {:?} }}", name.zh, name.en)).collect();
    declare(format!(
        "/** The computer players by seat. */\nexport const BOT_NAMES = [{}] as const;",
        bots.join(", ")
    ));
    let ids = views.iter().map(|(id, ..)| quoted(id)).collect();
    declare(format!("/** The rule sets. */\nexport type RuleSetId = {};", union(ids)));
    let extras = views.iter().map(|(_, extra, _)| extra.clone()).collect();
    declare(format!("/** What a rule set adds to a view. */\nexport type AnyExtra = {};", union(extras)));
    let facts = views.iter().map(|(.., facts)| facts.clone()).collect();
    declare(format!("/** What a rule set notes of a win. */\nexport type AnyWinFacts = {};", union(facts)));
    let all =
        views.iter().map(|(id, extra, facts)| format!("({{ rules: \"{id}\" }} & View<{extra}, {facts}>)"));
    declare(format!("/** A view; `rules` says which. */\nexport type AnyView = {};", union(all.collect())));
    declare("/** A client's frame: a message and its number. */\nexport type ClientFrame = { id: number } & ClientMessage;".into());
    declare(
        "/** A server's frame. */\nexport type ServerFrame = ServerMessage<AnyExtra, AnyWinFacts>;".into(),
    );
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}
