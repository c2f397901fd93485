//! What has changed since the updates before: the moment that a viewer was sent last, against the
//! present one.

use super::Sight;
use sifang_proto::PublicDelta;
use sifang_table::{Action, Deal, DecisionId, Moment, RuleSet};
use sifang_tiles::Seat;
use std::sync::Arc;

/// A moment that was sent. It is nearly always the present one: the deal is copied only when it is
/// about to change, and one copy serves all viewers.
pub(crate) struct Sent<R: RuleSet> {
    /// The deal, if it may have changed since.
    deal: Option<Arc<Deal<R>>>,
    base: u32,
    held: Option<(Seat, Action)>,
}

impl<R: RuleSet> Sent<R> {
    /// The present moment.
    pub(crate) fn now(sight: &Sight<'_>) -> Sent<R> {
        Sent { deal: None, base: sight.base, held: sight.held }
    }

    /// The deal is about to change; `copy` is for all for whom it is still the one that was sent.
    pub(crate) fn keep(&mut self, deal: &Deal<R>, copy: &mut Option<Arc<Deal<R>>>) {
        if self.deal.is_none() {
            self.deal = Some(Arc::clone(copy.get_or_insert_with(|| Arc::new(*deal))));
        }
    }

    /// The moment, where `current` is the deal on the table.
    pub(crate) fn moment<'a>(&'a self, current: &'a Deal<R>) -> Moment<'a, R> {
        let deal = self.deal.as_deref().unwrap_or(current);
        let open = deal.decision().map_or(0, |open| open.id().0);
        Moment { deal, decision: DecisionId(self.base + open), held: self.held }
    }
}

/// What changed for everybody: worked out once for all viewers who were sent the same deal last,
/// which nearly always is all.
pub(super) struct Public<R: RuleSet>(Option<(Option<Arc<Deal<R>>>, PublicDelta)>);

impl<R: RuleSet> Public<R> {
    /// Nothing is worked out yet.
    pub(super) fn unknown() -> Public<R> {
        Public(None)
    }

    /// The change from a moment that was sent to the present one.
    pub(super) fn since(&mut self, before: &Sent<R>, now: Moment<'_, R>) -> &PublicDelta {
        let is_same = |known: &Option<Arc<Deal<R>>>| match (known, &before.deal) {
            (Some(known), Some(deal)) => Arc::ptr_eq(known, deal),
            (known, deal) => known.is_none() && deal.is_none(),
        };
        let known = self.0.take().filter(|(deal, _)| is_same(deal));
        let anew = || (before.deal.clone(), PublicDelta::between(before.moment(now.deal), now));
        &self.0.insert(known.unwrap_or_else(anew)).1
    }
}
