//! H10: rooms made and abandoned. H7: rooms made faster than one account may.

use crate::inside::{Inside, metric};
use crate::{Bar, Plan, quick_setup};
use anyhow::Result;
use serde_json::json;
use sifang_client::{Client, Server, seated};
use sifang_proto::limits;
use sifang_rules::any::RuleSetId;
use std::time::{Duration, Instant};

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
            // Rooms that were closed meanwhile on a busy machine are no longer live.
            let me = server.request("GET", "/api/me", Some(&token), None).await?.good()?;
            let live = me["rooms"].as_array().map_or(0, Vec::len);
            too_many += u64::from(live > limits::ROOMS_PER_PLAYER);
        }
        opened += got;
    }
    let cleared = async {
        loop {
            // Whoever is there and says something now and then keeps the room.
            stays.ask(json!({"type": "ready", "ready": true})).await?;
            if metric(&inside.metrics, "sifang_rooms").await? == 1 {
                return anyhow::Ok(());
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    let cleared = tokio::time::timeout(Duration::from_secs(60), cleared).await;
    let left = metric(&inside.metrics, "sifang_rooms").await?.saturating_sub(1);
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

/// One account that opens room after room and leaves each at once, so that it is never in too many; another opens one meanwhile.
pub(super) async fn pace(server: &Server) -> Result<Vec<Bar>> {
    let setup = quick_setup(RuleSetId::ALL[0].id(), &json!({}));
    let (hasty, patient) = (server.register("急").await?, server.register("缓").await?);
    let mut client = Client::connect(server, &hasty).await?;
    let start = Instant::now();
    let (mut opened, mut refused, mut otherwise) = (0, 0, 0);
    for _ in 0..2 * limits::ROOMS_PER_MINUTE {
        let answer = server.request("POST", "/api/rooms", Some(&hasty), Some(&setup)).await?;
        let body = answer.json()?;
        if let (201, Some(room)) = (answer.status, body["code"].as_str()) {
            opened += 1;
            let entered = client.enter(room).await?;
            client.answer(entered).await?.map_err(anyhow::Error::msg)?;
            client.ask(json!({"type": "leave"})).await?;
        } else if answer.status == 429 && body["code"] == "rate/exceeded" {
            refused += 1;
        } else {
            eprintln!("H7: a room was refused with {}: {body}", answer.status);
            otherwise += 1;
        }
    }
    // One more for every part of a minute that has passed.
    let more = start.elapsed().as_secs_f64() / 60.0 * f64::from(limits::ROOMS_PER_MINUTE);
    let most = f64::from(limits::ROOMS_PER_MINUTE) + more.floor();
    let other = server.request("POST", "/api/rooms", Some(&patient), Some(&setup)).await?.status;
    let tries = u64::from(2 * limits::ROOMS_PER_MINUTE);
    Ok(vec![
        Bar::at_most("H7", "rooms that one account opened at once", f64::from(opened), most, "rooms"),
        Bar::at_least("H7", "rooms refused to it because they came too often", refused, 1),
        Bar::none("H7", "rooms refused to it for another reason", otherwise, tries),
        Bar::none("H7", "rooms refused to another account at the same address", u64::from(other != 201), 1),
    ])
}
