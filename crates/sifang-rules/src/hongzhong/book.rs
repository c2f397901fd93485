//! What `hongzhong` tells readers: its book, example wins, and the form of its score requests.

use super::Hongzhong;
use crate::form::{
    Choice, Field, Flag, Form, KONG_ADDED, KONG_CONCEALED, KONG_DIRECT, Kind, PUNG, SOURCES, WinningTile,
    choice,
};
use crate::rulebook::Rulebook;
use crate::settled::{Description, Fact, Settled};
use serde::Deserialize;
use sifang_options::Text;
use sifang_table::{Declaration, Source};

const DECLARED: &[Choice] = &[
    choice("none", "未报", "None"),
    choice("ready", "报胡", "Ready"),
    choice("ready_ask", "报请胡", "To ask"),
];

const FLAGS: &[Flag] = &[
    Flag {
        name: "ask",
        label: Text::new(
            "五对请胡（所胡的牌是问出的牌）",
            "Five pairs by asking (the tile is the asked one)",
        ),
        sources: &["self_draw"],
        tile: WinningTile::Given,
    },
    Flag {
        name: "caught_ask",
        label: Text::new("抓请胡：胡别家问出的牌", "Won on an asked tile"),
        sources: &["discard"],
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
        label: Text::new("最后一张牌", "The last tile"),
        sources: &["self_draw", "discard"],
        tile: WinningTile::Given,
    },
    Flag {
        name: "heavenly",
        label: Text::new("天胡：庄家起手", "Heavenly: the dealer's dealt tiles"),
        sources: &["self_draw"],
        tile: WinningTile::Given,
    },
    Flag {
        name: "earthly",
        label: Text::new("地胡：报过的闲家首张", "Earthly: a declared non-dealer's first tile"),
        sources: &["self_draw", "discard"],
        tile: WinningTile::Given,
    },
];

const FIELDS: &[Field] = &[
    Field {
        name: "declared",
        label: Text::new("各家报胡", "Declarations"),
        kind: Kind::Words(DECLARED),
        when: &[],
        waits: true,
    },
    Field {
        name: "declared_kongs",
        label: Text::new("报后开的杠", "Kongs since declaring"),
        kind: Kind::Numbers(4),
        when: &[],
        waits: false,
    },
    Field {
        name: "out",
        label: Text::new("已经胡牌的人", "The seat that has won"),
        kind: Kind::Seats(1),
        when: &[],
        waits: false,
    },
];

const FIGURES: &[Choice] = &[
    choice("total", "番", "Fan"),
    choice("self_draw", "自摸番", "Fan by self-draw"),
    choice("discard", "点炮番", "Fan on a discard"),
    choice("ask", "请胡番", "Fan by asking"),
];

/// What of the view's own part describes a win.
#[derive(Debug, Deserialize)]
pub struct Seen {
    declared: Vec<Option<Declaration>>,
    declared_kongs: Vec<i64>,
}

impl Rulebook for Hongzhong {
    const BOOK: Text = Text::new(
        include_str!("../../../../docs/rules/hongzhong.zh.md"),
        include_str!("../../../../docs/rules/hongzhong.en.md"),
    );
    const EXAMPLES: &'static str = include_str!("examples.jsonl");
    const FORM: Form = Form {
        hand: 10,
        melds: &[PUNG, KONG_DIRECT, KONG_ADDED, KONG_CONCEALED],
        sources: SOURCES,
        flags: FLAGS,
        most_flags: 5,
        fields: FIELDS,
        figures: FIGURES,
    };

    type Seen = Seen;

    fn describe(win: &Settled, seen: &Seen, description: &mut Description) {
        let caught = win.paid.iter().any(|(_, _, clause)| clause == "hongzhong.pay.caught_ask");
        let asked = win.paid.iter().any(|(_, _, clause)| clause == "hongzhong.pay.ask");
        description.flag(asked, "ask");
        description.flag(caught, "caught_ask");
        for name in ["kong_draw", "kong_discard", "heavenly", "earthly"] {
            description.flag(win.has(name), name);
        }
        description.flag(win.has("last_draw") || win.has("last_discard"), "last_tile");
        if seen.declared.iter().any(Option::is_some) {
            let word = |declared: &Option<Declaration>| match declared {
                None => "none",
                Some(Declaration::Ready) => "ready",
                Some(Declaration::ReadyAsk) => "ready_ask",
            };
            description.fields.insert("declared", Fact::Words(seen.declared.iter().map(word).collect()));
            description.numbers("declared_kongs", seen.declared_kongs.iter().copied());
        }
        if win.source == Source::SelfDraw {
            description.numbers("out", win.before.iter().map(|seat| *seat as i64));
        }
    }
}
