//! P8: a copy taken while tables play, put back into an empty folder; every table goes on there.

use crate::short::short_match;
use crate::{Bar, Host, Plan, quick_setup};
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use sifang_client::{Client, play};
use sifang_match::{Record, verify_any};
use sifang_rules::any::RuleSetId;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use tokio::task::JoinSet;

/// Runs a command of the binary.
fn sifang(plan: &Plan, arguments: &[&str], paths: &[(&str, &Path)]) -> Result<()> {
    let mut command = Command::new(&plan.sifang);
    command.args(arguments).env("LANG", "C");
    for (name, path) in paths {
        command.arg(name).arg(path);
    }
    let output = command.output()?;
    ensure!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

/// Tables of all rule sets play; a copy is taken; the server it is put back into plays them to their end.
pub(super) async fn copied(plan: &Plan) -> Result<Vec<Bar>> {
    let host = Host::start(&plan.sifang)?;
    let tables = plan.count(10, 200, 1000);
    let mut seats = Vec::new();
    let mut playing = JoinSet::new();
    for number in 0..tables {
        let rules = RuleSetId::ALL[number as usize % RuleSetId::ALL.len()];
        let mut setup = quick_setup(rules.id(), &short_match(rules));
        setup["bots"] = "random".into();
        let (room, mut players) = host.table(&setup, 1).await?;
        let (token, mut client) = players.remove(0);
        client.ask(json!({"type": "start"})).await?;
        seats.push((token.clone(), room.clone()));
        let server = host.server.clone();
        playing.spawn(async move {
            // Slow enough that every match is still going on when the copy is taken.
            let mut choose = |_: &Value, choices: &[Value]| {
                std::thread::sleep(Duration::from_millis(30));
                choices.len() / 2
            };
            let _ = play(&server, &token, &room, client, &mut choose).await;
        });
    }
    let place = tempfile::tempdir()?;
    let copy = place.path().join("copy.db");
    sifang(plan, &["backup"], &[("--data", host.folder()), ("--out", &copy)])?;
    playing.abort_all();
    drop(host);
    let mut again = Host::start(&plan.sifang)?;
    again.kill()?;
    again.empty()?;
    sifang(plan, &["restore"], &[("--from", &copy), ("--data", again.folder())])?;
    again.restart()?;
    let mut resumed = JoinSet::new();
    for (token, room) in seats {
        let server = again.server.clone();
        resumed.spawn(async move {
            let mut client = Client::connect(&server, &token).await?;
            let id = client.enter(&room).await?;
            client.answer(id).await?.map_err(anyhow::Error::msg)?;
            play(&server, &token, &room, client, &mut |_: &Value, choices: &[Value]| choices.len() / 2).await
        });
    }
    let mut lost = 0;
    while let Some(played) = resumed.join_next().await {
        let holds = match played? {
            Ok(played) => {
                let stored = again.record(played.table["match_id"].as_str().unwrap_or_default()).await?;
                let record: Record = serde_json::from_value(stored["record"].clone())?;
                verify_any(&record, &mut |_, _| {}).is_ok_and(|verified| verified.finished)
            }
            Err(error) => {
                eprintln!("P8: {error:#}");
                false
            }
        };
        lost += u64::from(!holds);
    }
    Ok(vec![Bar::none(
        "P8",
        "tables of a copy taken under load that did not go on to a record that holds",
        lost,
        tables,
    )])
}
