//! A disk as a power loss leaves it, put together from the record of what was written and what was synced.
//!
//! What was synced is there. Of everything else nothing, anything or parts may be there: contents in sectors of 512 bytes, names
//! in the order in which they were made and removed. This is what POSIX allows, and worse than what most file systems do.

use anyhow::{Context, Result, bail};
use sifang_bots::Rng;
use std::collections::BTreeMap;

/// What a disk writes whole or not at all.
const SECTOR: usize = 512;
/// Bytes before the name and the contents of an entry.
const HEAD: usize = 40;

/// One thing that a process did to a file.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Deed {
    Create,
    Write {
        at: usize,
        bytes: Vec<u8>,
    },
    Truncate {
        length: usize,
    },
    /// Of a file, or of the folder with its names.
    Sync,
    Unlink,
    Rename {
        to: String,
    },
}

/// Reads a record: the name of the file and what was done to it. An entry that the end of the process cut off was never done.
pub(super) fn entries(mut record: &[u8]) -> Result<Vec<(String, Deed)>> {
    let mut entries = Vec::new();
    while let Some((head, rest)) = record.split_at_checked(HEAD) {
        let mut numbers = head.chunks_exact(8).map(|chunk| chunk.try_into().map(u64::from_le_bytes));
        let mut number = || numbers.next().context("a number")?.context("a number").map(|n| n as usize);
        let (what, name, at, length, count) = (number()?, number()?, number()?, number()?, number()?);
        let Some((name, rest)) = rest.split_at_checked(name) else { break };
        let Some((bytes, rest)) = rest.split_at_checked(count) else { break };
        let deed = match what as u8 {
            b'C' => Deed::Create,
            b'W' => Deed::Write { at, bytes: bytes.to_vec() },
            b'T' => Deed::Truncate { length },
            b'S' => Deed::Sync,
            b'U' => Deed::Unlink,
            b'R' => Deed::Rename { to: String::from_utf8(bytes.to_vec())? },
            other => bail!("the record has an entry '{other}'"),
        };
        entries.push((String::from_utf8(name.to_vec())?, deed));
        record = rest;
    }
    Ok(entries)
}

/// How a power loss treats what was not synced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Loss {
    /// Nothing of it is there.
    All,
    /// Each write is there or not.
    Some,
    /// Of each write the first or the last sectors are there, or none.
    Torn,
}

/// Contents of files by name.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// What is on the disk for certain, and what only may be.
#[derive(Clone, Debug, Default)]
pub(super) struct Medium {
    contents: Vec<Content>,
    /// Which content has which name for the process, and which for certain.
    names: BTreeMap<String, usize>,
    certain: BTreeMap<String, usize>,
    /// Names made (with their content) and removed since the folder was synced; what belongs together happens at once.
    renamed: Vec<Vec<Naming>>,
}

/// A name, and its content from now on.
type Naming = (String, Option<usize>);

#[derive(Clone, Debug, Default)]
struct Content {
    certain: Vec<u8>,
    pending: Vec<Deed>,
}

impl Medium {
    /// A disk with these files, all of them certain.
    pub(super) fn new(files: Files) -> Medium {
        let mut medium = Medium::default();
        for (name, certain) in files {
            medium.names.insert(name.clone(), medium.contents.len());
            medium.certain.insert(name, medium.contents.len());
            medium.contents.push(Content { certain, pending: Vec::new() });
        }
        medium
    }

    /// Takes in what a process did. `synced`: whether the disk keeps what it is asked to make certain; one that does not is a lie.
    pub(super) fn take(&mut self, entries: &[(String, Deed)], synced: bool) -> Result<()> {
        for (name, deed) in entries {
            match deed {
                Deed::Sync if !synced => {}
                Deed::Sync if name == "/" => {
                    self.certain = self.names.clone();
                    self.renamed.clear();
                }
                Deed::Create => {
                    self.rename(vec![(name.clone(), Some(self.contents.len()))]);
                    self.contents.push(Content::default());
                }
                Deed::Unlink => self.rename(vec![(name.clone(), None)]),
                Deed::Rename { to } => {
                    let place = self.names.get(name).copied();
                    let place = place.with_context(|| format!("'{name}' was renamed before it was made"))?;
                    self.rename(vec![(name.clone(), None), (to.clone(), Some(place))]);
                }
                deed => self.content(name)?.take(deed),
            }
        }
        Ok(())
    }

