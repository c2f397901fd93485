//! Secrecy on the wire: what real sockets carried (V1–V3, A1, N1), what the log of the server says (V6), and what lies open to anybody
//! who asks (V7), for all rule sets.
//!
//! That nothing said at a table depends on what is hidden is a law of `sifang-room`, shown there position by position; here it
//! is held against bytes that came out of sockets. That full state cannot be written at all (V5) is a matter of types: the
//! examples of `sifang-table` that must not compile.

mod auto;
mod checker;
mod logs;
mod mirror;
mod nonces;
mod spy;
mod wire;
mod worlds;

pub(crate) use checker::is_tile;

use crate::{Bar, Plan};
use anyhow::Result;

/// More threads than cores: some players think by sleeping.
const THREADS: usize = 8;

/// The trial.
pub(crate) fn run(plan: &Plan) -> Result<Vec<Bar>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(THREADS).enable_all().build()?;
    plan.rounds(|plan| {
        runtime.block_on(async {
            // Both wait more than they work.
            let (watched, silent) = tokio::join!(wire::watched(plan), logs::silent(plan));
            let mut bars = watched?;
            bars.extend(silent?);
            bars.extend(spy::spied(plan).await?);
            Ok(bars)
        })
    })
}
