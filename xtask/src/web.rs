//! The browser client: `cargo xtask web` builds it, for the server to carry. And its part of
//! `cargo xtask test`: format, lints, types and unit tests, and whole games in a real browser.
//!
//! The browser is the distribution's own Chromium; on a bare machine it is installed with a font
//! that has Chinese characters.
//! What is *not* here: the tests themselves (`web/tests`, `web/e2e`).

use crate::run;
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where distributions put the browser.
const BROWSERS: [&str; 3] = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// Installs exactly the locked packages.
pub(crate) fn packages() -> Result<()> {
    run::show(npm(&["ci", "--no-audit", "--no-fund"]))
}

/// Builds the client into `web/dist`, where a build of the server finds it.
pub(crate) fn build() -> Result<()> {
    if !run::root().join("web/node_modules").exists() {
        packages()?;
    }
    run::show(npm(&["run", "--silent", "build"]))
}

/// Format, lints, types and unit tests.
pub(crate) fn checks() -> Result<()> {
    for script in ["format:check", "lint", "check", "test"] {
        run::show(npm(&["run", "--silent", script]))?;
    }
    Ok(())
}

/// What plays in a browser against this binary.
pub(crate) fn end_to_end(sifang: &Path) -> Result<Command> {
    let browser = browser()?;
    let mut command = npm(&["run", "--silent", "e2e"]);
    command.env("SIFANG", sifang).env("CHROMIUM", browser);
    Ok(command)
}

fn npm(args: &[&str]) -> Command {
    let mut command = run::command("npm", &["--prefix", "web"]);
    command.args(args);
    command
}

/// The browser; installed first if it is missing and we may.
fn browser() -> Result<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Ok(named.into());
    }
    if found().is_none() || !has_chinese_font() {
        install()?;
    }
    match found() {
        Some(path) => Ok(path),
        None => bail!("no browser: install Chromium, or name one in the environment variable CHROMIUM"),
    }
}

fn found() -> Option<PathBuf> {
    BROWSERS.iter().map(PathBuf::from).find(|path| path.exists())
}

fn has_chinese_font() -> bool {
    run::capture(run::command("fc-list", &[":lang=zh", "family"])).is_ok_and(|list| !list.trim().is_empty())
}

fn install() -> Result<()> {
    if !run::answers(run::command("apt-get", &["--version"])) {
        bail!("the browser tests need Chromium and a font with Chinese characters; please install them");
    }
    println!(
        "Chromium or a font with Chinese characters is missing: installing both with apt-get now \
         (`cargo xtask test --no-browser` does without them)."
    );
    run::show(run::command("apt-get", &["update", "-qq"]))?;
    let packages =
        ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-noto-cjk", "fontconfig"];
    run::show(run::command("apt-get", &packages))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    /// The server's build script in a small repository of its own, with an npm that only notes that it was called.
    struct Script {
        folder: tempfile::TempDir,
    }

    impl Script {
        fn new() -> Script {
            let folder = tempfile::tempdir().unwrap();
            for name in ["web/src", "crates/server", "bin", "out"] {
                fs::create_dir_all(folder.path().join(name)).unwrap();
            }
            fs::write(folder.path().join("web/package.json"), "{}").unwrap();
            let npm = folder.path().join("bin/npm");
            fs::write(&npm, "#!/bin/sh\n: > called\nexit 1\n").unwrap();
            fs::set_permissions(&npm, fs::Permissions::from_mode(0o755)).unwrap();
            let source = run::root().join("crates/sifang-server/build.rs");
            let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
            let mut compile = run::command(rustc, &["--edition=2024", "-o"]);
            compile.arg(folder.path().join("script")).arg(source);
            run::show(compile).unwrap();
            Script { folder }
        }

        /// Runs it: how many files it found, and whether it called npm.
        fn run(&self, profile: &str, web: &str) -> (usize, bool) {
            let at = |name: &str| self.folder.path().join(name);
            let mut command = Command::new(at("script"));
            command.env("CARGO_MANIFEST_DIR", at("crates/server")).env("OUT_DIR", at("out"));
            command.env("PROFILE", profile).env("SIFANG_WEB", web).env("PATH", at("bin"));
            command.current_dir(at("web"));
            run::capture(command).unwrap();
            let table = fs::read_to_string(at("out/files.rs")).unwrap();
            (table.matches("include_bytes!").count(), fs::remove_file(at("web/called")).is_ok())
        }
    }

    #[test]
    fn only_a_release_build_starts_npm_and_only_for_what_is_old() {
        let script = Script::new();
        assert_eq!(script.run("debug", ""), (0, false));
        assert_eq!(script.run("release", "skip"), (0, false));
        assert_eq!(script.run("release", ""), (0, true));
        let page = script.folder.path().join("web/dist/index.html");
        fs::write(&page, "built").unwrap();
        for profile in ["debug", "release"] {
            assert_eq!(script.run(profile, ""), (1, false), "{profile}");
        }
        fs::File::open(&page).unwrap().set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
        assert_eq!(script.run("debug", ""), (1, false));
        assert_eq!(script.run("release", ""), (0, true));
    }
}
