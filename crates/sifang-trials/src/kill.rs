//! The process is killed again and again in the middle of many tables, sometimes while it is still coming back, and started
//! again: nobody may have been told anything that is not kept.
//!
//! Players write down every acknowledgement. After the last kill the logs are read from the file itself and held against
//! what the players were told. What a player sees after a restart must be what it saw before wherever the same question is
//! still open, and in the end every player's table must be the one that the server tells afresh.

use crate::ledger::{self, Answer, Audit};
use crate::{Bar, Host, Plan, Tier, quick_setup};
use anyhow::{Result, bail};
use futures_util::future::join_all;
use serde_json::{Value, json};
use sifang_bots::Rng;
use sifang_client::{Client, Scripted};
use sifang_options::{Group, OptionKind, OptionSet};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_store::{Journal, Settings, Sqlite};
use sifang_table::RuleSet;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Tables at once, with four players each.
const TABLES: usize = 50;
/// Acknowledgements between two kills, so that every kill finds a server at work.
const WORK: u64 = 40;
/// How long that work is waited for on a machine that does other things.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long a player listens for a snapshot before it asks again.
const A_WHILE: Duration = Duration::from_secs(5);
/// A kill comes this long after the server is at work.
const MOMENTS: std::ops::Range<u32> = 50..2_000;

/// How it went for one player.
struct Account {
    room: String,
    player: String,
    acknowledged: Vec<Answer>,
    returned: u64,
    /// Views compared across a restart, and those that were not the same.
    views: (u64, u64),
    /// Something that must not happen to a player.
    trouble: Option<String>,
}

/// What was counted.
#[derive(Default)]
struct Counts {
    kills: u64,
    early: u64,
    returned: u64,
    views: (u64, u64),
    rooms: u64,
    broken_logs: u64,
    troubled: u64,
    audit: Audit,
}

/// Kills so often as the tier says, or as there is time for.
pub(crate) fn run(plan: &Plan) -> Result<Vec<Bar>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let counts = runtime.block_on(attack(plan))?;
    let kills = if plan.time.is_some() { 20 } else { plan.count(20, 1_000, 10_000) };
    let early = if plan.tier == Tier::C { 1 } else { 10 };
    let Audit { acknowledged, lost, doubled, reordered } = counts.audit;
    Ok(vec![
        Bar::at_least(
            "P1",
            format!("kills under load ({TABLES} tables, {} players)", 4 * TABLES),
            counts.kills,
            kills,
        ),
        Bar::at_least("P3", "of these while the server was coming back", counts.early, early),
        Bar::none("P1", "acknowledged and lost", lost, acknowledged),
        Bar::none("P1", "applied twice", doubled, acknowledged),
        Bar::none("P1", "reordered", reordered, acknowledged),
        Bar::none("P1", "logs damaged or rooms gone", counts.broken_logs, counts.rooms),
        Bar::none(
            "P1",
            "views that differ across a restart or from a fresh snapshot",
            counts.views.1,
            counts.views.0,
        ),
        Bar::none(
            "P1",
            "players refused what was offered, or not let back in",
            counts.troubled,
            4 * counts.rooms,
        ),
        Bar::at_least("P1", "times that a player came back", counts.returned, counts.kills),
    ])
}

