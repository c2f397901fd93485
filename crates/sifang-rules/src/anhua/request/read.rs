//! Reading a request of `anhua`: everything is checked here, in the order of the specification, before anything is scored.

use super::AnhuaRequest;
use crate::anhua::options::{AnhuaOptions, BirdType, PiaoMode};
use crate::anhua::score::Way;
use crate::anhua::{Anhua, Kings, MOST_PIAO};
use crate::request::{Refusal, seat};
use sifang_options::OptionSet;
use sifang_table::{Meld, MeldKind, RuleSet, Source};
use sifang_tiles::{self as tiles, Seat, Tile, parse_tile, parse_tiles};

/// What a request asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Query {
    Win,
    Waits,
    Final,
}

/// A described hand, read and found possible.
#[derive(Clone, Debug)]
pub(super) struct Hand {
    pub options: AnhuaOptions,
    pub seats: usize,
    pub dealer: Seat,
    pub winner: Seat,
    /// The one payer; none when every other seat pays.
    pub from: Option<Seat>,
    /// Others win on the same tile.
    pub several: bool,
    pub way: Way,
    pub indicator: Tile,
    pub kings: Kings,
    /// Without the winning tile.
    pub concealed: tiles::Hand,
    pub melds: Vec<Meld>,
    pub winning_tile: Option<Tile>,
    pub kong_tiles: Vec<Tile>,
    pub birds: Vec<Tile>,
    pub piao: [u8; Seat::MAX],
}

/// Seats and circumstances, checked before any tile is looked at.
struct Scene {
    options: AnhuaOptions,
    seats: usize,
    dealer: Seat,
    winner: Seat,
    from: Option<Seat>,
    several: bool,
    way: Way,
    piao: [u8; Seat::MAX],
}

/// Totals beyond this are no match's.
const MOST_TOTAL: i64 = 100_000_000;

fn bad(detail: impl Into<String>) -> Refusal {
    Refusal::new("illegal:request", detail)
}

fn bad_context(detail: impl Into<String>) -> Refusal {
    Refusal::new("illegal:context", detail)
}

fn bad_tiles(detail: impl Into<String>) -> Refusal {
    Refusal::new("illegal:tiles", detail)
}

impl AnhuaRequest {
    /// The query, or this one if none is named.
    pub(super) fn read_query(&self, usual: Query) -> Result<Query, Refusal> {
        if let Some(name) = self.unknown.keys().next() {
            return Err(bad(format!("there is no field '{}'", name.chars().take(40).collect::<String>())));
        }
        match self.query.as_deref() {
            None => Ok(usual),
            Some("win") => Ok(Query::Win),
            Some("waits") => Ok(Query::Waits),
            Some("final") => Ok(Query::Final),
            Some(_) => Err(bad("query is win, waits or final")),
        }
    }

    pub(super) fn read_win(&self) -> Result<Hand, Refusal> {
        let scene = self.read_scene()?;
        let hand = self.read_tiles(scene)?;
        if hand.way == Way::RobKong && !hand.options.rob_kong {
            return Err(Refusal::new("illegal:rob_kong_off", "robbing kongs is switched off (rob_kong)"));
        }
        Ok(hand)
    }

    pub(super) fn read_waits(&self) -> Result<Hand, Refusal> {
        let (options, seats) = self.read_table()?;
        let dealer = read_seat(self.dealer.unwrap_or(0), seats, "dealer")?;
        let winner = read_seat(self.winner.unwrap_or(0), seats, "winner")?;
        let more = [
            ("winning_tile", self.winning_tile.is_some()),
            ("kong_tiles", self.kong_tiles.is_some()),
            ("source", self.source.is_some()),
            ("from", self.from.is_some()),
            ("co_winners", self.co_winners.is_some()),
            ("birds", self.birds.is_some()),
            ("piao", self.piao.is_some()),
            ("totals", self.totals.is_some()),
        ];
        refuse_more(&more)?;
        if self.context.as_ref().is_some_and(|flags| !flags.is_empty()) {
            return Err(bad_context("waits have no circumstances"));
        }
        self.read_tiles(Scene {
            options,
            seats,
            dealer,
            winner,
            from: None,
            several: false,
            way: Way::SelfDraw,
            piao: [0; Seat::MAX],
        })
    }

