//! One verdict on a record: good only if every part holds, and a signature that shows where it comes from.

use crate::records::{changed, for_all, leaves};
use serde_json::Value;
use sifang_bots::{Level, Rng};
use sifang_fair::{PublicKey, Signature, SigningKey};
use sifang_match::{Asked, Finding, Kept, Outcome, Part, Record, Signed, State, Verdict, judge};
use sifang_options::{Lang, OptionSet, OptionValue};
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_sim::sample_record;
use std::collections::BTreeSet;

/// So many deals that a match with the usual options comes to its end.
const WHOLE: u32 = 200;

fn server() -> SigningKey {
    SigningKey::new(&[7; 32])
}

/// A match that was played on a server to its end, and signed there.
fn played<R: Insight>(seed: u64) -> Record {
    let rules = R::new(R::Options::default(), *R::SEATS.end());
    let mut record = sample_record(rules, seed, WHOLE, Level::Seeker).unwrap();
    record.sign(&server());
    record
}

/// What the server says that keeps `kept`.
fn asked(record: &Record, kept: &Record) -> Verdict {
    let kept = (record.match_id == kept.match_id).then(|| kept.digest());
    let keys = [server().public()];
    judge(record, Asked::Server { kept: Kept::compare(kept, record), keys: &keys }, &mut |_, _| {})
}

fn offline(record: &Record, keys: &[PublicKey]) -> Verdict {
    judge(record, Asked::Keys(keys), &mut |_, _| {})
}

fn parts(verdict: &Verdict, state: State) -> Vec<Part> {
    let found = verdict.parts.iter().map(|part| part.finding).filter(|found| found.state() == state);
    found.map(Finding::part).collect()
}

#[test]
fn an_honest_record_is_proven_by_its_server_and_by_its_key() {
    fn check<R: Insight>() {
        let record = played::<R>(2);
        for verdict in [asked(&record, &record), offline(&record, &[server().public()])] {
            assert_eq!(verdict.outcome, Outcome::Proven, "{}: {:?}", R::ID, verdict.parts);
            assert_eq!(parts(&verdict, State::Aside), [Part::Names]);
            assert_eq!((verdict.deals, verdict.key), (record.deals.len(), Some(server().public())));
        }
        // As earlier versions left it: without a signature. Its server still knows it.
        let old = Record { signature: None, ..record.clone() };
        assert_eq!(old.digest(), record.digest());
        let verdict = asked(&old, &record);
        assert_eq!(verdict.outcome, Outcome::Proven);
        assert_eq!(parts(&verdict, State::Aside), [Part::Signature, Part::Names]);
        // Nobody was asked: nothing is wrong, but it may be invented.
        let verdict = judge(&old, Asked::Nobody, &mut |_, _| {});
        assert!(verdict.holds() && verdict.outcome == Outcome::Unproven);
        assert_eq!(parts(&verdict, State::Open), [Part::Known]);
        let verdict = offline(&old, &[server().public()]);
        assert!(!verdict.holds() && parts(&verdict, State::Fails) == [Part::Known]);
    }
    for_all(|id| with_rule_set!(id, R => check::<R>()));
}

