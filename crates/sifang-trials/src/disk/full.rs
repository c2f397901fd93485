//! P4 with a real process: its files may grow no further, as on a full disk; then they may again.

use crate::inside::metric;
use crate::short::short_match;
use crate::{Bar, Host, Plan, quick_setup};
use anyhow::{Context, Result};
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

/// A match on a disk that is full for a while.
pub(super) async fn full(plan: &Plan) -> Result<Vec<Bar>> {
    let host = Host::start_on_a_small_disk(&plan.sifang)?;
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
                // A pause, so that the disk is full in the middle of the match and not after it.
                std::thread::sleep(Duration::from_millis(20));
                choices.len() / 2
            };
            play(&server, &token, &room, client, &mut choose).await
        }
    });
    until("the match begins", async || Ok(asked.load(Relaxed) >= 3)).await?;
    limit(host.process(), Some(4096))?;
    let ready = async || anyhow::Ok(server.request("GET", "/readyz", None, None).await?.status);
    until("the server says that it cannot write", async || Ok(ready().await? == 503)).await?;
    let refused = server.register("新来").await.is_err();
    let alive = server.request("GET", "/healthz", None, None).await?.status == 200;
    limit(host.process(), None)?;
    until("the server can write again", async || Ok(ready().await? == 200)).await?;
    let played = tokio::time::timeout(PATIENCE, playing).await.context("the match goes on")???;
    let id = played.table["match_id"].as_str().context("a match")?;
    let stored = host.record(id).await?;
    let missing = super::missing(&stored["record"], &played)?;
    let quarantined = metric(&server, "sifang_rooms_quarantined_total").await?;
    Ok(vec![
        Bar::none(
            "P4",
            "answers acknowledged on a full disk and not stored",
            missing.len() as u64,
            played.acknowledged.len() as u64,
        ),
        Bar::none(
            "P4",
            "full disks that the server hid, died of or did not recover from",
            u64::from(!refused) + u64::from(!alive) + quarantined,
            1,
        ),
    ])
}

/// Places where no data can be kept: the server says so and does not start.
pub(super) fn unusable(plan: &Plan) -> Result<Vec<Bar>> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("file");
    std::fs::write(&file, "not a folder")?;
    let odd = folder.path().join("odd");
    std::fs::create_dir_all(odd.join("sifang.db"))?;
    let foreign = folder.path().join("foreign");
    std::fs::create_dir_all(&foreign)?;
    std::fs::write(foreign.join("sifang.db"), "this is no database, whatever it is called".repeat(100))?;
    let mut wrong = 0;
    for data in [&file, &odd, &foreign] {
        let output = std::process::Command::new(&plan.sifang)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .env("LANG", "C")
            .output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.code() != Some(1) || said.contains("panicked") || !said.contains("sifang:") {
            eprintln!("P4: {}: {:?} {said}", data.display(), output.status);
            wrong += 1;
        }
    }
    Ok(vec![Bar::none(
        "P4",
        "unusable data folders on which a server started or ended without a word",
        wrong,
        3,
    )])
}
