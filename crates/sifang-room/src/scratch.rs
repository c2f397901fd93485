//! Views to write over. A busy server shows thousands of tables a second, each of them to four seats: the views that are compared
//! for an update are written where the last table's were, in memory that is at hand.

use crate::stream::{Desk, ViewOf};
use sifang_proto::ServerMessage;
use sifang_table::RuleSet;
use std::any::Any;
use std::cell::RefCell;
use std::sync::Arc;

thread_local! {
    /// One for each rule set that was shown on this thread. What is taken and not given back is only made anew.
    static KEPT: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

thread_local! {
    static TEXT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A message as it is kept and sent, written where the last one was.
pub(crate) fn text_of(message: &ServerMessage<'_>) -> Arc<str> {
    TEXT.with_borrow_mut(|text| message.write(text).into())
}

/// Two views of a rule set, and a desk for texts.
pub(crate) struct Scratch<R: RuleSet> {
    /// What a viewer has been told.
    pub before: ViewOf<R>,
    /// What it sees now.
    pub now: ViewOf<R>,
    /// What texts are written on before they are kept.
    pub desk: Desk,
}

impl<R: RuleSet> Scratch<R> {
    /// The scratch of this thread, or the one that `new` makes. What is in it is of no value.
    pub(crate) fn take(new: impl FnOnce() -> Scratch<R>) -> Box<Scratch<R>> {
        let kept = KEPT.with_borrow_mut(|kept| {
            let place = kept.iter().position(|known| known.is::<Scratch<R>>())?;
            kept.swap_remove(place).downcast().ok()
        });
        kept.unwrap_or_else(|| Box::new(new()))
    }

    /// Gives it back for the next table.
    pub(crate) fn keep(self: Box<Self>) {
        KEPT.with_borrow_mut(|kept| kept.push(self));
    }
}
