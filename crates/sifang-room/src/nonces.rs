//! Before the first deal: the players' nonces, in two steps. Everybody commits to a nonce; when all commitments have been shown, the
//! nonces follow. Nobody, the server included, can choose one after having seen another. One that is missing when the time is over
//! makes the start void, unless everybody else has agreed to go on without it: then it counts as missing.
//!
//! In rooms of an earlier [edition](crate::EDITION) nonces came in one step, and whatever was missing was left out: matches that were
//! begun so have no [`Gathering`].

use crate::input::Effect;
use crate::room::{Chair, Done, Room, Taken, Voided};
use crate::step::Step;
use sifang_fair::{Nonce, NonceCommitment, NonceCommitments};
use sifang_proto::{ErrorCode, Millis, NonceStep, Phase, PlayerId, VoidReason, VoidView, WaiveView, limits};
use sifang_tiles::{Seat, SeatSet};

/// How long matches whose nonces come in one step wait for them.
const ONE_STEP_MS: Millis = 3_000;

/// Where the two steps stand.
#[derive(Debug)]
pub(crate) struct Gathering {
    pub step: NonceStep,
    /// Seats of the people who are asked for a nonce.
    pub people: SeatSet,
    /// Seats that bots took for this start; they are free again if it is void.
    pub filled: SeatSet,
    pub commitments: NonceCommitments,
    /// By seat: who has agreed to go on without its nonce.
    pub waived: [SeatSet; Seat::MAX],
}

impl Gathering {
    /// Nobody has committed to anything.
    pub(crate) fn new(people: SeatSet, filled: SeatSet) -> Gathering {
        Gathering {
            step: NonceStep::Commit,
            people,
            filled,
            commitments: NonceCommitments::default(),
            waived: [SeatSet::EMPTY; Seat::MAX],
        }
    }

    /// Who has agreed to go on without whom.
    pub(crate) fn waived_view(&self) -> Vec<WaiveView> {
        let waived = Seat::all(Seat::MAX).zip(&self.waived).filter(|(_, by)| !by.is_empty());
        waived.map(|(seat, by)| WaiveView { seat, by: by.iter().collect() }).collect()
    }
}

impl Room {
    /// When waiting for nonces ends that begins now.
    pub(crate) fn nonces_until(&self, gathering: bool, now: Millis) -> Millis {
        now + if gathering { limits::NONCE_MS } else { ONE_STEP_MS }
    }

    pub(crate) fn nonce_commit(
        &mut self,
        by: PlayerId,
        commitment: NonceCommitment,
        step: &mut Step<'_>,
    ) -> Done {
        let seat = self.seated(by)?;
        let bout = self.bout.as_mut().ok_or(ErrorCode::NonceClosed)?;
        let Some(gathering) = bout.gathering.as_mut().filter(|_| self.phase == Phase::Nonces) else {
            let known = bout.record.nonce_commitments.and_then(|known| known.get(seat));
            return if known == Some(commitment) { Ok(false) } else { Err(ErrorCode::NonceClosed.into()) };
        };
        match gathering.commitments.get(seat) {
            Some(sent) if sent == commitment => return Ok(false),
            Some(_) => return Err(ErrorCode::NonceSent.into()),
            None if gathering.step != NonceStep::Commit => return Err(ErrorCode::NonceClosed.into()),
            None => gathering.commitments.set(seat, commitment),
        }
        step.room = true;
        self.recheck(step);
        Ok(true)
    }

    pub(crate) fn nonce(&mut self, by: PlayerId, nonce: Nonce, step: &mut Step<'_>) -> Done {
        let seat = self.seated(by)?;
        let bout = self.bout.as_mut().ok_or(ErrorCode::NonceClosed)?;
        match bout.nonces.get(seat) {
            Some(sent) if sent == nonce => return Ok(false),
            Some(_) => return Err(ErrorCode::NonceSent.into()),
            None if self.phase != Phase::Nonces => return Err(ErrorCode::NonceClosed.into()),
            None => {}
        }
        if let Some(gathering) = &bout.gathering {
            let code = match (gathering.step, gathering.commitments.get(seat)) {
                (NonceStep::Commit, None) => Some(ErrorCode::NonceUncommitted),
                (NonceStep::Commit, Some(_)) => Some(ErrorCode::NonceEarly),
                (NonceStep::Reveal, None) => Some(ErrorCode::NonceClosed),
                (NonceStep::Reveal, Some(committed)) => {
                    let name = bout.course.match_id.0.to_be_bytes();
                    (nonce.commitment(&name, seat) != committed).then_some(ErrorCode::NonceMismatch)
                }
            };
            if let Some(code) = code {
                return Err(code.into());
            }
        }
        bout.nonces.set(seat, nonce);
        bout.course.fairness.nonces = bout.nonces;
        step.room = true;
        self.recheck(step);
        Ok(true)
    }

