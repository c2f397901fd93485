//! The live rooms by code, link and member, and how many more there may be. What it knows of a room is what the room's actor last
//! sent it.

mod list;
mod quota;

pub(crate) use list::Cursor;
pub(crate) use quota::{Founder, Most};

use crate::room::Handle;
use quota::Quota;
use sifang_proto::{ErrorCode, PlayerId, RoomCode, RoomLink, RoomList, RoomName, RoomSummary, limits};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// What a room shows to the outside.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Notice {
    /// As it stands in lists.
    pub(crate) summary: RoomSummary,
    /// The link that lets in now.
    pub(crate) link: RoomLink,
    /// Everybody in it.
    pub(crate) members: Vec<PlayerId>,
    /// Whether anybody is connected.
    pub(crate) attended: bool,
}

#[derive(Debug)]
struct Place {
    handle: Arc<Handle>,
    notice: Notice,
    /// Whether it counts as one of its founder's in the public list.
    listed: bool,
}

#[derive(Debug)]
struct Rooms {
    by_code: HashMap<RoomCode, Place>,
    by_link: HashMap<RoomLink, RoomCode>,
    by_member: HashMap<PlayerId, Vec<RoomCode>>,
    quota: Quota,
    /// Rooms that are set aside: nobody can play in them, but who comes gets an error.
    damaged: HashSet<RoomName>,
}

/// All live rooms. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Lobby(Arc<RwLock<Rooms>>);

/// A place for a room that is being opened; given back if it comes to nothing.
#[derive(Debug)]
pub(crate) struct Reserved {
    lobby: Lobby,
    founder: Founder,
    listed: bool,
    is_room: bool,
}

impl Reserved {
    /// Who opens it.
    pub(crate) fn founder(&self) -> Founder {
        self.founder
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        if !self.is_room {
            let quota = &mut self.lobby.write().quota;
            quota.settle(&self.founder);
            quota.close(Some(&self.founder), self.listed);
        }
    }
}

impl Lobby {
    /// No rooms yet.
    pub(crate) fn new(most: Most) -> Lobby {
        Lobby(Arc::new(RwLock::new(Rooms {
            by_code: HashMap::new(),
            by_link: HashMap::new(),
            by_member: HashMap::new(),
            quota: Quota::new(most),
            damaged: HashSet::new(),
        })))
    }

    fn read(&self) -> RwLockReadGuard<'_, Rooms> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Rooms> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a code is in use.
    pub(crate) fn has(&self, code: RoomCode) -> bool {
        let rooms = self.read();
        rooms.by_code.contains_key(&code) || rooms.damaged.contains(&RoomName::Code(code))
    }

    /// Takes a place for a room of this founder, or says why there is none. Checking and taking are one step.
    pub(crate) fn reserve(&self, founder: Founder, listed: bool) -> Result<Reserved, ErrorCode> {
        let rooms = &mut *self.write();
        let is_in = rooms.by_member.get(&founder.player).map_or(0, Vec::len);
        rooms.quota.reserve(&founder, is_in, listed)?;
        Ok(Reserved { lobby: self.clone(), founder, listed, is_room: false })
    }

    /// Adds a room: one that a place was taken for, or one of the last run.
    pub(crate) fn add(&self, handle: Arc<Handle>, notice: Notice, reserved: Option<Reserved>) {
        let rooms = &mut *self.write();
        let listed = match reserved {
            Some(mut reserved) => {
                reserved.is_room = true;
                rooms.quota.settle(&reserved.founder);
                reserved.listed
            }
            None => {
                rooms.quota.open(handle.founder.as_ref(), notice.summary.setup.listed);
                notice.summary.setup.listed
            }
        };
        let code = handle.code;
        rooms.by_link.insert(notice.link, code);
        for member in &notice.members {
            rooms.by_member.entry(*member).or_default().push(code);
        }
        rooms.by_code.insert(code, Place { handle, notice, listed });
    }

    /// Replaces what is known of a room.
    pub(crate) fn note(&self, code: RoomCode, notice: Notice) {
        let rooms = &mut *self.write();
        let Some(place) = rooms.by_code.get_mut(&code) else { return };
        let listed = notice.summary.setup.listed;
        if let Some(founder) = place.handle.founder.as_ref().filter(|_| place.listed != listed) {
            rooms.quota.list(founder, listed);
        }
        place.listed = listed;
        if place.notice.link != notice.link {
            rooms.by_link.remove(&place.notice.link);
            rooms.by_link.insert(notice.link, code);
        }
        let members = notice.members.clone();
        let before = std::mem::replace(&mut place.notice, notice).members;
        for gone in before.iter().filter(|player| !members.contains(player)) {
            rooms.forget_member(*gone, code);
        }
        for new in members.into_iter().filter(|player| !before.contains(player)) {
            rooms.by_member.entry(new).or_default().push(code);
        }
    }

