//! What rooms have to say, on its way to the sockets.
//!
//! A turn hands its texts in, gathered by connection, so that whatever it has to say to a client is one write. One task writes
//! what all rooms have handed in: after a commit many rooms speak at once, and writing to hundreds of sockets in one go takes
//! the system much less time than the same writes with a room's work between them.
//!
//! Half of a busy server's time goes into writing to sockets, and half of the writes are for players who only look on while
//! others decide. So when many rooms speak at once, those are told a little later, and of a few turns in one write; whoever is
//! asked something, or has said something, is told at once, as is everybody when there is little to do.

use super::connections::Connections;
use crate::socket::connection::{Connection, Ending};
use crate::socket::frame::Frames;
use sifang_room::{ConnectionId, Text};
use std::collections::VecDeque;
use std::future::pending;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

/// So many rooms that speak at once make a server busy.
const BUSY: usize = 32;
/// How long those who only look on may wait when it is: shorter than anybody notices.
const PATIENCE: Duration = Duration::from_millis(100);

/// Something for a connection.
#[derive(Debug)]
enum Letter {
    Text(Text),
    /// Nothing follows.
    End(Ending),
}

impl Letter {
    fn text(&self) -> Option<&Text> {
        match self {
            Letter::Text(text) => Some(text),
            Letter::End(_) => None,
        }
    }
}

/// What one turn has to say, in order.
#[derive(Debug)]
pub(super) struct Outbox {
    connections: Connections,
    /// Each with the place of its connection.
    letters: Vec<(usize, Letter)>,
}

impl Outbox {
    /// For these connections, with room for so many texts.
    pub(super) fn new(connections: &Connections, texts: usize) -> Outbox {
        Outbox { connections: connections.clone(), letters: Vec::with_capacity(texts) }
    }

    /// Adds a text for a connection; one that is gone misses it.
    pub(super) fn add(&mut self, to: ConnectionId, text: Text) {
        self.letters.extend(self.connections.place(to).map(|place| (place, Letter::Text(text))));
    }

    /// Ends a connection when it has been told what was added before.
    pub(super) fn end(&mut self, to: ConnectionId, ending: Ending) {
        self.letters.extend(self.connections.place(to).map(|place| (place, Letter::End(ending))));
    }
}

/// What all rooms have handed in and is not written yet.
#[derive(Debug, Default)]
pub(crate) struct Post {
    outboxes: Mutex<Vec<Outbox>>,
    wake: Notify,
}

impl Post {
    fn outboxes(&self) -> MutexGuard<'_, Vec<Outbox>> {
        self.outboxes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes what a turn has to say.
    pub(super) fn hand_in(&self, mut outbox: Outbox) {
        if outbox.letters.is_empty() {
            return;
        }
        // What is for the same connection stands together.
        outbox.letters.sort_by_key(|(place, _)| *place);
        self.outboxes().push(outbox);
        self.wake.notify_one();
    }

    /// Writes what is handed in, for as long as the server lives.
    pub(crate) async fn serve(&self) {
        let mut clerk = Clerk::default();
        loop {
            tokio::select! {
                () = self.wake.notified() => {
                    // Rooms that the same commit has woken are about to hand in theirs.
                    tokio::task::yield_now().await;
                    std::mem::swap(&mut clerk.outboxes, &mut *self.outboxes());
                    clerk.deliver(Instant::now());
                }
                () = clerk.due() => {}
            }
            clerk.release(Instant::now());
        }
    }
}

/// Who writes what was handed in.
#[derive(Debug, Default)]
struct Clerk {
    outboxes: Vec<Outbox>,
    frames: Frames,
    /// Connections for which something is held back, and since when: the longest first.
    held: VecDeque<(Instant, Arc<Connection>)>,
}

impl Clerk {
    /// Writes what was handed in, or holds it back for those who can wait.
    fn deliver(&mut self, now: Instant) {
        let (busy, frames) = (self.outboxes.len() >= BUSY, &mut self.frames);
        for Outbox { connections, letters } in self.outboxes.drain(..) {
            for own in letters.chunk_by(|(one, _), (other, _)| one == other) {
                let Some(connection) = own.first().and_then(|(place, _)| connections.at(*place)) else {
                    continue;
                };
                let (mut end, mut waits) = (None, busy);
                for (_, letter) in own {
                    match letter {
                        Letter::Text(text) => waits &= text.may_wait(),
                        Letter::End(ending) => (end, waits) = (Some(*ending), false),
                    }
                }
                let texts = own.iter().filter_map(|(_, letter)| letter.text());
                if !waits {
                    connection.tell(texts, frames);
                } else if connection.hold(texts, now.into_std(), frames) {
                    self.held.push_back((now, Arc::clone(connection)));
                }
                if let Some(ending) = end {
                    connection.end(ending);
                }
            }
        }
    }

    /// Waits until something has been held back for long enough.
    async fn due(&self) {
        match self.held.front() {
            Some((since, _)) => sleep_until(*since + PATIENCE).await,
            None => pending().await,
        }
    }

