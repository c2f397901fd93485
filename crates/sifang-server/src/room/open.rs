//! New rooms, and rooms of the last run brought back from their logs.

use super::{Actor, Handle, INBOX, ToRoom};
use crate::app::Shared;
use crate::error::ApiError;
use crate::lobby::{Founder, Reserved};
use crate::{clock, ids};
use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use sifang_proto::{ClientMessage, ErrorCode, Player, PlayerId, RoomCode, RoomLink, RoomSetup, limits};
use sifang_room::{EDITION, Founding, Input, Loaded, RoomCore};
use sifang_store::{Entry, LiveRoom, NewRoom, StoreError};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::available_parallelism;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

/// Tries to find a free code before giving up: with a full house of rooms one try in two hundred fails.
const TRIES: usize = 8;

/// What the store keeps of a room beside its log.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Meta {
    /// Who opened it: its network would otherwise be free of its rooms after a restart.
    founder: Option<Founder>,
}

/// Opens a room for its host, in the place that was taken for it. A client that goes away meanwhile stops nothing: what was begun
/// would be left in the store, and count nowhere.
pub(crate) async fn open(
    app: &Shared,
    host: Player,
    setup: RoomSetup,
    place: Reserved,
) -> Result<Arc<Handle>, ApiError> {
    let app = app.clone();
    let opened = tokio::spawn(async move { found(&app, host, setup, place).await }).await;
    opened.unwrap_or_else(|error| {
        tracing::error!(%error, "opening a room failed");
        Err(ErrorCode::ServerInternal.into())
    })
}

async fn found(
    app: &Shared,
    host: Player,
    setup: RoomSetup,
    place: Reserved,
) -> Result<Arc<Handle>, ApiError> {
    let (now, founder) = (clock::now(), Some(place.founder()));
    let meta = serde_json::to_vec(&Meta { founder }).map_err(|_| ErrorCode::ServerInternal)?;
    for _ in 0..TRIES {
        let (code, link, id) = (ids::code()?, ids::link()?, Arc::<str>::from(ids::room()?));
        if app.lobby.has(code) {
            continue;
        }
        let founding = Founding {
            code,
            link,
            setup: setup.clone(),
            host: host.clone(),
            pause_ms: limits::PAUSE_MS,
            edition: EDITION,
        };
        let (core, line) = RoomCore::create(founding, now, app.next_stream())?;
        let room = NewRoom {
            id: id.to_string(),
            code: code.to_string(),
            link: link.expose(),
            created_ms: clock::stored(now),
            meta: meta.clone(),
        };
        match app.journal.open(room).await {
            Ok(()) => {}
            Err(StoreError::Taken) => continue,
            Err(error) => return Err(error.into()),
        }
        let first = Entry { room: id.clone(), lines: vec![line.into_bytes()], ..Entry::default() };
        if let Err(error) = app.journal.append(first).await {
            // Nobody has learned of it. Where this fails as well, it is cleared away at the next start.
            let _ = app.journal.close(id.to_string()).await;
            return Err(error.into());
        }
        app.metrics.rooms_opened.add();
        let names = Names { id, code, link, founder };
        return Ok(start(app, names, (core, 1), Some(place)));
    }
    Err(ErrorCode::ServerBusy.into())
}

/// What a room is known by.
struct Names {
    id: Arc<str>,
    code: RoomCode,
    link: RoomLink,
    founder: Option<Founder>,
}

/// Starts the actor of a room: a new one in its place, or one of the last run.
fn start(app: &Shared, names: Names, (core, lines): (RoomCore, u64), place: Option<Reserved>) -> Arc<Handle> {
    let (sender, inbox) = mpsc::channel::<ToRoom>(INBOX);
    let Names { id, code, link, founder } = names;
    let handle = Arc::new(Handle { id, code, link, founder, inbox: sender });
    // In a box: a task keeps a place for what it was handed at every step it was handed on.
    let actor = Box::new(Actor::new(app.clone(), handle.clone(), core, lines));
    app.lobby.add(handle.clone(), actor.notice(), place);
    let (app, room) = (app.clone(), handle.clone());
    tokio::spawn(async move {
        // What an actor does besides its core's work should never fail. If it does, only its room is lost.
        if AssertUnwindSafe(actor.run(inbox)).catch_unwind().await.is_err() {
            tracing::error!(room = &*room.id, "the actor of a room failed; the room is set aside");
            app.lobby.remove(room.code);
            app.metrics.rooms.change(-1);
            set_aside(&app, Some(room.code), Some(room.link));
        }
    });
    handle
}

