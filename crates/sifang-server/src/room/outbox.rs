//! The texts of one turn, gathered by connection: whatever a turn has to say to a client waits as one thing.

use crate::socket::connection::Connection;
use axum::body::Bytes;
use axum::extract::ws::Utf8Bytes;
use sifang_room::ConnectionId;
use std::collections::HashMap;
use std::sync::Arc;

/// Texts by connection, in order.
#[derive(Default)]
pub(super) struct Outbox(Vec<(u64, Vec<Utf8Bytes>)>);

impl Outbox {
    /// Adds a text for a connection.
    pub(super) fn add(&mut self, to: ConnectionId, text: Arc<str>) {
        let text = shared(text);
        match self.0.iter_mut().find(|(known, _)| *known == to.0) {
            Some((_, texts)) => texts.push(text),
            None => self.0.push((to.0, vec![text])),
        }
    }

    /// Hands everything to the connections; those that are gone miss it.
    pub(super) fn send(&mut self, connections: &HashMap<u64, Arc<Connection>>) {
        for (to, texts) in self.0.drain(..) {
            if let Some(connection) = connections.get(&to) {
                connection.send_all(texts);
            }
        }
    }
}

/// The text as the socket takes it, without copying: watchers of one table share it.
fn shared(text: Arc<str>) -> Utf8Bytes {
    struct Text(Arc<str>);
    impl AsRef<[u8]> for Text {
        fn as_ref(&self) -> &[u8] {
            self.0.as_bytes()
        }
    }
    // It was a text before, so it is one now.
    Utf8Bytes::try_from(Bytes::from_owner(Text(text))).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_proto::limits;

    #[tokio::test]
    async fn a_turn_is_one_thing_however_much_it_says() {
        let (connection, mut texts) = Connection::new(3);
        let connections = HashMap::from([(3, Arc::new(connection))]);
        let mut outbox = Outbox::default();
        for number in 0..4 * limits::OUTGOING_QUEUE {
            outbox.add(ConnectionId(3), number.to_string().into());
            outbox.add(ConnectionId(4), "nobody".into());
        }
        outbox.send(&connections);
        let turn = texts.recv().await.unwrap();
        assert_eq!(turn.len(), 4 * limits::OUTGOING_QUEUE);
        assert_eq!(turn[7].as_str(), "7");
        assert!(texts.try_recv().is_err());
    }
}
