//! Plain HTTP/1.1, one request per connection: enough to register and to open rooms.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::net::IpAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// Largest answer that is read.
const LARGEST: u64 = 64 << 20;

/// A server's address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Server {
    host: String,
    /// The address of ours that it is asked from; none: the system's choice.
    from: Option<IpAddr>,
}

/// What came back.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The header lines, as sent.
    pub head: String,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Result<Value> {
        serde_json::from_slice(&self.body).with_context(|| {
            format!(
                "{} is not JSON: {}",
                self.status,
                String::from_utf8_lossy(&self.body[..self.body.len().min(200)])
            )
        })
    }

    /// The body as JSON, if all went well.
    pub fn good(&self) -> Result<Value> {
        if !(200..300).contains(&self.status) {
            bail!("refused with {}: {}", self.status, String::from_utf8_lossy(&self.body));
        }
        self.json()
    }
}

impl Server {
    /// The server at an address such as `http://127.0.0.1:8710`.
    pub fn new(url: &str) -> Result<Server> {
        let host = url.trim_end_matches('/').strip_prefix("http://");
        let host = host.with_context(|| {
            format!("'{url}' is no address of a server; one looks like http://127.0.0.1:8710")
        })?;
        let host = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
        Ok(Server { host, from: None })
    }

    /// The same server, asked from this address of ours: a whole network is one machine's own (127.0.0.0/8).
    pub fn asked_from(&self, address: IpAddr) -> Server {
        Server { host: self.host.clone(), from: Some(address) }
    }

    /// `host:port`.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// A connection to it.
    pub(crate) async fn connect(&self) -> Result<TcpStream> {
        let Some(from) = self.from else { return Ok(TcpStream::connect(&self.host).await?) };
        let socket = if from.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        socket.bind((from, 0).into())?;
        Ok(socket.connect(self.host.parse()?).await?)
    }

    /// Makes a request.
    pub async fn request(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<&Value>,
    ) -> Result<Answer> {
        let mut text = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.host);
        if let Some(token) = token {
            text.push_str(&format!("Authorization: Bearer {token}\r\n"));
        }
        let body = body.map(Value::to_string).unwrap_or_default();
        text.push_str(&format!(
            "Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ));
        let mut stream = self.connect().await?;
        stream.write_all(text.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.take(LARGEST).read_to_end(&mut answer).await?;
        parse(&answer)
    }

    /// Registers a guest: its token.
    pub async fn register(&self, nickname: &str) -> Result<String> {
        let answer = self.request("POST", "/api/players", None, Some(&json!({"nickname": nickname}))).await?;
        let token = answer.good()?["token"].as_str().map(str::to_owned);
        token.context("no token came back")
    }

    /// Opens a room: its link, which lets in whoever has it.
    pub async fn open_room(&self, token: &str, setup: &Value) -> Result<String> {
        let answer = self.request("POST", "/api/rooms", Some(token), Some(setup)).await?;
        let link = answer.good()?["link"].as_str().map(str::to_owned);
        link.context("no link of the room came back")
    }
}

/// Splits an answer whose length is that of the connection.
fn parse(answer: &[u8]) -> Result<Answer> {
    let end = answer
        .windows(4)
        .position(|window| window == b"\r\n\r\n")
        .context("the answer has no end of headers")?;
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let status =
        head.split(' ').nth(1).and_then(|status| status.parse().ok()).context("the answer has no status")?;
    let mut body = answer[end + 4..].to_vec();
    if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        body = unchunk(&body)?;
    }
    Ok(Answer { status, head, body })
}

fn unchunk(mut rest: &[u8]) -> Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|window| window == b"\r\n").context("a chunk has no length")?;
        let length = usize::from_str_radix(std::str::from_utf8(&rest[..end])?.trim(), 16)?;
        let from = end + 2;
        if length == 0 {
            return Ok(body);
        }
        body.extend_from_slice(rest.get(from..from + length).context("a chunk is too short")?);
        rest = rest.get(from + length + 2..).context("a chunk has no end")?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_split() {
        let plain = parse(b"HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\n{}").unwrap();
        assert_eq!((plain.status, plain.body.as_slice()), (201, &b"{}"[..]));
        let chunked =
            parse(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
                .unwrap();
        assert_eq!(chunked.body, b"abcde");
        for bad in
            [&b""[..], b"HTTP/1.1\r\n\r\n", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc"]
        {
            assert!(parse(bad).is_err());
        }
    }

    #[test]
    fn only_plain_addresses_are_servers() {
        assert_eq!(Server::new("http://127.0.0.1:8710/").unwrap().host(), "127.0.0.1:8710");
        assert!(Server::new("https://example.org").is_err() && Server::new("127.0.0.1").is_err());
    }
}
