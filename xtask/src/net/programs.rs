//! What runs: our server, the others, and the load process that sends actions to one of them. Each server has one core, the load
//! process the other.

use crate::run;
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// As many handles as the system gives, but not beyond reason.
const HANDLES: &str = "ulimit -n 65536 2>/dev/null || ulimit -n $(ulimit -Hn); exec \"$@\"";
/// Handles of a server and ports of a load process that are no seated player's.
const SPARE: usize = 1000;
/// How long a server may take to start.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server under load, and what the load process speaks with it.
#[derive(Clone, Copy)]
pub(super) struct Contestant {
    pub(super) name: &'static str,
    pub(super) tongue: &'static str,
}

/// Where everything that runs lies.
#[derive(Clone)]
pub(super) struct Programs {
    pub(super) sifang: PathBuf,
    pub(super) net: PathBuf,
    /// How our server's memory is given out, where it is not as usual.
    pub(super) memory: Option<&'static str>,
}

impl Programs {
    /// Builds our server, the load process, and the other servers.
    pub(super) fn build() -> Result<Programs> {
        let net = build_load()?;
        run::show(run::command("npm", &["ci", "--prefix", "perf/net"]))?;
        Ok(Programs { sifang: run::release_binary()?, net, memory: None })
    }

    /// Starts a server, and a load process that knows it.
    pub(super) fn open(&self, contestant: Contestant) -> Result<Load> {
        let Contestant { name, tongue } = contestant;
        let (address, metrics) = (free_address()?, free_address()?);
        let server = self.start(name, &address, &metrics).with_context(|| name.to_owned())?;
        let mut load = on_core("0", &self.net.join("wsload"));
        load.args([tongue, address.as_str(), &server.child.id().to_string()]);
        // Builds that knew no address for counters had them on the public one.
        let counters = if TcpStream::connect(&metrics).is_ok() { &metrics } else { &address };
        load.env("SIFANG_METRICS", counters);
        let mut child = load.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let orders = child.stdin.take().context("the load process takes no orders")?;
        let figures = BufReader::new(child.stdout.take().context("the load process tells no figures")?);
        Ok(Load { name, child, orders, figures, _server: server })
    }

    fn start(&self, name: &str, address: &str, metrics: &str) -> Result<Server> {
        let data = run::root().join("target/net").join(address.replace(':', "-"));
        std::fs::create_dir_all(&data)?;
        let mut command = match name {
            "sifang" => self.serve(address, metrics, &data),
            "axum" | "epoll" => on_core("1", &self.net.join(format!("srv_{name}"))),
            peer => {
                let mut node = on_core("1", Path::new("node"));
                node.arg(format!("perf/net/peers/{peer}.js"));
                node
            }
        };
        if name != "sifang" {
            command.arg(address);
        }
        let log = File::create(data.join("server.txt"))?;
        let child = command.stdout(log.try_clone()?).stderr(log).spawn()?;
        let mut server = Server { child, data };
        let start = Instant::now();
        while TcpStream::connect(address).is_err() {
            if start.elapsed() > PATIENCE || server.child.try_wait()?.is_some() {
                bail!("it does not start: {}", std::fs::read_to_string(server.data.join("server.txt"))?);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(server)
    }

    fn serve(&self, address: &str, metrics: &str, data: &Path) -> Command {
        let mut serve = on_core("1", &self.sifang);
        serve.args(["serve", "--log", "warn", "--listen", address, "--data"]).arg(data);
        serve.args(["--sockets-per-address", "100000", "--players-per-minute", "1000000"]);
        serve.args(["--messages-per-second", "1000"]);
        // By the environment: a build that does not know one of these goes on without it.
        serve.env("SIFANG_METRICS", metrics).env("SIFANG_ROOMS_PER_ADDRESS", "100000");
        serve.env("SIFANG_REQUESTS_PER_SECOND", "1000000").env("SIFANG_ROOMS", "100000");
        serve.envs(self.memory.map(|settings| ("MALLOC_CONF", settings)));
        serve
    }
}

/// The load process and the bare servers. What they measure is tested first: their workspace is not part of ours.
pub(super) fn build_load() -> Result<PathBuf> {
    let target = run::root().join("perf/net/target");
    for chore in ["test", "build"] {
        let manifest = "perf/net/Cargo.toml";
        let mut command =
            run::cargo(&[chore, "--quiet", "--release", "--manifest-path", manifest, "--target-dir"]);
        command.arg(&target);
        run::show(command)?;
    }
    Ok(target.join("release"))
}

/// How many tables of four can be connected at once on this machine, by the handles of a process and the ports of an address.
pub(super) fn most_tables() -> Result<usize> {
    let handles = run::capture(run::command("sh", &["-c", HANDLES, "sh", "sh", "-c", "ulimit -n"]))?;
    let handles: usize = handles.trim().parse().context("`ulimit -n` gives no number")?;
    let ports = std::fs::read_to_string("/proc/sys/net/ipv4/ip_local_port_range")?;
    let ports: Vec<usize> = ports.split_whitespace().filter_map(|port| port.parse().ok()).collect();
    ensure!(ports.len() == 2, "the system does not say which ports it gives");
    Ok(handles.min(ports[1] - ports[0]).saturating_sub(SPARE) / 4)
}

/// A server that runs; it ends with this value.
struct Server {
    child: Child,
    data: PathBuf,
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself, and not every server has data.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

/// A load process beside its server; both end with this value.
pub(super) struct Load {
    name: &'static str,
    child: Child,
    orders: ChildStdin,
    figures: BufReader<ChildStdout>,
    _server: Server,
}

impl Load {
    /// Has one order carried out; its figures.
    pub(super) fn order(&mut self, order: &str) -> Result<Value> {
        let what = || format!("{}, '{order}'", self.name);
        writeln!(self.orders, "{order}").with_context(what)?;
        let mut line = String::new();
        self.figures.read_line(&mut line).with_context(what)?;
        ensure!(!line.is_empty(), "{}: the load process has ended", what());
        serde_json::from_str(&line).with_context(|| format!("{}: no JSON: {line}", what()))
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        // Before the server, or it would complain of being left.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An address that nobody listens on. Not one of those that the system gives to clients: asking whether somebody is there by now
/// could connect the question with itself, and then nobody can listen there any more.
fn free_address() -> Result<String> {
    static NEXT: AtomicU16 = AtomicU16::new(20_000);
    loop {
        let port = NEXT.fetch_add(1, Relaxed);
        ensure!(port < 32_000, "no port is free");
        if let Ok(listener) = TcpListener::bind(("127.0.0.1", port)) {
            return Ok(listener.local_addr()?.to_string());
        }
    }
}

/// A program on one core, with enough handles. The shell and `taskset` become the program, so that its process is the child's.
fn on_core(core: &str, program: &Path) -> Command {
    let mut command = run::command("sh", &["-c", HANDLES, "sh", "taskset", "-c", core]);
    command.arg(program);
    command
}
