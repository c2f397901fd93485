//! One row: a deal that stands at a question to an external player, and everything it needs to go on to the next.

use crate::buffers::RowOut;
use crate::oracle;
use crate::plan::{Plan, Player};
use crate::search::picked;
use sifang_bots::features::{Answer, Depth, Encoder, Offered, Picks, name_of, slot_of};
use sifang_bots::{AnyBot, Ask, Bot as _, Level, Rng};
use sifang_fair::sim_key;
use sifang_match::{Command, Shuffled};
use sifang_rules::insight::{Insight, ViewOf};
use sifang_table::{Action, Deal, Journal, Viewer};
use sifang_tiles::{Seat, Tile};

/// An answer that is none of those offered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("row {row}: slot {slot} is not offered; offered are {offered}")]
pub struct BadAction {
    /// The row.
    pub row: usize,
    /// What was answered.
    pub slot: i32,
    /// What would be right.
    pub offered: String,
}

/// A deal and its seating.
#[derive(Clone, Debug)]
pub(crate) struct Row<R: Insight> {
    pub(crate) deal: Option<Deal<R>>,
    pub(crate) journal: Journal,
    shuffled: Shuffled,
    encoder: Encoder<R>,
    bots: [Option<AnyBot>; Seat::MAX],
    /// The number of the deal, and the place of the next one of this row ([`Plan::number`]).
    pub(crate) number: u64,
    pub(crate) next: u64,
    /// Everything that was done in this deal, and in the one that ended last.
    commands: Vec<Command>,
    pub(crate) ended: Ended,
    /// The answers from outside in this deal.
    pub(crate) answers: Vec<Action>,
    /// What is hidden was exchanged: this is no deal of the seed any more.
    pub(crate) imagined: bool,
    /// Who is asked.
    pub(crate) asked: Option<Seat>,
    /// It was asked in this deal before.
    asked_before: bool,
    pub(crate) picks: Picks,
    /// The teacher's answer to the present question.
    taught: Option<Action>,
    /// What the asked seat may answer, and the tile in question.
    pub(crate) offered: Offered,
    claimed: Option<Tile>,
    /// What the rule set shows the asked seat, over what it showed others before.
    extra: Option<R::Extra>,
    /// What the asked seat sees, where more is worked out than an observation without insight.
    view: Option<Box<ViewOf<R>>>,
    /// Memory for the views of others.
    other: Option<Box<ViewOf<R>>>,
    /// The answer that has been checked.
    pub(crate) answer: Option<Answer>,
}

/// The deal of a row that ended last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ended {
    /// Its number; none before the first end, or where the deal was an imagined one.
    pub(crate) number: Option<u64>,
    pub(crate) commands: Vec<Command>,
}

impl<R: Insight> Row<R> {
    pub(crate) fn new(plan: &Plan<R>, first: u64) -> Row<R> {
        Row {
            deal: None,
            journal: journal(plan),
            shuffled: Shuffled::new(&plan.rules, &[0; 32]),
            encoder: Encoder::new(plan.rules),
            bots: [None; Seat::MAX],
            number: plan.number(first),
            next: first,
            commands: Vec::with_capacity(MANY),
            ended: Ended { number: None, commands: Vec::with_capacity(MANY) },
            answers: Vec::with_capacity(MANY),
            imagined: false,
            asked: None,
            asked_before: false,
            picks: Picks::NONE,
            taught: None,
            offered: Offered::default(),
            claimed: None,
            extra: None,
            view: None,
            other: None,
            answer: None,
        }
    }

    /// Checks an answer and keeps it; nothing is played yet. Where nobody is asked it is not looked at.
    pub(crate) fn check(&mut self, row: usize, slot: i32) -> Result<(), BadAction> {
        if self.asked.is_none() {
            return Ok(());
        }
        let slot_at = usize::try_from(slot).ok();
        self.answer = slot_at.and_then(|slot| self.offered.answer(slot, self.claimed, &self.picks));
        if self.answer.is_some() {
            return Ok(());
        }
        let mut offered = Vec::new();
        self.offered.each(|slot| offered.push(format!("{slot} ({})", name_of(slot).unwrap_or_default())));
        Err(BadAction { row, slot, offered: offered.join(", ") })
    }

    /// Takes the checked answer and goes on to the next question. `finish` gets every deal that ends.
    pub(crate) fn step(
        &mut self,
        plan: &Plan<R>,
        mut out: RowOut<'_>,
        finish: &mut impl FnMut(u64, [i32; Seat::MAX], &Journal),
    ) {
        *out.done = 0;
        out.reward.fill(0);
        let mut answer = self.answer.take();
        loop {
            self.take(answer);
            self.advance(plan, &mut out, finish);
            self.look_up();
            // The next tile of a burial, where only one is left to pick.
            answer = self.offered.only_pick(&self.picks);
            if answer.is_none() {
                return self.write(plan, out);
            }
        }
    }

