//! V6: what all servers of a run have written about themselves, at their most talkative level, is read line by line when they end.

use crate::Bar;
use crate::secrecy::is_tile;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Words that only somebody who looks at hands, names or secrets would write; scripted players are called 玩家.
const WORDS: &[&str] = &["discard", "nonce", "Bearer", "token=", "secret", "秘密", "玩家"];
/// The longest word of an honest line is the name under which a room is kept; tickets and seeds are longer.
const LONGEST_WORD: usize = 32;

/// Lines of logs, and those of them that leak something.
static LINES: AtomicU64 = AtomicU64::new(0);
static LEAKING: AtomicU64 = AtomicU64::new(0);

/// Reads the log of a server that has ended.
pub(crate) fn read(log: &str) {
    let found = traces(log, &[]);
    for line in &found {
        eprintln!("V6: {line}");
    }
    LINES.fetch_add(log.lines().count() as u64, Relaxed);
    LEAKING.fetch_add(found.len() as u64, Relaxed);
}

/// What was read so far; nothing, if no server has said anything.
pub fn log_bars() -> Vec<Bar> {
    let lines = LINES.load(Relaxed);
    let what = "lines of the logs of all servers of this run with a tile, name, ticket or seed";
    (lines > 0).then(|| Bar::none("V6", what, LEAKING.load(Relaxed), lines)).into_iter().collect()
}

/// Lines that leak what they must not, or one of these secrets.
pub(crate) fn traces(log: &str, secrets: &[String]) -> Vec<String> {
    let leaks = |line: &str| {
        let mut words = line.split(|c: char| !c.is_ascii_alphanumeric());
        secrets.iter().any(|secret| line.contains(secret.as_str()))
            || WORDS.iter().any(|word| line.contains(word))
            || words.any(|word| is_tile(word) || word.len() > LONGEST_WORD)
    };
    log.lines().filter(|line| leaks(line)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::traces;

    #[test]
    fn secrets_and_tiles_are_seen_and_times_are_not() {
        let good = "2026-11-15T18:17:28.123456Z ERROR sifang_server::room: a room failed \
                    room=\"3f9a0b5c3f9a0b5c3f9a0b5c3f9a0b5c\" line=17";
        assert_eq!(traces(good, &["s3cret".into()]), [""; 0]);
        let seed = "5f".repeat(32);
        for bad in ["drew 5p", "hand=[1m, 2m]", "x s3cret y", "discard", "玩家2", &seed] {
            assert_eq!(traces(bad, &["s3cret".into()]).len(), 1, "{bad}");
        }
    }
}
