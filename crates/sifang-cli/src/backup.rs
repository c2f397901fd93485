//! `sifang backup` and `sifang restore`: all data of a server as one checked file, and back; `sifang vacuum`.

use crate::args::{Backup, Restore, Vacuum};
use crate::exit::Failure;
use sifang_options::Lang;
use sifang_store::{Address, Copied, CopyError, Vacuumed};
use std::io::Write;
use std::path::Path;

/// Copies the data of a server, running or not.
pub(crate) fn backup(asked: &Backup, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    is_folder(&asked.data, lang)?;
    let copied = wait(sifang_store::backup(&asked.data, &asked.out), lang)?;
    print_copied(("已备份到", "Copied to"), &asked.out, &copied, lang, out)
}

/// Puts a copy into an empty folder.
pub(crate) fn restore(asked: &Restore, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    is_folder(&asked.data, lang)?;
    let copied = wait(sifang_store::restore(&asked.from, &asked.data), lang)?;
    print_copied(("已恢复到", "Restored to"), &asked.data, &copied, lang, out)
}

/// Writes the database anew.
pub(crate) fn vacuum(asked: &Vacuum, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    is_folder(&asked.data, lang)?;
    let Vacuumed { before, after } = wait(sifang_store::vacuum(&asked.data), lang)?;
    match lang {
        Lang::Zh => writeln!(out, "{}：{before} 字节，现为 {after} 字节", asked.data.display())?,
        Lang::En => writeln!(out, "{}: {before} bytes, now {after}", asked.data.display())?,
    }
    Ok(())
}

/// Data in PostgreSQL has the tools of PostgreSQL. The address is not repeated: it may hold a password.
pub(crate) fn is_folder(data: &Path, lang: Lang) -> Result<(), Failure> {
    if !data.to_str().is_some_and(Address::is_meant) {
        return Ok(());
    }
    Err(Failure::usage(match lang {
        Lang::Zh => {
            "这里要写数据目录。PostgreSQL 里的数据用 pg_dump 备份、用 pg_restore 恢复，空间由 autovacuum 整理；\
             `sifang move` 可以在目录和数据库之间搬移数据"
        }
        Lang::En => {
            "this is about a data folder. Data in PostgreSQL is copied with pg_dump and put back with pg_restore, and autovacuum \
             looks after its space; `sifang move` brings data from a folder to a database and back"
        }
    }))
}

/// Runs work on data, and says in the reader's language what went wrong.
pub(crate) fn wait<T>(work: impl Future<Output = Result<T, CopyError>>, lang: Lang) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(work).map_err(|error| {
        let why = match lang {
            Lang::Zh => chinese(&error),
            Lang::En => error.to_string(),
        };
        Failure::Outside(anyhow::Error::msg(why))
    })
}

fn print_copied(
    (zh, en): (&str, &str),
    place: &Path,
    copied: &Copied,
    lang: Lang,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (place, Copied { rooms, players, matches, bytes }) = (place.display(), copied);
    match lang {
        Lang::Zh => writeln!(
            out,
            "{zh} {place}：{rooms} 个进行中的房间，{players} 位玩家，{matches} 场对局，{bytes} 字节；已核对"
        )?,
        Lang::En => writeln!(
            out,
            "{en} {place}: {rooms} live rooms, {players} players, {matches} matches, {bytes} bytes; checked"
        )?,
    }
    Ok(())
}

/// What went wrong with the data, in Chinese.
pub(crate) fn chinese(error: &CopyError) -> String {
    match error {
        CopyError::Missing(path) => format!("{} 处没有数据库", path.display()),
        CopyError::Exists(path) => format!("{} 已经存在，不会覆盖", path.display()),
        CopyError::Damaged(why) => format!("数据库已损坏：{why}"),
        CopyError::Rooms(damages) => {
            let first = damages.first().map(ToString::to_string).unwrap_or_default();
            format!("{} 个房间的日志已损坏，第一个：{first}", damages.len())
        }
        CopyError::Differs => "读回的内容与写入的不同，什么都没有保存".into(),
        CopyError::Broken => "复制中断".into(),
        CopyError::Failed(why) => format!("没有成功：{why}"),
    }
}
