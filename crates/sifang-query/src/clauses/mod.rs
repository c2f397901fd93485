//! A clause of a rule book with everything that belongs to it: its text, the code that carries it out,
//! the worked cases that show it. `sifang rules R --clause C` and the page of the rule book show this.
//!
//! What is *not* here: which code and which cases. The build script finds them where they name the
//! clause.

#[cfg(test)]
mod scan;

use crate::book::{Book, book};
use crate::fans;
use crate::markup::{Block, Span};
use serde::Serialize;
use sifang_options::{Lang, OptionSet};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;
use std::collections::BTreeMap;

/// Of each clause, in order: places in the code, and cases with what they are for.
type Index = [(&'static str, &'static [(&'static str, u32)], &'static [(&'static str, &'static str)])];
static INDEX: &Index = include!(concat!(env!("OUT_DIR"), "/clauses.rs"));

/// A clause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Clause {
    /// Its anchor.
    pub id: String,
    /// What it says.
    pub text: String,
    /// Code and cases.
    #[serde(flatten)]
    pub pointers: Pointers,
}

/// What points at a clause.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Pointers {
    /// Where the code names it.
    pub places: Vec<Place>,
    /// The worked cases that show it.
    pub cases: Vec<CasePointer>,
}

/// A place in the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Place {
    /// Path from the root of the repository.
    pub file: &'static str,
    /// From 1.
    pub line: u32,
}

/// A worked case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CasePointer {
    /// Its name.
    pub id: &'static str,
    /// What it is for.
    pub why: &'static str,
}

/// What points at a clause; nothing for a name that no clause has.
pub fn pointers(clause: &str) -> Pointers {
    let at = INDEX.binary_search_by_key(&clause, |(id, ..)| id);
    at.map_or_else(|_| Pointers::default(), |at| read(at).1)
}

/// What points at each clause of a rule set.
pub(crate) fn all_pointers(id: RuleSetId) -> BTreeMap<&'static str, Pointers> {
    let all = (0..INDEX.len()).map(read);
    all.filter(|(clause, _)| clause.split('.').next() == Some(id.id())).collect()
}

fn read(at: usize) -> (&'static str, Pointers) {
    let (clause, places, cases) = INDEX[at];
    let pointers = Pointers {
        places: places.iter().map(|&(file, line)| Place { file, line }).collect(),
        cases: cases.iter().map(|&(id, why)| CasePointer { id, why }).collect(),
    };
    (clause, pointers)
}

/// Every clause of a rule set in one language: the clauses of the text, then fans, then options.
pub fn clauses(id: RuleSetId, lang: Lang) -> Result<Vec<Clause>, String> {
    let mut found: Vec<(String, String)> = of_text(&book(id, lang)?);
    for fan in fans(id) {
        found.push((fan.clause.to_owned(), sentence(fan.name.get(lang), fan.when.get(lang), lang)));
    }
    let specs = with_rule_set!(id, R => <<R as RuleSet>::Options as OptionSet>::SPECS);
    for spec in specs {
        let text = sentence(spec.label.get(lang), spec.meaning.get(lang), lang);
        found.push((spec.clause.to_owned(), text));
    }
    let whole = |(id, text): (String, String)| Clause { pointers: pointers(&id), id, text };
    Ok(found.into_iter().map(whole).collect())
}

fn sentence(name: &str, words: &str, lang: Lang) -> String {
    match lang {
        Lang::Zh => format!("{name}：{words}"),
        Lang::En => format!("{name}: {words}"),
    }
}

fn of_text(book: &Book) -> Vec<(String, String)> {
    let blocks = book.sections.iter().flat_map(|section| &section.blocks);
    let item = |block: &Block| match block {
        Block::Item { id: Some(id), spans, .. } => Some((id.to_string(), plain(spans))),
        _ => None,
    };
    blocks.filter_map(item).collect()
}

fn plain(spans: &[Span]) -> String {
    spans.iter().map(|span| &*span.text).collect()
}

/// One clause by its name, with or without the rule set's; the error names those that are like it.
pub fn clause(id: RuleSetId, name: &str, lang: Lang) -> Result<Clause, Vec<String>> {
    let all = clauses(id, lang).map_err(|broken| vec![broken])?;
    let full = format!("{}.{}", id.id(), name.strip_prefix(&format!("{}.", id.id())).unwrap_or(name));
    let mut near: Vec<String> = Vec::new();
    for clause in all {
        if clause.id == full {
            return Ok(clause);
        }
        near.push(clause.id);
    }
    let word = name.rsplit('.').next().unwrap_or(name);
    let like: Vec<String> = near.iter().filter(|id| id.contains(word)).cloned().collect();
    Err(if like.is_empty() { near } else { like })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_rules::rulebook::Rulebook;

    #[test]
    fn every_anchor_of_a_book_is_found_with_its_text() {
        for id in RuleSetId::ALL {
            for lang in [Lang::Zh, Lang::En] {
                let text = with_rule_set!(*id, R => <R as Rulebook>::BOOK).get(lang);
                let mut anchors = scan::clauses(text);
                anchors.sort_unstable();
                let all = clauses(*id, lang).unwrap();
                let mut found: Vec<&str> = all.iter().map(|clause| &*clause.id).collect();
                found.sort_unstable();
                assert_eq!(found, anchors);
                assert!(all.iter().all(|clause| !clause.text.trim().is_empty()));
            }
        }
    }

    #[test]
    fn a_clause_is_found_by_its_name_with_or_without_the_rule_set() {
        let id = RuleSetId::ALL[0];
        let whole = clauses(id, Lang::En).unwrap().swap_remove(0);
        let short = whole.id.split_once('.').unwrap().1;
        assert_eq!(clause(id, &whole.id, Lang::En).unwrap(), whole);
        assert_eq!(clause(id, short, Lang::En).unwrap(), whole);
        let near = clause(id, &format!("none.{}", short.rsplit('.').next().unwrap()), Lang::En).unwrap_err();
        assert!(near.contains(&whole.id), "{near:?}");
        assert!(clause(id, "no_such_clause", Lang::En).unwrap_err().len() > 50, "all of them");
    }

    #[test]
    fn what_a_settlement_cites_has_its_place_in_the_code() {
        for id in RuleSetId::ALL {
            for fan in fans(*id) {
                let places = pointers(fan.clause).places;
                assert!(places.iter().any(|place| place.file.ends_with("fans.rs")), "{}", fan.clause);
            }
        }
    }
}
