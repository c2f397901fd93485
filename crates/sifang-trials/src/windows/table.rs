//! A table of people and bots in virtual time: each person sees what it is sent, and answers when it has thought.

use super::leak::Window;
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use sifang_bots::Rng;
use sifang_client::{Part, Table as View};
use sifang_fair::Nonce;
use sifang_proto::{ClientFrame, Millis, Player, PlayerId, RoomCode, RoomLink, RoomSetup, limits};
use sifang_room::{BotAnswer, ConnectionId, Effect, Founding, Input, Report, RoomCore};
use std::collections::BTreeMap;

/// How people answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct People {
    /// Half of all answers to a claim come sooner.
    pub median: Millis,
    /// Of 100 hands, those whose player has chosen before to let every pung and chow go: the program answers at once.
    pub chosen: u32,
}

/// Times as thousandths of the median: quantiles of a log-normal distribution (sigma 0.6), cut at both ends.
const THOUGHT: [u64; 17] =
    [250, 398, 501, 587, 667, 746, 826, 910, 1000, 1099, 1211, 1341, 1499, 1703, 1994, 2510, 5000];
/// On the way to the server and back, where the program answers.
const WAY: (Millis, u32) = (30, 90);
/// A bot thinks for so long at most.
const BOT: u32 = 200;
/// For an own turn; it does not matter.
const TURN: Millis = 800;
const START: Millis = 1_000_000;

/// A person.
struct Person {
    player: Player,
    view: View,
    room: Value,
    part: Part,
    /// Number of the last frame.
    id: u32,
    /// The latest decision it thinks about or has answered.
    thinks: u64,
    /// The deal it wants to be over with.
    next: u64,
    /// The deal for which it has thrown the dice, and whether it lets all go in it.
    lets_go: (u64, bool),
}

/// The window that the first person looks at.
struct Open {
    since: Millis,
    asked: bool,
    /// Bots were.
    bots: bool,
    /// It was asked itself, or somebody claimed: then it knows without a clock.
    known: bool,
}

/// Who has thought.
enum Answer {
    Person(usize),
    Bot(BotAnswer),
}

/// What was written by itself while windows were open.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Written {
    /// Windows in which bots were asked.
    pub windows: u64,
    /// Lines of the log with such a window open that no person's word brought about.
    pub lines: u64,
}

/// A table.
pub(super) struct Table {
    core: RoomCore,
    now: Millis,
    people: Vec<Person>,
    habits: People,
    rng: Rng,
    /// Who answers when.
    answers: BTreeMap<(Millis, u64), Answer>,
    count: u64,
    open: Option<Open>,
    windows: Vec<Window>,
    written: Written,
    is_over: bool,
}

impl Table {
    /// A table with so many people; bots, if the setup has them, take the other seats.
    pub(super) fn new(setup: RoomSetup, people: u64, habits: People, mut rng: Rng) -> Result<Table> {
        let person = |n: u64| -> Result<Person> {
            let nickname = format!("p{n}").parse().ok().context("a short name")?;
            let player = Player { id: PlayerId(n + 1), nickname };
            let (view, room, part) = (View::default(), Value::Null, Part::default());
            Ok(Person { player, view, room, part, id: 1, thinks: 0, next: 0, lets_go: (0, false) })
        };
        let people = (0..people).map(person).collect::<Result<Vec<Person>>>()?;
        let founding = Founding {
            code: RoomCode::new(rng.below(1_000_000)),
            link: RoomLink::new([8; 16]),
            setup,
            host: people[0].player.clone(),
            pause_ms: limits::PAUSE_MS,
            edition: sifang_room::EDITION,
        };
        let (core, _) = RoomCore::create(founding, START, 1).ok().context("a room")?;
        let (answers, windows, written) = (BTreeMap::new(), Vec::new(), Written::default());
        let (count, open, is_over) = (0, None, false);
        let now = START;
        Ok(Table { core, now, people, habits, rng, answers, count, open, windows, written, is_over })
    }

    /// What was written by itself so far.
    pub(super) fn written(&self) -> Written {
        self.written
    }

    /// Plays the match to its end: the windows that nobody claimed in, as the first person sees them when it is not asked.
    pub(super) fn play(&mut self) -> Result<Vec<Window>> {
        for n in 0..self.people.len() {
            let (connection, player) = (ConnectionId(n as u64), self.people[n].player.clone());
            self.input(Input::Enter { connection, player, id: 1, by_link: true, since: None })?;
        }
        for n in 1..self.people.len() {
            self.say(n, json!({"type": "ready", "ready": true}))?;
        }
        self.say(0, json!({"type": "start"}))?;
        while !self.is_over {
            self.go_on()?;
        }
        Ok(std::mem::take(&mut self.windows))
    }

    /// The next thing that happens.
    fn go_on(&mut self) -> Result<()> {
        ensure!(self.count < 1_000_000, "the match does not end");
        for n in 0..self.people.len() {
            if let Some(word) = self.word(n) {
                return self.say(n, word);
            }
        }
        let answer = self.answers.first_key_value().map(|((at, _), _)| *at);
        match (answer, self.core.wake()) {
            (Some(at), wake) if wake.is_none_or(|wake| at < wake) => {
                self.now = self.now.max(at);
                match self.answers.pop_first() {
                    Some((_, Answer::Person(n))) => self.answer(n),
                    Some((_, Answer::Bot(answer))) => self.input(Input::Bot(answer)),
                    None => Ok(()),
                }
            }
            (_, Some(wake)) => {
                self.now = self.now.max(wake);
                self.input(Input::Tick)
            }
            _ => bail!("nobody has anything to do, and the match is not over"),
        }
    }

