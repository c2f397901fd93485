//! What reads strangers' bytes and lives in this crate alone, as functions of those bytes: the fuzz targets of `sifang-trials`
//! feed them. Nothing of the server calls them; each goes by the code that requests go by, and adds nothing to it.

pub use crate::socket::frame::Heard;

use crate::api::extract;
use crate::api::history::Page;
use crate::api::players::Named;
use crate::config::Config;
use crate::network::Network;
use crate::socket::frame::{Inbox, status};
use crate::{guard, lab, proxy, socket};
use axum::body::Body;
use axum::extract::{Query, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use sifang_proto::LabRequest;
use std::net::{IpAddr, Ipv4Addr};

/// What a socket made of the bytes of a client.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Listened {
    /// Every message, in order.
    pub messages: Vec<Heard>,
    /// The status it would close with; none while it waits for more.
    pub status: Option<u16>,
    /// The most bytes that waited for the rest of their message.
    pub held: usize,
}

/// Reads what a client sends behind its handshake, arriving in pieces of this many bytes.
pub fn read_frames(bytes: &[u8], piece: usize) -> Listened {
    let mut inbox = Inbox::default();
    let mut listened = Listened::default();
    for part in bytes.chunks(piece.max(1)) {
        inbox.add(part);
        loop {
            match inbox.next() {
                Ok(None) => break,
                Ok(Some(Heard::Close)) => listened.status = Some(status::NORMAL),
                Ok(Some(message)) => {
                    listened.messages.push(message);
                    continue;
                }
                Err(status) => listened.status = Some(status),
            }
            return listened;
        }
        listened.held = listened.held.max(inbox.held());
    }
    listened
}

/// What was found in the head of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeadRead {
    /// It asks for a socket as the standard says.
    pub socket: bool,
    /// The page it comes from may ask.
    pub page: bool,
    /// It has a token.
    pub token: bool,
    /// A proxy says where it came from.
    pub address: bool,
}

/// Reads a head: lines of `name: value`. A line that is no header never comes as far as we do, and is left out.
pub fn read_head(bytes: &[u8], origins: &[String]) -> HeadRead {
    let mut request = Request::new(Body::empty());
    *request.headers_mut() = bytes.split(|byte| *byte == b'\n').filter_map(header).fold(
        HeaderMap::new(),
        |mut headers, (name, value)| {
            headers.append(name, value);
            headers
        },
    );
    let headers = request.headers();
    let page = guard::origin_allowed(headers, origins);
    let token = extract::token(headers).is_some();
    // One proxy in front, or several of which only some are known.
    let peer = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let one = Config { behind_proxy: true, ..Config::default() };
    let address = proxy::client(headers, peer, &one) != peer;
    let known = ["127.0.0.0/8", "2001:db8::/32"].into_iter().filter_map(|net| net.parse().ok()).collect();
    let several = Config { trusted_proxies: known, ..Config::default() };
    let _: Network = proxy::client(headers, peer, &several).into();
    // There is no connection that could be taken over; a handshake that is refused for nothing else is a good one.
    let refused = socket::handshake::accept(&mut request).err();
    let socket = refused.is_none_or(|refused| refused.status() == StatusCode::UPGRADE_REQUIRED);
    HeadRead { socket, page, token, address }
}

fn header(line: &[u8]) -> Option<(HeaderName, HeaderValue)> {
    let colon = line.iter().position(|byte| *byte == b':')?;
    let name = HeaderName::from_bytes(&line[..colon]).ok()?;
    Some((name, HeaderValue::from_bytes(line[colon + 1..].trim_ascii()).ok()?))
}

/// Whether a body names a player, or asks for a comparison that can be made.
pub fn read_body(bytes: &[u8]) -> bool {
    extract::read::<Named>(bytes).is_ok_and(|named| named.read().is_ok())
        | extract::read::<LabRequest>(bytes).is_ok_and(|request| lab::check(&request).is_ok())
}

/// Whether an address asks for a page of what a player has played.
pub fn read_page(address: &[u8]) -> bool {
    let Ok(address) = Uri::try_from(address) else { return false };
    Query::<Page>::try_from_uri(&address).is_ok_and(|Query(page)| page.check().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_as_a_socket_reads_them() {
        // "ab", a ping, a goodbye, and a text that nobody hears any more; every mask is zero.
        let bytes = b"\x81\x82\0\0\0\0ab\x89\x80\0\0\0\0\x88\x80\0\0\0\0\x81\x80\0\0\0\0";
        let messages = vec![Heard::Text(b"ab".to_vec()), Heard::Ping(Vec::new())];
        for (piece, held) in [(1, 7), (bytes.len(), 0), (0, 7)] {
            let listened = Listened { messages: messages.clone(), status: Some(1000), held };
            assert_eq!(read_frames(bytes, piece), listened);
        }
        assert_eq!(read_frames(&bytes[..5], 2), Listened { held: 5, ..Listened::default() });
        assert_eq!(read_frames(b"\x82\x80", 9).status, Some(status::UNSUPPORTED));
    }

    #[test]
    fn heads_are_read_line_by_line() {
        let socket = "Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        let head = |text: &str| read_head(text.as_bytes(), &["https://example.org".into()]);
        let none = HeadRead { socket: false, page: true, token: false, address: false };
        assert_eq!(head("no header"), none);
        assert_eq!(head(socket), HeadRead { socket: true, ..none });
        assert_eq!(head("Origin: http://example.org"), HeadRead { page: false, ..none });
        assert_eq!(head("Origin: https://example.org"), none);
        let token = format!("Authorization: Bearer {}\nX-Forwarded-For: x, 192.0.2.1", "0".repeat(64));
        assert_eq!(head(&token), HeadRead { token: true, address: true, ..none });
    }

    #[test]
    fn bodies_and_addresses_are_checked_to_their_end() {
        assert!(read_body(br#"{"nickname": "x"}"#) && !read_body(br#"{"nickname": ""}"#));
        assert!(!read_body(br#"{"rules": "none", "seats": 4, "deals": 1000, "bots": "greedy"}"#));
        assert!(read_page(b"/api/me/history?before=5") && read_page(b"/api/me/history"));
        assert!(!read_page(b"/api/me/history?before=x") && !read_page(b"/api/me/history?rules=none"));
    }
}
