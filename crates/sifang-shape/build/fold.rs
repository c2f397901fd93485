//! Writes a table over all keys of a suit in little space: equal blocks of five are stored once, rank by rank.

use std::collections::HashMap;

/// The folded form of a table of 5ⁿ values. `src/unfold.rs` reads it.
///
/// One part for each rank, the highest first: how many different blocks there are, then five values for each. The
/// values are numbers of blocks of the next part, in the last part the table's own values.
pub(crate) fn fold(table: &[u16]) -> Vec<u16> {
    let mut parts = Vec::new();
    let mut values = table.to_vec();
    while values.len() > 1 {
        let mut blocks: Vec<u16> = Vec::new();
        let mut known: HashMap<&[u16], u16> = HashMap::new();
        let mut numbers = Vec::with_capacity(values.len() / 5);
        for block in values.chunks(5) {
            let number = *known.entry(block).or_insert_with(|| {
                blocks.extend_from_slice(block);
                u16::try_from(blocks.len() / 5 - 1).expect("fewer than 65536 blocks")
            });
            numbers.push(number);
        }
        let count = u16::try_from(blocks.len() / 5).expect("fewer than 65536 blocks");
        parts.push([vec![count], blocks].concat());
        values = numbers;
    }
    parts.reverse();
    parts.concat()
}
