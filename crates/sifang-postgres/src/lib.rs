//! A private PostgreSQL for tests. It has a folder and a port of its own and is gone with the program that started it; a server
//! that is already on the machine is never touched. What is *not* here: Sifang's own tables (`sifang-store`).
//!
//! PostgreSQL does not run as root: where the tests do, it runs as the user `postgres` of its package.
#![forbid(unsafe_code)]

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The password of the role `postgres` of every server that is started here.
pub const PASSWORD: &str = "only-for-tests";

const SCRIPT: &str = include_str!("server.sh");
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server. It ends with this.
#[derive(Debug)]
pub struct Server {
    child: Child,
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
}

/// An empty database of its own.
#[derive(Clone, Debug)]
pub struct Database {
    server: Arc<Server>,
    name: String,
}

/// An empty database on the server that the tests of one program share; none where PostgreSQL is not installed, which is said once,
/// past whatever captures the output of tests.
pub fn database() -> Option<Database> {
    static SHARED: OnceLock<Option<Arc<Server>>> = OnceLock::new();
    let shared = SHARED.get_or_init(|| match Server::start() {
        Ok(server) => Some(Arc::new(server)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let line = "PostgreSQL 15 or newer is not installed: ITS TESTS WERE NOT RUN (`cargo xtask test` installs it)";
            let _ = writeln!(io::stderr(), "\n{line}");
            None
        }
        Err(error) => panic!("a private PostgreSQL does not start: {error}"),
    });
    shared.as_ref().map(|server| server.database().expect("a database is made"))
}

/// The programs of PostgreSQL, the newest first.
pub fn programs() -> Option<PathBuf> {
    const DEBIAN: &str = "/usr/lib/postgresql";
    let versions = std::fs::read_dir(DEBIAN).into_iter().flatten().flatten();
    let mut versions: Vec<(u32, PathBuf)> = versions
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .filter(|(version, bin): &(u32, PathBuf)| *version >= 15 && bin.join("initdb").exists())
        .collect();
    versions.sort();
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let on_path = || std::env::split_paths(&paths).find(|folder| folder.join("initdb").exists());
    versions.pop().map(|(_, bin)| bin).or_else(on_path)
}

impl Server {
    /// Starts a server. The error is of the kind `NotFound` where PostgreSQL is not installed.
    pub fn start() -> io::Result<Server> {
        let missing = || io::Error::new(io::ErrorKind::NotFound, "PostgreSQL is not installed");
        let programs = programs().filter(|_| cfg!(unix)).ok_or_else(missing)?;
        let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        let mut command = shell();
        command.args(["sh", "-c", SCRIPT, "sh"]).arg(&programs).arg(port.to_string()).arg(PASSWORD);
        command.current_dir("/").stdin(Stdio::piped()).stdout(Stdio::piped());
        #[cfg(unix)]
        // An interruption of the tests is not for it: it ends when they have.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let mut folder = String::new();
        if let Some(output) = child.stdout.take() {
            BufReader::new(output).read_line(&mut folder)?;
        }
        let server = Server { child, programs, folder: folder.trim().into(), port };
        let begin = Instant::now();
        while !server.program("pg_isready", &["-q"])? {
            if folder.is_empty() || begin.elapsed() > PATIENCE {
                return Err(io::Error::other("it is not ready"));
            }
            sleep(Duration::from_millis(50));
        }
        Ok(server)
    }

    /// Makes an empty database.
    pub fn database(self: &Arc<Server>) -> io::Result<Database> {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        let name = format!("test{}", NEXT.fetch_add(1, Relaxed));
        if !self.program("createdb", &["-U", "postgres", &name])? {
            return Err(io::Error::other("createdb failed"));
        }
        Ok(Database { server: self.clone(), name })
    }

    /// The port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    fn program(&self, name: &str, args: &[&str]) -> io::Result<bool> {
        let mut command = self.command(name);
        Ok(command.args(args).stdout(Stdio::null()).status()?.success())
    }

    fn command(&self, name: impl AsRef<Path>) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.arg("-h").arg(&self.folder).arg("-p").arg(self.port.to_string()).stdin(Stdio::null());
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The end of its input is its end.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

impl Database {
    /// Its address, with a role that may do everything.
    pub fn url(&self) -> String {
        self.url_by(self.server.port)
    }

    /// Its address behind another port of this machine.
    pub fn url_by(&self, port: u16) -> String {
        format!("postgres://postgres:{PASSWORD}@127.0.0.1:{port}/{}", self.name)
    }

    /// The server's own port.
    pub fn port(&self) -> u16 {
        self.server.port
    }

    /// A session that reads statements, one on each line, and ends with its input.
    pub fn session(&self) -> io::Result<Child> {
        let mut command = self.server.command("psql");
        command.args(["-U", "postgres", "-d", &self.name, "-qAtX"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
    }

    /// Runs statements, and gives what they answer: one row on each line.
    pub fn run(&self, statements: &str) -> io::Result<String> {
        let mut command = self.server.command("psql");
        command.args([
            "-U",
            "postgres",
            "-d",
            &self.name,
            "-qAtX",
            "-v",
            "ON_ERROR_STOP=1",
            "-c",
            statements,
        ]);
        let output = command.output()?;
        if !output.status.success() {
            return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
    }
}

/// What starts a shell as somebody whom PostgreSQL accepts.
fn shell() -> Command {
    let id = Command::new("id").arg("-u").output();
    let is_root = id.is_ok_and(|id| id.stdout == b"0\n");
    if is_root {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--init-groups"].map(OsStr::new));
        command
    } else {
        Command::new("env")
    }
}
