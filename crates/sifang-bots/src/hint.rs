//! Hints for people: what a hand waits for and what that pays, how far it is, what an expert would do and why, and which clause
//! forbids what the tiles seem to allow. Everything comes from one seat's view; the amounts are the rule set's own
//! ([`Insight::worth`]).

use crate::sense::Sense;
use crate::shape::Tiles;
use crate::{Bot, Expert};
use serde::Serialize;
use sifang_options::Lang;
use sifang_rules::insight::{Arrival, Insight, Plans, Standing, ViewOf};
use sifang_table::procedures::claim::May;
use sifang_table::{Action, Term};
use sifang_tiles::{Seat, Tile, TileMask};

/// What a player may be shown of its own position.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Hint {
    /// The tiles as they stand while nothing is to be thrown: what they wait for, or how far they are. None in the own turn.
    pub standing: Option<AfterDiscard>,
    /// In the own turn: what each offered discard leaves, the nearest to a win first, then by useful tiles.
    pub discards: Vec<AfterDiscard>,
    /// What an expert would answer, if the seat is asked.
    pub recommended: Option<Recommended>,
    /// What the tiles seem to allow and the rules forbid here.
    pub why_not: Vec<WhyNot>,
    /// The amounts are what a win pays; if not, tiles turned up after the win may multiply them.
    pub exact: bool,
}

/// What a hand is after a discard (or as it stands).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AfterDiscard {
    /// The discard; none for the tiles as they stand.
    pub discard: Option<Tile>,
    /// Tiles away from a win: 1 is ready.
    pub away: u8,
    /// The winning tiles of a ready hand, those with no copy unseen included.
    pub waits: Vec<Wait>,
    /// For a hand that is not ready: the tiles that bring it nearer.
    pub useful: Vec<Useful>,
    /// Unseen copies of all waits, or of all useful tiles.
    pub unseen: u32,
}

/// A winning tile.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Wait {
    /// The tile.
    pub tile: Tile,
    /// Copies this seat has not seen.
    pub unseen: u8,
    /// What it pays in all when drawn from the wall in the next own turn; absent if it may not be won with then.
    pub draw: Option<i32>,
    /// What it pays in all when another seat throws it in its next turn, seat by seat; seats from which it may not be won are absent.
    pub discard: Vec<Payment>,
    /// The clause that forbids winning on discards of it, if none is allowed.
    pub forbidden: Option<WhyNot>,
}

/// What a discard by one seat pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Payment {
    /// Whose discard.
    pub from: Seat,
    /// What the winner gets in all.
    pub points: i32,
}

/// A tile that brings the hand nearer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Useful {
    /// The tile.
    pub tile: Tile,
    /// Copies this seat has not seen.
    pub unseen: u8,
}

/// What the expert would do.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Recommended {
    /// The action.
    pub action: Action,
    /// Why, in Chinese.
    pub zh: String,
    /// Why, in English.
    pub en: String,
}

/// Why something is not offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct WhyNot {
    /// What is not offered: `hu`, `pon`, `kong`, `chi`.
    pub what: &'static str,
    /// The reason's id.
    pub id: &'static str,
    /// The reason in Chinese.
    pub zh: &'static str,
    /// The reason in English.
    pub en: &'static str,
    /// Anchor in the rule book.
    pub clause: &'static str,
}

impl WhyNot {
    fn new(what: &'static str, why: &'static Term) -> WhyNot {
        WhyNot { what, id: why.id, zh: why.zh, en: why.en, clause: why.clause }
    }
}

/// The hints for the viewer of this view; empty for a spectator or a finished deal.
pub fn hint<R: Insight>(rules: &R, view: &ViewOf<R>) -> Hint {
    let Some(at) = Standing::of(rules, view).filter(|at| is_playing(at)) else { return Hint::default() };
    let sense = Sense::of(&at);
    let choices = view.prompt.as_ref().map_or(&[][..], |prompt| &prompt.choices);
    let recommended = (!choices.is_empty()).then(|| {
        let decision = Expert.choose(rules, view);
        let text = |lang| decision.reason.text(lang);
        Recommended { action: decision.action, zh: text(Lang::Zh), en: text(Lang::En) }
    });
    let mut discards: Vec<AfterDiscard> = offered_discards(choices)
        .iter()
        .map(|tile| look(&at.after(Action::Discard(tile)), Some(tile), &sense))
        .collect();
    discards.sort_by_key(|after| (after.away, std::cmp::Reverse(after.unseen)));
    let standing = (at.hand.len() % 3 == 1).then(|| look(&at, None, &sense));
    let why_not = why_not(&at, choices);
    Hint { standing, discards, recommended, why_not, exact: rules.worth_is_exact() }
}

fn is_playing<R: Insight>(at: &Standing<'_, R>) -> bool {
    at.view.end.is_none() && !at.view.players[at.seat.index()].out && !at.hand.is_empty()
}

fn offered_discards(choices: &[Action]) -> TileMask {
    let thrown = choices.iter().filter_map(|action| match action {
        Action::Discard(tile) => Some(*tile),
        _ => None,
    });
    thrown.collect()
}

