//! Described hands of `hongzhong`: score and waits requests, checked in the order of the specification.

use super::offer::fewest_on_others;
use super::score::{self, Catch, Claim, On, Scored, Situation, Special, Waiting, Waits};
use super::settle;
use super::shape::{self, WILD};
use super::{Hongzhong, HongzhongOptions};
use crate::answer::{Explanation, FanLine};
use crate::contract::{Contract, NoFields};
use crate::reading::Explained;
use crate::refusal::{Clauses, Codes, Fault, Refusal, checks};
use crate::request::{Facts, Flags, MeldFrom, Repeats, WinRequest};
use serde::Serialize;
use sifang_options::sentence;
use sifang_table::{Declaration, Meld, MeldKind, RuleSet, Source};
use sifang_tiles::{Hand, Seat, Tile};

pub(super) const CODES: Codes = &[
    (Fault::Options, "illegal:option"),
    (Fault::Tiles, "illegal:bad_tile"),
    (Fault::WinningTile, "illegal:bad_tile"),
    (Fault::Meld, "illegal:bad_meld"),
    (Fault::HandSize, "illegal:tile_count"),
    (Fault::Copies, "illegal:too_many_copies"),
    (Fault::Context, "illegal:flags"),
];

pub(super) const CLAUSES: Clauses = &[
    (Fault::Options, "hongzhong.book.options"),
    (Fault::Players, "hongzhong.deal.tiles"),
    (Fault::From, "hongzhong.pay.discard"),
    (Fault::Tiles, "hongzhong.deal.tiles"),
    (Fault::WinningTile, "hongzhong.deal.tiles"),
    (Fault::Meld, "hongzhong.turn.kong"),
    (Fault::HandSize, "hongzhong.deal.hands"),
    (Fault::Copies, "hongzhong.deal.tiles"),
    (Fault::Context, "hongzhong.book.fans"),
    (Fault::NotAWin, "hongzhong.win.standard"),
    (Fault::Own("illegal:chi"), "hongzhong.turn.claims"),
    (WILD_MELD, "hongzhong.wild.melds"),
    (WILD_DISCARD, "hongzhong.wild.discard"),
    (WILD_ASK, "hongzhong.ask.which"),
    (ONE_FAN, "hongzhong.win.one_fan"),
];

const DECLARED: Fault = Fault::Own("illegal:declared");
const WILD_MELD: Fault = Fault::Own("illegal:wild_meld");
const WILD_DISCARD: Fault = Fault::Own("illegal:wild_discard");
const WILD_ASK: Fault = Fault::Own("illegal:wild_ask");
const ONE_FAN: Fault = Fault::Own("illegal:one_fan_discard");

checks! {
    /// Circumstances that cannot be, then declarations and wilds that forbid the win.
    CHECKS of Described;
    Fault::Context, |w| w.source == Source::RobKong && w.payer().is_some()
        => "报过的人没有碰，也就没有加杠可抢", "a declared seat has no pung to add to", "hongzhong.declare.ready";
    Fault::Context, |w| w.has("caught_ask") && w.has("kong_discard")
        => "杠后打出的牌不是请胡", "nobody asks after a kong", "hongzhong.ask.shape";
    Fault::Context, |w| w.has("caught_ask") && w.payer() == Some(Declaration::Ready)
        => "报过胡的人不会请胡", "a seat declared ready never asks", "hongzhong.declare.ready";
    Fault::Context, |w| w.has("kong_draw") && score::kongs(&w.melds) == 0
        => "杠上花要自摸，而且自己要有一副杠", "a kong draw is a self-draw with an own kong", "hongzhong.fan.kong_draw";
    Fault::Context, |w| w.has("kong_discard") && w.payer() == Some(Declaration::ReadyAsk)
        => "报过请胡的人不会开杠", "a seat declared to ask never kongs", "hongzhong.declare.ready_ask";
    Fault::Context, |w| w.has("heavenly") && !w.may_be_heavenly()
        => "天胡是没有报的庄家自摸：没有碰杠，之前没有人胡",
        "a heavenly win is the undeclared dealer's self-draw, without melds, before anybody else wins",
        "hongzhong.fan.heavenly";
    Fault::Context, |w| w.has("earthly") && !w.may_be_earthly()
        => "地胡是报过的闲家：没有碰杠，自摸或胡庄家的牌",
        "an earthly win is a declared non-dealer's, without melds, by self-draw or from the dealer",
        "hongzhong.fan.earthly";
    DECLARED, |w| w.own() == Some(Declaration::Ready) && (w.has("ask") || w.has_called())
        => "报过胡的人不碰、不请胡", "a hand declared ready neither asks nor pungs", "hongzhong.declare.ready";
    DECLARED, |w| w.own() == Some(Declaration::ReadyAsk) && !w.has("ask")
        => "报过请胡的人只能请胡", "a hand declared to ask wins only by asking", "hongzhong.declare.ready_ask";
    WILD_MELD, |w| w.tile == WILD && w.source == Source::RobKong
        => "红中不会被加杠，所以抢不到", "a red dragon is never added to a pung";
    WILD_DISCARD, |w| w.tile == WILD && w.source == Source::Discard && w.wild_is_barred()
        => "红中只有在对方手里全是红中时打出来、选项又允许，才能胡",
        "a red dragon can be won on only when thrown from an all-wild hand, if the option allows it";
    WILD_ASK, |w| w.tile == WILD && w.has("ask") && w.own() != Some(Declaration::ReadyAsk)
        => "只有报过请胡的人才能用红中来请", "only a hand declared to ask asks with a red dragon";
}

