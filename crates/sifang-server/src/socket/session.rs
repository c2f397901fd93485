//! The reading half of a socket: `hello` first, then frames, each within its limits, handed to the room the player is in.

use super::Place;
use super::connection::{Connection, Ending};
use super::frame::status;
use super::reader::Reader;
use crate::api::extract::signed;
use crate::app::{App, Shared};
use crate::clock;
use crate::limits::{Bucket, Rate};
use crate::room::{Handle, ToRoom};
use sifang_proto::{
    ClientFrame, ClientMessage, ErrorBody, ErrorCode, PROTOCOL, Player, RoomName, ServerMessage, Since,
    limits,
};
use sifang_room::Input;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::time::timeout;

const HELLO_TIME: Duration = Duration::from_millis(limits::HELLO_MS);

/// Refusals after which a client is only a burden: so many at once, or faster than these for long.
const REFUSALS: Rate = Rate::per_second(5, 200);

/// Serves one socket from its first frame to its end. `early` came behind the handshake. What is rare is done in boxes: there are
/// thousands of sockets, and each would keep a place for it.
pub(super) async fn run(place: &Place, socket: TcpStream, early: Vec<u8>) {
    let app = &place.app;
    let connection = Arc::new(Connection::new(app.next_connection(), socket, app.metrics.clone()));
    let mut reader = Reader::new(early, connection.clone());
    let ending = serve(place, &mut reader, &connection).await;
    connection.end(ending);
    Box::pin(reader.farewell(connection.ending().unwrap_or(ending))).await;
}

async fn serve(place: &Place, reader: &mut Reader, connection: &Arc<Connection>) -> Ending {
    let app = &place.app;
    let player = match Box::pin(timeout(HELLO_TIME, greet(app, reader, connection))).await {
        Ok(Ok(player)) => player,
        Ok(Err(ending)) => return ending,
        Err(_) => {
            app.metrics.sockets_dropped.add();
            return Ending::Status(status::POLICY);
        }
    };
    let mut session = Session::new(place, connection, player);
    let ending = session.run(reader).await;
    Box::pin(session.part()).await;
    app.sessions.end(session.player.id, connection.id);
    ending
}

/// Reads `hello` and answers it. Anything else first is refused and ends the connection.
async fn greet(app: &Shared, reader: &mut Reader, connection: &Arc<Connection>) -> Result<Player, Ending> {
    let text = reader.next().await?;
    app.metrics.messages_in.add();
    let refuse = |id: Option<u32>, error: ErrorBody| {
        refuse(app, connection, id, &error);
        Ending::Status(status::POLICY)
    };
    let ClientFrame { id, message } = ClientFrame::parse(&text).map_err(|(id, error)| refuse(id, error))?;
    let ClientMessage::Hello { protocol, token } = message else {
        return Err(refuse(Some(id), ErrorCode::MessageUnexpected.into()));
    };
    if protocol != PROTOCOL {
        return Err(refuse(Some(id), ErrorCode::ProtocolVersion.into()));
    }
    let player = loop {
        let revocations = app.sessions.revocations();
        let signed = signed(app, &token).await.map_err(|error| refuse(Some(id), error.0))?;
        // Before the answer: whoever has it may connect again at once, and that connection must find this one to replace.
        if app.sessions.begin(&signed, connection, revocations) {
            break signed.player;
        }
    };
    let rooms = app.lobby.codes_of(player.id);
    let welcome: ServerMessage<'_> =
        ServerMessage::Welcome { protocol: PROTOCOL, player: &player, rooms: &rooms, now: clock::now() };
    connection.send_text(&welcome.to_json());
    Ok(player)
}

/// Sends a client the reason why something was refused.
fn refuse(app: &App, connection: &Connection, id: Option<u32>, error: &ErrorBody) {
    app.metrics.messages_refused.add();
    let message: ServerMessage<'_> = ServerMessage::Error { id, error };
    connection.send_text(&message.to_json());
}

/// Why a frame was refused, with its number where it has one.
type Refused = (Option<u32>, ErrorBody);

/// A player who has said who it is.
struct Session<'a> {
    place: &'a Place,
    connection: &'a Arc<Connection>,
    player: Player,
    /// The room it is in by this connection.
    room: Option<Arc<Handle>>,
    messages: Bucket,
    phrases: Bucket,
    refusals: Bucket,
}

