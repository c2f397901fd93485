//! The reading half of a socket: `hello` first, then frames, each within its limits, handed to the room the player is in.

use super::connection::{Connection, Ending};
use super::writer;
use crate::api::extract::player_of;
use crate::app::{App, Shared};
use crate::clock;
use crate::limits::{Bucket, Rate};
use crate::room::{Handle, ToRoom};
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, close_code};
use futures_util::StreamExt;
use futures_util::stream::SplitStream;
use sifang_proto::{
    ClientFrame, ClientMessage, ErrorBody, ErrorCode, PROTOCOL, Player, RoomName, ServerMessage, Since,
    limits,
};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::timeout;

const HELLO_TIME: Duration = Duration::from_millis(limits::HELLO_MS);
const SILENCE: Duration = Duration::from_millis(limits::SILENCE_MS);

/// Refusals after which a client is only a burden: so many at once, or faster than these for long.
const REFUSALS: Rate = Rate::per_second(5, 200);
/// Control frames of the transport (pings, pongs). A browser sends one pong for each of our pings.
const CONTROLS: Rate = Rate::per_second(2, 20);

/// Serves one socket from its first frame to its end.
pub(super) async fn run(app: &Shared, socket: WebSocket) {
    let (sink, stream) = socket.split();
    let (connection, texts) = Connection::new(app.next_connection());
    let connection = Arc::new(connection);
    let writing = tokio::spawn(writer::run(sink, texts, connection.clone(), app.metrics.clone()));
    let ending = serve(app, stream, &connection).await;
    connection.end(ending);
    // The writer ends by itself: each of its writes has a time.
    let _ = writing.await;
}

async fn serve(app: &Shared, mut stream: SplitStream<WebSocket>, connection: &Arc<Connection>) -> Ending {
    let greeting = timeout(HELLO_TIME, greet(app, &mut stream, connection));
    let player = tokio::select! {
        ending = connection.ended() => return ending,
        greeted = greeting => match greeted {
            Ok(Ok(player)) => player,
            Ok(Err(ending)) => return ending,
            Err(_) => {
                app.metrics.sockets_dropped.add();
                return Ending::Status(close_code::POLICY);
            }
        },
    };
    app.sessions.begin(player.id, connection);
    let mut session = Session::new(app, connection, player);
    let ending = tokio::select! {
        ending = connection.ended() => ending,
        ending = session.run(&mut stream) => ending,
    };
    session.part().await;
    app.sessions.end(session.player.id, connection.id);
    ending
}

/// The next text frame. Pings and pongs are the library's business; they only show that somebody is there, so few will do.
async fn next(stream: &mut SplitStream<WebSocket>, controls: &mut Bucket) -> Result<Utf8Bytes, Ending> {
    loop {
        match timeout(SILENCE, stream.next()).await {
            Err(_) => return Err(Ending::Status(close_code::POLICY)),
            Ok(None | Some(Ok(Message::Close(_)))) => return Err(Ending::Gone),
            Ok(Some(Ok(Message::Text(text)))) => return Ok(text),
            Ok(Some(Ok(Message::Binary(_)))) => return Err(Ending::Status(close_code::UNSUPPORTED)),
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) if controls.take(Instant::now()) => {}
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {
                return Err(Ending::Status(close_code::POLICY));
            }
            Ok(Some(Err(error))) => return Err(Ending::Status(status_of(&error))),
        }
    }
}

/// The status for a frame that the transport refused.
fn status_of(error: &axum::Error) -> u16 {
    let text = error.to_string();
    if text.contains("too long") || text.contains("too big") || text.contains("Space limit") {
        close_code::SIZE
    } else if text.contains("UTF-8") || text.contains("utf-8") {
        close_code::INVALID
    } else {
        close_code::PROTOCOL
    }
}

/// Reads `hello` and answers it. Anything else first is refused and ends the connection.
async fn greet(
    app: &Shared,
    stream: &mut SplitStream<WebSocket>,
    connection: &Connection,
) -> Result<Player, Ending> {
    let text = next(stream, &mut Bucket::new(CONTROLS, Instant::now())).await?;
    app.metrics.messages_in.add();
    let refuse = |id: Option<u32>, error: ErrorBody| {
        refuse(app, connection, id, &error);
        Ending::Status(close_code::POLICY)
    };
    let ClientFrame { id, message } =
        ClientFrame::parse(text.as_bytes()).map_err(|(id, error)| refuse(id, error))?;
    let ClientMessage::Hello { protocol, token } = message else {
        return Err(refuse(Some(id), ErrorCode::MessageUnexpected.into()));
    };
    if protocol != PROTOCOL {
        return Err(refuse(Some(id), ErrorCode::ProtocolVersion.into()));
    }
    let player = player_of(app, &token).await.map_err(|error| refuse(Some(id), error.0))?;
    let rooms = app.lobby.codes_of(player.id);
    let welcome: ServerMessage<'_> =
        ServerMessage::Welcome { protocol: PROTOCOL, player: &player, rooms: &rooms, now: clock::now() };
    connection.send(welcome.to_json().into());
    Ok(player)
}

