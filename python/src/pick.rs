//! Choosing among offered slots by numbers that the caller has drawn.

use crate::bad;
use crate::buffers::{Lent, disjoint};
use pyo3::prelude::*;

/// For every row of the mask: of its ones, the one at the share that the row's key (from 0 up to 1) gives; 0 where there is none.
#[pyfunction]
pub(crate) fn pick(
    py: Python<'_>,
    mask: &Bound<'_, PyAny>,
    keys: &Bound<'_, PyAny>,
    into: &Bound<'_, PyAny>,
    rows: usize,
    slots: usize,
) -> PyResult<()> {
    let size = rows.checked_mul(slots).ok_or_else(|| bad("too many rows"))?;
    let mask: Lent<u8> = Lent::take(mask, "mask", size, false)?;
    let keys: Lent<f32> = Lent::take(keys, "keys", rows, false)?;
    let mut into: Lent<i32> = Lent::take(into, "actions", rows, true)?;
    disjoint(&mut [mask.range(), keys.range(), into.range()])?;
    py.detach(|| {
        let rows = mask.slice().chunks_exact(slots.max(1)).zip(keys.slice());
        for ((mask, key), slot) in rows.zip(into.slice_mut()) {
            let ones = ones(mask);
            let wanted = ((key * ones as f32) as usize).min(ones.saturating_sub(1));
            *slot = nth(mask, wanted).map_or(0, |slot| slot as i32);
        }
    });
    Ok(())
}

/// Bytes that are counted together: masks are mostly empty.
const STRIDE: usize = 32;

fn ones(mask: &[u8]) -> usize {
    // A sum that could overflow would be checked byte by byte.
    let of_part = |part: &[u8]| part.iter().fold(0u8, |sum, byte| sum.wrapping_add(u8::from(*byte != 0)));
    mask.chunks(STRIDE).map(|part| usize::from(of_part(part))).sum()
}

/// The place of a one, counted from 0.
fn nth(mask: &[u8], wanted: usize) -> Option<usize> {
    let mut left = wanted;
    for (i, part) in mask.chunks(STRIDE).enumerate() {
        let here = ones(part);
        if left < here {
            let mut places = part.iter().enumerate().filter(|(_, byte)| **byte != 0);
            return places.nth(left).map(|(at, _)| i * STRIDE + at);
        }
        left -= here;
    }
    None
}
