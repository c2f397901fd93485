//! In what two alternatives differ, as the rule set's `Insight` sees it: facts for the reason, and for programs.

use crate::Moment;
use serde::Serialize;
use sifang_bots::{AfterDiscard, study};
use sifang_rules::insight::{Arrival, Insight, Plan, Standing};
use sifang_table::{Action, Viewer};
use sifang_tiles::{Seat, Tile};

/// In what they differ.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Difference {
    /// What the tiles are after what was played; none after a win or a stake.
    pub played: Option<Leaves>,
    /// What they would have been.
    pub better: Option<Leaves>,
    /// Kinds that would have helped, and do not after what was played.
    pub lost: Vec<Tile>,
    /// Kinds that help only after what was played.
    pub gained: Vec<Tile>,
    /// The dearest plan that what was played puts farther away.
    pub given_up: Option<GivenUp>,
    /// Who makes the tile that was thrown more dangerous than the other one.
    pub danger: Option<Danger>,
    /// A clause that forbids winning on discards after what was played, and not after the other.
    pub clause: Option<Clause>,
    /// What the win would have paid that was let go.
    pub win: Option<i32>,
    /// What the better one brings more at once (kong money, fines saved), in points.
    pub at_once: f64,
}

/// What tiles are that are one short.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Leaves {
    /// Tiles away from a win; 1 is ready.
    pub away: u8,
    /// Unseen copies of what helps.
    pub unseen: u32,
    /// The kinds that bring it nearer, of a hand that is not ready.
    pub useful: Vec<Tile>,
    /// The winning tiles of a ready hand.
    pub waits: Vec<Wait>,
}

/// A winning tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Wait {
    /// The tile.
    pub tile: Tile,
    /// Copies not seen.
    pub unseen: u8,
    /// What it pays at most, by draw or by discard.
    pub pays: i32,
}

/// A plan that is farther away than it would have been.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GivenUp {
    /// What it is called, in Chinese and in English.
    pub zh: String,
    /// In English.
    pub en: String,
    /// Tiles away after what was played.
    pub away: u8,
    /// Tiles away after the better one.
    pub instead_of: u8,
    /// What such a win pays, on average, in points.
    pub pays: i32,
}

/// An opponent to whom a thrown tile is dangerous.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Danger {
    /// Who.
    pub seat: Seat,
    /// The tile thrown.
    pub tile: Tile,
    /// How likely it wins on it, in percent; and on the other tile.
    pub chance: f64,
    /// The same for the other tile.
    pub instead_of: f64,
    /// How likely it waits at all, in percent.
    pub ready: f64,
    /// It has declared, or its hand is sealed.
    pub declared: bool,
    /// Its melds.
    pub melds: usize,
}

/// A clause of the rule book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Clause {
    /// Its anchor.
    pub clause: &'static str,
    /// What it says here, in Chinese.
    pub zh: &'static str,
    /// In English.
    pub en: &'static str,
}

/// Chances below this are not worth a word, in percent.
const WORTH_A_WORD: f64 = 1.0;

/// Compares two alternatives.
pub(crate) fn difference<R: Insight>(moment: &Moment<R>, rival: Action) -> Difference {
    let (rules, view) = (moment.deal.rules, moment.deal.view(Viewer::Seat(moment.seat)));
    let Some(at) = Standing::of(&rules, &view) else { return Difference::default() };
    let [played, better] = [moment.played, rival].map(|action| after(&at, action));
    let [left, right] = [&played, &better].map(|next| next.as_ref().map(study::outlook));
    let kinds = |of: &Option<AfterDiscard>| of.as_ref().map_or_else(Vec::new, kinds);
    let (own, other) = (kinds(&left), kinds(&right));
    let comparable = left.is_some() && right.is_some();
    let only = |a: &[Tile], b: &[Tile]| {
        a.iter().copied().filter(|t| comparable && !b.contains(t)).collect::<Vec<Tile>>()
    };
    let income = |action| f64::from(R::income(&at, action)) / 100.0;
    Difference {
        lost: only(&other, &own),
        gained: only(&own, &other),
        given_up: played.as_ref().zip(better.as_ref()).and_then(|(p, b)| given_up(p, b)),
        danger: danger(&at, moment.played, rival),
        clause: clause(left.as_ref(), right.as_ref()),
        win: (rival == Action::Win).then(|| win(&at)).flatten(),
        at_once: income(rival) - income(moment.played),
        played: left.as_ref().map(leaves),
        better: right.as_ref().map(leaves),
    }
}

