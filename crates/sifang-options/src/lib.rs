//! Options of a rule set, declared once.
//!
//! A rule set lists its options with [`options!`]; from that one declaration come the typed struct the engine
//! reads, strict reading from JSON and from the command line, error messages in both languages, the
//! [`json_schema`] a client builds its form from, and the tables of the documentation and the terminal. The words
//! and two languages themselves ([`Text`], [`Lang`]) live here too, as the lowest crate that shows words to people.
//! What is *not* here: the options of any particular rule set, and any JSON parser.
//!
//! ```
//! use sifang_options::{Lang, OptionError, OptionSet, RawOptions, Text, options, text_table};
//!
//! options! {
//!     /// Options of a small rule set.
//!     pub struct SmallOptions {
//!         base: i32 in 1..=1000 = 5 {
//!             zh: "底分", "每番的分值。"; en: "Base points", "Points of one fan.";
//!             group: "score"; clause: "small.9.base";
//!         },
//!         bird_type: BirdType = None {
//!             None = "none": zh "不抓鸟", en "no birds";
//!             OneFiveNine = "159": zh "一五九", en "tiles 1, 5 and 9";
//!             OneForAll = "one_for_all": zh "一鸟全中", en "one bird hits all";
//!             zh: "抓鸟", "胡牌后翻牌加倍。"; en: "Birds", "Tiles turned after a win multiply it.";
//!             group: "special"; clause: "small.9.bird_type";
//!         },
//!         bird_count: i32 of [1, 2, 4] = 1 {
//!             zh: "鸟数", "翻几张。"; en: "Number of birds", "How many are turned.";
//!             group: "special"; clause: "small.9.bird_count";
//!             when: bird_type != "none";
//!         },
//!         rob_kong: bool = true {
//!             zh: "可抢杠胡", "补杠可以被抢。"; en: "Rob kongs", "An added kong can be robbed.";
//!             group: "kong"; clause: "small.9.rob_kong";
//!         },
//!     }
//!     check: |o| -> Result<(), OptionError> {
//!         if o.bird_type == BirdType::OneForAll && o.bird_count != 1 {
//!             let reason = Text::new("一鸟全中只翻一张", "one_for_all turns exactly one bird");
//!             return Err(OptionError::conflict("bird_count", reason));
//!         }
//!         Ok(())
//!     }
//! }
//!
//! let raw = RawOptions::from_pairs(SmallOptions::SPECS, ["bird_type=159", "bird_count=4"]);
//! let options = SmallOptions::from_values(&raw)?;
//! assert_eq!(options.bird_type, BirdType::OneFiveNine);
//! assert_eq!(options.base, 5);
//!
//! let error = SmallOptions::default().set("bird_count=3").unwrap_err();
//! assert_eq!(error.to_string(), "option `bird_count` cannot be 3; allowed: one of 1, 2, 4");
//! assert_eq!(error.zh(), "选项 `bird_count`（鸟数）不能是 3，可取：1、2、4 之一");
//!
//! println!("{}", text_table(SmallOptions::SPECS, Lang::Zh));
//! # Ok::<(), OptionError>(())
//! ```
#![forbid(unsafe_code)]

mod audit;
mod error;
mod macros;
mod schema;
mod set;
mod spec;
mod table;
mod text;
mod value;

pub use error::{OptionError, Problem};
pub use schema::{OptionSchema, json_schema};
pub use set::{OptionSet, OptionType};
pub use spec::{ChoiceSpec, Condition, Group, OptionKind, OptionSpec, PLAYERS};
pub use table::{markdown_table, text_table};
pub use text::{Lang, Sentence, Text, display_width, is_pair, pad};
pub use value::{OptionValue, RawOptions};

/// What the code written by `options!` needs from here and from serde.
#[doc(hidden)]
pub mod __private {
    pub use crate::audit::audit;
    pub use crate::set::{deserialize, serialize, text_value};
    pub use serde::{Deserialize, Deserializer, Serialize, Serializer};
}