async fn attack(plan: &Plan) -> Result<Counts> {
    let start = Instant::now();
    let mut host = Host::start(&plan.sifang)?;
    let acknowledged = Arc::new(AtomicU64::new(0));
    let (rest, resting) = watch::channel(false);
    let mut players = JoinSet::new();
    let tables = (0..TABLES).map(|table| open_table(&host, table));
    for (table, opened) in join_all(tables).await.into_iter().enumerate() {
        let (room, seats) = opened?;
        for (seat, (token, client)) in seats.into_iter().enumerate() {
            let rng = Rng::of(&[plan.seed, table as u64, seat as u64]);
            let scripted = Scripted::new(&host.server, &token, &room, client);
            players.spawn(player(scripted, room.clone(), rng, acknowledged.clone(), resting.clone()));
        }
    }
    eprintln!("kill: {TABLES} tables after {:.1} s", start.elapsed().as_secs_f64());
    let mut counts = Counts::default();
    let mut rng = Rng::of(&[plan.seed, 0x6b69_6c6c]);
    let wanted = if plan.time.is_some() { u64::MAX } else { plan.count(20, 1_000, 10_000) };
    // Half of what is left of the time would be too late for the last checks on a slow machine.
    let until = plan.time.map(|time| time.mul_f64(0.9).saturating_sub(Duration::from_secs(20)));
    while counts.kills < wanted && until.is_none_or(|until| counts.kills < 20 || start.elapsed() < until) {
        if !at_work(&acknowledged).await {
            eprintln!("kill: no {WORK} answers within {} s after kill {}", PATIENCE.as_secs(), counts.kills);
            break;
        }
        let moment = MOMENTS.start + rng.below(MOMENTS.end - MOMENTS.start);
        tokio::time::sleep(Duration::from_millis(moment.into())).await;
        host.kill()?;
        counts.kills += 1;
        if rng.below(4) == 0 {
            host.restart()?;
            tokio::time::sleep(Duration::from_millis(rng.below(60).into())).await;
            host.kill()?;
            counts.kills += 1;
            counts.early += 1;
        }
        host.restart()?;
    }
    rest.send_replace(true);
    let mut accounts = Vec::new();
    while let Some(account) = players.join_next().await {
        accounts.push(account?);
    }
    host.kill()?;
    settle(host.folder(), accounts, &mut counts).await?;
    Ok(counts)
}

/// A table of four whose match has begun.
async fn open_table(host: &Host, table: usize) -> Result<(String, Vec<(String, Client)>)> {
    let rules = RuleSetId::ALL[table % RuleSetId::ALL.len()];
    let (room, mut seats) = host.table(&quick_setup(rules.id(), &long_match(rules)), 4).await?;
    seats[0].1.ask(json!({"type": "start"})).await?;
    Ok((room, seats))
}

