//! Described hands of `xuezhan`: score and waits requests, checked in the order of the specification, and scripts.

use super::fans::{F, FanSet};
use super::options::BuryCheck;
use super::score::{self, Claim, Scored};
use super::{Xuezhan, XuezhanOptions, fans, shape};
use crate::contract::{Contract, NoFields, Stacked, row_of_hands};
use crate::request::{Explanation, FanLine, RawMeld, Refusal, seat};
use crate::script::Script;
use serde::{Deserialize, Serialize};
use sifang_options::{OptionSet, RawOptions};
use sifang_table::{Deal, Dice, Meld, MeldKind, Progress, RuleSet, Source};
use sifang_tiles::{Hand, Seat, SeatSet, Suit, Tile, parse_tile, parse_tiles};
use std::collections::BTreeMap;

/// A described win. Absent and `null` mean the same.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // The fields are those of the specification.
pub struct XuezhanRequest {
    #[serde(rename = "rules", default)]
    pub _rules: Option<String>,
    #[serde(default)]
    pub options: Option<RawOptions>,
    #[serde(default)]
    pub players: Option<i64>,
    #[serde(default)]
    pub dealer: Option<i64>,
    #[serde(default)]
    pub winner: Option<i64>,
    #[serde(default)]
    pub concealed: Option<String>,
    #[serde(default)]
    pub melds: Option<Vec<RawMeld>>,
    #[serde(default)]
    pub winning_tile: Option<String>,
    #[serde(default)]
    pub source: Option<String>,
    #[serde(default)]
    pub from: Option<i64>,
    #[serde(default)]
    pub context: Option<Vec<String>>,
    #[serde(default)]
    pub buried: Option<String>,
    #[serde(default)]
    pub out: Option<Vec<i64>>,
}

/// A described hand that is one tile short: the same fields, without winning tile, source and payer.
pub type XuezhanWaits = XuezhanRequest;

/// The value of a described win.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answer {
    /// Counted fans, by id.
    pub fans: Vec<FanLine>,
    /// Sum of fans, capped.
    pub total: i32,
    /// base × 2^total.
    pub points: i32,
    /// What each seat wins or loses by the win alone.
    pub deltas: Vec<i32>,
    /// Why.
    #[serde(flatten)]
    pub explanation: Explanation,
}

/// The winning tiles of a hand.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WaitsAnswer {
    /// Each winning tile and what it is worth, in the order of the notation.
    pub waits: BTreeMap<Tile, Wait>,
}

/// What one winning tile is worth as a plain win on a discard.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Wait {
    /// Sum of fans, capped.
    pub total: i32,
    /// base × 2^total.
    pub points: i32,
}

/// A request whose seats and tiles have been read.
struct Read {
    options: XuezhanOptions,
    dealer: Seat,
    winner: Seat,
    out: SeatSet,
    /// None: the source is not one of the three (refused with the context).
    source: Option<Source>,
    from: Option<Seat>,
    concealed: Vec<Tile>,
    tile: Option<Tile>,
    melds: Vec<Meld>,
    buried: Vec<Tile>,
}

const FLAGS: [(&str, F); 6] = [
    ("kong_draw", F::KongDraw),
    ("kong_discard", F::KongDiscard),
    ("last_tile", F::LastTile),
    ("heavenly", F::Heavenly),
    ("earthly", F::Earthly),
    ("declared_ready", F::DeclaredReady),
];

