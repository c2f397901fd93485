//! A running server: the built binary with a data folder of its own; started, killed, started again.

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use sifang_client::{Client, Server, seated};
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// The file of what the server says about itself.
const LOG: &str = "log.txt";

/// What lets many scripted players come from one address.
const CROWD: [&str; 2] = ["--sockets-per-address", "100000"];
/// What lets them open many rooms, and ask for much. Variables: a server of an older version that does not know them starts all
/// the same.
const MANY_ROOMS: &str = "SIFANG_ROOMS_PER_ADDRESS";
const MANY_REQUESTS: &str = "SIFANG_REQUESTS_PER_SECOND";

fn many(name: &str) -> (String, OsString) {
    (name.into(), "100000".into())
}

/// A server process with a data folder of its own; both end with it.
#[derive(Debug)]
pub struct Host {
    sifang: PathBuf,
    settings: Vec<String>,
    environment: Vec<(String, OsString)>,
    child: Child,
    folder: TempDir,
    address: SocketAddr,
    /// The listening socket, where it is handed to the server and outlives it.
    kept: Option<TcpListener>,
    /// How scripted players reach it.
    pub server: Server,
}

impl Host {
    /// Starts a server for many players on a port that the system chooses.
    pub fn start(sifang: &Path) -> Result<Host> {
        Host::start_crowd(sifang, &[])
    }

    /// Starts a server for many players with these settings.
    pub fn start_crowd(sifang: &Path, settings: &[&str]) -> Result<Host> {
        Host::crowded(sifang, plain(sifang), settings, |_| Ok(Vec::new()))
    }

    /// Starts a server with these settings, and the usual limits.
    pub fn start_with(sifang: &Path, settings: &[&str]) -> Result<Host> {
        Host::launched(sifang, plain(sifang), settings, |_| Ok(Vec::new()))
    }

    /// Starts a server with the usual limits, but for the number of rooms and requests.
    pub(crate) fn start_with_many_rooms(sifang: &Path) -> Result<Host> {
        Host::launched(sifang, plain(sifang), &[], |_| Ok([MANY_ROOMS, MANY_REQUESTS].map(many).into()))
    }

    /// Starts a server for many players with these variables in its environment, which may depend on its data folder.
    pub(crate) fn start_within(
        sifang: &Path,
        environment: impl FnOnce(&Path) -> Result<Vec<(String, OsString)>>,
    ) -> Result<Host> {
        Host::crowded(sifang, plain(sifang), &[], environment)
    }

    /// Starts a server whose files can be kept from growing: what a full disk is to others is an error to it, not its end.
    pub fn start_on_a_small_disk(sifang: &Path) -> Result<Host> {
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(sifang);
        Host::crowded(sifang, shell, &[], |_| Ok(Vec::new()))
    }

    /// Starts a server for many players whose process has only so many handles, until it asks for more.
    pub fn start_with_few_handles(sifang: &Path, handles: u32) -> Result<Host> {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -S -n {handles}; exec \"$0\" \"$@\"")]).arg(sifang);
        Host::crowded(sifang, shell, &[], |_| Ok(Vec::new()))
    }

    fn crowded(
        sifang: &Path,
        command: Command,
        settings: &[&str],
        environment: impl FnOnce(&Path) -> Result<Vec<(String, OsString)>>,
    ) -> Result<Host> {
        Host::launched(sifang, command, &[&CROWD, settings].concat(), |folder| {
            let mut environment = environment(folder)?;
            environment.extend([MANY_ROOMS, MANY_REQUESTS].map(many));
            Ok(environment)
        })
    }

    /// Starts a server for many players on a socket that is handed to it, as a service manager does.
    pub(crate) fn start_on_a_kept_socket(sifang: &Path) -> Result<Host> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let mut host = Host::crowded(sifang, handed(sifang, &listener)?, &[], |_| Ok(Vec::new()))?;
        host.kept = Some(listener);
        Ok(host)
    }

    fn launched(
        sifang: &Path,
        mut command: Command,
        settings: &[&str],
        environment: impl FnOnce(&Path) -> Result<Vec<(String, OsString)>>,
    ) -> Result<Host> {
        let folder = tempfile::tempdir()?;
        let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
        let environment = environment(folder.path())?;
        command.envs(environment.iter().cloned());
        let (child, address) = launch(command, folder.path(), "127.0.0.1:0", &settings)?;
        let server = Server::new(&format!("http://{address}"))?;
        let (sifang, kept) = (sifang.into(), None);
        Ok(Host { sifang, settings, environment, child, folder, address, kept, server })
    }

    /// Throws all data away; the server must have been killed.
    pub fn empty(&self) -> Result<()> {
        crate::logs::read(&self.log());
        for entry in std::fs::read_dir(self.folder.path())? {
            let path = entry?.path();
            if path.is_dir() { std::fs::remove_dir_all(path)? } else { std::fs::remove_file(path)? }
        }
        Ok(())
    }

    /// The data folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The number of the process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Ends the process without a warning, as a power cut would.
    pub fn kill(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Asks the process to end, as a service manager does, and waits until it has.
    pub(crate) fn terminate(&mut self) -> Result<()> {
        self.signal(Signal::TERM)?;
        self.child.wait()?;
        Ok(())
    }

    /// Stops the process where it stands, or lets it go on.
    pub(crate) fn freeze(&self, frozen: bool) -> Result<()> {
        self.signal(if frozen { Signal::STOP } else { Signal::CONT })
    }

    fn signal(&self, signal: Signal) -> Result<()> {
        let process = Pid::from_raw(self.child.id().try_into()?).context("a process without a number")?;
        Ok(kill_process(process, signal)?)
    }

    /// Whether the process has ended by itself.
    pub(crate) fn has_ended(&mut self) -> Result<bool> {
        Ok(self.child.try_wait()?.is_some())
    }

    /// Starts it again on the same port with the same data and settings.
    pub fn restart(&mut self) -> Result<()> {
        let address = self.address.to_string();
        let mut command = match &self.kept {
            Some(listener) => handed(&self.sifang, listener)?,
            None => plain(&self.sifang),
        };
        command.envs(self.environment.iter().cloned());
        (self.child, _) = launch(command, self.folder.path(), &address, &self.settings)?;
        Ok(())
    }

    /// What the server has logged so far.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join(LOG)).unwrap_or_default()
    }

    /// Where the server of this process serves its counters.
    pub fn metrics(&self) -> Result<Server> {
        let log = self.log();
        let said =
            log.lines().rev().find_map(|line| line.split_once("metrics at ")?.1.strip_suffix("/metrics"));
        Server::new(said.context("the log names no address of counters")?)
    }

    /// Registers players.
    pub async fn players(&self, count: usize) -> Result<Vec<String>> {
        players(&self.server, count).await
    }

    /// A room with all its players seated and ready, the host first; the match has not begun.
    pub async fn table(&self, setup: &Value, people: usize) -> Result<(String, Vec<(String, Client)>)> {
        table(&self.server, setup, people).await
    }

    /// The stored record of a match.
    pub async fn record(&self, match_id: &str) -> Result<Value> {
        self.server.request("GET", &format!("/api/records/{match_id}"), None, None).await?.good()
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // It may have been killed already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        crate::logs::read(&self.log());
        if std::thread::panicking() {
            eprintln!("{}", self.log());
        }
    }
}

