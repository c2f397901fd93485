//! The rows of a file, for bringing them elsewhere, and a file made of such rows.

use super::connection::new_file;
use super::folder::{FILE, lock};
use super::migrate::begin;
use super::{live_rooms, read_only};
use crate::part::Unfinished;
use crate::transfer::{Part, Row, SLICE, TABLES, Tally, Transferred, Value};
use crate::{CopyError, Damage};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql, params_from_iter};
use std::path::Path;
use tokio::sync::{mpsc, oneshot};

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Number(number) => ValueRef::Integer(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

/// Hands over all rows of a folder in which no server is running.
pub(crate) fn read_out(folder: &Path, to: &mpsc::Sender<Part>) -> Result<Transferred, CopyError> {
    let _lock = lock(folder)?;
    let connection = read_only(&folder.join(FILE))?;
    check(&connection)?;
    rows(&connection, &mut |part| to.blocking_send(part).map_err(|_| CopyError::Broken))
}

/// Makes a file of rows in a folder that has none. It gets its name when it holds what is expected.
pub(crate) fn take_in(
    folder: &Path,
    mut from: mpsc::Receiver<Part>,
    expected: oneshot::Receiver<Transferred>,
) -> Result<Transferred, CopyError> {
    let target = folder.join(FILE);
    for taken in [target.clone(), crate::part::beside(&target, "-wal")] {
        if taken.exists() {
            return Err(CopyError::Exists(taken));
        }
    }
    let _lock = lock(folder)?;
    let failed =
        |path: &Path, error: std::io::Error| CopyError::Failed(format!("{}: {error}", path.display()));
    let part = Unfinished::begin(&target, ".part").map_err(|(path, error)| failed(&path, error))?;
    let mut connection = new_file(part.path())?;
    begin(&mut connection)?;
    let transaction = connection.transaction()?;
    while let Some((table, rows)) = from.blocking_recv() {
        let table = &TABLES[table];
        let places = vec!["?"; table.columns.len()].join(", ");
        let insert = format!("INSERT INTO {} ({}) VALUES ({places})", table.name, table.names());
        let mut insert = transaction.prepare_cached(&insert)?;
        for row in rows {
            insert.execute(params_from_iter(row))?;
        }
    }
    transaction.commit()?;
    check(&connection)?;
    let written = rows(&connection, &mut |_| Ok(()))?;
    connection.close().map_err(|(_, error)| error)?;
    match expected.blocking_recv() {
        Ok(expected) if expected == written => {}
        Ok(_) => return Err(CopyError::Differs),
        Err(_) => return Err(CopyError::Broken),
    }
    part.finish().map_err(|error| failed(&target, error))?;
    Ok(written)
}

/// Whether every log is whole.
fn check(connection: &Connection) -> Result<(), CopyError> {
    let damages: Vec<Damage> =
        live_rooms(connection)?.into_iter().filter_map(|room| room.log.err()).collect();
    if damages.is_empty() { Ok(()) } else { Err(CopyError::Rooms(damages)) }
}

/// Hands on all rows in their order.
fn rows(
    connection: &Connection,
    to: &mut dyn FnMut(Part) -> Result<(), CopyError>,
) -> Result<Transferred, CopyError> {
    let mut tally = Tally::default();
    for (number, table) in TABLES.iter().enumerate() {
        let mut select = connection.prepare(&table.select("BINARY"))?;
        let mut found = select.query([])?;
        let mut part = Vec::new();
        let mut hand_on = |part: Vec<Row>| {
            let part = (number, part);
            tally.add(&part);
            to(part)
        };
        while let Some(row) = found.next()? {
            let values = (0..table.columns.len()).map(|column| value(row.get_ref(column)?));
            part.push(values.collect::<Result<Row, CopyError>>()?);
            if part.len() == SLICE {
                hand_on(std::mem::take(&mut part))?;
            }
        }
        hand_on(part)?;
    }
    Ok(tally.end())
}

fn value(found: ValueRef<'_>) -> Result<Value, CopyError> {
    Ok(match found {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Number(number),
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_owned()),
        ValueRef::Text(text) => match std::str::from_utf8(text) {
            Ok(text) => Value::Text(text.to_owned()),
            Err(_) => return Err(CopyError::Damaged("a text is not UTF-8".into())),
        },
        ValueRef::Real(_) => return Err(CopyError::Damaged("a number is none of ours".into())),
    })
}
