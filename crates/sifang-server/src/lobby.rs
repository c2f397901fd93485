//! The live rooms by code, link and member. What it knows of a room is what the room's actor last told it.

use crate::room::Handle;
use sifang_proto::{ErrorCode, PlayerId, RoomCode, RoomLink, RoomName, RoomSummary};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// What a room shows to the outside.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Notice {
    /// As it stands in lists.
    pub(crate) summary: RoomSummary,
    /// Everybody in it.
    pub(crate) members: Vec<PlayerId>,
}

#[derive(Debug)]
struct Place {
    handle: Arc<Handle>,
    notice: Option<Notice>,
    /// Rooms are listed by age.
    age: u64,
}

#[derive(Debug, Default)]
struct Rooms {
    by_code: HashMap<RoomCode, Place>,
    by_link: HashMap<RoomLink, RoomCode>,
    by_member: HashMap<PlayerId, Vec<RoomCode>>,
    opened: u64,
    /// Rooms that are set aside: nobody can play in them, but who comes is told so.
    damaged: HashSet<RoomName>,
}

/// All live rooms.
#[derive(Debug, Default)]
pub(crate) struct Lobby(RwLock<Rooms>);

impl Lobby {
    fn read(&self) -> RwLockReadGuard<'_, Rooms> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Rooms> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many rooms there are.
    pub(crate) fn len(&self) -> usize {
        self.read().by_code.len()
    }

    /// Whether a code is in use.
    pub(crate) fn has(&self, code: RoomCode) -> bool {
        let rooms = self.read();
        rooms.by_code.contains_key(&code) || rooms.damaged.contains(&RoomName::Code(code))
    }

    /// Adds a room.
    pub(crate) fn add(&self, handle: Arc<Handle>) {
        let mut rooms = self.write();
        rooms.opened += 1;
        rooms.by_link.insert(handle.link, handle.code);
        let place = Place { notice: None, age: rooms.opened, handle };
        rooms.by_code.insert(place.handle.code, place);
    }

    /// Replaces what is known of a room.
    pub(crate) fn note(&self, code: RoomCode, notice: Notice) {
        let mut rooms = self.write();
        let members = notice.members.clone();
        let Some(place) = rooms.by_code.get_mut(&code) else { return };
        let before = place.notice.replace(notice).map(|old| old.members).unwrap_or_default();
        for gone in before.iter().filter(|player| !members.contains(player)) {
            rooms.forget_member(*gone, code);
        }
        for new in members.into_iter().filter(|player| !before.contains(player)) {
            rooms.by_member.entry(new).or_default().push(code);
        }
    }

    /// Takes a room away.
    pub(crate) fn remove(&self, code: RoomCode) {
        let mut rooms = self.write();
        let Some(place) = rooms.by_code.remove(&code) else { return };
        rooms.by_link.remove(&place.handle.link);
        for member in place.notice.map(|notice| notice.members).unwrap_or_default() {
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
        let notice = rooms.by_code.get(&code).and_then(|place| place.notice.as_ref());
        notice.is_some_and(|notice| {
            notice.summary.setup.listed || player.is_some_and(|player| notice.members.contains(&player))
        })
    }

    /// How a room stands in lists.
    pub(crate) fn summary(&self, name: RoomName) -> Result<RoomSummary, ErrorCode> {
        let handle = self.find(name)?;
        let rooms = self.read();
        let notice = rooms.by_code.get(&handle.code).and_then(|place| place.notice.as_ref());
        notice.map(|notice| notice.summary.clone()).ok_or(ErrorCode::RoomNotFound)
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
        let summary =
            |code: &RoomCode| rooms.by_code.get(code)?.notice.as_ref().map(|notice| notice.summary.clone());
        codes.iter().filter_map(summary).collect()
    }

    /// The newest public rooms.
    pub(crate) fn listed(&self, most: usize) -> Vec<RoomSummary> {
        let rooms = self.read();
        let listed = |place: &Place| {
            let notice = place.notice.as_ref().filter(|notice| notice.summary.setup.listed)?;
            Some((place.age, notice.summary.clone()))
        };
        let mut found: Vec<_> = rooms.by_code.values().filter_map(listed).collect();
        found.sort_unstable_by_key(|(age, _)| std::cmp::Reverse(*age));
        found.into_iter().take(most).map(|(_, summary)| summary).collect()
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
