//! Connecting, one step after the other: HTTP requests, the WebSocket handshake, and frames read while waiting for an answer.
//! Whatever goes wrong here ends the program: there is nothing to measure then.

use crate::frame::{PING, PONG, frame, parse};
use std::io::{Read, Write};
use std::net::TcpStream;

/// A connection that is being set up.
pub struct Dial {
    /// The socket.
    pub stream: TcpStream,
    /// What was read and not yet looked at.
    pub rest: Vec<u8>,
}

impl Dial {
    /// Opens a WebSocket.
    pub fn open(address: &str, path: &str) -> Dial {
        let mut stream = TcpStream::connect(address).unwrap_or_else(|error| panic!("{address}: {error}"));
        stream.set_nodelay(true).expect("no delay");
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        .expect("the handshake is sent");
        let mut dial = Dial { stream, rest: Vec::new() };
        loop {
            dial.read();
            if let Some(end) = memchr::memmem::find(&dial.rest, b"\r\n\r\n") {
                let head = String::from_utf8_lossy(&dial.rest[..end]).into_owned();
                assert!(head.starts_with("HTTP/1.1 101"), "no WebSocket: {head}");
                dial.rest.drain(..end + 4);
                return dial;
            }
        }
    }

    fn read(&mut self) {
        let mut chunk = [0; 8192];
        let count = self.stream.read(&mut chunk).expect("the server answers");
        assert!(count > 0, "the server closed while a client was being set up");
        self.rest.extend(&chunk[..count]);
    }

    /// Sends a frame.
    pub fn send(&mut self, opcode: u8, payload: &[u8]) {
        self.stream.write_all(&frame(opcode, payload)).expect("a frame is sent");
    }

    /// The payload of the next frame that is not a ping.
    pub fn receive(&mut self) -> Vec<u8> {
        loop {
            let Some((opcode, start, end)) = parse(&self.rest) else {
                self.read();
                continue;
            };
            let payload = self.rest[start..end].to_vec();
            self.rest.drain(..end);
            if opcode != PING {
                return payload;
            }
            self.send(PONG, &payload);
        }
    }

    /// Receives until a payload has this in it.
    pub fn await_text(&mut self, part: &str) -> Vec<u8> {
        loop {
            let payload = self.receive();
            if memchr::memmem::find(&payload, part.as_bytes()).is_some() {
                return payload;
            }
        }
    }
}

/// Posts JSON and returns the whole answer.
pub fn post(address: &str, path: &str, token: &str, body: &str) -> String {
    request(address, "POST", path, token, body)
}

/// Makes a request and returns the whole answer.
pub fn request(address: &str, method: &str, path: &str, token: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap_or_else(|error| panic!("{address}: {error}"));
    let bearer = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n\
         {bearer}Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .expect("a request is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("a request is answered");
    answer
}

/// The text of a JSON field.
pub fn field<'a>(json: &'a str, name: &str) -> &'a str {
    let key = format!("\"{name}\":\"");
    let start = json.find(&key).unwrap_or_else(|| panic!("no {name} in {json}")) + key.len();
    json[start..].split('"').next().unwrap_or_default()
}
