//! The one question that is open: who is asked, what each may do, what has been answered.

use crate::{Action, Choices};
use serde::Serialize;
use sifang_tiles::{Seat, SeatSet};

/// Number of a decision within its deal.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, serde::Deserialize,
)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DecisionId(pub u32);

/// The open question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Decision {
    pub(crate) id: DecisionId,
    pub(crate) asked: SeatSet,
    pub(crate) choices: [Choices; Seat::MAX],
    pub(crate) answers: Answers,
}

impl Decision {
    /// Its number.
    pub fn id(&self) -> DecisionId {
        self.id
    }

    /// Who is asked.
    pub fn asked(&self) -> SeatSet {
        self.asked
    }

    /// Who is asked and has not answered yet.
    #[inline]
    pub fn waiting(&self) -> SeatSet {
        self.asked.minus(self.answers.given)
    }

    /// What the seat may do, if it is asked.
    #[inline]
    pub fn choices(&self, seat: Seat) -> Option<&Choices> {
        self.asked.contains(seat).then(|| &self.choices[seat.index()])
    }

    /// What the seat has answered.
    pub fn answer(&self, seat: Seat) -> Option<Action> {
        self.answers.of(seat)
    }
}

/// The answers to a decision, closed until it is resolved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Answers {
    pub(crate) given: SeatSet,
    pub(crate) actions: [Action; Seat::MAX],
}

impl Answers {
    /// What the seat answered; none if it was not asked.
    #[inline]
    pub fn of(&self, seat: Seat) -> Option<Action> {
        self.given.contains(seat).then(|| self.actions[seat.index()])
    }

    /// Whether nobody was asked: a window that closes at once.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// Whether the seat answered exactly this.
    #[inline]
    pub fn is(&self, seat: Seat, action: Action) -> bool {
        self.of(seat) == Some(action)
    }

    /// The answers by seat number.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, Action)> {
        let this = *self;
        this.given.iter().map(move |seat| (seat, this.actions[seat.index()]))
    }
}

/// Why an action was refused. Nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The deal is over.
    #[error("the deal is over")]
    DealOver,
    /// It is another decision's answer.
    #[error("decision {given:?} is not open; {open:?} is")]
    Stale {
        /// The decision named.
        given: DecisionId,
        /// The one that is open.
        open: DecisionId,
    },
    /// This seat is not asked now.
    #[error("{0:?} is not asked now")]
    NotAsked(Seat),
    /// This seat has answered already.
    #[error("{0:?} has answered already")]
    Answered(Seat),
    /// Not among the offered choices.
    #[error("{action} is not among what {seat:?} may do now")]
    NotAChoice {
        /// Who tried.
        seat: Seat,
        /// What.
        action: Action,
    },
}

impl Illegal {
    /// A stable code for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Illegal::DealOver => "action/deal_over",
            Illegal::Stale { .. } => "action/stale",
            Illegal::NotAsked(_) => "action/not_asked",
            Illegal::Answered(_) => "action/answered",
            Illegal::NotAChoice { .. } => "action/not_a_choice",
        }
    }
}
