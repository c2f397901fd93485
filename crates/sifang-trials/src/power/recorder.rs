//! A server whose every change to its database is recorded, and the loss of its power.

use super::medium::{Deed, Files, Loss, Medium, entries};
use crate::{Host, preload};
use anyhow::{Context, Result};
use sifang_bots::Rng;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What all recorded files begin with.
const DATABASE: &str = "sifang.db";
/// How long a server at work may take to its next sync.
const PATIENCE: Duration = Duration::from_secs(20);

/// The library that records, and what is known of the disk since the server was started last.
pub(super) struct Recorder {
    place: TempDir,
    medium: Medium,
}

/// A power loss.
pub(super) struct Lost {
    /// Changes that were forgotten, whole or in part.
    pub(super) forgotten: usize,
    /// Whether the record explains the files as they were before it.
    pub(super) explained: bool,
    /// The files that would be left had the disk ignored every sync since the start.
    pub(super) had_it_lied: Files,
}

impl Recorder {
    /// Compiles the library.
    pub(super) fn build() -> Result<Recorder> {
        let place = tempfile::tempdir()?;
        preload::compile(place.path(), "recorder", include_str!("recorder.c"))?;
        Ok(Recorder { place, medium: Medium::default() })
    }

    fn record(&self) -> PathBuf {
        self.place.path().join("record")
    }

    fn cut(&self) -> PathBuf {
        self.place.path().join("record.cut")
    }

    /// What makes a server on this folder record itself.
    pub(super) fn environment(&self, folder: &Path) -> Result<Vec<(String, OsString)>> {
        // The database asks for its files by their real names.
        let recorded = folder.canonicalize()?.join(DATABASE);
        Ok(vec![
            ("LD_PRELOAD".into(), self.place.path().join("recorder.so").into()),
            ("SIFANG_RECORD".into(), self.record().into()),
            ("SIFANG_RECORDED".into(), recorded.into()),
        ])
    }

    /// Takes the power away: at once, or in the middle of the next sync. Then the data folder is what such a disk would hold.
    pub(super) async fn lose(
        &mut self,
        host: &mut Host,
        syncing: bool,
        loss: Loss,
        rng: &mut Rng,
    ) -> Result<Lost> {
        if syncing {
            fs::write(self.cut(), "")?;
            let start = Instant::now();
            while !host.has_ended()? && start.elapsed() < PATIENCE {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            fs::remove_file(self.cut())?;
        }
        host.kill()?;
        let record =
            fs::read(self.record()).context("nothing was recorded: is the server linked statically?")?;
        let done = entries(&record)?;
        let before = self.medium.clone();
        self.medium.take(&done, true)?;
        let explained = explains(&before, &done, &read(host.folder())?)?;
        let mut lied = before;
        lied.take(&done, false)?;
        let had_it_lied = lied.after(Loss::All, rng);
        let (forgotten, left) = (self.medium.pending(), self.medium.after(loss, rng));
        replace(host.folder(), &left)?;
        self.medium = Medium::new(left);
        fs::write(self.record(), "")?;
        Ok(Lost { forgotten, explained, had_it_lied })
    }
}

/// Whether the record leads from the files before to those now. The last entry may not have been carried out.
fn explains(before: &Medium, done: &[(String, Deed)], now: &Files) -> Result<bool> {
    for count in [done.len(), done.len().saturating_sub(1)] {
        let mut medium = before.clone();
        medium.take(&done[..count], true)?;
        if medium.seen() == *now {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The recorded files of a folder, by the end of their names.
fn read(folder: &Path) -> Result<Files> {
    let mut files = Files::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if let Some(end) = name.strip_prefix(DATABASE)
            && !end.contains("-shm")
        {
            files.insert(end.to_owned(), fs::read(entry.path())?);
        }
    }
    Ok(files)
}

/// Puts these files in the place of those that are there. What the database keeps in shared memory is gone.
pub(super) fn replace(folder: &Path, files: &Files) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(DATABASE) {
            fs::remove_file(entry.path())?;
        }
    }
    for (end, content) in files {
        fs::write(folder.join(format!("{DATABASE}{end}")), content)?;
    }
    Ok(())
}
