//! During a match: nonces, deals, answers, auto-play, the next deal, the vote on dissolving. Nothing here asks what game is played.

use crate::bot::{BotAnswer, BotJob, STAND_IN};
use crate::game;
use crate::hold::held_for;
use crate::input::{DealReport, Effect, MatchReport, Report};
use crate::room::{Bout, Done, Room, Taken};
use crate::step::Step;
use sifang_bots::Level;
use sifang_fair::{Secret, deal_key};
use sifang_match::{Command, Standing, WinRecord};
use sifang_proto::{DealLine, ErrorBody, ErrorCode, MatchOver, Phase, PlayerId, RecordSeat, limits};
use sifang_table::{Action, Illegal};
use sifang_tiles::{Seat, SeatSet};

fn refusal(illegal: Illegal) -> ErrorBody {
    let code = match illegal {
        Illegal::DealOver => ErrorCode::ActionDealOver,
        Illegal::Stale { .. } => ErrorCode::ActionStale,
        Illegal::NotAsked(_) => ErrorCode::ActionNotAsked,
        Illegal::Answered(_) => ErrorCode::ActionAnswered,
        Illegal::NotAChoice { .. } => ErrorCode::ActionNotAChoice,
    };
    code.into()
}

impl Room {
    /// Whether deals pause at windows that nobody can use.
    pub(crate) fn is_paced(&self) -> bool {
        self.setup.uniform_pause && self.pause_ms > 0
    }

    /// Whether each window is held open for a time of its own.
    fn holds_windows(&self) -> bool {
        self.setup.window_hold && self.is_paced()
    }

    /// The match, or the refusal.
    pub(crate) fn bout(&self) -> Result<&Bout, ErrorBody> {
        self.bout.as_ref().ok_or_else(|| ErrorCode::NoMatch.into())
    }

    /// Goes on where everybody who is waited for has answered: nonces, the next deal, a vote.
    pub(crate) fn recheck(&mut self, step: &mut Step<'_>) {
        let humans = self.humans();
        let Some(bout) = &self.bout else { return };
        if let Some(vote) = bout.vote
            && humans.minus(vote.agreed).is_empty()
        {
            return self.dissolved(step);
        }
        let waited_for = match self.phase {
            Phase::Nonces if bout.gathering.is_some() => self.nonces_missing(),
            Phase::Nonces => humans.iter().filter(|seat| bout.nonces.get(*seat).is_none()).collect(),
            Phase::Between if self.is_alone() => humans.minus(bout.next),
            Phase::Between => self.awake().minus(bout.next),
            _ => return,
        };
        // Between deals at which nobody looks, the deal before stays on the table for a moment.
        let idle = self.phase == Phase::Between
            && !self.is_alone()
            && self.awake().is_empty()
            && step.now < bout.until;
        if waited_for.is_empty() && !idle {
            if self.phase == Phase::Nonces { self.nonces_there(step) } else { self.begin_deal(step) }
        }
    }

    /// Seats of people who play for themselves.
    fn awake(&self) -> SeatSet {
        self.humans().iter().filter(|seat| !self.chairs[seat.index()].auto).collect()
    }

    /// Begins the next deal from its committed key.
    pub(crate) fn begin_deal(&mut self, step: &mut Step<'_>) {
        let (paced, holds) = (self.is_paced(), self.holds_windows());
        let Some(bout) = &mut self.bout else { return };
        let index = bout.course.results.len() as u32 + 1;
        let Some(secret) = bout.secrets.secret(index) else {
            return self.match_over(false, step);
        };
        let name = bout.course.match_id.0.to_be_bytes();
        let key = deal_key(secret, &name, index, &bout.record.terms, &bout.nonces);
        match &mut bout.game {
            Some(game) => {
                if game.next_deal(&key).is_err() {
                    return self.match_over(false, step);
                }
            }
            None => {
                bout.game = {
                    let practice = self.setup.practice;
                    game::begin(self.id, &self.setup.options, self.chairs.len(), &key, paced, practice)
                };
                if bout.game.is_none() {
                    return self.match_over(true, step);
                }
                step.fresh = true;
            }
        }
        bout.hold = holds.then(|| Box::new(key));
        bout.base = self.last_decision;
        bout.decision = 0;
        bout.next = SeatSet::EMPTY;
        self.phase = Phase::Playing;
        let bank_ms = self.setup.clock.map_or(0, |clock| clock.bank_ms);
        for chair in &mut self.chairs {
            chair.bank_ms = bank_ms;
        }
        step.room = true;
        self.settle(step);
    }

