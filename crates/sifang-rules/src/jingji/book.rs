//! What readers get of `jingji`: its book, example wins, and the form of its score requests.

use super::request::{CLAUSES, CODES};
use super::{Jingji, fans};
use crate::form::{
    CHOW, Choice, Field, Flag, Form, KONG_ADDED, KONG_CONCEALED, KONG_DIRECT, Kind, Need, PUNG, SOURCES,
    WinningTile, choice, field, flag,
};
use crate::rulebook::{Rulebook, texts};
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
    flag("declared_ready", &["self_draw", "discard", "rob_kong"], "报过听", "Had declared ready"),
    flag("kong_draw", &["self_draw"], "杠后补来的牌", "The tile replaces a kong"),
    flag("last_tile", &["self_draw", "discard"], "牌山已摸完", "No live tile is left"),
    flag("rob_gold", &["self_draw"], "抢金：以指示牌和牌", "Robbing the gold: won on the indicator")
        .tile(WinningTile::Field("indicator")),
    flag("opening", &["self_draw"], "开金时三金倒", "Three golds at the opening").tile(WinningTile::None),
];

const FIELDS: &[Field] = &[
    field("indicator", Kind::Tile, "金牌指示牌", "Gold indicator").in_waits(),
    field("round_wind", Kind::Word(WINDS), "场风", "Round wind").in_waits(),
    field("discarder", Kind::Seat, "被抢的是点杠：打牌的人", "Robbed kong of a discard: who threw it")
        .when(&[Need::Source("rob_kong")]),
    field("stakes", Kind::Numbers(400), "桌上各家场供", "Stakes on the table"),
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
    texts!("jingji");

    const SOURCE: Text = Text::new(
        "《竞技规则》（由“改进规则”再次改进而来），原文没有版本号",
        "“Competition rules” (revised from the “improved rules”); the source has no version number",
    );
    const FORM: Form = Form {
        hand: 16,
        melds: &[CHOW, PUNG, KONG_DIRECT, KONG_ADDED, KONG_CONCEALED],
        sources: SOURCES,
        flags: FLAGS,
        most_flags: 3,
        fields: FIELDS,
        figures: FIGURES,
        unasked: &[],
        codes: CODES,
        clauses: CLAUSES,
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
