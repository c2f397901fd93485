//! Files for their owner alone. The data folder holds the seeds of walls that are being played, so whoever can read it knows every
//! hand: folders get the mode 0700 and files 0600 with the call that makes them, whatever the umask, and what an earlier version
//! left wider is narrowed. On systems without such modes nothing is done: there the folder's own rights must do.
//!
//! SQLite gives the files beside a database the mode of the database itself.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

/// How a file of ours is opened: for its owner alone, if this makes it.
pub fn options() -> OpenOptions {
    #[allow(unused_mut, reason = "there are modes on Unix only")]
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes a file that is not there yet, open for writing.
pub fn create_new(path: &Path) -> io::Result<File> {
    options().write(true).create_new(true).open(path)
}

/// Makes a folder, with those above it, or narrows one that is there.
pub fn folder(path: &Path) -> io::Result<()> {
    #[allow(unused_mut, reason = "there are modes on Unix only")]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)?;
    narrow(path);
    Ok(())
}

/// Takes all rights on a file or folder from everybody but its owner, if there is such a thing. Where that cannot be done (the
/// owner is somebody else, or the file system has no modes) it is said, and the server goes on.
pub fn narrow(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        /// Everybody may make files in a folder with this bit, as in those for temporary files: it is not ours alone.
        const STICKY: u32 = 0o1000;
        let Ok(found) = std::fs::metadata(path) else { return };
        let mode = found.permissions().mode();
        if mode & 0o077 == 0 {
            return;
        }
        let shown = path.display();
        if mode & STICKY != 0 {
            tracing::warn!(path = %shown, "this folder is everybody's; give the data a folder of its own");
            return;
        }
        let mut narrow = found.permissions();
        narrow.set_mode(mode & 0o7700);
        match std::fs::set_permissions(path, narrow) {
            Ok(()) => tracing::warn!(path = %shown, "others could read this; now only its owner can"),
            Err(error) => {
                tracing::warn!(path = %shown, %error, "others can read this, and it cannot be changed")
            }
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}