    pub(super) fn read_final(&self) -> Result<(AnhuaOptions, Vec<i32>), Refusal> {
        let (options, seats) = self.read_table()?;
        let more = [
            ("indicator", self.indicator.is_some()),
            ("concealed", self.concealed.is_some()),
            ("melds", self.melds.is_some()),
            ("winning_tile", self.winning_tile.is_some()),
            ("kong_tiles", self.kong_tiles.is_some()),
            ("source", self.source.is_some()),
            ("from", self.from.is_some()),
            ("co_winners", self.co_winners.is_some()),
            ("birds", self.birds.is_some()),
            ("piao", self.piao.is_some()),
            ("context", self.context.is_some()),
        ];
        refuse_more(&more)?;
        let totals = self.totals.as_deref().ok_or_else(|| bad("totals are missing"))?;
        if totals.len() != seats || totals.iter().any(|t| !(-MOST_TOTAL..=MOST_TOTAL).contains(t)) {
            return Err(bad(format!("totals are {seats} numbers, none beyond {MOST_TOTAL}")));
        }
        if totals.iter().sum::<i64>() != 0 {
            return Err(bad("totals add up to 0"));
        }
        Ok((options, totals.iter().map(|t| *t as i32).collect()))
    }

    fn read_table(&self) -> Result<(AnhuaOptions, usize), Refusal> {
        let raw = self.options.clone().unwrap_or_default();
        let options = AnhuaOptions::from_values(&raw).map_err(|e| bad(e.to_string()))?;
        let players = self.players.unwrap_or(4);
        let seats = usize::try_from(players).ok().filter(|n| Anhua::SEATS.contains(n));
        Ok((options, seats.ok_or_else(|| bad("players: two, three or four can play"))?))
    }

    fn read_scene(&self) -> Result<Scene, Refusal> {
        let (options, seats) = self.read_table()?;
        refuse_more(&[("totals", self.totals.is_some())])?;
        let dealer = read_seat(self.dealer.unwrap_or(0), seats, "dealer")?;
        let winner = self.winner.ok_or_else(|| bad("winner is missing"))?;
        let winner = read_seat(winner, seats, "winner")?;
        let source = self.source.as_deref().ok_or_else(|| bad("source is missing"))?;
        let source =
            Source::from_name(source).ok_or_else(|| bad("source is self_draw, discard or rob_kong"))?;
        let from = match (source, self.from) {
            (Source::SelfDraw, None) => None,
            (Source::SelfDraw, Some(_)) => return Err(bad("a self_draw is from nobody")),
            (_, None) => return Err(bad("from is missing")),
            (_, Some(from)) => Some(read_seat(from, seats, "from")?),
        };
        if from == Some(winner) {
            return Err(bad("from is the winner itself"));
        }
        let several = self.read_co_winners(&options, seats, winner, from)?;
        let piao = self.read_piao(&options, seats)?;
        self.check_meld_seats(seats, winner)?;
        self.check_fields(&options)?;
        let way = self.read_way(source)?;
        self.check_tile_fields(way, winner == dealer)?;
        Ok(Scene { options, seats, dealer, winner, from, several, way, piao })
    }

    fn read_co_winners(
        &self,
        options: &AnhuaOptions,
        seats: usize,
        winner: Seat,
        from: Option<Seat>,
    ) -> Result<bool, Refusal> {
        let others = self.co_winners.as_deref().unwrap_or_default();
        if others.is_empty() {
            return Ok(false);
        }
        if !options.multi_win || from.is_none() {
            return Err(bad("co_winners need multi_win and another's tile"));
        }
        let mut known = vec![Some(winner), from];
        for number in others {
            let other = Some(read_seat(*number, seats, "co_winners")?);
            if known.contains(&other) {
                return Err(bad("co_winners are other seats than the winner and the payer, each once"));
            }
            known.push(other);
        }
        Ok(true)
    }

