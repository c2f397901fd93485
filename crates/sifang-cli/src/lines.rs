//! Reading lines from anywhere without ever holding more of one than the limit.

use sifang_options::sentence;
use sifang_rules::refusal::Refusal;
use std::io::{self, BufRead, BufReader, Read};

/// Longest line that is read, in bytes; far more than any request or case needs.
pub(crate) const LONGEST: usize = 1 << 20;

/// One line, without its end.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum InputLine<'a> {
    /// Its bytes.
    Bytes(&'a [u8]),
    /// It had more than [`LONGEST`]; what it was is forgotten.
    TooLong,
}

impl InputLine<'_> {
    /// Its bytes, or why it cannot be a request.
    pub(crate) fn bytes(&self) -> Result<&[u8], Refusal> {
        match self {
            InputLine::Bytes(bytes) => Ok(bytes),
            InputLine::TooLong => {
                let why = sentence!(
                    "这一行超过 {LONGEST} 字节；一行写一个请求",
                    "the line is longer than {LONGEST} bytes; write one request per line"
                );
                Err(Refusal::new("line_too_long", why))
            }
        }
    }

    /// Whether there is nothing on it but white space.
    pub(crate) fn is_blank(&self) -> bool {
        matches!(self, InputLine::Bytes(bytes) if bytes.trim_ascii().is_empty())
    }
}

/// The lines of a source.
pub(crate) struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
}

impl<R: Read> Lines<R> {
    /// Lines of `source`.
    pub(crate) fn new(source: R) -> Self {
        Lines { reader: BufReader::with_capacity(1 << 16, source), line: Vec::new() }
    }

    /// Whether the next line is not here yet: reading it may wait for whoever writes it.
    pub(crate) fn may_wait(&self) -> bool {
        !self.reader.buffer().contains(&b'\n')
    }

    /// The next line; none at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<InputLine<'_>>> {
        self.line.clear();
        let (mut something, mut too_long) = (false, false);
        loop {
            let available = match self.reader.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if available.is_empty() {
                break;
            }
            something = true;
            let end = available.iter().position(|byte| *byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            if too_long || self.line.len() + part.len() > LONGEST {
                too_long = true;
            } else {
                self.line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.reader.consume(used);
            if end.is_some() {
                break;
            }
        }
        Ok(match (something, too_long) {
            (false, _) => None,
            (true, true) => Some(InputLine::TooLong),
            (true, false) => Some(InputLine::Bytes(self.line.strip_suffix(b"\r").unwrap_or(&self.line))),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_a_newline_or_the_file() {
        let mut lines = Lines::new(&b"one\r\n\n  \ntwo"[..]);
        assert_eq!(lines.next().unwrap(), Some(InputLine::Bytes(b"one")));
        assert!(lines.next().unwrap().unwrap().is_blank());
        assert!(lines.next().unwrap().unwrap().is_blank());
        assert_eq!(lines.next().unwrap(), Some(InputLine::Bytes(b"two")));
        assert_eq!(lines.next().unwrap(), None);
    }

    #[test]
    fn a_line_too_long_is_skipped_and_not_kept() {
        let mut text = vec![b'x'; LONGEST];
        text.push(b'\n');
        text.extend(std::iter::repeat_n(b'y', 10 * LONGEST));
        text.extend(b"\nafter\n");
        let mut lines = Lines::new(&text[..]);
        assert_eq!(lines.next().unwrap(), Some(InputLine::Bytes(&text[..LONGEST])));
        let too_long = lines.next().unwrap().unwrap();
        assert_eq!(too_long.bytes().unwrap_err().error, "line_too_long");
        assert!(lines.line.capacity() <= 2 * LONGEST);
        assert_eq!(lines.next().unwrap(), Some(InputLine::Bytes(b"after")));
        assert_eq!(lines.next().unwrap(), None);
    }
}
