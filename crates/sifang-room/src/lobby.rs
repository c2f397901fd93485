//! Before a match: seats, bots, setup, ready, start.

use crate::game::Course;
use crate::input::{CHANCE, Effect};
use crate::nonces::Gathering;
use crate::room::{Bout, Chair, Done, Room, Taken};
use crate::setup::{check_setup, level};
use crate::step::Step;
use sifang_fair::{Chain, MAX_DEALS, Nonces, Secret, Secrets};
use sifang_match::{MatchId, Record};
use sifang_options::OptionSet;
use sifang_proto::{
    CloseReason, ErrorBody, ErrorCode, Fairness, Phase, PlayerId, RoomLink, RoomSetup, limits,
};
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;
use sifang_tiles::{Seat, SeatSet};

impl Room {
    pub(crate) fn sit(&mut self, by: PlayerId, seat: Seat, step: &mut Step<'_>) -> Done {
        self.before_match()?;
        let at = self.chair(seat)?;
        if self.seat_of(by) == Some(seat) {
            return Ok(false);
        }
        if !self.chairs[at].is_free() {
            return Err(ErrorCode::SeatTaken.into());
        }
        let moved = self.seat_of(by).is_some();
        let player = if let Some(old) = self.seat_of(by) {
            match std::mem::replace(&mut self.chairs[old.index()], Chair::new(Taken::Free)).taken {
                Taken::Human { player, .. } => player,
                _ => return Ok(false),
            }
        } else if let Some(place) = self.watchers.iter().position(|p| p.id == by) {
            self.watchers.remove(place)
        } else {
            return Err(ErrorCode::RoomNone.into());
        };
        self.chairs[at] = Chair::new(Taken::Human { player, ready: false, left: false });
        if moved {
            self.seats_changed();
        }
        step.room = true;
        Ok(true)
    }

    pub(crate) fn stand(&mut self, by: PlayerId, step: &mut Step<'_>) -> Done {
        self.before_match()?;
        let seat = self.seated(by)?;
        if !self.setup.spectators {
            return Err(ErrorCode::SpectatorsOff.into());
        }
        if self.watchers.len() >= limits::SPECTATORS {
            return Err(ErrorCode::RoomFull.into());
        }
        let chair = std::mem::replace(&mut self.chairs[seat.index()], Chair::new(Taken::Free));
        if let Taken::Human { player, .. } = chair.taken {
            self.watchers.push(player);
        }
        step.room = true;
        Ok(true)
    }

    pub(crate) fn swap(&mut self, by: PlayerId, a: Seat, b: Seat, step: &mut Step<'_>) -> Done {
        self.host_before_match(by)?;
        let (a, b) = (self.chair(a)?, self.chair(b)?);
        if self.chairs[a].taken == self.chairs[b].taken {
            return Ok(false);
        }
        self.chairs.swap(a, b);
        self.seats_changed();
        step.room = true;
        Ok(true)
    }

    pub(crate) fn kick(&mut self, by: PlayerId, seat: Seat, step: &mut Step<'_>) -> Done {
        self.host_before_match(by)?;
        let at = self.chair(seat)?;
        match self.chairs[at].present().map(|p| p.id) {
            Some(player) if player == by => self.leave(by, CloseReason::Left, step),
            Some(player) => self.send_away(player, step),
            None => Err(ErrorCode::SeatEmpty.into()),
        }
    }

    /// Sends anybody away. Whoever plays a match stays in it: the host is one of those who play.
    pub(crate) fn remove(&mut self, by: PlayerId, player: PlayerId, step: &mut Step<'_>) -> Done {
        if by != self.host {
            return Err(ErrorCode::RoomNotHost.into());
        }
        if !self.is_member(player) {
            return Err(ErrorCode::PlayerNone.into());
        }
        if self.seat_of(player).is_some() {
            self.before_match()?;
        }
        if player == by { self.leave(by, CloseReason::Left, step) } else { self.send_away(player, step) }
    }

    /// Takes somebody out who comes back only if the host lets it.
    fn send_away(&mut self, player: PlayerId, step: &mut Step<'_>) -> Done {
        self.removed.retain(|removed| *removed != player);
        if self.removed.len() >= limits::REMOVED {
            self.removed.remove(0);
        }
        self.removed.push(player);
        self.leave(player, CloseReason::Kicked, step)
    }

