//! Hints as they go over the wire. `sifang-bots` finds them and knows no protocol; `sifang-proto` writes them and knows no bot.

use sifang_bots as bots;
use sifang_proto as wire;

/// The same hint, on the wire.
pub(crate) fn on_the_wire(hint: bots::Hint) -> wire::Hint {
    let bots::Hint { standing, discards, recommended, why_not, exact } = hint;
    wire::Hint {
        recommended: recommended.map(|r| wire::HintAction { action: r.action, zh: r.zh, en: r.en }),
        standing: standing.map(hand),
        discards: discards.into_iter().map(hand).collect(),
        why_not: why_not.into_iter().map(reason).collect(),
        exact,
    }
}

fn hand(after: bots::AfterDiscard) -> wire::HintHand {
    let bots::AfterDiscard { discard, away, waits, useful, unseen } = after;
    let useful = useful.into_iter().map(|u| wire::HintUseful { tile: u.tile, unseen: u.unseen });
    wire::HintHand {
        discard,
        away,
        waits: waits.into_iter().map(wait).collect(),
        useful: useful.collect(),
        unseen,
    }
}

fn wait(wait: bots::Wait) -> wire::HintWait {
    let bots::Wait { tile, unseen, draw, discard, forbidden } = wait;
    let discard = discard.into_iter().map(|p| wire::HintPayment { from: p.from, points: p.points });
    wire::HintWait { tile, unseen, draw, discard: discard.collect(), forbidden: forbidden.map(reason) }
}

fn reason(why: bots::WhyNot) -> wire::HintWhyNot {
    let bots::WhyNot { what, id, zh, en, clause } = why;
    wire::HintWhyNot { what, id, zh, en, clause }
}