/// The server with nothing to read.
fn plain(sifang: &Path) -> Command {
    let mut command = Command::new(sifang);
    command.stdin(Stdio::null());
    command
}

/// The server with this socket as its third file. It comes as the shell's input, since a program is started with no other.
fn handed(sifang: &Path, listener: &TcpListener) -> Result<Command> {
    let mut shell = Command::new("sh");
    let script = "exec 3<&0 </dev/null; LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" \"$@\"";
    shell.args(["-c", script]).arg(sifang).stdin(OwnedFd::from(listener.try_clone()?));
    Ok(shell)
}

fn launch(
    mut sifang: Command,
    folder: &Path,
    listen: &str,
    settings: &[String],
) -> Result<(Child, SocketAddr)> {
    let mut child = sifang
        .args(["serve", "--listen", listen, "--log", "debug", "--data"])
        .arg(folder)
        .args(["--players-per-minute", "100000"])
        .args(settings)
        .env("LANG", "C")
        .env("SIFANG_METRICS", "127.0.0.1:0")
        .stdout(Stdio::piped())
        .stderr(File::options().create(true).append(true).open(folder.join(LOG))?)
        .spawn()
        .with_context(|| format!("{:?} could not be started", sifang.get_program()))?;
    let mut line = String::new();
    let said = child.stdout.take().context("a server without standard output")?;
    BufReader::new(said).read_line(&mut line)?;
    let address = address_in(&line).with_context(|| format!("no address in '{line}'"))?;
    Ok((child, address))
}

fn address_in(line: &str) -> Option<SocketAddr> {
    line.split("http://").nth(1)?.split_whitespace().next()?.parse().ok()
}

/// Registers players.
async fn players(server: &Server, count: usize) -> Result<Vec<String>> {
    let mut tokens = Vec::new();
    for seat in 0..count {
        tokens.push(server.register(&format!("玩家{seat}")).await?);
    }
    Ok(tokens)
}

/// A room with all its players, new ones, seated and ready, the host first; the match has not begun.
pub(crate) async fn table(
    server: &Server,
    setup: &Value,
    people: usize,
) -> Result<(String, Vec<(String, Client)>)> {
    let tokens = players(server, people).await?;
    let room = server.open_room(&tokens[0], setup).await?;
    let mut seats = Vec::new();
    for token in tokens {
        let client = seated(server, &token, &room).await?;
        seats.push((token, client));
    }
    Ok((room, seats))
}

/// The six digits of the room that a client is in.
pub(crate) fn code_of(client: &Client) -> Result<String> {
    client.room["code"].as_str().map(str::to_owned).context("a client that is in no room")
}

/// A setup without pauses and clocks, so that a trial takes no longer than it must.
pub fn quick_setup(rules: &str, options: &Value) -> Value {
    json!({"rules": rules, "options": options, "clock": null, "uniform_pause": false})
}
