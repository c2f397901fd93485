//! Described hands and scripts of `anhua`: three queries, each checked in the order of the specification.

use super::options::{AnhuaOptions, BirdType, PiaoMode};
use super::score::{self, Claim, NoWin, Scored, Situation, Stakes, score, steps};
use super::settle::birds::{Hits, Places};
use super::shape::{KingClass, Kings};
use super::{Anhua, MOST_PIAO, Phase, course, fans, shape};
use crate::answer::{Explanation, FanLine};
use crate::contract::{Contract, NoFields, Stacked};
use crate::refusal::{Clauses, Codes, Fault, Refusal, checks};
use crate::request::{Facts, MeldFrom, Repeats, WinRequest};
use crate::script::Script;
use serde::{Deserialize, Serialize};
use sifang_options::sentence;
use sifang_table::{Action, Deal, Dice, Meld, MeldKind, RuleSet, Source};
use sifang_tiles::{Hand, Seat, Tile, parse_tile, parse_tiles};
use std::collections::BTreeMap;

/// Whatever is wrong before the tiles are looked at, the circumstances aside.
const REQUEST: Fault = Fault::Own("illegal:request");

pub(super) const CODES: Codes = &[
    (Fault::UnknownField, "illegal:request"),
    (Fault::Options, "illegal:request"),
    (Fault::Players, "illegal:request"),
    (Fault::Seat, "illegal:request"),
    (Fault::Source, "illegal:request"),
    (Fault::From, "illegal:request"),
    (Fault::Meld, "illegal:tiles"),
    (Fault::HandSize, "illegal:tiles"),
    (Fault::Copies, "illegal:tiles"),
    (Fault::RobKongOff, "illegal:rob_kong_off"),
];

pub(super) const CLAUSES: Clauses = &[
    (Fault::Options, "anhua.book.options"),
    (Fault::Players, "anhua.deal.tiles"),
    (Fault::From, "anhua.pay.discard"),
    (Fault::Tiles, "anhua.deal.tiles"),
    (Fault::Meld, "anhua.rule.claims"),
    (Fault::HandSize, "anhua.deal.hands"),
    (Fault::Copies, "anhua.deal.tiles"),
    (Fault::Context, "anhua.book.fans"),
    (Fault::RobKongOff, "anhua.option.rob_kong"),
    (Fault::NotAWin, "anhua.win.standard"),
    (Fault::Own("illegal:king_claim"), "anhua.rule.kings_claim"),
];

checks! {
    /// Fields that must be there or must not, whatever the circumstances.
    FIELD_CHECKS of Written;
    REQUEST, |w| !w.given
        => "要选翻出的牌和手牌", "indicator and concealed must be given";
    REQUEST, |w| w.kong_tiles.flatten().is_some_and(|n| n != w.turned)
        => "杠牌的张数和选项里翻的张数不同",
        "there are not as many kong tiles as the option turns up", "anhua.option.kong_tiles";
    REQUEST, |w| w.birds.is_some_and(|n| n > w.most_birds)
        => "鸟太多：选项里没有抓这么多", "there are more birds than the option turns up", "anhua.option.bird_count";
    REQUEST, |w| w.winning_tile && w.kong_tiles.is_some()
        => "胡的牌和杠牌只能写一样", "winning_tile and kong_tiles exclude each other";
    REQUEST, |w| !w.winning_tile && w.kong_tiles.is_none() && !w.opening
        => "还没有选胡的那张牌", "winning_tile is missing";
}

