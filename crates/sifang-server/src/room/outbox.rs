//! What rooms have to say, on its way to the sockets.
//!
//! A turn hands its texts in, gathered by connection, so that whatever it has to say to a client is one write. One task writes
//! what all rooms have handed in: after a commit many rooms speak at once, and writing to hundreds of sockets in one go takes
//! the system much less time than the same writes with a room's work between them.

use super::connections::Connections;
use crate::socket::connection::{Connection, Ending};
use crate::socket::frame::Frames;
use sifang_room::ConnectionId;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Something for a connection.
#[derive(Debug)]
struct Letter {
    to: Arc<Connection>,
    /// The number of that connection, which would otherwise have to be fetched from far away.
    id: u64,
    what: What,
}

#[derive(Debug)]
enum What {
    Text(Arc<str>),
    /// Nothing follows.
    End(Ending),
}

/// What one turn has to say, in order.
#[derive(Debug)]
pub(super) struct Outbox(Vec<Letter>);

impl Outbox {
    /// With room for so many texts.
    pub(super) fn new(texts: usize) -> Outbox {
        Outbox(Vec::with_capacity(texts))
    }

    /// Adds a text for a connection; one that is gone misses it.
    pub(super) fn add(&mut self, to: ConnectionId, text: Arc<str>, connections: &Connections) {
        if let Some(connection) = connections.get(to.0) {
            self.0.push(Letter { to: Arc::clone(connection), id: to.0, what: What::Text(text) });
        }
    }

    /// Ends a connection when it has been told what was added before.
    pub(super) fn end(&mut self, connection: &Arc<Connection>, ending: Ending) {
        self.0.push(Letter { to: Arc::clone(connection), id: connection.id, what: What::End(ending) });
    }
}

/// What all rooms have handed in and is not written yet.
#[derive(Debug, Default)]
pub(crate) struct Post {
    letters: Mutex<Vec<Letter>>,
    wake: Notify,
}

impl Post {
    fn letters(&self) -> MutexGuard<'_, Vec<Letter>> {
        self.letters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes what a turn has to say.
    pub(super) fn hand_in(&self, mut outbox: Outbox) {
        if outbox.0.is_empty() {
            return;
        }
        // Within a turn what is for the same connection stands together.
        outbox.0.sort_by_key(|letter| letter.id);
        self.letters().append(&mut outbox.0);
        self.wake.notify_one();
    }

    /// Writes what is handed in, for as long as the server lives.
    pub(crate) async fn serve(&self) {
        let (mut letters, mut frames) = (Vec::new(), Frames::default());
        loop {
            self.wake.notified().await;
            // Rooms that the same commit has woken are about to hand in theirs.
            tokio::task::yield_now().await;
            self.deliver(&mut letters, &mut frames);
        }
    }

    fn deliver(&self, letters: &mut Vec<Letter>, frames: &mut Frames) {
        std::mem::swap(letters, &mut *self.letters());
        for own in letters.chunk_by(|one, other| one.id == other.id) {
            let [first, ..] = own else { continue };
            frames.clear();
            let mut end = None;
            for letter in own {
                match &letter.what {
                    What::Text(text) => frames.text(text),
                    What::End(ending) => end = Some(*ending),
                }
            }
            first.to.send(frames);
            if let Some(ending) = end {
                first.to.end(ending);
            }
        }
        letters.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::socket::connection::pair;
    use crate::socket::frame::status;
    use sifang_proto::limits;
    use tokio::io::AsyncReadExt;

    #[tokio::test]
    async fn a_turn_is_one_thing_however_much_it_says() {
        let (connection, mut client) = pair(3).await;
        let connection = Arc::new(connection);
        let mut connections = Connections::default();
        connections.add(Arc::clone(&connection));
        let (post, mut outbox, mut expected) = (Post::default(), Outbox::new(1), Frames::default());
        for number in 0..4 * limits::OUTGOING_QUEUE {
            outbox.add(ConnectionId(3), number.to_string().into(), &connections);
            outbox.add(ConnectionId(4), "nobody".into(), &connections);
            expected.text(&number.to_string());
        }
        post.hand_in(outbox);
        assert_eq!(post.letters().len(), 4 * limits::OUTGOING_QUEUE);
        post.deliver(&mut Vec::new(), &mut Frames::default());
        assert_eq!(connection.ending(), None);
        let mut read = vec![0; expected.bytes().len()];
        client.read_exact(&mut read).await.unwrap();
        assert_eq!(read, expected.bytes());

        let mut outbox = Outbox::new(2);
        outbox.add(ConnectionId(3), "last".into(), &connections);
        outbox.end(&connection, Ending::Status(status::NORMAL));
        post.hand_in(outbox);
        post.deliver(&mut Vec::new(), &mut Frames::default());
        assert_eq!(connection.ending(), Some(Ending::Status(status::NORMAL)));
        let mut read = vec![0; Frames::of("last").bytes().len()];
        client.read_exact(&mut read).await.unwrap();
        assert_eq!(read, Frames::of("last").bytes());
    }
}
