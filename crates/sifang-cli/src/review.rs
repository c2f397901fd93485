//! `sifang review`: what each decision of a finished match cost, for people, for programs, as a page.

use crate::args::Review as Asked;
use crate::exit::Failure;
use crate::layout::{Columns, wrapped};
use crate::replay::{self, Read};
use crate::{input, simulate};
use anyhow::Context;
use sifang_match::{Record, judge};
use sifang_options::{Lang, Text};
use sifang_proto::VerdictView;
use sifang_review::{Compared, Plan, Review, Said, SeatReview, action_words, html, people, review};
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_tiles::Seat;
use std::io::{self, Write};

/// Columns of a reason.
const WIDTH: usize = 96;

/// Verifies the record, reviews it and prints what was found.
pub(crate) fn run(asked: &Asked, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let file = input::open(&asked.file, lang)?;
    let record = match replay::read(file).with_context(|| asked.file.display().to_string()) {
        Ok(Read::Match(record)) => *record,
        Ok(Read::Deal(_)) => {
            return Err(Failure::usage(match lang {
                Lang::Zh => "这是模拟的一局；复盘需要整场对局的记录",
                Lang::En => "this is one deal of a simulation; a review needs the record of a match",
            }));
        }
        Err(error) => return replay::no_record(&error, asked.json, lang, out),
    };
    let verdict = judge(&record, sifang_match::Asked::Nobody, &mut |_, _| {});
    if !verdict.holds() {
        if asked.json {
            writeln!(out, "{}", serde_json::to_string(&VerdictView::from(&verdict))?)?;
        } else {
            replay::print_verdict(&verdict, lang, out)?;
        }
        return Err(Failure::DoesNotHold);
    }
    let id = RuleSetId::from_id(&record.rules).map_err(Failure::usage)?;
    let plan = plan(asked, &record, lang)?;
    with_rule_set!(id, R => report::<R>(asked, &record, &plan, lang, out))
}

/// What is asked for, if the record has it.
fn plan(asked: &Asked, record: &Record, lang: Lang) -> Result<Plan, Failure> {
    let (seats, deals) = (record.seats, record.deals.len());
    if deals == 0 {
        return Err(Failure::usage(match lang {
            Lang::Zh => "这份记录里一局也没有打完，没有可复盘的",
            Lang::En => "no deal of this record was finished: there is nothing to review",
        }));
    }
    if let Some(seat) = asked.seat.iter().find(|seat| **seat >= seats) {
        return Err(Failure::usage(match lang {
            Lang::Zh => format!("没有座位 {seat}，这份记录有 {seats} 个座位，从 0 数起"),
            Lang::En => format!("there is no seat {seat}; the record has {seats}, counted from 0"),
        }));
    }
    if let Some(deal) = asked.deal.filter(|deal| *deal as usize > deals) {
        return Err(Failure::usage(match lang {
            Lang::Zh => format!("没有第 {deal} 局，这份记录共 {deals} 局"),
            Lang::En => format!("there is no deal {deal}; the record has {deals}"),
        }));
    }
    let mut wanted: Vec<Seat> = asked.seat.iter().map(|seat| Seat::new((*seat).into())).collect();
    wanted.sort_unstable_by_key(|seat| seat.index());
    wanted.dedup();
    let seats = if wanted.is_empty() { people(record) } else { wanted };
    let threads = asked.threads.map_or_else(simulate::available_threads, usize::from);
    Ok(Plan { seats, deal: asked.deal, worlds: asked.worlds, seed: asked.seed, threads })
}

