//! The tests of this crate from outside, in one binary: linked once, and all of them share the cores. Each file is a module.

mod books;
mod names;
mod refusals;
mod settled;
