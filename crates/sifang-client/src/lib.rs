//! Scripted players.