    fn rename(&mut self, names: Vec<Naming>) {
        names.iter().for_each(|naming| apply_name(&mut self.names, naming));
        self.renamed.push(names);
    }

    fn content(&mut self, name: &str) -> Result<&mut Content> {
        let place =
            self.names.get(name).with_context(|| format!("'{name}' was changed before it was made"))?;
        Ok(&mut self.contents[*place])
    }

    /// Writes that are not certain.
    pub(super) fn pending(&self) -> usize {
        self.renamed.len() + self.contents.iter().map(|content| content.pending.len()).sum::<usize>()
    }

    /// The files as the process saw them.
    pub(super) fn seen(&self) -> Files {
        let whole = |place: &usize| self.contents[*place].left(&mut |_| Some((0, usize::MAX)));
        self.names.iter().map(|(name, place)| (name.clone(), whole(place))).collect()
    }

    /// The files after a power loss.
    pub(super) fn after(&self, loss: Loss, rng: &mut Rng) -> Files {
        let mut names = self.certain.clone();
        let kept = if loss == Loss::All { 0 } else { rng.below(self.renamed.len() as u32 + 1) as usize };
        self.renamed[..kept].iter().flatten().for_each(|naming| apply_name(&mut names, naming));
        let mut fate = |length: usize| {
            let sectors = length.div_ceil(SECTOR) as u32;
            match loss {
                Loss::All => None,
                _ if rng.below(2) == 0 => None,
                Loss::Some => Some((0, usize::MAX)),
                Loss::Torn if rng.below(2) == 0 => Some((0, SECTOR * rng.below(sectors + 1) as usize)),
                Loss::Torn => Some((SECTOR * rng.below(sectors + 1) as usize, usize::MAX)),
            }
        };
        names.into_iter().map(|(name, place)| (name, self.contents[place].left(&mut fate))).collect()
    }
}

impl Content {
    fn take(&mut self, deed: &Deed) {
        match deed {
            Deed::Sync => {
                let pending = std::mem::take(&mut self.pending);
                pending.iter().for_each(|deed| apply(&mut self.certain, deed, 0, usize::MAX));
            }
            deed => self.pending.push(deed.clone()),
        }
    }

    /// What is left of it: `fate` says for the length of each change which of its bytes are there.
    fn left(&self, fate: &mut dyn FnMut(usize) -> Option<(usize, usize)>) -> Vec<u8> {
        let mut left = self.certain.clone();
        for deed in &self.pending {
            let length = if let Deed::Write { bytes, .. } = deed { bytes.len() } else { 0 };
            if let Some((from, to)) = fate(length) {
                apply(&mut left, deed, from, to);
            }
        }
        left
    }
}

/// Gives a name its content, or takes it away.
fn apply_name(names: &mut BTreeMap<String, usize>, (name, place): &Naming) {
    match place {
        Some(place) => names.insert(name.clone(), *place),
        None => names.remove(name),
    };
}

