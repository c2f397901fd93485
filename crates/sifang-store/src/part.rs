//! A file that is not yet what it should be. It is made beside the place it is for, under another name, and gets its own name
//! only when it is whole and on the disk: a crash leaves at most the other name behind. Nothing is overwritten.

use crate::private;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// An unfinished file, empty at first and for its owner alone; taken away again unless it is finished.
#[derive(Debug)]
pub(crate) struct Unfinished {
    path: PathBuf,
    target: PathBuf,
}

impl Unfinished {
    /// Begins a file for this place, under its name with this ending. The error names what is in the way.
    pub(crate) fn begin(target: &Path, ending: &str) -> Result<Unfinished, (PathBuf, io::Error)> {
        let path = beside(target, ending);
        if target.exists() {
            return Err((target.into(), io::ErrorKind::AlreadyExists.into()));
        }
        match private::create_new(&path) {
            Ok(_) => Ok(Unfinished { path, target: target.into() }),
            Err(error) => Err((path, error)),
        }
    }

    /// Where it is until it is finished.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Brings the file to the disk and gives it its name.
    pub(crate) fn finish(self) -> io::Result<()> {
        File::options().write(true).open(&self.path)?.sync_all()?;
        std::fs::rename(&self.path, &self.target)?;
        // The name itself is on the disk when its folder is; where folders cannot be synced, it soon is anyway.
        let folder = self.target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // A finished one has its name already, and is not found under this one.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// The name of a file with something behind it.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
