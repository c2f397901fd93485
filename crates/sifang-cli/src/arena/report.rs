//! What an arena found, for people and for programs.

use super::program::{Faults, Program};
use super::table::{Player, Points};
use crate::layout::Columns;
use serde::Serialize;
use sifang_options::Lang;
use std::io::{self, Write};

/// 95 % of a normal distribution lie within so many standard errors.
const INTERVAL: f64 = 1.96;

/// A mean and its 95 % interval; the wall is the unit.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Estimate {
    pub(crate) mean: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Estimate {
    fn of(values: impl Iterator<Item = f64> + Clone) -> Estimate {
        let n = values.clone().count().max(1) as f64;
        let mean = values.clone().sum::<f64>() / n;
        let squares: f64 = values.map(|x| (x - mean).powi(2)).sum();
        let error = if n > 1.0 { (squares / (n - 1.0) / n).sqrt() } else { f64::INFINITY };
        Estimate { mean, low: mean - INTERVAL * error, high: mean + INTERVAL * error }
    }

    /// How much the first place has more in one run than in the other.
    pub(crate) fn of_difference(one: &Points, other: &Points) -> Estimate {
        Estimate::of(one.iter().zip(other).map(|(one, other)| one[0] - other[0]))
    }

    fn has_zero(&self) -> bool {
        self.low <= 0.0 && 0.0 <= self.high
    }

    fn text(&self) -> [String; 2] {
        [format!("{:+.2}", self.mean), format!("{:+.2} … {:+.2}", self.low, self.high)]
    }
}

/// A player and what it won.
#[derive(Debug, Serialize)]
pub(crate) struct Seated {
    player: String,
    points: Estimate,
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<Conduct>,
}

/// How a program behaved.
#[derive(Debug, Serialize)]
struct Conduct {
    asked: u64,
    ms_per_answer: f64,
    ms_slowest: f64,
    #[serde(flatten)]
    faults: Faults,
    given_up: bool,
}

impl Seated {
    pub(crate) fn new(
        name: &str,
        place: usize,
        player: &Player,
        points: &Points,
        programs: &[Program],
    ) -> Seated {
        let program = match player {
            Player::Program(number) => programs.get(*number),
            Player::Bot(_) => None,
        };
        let conduct = |program: &Program| Conduct {
            asked: program.asked,
            ms_per_answer: 1e3 * program.thought.as_secs_f64() / program.asked.max(1) as f64,
            ms_slowest: 1e3 * program.slowest.as_secs_f64(),
            faults: program.faults,
            given_up: program.is_given_up(),
        };
        let points = Estimate::of(points.iter().map(|wall| wall[place]));
        Seated { player: name.trim().to_owned(), points, program: program.map(conduct) }
    }
}

/// What an arena found.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) rules: &'static str,
    pub(crate) seed: u64,
    pub(crate) walls: u64,
    pub(crate) deals: u64,
    pub(crate) limit_ms: u64,
    pub(crate) reference: &'static str,
    pub(crate) players: Vec<Seated>,
    /// The first player less the reference in its place.
    pub(crate) better: Estimate,
    /// The reference less the reference with other luck.
    pub(crate) luck_alone: Estimate,
}

impl Report {
    pub(crate) fn print(&self, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
        let Report { rules, deals, walls, seed, reference, better, luck_alone, .. } = self;
        match lang {
            Lang::Zh => writeln!(out, "{rules}：{deals} 局（{walls} 副牌墙，各座位轮流），种子 {seed}")?,
            Lang::En => {
                writeln!(out, "{rules}: {deals} deals ({walls} walls, each in every seating), seed {seed}")?
            }
        }
        let mut columns = Columns::right(&[1, 2]);
        columns.row(match lang {
            Lang::Zh => ["玩家", "每局得分", "95% 区间"],
            Lang::En => ["player", "points/deal", "95 % interval"],
        });
        for player in &self.players {
            let [mean, interval] = player.points.text();
            columns.row([player.player.as_str(), &mean, &interval]);
        }
        columns.print(out)?;
        let first = self.players.first().map_or("", |first| first.player.as_str());
        let ([more, around], [luck, near]) = (better.text(), luck_alone.text());
        match lang {
            Lang::Zh => {
                writeln!(out, "{first} 比同一座位上的 {reference} 每局多 {more}（{around}）")?;
                writeln!(
                    out,
                    "对照（A/A）：{reference} 比换了运气的自己多 {luck}（{near}）{}",
                    aa(luck_alone, lang)
                )?;
            }
            Lang::En => {
                writeln!(out, "{first} less {reference} in the same seats: {more} ({around})")?;
                writeln!(
                    out,
                    "A/A: {reference} less itself with other luck: {luck} ({near}){}",
                    aa(luck_alone, lang)
                )?;
            }
        }
        for player in &self.players {
            if let Some(conduct) = &player.program {
                conduct.print(&player.player, lang, out)?;
            }
        }
        Ok(())
    }
}

/// What an A/A run that does not hold means.
fn aa(estimate: &Estimate, lang: Lang) -> &'static str {
    match (estimate.has_zero(), lang) {
        (true, Lang::Zh) => "，符合预期",
        (true, Lang::En) => ", as it should be",
        (false, Lang::Zh) => "，区间不含 0：二十次中会有一次，请换种子再试",
        (false, Lang::En) => ", without zero: happens once in twenty times; try another seed",
    }
}

impl Conduct {
    fn print(&self, name: &str, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
        let Conduct { asked, ms_per_answer, ms_slowest, faults, given_up } = self;
        let Faults { timeouts, garbage, illegal, crashes, hangs, missed } = faults;
        match lang {
            Lang::Zh => {
                writeln!(
                    out,
                    "{name}：问了 {asked} 次，平均 {ms_per_answer:.2} 毫秒，最慢 {ms_slowest:.0} 毫秒"
                )?;
                if *missed > 0 || *crashes > 0 {
                    writeln!(
                        out,
                        "  {missed} 次按超时处理：超时 {timeouts}，看不懂的行 {garbage}，没有的选择 {illegal}；中途退出 {crashes}，挂起被结束 {hangs}"
                    )?;
                }
                if *given_up {
                    writeln!(out, "  退出次数太多，没有再启动；之后的座位都按超时处理")?;
                }
            }
            Lang::En => {
                writeln!(
                    out,
                    "{name}: asked {asked} times, {ms_per_answer:.2} ms an answer, the slowest {ms_slowest:.0} ms"
                )?;
                if *missed > 0 || *crashes > 0 {
                    writeln!(
                        out,
                        "  {missed} answered by the seat's time-out: {timeouts} too late, {garbage} lines that are no answer, \
                         {illegal} not offered; it ended {crashes} times, hung {hangs} times"
                    )?;
                }
                if *given_up {
                    writeln!(
                        out,
                        "  it ended too often and was not started again: its seat played time-outs from then on"
                    )?;
                }
            }
        }
        Ok(())
    }
}
