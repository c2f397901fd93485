//! Puts the browser client's files (`web/dist`) into the binary.
//!
//! A release build makes them first, with Node.js, when they are missing or older than their sources: `cargo run --release` needs
//! no other command. Any other build takes what is there, so that `cargo check` and `cargo test` never start npm; `cargo xtask web`
//! makes the files. Without them the server is built all the same and shows a page that says what is missing.
//! `SIFANG_WEB=skip` leaves the client out on purpose; `SIFANG_WEB=require` makes it in every profile, and a failure an error.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// What the client is made of. `dist` and `node_modules` are results, not sources.
const SOURCES: [&str; 10] = [
    "src",
    "public",
    "assets",
    "tools",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
];

fn main() {
    println!("cargo::rerun-if-env-changed=SIFANG_WEB");
    println!("cargo::rerun-if-changed=build.rs");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../..");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let web = root.join("web");
    let wanted = env::var("SIFANG_WEB").unwrap_or_default();
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let found = match wanted.as_str() {
        "skip" => Err("SIFANG_WEB=skip".into()),
        "require" => made(&web),
        _ if is_release => made(&web),
        _ => as_it_is(&web),
    };
    let (files, why) = match found {
        Ok(folder) => (files(&folder), String::new()),
        Err(why) if wanted == "require" => panic!("the browser client could not be built: {why}"),
        Err(why) => {
            if is_release && wanted != "skip" {
                println!("cargo::warning=the browser client is not in this build: {why}");
            }
            (Vec::new(), why)
        }
    };
    let mut table = String::from("pub(super) const FILES: &[(&str, &[u8])] = &[\n");
    for (name, path) in &files {
        table.push_str(&format!("    ({name:?}, include_bytes!({:?})),\n", path.display().to_string()));
    }
    table.push_str(&format!("];\npub(super) const MISSING: &str = {why:?};\n"));
    fs::write(out.join("files.rs"), table).expect("the output folder can be written");
}

/// The client as its sources are now: built, unless it has been since they changed.
fn made(web: &Path) -> Result<PathBuf, String> {
    for path in sources(web) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    let dist = web.join("dist");
    if is_stale(web, &dist)
        && let Err(why) = build(web)
    {
        // It may be built by other means later.
        watch(&dist);
        return Err(why);
    }
    Ok(dist)
}

/// The client as it was built last, if it ever was.
fn as_it_is(web: &Path) -> Result<PathBuf, String> {
    let dist = web.join("dist");
    watch(&dist);
    if dist.join("index.html").exists() { Ok(dist) } else { Err("web/dist/index.html is missing".into()) }
}

/// Runs this again when the client has been built.
fn watch(dist: &Path) {
    if !dist.exists() && fs::create_dir(dist).is_ok() {
        // A path that is not there would make every build run this again, and so would one that is newer than this run.
        let old = fs::File::open(dist).and_then(|folder| folder.set_modified(SystemTime::UNIX_EPOCH));
        drop(old);
    }
    if dist.exists() {
        println!("cargo::rerun-if-changed={}", dist.display());
    }
}

fn sources(web: &Path) -> impl Iterator<Item = PathBuf> {
    SOURCES.iter().map(|name| web.join(name)).filter(|path| path.exists())
}

/// Whether the client is missing or older than a source; of folders, too, since what was removed leaves no other trace.
fn is_stale(web: &Path, dist: &Path) -> bool {
    let time = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    let Some(built) = time(&dist.join("index.html")) else { return true };
    let mut open: Vec<PathBuf> = sources(web).collect();
    while let Some(next) = open.pop() {
        if time(&next).is_none_or(|changed| changed > built) {
            return true;
        }
        open.extend(fs::read_dir(&next).into_iter().flatten().flatten().map(|entry| entry.path()));
    }
    false
}

/// `npm ci` (where it is needed) and `npm run build`.
fn build(web: &Path) -> Result<(), String> {
    if !web.join("package.json").exists() {
        return Err("there is no folder `web`".into());
    }
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    if Command::new(npm).arg("--version").output().is_err() {
        return Err("Node.js 20 or newer is needed to build it (`npm` was not found)".into());
    }
    if !web.join("node_modules").exists() {
        // A registry without the packages of other platforms makes `ci` refuse; `install` takes the locked versions all the same.
        run(web, npm, &["ci", "--no-audit", "--no-fund"])
            .or_else(|_| run(web, npm, &["install", "--no-save", "--no-audit", "--no-fund"]))?;
    }
    run(web, npm, &["run", "build"])?;
    if web.join("dist/index.html").exists() {
        Ok(())
    } else {
        Err("`npm run build` made no dist/index.html".into())
    }
}

fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<(), String> {
    let line = format!("{program} {}", arguments.join(" "));
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.map_err(|error| format!("`{line}`: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("no message");
    Err(format!("`{line}` failed: {last}"))
}

/// All files below a folder with their path from it, in order.
fn files(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).expect("a folder that was just built") {
            let path = entry.expect("a folder that was just built").path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(name) = path.strip_prefix(folder) {
                let name = name.components().map(|part| part.as_os_str().to_string_lossy());
                let name = name.collect::<Vec<_>>().join("/");
                let path = path.canonicalize().expect("a file that was just built");
                found.push((name, path));
            }
        }
    }
    found.sort();
    found
}
