//! What a row can be asked beside playing on: another world, the same wall after each action, what a bot would do and why.

use crate::plan::Plan;
use crate::row::{BadAction, Row, act};
use serde::Serialize;
use sifang_bots::features::{Answer, Picks, slot_of};
use sifang_bots::{Bot as _, Level, Rng, hint};
use sifang_options::Lang;
use sifang_rules::insight::Insight;
use sifang_table::{Deal, Journal, View, Viewer};
use sifang_tiles::Seat;

/// Tells the numbers of bots that play on from those of bots at the table.
const BRANCH: u64 = 0x6272_616E_6368_0000;
/// Tells the numbers of an imagined world from others.
const WORLD: u64 = 0x776F_726C_6400_0000;

/// Why a row cannot be asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadRow {
    /// There is no such row.
    #[error("there is no row {0}; there are {1}, counted from 0")]
    Absent(usize, usize),
    /// All its deals are played.
    #[error("row {0} has played all its deals: nobody is asked there")]
    Idle(usize),
    /// Only the asked seat's world can be imagined.
    #[error("row {row} asks seat {asked}, not seat {seat}: only what the asked seat knows can be kept")]
    Seat {
        /// The row.
        row: usize,
        /// Who is asked.
        asked: usize,
        /// Who was named.
        seat: usize,
    },
    /// An imagined deal has no seed.
    #[error("row {0} plays an imagined deal (determinize): it follows from no seed")]
    Imagined(usize),
    /// No deal has ended.
    #[error("no deal of row {0} has ended yet, or its last one was imagined; a record is of a whole deal")]
    NoRecord(usize),
    /// The answer is not offered.
    #[error(transparent)]
    Action(#[from] BadAction),
    /// What was saved does not fit.
    #[error("this is no saved row of this environment: {0}")]
    Saved(String),
}

/// What a bot would answer, and why.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Advice {
    /// The slot (of the next tile, if it is a burial).
    pub slot: Option<usize>,
    /// The action as it is written.
    pub action: String,
    /// Why, in Chinese.
    pub zh: String,
    /// Why, in English.
    pub en: String,
    /// Tiles away after it, where it was reckoned.
    pub away: Option<u8>,
    /// Useful tiles unseen, where it was reckoned.
    pub useful: Option<u32>,
    /// Points it expects to win from here, where it was reckoned.
    pub expects: Option<f64>,
    /// Points it expects to lose by throwing the tile, where it was reckoned.
    pub danger: Option<f64>,
}

impl<R: Insight> Row<R> {
    fn question(&self, row: usize) -> Result<(&Deal<R>, Seat), BadRow> {
        self.deal.as_ref().zip(self.asked).ok_or(BadRow::Idle(row))
    }

    /// What the asked seat sees, as JSON.
    pub(crate) fn view_json(&self, row: usize) -> Result<String, BadRow> {
        let (deal, seat) = self.question(row)?;
        Ok(json(&deal.view(Viewer::Seat(seat))))
    }

    /// What a player may know about its position, as JSON.
    pub(crate) fn hint_json(&self, row: usize) -> Result<String, BadRow> {
        let (deal, seat) = self.question(row)?;
        Ok(json(&hint(&deal.rules, &deal.view(Viewer::Seat(seat)))))
    }

    /// What a bot would answer.
    pub(crate) fn advice(&self, plan: &Plan<R>, row: usize, level: Level) -> Result<Advice, BadRow> {
        let (deal, seat) = self.question(row)?;
        let view = picked(deal.view(Viewer::Seat(seat)), &self.picks);
        let rng = Rng::of(&[plan.seed, self.number, seat.index() as u64, BRANCH]);
        let decision = level.bot(rng).choose(&deal.rules, &view);
        let reason = decision.reason;
        let claimed = view.stage.and_then(|stage| stage.tile);
        Ok(Advice {
            slot: slot_of(decision.action, claimed, &self.picks),
            action: decision.action.to_string(),
            zh: reason.text(Lang::Zh),
            en: reason.text(Lang::En),
            away: reason.away,
            useful: reason.useful,
            expects: reason.expects,
            danger: reason.danger,
        })
    }

    /// Exchanges everything that the asked seat does not know.
    pub(crate) fn determinize(&mut self, row: usize, seat: usize, seed: u64) -> Result<(), BadRow> {
        let (deal, asked) = self.question(row)?;
        if asked.index() != seat {
            return Err(BadRow::Seat { row, asked: asked.index(), seat });
        }
        let mut rng = Rng::of(&[seed, self.number, WORLD]);
        let other = deal.imagine_with(asked, &mut |n| rng.below(n), &mut |deal, below| {
            // What a rule set remembers of the others is hidden, too.
            R::suppose(deal, asked, below);
            R::recount(deal, asked);
        });
        self.deal = Some(other);
        self.journal = Journal::silent();
        self.imagined = true;
        self.look_up();
        Ok(())
    }

    /// The points of this deal when the asked seat answers with `slot` and `level` plays on for everybody outside.
    pub(crate) fn branch(
        &self,
        plan: &Plan<R>,
        row: usize,
        slot: i32,
        level: Level,
    ) -> Result<[i32; Seat::MAX], BadRow> {
        self.question(row)?;
        let mut this = self.clone();
        this.journal = Journal::silent();
        this.check(row, slot)?;
        let mut answer = this.answer.take();
        let mut commands = Vec::new();
        let mut rngs =
            Seat::all(Seat::MAX).map(|seat| Rng::of(&[plan.seed, self.number, seat.index() as u64, BRANCH]));
        let mut bots: [_; Seat::MAX] = std::array::from_fn(|_| level.bot(rngs.next().unwrap_or(Rng::new(0))));
        loop {
            this.take(answer.take());
            if let (Some(seat), Some(deal)) = (this.asked, &this.deal) {
                let view = picked(deal.view(Viewer::Seat(seat)), &this.picks);
                let action = bots[seat.index()].choose(&deal.rules, &view).action;
                this.picks = Picks::NONE;
                answer = Some(Answer::Act(action));
                continue;
            }
            let Some(deal) = this.deal.as_mut() else { return Err(BadRow::Idle(row)) };
            let Some(seat) = deal.decision().and_then(|decision| decision.waiting().iter().next()) else {
                let mut points = [0; Seat::MAX];
                points.iter_mut().zip(deal.ledger.balances()).for_each(|(to, from)| *to = from);
                return Ok(points);
            };
            match this.inside(seat) {
                None => this.asked = Some(seat),
                Some(action) => {
                    if let Some(deal) = this.deal.as_mut() {
                        act(deal, seat, action, &mut this.journal, &mut commands);
                    }
                }
            }
        }
    }
}

/// A view whose burials begin with what has been picked.
pub(crate) fn picked<E, W>(mut view: View<E, W>, picks: &Picks) -> View<E, W> {
    if let Some(prompt) = view.prompt.as_mut().filter(|_| !picks.tiles().is_empty()) {
        prompt.choices.retain(|action| slot_of(*action, None, picks).is_some());
    }
    view
}

/// A view or a hint as JSON; writing to memory does not fail.
fn json(what: &impl Serialize) -> String {
    serde_json::to_string(what).unwrap_or_default()
}
