//! Who is next in the lab, and who is let in at all.
//!
//! Machine time is shared by people, not by requests: next is whoever has had the least of it lately, counted for the player and
//! for the address, so that neither many comparisons nor many accounts get anybody more than a share. What waits is bounded in
//! *time*, estimated from the walls, the bots and how long such walls have taken here. What is *not* here: playing, files.

use crate::error::ApiError;
use crate::network::Network;
use sifang_bots::Level;
use sifang_proto::{ErrorBody, ErrorCode, LabRequest, PlayerId, limits};
use std::collections::HashMap;
use std::hash::Hash;
use std::time::{Duration, Instant};

/// Machine time counts half after so long.
const HALF_LIFE: Duration = Duration::from_secs(600);
/// So many who have had some may be remembered before those are forgotten whose share is long past.
const SWEEP_AT: usize = 256;
/// How long everything together may take.
const ALL: Duration = Duration::from_millis(limits::LAB_TIME_MS);
/// How long what comes from one address may take.
const EACH: Duration = Duration::from_millis(limits::LAB_TIME_PER_ADDRESS_MS);

/// Whose work it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Whose {
    pub(crate) player: PlayerId,
    pub(crate) network: Network,
}

/// The machine time that everybody has had lately.
#[derive(Debug, Default)]
pub(crate) struct Shares {
    players: Used<PlayerId>,
    networks: Used<Network>,
}

/// Smaller is sooner. Counted is what the address or the player has had, whichever is more; among those of one address the players.
pub(crate) type Rank = (Duration, Duration);

impl Shares {
    /// Somebody has had so much more.
    pub(crate) fn add(&mut self, whose: Whose, time: Duration, now: Instant) {
        self.players.add(whose.player, time, now);
        self.networks.add(whose.network, time, now);
    }

    /// Where somebody stands.
    pub(crate) fn rank(&self, whose: Whose, now: Instant) -> Rank {
        let (player, network) =
            (self.players.get(&whose.player, now), self.networks.get(&whose.network, now));
        (network.max(player), player)
    }
}

/// Time by somebody, which fades.
#[derive(Debug)]
struct Used<K>(HashMap<K, (Duration, Instant)>);

impl<K> Default for Used<K> {
    fn default() -> Self {
        Used(HashMap::new())
    }
}

impl<K: Eq + Hash> Used<K> {
    fn add(&mut self, key: K, time: Duration, now: Instant) {
        if self.0.len() >= SWEEP_AT {
            self.0.retain(|_, used| faded(*used, now) > Duration::from_secs(1));
        }
        let used = self.0.entry(key).or_insert((Duration::ZERO, now));
        *used = (faded(*used, now) + time, now);
    }

    fn get(&self, key: &K, now: Instant) -> Duration {
        self.0.get(key).map_or(Duration::ZERO, |used| faded(*used, now))
    }
}

fn faded((time, since): (Duration, Instant), now: Instant) -> Duration {
    let passed = now.saturating_duration_since(since);
    time.mul_f64(0.5_f64.powf(passed.as_secs_f64() / HALF_LIFE.as_secs_f64()))
}

/// How long a wall takes, by rule set, bots and what is played on it: as it was seen here, and before that as it is elsewhere.
#[derive(Debug, Default)]
pub(super) struct Pace(HashMap<Kind, Duration>);

/// Rule set, bots, whether whole matches are played.
type Kind = (String, String, bool);

fn kind(request: &LabRequest) -> Kind {
    (request.rules.clone(), request.bots.clone(), request.matches)
}

impl Pace {
    /// Some walls have taken so long, rests included.
    pub(super) fn learn(&mut self, request: &LabRequest, walls: u64, time: Duration) {
        let each = time.div_f64(walls.max(1) as f64);
        let known = self.0.entry(kind(request)).or_insert(each);
        *known = (*known * 7 + each) / 8;
    }

    /// How long so many walls will take.
    pub(super) fn estimate(&self, request: &LabRequest, walls: u64) -> Duration {
        let known = self.0.get(&kind(request));
        known
            .copied()
            .unwrap_or_else(|| usual(&request.bots) * if request.matches { MATCH_DEALS } else { 1 })
            .saturating_mul(walls.min(u32::MAX.into()) as u32)
    }
}

/// Deals that a match may have by its options: until its pace is known, it counts as that long.
const MATCH_DEALS: u32 = 64;

/// What a wall takes on an ordinary machine under both sets of options, rests included.
fn usual(bots: &str) -> Duration {
    Duration::from_micros(match Level::by_name(bots) {
        Ok(Level::Random) => 300,
        Ok(Level::Greedy) => 900,
        Ok(Level::Net) => 40_000,
        _ => 18_000,
    })
}

/// What is open: whose it is, and how long it will still take.
pub(super) type Open = (Whose, Duration);

/// Whether one more, which takes so long, is let in beside those that are open.
pub(super) fn admit(open: &[Open], whose: Whose, takes: Duration) -> Result<(), ApiError> {
    if open.iter().any(|(other, _)| other.player == whose.player) {
        return Err(ErrorCode::LabRunning.into());
    }
    let near: Vec<Duration> =
        open.iter().filter(|(other, _)| other.network == whose.network).map(|(_, left)| *left).collect();
    let count = near.len();
    if count >= limits::LAB_RUNS_PER_ADDRESS {
        let (zh, en) = (format!("你的地址已有 {count} 次"), format!("{count} from your address"));
        return Err(ErrorBody::with(ErrorCode::LabRunning, zh, en).into());
    }
    let own = takes + near.iter().sum::<Duration>();
    if own > EACH {
        return Err(too_long(takes, own, EACH, ("你的地址", "your address")));
    }
    let all = takes + open.iter().map(|(_, left)| *left).sum::<Duration>();
    if all > ALL {
        return Err(too_long(takes, all, ALL, ("全服", "all players")));
    }
    if open.len() >= limits::LAB_RUNS {
        return Err(ErrorCode::LabFull.into());
    }
    Ok(())
}

