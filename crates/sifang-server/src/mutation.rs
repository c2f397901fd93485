//! Breaches of promises that are switched on by name in the environment, to see that the trials find them. Compiled only with the
//! feature `mutations`, which no binary that anybody uses has.

/// What to break.
const VARIABLE: &str = "SIFANG_MUTATION";

/// Whether rooms tell their players before the line is kept.
pub(crate) fn tells_first() -> bool {
    std::env::var_os(VARIABLE).is_some_and(|name| name == "tells_first")
}
