//! The files of finished reviews, one for each match and seat. A file that cannot be written or read is worked out again.

use serde::{Deserialize, Serialize};
use sifang_match::MatchId;
use sifang_proto::{PlayerId, ReviewView, limits};
use sifang_store::private;
use sifang_tiles::Seat;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Changes whenever the same record would give another review.
const FORM: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Stored {
    form: u32,
    /// Whose decisions these are.
    owner: PlayerId,
    review: ReviewView,
}

/// The folder.
#[derive(Debug)]
pub(super) struct Kept(PathBuf);

impl Kept {
    pub(super) fn at(folder: &Path) -> Kept {
        if let Err(error) = private::folder(folder) {
            tracing::error!(%error, "the folder of the reviews cannot be made");
        }
        Kept(folder.to_owned())
    }

    fn path(&self, match_id: MatchId, seat: Seat, ending: &str) -> PathBuf {
        self.0.join(format!("{match_id}-{seat}.{ending}"))
    }

    pub(super) fn keep(&self, match_id: MatchId, seat: Seat, owner: PlayerId, review: ReviewView) {
        let [whole, unfinished] = ["json", "unfinished"].map(|ending| self.path(match_id, seat, ending));
        let bytes = serde_json::to_vec(&Stored { form: FORM, owner, review }).map_err(std::io::Error::from);
        // One that was left behind would keep its own rights.
        let _ = fs::remove_file(&unfinished);
        let written = bytes.and_then(|bytes| private::create_new(&unfinished)?.write_all(&bytes));
        if let Err(error) = written.and_then(|()| fs::rename(&unfinished, &whole)) {
            tracing::error!(%error, "a review cannot be kept");
        }
        self.forget_old();
    }

    pub(super) fn read(&self, match_id: MatchId, seat: Seat) -> Option<ReviewView> {
        read(&self.path(match_id, seat, "json")).map(|stored| stored.review)
    }

    /// Forgets what is kept of a player whose account is deleted.
    pub(super) fn forget(&self, owner: PlayerId) {
        let own =
            self.files().into_iter().filter(|path| read(path).is_some_and(|found| found.owner == owner));
        own.for_each(|path| remove(&path));
    }

    fn files(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(&self.0).into_iter().flatten().flatten();
        files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|e| e == "json")).collect()
    }

    /// Only so many are kept: the oldest go.
    fn forget_old(&self) {
        let mut files = self.files();
        let Some(surplus) = files.len().checked_sub(limits::REVIEWS_KEPT).filter(|surplus| *surplus > 0)
        else {
            return;
        };
        files.sort_by_cached_key(|path| fs::metadata(path).and_then(|found| found.modified()).ok());
        files.iter().take(surplus).for_each(|path| remove(path));
    }
}

fn read(path: &Path) -> Option<Stored> {
    let bytes = fs::read(path).ok()?;
    serde_json::from_slice::<Stored>(&bytes).ok().filter(|stored| stored.form == FORM)
}

fn remove(path: &Path) {
    if let Err(error) = fs::remove_file(path) {
        tracing::warn!(%error, "an old review could not be removed");
    }
}
