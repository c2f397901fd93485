//! Whether anybody is at the table. A table to which nobody is connected stands still: no clock runs, no bot thinks.
//!
//! This is not durable: after a restart nobody is there yet. What is durable is only the line with which somebody comes back and
//! the room goes on ([`Deed::Return`](crate::input::Deed)).

use sifang_proto::{Millis, limits};

/// Who is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Presence {
    /// Somebody.
    Attended,
    /// Nobody, but whoever lost its connection may be back at once: the table plays on.
    Alone {
        /// Since when.
        since: Millis,
    },
    /// Nobody, and nothing happens until somebody comes.
    Paused,
}

impl Presence {
    /// The same at this moment.
    pub(crate) fn at(self, now: Millis) -> Presence {
        match self {
            Presence::Alone { since } if now >= since + limits::ALONE_MS => Presence::Paused,
            other => other,
        }
    }

    /// The same when it is known whether anybody is connected.
    pub(crate) fn with(self, connected: bool, now: Millis) -> Presence {
        match self {
            _ if connected => Presence::Attended,
            Presence::Attended => Presence::Alone { since: now },
            other => other,
        }
    }

    /// Whether something that is due then is waited for.
    pub(crate) fn waits_for(self, moment: Millis) -> bool {
        match self {
            Presence::Attended => true,
            Presence::Alone { since } => moment < since + limits::ALONE_MS,
            Presence::Paused => false,
        }
    }
}