    /// Writes what has been held back for long enough. What went out with another write in the meantime is no longer there.
    fn release(&mut self, now: Instant) {
        while let Some((since, connection)) = self.held.pop_front_if(|(since, _)| *since + PATIENCE <= now) {
            connection.release(since.into_std(), &mut self.frames);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::socket::connection::pair;
    use crate::socket::frame::status;
    use sifang_proto::limits;
    use tokio::io::AsyncReadExt;
    use tokio::net::TcpStream;
    use tokio::time::timeout;

    fn deliver(post: &Post) {
        let mut clerk = Clerk { outboxes: std::mem::take(&mut *post.outboxes()), ..Clerk::default() };
        clerk.deliver(Instant::now());
        assert!(clerk.held.is_empty());
    }

    #[tokio::test]
    async fn a_turn_is_one_thing_however_much_it_says() {
        let (connection, mut client) = pair(3).await;
        let connection = Arc::new(connection);
        let mut connections = Connections::default();
        connections.add(Arc::clone(&connection));
        let (post, mut outbox) = (Post::default(), Outbox::new(&connections, 1));
        let mut expected = Frames::default();
        for number in 0..4 * limits::OUTGOING_QUEUE {
            outbox.add(ConnectionId(3), number.to_string().into());
            outbox.add(ConnectionId(4), "nobody".into());
            expected.text(&number.to_string());
        }
        post.hand_in(outbox);
        assert_eq!(post.outboxes()[0].letters.len(), 4 * limits::OUTGOING_QUEUE);
        deliver(&post);
        assert_eq!(connection.ending(), None);
        let mut read = vec![0; expected.bytes().len()];
        client.read_exact(&mut read).await.unwrap();
        assert_eq!(read, expected.bytes());

        let mut outbox = Outbox::new(&connections, 2);
        outbox.add(ConnectionId(3), "last".into());
        outbox.end(connection.name(), Ending::Status(status::NORMAL));
        post.hand_in(outbox);
        deliver(&post);
        assert_eq!(connection.ending(), Some(Ending::Status(status::NORMAL)));
        let mut read = vec![0; Frames::of("last").bytes().len()];
        client.read_exact(&mut read).await.unwrap();
        assert_eq!(read, Frames::of("last").bytes());
    }

    /// A room with two who look at it: one is asked, one looks on.
    async fn room() -> (Connections, [TcpStream; 2]) {
        let mut connections = Connections::default();
        let (asked, first) = pair(1).await;
        let (looking, second) = pair(2).await;
        connections.add(Arc::new(asked));
        connections.add(Arc::new(looking));
        (connections, [first, second])
    }

    /// What so many rooms say at once.
    fn said(rooms: usize, connections: &Connections, text: &str) -> Vec<Outbox> {
        let mut outbox = Outbox::new(connections, 2);
        outbox.add(ConnectionId(1), text.into());
        outbox.add(ConnectionId(2), Text::from(text).waiting(true));
        let others = (1..rooms).map(|_| Outbox::new(connections, 0));
        std::iter::once(outbox).chain(others).collect()
    }

    async fn heard(client: &mut TcpStream) -> Vec<u8> {
        let mut bytes = vec![0; 99];
        match timeout(Duration::from_millis(200), client.read(&mut bytes)).await {
            Ok(read) => bytes.truncate(read.unwrap()),
            Err(_) => bytes.clear(),
        }
        bytes
    }

    fn frames(texts: &[&str]) -> Vec<u8> {
        texts.iter().flat_map(|text| Frames::of(text).bytes().to_vec()).collect()
    }

    #[tokio::test]
    async fn who_looks_on_hears_later_when_there_is_much_to_say_and_at_once_when_there_is_not() {
        let (connections, [mut asked, mut looking]) = room().await;
        let (mut clerk, now) = (Clerk::default(), Instant::now());
        let mut deliver = |rooms: usize, text: &str, now: Instant| {
            clerk.outboxes = said(rooms, &connections, text);
            clerk.deliver(now);
            clerk.release(now);
            clerk.held.len()
        };
        assert_eq!(deliver(BUSY - 1, "a", now), 0);
        assert_eq!(heard(&mut asked).await, frames(&["a"]));
        assert_eq!(heard(&mut looking).await, frames(&["a"]));
        assert_eq!(deliver(BUSY, "b", now), 1);
        assert_eq!(deliver(BUSY, "c", now + PATIENCE / 2), 1, "it is held back once");
        assert_eq!(heard(&mut asked).await, frames(&["b", "c"]));
        assert!(heard(&mut looking).await.is_empty());
        assert_eq!(deliver(BUSY, "d", now + PATIENCE), 0, "the first was held back for long enough");
        assert_eq!(heard(&mut looking).await, frames(&["b", "c", "d"]));
        // What is to be heard at once takes along what was held back; what is held after it waits its own time.
        assert_eq!(deliver(BUSY, "e", now), 1);
        assert_eq!(deliver(1, "f", now), 1);
        assert_eq!(heard(&mut looking).await, frames(&["e", "f"]));
        assert_eq!(deliver(BUSY, "g", now + PATIENCE / 2), 2);
        assert_eq!(deliver(BUSY, "h", now + PATIENCE), 1);
        assert!(heard(&mut looking).await.is_empty());
        assert_eq!(deliver(BUSY, "i", now + PATIENCE * 3 / 2), 0);
        assert_eq!(heard(&mut looking).await, frames(&["g", "h", "i"]));
    }

    #[tokio::test(start_paused = true)]
    async fn nothing_is_held_back_for_longer_than_anybody_notices() {
        let (connections, [_asked, mut looking]) = room().await;
        let post = Arc::new(Post::default());
        post.outboxes().extend(said(BUSY, &connections, "only"));
        let (start, server) = (Instant::now(), Arc::clone(&post));
        let serving = tokio::spawn(async move { server.serve().await });
        post.wake.notify_one();
        let mut read = vec![0; Frames::of("only").bytes().len()];
        looking.read_exact(&mut read).await.unwrap();
        assert_eq!(read, Frames::of("only").bytes());
        assert!((PATIENCE..2 * PATIENCE).contains(&start.elapsed()), "{:?}", start.elapsed());
        serving.abort();
    }
}
