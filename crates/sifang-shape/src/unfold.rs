//! Reads the tables that the build script wrote.

/// The table that was folded to `folded` (see `build/fold.rs`): each part replaces every value by its block of five.
pub(crate) fn unfold(folded: &[u16]) -> Vec<u16> {
    let mut values = vec![0];
    let mut rest = folded;
    while let Some((&count, parts)) = rest.split_first() {
        let (blocks, next) = parts.split_at(5 * count as usize);
        let blocks = blocks.as_chunks::<5>().0;
        let mut longer = Vec::with_capacity(5 * values.len());
        values.iter().for_each(|&value| longer.extend_from_slice(&blocks[value as usize]));
        (values, rest) = (longer, next);
    }
    values
}
