//! From a settled win back to the score request that describes it. The request is scored before it is given away: it is right only if
//! it pays what was paid, so a win that a rule set's requests cannot express gives none.

use crate::request::{Query, answer};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use sifang_rules::any::RuleSetId;
use sifang_rules::rulebook::Rulebook;
use sifang_rules::settled::{Description, Settled};
use sifang_rules::with_rule_set;
use sifang_table::Source;
use sifang_tiles::{Seat, Tile, format_tiles};

/// What whoever saw a deal knows of it: its options, the last view, the payments, and which of the wins is meant.
#[derive(Debug, Deserialize)]
struct SeenDeal<E> {
    #[serde(default)]
    options: Map<String, Value>,
    view: View<E>,
    entries: Vec<Entry>,
    #[serde(default)]
    win: usize,
}

#[derive(Debug, Deserialize)]
struct View<E> {
    dealer: usize,
    players: Vec<Player>,
    aside: Vec<Aside>,
    wins: Vec<Win>,
    extra: E,
}

#[derive(Debug, Deserialize)]
struct Player {
    hand: Option<Vec<Tile>>,
    melds: Vec<Meld>,
}

#[derive(Debug, Deserialize)]
struct Meld {
    kind: String,
    tiles: Option<Vec<Tile>>,
    from: usize,
}

#[derive(Debug, Deserialize)]
struct Aside {
    seat: usize,
    why: String,
    tile: Option<Tile>,
}

#[derive(Debug, Deserialize)]
struct Win {
    seat: usize,
    from: Option<usize>,
    detail: Option<Detail>,
}

#[derive(Debug, Deserialize)]
struct Detail {
    source: Source,
    tile: Option<Tile>,
}

#[derive(Debug, Deserialize)]
struct Entry {
    from: usize,
    to: usize,
    points: i32,
    clause: String,
    steps: Vec<Step>,
}

#[derive(Debug, Deserialize)]
struct Step {
    id: String,
}

/// The request that describes a settled win; none if requests cannot express it, or would not pay the same.
pub fn describe(id: RuleSetId, seen: &Value) -> Option<Value> {
    with_rule_set!(id, R => of::<R>(seen))
}

fn read<E: DeserializeOwned>(seen: &Value) -> Option<SeenDeal<E>> {
    let seen = SeenDeal::<E>::deserialize(seen).ok()?;
    let seats = seen.view.players.len();
    let places = seen.entries.iter().flat_map(|e| [e.from, e.to]).chain([seen.view.dealer]);
    let fits = (2..=Seat::MAX).contains(&seats)
        && places.chain(seen.view.wins.iter().map(|w| w.seat)).all(|s| s < seats);
    fits.then_some(seen)
}

fn of<R: Rulebook>(seen: &Value) -> Option<Value> {
    let seen = read::<R::Seen>(seen)?;
    let win = seen.view.wins.get(seen.win)?;
    let settled = settled(&seen, win)?;
    let mut description = Description::default();
    R::describe(&settled, &seen.view.extra, &mut description);
    let request = request::<R>(&seen, win, &settled, description)?;
    pays_the_same(&request, &seen.entries, win.seat).then_some(request)
}

fn settled<E>(seen: &SeenDeal<E>, win: &Win) -> Option<Settled> {
    let detail = win.detail.as_ref()?;
    let mine = || seen.entries.iter().filter(|entry| entry.to == win.seat);
    let same_tile = |other: &Win| {
        win.from.is_some()
            && other.from == win.from
            && other.detail.as_ref().is_some_and(|d| d.tile == detail.tile)
    };
    let others = || seen.view.wins.iter().filter(|other| other.seat != win.seat);
    Some(Settled {
        seats: seen.view.players.len(),
        winner: win.seat,
        source: detail.source,
        tile: detail.tile,
        before: seen.view.wins[..seen.win].iter().filter(|w| !same_tile(w)).map(|w| w.seat).collect(),
        beside: others().filter(|other| same_tile(other)).map(|other| other.seat).collect(),
        aside: seen
            .view
            .aside
            .iter()
            .filter(|a| a.seat == win.seat)
            .filter_map(|a| Some((a.why.clone(), a.tile?)))
            .collect(),
        steps: mine().flat_map(|entry| &entry.steps).map(|step| step.id.clone()).collect(),
        paid: mine().map(|entry| (entry.from, entry.points, entry.clause.clone())).collect(),
        options: seen
            .options
            .iter()
            .map(|(name, value)| {
                (name.clone(), value.as_str().map_or_else(|| value.to_string(), str::to_owned))
            })
            .collect(),
    })
}

