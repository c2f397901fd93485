//! The example client in another language joins by code and plays a match.

use crate::server::host::{host, quick_setup};
use crate::server::matches::{check, eager, short_match};
use serde_json::json;
use sifang_client::{play, seated};
use sifang_rules::any::RuleSetId;
use std::path::Path;
use std::process::{Command, Stdio};

#[tokio::test]
async fn the_example_script_plays_a_match() {
    let host = host();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/play.mjs");
    let lines = std::fs::read_to_string(&script).unwrap().lines().count();
    assert!(lines <= 64, "{lines} lines are no page any more");
    for rules in [RuleSetId::ALL[0], RuleSetId::ALL[1]] {
        let mut setup = quick_setup(rules.id(), &short_match(rules));
        setup["bots"] = "random".into();
        let token = host.players(1).await.unwrap().remove(0);
        let room = host.server.open_room(&token, &setup).await.unwrap();
        let mut client = seated(&host.server, &token, &room).await.unwrap();
        let script = Command::new("node")
            .arg("--experimental-websocket")
            .arg(&script)
            .args([format!("http://{}", host.server.host()), room.clone()])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("Node.js 20 or newer is needed");
        let both_ready = |room: &serde_json::Value| {
            let seats = room["seats"].as_array().unwrap();
            seats.iter().filter(|seat| seat["ready"] == true).count() == 2
        };
        while !both_ready(&client.room) {
            client.receive().await.unwrap();
        }
        client.ask(json!({"type": "start"})).await.unwrap();
        let played = play(&host.server, &token, &room, client, &mut eager(3)).await.unwrap();
        let output = tokio::task::spawn_blocking(|| script.wait_with_output()).await.unwrap().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        let record = check(&host, &[played]).await.unwrap();
        let totals: Vec<String> = record.totals.iter().map(ToString::to_string).collect();
        assert!(said.starts_with(&format!("totals {},", totals.join(" "))), "{said}");
    }
}
