//! Guessed room codes (G1): one address with as many accounts as it likes, over sockets and HTTP, as fast as it can.
//!
//! A million codes cannot all be tried in a trial, so one guess in a few is right: it names a room that the guesser has not been
//! given. What counts is how many codes are answered at all, and from that how long a search takes. And somebody who has got
//! the digits from somewhere stands before the door as long as nobody inside lets it in.

use crate::{Bar, Host, Plan, quick_setup};
use anyhow::{Context, Result, bail};
use futures_util::future::try_join_all;
use serde_json::{Value, json};
use sifang_bots::Rng;
use sifang_client::{Client, Received, Server};
use sifang_proto::{Millis, RoomCode, limits};
use sifang_rules::any::RuleSetId;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Private rooms that are open.
const ROOMS: usize = 40;
/// Sockets at once; honest people need some of what an address may have.
const SOCKETS: u64 = 12;
/// One guess in so many is right.
const RIGHT: u32 = 25;
/// Guesses of an account before the next one takes its place: what a connection may say at once.
const GUESSES: usize = limits::MESSAGES_BURST as usize;
/// Rooms whose digits somebody has got from somewhere.
const DOORS: usize = 5;
/// Open rooms that the time of a search is worked out for.
const SEARCHED: u64 = 100;

/// The trial.
pub(crate) fn run(plan: &Plan) -> Result<Vec<Bar>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    plan.rounds(|plan| runtime.block_on(guesses(plan)))
}

/// What came of guesses.
#[derive(Default)]
struct Found {
    tried: u64,
    /// Wrong codes that were answered as such.
    wrong: u64,
    /// Right ones that were.
    known: BTreeSet<String>,
    /// Rooms that the guesser was let into.
    entered: BTreeSet<String>,
}

impl Found {
    /// Tries a code.
    async fn guess(&mut self, client: &mut Client, code: String) -> Result<()> {
        self.tried += 1;
        let id = client.enter(&code).await?;
        match client.answer(id).await? {
            Ok(()) => {
                if next(client).await?["type"] == "room" {
                    self.entered.insert(code.clone());
                }
                self.known.insert(code);
            }
            Err(refused) if refused == "room/not_found" => self.wrong += 1,
            Err(refused) if refused == "rate/exceeded" => {}
            // Any other word about a room shows that it is there.
            Err(_) => drop(self.known.insert(code)),
        }
        Ok(())
    }

    fn add(&mut self, other: Found) {
        self.tried += other.tried;
        self.wrong += other.wrong;
        self.known.extend(other.known);
        self.entered.extend(other.entered);
    }
}

async fn guesses(plan: &Plan) -> Result<Vec<Bar>> {
    let host = Host::start_with_many_rooms(&plan.sifang)?;
    let server = &host.server;
    let rooms = private_rooms(server, &host.players(ROOMS).await?).await?;
    let codes: Vec<String> = rooms.iter().map(|room| room.code.clone()).collect();
    let known = by_digits(server, &codes[..DOORS]).await?;
    let time = Duration::from_secs(plan.count(6, 20, 60));
    let start = Instant::now();
    let sockets = (0..SOCKETS).map(|n| by_socket(server, &codes, Rng::of(&[plan.seed, n]), start + time));
    let pages = by_page(server, &codes, Rng::of(&[plan.seed, SOCKETS]), start + time);
    let (sockets, pages) = tokio::try_join!(try_join_all(sockets), pages)?;
    let mut found = pages;
    found.add(known);
    sockets.into_iter().for_each(|more| found.add(more));
    let spent = start.elapsed();
    let (tries, kept_out) = honest(server, &rooms, &host.players(2).await?).await?;
    let allowed = allowed(spent);
    let entered = found.entered.len() as u64;
    let what = format!(
        "wrong codes answered in {:.0} s, of {} tried; {} of {ROOMS} rooms found",
        spent.as_secs_f64(),
        found.tried,
        found.known.len()
    );
    let search = format!("days to find one of {SEARCHED} private rooms from one address, on average");
    Ok(vec![
        Bar::at_most("G1", what, found.wrong as f64, allowed as f64, "codes"),
        Bar::at_least("G1", search, days(found.wrong, allowed, spent), 365),
        Bar::none("G1", "private rooms entered by their digits alone", entered, found.tried),
        Bar::none("G1", "honest people of the same address who could not enter", kept_out, tries),
    ])
}

/// A room, its host, and how it is named.
struct Private {
    host: String,
    code: String,
    link: String,
}

async fn private_rooms(server: &Server, hosts: &[String]) -> Result<Vec<Private>> {
    let setup = quick_setup(RuleSetId::ALL[0].id(), &json!({}));
    let mut rooms = Vec::new();
    for host in hosts {
        let made = server.request("POST", "/api/rooms", Some(host), Some(&setup)).await?.good()?;
        let text = |name: &str| made[name].as_str().map(str::to_owned).context("no name of the room");
        rooms.push(Private { host: host.clone(), code: text("code")?, link: text("link")? });
    }
    Ok(rooms)
}

