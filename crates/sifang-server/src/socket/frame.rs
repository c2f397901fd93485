//! WebSocket frames (RFC 6455) as a server reads and writes them: nothing is buffered but what has not arrived whole, and every
//! bound is checked at the head of a frame, before its payload is there.
//!
//! We frame by hand because a table writes to its sockets directly: one turn is one buffer and one write. Extensions are not
//! offered, so reserved bits are refused.

use sifang_proto::limits;

/// Longest payload of a ping, pong or close.
const CONTROL: usize = 125;
/// What a client's frame may be at most, all fragments of a message together.
const LARGEST: usize = limits::FRAME_BYTES;
/// Most frames that one message may come in. A browser sends one; a proxy may cut it into pieces, but has no reason for small ones.
const MOST_FRAGMENTS: u32 = 128;
/// An empty inbox keeps this much room.
const SPARE: usize = 256;

const CONTINUATION: u8 = 0;
const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// Statuses with which a connection is closed.
pub(crate) mod status {
    /// All is well.
    pub(crate) const NORMAL: u16 = 1000;
    /// A frame that must not be.
    pub(crate) const PROTOCOL: u16 = 1002;
    /// Binary data, which nobody here understands.
    pub(crate) const UNSUPPORTED: u16 = 1003;
    /// A text that is none.
    pub(crate) const INVALID: u16 = 1007;
    /// A rule of the server was broken.
    pub(crate) const POLICY: u16 = 1008;
    /// More than may be sent at once.
    pub(crate) const SIZE: u16 = 1009;
    /// The server starts again.
    pub(crate) const RESTART: u16 = 1012;
}

/// What a client sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Incoming {
    /// A whole text.
    Text(Vec<u8>),
    /// Is somebody there? The answer carries the same bytes.
    Ping(Vec<u8>),
    /// Somebody is.
    Pong,
    /// The client says goodbye.
    Close,
}

/// What has arrived and is not yet a whole message.
#[derive(Debug, Default)]
pub(crate) struct Inbox {
    bytes: Vec<u8>,
    /// Where the next frame begins.
    from: usize,
    /// A text that comes in several frames. Hardly any does: it lies elsewhere.
    fragments: Option<Box<Fragments>>,
}

/// The beginning of a text.
#[derive(Debug, Default)]
struct Fragments {
    text: Vec<u8>,
    /// The frames it came in. Empty ones cost work and no memory, and would otherwise never end.
    count: u32,
}

/// The head of a frame.
struct Head {
    last: bool,
    opcode: u8,
    mask: [u8; 4],
    start: usize,
    end: usize,
}

impl Inbox {
    /// Takes in what has arrived.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next message, if one is there; an error is the status to close with.
    pub(crate) fn next(&mut self) -> Result<Option<Incoming>, u16> {
        loop {
            let Some(head) = self.head()? else {
                self.tidy();
                return Ok(None);
            };
            let payload = &mut self.bytes[head.start..head.end];
            unmask(payload, head.mask);
            let payload = &self.bytes[head.start..head.end];
            self.from = head.end;
            let whole = match head.opcode {
                PING => return Ok(Some(Incoming::Ping(payload.to_vec()))),
                PONG => return Ok(Some(Incoming::Pong)),
                CLOSE if payload.len() == 1 => return Err(status::PROTOCOL),
                CLOSE => return Ok(Some(Incoming::Close)),
                _ => match (self.fragments.take(), head.last) {
                    (None, true) => payload.to_vec(),
                    (fragments, last) => {
                        let mut fragments = fragments.unwrap_or_default();
                        fragments.text.extend_from_slice(payload);
                        fragments.count += 1;
                        match last {
                            true => fragments.text,
                            false if fragments.count >= MOST_FRAGMENTS => return Err(status::SIZE),
                            false => {
                                self.fragments = Some(fragments);
                                continue;
                            }
                        }
                    }
                },
            };
            if std::str::from_utf8(&whole).is_err() {
                return Err(status::INVALID);
            }
            return Ok(Some(Incoming::Text(whole)));
        }
    }

    /// Bytes that wait for the rest of their message.
    pub(crate) fn held(&self) -> usize {
        self.bytes.len() - self.from + self.begun()
    }

    /// Bytes of the text that comes in several frames.
    fn begun(&self) -> usize {
        self.fragments.as_ref().map_or(0, |fragments| fragments.text.len())
    }

