//! Small libraries in C that are loaded before the server's C library, to see or to spoil what it asks of the kernel.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles such a library into a folder; the database under the server was compiled by the same compiler.
pub(crate) fn compile(folder: &Path, name: &str, source: &str) -> Result<PathBuf> {
    let (text, library) = (folder.join(format!("{name}.c")), folder.join(format!("{name}.so")));
    std::fs::write(&text, source)?;
    let compiler = std::env::var_os("CC").unwrap_or("cc".into());
    let mut command = Command::new(&compiler);
    command.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library);
    let output = command.arg(&text).args(["-ldl", "-lpthread"]).output().with_context(|| {
        format!("the library '{name}' needs a C compiler, and {compiler:?} could not be started")
    })?;
    ensure!(output.status.success(), "{compiler:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(library)
}
