//! Who looks at a room.

use crate::socket::connection::Connection;
use std::sync::Arc;

/// The connections of a room, each with its number. They are so few that looking through them is the shortest way.
#[derive(Default)]
pub(super) struct Connections(Vec<(u64, Arc<Connection>)>);

impl Connections {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn get(&self, id: u64) -> Option<&Arc<Connection>> {
        self.0.iter().find(|(known, _)| *known == id).map(|(_, connection)| connection)
    }

    /// Adds one, if it is not there yet.
    pub(super) fn add(&mut self, connection: Arc<Connection>) {
        if self.get(connection.id).is_none() {
            self.0.push((connection.id, connection));
        }
    }

    pub(super) fn remove(&mut self, id: u64) -> Option<Arc<Connection>> {
        let place = self.0.iter().position(|(known, _)| *known == id)?;
        Some(self.0.remove(place).1)
    }

    /// Takes all away.
    pub(super) fn take(&mut self) -> impl Iterator<Item = Arc<Connection>> + use<> {
        std::mem::take(&mut self.0).into_iter().map(|(_, connection)| connection)
    }
}
