//! The texts of one turn, gathered by connection: whatever a turn has to say to a client is one write.

use crate::socket::connection::Connection;
use crate::socket::frame::Frames;
use sifang_room::ConnectionId;
use std::collections::HashMap;
use std::sync::Arc;

/// Texts by connection, in order, as they will be written.
#[derive(Default)]
pub(super) struct Outbox(Vec<(u64, Frames)>);

impl Outbox {
    /// Adds a text for a connection.
    pub(super) fn add(&mut self, to: ConnectionId, text: &str) {
        match self.0.iter_mut().find(|(known, _)| *known == to.0) {
            Some((_, frames)) => frames.text(text),
            None => self.0.push((to.0, Frames::of(text))),
        }
    }

    /// Writes everything to the connections; those that are gone miss it.
    pub(super) fn send(&mut self, connections: &HashMap<u64, Arc<Connection>>) {
        for (to, frames) in self.0.drain(..) {
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
            outbox.add(ConnectionId(3), &number.to_string());
            outbox.add(ConnectionId(4), "nobody");
            expected.text(&number.to_string());
        }
        assert_eq!(outbox.0[0].1, expected);
        outbox.send(&connections);
        assert_eq!(connections[&3].ending(), None);
        let mut start = [0; 8];
        client.read_exact(&mut start).await.unwrap();
        assert_eq!(&start, b"\x81\x010\x81\x011\x81\x01");
    }
}
