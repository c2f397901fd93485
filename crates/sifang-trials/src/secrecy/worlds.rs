//! V1 and V3 on what sockets carried: other worlds that look the same to a viewer must have sent it the same.
//!
//! The room's log is read from the server's file and followed line by line in this process. First, every text of a table that a
//! socket carried must be the one that the room says there, byte for byte: the server adds nothing of its own. Then, at many
//! moments, everything hidden from a viewer is exchanged. The table that its socket has sent it must be the table of that other
//! world, too (V1). And after the viewer's own discard, with the uniform pause, number, moments and bytes of what it is sent
//! must be those of the other world until something is shown, whether others are asked there or not (V3).

use super::mirror::{LogEntry, Mirror};
use super::wire::DOZER;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use sifang_bots::Rng;
use sifang_client::Table;
use sifang_proto::{Millis, Player};
use sifang_table::Action;

/// What sockets carried of one match.
pub(super) struct Taken {
    /// What is played, for messages.
    pub(super) rules: &'static str,
    /// The room.
    pub(super) room: String,
    /// Whether the uniform pause was on.
    pub(super) paced: bool,
    /// Whoever looked, in the order of their connections, with every text; the spectator first.
    pub(super) viewers: Vec<(Player, Vec<String>)>,
}

/// What was found.
#[derive(Default)]
pub(super) struct Found {
    /// Texts of tables from sockets, and those that the room does not say.
    pub(super) texts: (u64, u64),
    /// Tables in other worlds, and those that differ from the socket's.
    pub(super) tables: (u64, u64),
    /// Tables of worlds in which the viewer's own tiles are others, too, and those that show it: nearly all must.
    pub(super) own: (u64, u64),
    /// Own discards followed in other worlds, and those after which a viewer could distinguish them.
    pub(super) discards: (u64, u64),
    /// Of these, those in which others were asked in one world and not, or not the same, in the other.
    pub(super) asked_otherwise: u64,
}

/// Events with which something hidden is shown to everybody.
const SHOWING: [&str; 5] = ["set_aside", "won", "rolled", "ended", "melded"];
/// How many moments of a match are looked at in other worlds.
const MOMENTS: usize = 12;

/// Looks at one match: what its sockets carried and the log of its room.
pub(super) fn look(taken: &Taken, log: &[Vec<u8>], rng: &mut Rng, found: &mut Found) -> Result<()> {
    let lines: Vec<LogEntry> = log.iter().map(|line| LogEntry::read(line)).collect::<Result<_>>()?;
    let viewers: Vec<Player> = taken.viewers.iter().map(|(player, _)| player.clone()).collect();
    let (run, host) = (run_of(taken)?, viewers.get(1).context("a host")?);
    let mut mirror = Mirror::new([log[0].as_slice()], run, lines[0].at, &viewers)?;
    ensure!(mirror.enter(host)?.is_none(), "the host is in its room already");
    // How many texts of its table each viewer had before each line.
    let mut before: Vec<Vec<usize>> = Vec::new();
    for (line, bytes) in lines.iter().zip(log).skip(1) {
        before.push(viewers.iter().map(|viewer| of_tables(mirror.sent(viewer.id)).count()).collect());
        let again = mirror.follow(line)?;
        ensure!(again.as_deref() == Some(bytes.as_slice()), "{}: the log led elsewhere", taken.rules);
    }
    for (player, texts) in &taken.viewers {
        let carried: Vec<&str> = texts.iter().map(String::as_str).filter(|text| is_of_table(text)).collect();
        let said: Vec<&str> = of_tables(mirror.sent(player.id)).collect();
        ensure!(carried.len() > 1, "{}: a viewer was sent nothing", taken.rules);
        // Whoever was cut off has not received the end.
        let wrong = carried.iter().zip(said.iter().map(Some).chain(std::iter::repeat(None)));
        let wrong = wrong.filter(|(carried, said)| Some(*carried) != *said).count();
        if wrong > 0 {
            eprintln!("V1: {}: {wrong} texts that the room does not say", taken.rules);
        }
        found.texts.0 += carried.len() as u64;
        found.texts.1 += wrong as u64;
    }
    // Once the spectator has hung up it is sent nothing, while a seat that is played for goes on.
    let received = lines.iter().position(LogEntry::is_gone).unwrap_or(lines.len());
    let playing: Vec<usize> = (1..received).filter(|n| before[n - 1].iter().all(|sent| *sent > 0)).collect();
    let mut scene = Scene { taken, log, lines: &lines, viewers: &viewers, before: &before, found };
    let step = playing.len().div_ceil(MOMENTS).max(1);
    for n in playing.iter().copied().step_by(step) {
        scene.other_tables(n, rng)?;
    }
    if taken.paced {
        for n in playing {
            scene.own_discard(n, rng)?;
        }
    }
    Ok(())
}