    /// Gives the room another link: who has only the old one, under whatever name, does not come in by it.
    pub(crate) fn new_link(&mut self, by: PlayerId, step: &mut Step<'_>) -> Done {
        if by != self.host {
            return Err(ErrorCode::RoomNotHost.into());
        }
        let chance = step.draw();
        let bytes = chance.first_chunk().ok_or(ErrorCode::ServerInternal)?;
        self.link = RoomLink::new(*bytes);
        step.room = true;
        step.effect(Effect::Listing);
        Ok(true)
    }

    pub(crate) fn add_bot(&mut self, by: PlayerId, seat: Seat, name: &str, step: &mut Step<'_>) -> Done {
        self.host_before_match(by)?;
        let at = self.chair(seat)?;
        let level = level(name)?;
        if self.chairs[at].taken == (Taken::Bot { level }) {
            return Ok(false);
        }
        if !self.chairs[at].is_free() {
            return Err(ErrorCode::SeatTaken.into());
        }
        self.chairs[at] = Chair::new(Taken::Bot { level });
        self.seats_changed();
        step.room = true;
        Ok(true)
    }

    pub(crate) fn remove_bot(&mut self, by: PlayerId, seat: Seat, step: &mut Step<'_>) -> Done {
        self.host_before_match(by)?;
        let at = self.chair(seat)?;
        if !matches!(self.chairs[at].taken, Taken::Bot { .. }) {
            return Err(ErrorCode::SeatEmpty.into());
        }
        self.chairs[at] = Chair::new(Taken::Free);
        self.seats_changed();
        step.room = true;
        Ok(true)
    }

    pub(crate) fn configure(&mut self, by: PlayerId, setup: &RoomSetup, step: &mut Step<'_>) -> Done {
        self.host_before_match(by)?;
        let (id, setup) = check_setup(setup)?;
        let seats = setup.seats as usize;
        if self.humans().len() > seats {
            return Err(ErrorBody::with(
                ErrorCode::SetupInvalid,
                "坐下的人比座位多",
                "more people are seated than there would be seats",
            ));
        }
        if !setup.spectators && !self.watchers.is_empty() {
            return Err(ErrorBody::with(ErrorCode::SetupInvalid, "房间里有人旁观", "somebody is watching"));
        }
        (self.id, self.setup) = (id, setup);
        // People on chairs that go away move to free ones; bots make room.
        let beyond = if seats < self.chairs.len() { self.chairs.split_off(seats) } else { Vec::new() };
        self.chairs.resize(seats, Chair::new(Taken::Free));
        for chair in beyond.into_iter().filter(|chair| chair.present().is_some()) {
            let free = self.chairs.iter().position(Chair::is_free);
            let place = free.or_else(|| self.chairs.iter().position(|c| c.present().is_none()));
            if let Some(place) = place {
                self.chairs[place] = chair;
            }
        }
        self.nobody_ready();
        step.room = true;
        Ok(true)
    }

    /// Who plays, or where, is no longer what people were ready for: they are asked again.
    fn seats_changed(&mut self) {
        if self.edition >= 1 {
            self.nobody_ready();
        }
    }

    fn nobody_ready(&mut self) {
        for chair in &mut self.chairs {
            if let Taken::Human { ready, .. } = &mut chair.taken {
                *ready = false;
            }
        }
    }

    pub(crate) fn ready(&mut self, by: PlayerId, wanted: bool, step: &mut Step<'_>) -> Done {
        self.before_match()?;
        let seat = self.seated(by)?;
        match &mut self.chairs[seat.index()].taken {
            Taken::Human { ready, .. } if *ready != wanted => *ready = wanted,
            _ => return Ok(false),
        }
        step.room = true;
        Ok(true)
    }

