//! What `anhua` tells readers: its book, example wins, and the form of its score requests.

use super::Anhua;
use crate::form::{
    CHOW, Choice, Field, Flag, Form, KONG_ADDED, KONG_CONCEALED, KONG_DIRECT, Kind, Need, PUNG, SOURCES,
    WinningTile, choice,
};
use crate::rulebook::Rulebook;
use crate::settled::{Description, Settled};
use serde::Deserialize;
use sifang_options::Text;
use sifang_tiles::Tile;

const FLAGS: &[Flag] = &[
    Flag {
        name: "kong_draw",
        label: Text::new("胡自己杠出的牌", "Won on one's own kong tile"),
        sources: &["self_draw"],
        tile: WinningTile::Given,
    },
    Flag {
        name: "kong_discard",
        label: Text::new("胡别家杠出的牌", "Won on another's kong tile"),
        sources: &["discard"],
        tile: WinningTile::Given,
    },
    Flag {
        name: "sea_bottom",
        label: Text::new("海底：最后四张之一", "Sea bottom: one of the last four"),
        sources: &["self_draw"],
        tile: WinningTile::Given,
    },
    Flag {
        name: "opening_four_kings",
        label: Text::new("起手四王", "Four kings at the start"),
        sources: &["self_draw"],
        tile: WinningTile::DealerOnly,
    },
];

const FIELDS: &[Field] = &[
    Field {
        name: "indicator",
        label: Text::new("翻出的牌", "Indicator"),
        kind: Kind::Tile,
        when: &[],
        waits: true,
    },
    Field {
        name: "piao",
        label: Text::new("各家飘分", "Piao of each seat"),
        kind: Kind::Numbers(3),
        when: &[Need::Option("piao_mode", "\"choose\"")],
        waits: false,
    },
    Field {
        name: "birds",
        label: Text::new("抓到的鸟", "Birds"),
        kind: Kind::Tiles(6),
        when: &[Need::OptionNot("bird_type", "\"none\"")],
        waits: false,
    },
    Field {
        name: "co_winners",
        label: Text::new("同胡一张的其他人", "Others winning on this tile"),
        kind: Kind::Seats(2),
        when: &[Need::Option("multi_win", "true")],
        waits: false,
    },
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