    /// Carries out an answer of the asked seat.
    pub(crate) fn take(&mut self, answer: Option<Answer>) {
        let (Some(seat), Some(answer), Some(deal)) = (self.asked, answer, self.deal.as_mut()) else { return };
        match answer {
            Answer::Pick(tile) => self.picks = self.picks.with(tile),
            Answer::Act(action) => {
                self.asked = None;
                self.picks = Picks::NONE;
                self.taught = None;
                self.answers.push(action);
                act(deal, seat, action, &mut self.journal, &mut self.commands);
            }
        }
    }

    /// Looks up what the asked seat may answer.
    pub(crate) fn look_up(&mut self) {
        let ask = self.deal.as_ref().zip(self.asked).and_then(|(deal, seat)| Ask::of(deal, seat));
        self.offered = ask.map_or_else(Offered::default, |ask| Offered::of(&ask, &self.picks));
        self.claimed = ask.and_then(|ask| ask.tile);
    }

    /// Goes on until an external player is asked, or no deal is left.
    pub(crate) fn advance(
        &mut self,
        plan: &Plan<R>,
        out: &mut RowOut<'_>,
        finish: &mut impl FnMut(u64, [i32; Seat::MAX], &Journal),
    ) {
        while self.asked.is_none() {
            let Some(deal) = self.deal.as_mut() else {
                if !self.start(plan) {
                    return;
                }
                continue;
            };
            let Some(seat) = deal.decision().and_then(|decision| decision.waiting().iter().next()) else {
                let mut points = [0; Seat::MAX];
                points.iter_mut().zip(deal.ledger.balances()).for_each(|(to, from)| *to = from);
                self.end(points, finish);
                // The end of a deal in which nobody outside was asked is nobody's reward.
                if self.asked_before {
                    *out.done = 1;
                    out.reward.copy_from_slice(&points);
                }
                self.deal = None;
                continue;
            };
            let Some(action) = self.inside(seat) else {
                self.asked = Some(seat);
                self.asked_before = true;
                return;
            };
            if let Some(deal) = self.deal.as_mut() {
                act(deal, seat, action, &mut self.journal, &mut self.commands);
            }
        }
    }

    /// Keeps what is needed to report a deal that is over.
    fn end(&mut self, points: [i32; Seat::MAX], finish: &mut impl FnMut(u64, [i32; Seat::MAX], &Journal)) {
        if self.imagined {
            self.ended.number = None;
            return;
        }
        finish(self.number, points, &self.journal);
        self.ended.number = Some(self.number);
        std::mem::swap(&mut self.ended.commands, &mut self.commands);
    }

    /// The answer for a seat if it needs nobody outside: a bot's, or the only one there is.
    pub(crate) fn inside(&mut self, seat: Seat) -> Option<Action> {
        let deal = self.deal.as_ref()?;
        match &mut self.bots[seat.index()] {
            Some(bot @ (AnyBot::Random(_) | AnyBot::Seeker(_))) => bot.answer(deal, seat),
            Some(bot) => {
                look(deal, seat, &mut self.other);
                self.other.as_ref().map(|view| bot.choose(&deal.rules, view).action)
            }
            None => {
                let choices = deal.decision()?.choices(seat)?;
                let hand = deal.table.hand(seat);
                if choices.len(hand) == 1 { choices.nth(0, hand) } else { None }
            }
        }
    }

    /// Begins the row's next deal, if there is one.
    pub(crate) fn start(&mut self, plan: &Plan<R>) -> bool {
        if plan.deals().is_some_and(|deals| self.next >= deals) {
            return false;
        }
        self.number = plan.number(self.next);
        self.next += plan.rows as u64;
        let (wall, seating) = plan.split(self.number);
        let rules = plan.rules_of(wall);
        if rules != *self.encoder.rules() {
            self.encoder = Encoder::new(rules);
            self.shuffled = Shuffled::new(&rules, &[0; 32]);
        }
        let dealer = Seat::new((wall % rules.seats() as u64) as usize);
        self.shuffled.shuffle(&sim_key(plan.seed, wall));
        if self.imagined {
            (self.journal, self.imagined) = (journal(plan), false);
        }
        self.journal.clear();
        self.commands.clear();
        self.answers.clear();
        let set_up = self.shuffled.set_up(dealer, rules.first_carry());
        self.deal = Some(Deal::start(rules, &set_up, &mut self.journal));
        for seat in Seat::all(rules.seats()) {
            self.bots[seat.index()] = match plan.players[plan.place(seat, seating)] {
                Player::External => None,
                Player::Bot(level) => Some(level.bot(Rng::of(&[plan.seed, wall, seat.index() as u64]))),
            };
        }
        self.asked_before = false;
        true
    }