impl XuezhanRequest {
    /// Reads and checks everything but the context.
    fn read(&self, waits: bool) -> Result<Read, Refusal> {
        let options =
            self.options.as_ref().map_or(Ok(XuezhanOptions::default()), XuezhanOptions::from_values);
        let options = options.map_err(|e| Refusal::new("illegal:options", e.to_string()))?;
        let source = match &self.source {
            _ if waits => Some(Source::Discard),
            name => name.as_deref().and_then(Source::from_name),
        };
        let mut read = self.read_seats(options, source, waits)?;
        self.read_tiles(&mut read, waits)?;
        let raw_melds = self.melds.as_deref().unwrap_or_default();
        for raw in raw_melds {
            read.melds.push(read_meld(raw, read.winner)?);
        }
        if read.concealed.len() + 3 * read.melds.len() != 10 {
            let (n, melds) = (read.concealed.len(), read.melds.len());
            let detail = format!(
                "{n} concealed tiles with {melds} melds; concealed tiles without the winning tile and three per meld make 10"
            );
            return Err(Refusal::new("illegal:hand_size", detail));
        }
        if self.buried.is_some() {
            let bad = |detail: &str| Err(Refusal::new("illegal:buried", detail));
            if read.buried.len() != 3 {
                return bad("exactly three tiles are buried");
            }
            if options.bury_check == BuryCheck::AtOnce && shape::one_suit(&read.buried).is_none() {
                return bad("a mixed burial is refused at once here (bury_check)");
            }
        }
        read.check_copies()?;
        Ok(read)
    }

    fn read_seats(
        &self,
        options: XuezhanOptions,
        source: Option<Source>,
        waits: bool,
    ) -> Result<Read, Refusal> {
        let bad = |detail: &str| Refusal::new("illegal:seat", detail);
        if self.players.unwrap_or(4) != 4 {
            return Err(bad("exactly four play"));
        }
        let one = |n: Option<i64>| seat(n.unwrap_or(0), 4).ok_or_else(|| bad("seats are 0 to 3"));
        let (dealer, winner) = (one(self.dealer)?, one(self.winner)?);
        let mut out = SeatSet::EMPTY;
        for n in self.out.as_deref().unwrap_or_default() {
            let seat = one(Some(*n))?;
            if out.contains(seat) {
                return Err(bad("a seat is listed twice under out"));
            }
            out.insert(seat);
        }
        if out.len() > 2 {
            return Err(bad("with three seats out the hand is over"));
        }
        if out.contains(winner) {
            return Err(bad("the winner is already out"));
        }
        let mut from = None;
        if !waits && matches!(source, Some(Source::Discard | Source::RobKong)) {
            let payer = one(Some(self.from.ok_or_else(|| bad("from must name the seat that pays"))?))?;
            if payer == winner || out.contains(payer) {
                return Err(bad("the payer is another seat still playing"));
            }
            from = Some(payer);
        }
        let (concealed, melds, buried) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Read { options, dealer, winner, out, source, from, concealed, tile: None, melds, buried })
    }

    fn read_tiles(&self, read: &mut Read, waits: bool) -> Result<(), Refusal> {
        let bad = |detail: String| Refusal::new("illegal:tiles", detail);
        let list = |name: &str, text: &str| {
            let tiles = parse_tiles(text).map_err(|e| bad(format!("{name}: {e}")))?;
            match tiles.iter().find(|t| !t.is_suited()) {
                Some(tile) => Err(bad(format!("{name}: {tile} is not in this set of 108 tiles"))),
                None => Ok(tiles),
            }
        };
        read.concealed = list("concealed", self.concealed.as_deref().unwrap_or_default())?;
        read.buried = list("buried", self.buried.as_deref().unwrap_or_default())?;
        for raw in self.melds.as_deref().unwrap_or_default() {
            list("melds", &raw.tiles)?;
        }
        match self.winning_tile.as_deref() {
            None if waits => {}
            None => return Err(bad("winning_tile is missing".into())),
            Some(_) if waits => return Err(bad("a request for waits has no winning_tile".into())),
            Some(text) => {
                list("winning_tile", text)?;
                read.tile = Some(parse_tile(text).map_err(|e| bad(format!("winning_tile: {e}")))?);
            }
        }
        Ok(())
    }

    /// The flags of the context, checked against everything else, as the fans they stand for.
    fn read_context(&self, read: &Read) -> Result<Vec<F>, Refusal> {
        let bad = |detail: &str| Err(Refusal::new("illegal:context", detail));
        let Some(source) = read.source else { return bad("source is self_draw, discard or rob_kong") };
        let mut flags = Vec::new();
        for name in self.context.as_deref().unwrap_or_default() {
            let Some((_, flag)) = FLAGS.iter().find(|(id, _)| id == name) else {
                return bad(
                    "flags are kong_draw, kong_discard, last_tile, heavenly, earthly and declared_ready",
                );
            };
            if flags.contains(flag) {
                return bad("a flag is given twice");
            }
            flags.push(*flag);
        }
        let has = |flag: F| flags.contains(&flag);
        let self_draw = source == Source::SelfDraw;
        let kong = read.melds.iter().any(|m| m.kind.is_kong());
        if has(F::KongDraw) && !(self_draw && kong) {
            return bad("kong_draw is a self_draw with a kong");
        }
        if has(F::KongDiscard) && source != Source::Discard {
            return bad("kong_discard belongs to a discard");
        }
        if has(F::LastTile) && source == Source::RobKong {
            return bad("a kong cannot be robbed when the wall is empty");
        }
        let dealer = read.winner == read.dealer;
        let untouched = read.melds.is_empty();
        if has(F::Heavenly) && !(dealer && self_draw && untouched && read.out.is_empty() && flags.len() == 1)
        {
            return bad("heavenly is the dealer's first self_draw: no meld, nobody out, no other flag");
        }
        let late = [F::KongDraw, F::KongDiscard, F::LastTile].into_iter().any(has);
        if has(F::Earthly) && (dealer || source == Source::RobKong || !untouched || late) {
            return bad("earthly is a non-dealer's in the first round: no meld, no kong, no last tile");
        }
        let opened = read.melds.iter().any(|m| matches!(m.kind, MeldKind::Pung | MeldKind::KongAdded));
        if has(F::DeclaredReady) && opened {
            return bad("a seat that has declared ready cannot have ponged");
        }
        Ok(flags)
    }
}

