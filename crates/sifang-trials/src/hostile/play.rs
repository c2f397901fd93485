//! H3: players who answer wrongly, late, twice and for others, at tables of every rule set, while the match goes on.

use super::ground::{Ground, verdict};
use crate::{Bar, Plan, quick_setup};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use sifang_bots::Rng;
use sifang_client::Client;
use sifang_rules::any::RuleSetId;
use std::time::Duration;
use tokio::task::JoinSet;

/// How long a round must last: each seat says at most five things in it, and ten a second are read.
const ROUND: Duration = Duration::from_millis(550);
/// What a wrong answer may be answered with.
const STABLE: &[&str] = &[
    "action/stale",
    "action/not_a_choice",
    "action/not_asked",
    "action/answered",
    "action/deal_over",
    "message/malformed",
    "message/order",
    "nonce/closed",
    "nonce/sent",
    "room/playing",
    "room/not_host",
    "seat/taken",
    "match/none",
];

#[derive(Default)]
struct Count {
    wrong: u64,
    accepted: u64,
    changed: u64,
    repeated: u64,
    lost_repeats: u64,
}

/// Attacks one table of each rule set.
pub(super) async fn wrong_answers(ground: &Ground, plan: &Plan) -> Result<Vec<Bar>> {
    let rounds = plan.count(16, 400, 4000);
    let mut tables = JoinSet::new();
    for (number, rules) in RuleSetId::ALL.iter().enumerate() {
        let (_, mut seats) = ground.table(&quick_setup(rules.id(), &json!({})), 4).await?;
        seats[0].1.ask(json!({"type": "start"})).await?;
        for _step in 0..2 {
            for (_, client) in &mut seats {
                client.give_nonce().await?;
            }
        }
        let seed = plan.seed + 100 * number as u64;
        tables.spawn(attack(seats.into_iter().map(|(_, client)| client).collect(), seed, rounds));
    }
    let mut all = Count::default();
    while let Some(count) = tables.join_next().await {
        let count = count??;
        all.wrong += count.wrong;
        all.accepted += count.accepted;
        all.changed += count.changed;
        all.repeated += count.repeated;
        all.lost_repeats += count.lost_repeats;
    }
    Ok(vec![
        Bar::none("H3", "wrong, late, foreign or malformed answers that were taken", all.accepted, all.wrong),
        Bar::none("H3", "tables that were changed by them", all.changed, all.wrong),
        Bar::none(
            "H3",
            "repetitions of an accepted answer that were not acknowledged again",
            all.lost_repeats,
            all.repeated,
        ),
    ])
}

/// Rounds of: everybody attacks, nothing has changed, then whoever is asked answers well, twice.
async fn attack(mut seats: Vec<Client>, seed: u64, rounds: u64) -> Result<Count> {
    let mut count = Count::default();
    let mut last: Vec<Option<(u64, String)>> = vec![None; seats.len()];
    let mut id = 1000u64;
    for round in 0..rounds {
        let rng = &mut Rng::of(&[seed, round]);
        let over = tokio::time::Instant::now() + ROUND;
        settle(&mut seats, &mut id).await?;
        if seats[0].room["phase"] != "playing" {
            break;
        }
        let before = state(&seats);
        let foreign: Vec<Option<(u64, Vec<Value>)>> = seats
            .iter()
            .map(|seat| seat.table.prompt().map(|(decision, choices)| (decision, choices.to_vec())))
            .collect();
        for (seat, client) in seats.iter_mut().enumerate() {
            id += 2;
            let text = wrong(rng, seat, &foreign, &last, id);
            count.wrong += 1;
            let code = verdict(client, text.clone()).await?;
            if !STABLE.contains(&code.as_str()) {
                eprintln!("H3: {text} was answered with {code}");
                count.accepted += 1;
            }
        }
        settle(&mut seats, &mut id).await?;
        count.changed += u64::from(state(&seats) != before);
        answer_well(&mut seats, rng, &mut last, &mut id, &mut count).await?;
        tokio::time::sleep_until(over).await;
    }
    Ok(count)
}

