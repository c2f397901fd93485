//! The file of a net's weights, as `train/export.py` writes it: little-endian, a header, the tensors in the order in which they are
//! used, a checksum. Read strictly: every size is bounded and must add up to the file's length.

/// The first bytes of every file.
const MAGIC: &[u8; 8] = b"SIFANGN1";
/// No number of a net is larger.
const LARGEST: f32 = 1e6;

/// What is wrong with a file of weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// It does not begin as such a file does.
    Magic,
    /// It ends too early.
    Short,
    /// Bytes are left over.
    Long,
    /// Its checksum is another.
    Checksum,
    /// A size is zero, too large, or does not fit another.
    Shape,
    /// A number is not finite or far too large.
    Number,
    /// A name is not a text.
    Text,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Broken::Magic => "not a file of weights (it begins with other bytes)",
            Broken::Short => "the file of weights ends too early",
            Broken::Long => "the file of weights is longer than its sizes say",
            Broken::Checksum => "the file of weights is damaged: its checksum is another",
            Broken::Shape => "a size in the file of weights is out of bounds",
            Broken::Number => "a number in the file of weights is not finite or too large",
            Broken::Text => "a name in the file of weights is not a text",
        })
    }
}

impl std::error::Error for Broken {}

/// What a net is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The rule set it plays.
    pub rules: String,
    /// That rule set's version when it was trained.
    pub rules_version: u32,
    /// The version of the features it reads.
    pub features: u32,
    /// Bytes of an observation.
    pub inputs: usize,
    /// The planes among them: where they begin, and how many.
    pub runs: [(usize, usize); 2],
    /// Rows of answers with one for each kind.
    pub rows: usize,
    /// Answers that stand alone.
    pub singles: usize,
    /// Numbers of the context.
    pub width: usize,
    /// Its residual blocks.
    pub blocks: usize,
    /// Channels of a cell.
    pub channels: usize,
    /// Convolutional layers.
    pub layers: usize,
    /// Numbers of the last hidden layer.
    pub hidden: usize,
    /// Labelled positions it was cloned from.
    pub labels: u64,
    /// Decisions of self-play it learned from.
    pub samples: u64,
    /// SHA-256 of the log of its training.
    pub log: [u8; 32],
    /// The options it was trained on, in all their values.
    pub varied: Vec<String>,
    /// Those it is always shown the defaults of: they only scale the points, or matter between deals.
    pub ignored: Vec<String>,
}

impl Header {
    /// Planes in all.
    pub fn planes(&self) -> usize {
        self.runs[0].1 + self.runs[1].1
    }

    fn read(reader: &mut Reader<'_>) -> Result<Header, Broken> {
        if reader.take(8)? != MAGIC {
            return Err(Broken::Magic);
        }
        let name = reader.take(16)?;
        let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
        let rules = std::str::from_utf8(name).map_err(|_| Broken::Text)?.to_owned();
        let header = Header {
            rules,
            rules_version: reader.word()?,
            features: reader.word()?,
            inputs: reader.size(4096)?,
            runs: [(reader.from(4096)?, reader.size(100)?), (reader.from(4096)?, reader.size(100)?)],
            rows: reader.size(16)?,
            singles: reader.size(64)?,
            width: reader.size(1024)?,
            blocks: reader.size(8)?,
            channels: reader.size(128)?,
            layers: reader.size(8)?,
            hidden: reader.size(1024)?,
            labels: reader.long()?,
            samples: reader.long()?,
            log: reader.take(32)?.try_into().map_err(|_| Broken::Short)?,
            varied: reader.names()?,
            ignored: reader.names()?,
        };
        let inside = |(from, planes): (usize, usize)| from + planes * super::KINDS <= header.inputs;
        if header.runs.into_iter().all(inside) { Ok(header) } else { Err(Broken::Shape) }
    }
}

/// Reads bytes from front to back.
pub(super) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Checks the checksum and reads the header.
    pub(super) fn open(file: &'a [u8]) -> Result<(Header, Reader<'a>), Broken> {
        let Some((body, sum)) = file.split_last_chunk::<8>() else { return Err(Broken::Short) };
        let mut reader = Reader { rest: body };
        let header = Header::read(&mut reader)?;
        if checksum(body) == u64::from_le_bytes(*sum) { Ok((header, reader)) } else { Err(Broken::Checksum) }
    }

    /// Nothing may be left.
    pub(super) fn close(self) -> Result<(), Broken> {
        if self.rest.is_empty() { Ok(()) } else { Err(Broken::Long) }
    }

    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], Broken> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(Broken::Short)?;
        self.rest = rest;
        Ok(taken)
    }

    /// Numbers, all finite.
    pub(super) fn floats(&mut self, count: usize) -> Result<Vec<f32>, Broken> {
        let (chunks, _) = self.take(count * 4)?.as_chunks::<4>();
        let numbers: Vec<f32> = chunks.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        if numbers.iter().all(|n| n.abs() <= LARGEST) { Ok(numbers) } else { Err(Broken::Number) }
    }

    fn word(&mut self) -> Result<u32, Broken> {
        Ok(u32::from_le_bytes(self.take(4)?.try_into().map_err(|_| Broken::Short)?))
    }

    fn long(&mut self) -> Result<u64, Broken> {
        Ok(u64::from_le_bytes(self.take(8)?.try_into().map_err(|_| Broken::Short)?))
    }

    /// A number up to a bound.
    fn from(&mut self, most: usize) -> Result<usize, Broken> {
        let size = self.word()? as usize;
        if size <= most { Ok(size) } else { Err(Broken::Shape) }
    }

    /// Names with commas between them.
    fn names(&mut self) -> Result<Vec<String>, Broken> {
        let length = self.from(4096)?;
        let text = std::str::from_utf8(self.take(length)?).map_err(|_| Broken::Text)?;
        Ok(text.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect())
    }

    /// A number from one up to a bound.
    fn size(&mut self, most: usize) -> Result<usize, Broken> {
        let size = self.from(most)?;
        if size > 0 { Ok(size) } else { Err(Broken::Shape) }
    }
}

/// FNV-1a: notices damage, not malice; the weights are compiled in.
fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
