//! H10: rooms made and abandoned.

use crate::inside::{Inside, metric};
use crate::{Bar, Plan, quick_setup};
use anyhow::Result;
use serde_json::json;
use sifang_client::{Client, seated};
use sifang_proto::limits;
use sifang_rules::any::RuleSetId;
use std::time::Duration;

/// How long empty rooms are kept here.
const IDLE: Duration = Duration::from_millis(1500);

/// Accounts that open as many rooms as they may, and go away; one room in which somebody stays.
pub(super) async fn bombs(plan: &Plan) -> Result<Vec<Bar>> {
    let inside = Inside::start(|parts| sifang_server::Parts { idle: IDLE, ..parts })?;
    let server = &inside.server;
    let accounts = plan.count(20, 500, 1000);
    let mut setup = quick_setup(RuleSetId::ALL[0].id(), &json!({}));
    setup["bots"] = "random".into();
    let stays = server.register("留下").await?;
    let kept = server.open_room(&stays, &setup).await?;
    let mut stays = seated(server, &stays, &kept).await?;
    let (mut opened, mut too_many) = (0, 0);
    for n in 0..accounts {
        let token = server.register("炸弹").await?;
        let mut got = 0;
        for _ in 0..2 * limits::ROOMS_PER_PLAYER {
            // Half of them begin a match and leave it to the bots.
            let (path, body) = if n % 2 == 0 {
                ("/api/rooms", setup.clone())
            } else {
                ("/api/quick", json!({"setup": setup}))
            };
            got += u64::from(server.request("POST", path, Some(&token), Some(&body)).await?.status == 201);
        }
        too_many += got.saturating_sub(limits::ROOMS_PER_PLAYER as u64);
        opened += got;
    }
    let cleared = async {
        loop {
            // Whoever is there and says something now and then keeps the room.
            stays.ask(json!({"type": "ready", "ready": true})).await?;
            if metric(server, "sifang_rooms").await? == 1 {
                return anyhow::Ok(());
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    let cleared = tokio::time::timeout(Duration::from_secs(60), cleared).await;
    let left = metric(server, "sifang_rooms").await?.saturating_sub(1);
    if let Ok(result) = cleared {
        result?;
    }
    let mut visitor = Client::connect(server, &server.register("客").await?).await?;
    let entered = visitor.enter(&kept).await?;
    let lost = u64::from(visitor.answer(entered).await?.is_err());
    inside.stop()?;
    Ok(vec![
        Bar::none("H10", "live rooms of one account beyond three", too_many, opened),
        Bar::none("H10", "abandoned rooms that were not closed after their time", left, opened),
        Bar::none("H10", "rooms closed while somebody was there", lost, 1),
    ])
}
