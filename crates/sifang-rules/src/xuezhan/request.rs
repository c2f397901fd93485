//! Described hands of `xuezhan`: score and waits requests, checked in the order of the specification.

use super::fans::{F, FanSet};
use super::options::BuryCheck;
use super::score::{self, Beside, Claim, Scored};
use super::{Xuezhan, XuezhanOptions, fans, shape};
use crate::answer::{Explanation, FanLine};
use crate::contract::{Contract, NoFields};
use crate::refusal::{Clauses, Codes, Fault, Refusal, checks};
use crate::request::{Facts, MeldFrom, Repeats, WinRequest};
use serde::Serialize;
use sifang_options::sentence;
use sifang_table::{Meld, MeldKind, RuleSet, Source};
use sifang_tiles::{Hand, Seat, SeatSet, Suit, Tile};
use std::collections::BTreeMap;

pub(super) const CODES: Codes = &[
    (Fault::Players, "illegal:seat"),
    (Fault::From, "illegal:seat"),
    (Fault::Source, "illegal:context"),
    (Fault::WinningTile, "illegal:tiles"),
    (Fault::Copies, "illegal:tile_count"),
];

pub(super) const CLAUSES: Clauses = &[
    (Fault::Options, "xuezhan.book.options"),
    (Fault::Players, "xuezhan.deal.tiles"),
    (Fault::From, "xuezhan.pay.discard"),
    (Fault::Tiles, "xuezhan.deal.tiles"),
    (Fault::WinningTile, "xuezhan.deal.tiles"),
    (Fault::Meld, "xuezhan.turn.claims"),
    (Fault::HandSize, "xuezhan.deal.hands"),
    (Fault::Copies, "xuezhan.deal.tiles"),
    (Fault::Context, "xuezhan.book.fans"),
    (Fault::NotAWin, "xuezhan.win.shape"),
    (BURIED, "xuezhan.deal.bury"),
];

const BURIED: Fault = Fault::Own("illegal:buried");

/// The flags and the fans they stand for.
const FLAGS: [(&str, F); 6] = [
    ("kong_draw", F::KongDraw),
    ("kong_discard", F::KongDiscard),
    ("last_tile", F::LastTile),
    ("heavenly", F::Heavenly),
    ("earthly", F::Earthly),
    ("declared_ready", F::DeclaredReady),
];

checks! {
    /// Burials and robbed tiles that cannot be.
    TILE_CHECKS of Described;
    BURIED, |w| w.buried.as_ref().is_some_and(|tiles| tiles.len() != 3)
        => "埋的牌正好三张", "exactly three tiles are buried";
    BURIED, |w| w.buried.is_some() && w.options.bury_check == BuryCheck::AtOnce && w.void().is_none()
        => "选项里乱埋当场不准：三张要同花色", "a mixed burial is refused at once here, by option", "xuezhan.option.bury_check";
    Fault::Copies, |w| w.source == Source::RobKong && w.tile.is_some_and(|tile| w.own().any(|own| own == tile))
        => "被抢的牌另外三张在别家的碰里，自己不会再有",
        "the other three of a robbed tile lie in the robbed pon", "xuezhan.turn.rob";
}

checks! {
    /// Circumstances that cannot be.
    CHECKS of Described;
    Fault::Context, |w| w.has(F::KongDraw) && !w.melds.iter().any(|m| m.kind.is_kong())
        => "杠上花要自摸，而且要有一副杠", "a win on a kong's replacement is a self-draw with a kong", "xuezhan.fan.kong_draw";
    Fault::Context, |w| w.has(F::Heavenly) && (w.winner != w.dealer || !w.is_untouched() || w.flags.len() > 1)
        => "天胡是庄家第一轮自摸：没有副露、没有人出局、没有别的情况",
        "a heavenly win is the dealer's first self-draw: no meld, nobody out, nothing else",
        "xuezhan.fan.heavenly";
    Fault::Context, |w| w.has(F::Earthly) && (w.winner == w.dealer || !w.melds.is_empty() || w.is_late())
        => "地胡是闲家首轮的：没有副露、没有杠、不是最后一张",
        "an earthly win is a non-dealer's in the first round: no meld, no kong, no last tile",
        "xuezhan.fan.earthly";
    Fault::Context, |w| w.has(F::DeclaredReady) && w.has_ponged()
        => "报过叫的人不会有碰", "a seat that has declared ready cannot have ponged", "xuezhan.turn.ready";
}