/// What one seat pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "HongzhongPayer"))]
pub struct PayerLine {
    /// Who.
    pub seat: Seat,
    /// Fan that catching it adds.
    pub catch: i32,
    /// Capped fan it pays for.
    pub total: i32,
    /// How much it pays.
    pub amount: i32,
}

/// The value of a described win.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "HongzhongAnswer"))]
pub struct Answer {
    /// Counted fans, by id.
    pub fans: Vec<FanLine>,
    /// Their sum.
    pub raw: i32,
    /// The sum, capped.
    pub total: i32,
    /// Who pays, by seat.
    pub payers: Vec<PayerLine>,
    /// What each seat wins or loses.
    pub deltas: Vec<i32>,
    /// Why.
    #[serde(flatten)]
    pub explanation: Explanation,
}

/// The tiles of a request, read and counted.
struct Tiles {
    concealed: Vec<Tile>,
    melds: Vec<Meld>,
}

/// A described win, read and found possible.
struct Described {
    options: HongzhongOptions,
    dealer: Seat,
    winner: Seat,
    out: Option<Seat>,
    source: Source,
    from: Option<Seat>,
    declared: [Option<Declaration>; 4],
    kongs: [u8; 4],
    flags: Flags,
    concealed: Vec<Tile>,
    melds: Vec<Meld>,
    tile: Tile,
}

/// Tiles, melds and their numbers, with the winning tile where there is one.
fn read_tiles(facts: &Facts<'_>, winning: Option<Tile>) -> Result<Tiles, Refusal> {
    let concealed = facts.tiles("concealed")?;
    let melded = facts.meld_tiles()?;
    if facts.raw_melds().iter().any(|raw| raw.kind == "chi") {
        let why = sentence!("这种规则不能吃", "there is no chi in this game");
        return Err(facts.refuse(Fault::Own("illegal:chi"), why));
    }
    if melded.iter().flatten().any(|tile| *tile == WILD) {
        let why = sentence!("红中不能碰、不能杠", "7z is never in a meld");
        return Err(facts.refuse(WILD_MELD, why));
    }
    let melds = facts.melds(Seat::new(0), 4, MeldFrom::Ignored)?;
    facts.hand_size(concealed.len(), melds.len())?;
    facts.copies(concealed.iter().copied().chain(winning).chain(melds.iter().flat_map(Meld::tiles)))?;
    Ok(Tiles { concealed, melds })
}

/// What each seat has declared.
fn read_declared(facts: &Facts<'_>) -> Result<[Option<Declaration>; 4], Refusal> {
    let Some(words) = facts.words("declared") else { return Ok([None; 4]) };
    let one = |word: &&str| match *word {
        "none" => Some(None),
        "ready" => Some(Some(Declaration::Ready)),
        "ready_ask" => Some(Some(Declaration::ReadyAsk)),
        _ => None,
    };
    let states = words.iter().map(one).collect::<Option<Vec<_>>>();
    states.and_then(|states| states.try_into().ok()).ok_or_else(|| {
        let why = sentence!(
            "各家报胡要写四项：none、ready 或 ready_ask",
            "declared is four of none, ready and ready_ask"
        );
        facts.refuse(Fault::Context, why)
    })
}