/// The tiles after an action, one short: after a claim its best discard is thrown.
fn after<'a, R: Insight>(at: &Standing<'a, R>, action: Action) -> Option<Standing<'a, R>> {
    let mut next = match action {
        Action::Win | Action::Float(_) => return None,
        _ => at.after(action),
    };
    if action == Action::Pass
        && next.hand.len() % 3 == 2
        && let Some(drawn) = at.drawn()
    {
        next.hand.remove(drawn);
    }
    if next.hand.len() % 3 != 2 {
        return (next.hand.len() % 3 == 1).then_some(next);
    }
    let throws = next.hand.held().iter().map(|tile| next.after(Action::Discard(tile)));
    throws.min_by_key(|thrown| {
        let outlook = study::outlook(thrown);
        (outlook.away, std::cmp::Reverse(outlook.unseen))
    })
}

fn kinds(of: &AfterDiscard) -> Vec<Tile> {
    let useful = of.useful.iter().map(|useful| useful.tile);
    useful.chain(of.waits.iter().filter(|wait| wait.unseen > 0).map(|wait| wait.tile)).collect()
}

fn leaves(of: &AfterDiscard) -> Leaves {
    let pays = |wait: &sifang_bots::Wait| {
        let discards = wait.discard.iter().map(|payment| payment.points);
        discards.chain(wait.draw).max().unwrap_or(0)
    };
    Leaves {
        away: of.away,
        unseen: of.unseen,
        useful: of.useful.iter().map(|useful| useful.tile).collect(),
        waits: of.waits.iter().map(|w| Wait { tile: w.tile, unseen: w.unseen, pays: pays(w) }).collect(),
    }
}

/// The dearest plan within reach that is nearer after `better` than after `played`.
fn given_up<R: Insight>(played: &Standing<'_, R>, better: &Standing<'_, R>) -> Option<GivenUp> {
    let (own, other) = (study::plans(played), study::plans(better));
    let nearest = other.iter().map(|(_, away)| *away).min()?;
    let same = |a: &Plan, b: &Plan| (a.pattern, a.keep, a.open) == (b.pattern, b.keep, b.open);
    let farther = other.iter().filter(|(_, away)| *away <= nearest + 2).filter_map(|(plan, away)| {
        let now = own.iter().find(|(own, _)| same(own, plan)).map_or(u8::MAX, |(_, away)| *away);
        (now > *away && now < 15).then_some((plan, *away, now))
    });
    let (plan, instead_of, away) = farther.max_by_key(|(plan, ..)| plan.value)?;
    let words = crate::words::plan_words(plan);
    Some(GivenUp { zh: words.zh, en: words.en, away, instead_of, pays: (plan.value + 50) / 100 })
}

fn thrown(action: Action) -> Option<Tile> {
    match action {
        Action::Discard(tile) | Action::DeclareDiscard(_, tile) => Some(tile),
        _ => None,
    }
}

/// The opponent for whom the two thrown tiles differ most.
fn danger<R: Insight>(at: &Standing<'_, R>, played: Action, rival: Action) -> Option<Danger> {
    let tile = thrown(played)?;
    let (own, other) = (study::risks(at, tile), thrown(rival).map(|tile| study::risks(at, tile)));
    let instead = |seat: Seat| {
        let list = other.as_ref()?;
        list.iter().find(|risk| risk.seat == seat)
    };
    let dearer = own.iter().map(|risk| (risk, instead(risk.seat)));
    let more = |risk: &study::Risk, than: Option<&study::Risk>| risk.cost - than.map_or(0.0, |r| r.cost);
    let (risk, than) = dearer.max_by(|a, b| more(a.0, a.1).total_cmp(&more(b.0, b.1)))?;
    let percent = |chance: f64| (1000.0 * chance).round() / 10.0;
    let found = Danger {
        seat: risk.seat,
        tile,
        chance: percent(risk.chance),
        instead_of: than.map_or(0.0, |than| percent(than.chance)),
        ready: f64::from(risk.ready) / 10.0,
        declared: risk.frozen,
        melds: at.view.players.get(risk.seat.index()).map_or(0, |player| player.melds.len()),
    };
    (found.chance >= found.instead_of + WORTH_A_WORD).then_some(found)
}

fn clause(played: Option<&AfterDiscard>, better: Option<&AfterDiscard>) -> Option<Clause> {
    let forbidden = |of: Option<&AfterDiscard>| {
        of.and_then(|of| of.waits.iter().filter(|wait| wait.unseen > 0).find_map(|wait| wait.forbidden))
    };
    let why = forbidden(played)?;
    let new = forbidden(better).is_none_or(|other| other.id != why.id);
    new.then_some(Clause { clause: why.clause, zh: why.zh, en: why.en })
}

/// What the offered win pays; none where it is a win of its own kind.
fn win<R: Insight>(at: &Standing<'_, R>) -> Option<i32> {
    let stage = at.view.stage?;
    let worth = match (stage.tile, stage.seat) {
        (Some(tile), Some(from)) if from != at.seat => R::worth(at, tile, Arrival::Discard(from)),
        _ => {
            let drawn = at.drawn()?;
            let mut before = *at;
            before.hand.remove(drawn);
            R::worth(&before, drawn, Arrival::Draw)
        }
    };
    worth.ok().map(|worth| worth.points())
}
