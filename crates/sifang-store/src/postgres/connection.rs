//! One connection: how it is made, what it is set to, and what its errors mean.

use super::address::Address;
use super::tls::Tls;
use crate::{Refusal, StoreError};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio_postgres::config::SslMode;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, NoTls, Row, Statement};

/// Where the database is, and how long a lock in it that somebody else holds is waited for.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) address: Address,
    pub(super) patience: Duration,
    pub(super) tls: Tls,
}

/// A connection with the statements that it has prepared.
pub(super) struct Connection {
    pub(super) client: Client,
    prepared: Mutex<HashMap<&'static str, Statement>>,
}

/// The values of a statement.
pub(super) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

impl Place {
    /// Connects, or says clearly why not.
    pub(super) async fn connect(&self) -> Result<Connection, StoreError> {
        let client = self.client().await.map_err(|error| self.refusal(&error))?;
        let patience = self.patience.as_millis();
        // Every line is synced, whatever the role's own settings are; a plan is made for the arrays at hand, which are short or long.
        let settings = format!(
            "SET default_transaction_isolation = 'read committed'; SET lock_timeout = {patience};
             SET plan_cache_mode = force_custom_plan; SET client_min_messages = warning;
             SELECT set_config('synchronous_commit', 'on', FALSE)
                 WHERE current_setting('synchronous_commit') IN ('off', 'local')"
        );
        client.batch_execute(&settings).await.map_err(|error| self.refusal(&error))?;
        Ok(Connection { client, prepared: Mutex::default() })
    }

    async fn client(&self) -> Result<Client, Error> {
        let config = &self.address.config;
        // The task that carries the bytes ends with the connection; what it ends with is seen by whoever waits for an answer.
        if config.get_ssl_mode() == SslMode::Disable {
            let (client, bytes) = config.connect(NoTls).await?;
            tokio::spawn(bytes);
            Ok(client)
        } else {
            let (client, bytes) = config.connect(self.tls.clone()).await?;
            tokio::spawn(bytes);
            Ok(client)
        }
    }

    /// Why a connection was refused.
    pub(super) fn refusal(&self, error: &Error) -> StoreError {
        let said = described(error);
        let why = match error.code() {
            Some(code) if code.code().starts_with("28") => Refusal::Role(said),
            Some(code)
                if [SqlState::INVALID_CATALOG_NAME, SqlState::INSUFFICIENT_PRIVILEGE].contains(code) =>
            {
                Refusal::Database(said)
            }
            Some(_) => Refusal::Other(said),
            None if said.contains("password missing") => Refusal::Role("a password is needed".into()),
            None if said.contains("certificate") || said.contains("TLS") => Refusal::Tls(said),
            None => Refusal::Unreachable(said),
        };
        StoreError::Refused { place: self.address.to_string(), why }
    }
}

impl Connection {
    /// A statement, prepared once.
    pub(super) async fn statement(&self, sql: &'static str) -> Result<Statement, Error> {
        let found = self.prepared().get(sql).cloned();
        if let Some(found) = found {
            return Ok(found);
        }
        let statement = self.client.prepare(sql).await?;
        self.prepared().insert(sql, statement.clone());
        Ok(statement)
    }

    fn prepared(&self) -> MutexGuard<'_, HashMap<&'static str, Statement>> {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All rows of a statement that stays prepared.
    pub(super) async fn all(&self, sql: &'static str, values: Values<'_>) -> Result<Vec<Row>, Error> {
        let statement = self.statement(sql).await?;
        self.client.query(&statement, values).await
    }

    /// The first row, if there is one.
    pub(super) async fn first(&self, sql: &'static str, values: Values<'_>) -> Result<Option<Row>, Error> {
        Ok(self.all(sql, values).await?.into_iter().next())
    }

    /// Runs a statement that stays prepared, and says how many rows it changed.
    pub(super) async fn run(&self, sql: &'static str, values: Values<'_>) -> Result<u64, Error> {
        let statement = self.statement(sql).await?;
        self.client.execute(&statement, values).await
    }
}

/// Whether the connection is gone, so that nobody knows what became of what was asked for.
pub(super) fn is_lost(error: &Error) -> bool {
    match error.code() {
        // The server says that it ends the connection: before that it has undone what was under way, or has committed it.
        Some(code) => ["57", "58", "08", "XX"].contains(&&code.code()[..2]),
        None => true,
    }
}

/// What an error says, its causes included. What was sent to the database is not in it.
pub(super) fn described(error: &Error) -> String {
    match error.as_db_error() {
        Some(said) => format!("{} (SQLSTATE {})", said.message(), said.code().code()),
        None => {
            let cause = std::error::Error::source(error).map(|cause| format!(": {cause}"));
            format!(
                "{error}{}",
                cause.filter(|cause| !error.to_string().contains(&cause[2..])).unwrap_or_default()
            )
        }
    }
}

impl From<Error> for StoreError {
    fn from(error: Error) -> StoreError {
        match error.code() {
            Some(code) if *code == SqlState::FOREIGN_KEY_VIOLATION => StoreError::Missing,
            _ => StoreError::Failed(described(&error)),
        }
    }
}