checks! {
    /// Circumstances that cannot be, and fields that they have or have not.
    WAY_CHECKS of Written;
    Fault::Context, |w| w.situation == Situation::KongDraw && !w.kong
        => "杠上开花要有一副杠", "a win on one's own kong tile needs a kong", "anhua.fan.kong_draw";
    Fault::Context, |w| w.situation == Situation::Opening && w.melded
        => "起手四王不能有副露", "four kings at the start are without melds", "anhua.rule.opening";
    REQUEST, |w| w.kong_tiles.is_some() && !matches!(w.situation, Situation::KongDraw | Situation::KongDiscard)
        => "杠牌只用于胡杠出的牌", "kong tiles belong to wins on kong tiles", "anhua.rule.kong_tiles";
    REQUEST, |w| w.situation == Situation::Opening && !w.is_dealer && w.winning_tile
        => "起手十三张的胡没有胡的那张牌", "a dealt hand of thirteen has no winning tile", "anhua.rule.opening";
    REQUEST, |w| w.situation == Situation::Opening && w.is_dealer && !w.winning_tile
        => "还缺胡的那张牌：十四张里任选一张", "the winning tile is missing: any one of the fourteen", "anhua.rule.opening";
}

/// The queries, and the fields that have no place in each.
const QUERIES: &[(&str, Query, &str)] = &[
    ("win", Query::Win, "totals"),
    ("waits", Query::Waits, "winning_tile kong_tiles source from co_winners birds piao totals"),
    (
        "final",
        Query::Final,
        "indicator concealed melds winning_tile kong_tiles source from co_winners birds piao context",
    ),
];

/// Totals beyond this are no match's.
const MOST_TOTAL: i64 = 100_000_000;

/// The answer to a request.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "AnhuaAnswer"))]
pub enum Answer {
    /// To `win`.
    Win(WinAnswer),
    /// To `waits`.
    Waits(WaitsAnswer),
    /// To `final`.
    Final(FinalAnswer),
}

/// The value of a described win.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "AnhuaWin"))]
pub struct WinAnswer {
    /// Counted fans, by id.
    pub fans: Vec<FanLine>,
    /// 牌型分.
    pub total: i32,
    /// The class of its kings.
    pub king_class: KingClass,
    /// The tile won on; none where the dealt hand wins.
    pub winning_tile: Option<Tile>,
    /// What each seat wins or loses by this winner.
    pub deltas: Vec<i32>,
    /// Why.
    #[serde(flatten)]
    pub explanation: Explanation,
}

/// The winning tiles of a hand.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "AnhuaWaits"))]
pub struct WaitsAnswer {
    /// Whether the hand is tenpai, be its winning tiles still there or not.
    pub tenpai: bool,
    /// Each winning tile and the total when it is drawn.
    pub waits: BTreeMap<Tile, i32>,
}

/// The totals of a match after its corrections.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "AnhuaFinal"))]
pub struct FinalAnswer {
    /// By seat.
    pub r#final: Vec<i32>,
    /// What was added, in order.
    pub corrections: Vec<CorrectionLine>,
}

/// One correction of the totals.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "AnhuaCorrection"))]
pub struct CorrectionLine {
    /// What it adds to each seat.
    pub deltas: Vec<i32>,
    /// Chinese name.
    pub zh: &'static str,
    /// English name.
    pub en: &'static str,
    /// Anchor in the rule book.
    pub clause: &'static str,
}

/// What a script of this rule set has beside the common fields.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct ScriptFields {
    /// 翻牌.
    #[serde(default)]
    pub indicator: Option<String>,
    /// Throws for kong tiles, in order; ones when they run out.
    #[serde(default)]
    pub dice: Option<Vec<u8>>,
}

/// What a request asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Query {
    Win,
    Waits,
    Final,
}

/// Which fields a described win has, before any tile is looked at.
struct Written {
    /// The indicator and the closed tiles are there.
    given: bool,
    winning_tile: bool,
    /// How many there are, if the field is there; none inside if they cannot be read.
    kong_tiles: Option<Option<usize>>,
    /// How many there are, if they can be read.
    birds: Option<usize>,
    turned: usize,
    most_birds: usize,
    melded: bool,
    kong: bool,
    is_dealer: bool,
    /// The circumstances name 起手四王, whatever else they say.
    opening: bool,
    situation: Situation,
}

