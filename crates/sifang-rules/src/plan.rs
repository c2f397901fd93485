//! What every `impl RuleSet` has in common: each question goes to the file that the floor plan names for it
//! (`docs/design/rule-sets.md`). A rule set whose screen shows nothing of its own says so: `floor_plan!(…, no view)`.

/// The part of an `impl RuleSet` that is the same for all: `floor_plan!(Options);`, in the `mod` of the rule set.
macro_rules! floor_plan {
    ($options:ty, no view) => {
        floor_plan!(@ $options);

        type Extra = crate::contract::NoFields;

        fn extra(_deal: &sifang_table::Deal<Self>, _who: sifang_table::Viewer) -> Self::Extra {
            crate::contract::NoFields {}
        }
    };
    ($options:ty) => {
        floor_plan!(@ $options);

        type Extra = Extra;

        fn extra(deal: &sifang_table::Deal<Self>, who: sifang_table::Viewer) -> Extra {
            view::extra(deal, who)
        }

        fn plain_extra(deal: &sifang_table::Deal<Self>, who: sifang_table::Viewer, extra: &mut Extra) {
            view::plain(deal, who, extra);
        }
    };
    (@ $options:ty) => {
        const FANS: &'static [sifang_table::Fan] = fans::CATALOG;
        const TERMS: &'static [&'static sifang_table::Term] = fans::TERMS;

        type Options = $options;
        type Phase = Phase;
        type Memo = Memo;
        type WinFacts = WinFacts;

        fn options(&self) -> &$options {
            &self.options
        }

        fn begin(
            deal: &mut sifang_table::Deal<Self>,
            journal: &mut sifang_table::Journal,
        ) -> sifang_table::Flow<Self::Phase> {
            flow::begin(deal, journal)
        }

        #[inline]
        fn choices(
            deal: &sifang_table::Deal<Self>,
            at: &Self::Phase,
            seat: sifang_tiles::Seat,
            out: &mut sifang_table::Choices,
        ) {
            offer::offer(deal, *at, seat, out);
        }

        fn resolve(
            deal: &mut sifang_table::Deal<Self>,
            at: Self::Phase,
            answers: &sifang_table::Answers,
            journal: &mut sifang_table::Journal,
        ) -> sifang_table::Flow<Self::Phase> {
            flow::resolve(deal, at, answers, journal)
        }

        fn on_timeout(
            deal: &sifang_table::Deal<Self>,
            at: &Self::Phase,
            seat: sifang_tiles::Seat,
        ) -> sifang_table::Action {
            offer::on_timeout(deal, *at, seat)
        }

        fn after(
            deal: &sifang_table::Deal<Self>,
            before: &sifang_table::Progress<Self::Carry>,
        ) -> sifang_table::After<Self::Carry> {
            course::after(deal, before)
        }
    };
}
pub(crate) use floor_plan;
