//! What a table can do about somebody who does not play on: a vote on dissolving the match, and hurrying in a room without a
//! clock. Nobody is put out of a match by others: whoever keeps the table waiting is played for, and may take over again.

use crate::room::{Done, Room, Vote};
use crate::step::Step;
use sifang_proto::{ErrorBody, ErrorCode, Millis, Phase, PlayerId, limits};
use sifang_tiles::{Seat, SeatSet};

/// The votes that a seat has called in a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Called {
    /// How many.
    pub times: u8,
    /// The deal of the last one, from 1.
    pub deal: u16,
}

/// The table is hurried.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Hurry {
    pub by: Seat,
    pub until: Millis,
}

impl Room {
    pub(crate) fn dissolve(&mut self, by: PlayerId, agree: bool, step: &mut Step<'_>) -> Done {
        let seat = self.seated(by)?;
        let running = matches!(self.phase, Phase::Nonces | Phase::Playing | Phase::Between);
        let limited = self.edition >= 1;
        let Some(bout) = self.bout.as_mut().filter(|_| running) else {
            return Err(ErrorCode::NoMatch.into());
        };
        match &mut bout.vote {
            None if !agree => return Err(ErrorCode::VoteNone.into()),
            None => {
                let deal = bout.course.results.len() as u16 + 1;
                let called = &mut bout.called[seat.index()];
                if limited && (called.deal == deal || called.times >= limits::VOTES) {
                    return Err(ErrorCode::VoteLimit.into());
                }
                *called = Called { times: called.times.saturating_add(1), deal };
                let until = step.now + limits::DISSOLVE_MS;
                bout.vote = Some(Vote { by: seat, agreed: SeatSet::one(seat), until });
            }
            Some(_) if !agree => bout.vote = None,
            Some(vote) if vote.agreed.contains(seat) => return Ok(false),
            Some(vote) => vote.agreed.insert(seat),
        }
        step.room = true;
        self.recheck(step);
        Ok(true)
    }

    /// The time of the vote is over. In rooms from before the first edition, silence was agreement.
    pub(crate) fn vote_over(&mut self, vote: Vote, step: &mut Step<'_>) {
        if self.edition == 0 || self.is_carried(vote) {
            return self.dissolved(step);
        }
        if let Some(bout) = &mut self.bout {
            bout.vote = None;
        }
        step.room = true;
    }

    /// Whether enough have agreed: everybody who plays for itself, and no fewer than half of those who have not left. Silence is
    /// not agreement, and one who stays cannot end the match of three who are away for a moment. Who plays for itself is what
    /// everybody sees: the end of a vote must not show who has just answered a claim.
    fn is_carried(&self, vote: Vote) -> bool {
        let humans = self.humans();
        let there: SeatSet = humans.iter().filter(|seat| !self.chairs[seat.index()].shown).collect();
        let agreed = vote.agreed.iter().filter(|seat| humans.contains(*seat)).count();
        there.minus(vote.agreed).is_empty() && 2 * agreed >= humans.len()
    }

    /// Gives whoever is waited for a last moment. No seat is named, and anybody seated may say it, whether it is asked itself or
    /// not: in a claim window nobody may learn who is.
    pub(crate) fn hurry(&mut self, by: PlayerId, step: &mut Step<'_>) -> Done {
        let seat = self.seated(by)?;
        let bout = self.bout.as_mut().filter(|_| self.phase == Phase::Playing).ok_or(ErrorCode::NoMatch)?;
        if self.setup.clock.is_some() {
            return Err(ErrorCode::HurryClock.into());
        }
        if bout.hurry.is_some() {
            return Ok(false);
        }
        let left = (bout.opened + limits::HURRY_AFTER_MS).saturating_sub(step.now);
        if left > 0 {
            let seconds = left.div_ceil(1000);
            return Err(ErrorBody::with(
                ErrorCode::HurryEarly,
                format_args!("还有 {seconds} 秒"),
                format_args!("{seconds} s are left"),
            ));
        }
        bout.hurry = Some(Hurry { by: seat, until: step.now + limits::HURRY_MS });
        step.room = true;
        Ok(true)
    }
}
