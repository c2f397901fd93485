//! Tests of the bots as others use them.

mod net;
