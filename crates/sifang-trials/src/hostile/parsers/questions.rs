//! Questions about rule sets that anybody may ask over HTTP: what a described hand scores, what it waits for, and how a settled
//! win is described.

use super::bodies::written;
use super::{Made, Share, Target};
use anyhow::{Result, anyhow};
use serde::de::IgnoredAny;
use serde_json::{Map, Value, json};
use sifang_bots::{Level, Rng};
use sifang_fair::sim_key;
use sifang_match::Shuffled;
use sifang_proto::limits;
use sifang_query::{Query, answer, describe, examples};
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_table::{Deal, Journal, SeenEvent, Viewer};
use sifang_tiles::Seat;

/// Fields of a score request that say how the hand was won: without them it can be asked what it waits for.
const OF_THE_WIN: [&str; 4] = ["winning_tile", "source", "from", "context"];
/// Deals that are played in search of one whose win can be described; nearly all can.
const DEALS: u64 = 50;

pub(super) fn targets() -> Result<Vec<Target>> {
    let mut requests = Vec::new();
    let mut settled = Vec::new();
    for id in RuleSetId::ALL {
        for checked in examples(*id).map_err(|why| anyhow!("{}: {why}", id.id()))? {
            let win = checked.example.request;
            let mut hand = win.clone();
            hand.retain(|name, _| !OF_THE_WIN.contains(&name.as_str()));
            requests.extend([win, hand].map(Value::Object).into_iter().filter(is_answered));
        }
        let mut played = (0..DEALS).filter_map(|deal| with_rule_set!(*id, R => played::<R>(deal)));
        let described = played.find(|win| describe(*id, win).is_some());
        settled.push(described.ok_or_else(|| anyhow!("no deal of {} was won", id.id()))?);
    }
    Ok(vec![
        Target {
            name: "score and waits requests",
            corpus: written(requests),
            most: limits::FRAME_BYTES,
            share: Share::Middle,
            read: ask,
        },
        Target {
            name: "settled deals handed in",
            corpus: written(settled),
            most: limits::SETTLED_BYTES,
            share: Share::Middle,
            read: settled_win,
        },
    ])
}

fn is_answered(request: &Value) -> bool {
    ask(request.to_string().as_bytes()) == Made::Taken
}

/// Asked as it stands, and as the server asks: read, given the rule set of the address (here its own), and written again. Either
/// way the answer is JSON, and it is the same.
fn ask(bytes: &[u8]) -> Made {
    let mut taken = false;
    for query in [Query::Score, Query::Waits] {
        let direct = asked(bytes, query);
        let Some((good, answer)) = direct else { return Made::Wrong("is answered with no JSON".into()) };
        taken |= good;
        let Ok(request) = serde_json::from_slice::<Map<String, Value>>(bytes) else { continue };
        match asked(Value::Object(request).to_string().as_bytes(), query) {
            None => return Made::Wrong("is answered over HTTP with no JSON".into()),
            Some((_, again)) if good && again != answer => {
                return Made::Wrong(format!("is answered with {answer}, over HTTP with {again}"));
            }
            Some(_) => {}
        }
    }
    taken.into()
}

/// Whether a request was answered, and the answer, if that is JSON.
fn asked(request: &[u8], query: Query) -> Option<(bool, String)> {
    let mut out = Vec::new();
    let good = answer(request, query, &mut out);
    serde_json::from_slice::<IgnoredAny>(&out).ok()?;
    Some((good, String::from_utf8(out).ok()?))
}

/// Described under every rule set, and what is described can be scored.
fn settled_win(bytes: &[u8]) -> Made {
    let Ok(settled) = serde_json::from_slice::<Value>(bytes) else { return Made::Refused };
    let described = RuleSetId::ALL.iter().filter_map(|id| describe(*id, &settled));
    let requests: Vec<String> = described.map(|request| request.to_string()).collect();
    match requests
        .iter()
        .find(|request| asked(request.as_bytes(), Query::Score).is_none_or(|(good, _)| !good))
    {
        Some(request) => Made::Wrong(format!("is described by {request}, which cannot be scored")),
        None => (!requests.is_empty()).into(),
    }
}

/// Plays a deal; what somebody who saw it would hand in.
fn played<R: Insight>(seed: u64) -> Option<Value> {
    let rules = R::new(R::Options::default(), *R::SEATS.end());
    let shuffled = Shuffled::new(&rules, &sim_key(seed, 7));
    let mut journal = Journal::new();
    let mut deal = Deal::start(rules, &shuffled.set_up(Seat::new(0), rules.first_carry()), &mut journal);
    let mut bots: [_; Seat::MAX] =
        std::array::from_fn(|seat| Level::Greedy.bot(Rng::of(&[seed, seat as u64])));
    while let Some(seat) = deal.decision().and_then(|decision| decision.waiting().iter().next()) {
        let action = bots[seat.index()].answer(&deal, seat)?;
        deal.apply(seat, action, &mut journal).ok()?;
    }
    let seen = (0..journal.events().len()).filter_map(|n| journal.seen_by(n, Viewer::Seat(Seat::new(0))));
    let entries: Vec<_> = seen
        .filter_map(|event| if let SeenEvent::Posted { entry } = event { Some(entry) } else { None })
        .collect();
    let view = deal.view(Viewer::Seat(Seat::new(0)));
    Some(json!({"options": {}, "view": view, "entries": entries, "win": 0}))
}