/// The value of a described win.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "XuezhanAnswer"))]
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "XuezhanWaits"))]
pub struct WaitsAnswer {
    /// Each winning tile and what it is worth, in the order of the notation.
    pub waits: BTreeMap<Tile, Wait>,
}

/// What one winning tile is worth as a plain win on a discard.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "XuezhanWait"))]
pub struct Wait {
    /// Sum of fans, capped.
    pub total: i32,
    /// base × 2^total.
    pub points: i32,
}

/// A described hand, read and found possible.
struct Described {
    options: XuezhanOptions,
    dealer: Seat,
    winner: Seat,
    out: SeatSet,
    source: Source,
    from: Option<Seat>,
    concealed: Vec<Tile>,
    tile: Option<Tile>,
    melds: Vec<Meld>,
    /// None where the request does not say.
    buried: Option<Vec<Tile>>,
    flags: Vec<F>,
}

impl Described {
    fn read(facts: &Facts<'_>, waits: bool) -> Result<Described, Refusal> {
        let options: XuezhanOptions = facts.options()?;
        let seats = facts.players(Xuezhan::SEATS)?;
        let (dealer, winner) = facts.dealer_and_winner(seats)?;
        let out = facts.other_seats("out", &[winner], seats)?;
        // A source that is none of the three is refused with the circumstances. Waits are those of a discard.
        let named = if waits { Ok(Source::Discard) } else { facts.source() };
        let claimed = !waits && matches!(named, Ok(Source::Discard | Source::RobKong));
        let from = claimed.then(|| facts.payer(winner, seats, |s| !out.contains(s))).transpose()?;
        let concealed = facts.tiles("concealed")?;
        let buried = facts.has("buried").then(|| facts.tiles("buried")).transpose()?;
        facts.meld_tiles()?;
        let tile = facts.winning_tile(!waits)?;
        let melds = facts.melds(winner, seats, MeldFrom::Optional)?;
        facts.hand_size(concealed.len(), melds.len())?;
        let source = *named.as_ref().unwrap_or(&Source::Discard);
        let flags = Vec::new();
        let mut win =
            Described { options, dealer, winner, out, source, from, concealed, tile, melds, buried, flags };
        facts.check(&win, TILE_CHECKS)?;
        facts.copies(win.own().chain(tile))?;
        let flags = facts.flags(named?, Repeats::Refused)?;
        win.flags = FLAGS.iter().filter(|(name, _)| flags.has(name)).map(|(_, fan)| *fan).collect();
        facts.check(&win, CHECKS)?;
        Ok(win)
    }

    fn has(&self, flag: F) -> bool {
        self.flags.contains(&flag)
    }

    fn has_ponged(&self) -> bool {
        self.melds.iter().any(|m| matches!(m.kind, MeldKind::Pung | MeldKind::KongAdded))
    }

    /// Nothing has happened before this win.
    fn is_untouched(&self) -> bool {
        self.melds.is_empty() && self.out.is_empty()
    }

    /// A circumstance that is none of the first round's.
    fn is_late(&self) -> bool {
        [F::KongDraw, F::KongDiscard, F::LastTile].into_iter().any(|flag| self.has(flag))
    }

    /// All tiles of the seat but the winning one.
    fn own(&self) -> impl Iterator<Item = Tile> {
        let closed = self.concealed.iter().chain(self.buried.iter().flatten()).copied();
        closed.chain(self.melds.iter().flat_map(Meld::tiles))
    }

    fn void(&self) -> Option<Suit> {
        shape::one_suit(self.buried.as_deref().unwrap_or_default())
    }