fn request<R: Rulebook>(
    seen: &SeenDeal<R::Seen>,
    win: &Win,
    settled: &Settled,
    more: Description,
) -> Option<Value> {
    let player = seen.view.players.get(win.seat)?;
    let mut closed = player.hand.clone()?;
    let no_tile = R::FORM
        .flags
        .iter()
        .any(|flag| more.context.contains(&flag.name) && flag.tile == sifang_rules::form::WinningTile::None);
    // Fourteen tiles (or as many as a hand and the winning tile make) hold the winning tile; one of them is it.
    let mut tile = settled.tile;
    if closed.len() % 3 == 2 && !no_tile {
        let at =
            tile.and_then(|tile| closed.iter().rposition(|one| *one == tile)).unwrap_or(closed.len() - 1);
        tile = Some(closed.remove(at));
    }
    let mut melds = Vec::new();
    for meld in &player.melds {
        let mut written = json!({"kind": meld.kind, "tiles": format_tiles(meld.tiles.as_ref()?)});
        if meld.from != win.seat {
            written["from"] = meld.from.into();
        }
        melds.push(written);
    }
    let mut request = Map::new();
    request.insert("rules".into(), R::ID.into());
    if !seen.options.is_empty() {
        request.insert("options".into(), Value::Object(seen.options.clone()));
    }
    for (name, number) in [("players", settled.seats), ("dealer", seen.view.dealer), ("winner", win.seat)] {
        request.insert(name.into(), number.into());
    }
    request.insert("concealed".into(), format_tiles(&closed).into());
    request.insert("melds".into(), melds.into());
    request.insert("source".into(), serde_json::to_value(settled.source).ok()?);
    if let Some(tile) = tile.filter(|_| !no_tile) {
        request.insert("winning_tile".into(), tile.to_string().into());
    }
    if let Some(from) = win.from.filter(|_| settled.source != Source::SelfDraw) {
        request.insert("from".into(), from.into());
    }
    if !more.context.is_empty() {
        request.insert("context".into(), json!(more.context));
    }
    for (name, fact) in more.fields {
        request.insert(name.into(), serde_json::to_value(fact).ok()?);
    }
    Some(Value::Object(request))
}

/// The engine pays for the request exactly what the winner was paid by the same clauses.
fn pays_the_same(request: &Value, entries: &[Entry], winner: usize) -> bool {
    let mut out = Vec::new();
    if !answer(request.to_string().as_bytes(), Query::Score, &mut out) {
        return false;
    }
    let Ok(answer) = serde_json::from_slice::<Value>(&out) else { return false };
    let payments: Vec<&Value> = answer["payments"].as_array().into_iter().flatten().collect();
    let clauses: Vec<&str> = payments.iter().filter_map(|payment| payment["clause"].as_str()).collect();
    let paid: Vec<&Entry> =
        entries.iter().filter(|e| e.to == winner && clauses.contains(&e.clause.as_str())).collect();
    let same = |payment: &Value| {
        paid.iter().any(|e| {
            payment["from"] == e.from
                && payment["points"] == e.points
                && payment["clause"] == e.clause.as_str()
        })
    };
    !payments.is_empty() && payments.len() == paid.len() && payments.into_iter().all(same)
}
