//! The tests of this crate from outside, in one binary: linked once, and all of them share the cores. Each file is a module.

mod alone;
mod auto;
mod clocks;
mod common;
mod door;
mod driver;
mod hold;
mod kept;
mod lobby;
mod manners;
mod matches;
mod names;
mod nonces;
mod pause;
mod playback;
mod practice;
mod protocol;
mod refusals;
mod replay;
mod resume;
