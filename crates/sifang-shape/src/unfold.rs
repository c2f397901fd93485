//! Reads the tables that the build script folded.

/// The table that was folded to these values (see `build/fold.rs`), each entry passed through `entry`.
///
/// Each part replaces every value by its block of five; the last part has the entries themselves.
pub(crate) fn unfold<T>(folded: &[[u8; 2]], entry: impl Fn(u16) -> T) -> Vec<T> {
    let value = |bytes: &[u8; 2]| u16::from_le_bytes(*bytes);
    let mut numbers = vec![0];
    let mut rest = folded;
    while let Some((count, parts)) = rest.split_first() {
        let (blocks, next) = parts.split_at(5 * value(count) as usize);
        let blocks = blocks.as_chunks::<5>().0;
        if next.is_empty() {
            let mut table = Vec::with_capacity(5 * numbers.len());
            numbers
                .iter()
                .for_each(|&n| table.extend(blocks[n as usize].each_ref().map(|b| entry(value(b)))));
            return table;
        }
        let mut longer = Vec::with_capacity(5 * numbers.len());
        numbers
            .iter()
            .for_each(|&n: &u16| longer.extend_from_slice(&blocks[n as usize].each_ref().map(value)));
        (numbers, rest) = (longer, next);
    }
    Vec::new()
}