#[test]
fn every_forgery_turns_its_part_and_the_verdict() {
    fn check<R: Insight>() {
        let honest = played::<R>(4);
        let forged = |change: &dyn Fn(&mut Record)| {
            let mut forged = honest.clone();
            change(&mut forged);
            assert_ne!(forged.digest(), honest.digest());
            // Whoever changes a record takes the signature away that no longer fits.
            assert_eq!(
                parts(&offline(&forged, &[server().public()]), State::Fails).last(),
                Some(&Part::Signature)
            );
            forged.signature = None;
            let verdict = asked(&forged, &honest);
            assert_eq!(verdict.outcome, Outcome::Fails);
            let fails = parts(&verdict, State::Fails);
            // The server keeps another one, whatever was changed.
            assert_eq!(fails.last(), Some(&Part::Known));
            fails[..fails.len() - 1].to_vec()
        };
        let discard = |record: &mut Record| {
            let commands = &mut record.deals[0].commands;
            let is_discard = |text: &String| text.contains("discard");
            let at = commands.iter().position(|command| is_discard(&command.to_string())).unwrap();
            let other = commands.iter().map(ToString::to_string).filter(is_discard);
            let (own, seat) = (commands[at].to_string(), commands[at].to_string()[..1].to_owned());
            let other = other.map(|text| format!("{seat}{}", &text[1..])).find(|text| *text != own).unwrap();
            commands[at] = other.parse().unwrap();
        };
        assert!(forged(&discard).contains(&Part::Moves));
        assert_eq!(forged(&|r| r.deals[0].deltas[0] += 1), [Part::Points]);
        assert_eq!(forged(&|r| r.totals[1] -= 3), [Part::Points]);
        assert_eq!(forged(&|r| r.ranks.rotate_left(1)), [Part::Points]);
        assert_eq!(
            forged(&|r| r.deals[0].dealer = r.deals[0].dealer.after(1, r.seats.into())),
            [Part::Moves]
        );
        assert!(forged(&|r| r.deals[0].secret = r.commitment).contains(&Part::Walls));
        assert_eq!(forged(&|r| r.deals[0].wall = r.deals[0].wall.chars().rev().collect()), [Part::Walls]);
        assert!(forged(&|r| r.deals.push(r.deals[0].clone())).contains(&Part::End));
    }
    for_all(|id| with_rule_set!(id, R => check::<R>()));
}

#[test]
fn a_match_cut_short_and_an_invented_one_are_not_proven() {
    fn check<R: Insight>() {
        let rules = R::new(R::Options::default(), *R::SEATS.end());
        let whole = sample_record(rules, 8, 2, Level::Seeker).unwrap();
        let (alone, nothing) = (sample_record(rules, 9, WHOLE, Level::Seeker).unwrap(), played::<R>(1));
        // All that is in it holds, but there was more to play.
        let verdict = asked(&whole, &whole);
        assert_eq!((verdict.outcome, parts(&verdict, State::Open)), (Outcome::Unproven, vec![Part::End]));
        // Cut by somebody: the server keeps all of it.
        let mut cut = played::<R>(6);
        let full = cut.clone();
        cut.deals.pop();
        let (deals, seats) = (&cut.deals, usize::from(cut.seats));
        let total = |seat: usize| deals.iter().map(|deal| deal.deltas[seat]).sum::<i32>();
        cut.totals = (0..seats).map(total).collect();
        cut.ranks = cut
            .totals
            .iter()
            .map(|own| 1 + cut.totals.iter().filter(|one| *one > own).count() as u8)
            .collect();
        let verdict = asked(&cut, &full);
        assert_eq!(verdict.outcome, Outcome::Fails);
        assert!(parts(&verdict, State::Fails).contains(&Part::Known));
        assert!(parts(&verdict, State::Fails).contains(&Part::Signature));
        assert_eq!(verdict.state(Part::End), Some(State::Open));
        // Invented: everything in it is right, but it was not played here, whoever signed it.
        let mut invented = alone;
        assert_eq!(parts(&asked(&invented, &nothing), State::Open), [Part::Known]);
        assert_eq!(asked(&invented, &nothing).outcome, Outcome::Unproven);
        invented.sign(&SigningKey::new(&[8; 32]));
        let verdict = asked(&invented, &nothing);
        assert_eq!(
            (verdict.outcome, verdict.state(Part::Signature)),
            (Outcome::Unproven, Some(State::Aside))
        );
        let real = Signed { key: server().public(), ..invented.signature.unwrap() };
        invented.signature = Some(real);
        assert_eq!(
            asked(&invented, &nothing).outcome,
            Outcome::Fails,
            "the server's name under a stranger's signature"
        );
        assert_eq!(offline(&invented, &[server().public()]).outcome, Outcome::Fails);
    }
    for_all(|id| with_rule_set!(id, R => check::<R>()));
}