/// How many kongs each seat has made since it declared.
fn read_kongs(facts: &Facts<'_>) -> Result<[u8; 4], Refusal> {
    let Some(numbers) = facts.numbers("declared_kongs") else { return Ok([0; 4]) };
    let kongs = <[i64; 4]>::try_from(numbers).ok().filter(|kongs| kongs.iter().all(|n| *n >= 0));
    kongs.map(|kongs| kongs.map(|n| n.min(4) as u8)).ok_or_else(|| {
        let why = sentence!(
            "报后开的杠要给四家各写一个不小于 0 的数",
            "declared_kongs is four numbers, none below 0"
        );
        facts.refuse(Fault::Context, why)
    })
}

impl Described {
    fn read(facts: &Facts<'_>) -> Result<Described, Refusal> {
        let options: HongzhongOptions = facts.options()?;
        let seats = facts.players(Hongzhong::SEATS)?;
        let tile = facts.winning_tile(true)?.unwrap_or(WILD);
        let Tiles { concealed, melds } = read_tiles(facts, Some(tile))?;
        let (dealer, winner) = facts.dealer_and_winner(seats)?;
        let out = facts.other_seats("out", &[winner], seats)?.iter().next();
        let from = if facts.text("source") == Some("self_draw") {
            facts.from_nobody(&["from"])?;
            None
        } else {
            Some(facts.payer(winner, seats, |seat| Some(seat) != out)?)
        };
        let source = facts.source()?;
        let (declared, kongs) = (read_declared(facts)?, read_kongs(facts)?);
        let flags = facts.flags(source, Repeats::Allowed)?;
        let win = Described {
            options,
            dealer,
            winner,
            out,
            source,
            from,
            declared,
            kongs,
            flags,
            concealed,
            melds,
            tile,
        };
        facts.check(&win, CHECKS)?;
        Ok(win)
    }

    fn has(&self, flag: &str) -> bool {
        self.flags.has(flag)
    }

    fn has_called(&self) -> bool {
        self.melds.iter().any(|m| matches!(m.kind, MeldKind::Pung | MeldKind::KongAdded))
    }

    fn own(&self) -> Option<Declaration> {
        self.declared[self.winner.index()]
    }

    /// What the seat that pays for its tile has declared.
    fn payer(&self) -> Option<Declaration> {
        self.from.and_then(|from| self.declared[from.index()])
    }

    fn may_be_heavenly(&self) -> bool {
        self.winner == self.dealer && self.melds.is_empty() && self.own().is_none() && self.out.is_none()
    }

    fn may_be_earthly(&self) -> bool {
        let from_dealer = self.from.is_none_or(|from| from == self.dealer);
        self.winner != self.dealer && self.own().is_some() && self.melds.is_empty() && from_dealer
    }

    fn wild_is_barred(&self) -> bool {
        self.has("caught_ask") || self.payer().is_some() || !self.options.wild_discard_hu
    }

    /// Each payer and what catching it adds.
    fn payers(&self) -> impl Iterator<Item = (Seat, Catch)> {
        let asked = self.has("caught_ask");
        let pays = |seat: &Seat| match self.from {
            Some(from) => *seat == from,
            None => *seat != self.winner && Some(*seat) != self.out,
        };
        let catch = move |seat: Seat| {
            (seat, score::catch(self.declared[seat.index()], self.kongs[seat.index()], asked))
        };
        Seat::all(4).filter(pays).map(catch)
    }

    /// Whether the tiles are a win in any reading, those included that may not take this tile.
    fn is_complete(&self) -> bool {
        let tiles = self.concealed.iter().chain([&self.tile]).copied().collect::<Vec<_>>();
        !self.has("ask") && Hand::from_tiles(&tiles).is_ok_and(|hand| shape::wins(&hand))
    }

