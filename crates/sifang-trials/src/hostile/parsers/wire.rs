//! What stands below every message: the frames of a WebSocket, and the headers of the request that opens one.

use super::{Made, Share, Target};
use crate::hostile::raw::{CONTINUE, PING, TEXT, frame};
use sifang_proto::limits::FRAME_BYTES;
use sifang_server::strangers::{HeadRead, Incoming, Listened, read_frames, read_head};

const PONG: u8 = 10;
const CLOSE: u8 = 8;
/// The head of a frame with its longest length and mask.
const HEAD: usize = 14;
/// The longest payload of a control frame; one may stand between the parts of a text.
const CONTROL: usize = 125;
/// Sizes in which bytes arrive; the largest is what the server reads at once.
const PIECES: [usize; 4] = [1, 3, 127, 4096];

pub(super) fn targets() -> Vec<Target> {
    vec![
        Target {
            name: "WebSocket frames, in pieces of any size",
            corpus: conversations(),
            most: 4 * FRAME_BYTES,
            share: Share::Middle,
            read: frames,
        },
        Target {
            name: "handshakes, origins, tokens in headers",
            corpus: heads().into_iter().map(String::into_bytes).collect(),
            most: FRAME_BYTES,
            share: Share::Light,
            read: head,
        },
    ]
}

/// Bytes that clients may send: each kind of frame, each encoding of a length, texts in one part and in several.
fn conversations() -> Vec<Vec<u8>> {
    let whole = |opcode, payload: &[u8]| masked(frame(true, opcode, payload), payload.len());
    let part = |opcode, payload: &[u8]| masked(frame(false, opcode, payload), payload.len());
    let hello = r#"{"id":1,"type":"hello"}"#.as_bytes();
    let middle = "四方".repeat(60);
    let tile = "东".as_bytes();
    vec![
        whole(TEXT, hello),
        whole(TEXT, middle.as_bytes()),
        whole(TEXT, &[b'x'; FRAME_BYTES]),
        eight_bytes_long(hello),
        [whole(PING, b"there?"), whole(PONG, b""), whole(TEXT, hello), whole(CLOSE, &[3, 232])].concat(),
        [part(TEXT, &tile[..1]), part(CONTINUE, &tile[1..2]), whole(PING, b""), whole(CONTINUE, &tile[2..])]
            .concat(),
        [part(TEXT, &[b'x'; FRAME_BYTES - 9]), whole(PING, &[7; CONTROL]), whole(CONTINUE, &[b'y'; 9])]
            .concat(),
        whole(TEXT, b"{}").repeat(40),
        // One byte too many, in one part and in two, and the beginning of what would be far too many.
        [whole(PONG, b""), whole(TEXT, &[b'x'; FRAME_BYTES + 1])].concat(),
        [whole(PONG, b""), part(TEXT, &[b'x'; FRAME_BYTES]), whole(CONTINUE, b"y")].concat(),
        [whole(PONG, b""), part(TEXT, &[b'x'; 3 * FRAME_BYTES])].concat(),
        whole(CLOSE, b""),
    ]
}

/// The frame with another mask than none. Its payload stands at its end.
fn masked(mut frame: Vec<u8>, payload: usize) -> Vec<u8> {
    let start = frame.len() - payload;
    let mask = [7, 90, 200, 13];
    frame[start - 4..start].copy_from_slice(&mask);
    frame[start..].iter_mut().zip(mask.iter().cycle()).for_each(|(byte, mask)| *byte ^= mask);
    frame
}

/// A short text whose length is written in eight bytes. Nobody need write it so, but all that face the network read it.
fn eight_bytes_long(payload: &[u8]) -> Vec<u8> {
    let head = [vec![0x81, 0xff], (payload.len() as u64).to_be_bytes().to_vec(), vec![0; 4]].concat();
    masked([&head, payload].concat(), payload.len())
}

/// The same messages and the same end in pieces of any size, none too long, and never more held than a message and a head.
fn frames(bytes: &[u8]) -> Made {
    let whole = read_frames(bytes, bytes.len());
    let by_pieces = PIECES.map(|piece| (piece, read_frames(bytes, piece)));
    for (piece, read) in std::iter::once((bytes.len(), &whole)).chain(by_pieces.iter().map(|(n, r)| (*n, r)))
    {
        if let Some(wrong) = difference(&whole, read) {
            return Made::Wrong(format!("in pieces of {piece}: {wrong}"));
        }
    }
    (!whole.messages.is_empty() || whole.status == Some(1000)).into()
}

fn difference(whole: &Listened, read: &Listened) -> Option<String> {
    let too_long = |message: &Incoming| match message {
        Incoming::Text(text) => text.len() > FRAME_BYTES,
        Incoming::Ping(payload) => payload.len() > CONTROL,
        Incoming::Pong | Incoming::Close => false,
    };
    if read.messages.iter().any(too_long) {
        return Some("a message is longer than any may be".into());
    }
    if read.held > FRAME_BYTES + HEAD + CONTROL {
        return Some(format!("{} bytes are held", read.held));
    }
    if (&whole.messages, whole.status) == (&read.messages, read.status) {
        return None;
    }
    let (whole_count, count) = (whole.messages.len(), read.messages.len());
    Some(format!("{count} messages and {:?}, not {whole_count} and {:?}", read.status, whole.status))
}

fn origins() -> [String; 1] {
    ["https://example.org".to_owned()]
}

/// The heads of requests for a socket, and of others with a token.
fn heads() -> Vec<String> {
    let socket = "Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let token = "0123456789abcdef".repeat(4);
    vec![
        format!("Host: 127.0.0.1:8710\r\n{socket}Origin: http://127.0.0.1:8710\r\n"),
        format!("Host: a.example\r\nOrigin: https://example.org\r\n{socket}"),
        format!("Host: a.example\r\nX-Forwarded-For: 203.0.113.9, 2001:db8::1\r\n{socket}"),
        "X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-For: [2001:db8::1]:80 ,\t192.0.2.7:1\r\n".to_owned(),
        format!("Host: a.example\r\nAuthorization: Bearer {token}\r\nX-Forwarded-For: ::ffff:192.0.2.1\r\n"),
    ]
}

fn head(bytes: &[u8]) -> Made {
    let HeadRead { socket, page, token, address } = read_head(bytes, &origins());
    // Other origins that are allowed can only make more pages allowed.
    if read_head(bytes, &[]).page && !page {
        return Made::Wrong("is allowed, but not where more are".into());
    }
    (page && (socket || token || address)).into()
}