    /// After anything has happened in the deal: notes a new decision and asks bots, or closes the deal.
    pub(crate) fn settle(&mut self, step: &mut Step<'_>) {
        step.table = true;
        let Some(bout) = &mut self.bout else { return };
        let Some(game) = &bout.game else { return };
        let Some(open) = game.open().filter(|_| game.standing() == Standing::Playing) else {
            return self.deal_over(step);
        };
        let decision = bout.base + open.id;
        if decision == bout.decision {
            return;
        }
        (bout.decision, bout.opened, bout.held) = (decision, step.now, None);
        bout.pause = match &bout.hold {
            Some(key) if open.window => held_for(key, open.id, self.pause_ms),
            _ => self.pause_ms,
        };
        step.room |= bout.hurry.take().is_some();
        self.last_decision = decision;
        if !open.window {
            // Its own turn has come: now everybody may know whether a seat is played for.
            for (at, chair) in self.chairs.iter_mut().enumerate() {
                if open.turn.is_none_or(|turn| turn.index() == at) {
                    (chair.auto, chair.missed) = (chair.played_for(), false);
                    step.room |= chair.shown != chair.auto;
                    chair.shown = chair.auto;
                }
            }
        }
        self.ask_bots(open.waiting, step);
    }

    /// A seat is played for from now on, or no more: its own player sees it at once, the others when its own turn comes.
    fn hand_over(&mut self, seat: Seat, auto: bool, step: &mut Step<'_>) {
        let playing = self.bout.as_ref().filter(|_| self.phase == Phase::Playing);
        let open = playing.and_then(|bout| bout.game.as_ref()?.open());
        let hidden = open.is_some_and(|open| open.window || open.turn.is_some_and(|turn| turn != seat));
        let chair = &mut self.chairs[seat.index()];
        (chair.auto, chair.missed, chair.since) = (auto, false, step.now);
        if !hidden {
            step.room |= chair.shown != auto;
            chair.shown = auto;
        }
        step.own.insert(seat);
        self.ask_bots(SeatSet::one(seat), step);
    }

    /// The bot that answers for a seat: its own, or the one that stands in for a person.
    pub(crate) fn bot_of(&self, seat: Seat) -> Option<Level> {
        let chair = self.chairs.get(seat.index())?;
        match &chair.taken {
            Taken::Bot { level } => Some(*level),
            Taken::Human { .. } if self.edition >= 3 && chair.played_for() => Some(STAND_IN),
            _ => None,
        }
    }

    /// The seats that bots answer for.
    pub(crate) fn bots_seats(&self) -> SeatSet {
        Seat::all(self.chairs.len()).filter(|seat| self.bot_of(*seat).is_some()).collect()
    }

    /// Asks the bots of these seats that have not answered the open decision.
    pub(crate) fn ask_bots(&self, seats: SeatSet, step: &mut Step<'_>) {
        let playing = self.bout.as_ref().filter(|bout| self.phase == Phase::Playing && !bout.stopped);
        let Some(bout) = playing.filter(|_| step.asks) else { return };
        let Some((game, open)) = bout.game.as_ref().and_then(|game| Some((game, game.open()?))) else {
            return;
        };
        for seat in open.waiting.iter().filter(|seat| seats.contains(*seat)) {
            if let Some(task) = self.bot_of(seat).and_then(|level| game.task(seat, level)) {
                step.effects.push(Effect::Ask(BotJob { seat, decision: bout.decision, task }));
            }
        }
    }

