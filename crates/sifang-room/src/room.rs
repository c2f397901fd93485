//! The durable state of a room, and the way of every deed into it.
//!
//! A deed is checked completely before anything changes: what is refused leaves no trace.

use crate::game::{Course, Game};
use crate::input::{Deed, Effect, Founding};
use crate::names::Names;
use crate::nonces::Gathering;
use crate::setup::check_setup;
use crate::step::Step;
use crate::vote::{Called, Hurry};
use sifang_bots::Level;
use sifang_fair::{NonceCommitments, Nonces, Secrets};
use sifang_match::Record;
use sifang_proto::{
    ClientMessage, CloseReason, ErrorBody, ErrorCode, Millis, Phase, Player, PlayerId, RoomCode, RoomLink,
    RoomSetup, VoidView, limits,
};
use sifang_rules::any::RuleSetId;
use sifang_table::Action;
use sifang_tiles::{Seat, SeatSet};

pub(crate) use sifang_proto::VoidCount as Voided;

/// Whether anything has changed for good, or why not.
pub(crate) type Done = Result<bool, ErrorBody>;

/// A room.
pub(crate) struct Room {
    pub code: RoomCode,
    /// The link that lets in now.
    pub link: RoomLink,
    /// The one it was opened with.
    pub first_link: RoomLink,
    pub pause_ms: Millis,
    pub id: RuleSetId,
    pub setup: RoomSetup,
    pub host: PlayerId,
    pub chairs: Vec<Chair>,
    pub watchers: Vec<Player>,
    pub names: Names,
    /// Whom the host has sent away, the latest last: they come back only if the host lets them.
    pub removed: Vec<PlayerId>,
    /// Of what the room itself rules.
    pub edition: u32,
    pub phase: Phase,
    pub bout: Option<Bout>,
    /// The highest decision number that has been used.
    pub last_decision: u32,
    /// The last start was void, and none has followed.
    pub void: Option<VoidView>,
    /// How many starts were void, by player.
    pub voided: Vec<Voided>,
    pub closed: bool,
}

/// Who is on a chair.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Taken {
    Free,
    Human { player: Player, ready: bool, left: bool },
    Bot { level: Level },
}

/// A seat of the room.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Chair {
    pub taken: Taken,
    /// 托管: played for.
    pub auto: bool,
    /// Missed a claim window: played for, but nobody else sees it before its own turn, since that would show it was asked.
    pub missed: bool,
    /// 托管 as the others see it. In a deal it follows at the seat's own turn, whenever and for whatever reason it changed:
    /// who takes over to answer a claim, or lets go of one, must look like whoever was not asked.
    pub shown: bool,
    /// The last accepted answer, so that its repetition can be recognized.
    pub last: Option<(u32, Action)>,
    /// Time left beyond the time per move, in this deal.
    pub bank_ms: u32,
    /// Since when it has been played for. What it is asked is answered a moment later, so that it can be taken back.
    pub since: Millis,
}

impl Chair {
    pub(crate) fn new(taken: Taken) -> Chair {
        Chair { taken, auto: false, missed: false, shown: false, last: None, bank_ms: 0, since: 0 }
    }

    /// Whether it is played for, as its own player sees it.
    pub(crate) fn played_for(&self) -> bool {
        self.auto || self.missed
    }

    /// The person on it who has not left.
    pub(crate) fn present(&self) -> Option<&Player> {
        match &self.taken {
            Taken::Human { player, left: false, .. } => Some(player),
            _ => None,
        }
    }

    pub(crate) fn is_free(&self) -> bool {
        self.taken == Taken::Free
    }
}

/// A match from its start until everybody has seen its end.
pub(crate) struct Bout {
    pub course: Course,
    pub record: Record,
    /// The secrets of its deals.
    pub secrets: Secrets,
    pub nonces: Nonces,
    /// While nonces are collected in two steps.
    pub gathering: Option<Box<Gathering>>,
    /// None until the first deal.
    pub game: Option<Box<dyn Game>>,
    /// Added to the engine's decision numbers.
    pub base: u32,
    /// The open decision, by the room's number.
    pub decision: u32,
    /// When it was opened.
    pub opened: Millis,
    /// How long it stays open at least, if it is a window of a paced deal; so long a seat that is played for waits, too.
    pub pause: Millis,
    /// The key of the deal, where windows are held for drawn times.
    pub hold: Option<Box<[u8; 32]>>,
    /// The last answer to a window, given before its pause was over.
    pub held: Option<(Seat, Action)>,
    /// When waiting for nonces or for the next deal ends.
    pub until: Millis,
    /// Who wants the next deal.
    pub next: SeatSet,
    /// Whether a person has ever answered for itself. A match in which nobody has is not kept.
    pub played: bool,
    pub vote: Option<Vote>,
    /// The votes that each seat has called.
    pub called: [Called; Seat::MAX],
    /// Whoever is waited for has little time left.
    pub hurry: Option<Hurry>,
    /// Who plays alone has stopped the deal: nothing is due, and nobody is asked.
    pub stopped: bool,
}