/// The next code to try.
fn code(codes: &[String], rng: &mut Rng) -> String {
    match rng.below(RIGHT) {
        0 => codes[rng.below(codes.len() as u32) as usize].clone(),
        _ => RoomCode::new(rng.below(RoomCode::COUNT)).to_string(),
    }
}

/// Somebody who knows the digits of some rooms, without having learned them from anybody inside.
async fn by_digits(server: &Server, codes: &[String]) -> Result<Found> {
    let mut found = Found::default();
    for code in codes {
        let mut client = Client::connect(server, &server.register("外人").await?).await?;
        found.guess(&mut client, code.clone()).await?;
    }
    Ok(found)
}

/// Account after account, each over a socket of its own.
async fn by_socket(server: &Server, codes: &[String], mut rng: Rng, end: Instant) -> Result<Found> {
    let mut found = Found::default();
    while Instant::now() < end {
        let mut client = Client::connect(server, &server.register("猜").await?).await?;
        for _ in 0..GUESSES {
            found.guess(&mut client, code(codes, &mut rng)).await?;
        }
    }
    Ok(found)
}

async fn next(client: &mut Client) -> Result<Value> {
    match client.receive().await? {
        Received::Message(message) => Ok(message),
        Received::Closed(status) => bail!("closed with {status:?}"),
    }
}

/// Looks at rooms without an account.
async fn by_page(server: &Server, codes: &[String], mut rng: Rng, end: Instant) -> Result<Found> {
    let mut found = Found::default();
    while Instant::now() < end {
        let code = code(codes, &mut rng);
        found.tried += 1;
        match server.request("GET", &format!("/api/rooms/{code}"), None, None).await?.status {
            404 => found.wrong += 1,
            200 | 403 => drop(found.known.insert(code)),
            _ => tokio::time::sleep(Duration::from_millis(5)).await,
        }
    }
    Ok(found)
}

/// People who know where they go are not kept out by somebody who guesses at the same address: (tries, refused).
async fn honest(server: &Server, rooms: &[Private], people: &[String]) -> Result<(u64, u64)> {
    let mut listed = quick_setup(RuleSetId::ALL[0].id(), &json!({}));
    listed["listed"] = true.into();
    let made = server.request("POST", "/api/rooms", Some(&people[0]), Some(&listed)).await?.good()?;
    let listed = made["code"].as_str().context("no code")?;
    let ways = [
        (&people[0], rooms[0].link.as_str(), "a guest by the link"),
        (&rooms[1].host, rooms[1].code.as_str(), "the host by the code"),
        (&people[1], listed, "somebody into a listed room by its code"),
    ];
    let mut refused = 0;
    for (token, name, who) in ways {
        let mut client = Client::connect(server, token).await?;
        let id = client.enter(name).await?;
        if let Err(code) = client.answer(id).await? {
            eprintln!("G1: {who} was refused: {code}");
            refused += 1;
        }
    }
    Ok((ways.len() as u64, refused))
}

/// Wrong codes that may be answered in this time: the free ones and the first that has to be paid for at once, then one after
/// each wait.
fn allowed(time: Duration) -> u64 {
    let (mut count, mut wait, mut at) = (u64::from(limits::GUESSES_FREE) + 1, limits::GUESS_WAIT_MS, 0);
    while at + wait <= time.as_millis() as Millis {
        at += wait;
        count += 1;
        wait = (2 * wait).min(limits::GUESS_WAIT_MS_MOST);
    }
    count
}

/// How many days it takes on average: at the rate that the promise leaves for long, or at the one that was seen, if that is more
/// than was promised.
fn days(wrong: u64, allowed: u64, time: Duration) -> u64 {
    let guesses = u64::from(RoomCode::COUNT) / SEARCHED;
    let each = match wrong {
        wrong if wrong <= allowed => Duration::from_millis(limits::GUESS_FORGIVEN_MS),
        wrong => time / wrong as u32,
    };
    (each * guesses as u32).as_secs() / 86_400
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_law_of_waits() {
        let second = Duration::from_secs(1);
        assert_eq!([0, 1, 2, 3, 7].map(|s| allowed(second * s)), [11, 12, 12, 13, 14]);
        // For long, one every time that one is forgiven in.
        let year = 365 * 86_400 * second;
        let most = year.as_millis() as u64 / limits::GUESS_FORGIVEN_MS + 30;
        assert!(allowed(year) <= most);
        assert_eq!(days(11, 11, second), 833);
        assert_eq!(days(373, 11, second), 0);
    }
}
