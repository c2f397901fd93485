//! A WebSocket without manners: frames of any shape, written byte by byte, and a reader that only wants to know how it ended.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use sifang_client::Server;
use sifang_proto::PROTOCOL;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

pub(super) const TEXT: u8 = 1;
pub(super) const BINARY: u8 = 2;
pub(super) const CONTINUE: u8 = 0;
pub(super) const CLOSE: u8 = 8;
pub(super) const PING: u8 = 9;

/// How a connection ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ended {
    /// With this status.
    Closed(u16),
    /// Without a word.
    Dropped,
    /// It had not, when the time was over.
    Open,
}

/// A connection after the handshake.
pub(super) struct Raw {
    pub(super) stream: TcpStream,
    /// Text messages received so far.
    pub(super) received: Vec<Value>,
}

impl Raw {
    /// Shakes hands and says nothing.
    pub(super) async fn open(server: &Server) -> Result<Raw> {
        let stream = TcpStream::connect(server.host()).await?;
        Raw::shake(server, stream).await
    }

    /// The same with a receive buffer as small as the system allows.
    pub(super) async fn open_narrow(server: &Server) -> Result<Raw> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(1024)?;
        let stream = socket.connect(server.host().parse()?).await?;
        Raw::shake(server, stream).await
    }

    async fn shake(server: &Server, mut stream: TcpStream) -> Result<Raw> {
        stream.set_nodelay(true)?;
        stream.write_all(upgrade(server, "").as_bytes()).await?;
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.context("the handshake was not answered")?);
        }
        if !head.starts_with(b"HTTP/1.1 101") {
            bail!("no socket: {}", String::from_utf8_lossy(&head[..head.len().min(60)]));
        }
        Ok(Raw { stream, received: Vec::new() })
    }

    /// Says who it is, and waits for the welcome.
    pub(super) async fn greet(server: &Server, token: &str, narrow: bool) -> Result<Raw> {
        let mut raw = if narrow { Raw::open_narrow(server).await? } else { Raw::open(server).await? };
        let hello = json!({"type": "hello", "id": 1, "protocol": PROTOCOL, "token": token});
        raw.frame(true, TEXT, hello.to_string().as_bytes()).await?;
        match timeout(Duration::from_secs(60), raw.next_text()).await? {
            Some(message) if message["type"] == "welcome" => Ok(raw),
            other => bail!("no welcome: {other:?}"),
        }
    }

    /// Writes one frame.
    pub(super) async fn frame(&mut self, last: bool, opcode: u8, payload: &[u8]) -> Result<()> {
        self.bytes(&frame(last, opcode, payload)).await
    }

    /// Writes any bytes.
    pub(super) async fn bytes(&mut self, bytes: &[u8]) -> Result<()> {
        Ok(self.stream.write_all(bytes).await?)
    }

    /// Reads until it has ended or the time is over.
    pub(super) async fn ending(&mut self, time: Duration) -> Ended {
        let reading = async {
            loop {
                match read_frame(&mut self.stream).await {
                    Err(_) => return Ended::Dropped,
                    Ok((CLOSE, payload)) if payload.len() >= 2 => {
                        return Ended::Closed(u16::from_be_bytes([payload[0], payload[1]]));
                    }
                    Ok((CLOSE, _)) => return Ended::Dropped,
                    Ok((TEXT, payload)) => self.received.extend(serde_json::from_slice::<Value>(&payload)),
                    Ok(_) => {}
                }
            }
        };
        timeout(time, reading).await.unwrap_or(Ended::Open)
    }

    /// The next text message; none when it has ended.
    pub(super) async fn next_text(&mut self) -> Option<Value> {
        loop {
            match read_frame(&mut self.stream).await {
                Ok((TEXT, payload)) => return serde_json::from_slice(&payload).ok(),
                Ok((CLOSE, _)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }
}

/// The request that asks for a socket, with more header lines if wished.
pub(super) fn upgrade(server: &Server, more: &str) -> String {
    format!(
        "GET /ws HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n{more}\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.host()
    )
}

/// A frame of a client; its mask is zero, which leaves the payload as it is.
pub(super) fn frame(last: bool, opcode: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![u8::from(last) << 7 | opcode];
    match payload.len() {
        length @ 0..126 => bytes.push(0x80 | length as u8),
        length @ 126..65536 => {
            bytes.push(0x80 | 126);
            bytes.extend((length as u16).to_be_bytes());
        }
        length => {
            bytes.push(0x80 | 127);
            bytes.extend((length as u64).to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend_from_slice(payload);
    bytes
}

/// Opcode and payload of a frame of the server.
async fn read_frame(stream: &mut TcpStream) -> std::io::Result<(u8, Vec<u8>)> {
    let opcode = stream.read_u8().await? & 15;
    let length = match stream.read_u8().await? & 127 {
        126 => stream.read_u16().await? as usize,
        127 => stream.read_u64().await? as usize,
        short => short as usize,
    };
    let mut payload = vec![0; length];
    stream.read_exact(&mut payload).await?;
    Ok((opcode, payload))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_have_the_form_of_the_standard() {
        assert_eq!(frame(true, TEXT, b"ab"), [0x81, 0x82, 0, 0, 0, 0, b'a', b'b']);
        assert_eq!(frame(false, CONTINUE, &[7; 126])[..4], [0, 0xfe, 0, 126]);
        assert_eq!(frame(true, BINARY, &vec![0; 70_000]).len(), 14 + 70_000);
    }
}
