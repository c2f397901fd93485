//! From the bytes of an observation to a number for every slot: the actor of `train/nets.py`, layer by layer.

use super::KINDS;
use super::file::{Broken, Header, Reader};
use super::matrix::{Matrix, larger, padded, quantise};

/// A byte of 100 is one whole.
const UNIT: f32 = 0.01;
const SUITS: usize = 4;
const RANKS: usize = 9;
const CELLS: usize = SUITS * RANKS;
/// Empty cells before and after the ranks of a suit, for the convolutions' ends.
const MARGIN: usize = 2;
const ROW: usize = RANKS + 2 * MARGIN;

/// A trained net.
pub struct Net {
    /// What it is made of and where it comes from.
    pub header: Header,
    enter: Columns,
    blocks: Vec<Block>,
    norm: Norm,
    lift: Matrix,
    broadcast: Matrix,
    layers: Vec<Layer>,
    head: Matrix,
    out: Matrix,
    kinds: Matrix,
}

struct Block {
    norm: Norm,
    a: Matrix,
    b: Matrix,
}

struct Layer {
    a: Matrix,
    b: Matrix,
    g: Matrix,
}

impl Net {
    /// Reads a file of weights.
    pub fn read(file: &[u8]) -> Result<Net, Broken> {
        let (header, mut reader) = Reader::open(file)?;
        let (width, channels) = (header.width, header.channels);
        let r = &mut reader;
        let enter = Columns::read(r, width, header.inputs)?;
        let block = |r: &mut Reader<'_>| {
            Ok(Block {
                norm: Norm::read(r, width)?,
                a: Matrix::read(r, width, width)?,
                b: Matrix::read(r, width, width)?,
            })
        };
        let blocks = (0..header.blocks).map(|_| block(r)).collect::<Result<_, _>>()?;
        let norm = Norm::read(r, width)?;
        let lift = Matrix::read(r, channels, 3 * header.planes())?;
        let broadcast = Matrix::read(r, channels, width)?;
        let layer = |r: &mut Reader<'_>| {
            Ok(Layer {
                a: Matrix::read(r, channels, 5 * channels)?,
                b: Matrix::read(r, channels, channels)?,
                g: Matrix::read(r, channels, 2 * channels)?,
            })
        };
        let layers = (0..header.layers).map(|_| layer(r)).collect::<Result<_, _>>()?;
        let head = Matrix::read(r, header.hidden, width + 2 * channels)?;
        let out = Matrix::read(r, header.singles, header.hidden)?;
        let kinds = Matrix::read(r, header.rows, channels)?;
        reader.close()?;
        Ok(Net { header, enter, blocks, norm, lift, broadcast, layers, head, out, kinds })
    }

    /// Numbers it answers with: one for every slot.
    pub fn slots(&self) -> usize {
        self.header.rows * KINDS + self.header.singles
    }

    /// The net's answer to an observation: the larger the number of a slot, the better it likes it.
    pub fn forward(&self, observation: &[u8]) -> Vec<f32> {
        let observation = &observation[..self.header.inputs];
        let mut whole = vec![0i16; padded(self.header.width + 2 * self.header.channels)];
        let context = self.context(observation, &mut whole);
        let cells = self.cells(observation, &context, &mut whole);
        let mut all = context;
        pool(&cells, self.header.channels, &mut all);
        let mut hidden = vec![0.0; self.header.hidden];
        let mut wide = vec![0i16; padded(self.header.hidden)];
        let unit = quantise(&all, &mut whole);
        self.head.apply(&whole, unit, &mut hidden);
        hidden.iter_mut().for_each(rectify);
        let unit = quantise(&hidden, &mut wide);
        let mut answer = vec![0.0; self.slots()];
        self.out.apply(&wide, unit, &mut answer[self.header.rows * KINDS..]);
        self.of_kinds(&cells, &mut answer);
        answer
    }

    /// What everything together says.
    fn context(&self, observation: &[u8], whole: &mut [i16]) -> Vec<f32> {
        let width = self.header.width;
        let mut context = self.enter.apply(observation);
        context.iter_mut().for_each(rectify);
        let (mut normal, mut inner) = (vec![0.0; width], vec![0.0; width]);
        for block in &self.blocks {
            block.norm.apply(&context, &mut normal);
            let unit = quantise(&normal, whole);
            block.a.apply(whole, unit, &mut inner);
            inner.iter_mut().for_each(rectify);
            let unit = quantise(&inner, whole);
            block.b.apply(whole, unit, &mut normal);
            add(&normal, &mut context);
        }
        self.norm.apply(&context, &mut normal);
        normal.iter_mut().for_each(rectify);
        normal
    }

    /// What belongs to each kind, cell by cell.
    fn cells(&self, observation: &[u8], context: &[f32], whole: &mut [i16]) -> Vec<f32> {
        let channels = self.header.channels;
        let mut shared = vec![0.0; channels];
        let unit = quantise(context, whole);
        self.broadcast.apply(whole, unit, &mut shared);
        let planes = Padded::of_planes(observation, &self.header);
        let mut cells = vec![0.0; CELLS * channels];
        for (cell, out) in cells.chunks_exact_mut(channels).enumerate() {
            self.lift.apply(planes.window(cell, 3), UNIT, out);
            add(&shared, out);
            out.iter_mut().for_each(rectify);
        }
        let mut padded_cells = Padded::new(channels);
        let mut inner = vec![0.0; CELLS * channels];
        for layer in &self.layers {
            layer.apply(&mut cells, &mut inner, &mut padded_cells, whole);
        }
        cells
    }

    /// The answers that have one for each kind.
    fn of_kinds(&self, cells: &[f32], answer: &mut [f32]) {
        let mut padded_cells = Padded::new(self.header.channels);
        let unit = padded_cells.fill(cells);
        let mut rows = vec![0.0; self.header.rows];
        for kind in 0..KINDS {
            self.kinds.apply(padded_cells.window(kind, 1), unit, &mut rows);
            for (row, number) in rows.iter().enumerate() {
                answer[row * KINDS + kind] = *number;
            }
        }
    }
}

