//! The tests of this crate from outside, in one binary. Each file is a module.

mod blunder;
mod calibration;
mod common;
mod course;
mod hidden;
mod steps;