    pub(crate) fn nonce_waive(&mut self, by: PlayerId, seat: Seat, step: &mut Step<'_>) -> Done {
        let me = self.seated(by)?;
        self.chair(seat)?;
        if seat == me {
            return Err(ErrorCode::MessageUnexpected.into());
        }
        let missing = self.without_nonce();
        let gathering = self.bout.as_mut().filter(|_| self.phase == Phase::Nonces);
        let gathering = gathering.and_then(|bout| bout.gathering.as_mut()).ok_or(ErrorCode::NonceClosed)?;
        if !gathering.people.contains(seat) {
            return Err(ErrorCode::SeatEmpty.into());
        }
        let waived = &mut gathering.waived[seat.index()];
        // One that has come in the meantime needs no agreement.
        if waived.contains(me) || !missing.contains(seat) {
            return Ok(false);
        }
        waived.insert(me);
        step.room = true;
        self.recheck(step);
        Ok(true)
    }

    /// Seats of people who have not sent what this step asks for.
    fn without_nonce(&self) -> SeatSet {
        let Some(bout) = &self.bout else { return SeatSet::EMPTY };
        let Some(gathering) = &bout.gathering else { return SeatSet::EMPTY };
        let lacking = gathering.people.iter().filter(|seat| {
            let committed = gathering.commitments.get(*seat).is_some();
            match gathering.step {
                NonceStep::Commit => !committed,
                NonceStep::Reveal => committed && bout.nonces.get(*seat).is_none(),
            }
        });
        lacking.collect()
    }

    /// Those of them without whom the others have not all agreed to go on.
    pub(crate) fn nonces_missing(&self) -> SeatSet {
        let here = self.humans();
        let Some(gathering) = self.bout.as_ref().and_then(|bout| bout.gathering.as_ref()) else {
            return SeatSet::EMPTY;
        };
        let awaited = self.without_nonce().iter().filter(|seat| {
            let others = here.minus(SeatSet::one(*seat));
            others.is_empty() || !others.minus(gathering.waived[seat.index()]).is_empty()
        });
        awaited.collect()
    }

    /// Nothing is missing any more: the next step, or the first deal.
    pub(crate) fn nonces_there(&mut self, step: &mut Step<'_>) {
        let until = self.nonces_until(true, step.now);
        let Some(bout) = &mut self.bout else { return };
        match &mut bout.gathering {
            Some(gathering) if gathering.step == NonceStep::Commit => {
                gathering.step = NonceStep::Reveal;
                bout.until = until;
                step.room = true;
                // Nobody may be left who has committed to anything.
                self.recheck(step);
            }
            gathering => {
                bout.record.nonce_commitments = gathering.take().map(|all| all.commitments);
                self.begin_deal(step);
            }
        }
    }

    /// The time for nonces is over.
    pub(crate) fn nonces_late(&mut self, step: &mut Step<'_>) {
        let Some(bout) = &self.bout else { return };
        match bout.gathering.as_ref().map(|gathering| gathering.step) {
            None => self.begin_deal(step),
            Some(NonceStep::Commit) => self.void(self.nonces_missing(), VoidReason::NoCommitment, step),
            Some(NonceStep::Reveal) => self.void(self.nonces_missing(), VoidReason::NoNonce, step),
        }
    }

    /// Somebody leaves while nonces are collected: whoever has not sent one yet would decide by it whether it counts.
    pub(crate) fn leaves_nonces(&mut self, seat: Seat, step: &mut Step<'_>) {
        if self.phase == Phase::Nonces && self.nonces_missing().contains(seat) {
            self.void(SeatSet::one(seat), VoidReason::Left, step);
        }
    }

    /// Gives the start up: back to the room, and everybody is sent the reason. Its secrets are never used.
    fn void(&mut self, by: SeatSet, reason: VoidReason, step: &mut Step<'_>) {
        let filled = self.bout.take().and_then(|bout| bout.gathering).map_or(SeatSet::EMPTY, |g| g.filled);
        let mut players = Vec::new();
        for (at, chair) in self.chairs.iter_mut().enumerate() {
            let seat = Seat::new(at);
            let mut taken = std::mem::replace(&mut chair.taken, Taken::Free);
            if let Taken::Human { player, ready, left } = &mut taken {
                if by.contains(seat) {
                    *ready = false;
                    players.push(player.clone());
                }
                if *left {
                    taken = Taken::Free;
                }
            } else if filled.contains(seat) {
                taken = Taken::Free;
            }
            *chair = Chair::new(taken);
        }
        self.chairs.resize(self.setup.seats as usize, Chair::new(Taken::Free));
        for player in &players {
            match self.voided.iter_mut().find(|voided| voided.player.id == player.id) {
                Some(voided) => voided.starts = voided.starts.saturating_add(1),
                None => self.voided.push(Voided { player: player.clone(), starts: 1 }),
            }
        }
        let beyond = self.voided.len().saturating_sub(limits::VOIDED_BY);
        self.voided.drain(..beyond);
        self.void = Some(VoidView { by: players, reason });
        self.phase = Phase::Waiting;
        step.room = true;
        step.effect(Effect::Listing);
    }
}