    /// The head of the next frame, if the frame is all there.
    fn head(&self) -> Result<Option<Head>, u16> {
        let bytes = &self.bytes[self.from..];
        let [first, second, rest @ ..] = bytes else { return Ok(None) };
        let (last, opcode) = (first & 0x80 != 0, first & 0x0f);
        if first & 0x70 != 0 || second & 0x80 == 0 {
            return Err(status::PROTOCOL);
        }
        match opcode {
            BINARY => return Err(status::UNSUPPORTED),
            TEXT if self.fragments.is_none() => {}
            CONTINUATION if self.fragments.is_some() => {}
            CLOSE | PING | PONG if last && usize::from(second & 0x7f) <= CONTROL => {}
            _ => return Err(status::PROTOCOL),
        }
        let (long, length) = match (second & 0x7f, rest) {
            (126, [a, b, ..]) => (2, u64::from(u16::from_be_bytes([*a, *b]))),
            (127, [a, b, c, d, e, f, g, h, ..]) => (8, u64::from_be_bytes([*a, *b, *c, *d, *e, *f, *g, *h])),
            (126 | 127, _) => return Ok(None),
            (short, _) => (0, u64::from(short)),
        };
        let before = if opcode == CONTINUATION { self.begun() } else { 0 };
        if length > (LARGEST - before.min(LARGEST)) as u64 {
            return Err(status::SIZE);
        }
        let Some(mask) = rest.get(long..long + 4).and_then(|mask| mask.try_into().ok()) else {
            return Ok(None);
        };
        let start = self.from + 2 + long + 4;
        let end = start + length as usize;
        Ok((end <= self.bytes.len()).then_some(Head { last, opcode, mask, start, end }))
    }

    /// Forgets what has been read, and the room that a long message took.
    fn tidy(&mut self) {
        self.bytes.drain(..self.from);
        self.from = 0;
        if self.bytes.is_empty() && self.bytes.capacity() > SPARE {
            self.bytes = Vec::new();
        }
    }
}

/// Takes the mask off. Whole words first: texts are read thousands of times a second.
fn unmask(payload: &mut [u8], mask: [u8; 4]) {
    let [a, b, c, d] = mask;
    let word = u64::from_ne_bytes([a, b, c, d, a, b, c, d]);
    let mut words = payload.chunks_exact_mut(8);
    for bytes in &mut words {
        let mut eight = [0; 8];
        eight.copy_from_slice(bytes);
        bytes.copy_from_slice(&(u64::from_ne_bytes(eight) ^ word).to_ne_bytes());
    }
    for (byte, mask) in words.into_remainder().iter_mut().zip(mask.iter().cycle()) {
        *byte ^= mask;
    }
}

/// Frames that are written together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Frames {
    /// As they go over the wire.
    pub(super) bytes: Vec<u8>,
    /// How many texts they hold.
    pub(super) texts: u64,
}

impl Frames {
    /// One text.
    pub(crate) fn of(text: &str) -> Frames {
        let mut frames = Frames::default();
        frames.text(text);
        frames
    }

    /// As they go over the wire.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Adds a text.
    pub(crate) fn text(&mut self, text: &str) {
        self.texts += 1;
        self.put(TEXT, text.as_bytes());
    }

    /// Adds a ping.
    pub(super) fn ping(&mut self) {
        self.put(PING, &[]);
    }

    /// Adds the answer to a ping.
    pub(super) fn pong(&mut self, payload: &[u8]) {
        self.put(PONG, payload);
    }

    /// Adds a goodbye.
    pub(super) fn close(&mut self, status: u16) {
        self.put(CLOSE, &status.to_be_bytes());
    }

    fn put(&mut self, opcode: u8, payload: &[u8]) {
        self.bytes.reserve(payload.len() + 10);
        self.bytes.push(0x80 | opcode);
        match payload.len() {
            short @ 0..126 => self.bytes.push(short as u8),
            middle @ 126..0x1_0000 => {
                self.bytes.push(126);
                self.bytes.extend_from_slice(&(middle as u16).to_be_bytes());
            }
            long => {
                self.bytes.push(127);
                self.bytes.extend_from_slice(&(long as u64).to_be_bytes());
            }
        }
        self.bytes.extend_from_slice(payload);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MASK: [u8; 4] = [7, 90, 200, 13];

    /// A frame as a client writes it.
    fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
        let mut frames = Frames::default();
        frames.put(0, payload);
        let mut bytes = std::mem::take(&mut frames.bytes);
        bytes.truncate(bytes.len() - payload.len());
        bytes[0] = first;
        bytes[1] |= 0x80;
        bytes.extend(MASK);
        bytes.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        bytes
    }

    fn all(bytes: &[u8]) -> Result<Vec<Incoming>, u16> {
        let mut inbox = Inbox::default();
        inbox.add(bytes);
        let mut received = Vec::new();
        while let Some(next) = inbox.next()? {
            received.push(next);
        }
        Ok(received)
    }