    fn read_piao(&self, options: &AnhuaOptions, seats: usize) -> Result<[u8; Seat::MAX], Refusal> {
        let mut piao = [0; Seat::MAX];
        match (options.piao_mode, self.piao.as_deref()) {
            (PiaoMode::Fixed, None) => piao = [options.fixed_piao as u8; Seat::MAX],
            (PiaoMode::None | PiaoMode::Choose, None) => {}
            (PiaoMode::Choose, Some(list)) if list.len() == seats => {
                for (stake, chosen) in piao.iter_mut().zip(list) {
                    let most = MOST_PIAO as i64;
                    if !(0..=most).contains(chosen) {
                        return Err(bad(format!("piao: {chosen} is not between 0 and {most}")));
                    }
                    *stake = *chosen as u8;
                }
            }
            (PiaoMode::Choose, Some(_)) => return Err(bad(format!("piao: one number for each of {seats}"))),
            (_, Some(_)) => return Err(bad("piao is given only where each seat chooses (piao_mode)")),
        }
        Ok(piao)
    }

    /// Where melds name a seat, it is one of the table, and another than the winner's if the meld was claimed.
    fn check_meld_seats(&self, seats: usize, winner: Seat) -> Result<(), Refusal> {
        for raw in self.melds.iter().flatten() {
            if let Some(from) = raw.from {
                let from = read_seat(from, seats, "melds: from")?;
                if from == winner && raw.kind != "kong_concealed" {
                    return Err(bad("melds: from is the winner itself"));
                }
            }
        }
        Ok(())
    }

    /// Fields that must be there or must not whatever the circumstances, and how many tiles some of them have.
    fn check_fields(&self, options: &AnhuaOptions) -> Result<(), Refusal> {
        if self.indicator.is_none() || self.concealed.is_none() {
            return Err(bad("indicator and concealed must be given"));
        }
        // What cannot be read is left to the check of the tiles.
        let number = |text: &String| parse_tiles(text).ok().map(|list| list.len());
        let turned = options.kong_tiles as usize;
        if self.kong_tiles.as_ref().and_then(number).is_some_and(|n| n != turned) {
            return Err(bad(format!("kong_tiles: {turned} tiles are turned up")));
        }
        let most = if options.bird_type == BirdType::None { 0 } else { options.bird_count as usize };
        if self.birds.as_ref().and_then(number).is_some_and(|n| n > most) {
            return Err(bad(format!("birds: at most {most} are turned up")));
        }
        match (&self.winning_tile, &self.kong_tiles) {
            (Some(_), Some(_)) => Err(bad("winning_tile and kong_tiles exclude each other")),
            (None, None) if !self.context.iter().flatten().any(|flag| flag == "opening_four_kings") => {
                Err(bad("winning_tile is missing"))
            }
            _ => Ok(()),
        }
    }

    /// Fields that this way of winning has or has not.
    fn check_tile_fields(&self, way: Way, dealer: bool) -> Result<(), Refusal> {
        let kong_tile = matches!(way, Way::KongDraw | Way::KongDiscard);
        if self.kong_tiles.is_some() && !kong_tile {
            return Err(bad("kong_tiles belong to kong_draw and kong_discard"));
        }
        match (way, dealer, &self.winning_tile) {
            (Way::Opening, false, Some(_)) => Err(bad("a dealt hand of thirteen has no winning_tile")),
            (Way::Opening, true, None) => Err(bad("winning_tile is missing: any one of the fourteen")),
            _ => Ok(()),
        }
    }

    fn read_way(&self, source: Source) -> Result<Way, Refusal> {
        let flag = match self.context.as_deref().unwrap_or_default() {
            [] => "",
            [flag] => flag.as_str(),
            _ => return Err(bad_context("at most one flag")),
        };
        let melds = self.melds.as_deref().unwrap_or_default();
        match (flag, source) {
            ("", Source::SelfDraw) => Ok(Way::SelfDraw),
            ("", Source::Discard) => Ok(Way::Discard),
            ("", Source::RobKong) => Ok(Way::RobKong),
            ("kong_draw", Source::SelfDraw) => {
                let kong = melds.iter().filter_map(|m| MeldKind::from_name(&m.kind)).any(MeldKind::is_kong);
                if kong { Ok(Way::KongDraw) } else { Err(bad_context("kong_draw needs a kong")) }
            }
            ("kong_discard", Source::Discard) => Ok(Way::KongDiscard),
            ("opening_four_kings", Source::SelfDraw) if melds.is_empty() => Ok(Way::Opening),
            ("sea_bottom", Source::SelfDraw) => Ok(Way::SeaBottom),
            ("kong_draw" | "kong_discard" | "opening_four_kings" | "sea_bottom", _) => {
                Err(bad_context(format!("{flag} contradicts the source or the melds")))
            }
            _ => Err(bad_context("flags are kong_draw, kong_discard, opening_four_kings and sea_bottom")),
        }
    }

