//! Makes a table of the weights in `weights/`: one file for each rule set that has a net. So no source names a rule set.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join("weights");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<_> = fs::read_dir(&folder)?.collect::<Result<Vec<_>, _>>()?;
    files.retain(|file| file.path().extension().is_some_and(|ending| ending == "bin"));
    files.sort_by_key(fs::DirEntry::file_name);
    let mut table = String::from("&[\n");
    for file in files {
        let path = file.path();
        let id = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        writeln!(table, "({id:?}, include_bytes!({path:?})),").map_err(io::Error::other)?;
    }
    table.push_str("]\n");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("weights.rs"), table)
}
