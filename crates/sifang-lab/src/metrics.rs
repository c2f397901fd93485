//! The list of what is measured: each number is a sum over deals divided by another sum over deals.
//!
//! The list of a rule set follows from its seats, its fan table and its terms. Its order decides the order of every table.

use crate::catalogue::members;
use crate::facts::{DealFacts, MatchFacts, Played};
use crate::plan::Length;
use serde::Serialize;
use sifang_options::Text;
use sifang_table::{End, RuleSet, Source, Term};
use sifang_tiles::Seat;

/// Points of one seat in one deal beyond which they count as this many, so that sums of fourth powers fit. No rule book with sensible
/// options comes near.
const MOST_POINTS: i64 = 1 << 24;
/// The squares of a match count at most so much, for the same reason.
const MOST_SQUARES: i64 = MOST_POINTS * MOST_POINTS;

/// What belongs together on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Group {
    /// Whole matches: their length, who deals, final points.
    Match,
    /// How deals go: draws, length, wins.
    Deal,
    /// Deals by number of winners.
    Winners,
    /// How wins come about.
    Source,
    /// Points: of a win, moved in a deal, their spread, kong money, refunds.
    Points,
    /// Points by place from the dealer.
    Seat,
    /// Deals won by place from the dealer.
    SeatWins,
    /// Wins that have a fan.
    Fan,
    /// Points paid for wins that have a fan, of all points paid for wins.
    FanIncome,
    /// Points by what they are paid for.
    Payment,
    /// Deals in which a term of the rule book mattered.
    Clause,
}

impl Group {
    /// All groups in the order of the tables.
    pub const ALL: [Group; 11] = [
        Group::Match,
        Group::Deal,
        Group::Winners,
        Group::Source,
        Group::Points,
        Group::Seat,
        Group::SeatWins,
        Group::Fan,
        Group::FanIncome,
        Group::Payment,
        Group::Clause,
    ];

    /// Its heading.
    pub const fn title(self) -> Text {
        match self {
            Group::Match => Text::new("整场", "Matches"),
            Group::Deal => Text::new("对局", "Deals"),
            Group::Winners => Text::new("每局胡家数", "Winners of a deal"),
            Group::Source => Text::new("胡牌方式", "How wins come about"),
            Group::Points => Text::new("分数", "Points"),
            Group::Seat => Text::new("座位：每局得分", "Places: points a deal"),
            Group::SeatWins => Text::new("座位：胡牌率", "Places: deals won"),
            Group::Fan => Text::new("番种：占胡牌的比例", "Fans: share of wins"),
            Group::FanIncome => Text::new("番种：占胡牌得分的比例", "Fans: share of the points of wins"),
            Group::Payment => Text::new("各类付分：每局分数", "Payments: points a deal"),
            Group::Clause => Text::new("条文起作用的局", "Deals in which a clause mattered"),
        }
    }
}

/// What a number is counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Unit {
    /// A part of a whole, 0 to 1.
    Share,
    /// Points.
    Points,
    /// Thrown tiles.
    Turns,
    /// A number of things.
    Count,
}

/// What a sum is divided by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Base {
    Deals,
    Matches,
    MatchSeats,
    /// Deals after the first of a match.
    LaterDeals,
    Wins,
    WinPoints,
    Seats,
}

/// What is summed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Of {
    MatchDeals,
    DealerStays,
    FinalAt(usize),
    BestFinal,
    FinalSquares,
    WallUsedUp,
    NobodyWon,
    Penalty,
    Wins,
    Turns,
    Winners(usize),
    Source(Source),
    WinPoints,
    Moved,
    Squares,
    Kong,
    Refund,
    Other,
    PointsAt(usize),
    WonAt(usize),
    Fan(usize),
    FanPoints(usize),
    Paid(usize),
    Mattered(usize),
}

/// One number that is measured.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Metric {
    pub(crate) id: String,
    pub(crate) name: Text,
    pub(crate) group: Group,
    pub(crate) unit: Unit,
    pub(crate) base: Base,
    /// The square root of the quotient is what is shown.
    pub(crate) root: bool,
    of: Of,
}

impl Metric {
    fn new(id: impl Into<String>, zh: &'static str, en: &'static str, group: Group, of: Of) -> Metric {
        let unit = match group {
            Group::Match | Group::Points | Group::Seat | Group::Payment => Unit::Points,
            _ => Unit::Share,
        };
        Metric { id: id.into(), name: Text::new(zh, en), group, unit, base: Base::Deals, root: false, of }
    }

    fn of_term(kind: &str, term: &Term, group: Group, of: Of) -> Metric {
        Metric::new(format!("{kind}:{}", term.id), term.zh, term.en, group, of)
    }

    /// What a wall adds to the sum.
    pub(crate) fn value(&self, played: &Played) -> i64 {
        match (&played.whole, self.group) {
            (Some(end), Group::Match) => self.of_match(end, &played.deals),
            (None, Group::Match) => 0,
            _ => played.deals.iter().map(|deal| self.of_deal(deal)).sum::<i64>().min(MOST_SQUARES),
        }
    }