/// Waits until the players have got some answers through since the last kill. False: they do not.
async fn at_work(acknowledged: &AtomicU64) -> bool {
    let before = acknowledged.load(Relaxed);
    let start = Instant::now();
    while acknowledged.load(Relaxed) < before + WORK {
        if start.elapsed() > PATIENCE {
            return false;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    true
}

/// Plays until told to rest, then compares its table with a fresh one.
async fn player(
    mut scripted: Scripted,
    room: String,
    rng: Rng,
    acknowledged: Arc<AtomicU64>,
    rest: watch::Receiver<bool>,
) -> Account {
    let mut views = (0, 0);
    let lived = live(&mut scripted, rng, &acknowledged, rest, &mut views).await;
    views.0 += scripted.client.table.hashes + scripted.client.table.compared;
    let player = own_id(&scripted.client).unwrap_or_default();
    let trouble = lived.err().map(|error| format!("{error:#}"));
    let played = scripted.finish();
    let returned = played.returned.into();
    Account { room, player, acknowledged: played.acknowledged, returned, views, trouble }
}

async fn live(
    scripted: &mut Scripted,
    mut rng: Rng,
    acknowledged: &AtomicU64,
    mut rest: watch::Receiver<bool>,
    views: &mut (u64, u64),
) -> Result<()> {
    let mut choose = move |_: &Value, choices: &[Value]| {
        let win = choices.iter().position(|choice| choice == "hu");
        win.unwrap_or(rng.below(choices.len() as u32) as usize)
    };
    let mut left = None;
    while !*rest.borrow() {
        let (returned, told) = (scripted.played.returned, scripted.played.acknowledged.len());
        tokio::select! {
            _ = rest.changed() => break,
            moved = scripted.go_on(&mut choose) => if !moved? {
                scripted.rematch().await?;
            }
        }
        acknowledged.fetch_add((scripted.played.acknowledged.len() - told) as u64, Relaxed);
        if scripted.played.returned != returned {
            left = Some(scripted.client.table.stream.clone());
        }
        // A new run of the server tells a new stream, from a snapshot.
        if left.take_if(|left| *left != scripted.client.table.stream).is_some() {
            compare(&scripted.before, &scripted.client.table.table, views);
        }
    }
    fresh(scripted).await
}

/// Where the same question is open before and after, everything that the player sees must be the same, but for its own answer.
fn compare(before: &Value, after: &Value, views: &mut (u64, u64)) {
    let decision = |table: &Value| table["view"]["prompt"]["decision"].as_u64();
    let (Some(old), Some(new)) = (decision(before), decision(after)) else { return };
    // Where several are asked at once, a rule set may show beside the table who has answered.
    let plain = |table: &Value| {
        let mut table = table.clone();
        (table["view"]["prompt"]["answered"], table["view"]["extra"]) = (Value::Null, Value::Null);
        table
    };
    views.0 += 1;
    let (before, after) = (plain(before), plain(after));
    if new < old || new == old && before != after {
        views.1 += 1;
        eprintln!("kill: seen before decision {old}: {before}\nkill: and after {new}: {after}");
    }
}

/// Asks for a snapshot until one comes for the very moment that the player stands at; the reducer compares them.
async fn fresh(scripted: &mut Scripted) -> Result<()> {
    let before = scripted.client.table.compared;
    let start = Instant::now();
    while scripted.client.table.compared == before {
        if start.elapsed() > PATIENCE {
            bail!("no snapshot of the moment came");
        }
        // A connection that is gone is noticed by listening.
        let _ = scripted.client.send(json!({"type": "sync"})).await;
        let listening = async {
            while scripted.client.table.compared == before {
                scripted.listen().await?;
            }
            anyhow::Ok(())
        };
        tokio::time::timeout(A_WHILE, listening).await.unwrap_or(Ok(()))?;
    }
    Ok(())
}

/// The id of the player, as the room shows it at its seat.
fn own_id(client: &Client) -> Option<String> {
    let seat = client.table.table["view"]["seat"].as_u64()? as usize;
    client.room["seats"][seat]["occupant"]["id"].as_str().map(str::to_owned)
}

/// Reads the logs from the file and holds them against the accounts.
async fn settle(folder: &Path, accounts: Vec<Account>, counts: &mut Counts) -> Result<()> {
    let store = Sqlite::open(Settings::new(folder)).await?;
    let mut logs = BTreeMap::new();
    for room in store.load().await? {
        if let Ok(lines) = room.log {
            logs.insert(room.room.code, ledger::answers(lines.iter().map(Vec::as_slice)));
        }
    }
    counts.rooms = TABLES as u64;
    counts.broken_logs = (TABLES - logs.len().min(TABLES)) as u64;
    for account in accounts {
        let kept = logs.get(&account.room).and_then(|room| room.get(&account.player));
        counts.audit.add(ledger::audit(kept.map_or(&[], Vec::as_slice), &account.acknowledged));
        counts.returned += account.returned;
        if let Some(trouble) = &account.trouble {
            counts.troubled += 1;
            eprintln!("kill: a player in room {}: {trouble}", account.room);
        }
        counts.views.0 += account.views.0;
        counts.views.1 += account.views.1;
    }
    store.shut_down().await?;
    Ok(())
}

/// Options for the longest match that the rule set knows.
fn long_match(rules: RuleSetId) -> Value {
    let specs = with_rule_set!(rules, R => <<R as RuleSet>::Options as OptionSet>::SPECS);
    let mut options = json!({});
    for spec in specs.iter().filter(|spec| spec.group == Group::Match) {
        match spec.kind {
            OptionKind::Int { max, .. } => options[spec.name] = max.into(),
            OptionKind::IntSet(set) => options[spec.name] = set.iter().copied().max().into(),
            OptionKind::Bool | OptionKind::Choice(_) => {}
        }
    }
    options
}