/// A described win, read and found possible.
struct Described {
    options: AnhuaOptions,
    seats: usize,
    dealer: Seat,
    winner: Seat,
    /// The one payer; none when every other seat pays.
    from: Option<Seat>,
    /// Others win on the same tile.
    several: bool,
    situation: Situation,
    piao: [u8; Seat::MAX],
    tiles: Tiles,
}

struct Tiles {
    indicator: Tile,
    kings: Kings,
    /// Without the winning tile.
    concealed: Hand,
    melds: Vec<Meld>,
    winning_tile: Option<Tile>,
    kong_tiles: Vec<Tile>,
    birds: Vec<Tile>,
}

fn answer(request: &WinRequest, usual: Query) -> Result<Answer, Refusal> {
    let facts = &request.facts::<Anhua>()?;
    let named = |name: &str| facts.text("query").is_none_or(|text| text == name);
    // What lists waits has no other query; what scores has them all.
    let query = match usual {
        Query::Win if !facts.has("query") => QUERIES.first(),
        Query::Win => QUERIES.iter().find(|(name, ..)| named(name)),
        _ => QUERIES.iter().find(|(name, query, _)| *query == usual && named(name)),
    };
    let (_, query, strange) = query.ok_or_else(|| {
        facts.refuse(REQUEST, sentence!("这里没有这种 query", "there is no such query here"))
    })?;
    if let Some(name) = strange.split(' ').find(|name| facts.has(name)) {
        let why = sentence!("这样查时不能写 {name}", "{name} has no place in this query");
        return Err(facts.refuse(REQUEST, why));
    }
    match query {
        Query::Win => win(facts, &Described::read(facts)?).map(Answer::Win),
        Query::Waits => waits(facts).map(Answer::Waits),
        Query::Final => end(facts).map(Answer::Final),
    }
}

/// Whether others win on the same tile.
fn read_co_winners(
    facts: &Facts<'_>,
    options: &AnhuaOptions,
    seats: usize,
    winner: Seat,
    from: Option<Seat>,
) -> Result<bool, Refusal> {
    let named = facts.numbers("co_winners").is_some_and(|others| !others.is_empty());
    if let (true, Some(from), true) = (named, from, options.multi_win) {
        return facts.other_seats("co_winners", &[winner, from], seats).map(|others| !others.is_empty());
    }
    if named {
        let why = sentence!(
            "同胡的人要打开一炮多响，并且是胡别人的牌",
            "several can win only on another's tile, and if the option allows it"
        );
        return Err(facts.refuse(REQUEST, why).at("anhua.option.multi_win"));
    }
    Ok(false)
}

fn read_piao(facts: &Facts<'_>, options: &AnhuaOptions, seats: usize) -> Result<[u8; Seat::MAX], Refusal> {
    let chosen = facts.per_seat("piao", seats, i32::from(MOST_PIAO), REQUEST)?;
    if chosen.is_some() && options.piao_mode != PiaoMode::Choose {
        let why = sentence!("只有选了自选飘才写飘分", "piao is given only where each seat chooses it");
        return Err(facts.refuse(REQUEST, why).at("anhua.option.piao_mode"));
    }
    let fixed = if options.piao_mode == PiaoMode::Fixed { options.fixed_piao } else { 0 };
    Ok(chosen.unwrap_or([fixed; Seat::MAX]).map(|piao| piao as u8))
}

/// Where melds name a seat, it is one of the table, and another than the winner's if the meld was claimed.
fn check_meld_seats(facts: &Facts<'_>, seats: usize, winner: Seat) -> Result<(), Refusal> {
    for raw in facts.raw_melds() {
        let Some(number) = raw.from else { continue };
        if facts.seat("melds", number, seats)? == winner && raw.kind != "kong_concealed" {
            let why = sentence!("副露不能来自胡家自己", "melds: from is the winner itself");
            return Err(facts.refuse(REQUEST, why));
        }
    }
    Ok(())
}

