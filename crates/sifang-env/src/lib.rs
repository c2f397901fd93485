//! Many deals at once for learning programs: a [`VecEnv`] of rows, each at one question to one seat.
//!
//! A row plays deal after deal. Where its deal asks a seat whose player is *external*, the row stands still and the buffers say what
//! that seat sees, may do and is; where it asks a bot, the bot answers. When several seats are asked at once they are asked in turn,
//! and none sees another's answer. A question with one answer is answered at once. [`VecEnv::step`] takes an answer for every row and
//! goes on to the next question.
//!
//! Deal `d` of a seed has the wall, the dealer and the bots of deal `d` of `sifang simulate` with that seed; row `r` of `n` plays the
//! deals `r`, `r + n`, `r + 2n` … So nothing depends on the number of threads, and a share of the deals is the same wherever it is played.
//!
//! A row can be copied, saved and loaded, put into another world that its asked seat cannot tell from this one, and asked how its deal
//! ends after each answer. A deal that has ended gives a record that `sifang replay` verifies.
//! What is *not* here: rules, learning, files, Python (`python/`).
#![forbid(unsafe_code)]

mod any;
mod buffers;
mod oracle;
mod plan;
mod portions;
mod row;
mod rows;
mod saved;
mod search;
mod vec_env;

pub use any::{AnyEnv, make};
pub use buffers::{Buffers, Shape};
pub use oracle::{ORACLE, oracle_layout};
pub use plan::{BadPlan, Plan, Player, Share, Varied};
pub use row::BadAction;
pub use search::{Advice, BadRow};
pub use vec_env::VecEnv;
