//! A client without a screen: it registers, opens rooms, and plays over the same HTTP interface and the same socket as a browser.
//! The load generator is made of it, and the tests of the whole server are.
//!
//! It knows the wire types and nothing behind them: what it may do it reads from prompts. What is *not* here: rules, TLS (put a
//! load generator next to its server), and anything for people to look at.
//!
//! ```no_run
//! use serde_json::json;
//! use sifang_client::{Server, first_choice, play, seated};
//!
//! # async fn example() -> anyhow::Result<()> {
//! let server = Server::new("http://127.0.0.1:8710")?;
//! let token = server.register("Ann").await?;
//! let room = server.open_room(&token, &json!({"rules": "wuxi", "seats": 4})).await?;
//! let client = seated(&server, &token, &room).await?; // bots take the empty seats when everybody is ready
//! let played = play(&server, &token, &room, client, &mut first_choice).await?;
//! println!("{}", played.table["totals"]);
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

mod http;
pub mod load;
mod nonce;
mod play;
mod reduce;
mod socket;

pub use http::{Answer, Server};
pub use nonce::{Part, random_nonce};
pub use play::{Choose, Played, Scripted, first_choice, play, seated};
pub use reduce::{Seen, Table, apply};
pub use socket::{Client, Memory, Received};
