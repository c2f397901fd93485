//! The tests of this crate from outside, in one binary. Each file is a module.

mod common;
mod deals;
mod layout;
mod memory;
mod rows;
mod steps;