/// Looks at a hand that is one tile short.
pub(crate) fn look<R: Insight>(at: &Standing<'_, R>, discard: Option<Tile>, sense: &Sense) -> AfterDiscard {
    let tiles = Tiles::of(&at.hand, sense.wilds);
    let mut ways = Plans::new();
    R::ways(at, &mut ways);
    let away = ways.iter().map(|way| tiles.away(way)).min().unwrap_or(u8::MAX);
    let nearest = ways.iter().filter(|way| tiles.away(way) == away);
    let nearer = nearest.fold(TileMask::EMPTY, |mask, way| mask | tiles.useful(way)) & TileMask::PLAYABLE;
    let mut after = AfterDiscard { discard, away, waits: Vec::new(), useful: Vec::new(), unseen: 0 };
    if away == 1 {
        after.waits = nearer.iter().filter_map(|tile| wait(at, tile, sense)).collect();
        after.unseen = after.waits.iter().map(|wait| wait.unseen as u32).sum();
    } else {
        let useful = nearer.iter().map(|tile| Useful { tile, unseen: sense.unseen[tile.index()] });
        after.useful = useful.filter(|useful| useful.unseen > 0).collect();
        after.unseen = sense.count(nearer);
    }
    after
}

/// A tile that completes the hand, with what it pays; none if it wins in no way at all.
fn wait<R: Insight>(at: &Standing<'_, R>, tile: Tile, sense: &Sense) -> Option<Wait> {
    let draw = R::worth(at, tile, Arrival::Draw);
    let mut forbidden = None;
    let mut discard = Vec::new();
    for from in at.others() {
        match R::worth(at, tile, Arrival::Discard(from)) {
            Ok(worth) => discard.push(Payment { from, points: worth.points() }),
            Err(why) => forbidden = Some(WhyNot::new("hu", why)),
        }
    }
    if draw.is_err() && discard.is_empty() {
        return None;
    }
    let forbidden = forbidden.filter(|_| discard.is_empty());
    let unseen = sense.unseen[tile.index()];
    Some(Wait { tile, unseen, draw: draw.ok().map(|worth| worth.points()), discard, forbidden })
}

/// What the tiles would allow with the open tile (or the drawn one) and the choices do not have.
fn why_not<R: Insight>(at: &Standing<'_, R>, choices: &[Action]) -> Vec<WhyNot> {
    let mut found = Vec::new();
    let Some(stage) = at.view.stage else { return found };
    match (stage.tile, stage.seat) {
        (Some(tile), Some(from)) if from != at.seat && at.hand.len() % 3 == 1 => {
            win_not_offered(at, tile, Arrival::Discard(from), choices, &mut found);
            claims_not_offered(at, tile, choices, &mut found);
        }
        (None, Some(seat)) if seat == at.seat && at.hand.len() % 3 == 2 => {
            if let Some(drawn) = at.drawn() {
                let mut before = *at;
                before.hand.remove(drawn);
                win_not_offered(&before, drawn, Arrival::Draw, choices, &mut found);
            }
        }
        _ => {}
    }
    found
}

fn win_not_offered<R: Insight>(
    at: &Standing<'_, R>,
    tile: Tile,
    how: Arrival,
    choices: &[Action],
    found: &mut Vec<WhyNot>,
) {
    let wins = |action: &Action| matches!(action, Action::Win | Action::Ask(_));
    let looks_complete = || {
        let tiles = Tiles::of(&at.with(tile), R::wilds(&at.view.extra));
        let mut ways = Plans::new();
        R::ways(at, &mut ways);
        // Whatever the rule set keeps out of its ways (a void suit) counts here too: it is what the player sees.
        ways.iter().any(|way| {
            let mut any = *way;
            any.keep = TileMask::PLAYABLE;
            tiles.away(way) == 0 || tiles.away(&any) == 0
        })
    };
    if choices.iter().any(wins) || at.hand.count(tile) >= 4 || !looks_complete() {
        return;
    }
    let why = R::worth(at, tile, how).err();
    let barred = || R::barred(at, May { win: true, ..May::default() });
    found.extend(why.or_else(barred).map(|why| WhyNot::new("hu", why)));
}

fn claims_not_offered<R: Insight>(
    at: &Standing<'_, R>,
    tile: Tile,
    choices: &[Action],
    found: &mut Vec<WhyNot>,
) {
    let copies = at.hand.count(tile);
    let pair = |a: Option<Tile>, b: Option<Tile>| {
        a.zip(b).is_some_and(|(a, b)| at.hand.count(a) > 0 && at.hand.count(b) > 0)
    };
    let run = R::CHOWS
        && (pair(tile.down(2), tile.down(1))
            || pair(tile.down(1), tile.up(1))
            || pair(tile.up(1), tile.up(2)));
    let none = May::default();
    let offered = |test: fn(&Action) -> bool| choices.iter().any(test);
    let claims = [
        ("kong", copies >= 3, offered(|a| *a == Action::Kong), May { kong: true, ..none }),
        ("pon", copies >= 2, offered(|a| *a == Action::Pung), May { pung: true, ..none }),
        ("chi", run, offered(|a| matches!(a, Action::Chow(..))), May { chow: true, ..none }),
    ];
    for (what, possible, offered, may) in claims {
        if possible && !offered {
            found.extend(R::barred(at, may).map(|why| WhyNot::new(what, why)));
        }
    }
}
