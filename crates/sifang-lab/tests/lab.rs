//! The lab's figures do not depend on how the work is shared out, agree with a count made without its code, and read back what
//! they write.

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use serde_json::Value;
use sifang_bots::{Level, Rng};
use sifang_fair::sim_key;
use sifang_lab::{
    Certainty, Group, How, Length, PART, Part, Plan, Report, Shard, Statistic, Tally, columns, run,
};
use sifang_match::Shuffled;
use sifang_options::{Group as OptionGroup, OptionKind, OptionSet, OptionSpec, OptionValue, RawOptions};
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_sim::play_out;
use sifang_table::{Deal, End, Journal, RuleSet, Viewer};
use sifang_tiles::Seat;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

fn rules<R: RuleSet>(pairs: &[&str]) -> R {
    let raw = RawOptions::from_pairs(R::Options::SPECS, pairs);
    R::new(R::Options::from_values(&raw).unwrap(), *R::SEATS.end())
}

/// Defaults against the first option that can be something else, with players that win.
fn plan<R: RuleSet>(deals: u64) -> Plan<R> {
    let mut picks = 0;
    let other = R::Options::sample(&mut |n| {
        picks += 1;
        (picks * 7) % n
    });
    let seats = *R::SEATS.end();
    Plan {
        a: rules(&[]),
        b: R::new(other, seats),
        bots: Level::Seeker,
        seed: 11,
        deals,
        length: Length::Deal,
    }
}

fn play<R: Insight>(plan: &Plan<R>, parts: &[u64], threads: usize, facts: bool) -> Vec<Part> {
    let (played, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let how = How { threads, facts, played: &played, stop: &stop, between: &|| {} };
    let mut done = Vec::new();
    let whole = run(plan, parts, &how, |part| {
        done.push(part);
        Ok::<(), Infallible>(())
    });
    assert_eq!(whole, Ok(true));
    assert_eq!(played.load(Relaxed), done.iter().map(|part| part.walls.end - part.walls.start).sum::<u64>());
    done
}

fn sum<R: RuleSet>(parts: &[Part], plan: &Plan<R>) -> Tally {
    let mut tally = Tally::new(plan);
    parts.iter().for_each(|part| tally.add(&part.tally));
    tally
}

fn all<R: RuleSet>(plan: &Plan<R>) -> Vec<u64> {
    (0..plan.parts()).collect()
}

fn statistic<'a>(report: &'a Report, id: &str) -> &'a Statistic {
    report.statistics.iter().find(|statistic| statistic.id == id).unwrap_or_else(|| panic!("{id}"))
}

