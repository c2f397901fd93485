//! What readers get of `wuxi`: its book, example wins, and the form of its score requests.

use super::request::{CLAUSES, CODES};
use super::{Wuxi, fans};
use crate::form::{
    CHOW, Choice, Field, Flag, Form, KONG_ADDED, KONG_CONCEALED, KONG_DIRECT, Kind, PUNG, SOURCES,
    WinningTile, choice, field, flag,
};
use crate::rulebook::{Rulebook, texts};
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
    texts!("wuxi");

    const SOURCE: Text = Text::new(
        "《白相相 · 改良无锡麻将》，万金著，0.2 版，2024 年 8 月 24 日",
        "“Improved Wuxi mahjong” by Wan Jin, version 0.2, 24 August 2024",
    );
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
        clauses: CLAUSES,
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
