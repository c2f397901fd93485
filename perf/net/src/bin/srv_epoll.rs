//! What the machine can do: one epoll thread, framing by hand, every frame written straight to the four sockets of its room.

use base64::Engine;
use mio::net::{TcpListener, TcpStream};
use mio::{Events, Interest, Poll, Token};
use std::io::{Read, Write};

const LISTENER: Token = Token(usize::MAX);

struct Socket {
    stream: TcpStream,
    inbox: Vec<u8>,
    room: Option<usize>,
}

fn main() {
    let address = std::env::args().nth(1).expect("an address");
    let mut poll = Poll::new().expect("epoll");
    let mut events = Events::with_capacity(4096);
    let mut listener = TcpListener::bind(address.parse().expect("an address")).expect("a listener");
    poll.registry().register(&mut listener, LISTENER, Interest::READABLE).expect("a listener in epoll");
    let (mut sockets, mut rooms): (Vec<Socket>, Vec<Vec<usize>>) = Default::default();
    let mut chunk = vec![0; 1 << 16];
    loop {
        poll.poll(&mut events, None).expect("epoll");
        for event in &events {
            if event.token() == LISTENER {
                while let Ok((mut stream, _)) = listener.accept() {
                    let _ = stream.set_nodelay(true);
                    let token = Token(sockets.len());
                    poll.registry()
                        .register(&mut stream, token, Interest::READABLE)
                        .expect("a socket in epoll");
                    sockets.push(Socket { stream, inbox: Vec::new(), room: None });
                }
                continue;
            }
            let number = event.token().0;
            let Ok(count) = sockets[number].stream.read(&mut chunk) else { continue };
            if count == 0 {
                let _ = poll.registry().deregister(&mut sockets[number].stream);
                continue;
            }
            let mut bytes = std::mem::take(&mut sockets[number].inbox);
            bytes.extend(&chunk[..count]);
            let used = match sockets[number].room {
                None => greet(&mut sockets[number], number, &bytes, &mut rooms),
                Some(room) => repeat(&bytes, &rooms[room], &mut sockets),
            };
            bytes.drain(..used);
            sockets[number].inbox = bytes;
        }
    }
}

/// Answers the handshake once its head is there.
fn greet(socket: &mut Socket, number: usize, bytes: &[u8], rooms: &mut Vec<Vec<usize>>) -> usize {
    let head = String::from_utf8_lossy(bytes);
    if !head.ends_with("\r\n\r\n") {
        return 0;
    }
    let key = head.lines().find_map(|line| line.strip_prefix("Sec-WebSocket-Key: ")).expect("a key");
    let digest = sha1_smol::Sha1::from(format!("{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11")).digest();
    let accept = base64::engine::general_purpose::STANDARD.encode(digest.bytes());
    let room = head.split("room=").nth(1).and_then(|rest| rest.split(' ').next());
    let room: usize = room.and_then(|room| room.parse().ok()).expect("a room");
    rooms.resize(rooms.len().max(room + 1), Vec::new());
    rooms[room].push(number);
    socket.room = Some(room);
    let answer = format!(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
    );
    socket.stream.write_all(answer.as_bytes()).expect("the handshake is answered");
    bytes.len()
}

/// Repeats every whole short frame to the room; how many bytes they were.
fn repeat(bytes: &[u8], room: &[usize], sockets: &mut [Socket]) -> usize {
    let mut used = 0;
    while let Some([_, length, m0, m1, m2, m3, rest @ ..]) = bytes.get(used..) {
        let length = (length & 127) as usize;
        let Some(payload) = rest.get(..length) else { break };
        let mut frame = vec![0x81, length as u8];
        frame.extend(payload.iter().zip([m0, m1, m2, m3].iter().cycle()).map(|(byte, mask)| byte ^ **mask));
        for socket in room {
            // Frames are tiny next to the system's buffers: what does not fit would be lost, and the load process would wait for it.
            let _ = sockets[*socket].stream.write(&frame);
        }
        used += 6 + length;
    }
    used
}
