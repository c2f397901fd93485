//! How many rooms there are, and who opened how many: by account and by network, in all and in the public list.
//!
//! A room counts from the moment its opening begins ([`Quota::reserve`]), so that no number of requests at once gets past a
//! bound, and until it is gone. It counts against whoever opened it, also when others play on in it.

use crate::network::Network;
use serde::{Deserialize, Serialize};
use sifang_proto::{ErrorCode, PlayerId, limits};
use std::collections::HashMap;
use std::hash::Hash;

/// Who opened a room, and from where. Kept with the room as long as it lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Founder {
    /// The account.
    pub(crate) player: PlayerId,
    /// Where the request came from.
    pub(crate) network: Network,
}

/// What one account or network has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Count {
    /// Rooms that live, and those that are being opened.
    rooms: usize,
    /// Those that are being opened.
    opening: usize,
    /// Those in the public list.
    listed: usize,
}

/// The bounds that are settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Most {
    /// Rooms of everybody.
    pub(crate) rooms: usize,
    /// Rooms that were opened from one network.
    pub(crate) per_network: usize,
}

/// What is taken, and what may be.
#[derive(Debug)]
pub(super) struct Quota {
    most: Most,
    rooms: usize,
    players: HashMap<PlayerId, Count>,
    networks: HashMap<Network, Count>,
}

impl Quota {
    pub(super) fn new(most: Most) -> Quota {
        Quota { most, rooms: 0, players: HashMap::new(), networks: HashMap::new() }
    }

    /// Takes a place for a room that is about to be opened by somebody who is in so many already.
    pub(super) fn reserve(&mut self, founder: &Founder, is_in: usize, listed: bool) -> Result<(), ErrorCode> {
        let opening = self.players.get(&founder.player).map_or(0, |count| count.opening);
        if is_in + opening >= limits::ROOMS_PER_PLAYER {
            return Err(ErrorCode::RoomTooMany);
        }
        if self.networks.get(&founder.network).map_or(0, |count| count.rooms) >= self.most.per_network {
            return Err(ErrorCode::RoomTooManyHere);
        }
        if listed && !self.may_list(founder) {
            return Err(ErrorCode::RoomTooManyListed);
        }
        if self.rooms >= self.most.rooms {
            return Err(ErrorCode::ServerBusy);
        }
        self.open(Some(founder), listed);
        self.change(founder, |count| count.opening += 1);
        Ok(())
    }

    /// The opening of a room is over, whether it is there now or not.
    pub(super) fn settle(&mut self, founder: &Founder) {
        self.change(founder, |count| count.opening -= 1);
    }

    /// One room more. Nothing is refused: it may have been there before the server was.
    pub(super) fn open(&mut self, founder: Option<&Founder>, listed: bool) {
        self.rooms += 1;
        if let Some(founder) = founder {
            self.change(founder, |count| {
                count.rooms += 1;
                count.listed += usize::from(listed);
            });
        }
    }

    /// One room less.
    pub(super) fn close(&mut self, founder: Option<&Founder>, listed: bool) {
        self.rooms -= 1;
        if let Some(founder) = founder {
            self.change(founder, |count| {
                count.rooms -= 1;
                count.listed -= usize::from(listed);
            });
        }
    }

    /// Whether one more room of this founder may be in the public list.
    pub(super) fn may_list(&self, founder: &Founder) -> bool {
        let player = self.players.get(&founder.player).map_or(0, |count| count.listed);
        let network = self.networks.get(&founder.network).map_or(0, |count| count.listed);
        player < limits::LISTED_PER_PLAYER && network < limits::LISTED_PER_ADDRESS
    }

    /// A room is in the public list now, or no more.
    pub(super) fn list(&mut self, founder: &Founder, listed: bool) {
        self.change(founder, |count| if listed { count.listed += 1 } else { count.listed -= 1 });
    }

    fn change(&mut self, founder: &Founder, change: impl Fn(&mut Count)) {
        change_in(&mut self.players, founder.player, &change);
        change_in(&mut self.networks, founder.network, &change);
    }
}

/// Changes the count of a key; who has nothing is forgotten.
fn change_in<K: Eq + Hash + Copy>(counts: &mut HashMap<K, Count>, key: K, change: impl Fn(&mut Count)) {
    let count = counts.entry(key).or_default();
    change(count);
    if *count == Count::default() {
        counts.remove(&key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{IpAddr, Ipv4Addr};

    fn founder(player: u64, network: u8) -> Founder {
        let network = Network::from(IpAddr::from(Ipv4Addr::new(192, 0, 2, network)));
        Founder { player: PlayerId(player), network }
    }

    #[test]
    fn rooms_count_by_account_by_network_and_in_all() {
        let mut quota = Quota::new(Most { rooms: 7, per_network: 5 });
        for (player, refused) in [(1, None), (1, None), (1, None), (1, Some(ErrorCode::RoomTooMany))] {
            assert_eq!(quota.reserve(&founder(player, 1), 0, false).err(), refused);
        }
        // What was opened counts by its members from then on.
        for _ in 0..3 {
            quota.settle(&founder(1, 1));
        }
        assert_eq!(quota.reserve(&founder(1, 1), 3, false), Err(ErrorCode::RoomTooMany));
        assert_eq!(quota.reserve(&founder(2, 1), 2, false), Ok(()));
        assert_eq!(quota.reserve(&founder(3, 1), 0, false), Ok(()));
        assert_eq!(quota.reserve(&founder(4, 1), 0, false), Err(ErrorCode::RoomTooManyHere));
        assert_eq!(quota.reserve(&founder(4, 2), 0, false), Ok(()));
        assert_eq!(quota.reserve(&founder(5, 3), 0, false), Ok(()));
        assert_eq!(quota.reserve(&founder(6, 4), 0, false), Err(ErrorCode::ServerBusy));
        for (player, network) in [(2, 1), (3, 1), (4, 2), (5, 3)] {
            quota.settle(&founder(player, network));
            quota.close(Some(&founder(player, network)), false);
        }
        for _ in 0..3 {
            quota.close(Some(&founder(1, 1)), false);
        }
        assert_eq!(quota.rooms, 0);
        assert!(quota.players.is_empty() && quota.networks.is_empty(), "nobody is remembered");
    }

    #[test]
    fn listed_rooms_count_by_account_and_by_network() {
        let mut quota = Quota::new(Most { rooms: 100, per_network: 100 });
        let mut listed = 0;
        for player in 0..9 {
            for _ in 0..3 {
                listed += usize::from(quota.reserve(&founder(player, 1), 0, true).is_ok());
            }
            assert_eq!(listed, (2 * (player as usize + 1)).min(limits::LISTED_PER_ADDRESS));
        }
        assert_eq!(quota.reserve(&founder(9, 1), 0, true), Err(ErrorCode::RoomTooManyListed));
        assert_eq!(quota.reserve(&founder(9, 1), 0, false), Ok(()), "unlisted it may be opened");
        assert!(!quota.may_list(&founder(9, 1)) && quota.may_list(&founder(9, 2)));
        quota.list(&founder(0, 1), false);
        assert!(quota.may_list(&founder(9, 1)));
    }
}