impl Layer {
    fn apply(&self, cells: &mut [f32], inner: &mut [f32], padded_cells: &mut Padded, whole: &mut [i16]) {
        let channels = padded_cells.channels;
        let unit = padded_cells.fill(cells);
        for (cell, out) in inner.chunks_exact_mut(channels).enumerate() {
            self.a.apply(padded_cells.window(cell, 5), unit, out);
            out.iter_mut().for_each(rectify);
        }
        let mut pooled = Vec::with_capacity(2 * channels);
        pool(inner, channels, &mut pooled);
        let unit = quantise(&pooled, whole);
        let (mut all, mut own) = (vec![0.0; channels], vec![0.0; channels]);
        self.g.apply(whole, unit, &mut all);
        let unit = padded_cells.fill(inner);
        for (cell, out) in cells.chunks_exact_mut(channels).enumerate() {
            self.b.apply(padded_cells.window(cell, 1), unit, &mut own);
            for ((out, own), all) in out.iter_mut().zip(&own).zip(&all) {
                let mut sum = own + all;
                rectify(&mut sum);
                *out += sum;
            }
        }
    }
}

/// Cells in whole numbers, suit by suit with empty cells at both ends, so that what a convolution looks at lies together.
struct Padded {
    channels: usize,
    whole: Vec<i16>,
    flat: Vec<i16>,
}

impl Padded {
    fn new(channels: usize) -> Padded {
        // A filled-up row of a matrix may reach over the end of the last window.
        let size = SUITS * ROW * channels + padded(1);
        Padded { channels, whole: vec![0; size], flat: vec![0; CELLS * channels] }
    }

    /// The planes of an observation, kind by kind.
    fn of_planes(observation: &[u8], header: &Header) -> Padded {
        let mut new = Padded::new(header.planes());
        let planes = header
            .runs
            .iter()
            .flat_map(|(from, count)| observation[*from..].chunks_exact(KINDS).take(*count));
        for (i, plane) in planes.enumerate() {
            for (kind, byte) in plane.iter().enumerate() {
                if *byte > 0 {
                    let at = new.start(kind) + i;
                    new.whole[at] = i16::from(*byte);
                }
            }
        }
        new
    }

    /// Where a cell begins.
    fn start(&self, cell: usize) -> usize {
        ((cell / RANKS) * ROW + MARGIN + cell % RANKS) * self.channels
    }

