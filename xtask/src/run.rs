//! Starting other programs from the repository's root.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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
pub(crate) fn words(command: &Command) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rule_sets_are_read_by_id() {
        let ids = rule_set_ids(&json!([{"id": "east", "name": "x"}, {"id": "west"}]));
        assert_eq!(ids, Some(vec!["east".to_string(), "west".to_string()]));
        assert_eq!(rule_set_ids(&json!([{"name": "x"}])), None);
        assert_eq!(rule_set_ids(&json!({"id": "east"})), None);
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
