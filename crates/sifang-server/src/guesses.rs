//! Guessing room codes. There are a million of six digits, so whoever may try fast enough finds rooms that were not meant for
//! it. Wrong codes count against the network they come from, over all its accounts and connections, and against the account;
//! beyond a few, each makes the next one wait longer. Who has to wait is answered alike for right and wrong codes.
//!
//! Links are no guesses: nobody guesses 128 bits. Nor are codes that the player knows anyway: its own rooms and listed ones.

use crate::limits::{Key, lock};
use crate::network::Network;
use sifang_proto::{ErrorBody, ErrorCode, PlayerId, limits};
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// One wrong code is forgiven in this time.
const FORGIVEN: Duration = Duration::from_millis(limits::GUESS_FORGIVEN_MS);
/// What the first wrong code beyond the free ones waits; each further one doubles it.
const FIRST_WAIT: Duration = Duration::from_millis(limits::GUESS_WAIT_MS);
/// The longest wait.
const LONGEST_WAIT: Duration = Duration::from_millis(limits::GUESS_WAIT_MS_MOST);
/// How many networks, and how many accounts, are remembered.
const REMEMBERED: usize = 1 << 16;

/// Wrong codes of everybody.
#[derive(Debug, Default)]
pub(crate) struct Guesses(Mutex<Wrong>);

#[derive(Debug, Default)]
struct Wrong {
    networks: Tries<Network>,
    players: Tries<PlayerId>,
}

impl Guesses {
    /// Looks for what somebody has named, unless it has to wait. That `look` finds nothing is a wrong guess; to be sent a room
    /// that was set aside is none: its players come back to it. One step: however many connections ask at once, no guess is
    /// answered that the one before it has made wait.
    pub(crate) fn ask<T>(
        &self,
        network: Network,
        player: Option<PlayerId>,
        now: Instant,
        look: impl FnOnce() -> Result<T, ErrorCode>,
    ) -> Result<T, ErrorBody> {
        let mut wrong = lock(&self.0);
        let account = player.map_or(Duration::ZERO, |player| wrong.players.wait(&player, now));
        let wait = wrong.networks.wait(&network, now).max(account);
        if wait > Duration::ZERO {
            return Err(refusal(wait));
        }
        look().map_err(|error| {
            if error == ErrorCode::RoomNotFound {
                wrong.networks.add(network, now);
                if let Some(player) = player {
                    wrong.players.add(player, now);
                }
            }
            error.into()
        })
    }
}

/// Says how long to wait.
fn refusal(wait: Duration) -> ErrorBody {
    let seconds = wait.as_millis().div_ceil(1000);
    let (zh, en) = match seconds {
        0..=90 => (format!("{seconds} 秒"), format!("{seconds} s")),
        _ => (format!("{} 分钟", seconds.div_ceil(60)), format!("{} min", seconds.div_ceil(60))),
    };
    ErrorBody::with(
        ErrorCode::RateExceeded,
        format_args!("错误的房号太多，{zh}后可以再试；邀请链接不受影响"),
        format_args!("too many wrong room codes; try again in {en}. Links still work"),
    )
}

/// Wrong codes by key.
#[derive(Debug)]
struct Tries<K>(HashMap<K, Tried>);

/// What is remembered of a key: two moments, and nothing grows with what it does.
#[derive(Clone, Copy, Debug)]
struct Tried {
    /// When the last of its wrong codes is forgiven; one is every so often.
    forgiven_at: Instant,
    /// Until when it gets no answer.
    until: Instant,
}

impl<K> Default for Tries<K> {
    fn default() -> Self {
        Tries(HashMap::new())
    }
}

impl<K: Key> Tries<K> {
    /// How long this key has to wait.
    fn wait(&self, key: &K, now: Instant) -> Duration {
        self.0.get(key).map_or(Duration::ZERO, |tried| tried.until.saturating_duration_since(now))
    }

    /// One more wrong code.
    fn add(&mut self, key: K, now: Instant) {
        if self.0.len() >= REMEMBERED && !self.0.contains_key(&key) {
            self.make_room(now);
        }
        let tried = self.0.entry(key).or_insert(Tried { forgiven_at: now, until: now });
        tried.forgiven_at = tried.forgiven_at.max(now) + FORGIVEN;
        let open = tried.forgiven_at.duration_since(now).as_nanos().div_ceil(FORGIVEN.as_nanos());
        let beyond = (open as u32).saturating_sub(limits::GUESSES_FREE);
        if let Some(doubled) = beyond.checked_sub(1) {
            tried.until = now + FIRST_WAIT.saturating_mul(1 << doubled.min(30)).min(LONGEST_WAIT);
        }
    }

