//! Pieces of score requests and answers that all rule sets share: written melds, refusals, fan lines, explanations.

use serde::{Deserialize, Deserializer, Serialize};
use sifang_table::{Meld, MeldKind, SeenStep, Steps, Term};
use sifang_tiles::{NotationError, Seat, Tile, parse_tiles};

/// Why a request gets no score: a stable code, and a sentence for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{error}: {detail}")]
pub struct Refusal {
    /// The code: `not_a_win` or `illegal:…`.
    pub error: &'static str,
    /// What was wrong and what would be right.
    pub detail: String,
}

impl Refusal {
    /// A refusal with this code.
    pub fn new(error: &'static str, detail: impl Into<String>) -> Refusal {
        Refusal { error, detail: detail.into() }
    }
}

/// A meld as requests write it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawMeld {
    /// `chi`, `pon`, `kong_direct`, `kong_concealed` or `kong_added`.
    pub kind: String,
    /// Its tiles.
    pub tiles: String,
    /// The seat it came from.
    #[serde(default)]
    pub from: Option<i64>,
}

/// What is wrong with a written meld.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MeldError {
    /// Bad notation.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// No such kind.
    #[error("'{0}' is no kind of meld; there are chi, pon, kong_direct, kong_concealed and kong_added")]
    Kind(String),
    /// The tiles do not make that meld.
    #[error("{tiles} is no {kind}")]
    Tiles {
        /// The kind.
        kind: String,
        /// The tiles written.
        tiles: String,
    },
}

impl RawMeld {
    /// The tiles as written.
    pub fn parsed_tiles(&self) -> Result<Vec<Tile>, NotationError> {
        parse_tiles(&self.tiles)
    }

    /// The meld its kind and tiles make. Where it came from is not looked at (the owner stands in): rule sets differ in what
    /// they ask of `from`. For a run the lowest tile counts as the claimed one.
    pub fn meld(&self, owner: Seat) -> Result<Meld, MeldError> {
        let mut tiles = self.parsed_tiles()?;
        let kind = MeldKind::from_name(&self.kind)
            .ok_or_else(|| MeldError::Kind(self.kind.chars().take(30).collect()))?;
        tiles.sort_unstable();
        let fits = tiles.len() == kind.size()
            && match kind {
                MeldKind::Chow => tiles[0].up(1) == Some(tiles[1]) && tiles[0].up(2) == Some(tiles[2]),
                _ => tiles.iter().all(|t| *t == tiles[0]) && !tiles[0].is_flower(),
            };
        if !fits {
            return Err(MeldError::Tiles { kind: self.kind.clone(), tiles: self.tiles.clone() });
        }
        Ok(Meld { kind, tile: tiles[0], claimed: tiles[0], from: owner, closed: false })
    }
}

/// A seat number of a request, if it is one of `seats`.
pub fn seat(number: i64, seats: usize) -> Option<Seat> {
    (0..seats as i64).contains(&number).then(|| Seat::new(number as usize))
}

/// One fan of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct FanLine {
    /// Its id.
    pub id: &'static str,
    /// The value of one.
    pub value: i32,
    /// How often it counts.
    pub count: i32,
}

/// For fields that have a default: `null` means the same as absent.
pub fn or_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or_default())
}

/// One payment of an answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PaymentLine {
    /// Who pays.
    pub from: Seat,
    /// Who is paid.
    pub to: Seat,
    /// How much.
    pub points: i32,
    /// Anchor in the rule book.
    pub clause: &'static str,
    /// How this amount comes about.
    pub steps: Vec<SeenStep>,
}

/// Payments with their explanation, as answers carry them.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Explanation {
    /// How the amount comes about that a payer without additions pays.
    pub lines: Vec<SeenStep>,
    /// Who pays whom.
    pub payments: Vec<PaymentLine>,
}

impl Explanation {
    /// Adds a payment.
    pub fn pay(&mut self, why: &'static Term, from: Seat, to: Seat, steps: &Steps) {
        let (points, clause) = (steps.points(), why.clause);
        let steps: Vec<SeenStep> = steps.as_slice().iter().map(SeenStep::new).collect();
        if self.payments.is_empty() || steps.len() < self.lines.len() {
            self.lines.clone_from(&steps);
        }
        self.payments.push(PaymentLine { from, to, points, clause, steps });
    }

    /// What each seat wins or loses by these payments.
    pub fn deltas(&self, seats: usize) -> Vec<i32> {
        let mut deltas = vec![0; seats];
        for p in &self.payments {
            deltas[p.from.index()] -= p.points;
            deltas[p.to.index()] += p.points;
        }
        deltas
    }
}
