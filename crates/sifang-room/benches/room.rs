//! What a table costs: a recorded match of four people, fed again as live messages, with every update written for all four.
//!
//! `lines` is the number of accepted inputs; the time per match divided by it is the cost of one action at one table.

#[allow(dead_code, reason = "the tests need more of it")]
#[path = "../tests/common/mod.rs"]
mod common;

use common::{World, player, short};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use serde_json::Value;
use sifang_proto::{ClientMessage, Millis, PlayerId};
use sifang_room::{ConnectionId, Input, RoomCore};
use sifang_rules::any::RuleSetId;

/// A line of the log as the live input it came from.
fn input(line: &[u8], id: u32) -> (Millis, Option<Input>) {
    let line: Value = serde_json::from_slice(line).unwrap();
    let at = line["at"].as_u64().unwrap();
    if let Some(say) = line.get("say") {
        let by: PlayerId = serde_json::from_value(say["by"].clone()).unwrap();
        let message: ClientMessage = serde_json::from_value(say["message"].clone()).unwrap();
        return (at, Some(Input::Message { connection: ConnectionId(by.0), id, message }));
    }
    (at, line.get("tick").map(|_| Input::Tick))
}

/// The random bytes that the match was started with.
fn chance(lines: &[Vec<u8>]) -> [u8; 48] {
    let lines = lines.iter().map(|line| serde_json::from_slice::<Value>(line).unwrap());
    let text = lines.filter_map(|line| Some(line["chance"].as_str()?.to_owned())).next().expect("a start");
    std::array::from_fn(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap())
}

fn matches(c: &mut Criterion) {
    let mut group = c.benchmark_group("match");
    for id in RuleSetId::ALL {
        let mut world = World::new(short(*id), 4, 5);
        world.start();
        world.play(|_| {});
        let founding = world.lines[..1].to_vec();
        let lines = &world.lines[4..];
        let drawn = chance(lines);
        group.throughput(Throughput::Elements(lines.len() as u64));
        group.bench_function(format!("{} live", id.id()), |b| {
            let inputs = || -> Vec<(Millis, Option<Input>)> {
                lines.iter().enumerate().map(|(n, line)| input(line, n as u32 + 2)).collect()
            };
            let play = |inputs: Vec<(Millis, Option<Input>)>| {
                let mut core = RoomCore::replay(founding.iter().map(Vec::as_slice), 1).unwrap();
                let mut chance = || drawn;
                for n in 0..4 {
                    let player = player(n);
                    let connection = ConnectionId(player.id.0);
                    core.handle(
                        Input::Enter { connection, player, id: 1, by_link: true, since: None },
                        1,
                        &mut chance,
                    );
                }
                let mut sent = 0;
                for (at, input) in inputs {
                    let output = core.handle(input.expect("a message or a tick"), at, &mut chance);
                    assert!(output.line.is_some(), "the recorded input is accepted again");
                    sent += output.effects.len();
                }
                sent
            };
            b.iter_batched(inputs, play, BatchSize::LargeInput)
        });
        group.bench_function(format!("{} replay", id.id()), |b| {
            b.iter(|| RoomCore::replay(world.lines.iter().map(Vec::as_slice), 1).unwrap())
        });
    }
    group.finish();
}

criterion_group!(benches, matches);
criterion_main!(benches);