    /// Forgets who is forgiven, or else the half that is soonest: whoever wants to be forgotten would have to fill the other
    /// half with worse than itself.
    fn make_room(&mut self, now: Instant) {
        self.0.retain(|_, tried| tried.forgiven_at > now);
        if self.0.len() >= REMEMBERED {
            let mut moments: Vec<Instant> = self.0.values().map(|tried| tried.forgiven_at).collect();
            let (_, middle, _) = moments.select_nth_unstable(REMEMBERED / 2);
            let middle = *middle;
            self.0.retain(|_, tried| tried.forgiven_at > middle);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn home() -> Network {
        IpAddr::from([192, 0, 2, 1]).into()
    }

    fn away() -> Network {
        IpAddr::from([192, 0, 2, 2]).into()
    }

    fn wrong() -> Result<(), ErrorCode> {
        Err(ErrorCode::RoomNotFound)
    }

    /// Whether a wrong guess was answered as such.
    fn guess(guesses: &Guesses, from: Network, player: u64, now: Instant) -> bool {
        let refused = guesses.ask(from, Some(PlayerId(player)), now, wrong).unwrap_err();
        assert!(matches!(refused.code, ErrorCode::RoomNotFound | ErrorCode::RateExceeded));
        refused.code == ErrorCode::RoomNotFound
    }

    #[test]
    fn wrong_codes_of_a_network_wait_longer_and_longer_whoever_tries() {
        let (guesses, start) = (Guesses::default(), Instant::now());
        let mut now = start;
        for n in 0..limits::GUESSES_FREE + 1 {
            assert!(guess(&guesses, home(), n.into(), now), "{n}");
        }
        // A hundred thousand tries in the first second, each by another account: none is answered.
        assert!((0..100_000).all(|n| !guess(&guesses, home(), 1000 + n, now)));
        for doubled in 0..12 {
            now += FIRST_WAIT * (1 << doubled) - Duration::from_millis(1);
            assert!(!guess(&guesses, home(), 1, now), "{doubled}");
            now += Duration::from_millis(1);
            assert!(guess(&guesses, home(), 100 + doubled, now), "{doubled}");
        }
        // From then on one every time that one is forgiven in.
        let before = now;
        let answered = (0..100_000)
            .filter(|n| guess(&guesses, home(), 5000 + n, before + LONGEST_WAIT * *n as u32 / 1000));
        let most = 100 * LONGEST_WAIT.as_millis().div_ceil(FORGIVEN.as_millis()) as usize + 2;
        let answered = answered.count();
        assert!((50..=most).contains(&answered), "{answered}");
    }

    #[test]
    fn who_waits_learns_nothing_of_a_right_code_and_others_are_not_touched() {
        let (guesses, now) = (Guesses::default(), Instant::now());
        for _ in 0..=limits::GUESSES_FREE {
            assert!(guess(&guesses, home(), 1, now));
        }
        let right = |from, player| guesses.ask(from, player, now, || Ok(7));
        let refused = right(home(), None).unwrap_err();
        assert_eq!(refused, guesses.ask(home(), None, now, wrong).unwrap_err());
        assert!(refused.en.contains("in 1 s") && refused.zh.contains("1 秒"), "{refused:?}");
        assert!(right(away(), Some(PlayerId(1))).is_err(), "the account waits wherever it comes from");
        assert_eq!(right(away(), Some(PlayerId(2))), Ok(7));
        let later = now + FIRST_WAIT;
        assert_eq!(guesses.ask(home(), Some(PlayerId(1)), later, || Ok(7)), Ok(7));
    }

    #[test]
    fn a_room_that_was_set_aside_is_no_wrong_guess() {
        let (guesses, now) = (Guesses::default(), Instant::now());
        for _ in 0..100 {
            let damaged = guesses.ask(home(), None, now, || Err::<(), _>(ErrorCode::RoomDamaged));
            assert_eq!(damaged.unwrap_err().code, ErrorCode::RoomDamaged);
        }
        assert!(guess(&guesses, home(), 1, now));
    }

    #[test]
    fn what_is_remembered_is_bounded_and_the_worst_stay() {
        let (mut tries, now) = (Tries::default(), Instant::now());
        for _ in 0..20 {
            tries.add(u32::MAX, now);
        }
        let wait = tries.wait(&u32::MAX, now);
        for key in 0..3 * REMEMBERED as u32 {
            tries.add(key, now + Duration::from_millis(key.into()));
            assert!(tries.0.len() <= REMEMBERED);
        }
        assert_eq!(tries.wait(&u32::MAX, now), wait);
        let later = now + FORGIVEN * 30;
        for key in 0..REMEMBERED as u32 {
            tries.add(key, later);
        }
        tries.add(u32::MAX - 1, later);
        assert!(tries.0.len() <= REMEMBERED && !tries.0.contains_key(&u32::MAX), "forgiven and forgotten");
    }

    #[test]
    fn long_waits_are_said_in_minutes() {
        let said = refusal(LONGEST_WAIT);
        assert!(said.en.contains("in 120 min") && said.zh.contains("120 分钟"), "{said:?}");
    }
}
