//! Deals and views to write over. A busy server shows thousands of tables a second, each of them to four seats: what is compared for
//! an update is written where the last table's was, in memory that is at hand.

use crate::stream::{Desk, ViewOf};
use crate::text::Text;
use sifang_proto::ServerMessage;
use sifang_table::RuleSet;
use std::any::Any;
use std::cell::RefCell;

/// Things that lie ready on a thread: a few of each kind for each rule set.
const MOST: usize = 32;

thread_local! {
    /// What is taken and not given back is only made anew.
    static KEPT: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// A thing of this type that lies ready on this thread, whatever is in it, if there is one.
pub(crate) fn take<T: Any>() -> Option<Box<T>> {
    KEPT.with_borrow_mut(|kept| {
        let place = kept.iter().rposition(|known| known.is::<T>())?;
        kept.swap_remove(place).downcast().ok()
    })
}

/// Gives it back for the next table.
pub(crate) fn give_back<T: Any>(thing: Box<T>) {
    KEPT.with_borrow_mut(|kept| {
        if kept.len() < MOST {
            kept.push(thing);
        }
    });
}

thread_local! {
    static TEXT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A message as it is kept and sent, written where the last one was.
pub(crate) fn text_of(message: &ServerMessage<'_>) -> Text {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        message.write(text);
        text.as_str().into()
    })
}

/// Views of a rule set, and a desk for texts. What is in it when it is taken is of no value.
pub(crate) struct Scratch<R: RuleSet> {
    /// What a viewer has been told.
    pub before: ViewOf<R>,
    /// The whole of what it sees now, where that is needed.
    pub whole: ViewOf<R>,
    /// What it sees now.
    pub now: ViewOf<R>,
    /// What texts are written on before they are kept.
    pub desk: Desk,
}