impl Bout {
    /// What the players have committed to.
    pub(crate) fn commitments(&self) -> NonceCommitments {
        let gathered = self.gathering.as_ref().map(|gathering| gathering.commitments);
        gathered.or(self.record.nonce_commitments).unwrap_or_default()
    }
}

/// A vote on dissolving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Vote {
    pub by: Seat,
    pub agreed: SeatSet,
    pub until: Millis,
}

impl Room {
    /// A new room, with its founder on the first chair.
    pub(crate) fn found(founding: &Founding) -> Result<Room, ErrorBody> {
        let (id, setup) = check_setup(&founding.setup)?;
        let mut chairs = vec![Chair::new(Taken::Free); setup.seats as usize];
        chairs[0].taken = Taken::Human { player: founding.host.clone(), ready: false, left: false };
        Ok(Room {
            code: founding.code,
            link: founding.link,
            first_link: founding.link,
            pause_ms: founding.pause_ms,
            id,
            setup,
            host: founding.host.id,
            chairs,
            watchers: Vec::new(),
            names: Names::default(),
            removed: Vec::new(),
            edition: founding.edition,
            phase: Phase::Waiting,
            bout: None,
            last_decision: 0,
            void: None,
            voided: Vec::new(),
            closed: false,
        })
    }

    /// Carries out a deed. `false`: it was allowed and changed nothing (a repetition, a timer that is no longer due).
    pub(crate) fn apply(&mut self, deed: &Deed, step: &mut Step<'_>) -> Done {
        if self.closed {
            return Err(ErrorCode::RoomNotFound.into());
        }
        match deed {
            Deed::Found(_) => Ok(false),
            Deed::Enter(player) => self.enter(player, step),
            Deed::Say { by, message } => self.say(*by, message, step),
            Deed::Gone(player) => Ok(self.watcher_gone(*player, step)),
            Deed::Tick {} => Ok(self.tick(step)),
            Deed::Bot(answer) => Ok(self.bot_answers(answer, step)),
            Deed::Bots(answers) => {
                let mut done = false;
                for answer in answers {
                    done |= self.bot_answers(answer, step);
                }
                Ok(done)
            }
            Deed::Rename(player) => {
                let renamed = self.rename(player);
                step.room |= renamed;
                Ok(renamed)
            }
            Deed::Forget(player) => Ok(self.forget(*player, step)),
            Deed::Resume { edition } => Ok(self.resume(*edition, step)),
            Deed::Return { player, edition } => {
                let entered = self.enter(player, step)?;
                // Clocks have changed, which streams from before must be sent.
                (step.asks, step.table) = (step.live, true);
                Ok(self.resume(*edition, step) || entered)
            }
            Deed::Close {} => {
                self.close(step);
                Ok(true)
            }
        }
    }

    fn say(&mut self, by: PlayerId, message: &ClientMessage, step: &mut Step<'_>) -> Done {
        match message {
            ClientMessage::Leave {} => self.leave(by, CloseReason::Left, step),
            ClientMessage::Sit { seat } => self.sit(by, *seat, step),
            ClientMessage::Stand {} => self.stand(by, step),
            ClientMessage::Swap { a, b } => self.swap(by, *a, *b, step),
            ClientMessage::Kick { seat } => self.kick(by, *seat, step),
            ClientMessage::Remove { player } => self.remove(by, *player, step),
            ClientMessage::AddBot { seat, level } => self.add_bot(by, *seat, level, step),
            ClientMessage::RemoveBot { seat } => self.remove_bot(by, *seat, step),
            ClientMessage::Configure { setup } => self.configure(by, setup, step),
            ClientMessage::Ready { ready } => self.ready(by, *ready, step),
            ClientMessage::Start {} => self.start(by, step),
            ClientMessage::NonceCommit { commitment } => self.nonce_commit(by, *commitment, step),
            ClientMessage::Nonce { nonce } => self.nonce(by, *nonce, step),
            ClientMessage::NonceWaive { seat } => self.nonce_waive(by, *seat, step),
            ClientMessage::Act { decision, action } => self.act(by, decision.0, *action, step),
            ClientMessage::Auto { on } => self.auto(by, *on, step),
            ClientMessage::Pause { on } => self.pause(by, *on, step),
            ClientMessage::TakeBack {} => self.take_back(by, step),
            ClientMessage::NewLink {} => self.new_link(by, step),
            ClientMessage::Next {} => self.next(by, step),
            ClientMessage::Again {} => self.again(by, step),
            ClientMessage::Dissolve { agree } => self.dissolve(by, *agree, step),
            ClientMessage::Hurry {} => self.hurry(by, step),
            ClientMessage::Hello { .. }
            | ClientMessage::Enter { .. }
            | ClientMessage::Admit { .. }
            | ClientMessage::Phrase { .. }
            | ClientMessage::Hint { .. }
            | ClientMessage::Sync {}
            | ClientMessage::Ping {} => Err(ErrorCode::MessageUnexpected.into()),
        }
    }

