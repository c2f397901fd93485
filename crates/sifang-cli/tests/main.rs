//! The tests of this crate from outside, in one binary: linked once, and all of them share the cores. Each file is a module.

mod arena;
mod cases;
mod cli;
mod common;
#[cfg(unix)]
mod examples;
mod lab;
mod people;
mod play;
mod review;
mod server;
#[cfg(unix)]
mod serving;
