//! A server inside this process, on a real port: for trials that put other parts under it (a disk that fails, chance that
//! panics, short patience), which no setting of the binary can do.

use anyhow::{Context, Result, bail};
use sifang_client::Server;
use sifang_server::{Config, Doors, Given, ListenAt, MetricsAt, Parts, run_on};
use sifang_store::{Settings, Sqlite};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use tempfile::TempDir;
use tokio::sync::oneshot;

/// A running server; it stops when this is dropped.
#[derive(Debug)]
pub(crate) struct Inside {
    /// How to reach it.
    pub(crate) server: Server,
    /// Where it serves its counters.
    pub(crate) metrics: Server,
    stop: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<Result<()>>>,
    _folder: TempDir,
}

impl Inside {
    /// Starts a server on the usual parts, changed as wished.
    pub(crate) fn start(change: impl FnOnce(Parts) -> Parts + Send + 'static) -> Result<Inside> {
        let folder = tempfile::tempdir()?;
        let free = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let given = Given {
            listen: Some(ListenAt(free)),
            metrics: Some(MetricsAt::Address(free)),
            data: Some(folder.path().into()),
            rooms_per_address: Some(100_000),
            sockets_per_address: Some(100_000),
            players_per_minute: Some(1_000_000),
            requests_per_second: Some(100_000),
            ..Given::default()
        };
        let config = Config::new(given)?;
        let (opened, addresses) = mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let running = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
            runtime.block_on(async {
                let doors = Doors::open(&config, None).await?;
                opened.send((doors.public()?, doors.metrics().context("counters")?))?;
                let store = Arc::new(Sqlite::open(Settings::new(&config.data)).await?);
                let parts = change(Parts::usual(store.clone()));
                run_on(doors, config, parts, async { drop(stopped.await) }).await?;
                store.shut_down().await?;
                anyhow::Ok(())
            })
        });
        let at = |address| Server::new(&format!("http://{address}"));
        let (server, metrics) = addresses.recv().map(|(server, metrics)| (at(server), at(metrics)))?;
        let (server, metrics) = (server?, metrics?);
        Ok(Inside { server, metrics, stop: Some(stop), running: Some(running), _folder: folder })
    }

    /// Stops it, and says whether it ended well.
    pub(crate) fn stop(mut self) -> Result<()> {
        self.end()
    }

    fn end(&mut self) -> Result<()> {
        // A server that has ended already receives nothing.
        let _ = self.stop.take().map(|stop| stop.send(()));
        match self.running.take().map(JoinHandle::join) {
            None => Ok(()),
            Some(Ok(ended)) => ended,
            Some(Err(_)) => bail!("the server panicked"),
        }
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        // Whoever wants to know how it ended calls `stop`.
        let _ = self.end();
    }
}

/// A counter or gauge of the server that serves them here.
pub(crate) async fn metric(metrics: &Server, name: &str) -> Result<u64> {
    let answer = metrics.request("GET", "/metrics", None, None).await?;
    let text = String::from_utf8(answer.body)?;
    let line = text.lines().find(|line| line.split(' ').next() == Some(name));
    let value = line.and_then(|line| line.rsplit(' ').next()).context(format!("no metric {name}"))?;
    Ok(value.parse()?)
}
