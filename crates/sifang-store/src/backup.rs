//! A copy of everything while the server runs, and the way back from one.
//!
//! A copy is one file, made by the database itself from one moment between two commits: every line that was acknowledged before
//! is in it. Both ways the copy is checked before it gets its name: the database as a whole, and the digest chain of every live
//! room. Nothing is ever overwritten, and a copy is for its owner alone, as the data is: it has the key that signs records. What
//! is *not* in a copy: reports of the lab, which can be computed again.

use crate::part::{Unfinished, beside};
use crate::sqlite::{FILE, apart, live_rooms, lock, read_only};
use crate::{Damage, StoreError};
use rusqlite::Connection;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// What a copy holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Copied {
    /// Live rooms.
    pub rooms: u64,
    /// Players.
    pub players: u64,
    /// Finished matches.
    pub matches: u64,
    /// Its size.
    pub bytes: u64,
}

/// Why no copy was made, or none was put back.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CopyError {
    /// There is no database where one should be.
    #[error("there is no database at {0}")]
    Missing(PathBuf),
    /// Something is where the copy should go; nothing is overwritten.
    #[error("{0} is there already; nothing is overwritten")]
    Exists(PathBuf),
    /// The database is not whole.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// The logs of some rooms are not what was written.
    #[error("the logs of {} rooms are damaged; the first: {}", .0.len(), .0[0])]
    Rooms(Vec<Damage>),
    /// What was read back is not what was written; nothing was kept.
    #[error("what was read back is not what was written; nothing was kept")]
    Differs,
    /// The other side has ended.
    #[error("the copy was broken off")]
    Broken,
    /// The folder belongs to a running server, or a file cannot be read or written.
    #[error("{0}")]
    Failed(String),
}

impl From<StoreError> for CopyError {
    fn from(error: StoreError) -> Self {
        CopyError::Failed(error.to_string())
    }
}

impl From<rusqlite::Error> for CopyError {
    fn from(error: rusqlite::Error) -> Self {
        CopyError::Damaged(error.to_string())
    }
}

/// Copies the database of a folder into a file. The server may be running.
pub async fn backup(folder: &Path, out: &Path) -> Result<Copied, CopyError> {
    let (folder, out) = (folder.to_owned(), out.to_owned());
    apart(move || copy_out(&folder, &out)).await
}

fn copy_out(folder: &Path, out: &Path) -> Result<Copied, CopyError> {
    let source = folder.join(FILE);
    if !source.is_file() {
        return Err(CopyError::Missing(source));
    }
    let part = unfinished(out)?;
    let name = part.path().to_str();
    let name =
        name.ok_or_else(|| CopyError::Failed(format!("{} is not a name in Unicode", out.display())))?;
    // The database takes an empty file for a new one, and leaves it the mode it has.
    let made = read_only(&source)?.execute("VACUUM INTO ?", [name]);
    made.map_err(|error| CopyError::Failed(error.to_string()))?;
    finish(part, out)
}

/// Puts a copy into a folder that has no database yet. The server must not be running there.
pub async fn restore(from: &Path, folder: &Path) -> Result<Copied, CopyError> {
    let (from, folder) = (from.to_owned(), folder.to_owned());
    apart(move || copy_in(&from, &folder)).await
}

fn copy_in(from: &Path, folder: &Path) -> Result<Copied, CopyError> {
    if !from.is_file() {
        return Err(CopyError::Missing(from.into()));
    }
    let target = folder.join(FILE);
    for taken in [target.clone(), beside(&target, "-wal")] {
        if taken.exists() {
            return Err(CopyError::Exists(taken));
        }
    }
    let _lock = lock(folder)?;
    let part = unfinished(&target)?;
    // Byte by byte into a file of ours: a copy by the system would take over the mode of the other.
    let copy = || io::copy(&mut File::open(from)?, &mut File::options().write(true).open(part.path())?);
    copy().map_err(|error| failed(from, &error))?;
    finish(part, &target)
}

/// A place beside the final one, so that the final name never stands for half a copy.
fn unfinished(target: &Path) -> Result<Unfinished, CopyError> {
    Unfinished::begin(target, ".part").map_err(|(path, error)| match error.kind() {
        io::ErrorKind::AlreadyExists => CopyError::Exists(path),
        _ => failed(&path, &error),
    })
}

/// Checks a copy and gives it its name.
fn finish(part: Unfinished, target: &Path) -> Result<Copied, CopyError> {
    let copied = check(part.path())?;
    part.finish().map_err(|error| failed(target, &error))?;
    Ok(copied)
}

/// Whether a database is whole, and what it holds.
fn check(file: &Path) -> Result<Copied, CopyError> {
    let connection = read_only(file)?;
    let said: Vec<String> = connection
        .prepare("PRAGMA integrity_check(10)")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    if said != ["ok"] {
        return Err(CopyError::Damaged(said.join("; ")));
    }
    let copied = Copied {
        rooms: count(&connection, "SELECT count(*) FROM room")?,
        players: count(&connection, "SELECT count(*) FROM player")?,
        matches: count(&connection, "SELECT count(*) FROM played_match")?,
        bytes: std::fs::metadata(file).map_err(|error| failed(file, &error))?.len(),
    };
    let damages: Vec<Damage> =
        live_rooms(&connection)?.into_iter().filter_map(|room| room.log.err()).collect();
    if damages.is_empty() { Ok(copied) } else { Err(CopyError::Rooms(damages)) }
}

fn count(connection: &Connection, select: &str) -> Result<u64, CopyError> {
    let count: i64 = connection.query_row(select, [], |row| row.get(0))?;
    Ok(count.max(0) as u64)
}

fn failed(path: &Path, error: &std::io::Error) -> CopyError {
    CopyError::Failed(format!("{}: {error}", path.display()))
}
