//! A driver that breaks one of its promises, to see that the storms notice. Compiled only with the
//! feature `mutations`, which no binary that anybody uses has.

use super::{Command, Driver, Event, Loaded, State};
use crate::input::CHANCE;
use sifang_proto::{ErrorCode, Millis};

/// Which promise is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// What follows from a line is sent before the line is committed.
    SendsFirst,
    /// What follows from a line is sent although its commit failed.
    SendsFailed,
    /// After a failed commit it goes on with a core that is ahead of its log.
    KeepsCore,
    /// After a panic it goes on with a core that may be half changed.
    KeepsPanicked,
    /// It builds the room again without asking clients to connect again.
    KeepsConnections,
    /// It gives the room up when the log cannot be read at once.
    GivesUp,
    /// It builds a room again and again that always panics at the same line.
    NeverSetsAside,
    /// It sends what a turn has to say last first.
    Reverses,
    /// It takes the next input before the last line is committed.
    Overtakes,
    /// It loses count of the lines in the log.
    Miscounts,
    /// It misses the room's timer.
    NeverTicks,
    /// It keeps a room for ever that nobody is connected to.
    NeverIdle,
    /// It goes on with a room that is closed.
    StaysOpen,
    /// It does not answer who comes to a room that is over.
    Ignores,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 14] = [
        Fault::SendsFirst,
        Fault::SendsFailed,
        Fault::KeepsCore,
        Fault::KeepsPanicked,
        Fault::KeepsConnections,
        Fault::GivesUp,
        Fault::NeverSetsAside,
        Fault::Reverses,
        Fault::Overtakes,
        Fault::Miscounts,
        Fault::NeverTicks,
        Fault::NeverIdle,
        Fault::StaysOpen,
        Fault::Ignores,
    ];
}

/// What a driver with a fault remembers.
pub(super) struct Faulty {
    fault: Fault,
    /// What it should still have been waiting with.
    early: Vec<Command>,
}

impl Driver {
    /// The same driver with a fault.
    pub fn with_fault(self, fault: Option<Fault>) -> Driver {
        Driver { faulty: fault.map(|fault| Faulty { fault, early: Vec::new() }), ..self }
    }

    pub(super) fn fault(&self) -> Option<Fault> {
        self.faulty.as_ref().map(|faulty| faulty.fault)
    }

    /// What is left of a turn that waits for its commit.
    fn held(&mut self) -> Vec<Command> {
        match &mut self.state {
            State::Committing { then, .. } => std::mem::take(then),
            _ => Vec::new(),
        }
    }

    /// Handles an event with this fault.
    pub(super) fn handle_wrongly(
        &mut self,
        fault: Fault,
        event: Event,
        now: Millis,
        chance: &mut dyn FnMut() -> [u8; CHANCE],
    ) -> Vec<Command> {
        let (committed, failed, panicked, timer, unreadable) = (
            matches!(event, Event::Committed),
            matches!(event, Event::CommitFailed),
            matches!(event, Event::Panicked),
            matches!(event, Event::Timer) && self.is_ready(),
            matches!(event, Event::Loaded(Loaded::Unreadable)),
        );
        let ticks = self.core.wake().is_some_and(|moment| moment <= now);
        let mut early = Vec::new();
        match fault {
            Fault::SendsFailed if failed => early = self.held(),
            Fault::NeverSetsAside => self.panicked_at = None,
            Fault::NeverTicks if timer && ticks => return Vec::new(),
            Fault::NeverIdle if timer && !ticks => return Vec::new(),
            Fault::Overtakes if committed => {
                self.lines += 1;
                return self
                    .faulty
                    .as_mut()
                    .map(|faulty| std::mem::take(&mut faulty.early))
                    .unwrap_or_default();
            }
            _ => {}
        }
        let mut commands = self.step(event, now, chance);
        match fault {
            Fault::SendsFirst => commands.extend(self.held()),
            Fault::SendsFailed => commands.splice(0..0, early).for_each(drop),
            Fault::KeepsCore if failed => self.state = State::Ready,
            Fault::KeepsPanicked if panicked => {
                self.state = State::Ready;
                commands.clear();
            }
            Fault::KeepsConnections => commands.retain(|command| !matches!(command, Command::Reconnect)),
            Fault::GivesUp if unreadable => self.state = State::Over(ErrorCode::RoomNotFound),
            Fault::Reverses if committed => commands.reverse(),
            Fault::Overtakes if matches!(self.state, State::Committing { .. }) => {
                let held = self.held();
                if let Some(faulty) = &mut self.faulty {
                    faulty.early.extend(held);
                }
                self.state = State::Ready;
            }
            Fault::Miscounts if committed => self.lines += 1,
            Fault::StaysOpen if self.is_over() => {
                self.state = State::Ready;
                commands.retain(|command| !matches!(command, Command::Close));
            }
            Fault::Ignores if self.is_over() => commands.retain(|command| matches!(command, Command::Close)),
            _ => {}
        }
        commands
    }
}
