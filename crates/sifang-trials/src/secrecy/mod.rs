//! Secrecy on the wire: what real sockets carried (V2) and what the log of the server says (V6), for all rule sets.
//!
//! That bytes, number and moments of messages do not depend on what is hidden (V1, V3) is shown where everything hidden can be
//! exchanged, on the very texts that go to the sockets: `secrecy.rs` of `sifang-room`. That full state cannot be written at all
//! (V5) is a matter of types: the examples of `sifang-table` that must not compile.

mod checker;
mod logs;
mod wire;

use crate::{Bar, Host, Plan};
use anyhow::Result;

/// The trial.
pub(crate) fn run(plan: &Plan) -> Result<Vec<Bar>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut host = Host::start(&plan.sifang)?;
        let mut bars = wire::watched(&host, plan).await?;
        bars.extend(logs::silent(&mut host, plan).await?);
        Ok(bars)
    })
}
