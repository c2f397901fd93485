//! What a turn sends, gathered by connection: whatever it has for a client is one write.

use crate::socket::connection::{Connection, Ending};
use crate::socket::frame::Frames;
use sifang_room::ConnectionId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Connections that look at a room, or have asked it something.
pub(super) type Connections = BTreeMap<ConnectionId, Arc<Connection>>;

/// What one turn has for each connection: messages in their order, and perhaps its end behind them.
#[derive(Debug, Default)]
pub(super) struct Outbox(BTreeMap<ConnectionId, (Frames, Option<Ending>)>);

impl Outbox {
    /// Adds a message for a connection.
    pub(super) fn add(&mut self, to: ConnectionId, message: &str) {
        self.0.entry(to).or_default().0.text(message);
    }

    /// Ends a connection when it has been sent everything.
    pub(super) fn end(&mut self, to: ConnectionId, ending: Ending) {
        self.0.entry(to).or_default().1 = Some(ending);
    }

    /// Writes everything. A connection that is gone misses it.
    pub(super) fn send(self, connections: &Connections) {
        for (to, (frames, ending)) in self.0 {
            if let Some(connection) = connections.get(&to) {
                connection.send(&frames);
                ending.into_iter().for_each(|ending| connection.end(ending));
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
    use tokio::io::AsyncReadExt;

    #[tokio::test]
    async fn a_turn_is_one_thing_however_much_it_sends() {
        let (connection, mut client) = pair(3).await;
        let connection = Arc::new(connection);
        let connections = Connections::from([(connection.name(), Arc::clone(&connection))]);
        let mut outbox = Outbox::default();
        let mut expected = Frames::default();
        for number in 0..4 * limits::OUTGOING_QUEUE {
            outbox.add(ConnectionId(3), &number.to_string());
            outbox.add(ConnectionId(4), "nobody");
            expected.text(&number.to_string());
        }
        assert_eq!(outbox.0.len(), 2);
        outbox.send(&connections);
        assert_eq!(connection.ending(), None);
        let mut read = vec![0; expected.bytes().len()];
        client.read_exact(&mut read).await.unwrap();
        assert_eq!(read, expected.bytes());

        let mut outbox = Outbox::default();
        outbox.add(ConnectionId(3), "last");
        outbox.end(connection.name(), Ending::Status(status::NORMAL));
        outbox.send(&connections);
        assert_eq!(connection.ending(), Some(Ending::Status(status::NORMAL)));
        let mut read = vec![0; Frames::of("last").bytes().len()];
        client.read_exact(&mut read).await.unwrap();
        assert_eq!(read, Frames::of("last").bytes());
    }
}
