//! Recurring conversations at the table, as plain functions that rule sets call with explicit parameters.

pub mod claim;
pub mod flowers;
pub mod passing;