/// Starts the match of a host who is alone: bots take the other seats.
pub(crate) async fn start_at_once(room: &Handle, host: PlayerId) {
    for message in [ClientMessage::Ready { ready: true }, ClientMessage::Start {}] {
        // A room that closed in the meantime is not found when the host comes.
        let _ = room.inbox.send(ToRoom::Input(Box::new(Input::Order { player: host, message }))).await;
    }
}

/// Brings back every room that was live when the server stopped. A room whose log is damaged is set aside; the others play.
pub(crate) async fn recover(app: &Shared) -> Result<(), StoreError> {
    let mut stored = app.journal.load().await?;
    let erased: HashSet<String> = app.store.erased().await?.into_iter().collect();
    let found = stored.len();
    let share = found.div_ceil(available_parallelism().map_or(1, usize::from)).max(1);
    let mut tasks = JoinSet::new();
    while !stored.is_empty() {
        let part = stored.split_off(stored.len().saturating_sub(share));
        let app = app.clone();
        tasks.spawn_blocking(move || {
            part.into_iter().map(|room| (room.room.clone(), replay(&app, room))).collect::<Vec<_>>()
        });
    }
    let (mut back, mut left) = (0, Vec::new());
    while let Some(part) = tasks.join_next().await {
        for (room, replayed) in part.map_err(|error| StoreError::Failed(error.to_string()))? {
            match (replayed, room.code.parse(), room.link.parse()) {
                (Loaded::Room(core, lines), Ok(code), Ok(link)) => {
                    let Meta { founder } = serde_json::from_slice(&room.meta).unwrap_or_default();
                    let people = core.people().into_iter();
                    let gone: Vec<_> = people.filter(|id| erased.contains(&id.to_string())).collect();
                    let names = Names { id: room.id.into(), code, link, founder };
                    let handle = start(app, names, (*core, lines), None);
                    forget(&handle, gone).await;
                    back += 1;
                }
                (Loaded::Nothing, ..) => left.push(room.id),
                (_, code, link) => set_aside(app, code.ok(), link.ok()),
            }
        }
    }
    // Closed, or never begun, and not yet cleared away.
    for room in left {
        if let Err(error) = app.journal.close(room.clone()).await {
            tracing::warn!(room, %error, "a closed room could not be cleared away");
        }
    }
    tracing::info!(found, back, "rooms of the last run");
    app.ready.store(true, Relaxed);
    Ok(())
}

/// Somebody whose account is deleted has still a place in the room: it is sent again.
async fn forget(room: &Handle, gone: Vec<PlayerId>) {
    for player in gone {
        // A room that has closed has nothing to forget.
        let _ = room.inbox.send(ToRoom::Input(Box::new(Input::Forget(player)))).await;
    }
}

/// The room cannot be trusted: nobody plays in it, who comes gets an error, and its log stays for whoever wants to look.
pub(super) fn set_aside(app: &Shared, code: Option<RoomCode>, link: Option<RoomLink>) {
    app.metrics.rooms_quarantined.add();
    app.lobby.set_aside(code, link);
}

/// What the log of a room leads to.
pub(super) fn replay(app: &Shared, stored: LiveRoom) -> Loaded {
    let id = &stored.room.id;
    let lines = match stored.log {
        // Opened, but stopped before its first line: nobody has learned of it.
        Ok(lines) if lines.is_empty() => return Loaded::Nothing,
        Ok(lines) => lines,
        Err(damage) => {
            tracing::error!(room = id, %damage, "the log of a room is damaged; the room is set aside");
            return Loaded::Damaged;
        }
    };
    let replayed = catch_unwind(AssertUnwindSafe(|| {
        RoomCore::replay(lines.iter().map(Vec::as_slice), app.next_stream())
    }));
    match replayed {
        Ok(Ok(core)) if core.is_closed() => Loaded::Nothing,
        Ok(Ok(core)) => {
            // The log says under which names the room was opened; the row beside it has no digest of its own.
            let (code, link) = core.names();
            if code.to_string() != stored.room.code || link.expose() != stored.room.link {
                tracing::error!(room = id, "a room has other names than its log; it is set aside");
                return Loaded::Damaged;
            }
            Loaded::Room(Box::new(core), lines.len() as u64)
        }
        Ok(Err(error)) => {
            tracing::error!(room = id, %error, "a room cannot be played again; it is set aside");
            Loaded::Damaged
        }
        Err(_) => {
            tracing::error!(room = id, "a room fails when it is played again; it is set aside");
            Loaded::Damaged
        }
    }
}