struct Scene<'a> {
    taken: &'a Taken,
    log: &'a [Vec<u8>],
    lines: &'a [LogEntry],
    viewers: &'a [Player],
    before: &'a [Vec<usize>],
    found: &'a mut Found,
}

impl Scene<'_> {
    /// The room before line `n`, with nobody connected.
    fn before(&self, n: usize) -> Result<Mirror> {
        let now = self.lines[n].at;
        Mirror::new(self.log[..n].iter().map(Vec::as_slice), 0, now, self.viewers)
    }

    /// The table that a viewer had put together from its socket before line `n`; none if it had hung up by then.
    fn carried(&self, viewer: usize, n: usize) -> Result<Option<Value>> {
        let mut table = Table::default();
        let mut left = self.before[n - 1][viewer];
        for text in self.taken.viewers[viewer].1.iter().filter(|text| is_of_table(text)) {
            if left == 0 {
                break;
            }
            left -= 1;
            table.take(&serde_json::from_str(text)?).map_err(anyhow::Error::msg)?;
        }
        Ok((left == 0).then_some(table.table))
    }

    /// V1: in a world that must look the same, every viewer sees what its socket has sent it.
    fn other_tables(&mut self, n: usize, rng: &mut Rng) -> Result<()> {
        for (place, player) in self.viewers.iter().enumerate() {
            let Some(carried) = self.carried(place, n)? else { continue };
            let seat = carried["view"]["seat"].as_u64().map(|seat| seat as usize);
            let other = self.table_of(player, n, seat, rng)?;
            self.found.tables.0 += 1;
            if other != carried {
                self.found.tables.1 += 1;
                eprintln!("V1: {}: a socket sent {carried}\nV1: and another world {other}", self.taken.rules);
            }
            // That exchanged tiles would be seen is shown by exchanging the viewer's own.
            if seat.is_some() && place == 1 + n % 4 {
                self.found.own.0 += 1;
                self.found.own.1 += u64::from(self.table_of(player, n, None, rng)? != carried);
            }
        }
        Ok(())
    }

    /// The table before line `n` as this player sees it in a world that looks the same to this seat, or to a spectator.
    fn table_of(&self, player: &Player, n: usize, seat: Option<usize>, rng: &mut Rng) -> Result<Value> {
        let mut other = self.before(n)?;
        other.reimagine(seat, &mut |n| rng.below(n));
        other.enter(player)?;
        let text = of_tables(other.sent(player.id)).last().context("a snapshot")?;
        let mut snapshot: Value = serde_json::from_str(text)?;
        Ok(snapshot["table"].take())
    }

    /// V3: the viewer discards, in this world and in another one, and everybody else lets it go.
    fn own_discard(&mut self, n: usize, rng: &mut Rng) -> Result<()> {
        let Some((by, Action::Discard(_))) = self.lines[n].answer() else { return Ok(()) };
        let place = self.viewers.iter().position(|viewer| viewer.id == by).context("a player")?;
        let Some(carried) = self.carried(place, n)? else { return Ok(()) };
        let seat = carried["view"]["seat"].as_u64().context("a seat")? as usize;
        let (mut real, mut other) = (self.before(n)?, self.before(n)?);
        other.reimagine(Some(seat), &mut |n| rng.below(n));
        for world in [&mut real, &mut other] {
            for player in self.viewers {
                world.enter(player)?;
            }
            ensure!(
                world.follow(&self.lines[n])?.is_some(),
                "an own discard was not allowed in another world"
            );
        }
        let mut apart = real.sent(by) != other.sent(by);
        // This world's is what the socket carried, but for its place in the row.
        let received = self.carried_at(place, n)?;
        let said: Vec<Value> = of_tables(real.sent(by)).skip(1).map(without_place).collect::<Result<_>>()?;
        apart |= received.is_some_and(|received| !said.ends_with(&received));
        let (asked, sent) = (real.asked(by) != other.asked(by), real.sent(by).len());
        let let_go = real.let_go(by)? && other.let_go(by)?;
        let (a, b) = (&real.sent(by)[sent..], &other.sent(by)[sent..]);
        // Whether the dozing seat has taken over may be seen with its own turn (A1 looks for it at other moments).
        let dozer = self.viewers.get(DOZER).and_then(|player| real.seat_of(player.id));
        let its_turn = |(_, text): &(Millis, String)| dozer.is_some_and(|seat| is_turn_of(text, seat));
        if let_go && !a.iter().chain(b).any(its_turn) {
            let moments = |sent: &[(Millis, String)]| sent.iter().map(|(at, _)| *at).collect::<Vec<_>>();
            apart |= moments(a) != moments(b);
            let plain = |(_, text): &(Millis, String)| !SHOWING.iter().any(|event| text.contains(event));
            apart |= a.iter().chain(b).all(plain) && a != b;
            self.found.asked_otherwise += u64::from(asked);
        }
        self.found.discards.0 += 1;
        self.found.discards.1 += u64::from(apart);
        if apart {
            let (rules, real, other) = (self.taken.rules, real.sent(by), other.sent(by));
            eprintln!("V3: {rules}: line {n}: {real:?}\nV3: and in another world {other:?}");
        }
        Ok(())
    }

    /// What the socket of a viewer carried because of line `n`; none if it had hung up by then.
    fn carried_at(&self, viewer: usize, n: usize) -> Result<Option<Vec<Value>>> {
        let Some(after) = self.before.get(n) else { return Ok(None) };
        let (from, to) = (self.before[n - 1][viewer], after[viewer]);
        let texts: Vec<&str> = self.taken.viewers[viewer]
            .1
            .iter()
            .map(String::as_str)
            .filter(|text| is_of_table(text))
            .collect();
        let Some(texts) = texts.get(from..to) else { return Ok(None) };
        Ok(Some(texts.iter().map(|text| without_place(text)).collect::<Result<_>>()?))
    }
}

