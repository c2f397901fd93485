//! A room driven directly, with virtual time and clients that reduce updates as a browser would.
//!
//! The reducer below is the reference for every client: a structural merge of JSON that knows no rule.

use serde_json::Value;
use sifang_bots::Rng;
use sifang_fair::Nonce;
use sifang_proto::{
    ClientFrame, ClientMessage, Millis, Nickname, Player, PlayerId, RoomCode, RoomLink, RoomSetup, Since,
    view_hash,
};
use sifang_room::{
    BotJob, ConnectionId, DealReport, EDITION, Effect, Founding, Input, MatchReport, Output, Report, RoomCore,
};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;
use sifang_tiles::Seat;

pub(crate) const PAUSE: Millis = 700;

/// A setup of short matches: two deals, or one round.
pub(crate) fn short(id: RuleSetId) -> RoomSetup {
    use sifang_options::{OptionSet, OptionValue};
    let mut setup = RoomSetup::of(id.id());
    with_rule_set!(id, R => {
        for spec in <<R as RuleSet>::Options as OptionSet>::SPECS {
            match spec.name {
                "deals" => setup.options.insert("deals", OptionValue::Int(2)),
                "rounds" => setup.options.insert("rounds", OptionValue::Int(1)),
                _ => {}
            }
        }
    });
    setup.spectators = true;
    setup
}

pub(crate) fn player(n: u64) -> Player {
    Player { id: PlayerId(1000 + n), nickname: format!("p{n}").parse::<Nickname>().unwrap() }
}

/// The nonce of client `n`.
pub(crate) fn nonce_of(n: usize) -> Nonce {
    Nonce::new((7 + n as u128).to_be_bytes())
}