impl<'a> Session<'a> {
    fn new(place: &'a Place, connection: &'a Arc<Connection>, player: Player) -> Session<'a> {
        let app = &place.app;
        let now = Instant::now();
        let messages = app.config.messages_per_second;
        let burst = messages.saturating_mul(limits::MESSAGES_BURST / limits::MESSAGES_PER_SECOND);
        let messages = Rate::per_second(messages, burst);
        let phrases = Rate::per_second(limits::PHRASES_PER_SECOND, limits::PHRASES_BURST);
        Session {
            place,
            connection,
            player,
            room: None,
            messages: Bucket::new(messages, now),
            phrases: Bucket::new(phrases, now),
            refusals: Bucket::new(REFUSALS, now),
        }
    }

    fn app(&self) -> &'a Shared {
        &self.place.app
    }

    async fn run(&mut self, reader: &mut Reader) -> Ending {
        loop {
            let text = match reader.next().await {
                Ok(text) => text,
                Err(ending) => return ending,
            };
            self.app().metrics.messages_in.add();
            let arrived = Instant::now();
            // In a box: there are thousands of sockets, and few frames that are waited for.
            if let Err((id, error)) = Box::pin(self.frame(&text, arrived)).await {
                refuse(self.app(), self.connection, id, &error);
                if !self.refusals.take(arrived) {
                    self.app().metrics.sockets_dropped.add();
                    return Ending::Status(status::POLICY);
                }
            }
        }
    }

    async fn frame(&mut self, text: &[u8], arrived: Instant) -> Result<(), Refused> {
        if !self.messages.take(arrived) {
            // To find its number it has to be read; a client that is refused too often is cut off, which bounds that.
            return Err((ClientFrame::id_of(text), ErrorCode::RateExceeded.into()));
        }
        let ClientFrame { id, message } = ClientFrame::parse(text)?;
        self.message(id, message, arrived).await.map_err(|error| (Some(id), error))
    }

    async fn message(&mut self, id: u32, message: ClientMessage, arrived: Instant) -> Result<(), ErrorBody> {
        match message {
            ClientMessage::Hello { .. } => Err(ErrorCode::MessageUnexpected.into()),
            ClientMessage::Ping {} => {
                let pong: ServerMessage<'_> = ServerMessage::Pong { now: clock::now() };
                self.connection.send_text(&pong.to_json());
                Ok(())
            }
            ClientMessage::Enter { room, since } => self.enter(id, room, since, arrived).await,
            ClientMessage::Phrase { .. } if !self.phrases.take(arrived) => {
                Err(ErrorCode::RateExceeded.into())
            }
            message => {
                let room = self.room.clone().ok_or(ErrorCode::RoomNone)?;
                let input = Input::Message { connection: self.connection.name(), id, message };
                self.queue(&room, input, arrived).await
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
        let app = self.app();
        let (lobby, who) = (&app.lobby, Some(self.player.id));
        let room = match name {
            RoomName::Code(code) if !lobby.is_known(code, who) => {
                let room = app.guesses.ask(self.place.network.key, who, arrived, || lobby.find(name))?;
                // It knocks, and people inside learn of it.
                if !app.knocks.take(self.place.network.key, arrived) {
                    return Err(ErrorCode::RateExceeded.into());
                }
                room
            }
            _ => lobby.find(name)?,
        };
        let elsewhere = self.app().lobby.codes_of(self.player.id);
        if !elsewhere.contains(&room.code) && elsewhere.len() >= limits::ROOMS_PER_PLAYER {
            return Err(ErrorCode::RoomTooMany.into());
        }
        if self.room.as_ref().is_some_and(|old| old.code != room.code) {
            self.part().await;
        }
        if let Some(nickname) = self.app().sessions.renamed(self.player.id) {
            self.player.nickname = nickname;
        }
        let (connection, player) = (self.connection.name(), self.player.clone());
        let by_link = matches!(name, RoomName::Link(_));
        let input = Input::Enter { connection, player, id, by_link, since };
        if self.queue(&room, input, arrived).await.is_err() {
            // It has closed or was set aside this very moment.
            return Err(self.app().lobby.find(name).err().unwrap_or(ErrorCode::RoomNotFound).into());
        }
        self.room = Some(room);
        Ok(())
    }

    /// Who sends more than its table can take waits, but not beyond the end of the connection.
    async fn queue(&mut self, room: &Handle, input: Input, arrived: Instant) -> Result<(), ErrorBody> {
        let connection = self.connection.clone();
        let message = ToRoom::Client { connection, input: Box::new(input), arrived };
        let queued = tokio::select! {
            biased;
            sent = room.inbox.send(message) => sent.is_ok(),
            _ = self.connection.ended() => true,
        };
        if !queued {
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
