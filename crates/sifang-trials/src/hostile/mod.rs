//! Hostile clients: H1–H12, Q1. Each part attacks in one way and says what became of it.
//!
//! Most meet one server process together; floods and slow clients have one of their own, and what needs other parts under the
//! server (short patience, a core that panics) runs it inside this process.

mod asking;
mod flood;
mod frames;
mod ground;
mod honest;
mod lab;
mod middle;
mod options;
mod pages;
mod panics;
mod parsers;
mod play;
mod raw;
mod rooms;
mod seats;
mod slow;

use crate::{Bar, Host, Plan, Tier};
use anyhow::Result;
use ground::{Ground, resident_kb};
use tokio::sync::oneshot;

/// The trial.
pub(crate) fn run(plan: &Plan) -> Result<Vec<Bar>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    plan.rounds(|plan| {
        let mut bars = runtime.block_on(all(plan))?;
        bars.extend(parsers::parsers(plan, crate::short::record(plan.seed)?)?);
        Ok(bars)
    })
}

async fn all(plan: &Plan) -> Result<Vec<Bar>> {
    // Slow clients take their time; the others need not wait for all of it. Where times are held to a bar, they do wait until
    // what honest players feel beside slow ones has been measured.
    let (measured, quiet) = oneshot::channel();
    let others = async {
        if plan.tier != Tier::C {
            // Without a word the trial of slow clients has failed, and says so itself.
            let _ = quiet.await;
        }
        one_server(plan).await
    };
    // Nor need they wait for the lab, whose work would be felt by whoever measures.
    let early = async {
        match plan.tier {
            Tier::C => Some(lab::hoarded(plan).await),
            Tier::N | Tier::R => None,
        }
    };
    let (slow, others, early) = tokio::join!(slow::slow(plan, measured), others, early);
    let mut bars = others?;
    bars.extend(slow?);
    bars.extend(match early {
        Some(found) => found?,
        None => lab::hoarded(plan).await?,
    });
    bars.extend(asking::asking(plan).await?);
    bars.extend(rooms::bombs(plan).await?);
    bars.extend(panics::panics(plan).await?);
    Ok(bars)
}

async fn one_server(plan: &Plan) -> Result<Vec<Bar>> {
    let host = Host::start(&plan.sifang)?;
    let ground = Ground::new(&host).await?;
    let mut bars = frames::garbled(&ground, plan).await?;
    bars.extend(frames::oversize(&ground, plan).await?);
    bars.extend(play::wrong_answers(&ground, plan).await?);
    bars.extend(seats::hijack(&ground).await?);
    bars.extend(seats::out_of_place(&ground).await?);
    bars.extend(options::options(&ground).await?);
    bars.extend(pages::cross_site(&ground).await?);
    bars.extend(flood::floods(plan).await?);
    let resident = resident_kb(ground.process)? as f64 / 1024.0;
    bars.push(Bar::at_most("H1", "memory of the server after all of it", resident, 64.0, "MB"));
    let panics = host.log().matches("panicked").count() as u64;
    bars.push(Bar::none("H1", "panics of the server", panics, 1));
    Ok(bars)
}
