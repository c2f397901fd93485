//! Who looks at a room.

use crate::socket::connection::Connection;
use sifang_room::ConnectionId;
use std::sync::Arc;

/// The connections of a room, each with its number. They are so few that looking through them is the shortest way. A copy is as
/// cheap as a pointer: whatever a turn has to say carries one with it, and touches no connection before it is written.
#[derive(Clone, Debug, Default)]
pub(super) struct Connections(Arc<Vec<(u64, Arc<Connection>)>>);

impl Connections {
    /// Where a connection stands.
    pub(super) fn place(&self, id: ConnectionId) -> Option<usize> {
        self.0.iter().position(|(known, _)| *known == id.0)
    }

    /// The connection at a place.
    pub(super) fn at(&self, place: usize) -> Option<&Arc<Connection>> {
        self.0.get(place).map(|(_, connection)| connection)
    }

    pub(super) fn has(&self, id: ConnectionId) -> bool {
        self.place(id).is_some()
    }

    /// All of them.
    pub(super) fn ids(&self) -> impl Iterator<Item = ConnectionId> {
        self.0.iter().map(|(id, _)| ConnectionId(*id))
    }

    /// Adds one, if it is not there yet.
    pub(super) fn add(&mut self, connection: Arc<Connection>) {
        if !self.has(connection.name()) {
            Arc::make_mut(&mut self.0).push((connection.id, connection));
        }
    }

    /// Takes one away; says whether it was there.
    pub(super) fn remove(&mut self, id: ConnectionId) -> bool {
        let place = self.place(id);
        if let Some(place) = place {
            Arc::make_mut(&mut self.0).remove(place);
        }
        place.is_some()
    }
}
