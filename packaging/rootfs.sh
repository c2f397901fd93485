#!/bin/sh
# Makes the root file system of the image in a folder: the static program, its licences, and a data
# folder that an ordinary user may write. Needs Rust, a C compiler for musl (Debian: musl-tools) and
# Node.js. Usage: packaging/rootfs.sh FOLDER
set -eu
root=${1:?usage: packaging/rootfs.sh FOLDER}
cd "$(dirname "$0")/.."
case $(uname -m) in
x86_64) target=x86_64-unknown-linux-musl ;;
aarch64 | arm64) target=aarch64-unknown-linux-musl ;;
*) echo "rootfs.sh: no static target is known for $(uname -m)" >&2; exit 1 ;;
esac
rustup target add "$target"
SIFANG_WEB=require cargo build --release --locked --package sifang-cli --target "$target"
built=${CARGO_TARGET_DIR:-target}/$target/release/sifang
mkdir -p "$root/data" "$root/licenses"
cp "$built" "$root/sifang"
cp LICENSE-MIT LICENSE-APACHE "$root/licenses/"
chmod 0755 "$root/sifang"
chmod 0700 "$root/data"
# Whoever makes this as root gives the data folder to the user of the image.
if [ "$(id -u)" = 0 ]; then chown 65532:65532 "$root/data"; fi
