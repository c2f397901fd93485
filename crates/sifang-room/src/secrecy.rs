//! What goes to one viewer does not depend on what is hidden from it (V1–V3): everything hidden is exchanged, and every byte
//! sent to the viewer, their number and their moments stay the same, whether others are asked or not.

use crate::game::PUBLIC;
use crate::updates::Sight;
use crate::{BotAnswer, ConnectionId, Effect, Founding, Input, RoomCore};
use sifang_bots::Rng;
use sifang_fair::Nonce;
use sifang_proto::{ClientMessage, Millis, Phase, Player, PlayerId, RoomCode, RoomLink, RoomSetup};
use sifang_rules::any::RuleSetId;
use sifang_table::{Action, DecisionId};
use sifang_tiles::Seat;

const ME: ConnectionId = ConnectionId(1);
const PAUSE: Millis = 700;
/// The shortest time for which a window is held where each has its own.
const HOLD: Millis = 500;
const FRIENDS_TURN: &str = "\"stage\":{\"name\":\"turn\",\"seat\":2}";

fn me() -> Player {
    Player { id: PlayerId(1), nickname: "me".parse().expect("a nickname") }
}

/// Somebody across the table who is played for.
fn friend() -> Player {
    Player { id: PlayerId(2), nickname: "friend".parse().expect("a nickname") }
}

/// A room, its log and the time.
struct Run {
    core: RoomCore,
    lines: Vec<Vec<u8>>,
    now: Millis,
    sent: Vec<(Millis, String)>,
    asked: Vec<BotAnswer>,
}

impl Run {
    fn new(id: RuleSetId, seed: u8, with_friend: bool, window_hold: bool) -> Run {
        let founding = Founding {
            code: RoomCode::new(1),
            link: RoomLink::new([1; 16]),
            setup: RoomSetup { window_hold, ..RoomSetup::of(id.id()) },
            host: me(),
            pause_ms: PAUSE,
            edition: crate::EDITION,
        };
        let (core, line) = RoomCore::create(founding, 1000, 1).expect("a room");
        let lines = vec![line.into_bytes()];
        let mut run = Run { core, lines, now: 1000, sent: Vec::new(), asked: Vec::new() };
        // A table at which nobody is stands still.
        run.input(
            Input::Enter { connection: ConnectionId(9), player: me(), id: 1, by_link: true, since: None },
            seed,
        );
        if with_friend {
            let connection = ConnectionId(2);
            run.input(Input::Enter { connection, player: friend(), id: 1, by_link: true, since: None }, seed);
            run.input(Input::Disconnect { connection }, seed);
            run.order(friend(), ClientMessage::Sit { seat: Seat::new(2) });
            run.order(friend(), ClientMessage::Ready { ready: true });
        }
        let start = ClientMessage::Start {};
        run.input(Input::Order { player: me().id, message: start }, seed);
        let people = if with_friend { vec![(me(), 0), (friend(), 2)] } else { vec![(me(), 0)] };
        let (name, nonce) = ([seed; 16], Nonce::new([seed; 16]));
        for (player, seat) in &people {
            let commitment = nonce.commitment(&name, Seat::new(*seat));
            run.order(player.clone(), ClientMessage::NonceCommit { commitment });
        }
        for (player, _) in people {
            run.order(player, ClientMessage::Nonce { nonce });
        }
        if with_friend {
            run.order(friend(), ClientMessage::Auto { on: true });
        }
        run
    }

    fn order(&mut self, player: Player, message: ClientMessage) {
        self.input(Input::Order { player: player.id, message }, 0);
    }

    fn input(&mut self, input: Input, seed: u8) {
        let output = self.core.handle(input, self.now, &mut || [seed; 48]);
        self.lines.extend(output.line.map(|line| line.into_bytes()));
        for effect in output.effects {
            match effect {
                Effect::Send { to: ME, text } => self.sent.push((self.now, text.to_string())),
                Effect::Ask(job) => self.asked.push(job.run(self.now)),
                _ => {}
            }
        }
    }