    pub(crate) fn act(&mut self, by: PlayerId, decision: u32, action: Action, step: &mut Step<'_>) -> Done {
        let seat = self.seated(by)?;
        if self.chairs[seat.index()].last == Some((decision, action)) {
            return Ok(false);
        }
        let phase = self.phase;
        let bout = self.bout()?;
        let game = bout.game.as_ref().ok_or(ErrorCode::NoMatch)?;
        if phase != Phase::Playing {
            return Err(ErrorCode::ActionDealOver.into());
        }
        if bout.stopped {
            return Err(ErrorCode::RoomPaused.into());
        }
        if decision != bout.decision {
            return Err(ErrorCode::ActionStale.into());
        }
        if bout.held.is_some_and(|(held, _)| held == seat) {
            return Err(ErrorCode::ActionAnswered.into());
        }
        game.check(seat, action).map_err(refusal)?;
        self.spend(seat, step.now);
        if let Some(bout) = &mut self.bout {
            bout.played = true;
        }
        let chair = &mut self.chairs[seat.index()];
        chair.last = Some((decision, action));
        if chair.played_for() {
            self.hand_over(seat, false, step);
        }
        self.answer(seat, action, step);
        Ok(true)
    }

    /// In practice: the last discard of this deal lies in the hand again, and nothing after it has happened.
    pub(crate) fn take_back(&mut self, by: PlayerId, step: &mut Step<'_>) -> Done {
        let seat = self.seated(by)?;
        if !self.setup.practice {
            return Err(ErrorCode::PracticeOnly.into());
        }
        let base = self.last_decision;
        let bout = self.bout.as_mut().filter(|_| self.phase == Phase::Playing).ok_or(ErrorCode::NoMatch)?;
        let game = bout.game.as_mut().ok_or(ErrorCode::NoMatch)?;
        if !game.take_back(seat) {
            return Err(ErrorCode::PracticeNothing.into());
        }
        // Numbers of decisions are never used twice.
        (bout.base, bout.held, bout.stopped) = (base, None, false);
        self.chairs[seat.index()].auto = false;
        (step.room, step.fresh) = (true, true);
        self.settle(step);
        Ok(true)
    }

    /// Plays a checked answer. The last one to a window waits until its pause is over, so that all windows look alike.
    fn answer(&mut self, seat: Seat, action: Action, step: &mut Step<'_>) {
        let pause_over = self.pause_over();
        let Some(bout) = &mut self.bout else { return };
        let Some(game) = &mut bout.game else { return };
        let Some(open) = game.open() else { return };
        let last = open.waiting == SeatSet::one(seat);
        if last && open.window && pause_over.is_some_and(|at| step.now < at) {
            bout.held = Some((seat, action));
            step.table = true;
        } else if game.command(Command::Act { seat, action }).is_ok() {
            self.settle(step);
        }
    }

    /// A bot's answer. One to another decision is late and nothing; one that is not allowed is answered for.
    pub(crate) fn bot_answers(&mut self, answer: &BotAnswer, step: &mut Step<'_>) -> bool {
        let BotAnswer { seat, decision, action } = *answer;
        let is_bot = self.bot_of(seat).is_some();
        let current = |bout: &&mut Bout| bout.decision == decision && bout.held.is_none() && !bout.stopped;
        let Some(bout) = self.bout.as_mut().filter(current) else {
            return false;
        };
        let Some(game) = bout.game.as_mut().filter(|_| is_bot && self.phase == Phase::Playing) else {
            return false;
        };
        if !game.open().is_some_and(|open| open.waiting.contains(seat)) {
            return false;
        }
        if game.check(seat, action).is_ok() {
            self.answer(seat, action, step);
            return true;
        }
        let played = game.command(Command::Expire { seat }).is_ok();
        if played {
            self.settle(step);
        }
        played
    }

