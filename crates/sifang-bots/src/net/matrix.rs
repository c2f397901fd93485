//! Products of matrices and vectors in whole numbers, so that every machine finds the same bits: whole numbers can be added in any
//! order, and what is left in floats is done number by number (IEEE 754: `+`, `*`, `/` and the square root are exact everywhere).

use super::file::{Broken, Reader};

/// The largest whole number an input is rounded to. With weights of at most 127, sums of up to 2,064 products stay below 2^31.
const MOST: f32 = 8191.0;
/// The most columns for which that is so.
const COLUMNS: usize = 2064;
/// Rows are filled up with zeros to a multiple of this, for the processor's wide instructions.
const LANES: usize = 64;

/// A length filled up to whole lanes.
pub(super) const fn padded(columns: usize) -> usize {
    columns.div_ceil(LANES) * LANES
}

/// A matrix with a scale for each row, and what is added to the product.
pub(super) struct Matrix {
    weights: Vec<i16>,
    /// Of one row, with what fills it up.
    stride: usize,
    scale: Vec<f32>,
    bias: Vec<f32>,
}

impl Matrix {
    /// Reads it: the bytes row by row, the scales, the biases.
    pub(super) fn read(reader: &mut Reader<'_>, rows: usize, columns: usize) -> Result<Matrix, Broken> {
        if columns > COLUMNS {
            return Err(Broken::Shape);
        }
        let stride = padded(columns);
        let bytes = reader.take(rows * columns)?;
        let mut weights = vec![0; rows * stride];
        for (row, bytes) in weights.chunks_exact_mut(stride).zip(bytes.chunks_exact(columns)) {
            for (weight, byte) in row.iter_mut().zip(bytes) {
                *weight = i16::from(byte.cast_signed());
            }
        }
        Ok(Matrix { weights, stride, scale: reader.floats(rows)?, bias: reader.floats(rows)? })
    }

    /// The product with an input, and the biases. The input must reach as far as a filled-up row; what it holds beyond the matrix's
    /// columns does not count.
    pub(super) fn apply(&self, input: &[i16], unit: f32, out: &mut [f32]) {
        let input = &input[..self.stride];
        let rows = self.weights.chunks_exact(self.stride);
        let scaled = self.scale.iter().zip(&self.bias);
        for ((out, row), (scale, bias)) in out.iter_mut().zip(rows).zip(scaled) {
            *out = dot(row, input) as f32 * (scale * unit) + bias;
        }
    }
}

/// The sum of products. Overflow is excluded by the bounds above.
#[inline]
fn dot(a: &[i16], b: &[i16]) -> i32 {
    let mut sum = 0i32;
    for (a, b) in a.as_chunks::<LANES>().0.iter().zip(b.as_chunks::<LANES>().0) {
        let (a, b) = (a.as_chunks::<16>().0, b.as_chunks::<16>().0);
        let first = sixteen(&a[0], &b[0]).wrapping_add(sixteen(&a[1], &b[1]));
        let second = sixteen(&a[2], &b[2]).wrapping_add(sixteen(&a[3], &b[3]));
        sum = sum.wrapping_add(first.wrapping_add(second));
    }
    sum
}

/// Of sixteen: written so, it becomes two instructions of eight products each, and the sums of all parts are added at the end.
#[inline(always)]
fn sixteen(a: &[i16; 16], b: &[i16; 16]) -> i32 {
    let mut sum = 0i32;
    for i in 0..16 {
        sum = sum.wrapping_add(i32::from(a[i]).wrapping_mul(i32::from(b[i])));
    }
    sum
}

/// Rounds numbers to whole ones; returns the unit in which they are given. What lies beyond them in `out` stays as it is.
pub(super) fn quantise(numbers: &[f32], out: &mut [i16]) -> f32 {
    let most = largest(numbers);
    if most == 0.0 {
        out[..numbers.len()].fill(0);
        return 0.0;
    }
    let steps = MOST / most;
    for (out, number) in out.iter_mut().zip(numbers) {
        *out = nearest(*number * steps);
    }
    most / MOST
}

/// The largest size of any of them.
pub(super) fn largest(numbers: &[f32]) -> f32 {
    let mut lanes = [0f32; LANES];
    let (chunks, rest) = numbers.as_chunks::<LANES>();
    for chunk in chunks {
        for (lane, number) in lanes.iter_mut().zip(chunk) {
            *lane = larger(*lane, number.abs());
        }
    }
    let of_rest = rest.iter().fold(0.0, |most, number| larger(most, number.abs()));
    lanes.iter().fold(of_rest, |most, lane| larger(most, *lane))
}

#[inline]
pub(super) fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The nearest whole number, ties to even, of a number of at most [`MOST`] in size: added to 1.5 × 2^23, its last bits are that
/// number, and no conversion of the processor is needed.
#[inline]
fn nearest(number: f32) -> i16 {
    const SHIFT: f32 = 12_582_912.0;
    ((number + SHIFT).to_bits().wrapping_sub(SHIFT.to_bits())) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_to_the_nearest_even() {
        let rounded = [-8191.0, -2.5, -1.5, -0.5, -0.2, 0.0, 0.5, 1.5, 2.5, 2.6, 8191.0].map(nearest);
        assert_eq!(rounded, [-8191, -2, -2, 0, 0, 0, 0, 2, 2, 3, 8191]);
    }

    #[test]
    fn a_vector_comes_back_within_half_a_step() {
        let numbers: Vec<f32> = (0..77).map(|i| (i as f32 - 30.0) * 0.37).collect();
        let mut out = [7; 96];
        let unit = quantise(&numbers, &mut out);
        for (number, whole) in numbers.iter().zip(out) {
            assert!((number - f32::from(whole) * unit).abs() <= unit * 0.5001, "{number} {whole}");
        }
        assert_eq!(out[77..], [7; 19]);
        assert_eq!(quantise(&[0.0, -0.0], &mut out), 0.0);
        assert_eq!(out[..3], [0, 0, out[2]]);
    }

    #[test]
    fn no_sum_can_overflow() {
        let mut row = vec![127; COLUMNS];
        row.resize(padded(COLUMNS), 0);
        let input = vec![8191; padded(COLUMNS)];
        assert_eq!(i64::from(dot(&row, &input)), COLUMNS as i64 * 127 * MOST as i64);
    }
}
