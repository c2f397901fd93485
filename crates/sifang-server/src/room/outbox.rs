//! The texts of one turn, gathered by connection: whatever a turn has to say to a client is one write.

use crate::socket::connection::Connection;
use crate::socket::frame::Frames;
use sifang_room::ConnectionId;
use std::collections::HashMap;
use std::sync::Arc;

/// Texts in order, each with the connection it is for.
#[derive(Default)]
pub(super) struct Outbox(Vec<(u64, Arc<str>)>);

impl Outbox {
    /// Adds a text for a connection.
    pub(super) fn add(&mut self, to: ConnectionId, text: Arc<str>) {
        self.0.push((to.0, text));
    }

    /// Writes everything to the connections; those that are gone miss it.
    pub(super) fn send(&mut self, connections: &HashMap<u64, Arc<Connection>>) {
        // One buffer for all: by the time of the next connection it has been taken by the system.
        let mut frames = Frames::default();
        while let Some((to, _)) = self.0.first() {
            let to = *to;
            frames.clear();
            self.0.retain(|(known, text)| {
                if *known == to {
                    frames.text(text);
                }
                *known != to
            });
            if let Some(connection) = connections.get(&to) {
                connection.send(&frames);
            }
        }
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
        let connections = HashMap::from([(3, Arc::new(connection))]);
        let (mut outbox, mut expected) = (Outbox::default(), Frames::default());
        for number in 0..4 * limits::OUTGOING_QUEUE {
            outbox.add(ConnectionId(3), number.to_string().into());
            outbox.add(ConnectionId(4), "nobody".into());
            expected.text(&number.to_string());
        }
        outbox.send(&connections);
        assert_eq!(connections[&3].ending(), None);
        let mut read = vec![0; expected.bytes().len()];
        client.read_exact(&mut read).await.unwrap();
        assert_eq!(read, expected.bytes());
    }
}
