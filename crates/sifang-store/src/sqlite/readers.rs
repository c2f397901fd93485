//! A few connections that only read, beside the writer, which write-ahead logging allows. Reading blocks, so it is done where
//! blocking is allowed, by as many at once as there are connections.

use super::connection::Place;
use crate::StoreError;
use rusqlite::Connection;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Semaphore;

/// Most connections, each opened when it is first needed.
const MOST: u32 = 4;

/// The readers. Clones share them.
#[derive(Clone, Debug)]
pub(super) struct Readers {
    place: Arc<Place>,
    /// Connections that nobody uses.
    idle: Arc<Mutex<Vec<Connection>>>,
    /// One for each connection that may be used; closed with the store.
    free: Arc<Semaphore>,
}

impl Readers {
    /// Opens the first of them, to see that it can be done.
    pub(super) fn open(place: Place) -> rusqlite::Result<Readers> {
        let first = place.read()?;
        Ok(Readers {
            place: Arc::new(place),
            idle: Arc::new(Mutex::new(vec![first])),
            free: Arc::new(Semaphore::new(MOST as usize)),
        })
    }

    /// Reads something, when a connection is free.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        what: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let permit = self.free.clone().acquire_owned().await.map_err(|_| StoreError::Closed)?;
        let readers = self.clone();
        apart(move || {
            let idle = readers.idle().pop();
            let connection = idle.map_or_else(|| readers.place.read(), Ok)?;
            let read = what(&connection);
            readers.idle().push(connection);
            // Given back after the connection: whoever has a permit finds one, or may open one.
            drop(permit);
            read
        })
        .await
    }

    /// Waits until nobody reads, and closes all connections.
    pub(super) async fn close(&self) {
        // Where this fails it was closed before.
        let all = self.free.acquire_many(MOST).await;
        self.free.close();
        drop(all);
        self.idle().clear();
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs what blocks on a thread where that is allowed.
pub(crate) async fn apart<T: Send + 'static, E: From<StoreError> + Send + 'static>(
    what: impl FnOnce() -> Result<T, E> + Send + 'static,
) -> Result<T, E> {
    let done = tokio::task::spawn_blocking(what).await;
    done.unwrap_or_else(|error| Err(StoreError::Failed(error.to_string()).into()))
}