    /// Lets a room into the public list, if its founder may have one more there. It stays so until the room is noted again.
    pub(crate) fn may_list(&self, code: RoomCode) -> bool {
        let rooms = &mut *self.write();
        let Some(place) = rooms.by_code.get_mut(&code).filter(|place| !place.listed) else { return true };
        if let Some(founder) = &place.handle.founder {
            if !rooms.quota.may_list(founder) {
                return false;
            }
            rooms.quota.list(founder, true);
        }
        place.listed = true;
        true
    }

    /// Takes a room away.
    pub(crate) fn remove(&self, code: RoomCode) {
        let rooms = &mut *self.write();
        let Some(place) = rooms.by_code.remove(&code) else { return };
        rooms.by_link.remove(&place.notice.link);
        rooms.quota.close(place.handle.founder.as_ref(), place.listed);
        for member in place.notice.members {
            rooms.forget_member(member, code);
        }
    }

    /// Remembers that a room is set aside, by as much of its names as can be read.
    pub(crate) fn set_aside(&self, code: Option<RoomCode>, link: Option<RoomLink>) {
        let names = code.map(RoomName::Code).into_iter().chain(link.map(RoomName::Link));
        self.write().damaged.extend(names);
    }

    /// The room with this code or link, or why nobody can go there.
    pub(crate) fn find(&self, name: RoomName) -> Result<Arc<Handle>, ErrorCode> {
        let rooms = self.read();
        let code = match name {
            RoomName::Code(code) => Some(code),
            RoomName::Link(link) => rooms.by_link.get(&link).copied(),
        };
        let place = code.and_then(|code| rooms.by_code.get(&code));
        match place {
            Some(place) => Ok(place.handle.clone()),
            None if rooms.damaged.contains(&name) => Err(ErrorCode::RoomDamaged),
            None => Err(ErrorCode::RoomNotFound),
        }
    }

    /// Whether the player knows this code without guessing: it is in that room, or the room is in the public list.
    pub(crate) fn is_known(&self, code: RoomCode, player: Option<PlayerId>) -> bool {
        let rooms = self.read();
        rooms.by_code.get(&code).is_some_and(|Place { notice, .. }| {
            notice.summary.setup.listed || player.is_some_and(|player| notice.members.contains(&player))
        })
    }

    /// How a room stands in lists.
    pub(crate) fn summary(&self, name: RoomName) -> Result<RoomSummary, ErrorCode> {
        let handle = self.find(name)?;
        let rooms = self.read();
        let place = rooms.by_code.get(&handle.code).ok_or(ErrorCode::RoomNotFound)?;
        Ok(place.notice.summary.clone())
    }

    /// The codes of the rooms a player is in, the latest first.
    pub(crate) fn codes_of(&self, player: PlayerId) -> Vec<RoomCode> {
        let mut codes = self.read().by_member.get(&player).cloned().unwrap_or_default();
        codes.reverse();
        codes
    }

    /// The rooms a player is in, the latest first.
    pub(crate) fn rooms_of(&self, player: PlayerId) -> Vec<RoomSummary> {
        let codes = self.codes_of(player);
        let rooms = self.read();
        codes.iter().filter_map(|code| Some(rooms.by_code.get(code)?.notice.summary.clone())).collect()
    }

    /// A page of the public rooms in which somebody is, and where the next one begins.
    pub(crate) fn listed(&self, cursor: Cursor) -> RoomList {
        let rooms = self.read();
        let listed = rooms.by_code.values().filter(|place| {
            let Notice { summary, attended, .. } = &place.notice;
            *attended && summary.setup.listed
        });
        let (page, next) = cursor.page(listed.map(|place| place.handle.code), limits::LIST_PAGE);
        let rooms = page.iter().filter_map(|code| Some(rooms.by_code.get(code)?.notice.summary.clone()));
        RoomList { rooms: rooms.collect(), at: cursor.to_string(), next: next.map(|next| next.to_string()) }
    }

    /// All rooms, for an announcement.
    pub(crate) fn all(&self) -> Vec<Arc<Handle>> {
        self.read().by_code.values().map(|place| place.handle.clone()).collect()
    }
}

impl Rooms {
    fn forget_member(&mut self, player: PlayerId, code: RoomCode) {
        if let Some(codes) = self.by_member.get_mut(&player) {
            codes.retain(|other| *other != code);
            if codes.is_empty() {
                self.by_member.remove(&player);
            }
        }
    }
}
