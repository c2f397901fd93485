//! What rooms have to say, on its way to the sockets.
//!
//! A turn hands its texts in, gathered by connection, so that whatever it has to say to a client is one write. One task writes
//! what all rooms have handed in: after a commit many rooms speak at once, and writing to hundreds of sockets in one go takes
//! the system much less time than the same writes with a room's work between them.

use super::connections::Connections;
use crate::socket::connection::Ending;
use crate::socket::frame::Frames;
use sifang_room::{ConnectionId, Text};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Something for a connection.
#[derive(Debug)]
enum Letter {
    Text(Text),
    /// Nothing follows.
    End(Ending),
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
        let (mut outboxes, mut frames) = (Vec::new(), Frames::default());
        loop {
            self.wake.notified().await;
            // Rooms that the same commit has woken are about to hand in theirs.
            tokio::task::yield_now().await;
            self.deliver(&mut outboxes, &mut frames);
        }
    }

    fn deliver(&self, outboxes: &mut Vec<Outbox>, frames: &mut Frames) {
        std::mem::swap(outboxes, &mut *self.outboxes());
        for Outbox { connections, letters } in outboxes.drain(..) {
            for own in letters.chunk_by(|(one, _), (other, _)| one == other) {
                let Some(connection) = own.first().and_then(|(place, _)| connections.at(*place)) else {
                    continue;
                };
                frames.clear();
                let mut end = None;
                for (_, letter) in own {
                    match letter {
                        Letter::Text(text) => frames.text(text),
                        Letter::End(ending) => end = Some(*ending),
                    }
                }
                connection.send(frames);
                if let Some(ending) = end {
                    connection.end(ending);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::socket::connection::pair;
    use crate::socket::frame::status;
    use sifang_proto::limits;
    use std::sync::Arc;
    use tokio::io::AsyncReadExt;

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
        post.deliver(&mut Vec::new(), &mut Frames::default());
        assert_eq!(connection.ending(), None);
        let mut read = vec![0; expected.bytes().len()];
        client.read_exact(&mut read).await.unwrap();
        assert_eq!(read, expected.bytes());

        let mut outbox = Outbox::new(&connections, 2);
        outbox.add(ConnectionId(3), "last".into());
        outbox.end(connection.name(), Ending::Status(status::NORMAL));
        post.hand_in(outbox);
        post.deliver(&mut Vec::new(), &mut Frames::default());
        assert_eq!(connection.ending(), Some(Ending::Status(status::NORMAL)));
        let mut read = vec![0; Frames::of("last").bytes().len()];
        client.read_exact(&mut read).await.unwrap();
        assert_eq!(read, Frames::of("last").bytes());
    }
}
