//! The bounds on everything that comes from outside, and the times a table waits. Each is enforced where the thing arrives.

use crate::Millis;

/// Bytes of one client frame or HTTP body (records and settled deals aside).
pub const FRAME_BYTES: usize = 8 * 1024;
/// Bytes of a settled deal, with its payments and their explanations, that is handed in to be described.
pub const SETTLED_BYTES: usize = 256 * 1024;
/// Bytes of a record that is handed in to be checked: several times the longest match.
pub const RECORD_BYTES: usize = 1024 * 1024;
/// Matches that statistics are counted over.
pub const STATISTICS_MATCHES: u32 = 1000;
/// Characters of a nickname.
pub const NICKNAME_CHARS: usize = 16;
/// New nicknames of one player that may come at once.
pub const RENAMES_BURST: u32 = 5;
/// After this long a player may change its nickname once more.
pub const RENAME_MS: Millis = 30_000;
/// Characters of what a device or a passkey is called.
pub const LABEL_CHARS: usize = 40;
/// Devices on which one player is signed in; the one that was idle longest makes room for another.
pub const TOKENS: u32 = 20;
/// Passkeys of one player.
pub const PASSKEYS: u32 = 10;
/// Characters of the name of a saved set of options.
pub const PRESET_CHARS: usize = 24;
/// Saved sets of options per player.
pub const PRESETS: usize = 32;
/// People who watch one table.
pub const SPECTATORS: usize = 32;
/// Rooms that one player may be in at once.
pub const ROOMS_PER_PLAYER: usize = 3;
/// Rooms that one player may make in a minute.
pub const ROOMS_PER_MINUTE: u32 = 6;
/// Wrong room codes from one network, or of one account, that are answered at once.
pub const GUESSES_FREE: u32 = 10;
/// What the first wrong code beyond those waits for the next; each further one doubles it.
pub const GUESS_WAIT_MS: Millis = 1_000;
/// The longest such wait.
pub const GUESS_WAIT_MS_MOST: Millis = 2 * 3_600_000;
/// After this long one wrong code is forgiven. So from one network no more than one code is answered in this time for long,
/// and finding one of a hundred rooms among a million codes takes more than two years.
pub const GUESS_FORGIVEN_MS: Millis = 2 * 3_600_000;
/// Rooms that were opened from one network and live, unless a setting says otherwise.
pub const ROOMS_PER_ADDRESS: usize = 30;
/// Rooms in the public list that one player opened.
pub const LISTED_PER_PLAYER: usize = 2;
/// Rooms in the public list that were opened from one network.
pub const LISTED_PER_ADDRESS: usize = 6;
/// Rooms on a page of the public list.
pub const LIST_PAGE: usize = 50;
/// Messages per second from one connection, and how many may come at once.
pub const MESSAGES_PER_SECOND: u32 = 10;
/// Messages that may come at once.
pub const MESSAGES_BURST: u32 = 20;
/// Quick phrases per second from one seat.
pub const PHRASES_PER_SECOND: u32 = 1;
/// Quick phrases that may come at once.
pub const PHRASES_BURST: u32 = 5;
/// Sockets from one address.
pub const SOCKETS_PER_ADDRESS: usize = 20;
/// Messages that may wait to be sent to one connection; then it is closed, and resumes.
pub const OUTGOING_QUEUE: usize = 64;
/// Updates of a stream that are kept for a client that comes back.
pub const RING_UPDATES: usize = 8;
/// Bytes of updates kept of a stream: when more are missing, a snapshot is the shorter answer.
pub const RING_BYTES: usize = 4 * 1024;
/// Every so many updates one carries a hash of the view.
pub const HASH_EVERY: u32 = 32;

