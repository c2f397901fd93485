//! Many tables at work while the server under them dies and comes back: players who write down every acknowledgement, and what
//! they were sent held against what the file has kept.
//!
//! What a player sees after a restart must be what it saw before wherever the same question is still open, and in the end every
//! player's table must be the one that the server sends afresh. How the server dies is the business of whoever kills it.

use crate::ledger::{self, Answer, Audit};
use crate::short::specs;
use crate::{Host, quick_setup};
use anyhow::{Result, bail};
use futures_util::future::join_all;
use serde_json::{Value, json};
use sifang_bots::Rng;
use sifang_client::{Client, Scripted};
use sifang_options::{Group, OptionKind};
use sifang_rules::any::RuleSetId;
use sifang_store::{Journal, Settings, Sqlite};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Acknowledgements between two kills, so that every kill finds a server at work.
const WORK: u64 = 40;
/// How long that work is waited for on a machine that does other things.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long a player listens for a snapshot before it asks again.
const A_WHILE: Duration = Duration::from_secs(5);

/// Players at tables of four, all of them at work until they are stopped.
pub(crate) struct Crowd {
    players: JoinSet<Account>,
    tally: Arc<Tally>,
    rest: watch::Sender<bool>,
}

/// What players have done so far, all of them together.
#[derive(Default)]
struct Tally {
    acknowledged: AtomicU64,
    returned: AtomicU64,
}

/// How players of a crowd are.
#[derive(Clone, Default)]
pub(crate) struct Manner {
    /// The clock of their tables.
    pub clock: Value,
    /// The players of the first so many tables give a connection up on which they receive nothing for so long.
    pub impatient: Option<(usize, Duration)>,
}

/// How it went for one player.
pub(crate) struct Account {
    /// The number of its table.
    pub table: usize,
    room: String,
    player: String,
    acknowledged: Vec<Answer>,
    /// Times that it came back.
    pub returned: u64,
    /// How long it was away each time.
    pub away: Vec<Duration>,
    /// Its time has run out once, and it was played for.
    pub played_for: bool,
    /// Views compared across a restart, and those that were not the same.
    views: (u64, u64),
    /// Something that must not happen to a player.
    trouble: Option<String>,
}

/// How it went for all of them.
#[derive(Default)]
pub(crate) struct Counts {
    /// Times that a player came back.
    pub returned: u64,
    /// Views compared, and those that were not the same.
    pub views: (u64, u64),
    /// Tables, and those whose log is damaged or gone.
    pub rooms: (u64, u64),
    /// Players refused what was offered, or not let back in.
    pub troubled: u64,
    /// What was acknowledged against what was kept.
    pub audit: Audit,
}

impl Crowd {
    /// Seats them and begins all matches.
    pub(crate) async fn seat(host: &Host, tables: usize, seed: u64) -> Result<Crowd> {
        Crowd::seat_as(host, tables, seed, &Manner::default()).await
    }

    /// The same with manners.
    pub(crate) async fn seat_as(host: &Host, tables: usize, seed: u64, manner: &Manner) -> Result<Crowd> {
        let tally = Arc::<Tally>::default();
        let (rest, resting) = watch::channel(false);
        let mut players = JoinSet::new();
        let opened = (0..tables).map(|table| open_table(host, table, &manner.clock));
        for (table, opened) in join_all(opened).await.into_iter().enumerate() {
            let (room, seats) = opened?;
            for (seat, (token, client)) in seats.into_iter().enumerate() {
                let rng = Rng::of(&[seed, table as u64, seat as u64]);
                let mut scripted = Scripted::new(&host.server, &token, &room, client);
                let impatient = manner.impatient.filter(|(tables, _)| table < *tables);
                scripted.patience = impatient.map(|(_, patience)| patience);
                let place = (table, room.clone());
                players.spawn(player(scripted, place, rng, tally.clone(), resting.clone()));
            }
        }
        Ok(Crowd { players, tally, rest })
    }

