//! Texts as they are kept and sent. All that a step has to say to its viewers lies on one sheet, one text behind the other: it is
//! asked for, kept and read as one piece of memory.

use std::fmt;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// A text. Clones share it.
#[derive(Clone)]
pub struct Text {
    sheet: Arc<str>,
    part: Part,
}

impl Text {
    /// A part of a sheet.
    pub(crate) fn on(sheet: &Arc<str>, part: Part) -> Text {
        Text { sheet: Arc::clone(sheet), part }
    }

    /// The same text, which may wait or may not.
    pub fn waiting(self, may_wait: bool) -> Text {
        Text { part: self.part.waiting(may_wait), ..self }
    }

    /// Whether a busy server may send it a little later, with the next: it asks nothing of its reader, who only looks on.
    pub fn may_wait(&self) -> bool {
        self.part.may_wait
    }
}

impl Deref for Text {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.part.of(&self.sheet)
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: Into<Arc<str>>> From<T> for Text {
    fn from(text: T) -> Text {
        let sheet = text.into();
        let part = Part::new(0..sheet.len());
        Text { sheet, part }
    }
}

/// Where on its sheet a text stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    from: u32,
    to: u32,
    may_wait: bool,
}

impl Part {
    /// A sheet is far shorter than four gigabytes.
    pub(crate) fn new(place: Range<usize>) -> Part {
        Part { from: place.start as u32, to: place.end as u32, may_wait: false }
    }

    /// The same, for a reader who can wait or cannot; see [`Text::may_wait`].
    pub(crate) fn waiting(self, may_wait: bool) -> Part {
        Part { may_wait, ..self }
    }

    /// Where it ends.
    pub(crate) fn end(self) -> usize {
        self.to as usize
    }

    /// The text, if this is its sheet.
    #[inline]
    pub(crate) fn of(self, sheet: &str) -> &str {
        sheet.get(self.from as usize..self.to as usize).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_its_part_of_the_sheet() {
        let sheet = "四方 and more".into();
        let texts = [Text::on(&sheet, Part::new(0..6)), Text::on(&sheet, Part::new(7..10)), "alone".into()];
        assert_eq!(texts.each_ref().map(|text| &**text), ["四方", "and", "alone"]);
        assert_eq!(format!("{:?}", texts[0]), "\"四方\"");
        assert_eq!(Text::from(String::new()).len(), 0);
    }
}
