//! WebSocket frames as a client writes and reads them. The mask is zero: it costs both sides the same as any other.

/// A text frame.
pub const TEXT: u8 = 1;
/// A binary frame.
pub const BINARY: u8 = 2;
/// The other side closes.
pub const CLOSE: u8 = 8;
/// Is somebody there?
pub const PING: u8 = 9;
/// Yes.
pub const PONG: u8 = 10;

/// Appends a masked frame.
pub fn put(out: &mut Vec<u8>, opcode: u8, payload: &[u8]) {
    out.push(0x80 | opcode);
    match payload.len() {
        short @ 0..126 => out.push(0x80 | short as u8),
        long => {
            out.push(0x80 | 126);
            out.extend((long as u16).to_be_bytes());
        }
    }
    out.extend([0; 4]);
    out.extend(payload);
}

/// A masked frame.
pub fn frame(opcode: u8, payload: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(payload.len() + 8);
    put(&mut out, opcode, payload);
    out
}

/// The first frame of some bytes: its opcode, and where its payload begins and ends. None: it is not all there yet.
pub fn parse(bytes: &[u8]) -> Option<(u8, usize, usize)> {
    let (first, second) = (*bytes.first()?, *bytes.get(1)?);
    let (start, length) = match second & 127 {
        126 => (4, u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?) as usize),
        127 => (10, u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?) as usize),
        short => (2, short as usize),
    };
    (bytes.len() >= start + length).then_some((first & 15, start, start + length))
}
