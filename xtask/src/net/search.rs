//! How many tables can be carried: doubled until it is too many, then halved down to a twentieth. How one number of tables is
//! tried is somebody else's.

use anyhow::Result;

/// The search ends when the fewest that were too many are no more than this times the most that were carried.
const NEAR: f64 = 1.05;
/// Below this nothing is looked for.
const FEWEST: f64 = 10.0;

/// What came of one number of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Carried,
    Over,
    /// The load process was too busy or too late itself: this says nothing about the server.
    Unfit,
}

/// What ended the search at its upper end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Server,
    /// More could not be tried: the load process was at its own limit, or nobody asked for more.
    Load,
}

/// The most tables that were carried.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Found {
    pub(super) tables: f64,
    pub(super) bound: Bound,
}

/// Searches from a first number up to a last one. What is not carried is tried once more: a neighbour may have been busy.
pub(super) fn search(
    first: f64,
    most: f64,
    mut attempt: impl FnMut(f64) -> Result<Verdict>,
) -> Result<Found> {
    let mut twice = |tables: f64| match attempt(tables)? {
        Verdict::Carried => Ok::<_, anyhow::Error>(Verdict::Carried),
        _ => attempt(tables),
    };
    let (mut carried, mut over, mut bound) = (0.0, f64::INFINITY, Bound::Load);
    let mut next = first.min(most);
    while over / carried > NEAR {
        let verdict = twice(next)?;
        if verdict == Verdict::Carried {
            carried = next;
        } else {
            over = next;
            bound = if verdict == Verdict::Over { Bound::Server } else { Bound::Load };
        }
        next = if carried == 0.0 {
            over / 2.0
        } else if over.is_infinite() {
            (2.0 * carried).min(most)
        } else {
            (carried * over).sqrt()
        };
        if next < FEWEST || (carried >= most) {
            break;
        }
    }
    Ok(Found { tables: carried, bound })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server that carries so many, and a load process that is good for so many.
    fn tried(first: f64, server: f64, load: f64) -> (Found, Vec<f64>) {
        let mut tries = Vec::new();
        let found = search(first, 100_000.0, |tables| {
            tries.push(tables);
            Ok(match tables {
                _ if tables > load => Verdict::Unfit,
                _ if tables > server => Verdict::Over,
                _ => Verdict::Carried,
            })
        });
        (found.unwrap(), tries)
    }

    #[test]
    fn it_ends_within_a_twentieth_below_what_the_server_carries() {
        for server in [20.0, 40.0, 997.0, 1000.0, 2_345.6, 7_999.0, 31_000.0, 99_999.0] {
            let (found, tries) = tried(1000.0, server, f64::INFINITY);
            assert!(found.tables <= server && found.tables * NEAR >= server, "{server}: {found:?}");
            assert_eq!(found.bound, Bound::Server);
            assert!(tries.len() <= 24, "{} tries for {server}", tries.len());
        }
    }

    #[test]
    fn it_doubles_first_and_tries_again_what_is_not_carried() {
        let (_, tries) = tried(1000.0, 3_000.0, f64::INFINITY);
        assert_eq!(tries[..4], [1000.0, 2000.0, 4000.0, 4000.0]);
        let mut first = true;
        let found = search(1000.0, 2000.0, |_| {
            Ok(if std::mem::take(&mut first) { Verdict::Over } else { Verdict::Carried })
        });
        assert_eq!(found.unwrap().tables, 2000.0, "a slow moment is not the server's limit");
    }

    #[test]
    fn where_the_load_process_is_the_limit_it_says_so() {
        let (found, _) = tried(1000.0, 50_000.0, 6_000.0);
        assert_eq!(found.bound, Bound::Load);
        assert!(found.tables <= 6_000.0 && found.tables * NEAR >= 6_000.0);
        let (found, tries) = tried(1000.0, f64::INFINITY, f64::INFINITY);
        assert_eq!(found, Found { tables: 100_000.0, bound: Bound::Load }, "nobody asked for more");
        assert_eq!(tries.last(), Some(&100_000.0));
    }

    #[test]
    fn a_server_that_carries_nothing_is_found_out() {
        let (found, _) = tried(1000.0, 0.0, f64::INFINITY);
        assert_eq!(found, Found { tables: 0.0, bound: Bound::Server });
        assert!(search(1.0, 2.0, |_| anyhow::bail!("it died")).is_err());
    }
}