    /// Writes the question, which has been looked up.
    pub(crate) fn write(&mut self, plan: &Plan<R>, out: RowOut<'_>) {
        let (Some(seat), Some(deal)) = (self.asked, &self.deal) else {
            *out.active = 0;
            out.obs.fill(0);
            out.mask.fill(0);
            out.oracle.into_iter().for_each(|oracle| oracle.fill(0));
            out.teacher.into_iter().for_each(|teacher| *teacher = -1);
            return;
        };
        let (_, seating) = plan.split(self.number);
        *out.active = 1;
        *out.actor = seat.index() as u8;
        *out.place = plan.place(seat, seating) as u8;
        *out.deal = self.number;
        self.offered.write_mask(out.mask);
        if plan.depth == Depth::Insight || out.teacher.is_some() {
            look(deal, seat, &mut self.view);
        }
        match (plan.depth, &self.view) {
            (Depth::Insight, Some(view)) => self.encoder.encode(view, &self.picks, plan.depth, out.obs),
            _ => {
                let (who, picks) = (Viewer::Seat(seat), &self.picks);
                let extra = show(deal, who, &mut self.extra);
                self.encoder.encode_seen(&deal.moment().seen_by(who), extra, &self.offered, picks, out.obs);
            }
        }
        if let (Some(slot), Some(view)) = (out.teacher, &self.view) {
            let level = plan.teacher.unwrap_or(Level::Expert);
            // A burial is answered once: its tiles are asked one after the other.
            let rng = Rng::of(&[plan.seed, self.number, seat.index() as u64, TEACHER]);
            let ask = |view: &ViewOf<R>| level.bot(rng).choose(&deal.rules, view).action;
            let mut taught = *self.taught.get_or_insert_with(|| ask(view));
            if slot_of(taught, self.claimed, &self.picks).is_none() {
                // Somebody picked other tiles than it would have: it goes on from there.
                taught = ask(&picked((**view).clone(), &self.picks));
                self.taught = Some(taught);
            }
            *slot = slot_of(taught, self.claimed, &self.picks).map_or(-1, |slot| slot as i32);
        }
        if let Some(out) = out.oracle {
            if self.other.is_none() {
                look(deal, seat, &mut self.other);
            }
            self.other.iter_mut().for_each(|other| oracle::write(deal, seat, other, out));
        }
    }
}

/// More answers than a deal nearly ever has.
const MANY: usize = 512;
/// Distinguishes a teacher's numbers from those of a bot at the same seat.
const TEACHER: u64 = 0x7465_6163_6865_7200;

/// A journal for a row: the digests of deals are given only where there is an end of them.
fn journal<R: Insight>(plan: &Plan<R>) -> Journal {
    if plan.deals().is_some() { Journal::roomy() } else { Journal::silent() }
}

/// What the rule set shows a viewer, over what it showed before.
fn show<'a, R: Insight>(deal: &Deal<R>, who: Viewer, extra: &'a mut Option<R::Extra>) -> &'a R::Extra {
    let extra = extra.get_or_insert_with(|| R::extra(deal, who));
    R::plain_extra(deal, who, extra);
    extra
}

/// What a seat sees, over what it or another saw before.
pub(crate) fn look<R: Insight>(deal: &Deal<R>, seat: Seat, view: &mut Option<Box<ViewOf<R>>>) {
    match view {
        Some(view) => deal.view_plain(Viewer::Seat(seat), view),
        None => {
            let mut new = Box::new(deal.view(Viewer::Seat(seat)));
            deal.view_plain(Viewer::Seat(seat), &mut new);
            // Room for the longest deals: a step allocates nothing.
            new.aside.reserve(128);
            new.wins.reserve(Seat::MAX);
            for player in &mut new.players {
                player.river.reserve(128);
                player.melds.reserve(8);
            }
            if let Some(prompt) = &mut new.prompt {
                prompt.choices.reserve(512);
            }
            *view = Some(new);
        }
    }
}

/// Applies an answer. What a bot answers wrongly is answered as for a seat whose time is up, as in a simulation.
pub(crate) fn act<R: Insight>(
    deal: &mut Deal<R>,
    seat: Seat,
    action: Action,
    journal: &mut Journal,
    commands: &mut Vec<Command>,
) {
    if deal.apply(seat, action, journal).is_ok() {
        commands.push(Command::Act { seat, action });
    } else if let Some(instead) = deal.timeout_action(seat) {
        let done = deal.apply(seat, instead, journal);
        commands.push(Command::Expire { seat });
        debug_assert!(done.is_ok(), "the answer of a silent seat is one of its choices");
    }
}
