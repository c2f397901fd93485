//! Breaches of promises that are switched on by name in the environment, to see that the trials find
//! them. Compiled only with the feature `mutations`, which no binary that anybody uses has.

use sifang_room::Fault;

/// What to break.
const VARIABLE: &str = "SIFANG_MUTATION";

/// The fault that every room has.
pub(crate) fn fault() -> Option<Fault> {
    std::env::var_os(VARIABLE).filter(|name| name == "sends_first").map(|_| Fault::SendsFirst)
}
