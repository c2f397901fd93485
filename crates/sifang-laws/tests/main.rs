//! The tests of this crate from outside, in one binary: linked once, and all of them share the cores. Each file is a module.

mod bots;
mod common;
mod estimate;
mod features;
mod hints;
mod laws;
mod stacker;