/// A meld of this rule set: no chows; where it came from may be left out.
fn read_meld(raw: &RawMeld, winner: Seat) -> Result<Meld, Refusal> {
    let bad = |detail: String| Refusal::new("illegal:meld", detail);
    let mut meld = raw.meld(winner).map_err(|e| bad(e.to_string()))?;
    if meld.kind == MeldKind::Chow {
        return Err(bad("there is no chi".into()));
    }
    match (meld.kind, raw.from) {
        (_, None) => {}
        (MeldKind::KongConcealed, Some(_)) => return Err(bad("a concealed kong comes from nobody".into())),
        (_, Some(n)) => {
            let from = seat(n, 4).filter(|from| *from != winner);
            meld.from = from.ok_or_else(|| bad(format!("{}: from must be another seat", raw.tiles)))?;
        }
    }
    Ok(meld)
}

impl Read {
    fn void(&self) -> Option<Suit> {
        shape::one_suit(&self.buried)
    }

    fn check_copies(&self) -> Result<(), Refusal> {
        let mut own = [0u8; Tile::KINDS];
        let melded = self.melds.iter().flat_map(Meld::tiles);
        for tile in self.concealed.iter().chain(&self.buried).copied().chain(melded) {
            own[tile.index()] += 1;
        }
        if let Some(tile) = self.tile {
            own[tile.index()] += 1;
            if self.source == Some(Source::RobKong) && own[tile.index()] > 1 {
                let detail = format!("the other three {tile} lie in the robbed pon");
                return Err(Refusal::new("illegal:tile_count", detail));
            }
        }
        match Tile::playable().find(|t| own[t.index()] > 4) {
            Some(tile) => Err(Refusal::new("illegal:tile_count", format!("more than four {tile}"))),
            None => Ok(()),
        }
    }

    fn hand(&self) -> Result<Hand, Refusal> {
        Hand::from_tiles(&self.concealed)
            .map_err(|tile| Refusal::new("illegal:tile_count", format!("more than four {tile}")))
    }

