//! The lab's thread at work: it shares its time out, and sharing changes no figure.

use super::*;
use sifang_lab::{How, Plan, Report, Tally};
use sifang_options::{OptionSet as _, RawOptions};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;
use std::net::{IpAddr, Ipv4Addr};
use tempfile::TempDir;

fn network(number: u8) -> Network {
    Network::from(IpAddr::V4(Ipv4Addr::new(192, 0, 2, number)))
}

/// A comparison that can be made.
fn request(deals: u64, bots: &str, seed: u64) -> LabRequest {
    let rules = RuleSetId::ALL[0].id().to_owned();
    let b: RawOptions = serde_json::from_str(r#"{"base": 3}"#).unwrap();
    LabRequest {
        rules,
        seats: 4,
        a: RawOptions::default(),
        b,
        deals,
        matches: false,
        bots: bots.into(),
        seed,
    }
}

/// A lab at work whose slices are as short as they can be.
fn lab() -> (TempDir, Arc<Lab>) {
    let folder = tempfile::tempdir().unwrap();
    let lab = Arc::new(Lab { slice: Duration::ZERO, ..Lab::open(folder.path(), Background::new(1)) });
    Lab::start(&lab).unwrap();
    (folder, lab)
}

/// Looks until the comparisons are as wanted.
fn until(lab: &Lab, ids: &[&str], wanted: impl Fn(&[LabRun]) -> bool) -> Vec<LabRun> {
    for _ in 0..60_000 {
        let runs: Vec<LabRun> = ids.iter().map(|id| lab.one(id).unwrap()).collect();
        if wanted(&runs) {
            return runs;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("it never came to that");
}

/// The report of a comparison that nobody interrupts, by other code.
fn in_one_go(request: &LabRequest) -> Value {
    let id = RuleSetId::from_id(&request.rules).unwrap();
    with_rule_set!(id, R => {
        let side = |raw: &RawOptions| R::new(<R as RuleSet>::Options::from_values(raw).unwrap(), 4);
        let bots = sifang_bots::Level::by_name(&request.bots).unwrap();
        let plan = Plan { a: side(&request.a), b: side(&request.b), bots, seed: request.seed, deals: request.deals, length: sifang_lab::Length::Deal };
        let mut tally = Tally::new(&plan);
        let (played, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let how = How { threads: 2, facts: false, played: &played, stop: &stop, between: &|| {} };
        let parts: Vec<u64> = (0..plan.parts()).collect();
        let whole = sifang_lab::run(&plan, &parts, &how, |part| {
            tally.add(&part.tally);
            Ok::<(), std::convert::Infallible>(())
        });
        assert_eq!(whole, Ok(true));
        serde_json::to_value(Report::new(&plan, &tally)).unwrap()
    })
}

#[test]
fn slices_change_no_figure() {
    let (_folder, lab) = lab();
    let requests = [request(1000, "random", 1), request(1010, "greedy", 2), request(1100, "random", 3)];
    let begun: Vec<LabRun> = requests
        .iter()
        .zip(1..)
        .map(|(request, n)| lab.begin(PlayerId(n), network(n as u8), request.clone()).unwrap())
        .collect();
    let ids: Vec<&str> = begun.iter().map(|run| run.id.as_str()).collect();
    until(&lab, &ids, |runs| runs.iter().all(|run| run.played > 0 && !run.state.is_over()));
    let done = until(&lab, &ids, |runs| runs.iter().all(|run| run.state == LabState::Done));
    for (run, request) in done.iter().zip(&requests) {
        assert_eq!(run.played, request.deals);
        assert_eq!(run.report.as_ref().unwrap(), &in_one_go(request));
        assert!(lab.page(&run.id).unwrap().contains("<svg"));
    }
    lab.close();
}

#[test]
fn a_long_one_holds_nobody_up() {
    let (_folder, lab) = lab();
    let long = lab.begin(PlayerId(1), network(1), request(limits::LAB_DEALS_MOST, "greedy", 1)).unwrap();
    until(&lab, &[&long.id], |runs| runs[0].played > 0);
    let short = lab.begin(PlayerId(2), network(2), request(1000, "random", 1)).unwrap();
    let runs = until(&lab, &[&long.id, &short.id], |runs| runs[1].state.is_over());
    assert_eq!(runs[1].state, LabState::Done);
    assert!(!runs[0].state.is_over() && runs[0].played > 0, "{:?} {}", runs[0].state, runs[0].played);
    // Cancelled, whether it waits or is being played: what was played is kept, and can be shown.
    lab.cancel(PlayerId(1), &long.id).unwrap();
    let runs = until(&lab, &[&long.id], |runs| runs[0].state.is_over());
    assert_eq!(runs[0].state, LabState::Cancelled);
    let report = runs[0].report.as_ref().unwrap();
    assert_eq!(report["deals"], runs[0].played);
    assert!(lab.page(&long.id).is_some());
    lab.close();
}

#[test]
fn one_address_gets_no_more_than_its_share() {
    let folder = tempfile::tempdir().unwrap();
    // Nobody plays: what is let in stays.
    let lab = Lab::open(folder.path(), Background::new(1));
    let begin = |player: u64, from: u8, deals: u64| {
        lab.begin(PlayerId(player), network(from), request(deals, "expert", 1)).map_err(|error| error.0.code)
    };
    assert_eq!(begin(1, 1, 1000).unwrap().ahead, 0);
    assert_eq!(begin(1, 2, 1000).unwrap_err(), ErrorCode::LabRunning);
    assert_eq!(begin(2, 1, limits::LAB_DEALS_MOST + 1000).unwrap_err(), ErrorCode::LabInvalid);
    assert_eq!(begin(2, 1, 1000).unwrap().ahead, 1);
    assert_eq!(begin(3, 1, 1000).unwrap_err(), ErrorCode::LabRunning, "the third from one address");
    assert_eq!(begin(3, 2, limits::LAB_DEALS_MOST).unwrap().ahead, 2);
    assert_eq!(begin(4, 2, limits::LAB_DEALS_MOST).unwrap_err(), ErrorCode::LabFull, "hours of one address");
    assert_eq!(begin(4, 3, 1000).unwrap().ahead, 3, "somebody else is let in");
    // Beginning and cancelling all the time does not help.
    let mut begun = 0;
    for _ in 0..2 * limits::LAB_BEGIN_BURST {
        let Ok(run) = begin(9, 9, 1000) else { break };
        lab.cancel(PlayerId(9), &run.id).unwrap();
        begun += 1;
    }
    assert_eq!(begun, limits::LAB_BEGIN_BURST);
    assert_eq!(begin(9, 9, 1000).unwrap_err(), ErrorCode::RateExceeded);
}

#[test]
fn nobody_drives_out_what_others_have_kept() {
    let folder = tempfile::tempdir().unwrap();
    let lab = Lab::open(folder.path(), Background::new(1));
    let finish = |player: u64, from: u8| {
        let run = lab.begin(PlayerId(player), network(from), request(1000, "random", 1)).unwrap();
        lab.cancel(PlayerId(player), &run.id).unwrap();
        run.id
    };
    let first = finish(1, 0);
    let many = limits::LAB_KEPT as u8;
    let own: Vec<String> = (0..many).map(|n| finish(2, 1 + n / 10)).collect();
    assert!(lab.one(&first).is_ok(), "the oldest of all is still there");
    let kept = own.iter().filter(|id| lab.one(id).is_ok()).count();
    assert_eq!(kept, limits::LAB_KEPT_PER_PLAYER + 1, "and of the other player the latest");
    assert!(lab.one(own.last().unwrap()).is_ok());
}