    /// What `seat` may answer now, if it is asked.
    fn choices(&mut self, viewer: usize) -> Vec<Action> {
        let text = self.snapshot(viewer);
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let choices = value["table"]["view"]["prompt"]["choices"].as_array().cloned().unwrap_or_default();
        choices.iter().filter_map(|c| Action::parse(c.as_str()?).ok()).collect()
    }

    /// The bytes a viewer would get from nothing.
    fn snapshot(&mut self, viewer: usize) -> String {
        let clock = self.core.room.clock((viewer < PUBLIC).then(|| Seat::new(viewer)));
        let bout = self.core.room.bout.as_mut().expect("a match");
        let sight = Sight { course: &bout.course, base: bout.base, held: bout.held };
        let game = bout.game.as_mut().expect("a game");
        let text = game.snapshot(viewer, &sight, clock, &|| "s".into()).to_string();
        game.end_stream(viewer);
        text
    }

    /// The same room from its log, with everything hidden from `viewer` exchanged or not, and my connection in it.
    fn copy(&self, viewer: usize, exchange: Option<&mut Rng>) -> Run {
        let mut core = RoomCore::replay(self.lines.iter().map(Vec::as_slice), 1).expect("a log");
        if let Some(rng) = exchange {
            core.reimagine((viewer < PUBLIC).then(|| Seat::new(viewer)), &mut |n| rng.below(n));
        }
        Run { core, lines: Vec::new(), now: self.now, sent: Vec::new(), asked: Vec::new() }
    }

    /// Everybody who is asked lets it go, at once; then time passes until the window is over.
    fn let_go(&mut self) -> bool {
        for answer in std::mem::take(&mut self.asked) {
            let open = self.core.room.bout.as_ref().and_then(|b| b.game.as_ref());
            if open.is_none_or(|game| game.check(answer.seat, Action::Pass).is_err()) {
                return false;
            }
            self.now += 10;
            self.input(Input::Bot(BotAnswer { action: Action::Pass, ..answer }), 0);
        }
        // A friend who is asked takes over with the answer; one who is not asked cannot.
        self.now += 10;
        let decision = DecisionId(self.core.room.bout.as_ref().map_or(0, |bout| bout.decision));
        self.order(friend(), ClientMessage::Act { decision, action: Action::Pass });
        while let Some(at) = self.core.wake().filter(|at| *at <= self.now.max(*at)) {
            let open = self.core.room.bout.as_ref().and_then(|b| b.game.as_ref()).and_then(|g| g.open());
            if !open.is_some_and(|open| open.window) {
                return true;
            }
            self.now = self.now.max(at);
            self.input(Input::Tick, 0);
            if !self.asked.is_empty() {
                return true;
            }
        }
        true
    }
}

/// How often a window was put to others in one world and to nobody in the other.
#[derive(Default, Debug)]
struct Seen {
    positions: u32,
    discards: u32,
    differed: u32,
}

