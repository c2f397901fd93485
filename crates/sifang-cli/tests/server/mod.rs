//! The whole server as its users meet it: the real binary on a free port, real sockets, scripted players.

mod account;
mod addresses;
mod assets;
mod backup;
mod bad_input;
mod database;
mod doors;
mod example;
mod farewell;
mod host;
mod http;
mod kill;
mod lab;
mod matches;
mod monitoring;
mod names;
mod pages;
mod passkeys;
mod private;
mod replay;
mod resume;
mod review;
mod rooms;
#[cfg(unix)]
mod service;
mod verdict;
