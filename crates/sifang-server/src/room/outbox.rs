//! Who looks at a room, and the texts of one turn, gathered by connection: whatever a turn has to say to a client is one write.

use crate::socket::connection::Connection;
use crate::socket::frame::Frames;
use sifang_room::ConnectionId;
use std::cell::Cell;
use std::sync::Arc;

thread_local! {
    /// One buffer for all turns: by the time of the next connection it has been taken by the system.
    static FRAMES: Cell<Frames> = const { Cell::new(Frames::NONE) };
}

/// The connections of a room. They are so few that looking through them is the shortest way.
#[derive(Default)]
pub(super) struct Connections(Vec<Arc<Connection>>);

impl Connections {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn get(&self, id: u64) -> Option<&Arc<Connection>> {
        self.0.iter().find(|known| known.id == id)
    }

    /// Adds one, if it is not there yet.
    pub(super) fn add(&mut self, connection: Arc<Connection>) {
        if self.get(connection.id).is_none() {
            self.0.push(connection);
        }
    }

    pub(super) fn remove(&mut self, id: u64) -> Option<Arc<Connection>> {
        let place = self.0.iter().position(|known| known.id == id)?;
        Some(self.0.remove(place))
    }

    /// Takes all away.
    pub(super) fn take(&mut self) -> Vec<Arc<Connection>> {
        std::mem::take(&mut self.0)
    }
}

/// Texts in order, each with the connection it is for.
pub(super) struct Outbox(Vec<(u64, Arc<str>)>);

impl Outbox {
    /// With room for so many texts.
    pub(super) fn new(texts: usize) -> Outbox {
        Outbox(Vec::with_capacity(texts))
    }

    /// Adds a text for a connection.
    pub(super) fn add(&mut self, to: ConnectionId, text: Arc<str>) {
        self.0.push((to.0, text));
    }

    /// Writes everything to the connections; those that are gone miss it.
    pub(super) fn send(&mut self, connections: &Connections) {
        let mut frames = FRAMES.take();
        for at in 0..self.0.len() {
            let to = self.0[at].0;
            // What an earlier text of this turn has taken along is done.
            if self.0[..at].iter().any(|(known, _)| *known == to) {
                continue;
            }
            let Some(connection) = connections.get(to) else { continue };
            frames.clear();
            for (_, text) in self.0[at..].iter().filter(|(known, _)| *known == to) {
                frames.text(text);
            }
            connection.send(&frames);
        }
        self.0.clear();
        FRAMES.set(frames);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::socket::connection::pair;
    use sifang_proto::limits;
    use tokio::io::AsyncReadExt;

    #[tokio::test]
    async fn a_turn_is_one_thing_however_much_it_says() {
        let (connection, mut client) = pair(3).await;
        let mut connections = Connections::default();
        connections.add(Arc::new(connection));
        let (mut outbox, mut expected) = (Outbox::new(1), Frames::default());
        for number in 0..4 * limits::OUTGOING_QUEUE {
            outbox.add(ConnectionId(3), number.to_string().into());
            outbox.add(ConnectionId(4), "nobody".into());
            expected.text(&number.to_string());
        }
        outbox.send(&connections);
        assert_eq!(connections.get(3).unwrap().ending(), None);
        let mut read = vec![0; expected.bytes().len()];
        client.read_exact(&mut read).await.unwrap();
        assert_eq!(read, expected.bytes());
    }
}
