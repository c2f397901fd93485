//! The tests of this crate from outside, in one binary: linked once, and all of them share the cores. Each file is a module.

mod anhua_fans;
mod anhua_flow;
mod anhua_random;
mod book;
mod cases;
mod hongzhong_play;
mod hongzhong_random;
mod hongzhong_score;
mod jingji_book;
mod jingji_flows;
mod jingji_random;
mod jingji_reference;
mod readings;
mod wuxi_fans;
mod xuezhan_fans;
mod xuezhan_flow;
mod xuezhan_play;
