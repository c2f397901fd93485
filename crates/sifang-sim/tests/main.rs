//! The tests of this crate from outside, in one binary: linked once, and all of them share the cores. Each file is a module.

mod bots;
mod golden;
mod paced;
mod records;
mod simulation;
mod verdict;