/// Tells a client why something was refused.
pub(crate) fn refuse(app: &App, connection: &Connection, id: Option<u32>, error: &ErrorBody) {
    app.metrics.messages_refused.add();
    let message: ServerMessage<'_> = ServerMessage::Error { id, error };
    connection.send(message.to_json().into());
}

/// A player who has said who it is.
struct Session<'a> {
    app: &'a Shared,
    connection: &'a Arc<Connection>,
    player: Player,
    /// The room it is in by this connection.
    room: Option<Arc<Handle>>,
    messages: Bucket,
    phrases: Bucket,
    refusals: Bucket,
}

impl<'a> Session<'a> {
    fn new(app: &'a Shared, connection: &'a Arc<Connection>, player: Player) -> Session<'a> {
        let now = Instant::now();
        let messages = Rate::per_second(limits::MESSAGES_PER_SECOND, limits::MESSAGES_BURST);
        let phrases = Rate::per_second(limits::PHRASES_PER_SECOND, limits::PHRASES_BURST);
        Session {
            app,
            connection,
            player,
            room: None,
            messages: Bucket::new(messages, now),
            phrases: Bucket::new(phrases, now),
            refusals: Bucket::new(REFUSALS, now),
        }
    }

    async fn run(&mut self, stream: &mut SplitStream<WebSocket>) -> Ending {
        let mut controls = Bucket::new(CONTROLS, Instant::now());
        loop {
            let text = match next(stream, &mut controls).await {
                Ok(text) => text,
                Err(ending) => return ending,
            };
            self.app.metrics.messages_in.add();
            let arrived = Instant::now();
            if let Err((id, error)) = self.frame(&text, arrived).await {
                refuse(self.app, self.connection, id, &error);
                if !self.refusals.take(arrived) {
                    self.app.metrics.sockets_dropped.add();
                    return Ending::Status(close_code::POLICY);
                }
            }
        }
    }

    async fn frame(&mut self, text: &Utf8Bytes, arrived: Instant) -> Result<(), (Option<u32>, ErrorBody)> {
        if !self.messages.take(arrived) {
            return Err((None, ErrorCode::RateExceeded.into()));
        }
        let frame = ClientFrame::parse(text.as_bytes())?;
        let id = frame.id;
        self.message(frame, arrived).await.map_err(|error| (Some(id), error))
    }

    async fn message(&mut self, frame: ClientFrame, arrived: Instant) -> Result<(), ErrorBody> {
        match frame.message {
            ClientMessage::Hello { .. } => Err(ErrorCode::MessageUnexpected.into()),
            ClientMessage::Ping {} => {
                let pong: ServerMessage<'_> = ServerMessage::Pong { now: clock::now() };
                self.connection.send(pong.to_json().into());
                Ok(())
            }
            ClientMessage::Enter { room, since } => self.enter(frame.id, room, since, arrived).await,
            ClientMessage::Phrase { .. } if !self.phrases.take(arrived) => {
                Err(ErrorCode::RateExceeded.into())
            }
            _ => {
                let room = self.room.clone().ok_or(ErrorCode::RoomNone)?;
                let connection = self.connection.clone();
                self.tell(&room, ToRoom::Frame { connection, frame, arrived }).await
            }
        }
    }

    async fn enter(
        &mut self,
        id: u32,
        name: RoomName,
        since: Option<Since>,
        arrived: Instant,
    ) -> Result<(), ErrorBody> {
        // Who has guessed wrong too often learns nothing more for a while, right or wrong.
        let guesses = &self.app.wrong_rooms;
        if !guesses.has(&self.player.id, arrived) {
            return Err(ErrorCode::RateExceeded.into());
        }
        let room = self.app.lobby.find(name).inspect_err(|_| {
            guesses.take(self.player.id, arrived);
        })?;
        let elsewhere = self.app.lobby.codes_of(self.player.id);
        if !elsewhere.contains(&room.code) && elsewhere.len() >= limits::ROOMS_PER_PLAYER {
            return Err(ErrorCode::RoomTooMany.into());
        }
        if self.room.as_ref().is_some_and(|old| old.code != room.code) {
            self.part().await;
        }
        let enter = ToRoom::Enter {
            connection: self.connection.clone(),
            player: self.player.clone(),
            id,
            since,
            arrived,
        };
        self.tell(&room, enter).await?;
        self.room = Some(room);
        Ok(())
    }

    async fn tell(&mut self, room: &Handle, message: ToRoom) -> Result<(), ErrorBody> {
        if room.inbox.send(message).await.is_err() {
            self.room = None;
            return Err(ErrorCode::RoomNone.into());
        }
        Ok(())
    }

    /// The connection no longer looks at its room. The player stays in it.
    async fn part(&mut self) {
        if let Some(room) = self.room.take() {
            let gone = ToRoom::Gone { connection: self.connection.id };
            // A room that has closed needs no farewell.
            let _ = room.inbox.send(gone).await;
        }
    }
}
