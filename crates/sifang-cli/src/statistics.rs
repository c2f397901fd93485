//! The statistics of a simulation as tables for people.

use crate::layout::Columns;
use sifang_options::{Lang, Text};
use sifang_sim::{BotReport, Report};
use sifang_table::RuleSet;
use std::io::{self, Write};

/// Prints a report. `changed` are the options that differ from their defaults, as `name=value`.
pub(crate) fn print<R: RuleSet>(
    report: &Report,
    changed: &[String],
    lang: Lang,
    out: &mut dyn Write,
) -> io::Result<()> {
    let name = R::NAME.get(lang);
    let (players, deals, seed, threads) = (report.players, report.deals, report.seed, report.threads);
    match lang {
        Lang::Zh => {
            writeln!(out, "{name}（{}）：{players} 人，{deals} 局，种子 {seed}，{threads} 线程", R::ID)?
        }
        Lang::En => {
            writeln!(
                out,
                "{name} ({}): {players} players, {deals} deals, seed {seed}, {threads} thread(s)",
                R::ID
            )?;
        }
    }
    if !changed.is_empty() {
        writeln!(out, "{} {}", Text::new("选项：", "options:").get(lang), changed.join(" "))?;
    }
    writeln!(out)?;
    totals(report, lang).print(out)?;
    writeln!(out)?;
    bots(&report.bots, lang).print(out)?;
    writeln!(out)?;
    fans::<R>(report, lang).print(out)
}

fn totals(report: &Report, lang: Lang) -> Columns {
    let mut table = Columns::right(&[]);
    let mut row = |name: Text, value: String| table.row([name.get(lang), &value]);
    let of_deals = |n: u64| format!("{n} ({})", percent(n as f64 / report.deals.max(1) as f64));
    row(Text::new("胡牌", "wins"), report.wins.to_string());
    row(Text::new("荒庄", "draws"), of_deals(report.draws));
    row(Text::new("决策", "decisions"), report.decisions.to_string());
    row(Text::new("用时（秒）", "seconds"), format!("{:.3}", report.seconds));
    row(Text::new("局/秒", "deals/s"), format!("{:.0}", report.deals_per_s));
    row(Text::new("决策/秒", "decisions/s"), format!("{:.0}", report.decisions_per_s));
    row(Text::new("摘要", "digest"), report.digest.clone());
    table
}

fn bots(bots: &[BotReport], lang: Lang) -> Columns {
    let mut table = Columns::right(&[2, 3, 4, 5, 6, 7, 8]);
    let header = [
        Text::new("机器人", "bot"),
        Text::new("座位", "seats"),
        Text::new("每局得分", "points/deal"),
        Text::new("95% 区间", "95 % interval"),
        Text::new("胡牌率", "win rate"),
        Text::new("点炮率", "deal-in rate"),
        Text::new("胡牌均得", "mean win"),
        Text::new("微秒/决策", "µs/decision"),
        Text::new("最慢", "slowest"),
    ];
    table.row(header.map(|text| text.get(lang)));
    let number = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.2}"));
    for bot in bots {
        let seats: Vec<String> = bot.seats.iter().map(usize::to_string).collect();
        let [low, high] = bot.ci95;
        table.row([
            bot.name.to_owned(),
            seats.join(","),
            format!("{:+.3}", bot.points_per_deal),
            format!("{low:+.3} … {high:+.3}"),
            percent(bot.win_rate),
            percent(bot.deal_in_rate),
            number(bot.mean_win),
            number(bot.us_per_decision),
            number(bot.us_slowest),
        ]);
    }
    table
}

/// The fans that came up, the most frequent first.
fn fans<R: RuleSet>(report: &Report, lang: Lang) -> Columns {
    let mut table = Columns::right(&[2, 3]);
    let header = [
        Text::new("番种", "fan"),
        Text::new("名称", "name"),
        Text::new("次数", "count"),
        Text::new("占胡牌", "share of wins"),
    ];
    table.row(header.map(|text| text.get(lang)));
    let mut seen: Vec<_> = report.fans.iter().filter(|(_, fan)| fan.count > 0).collect();
    seen.sort_by_key(|(_, fan)| std::cmp::Reverse(fan.count));
    for (id, fan) in seen {
        let term = R::FANS.iter().map(|fan| &fan.term).find(|term| term.id == *id);
        let name = term.map_or("", |term| Text::new(term.zh, term.en).get(lang));
        table.row([id, name, &fan.count.to_string(), &percent(fan.share_of_wins)]);
    }
    table
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}