/// What a server has removed it still recognises by its signature, also by one of an earlier key.
#[test]
fn a_signature_outlives_what_is_kept() {
    fn check<R: Insight>() {
        let record = played::<R>(3);
        let keys = [SigningKey::new(&[9; 32]).public(), server().public()];
        let asked = |keys| judge(&record, Asked::Server { kept: Kept::Nothing, keys }, &mut |_, _| {});
        let verdict = asked(&keys[..]);
        assert_eq!(verdict.outcome, Outcome::Proven);
        assert!(verdict.parts.iter().any(|part| part.finding == Finding::KnownSigned));
        assert_eq!(asked(&keys[..1]).outcome, Outcome::Unproven, "a key that was withdrawn");
        let mut broken = record.clone();
        let mut bytes = *broken.signature.unwrap().signature.bytes();
        bytes[20] ^= 1;
        broken.signature = Some(Signed { signature: Signature::new(bytes), key: server().public() });
        let verdict = judge(&broken, Asked::Server { kept: Kept::Same, keys: &keys }, &mut |_, _| {});
        assert_eq!((verdict.outcome, parts(&verdict, State::Fails)), (Outcome::Fails, vec![Part::Signature]));
        assert_eq!(verdict.key, None);
    }
    for_all(|id| with_rule_set!(id, R => check::<R>()));
}

#[test]
fn nothing_in_a_signed_record_can_be_changed() {
    fn check<R: Insight>() {
        let mut rng = Rng::new(11);
        let mut honest =
            sample_record(R::new(R::Options::default(), *R::SEATS.end()), 12, 1, Level::Random).unwrap();
        honest.sign(&server());
        let text = serde_json::to_value(&honest).unwrap();
        let mut places = Vec::new();
        leaves(&text, "", &mut places);
        for place in places {
            let mut forged: Value = text.clone();
            let leaf = forged.pointer_mut(&place).unwrap();
            *leaf = changed(leaf, &mut rng);
            let Ok(read) = serde_json::from_value::<Record>(forged) else { continue };
            let verdict = offline(&read, &[server().public()]);
            assert!(verdict.outcome == Outcome::Fails, "{place}: {:?}", verdict.parts);
        }
    }
    for_all(|id| with_rule_set!(id, R => check::<R>()));
}

/// A program that plays another version says nothing against a record, and nothing for it.
#[test]
fn what_cannot_be_checked_is_neither_good_nor_bad() {
    fn check<R: Insight>() {
        let honest = played::<R>(5);
        let name = R::Options::SPECS[0].name;
        let mut fewer = serde_json::to_value(&honest).unwrap();
        fewer["options"].as_object_mut().unwrap().shift_remove(name);
        let mut more = honest.clone();
        more.options.insert("an_option_of_next_year", OptionValue::Bool(true));
        for other in [
            Record { version: R::VERSION + 1, ..honest.clone() },
            Record { rules: "checkers".into(), ..honest.clone() },
            more,
        ] {
            let other = Record { signature: None, ..other };
            let verdict = judge(&other, Asked::Nobody, &mut |_, _| {});
            assert_eq!((verdict.outcome, verdict.holds()), (Outcome::Unproven, false), "{:?}", verdict.parts);
        }
        for wrong in [
            Record { format: "sifang/record/0".into(), ..honest.clone() },
            Record { seats: 9, ..honest.clone() },
            serde_json::from_value(fewer).unwrap(),
        ] {
            assert_eq!(judge(&wrong, Asked::Nobody, &mut |_, _| {}).outcome, Outcome::Fails);
        }
    }
    for_all(|id| with_rule_set!(id, R => check::<R>()));
}

#[test]
fn every_finding_has_words_of_its_own() {
    let mut seen = BTreeSet::new();
    for found in Finding::ALL {
        for text in [found.id(), found.text(Lang::Zh), found.text(Lang::En)] {
            assert!(seen.insert(text), "{text} is said twice");
        }
    }
    for state in [State::Holds, State::Fails] {
        let good = Finding::ALL.iter().filter(|found| found.state() == state).map(|found| found.part().id());
        let good: BTreeSet<_> = good.collect();
        let all: BTreeSet<_> = Part::ALL.iter().map(|part| part.id()).filter(|id| *id != "names").collect();
        assert_eq!(good, all);
    }
}