    /// The seat of a player who has not left.
    pub(crate) fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let at = self.chairs.iter().position(|chair| chair.present().is_some_and(|p| p.id == player));
        at.map(Seat::new)
    }

    /// The seat, or the refusal.
    pub(crate) fn seated(&self, player: PlayerId) -> Result<Seat, ErrorBody> {
        self.seat_of(player).ok_or_else(|| ErrorCode::SeatNone.into())
    }

    /// Whether the player is in the room, seated or watching.
    pub(crate) fn is_member(&self, player: PlayerId) -> bool {
        self.seat_of(player).is_some() || self.watchers.iter().any(|p| p.id == player)
    }

    /// Refuses what can only be done before a match.
    pub(crate) fn before_match(&self) -> Result<(), ErrorBody> {
        if self.phase == Phase::Waiting { Ok(()) } else { Err(ErrorCode::RoomPlaying.into()) }
    }

    /// Refuses what only the host may do, and that before a match.
    pub(crate) fn host_before_match(&self, by: PlayerId) -> Result<(), ErrorBody> {
        if by != self.host {
            return Err(ErrorCode::RoomNotHost.into());
        }
        self.before_match()
    }

    /// The number of a chair, or the refusal.
    pub(crate) fn chair(&self, seat: Seat) -> Result<usize, ErrorBody> {
        let at = seat.index();
        if at < self.chairs.len() { Ok(at) } else { Err(ErrorCode::SeatUnknown.into()) }
    }

    /// Seats of people who have not left.
    pub(crate) fn humans(&self) -> SeatSet {
        let present = self.chairs.iter().enumerate().filter(|(_, chair)| chair.present().is_some());
        present.map(|(at, _)| Seat::new(at)).collect()
    }

    fn enter(&mut self, player: &Player, step: &mut Step<'_>) -> Done {
        // Whoever comes brings the name that it has now.
        let renamed = self.rename(player);
        step.room |= renamed;
        if self.is_member(player.id) {
            return Ok(renamed);
        }
        let back = self.chairs.iter_mut().find_map(|chair| match &mut chair.taken {
            Taken::Human { player: old, left, .. } if old.id == player.id => Some(left),
            _ => None,
        });
        if let Some(left) = back {
            *left = false;
            self.company(step);
        } else if let Some(chair) = self
            .chairs
            .iter_mut()
            .find(|c| self.phase == Phase::Waiting && !self.setup.practice && c.is_free())
        {
            chair.taken = Taken::Human { player: player.clone(), ready: false, left: false };
        } else if self.setup.spectators && self.watchers.len() < limits::SPECTATORS {
            self.watchers.push(player.clone());
        } else {
            let code =
                if self.phase == Phase::Waiting { ErrorCode::RoomFull } else { ErrorCode::RoomPlaying };
            return Err(code.into());
        }
        self.call(player);
        self.removed.retain(|removed| *removed != player.id);
        step.room = true;
        step.effect(Effect::Listing);
        Ok(true)
    }

    /// Whether one person is alone with bots: nobody else waits, so it is waited for.
    pub(crate) fn is_alone(&self) -> bool {
        self.edition >= 3 && self.humans().len() == 1
    }

    fn watcher_gone(&mut self, player: PlayerId, step: &mut Step<'_>) -> bool {
        if !self.watchers.iter().any(|p| p.id == player) {
            return false;
        }
        self.leave(player, CloseReason::Left, step).unwrap_or(false)
    }

    /// Takes a player out: a chair is freed before a match, and played for during one.
    pub(crate) fn leave(&mut self, by: PlayerId, reason: CloseReason, step: &mut Step<'_>) -> Done {
        if let Some(seat) = self.seat_of(by) {
            let chair = &mut self.chairs[seat.index()];
            if self.phase == Phase::Waiting {
                *chair = Chair::new(Taken::Free);
            } else if let Taken::Human { left, .. } = &mut chair.taken {
                *left = true;
                (chair.auto, chair.missed, chair.shown, chair.since) = (true, false, true, step.now);
                self.leaves_nonces(seat, step);
                self.ask_bots(SeatSet::one(seat), step);
            }
        } else if let Some(at) = self.watchers.iter().position(|p| p.id == by) {
            self.watchers.remove(at);
        } else {
            return Err(ErrorCode::RoomNone.into());
        }
        step.room = true;
        step.gone.push((by, reason));
        let heir = self.chairs.iter().find_map(Chair::present).or(self.watchers.first()).map(|p| p.id);
        match heir {
            None => self.close(step),
            Some(heir) => {
                if self.host == by {
                    self.host = heir;
                }
                self.recheck(step);
            }
        }
        Ok(true)
    }

    fn close(&mut self, step: &mut Step<'_>) {
        if matches!(self.phase, Phase::Nonces | Phase::Playing | Phase::Between) {
            self.dissolved(step);
        }
        self.closed = true;
        let seated = self.chairs.iter().filter_map(Chair::present);
        let all = seated.chain(&self.watchers).map(|p| (p.id, CloseReason::RoomClosed));
        step.gone.extend(all);
        step.effect(Effect::Closed);
    }
}
