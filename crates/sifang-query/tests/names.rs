//! The players' own words: every other name leads to a clause, and the engine computes for every named combination what
//! the specification gives it.

use sifang_options::{Lang, OptionKind, OptionSet};
use sifang_query::markup::{Block, Look};
use sifang_query::{Book, book, clauses, fans};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;

/// What the specification gives; the books compute theirs.
const ANHUA: &[(&str, i32)] = &[
    ("小胡", 2),
    ("单大胡", 4),
    ("双大胡", 8),
    ("豪华胡", 16),
    ("大豪华胡", 32),
    ("双大豪华胡", 64),
    ("平胡", 2),
    ("起手四王", 2),
    ("清一色", 4),
    ("硬庄", 4),
    ("三王", 4),
    ("小七对", 4),
    ("杠上开花", 4),
    ("抢杠胡", 4),
    ("杠上炮", 4),
    ("三王清一色", 8),
    ("三王七小对", 8),
    ("三王杠上开花", 8),
    ("四王平胡", 8),
    ("六王平胡", 8),
    ("硬庄七小对", 8),
    ("硬庄清一色", 8),
    ("硬庄杠上开花", 8),
    ("硬庄抢杠胡", 8),
    ("硬庄杠上炮", 8),
    ("四王清一色", 16),
    ("四王杠上开花", 16),
    ("四王小七对", 16),
    ("三王清一色小七对", 16),
    ("三王清一色杠上开花", 16),
    ("六王清一色", 16),
    ("六王小七对", 16),
    ("硬庄清一色小七对", 16),
    ("硬庄清一色杠上开花", 16),
    ("硬庄清一色抢杠胡", 16),
    ("硬庄清一色杠上炮", 16),
    ("七王清一色", 32),
    ("七王小七对", 32),
    ("硬庄清一色杠上炮小七对", 32),
    ("四王清一色小七对", 32),
    ("四王清一色杠上开花", 32),
    ("六王清一色小七对", 32),
    ("七王清一色小七对", 64),
];
const HONGZHONG: &[(&str, i32)] = &[("清对对", 4), ("清请胡", 5), ("清幺九", 6)];

fn book_of(id: &str, lang: Lang) -> Book {
    book(RuleSetId::from_id(id).unwrap(), lang).unwrap()
}

#[test]
fn named_combinations_are_worth_what_the_specification_says() {
    for (id, wanted) in [("anhua", ANHUA), ("hongzhong", HONGZHONG)] {
        let book = book_of(id, Lang::Zh);
        let found: Vec<(&str, i32)> =
            book.combinations.iter().map(|one| (one.name.as_str(), one.worth)).collect();
        assert_eq!(found, wanted, "{id}");
        for one in &book.combinations {
            for fan in &one.fans {
                assert!(book.fans.iter().any(|known| known.fan.id == fan), "{id}: {fan}");
            }
        }
    }
}

#[test]
fn every_other_name_leads_to_something_in_the_book() {
    let mut names = 0;
    for id in RuleSetId::ALL {
        let shown = book(*id, Lang::Zh).unwrap();
        let known = clauses(*id, Lang::Zh).unwrap();
        names += shown.names.len();
        for name in &shown.names {
            let clause = known.iter().any(|clause| clause.id == name.clause);
            let section = shown.sections.iter().any(|section| section.id == name.clause);
            assert!(clause || section, "{} leads to {}, which is not there", name.name, name.clause);
        }
    }
    assert!(names > 100, "{names} names");
    let wuxi = book_of("wuxi", Lang::En);
    assert!(wuxi.names.iter().any(|one| one.name == "国士无双" && one.clause == "wuxi.fan.thirteen_orphans"));
    let absent: Vec<_> = book_of("xuezhan", Lang::En).names.into_iter().filter(|one| one.absent).collect();
    assert!(absent.iter().any(|one| one.name == "十八罗汉"));
}

#[test]
fn every_book_names_its_source() {
    for id in RuleSetId::ALL {
        let book = book(*id, Lang::En).unwrap();
        assert!(book.source.zh.contains('《') && book.source.en.contains("ersion"), "{}", id.id());
        assert!(book.version > 0);
    }
}

/// Words in which an identifier of the code shows: small letters joined by an underscore, or a bare option or value in
/// the look of code.
fn has_identifier(text: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split(|c| !word(c)).any(|part| part.contains('_') && part.chars().any(|c| c.is_ascii_lowercase()))
}

#[test]
fn no_text_has_an_identifier_of_the_code() {
    assert!(
        has_identifier("见 bury_check 一项") && has_identifier("`one_bird_all`") && !has_identifier("a - b")
    );
    for id in RuleSetId::ALL {
        let check = |what: &str, text: &str| assert!(!has_identifier(text), "{} {what}: {text}", id.id());
        for lang in [Lang::Zh, Lang::En] {
            let shown = book(*id, lang).unwrap();
            for block in shown.sections.iter().flat_map(|section| &section.blocks) {
                let (Block::Text { spans } | Block::Item { spans, .. }) = block else { continue };
                for span in spans {
                    check("book", &span.text);
                    assert!(span.look != Look::Code, "{}: '{}' looks like code", id.id(), span.text);
                }
            }
            for example in shown.examples.iter().chain(shown.fans.iter().flat_map(|fan| &fan.examples)) {
                check("example", if lang == Lang::Zh { &example.note.zh } else { &example.note.en });
            }
            for fan in fans(*id) {
                check("fan", fan.name.get(lang));
                check("fan", fan.when.get(lang));
            }
            let specs = with_rule_set!(*id, R => <<R as RuleSet>::Options as OptionSet>::SPECS);
            for spec in specs {
                check("option", spec.label.get(lang));
                check("option", spec.meaning.get(lang));
                if let OptionKind::Choice(choices) = spec.kind {
                    choices.iter().for_each(|choice| check("choice", choice.label.get(lang)));
                }
            }
            for term in with_rule_set!(*id, R => <R as RuleSet>::TERMS) {
                check("term", if lang == Lang::Zh { term.zh } else { term.en });
            }
        }
    }
}

/// A link in a book leads to a clause, and says the name of the option it leads to.
#[test]
fn links_say_the_name_of_what_they_lead_to() {
    let mut links = 0;
    for id in RuleSetId::ALL {
        let specs = with_rule_set!(*id, R => <<R as RuleSet>::Options as OptionSet>::SPECS);
        for lang in [Lang::Zh, Lang::En] {
            let shown = book(*id, lang).unwrap();
            for block in shown.sections.iter().flat_map(|section| &section.blocks) {
                let (Block::Text { spans } | Block::Item { spans, .. }) = block else { continue };
                for span in spans.iter().filter(|span| span.look == Look::Link) {
                    let spec = specs.iter().find(|spec| Some(spec.clause) == span.to.as_deref());
                    assert_eq!(
                        spec.map(|spec| spec.label.get(lang)),
                        Some(span.text.as_str()),
                        "{}",
                        id.id()
                    );
                    links += 1;
                }
            }
        }
    }
    assert!(links > 40, "{links}");
}
