//! The tests of this crate from outside, in one binary: linked once, and all of them share the cores. Each file is a module.

mod backup;
mod common;
mod fence;
mod folder;
mod journal;
mod keys;
mod older;
mod players;
mod refused;
mod trim;
