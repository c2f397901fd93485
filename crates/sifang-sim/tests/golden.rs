//! Whole deals in words, kept as files a person can read in review. `UPDATE=1 cargo test -p sifang-sim golden`
//! writes them anew; a change there is a change of the rules and wants a reason.
//!
//! `golden/list.txt` names them: a worked case by its id, or `RULES seed N` for a deal dealt and played by the seeker bots.

use serde_json::Value;
use sifang_bots::{Ask, Reflex, Rng, Seeker};
use sifang_match::{Shuffled, transcript};
use sifang_options::Lang;
use sifang_rules::any::RuleSetId;
use sifang_rules::contract::Contract;
use sifang_rules::script::{self, Script};
use sifang_rules::with_rule_set;
use sifang_sim::play_out;
use sifang_table::{Deal, Journal};
use sifang_tiles::Seat;
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// The case with this id, from the rule set's play cases.
fn case(rules: &str, id: &str) -> Value {
    let path = here().join(format!("../../../sifang-rules/tests/cases/{rules}.play.jsonl"));
    let text = std::fs::read_to_string(path).unwrap();
    let mut cases = text.lines().map(|l| serde_json::from_str::<Value>(l).unwrap());
    cases.find(|c| c["id"] == id).unwrap_or_else(|| panic!("no case {id}"))
}

fn write_deal(journal: &Journal, out: &mut String) {
    writeln!(out, "{}\n{}", transcript(journal, Lang::En), transcript(journal, Lang::Zh)).unwrap();
}

fn transcript_of_case<R: Contract>(id: &str) -> String {
    let case = case(R::ID, id);
    let mut out = format!("{id}: {}\noptions {}\n\n", case["why"].as_str().unwrap(), case["options"]);
    let script: Script<R::ScriptFields> = serde_json::from_value(case).unwrap();
    write_deal(&script::play::<R>(&script).unwrap().journal, &mut out);
    out
}

fn transcript_of_seed<R: Contract>(seed: u64) -> String {
    let rules = R::new(R::Options::default(), *R::SEATS.end());
    let mut journal = Journal::new();
    let shuffled = Shuffled::new(&rules, &sifang_fair::sim_key(seed, 0));
    let mut deal = Deal::start(rules, &shuffled.set_up(Seat::new(0), rules.first_carry()), &mut journal);
    let mut bots: Vec<_> = (0..4u64).map(|seat| Seeker::new(Rng::new(seed * 4 + seat))).collect();
    play_out(&mut deal, &mut journal, |deal, seat, _| {
        Ask::of(deal, seat).map(|ask| bots[seat.index()].answer(&ask)).unwrap_or_default()
    });
    let mut out = format!("{} seed {seed}, default options, four seekers\n\n", R::ID);
    write_deal(&journal, &mut out);
    out
}

#[test]
fn transcripts_are_as_before() {
    let list = std::fs::read_to_string(here().join("list.txt")).unwrap();
    let update = std::env::var_os("UPDATE").is_some();
    let mut different = Vec::new();
    for line in list.lines().filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let (rules, text) = match line.split(' ').collect::<Vec<_>>()[..] {
            [rules, "seed", n] => {
                let id = RuleSetId::from_id(rules).unwrap();
                (rules, with_rule_set!(id, R => transcript_of_seed::<R>(n.parse().unwrap())))
            }
            [case] => {
                let rules = case.split('-').next().unwrap();
                let id = RuleSetId::from_id(rules).unwrap();
                (rules, with_rule_set!(id, R => transcript_of_case::<R>(case)))
            }
            _ => panic!("cannot read '{line}'"),
        };
        assert!(line.starts_with(rules));
        let path = here().join(format!("{}.txt", line.replace(' ', "-")));
        if update {
            std::fs::write(&path, &text).unwrap();
        } else if std::fs::read_to_string(&path).ok().as_deref() != Some(&text) {
            different.push(path.file_name().unwrap().to_string_lossy().into_owned());
        }
    }
    assert!(different.is_empty(), "these read differently now: {different:?}");
}