    #[test]
    fn messages_are_the_same_however_the_bytes_arrive() {
        let long = "四方".repeat(1000);
        let mut bytes = Vec::new();
        let mut expected = Vec::new();
        for text in ["", "a", "seven__", "eight___", "nine_____", &long] {
            bytes.extend(frame(0x81, text.as_bytes()));
            bytes.extend(frame(0x89, b"there?"));
            expected.extend([Incoming::Text(text.into()), Incoming::Ping(b"there?".to_vec())]);
        }
        bytes.extend(frame(0x01, "四".as_bytes()));
        bytes.extend(frame(0x8a, b""));
        bytes.extend(frame(0x00, &"方".as_bytes()[..1]));
        bytes.extend(frame(0x80, &"方".as_bytes()[1..]));
        bytes.extend(frame(0x88, &1000_u16.to_be_bytes()));
        expected.extend([Incoming::Pong, Incoming::Text("四方".into()), Incoming::Close]);
        assert_eq!(all(&bytes).unwrap(), expected);
        for step in [1, 2, 3, 7, 500] {
            let mut inbox = Inbox::default();
            let mut received = Vec::new();
            for part in bytes.chunks(step) {
                inbox.add(part);
                while let Some(next) = inbox.next().unwrap() {
                    received.push(next);
                }
            }
            assert_eq!(received, expected, "in parts of {step}");
            assert!(inbox.bytes.is_empty() && inbox.bytes.capacity() <= SPARE);
        }
    }

    #[test]
    fn what_must_not_be_is_refused_with_its_status() {
        let whole = |first: u8| frame(first, b"x");
        let mut unmasked = whole(0x81);
        unmasked[1] &= 0x7f;
        for bytes in [
            unmasked,
            whole(0xc1),
            whole(0x83),
            whole(0x8b),
            whole(0x80),
            whole(0x09),
            frame(0x89, &[0; 126]),
        ] {
            assert_eq!(all(&bytes), Err(status::PROTOCOL), "{bytes:?}");
        }
        assert_eq!(all(&frame(0x88, b"x")), Err(status::PROTOCOL));
        assert_eq!(all(&[whole(0x01), whole(0x81)].concat()), Err(status::PROTOCOL));
        assert_eq!(all(&whole(0x82)), Err(status::UNSUPPORTED));
        assert_eq!(all(&frame(0x81, &[0xff])), Err(status::INVALID));
        assert!(all(&frame(0x81, &vec![b'x'; LARGEST])).is_ok());
        let large = frame(0x81, &vec![b'x'; LARGEST + 1]);
        assert_eq!(all(&large), Err(status::SIZE));
        assert_eq!(all(&large[..4]), Err(status::SIZE), "by the head alone");
        assert_eq!(all(&[frame(0x01, &vec![b'x'; LARGEST]), whole(0x80)].concat()), Err(status::SIZE));
        assert_eq!(all(&[0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), Err(status::SIZE));
    }

    #[test]
    fn a_message_in_too_many_frames_is_refused_even_if_they_are_empty() {
        let pieces = |count: usize, piece: &[u8]| {
            let mut bytes = frame(0x01, piece);
            (2..count).for_each(|_| bytes.extend(frame(0x00, piece)));
            bytes
        };
        let most = MOST_FRAGMENTS as usize;
        for piece in [&b""[..], b"x"] {
            let whole = [pieces(most, piece), frame(0x80, piece)].concat();
            assert_eq!(all(&whole), Ok(vec![Incoming::Text(piece.repeat(most))]));
            assert_eq!(all(&pieces(most, piece)), Ok(Vec::new()), "the last may still come");
            assert_eq!(all(&pieces(most + 1, piece)), Err(status::SIZE));
        }
        // Each message counts for itself.
        let two = [pieces(most, b""), frame(0x80, b"a"), pieces(most, b""), frame(0x80, b"b")].concat();
        assert_eq!(all(&two), Ok(vec![Incoming::Text(b"a".to_vec()), Incoming::Text(b"b".to_vec())]));
    }

    #[test]
    fn frames_have_the_shortest_length_that_holds_them() {
        for (length, head) in [(125, 2), (126, 4), (65_535, 4), (65_536, 10)] {
            let frames = Frames::of(&"x".repeat(length));
            assert_eq!((frames.bytes.len(), frames.texts), (head + length, 1));
        }
        let mut last = Frames::default();
        last.close(status::POLICY);
        assert_eq!(last.bytes, [0x88, 2, 3, 240]);
    }
}
