//! V7: what lies open to everybody shows nobody who could claim a tile.
//!
//! Tables with the uniform pause play, each alone on its server: where nobody else makes any noise, a spy sees most. It watches
//! the table as anybody may, and looks at every public page the whole time. For each discard it guesses whether somebody could
//! claim it, by whatever figure separates best afterwards; the truth comes from the room's log. That the trial would see something is
//! shown by the counters that the server keeps for its operator: they do show it.

mod eyes;
mod guess;

use super::mirror::{LogEntry, Mirror};
use super::wire::Tap;
use crate::{Bar, Host, Plan, Tier, quick_setup};
use anyhow::{Context, Result, ensure};
use eyes::{Seen, watch};
use futures_util::future::{join_all, try_join_all};
use guess::{Rows, Verdict, best};
use serde_json::{Value, json};
use sifang_bots::Rng;
use sifang_proto::Player;
use sifang_rules::any::RuleSetId;
use sifang_store::{Journal, Settings, Sqlite};
use std::collections::BTreeSet;
use std::time::Duration;
use tokio::time::Instant;

/// How long after a discard the spy looks: just after it, when bots answer, and nearly as long as the pause.
const LOOKS: [Duration; 2] = [Duration::from_millis(120), Duration::from_millis(600)];

/// Draws by chance that the operator's counters must beat.
const SEEN: u64 = 99;
/// How long a match may take to begin: so many moments.
const BEGINS: usize = 60;
const A_MOMENT: Duration = Duration::from_millis(500);

/// What was seen of one table.
struct Spied {
    /// Moments of discards, and whether somebody could claim them.
    windows: Vec<(Instant, bool)>,
    /// Every public page.
    public: Vec<(String, Seen)>,
    /// The operator's counters.
    counters: Seen,
}

/// The trial.
pub(super) async fn spied(plan: &Plan) -> Result<Vec<Bar>> {
    let time = Duration::from_secs(plan.count(12, 120, 300));
    let tables = RuleSetId::ALL.iter().enumerate().flat_map(|(number, rules)| {
        // Bots answer by themselves, people by messages.
        [(*rules, 1, number), (*rules, 4, number)].map(|(rules, people, number)| async move {
            let seed = plan.seed + 10 * number as u64 + people;
            table(plan, rules, people, seed, time).await.with_context(|| format!("a table of {}", rules.id()))
        })
    });
    let tables = try_join_all(tables).await?;
    let draws = plan.count(1999, 19_999, 19_999);
    let rng = &mut Rng::of(&[plan.seed, 0x0073_7079]);
    let (names, rows) = public_figures(&tables);
    let public = best(&rows, draws, rng);
    let (_, rows) = counted_figures(&tables);
    // It is enough to see that they show it, on a machine that is busy with other things as well.
    let counters = best(&rows, SEEN, rng);
    let name = names.get(public.figure).map_or("none", String::as_str);
    let looks: usize = tables.iter().flat_map(|table| &table.public).map(|(_, seen)| seen.looks()).sum();
    eprintln!(
        "V7: {looks} looks at {} figures; the best is {name}: {public:?}; counters: {counters:?}",
        names.len()
    );
    // With every change few discards are seen, beside builds and tests: there it is enough that the
    // counters beat the more common answer.
    let beaten = if plan.tier == Tier::C { counters.common } else { counters.by_chance };
    Ok(bars(&public, &counters, beaten, name, draws))
}

fn bars(public: &Verdict, counters: &Verdict, beaten: usize, name: &str, draws: u64) -> Vec<Bar> {
    let what = format!(
        "claims foretold by the best public figure ({name}; the more common answer: {:.1} %), no better than in {draws} \
         draws by chance",
        public.percent(public.common)
    );
    let windows = public.windows as u64;
    vec![
        Bar::at_most("V7", what, public.percent(public.right), public.percent(public.by_chance), "%"),
        Bar::at_least("V7", "discards at tables with a spy", windows, 60),
        Bar::at_least(
            "V7",
            "discards foretold by the operator's counters, more than by chance (so the trial sees it)",
            counters.right as u64,
            beaten as u64 + 1,
        ),
    ]
}

