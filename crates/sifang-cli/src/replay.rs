//! `sifang replay`: plays a saved match again and gives one verdict on it, part by part.

use crate::args::Replay;
use crate::exit::Failure;
use crate::layout::Columns;
use crate::{input, trust, views};
use anyhow::{Context, bail};
use serde_json::json;
use sifang_match::{Asked, Finding, Record, SIMULATED, Simulated, State, Verdict, judge, transcript};
use sifang_options::Lang;
use sifang_proto::{VerdictView, read_record};
use sifang_table::Journal;
use std::io::{self, Read as _, Write};

/// Largest record that is read, in bytes: far more than the longest match needs.
const LARGEST: u64 = 64 << 20;

/// Verifies a record; prints it move by move where asked.
pub(crate) fn run(asked: &Replay, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let keys = asked.key.as_deref().map(|key| trust::keys(key, lang)).transpose()?;
    let file = input::open(&asked.file, lang)?;
    let record = match read(file).with_context(|| asked.file.display().to_string()) {
        Ok(Read::Match(record)) => *record,
        Ok(Read::Deal(deal)) => return one_deal(&deal, asked, lang, out),
        Err(error) => return no_record(&error, asked.json, lang, out),
    };
    if let Some(deal) = asked.deal.filter(|deal| *deal as usize > record.deals.len()) {
        let deals = record.deals.len();
        return Err(Failure::usage(match lang {
            Lang::Zh => format!("没有第 {deal} 局，这份记录共 {deals} 局"),
            Lang::En => format!("there is no deal {deal}; the record has {deals}"),
        }));
    }
    if let Some(viewer) = &asked.views {
        return views::print(&record, viewer, asked.deal, lang, out);
    }
    let mut printed = Ok(());
    let verdict =
        judge(&record, keys.as_deref().map_or(Asked::Nobody, Asked::Keys), &mut |number, journal| {
            let wanted = asked.deal.map_or(asked.print, |deal| deal == number);
            if wanted && printed.is_ok() {
                printed = print_deal(number, journal, lang, out);
            }
        });
    printed?;
    if asked.json {
        writeln!(out, "{}", serde_json::to_string(&VerdictView::from(&verdict))?)?;
    } else {
        print_verdict(&verdict, lang, out)?;
    }
    if verdict.holds() { Ok(()) } else { Err(Failure::DoesNotHold) }
}

/// What a file may have.
pub(crate) enum Read {
    Match(Box<Record>),
    /// One deal of a simulation or of a learning program.
    Deal(Box<Simulated>),
}

/// Reads a record.
pub(crate) fn read(file: impl io::Read) -> anyhow::Result<Read> {
    let mut text = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut text)?;
    if text.len() as u64 > LARGEST {
        bail!("more than {LARGEST} bytes; no record of a match is that long");
    }
    let format = serde_json::from_slice::<Format>(&text).map(|head| head.format);
    if format.is_ok_and(|format| format == SIMULATED) {
        let deal = serde_json::from_slice(&text).context("not a record of a deal")?;
        return Ok(Read::Deal(Box::new(deal)));
    }
    read_record(&text).map(|record| Read::Match(Box::new(record))).context("not a record of a match")
}

/// The name of a record's form.
#[derive(serde::Deserialize)]
struct Format {
    format: String,
}

/// A single deal: its wall follows from a seed, and nobody has promised or signed anything.
fn one_deal(deal: &Simulated, asked: &Replay, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    if asked.views.is_some() || asked.deal.is_some_and(|number| number > 1) {
        return Err(Failure::usage(match lang {
            Lang::Zh => "这是模拟的一局，没有 --views，也只有第 1 局",
            Lang::En => "this is one deal of a simulation: it has no --views, and only deal 1",
        }));
    }
    let checked = deal.verify();
    if asked.json {
        let (holds, why) = (checked.is_ok(), checked.as_ref().err());
        writeln!(
            out,
            "{}",
            json!({"verdict": if holds { "proven" } else { "fails" }, "holds": holds, "error": why})
        )?;
    }
    let (count, seed, number) = (deal.commands.len(), deal.seed, deal.number);
    match (&checked, lang) {
        _ if asked.json => {}
        (Ok(journal), _) if asked.print || asked.deal.is_some() => print_deal(1, journal, lang, out)?,
        (Ok(_), Lang::Zh) => {
            writeln!(out, "模拟的一局成立：种子 {seed} 的第 {number} 副牌墙，重打 {count} 条命令")?
        }
        (Ok(_), Lang::En) => writeln!(
            out,
            "this deal of a simulation holds: wall {number} of seed {seed}, {count} commands played again"
        )?,
        (Err(why), Lang::Zh) => writeln!(out, "模拟的一局不成立：{why}")?,
        (Err(why), Lang::En) => writeln!(out, "this deal of a simulation does not hold: {why}")?,
    }
    if checked.is_ok() { Ok(()) } else { Err(Failure::DoesNotHold) }
}

/// A file that is no record holds nothing.
pub(crate) fn no_record(
    error: &anyhow::Error,
    json: bool,
    lang: Lang,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if json {
        writeln!(out, "{}", json!({"verdict": "fails", "holds": false, "error": format!("{error:#}")}))?;
    } else {
        let start =
            if lang == Lang::Zh { "读不出牌局记录：" } else { "this cannot be read as a record: " };
        writeln!(out, "{start}{error:#}")?;
    }
    Err(Failure::DoesNotHold)
}

fn print_deal(number: u32, journal: &Journal, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    match lang {
        Lang::Zh => writeln!(out, "第 {number} 局")?,
        Lang::En => writeln!(out, "Deal {number}")?,
    }
    writeln!(out, "{}", transcript(journal, lang))
}

/// The verdict in words: all in all, and then part by part.
pub(crate) fn print_verdict(verdict: &Verdict, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    let (text, deals, commands) = (verdict.outcome.text(lang), verdict.deals, verdict.commands);
    match lang {
        Lang::Zh => writeln!(out, "{text}（{deals} 局，重打 {commands} 条命令）")?,
        Lang::En => writeln!(out, "{text} ({deals} deals, {commands} commands played again)")?,
    }
    let mut columns = Columns::right(&[]);
    for part in &verdict.parts {
        let found = part.finding;
        let mark = match found.state() {
            State::Holds => "✓",
            State::Fails => "✗",
            State::Open => "?",
            State::Aside => "-",
        };
        columns.row([mark, found.part().text(lang), found.text(lang)]);
        for mismatch in &part.mismatches {
            columns.note(format!("      {}", mismatch.message(lang)));
        }
    }
    columns.print(out)?;
    let unasked = verdict.parts.iter().any(|part| part.finding == Finding::NobodyAsked);
    match lang {
        _ if !unasked => {}
        Lang::Zh => writeln!(out, "  出自哪台服务器，用 --key 给出它的公钥（见它的 /api/keys）来核对")?,
        Lang::En => writeln!(
            out,
            "  to check where it comes from, give the key of that server (its /api/keys) with --key"
        )?,
    }
    if let Some(key) = verdict.key {
        match lang {
            Lang::Zh => writeln!(out, "  签名公钥 {key}")?,
            Lang::En => writeln!(out, "  signed with {key}")?,
        }
    }
    Ok(())
}
