#!/bin/sh
# Makes the Debian package (target/debian/*.deb) with cargo-deb: `cargo install cargo-deb` once.
# What cannot be written by hand, the manual and the completions, comes from the program itself.
set -eu
cd "$(dirname "$0")/.."
SIFANG_WEB=require cargo build --release --locked --package sifang-cli
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target/deb"
"$target/release/sifang" man --lang en | gzip -9n > "$target/deb/sifang.1.gz"
"$target/release/sifang" man --lang zh | gzip -9n > "$target/deb/sifang.zh.1.gz"
for shell in bash zsh fish; do
    "$target/release/sifang" completions "$shell" > "$target/deb/sifang.$shell"
done
cargo deb --no-build --package sifang-cli
