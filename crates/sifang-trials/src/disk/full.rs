//! P4 with a real process: its files may grow no further, its disk is full, or has become read-only; then all is well again.

use super::fault::Fault;
use crate::inside::metric;
use crate::short::short_match;
use crate::{Bar, Host, Plan, quick_setup};
use anyhow::{Context, Result};
use rustix::io::Errno;
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::{Value, json};
use sifang_client::{play, seated};
use sifang_rules::any::RuleSetId;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// How long anything may take here; the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(120);

/// The largest file that the process may write; none: any.
pub(crate) fn limit(process: u32, most: Option<u64>) -> Result<()> {
    let process = Pid::from_raw(process as i32).context("a process")?;
    prlimit(Some(process), Resource::Fsize, Rlimit { current: most, maximum: None })?;
    Ok(())
}

pub(crate) async fn until(what: &str, mut done: impl AsyncFnMut() -> Result<bool>) -> Result<()> {
    let waiting = async {
        while !done().await? {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    };
    tokio::time::timeout(PATIENCE, waiting).await.with_context(|| what.to_owned())?
}

/// What is wrong with the disk for a while.
pub(super) enum Trouble {
    /// No file may be larger than it is, the log of the server included (`EFBIG`).
    Limit,
    /// Nothing more can be written (`ENOSPC`): the database has a word of its own for this one.
    Full(Fault),
    /// Nothing can be changed (`EROFS`), as a kernel leaves a disk that it no longer trusts.
    ReadOnly(Fault),
}

impl Trouble {
    fn name(&self) -> &'static str {
        match self {
            Trouble::Limit => "a disk for small files only (EFBIG)",
            Trouble::Full(_) => "a full disk (ENOSPC)",
            Trouble::ReadOnly(_) => "a disk that became read-only (EROFS)",
        }
    }

    /// What the log of the server says about commits then. Under a limit it can say nothing.
    fn word(&self) -> Option<&'static str> {
        match self {
            Trouble::Limit => None,
            Trouble::Full(_) => Some("(SQLite 13)"),
            Trouble::ReadOnly(_) => Some("(SQLite 8)"),
        }
    }

    fn host(&self, plan: &Plan) -> Result<Host> {
        match self {
            Trouble::Limit => Host::start_on_a_small_disk(&plan.sifang),
            Trouble::Full(fault) | Trouble::ReadOnly(fault) => Host::start_within(&plan.sifang, |folder| {
                // The database and its lock; the log stays readable, to see that the error was met.
                Ok(fault.environment(&folder.canonicalize()?.join("sifang.")))
            }),
        }
    }

    fn begin(&self, host: &Host) -> Result<()> {
        match self {
            Trouble::Limit => limit(host.process(), Some(4096)),
            Trouble::Full(fault) => fault.begin(Errno::NOSPC),
            Trouble::ReadOnly(fault) => fault.begin(Errno::ROFS),
        }
    }

    fn end(&self, host: &Host) -> Result<()> {
        match self {
            Trouble::Limit => limit(host.process(), None),
            Trouble::Full(fault) | Trouble::ReadOnly(fault) => fault.end(),
        }
    }
}

/// A match on a disk that cannot be written to for a while.
pub(super) async fn full(plan: &Plan, trouble: Trouble) -> Result<Vec<Bar>> {
    let host = trouble.host(plan)?;
    let server = host.server.clone();
    let rules = RuleSetId::ALL[0];
    let mut setup = quick_setup(rules.id(), &short_match(rules));
    setup["bots"] = "random".into();
    let token = server.register("玩家").await?;
    let room = server.open_room(&token, &setup).await?;
    let mut client = seated(&server, &token, &room).await?;
    client.ask(json!({"type": "start"})).await?;
    let asked = Arc::new(AtomicU64::new(0));
    let playing = tokio::spawn({
        let (server, asked) = (server.clone(), asked.clone());
        async move {
            let mut choose = |_: &Value, choices: &[Value]| {
                asked.fetch_add(1, Relaxed);
                // A pause, so that the trouble comes in the middle of the match and not after it.
                std::thread::sleep(Duration::from_millis(20));
                choices.len() / 2
            };
            play(&server, &token, &room, client, &mut choose).await
        }
    });
    until("the match begins", async || Ok(asked.load(Relaxed) >= 3)).await?;
    trouble.begin(&host)?;
    let ready = async || anyhow::Ok(server.request("GET", "/readyz", None, None).await?.status);
    until("the server says that it cannot write", async || Ok(ready().await? == 503)).await?;
    let refused = server.register("新来").await.is_err();
    let alive = server.request("GET", "/healthz", None, None).await?.status == 200;
    trouble.end(&host)?;
    until("the server can write again", async || Ok(ready().await? == 200)).await?;
    let played = tokio::time::timeout(PATIENCE, playing).await.context("the match goes on")???;
    let id = played.table["match_id"].as_str().context("a match")?;
    let stored = host.record(id).await?;
    let missing = super::missing(&stored["record"], &played)?;
    let quarantined = metric(&host.metrics()?, "sifang_rooms_quarantined_total").await?;
    let name = trouble.name();
    let mut bars = vec![
        Bar::none(
            "P4",
            format!("answers acknowledged on {name} and not stored"),
            missing.len() as u64,
            played.acknowledged.len() as u64,
        ),
        Bar::none(
            "P4",
            format!("times that the server hid {name}, died of it or did not recover"),
            u64::from(!refused) + u64::from(!alive) + quarantined,
            1,
        ),
    ];
    if let Some(word) = trouble.word() {
        let is_met = |line: &&str| line.contains("commit failed") && line.contains(word);
        let met = host.log().lines().filter(is_met).count() as u64;
        bars.push(Bar::at_least("P4", format!("commits that met {name}"), met, 1));
    }
    Ok(bars)
}
