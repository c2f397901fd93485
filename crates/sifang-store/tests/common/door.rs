//! A second door to what a store keeps: statements beside it, and a lock that holds its commits up.

use rusqlite::Connection;
use sifang_postgres::Database;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin};

/// A connection beside the store's own.
pub(crate) enum Door {
    Sqlite(Connection),
    Postgres { database: Database, locked: Option<(Child, ChildStdin)> },
}

impl Door {
    pub(crate) fn postgres(database: Database) -> Door {
        Door::Postgres { database, locked: None }
    }

    /// Runs a statement. `x'00'` stands for bytes on both sides.
    pub(crate) fn run(&self, statement: &str) {
        match self {
            Door::Sqlite(connection) => drop(connection.execute(statement, []).unwrap()),
            Door::Postgres { database, .. } => drop(database.run(&bytes(statement)).unwrap()),
        }
    }

    /// The one number that a query answers.
    pub(crate) fn number(&self, select: &str) -> i64 {
        match self {
            Door::Sqlite(connection) => connection.query_row(select, [], |row| row.get(0)).unwrap(),
            Door::Postgres { database, .. } => database.run(select).unwrap().parse().unwrap(),
        }
    }

    /// How many lines the log of a room has.
    pub(crate) fn lines(&self, room: &str) -> i64 {
        self.number(&format!("SELECT count(*) FROM log WHERE room = '{room}'"))
    }

    /// From now on no commit succeeds.
    pub(crate) fn lock(&mut self) {
        match self {
            Door::Sqlite(connection) => drop(connection.execute("BEGIN IMMEDIATE", []).unwrap()),
            Door::Postgres { database, locked } => {
                let mut child = database.session().unwrap();
                let mut input = child.stdin.take().unwrap();
                writeln!(input, "BEGIN; LOCK TABLE node, head, log IN EXCLUSIVE MODE; SELECT 'locked';")
                    .unwrap();
                let mut line = String::new();
                BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
                assert_eq!(line.trim(), "locked");
                *locked = Some((child, input));
            }
        }
    }

    /// From now on commits succeed again.
    pub(crate) fn unlock(&mut self) {
        match self {
            Door::Sqlite(connection) => drop(connection.execute("ROLLBACK", []).unwrap()),
            Door::Postgres { locked, .. } => {
                if let Some((mut child, input)) = locked.take() {
                    drop(input);
                    child.wait().unwrap();
                }
            }
        }
    }
}

/// Bytes as PostgreSQL writes them.
fn bytes(statement: &str) -> String {
    let Some((before, rest)) = statement.split_once("x'") else { return statement.to_owned() };
    let (hex, after) = rest.split_once('\'').unwrap();
    format!("{before}'\\x{hex}'::bytea{}", bytes(after))
}
