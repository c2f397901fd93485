//! A few connections for everything but the lines of logs: what is read, and what is written about players. Each request has a
//! connection to itself. So that a flood of them does not pile up, writing is refused when too many wait.

use super::connection::{Connection, Place};
use crate::StoreError;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Most connections, each made when it is first needed.
const MOST: u32 = 8;

/// The connections. Clones share them.
#[derive(Clone)]
pub(super) struct Pool(Arc<Shared>);

struct Shared {
    place: Place,
    idle: Mutex<Vec<Arc<Connection>>>,
    /// One for each connection that may be used; closed with the store.
    free: Arc<Semaphore>,
    /// One for each write that may wait.
    writes: Arc<Semaphore>,
}

impl Pool {
    /// A pool with one connection in it.
    pub(super) fn new(place: Place, first: Connection, queue: usize) -> Pool {
        Pool(Arc::new(Shared {
            place,
            idle: Mutex::new(vec![Arc::new(first)]),
            free: Arc::new(Semaphore::new(MOST as usize)),
            writes: Arc::new(Semaphore::new(queue)),
        }))
    }

    /// A connection when one is free, however many wait.
    pub(super) async fn wait(&self) -> Result<Taken, StoreError> {
        self.take(None).await
    }

    /// A connection for writing, unless too many wait for one.
    pub(super) async fn write(&self) -> Result<Taken, StoreError> {
        let place = self
            .0
            .writes
            .clone()
            .try_acquire_owned()
            .map_err(|_| if self.0.free.is_closed() { StoreError::Closed } else { StoreError::Busy })?;
        self.take(Some(place)).await
    }

    async fn take(&self, place: Option<OwnedSemaphorePermit>) -> Result<Taken, StoreError> {
        let permit = self.0.free.clone().acquire_owned().await.map_err(|_| StoreError::Closed)?;
        let idle = loop {
            match self.0.idle().pop() {
                Some(connection) if connection.client.is_closed() => {}
                other => break other,
            }
        };
        let connection = match idle {
            Some(connection) => connection,
            None => Arc::new(self.0.place.connect().await?),
        };
        Ok(Taken { connection, whole: true, pool: self.0.clone(), _permits: (permit, place) })
    }

    /// Waits until nobody uses a connection, and closes all.
    pub(super) async fn close(&self) {
        // Where this fails it was closed before.
        let all = self.0.free.acquire_many(MOST).await;
        self.0.free.close();
        self.0.writes.close();
        drop(all);
        self.0.idle().clear();
    }
}

impl Shared {
    fn idle(&self) -> MutexGuard<'_, Vec<Arc<Connection>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection in use, given back when it is dropped: unless a transaction on it was left open, which only its end undoes.
pub(super) struct Taken {
    connection: Arc<Connection>,
    whole: bool,
    pool: Arc<Shared>,
    /// Given back after the connection: whoever has a permit finds one, or may make one.
    _permits: (OwnedSemaphorePermit, Option<OwnedSemaphorePermit>),
}

impl Taken {
    /// Begins a transaction.
    pub(super) async fn begin(&mut self) -> Result<(), tokio_postgres::Error> {
        self.whole = false;
        self.client.batch_execute("BEGIN").await
    }

    /// Keeps what the transaction has done.
    pub(super) async fn end(&mut self) -> Result<(), tokio_postgres::Error> {
        self.client.batch_execute("COMMIT").await?;
        self.whole = true;
        Ok(())
    }
}

impl Deref for Taken {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        if self.whole && !self.connection.client.is_closed() {
            self.pool.idle().push(self.connection.clone());
        }
    }
}