/// Walls of one comparison in the lab: the fewest.
pub const LAB_DEALS_LEAST: u64 = 1_000;
/// Walls of one comparison in the lab: the most.
pub const LAB_DEALS_MOST: u64 = 200_000;
/// Comparisons that run or wait at the same time, of all players; each player has one.
pub const LAB_RUNS: usize = 32;
/// Comparisons that run or wait at the same time from one address.
pub const LAB_RUNS_PER_ADDRESS: usize = 2;
/// How long everything that runs or waits in the lab may take together.
pub const LAB_TIME_MS: Millis = 6 * 60 * 60_000;
/// The same for what comes from one address: the largest comparison on an ordinary machine.
pub const LAB_TIME_PER_ADDRESS_MS: Millis = 90 * 60_000;
/// Comparisons that one address may begin at once; then one more every [`LAB_BEGIN_EVERY_MS`].
pub const LAB_BEGIN_BURST: u32 = 10;
/// How often an address may begin a comparison.
pub const LAB_BEGIN_EVERY_MS: Millis = 3 * 60_000;
/// Finished comparisons that a server keeps; older ones are forgotten.
pub const LAB_KEPT: usize = 100;
/// Finished comparisons that it keeps of one player.
pub const LAB_KEPT_PER_PLAYER: usize = 20;

/// Reviews that run or wait at the same time, of all players.
pub const REVIEWS: usize = 8;
/// Reviews that run or wait at the same time for one player.
pub const REVIEWS_PER_PLAYER: usize = 2;
/// Reviews that run or wait at the same time from one address.
pub const REVIEWS_PER_ADDRESS: usize = 4;
/// Reviews that one address may begin at once; then one more every [`REVIEW_BEGIN_EVERY_MS`].
pub const REVIEW_BEGIN_BURST: u32 = 10;
/// How often an address may begin a review.
pub const REVIEW_BEGIN_EVERY_MS: Millis = 30_000;
/// A review that nobody has looked at for so long is given up.
pub const REVIEW_PATIENCE_MS: Millis = 90_000;
/// Finished reviews that a server keeps; older ones are forgotten and worked out again when somebody asks.
pub const REVIEWS_KEPT: usize = 500;

/// How long a connection may stay without `hello`.
pub const HELLO_MS: Millis = 10_000;
/// How long a connection may stay silent (a `ping` counts).
pub const SILENCE_MS: Millis = 25_000;
/// How long the players' commitments to their nonces are waited for, and then the nonces. A client answers both by itself and the
/// match goes on with the last of them, so only a slow telephone or a client that is gone takes this long.
pub const NONCE_MS: Millis = 10_000;
/// Players whose void starts a room counts.
pub const VOIDED_BY: usize = 32;
/// How long a finished deal is shown before the next one begins by itself.
pub const NEXT_MS: Millis = 20_000;
/// How long a vote on dissolving lasts.
pub const DISSOLVE_MS: Millis = 60_000;
/// Votes on dissolving that one seat may call in a match.
pub const VOTES: u8 = 3;
/// Without a clock: a decision that has been open for this long may be hurried.
pub const HURRY_AFTER_MS: Millis = 120_000;
/// How long those who are waited for have left when the table is hurried.
pub const HURRY_MS: Millis = 30_000;
/// People who may wait at a room's door at once.
pub const KNOCKS: usize = 8;
/// How long somebody who knocks waits for an answer.
pub const KNOCK_MS: Millis = 3 * 60_000;
/// How long somebody who was not let in need not knock again.
pub const KNOCK_AGAIN_MS: Millis = 5 * 60_000;
/// People whom the host has sent away and whom a room remembers; of more, the first are forgotten.
pub const REMOVED: usize = 32;
/// With the uniform pause on, this long passes after a discard, whether anybody can claim it or not.
pub const PAUSE_MS: Millis = 700;
/// A table to which nobody is connected plays on for so long, and then stands still until somebody comes.
pub const ALONE_MS: Millis = 30_000;
/// A room in which nothing happens is closed after this long.
pub const IDLE_ROOM_MS: Millis = 15 * 60_000;
/// The longest time for one move.
pub const MOVE_MS_MOST: u32 = 300_000;
/// The shortest time for one move.
pub const MOVE_MS_LEAST: u32 = 1_000;
/// The largest bank of time for one deal.
pub const BANK_MS_MOST: u32 = 600_000;