/// It would take too long together with what waits, for an address or for everybody.
fn too_long(takes: Duration, sum: Duration, most: Duration, (zh, en): (&str, &str)) -> ApiError {
    let [takes, sum, most] = [takes, sum, most].map(|time| time.as_secs().div_ceil(60));
    let zh = format!("这次约需 {takes} 分钟，{zh}合计 {sum} 分钟，最多 {most} 分钟；请减少局数或稍后再试");
    let en = format!(
        "this one takes about {takes} minutes, all of {en} together {sum}, and {most} are the most; ask for fewer deals or later"
    );
    ErrorBody::with(ErrorCode::LabFull, zh, en).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{IpAddr, Ipv4Addr};

    const MINUTE: Duration = Duration::from_secs(60);

    fn whose(player: u64, network: u8) -> Whose {
        let address = IpAddr::V4(Ipv4Addr::new(192, 0, 2, network));
        Whose { player: PlayerId(player), network: Network::from(address) }
    }

    fn request(bots: &str) -> LabRequest {
        LabRequest {
            rules: "x".into(),
            seats: 4,
            a: Default::default(),
            b: Default::default(),
            deals: 1,
            matches: false,
            bots: bots.into(),
            seed: 1,
        }
    }

    fn code(refused: Result<(), ApiError>) -> Option<(ErrorCode, String)> {
        refused.err().map(|ApiError(body)| (body.code, body.en))
    }

    #[test]
    fn next_is_who_has_had_least() {
        let (mut shares, now) = (Shares::default(), Instant::now());
        let (a, b, neighbour) = (whose(1, 1), whose(2, 2), whose(3, 1));
        assert_eq!(shares.rank(a, now), shares.rank(b, now));
        shares.add(a, MINUTE, now);
        assert!(shares.rank(b, now) < shares.rank(a, now));
        // Another account of the same address gains nothing against others, but comes before its neighbour.
        assert!(shares.rank(b, now) < shares.rank(neighbour, now));
        assert!(shares.rank(neighbour, now) < shares.rank(a, now));
        // The same player at another address is still the same player.
        assert!(shares.rank(b, now) < shares.rank(whose(1, 9), now));
        shares.add(b, MINUTE + MINUTE, now);
        assert!(shares.rank(a, now) < shares.rank(b, now));
        let later = now + HALF_LIFE;
        assert_eq!(shares.rank(b, later).0, MINUTE, "it fades");
    }

    #[test]
    fn what_is_long_past_is_forgotten() {
        let (mut shares, now) = (Shares::default(), Instant::now());
        for player in 0..10_000 {
            shares.add(whose(player, 1), Duration::from_secs(2), now + 10 * MINUTE * player as u32);
        }
        assert!(shares.players.0.len() <= SWEEP_AT);
    }

    #[test]
    fn the_pace_is_learned() {
        let mut pace = Pace::default();
        let expert = request("expert");
        assert!(pace.estimate(&expert, 1000) > 10 * pace.estimate(&request("greedy"), 1000));
        assert!(pace.estimate(&expert, limits::LAB_DEALS_MOST) <= EACH, "the largest is let in");
        pace.learn(&expert, 100, Duration::from_secs(10));
        assert_eq!(pace.estimate(&expert, 1000), Duration::from_secs(100));
        (0..100).for_each(|_| pace.learn(&expert, 100, Duration::from_secs(1)));
        assert_eq!(pace.estimate(&expert, 1000).as_secs(), 10);
        assert_eq!(pace.estimate(&request("greedy"), 1000), usual("greedy") * 1000, "each for itself");
    }

    #[test]
    fn what_waits_is_bounded_for_everybody_and_for_each_address() {
        let open = [(whose(1, 1), 80 * MINUTE)];
        assert_eq!(code(admit(&open, whose(1, 2), MINUTE)).unwrap().0, ErrorCode::LabRunning);
        assert_eq!(code(admit(&open, whose(2, 1), 10 * MINUTE)), None);
        let (refused, said) = code(admit(&open, whose(2, 1), 11 * MINUTE)).unwrap();
        assert_eq!(refused, ErrorCode::LabFull);
        assert!(said.contains("about 11 minutes") && said.contains("together 91, and 90"), "{said}");
        assert_eq!(code(admit(&open, whose(2, 2), 90 * MINUTE)), None);
        let two = [open[0], (whose(2, 1), MINUTE)];
        assert_eq!(code(admit(&two, whose(3, 1), MINUTE)).unwrap().0, ErrorCode::LabRunning);
        // Whatever one address does, another is let in.
        assert_eq!(code(admit(&two, whose(3, 2), MINUTE)), None);
        let full: Vec<Open> = (0..4).map(|n| (whose(n.into(), n), 90 * MINUTE)).collect();
        assert_eq!(code(admit(&full, whose(9, 9), MINUTE)).unwrap().0, ErrorCode::LabFull);
        let many: Vec<Open> = (0..32).map(|n| (whose(n.into(), n), MINUTE)).collect();
        assert_eq!(code(admit(&many, whose(99, 99), MINUTE)).unwrap().0, ErrorCode::LabFull);
    }
}
