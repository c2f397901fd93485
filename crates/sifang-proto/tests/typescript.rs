//! The TypeScript declarations in the browser client are those of the present types.
#![cfg(feature = "ts")]

use std::path::Path;

fn fresh(name: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/generated").join(name);
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, wanted).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == wanted, "web/src/generated/{name} is not fresh: run with UPDATE=1");
}

#[test]
fn declarations_are_fresh() {
    fresh("protocol.ts", &sifang_proto::ts::declarations());
}

#[test]
fn declarations_of_books_and_reports_are_fresh() {
    fresh("books.ts", &sifang_proto::ts::books().unwrap());
}

#[test]
fn words_of_a_verdict_are_fresh() {
    fresh("verdict.ts", &sifang_proto::ts::verdict());
}