    fn of_match(&self, end: &MatchFacts, deals: &[DealFacts]) -> i64 {
        let at = |place: usize| (usize::from(end.first_dealer) + place) % end.totals.len();
        match self.of {
            Of::MatchDeals => deals.len() as i64,
            Of::DealerStays => {
                deals.windows(2).filter(|pair| pair[0].dealer == pair[1].dealer).count() as i64
            }
            Of::FinalAt(place) => i64::from(end.totals[at(place)]),
            Of::BestFinal => end.totals.iter().copied().max().map_or(0, i64::from),
            Of::FinalSquares => end.totals.iter().map(|p| square(i64::from(*p))).sum(),
            _ => 0,
        }
    }

    fn of_deal(&self, facts: &DealFacts) -> i64 {
        let count = |n: usize| n as i64;
        let at = |place: usize| (usize::from(facts.dealer) + place) % facts.points.len();
        match self.of {
            Of::WallUsedUp => i64::from(facts.end == End::Draw),
            Of::NobodyWon => i64::from(facts.wins.is_empty()),
            Of::Penalty => i64::from(facts.end == End::Penalty),
            Of::Wins => count(facts.wins.len()),
            Of::Turns => i64::from(facts.turns),
            Of::Winners(n) => i64::from(facts.wins.len() == n),
            Of::Source(source) => count(facts.wins.iter().filter(|win| win.source == source).count()),
            Of::WinPoints => facts.wins.iter().map(|win| win.income).sum(),
            Of::Moved => facts.moved(),
            Of::Squares => facts.points.iter().map(|p| square(i64::from(*p))).sum(),
            Of::Kong => facts.kong,
            Of::Refund => facts.refund,
            Of::Other => facts.other,
            Of::PointsAt(place) => i64::from(facts.points[at(place)]),
            Of::WonAt(place) => i64::from(facts.wins.iter().any(|win| usize::from(win.seat) == at(place))),
            Of::Fan(fan) => count(facts.wins.iter().filter(|win| win.fans >> fan & 1 == 1).count()),
            Of::FanPoints(fan) => {
                facts.wins.iter().filter(|win| win.fans >> fan & 1 == 1).map(|win| win.income).sum()
            }
            Of::Paid(term) => {
                facts.payments.iter().filter(|(place, _)| *place == term).map(|(_, points)| points).sum()
            }
            Of::Mattered(term) => i64::from(facts.mattered >> term & 1 == 1),
            Of::MatchDeals | Of::DealerStays | Of::FinalAt(_) | Of::BestFinal | Of::FinalSquares => 0,
        }
    }
}

fn square(points: i64) -> i64 {
    let points = points.clamp(-MOST_POINTS, MOST_POINTS);
    points * points
}

impl Base {
    /// What a wall adds to the divisor.
    pub(crate) fn value(self, played: &Played) -> i64 {
        let sum = |of: fn(&DealFacts) -> i64| played.deals.iter().map(of).sum();
        match self {
            Base::Deals => played.deals.len() as i64,
            Base::Wins => sum(|deal| deal.wins.len() as i64),
            Base::WinPoints => sum(|deal| deal.wins.iter().map(|win| win.income).sum()),
            Base::Seats => sum(|deal| deal.points.len() as i64),
            Base::Matches => i64::from(played.whole.is_some()),
            Base::MatchSeats => played.whole.as_ref().map_or(0, |end| end.totals.len() as i64),
            Base::LaterDeals => played.deals.len() as i64 - 1,
        }
    }

    /// All of them.
    pub(crate) const ALL: [Base; 7] = [
        Base::Deals,
        Base::Matches,
        Base::MatchSeats,
        Base::LaterDeals,
        Base::Wins,
        Base::WinPoints,
        Base::Seats,
    ];
}

const PLACES: [Text; Seat::MAX] = [
    Text::new("庄家", "Dealer"),
    Text::new("庄家下家", "First after the dealer"),
    Text::new("第三家", "Second after the dealer"),
    Text::new("第四家", "Third after the dealer"),
];

const WINNERS: [Text; Seat::MAX + 1] = [
    Text::new("无人胡", "No winner"),
    Text::new("一家胡", "One winner"),
    Text::new("两家胡", "Two winners"),
    Text::new("三家胡", "Three winners"),
    Text::new("四家胡", "Four winners"),
];

