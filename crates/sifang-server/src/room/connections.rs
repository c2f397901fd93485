//! Who looks at a room.

use crate::socket::connection::Connection;
use std::sync::Arc;

/// The connections of a room. They are so few that looking through them is the shortest way.
#[derive(Default)]
pub(super) struct Connections(Vec<Arc<Connection>>);

impl Connections {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Arc<Connection>> {
        self.0.iter()
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