    /// What a person says without thinking: its nonce, and that the next deal may begin. Whoever is asked begins to think.
    fn word(&mut self, n: usize) -> Option<Value> {
        let (rng, habits) = (&mut self.rng, self.habits);
        let person = &mut self.people[n];
        let name = person.player.id.to_string();
        let deal = person.view.table["deal"].as_u64().unwrap_or_default();
        match person.room["phase"].as_str()? {
            "nonces" => {
                let nonce = Nonce::new(u128::from(rng.word()).to_be_bytes());
                return person.part.word(&person.room, &name, || nonce);
            }
            "between" if person.next != deal => {
                person.next = deal;
                return Some(json!({"type": "next"}));
            }
            "playing" => {}
            _ => return None,
        }
        let (decision, choices) = person.view.prompt()?;
        if person.thinks == decision {
            return None;
        }
        let claims = choices.iter().any(|choice| choice == "pass");
        let wins = choices.iter().any(|choice| choice == "hu");
        if person.lets_go.0 != deal {
            person.lets_go = (deal, rng.below(100) < habits.chosen);
        }
        let after = match claims {
            true if person.lets_go.1 && !wins => WAY.0 + Millis::from(rng.below(WAY.1)),
            true => thought(rng) * habits.median / 1000,
            false => TURN,
        };
        person.thinks = decision;
        self.later(after, Answer::Person(n));
        None
    }

    fn later(&mut self, after: Millis, answer: Answer) {
        self.count += 1;
        self.answers.insert((self.now + after, self.count), answer);
    }

    /// A person has thought: it wins if it can, claims one time in three, and throws anything.
    fn answer(&mut self, n: usize) -> Result<()> {
        let person = &self.people[n];
        let Some((decision, choices)) = person.view.prompt().filter(|(at, _)| *at == person.thinks) else {
            return Ok(());
        };
        let has = |word: &str| choices.iter().any(|choice| choice == word);
        let passes = has("pass") && (person.lets_go.1 || self.rng.below(3) > 0);
        let action = if has("hu") {
            "hu".into()
        } else if passes {
            "pass".into()
        } else {
            choices[self.rng.below(choices.len() as u32) as usize].clone()
        };
        if action != "pass"
            && let Some(open) = &mut self.open
        {
            open.known = true;
        }
        self.say(n, json!({"type": "act", "decision": decision, "action": action}))
    }

    fn say(&mut self, n: usize, mut message: Value) -> Result<()> {
        let person = &mut self.people[n];
        person.id += 1;
        message["id"] = person.id.into();
        let frame = ClientFrame::parse(message.to_string().as_bytes());
        let message = frame.map_err(|error| anyhow::anyhow!("{error:?}"))?.message;
        let (connection, id) = (ConnectionId(n as u64), person.id);
        self.input(Input::Message { connection, id, message })
    }

    fn input(&mut self, input: Input) -> Result<()> {
        let by_itself = matches!(input, Input::Tick | Input::Bot(_));
        let opened = self.open.as_ref().map(|open| open.since);
        let rng = &mut self.rng;
        let output = self.core.handle(input, self.now, &mut || std::array::from_fn(|_| rng.word() as u8));
        let mut bots = false;
        for effect in output.effects {
            match effect {
                Effect::Send { to, text } => self.receive(to.0 as usize, &text)?,
                Effect::Ask(job) => {
                    bots = true;
                    let (answer, after) = (job.run(self.rng.word()), 1 + self.rng.below(BOT));
                    self.later(after.into(), Answer::Bot(answer));
                }
                Effect::Report(Report::Match(_)) => self.is_over = true,
                _ => {}
            }
        }
        if let Some(open) = &mut self.open {
            open.known |= self.people[0].view.prompt().is_some();
            open.bots |= bots;
            open.asked |= bots || self.people[1..].iter().any(|person| person.view.prompt().is_some());
            let stays = by_itself && opened == Some(open.since);
            self.written.windows += u64::from(bots);
            self.written.lines += u64::from(stays && open.bots && output.line.is_some());
        }
        Ok(())
    }

    fn receive(&mut self, n: usize, text: &str) -> Result<()> {
        let message: Value = serde_json::from_str(text)?;
        let person = &mut self.people[n];
        person.view.take(&message).map_err(|error| anyhow::anyhow!("{error}"))?;
        match message["type"].as_str() {
            Some("room") => person.room = message["room"].clone(),
            Some("error") => bail!("what was offered is refused: {text}"),
            Some("update") if n == 0 => self.look(&message),
            _ => {}
        }
        Ok(())
    }

    /// What the first person makes of an update: a discard opens a window, whatever else the table comes to ends it.
    fn look(&mut self, update: &Value) {
        let mut events = update["events"].as_array().into_iter().flatten();
        if events.any(|event| event["type"] == "discarded") {
            self.open = Some(Open { since: self.now, asked: false, bots: false, known: false });
        }
        let stage = &self.people[0].view.table["view"]["stage"]["name"];
        if stage != "claim"
            && let Some(open) = self.open.take().filter(|open| !open.known)
        {
            self.windows.push(Window { length: self.now - open.since, asked: open.asked });
        }
    }
}

/// How long somebody thinks, in thousandths of the median.
fn thought(rng: &mut Rng) -> u64 {
    let steps = THOUGHT.len() - 1;
    let (step, within) = (rng.below(steps as u32) as usize, u64::from(rng.below(1000)));
    THOUGHT[step] + (THOUGHT[step + 1] - THOUGHT[step]) * within / 1000
}