    /// Waits until the players have got some answers through from now on. False: they do not.
    pub(crate) async fn at_work(&self) -> bool {
        reaches(&self.tally.acknowledged, WORK + self.tally.acknowledged.load(Relaxed), "answers").await
    }

    /// Waits until players have come back so many times in all. False: they do not.
    pub(crate) async fn back(&self, times: u64) -> bool {
        reaches(&self.tally.returned, times, "returns").await
    }

    /// Lets them compare their tables with the server's a last time, and gives their accounts.
    pub(crate) async fn rest(mut self) -> Result<Vec<Account>> {
        self.rest.send_replace(true);
        let mut accounts = Vec::new();
        while let Some(account) = self.players.join_next().await {
            accounts.push(account?);
        }
        Ok(accounts)
    }
}

async fn reaches(count: &AtomicU64, wanted: u64, what: &str) -> bool {
    let start = Instant::now();
    while count.load(Relaxed) < wanted {
        if start.elapsed() > PATIENCE {
            eprintln!("{} of {wanted} {what} within {} s", count.load(Relaxed), PATIENCE.as_secs());
            return false;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    true
}

/// A table of four whose match has begun.
async fn open_table(host: &Host, table: usize, clock: &Value) -> Result<(String, Vec<(String, Client)>)> {
    let rules = RuleSetId::ALL[table % RuleSetId::ALL.len()];
    let mut setup = quick_setup(rules.id(), &long_match(rules));
    setup["clock"] = clock.clone();
    let (room, mut seats) = host.table(&setup, 4).await?;
    seats[0].1.ask(json!({"type": "start"})).await?;
    Ok((room, seats))
}

/// Plays until stopped, then compares its table with a fresh one.
async fn player(
    mut scripted: Scripted,
    (table, room): (usize, String),
    rng: Rng,
    tally: Arc<Tally>,
    rest: watch::Receiver<bool>,
) -> Account {
    let (mut views, mut played_for) = ((0, 0), false);
    let lived = live(&mut scripted, rng, &tally, rest, (&mut views, &mut played_for)).await;
    views.0 += scripted.client.table.hashes + scripted.client.table.compared;
    let player = own_id(&scripted.client).unwrap_or_default();
    let trouble = lived.err().map(|error| format!("{error:#}"));
    let played = scripted.finish();
    let (returned, away) = (played.returned.into(), played.away);
    let acknowledged = played.acknowledged;
    Account { table, room, player, acknowledged, returned, away, played_for, views, trouble }
}

async fn live(
    scripted: &mut Scripted,
    mut rng: Rng,
    tally: &Tally,
    mut rest: watch::Receiver<bool>,
    (views, played_for): (&mut (u64, u64), &mut bool),
) -> Result<()> {
    let mut choose = move |_: &Value, choices: &[Value]| {
        let win = choices.iter().position(|choice| choice == "hu");
        win.unwrap_or(rng.below(choices.len() as u32) as usize)
    };
    let mut left = None;
    while !*rest.borrow() {
        let (returned, before) = (scripted.played.returned, scripted.played.acknowledged.len());
        tokio::select! {
            _ = rest.changed() => break,
            moved = scripted.go_on(&mut choose) => if !moved? {
                scripted.rematch().await?;
            }
        }
        *played_for |= own_seat(&scripted.client).is_some_and(|seat| seat["auto"] == true);
        tally.acknowledged.fetch_add((scripted.played.acknowledged.len() - before) as u64, Relaxed);
        tally.returned.fetch_add((scripted.played.returned - returned).into(), Relaxed);
        if scripted.played.returned != returned {
            left = Some(scripted.client.table.stream.clone());
        }
        // A new run of the server starts a new stream, from a snapshot.
        if left.take_if(|left| *left != scripted.client.table.stream).is_some() {
            compare(&scripted.before, &scripted.client.table.table, views);
        }
    }
    fresh(scripted).await
}

/// Where the same question is open before and after, everything that the player sees must be the same, but for its own answer.
pub(crate) fn compare(before: &Value, after: &Value, views: &mut (u64, u64)) {
    let decision = |table: &Value| table["view"]["prompt"]["decision"].as_u64();
    let (Some(old), Some(new)) = (decision(before), decision(after)) else { return };
    // Where several are asked at once, a rule set may show beside the table who has answered.
    let plain = |table: &Value| {
        let mut table = table.clone();
        (table["view"]["prompt"]["answered"], table["view"]["extra"]) = (Value::Null, Value::Null);
        table
    };
    // Who comes back to a later question has nothing to compare: others have played on.
    if new > old {
        return;
    }
    views.0 += 1;
    let (before, after) = (plain(before), plain(after));
    if new < old || before != after {
        views.1 += 1;
        eprintln!("seen before decision {old}: {before}\nand after {new}: {after}");
    }
}

/// Asks for a snapshot until one comes for the very moment that the player stands at; the reducer compares them. Between two
/// matches there is no table.
async fn fresh(scripted: &mut Scripted) -> Result<()> {
    let before = scripted.client.table.compared;
    let is_open = |client: &Client| client.table.compared == before && client.room["phase"] != "waiting";
    let start = Instant::now();
    while is_open(&scripted.client) {
        if start.elapsed() > PATIENCE {
            bail!("no snapshot of the moment came");
        }
        // A connection that is gone is noticed by listening.
        let _ = scripted.client.send(json!({"type": "sync"})).await;
        let listening = async {
            while is_open(&scripted.client) {
                scripted.listen().await?;
            }
            anyhow::Ok(())
        };
        tokio::time::timeout(A_WHILE, listening).await.unwrap_or(Ok(()))?;
    }
    Ok(())
}

/// The player's seat, as the room shows it.
fn own_seat(client: &Client) -> Option<&Value> {
    let seat = client.table.table["view"]["seat"].as_u64()? as usize;
    client.room["seats"].get(seat)
}

/// The id of the player, as the room shows it at its seat.
fn own_id(client: &Client) -> Option<String> {
    own_seat(client)?["occupant"]["id"].as_str().map(str::to_owned)
}

/// Reads the logs from the file and holds them against the accounts.
pub(crate) async fn settle(folder: &Path, accounts: &[Account], tables: usize) -> Result<Counts> {
    let store = Sqlite::open(Settings::new(folder)).await?;
    let mut logs = BTreeMap::new();
    for room in store.load().await? {
        if let Ok(lines) = room.log {
            logs.insert(room.room.link, ledger::answers(lines.iter().map(Vec::as_slice)));
        }
    }
    store.shut_down().await?;
    let gone = tables - logs.len().min(tables);
    let mut counts = Counts { rooms: (tables as u64, gone as u64), ..Counts::default() };
    for account in accounts {
        let kept = logs.get(&account.room).and_then(|room| room.get(&account.player));
        counts.audit.add(ledger::audit(kept.map_or(&[], Vec::as_slice), &account.acknowledged));
        counts.returned += account.returned;
        if let Some(trouble) = &account.trouble {
            counts.troubled += 1;
            eprintln!("a player in room {}: {trouble}", account.room);
        }
        counts.views.0 += account.views.0;
        counts.views.1 += account.views.1;
    }
    Ok(counts)
}

/// Options for the longest match that the rule set knows.
fn long_match(rules: RuleSetId) -> Value {
    let mut options = json!({});
    for spec in specs(rules).iter().filter(|spec| spec.group == Group::Match) {
        match spec.kind {
            OptionKind::Int { max, .. } => options[spec.name] = max.into(),
            OptionKind::IntSet(set) => options[spec.name] = set.iter().copied().max().into(),
            OptionKind::Bool | OptionKind::Choice(_) => {}
        }
    }
    options
}
