//! Databases that cannot be used: each is refused with a clear line, without its password.

use crate::common::node;
use sifang_postgres::{Database, PASSWORD, database};
use sifang_store::{Postgres, Refusal, StoreError};

async fn refused(url: &str) -> (Refusal, String) {
    let error = Postgres::open(node(url)).await.unwrap_err();
    let said = format!("{error} {error:?}");
    assert!(!said.contains(PASSWORD) && !said.contains("wrong-secret"), "{said}");
    match error {
        StoreError::Refused { why, .. } => (why, said),
        other => panic!("{other:?}"),
    }
}

fn with(database: &Database, role: &str, password: &str) -> String {
    database.url().replace(&format!("postgres:{PASSWORD}@"), &format!("{role}:{password}@"))
}

#[tokio::test]
async fn what_is_wrong_with_a_database_is_said_clearly() {
    let Some(database) = database() else { return };
    let url = database.url();
    let (why, said) = refused(&with(&database, "postgres", "wrong-secret")).await;
    assert!(matches!(why, Refusal::Role(_)) && said.contains("refuses the role"), "{said}");
    let (why, said) = refused(&with(&database, "nobody", "wrong-secret")).await;
    assert!(matches!(why, Refusal::Role(_)), "{said}");
    let (why, said) = refused(&url.replace(&format!(":{PASSWORD}"), "")).await;
    assert!(matches!(why, Refusal::Role(_)) && said.contains("a password is needed"), "{said}");
    let (why, said) = refused(&format!("{url}_not_there")).await;
    assert!(matches!(why, Refusal::Database(_)) && said.contains("does not exist"), "{said}");
    // A role that may connect, and nothing else.
    database.run("CREATE ROLE guest LOGIN PASSWORD 'wrong-secret'").unwrap();
    let (why, said) = refused(&with(&database, "guest", "wrong-secret")).await;
    assert!(matches!(why, Refusal::Database(_)) && said.contains("permission denied"), "{said}");
    // A port on which nobody listens.
    let free = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let (why, said) = refused(&database.url_by(free)).await;
    assert!(matches!(why, Refusal::Unreachable(_)) && said.contains("no server answers"), "{said}");
    // The server has no certificate at all.
    let (why, said) = refused(&format!("{url}?sslmode=require")).await;
    assert!(matches!(why, Refusal::Tls(_)), "{said}");
}

#[tokio::test]
async fn a_newer_schema_and_another_past_are_refused() {
    let Some(database) = database() else { return };
    let url = database.url();
    Postgres::open(node(&url)).await.unwrap();
    Postgres::open(node(&url)).await.unwrap();
    database.run("INSERT INTO sifang_schema (version, name, checksum) VALUES (99, 'later', '')").unwrap();
    let (why, said) = refused(&url).await;
    assert!(why == Refusal::Newer(99) && said.contains("newer than this program"), "{said}");
    database
        .run("DELETE FROM sifang_schema WHERE version = 99; UPDATE sifang_schema SET checksum = ''")
        .unwrap();
    let (why, said) = refused(&url).await;
    assert!(
        matches!(why, Refusal::Other(_)) && said.contains("change 1 of the schema is not the one"),
        "{said}"
    );
}

/// A server that does not sync would lose what was acknowledged; so would a role that asks for that, but it is overruled.
#[tokio::test]
async fn every_commit_is_synced() {
    let Some(database) = database() else { return };
    let unsynced = "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$";
    database.run(unsynced).unwrap();
    assert_eq!(database.run("SHOW synchronous_commit").unwrap(), "off");
    // Opening reads back what holds.
    Postgres::open(node(&database.url())).await.unwrap();
}
