//! How many handles (files and sockets) the system lets this process have at once. Shells and service managers often start a
//! program with 1024, for the sake of programs from another age; the bound that counts is the one above it.

use crate::config::Config;

/// Handles for everything that is no player's socket: the database, pages on their way, the lab.
const SPARE: u64 = 1000;
/// Sockets of a full table.
const SEATS: u64 = 4;
/// What some systems take where they refuse "as many as there are".
#[cfg(unix)]
const MODEST: u64 = 10_240;

/// Takes as many handles as the system gives, and logs the figure; a warning if these settings may need more.
pub fn raise_handles(config: &Config) {
    let Some(most) = raised() else { return };
    let needed = needed(config);
    if most < needed {
        tracing::warn!(
            handles = most,
            needed,
            "fewer handles than {} rooms may need: connections will be refused; raise `ulimit -n`",
            config.rooms
        );
    } else {
        tracing::info!(handles = most, "open files and sockets at once");
    }
}

/// A socket for every seat, and what else there is.
fn needed(config: &Config) -> u64 {
    (config.rooms as u64).saturating_mul(SEATS).saturating_add(SPARE)
}

/// Raises the bound; how many there are now.
#[cfg(unix)]
fn raised() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let found = getrlimit(Resource::Nofile);
    let raise = |current| setrlimit(Resource::Nofile, Rlimit { current, maximum: found.maximum });
    // Where neither is taken, what was there stays and is what is sent.
    if raise(found.maximum).is_err() && found.current.is_some_and(|current| current < MODEST) {
        let _ = raise(Some(MODEST));
    }
    Some(getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX))
}

/// Elsewhere there is no such bound.
#[cfg(not(unix))]
fn raised() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_of_every_room_needs_a_handle() {
        let config = |rooms| Config { rooms, ..Config::default() };
        assert_eq!(needed(&config(5000)), 21_000);
        assert_eq!(needed(&config(usize::MAX)), u64::MAX);
    }
}
