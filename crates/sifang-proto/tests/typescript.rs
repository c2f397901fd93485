//! The TypeScript declarations in the browser client are those of the present types.
#![cfg(feature = "ts")]

use std::path::Path;

#[test]
fn declarations_are_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/generated/protocol.ts");
    let wanted = sifang_proto::ts::declarations();
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &wanted).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == wanted, "web/src/generated/protocol.ts is not fresh: run with UPDATE=1");
}
