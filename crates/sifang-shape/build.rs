//! Builds the tables of the crate. Those over all keys of a suit are written folded, for `src` to unfold when needed.

use std::path::Path;

#[path = "build/cover.rs"]
mod cover;
#[path = "build/fold.rs"]
mod fold;
#[path = "build/kept.rs"]
mod kept;
#[path = "build/profile.rs"]
mod profile;
#[path = "src/unfold.rs"]
mod unfold;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/unfold.rs");
    let out = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    let write = |name: &str, table: &[u16]| -> Vec<[u8; 2]> {
        let written: Vec<[u8; 2]> = table.iter().map(|value| value.to_le_bytes()).collect();
        std::fs::write(Path::new(&out).join(name), written.as_flattened())
            .expect("the build directory is writable");
        written
    };
    let write_folded = |name: &str, table: &[u16]| {
        let written = write(name, &fold::fold(table));
        assert!(unfold::unfold(&written, |entry| entry) == table, "{name} must survive folding");
    };
    write_folded("suit_cover.bin", &cover::table(9, true));
    write_folded("honor_cover.bin", &cover::table(7, false));
    let (suits, honors) = (kept::classes(9, true), kept::classes(7, false));
    write_folded("suit_class.bin", &suits.of_key);
    write_folded("honor_class.bin", &honors.of_key);
    write("any_pair.bin", &kept::rule(&suits.rows, &honors.rows, profile::ANY_PAIR));
    write("two_five_eight.bin", &kept::rule(&suits.rows, &honors.rows, profile::TWO_FIVE_EIGHT));
}
