//! The files of the lab: one per comparison with its report, and beside it the report as a page.
//!
//! A file that cannot be written or read costs a report and nothing else; it is logged.

use serde::{Deserialize, Serialize};
use sifang_proto::{LabRun, PlayerId};
use sifang_store::private;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// A comparison as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Stored {
    /// Whose it is.
    pub(super) owner: PlayerId,
    /// When it was asked for.
    pub(super) began: u64,
    /// The comparison with its report.
    pub(super) run: LabRun,
}

/// The folder.
#[derive(Debug)]
pub(super) struct Kept(PathBuf);

impl Kept {
    pub(super) fn at(folder: &Path) -> Kept {
        // Reports hold no secret of a match, but nobody needs to read the data folder from outside.
        if let Err(error) = private::folder(folder) {
            tracing::error!(%error, "the lab's folder cannot be made");
        }
        for file in fs::read_dir(folder).into_iter().flatten().flatten() {
            private::narrow(&file.path());
        }
        Kept(folder.to_owned())
    }

    /// The names are ours (hexadecimal digits); what strangers ask for is compared with them and never becomes a path.
    fn path(&self, id: &str, ending: &str) -> PathBuf {
        self.0.join(format!("{id}.{ending}"))
    }

    fn write(&self, id: &str, ending: &str, bytes: &[u8]) {
        let (whole, unfinished) = (self.path(id, ending), self.path(id, "unfinished"));
        // One that was left behind would keep its own rights.
        let _ = fs::remove_file(&unfinished);
        let written = private::create_new(&unfinished).and_then(|mut file| file.write_all(bytes));
        if let Err(error) = written.and_then(|()| fs::rename(&unfinished, &whole)) {
            tracing::error!(%error, "a comparison cannot be kept");
        }
    }

    /// Keeps a comparison, with the page of its report where there is one.
    pub(super) fn keep(&self, stored: &Stored, page: Option<&str>) {
        if let Some(page) = page {
            self.write(&stored.run.id, "html", page.as_bytes());
        }
        match serde_json::to_vec(stored) {
            Ok(bytes) => self.write(&stored.run.id, "json", &bytes),
            Err(error) => tracing::error!(%error, "a comparison cannot be written"),
        }
    }

    pub(super) fn read(&self, id: &str) -> Option<Stored> {
        let bytes = fs::read(self.path(id, "json")).ok()?;
        serde_json::from_slice(&bytes).ok()
    }

    pub(super) fn page(&self, id: &str) -> Option<String> {
        fs::read_to_string(self.path(id, "html")).ok()
    }

    pub(super) fn forget(&self, id: &str) {
        for ending in ["json", "html"] {
            // A page is there only if there was a report.
            let _ = fs::remove_file(self.path(id, ending));
        }
    }

    /// Everything that is kept.
    pub(super) fn all(&self) -> Vec<Stored> {
        let Ok(files) = fs::read_dir(&self.0) else { return Vec::new() };
        let names = files
            .flatten()
            .map(|file| file.path())
            .filter(|path| path.extension().is_some_and(|e| e == "json"));
        names
            .filter_map(|path| {
                let stored: Option<Stored> =
                    fs::read(&path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
                let named =
                    stored.as_ref().is_some_and(|s| path.file_stem().is_some_and(|stem| *stem == *s.run.id));
                if !named {
                    tracing::warn!(path = %path.display(), "no comparison of the lab; it is left alone");
                }
                stored.filter(|_| named)
            })
            .collect()
    }
}
