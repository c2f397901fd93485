//! The native half of the Python package `sifang`: environments over the caller's buffers, and what rule sets and records say of
//! themselves as JSON. The Python half (`sifang/`) makes objects of it, with their names and documentation.
//!
//! What is *not* here: rules, and anything a Python program calls directly.

mod buffers;
mod env;
mod pick;
mod records;
mod rules;

use pyo3::prelude::*;

/// The native half of `sifang`.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use super::env::Env;
    #[pymodule_export]
    use super::pick::pick;
    #[pymodule_export]
    use super::records::replay;
    #[pymodule_export]
    use super::rules::{book, catalogue, fans, form, layout, rule_sets, schema, score, waits};
}

/// A Python `ValueError` that says what would be right.
fn bad(why: impl std::fmt::Display) -> PyErr {
    pyo3::exceptions::PyValueError::new_err(why.to_string())
}
