//! What `wuxi` tells readers: its book, example wins, and the form of its score requests.

use super::Wuxi;
use crate::form::{
    CHOW, Choice, Field, Flag, Form, KONG_ADDED, KONG_CONCEALED, KONG_DIRECT, Kind, PUNG, SOURCES,
    WinningTile, choice,
};
use crate::rulebook::Rulebook;
use crate::settled::{Description, Settled};
use serde::de::IgnoredAny;
use sifang_options::Text;

const FLAGS: &[Flag] = &[
    Flag {
        name: "kong_draw",
        label: Text::new("杠上补来的牌", "The tile replaces a kong"),
        sources: &["self_draw"],
        tile: WinningTile::Given,
    },
    Flag {
        name: "heavenly",
        label: Text::new("天和：庄家起手即和", "Heavenly: the dealt hand wins"),
        sources: &["self_draw"],
        tile: WinningTile::Given,
    },
    Flag {
        name: "earthly",
        label: Text::new("地和：闲家首摸即和", "Earthly: won on the first draw"),
        sources: &["self_draw"],
        tile: WinningTile::Given,
    },
    Flag {
        name: "eight_flowers",
        label: Text::new("亮出第八张花当即胡", "Won by showing the eighth flower"),
        sources: &["self_draw"],
        tile: WinningTile::None,
    },
];

const FIELDS: &[Field] = &[Field {
    name: "flowers",
    label: Text::new("亮出的花", "Shown flowers"),
    kind: Kind::Flowers,
    when: &[],
    waits: true,
}];

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
