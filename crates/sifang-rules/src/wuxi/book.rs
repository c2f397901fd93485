//! What `wuxi` tells readers: its book, example wins, and the form of its score requests.

use super::Wuxi;
use super::request::CODES;
use crate::form::{
    CHOW, Choice, Field, Flag, Form, KONG_ADDED, KONG_CONCEALED, KONG_DIRECT, Kind, PUNG, SOURCES,
    WinningTile, choice, field, flag,
};
use crate::rulebook::Rulebook;
use crate::settled::{Description, Settled};
use serde::de::IgnoredAny;
use sifang_options::Text;

const FLAGS: &[Flag] = &[
    flag("kong_draw", &["self_draw"], "杠上补来的牌", "The tile replaces a kong"),
    flag("heavenly", &["self_draw"], "天和：庄家起手即和", "Heavenly: the dealt hand wins"),
    flag("earthly", &["self_draw"], "地和：闲家首摸即和", "Earthly: won on the first draw"),
    flag("eight_flowers", &["self_draw"], "亮出第八张花当即胡", "Won by showing the eighth flower")
        .tile(WinningTile::None),
];

const FIELDS: &[Field] = &[field("flowers", Kind::Flowers, "亮出的花", "Shown flowers").in_waits()];

const FIGURES: &[Choice] = &[
    choice("total", "番", "Fan"),
    choice("flowers", "花", "Flowers"),
    choice("points", "每家付", "Each payer"),
];

impl Rulebook for Wuxi {
    const BOOK: Text = Text::new(
        include_str!("../../../../docs/rules/wuxi.zh.md"),
        include_str!("../../../../docs/rules/wuxi.en.md"),
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
        unasked: &[],
        codes: CODES,
    };

    type Seen = IgnoredAny;

    fn describe(win: &Settled, _seen: &IgnoredAny, description: &mut Description) {
        description.flag(win.has("win_on_kong_draw"), "kong_draw");
        description.flag(win.has("heavenly_hand"), "heavenly");
        description.flag(win.has("earthly_hand"), "earthly");
        description.flag(win.has("eight_immortals"), "eight_flowers");
        description.tiles("flowers", &win.aside("flower"));
    }
}
