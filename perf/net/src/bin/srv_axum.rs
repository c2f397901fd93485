//! A bare axum server: every text frame goes to all sockets of its room, through a channel per socket. No rules, no views, no log.

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::response::Response;
use axum::routing::get;
use axum::serve::ListenerExt;
use futures_util::{SinkExt, StreamExt};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tokio::sync::mpsc;

type Room = Arc<Mutex<Vec<mpsc::UnboundedSender<Message>>>>;
type Rooms = Arc<Mutex<HashMap<u32, Room>>>;

async fn open(
    upgrade: WebSocketUpgrade,
    Query(query): Query<HashMap<String, u32>>,
    State(rooms): State<Rooms>,
) -> Response {
    let room = rooms.lock().expect("rooms").entry(query["room"]).or_default().clone();
    upgrade.read_buffer_size(1024).write_buffer_size(0).on_upgrade(|socket| serve(socket, room))
}

async fn serve(socket: WebSocket, room: Room) {
    let (sender, mut texts) = mpsc::unbounded_channel();
    room.lock().expect("a room").push(sender);
    let (mut sink, mut stream) = socket.split();
    loop {
        tokio::select! {
            received = stream.next() => match received {
                Some(Ok(Message::Text(text))) => {
                    for other in room.lock().expect("a room").iter() {
                        let _ = other.send(Message::Text(text.clone()));
                    }
                }
                Some(Ok(_)) => {}
                _ => break,
            },
            Some(text) = texts.recv() => if sink.send(text).await.is_err() { break },
        }
    }
}

fn main() {
    let address = std::env::args().nth(1).expect("an address");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(address).await.expect("a listener");
        let listener = listener.tap_io(|socket| drop(socket.set_nodelay(true)));
        let routes = Router::new().route("/ws", get(open)).with_state(Rooms::default());
        axum::serve(listener, routes).await.expect("the server runs");
    });
}
