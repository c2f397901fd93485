//! `cargo xtask test --only portable`: the binary compiles for platforms other than this one.
//!
//! Only targets that are installed are checked; the others are named. SQLite is C: a compiler for
//! the target comes from `zig cc` (the `ziglang` package of PyPI) or from the platform's own cross
//! compiler. What is *not* here: running the result.

use crate::run;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A platform: Rust's name of it, and the name that zig's compiler has for it.
const TARGETS: &[(&str, &str)] = &[
    ("x86_64-apple-darwin", "x86_64-macos"),
    ("aarch64-apple-darwin", "aarch64-macos"),
    ("x86_64-pc-windows-gnu", "x86_64-windows-gnu"),
    ("x86_64-unknown-linux-musl", "x86_64-linux-musl"),
    ("aarch64-unknown-linux-musl", "aarch64-linux-musl"),
];

/// Checks every target that is installed.
pub(crate) fn run() -> Result<()> {
    let installed = installed();
    let (here, missing): (Vec<_>, Vec<_>) =
        TARGETS.iter().partition(|(target, _)| installed.iter().any(|name| name == target));
    for (target, _) in &missing {
        println!("{target}: not checked (`rustup target add {target}` installs it)");
    }
    if here.is_empty() {
        println!("no other platform is installed: nothing was checked");
        return Ok(());
    }
    let Some(zig) = zig() else {
        println!("not checked, since SQLite needs a C compiler: `pip install ziglang` brings one for all");
        return Ok(());
    };
    for (target, name) in here {
        let mut command = run::cargo(&["check", "--package", "sifang-cli", "--target", target]);
        let compiler = compiler(&zig, target, name)?;
        let tail = target.replace('-', "_");
        command.env(format!("CC_{tail}"), &compiler).env(format!("AR_{tail}"), wrapper_ar(&zig, target)?);
        command.arg("--target-dir").arg(folder()?.join("checked"));
        run::show(command).with_context(|| format!("{target} does not compile"))?;
        println!("{target}: compiles");
    }
    Ok(())
}

/// The targets that rustup has installed; none without rustup.
fn installed() -> Vec<String> {
    let list = run::capture(run::command("rustup", &["target", "list", "--installed"]));
    list.map(|text| text.lines().map(str::to_owned).collect()).unwrap_or_default()
}

/// The words that start zig.
fn zig() -> Option<Vec<&'static str>> {
    let ways: [&[&str]; 2] = [&["zig"], &["python3", "-m", "ziglang"]];
    let answers = |way: &&[&str]| {
        let mut command = Command::new(way[0]);
        command.args(&way[1..]).arg("version");
        run::answers(command)
    };
    ways.into_iter().find(answers).map(<[&str]>::to_vec)
}

/// A C compiler for a target: a script, since `CC` names one program.
fn compiler(zig: &[&str], target: &str, name: &str) -> Result<PathBuf> {
    // What cc passes on is Rust's name of the target, which zig does not know.
    let text = format!(
        "#!/bin/sh\nfor word do shift; case \"$word\" in --target=*) ;; *) set -- \"$@\" \"$word\";; esac; done\n\
         exec {} cc -target {name} \"$@\"\n",
        zig.join(" ")
    );
    script(&folder()?.join(format!("cc-{target}")), &text)
}

fn wrapper_ar(zig: &[&str], target: &str) -> Result<PathBuf> {
    script(&folder()?.join(format!("ar-{target}")), &format!("#!/bin/sh\nexec {} ar \"$@\"\n", zig.join(" ")))
}

fn script(path: &Path, text: &str) -> Result<PathBuf> {
    fs::write(path, text)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    }
    Ok(path.to_path_buf())
}

/// Where the scripts and what is built lie.
fn folder() -> Result<PathBuf> {
    let binary = run::binary("portable", "sifang")?;
    let Some(folder) = binary.parent() else { bail!("the target directory has no name") };
    fs::create_dir_all(folder)?;
    Ok(folder.to_path_buf())
}