impl Written {
    fn read(facts: &Facts<'_>, options: &AnhuaOptions, is_dealer: bool) -> Written {
        // What cannot be read is left to the check of the tiles.
        let number = |text: &str| parse_tiles(text).ok().map(|list| list.len());
        let melds = facts.raw_melds();
        let birds = options.bird_type != BirdType::None;
        Written {
            given: facts.has("indicator") && facts.has("concealed"),
            winning_tile: facts.has("winning_tile"),
            kong_tiles: facts.text("kong_tiles").map(number),
            birds: facts.text("birds").and_then(number),
            turned: options.kong_tiles as usize,
            most_birds: if birds { options.bird_count as usize } else { 0 },
            melded: !melds.is_empty(),
            kong: melds.iter().filter_map(|m| MeldKind::from_name(m.kind)).any(MeldKind::is_kong),
            is_dealer,
            opening: facts.words("context").is_some_and(|names| names.contains(&"opening_four_kings")),
            situation: Situation::SelfDraw,
        }
    }
}

impl Described {
    fn read(facts: &Facts<'_>) -> Result<Described, Refusal> {
        let options: AnhuaOptions = facts.options()?;
        let seats = facts.players(Anhua::SEATS)?;
        if !facts.has("winner") {
            return Err(facts.refuse(REQUEST, sentence!("还没有说谁胡", "winner is missing")));
        }
        let (dealer, winner) = facts.dealer_and_winner(seats)?;
        let source = facts.source()?;
        let from = if source == Source::SelfDraw {
            facts.from_nobody(&["from"])?;
            None
        } else {
            Some(facts.payer(winner, seats, |_| true)?)
        };
        let several = read_co_winners(facts, &options, seats, winner, from)?;
        let piao = read_piao(facts, &options, seats)?;
        check_meld_seats(facts, seats, winner)?;
        let mut written = Written::read(facts, &options, winner == dealer);
        facts.check(&written, FIELD_CHECKS)?;
        let flags = facts.flags(source, Repeats::Refused)?;
        let situation = match (flags.names(), source) {
            (["kong_draw"], _) => Situation::KongDraw,
            (["kong_discard"], _) => Situation::KongDiscard,
            (["opening_four_kings"], _) => Situation::Opening,
            (["sea_bottom"], _) => Situation::SeaBottom,
            (_, Source::SelfDraw) => Situation::SelfDraw,
            (_, Source::Discard) => Situation::Discard,
            (_, Source::RobKong) => Situation::RobKong,
        };
        written.situation = situation;
        facts.check(&written, WAY_CHECKS)?;
        let tiles = Tiles::read(facts, &options, winner, situation)?;
        facts.may_rob(source, options.rob_kong)?;
        Ok(Described { options, seats, dealer, winner, from, several, situation, piao, tiles })
    }

