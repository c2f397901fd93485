//! The few fields of JSON that are needed, found without reading the rest.

use memchr::memmem;

/// What follows a part of a text.
pub fn after<'a>(text: &'a [u8], part: &[u8]) -> Option<&'a [u8]> {
    memmem::find(text, part).map(|start| &text[start + part.len()..])
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The sixteen bytes that hexadecimal digits at the start of a text say.
pub fn bytes_of(text: &[u8]) -> Option<[u8; 16]> {
    let digits = std::str::from_utf8(text.get(..32)?).ok()?;
    u128::from_str_radix(digits, 16).ok().map(u128::to_be_bytes)
}

/// The number at the start of a text.
pub fn number(text: &[u8]) -> u64 {
    text.iter().take_while(|byte| byte.is_ascii_digit()).fold(0, |n, byte| 10 * n + u64::from(byte - b'0'))
}
