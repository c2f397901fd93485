//! The data folder: its lock, the rights on what is in it, and whether the database in it is one.
//!
//! A new database gets its name when its schema is complete and on the disk. So one that has its name and no content has lost it,
//! and is refused; no crash of ours leaves such a file.

use super::connection::new_file;
use super::migrate::begin;
use crate::part::{Unfinished, beside};
use crate::{Lost, StoreError, private};
use std::fs::File;
use std::path::{Path, PathBuf};

/// Name of the database in its folder.
pub(crate) const FILE: &str = "sifang.db";
/// The lock of a running server.
const LOCK: &str = "sifang.lock";
/// What the server keeps beside the database. It is filled only when there has been one.
const REPORTS: &str = "lab";

/// Makes the folder, takes its lock, and sees to it that it and the files of the database are their owner's alone.
pub(crate) fn lock(folder: &Path) -> Result<File, StoreError> {
    private::folder(folder).map_err(|error| failed(folder, &error))?;
    let file = private::options().create(true).append(true).open(folder.join(LOCK));
    let file = file.map_err(|error| failed(folder, &error))?;
    file.try_lock()
        .map_err(|_| StoreError::Failed(format!("{} is in use by another server", folder.display())))?;
    let database = folder.join(FILE);
    for path in [folder.join(LOCK), beside(&database, "-wal"), beside(&database, "-shm"), database] {
        private::narrow(&path);
    }
    Ok(file)
}

/// Makes a database in a folder that has none and never had one; one that is there must have a content.
pub(super) fn make_if_new(folder: &Path) -> Result<(), StoreError> {
    let file = folder.join(FILE);
    match std::fs::metadata(&file) {
        Ok(found) if found.is_file() && found.len() == 0 => Err(StoreError::Lost(Lost::Empty(file))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => match trace(folder, &file) {
            Some(beside) => Err(StoreError::Lost(Lost::Missing { file, beside })),
            None => make(&file),
        },
        // Whatever else may be wrong with it, opening it says so.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Something that is there only where there has been a database.
fn trace(folder: &Path, file: &Path) -> Option<PathBuf> {
    let log = beside(file, "-wal");
    let reports = folder.join(REPORTS);
    let is_filled = || std::fs::read_dir(&reports).is_ok_and(|mut files| files.next().is_some());
    if log.exists() { Some(log) } else { is_filled().then_some(reports) }
}

/// Makes a database with the present schema, and gives it its name last of all.
fn make(file: &Path) -> Result<(), StoreError> {
    const NEW: &str = ".new";
    for ending in ["", "-journal"] {
        // Only a server that was interrupted here has left one, and this one holds the lock.
        let _ = std::fs::remove_file(beside(&beside(file, NEW), ending));
    }
    let new = Unfinished::begin(file, NEW).map_err(|(path, error)| failed(&path, &error))?;
    let mut connection = new_file(new.path())?;
    begin(&mut connection)?;
    connection.close().map_err(|(_, error)| error)?;
    new.finish().map_err(|error| failed(file, &error))
}

fn failed(path: &Path, error: &std::io::Error) -> StoreError {
    StoreError::Failed(format!("{}: {error}", path.display()))
}
