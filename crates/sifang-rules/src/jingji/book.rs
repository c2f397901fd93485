//! What `jingji` tells readers: its book, example wins, and the form of its score requests.

use super::Jingji;
use crate::form::{
    CHOW, Choice, Field, Flag, Form, KONG_ADDED, KONG_CONCEALED, KONG_DIRECT, Kind, Need, PUNG, SOURCES,
    WinningTile, choice,
};
use crate::rulebook::Rulebook;
use crate::settled::{Description, Settled};
use serde::Deserialize;
use sifang_options::Text;
use sifang_tiles::{Seat, Tile};

const WINDS: &[Choice] = &[
    choice("1z", "东", "East"),
    choice("2z", "南", "South"),
    choice("3z", "西", "West"),
    choice("4z", "北", "North"),
];

const FLAGS: &[Flag] = &[
    Flag {
        name: "declared_ready",
        label: Text::new("报过听", "Had declared ready"),
        sources: &["self_draw", "discard", "rob_kong"],
        tile: WinningTile::Given,
    },
    Flag {
        name: "kong_draw",
        label: Text::new("杠后补来的牌", "The tile replaces a kong"),
        sources: &["self_draw"],
        tile: WinningTile::Given,
    },
    Flag {
        name: "last_tile",
        label: Text::new("牌山已摸完", "No live tile is left"),
        sources: &["self_draw", "discard"],
        tile: WinningTile::Given,
    },
    Flag {
        name: "rob_gold",
        label: Text::new("抢金：以指示牌和牌", "Robbing the gold: won on the indicator"),
        sources: &["self_draw"],
        tile: WinningTile::Field("indicator"),
    },
    Flag {
        name: "opening",
        label: Text::new("开金时三金倒", "Three golds at the opening"),
        sources: &["self_draw"],
        tile: WinningTile::None,
    },
];

const FIELDS: &[Field] = &[
    Field {
        name: "indicator",
        label: Text::new("金牌指示牌", "Gold indicator"),
        kind: Kind::Tile,
        when: &[],
        waits: true,
    },
    Field {
        name: "round_wind",
        label: Text::new("场风", "Round wind"),
        kind: Kind::Word(WINDS),
        when: &[],
        waits: true,
    },
    Field {
        name: "discarder",
        label: Text::new("被抢的是点杠：打牌的人", "Robbed kong of a discard: who threw it"),
        kind: Kind::Seat,
        when: &[Need::Source("rob_kong")],
        waits: false,
    },
    Field {
        name: "stakes",
        label: Text::new("桌上各家场供", "Stakes on the table"),
        kind: Kind::Numbers(400),
        when: &[],
        waits: false,
    },
];

const FIGURES: &[Choice] =
    &[choice("fu", "副", "Fu"), choice("fan", "番", "Fan"), choice("total", "点", "Points")];

/// What of the view's own part describes a win.
#[derive(Debug, Deserialize)]
pub struct Seen {
    gold: Tile,
    round_wind: Tile,
    ready: Vec<usize>,
}

impl Rulebook for Jingji {
    const BOOK: Text = Text::new(
        include_str!("../../../../docs/rules/jingji.zh.md"),
        include_str!("../../../../docs/rules/jingji.en.md"),
    );
    const EXAMPLES: &'static str = include_str!("examples.jsonl");
    const FORM: Form = Form {
        hand: 16,
        melds: &[CHOW, PUNG, KONG_DIRECT, KONG_ADDED, KONG_CONCEALED],
        sources: SOURCES,
        flags: FLAGS,
        most_flags: 3,
        fields: FIELDS,
        figures: FIGURES,
    };

    type Seen = Seen;

    fn describe(win: &Settled, seen: &Seen, description: &mut Description) {
        let robs = win.has("dealer_rob_gold") || win.has("nondealer_rob_gold");
        description.flag(win.has("kong_draw"), "kong_draw");
        description.flag(win.has("last_tile_draw") || win.has("last_discard"), "last_tile");
        description.flag(seen.ready.contains(&win.winner), "declared_ready");
        description.flag(robs, "rob_gold");
        description.flag(win.has("three_golds") && win.tile.is_none(), "opening");
        description.tiles("indicator", &[seen.gold]);
        description.tiles("round_wind", &[seen.round_wind]);
        let mut stakes = [0; Seat::MAX];
        for (from, points, clause) in &win.paid {
            if clause == "jingji.pay.stake" {
                stakes[*from] += i64::from(*points);
            }
        }
        if stakes != [0; Seat::MAX] {
            description.numbers("stakes", stakes);
        }
    }
}