    pub(crate) fn auto(&mut self, by: PlayerId, on: bool, step: &mut Step<'_>) -> Done {
        let seat = self.seated(by)?;
        if matches!(self.phase, Phase::Waiting | Phase::Over) {
            return Err(ErrorCode::NoMatch.into());
        }
        let chair = &self.chairs[seat.index()];
        if chair.auto == on && !chair.missed {
            return Ok(false);
        }
        self.hand_over(seat, on, step);
        self.recheck(step);
        // Who is played for has no clock to look at.
        step.table = true;
        Ok(true)
    }

    pub(crate) fn next(&mut self, by: PlayerId, step: &mut Step<'_>) -> Done {
        let seat = self.seated(by)?;
        match (&mut self.bout, self.phase) {
            (Some(bout), Phase::Between) => {
                if bout.next.contains(seat) {
                    return Ok(false);
                }
                bout.next.insert(seat);
            }
            // It has begun already, by the others' wish or by the clock.
            (Some(_), Phase::Playing) => return Ok(false),
            _ => return Err(ErrorCode::NoMatch.into()),
        }
        step.room = true;
        self.recheck(step);
        Ok(true)
    }

    pub(crate) fn dissolved(&mut self, step: &mut Step<'_>) {
        self.match_over(true, step);
        step.table = true;
    }

    /// Books the deal that has just ended and reveals its secret.
    fn deal_over(&mut self, step: &mut Step<'_>) {
        let awake = self.awake();
        let Some(bout) = &mut self.bout else { return };
        let Some(game) = &bout.game else { return };
        let Some(result) = game.last_deal() else { return };
        let win = |&(seat, source, from, total): &(_, _, _, _)| WinRecord { seat, source, from, total };
        let line = DealLine {
            index: result.index,
            dealer: result.dealer,
            end: result.end,
            deltas: result.deltas.clone(),
            wins: result.wins.iter().map(win).collect(),
        };
        let Some(secret) = bout.secrets.secret(line.index).map(Secret::reveal) else { return };
        game.book(&mut bout.record, secret, bout.nonces);
        bout.course.results.push(line);
        bout.course.fairness.revealed.push(secret);
        if step.live
            && let Some(record) = bout.record.deals.last()
        {
            let events = game.deal_events();
            let report = DealReport { match_id: bout.course.match_id, record: record.clone(), events };
            step.effects.push(Effect::Report(Report::Deal(Box::new(report))));
        }
        for chair in &mut self.chairs {
            chair.shown = chair.auto;
        }
        step.room = true;
        if game.standing() == Standing::Over {
            return self.match_over(false, step);
        }
        self.phase = Phase::Between;
        (bout.next, bout.hurry) = (SeatSet::EMPTY, None);
        bout.until = step.now + if awake.is_empty() { self.pause_ms } else { limits::NEXT_MS };
    }

    fn match_over(&mut self, dissolved: bool, step: &mut Step<'_>) {
        let seats = self.chairs.iter().map(|chair| match &chair.taken {
            Taken::Human { player, .. } => {
                let player = Some(self.shown(player)).filter(|player| !player.nickname.is_former());
                RecordSeat { player, bot: None }
            }
            Taken::Bot { level } => RecordSeat { player: None, bot: Some(level.name().into()) },
            Taken::Free => RecordSeat { player: None, bot: None },
        });
        let seats: Vec<RecordSeat> = seats.collect();
        let Some(bout) = &mut self.bout else { return };
        let ranks = bout.game.as_ref().map_or_else(|| vec![1; seats.len()], |game| game.ranks());
        let corrections = match &bout.game {
            Some(game) if !dissolved => game.corrections(),
            _ => Vec::new(),
        };
        bout.course.over = Some(MatchOver { ranks, corrections, dissolved });
        (bout.vote, bout.held, bout.hurry) = (None, None, None);
        self.phase = Phase::Over;
        step.room = true;
        if bout.course.results.is_empty() {
            return;
        }
        if !bout.played {
            step.effect(Effect::Report(Report::Unplayed(bout.course.match_id)));
        } else if step.live {
            let practice = self.setup.practice;
            let report = MatchReport { record: bout.record.clone(), seats, dissolved, practice };
            step.effects.push(Effect::Report(Report::Match(Box::new(report))));
        }
    }
}