/// Plays at one table of a server of its own, with a spy.
async fn table(plan: &Plan, rules: RuleSetId, people: u64, seed: u64, time: Duration) -> Result<Spied> {
    let mut host = Host::start(&plan.sifang)?;
    let server = host.server.clone();
    let mut setup = quick_setup(rules.id(), &json!({}));
    setup["uniform_pause"] = true.into();
    (setup["spectators"], setup["listed"], setup["bots"]) = (true.into(), true.into(), "greedy".into());
    let tokens = host.players(1 + people as usize).await?;
    let room = server.open_room(&tokens[1], &setup).await?;
    let mut taps = Vec::new();
    for (number, token) in tokens.iter().enumerate() {
        let mut tap = Tap::connect(&server, token).await?;
        tap.ask(json!({"type": "enter", "room": room})).await?;
        let word =
            if number == 0 { json!({"type": "stand"}) } else { json!({"type": "ready", "ready": true}) };
        tap.ask(word).await?;
        taps.push(tap);
    }
    taps[1].ask(json!({"type": "start"})).await?;
    // The match has a name once it has begun; its record must not be found before its end.
    for _ in 0..BEGINS {
        if taps[0].room["match"]["match_id"].is_null() {
            play(&mut taps, seed, Instant::now() + A_MOMENT).await?;
        }
    }
    let end = Instant::now() + time;
    let pages = pages(&room, &taps[0])?;
    let counters = host.metrics().unwrap_or(server.clone());
    let looking = pages
        .iter()
        .map(|(path, own)| watch(server.clone(), path.clone(), own.then(|| tokens[0].clone()), end));
    let operator = watch(counters, "/metrics".into(), None, end);
    let (public, counters, played) = tokio::join!(join_all(looking), operator, play(&mut taps, seed, end));
    played?;
    host.kill()?;
    let public = pages.into_iter().map(|(path, _)| path.replace(&room, "{room}")).zip(public).collect();
    let log = log(&host).await?;
    let viewers: Vec<Player> = taps.iter().map(|tap| tap.player.clone()).collect();
    let truth = truth(&log, &viewers)?;
    let seen = discards(taps[0].texts.iter().map(String::as_str))?;
    ensure!(seen.iter().zip(&truth).all(|((_, seen), (said, _))| seen == said), "the log has other discards");
    let windows = seen.iter().zip(truth).map(|((place, _), (_, claimed))| (taps[0].moments[*place], claimed));
    // The last window may not have been seen to its end.
    let windows = windows.filter(|(moment, _)| *moment + LOOKS[1] < end).collect();
    Ok(Spied { windows, public, counters })
}

/// Everybody plays, and the spy looks on.
async fn play(taps: &mut [Tap], seed: u64, end: Instant) -> Result<()> {
    let playing = taps.iter_mut().enumerate().map(|(number, tap)| {
        let seed = (number > 0).then_some(10 * seed + number as u64);
        tap.play(seed, false, end)
    });
    try_join_all(playing).await.map(drop)
}

/// Every page that the spy can ask for, and whether it says who it is.
fn pages(link: &str, spy: &Tap) -> Result<Vec<(String, bool)>> {
    let code = spy.room["code"].as_str().context("a code")?;
    let record = spy.room["match"]["match_id"].as_str().context("a match")?;
    let open = ["/metrics", "/healthz", "/readyz", "/api/rooms", "/api/rules", "/"].map(str::to_owned);
    let found = [
        format!("/api/rooms/{code}"),
        format!("/api/rooms/{link}"),
        format!("/api/records/{record}"),
        format!("/api/records/{record}/deals/1"),
    ];
    let own = ["/api/me", "/api/history", "/api/history/statistics", "/api/lab"].map(str::to_owned);
    let open = open.into_iter().chain(found).map(|path| (path, false));
    Ok(open.chain(own.into_iter().map(|path| (path, true))).collect())
}