/// Everything that is measured for this rule set at a table of so many seats.
pub(crate) fn metrics<R: RuleSet>(seats: usize, length: Length) -> Vec<Metric> {
    let mut list = general();
    if length == Length::Match {
        list.extend(of_matches(seats));
    }
    let names = WINNERS.iter().take(seats + 1).enumerate();
    list.extend(names.map(|(n, name)| {
        Metric::new(format!("winners:{n}"), name.zh, name.en, Group::Winners, Of::Winners(n))
    }));
    for (place, name) in PLACES.iter().enumerate().take(seats) {
        let id = format!("seat:{place}");
        list.push(Metric::new(id, name.zh, name.en, Group::Seat, Of::PointsAt(place)));
        let id = format!("seat_wins:{place}");
        list.push(Metric::new(id, name.zh, name.en, Group::SeatWins, Of::WonAt(place)));
    }
    for (i, fan) in R::FANS.iter().enumerate() {
        let wins = Metric::of_term("fan", &fan.term, Group::Fan, Of::Fan(i));
        list.push(Metric { base: Base::Wins, ..wins });
        let income = Metric::of_term("fan_income", &fan.term, Group::FanIncome, Of::FanPoints(i));
        list.push(Metric { base: Base::WinPoints, ..income });
    }
    for (i, term) in R::TERMS.iter().enumerate() {
        list.push(Metric::of_term("payment", term, Group::Payment, Of::Paid(i)));
        list.push(Metric::of_term("clause", term, Group::Clause, Of::Mattered(i)));
    }
    let place = |metric: &Metric| Group::ALL.iter().position(|group| *group == metric.group);
    list.sort_by_key(place);
    list
}

const FINAL: [Text; Seat::MAX] = [
    Text::new("首局庄家终局得分", "Final points of the first dealer"),
    Text::new("首庄下家终局得分", "Final points of the next seat"),
    Text::new("第三家终局得分", "Final points of the third seat"),
    Text::new("第四家终局得分", "Final points of the fourth seat"),
];

fn of_matches(seats: usize) -> Vec<Metric> {
    let matches = |id: String, name: Text, of: Of| Metric {
        base: Base::Matches,
        ..Metric::new(id, name.zh, name.en, Group::Match, of)
    };
    let named = |id: &str, zh, en, of| matches(id.to_owned(), Text::new(zh, en), of);
    let mut list = vec![
        Metric {
            unit: Unit::Count, ..named("match_deals", "每场局数", "Deals in a match", Of::MatchDeals)
        },
        Metric {
            base: Base::LaterDeals,
            unit: Unit::Share,
            ..named("dealer_stays", "连庄", "The dealer deals again", Of::DealerStays)
        },
        named("best_final", "第一名终局得分", "Final points of the best", Of::BestFinal),
        Metric {
            base: Base::MatchSeats,
            root: true,
            ..named(
                "final_swing",
                "每家终局得分的标准差",
                "Standard deviation of a seat's final points",
                Of::FinalSquares,
            )
        },
    ];
    list.extend(
        FINAL
            .iter()
            .enumerate()
            .take(seats)
            .map(|(place, name)| matches(format!("final:{place}"), *name, Of::FinalAt(place))),
    );
    list
}

fn general() -> Vec<Metric> {
    use Group::{Deal, Points, Source as How};
    let wins = |metric: Metric| Metric { base: Base::Wins, ..metric };
    vec![
        Metric::new("wall_used_up", "牌墙摸完", "Wall used up", Deal, Of::WallUsedUp),
        Metric::new("nobody_won", "无人胡牌", "Deals nobody won", Deal, Of::NobodyWon),
        Metric::new("penalty", "因罚而终", "Ended by a penalty", Deal, Of::Penalty),
        Metric {
            unit: Unit::Count, ..Metric::new("wins", "每局胡牌数", "Wins in a deal", Deal, Of::Wins)
        },
        Metric {
            unit: Unit::Turns,
            ..Metric::new("turns", "每局打牌数", "Tiles thrown in a deal", Deal, Of::Turns)
        },
        wins(Metric::new("self_draw", "自摸", "By self-draw", How, Of::Source(Source::SelfDraw))),
        wins(Metric::new("discard", "点炮", "On a discard", How, Of::Source(Source::Discard))),
        wins(Metric::new("rob_kong", "抢杠", "By robbing a kong", How, Of::Source(Source::RobKong))),
        wins(Metric::new("win_points", "每次胡牌得分", "Points of a win", Points, Of::WinPoints)),
        Metric::new("moved", "每局易手的分", "Points that change hands in a deal", Points, Of::Moved),
        Metric {
            base: Base::Seats,
            root: true,
            ..Metric::new(
                "swing",
                "每家每局得分的标准差",
                "Standard deviation of a seat's points",
                Points,
                Of::Squares,
            )
        },
        Metric::new("kong", "每局杠分", "Kong money a deal", Points, Of::Kong),
        Metric::new("refund", "每局退还的分", "Points refunded a deal", Points, Of::Refund),
        Metric::new("other", "每局其他付分", "Other payments a deal", Points, Of::Other),
    ]
}

/// The ids of the fans whose bits are set, in the order of the fan table.
pub(crate) fn fan_ids<R: RuleSet>(bits: u128) -> Vec<&'static str> {
    members(bits).filter_map(|i| R::FANS.get(i)).map(|fan| fan.term.id).collect()
}

/// The ids of the terms whose bits are set, in their order.
pub(crate) fn term_ids<R: RuleSet>(bits: u128) -> Vec<&'static str> {
    members(bits).filter_map(|i| R::TERMS.get(i)).map(|term| term.id).collect()
}
