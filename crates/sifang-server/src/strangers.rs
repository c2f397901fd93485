//! What reads strangers' bytes and lives in this crate alone, as functions of those bytes: the fuzz targets of `sifang-trials`
//! feed them. Nothing of the server calls them; each goes by the code that requests go by, and adds nothing to it.

pub use crate::socket::frame::Incoming;

use crate::api::extract;
use crate::api::history::Page;
use crate::api::players::Named;
use crate::config::Config;
use crate::error::ApiError;
use crate::network::Network;
use crate::passkeys::{Added, Passkeys};
use crate::socket::frame::{Inbox, status};
use crate::{guard, lab, proxy, socket};
use axum::body::Body;
use axum::extract::{Query, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use sifang_proto::{ErrorCode, LabRequest, Player, PlayerId};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::LazyLock;

/// What a socket made of the bytes of a client.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Listened {
    /// Every message, in order.
    pub messages: Vec<Incoming>,
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
                Ok(Some(Incoming::Close)) => listened.status = Some(status::NORMAL),
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

/// What an authenticator says that has made a passkey for `localhost`: no attestation, a person was there and verified, and as key
/// the generator of P-256, whose private half is 1.
pub fn made_passkey() -> Vec<u8> {
    const X: [u8; 32] = *b"\x6b\x17\xd1\xf2\xe1\x2c\x42\x47\xf8\xbc\xe6\xe5\x63\xa4\x40\xf2\x77\x03\x7d\x81\x2d\xeb\x33\xa0\xf4\xa1\x39\x45\xd8\x98\xc2\x96";
    const Y: [u8; 32] = *b"\x4f\xe3\x42\xe2\xfe\x1a\x7f\x9b\x8e\xe7\xeb\x4a\x7c\x0f\x9e\x16\x2b\xce\x33\x57\x6b\x31\x5e\xce\xcb\xb6\x40\x68\x37\xbf\x51\xf5";
    let head = b"\xa3cfmtdnonegattStmt\xa0hauthDataX\x94";
    let key = b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20";
    [&head[..], &shown_passkey(0x45), &[0; 16], &[0, 16], &[7; 16], key, &X, b"\x22\x58\x20", &Y].concat()
}

/// What an authenticator says that shows one, with these flags.
pub fn shown_passkey(flags: u8) -> Vec<u8> {
    [&Sha256::digest("localhost")[..], &[flags], &[0, 0, 0, 1]].concat()
}

/// Whether an authenticator's bytes make a passkey that is added: the answer of a browser that is right in everything else. Then
/// the same bytes as what a known passkey shows, whose signature is never right.
pub fn read_passkey(bytes: &[u8]) -> bool {
    static KNOWN: LazyLock<Option<Added>> = LazyLock::new(|| answered(&made_passkey()).ok());
    let Some(known) = &*KNOWN else { return false };
    let open = Passkeys::default();
    let site = Config::default().site;
    let entered = open.ask_known(&site).and_then(|asked| {
        let text = as_text(bytes);
        let handle = as_text(&PLAYER.0.to_be_bytes());
        let shown = open.shown(&answer(
            "webauthn.get",
            &asked,
            json!({"authenticatorData": text, "signature": text, "userHandle": handle}),
        ))?;
        shown.check(&site, PLAYER, &known.fixed, &known.changing)
    });
    entered.is_ok() | answered(bytes).is_ok()
}

const PLAYER: PlayerId = PlayerId(1);

fn as_text(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// What a browser sends that was asked this.
fn answer(kind: &str, asked: &Value, mut response: Value) -> Vec<u8> {
    let page = json!({"type": kind, "challenge": asked["challenge"], "origin": "http://localhost:8710", "crossOrigin": false});
    response["clientDataJSON"] = as_text(page.to_string().as_bytes()).into();
    let id = as_text(&[7; 16]);
    json!({"id": id, "rawId": id, "type": "public-key", "clientExtensionResults": {}, "response": response})
        .to_string()
        .into()
}

/// A passkey is asked for, and an authenticator answers this.
fn answered(bytes: &[u8]) -> Result<Added, ApiError> {
    let (open, site) = (Passkeys::default(), Config::default().site);
    let nickname = "x".parse().map_err(|_| ErrorCode::NicknameInvalid)?;
    let asked = open.ask_new(&site, &Player { id: PLAYER, nickname }, Vec::new())?;
    let response = json!({"attestationObject": as_text(bytes), "transports": ["internal"]});
    open.add(&site, PLAYER, &answer("webauthn.create", &asked, response))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_as_a_socket_reads_them() {
        // "ab", a ping, a goodbye, and a text that nobody receives any more; every mask is zero.
        let bytes = b"\x81\x82\0\0\0\0ab\x89\x80\0\0\0\0\x88\x80\0\0\0\0\x81\x80\0\0\0\0";
        let messages = vec![Incoming::Text(b"ab".to_vec()), Incoming::Ping(Vec::new())];
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
    fn passkeys_are_read_to_their_end() {
        let good = made_passkey();
        assert!(read_passkey(&good));
        assert!((0..good.len()).all(|end| !read_passkey(&good[..end])), "none of it can be left out");
        // Another site, and nobody there; no key on the curve.
        for at in [36, 62, good.len() - 1] {
            let mut bad = good.clone();
            bad[at] ^= 1;
            assert!(!read_passkey(&bad), "{at}");
        }
        assert!(!read_passkey(&shown_passkey(0x05)));
    }

    #[test]
    fn bodies_and_addresses_are_checked_to_their_end() {
        assert!(read_body(br#"{"nickname": "x"}"#) && !read_body(br#"{"nickname": ""}"#));
        assert!(!read_body(br#"{"rules": "none", "seats": 4, "deals": 1000, "bots": "greedy"}"#));
        assert!(read_page(b"/api/me/history?before=5") && read_page(b"/api/me/history"));
        assert!(!read_page(b"/api/me/history?before=x") && !read_page(b"/api/me/history?rules=none"));
    }
}
