//! P4: places where no data can be kept. The server says so and does not start.

use super::damage::whole_file;
use super::fault::Fault;
use crate::{Bar, Plan};
use anyhow::{Context, Result};
use rusqlite::Connection;
use rustix::io::Errno;
use std::ffi::OsString;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long a server may take to see that it cannot start.
const PATIENCE: Duration = Duration::from_secs(30);

/// A file for a folder, a folder for a file, a file of somebody else's; and disks that cannot be written to.
pub(super) async fn unusable(plan: &Plan) -> Result<Vec<Bar>> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("file");
    std::fs::write(&file, "not a folder")?;
    let odd = folder.path().join("odd");
    std::fs::create_dir_all(odd.join("sifang.db"))?;
    let foreign = folder.path().join("foreign");
    std::fs::create_dir_all(&foreign)?;
    std::fs::write(foreign.join("sifang.db"), "this is no database, whatever it is called".repeat(100))?;
    let mut wrong = 0;
    for data in [&file, &odd, &foreign] {
        wrong += u64::from(!refuses(plan, data, Vec::new(), "")?);
    }
    let mut bars = vec![Bar::none(
        "P4",
        "unusable data folders on which a server started or ended without a word",
        wrong,
        3,
    )];
    bars.push(lost(plan).await?);
    bars.extend(unwritable(plan).await?);
    Ok(bars)
}

/// Folders in which a server has kept data that is gone: to begin anew there would hide the loss from whoever runs it.
async fn lost(plan: &Plan) -> Result<Bar> {
    let place = tempfile::tempdir()?;
    let used = |name: &str| place.path().join(name);
    let [empty, blank, log, reports] = ["empty", "blank", "log", "reports"].map(used);
    for folder in [&empty, &blank, &log] {
        whole_file(folder).await?;
    }
    std::fs::write(empty.join("sifang.db"), "")?;
    // What is left when a database was copied by opening it under a wrong name: a file that is one, with nothing in it.
    std::fs::remove_file(blank.join("sifang.db"))?;
    Connection::open(blank.join("sifang.db"))?.execute_batch("CREATE TABLE x (y)")?;
    std::fs::rename(log.join("sifang.db"), log.join("sifang.db-wal"))?;
    std::fs::create_dir_all(reports.join("lab"))?;
    std::fs::write(reports.join("lab").join("a.json"), "{}")?;
    let mut wrong = 0;
    let folders = [&empty, &blank, &log, &reports];
    for data in folders {
        wrong += u64::from(!refuses(plan, data, Vec::new(), "sifang restore")?);
    }
    let what = "data folders whose database is empty or gone on which a server began anew";
    Ok(Bar::none("P4", what, wrong, folders.len() as u64))
}

/// The disk cannot be written to from the beginning: with no folder yet, an empty one, and one in which rooms live. On a full disk
/// what is there might still do, so only the first two are tried.
async fn unwritable(plan: &Plan) -> Result<Vec<Bar>> {
    let place = tempfile::tempdir()?;
    let place = place.path().canonicalize()?;
    let (none, empty, used) = (place.join("none"), place.join("empty"), place.join("used"));
    std::fs::create_dir(&empty)?;
    whole_file(&used).await?;
    let fault = Fault::build()?;
    let mut bars = Vec::new();
    for (error, name, said, folders) in [
        (Errno::ROFS, "read-only", "Read-only file system", &[&none, &empty, &used][..]),
        (Errno::NOSPC, "full", "No space left on device", &[&none, &empty]),
    ] {
        fault.begin(error)?;
        let mut wrong = 0;
        for data in folders {
            wrong += u64::from(!refuses(plan, data, fault.environment(&place), said)?);
        }
        fault.end()?;
        let what =
            format!("data folders on a {name} disk on which a server started or ended without saying why");
        bars.push(Bar::none("P4", what, wrong, folders.len() as u64));
    }
    Ok(bars)
}

/// Whether a server on this folder ends with exit code 1 and a message that has these words, and does not panic.
fn refuses(plan: &Plan, data: &Path, environment: Vec<(String, OsString)>, words: &str) -> Result<bool> {
    let mut server = Command::new(&plan.sifang)
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(data)
        .envs(environment)
        .env("LANG", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let start = Instant::now();
    let mut ended = None;
    while ended.is_none() && start.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(5));
        ended = server.try_wait()?;
    }
    if ended.is_none() {
        server.kill()?;
        server.wait()?;
    }
    let mut said = String::new();
    server.stderr.take().context("a server without standard error")?.read_to_string(&mut said)?;
    let code = ended.and_then(|status| status.code());
    let well =
        code == Some(1) && !said.contains("panicked") && said.contains("sifang:") && said.contains(words);
    if !well {
        eprintln!("P4: {}: {ended:?} {said}", data.display());
    }
    Ok(well)
}
