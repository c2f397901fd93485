//! The tests of this crate from outside, in one binary: linked once, and all of them share the cores. Each file is a module.

mod cases;
mod cli;
mod common;
mod lab;
mod play;
mod server;