    /// Takes these cells; returns the unit in which they are given.
    fn fill(&mut self, cells: &[f32]) -> f32 {
        let unit = quantise(cells, &mut self.flat);
        let suit = RANKS * self.channels;
        for (i, ranks) in self.flat.chunks_exact(suit).enumerate() {
            let at = (i * ROW + MARGIN) * self.channels;
            self.whole[at..at + suit].copy_from_slice(ranks);
        }
        unit
    }

    /// A cell with its neighbours, `count` in all, and what follows.
    fn window(&self, cell: usize, count: usize) -> &[i16] {
        &self.whole[self.start(cell) - count / 2 * self.channels..]
    }
}

/// Mean and maximum of every channel.
fn pool(cells: &[f32], channels: usize, out: &mut Vec<f32>) {
    let (mut sums, mut most) = (vec![0.0; channels], vec![f32::MIN; channels]);
    for cell in cells.chunks_exact(channels) {
        for ((sum, most), number) in sums.iter_mut().zip(&mut most).zip(cell) {
            *sum += number;
            *most = larger(*most, *number);
        }
    }
    out.extend(sums.iter().map(|sum| sum / CELLS as f32));
    out.extend(most);
}

#[inline]
fn rectify(number: &mut f32) {
    *number = larger(*number, 0.0);
}

fn add(numbers: &[f32], to: &mut [f32]) {
    to.iter_mut().zip(numbers).for_each(|(to, number)| *to += number);
}

/// The first matrix, column by column: most bytes of an observation are zero, and their columns are not looked at.
struct Columns {
    weights: Vec<i8>,
    scale: Vec<f32>,
    bias: Vec<f32>,
}

impl Columns {
    fn read(reader: &mut Reader<'_>, rows: usize, columns: usize) -> Result<Columns, Broken> {
        let weights = reader.take(rows * columns)?.iter().map(|byte| byte.cast_signed()).collect();
        Ok(Columns { weights, scale: reader.floats(rows)?, bias: reader.floats(rows)? })
    }

    fn apply(&self, observation: &[u8]) -> Vec<f32> {
        let mut sums = vec![0i32; self.scale.len()];
        for (byte, column) in observation.iter().zip(self.weights.chunks_exact(sums.len())) {
            if *byte > 0 {
                let byte = i16::from(*byte);
                for (sum, weight) in sums.iter_mut().zip(column) {
                    // At most 255 × 127, and not more than 4,096 of them.
                    *sum = sum.wrapping_add(i32::from(byte.wrapping_mul(i16::from(*weight))));
                }
            }
        }
        let scaled = self.scale.iter().zip(&self.bias);
        sums.iter().zip(scaled).map(|(sum, (scale, bias))| *sum as f32 * (scale * UNIT) + bias).collect()
    }
}

/// Mean 0 and variance 1, then scaled and shifted.
struct Norm {
    scale: Vec<f32>,
    bias: Vec<f32>,
}

impl Norm {
    fn read(reader: &mut Reader<'_>, width: usize) -> Result<Norm, Broken> {
        Ok(Norm { scale: reader.floats(width)?, bias: reader.floats(width)? })
    }

    fn apply(&self, numbers: &[f32], out: &mut [f32]) {
        let count = numbers.len() as f32;
        let mean = sum(numbers, |x| x) / count;
        let variance = sum(numbers, |x| (x - mean) * (x - mean)) / count;
        let deviation = (variance + 1e-5).sqrt();
        for (i, out) in out.iter_mut().enumerate() {
            *out = (numbers[i] - mean) / deviation * self.scale[i] + self.bias[i];
        }
    }
}

/// A sum in an order that is always the same: eight sums side by side, then those from the first to the last.
fn sum(numbers: &[f32], of: impl Fn(f32) -> f32) -> f32 {
    let mut lanes = [0f32; 8];
    let (chunks, rest) = numbers.as_chunks::<8>();
    for chunk in chunks {
        for (lane, number) in lanes.iter_mut().zip(chunk) {
            *lane += of(*number);
        }
    }
    for (lane, number) in lanes.iter_mut().zip(rest) {
        *lane += of(*number);
    }
    lanes.iter().fold(0.0, |sum, lane| sum + lane)
}
