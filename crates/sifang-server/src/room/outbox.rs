//! What rooms send, on its way to the sockets.
//!
//! A turn hands its messages in, gathered by connection, so that whatever it sends to a client is
//! one write. One task writes what all rooms have handed in, as soon as it is there: after a commit
//! many rooms send at once, and writing to hundreds of sockets in one go takes less time than the
//! same writes with a room's work between them.

use super::connections::Connections;
use crate::socket::connection::Ending;
use crate::socket::frame::Frames;
use sifang_room::{ConnectionId, Message};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Something for a connection.
#[derive(Debug)]
enum Item {
    Message(Message),
    /// Nothing follows.
    End(Ending),
}

/// What one turn sends, in order.
#[derive(Debug)]
pub(super) struct Outbox {
    connections: Connections,
    /// Each with the place of its connection.
    items: Vec<(usize, Item)>,
}

impl Outbox {
    /// For these connections, with room for so many messages.
    pub(super) fn new(connections: &Connections, messages: usize) -> Outbox {
        Outbox { connections: connections.clone(), items: Vec::with_capacity(messages) }
    }

    /// Adds a message for a connection; one that is gone misses it.
    pub(super) fn add(&mut self, to: ConnectionId, message: Message) {
        self.items.extend(self.connections.place(to).map(|place| (place, Item::Message(message))));
    }

    /// Ends a connection when it has been sent what was added before.
    pub(super) fn end(&mut self, to: ConnectionId, ending: Ending) {
        self.items.extend(self.connections.place(to).map(|place| (place, Item::End(ending))));
    }

    /// Writes everything, to each connection at once.
    fn send(self, buffer: &mut Frames) {
        for own in self.items.chunk_by(|(one, _), (other, _)| one == other) {
            let place = own.first().map(|(place, _)| *place);
            let Some(connection) = place.and_then(|place| self.connections.at(place)) else { continue };
            let messages = own.iter().filter_map(|(_, item)| match item {
                Item::Message(message) => Some(message),
                Item::End(_) => None,
            });
            connection.send_messages(messages, buffer);
            for (_, item) in own {
                if let Item::End(ending) = item {
                    connection.end(*ending);
                }
            }
        }
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

    /// Takes what a turn sends.
    pub(super) fn hand_in(&self, mut outbox: Outbox) {
        if outbox.items.is_empty() {
            return;
        }
        // What is for the same connection stands together.
        outbox.items.sort_by_key(|(place, _)| *place);
        self.outboxes().push(outbox);
        self.wake.notify_one();
    }

    /// Writes what is handed in, for as long as the server lives.
    pub(crate) async fn serve(&self) {
        let (mut outboxes, mut buffer) = (Vec::new(), Frames::default());
        loop {
            self.wake.notified().await;
            // Rooms that the same commit has woken are about to hand in theirs.
            tokio::task::yield_now().await;
            std::mem::swap(&mut outboxes, &mut *self.outboxes());
            outboxes.drain(..).for_each(|outbox| outbox.send(&mut buffer));
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

    fn deliver(post: &Post) {
        let outboxes = std::mem::take(&mut *post.outboxes());
        outboxes.into_iter().for_each(|outbox| outbox.send(&mut Frames::default()));
    }

    #[tokio::test]
    async fn a_turn_is_one_thing_however_much_it_sends() {
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
        assert_eq!(post.outboxes()[0].items.len(), 4 * limits::OUTGOING_QUEUE);
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

    #[tokio::test]
    async fn what_many_rooms_send_at_once_is_written_at_once() {
        let (connection, mut client) = pair(1).await;
        let mut connections = Connections::default();
        connections.add(Arc::new(connection));
        let post = Arc::new(Post::default());
        let server = Arc::clone(&post);
        let serving = tokio::spawn(async move { server.serve().await });
        let mut expected = Vec::new();
        for room in 0..100 {
            let mut outbox = Outbox::new(&connections, 1);
            outbox.add(ConnectionId(1), room.to_string().into());
            expected.extend_from_slice(Frames::of(&room.to_string()).bytes());
            post.hand_in(outbox);
        }
        let mut read = vec![0; expected.len()];
        client.read_exact(&mut read).await.unwrap();
        assert_eq!(read, expected);
        serving.abort();
    }
}
