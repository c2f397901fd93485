//! Disk trouble: writes that fail at every place, full and read-only disks (P4), damaged files and write-ahead logs (P5), and copies
//! put back (P8).

mod copies;
pub(crate) mod damage;
mod fault;
pub(crate) mod full;
mod journal;
mod unusable;
mod wal;

use crate::{Bar, Plan};
use anyhow::{Context, Result};
use fault::Fault;
use full::{Trouble, full};
use serde_json::Value;
use sifang_client::Played;
use sifang_match::{Record, verify_any};

/// More threads than cores: some players think by sleeping.
const THREADS: usize = 8;

/// The trial.
pub(crate) fn run(plan: &Plan) -> Result<Vec<Bar>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(THREADS).enable_all().build()?;
    plan.rounds(|plan| runtime.block_on(all(plan)))
}

async fn all(plan: &Plan) -> Result<Vec<Bar>> {
    let mut bars = unusable::unusable(plan).await?;
    // Each has a server and files of its own, and waits more than it works.
    let (limited, full, read_only, failing, flipped, contained, ahead, copied) = tokio::join!(
        full(plan, Trouble::Limit),
        full(plan, Trouble::Full(Fault::build()?)),
        full(plan, Trouble::ReadOnly(Fault::build()?)),
        journal::failing(plan),
        damage::flipped(plan),
        damage::contained(plan),
        wal::ahead(plan),
        copies::copied(plan)
    );
    for found in [limited, full, read_only, failing, flipped, contained, ahead, copied] {
        bars.extend(found?);
    }
    Ok(bars)
}

/// Acknowledged answers that a record does not have, in their order; or that the record does not hold.
fn missing(record: &Value, played: &Played) -> Result<Vec<String>> {
    let record: Record = serde_json::from_value(record.clone())?;
    let mut wrong = Vec::new();
    if verify_any(&record, &mut |_, _| {}).is_err() {
        wrong.push("the record does not verify".to_owned());
    }
    let seat = played.table["view"]["seat"].as_u64().context("a seat")?;
    let commands = record.deals.iter().flat_map(|deal| &deal.commands).map(ToString::to_string);
    let mut own = commands.filter(|command| command.starts_with(&format!("{seat} ")));
    for (decision, action) in &played.acknowledged {
        if !own.any(|command| command == format!("{seat} {action}")) {
            wrong.push(format!("{seat} {action} (decision {decision})"));
        }
    }
    Ok(wrong)
}
