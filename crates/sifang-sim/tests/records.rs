//! Honest records are accepted; a record with anything changed is not (D5).

use serde_json::{Value, json};
use sifang_bots::{Level, Rng};
use sifang_match::{Record, verify, verify_any};
use sifang_options::{Lang, OptionSet};
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_sim::sample_record;

pub(crate) fn record<R: Insight>(seed: u64, deals: u32, level: Level) -> Record {
    let mut rng = Rng::new(seed);
    let options = if seed.is_multiple_of(2) {
        R::Options::default()
    } else {
        R::Options::sample(&mut |n| rng.below(n))
    };
    let seats = R::SEATS.start() + rng.below((R::SEATS.end() - R::SEATS.start() + 1) as u32) as usize;
    sample_record(R::new(options, seats), seed, deals, level).unwrap()
}

pub(crate) fn for_all(check: impl FnMut(RuleSetId)) {
    RuleSetId::ALL.iter().copied().for_each(check);
}

#[test]
fn honest_records_hold_and_read_back() {
    fn check<R: Insight>() {
        for seed in 0..40 {
            let record =
                record::<R>(seed, 6, if seed.is_multiple_of(3) { Level::Random } else { Level::Seeker });
            let text = serde_json::to_string(&record).unwrap();
            let read: Record = serde_json::from_str(&text).unwrap();
            assert_eq!(read, record);
            let mut seen = Vec::new();
            let verified = verify_any(&read, &mut |n, journal| seen.push((n, journal.events().len())));
            let verified = verified.unwrap_or_else(|found| panic!("{} seed {seed}: {}", R::ID, found[0]));
            assert_eq!(verified.deals, record.deals.len());
            assert_eq!(verified.commands, record.deals.iter().map(|d| d.commands.len()).sum::<usize>());
            assert!(seen.iter().zip(1..).all(|((n, events), i)| *n == i && *events > 5), "{seen:?}");
            // Records name walls: two seeds must not share one.
            assert_ne!(
                record.deals[0].digest,
                self::record::<R>(seed + 100, 1, Level::Random).deals[0].digest
            );
        }
    }
    for_all(|id| with_rule_set!(id, R => check::<R>()));
}

/// All places of a JSON value that hold a text, number, flag or null.
pub(crate) fn leaves(value: &Value, path: &str, out: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(i, v)| leaves(v, &format!("{path}/{i}"), out))
        }
        Value::Object(map) => map.iter().for_each(|(k, v)| leaves(v, &format!("{path}/{k}"), out)),
        _ => out.push(path.to_owned()),
    }
}

/// Another value of the same sort: one digit, letter or bit away.
pub(crate) fn changed(value: &Value, rng: &mut Rng) -> Value {
    match value {
        Value::Null => json!("000102030405060708090a0b0c0d0e0f"),
        Value::Bool(flag) => json!(!flag),
        Value::Number(n) => json!(n.as_i64().unwrap() + if rng.below(2) == 0 { 1 } else { -1 }),
        Value::String(text) => {
            let mut bytes = text.clone().into_bytes();
            let at = rng.below(bytes.len() as u32) as usize;
            bytes[at] = match bytes[at] {
                b'0'..=b'8' => bytes[at] + 1,
                b'9' => b'1',
                b'f' => b'a',
                letter => letter ^ 1,
            };
            json!(String::from_utf8(bytes).unwrap())
        }
        other => other.clone(),
    }
}

fn is_rejected<R: Insight>(value: Value) -> bool {
    match serde_json::from_value::<Record>(value) {
        Err(_) => true,
        Ok(record) => match verify::<R>(&record, &mut |_, _| {}) {
            Ok(_) => false,
            Err(found) => {
                assert!(!found.is_empty());
                for mismatch in found {
                    assert_ne!(mismatch.message(Lang::Zh), mismatch.message(Lang::En));
                }
                true
            }
        },
    }
}

#[test]
fn a_changed_record_is_rejected() {
    fn check<R: Insight>() {
        let mut rng = Rng::new(5);
        for seed in 0..12 {
            let honest = serde_json::to_value(record::<R>(seed, 3, Level::Seeker)).unwrap();
            assert!(!is_rejected::<R>(honest.clone()));
            let mut places = Vec::new();
            leaves(&honest, "", &mut places);
            // Most leaves are commands: every other leaf is changed, and a sample of the commands.
            places.retain(|place| !place.contains("/commands/") || rng.below(8) == 0);
            for place in places {
                let mut forged = honest.clone();
                let leaf = forged.pointer_mut(&place).unwrap();
                *leaf = changed(leaf, &mut rng);
                let now = leaf.clone();
                assert!(is_rejected::<R>(forged), "seed {seed}: {place} changed to {now} was accepted");
            }
        }
    }
    for_all(|id| with_rule_set!(id, R => check::<R>()));
}

