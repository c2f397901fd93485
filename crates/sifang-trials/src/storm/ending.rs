//! The end of a case: when the deal is over and everybody has compared its table, the room itself
//! comes to its end, in one of three ways. Whoever still comes must be sent that it is over, and nobody
//! may be left without an answer.

use super::world::{Event, World};
use serde_json::json;
use sifang_bots::Rng;
use sifang_proto::{Millis, limits};

/// How a room ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// Everybody is cut off, and it closes when nobody has come for long.
    Idle,
    /// Everybody leaves it, and says something behind that.
    Leave,
    /// A bug: it panics at every message, and is set aside when it has done so twice at one place.
    Poison,
}

/// When somebody comes after the end, and when all must have been answered.
const VISIT_MS: Millis = 10;
const DONE_MS: Millis = 5_000;

impl World {
    /// Brings the room to its end.
    pub(super) fn begin_ending(&mut self) {
        let mut rng = Rng::of(&[self.case.seed, 6]);
        let ending = match rng.below(3) {
            0 => Ending::Idle,
            1 if self.server.may_panic() => Ending::Poison,
            _ => Ending::Leave,
        };
        self.say(|| format!("the room is to end: {ending:?}"));
        self.ending = Some(ending);
        match ending {
            Ending::Idle => {
                for player in 0..self.players.len() {
                    self.players[player].device().lose();
                }
                for (_, link) in self.links.iter_mut().filter(|(_, link)| !link.ended) {
                    link.alive = false;
                }
                let open: Vec<u64> =
                    self.links.iter().filter(|(_, link)| !link.ended).map(|(id, _)| *id).collect();
                for link in open {
                    let notices = self.rng.below(50);
                    self.after(notices.into(), Event::Parted(link));
                }
            }
            Ending::Leave => {
                for player in 0..self.players.len() {
                    self.say_all(player, &["leave", "sync", "ready"]);
                }
            }
            Ending::Poison => {
                self.server.poisoned = Some(0);
                self.say_all(0, &["sync"]);
                self.after(2_000, Event::Visit);
                self.after(4_000, Event::Visit);
            }
        }
    }

    /// A player says all this by the connection that it has.
    fn say_all(&mut self, player: usize, words: &[&str]) {
        for word in words {
            let device = self.players[player].device();
            let frame = match *word {
                "ready" => device.frame(json!({"type": "ready", "ready": true})),
                word => device.frame(json!({"type": word})),
            };
            if let Some(link) = device.link {
                let wait = self.latency();
                self.up(link, &frame, wait);
            }
        }
    }

    /// Somebody comes, and says something at once.
    pub(super) fn visit(&mut self) {
        self.players[0].device().lose();
        self.open(0, 5);
        self.say_all(0, &["sync"]);
    }

    /// The room is closed or set aside, which must have its reason.
    pub(super) fn is_over(&mut self, set_aside: bool) {
        let alone = self.server.alone.map_or(0, |since| self.clock().saturating_sub(since));
        let may = match self.ending {
            Some(Ending::Idle) => !set_aside && alone >= limits::IDLE_ROOM_MS,
            Some(Ending::Leave) => !set_aside,
            Some(Ending::Poison) => set_aside && self.server.poisoned == Some(2),
            None => false,
        };
        if !may || self.server.over {
            return self.fail(format!("the room is over without a reason (set aside: {set_aside})"));
        }
        self.server.over = true;
        self.reached.idle += u64::from(self.ending == Some(Ending::Idle));
        self.reached.left += u64::from(self.ending == Some(Ending::Leave));
        self.reached.aside += u64::from(set_aside);
        self.server.answers.over(if set_aside { "room/damaged" } else { "room/not_found" });
        self.after(VISIT_MS, Event::Visit);
        self.after(DONE_MS, Event::Done);
    }
}