    fn situation(&self) -> Situation {
        let special = match (self.has("heavenly"), self.has("earthly")) {
            (true, _) => Some(Special::Heavenly),
            (_, true) => Some(Special::Earthly),
            _ => None,
        };
        let kong = self.has("kong_draw") || self.has("kong_discard");
        let asking = self.has("caught_ask") || self.payer() == Some(Declaration::ReadyAsk);
        Situation { special, kong, last: self.has("last_tile"), asking }
    }

    fn counts(&self) -> [u8; Tile::PLAYABLE] {
        let mut counts = [0; Tile::PLAYABLE];
        self.concealed.iter().for_each(|tile| counts[tile.index()] += 1);
        counts
    }

    /// Looks at the hand as one of sets and a pair.
    fn with<T>(&self, look: impl FnOnce(&Claim<'_>) -> T) -> T {
        let mut counts = self.counts();
        counts[self.tile.index()] += 1;
        look(&Claim {
            counts: &counts,
            melds: &self.melds,
            tile: self.tile,
            source: self.source,
            declared: self.own(),
            situation: self.situation(),
        })
    }

    /// The fans of the described win.
    fn worth(&self) -> Option<Scored> {
        if self.has("ask") {
            let pairs = || score::five_pairs(&self.options, &self.counts(), self.own(), self.situation());
            return self.melds.is_empty().then(pairs).flatten();
        }
        self.with(|claim| score::score(&self.options, claim))
    }

    /// How it was read.
    fn explained(&self) -> Explained {
        if self.has("ask") {
            let (counts, situation) = (self.counts(), self.situation());
            return score::explain_pairs(&self.options, &counts, self.own(), situation, self.tile);
        }
        self.with(|claim| score::explain(&self.options, claim))
    }
}

impl Contract for Hongzhong {
    type Answer = Answer;
    type WaitsAnswer = Waits;
    type ScriptFields = NoFields;
    type Report = NoFields;

    fn score(request: &WinRequest) -> Result<Answer, Refusal> {
        let facts = request.facts::<Hongzhong>()?;
        let win = Described::read(&facts)?;
        let fans = win.worth().ok_or_else(|| {
            if !win.is_complete() {
                return facts.no_win();
            }
            let why = sentence!(
                "按选项，鸡胡只能炮胡请胡或杠上炮的牌",
                "by option a basic win takes only an asked tile or a discard after a kong"
            );
            facts.refuse(ONE_FAN, why).at("hongzhong.win.form")
        })?;
        let self_draw = win.source == Source::SelfDraw;
        let why = match win.source {
            Source::SelfDraw => settle::self_draw_term(win.has("ask")),
            Source::RobKong => settle::pay_term(On::Robbed),
            Source::Discard if win.has("caught_ask") => settle::pay_term(On::Asked),
            Source::Discard => settle::pay_term(On::Discard),
        };
        let mut explanation = Explanation::default();
        explanation.add_reading(win.explained());
        let mut payers = Vec::new();
        for (from, catch) in win.payers() {
            let total = (fans.raw + catch.fan).min(win.options.max_fan);
            if !self_draw && total < fewest_on_others(&win.options) {
                let why = sentence!(
                    "一番不能炮胡：胡别家的牌至少要两番",
                    "one fan does not win on another seat's tile"
                );
                return Err(facts.refuse(ONE_FAN, why));
            }
            let steps = score::steps(&win.options, fans, catch, self_draw);
            explanation.pay(why, from, win.winner, &steps);
            payers.push(PayerLine { seat: from, catch: catch.fan, total, amount: steps.points() });
        }
        Ok(Answer {
            fans: fans.fans.lines(),
            raw: fans.raw,
            total: fans.raw.min(win.options.max_fan),
            payers,
            deltas: explanation.deltas(4),
            explanation,
        })
    }

    fn waits(request: &WinRequest) -> Result<Waits, Refusal> {
        let facts = request.facts::<Hongzhong>()?;
        let options = facts.options()?;
        let seats = facts.players(Hongzhong::SEATS)?;
        let Tiles { concealed, melds } = read_tiles(&facts, None)?;
        let declared = read_declared(&facts)?;
        let winner = facts.seat("winner", facts.number("winner").unwrap_or(0), seats)?;
        let hand = Hand::from_tiles(&concealed).unwrap_or_default();
        let (declared, locked) = (declared[winner.index()], facts.flag("locked"));
        Ok(Waiting { options: &options, hand: &hand, melds: &melds, declared, locked }.waits())
    }
}
