//! What a table does when its disk fails: it sends nobody anything, and goes on when the disk is well again.

use serde_json::{Value, json};
use sifang_client::{Server, play, seated};
use sifang_rules::any::RuleSetId;
use sifang_server::{Config, Doors, Given, ListenAt, MetricsAt};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::time::Duration;
use tokio::sync::oneshot;

async fn metric(metrics: &Server, name: &str) -> u64 {
    let answer = metrics.request("GET", "/metrics", None, None).await.unwrap();
    let text = String::from_utf8(answer.body).unwrap();
    let line = text.lines().find(|line| line.starts_with(name)).unwrap();
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_waits_for_its_disk_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let free = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let (listen, metrics) = (Some(ListenAt(free)), Some(MetricsAt::Address(free)));
    let given = Given { listen, metrics, data: Some(folder.path().into()), ..Given::default() };
    let config = Config::new(given).unwrap();
    let (opened, addresses) = mpsc::channel();
    let (stop, stopped) = oneshot::channel::<()>();
    let running = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let doors = Doors::open(&config, None).await.unwrap();
            opened.send([doors.public().unwrap(), doors.metrics().unwrap()]).unwrap();
            sifang_server::run(doors, config, async { drop(stopped.await) }).await
        })
    });
    let addresses = addresses.recv().unwrap();
    let [server, metrics] = addresses.map(|address| Server::new(&format!("http://{address}")).unwrap());
    let token = server.register("玩家").await.unwrap();
    let setup =
        json!({"rules": RuleSetId::ALL[0].id(), "clock": null, "uniform_pause": false, "bots": "random"});
    let room = server.open_room(&token, &setup).await.unwrap();
    let mut client = seated(&server, &token, &room).await.unwrap();
    client.ask(json!({"type": "start"})).await.unwrap();
    let answers = Arc::new(AtomicUsize::new(0));
    let playing = tokio::spawn({
        let (server, answers) = (server.clone(), answers.clone());
        async move {
            let mut choose = |_: &Value, choices: &[Value]| {
                let count = answers.fetch_add(1, Relaxed);
                count % choices.len()
            };
            play(&server, &token, &room, client, &mut choose).await
        }
    });
    while answers.load(Relaxed) < 10 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let door = rusqlite::Connection::open(folder.path().join("sifang.db")).unwrap();
    door.execute_batch("BEGIN IMMEDIATE").unwrap();
    while metric(&metrics, "sifang_rooms_restarted_total").await == 0 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let before = answers.load(Relaxed);
    door.execute_batch("ROLLBACK").unwrap();
    while answers.load(Relaxed) < before + 10 && !playing.is_finished() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(metric(&metrics, "sifang_rooms_quarantined_total").await, 0);
    playing.abort();
    stop.send(()).unwrap();
    tokio::task::spawn_blocking(|| running.join()).await.unwrap().unwrap().unwrap();
}
