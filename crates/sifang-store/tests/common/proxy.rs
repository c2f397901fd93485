//! A road to the database on which bytes can be held up and connections cut, as a network does.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Which connections are disturbed: those that were made before a moment, by their numbers.
#[derive(Clone, Copy, Default)]
struct Trouble {
    /// What these ask waits, even when the node has gone away.
    held: usize,
    /// To these the road is cut.
    cut: usize,
    /// These are cut by the first answer, which nobody gets.
    deaf: usize,
}

/// The road, with the port where it begins.
#[derive(Clone)]
pub(crate) struct Proxy {
    pub(crate) port: u16,
    made: Arc<AtomicUsize>,
    trouble: watch::Sender<Trouble>,
}

impl Proxy {
    pub(crate) async fn to(port: u16) -> Proxy {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let begin = listener.local_addr().unwrap().port();
        let proxy =
            Proxy { port: begin, made: Arc::default(), trouble: watch::Sender::new(Trouble::default()) };
        let road = proxy.clone();
        tokio::spawn(async move {
            while let Ok((node, _)) = listener.accept().await {
                let number = road.made.fetch_add(1, SeqCst);
                let database = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
                let ((from, to), (answers, asks)) = (node.into_split(), database.into_split());
                tokio::spawn(road.clone().ask(number, from, asks));
                tokio::spawn(road.clone().answer(number, answers, to));
            }
        });
        proxy
    }

    /// From now on what is asked on the present connections is held up.
    pub(crate) fn hold(&self) {
        self.trouble.send_modify(|trouble| trouble.held = self.made.load(SeqCst));
    }

    /// What was held up goes its way.
    pub(crate) fn release(&self) {
        self.trouble.send_modify(|trouble| trouble.held = 0);
    }

    /// The present connections end, for the nodes; what they have asked is still on its way.
    pub(crate) fn cut(&self) {
        self.trouble.send_modify(|trouble| trouble.cut = self.made.load(SeqCst));
    }

    /// The next answer on each of the present connections is lost, and the connection with it.
    pub(crate) fn lose_answers(&self) {
        self.trouble.send_modify(|trouble| trouble.deaf = self.made.load(SeqCst));
    }

    async fn ask(self, number: usize, mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
        let mut trouble = self.trouble.subscribe();
        let mut bytes = vec![0; 65_536];
        loop {
            let read = from.read(&mut bytes).await.unwrap_or(0);
            if trouble.wait_for(|trouble| number >= trouble.held).await.is_err() || read == 0 {
                return;
            }
            if to.write_all(&bytes[..read]).await.is_err() {
                return;
            }
        }
    }

    async fn answer(self, number: usize, mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
        let mut trouble = self.trouble.subscribe();
        let mut bytes = vec![0; 65_536];
        loop {
            let read = tokio::select! {
                read = from.read(&mut bytes) => read.unwrap_or(0),
                _ = trouble.wait_for(|trouble| number < trouble.cut) => break,
            };
            if read == 0 || number < self.trouble.borrow().deaf || to.write_all(&bytes[..read]).await.is_err()
            {
                break;
            }
        }
        // The node sees the end; the way to the database stays until what is on it has arrived.
        let _ = to.shutdown().await;
    }
}
