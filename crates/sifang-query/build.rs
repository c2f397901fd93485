//! Makes the index of clauses: the places in `sifang-rules` that name each, and the worked cases that
//! show it. It is made from the sources as they are, so that no file and line is ever out of date.

#[allow(dead_code, reason = "the text of a book is not read here")]
#[path = "src/clauses/scan.rs"]
mod scan;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Where the rule sets live, from this crate, and from the root of the repository.
const RULES: (&str, &str) = ("../sifang-rules", "crates/sifang-rules");

/// Of one clause: files with lines, and cases with what they are for.
#[derive(Default)]
struct Pointers {
    places: Vec<(String, usize)>,
    cases: Vec<(String, String)>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for part in ["build.rs", "src/clauses/scan.rs", "../sifang-rules/src", "../sifang-rules/tests/cases"] {
        println!("cargo::rerun-if-changed={part}");
    }
    let mut index: BTreeMap<String, Pointers> = BTreeMap::new();
    let home = Path::new(RULES.0);
    for folder in sorted(&home.join("src"))?.into_iter().filter(|path| path.is_dir()) {
        let rules = name(&folder);
        for file in sources(&folder)? {
            let path = file.strip_prefix(home)?.display().to_string().replace('\\', "/");
            for (clause, line) in scan::mentions(&rules, &fs::read_to_string(&file)?) {
                let place = (format!("{}/{path}", RULES.1), line);
                index.entry(clause).or_default().places.push(place);
            }
        }
    }
    for file in sorted(&home.join("tests/cases"))? {
        for line in fs::read_to_string(&file)?.lines() {
            let case = scan::case(line).map_err(|why| format!("{}: {why}", file.display()))?;
            for clause in case.shows {
                index.entry(clause).or_default().cases.push((case.id.clone(), case.why.clone()));
            }
        }
    }
    let out = PathBuf::from(env::var("OUT_DIR")?).join("clauses.rs");
    fs::write(out, table(&index)?)?;
    Ok(())
}

/// The index as Rust.
fn table(index: &BTreeMap<String, Pointers>) -> Result<String, std::fmt::Error> {
    let mut text = String::from("&[\n");
    for (clause, Pointers { places, cases }) in index {
        writeln!(text, "    ({clause:?}, &{places:?}, &{cases:?}),")?;
    }
    text.push_str("]\n");
    Ok(text)
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// What lies in a folder; none where the crate stands by itself.
fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}

/// All Rust files below a folder, in order.
fn sources(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in sorted(folder)? {
        if path.is_dir() {
            found.extend(sources(&path)?);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    Ok(found)
}