#[test]
fn a_record_with_parts_missing_or_moved_is_rejected() {
    fn check<R: Insight>() {
        let mut rng = Rng::new(6);
        let honest = serde_json::to_value(record::<R>(2, 4, Level::Seeker)).unwrap();
        for _ in 0..100 {
            let mut forged = honest.clone();
            let deals = forged["deals"].as_array_mut().unwrap();
            let n = rng.below(deals.len() as u32) as usize;
            let commands = deals[n]["commands"].as_array_mut().unwrap();
            let at = rng.below(commands.len() as u32) as usize;
            match rng.below(5) {
                0 => drop(commands.remove(at)),
                1 => commands.insert(at, commands[at].clone()),
                2 => commands.truncate(at),
                3 => drop(deals.remove(0)),
                _ => drop(forged["options"].as_object_mut().unwrap().shift_remove(R::Options::SPECS[0].name)),
            }
            assert!(is_rejected::<R>(forged));
        }
        let mut endless = record::<R>(2, 1, Level::Seeker);
        let first = endless.deals[0].commands[0];
        endless.deals[0].commands.resize(3000, first);
        assert!(verify::<R>(&endless, &mut |_, _| {}).unwrap_err()[0].to_string().contains("too many"));
        endless.deals = vec![endless.deals[0].clone(); 2000];
        assert!(verify::<R>(&endless, &mut |_, _| {}).unwrap_err()[0].to_string().contains("too many"));
    }
    for_all(|id| with_rule_set!(id, R => check::<R>()));
}

#[test]
fn mismatches_are_clear_sentences() {
    fn check<R: Insight>() {
        let honest = record::<R>(4, 2, Level::Seeker);
        let first = |change: &dyn Fn(&mut Record)| {
            let mut forged = honest.clone();
            change(&mut forged);
            let found = verify_any(&forged, &mut |_, _| {}).unwrap_err();
            (found[0].message(Lang::En), found[0].message(Lang::Zh))
        };
        let (en, zh) = first(&|r| r.deals[1].deltas[0] += 1);
        assert!(en.starts_with("deal 2: the list of points is recorded as ["), "{en}");
        assert!(zh.starts_with("第 2 局：各家得分记录为 ["), "{zh}");
        let (en, _) = first(&|r| r.deals[0].secret = r.commitment);
        assert_eq!(en, "deal 1: the revealed secret is not the one that the commitment fixed");
        let (en, zh) = first(&|r| r.rules = "poker".into());
        assert_eq!(en, "match: rules \"poker\" are not known, or not the ones asked for");
        assert_eq!(zh, "整场：没有规则 \"poker\"，或与要求核对的规则不同");
        let (en, _) = first(&|r| r.deals[0].commands.truncate(3));
        assert_eq!(en, "deal 1: the commands end before the deal does");
    }
    for_all(|id| with_rule_set!(id, R => check::<R>()));
}

/// Records from before an option existed: they do not name it, and must hold as they did. (They were made by the build
/// before `hongzhong.ask_duty`, `hongzhong.one_fan_discard` and `xuezhan.dealer_on_exhausted_wall`.)
#[test]
fn records_from_before_an_option_was_added_hold() {
    for older in [include_str!("older/hongzhong.json"), include_str!("older/xuezhan.json")] {
        let record: Record = serde_json::from_str(older).unwrap();
        verify_any(&record, &mut |_, _| {}).unwrap_or_else(|found| panic!("{}: {}", record.rules, found[0]));
    }
}

/// One spelling for one agreement: a later option at its default is not named, any other value is.
#[test]
fn a_later_option_is_named_only_where_it_differs() {
    fn check<R: Insight>(later: &mut u32) {
        let plain = record::<R>(0, 1, Level::Random);
        for spec in R::Options::SPECS.iter().filter(|spec| spec.later) {
            *later += 1;
            assert!(plain.options.get(spec.name).is_none());
            let mut named = plain.clone();
            named.options.insert(spec.name, spec.default.clone());
            let found = verify::<R>(&named, &mut |_, _| {}).unwrap_err();
            assert!(found[0].to_string().contains("does not name it"), "{}", found[0]);
            let mut rng = Rng::new(9);
            let mut options = R::Options::default();
            while options.agreed() == R::Options::default().agreed() {
                options = R::Options::sample(&mut |n| rng.below(n));
            }
            let other = sample_record(R::new(options, plain.seats as usize), 0, 1, Level::Random).unwrap();
            assert_eq!(
                other.options.get(spec.name).is_some(),
                options.changed().iter().any(|o| o.0 == spec.name)
            );
            assert_ne!(other.terms, plain.terms);
        }
    }
    let mut later = 0;
    for_all(|id| with_rule_set!(id, R => check::<R>(&mut later)));
    assert_eq!(later, 3);
}