    /// The fans that the flags, the source and the seat earn.
    fn happened(&self, flags: &[F]) -> FanSet {
        let mut fans = FanSet::default();
        let self_draw = self.source == Some(Source::SelfDraw);
        for &flag in flags {
            let earns = match flag {
                F::LastTile => self_draw || self.options.last_discard_fan,
                F::Earthly => self_draw || !self.options.earthly_self_draw_only,
                _ => true,
            };
            fans.add_if(earns, flag);
        }
        fans.add_if(self_draw, F::SelfDraw);
        fans.add_if(self.source == Some(Source::RobKong) && self.options.rob_kong_fan > 0, F::RobKong);
        fans.add_if(self.winner == self.dealer, F::DealerWin);
        fans
    }

    fn score(&self, tile: Tile, happened: FanSet) -> Result<Scored, Refusal> {
        let mut hand = self.hand()?;
        hand.add(tile);
        let scored = shape::wins(hand.keys(), &self.melds, self.void())
            .then(|| {
                let claim = Claim { counts: hand.counts(), melds: &self.melds, situation: happened };
                score::score(&self.options, &claim)
            })
            .flatten();
        scored.ok_or_else(|| {
            let detail = "three sets and a pair of at most two suits, without the void suit, are needed";
            Refusal::new("not_a_win", detail)
        })
    }

    fn explain(&self, scored: &Scored) -> Explanation {
        let mut explanation = Explanation::default();
        let steps = score::steps(&self.options, scored);
        match (self.from, self.source) {
            (Some(from), Some(Source::RobKong)) => {
                explanation.pay(&fans::PAY_ROB_KONG, from, self.winner, &steps);
            }
            (Some(from), _) => explanation.pay(&fans::PAY_DISCARD, from, self.winner, &steps),
            (None, _) => {
                let doubled = score::dealer_steps(&self.options, scored);
                for payer in self.winner.others(4).filter(|s| !self.out.contains(*s)) {
                    let steps = if payer == self.dealer { &doubled } else { &steps };
                    explanation.pay(&fans::PAY_SELF_DRAW, payer, self.winner, steps);
                }
            }
        }
        explanation
    }
}

impl Contract for Xuezhan {
    type Request = XuezhanRequest;
    type Answer = Answer;
    type WaitsRequest = XuezhanWaits;
    type WaitsAnswer = WaitsAnswer;
    type ScriptFields = NoFields;
    type Report = NoFields;

    fn score(request: &XuezhanRequest) -> Result<Answer, Refusal> {
        let read = request.read(false)?;
        let flags = request.read_context(&read)?;
        let tile = read.tile.ok_or_else(|| Refusal::new("illegal:tiles", "winning_tile is missing"))?;
        let scored = read.score(tile, read.happened(&flags))?;
        let explanation = read.explain(&scored);
        let line = |(fan, count): (F, u8)| FanLine {
            id: fan.id(),
            value: fan.value(&read.options),
            count: count as i32,
        };
        Ok(Answer {
            fans: scored.fans.iter().map(line).collect(),
            total: scored.total,
            points: scored.points,
            deltas: explanation.deltas(4),
            explanation,
        })
    }

    fn waits(request: &XuezhanWaits) -> Result<WaitsAnswer, Refusal> {
        let read = request.read(true)?;
        // A plain win on a discard: of all flags only the declaration counts.
        let mut flags = request.read_context(&read)?;
        flags.retain(|flag| *flag == F::DeclaredReady);
        let happened = read.happened(&flags);
        let kinds = shape::waits(&read.hand()?, &read.melds, &read.buried, read.void());
        let mut waits = BTreeMap::new();
        for tile in kinds.iter() {
            let scored = read.score(tile, happened)?;
            waits.insert(tile, Wait { total: scored.total, points: scored.points });
        }
        Ok(WaitsAnswer { waits })
    }

    fn stack(&self, script: &Script<NoFields>) -> Result<Stacked<()>, String> {
        let dealer = Seat::new(script.dealer);
        let mut row = row_of_hands(&script.parsed_hands()?, dealer, &Self::DEALING)?;
        row.extend(script.parsed_wall()?);
        Ok(Stacked {
            row,
            dice: Dice::default(),
            before: Progress { dealer, first_dealer: dealer, ..Progress::default() },
        })
    }

    fn report(_deal: &Deal<Self>, _before: &Progress<()>) -> NoFields {
        NoFields {}
    }
}
