//! How people are called in a room. A name is everybody's to choose, so two people may bring the same, or one may bring what
//! looks like another's: whoever comes later is shown with a number behind the name, to all and for as long as both matter.

use crate::room::{Room, Taken};
use crate::step::Step;
use sifang_proto::{CloseReason, Nickname, Player, PlayerId};

/// Those who are not shown by the name they brought.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Names(Vec<(PlayerId, Nickname)>);

impl Room {
    /// Everybody with a chair (also those who have left the match) or watching.
    pub(crate) fn people(&self) -> impl Iterator<Item = &Player> {
        let seated = self.chairs.iter().filter_map(|chair| match &chair.taken {
            Taken::Human { player, .. } => Some(player),
            _ => None,
        });
        seated.chain(&self.watchers)
    }

    /// The player as the room shows it.
    pub(crate) fn shown(&self, player: &Player) -> Player {
        let other = self.names.0.iter().find(|(id, _)| *id == player.id);
        let nickname = other.map_or(&player.nickname, |(_, shown)| shown).clone();
        Player { id: player.id, nickname }
    }

    /// Finds how to show somebody who is in the room and has come or changed its name.
    pub(crate) fn call(&mut self, player: &Player) {
        let mut names = std::mem::take(&mut self.names);
        names.0.retain(|(id, _)| *id != player.id && self.people().any(|other| other.id == *id));
        self.names = names;
        if let Some(free) = self.free_name(player, &[]) {
            self.names.0.push((player.id, free));
        }
    }

    /// The name under which somebody differs from everybody in the room, and from these, if its own does not do.
    pub(crate) fn free_name(&self, player: &Player, and_from: &[Player]) -> Option<Nickname> {
        let inside = self.people().filter(|other| other.id != player.id).map(|other| self.shown(other));
        let others = inside.chain(and_from.iter().cloned());
        let taken: Vec<String> = others.map(|other| other.nickname.likeness()).collect();
        if player.nickname.is_former() || !taken.contains(&player.nickname.likeness()) {
            return None;
        }
        // One more number than there are others is enough.
        let mut numbered = (2..=taken.len() + 2).map(|number| player.nickname.numbered(number));
        numbered.find(|name| !taken.contains(&name.likeness()))
    }

    /// Somebody's account is deleted: whoever it was leaves without a name, and where a match needs the seat it stays nobody's.
    pub(crate) fn forget(&mut self, player: PlayerId, step: &mut Step<'_>) -> bool {
        let renamed = self.rename(&Player { id: player, nickname: Nickname::former() });
        let left = self.leave(player, CloseReason::SignedOut, step).unwrap_or(false);
        step.room |= renamed;
        renamed || left
    }

    /// Somebody in the room goes by another name now; says whether that is new.
    pub(crate) fn rename(&mut self, player: &Player) -> bool {
        let seated = self.chairs.iter_mut().filter_map(|chair| match &mut chair.taken {
            Taken::Human { player, .. } => Some(player),
            _ => None,
        });
        let known = seated.chain(&mut self.watchers).find(|p| p.id == player.id && **p != *player);
        let Some(known) = known else { return false };
        *known = player.clone();
        self.call(player);
        true
    }
}
