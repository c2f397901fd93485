//! `sifang replay`: plays a saved match again and says whether everything in it holds.

use crate::args::Replay;
use crate::exit::Failure;
use crate::input;
use crate::views;
use anyhow::{Context, bail};
use serde_json::json;
use sifang_match::{Mismatch, Record, Verified, transcript, verify_any};
use sifang_options::Lang;
use sifang_proto::read_record;
use sifang_table::Journal;
use std::fs::File;
use std::io::{self, Read, Write};

/// Largest record that is read, in bytes: far more than the longest match needs.
const LARGEST: u64 = 64 << 20;

/// Verifies a record; prints it move by move where asked.
pub(crate) fn run(asked: &Replay, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let file = input::open_file(&asked.file, lang)?;
    let record = match read(file).with_context(|| asked.file.display().to_string()) {
        Ok(record) => record,
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
    let result = verify_any(&record, &mut |number, journal| {
        let wanted = asked.deal.map_or(asked.print, |deal| deal == number);
        if wanted && printed.is_ok() {
            printed = print_deal(number, journal, lang, out);
        }
    });
    printed?;
    verdict(&result, asked.json, lang, out)?;
    if result.is_ok() { Ok(()) } else { Err(Failure::DoesNotHold) }
}

fn read(file: File) -> anyhow::Result<Record> {
    let mut text = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut text)?;
    if text.len() as u64 > LARGEST {
        bail!("more than {LARGEST} bytes; no record of a match is that long");
    }
    read_record(&text).context("not a record of a match")
}

/// A file that is no record holds nothing.
fn no_record(error: &anyhow::Error, json: bool, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    if json {
        writeln!(out, "{}", json!({"holds": false, "mismatches": [format!("{error:#}")]}))?;
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

fn verdict(
    result: &Result<Verified, Vec<Mismatch>>,
    json: bool,
    lang: Lang,
    out: &mut dyn Write,
) -> io::Result<()> {
    match result {
        Ok(Verified { deals, commands, finished }) if json => {
            let facts = json!({"holds": true, "deals": deals, "commands": commands, "finished": finished});
            writeln!(out, "{facts}")
        }
        Err(mismatches) if json => {
            let sentences: Vec<String> = mismatches.iter().map(|mismatch| mismatch.message(lang)).collect();
            writeln!(out, "{}", json!({"holds": false, "mismatches": sentences}))
        }
        Ok(verified) => writeln!(out, "{}", praise(verified, lang)),
        Err(mismatches) => {
            for mismatch in mismatches {
                writeln!(out, "{}", mismatch.message(lang))?;
            }
            let count = mismatches.len();
            match lang {
                Lang::Zh => writeln!(out, "不成立：{count} 处不符"),
                Lang::En => writeln!(out, "does not hold: {count} mismatch(es)"),
            }
        }
    }
}

fn praise(verified: &Verified, lang: Lang) -> String {
    let Verified { deals, commands, finished } = verified;
    match (lang, finished) {
        (Lang::Zh, true) => format!("成立：{deals} 局、{commands} 条命令；承诺、牌墙、结果与总分全部相符"),
        (Lang::Zh, false) => {
            format!("成立：{deals} 局、{commands} 条命令；承诺、牌墙与结果全部相符（整场尚未打完）")
        }
        (Lang::En, true) => {
            format!("holds: {deals} deals, {commands} commands; commitment, walls, results and totals agree")
        }
        (Lang::En, false) => format!(
            "holds: {deals} deals, {commands} commands; commitment, walls and results agree (the match was not played to its end)"
        ),
    }
}