fn compare(run: &Run, rng: &mut Rng, seen: &mut Seen) {
    for viewer in 0..=PUBLIC {
        let (mut real, mut other) = (run.copy(viewer, None), run.copy(viewer, Some(rng)));
        assert_eq!(real.snapshot(viewer), other.snapshot(viewer), "viewer {viewer}");
        seen.positions += 1;
    }
    let (mut real, mut other) = (run.copy(0, None), run.copy(0, Some(rng)));
    let throws: Vec<Action> =
        real.choices(0).into_iter().filter(|action| matches!(action, Action::Discard(_))).collect();
    if throws.is_empty() {
        return;
    }
    let action = throws[rng.below(throws.len() as u32) as usize];
    let decision = DecisionId(run.core.room.bout.as_ref().map_or(0, |bout| bout.decision));
    for world in [&mut real, &mut other] {
        world.input(Input::Enter { connection: ME, player: me(), id: 1, by_link: true, since: None }, 0);
        world.input(
            Input::Message { connection: ME, id: 2, message: ClientMessage::Act { decision, action } },
            0,
        );
    }
    assert_eq!(real.sent, other.sent, "after my own discard");
    seen.discards += 1;
    let differs = real.asked.is_empty() != other.asked.is_empty();
    let (before, moment) = (real.sent.len(), real.now);
    if !real.let_go() || !other.let_go() {
        return;
    }
    // The window is over: at the same moment, with the same number of messages, and with the same bytes as long as nothing
    // was shown by the draw that follows.
    let after = |run: &Run| run.sent[before..].to_vec();
    let (a, b) = (after(&real), after(&other));
    // With its own turn everybody may see whether the friend is still played for.
    let friends = |sent: &[(Millis, String)]| sent.iter().any(|(_, text)| text.contains(FRIENDS_TURN));
    if friends(&a) || friends(&b) {
        return;
    }
    let times = |sent: &[(Millis, String)]| sent.iter().map(|(at, _)| *at).collect::<Vec<_>>();
    assert_eq!(times(&a), times(&b), "{differs}: {a:?} and {b:?}");
    let held = real.core.room.setup.window_hold;
    assert!(a.iter().all(|(at, _)| *at >= moment + if held { HOLD } else { PAUSE }));
    let plain = |sent: &[(Millis, String)]| {
        sent.iter().all(|(_, text)| {
            !["set_aside", "won", "rolled", "ended", "melded"].iter().any(|event| text.contains(event))
        })
    };
    if plain(&a) && plain(&b) {
        assert_eq!(a, b, "{differs}");
        seen.differed += differs as u32;
    }
}

#[test]
fn nothing_sent_depends_on_what_is_hidden() {
    hides(false, false);
}

/// The same where every window is held for a time of its own: it does not depend on who is asked either.
#[test]
fn held_windows_end_at_the_same_moment_whoever_is_asked() {
    hides(false, true);
}

/// The same where a seat that is played for takes over to answer a claim, in the world in which it is asked.
#[test]
fn nobody_sees_a_seat_taken_over_to_answer() {
    hides(true, false);
}

fn hides(with_friend: bool, window_hold: bool) {
    for id in RuleSetId::ALL {
        let mut seen = Seen::default();
        for seed in 1..=6 {
            let mut run = Run::new(*id, seed, with_friend, window_hold);
            let mut rng = Rng::new(seed as u64);
            let mut steps = 0;
            while run.core.room.phase == Phase::Playing {
                steps += 1;
                let mine = run.choices(0);
                let my_turn = mine.iter().any(|action| matches!(action, Action::Discard(_)));
                if my_turn || steps % 16 == 0 {
                    compare(&run, &mut rng, &mut seen);
                }
                if let Some(answer) = run.asked.pop() {
                    run.input(Input::Bot(answer), 0);
                } else if mine.is_empty() || run.core.room.bout.as_ref().is_some_and(|b| b.held.is_some()) {
                    run.now = run.core.wake().expect("something is due").max(run.now);
                    run.input(Input::Tick, 0);
                } else {
                    let action = mine[rng.below(mine.len() as u32) as usize];
                    let decision = DecisionId(run.core.room.bout.as_ref().map_or(0, |b| b.decision));
                    let message = ClientMessage::Act { decision, action };
                    let before = run.lines.len();
                    run.input(Input::Order { player: me().id, message }, 0);
                    if run.lines.len() == before {
                        // Already answered: the others are waited for.
                        run.now = run.core.wake().expect("something is due").max(run.now);
                        run.input(Input::Tick, 0);
                    }
                }
                assert!(steps < 5000);
            }
        }
        assert!(seen.positions > 100 && seen.discards > 20 && seen.differed > 3, "{}: {seen:?}", id.id());
    }
}
