//! Buffers of Python as slices of Rust: checked for type, size and overlap, then written while other Python threads run.
//!
//! The one place with `unsafe`. A [`Lent`] keeps the buffer's memory alive and in place; that nobody else writes to it during a step is
//! the caller's promise, as with every library that fills numpy arrays.
#![allow(unsafe_code)]

use crate::bad;
use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;

/// A buffer lent by Python for one call.
pub(crate) struct Lent<T: Element> {
    buffer: PyBuffer<T>,
    name: &'static str,
}

impl<T: Element> Lent<T> {
    /// Takes a buffer of `len` elements of the right type, in one piece.
    pub(crate) fn take(
        object: &Bound<'_, PyAny>,
        name: &'static str,
        len: usize,
        write: bool,
    ) -> PyResult<Lent<T>> {
        let wanted = std::any::type_name::<T>();
        let buffer: PyBuffer<T> = PyBuffer::get(object)
            .map_err(|_| bad(format!("{name} must be an array of {wanted}, in the machine's byte order")))?;
        if !buffer.is_c_contiguous() {
            return Err(bad(format!("{name} must lie in one piece (C order): use numpy.ascontiguousarray")));
        }
        if buffer.item_count() != len {
            return Err(bad(format!("{name} has {} elements; it must have {len}", buffer.item_count())));
        }
        if write && buffer.readonly() {
            return Err(bad(format!("{name} is read-only; it must be writeable")));
        }
        if buffer.buf_ptr().addr() % align_of::<T>() != 0 {
            return Err(bad(format!("{name} is not aligned for {wanted}")));
        }
        Ok(Lent { buffer, name })
    }

    /// Its memory, as addresses.
    pub(crate) fn range(&self) -> (&'static str, usize, usize) {
        let start = self.buffer.buf_ptr().addr();
        (self.name, start, start + self.buffer.len_bytes())
    }

    /// To read.
    pub(crate) fn slice(&self) -> &[T] {
        // SAFETY: the buffer lies in one piece, is aligned and has so many elements (`take`); it stays alive as long as `self`.
        unsafe { std::slice::from_raw_parts(self.buffer.buf_ptr().cast(), self.buffer.item_count()) }
    }

    /// To write. The caller has made sure that no other slice covers the same memory ([`disjoint`]).
    pub(crate) fn slice_mut(&mut self) -> &mut [T] {
        // SAFETY: as above; it is writeable, and `disjoint` refuses two buffers over the same memory.
        unsafe { std::slice::from_raw_parts_mut(self.buffer.buf_ptr().cast(), self.buffer.item_count()) }
    }
}

/// Refuses buffers that share memory.
pub(crate) fn disjoint(ranges: &mut [(&'static str, usize, usize)]) -> PyResult<()> {
    ranges.sort_unstable_by_key(|(_, start, _)| *start);
    for pair in ranges.windows(2) {
        let [(one, _, end), (other, start, _)] = pair else { continue };
        if end > start {
            return Err(bad(format!("{one} and {other} share memory; each needs its own")));
        }
    }
    Ok(())
}