    /// Looks at the hand as won on this tile.
    fn with<T>(&self, tile: Option<Tile>, look: impl FnOnce(&Claim<'_>) -> T) -> T {
        let mut closed = self.tiles.concealed;
        tile.into_iter().for_each(|tile| closed.add(tile));
        let (melds, kings, situation) = (&self.tiles.melds, self.tiles.kings, self.situation);
        look(&Claim { hand: &closed, melds, kings, situation })
    }
}

impl Tiles {
    fn read(
        facts: &Facts<'_>,
        options: &AnhuaOptions,
        winner: Seat,
        situation: Situation,
    ) -> Result<Tiles, Refusal> {
        let indicator = facts.tile("indicator", Fault::Tiles)?.unwrap_or_default();
        let closed = facts.tiles("concealed")?;
        let winning_tile = facts.tile("winning_tile", Fault::Tiles)?;
        let kong_tiles = facts.tiles("kong_tiles")?;
        let birds = facts.tiles("birds")?;
        facts.meld_tiles()?;
        let melds = facts.melds(winner, Seat::MAX, MeldFrom::Ignored)?;
        facts.hand_size(closed.len(), melds.len())?;
        let kings = Kings::new(indicator, options);
        let claimed = winning_tile.filter(|_| matches!(situation, Situation::Discard | Situation::RobKong));
        let mut own: Vec<Tile> = melds.iter().flat_map(Meld::tiles).collect();
        if let Some(king) = own.iter().chain(&claimed).find(|tile| kings.contains(**tile)) {
            let why = sentence!(
                "{king} 是王：不能放进副露，也没有人会打出来",
                "{king} is a king: it lies in no meld and is never thrown"
            );
            return Err(facts.refuse(Fault::Tiles, why));
        }
        own.extend(closed.iter().chain(&birds).chain([&indicator]));
        if let Some(tile) = claimed.filter(|tile| situation == Situation::RobKong && own.contains(tile)) {
            let why = sentence!(
                "抢杠的 {tile} 四张都在别家，自己不会再有",
                "{tile} is robbed from a kong of four: it cannot lie elsewhere"
            );
            return Err(facts.refuse(Fault::Tiles, why));
        }
        facts.copies(own.into_iter().chain(winning_tile).chain(kong_tiles.iter().copied()))?;
        let mut concealed = Hand::EMPTY;
        closed.iter().for_each(|tile| concealed.add(*tile));
        let full = winning_tile.filter(|tile| *tile == kings.full_kind()).is_some() as u8;
        if situation == Situation::Opening && concealed.count(kings.full_kind()) + full < 4 {
            let why = sentence!("起手没有同一种王四张", "the dealt hand has no four kings of one kind");
            return Err(facts.refuse(Fault::Context, why));
        }
        Ok(Tiles { indicator, kings, concealed, melds, winning_tile, kong_tiles, birds })
    }
}

fn win(facts: &Facts<'_>, hand: &Described) -> Result<WinAnswer, Refusal> {
    let (tile, scored) = best(facts, hand)?;
    let winner = hand.winner;
    let start = if hand.several { hand.from.unwrap_or(winner) } else { winner };
    let places = Places { dealer: hand.dealer, winner: start, seats: hand.seats };
    let hits = Hits::of(&hand.options, hand.tiles.birds.iter().copied(), places);
    let payers: Vec<Seat> = match hand.from {
        Some(from) => vec![from],
        None => winner.others(hand.seats).collect(),
    };
    let mut explanation = Explanation::default();
    explanation.add_reading(hand.with(tile, |claim| score::explain(&hand.options, claim, tile)));
    for payer in payers {
        let stakes = Stakes {
            birds: hits.factor(&hand.options, winner, payer),
            winner_piao: hand.piao[winner.index()],
            payer_piao: hand.piao[payer.index()],
        };
        explanation.pay(hand.situation.payment(), payer, winner, &steps(&hand.options, &scored, stakes));
    }
    let line = |(fan, _): (fans::F, u8)| FanLine { id: fan.id(), value: fan.fan().value, count: 1 };
    Ok(WinAnswer {
        fans: scored.fans.iter().map(line).collect(),
        total: scored.total,
        king_class: scored.king_class,
        winning_tile: tile,
        deltas: explanation.deltas(hand.seats),
        explanation,
    })
}

/// The hand with the winning tile, or with the dearest kong tile (the first of equal ones).
fn best(facts: &Facts<'_>, hand: &Described) -> Result<(Option<Tile>, Scored), Refusal> {
    let candidates: Vec<Option<Tile>> = match &hand.tiles.kong_tiles[..] {
        [] => vec![hand.tiles.winning_tile],
        tiles => tiles.iter().copied().map(Some).collect(),
    };
    let mut best: Option<(Option<Tile>, Scored)> = None;
    let mut forbidden = false;
    for tile in candidates {
        match hand.with(tile, |claim| score(&hand.options, claim)) {
            Ok(scored) if best.is_none_or(|(_, b)| scored.total > b.total) => best = Some((tile, scored)),
            Ok(_) | Err(NoWin::Shape) => {}
            Err(NoWin::KingClaim) => forbidden = true,
        }
    }
    best.ok_or_else(|| {
        if !forbidden {
            return facts.no_win();
        }
        let why = sentence!(
            "有这些王，不能这样胡别人的牌：单王只能抢杠、胡杠牌，三王以上只能自摸",
            "a hand with such kings may not win on another's tile in this way"
        );
        facts.refuse(Fault::Own("illegal:king_claim"), why)
    })
}

fn waits(facts: &Facts<'_>) -> Result<WaitsAnswer, Refusal> {
    let options: AnhuaOptions = facts.options()?;
    let seats = facts.players(Anhua::SEATS)?;
    let (_, winner) = facts.dealer_and_winner(seats)?;
    if facts.words("context").is_some_and(|flags| !flags.is_empty()) {
        let why = sentence!("查听牌时没有情况可选", "waits have no circumstances");
        return Err(facts.refuse(Fault::Context, why));
    }
    facts.check(&Written::read(facts, &options, false), &FIELD_CHECKS[..1])?;
    let Tiles { indicator, kings, concealed, melds, .. } =
        Tiles::read(facts, &options, winner, Situation::SelfDraw)?;
    let rules = Anhua { options, seats: seats as u8 };
    let waits = score::waits(rules, &concealed, &melds, kings, indicator);
    Ok(WaitsAnswer {
        tenpai: shape::is_ready(&concealed, &melds, kings),
        waits: waits.into_iter().map(|wait| (wait.tile, wait.total)).collect(),
    })
}

fn end(facts: &Facts<'_>) -> Result<FinalAnswer, Refusal> {
    let options: AnhuaOptions = facts.options()?;
    let seats = facts.players(Anhua::SEATS)?;
    let totals = facts.numbers("totals").unwrap_or_default();
    let within = totals.iter().all(|t| (-MOST_TOTAL..=MOST_TOTAL).contains(t));
    if totals.len() != seats || !within || totals.iter().sum::<i64>() != 0 {
        let why = sentence!(
            "totals 要给 {seats} 家各写一个数，不超过 {MOST_TOTAL}，合计为 0",
            "totals are {seats} numbers, none beyond {MOST_TOTAL}, that add up to 0"
        );
        return Err(facts.refuse(REQUEST, why));
    }
    let mut last = [0; Seat::MAX];
    last.iter_mut().zip(totals).for_each(|(last, total)| *last = total as i32);
    let corrections = course::settle_match(&options, seats, &last);
    for correction in &corrections {
        last.iter_mut().zip(correction.deltas).for_each(|(total, delta)| *total += delta);
    }
    let line = |c: &sifang_table::Correction| CorrectionLine {
        deltas: c.deltas[..seats].to_vec(),
        zh: c.why.zh,
        en: c.why.en,
        clause: c.why.clause,
    };
    let corrections = corrections.iter().map(line).collect();
    Ok(FinalAnswer { r#final: last[..seats].to_vec(), corrections })
}

impl Contract for Anhua {
    type Answer = Answer;
    type WaitsAnswer = Answer;
    type ScriptFields = ScriptFields;
    type Report = NoFields;

    fn score(request: &WinRequest) -> Result<Answer, Refusal> {
        answer(request, Query::Win)
    }

    fn waits(request: &WinRequest) -> Result<Answer, Refusal> {
        answer(request, Query::Waits)
    }

    fn stack(&self, script: &Script<ScriptFields>) -> Result<Stacked<()>, String> {
        let indicator = script.more.indicator.as_deref().ok_or("the indicator is missing")?;
        let indicator = parse_tile(indicator).map_err(|e| format!("indicator: {e}"))?;
        let dice = script.more.dice.as_deref().unwrap_or_default();
        if dice.contains(&0) {
            return Err("dice: a throw is 1 or more".into());
        }
        Ok(Stacked { dice: Dice::new(dice), ..Stacked::new::<Self>(script, &[indicator], &[])? })
    }

    fn silent_action(deal: &Deal<Self>, _seat: Seat) -> Option<Action> {
        (deal.phase() == Some(&Phase::Float)).then_some(Action::Float(0))
    }
}
