//! What readers get of `anhua`: its book, example wins, and the form of its score requests.

use super::Anhua;
use super::fans::{self, F};
use super::options::AnhuaOptions;
use super::request::{CLAUSES, CODES};
use super::score::{Scored, Stakes, steps};
use crate::form::{
    CHOW, Choice, Field, Flag, Form, KONG_ADDED, KONG_CONCEALED, KONG_DIRECT, Kind, Need, PUNG, SOURCES,
    WinningTile, choice, field, flag,
};
use crate::rulebook::{Rulebook, texts};
use crate::settled::{Description, Settled};
use serde::Deserialize;
use sifang_options::Text;
use sifang_tiles::Tile;

const FLAGS: &[Flag] = &[
    flag("kong_draw", &["self_draw"], "胡自己杠出的牌", "Won on one's own kong tile"),
    flag("kong_discard", &["discard"], "胡别家杠出的牌", "Won on another's kong tile"),
    flag("sea_bottom", &["self_draw"], "海底：最后四张之一", "Sea bottom: one of the last four"),
    flag("opening_four_kings", &["self_draw"], "起手四王", "Four kings at the start")
        .tile(WinningTile::DealerOnly),
];

const FIELDS: &[Field] = &[
    field("indicator", Kind::Tile, "翻出的牌", "Indicator").in_waits(),
    field("piao", Kind::Numbers(3), "各家飘分", "Piao of each seat")
        .when(&[Need::Option("piao_mode", "\"choose\"")]),
    field("birds", Kind::Tiles(6), "抓到的鸟", "Birds").when(&[Need::OptionNot("bird_type", "\"none\"")]),
    field("co_winners", Kind::Seats(2), "同胡一张的其他人", "Others winning on this tile")
        .when(&[Need::Option("multi_win", "true")]),
];

/// What else a request may ask, and kong tiles of which the best is meant.
const UNASKED: &[Field] = &[
    field("query", Kind::Word(&[]), "查什么", "Query"),
    field("kong_tiles", Kind::Tiles(6), "杠牌", "Kong tiles"),
    field("totals", Kind::Numbers(0), "总分", "Totals"),
];

const FIGURES: &[Choice] = &[choice("total", "牌型分", "Hand value")];

/// What of the view's own part describes a win.
#[derive(Debug, Deserialize)]
pub struct Seen {
    indicator: Option<Tile>,
    piao: Vec<i64>,
    birds: Vec<SeenBird>,
}

#[derive(Debug, Deserialize)]
struct SeenBird {
    tile: Tile,
}

impl Rulebook for Anhua {
    texts!("anhua");

    const SOURCE: Text = Text::new(
        "《安化麻将》基本术语与规则，原文没有版本号",
        "“Anhua mahjong”, terms and rules; the source has no version number",
    );
    const FORM: Form = Form {
        hand: 13,
        melds: &[CHOW, PUNG, KONG_DIRECT, KONG_ADDED, KONG_CONCEALED],
        sources: SOURCES,
        flags: FLAGS,
        most_flags: 1,
        fields: FIELDS,
        figures: FIGURES,
        unasked: UNASKED,
        codes: CODES,
        clauses: CLAUSES,
    };

    type Seen = Seen;

    fn combination(fans: &[&str]) -> Option<i32> {
        let mut scored = Scored::default();
        for id in fans {
            scored.fans.add(*F::ALL.iter().find(|fan| fan.id() == *id)?);
        }
        Some(steps(&AnhuaOptions::default(), &scored, Stakes::default()).points())
    }

    fn describe(win: &Settled, seen: &Seen, description: &mut Description) {
        for flag in FLAGS {
            description.flag(win.has(flag.name), flag.name);
        }
        description.tiles("indicator", seen.indicator.as_slice());
        let birds: Vec<Tile> = seen.birds.iter().map(|bird| bird.tile).collect();
        description.tiles("birds", &birds);
        if win.options.get("piao_mode").is_some_and(|mode| mode == "choose") {
            description.numbers("piao", seen.piao.iter().copied());
        }
        description.numbers("co_winners", win.beside.iter().map(|seat| *seat as i64));
    }
}