/// Everybody who is asked answers, and says it again.
async fn answer_well(
    seats: &mut [Client],
    rng: &mut Rng,
    last: &mut [Option<(u64, String)>],
    id: &mut u64,
    count: &mut Count,
) -> Result<()> {
    for seat in 0..seats.len() {
        let Some((decision, choices)) = seats[seat].table.prompt() else { continue };
        let action =
            choices[rng.below(choices.len() as u32) as usize].as_str().context("a choice")?.to_owned();
        *id += 2;
        let text =
            |id: u64| json!({"type": "act", "id": id, "decision": decision, "action": action}).to_string();
        // Once more under the same number, or under a new one: both are said by clients that were cut off.
        let (first, again) = (text(*id), text(*id + u64::from(rng.below(2))));
        ensure!(verdict(&mut seats[seat], first).await? == "ack", "a good answer was refused");
        count.repeated += 1;
        count.lost_repeats += u64::from(verdict(&mut seats[seat], again).await? != "ack");
        last[seat] = Some((decision, action));
    }
    Ok(())
}

/// An answer that must not count.
fn wrong(
    rng: &mut Rng,
    seat: usize,
    open: &[Option<(u64, Vec<Value>)>],
    last: &[Option<(u64, String)>],
    id: u64,
) -> String {
    let act = |decision: u64, action: &str| json!({"type": "act", "id": id, "decision": decision, "action": action});
    let mine = open[seat].as_ref().map(|(decision, _)| *decision);
    let others = open.iter().enumerate().find_map(|(other, open)| open.as_ref().filter(|_| other != seat));
    let now = mine.or(others.map(|(decision, _)| *decision)).unwrap_or(1);
    let answered = last[seat].as_ref().map(|(decision, _)| *decision);
    let offered =
        |action: &str| open[seat].as_ref().is_some_and(|(_, choices)| choices.iter().any(|c| c == action));
    let message = match (rng.below(8), others) {
        (0, _) => act(now + 1 + u64::from(rng.below(1000)), "pass"),
        (1, _) => {
            let action =
                ["discard 9f", "bury 119m", "kong 1f", "ready_ask 9f", "piao 99"][rng.below(5) as usize];
            act(now + u64::from(offered(action)), action)
        }
        (2, Some((decision, choices))) if mine.is_none() && answered != Some(*decision) => {
            act(*decision, choices.first().and_then(Value::as_str).unwrap_or("pass"))
        }
        (3, _) => match &last[seat] {
            // A decision that is over, with another answer than the one that was given.
            Some((decision, action)) if Some(*decision) != mine => {
                act(*decision, if action == "pass" { "hu" } else { "pass" })
            }
            _ => act(0, "pass"),
        },
        (4, _) => json!({"type": "act", "id": 1, "decision": now, "action": "pass"}),
        (5, _) => json!({"type": "act", "id": id, "decision": now, "action": "pass", "seat": (seat + 1) % 4}),
        (6, _) if rng.below(2) == 0 => json!({"type": "nonce_waive", "id": id, "seat": (seat + 1) % 4}),
        (6, _) => json!({"type": "nonce", "id": id, "nonce": "77".repeat(16)}),
        _ => json!({"type": "sit", "id": id, "seat": (seat + 1) % 4}),
    };
    message.to_string()
}

/// Everybody sees the table as it is now: a snapshot is taken when everything before it is done, and acknowledged after it.
async fn settle(seats: &mut [Client], id: &mut u64) -> Result<()> {
    *id += 2;
    for client in seats {
        let said = verdict(client, json!({"type": "sync", "id": *id}).to_string()).await?;
        ensure!(said == "ack", "sync was answered with {said}");
    }
    Ok(())
}

fn state(seats: &[Client]) -> Vec<Value> {
    seats.iter().map(|client| client.table.table["view"].clone()).collect()
}
