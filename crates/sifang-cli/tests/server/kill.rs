//! The process is killed in the middle of a deal, started again, and nobody has lost anything.

use crate::server::host::{Host, host, host_on, quick_setup};
use crate::server::matches::{check, eager, short_match};
use serde_json::json;
use sifang_client::{Played, play};
use sifang_rules::any::RuleSetId;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;
use tokio::task::JoinSet;

/// Answers after which the process is killed, twice.
const KILLS: [usize; 2] = [30, 160];

#[tokio::test]
async fn nothing_acknowledged_is_lost_when_the_process_is_killed() {
    kill_twice(host()).await;
}

/// The same with the data in PostgreSQL: after each kill the rooms go on when the lease of the dead node is over.
#[tokio::test]
async fn nothing_acknowledged_is_lost_when_a_node_is_killed() {
    let Some(database) = sifang_postgres::database() else { return };
    kill_twice(host_on(&database.url())).await;
    assert_ne!(database.run("SELECT count(*) FROM played_match").unwrap(), "0");
    assert_eq!(database.run("SELECT max(id) FROM node").unwrap(), "3", "each start is a node");
}

async fn kill_twice(mut host: Host) {
    let answers = Arc::new(AtomicUsize::new(0));
    let mut players: JoinSet<(usize, Played)> = JoinSet::new();
    for (table, rules) in RuleSetId::ALL.iter().enumerate() {
        let (room, mut seats) = host.table(&quick_setup(rules.id(), &short_match(*rules)), 4).await.unwrap();
        seats[0].1.ask(json!({"type": "start"})).await.unwrap();
        for (number, (token, client)) in seats.into_iter().enumerate() {
            let (server, room, answers) = (host.server.clone(), room.clone(), answers.clone());
            players.spawn(async move {
                let mut choose = eager(1 + (4 * table + number) as u64);
                let mut counted = |view: &_, choices: &[_]| {
                    answers.fetch_add(1, Relaxed);
                    choose(view, choices)
                };
                (table, play(&server, &token, &room, client, &mut counted).await.unwrap())
            });
        }
    }
    for kill_at in KILLS {
        while answers.load(Relaxed) < kill_at {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        host.kill().unwrap();
        host.restart().unwrap();
    }
    let mut tables: Vec<Vec<Played>> = vec![Vec::new(); RuleSetId::ALL.len()];
    while let Some(player) = players.join_next().await {
        let (table, played) = player.unwrap();
        tables[table].push(played);
    }
    for played in &tables {
        assert!(played.iter().all(|player| player.returned >= 1), "everybody was cut off");
        let record = check(&host, played).await.unwrap();
        let kept: Vec<String> =
            record.deals.iter().flat_map(|deal| &deal.commands).map(ToString::to_string).collect();
        for player in played {
            let seat = player.table["view"]["seat"].as_u64().unwrap();
            let mut own = kept.iter().filter(|command| command.starts_with(&format!("{seat} ")));
            for (decision, action) in &player.acknowledged {
                let wanted = format!("{seat} {action}");
                assert!(
                    own.any(|command| *command == wanted),
                    "{wanted} (decision {decision}) was acknowledged and lost"
                );
            }
        }
    }
}
