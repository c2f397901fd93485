//! What happened to a deal from outside, one line each: `0 discard 5p`, `2 expire`. With the key of the deal these lines are
//! all that is needed to play it again.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sifang_table::{Action, ActionError};
use sifang_tiles::Seat;
use std::fmt;
use std::str::FromStr;

/// One thing that was done to a deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub enum Command {
    /// A seat answered.
    Act {
        /// Who.
        seat: Seat,
        /// What.
        action: Action,
    },
    /// A seat's time ran out; the rule set answered for it.
    Expire {
        /// Whose.
        seat: Seat,
    },
}

impl Command {
    /// Whose command it is.
    pub const fn seat(self) -> Seat {
        match self {
            Command::Act { seat, .. } | Command::Expire { seat } => seat,
        }
    }
}

/// What is wrong with a written command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// No seat, or nothing after it.
    #[error("a command is a seat from 0 to 3 and an action, as in '0 discard 5p'")]
    Form,
    /// The action cannot be read.
    #[error(transparent)]
    Action(#[from] ActionError),
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Act { seat, action } => write!(f, "{seat} {action}"),
            Command::Expire { seat } => write!(f, "{seat} expire"),
        }
    }
}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Command, CommandError> {
        let (seat, action) = text.split_once(' ').ok_or(CommandError::Form)?;
        let seat = match seat.as_bytes() {
            [digit @ b'0'..=b'3'] => Seat::new((digit - b'0') as usize),
            _ => return Err(CommandError::Form),
        };
        if action == "expire" {
            return Ok(Command::Expire { seat });
        }
        Ok(Command::Act { seat, action: Action::parse(action)? })
    }
}

impl Serialize for Command {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Command {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_back() {
        for line in ["0 discard 5p", "3 chi 46p", "1 pass", "2 expire", "0 bury 119m"] {
            assert_eq!(line.parse::<Command>().unwrap().to_string(), line);
        }
        for bad in ["", "0", "4 pass", "00 pass", "-1 pass", "x pass", "0 fly", "0 expire 5m"] {
            assert!(bad.parse::<Command>().is_err(), "{bad}");
        }
    }
}
