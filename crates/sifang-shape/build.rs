//! Builds the tables of the crate and writes them folded, a few hundred kilobytes each, for `src` to unfold at start.

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
    let write = |name: &str, table: &[u16]| {
        let bytes: Vec<u8> = table.iter().flat_map(|value| value.to_le_bytes()).collect();
        std::fs::write(Path::new(&out).join(name), bytes).expect("the build directory can be written");
    };
    let write_folded = |name: &str, table: &[u16]| {
        let folded = fold::fold(table);
        assert!(unfold::unfold(&folded) == table, "{name} must survive folding");
        write(name, &folded);
    };
    write_folded("suit_cover.bin", &cover::table(9, true));
    write_folded("honor_cover.bin", &cover::table(7, false));
    let (suits, honors) = (kept::classes(9, true), kept::classes(7, false));
    write_folded("suit_class.bin", &suits.of_key);
    write_folded("honor_class.bin", &honors.of_key);
    write("any_pair.bin", &kept::rule(&suits.rows, &honors.rows, profile::ANY_PAIR));
    write("two_five_eight.bin", &kept::rule(&suits.rows, &honors.rows, profile::TWO_FIVE_EIGHT));
}
