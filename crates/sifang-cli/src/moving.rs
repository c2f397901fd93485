//! `sifang move`: all data of a server from a folder to a PostgreSQL database, or back.

use crate::args::Move;
use crate::backup::wait;
use crate::exit::Failure;
use sifang_options::Lang;
use sifang_store::{Address, Transferred, to_database, to_folder};
use std::io::Write;
use std::path::Path;

/// Brings everything over.
pub(crate) fn run(asked: &Move, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let (from, to) = (asked.from.as_str(), asked.to.as_str());
    let (moved, place) = match (Address::is_meant(from), Address::is_meant(to)) {
        (false, true) => {
            let address = address("--to", to)?;
            (wait(to_database(Path::new(from), &address), lang)?, address.to_string())
        }
        (true, false) => (wait(to_folder(&address("--from", from)?, Path::new(to)), lang)?, to.to_owned()),
        (is_database, _) => return Err(Failure::usage(same(is_database, lang))),
    };
    print_moved(&place, &moved, lang, out)
}

/// Reads an address; nothing of a wrong one is repeated.
fn address(flag: &str, text: &str) -> Result<Address, Failure> {
    text.parse().map_err(|why| Failure::usage(format!("{flag}: {why}")))
}

/// Both are folders, or both are databases.
fn same(is_database: bool, lang: Lang) -> &'static str {
    match (is_database, lang) {
        (false, Lang::Zh) => {
            "--from 和 --to 之一要是 postgres:// 开头的 URL；目录之间请用 `sifang backup` 和 `sifang restore`"
        }
        (false, Lang::En) => {
            "one of --from and --to is a URL that begins with postgres://; from folder to folder use `sifang backup` and \
             `sifang restore`"
        }
        (true, Lang::Zh) => "--from 和 --to 之一要是数据目录；数据库之间请用 pg_dump 和 pg_restore",
        (true, Lang::En) => {
            "one of --from and --to is a data folder; from database to database use pg_dump and pg_restore"
        }
    }
}

fn print_moved(place: &str, moved: &Transferred, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let Transferred { rooms, players, matches, digest } = moved;
    let digest: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    match lang {
        Lang::Zh => writeln!(
            out,
            "已搬到 {place}：{rooms} 个进行中的房间，{players} 位玩家，{matches} 场对局；两边摘要相同（{digest}…）"
        )?,
        Lang::En => writeln!(
            out,
            "Moved to {place}: {rooms} live rooms, {players} players, {matches} matches; both sides have the digest {digest}…"
        )?,
    }
    Ok(())
}