#[test]
fn threads_and_shards_change_nothing() {
    fn check<R: Insight>() {
        let plan = plan::<R>(2 * PART + 137);
        let one = play(&plan, &all(&plan), 1, true);
        let whole = sum(&one, &plan);
        let report = Report::new(&plan, &whole);
        assert_eq!((report.deals, report.wanted), (plan.deals, plan.deals));
        let mut two = play(&plan, &all(&plan), 2, true);
        two.sort_by_key(|part| part.number);
        for (x, y) in one.iter().zip(&two) {
            assert_eq!((x.number, &x.walls, &x.tally), (y.number, &y.walls, &y.tally));
            assert_eq!(columns::deals::<R>(x).unwrap(), columns::deals::<R>(y).unwrap());
            assert_eq!(columns::wins::<R>(x).unwrap(), columns::wins::<R>(y).unwrap());
        }
        let mut merged = Vec::new();
        for shard in ["2/2", "1/2"] {
            let shard: Shard = shard.parse().unwrap();
            let parts: Vec<u64> = all(&plan).into_iter().filter(|part| shard.has(*part)).collect();
            merged.extend(play(&plan, &parts, 2, false));
        }
        assert_eq!(sum(&merged, &plan), whole);
        assert_eq!(Report::new(&plan, &sum(&merged, &plan)), report);
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

#[test]
fn a_tally_reads_back() {
    fn check<R: Insight>() {
        let plan = plan::<R>(40);
        let tally = sum(&play(&plan, &all(&plan), 1, false), &plan);
        let text = tally.to_json(&plan).to_string();
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(Tally::from_json(&value, &plan).unwrap(), tally);
        for broken in [
            "{}",
            "[]",
            &text.replace("\"walls\"", "\"w\""),
            &text.replacen("\"wins\":[\"", "\"wins\":[\"x", 1),
        ] {
            let value: Value = serde_json::from_str(broken).unwrap();
            assert!(Tally::from_json(&value, &plan).is_err(), "{broken}");
        }
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

#[test]
fn the_same_options_give_the_same_deals() {
    fn check<R: Insight>() {
        let plan = Plan { b: rules(&[]), ..plan::<R>(200) };
        let report = Report::new(&plan, &sum(&play(&plan, &all(&plan), 2, false), &plan));
        assert_eq!((report.differ.sum, report.differ_points.sum), (0, 0));
        assert!(report.changed.is_empty());
        for statistic in &report.statistics {
            assert_eq!(statistic.a, statistic.b);
            assert!(
                statistic.difference.is_none_or(
                    |d| (d.value, d.low, d.high, d.certainty) == (0.0, 0.0, 0.0, Certainty::Unknown)
                )
            );
        }
        assert!(report.findings.iter().all(|finding| finding.certainty == Certainty::Unknown));
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

/// The lab plays the very deals that `simulate` plays.
#[test]
fn side_a_is_what_simulate_plays() {
    fn check<R: Insight>() {
        let plan = plan::<R>(700);
        let report = Report::new(&plan, &sum(&play(&plan, &all(&plan), 2, false), &plan));
        let bots = vec![plan.bots];
        let simulated = sifang_sim::simulate(
            &sifang_sim::Plan { bots, threads: 2, ..sifang_sim::Plan::new(plan.a, plan.deals, plan.seed) },
            &|_| {},
        );
        let sum_of = |id: &str| statistic(&report, id).a.unwrap().sum as u64;
        assert_eq!(sum_of("wall_used_up"), simulated.draws);
        assert_eq!(sum_of("wins"), simulated.wins);
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

/// Payments are distinguished by what happened before them. Here by their names, which the lab does not look at.
#[test]
fn payments_are_separated() {
    const WINS: &[&str] = &[
        "pay_self_draw",
        "pay_discard",
        "pay_rob_kong",
        "pay_ask",
        "pay_caught_ask",
        "pay_kong_discard",
        "pay_rob_discard_kong",
    ];
    const KONGS: &[&str] = &["pay_kong_direct", "pay_kong_added", "pay_kong_concealed"];
    fn check<R: Insight>() {
        let plan = plan::<R>(1500);
        let report = Report::new(&plan, &sum(&play(&plan, &all(&plan), 2, false), &plan));
        let named = |ids: &[&str], side: fn(&Statistic) -> i64| -> i64 {
            let ids: Vec<String> = ids.iter().map(|id| format!("payment:{id}")).collect();
            report.group(Group::Payment).filter(|s| ids.contains(&s.id)).map(side).sum()
        };
        for side in [|s: &Statistic| s.a.unwrap().sum, |s: &Statistic| s.b.unwrap().sum] {
            let total = |id: &str| side(statistic(&report, id));
            assert_eq!(total("win_points"), named(WINS, side), "{}", R::ID);
            assert_eq!(total("kong"), named(KONGS, side), "{}", R::ID);
            assert_eq!(total("refund"), named(&["pay_refund"], side), "{}", R::ID);
            let everything: i64 = report.group(Group::Payment).map(side).sum();
            let sorts = ["win_points", "kong", "refund", "other"].map(total);
            assert_eq!(everything, sorts.iter().sum::<i64>(), "{}", R::ID);
            let income = report.group(Group::FanIncome).map(side).max().unwrap_or(0);
            assert!((income > 0 || R::FANS.is_empty()) && income <= total("win_points"));
        }
        let shares = |group: Group| report.group(group).map(|s| s.a.unwrap().sum).sum::<i64>();
        assert_eq!(shares(Group::Winners), 1500);
        assert_eq!(shares(Group::Source), statistic(&report, "wins").a.unwrap().sum);
        assert_eq!(shares(Group::Seat), 0);
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

/// Fans of the wins of a deal, counted from its log as it is shown to people: JSON, and no code of the lab.
fn recount(log: &[Value], fans: &[&str], counts: &mut BTreeMap<String, i64>) {
    for (i, event) in log.iter().enumerate().filter(|(_, event)| event["type"] == "won") {
        let paid = log[i + 1..]
            .iter()
            .find(|later| later["type"] == "posted" && later["entry"]["to"] == event["seat"]);
        let steps = paid.and_then(|paid| paid["entry"]["steps"].as_array()).expect("a win is paid for");
        let mut ids: Vec<&str> = steps.iter().filter_map(|step| step["id"].as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        for id in ids.into_iter().filter(|id| fans.contains(id)) {
            *counts.entry(format!("fan:{id}")).or_default() += 1;
        }
    }
}

fn check_recount<R: Insight>(deals: u64, bots: Level) {
    let plan = Plan { bots, ..plan::<R>(deals) };
    let report = Report::new(&plan, &sum(&play(&plan, &all(&plan), 2, false), &plan));
    let fans: Vec<&str> = R::FANS.iter().map(|fan| fan.term.id).collect();
    let (mut counts, mut journal) = (BTreeMap::new(), Journal::new());
    let mut shuffled = Shuffled::new(&plan.a, &[0; 32]);
    for wall in 0..deals {
        journal.clear();
        shuffled.shuffle(&sim_key(plan.seed, wall));
        let dealer = Seat::new((wall % plan.a.seats() as u64) as usize);
        let mut deal = Deal::start(plan.a, &shuffled.set_up(dealer, plan.a.first_carry()), &mut journal);
        let mut players: Vec<_> =
            (0..plan.a.seats()).map(|seat| bots.bot(Rng::of(&[plan.seed, wall, seat as u64]))).collect();
        play_out(&mut deal, &mut journal, |deal, seat, _| players[seat.index()].answer(deal, seat).unwrap());
        let everything = Viewer::All(deal.finished().expect("played out"));
        let seen = (0..journal.events().len()).filter_map(|n| journal.seen_by(n, everything));
        let log: Vec<Value> = seen.map(|event| serde_json::to_value(event).unwrap()).collect();
        recount(&log, &fans, &mut counts);
    }
    assert!(counts.len() >= fans.len().min(5), "{}: {counts:?}", R::ID);
    for statistic in report.group(Group::Fan) {
        let counted = counts.get(&statistic.id).copied().unwrap_or(0);
        assert_eq!(statistic.a.unwrap().sum, counted, "{} {}", R::ID, statistic.id);
    }
}

/// 20,000 deals of all rule sets together.
#[test]
fn fans_agree_with_a_count_from_the_logs() {
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check_recount::<R>(4000, Level::Seeker));
    }
}

/// The same over 20,000 deals of each rule set, with the bots that the published reports use: `cargo test -p sifang-lab --release -- --ignored`.
#[test]
#[ignore = "some minutes; the quick one beside it is always run"]
fn fans_agree_with_a_count_from_the_logs_of_20000_deals() {
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check_recount::<R>(20_000, Level::Greedy));
    }
}

/// Every sentence agrees with the interval that stands in it: certain, likely, not visible. Recounted from the figures.
fn check_sentences(report: &Report) -> BTreeMap<&'static str, usize> {
    let mut seen = BTreeMap::new();
    for finding in report.findings.iter().filter(|finding| finding.id != "differ") {
        let d = statistic(report, &finding.id).difference.unwrap();
        let apart = d.low > 0.0 || d.high < 0.0;
        let kind = match (finding.en.as_str(), finding.zh.as_str()) {
            (en, zh) if en.contains("certainly") && zh.contains("肯定") => "certain",
            (en, zh) if en.contains("probably") && zh.contains("很可能") => "likely",
            (en, zh) if en.contains("no difference can be told") && zh.contains("看不出差别") => {
                "unknown"
            }
            (en, zh) if en.contains("no difference") && zh.contains("没有差别") => "none",
            (en, _) => panic!("{en}"),
        };
        *seen.entry(kind).or_default() += 1;
        assert_eq!(apart, matches!(kind, "certain" | "likely"), "{}", finding.en);
        assert_eq!(kind == "none", (d.low, d.high) == (0.0, 0.0), "{}", finding.en);
        if kind == "certain" {
            // An interval of 99.9 % is 1.679 times as wide as one of 95 %.
            assert!(d.value.abs() > 1.67 * (d.high - d.low) / 2.0, "{}", finding.en);
        }
        if kind != "none" {
            assert!(finding.en.contains("95 % interval") && finding.zh.contains("95% 区间"));
            let higher = if d.value > 0.0 { "higher in A" } else { "higher in B" };
            assert!(!apart || finding.en.contains(higher), "{}", finding.en);
        }
    }
    // The surest come first.
    let order: Vec<Certainty> = report.findings.iter().skip(1).map(|finding| finding.certainty).collect();
    assert!(order.is_sorted_by(|x, y| x >= y));
    seen
}

#[test]
fn sentences_say_what_their_intervals_say() {
    fn check<R: Insight>(all_seen: &mut BTreeMap<&'static str, usize>) {
        // Few walls leave much open, many make it certain.
        for deals in [60, 2000] {
            let plan = plan::<R>(deals);
            let report = Report::new(&plan, &sum(&play(&plan, &all(&plan), 2, false), &plan));
            for (kind, count) in check_sentences(&report) {
                *all_seen.entry(kind).or_default() += count;
            }
        }
    }
    let mut seen = BTreeMap::new();
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>(&mut seen));
    }
    assert_eq!(seen.keys().copied().collect::<Vec<_>>(), ["certain", "likely", "none", "unknown"]);
}

/// Another value of an option than its default.
fn another(spec: &OptionSpec) -> OptionValue {
    let others = match spec.kind {
        OptionKind::Bool => vec![OptionValue::Bool(true), OptionValue::Bool(false)],
        OptionKind::Int { min, max } => vec![OptionValue::Int(max.into()), OptionValue::Int(min.into())],
        OptionKind::IntSet(numbers) => numbers.iter().map(|n| OptionValue::Int((*n).into())).collect(),
        OptionKind::Choice(choices) => {
            choices.iter().map(|choice| OptionValue::Text(choice.value.into())).collect()
        }
    };
    others.into_iter().find(|value| *value != spec.default).unwrap()
}

/// The log of a wall as it is shown to people, whole, and without the reasons of payments.
fn log_of<R: Insight>(plan: &Plan<R>, rules: R, wall: u64) -> [Vec<Value>; 2] {
    let mut journal = Journal::new();
    let shuffled = Shuffled::new(&rules, &sim_key(plan.seed, wall));
    let dealer = Seat::new((wall % rules.seats() as u64) as usize);
    let mut deal = Deal::start(rules, &shuffled.set_up(dealer, rules.first_carry()), &mut journal);
    let luck = |seat: usize| Rng::of(&[plan.seed, wall, seat as u64]);
    let mut players: Vec<_> = (0..rules.seats()).map(|seat| plan.bots.bot(luck(seat))).collect();
    play_out(&mut deal, &mut journal, |deal, seat, _| players[seat.index()].answer(deal, seat).unwrap());
    let everything = Viewer::All(deal.finished().expect("played out"));
    let seen = (0..journal.events().len()).filter_map(|n| journal.seen_by(n, everything));
    let whole: Vec<Value> = seen.map(|event| serde_json::to_value(event).unwrap()).collect();
    let course = whole.iter().filter_map(|event| match event["type"].as_str() {
        Some("opened") => None,
        Some("posted") => {
            let entry = &event["entry"];
            (entry["points"] != 0).then(|| serde_json::json!([entry["from"], entry["to"], entry["points"]]))
        }
        _ => Some(event.clone()),
    });
    let course = course.collect();
    [whole, course]
}

/// Deals differ when they are played or paid differently, and not when only an explanation does.
#[test]
fn explanations_are_no_difference() {
    fn check<R: Insight>() -> u64 {
        const WALLS: u64 = 25;
        let mut only_explained = 0;
        for spec in R::Options::SPECS.iter().filter(|spec| spec.group != OptionGroup::Match) {
            let b = rules(&[&format!("{}={}", spec.name, another(spec))]);
            let plan = Plan { b, ..plan::<R>(WALLS) };
            let report = Report::new(&plan, &sum(&play(&plan, &all(&plan), 1, false), &plan));
            let mut differ = 0;
            for wall in 0..WALLS {
                let [a, b] = [plan.a, plan.b].map(|rules| log_of(&plan, rules, wall));
                differ += i64::from(a[1] != b[1]);
                only_explained += u64::from(a[0] != b[0] && a[1] == b[1]);
            }
            assert_eq!(report.differ.sum, differ, "{} {}", R::ID, spec.name);
        }
        only_explained
    }
    let found: u64 = RuleSetId::ALL.iter().map(|id| with_rule_set!(*id, R => check::<R>())).sum();
    assert!(found > 0, "no option changed explanations only");
}

/// Options about the match are refused for single deals, for good reason: they change none.
#[test]
fn options_about_the_match_matter_to_matches() {
    fn check<R: Insight>() {
        for spec in R::Options::SPECS.iter().filter(|spec| spec.group == OptionGroup::Match) {
            let b = rules(&[&format!("{}={}", spec.name, another(spec))]);
            let plan = Plan { b, ..plan::<R>(60) };
            assert_eq!(plan.only_for_matches(), Some(vec![spec]));
            let report = Report::new(&plan, &sum(&play(&plan, &all(&plan), 1, false), &plan));
            assert_eq!(report.differ.sum, 0, "{} {}", R::ID, spec.name);
            let whole = Plan { length: Length::Match, deals: 3, ..plan };
            assert_eq!(whole.only_for_matches(), None);
        }
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

/// Whole matches: the first deal is the wall's, the totals are those of the deals and the final corrections.
#[test]
fn matches_are_played_to_their_end() {
    fn check<R: Insight>() {
        let plan = Plan { length: Length::Match, ..plan::<R>(20) };
        let parts = play(&plan, &all(&plan), 2, true);
        let again = play(&plan, &all(&plan), 1, true);
        assert_eq!((&parts[0].tally, &parts[0].facts), (&again[0].tally, &again[0].facts));
        let report = Report::new(&plan, &parts[0].tally);
        assert!(report.matches);
        let deals: usize = parts[0].facts.iter().map(|[a, _]| a.deals.len()).sum();
        assert!(deals > 20, "{}: {deals}", R::ID);
        assert_eq!(statistic(&report, "match_deals").a.unwrap().sum, deals as i64);
        let draws = parts[0].facts.iter().flat_map(|[a, _]| &a.deals).filter(|deal| deal.end == End::Draw);
        let draws = draws.count() as f64;
        let share = statistic(&report, "wall_used_up").a.unwrap().value;
        assert!((share - draws / deals as f64).abs() < 1e-6, "{share}");
        for (wall, [a, _]) in parts[0].facts.iter().enumerate() {
            let end = a.whole.as_ref().unwrap();
            assert_eq!(end.totals.len(), plan.a.seats());
            assert_eq!(a.deals[0].dealer, end.first_dealer);
            let first = Shuffled::new(&plan.a, &sim_key(plan.seed, wall as u64));
            let second = Shuffled::new(&plan.a, &sim_key(plan.seed, wall as u64 + 1));
            assert_ne!(first.set(), second.set());
        }
        let finals = |side: fn(&Statistic) -> i64| -> i64 {
            let places = report.statistics.iter().filter(|s| s.id.starts_with("final:"));
            places.map(side).sum()
        };
        let totals: i64 = parts[0]
            .facts
            .iter()
            .flat_map(|[a, _]| &a.whole.as_ref().unwrap().totals)
            .map(|n| i64::from(*n))
            .sum();
        assert_eq!(finals(|s| s.a.unwrap().sum), totals, "{}", R::ID);
        let text = parts[0].tally.to_json(&plan);
        assert_eq!(Tally::from_json(&text, &plan).unwrap(), parts[0].tally);
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

#[test]
fn parquet_reads_back() {
    fn check<R: Insight>() {
        let plan = plan::<R>(300);
        let parts = play(&plan, &all(&plan), 2, true);
        let part = &parts[0];
        let file = SerializedFileReader::new(bytes::Bytes::from(columns::deals::<R>(part).unwrap())).unwrap();
        let names: Vec<String> = file
            .metadata()
            .file_metadata()
            .schema()
            .get_fields()
            .iter()
            .map(|f| f.name().to_owned())
            .collect();
        let at = |name: &str| names.iter().position(|known| known == name).unwrap();
        let mut rows = 0;
        for (n, row) in file.get_row_iter(None).unwrap().enumerate() {
            let row = row.unwrap();
            let facts = &part.facts[n / 2][n % 2].deals[0];
            assert_eq!(row.get_long(at("wall")).unwrap(), n as i64 / 2);
            assert_eq!(row.get_string(at("side")).unwrap(), ["a", "b"][n % 2]);
            assert_eq!(row.get_int(at("dealer")).unwrap(), i32::from(facts.dealer));
            assert_eq!(row.get_int(at("turns")).unwrap(), facts.turns as i32);
            assert_eq!(row.get_int(at("wins")).unwrap(), facts.wins.len() as i32);
            for (seat, points) in facts.points.iter().enumerate() {
                assert_eq!(row.get_int(at(&format!("points_{seat}"))).unwrap(), *points);
            }
            assert_eq!(row.get_long(at("kong_points")).unwrap(), facts.kong);
            assert_eq!(row.get_long(at("moved_points")).unwrap(), facts.moved());
            let mattered =
                row.get_string(at("mattered")).unwrap().split(',').filter(|id| !id.is_empty()).count();
            assert_eq!(mattered, facts.mattered.count_ones() as usize);
            rows += 1;
        }
        assert_eq!(rows, 600);
        let file = SerializedFileReader::new(bytes::Bytes::from(columns::wins::<R>(part).unwrap())).unwrap();
        let deals = part.facts.iter().flatten().flat_map(|played| &played.deals);
        let mut wins = deals.flat_map(|facts| &facts.wins);
        for row in file.get_row_iter(None).unwrap() {
            let (row, win) = (row.unwrap(), wins.next().unwrap());
            assert_eq!(row.get_int(4).unwrap(), i32::from(win.seat));
            assert_eq!(row.get_int(5).ok(), win.from.map(i32::from));
            assert_eq!((row.get_int(7).unwrap(), row.get_long(8).unwrap()), (win.total, win.income));
            let fans = row.get_string(9).unwrap().split(',').filter(|id| !id.is_empty()).count();
            assert_eq!(fans, win.fans.count_ones() as usize);
        }
        assert!(wins.next().is_none());
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

#[test]
fn a_run_can_be_stopped() {
    fn check<R: Insight>() {
        let plan = plan::<R>(5 * PART);
        let (played, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let between = || {
            if played.load(Relaxed) > PART + 300 {
                stop.store(true, Relaxed);
            }
        };
        let how = How { threads: 2, facts: false, played: &played, stop: &stop, between: &between };
        let mut parts = 0;
        let whole = run(&plan, &all(&plan), &how, |_| {
            parts += 1;
            Ok::<(), Infallible>(())
        });
        assert_eq!(whole, Ok(false));
        assert!(parts < 3, "{parts}");
        stop.store(false, Relaxed);
        played.store(0, Relaxed);
        let how = How { between: &|| {}, ..how };
        assert_eq!(run(&plan, &all(&plan), &how, |_| Err("full disk")), Err("full disk"));
        assert!(played.load(Relaxed) < 3 * PART);
    }
    with_rule_set!(RuleSetId::ALL[0], R => check::<R>());
}