    fn read_tiles(&self, scene: Scene) -> Result<Hand, Refusal> {
        let text = |field: &Option<String>, name: &str| {
            let list = parse_tiles(field.as_deref().unwrap_or_default());
            list.map_err(|e| bad_tiles(format!("{name}: {e}")))
        };
        let one = |text: &str, name: &str| parse_tile(text).map_err(|e| bad_tiles(format!("{name}: {e}")));
        let (Some(indicator), Some(_)) = (&self.indicator, &self.concealed) else {
            return Err(bad("indicator and concealed must be given"));
        };
        let indicator = one(indicator, "indicator")?;
        let concealed = text(&self.concealed, "concealed")?;
        let winning_tile = self.winning_tile.as_deref().map(|t| one(t, "winning_tile")).transpose()?;
        let kong_tiles = text(&self.kong_tiles, "kong_tiles")?;
        let birds = text(&self.birds, "birds")?;
        let melds: Vec<Meld> = self
            .melds
            .iter()
            .flatten()
            .map(|raw| raw.meld(scene.winner).map_err(|e| bad_tiles(format!("melds: {e}"))))
            .collect::<Result<_, _>>()?;
        let wanted = 13 - 3 * melds.len() as i64;
        if concealed.len() as i64 != wanted {
            let (found, melds) = (concealed.len(), melds.len());
            return Err(bad_tiles(format!("{found} concealed tiles with {melds} melds; {wanted} are right")));
        }
        let kings = Kings::new(indicator, &scene.options);
        let claimed = winning_tile.filter(|_| matches!(scene.way, Way::Discard | Way::RobKong));
        let mut own: Vec<Tile> = melds.iter().flat_map(Meld::tiles).collect();
        if let Some(king) = own.iter().chain(&claimed).find(|tile| kings.contains(**tile)) {
            return Err(bad_tiles(format!("{king} is a king: it lies in no meld and is never thrown")));
        }
        own.extend(&concealed);
        own.extend(&birds);
        own.push(indicator);
        if let Some(tile) = claimed.filter(|tile| scene.way == Way::RobKong && own.contains(tile)) {
            return Err(bad_tiles(format!("{tile} is robbed from a kong of four: it cannot lie elsewhere")));
        }
        own.extend(winning_tile.iter().chain(&kong_tiles));
        check_copies(&own)?;
        let concealed = tiles::Hand::from_tiles(&concealed)
            .map_err(|tile| bad_tiles(format!("more than four copies of {tile}")))?;
        let full = winning_tile.filter(|tile| *tile == kings.full_kind()).is_some() as u8;
        if scene.way == Way::Opening && concealed.count(kings.full_kind()) + full < 4 {
            return Err(bad_context("the dealt hand has no four kings of one kind"));
        }
        let Scene { options, seats, dealer, winner, from, several, way, piao } = scene;
        Ok(Hand {
            options,
            seats,
            dealer,
            winner,
            from,
            several,
            way,
            indicator,
            kings,
            concealed,
            melds,
            winning_tile,
            kong_tiles,
            birds,
            piao,
        })
    }
}

fn read_seat(number: i64, seats: usize, name: &str) -> Result<Seat, Refusal> {
    seat(number, seats).ok_or_else(|| bad(format!("{name}: there is no seat {number} at a table of {seats}")))
}

fn refuse_more(fields: &[(&str, bool)]) -> Result<(), Refusal> {
    match fields.iter().find(|(_, there)| *there) {
        Some((name, _)) => Err(bad(format!("{name} has no place in this query"))),
        None => Ok(()),
    }
}

/// Only suited tiles exist, four of each.
fn check_copies(all: &[Tile]) -> Result<(), Refusal> {
    if let Some(tile) = all.iter().find(|tile| !tile.is_suited()) {
        return Err(bad_tiles(format!("there is no {tile} in this set")));
    }
    let mut seen = [0u8; Tile::KINDS];
    for tile in all {
        seen[tile.index()] += 1;
        if seen[tile.index()] > 4 {
            return Err(bad_tiles(format!("more than four copies of {tile}")));
        }
    }
    Ok(())
}
