//! A disk that fails for one process while a trial wants it to: `fault.c`, and the file that switches it.

use crate::preload;
use anyhow::Result;
use rustix::io::Errno;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The library that makes it fail, and its switch.
pub(super) struct Fault {
    place: TempDir,
    library: PathBuf,
}

impl Fault {
    /// Compiles the library; nothing fails yet.
    pub(super) fn build() -> Result<Fault> {
        let place = tempfile::tempdir()?;
        let library = preload::compile(place.path(), "fault", include_str!("fault.c"))?;
        Ok(Fault { place, library })
    }

    /// What lets the paths that begin so fail for a process. The kernel knows them by their real names.
    pub(super) fn environment(&self, beginning: &Path) -> Vec<(String, OsString)> {
        vec![
            ("LD_PRELOAD".into(), self.library.clone().into()),
            ("SIFANG_FAULT".into(), self.switch().into()),
            ("SIFANG_FAULTY".into(), beginning.into()),
        ]
    }

    fn switch(&self) -> PathBuf {
        self.place.path().join("errno")
    }

    /// From now on every change fails with this error.
    pub(super) fn begin(&self, error: Errno) -> Result<()> {
        Ok(std::fs::write(self.switch(), error.raw_os_error().to_string())?)
    }

    /// All is well again.
    pub(super) fn end(&self) -> Result<()> {
        Ok(std::fs::remove_file(self.switch())?)
    }
}