    pub(crate) fn start(&mut self, by: PlayerId, step: &mut Step<'_>) -> Done {
        self.host_before_match(by)?;
        let unready = |chair: &Chair| match &chair.taken {
            Taken::Human { player, ready, .. } => !ready && player.id != by,
            _ => false,
        };
        if self.setup.practice && self.humans().len() != 1 {
            return Err(ErrorCode::RoomNotAlone.into());
        }
        if self.chairs.iter().any(unready) {
            return Err(ErrorCode::RoomNotReady.into());
        }
        let taken = self.chairs.iter().filter(|chair| !chair.is_free()).count();
        let mut filled = SeatSet::EMPTY;
        if taken < self.chairs.len() {
            if self.may_start_with(taken) {
                self.chairs.retain(|chair| !chair.is_free());
            } else if let Some(name) = &self.setup.bots {
                let level = level(name)?;
                for (at, chair) in self.chairs.iter_mut().enumerate().filter(|(_, chair)| chair.is_free()) {
                    *chair = Chair::new(Taken::Bot { level });
                    filled.insert(Seat::new(at));
                }
            } else {
                return Err(ErrorCode::RoomTooFew.into());
            }
        }
        let chance = step.draw();
        self.agree(&chance, filled, step)
    }

    /// The version of the rules that are played.
    pub(crate) fn rules_version(&self) -> u32 {
        with_rule_set!(self.id, R => <R as RuleSet>::VERSION)
    }

    fn may_start_with(&self, players: usize) -> bool {
        with_rule_set!(self.id, R => {
            let options = <R as RuleSet>::Options::from_values(&self.setup.options);
            options.is_ok_and(|options| <R as RuleSet>::new(options, self.chairs.len()).may_start_with(players))
        })
    }

    /// Fixes the match and publishes the commitment; the first deal follows when the nonces are there.
    fn agree(&mut self, chance: &[u8; CHANCE], filled: SeatSet, step: &mut Step<'_>) -> Done {
        let internal = || ErrorBody::from(ErrorCode::ServerInternal);
        let (name, secret) = chance.split_at(16);
        let match_id = MatchId(u128::from_be_bytes(name.try_into().map_err(|_| internal())?));
        let secret = Secret::new(secret.try_into().map_err(|_| internal())?);
        let commitment = Chain::new(secret.clone(), MAX_DEALS).map_err(|_| internal())?.commitment();
        let seats = self.chairs.len();
        let record = with_rule_set!(self.id, R => {
            let options = <R as RuleSet>::Options::from_values(&self.setup.options).map_err(|e| ErrorBody::from(&e))?;
            Record::new(&<R as RuleSet>::new(options, seats), match_id, commitment)
        });
        let fairness =
            Fairness { commitment, terms: record.terms, nonces: Nonces::default(), revealed: Vec::new() };
        for chair in &mut self.chairs {
            (chair.auto, chair.missed, chair.shown) = (false, false, false);
        }
        let two_steps = self.edition >= 2;
        self.bout = Some(Bout {
            course: Course { match_id, fairness, results: Vec::new(), over: None },
            record,
            secrets: Secrets::new(secret, MAX_DEALS).map_err(|_| internal())?,
            nonces: Nonces::default(),
            gathering: two_steps.then(|| Box::new(Gathering::new(self.humans(), filled))),
            game: None,
            base: self.last_decision,
            decision: 0,
            opened: step.now,
            pause: self.pause_ms,
            hold: None,
            held: None,
            until: self.nonces_until(two_steps, step.now),
            next: SeatSet::EMPTY,
            played: false,
            vote: None,
            called: Default::default(),
            hurry: None,
            stopped: false,
        });
        self.phase = Phase::Nonces;
        self.void = None;
        step.room = true;
        self.recheck(step);
        Ok(true)
    }

    /// Back to the room after a match.
    pub(crate) fn again(&mut self, by: PlayerId, step: &mut Step<'_>) -> Done {
        self.seated(by)?;
        match self.phase {
            Phase::Waiting => return Ok(false),
            Phase::Over => {}
            _ => return Err(ErrorCode::RoomPlaying.into()),
        }
        for chair in &mut self.chairs {
            if matches!(chair.taken, Taken::Human { left: true, .. }) {
                chair.taken = Taken::Free;
            }
            *chair = Chair::new(std::mem::replace(&mut chair.taken, Taken::Free));
        }
        self.chairs.resize(self.setup.seats as usize, Chair::new(Taken::Free));
        self.nobody_ready();
        self.bout = None;
        self.phase = Phase::Waiting;
        step.room = true;
        step.effect(Effect::Listing);
        Ok(true)
    }
}
