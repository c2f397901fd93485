//! What `xuezhan` tells readers: its book, example wins, and the form of its score requests.

use super::Xuezhan;
use crate::form::{
    Choice, Field, Flag, Form, KONG_ADDED, KONG_CONCEALED, KONG_DIRECT, Kind, PUNG, SOURCES, WinningTile,
    choice,
};
use crate::rulebook::Rulebook;
use crate::settled::{Description, Settled};
use serde::de::IgnoredAny;
use sifang_options::Text;
use sifang_table::Source;

const FLAGS: &[Flag] = &[
    Flag {
        name: "declared_ready",
        label: Text::new("报过叫", "Had declared ready"),
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
        name: "kong_discard",
        label: Text::new("别家杠后打出的牌", "Thrown right after a kong"),
        sources: &["discard"],
        tile: WinningTile::Given,
    },
    Flag {
        name: "last_tile",
        label: Text::new("牌墙已摸完", "The wall is used up"),
        sources: &["self_draw", "discard"],
        tile: WinningTile::Given,
    },
    Flag {
        name: "heavenly",
        label: Text::new("天胡：庄家首轮自摸", "Heavenly: the dealer's first turn"),
        sources: &["self_draw"],
        tile: WinningTile::Given,
    },
    Flag {
        name: "earthly",
        label: Text::new("地胡：闲家首轮", "Earthly: a non-dealer's first round"),
        sources: &["self_draw", "discard"],
        tile: WinningTile::Given,
    },
];

const FIELDS: &[Field] = &[
    Field {
        name: "buried",
        label: Text::new("埋的三张", "Buried tiles"),
        kind: Kind::Tiles(3),
        when: &[],
        waits: true,
    },
    Field {
        name: "out",
        label: Text::new("已经胡牌出局的人", "Seats already out"),
        kind: Kind::Seats(2),
        when: &[],
        waits: false,
    },
];

const FIGURES: &[Choice] = &[choice("total", "番", "Fan"), choice("points", "分", "Points")];

impl Rulebook for Xuezhan {
    const BOOK: Text = Text::new(
        include_str!("../../../../docs/rules/xuezhan.zh.md"),
        include_str!("../../../../docs/rules/xuezhan.en.md"),
    );
    const EXAMPLES: &'static str = include_str!("examples.jsonl");
    const FORM: Form = Form {
        hand: 10,
        melds: &[PUNG, KONG_DIRECT, KONG_ADDED, KONG_CONCEALED],
        sources: SOURCES,
        flags: FLAGS,
        most_flags: 4,
        fields: FIELDS,
        figures: FIGURES,
    };

    type Seen = IgnoredAny;

    fn describe(win: &Settled, _seen: &IgnoredAny, description: &mut Description) {
        for flag in FLAGS {
            description.flag(win.has(flag.name), flag.name);
        }
        description.tiles("buried", &win.aside("buried"));
        if win.source == Source::SelfDraw {
            description.numbers("out", win.before.iter().map(|seat| *seat as i64));
        }
    }
}