/// The log of the one room of a server that has ended.
async fn log(host: &Host) -> Result<Vec<Vec<u8>>> {
    let store = Sqlite::open(Settings::new(host.folder())).await?;
    let room = store.load().await?.into_iter().next().context("a room")?;
    store.shut_down().await?;
    room.log.map_err(|damage| anyhow::anyhow!("{damage}"))
}

/// The discards among texts about a table: which text it was, and who discarded what.
fn discards<'a>(texts: impl Iterator<Item = &'a str>) -> Result<Vec<(usize, Value)>> {
    let mut found = Vec::new();
    for (place, text) in texts.enumerate().filter(|(_, text)| text.contains("\"discarded\"")) {
        let message: Value = serde_json::from_str(text)?;
        let events = message["events"].as_array().into_iter().flatten();
        found.extend(events.filter(|event| event["type"] == "discarded").map(|event| (place, event.clone())));
    }
    Ok(found)
}

/// Every discard of the log, and whether anybody was asked whether to claim it.
fn truth(log: &[Vec<u8>], viewers: &[Player]) -> Result<Vec<(Value, bool)>> {
    let lines: Vec<LogEntry> = log.iter().map(|line| LogEntry::read(line)).collect::<Result<_>>()?;
    let (spy, host) = (viewers[0].id, &viewers[1]);
    let mut mirror = Mirror::new([log[0].as_slice()], 0, lines[0].at, viewers)?;
    mirror.enter(host)?;
    let mut found = Vec::new();
    for line in &lines[1..] {
        let before = mirror.sent(spy).len();
        mirror.bots_asked = 0;
        mirror.follow(line)?;
        let said = discards(mirror.sent(spy)[before..].iter().map(|(_, text)| text.as_str()))?;
        let asked = mirror.bots_asked > 0 || !mirror.asked(spy).is_empty();
        found.extend(said.into_iter().map(|(_, event)| (event, asked)));
    }
    Ok(found)
}

/// What the public pages brought in every window of every table.
fn public_figures(tables: &[Spied]) -> (Vec<String>, Vec<Rows>) {
    let counted = |table: &Spied, name: &str, moment: Instant| {
        let metrics = table.public.iter().find(|(path, _)| path == "/metrics");
        metrics.map_or([0.0; 2], |(_, seen)| LOOKS.map(|look| seen.growth(name, moment, moment + look)))
    };
    let pages: Vec<&str> =
        tables.first().into_iter().flat_map(|table| &table.public).map(|(path, _)| path.as_str()).collect();
    let counters: BTreeSet<&str> = tables
        .iter()
        .flat_map(|table| &table.public)
        .filter(|(path, _)| path == "/metrics")
        .flat_map(|(_, seen)| seen.names())
        .collect();
    let mut names = Vec::new();
    for look in LOOKS {
        for page in &pages {
            names.extend(["changes", "longest", "mean"].map(|what| format!("{page} {what} in {look:?}")));
        }
    }
    names.extend(counters.iter().flat_map(|name| LOOKS.map(|look| format!("{name} in {look:?}"))));
    let row = |table: &Spied, moment: Instant| {
        let mut row = Vec::new();
        for look in LOOKS {
            row.extend(table.public.iter().flat_map(|(_, seen)| seen.within(moment, moment + look)));
        }
        row.extend(counters.iter().flat_map(|name| counted(table, name, moment)));
        row
    };
    (names, rows(tables, row))
}

/// What the operator's counters brought.
fn counted_figures(tables: &[Spied]) -> (Vec<String>, Vec<Rows>) {
    let names: BTreeSet<&str> = tables.iter().flat_map(|table| table.counters.names()).collect();
    let row = |table: &Spied, moment: Instant| {
        let growth = |name: &&str| LOOKS.map(|look| table.counters.growth(name, moment, moment + look));
        names.iter().flat_map(growth).collect()
    };
    (names.iter().map(ToString::to_string).collect(), rows(tables, row))
}

fn rows(tables: &[Spied], row: impl Fn(&Spied, Instant) -> Vec<f64>) -> Vec<Rows> {
    let of_table = |table: &Spied| {
        table.windows.iter().map(|(moment, claimed)| (*claimed, row(table, *moment))).collect()
    };
    tables.iter().map(of_table).collect()
}