/// Whether this text begins the own turn of a seat.
fn is_turn_of(text: &str, seat: usize) -> bool {
    let message: Value = serde_json::from_str(text).unwrap_or_default();
    let stage = &message["patch"]["view"]["stage"];
    stage["seat"] == seat && stage["tile"].is_null()
}

/// A text without what depends on how many came before it.
fn without_place(text: &str) -> Result<Value> {
    let mut message: Value = serde_json::from_str(text)?;
    (message["seq"], message["hash"]) = (Value::Null, Value::Null);
    Ok(message)
}

/// Whether a text is about a table: a snapshot or an update.
fn is_of_table(text: &str) -> bool {
    ["{\"type\":\"snapshot\"", "{\"type\":\"update\""].iter().any(|start| text.starts_with(start))
}

fn of_tables(sent: &[(Millis, String)]) -> impl Iterator<Item = &str> {
    sent.iter().map(|(_, text)| text.as_str()).filter(|text| is_of_table(text))
}

/// The run of the server, which stands in the names of its streams.
fn run_of(taken: &Taken) -> Result<u32> {
    let texts = taken.viewers.iter().flat_map(|(_, texts)| texts);
    let snapshot = texts.filter(|text| is_of_table(text)).find_map(|text| {
        let message: Value = serde_json::from_str(text).ok()?;
        message["stream"].as_str().map(str::to_owned)
    });
    let stream = snapshot.context("no snapshot")?;
    let run = stream.split('-').nth(1).context("a run")?;
    Ok(u32::from_str_radix(run, 16)?)
}
