//! What `anhua` tells readers: its book, example wins, and the form of its score requests.

use super::Anhua;
use super::request::CODES;
use crate::form::{
    CHOW, Choice, Field, Flag, Form, KONG_ADDED, KONG_CONCEALED, KONG_DIRECT, Kind, Need, PUNG, SOURCES,
    WinningTile, choice, field, flag,
};
use crate::rulebook::Rulebook;
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
    const BOOK: Text = Text::new(
        include_str!("../../../../docs/rules/anhua.zh.md"),
        include_str!("../../../../docs/rules/anhua.en.md"),
    );
    const EXAMPLES: &'static str = include_str!("examples.jsonl");
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
    };

    type Seen = Seen;

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