fn report<R: Insight>(
    asked: &Asked,
    record: &Record,
    plan: &Plan,
    lang: Lang,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let bar = simulate::progress_bar(0);
    let done = review::<R>(record, plan, &|done, all| {
        bar.set_length(all);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    // The record has been verified: it can be played again.
    let done = done.map_err(|mismatch| Failure::Outside(anyhow::anyhow!("{}", mismatch.message(lang))))?;
    if let Some(path) = &asked.html {
        std::fs::write(path, html(&done, R::NAME)).with_context(|| path.display().to_string())?;
    }
    if asked.json {
        writeln!(out, "{}", serde_json::to_string(&done)?)?;
    } else {
        print(&done, R::NAME, lang, out)?;
    }
    Ok(())
}

fn print(review: &Review, name: Text, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    let (name, player, worlds, seed) = (name.get(lang), review.player, review.worlds, review.seed);
    match lang {
        Lang::Zh => writeln!(out, "{name}：由 {player} 推演，疑似失误推演 {worlds} 个世界，种子 {seed}")?,
        Lang::En => writeln!(
            out,
            "{name}: played out by {player}, {worlds} worlds for what looks like a mistake, seed {seed}"
        )?,
    }
    review.seats.iter().try_for_each(|seat| print_seat(seat, lang, out))
}

fn print_seat(seat: &SeatReview, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    let SeatReview { seat: number, compared, mistakes, result, play, luck, .. } = seat;
    writeln!(out)?;
    match lang {
        Lang::Zh => writeln!(
            out,
            "{number} 号位：比较了 {compared} 次选择，失误 {mistakes} 次；结果 {result:+} = 失误 {play} 与运气 {luck}"
        )?,
        Lang::En => writeln!(
            out,
            "seat {number}: {compared} decisions compared, {mistakes} mistakes; result {result:+} = play {play} and luck {luck}"
        )?,
    }
    if *mistakes > 0 {
        writeln!(out, "\n{}", Text::new("代价最大的失误", "the costliest mistakes").get(lang))?;
        seat.worst().try_for_each(|mistake| print_mistake(mistake, lang, out))?;
    }
    writeln!(out, "\n{}", Text::new("逐局", "deal by deal").get(lang))?;
    let mut table = Columns::right(&[0, 1, 2, 3, 4, 5]);
    let header = [
        Text::new("局", "deal"),
        Text::new("结果", "result"),
        Text::new("失误", "play"),
        Text::new("运气", "luck"),
        Text::new("其中起手", "at the start"),
        Text::new("失误次数", "mistakes"),
    ];
    table.row(header.map(|title| title.get(lang)));
    for deal in &seat.deals {
        let found = deal.decisions.iter().filter(|compared| compared.mistake).count();
        let start = deal.start.map(|start| start.to_string()).unwrap_or_default();
        table.row([
            deal.deal.to_string(),
            format!("{:+}", deal.result),
            deal.play.to_string(),
            deal.luck.to_string(),
            start,
            found.to_string(),
        ]);
    }
    table.print(out)?;
    let shown = |d: usize, i: usize| seat.worst.contains(&[d, i]);
    let mut first = true;
    for (d, deal) in seat.deals.iter().enumerate() {
        for (i, mistake) in deal.decisions.iter().enumerate() {
            if mistake.mistake && !shown(d, i) {
                if std::mem::take(&mut first) {
                    writeln!(out, "\n{}", Text::new("其他失误", "the other mistakes").get(lang))?;
                }
                print_mistake(mistake, lang, out)?;
            }
        }
    }
    Ok(())
}

fn print_mistake(mistake: &Compared, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    let Compared { deal, place, hand, loss, worlds, .. } = mistake;
    let (value, low, high) = (loss.value, loss.low, loss.high);
    let [played, better] = [mistake.played, mistake.better].map(|action| {
        let words = action_words(action);
        Said { zh: words.zh, en: words.en }
    });
    let kind = mistake.kind.map_or("", |kind| kind.name().get(lang));
    let tile = mistake.tile.as_ref().map(|tile| format!(" ← {tile}")).unwrap_or_default();
    let (played, better) = (played.get(lang), better.get(lang));
    match lang {
        Lang::Zh => writeln!(
            out,
            "  −{value:.1}  {kind}：{played}，不如{better}（第 {deal} 局第 {place} 手，{hand}{tile}；损失 {low:.1} 到 {high:.1}，{worlds} 个世界）"
        )?,
        Lang::En => writeln!(
            out,
            "  −{value:.1}  {kind}: {played} instead of {better} (deal {deal}, move {place}, {hand}{tile}; loses {low:.1} to {high:.1}, {worlds} worlds)"
        )?,
    }
    let reason = mistake.reason.as_ref().map_or("", |reason| reason.get(lang));
    wrapped(reason, WIDTH).iter().try_for_each(|line| writeln!(out, "        {line}"))
}