    /// The fans that the flags, the source and the seat earn.
    fn happened(&self) -> FanSet {
        let mut fans = FanSet::default();
        let self_draw = self.source == Source::SelfDraw;
        for &flag in &self.flags {
            let earns = match flag {
                F::LastTile => self_draw || self.options.last_discard_fan,
                F::Earthly => self_draw || !self.options.earthly_self_draw_only,
                _ => true,
            };
            fans.add_if(earns, flag);
        }
        fans.add_if(self_draw, F::SelfDraw);
        fans.add_if(self.source == Source::RobKong && self.options.rob_kong_fan > 0, F::RobKong);
        fans.add_if(self.winner == self.dealer, F::DealerWin);
        fans
    }

    /// Looks at the hand as won on this tile; nothing where its suits do not win.
    fn with<T>(&self, hand: &Hand, tile: Tile, look: impl FnOnce(&Claim<'_>) -> Option<T>) -> Option<T> {
        let mut hand = *hand;
        hand.add(tile);
        let wins = shape::wins(hand.keys(), &self.melds, self.void());
        let claim = Claim { counts: hand.counts(), melds: &self.melds, situation: self.happened() };
        wins.then(|| look(&claim)).flatten()
    }

    fn score(&self, hand: &Hand, tile: Tile) -> Option<Scored> {
        self.with(hand, tile, |claim| score::score(&self.options, claim))
    }

    fn explain(&self, hand: &Hand, tile: Tile, scored: &Scored) -> Explanation {
        let mut explanation = Explanation::default();
        let buried = self.buried.as_deref().unwrap_or_default();
        let beside = Beside { tile, source: self.source, flags: &self.flags, buried };
        if let Some(explained) = self.with(hand, tile, |claim| Some(score::explain(claim, scored, &beside))) {
            explanation.add_reading(explained);
        }
        let steps = score::steps(&self.options, scored);
        match self.from {
            Some(from) => {
                let robbed = self.source == Source::RobKong;
                let why = if robbed { &fans::PAY_ROB_KONG } else { &fans::PAY_DISCARD };
                explanation.pay(why, from, self.winner, &steps);
            }
            None => {
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
    type Answer = Answer;
    type WaitsAnswer = WaitsAnswer;
    type ScriptFields = NoFields;
    type Report = NoFields;

    fn score(request: &WinRequest) -> Result<Answer, Refusal> {
        let facts = request.facts::<Xuezhan>()?;
        let win = Described::read(&facts, false)?;
        let won = Hand::from_tiles(&win.concealed).ok().zip(win.tile);
        let scored = won.and_then(|(hand, tile)| Some((hand, tile, win.score(&hand, tile)?)));
        let (hand, tile, scored) = scored.ok_or_else(|| {
            let why = sentence!(
                "不成胡：要三副牌加一对将，最多两门花色，不能有缺门牌",
                "three sets and a pair of at most two suits, without the void suit, are needed"
            );
            facts.refuse(Fault::NotAWin, why)
        })?;
        let explanation = win.explain(&hand, tile, &scored);
        let line = |(fan, count): (F, u8)| FanLine {
            id: fan.id(),
            value: fan.value(&win.options),
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

    fn waits(request: &WinRequest) -> Result<WaitsAnswer, Refusal> {
        let mut described = Described::read(&request.facts::<Xuezhan>()?, true)?;
        // A plain win on a discard: of all flags only the declaration counts.
        described.flags.retain(|flag| *flag == F::DeclaredReady);
        let hand = Hand::from_tiles(&described.concealed).unwrap_or_default();
        let buried = described.buried.as_deref().unwrap_or_default();
        let kinds = shape::waits(&hand, &described.melds, buried, described.void());
        let worth = |tile: Tile| {
            let Scored { total, points, .. } = described.score(&hand, tile)?;
            Some((tile, Wait { total, points }))
        };
        Ok(WaitsAnswer { waits: kinds.iter().filter_map(worth).collect() })
    }
}