/// Changes a content by the part of a change between two of its bytes.
fn apply(content: &mut Vec<u8>, deed: &Deed, from: usize, to: usize) {
    match deed {
        Deed::Truncate { length } => content.resize(*length, 0),
        Deed::Write { at, bytes } => {
            let (to, at) = (to.min(bytes.len()), *at);
            if from < to {
                content.resize(content.len().max(at + to), 0);
                content[at + from..at + to].copy_from_slice(&bytes[from..to]);
            }
        }
        Deed::Create | Deed::Sync | Deed::Unlink | Deed::Rename { .. } => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(name: &str, at: usize, bytes: &[u8]) -> (String, Deed) {
        (name.into(), Deed::Write { at, bytes: bytes.to_vec() })
    }

    fn done(name: &str, deed: Deed) -> (String, Deed) {
        (name.into(), deed)
    }

    #[test]
    fn what_was_synced_is_there_and_the_rest_need_not_be() {
        let rng = &mut Rng::new(1);
        let mut medium = Medium::default();
        let began = [done("", Deed::Create), write("", 0, b"abcd"), done("", Deed::Sync)];
        medium.take(&began, true).unwrap();
        assert!(medium.after(Loss::All, rng).is_empty(), "the name was not synced");
        medium.take(&[done("/", Deed::Sync), write("", 2, b"xyz")], true).unwrap();
        assert_eq!(medium.pending(), 1);
        assert_eq!(medium.after(Loss::All, rng)[""], b"abcd");
        assert_eq!(medium.seen()[""], b"abxyz");
        let left: Vec<Vec<u8>> = (0..50).map(|_| medium.after(Loss::Some, rng)[""].clone()).collect();
        assert!(left.contains(&b"abcd".to_vec()) && left.contains(&b"abxyz".to_vec()));
        medium.take(&[done("", Deed::Sync), done("", Deed::Truncate { length: 1 })], true).unwrap();
        assert_eq!(medium.after(Loss::All, rng)[""], b"abxyz");
        assert_eq!(medium.seen()[""], b"a");
    }

    #[test]
    fn a_disk_that_lies_keeps_only_what_was_there_before() {
        let mut medium = Medium::new(Files::from([("".into(), b"old".to_vec())]));
        medium.take(&[write("", 0, b"new"), done("", Deed::Sync)], false).unwrap();
        assert_eq!(medium.after(Loss::All, &mut Rng::new(1))[""], b"old");
        assert_eq!(medium.seen()[""], b"new");
    }

    #[test]
    fn torn_writes_keep_whole_sectors_at_one_end() {
        let mut medium = Medium::new(Files::from([("".into(), vec![0; 4 * SECTOR])]));
        medium.take(&[write("", 0, &[1; 4 * SECTOR])], true).unwrap();
        let mut counts = std::collections::BTreeSet::new();
        for seed in 0..100 {
            let left = medium.after(Loss::Torn, &mut Rng::new(seed))[""].clone();
            assert!(left.chunks(SECTOR).all(|sector| sector.iter().all(|byte| *byte == sector[0])));
            counts.insert(left.iter().filter(|byte| **byte == 1).count() / SECTOR);
        }
        assert_eq!(counts.len(), 5);
    }

    #[test]
    fn removed_names_come_back_until_the_folder_is_synced() {
        let mut medium = Medium::new(Files::from([("-wal".into(), b"w".to_vec())]));
        medium.take(&[done("-wal", Deed::Unlink)], true).unwrap();
        assert!(medium.after(Loss::All, &mut Rng::new(1)).contains_key("-wal"));
        medium.take(&[done("/", Deed::Sync)], true).unwrap();
        assert!(medium.after(Loss::All, &mut Rng::new(1)).is_empty());
    }

    #[test]
    fn a_file_has_one_of_its_names_whatever_is_lost() {
        let mut medium = Medium::new(Files::from([(".new".into(), b"whole".to_vec())]));
        medium.take(&[done(".new", Deed::Rename { to: "".into() })], true).unwrap();
        assert_eq!(medium.seen(), Files::from([("".into(), b"whole".to_vec())]));
        let names: std::collections::BTreeSet<String> = (0..50)
            .map(|seed| {
                let left = medium.after(Loss::Some, &mut Rng::new(seed));
                assert_eq!(left.values().collect::<Vec<_>>(), [b"whole"]);
                left.into_keys().collect()
            })
            .collect();
        assert_eq!(names, [".new".to_owned(), "".to_owned()].into());
        medium.take(&[done("/", Deed::Sync)], true).unwrap();
        assert!(medium.after(Loss::All, &mut Rng::new(1)).contains_key(""));
        assert!(medium.take(&[done(".new", Deed::Rename { to: "x".into() })], true).is_err());
    }

    #[test]
    fn a_record_is_read_up_to_where_it_was_cut_off() {
        let mut record = Vec::new();
        for number in [u64::from(b'W'), 4, 7, 2, 2] {
            record.extend(number.to_le_bytes());
        }
        record.extend(b"-walxy");
        let whole = entries(&record).unwrap();
        assert_eq!(whole, [write("-wal", 7, b"xy")]);
        let twice = [record.clone(), record[..record.len() - 1].to_vec()].concat();
        assert_eq!(entries(&twice).unwrap(), whole);
        record[0] = b'?';
        assert!(entries(&record).is_err());
    }
}