/// What a client says to send its nonce.
pub(crate) fn reveal(nonce: Nonce) -> String {
    format!(r#"{{"type":"nonce","nonce":"{nonce}"}}"#)
}

/// Replaces the end of a list.
fn tail(list: &mut Value, tail: &Value) {
    let list = list.as_array_mut().expect("a list");
    list.truncate(tail["keep"].as_u64().expect("keep") as usize);
    list.extend(tail["add"].as_array().expect("add").iter().cloned());
}

/// Applies a patch to a table.
pub(crate) fn reduce(table: &mut Value, patch: &Value) {
    for (name, value) in patch.as_object().expect("a patch") {
        match name.as_str() {
            "view" => reduce_view(&mut table["view"], value),
            "results" | "entries" => tail(&mut table[name], value),
            _ => table[name] = value.clone(),
        }
    }
}

fn reduce_view(view: &mut Value, patch: &Value) {
    for (name, value) in patch.as_object().expect("a view patch") {
        if name != "players" {
            view[name] = value.clone();
            continue;
        }
        for (seat, fields) in value.as_object().expect("players") {
            let player = &mut view["players"][seat.parse::<usize>().expect("a seat")];
            for (field, value) in fields.as_object().expect("a player") {
                if field == "river" {
                    tail(&mut player["river"], value)
                } else {
                    player[field] = value.clone()
                }
            }
        }
    }
}

/// One player's program.
pub(crate) struct Client {
    pub(crate) player: Player,
    pub(crate) connection: Option<ConnectionId>,
    pub(crate) id: u32,
    pub(crate) room: Value,
    pub(crate) table: Value,
    pub(crate) stream: String,
    pub(crate) seq: u32,
    /// Everything received, in order, with its moment.
    pub(crate) inbox: Vec<(Millis, String)>,
    pub(crate) closed: Option<String>,
    pub(crate) hashes: u32,
    pub(crate) updates: u32,
    /// Whether this player answers by itself.
    pub(crate) plays: bool,
}

impl Client {
    pub(crate) fn new(player: Player) -> Client {
        Client {
            player,
            connection: None,
            id: 0,
            room: Value::Null,
            table: Value::Null,
            stream: String::new(),
            seq: 0,
            inbox: Vec::new(),
            closed: None,
            hashes: 0,
            updates: 0,
            plays: true,
        }
    }

    fn receive(&mut self, now: Millis, text: &str) {
        self.inbox.push((now, text.to_owned()));
        let message: Value = serde_json::from_str(text).expect("a server message is JSON");
        match message["type"].as_str().expect("a type") {
            "room" => self.room = message["room"].clone(),
            "snapshot" => {
                let stream = message["stream"].as_str().unwrap();
                let seq = message["seq"].as_u64().unwrap() as u32;
                if self.stream == stream && self.seq == seq && !self.table.is_null() {
                    assert_eq!(self.table, message["table"], "reduced and sent views differ at {seq}");
                }
                (self.stream, self.seq) = (stream.to_owned(), seq);
                self.table = message["table"].clone();
            }
            "update" => {
                let seq = message["seq"].as_u64().unwrap() as u32;
                assert_eq!(seq, self.seq + 1, "an update is missing or came twice");
                self.seq = seq;
                self.updates += 1;
                reduce(&mut self.table, &message["patch"]);
                if let Some(hash) = message["hash"].as_str() {
                    self.hashes += 1;
                    assert_eq!(view_hash(self.table["view"].to_string().as_bytes()), hash);
                }
            }
            "closed" => self.closed = Some(message["reason"].as_str().unwrap().to_owned()),
            "ack" | "error" | "phrase" | "hint" | "pong" | "knocking" => {}
            other => panic!("unknown message {other}"),
        }
    }

    /// The open prompt: decision and choices; none if it is answered.
    pub(crate) fn prompt(&self) -> Option<(u32, Vec<String>)> {
        if self.room["phase"] != "playing" {
            return None;
        }
        let prompt = &self.table["view"]["prompt"];
        if prompt.is_null() || !prompt["answered"].is_null() {
            return None;
        }
        let choices = prompt["choices"].as_array()?.iter().map(|c| c.as_str().unwrap().to_owned()).collect();
        Some((prompt["decision"].as_u64()? as u32, choices))
    }

    pub(crate) fn phase(&self) -> &str {
        self.room["phase"].as_str().unwrap_or("")
    }

    /// The last message of a type.
    pub(crate) fn last(&self, kind: &str) -> Option<Value> {
        let mut all =
            self.inbox.iter().rev().filter_map(|(_, text)| serde_json::from_str::<Value>(text).ok());
        all.find(|message| message["type"] == kind)
    }
}

/// A room, its log, its clients and the time.
pub(crate) struct World {
    pub(crate) core: RoomCore,
    pub(crate) lines: Vec<Vec<u8>>,
    /// The digest after each line.
    pub(crate) digests: Vec<u64>,
    pub(crate) now: Millis,
    pub(crate) rng: Rng,
    pub(crate) clients: Vec<Client>,
    pub(crate) jobs: Vec<BotJob>,
    pub(crate) hints: Vec<sifang_room::HintJob>,
    pub(crate) deals: Vec<DealReport>,
    pub(crate) matches: Vec<MatchReport>,
    /// Matches that were over and are not kept.
    pub(crate) unplayed: u32,
    pub(crate) is_over: bool,
    connections: u64,
    runs: u32,
    seed: u64,
}

impl World {
    /// A room made by player 0, with this many clients in it.
    pub(crate) fn new(setup: RoomSetup, clients: usize, seed: u64) -> World {
        let founding = Founding {
            code: RoomCode::new(123_456),
            link: RoomLink::new([7; 16]),
            setup,
            host: player(0),
            pause_ms: PAUSE,
            edition: EDITION,
        };
        let (core, line) = RoomCore::create(founding, 1_000_000, 1).unwrap();
        let digest = core.digest();
        let mut world = World {
            core,
            lines: vec![line.into_bytes()],
            digests: vec![digest],
            now: 1_000_000,
            rng: Rng::new(seed),
            clients: (0..clients as u64).map(|n| Client::new(player(n))).collect(),
            jobs: Vec::new(),
            hints: Vec::new(),
            deals: Vec::new(),
            matches: Vec::new(),
            unplayed: 0,
            is_over: false,
            connections: 0,
            runs: 1,
            seed,
        };
        for n in 0..clients {
            world.enter(n, false);
        }
        world
    }

    /// Gives an input to the room and carries out what follows.
    pub(crate) fn input(&mut self, input: Input) -> Option<sifang_proto::ErrorBody> {
        let before = self.core.digest();
        let mut counter = self.lines.len() as u64;
        let seed = self.seed;
        let mut chance = || {
            counter += 1;
            let mut rng = Rng::of(&[seed, counter]);
            std::array::from_fn(|_| rng.word() as u8)
        };
        let output = self.core.handle(input, self.now, &mut chance);
        let Output { line, effects, refused } = output;
        match line {
            Some(line) => {
                self.lines.push(line.into_bytes());
                self.digests.push(self.core.digest());
            }
            None => assert_eq!(self.core.digest(), before, "something changed without a line"),
        }
        for effect in effects {
            self.carry_out(effect);
        }
        refused
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Send { to, text } => {
                if let Some(client) = self.clients.iter_mut().find(|c| c.connection == Some(to)) {
                    client.receive(self.now, &text);
                }
            }
            Effect::Detach { connection, .. } => {
                for client in self.clients.iter_mut().filter(|c| c.connection == Some(connection)) {
                    client.connection = None;
                }
            }
            Effect::Ask(job) => self.jobs.push(job),
            Effect::Advise(job) => self.hints.push(job),
            Effect::Report(Report::Deal(report)) => self.deals.push(*report),
            Effect::Report(Report::Match(report)) => self.matches.push(*report),
            Effect::Report(Report::Unplayed(_)) => self.unplayed += 1,
            Effect::Closed => self.is_over = true,
            Effect::Listing => {}
        }
    }

    /// Client `n` connects; with what it has seen, or from nothing.
    pub(crate) fn enter(&mut self, n: usize, resume: bool) {
        self.enter_by(n, resume, true);
    }

    /// Client `n` connects and names the room by its link, or by its code.
    pub(crate) fn enter_by(&mut self, n: usize, resume: bool, by_link: bool) {
        self.connections += 1;
        let connection = ConnectionId(self.connections);
        let client = &mut self.clients[n];
        client.connection = Some(connection);
        client.closed = None;
        client.id = 1;
        let since = (resume && !client.stream.is_empty())
            .then(|| Since { stream: client.stream.clone(), seq: client.seq });
        if !resume {
            (client.stream, client.seq, client.table) = (String::new(), 0, Value::Null);
        }
        let player = client.player.clone();
        self.input(Input::Enter { connection, player, id: 1, by_link, since });
    }

    /// Client `n` loses its connection.
    pub(crate) fn drop_client(&mut self, n: usize) {
        if let Some(connection) = self.clients[n].connection.take() {
            self.input(Input::Disconnect { connection });
        }
    }

    /// Client `n` says something, given as JSON without its number; answers the code of the error, if there is one.
    pub(crate) fn say(&mut self, n: usize, message: &str) -> Option<String> {
        let client = &mut self.clients[n];
        client.id += 1;
        let id = client.id;
        let text = format!("{{\"id\":{id},{}", &message.trim_start()[1..]);
        let frame = ClientFrame::parse(text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let connection = client.connection.expect("a connection");
        let seen = client.inbox.len();
        self.input(Input::Message { connection, id, message: frame.message });
        let client = &self.clients[n];
        let answers: Vec<Value> =
            client.inbox[seen..].iter().map(|(_, text)| serde_json::from_str(text).unwrap()).collect();
        let error = answers.iter().find(|m| m["type"] == "error" && m["id"] == id);
        let ack = answers.iter().any(|m| m["type"] == "ack" && m["id"] == id);
        assert!(ack != error.is_some(), "{message}: neither acknowledged nor refused");
        error.map(|error| error["code"].as_str().unwrap().to_owned())
    }

    /// As `say`, and it must be accepted.
    pub(crate) fn send(&mut self, n: usize, message: &str) {
        assert_eq!(self.say(n, message), None, "{message}");
    }

    /// All others are ready, the host starts, everybody commits to a nonce and then sends it.
    pub(crate) fn start(&mut self) {
        self.start_without_nonces();
        self.all_nonces();
    }

    /// Everybody on a seat commits to a nonce; when all have, everybody sends it.
    pub(crate) fn all_nonces(&mut self) {
        let people: Vec<usize> = (0..self.clients.len()).filter(|n| self.seat(*n).is_some()).collect();
        for n in &people {
            self.send(*n, &self.commit(*n, nonce_of(*n)));
        }
        for n in people {
            self.send(n, &reveal(nonce_of(n)));
        }
    }

    /// What client `n` says to commit to a nonce in the match that is about to begin.
    pub(crate) fn commit(&self, n: usize, nonce: Nonce) -> String {
        let id = self.clients[n].room["match"]["match_id"].as_str().expect("a match");
        let id: Nonce = id.parse().expect("sixteen bytes");
        let commitment = nonce.commitment(id.bytes(), Seat::new(self.seat(n).expect("a seat")));
        format!(r#"{{"type":"nonce_commit","commitment":"{commitment}"}}"#)
    }

    pub(crate) fn start_without_nonces(&mut self) {
        self.start_by(0);
    }

    /// All others are ready, and `host` starts.
    pub(crate) fn start_by(&mut self, host: usize) {
        for n in 0..self.clients.len() {
            if n != host && self.seat(n).is_some() {
                self.send(n, r#"{"type":"ready","ready":true}"#);
            }
        }
        self.send(host, r#"{"type":"start"}"#);
    }

    /// The seat of client `n`.
    pub(crate) fn seat(&self, n: usize) -> Option<usize> {
        let seats = self.clients[n].room["seats"].as_array()?;
        let id = self.clients[n].player.id.to_string();
        seats.iter().position(|seat| seat["occupant"]["id"] == id.as_str())
    }

    /// Lets client `n` answer its prompt: a win if it may, else anything.
    pub(crate) fn answer(&mut self, n: usize) -> bool {
        let Some((decision, choices)) = self.clients[n].prompt() else { return false };
        let pick = self.rng.below(choices.len() as u32) as usize;
        let action = choices.iter().find(|c| *c == "hu").unwrap_or(&choices[pick]).clone();
        self.send(n, &format!(r#"{{"type":"act","decision":{decision},"action":"{action}"}}"#));
        true
    }

    /// Does the next thing that is to be done; `false` if nothing is.
    pub(crate) fn step(&mut self) -> bool {
        if let Some(job) = self.jobs.pop() {
            let answer = job.run(self.rng.word());
            self.input(Input::Bot(answer));
            return true;
        }
        let ready: Vec<usize> = (0..self.clients.len())
            .filter(|n| self.clients[*n].plays && self.clients[*n].connection.is_some())
            .filter(|n| self.clients[*n].prompt().is_some())
            .collect();
        if !ready.is_empty() {
            let n = ready[self.rng.below(ready.len() as u32) as usize];
            self.now += 50;
            return self.answer(n);
        }
        for n in 0..self.clients.len() {
            let client = &self.clients[n];
            // One person alone is waited for; whoever does not play there still wants to see the next deal.
            let wants = client.plays || client.room["next"]["until"].is_null();
            if wants && client.connection.is_some() && client.phase() == "between" {
                let said = client.room["next"]["seats"].as_array().unwrap();
                if self.seat(n).is_some_and(|seat| !said.contains(&seat.into())) {
                    self.send(n, r#"{"type":"next"}"#);
                    return true;
                }
            }
        }
        match self.core.wake() {
            Some(at) => {
                self.now = self.now.max(at);
                self.input(Input::Tick);
                true
            }
            None => false,
        }
    }

    /// Does what is to be done before `end`; `false` if nothing is.
    pub(crate) fn step_until(&mut self, end: Millis) -> bool {
        let due = self.core.wake().is_some_and(|at| at <= end);
        (!self.jobs.is_empty() || due) && self.step()
    }

    /// Plays until the match is over, with `each` after every step.
    pub(crate) fn play(&mut self, mut each: impl FnMut(&mut World)) {
        for _ in 0..100_000 {
            if !self.matches.is_empty() || !self.step() {
                return;
            }
            each(self);
        }
        panic!("the match does not end");
    }

    /// Every client asks for a snapshot, which must equal what it has (its `receive` compares).
    pub(crate) fn compare_views(&mut self) {
        for n in 0..self.clients.len() {
            if self.clients[n].connection.is_some() {
                let seq = self.clients[n].seq;
                self.send(n, r#"{"type":"sync"}"#);
                assert_eq!(self.clients[n].seq, seq, "a snapshot is sent as of the last update");
            }
        }
    }

    /// The server dies and starts again: connections, streams and bots' thoughts are gone, the log is not.
    pub(crate) fn restart(&mut self) {
        self.runs += 1;
        let lines = self.lines.iter().map(Vec::as_slice);
        self.core = RoomCore::replay(lines, self.runs).unwrap();
        assert_eq!(Some(&self.core.digest()), self.digests.last());
        self.jobs.clear();
        for client in &mut self.clients {
            client.connection = None;
        }
    }

    /// The room that the first `n` lines lead to.
    pub(crate) fn replayed(&self, n: usize) -> RoomCore {
        RoomCore::replay(self.lines[..n].iter().map(Vec::as_slice), 2).unwrap()
    }
}

pub(crate) fn message(text: &str) -> ClientMessage {
    ClientFrame::parse(text.as_bytes()).unwrap().message
}
