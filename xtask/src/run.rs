//! Starting other programs from the repository's root, and counting what passed.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::Instant;

/// The repository's root: the parent of this crate.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// A command started in the repository's root.
pub(crate) fn command(program: impl AsRef<std::ffi::OsStr>, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command
}

/// The `cargo` that runs us.
pub(crate) fn cargo(args: &[&str]) -> Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), args)
}

/// A command as somebody would type it in the root.
fn words(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Runs a command with its output shown; an exit status other than 0 is an error.
pub(crate) fn show(mut command: Command) -> Result<()> {
    let status = command.status().with_context(|| format!("`{}` could not be started", words(&command)))?;
    if !status.success() {
        bail!("`{}` failed ({status})", words(&command));
    }
    Ok(())
}

/// Runs a command and gives its standard output; what it says on standard error is shown.
pub(crate) fn capture(mut command: Command) -> Result<String> {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("`{}` could not be started", words(&command)))?;
    let text =
        String::from_utf8(output.stdout).with_context(|| format!("`{}` wrote no UTF-8", words(&command)))?;
    if !output.status.success() {
        bail!("`{}` failed ({})\n{text}", words(&command), output.status);
    }
    Ok(text)
}

/// Runs a command that prints one JSON document.
pub(crate) fn json(command: Command) -> Result<Value> {
    let what = words(&command);
    let text = capture(command)?;
    serde_json::from_str(&text).with_context(|| format!("`{what}` printed something that is not JSON"))
}

/// A program that runs beside the steps that follow. What it prints is kept until it is asked for.
#[derive(Debug)]
pub(crate) struct Beside {
    what: String,
    child: Child,
    printed: JoinHandle<std::io::Result<String>>,
}

/// Starts a command beside what comes next.
pub(crate) fn beside(mut command: Command) -> Result<Beside> {
    let what = words(&command);
    let (mut read, write) = std::io::pipe()?;
    command.stdout(write.try_clone()?).stderr(write);
    let child = command.spawn().with_context(|| format!("`{what}` could not be started"))?;
    // The command holds the pipe's other end: without it the reader sees the end when the program has gone.
    drop(command);
    let printed = std::thread::spawn(move || {
        let mut text = String::new();
        read.read_to_string(&mut text).map(|_| text)
    });
    Ok(Beside { what, child, printed })
}

impl Beside {
    /// Waits for the end and shows what was printed; an exit status other than 0 is an error.
    pub(crate) fn finish(mut self) -> Result<()> {
        let status = self.child.wait()?;
        match self.printed.join() {
            Ok(text) => print!("{}", text?),
            Err(_) => bail!("what `{}` printed could not be read", self.what),
        }
        if !status.success() {
            bail!("`{}` failed ({status})", self.what);
        }
        Ok(())
    }

    /// Stops the program, for when a step beside it has failed.
    pub(crate) fn stop(mut self) {
        // It may have ended by itself.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Whether a program is there and answers to `--version`.
pub(crate) fn answers(mut command: Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// The `sifang` binary of the release profile, built now.
pub(crate) fn release_binary() -> Result<PathBuf> {
    show(cargo(&["build", "--release", "--package", "sifang-cli"]))?;
    binary("release", "sifang")
}

/// Where a binary of the workspace lies in a profile once it is built.
pub(crate) fn binary(profile: &str, name: &str) -> Result<PathBuf> {
    let metadata = json(cargo(&["metadata", "--no-deps", "--format-version", "1"]))?;
    let target = metadata["target_directory"].as_str().context("cargo metadata names no target directory")?;
    Ok(Path::new(target).join(profile).join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
}

/// The ids of all rule sets, as the binary itself lists them.
pub(crate) fn rule_sets(sifang: &Path) -> Result<Vec<String>> {
    let list = json(command(sifang, &["rules", "--json"]))?;
    let ids = rule_set_ids(&list).context("`sifang rules --json` does not list rule sets with an \"id\"")?;
    if ids.is_empty() {
        bail!("`sifang rules --json` lists no rule set");
    }
    Ok(ids)
}

/// The `id`s of a list of rule sets.
fn rule_set_ids(list: &Value) -> Option<Vec<String>> {
    list.as_array()?.iter().map(|entry| Some(entry["id"].as_str()?.to_string())).collect()
}

/// Runs named steps one after another, tells the time of each, and counts.
#[derive(Default)]
pub(crate) struct Steps {
    passed: usize,
}

impl Steps {
    /// Runs one step; the error of a failed one says how many had passed before.
    pub(crate) fn step<T>(&mut self, name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        println!("\n== {name}");
        let start = Instant::now();
        let outcome = work();
        let seconds = start.elapsed().as_secs_f64();
        match outcome {
            Ok(value) => {
                self.passed += 1;
                println!("== {name}: passed in {seconds:.1} s");
                Ok(value)
            }
            Err(error) => {
                println!("== {name}: FAILED after {seconds:.1} s");
                println!("\n{} passed, 1 failed", self.passed);
                Err(error.context(format!("the step '{name}' failed")))
            }
        }
    }

    /// Number of steps that passed.
    pub(crate) fn passed(&self) -> usize {
        self.passed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_failed_step_is_named_and_not_counted() {
        let mut steps = Steps::default();
        steps.step("good", || Ok(())).unwrap();
        let error = steps.step("bad", || -> Result<()> { bail!("broken") }).unwrap_err();
        assert_eq!(format!("{error:#}"), "the step 'bad' failed: broken");
        assert_eq!(steps.passed(), 1);
    }

    #[test]
    fn rule_sets_are_read_by_id() {
        let ids = rule_set_ids(&json!([{"id": "east", "name": "x"}, {"id": "west"}]));
        assert_eq!(ids, Some(vec!["east".to_string(), "west".to_string()]));
        assert_eq!(rule_set_ids(&json!([{"name": "x"}])), None);
        assert_eq!(rule_set_ids(&json!({"id": "east"})), None);
    }

    #[test]
    fn a_program_beside_is_waited_for() {
        beside(cargo(&["--version"])).unwrap().finish().unwrap();
        let error = beside(cargo(&["no-such-command-anywhere"])).unwrap().finish().unwrap_err().to_string();
        assert!(error.starts_with("`cargo no-such-command-anywhere` failed"), "{error}");
        beside(cargo(&["--version"])).unwrap().stop();
        assert!(beside(command("no-such-program-anywhere", &[])).is_err());
    }

    #[test]
    fn a_failing_program_is_an_error() {
        let mut wrong = cargo(&["no-such-command-anywhere"]);
        wrong.stderr(Stdio::null());
        let error = show(wrong).unwrap_err().to_string();
        assert!(error.starts_with("`cargo no-such-command-anywhere` failed"), "{error}");
        assert!(!answers(command("no-such-program-anywhere", &["--version"])));
    }
}
