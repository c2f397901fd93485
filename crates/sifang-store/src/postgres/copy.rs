//! The rows of a database, for bringing them elsewhere, and a database filled with such rows.

use super::address::Address;
use super::connection::{Connection, Place, described};
use super::migrate::migrate;
use super::tls::Tls;
use super::{Postgres, Settings};
use crate::CopyError;
use crate::transfer::{Kind, Part, Row, SLICE, TABLES, Table, Tally, Transferred, Value};
use tokio::sync::mpsc;
use tokio_postgres::Error;
use tokio_postgres::types::ToSql;

/// Nodes that are running.
const LIVE: &str = "SELECT count(*) FROM node WHERE NOT gone AND lease_until > clock_timestamp()";

fn failed(error: Error) -> CopyError {
    CopyError::Failed(described(&error))
}

/// Connects to a database on which nobody is running.
async fn connect(address: &Address) -> Result<Connection, CopyError> {
    let tls = Tls::new(address)?;
    let place = Place { address: address.clone(), patience: Settings::new(address.clone()).patience, tls };
    let connection = place.connect().await?;
    migrate(&connection, &place).await?;
    let live: i64 = connection.client.query_one(LIVE, &[]).await.map_err(failed)?.get(0);
    if live > 0 {
        return Err(CopyError::Failed(format!("{address} is in use by a running server; stop it first")));
    }
    Ok(connection)
}

impl Postgres {
    /// Hands over all rows.
    pub(crate) async fn read_out(
        address: &Address,
        to: mpsc::Sender<Part>,
    ) -> Result<Transferred, CopyError> {
        let connection = connect(address).await?;
        let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        connection.client.batch_execute(begin).await.map_err(failed)?;
        rows(&connection, Some(&to)).await
    }

    /// Fills an empty database with rows, and keeps them if the digest of what is then in it is the one of what was read.
    pub(crate) async fn take_in(
        address: &Address,
        mut from: mpsc::Receiver<Part>,
        read: impl Future<Output = Result<Transferred, CopyError>>,
    ) -> Result<Transferred, CopyError> {
        let connection = connect(address).await?;
        connection.client.batch_execute("BEGIN").await.map_err(failed)?;
        for table in TABLES {
            let any = format!("SELECT EXISTS (SELECT 1 FROM {})", table.name);
            if connection.client.query_one(&any, &[]).await.map_err(failed)?.get(0) {
                return Err(CopyError::Exists(address.to_string().into()));
            }
        }
        while let Some((number, rows)) = from.recv().await {
            insert(&connection, &TABLES[number], &rows).await.map_err(failed)?;
        }
        let read = read.await?;
        let written = rows(&connection, None).await?;
        if written != read {
            return Err(CopyError::Differs);
        }
        connection.client.batch_execute("COMMIT").await.map_err(failed)?;
        Ok(written)
    }
}

/// Adds rows. Rooms are nobody's: the first node that starts takes them.
async fn insert(to: &Connection, table: &Table, rows: &[Row]) -> Result<(), Error> {
    let mut columns: Vec<Box<dyn ToSql + Sync + Send>> = Vec::new();
    let mut places = Vec::new();
    for (number, (_, kind)) in table.columns.iter().enumerate() {
        let values = rows.iter().map(|row| &row[number]);
        let place = number + 1;
        match kind {
            Kind::Number => {
                let number =
                    |value: &Value| if let Value::Number(number) = value { Some(*number) } else { None };
                columns.push(Box::new(values.map(number).collect::<Vec<Option<i64>>>()));
                places.push(format!("${place}::BIGINT[]"));
            }
            Kind::Text => {
                let text =
                    |value: &Value| if let Value::Text(text) = value { Some(text.clone()) } else { None };
                columns.push(Box::new(values.map(text).collect::<Vec<Option<String>>>()));
                places.push(format!("${place}::TEXT[]"));
            }
            Kind::Bytes => {
                let bytes =
                    |value: &Value| if let Value::Bytes(bytes) = value { Some(bytes.clone()) } else { None };
                columns.push(Box::new(values.map(bytes).collect::<Vec<Option<Vec<u8>>>>()));
                places.push(format!("${place}::BYTEA[]"));
            }
        }
    }
    let (more, values) = match table.name {
        "head" => (", owner, epoch", ", 0, 1"),
        "log" => (", epoch", ", 1"),
        _ => ("", ""),
    };
    let (names, places) = (table.names(), places.join(", "));
    let insert = format!(
        "INSERT INTO {} ({names}{more}) SELECT new.*{values} FROM unnest({places}) AS new ({names})",
        table.name
    );
    let columns: Vec<&(dyn ToSql + Sync)> =
        columns.iter().map(|column| &**column as &(dyn ToSql + Sync)).collect();
    to.client.execute(&insert, &columns).await?;
    Ok(())
}

/// Hands on all rows in their order, inside a transaction.
async fn rows(from: &Connection, to: Option<&mpsc::Sender<Part>>) -> Result<Transferred, CopyError> {
    let mut tally = Tally::default();
    for (number, table) in TABLES.iter().enumerate() {
        let declare = format!("DECLARE part NO SCROLL CURSOR FOR {}", table.select("\"C\""));
        from.client.batch_execute(&declare).await.map_err(failed)?;
        let fetch = from.client.prepare(&format!("FETCH {SLICE} FROM part")).await.map_err(failed)?;
        loop {
            let found = from.client.query(&fetch, &[]).await.map_err(failed)?;
            let rows: Vec<Row> = found.iter().map(|row| values(row, table)).collect();
            let is_last = rows.len() < SLICE;
            let part = (number, rows);
            tally.add(&part);
            if let Some(to) = to {
                to.send(part).await.map_err(|_| CopyError::Broken)?;
            }
            if is_last {
                break;
            }
        }
        from.client.batch_execute("CLOSE part").await.map_err(failed)?;
    }
    Ok(tally.end())
}

fn values(row: &tokio_postgres::Row, table: &Table) -> Row {
    let value = |(number, (_, kind)): (usize, &(&str, Kind))| match kind {
        Kind::Number => row.get::<_, Option<i64>>(number).map_or(Value::Null, Value::Number),
        Kind::Text => row.get::<_, Option<String>>(number).map_or(Value::Null, Value::Text),
        Kind::Bytes => row.get::<_, Option<Vec<u8>>>(number).map_or(Value::Null, Value::Bytes),
    };
    table.columns.iter().enumerate().map(value).collect()
}
