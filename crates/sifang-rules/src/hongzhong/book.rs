//! What readers get of `hongzhong`: its book, example wins, and the form of its score requests.

use super::Hongzhong;
use super::fans::{self, F};
use super::options::HongzhongOptions;
use super::request::{CLAUSES, CODES};
use crate::form::{
    Choice, Field, Flag, Form, KONG_ADDED, KONG_CONCEALED, KONG_DIRECT, Kind, PUNG, SOURCES, choice, field,
    flag,
};
use crate::rulebook::{Rulebook, texts};
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
    flag(
        "ask",
        &["self_draw"],
        "五对请胡（所胡的牌是问出的牌）",
        "Five pairs by asking (the tile is the asked one)",
    ),
    flag("caught_ask", &["discard"], "抓请胡：胡别家问出的牌", "Won on an asked tile"),
    flag("kong_draw", &["self_draw"], "杠后补来的牌", "The tile replaces a kong"),
    flag("kong_discard", &["discard"], "别家杠后打出的牌", "Thrown right after a kong"),
    flag("last_tile", &["self_draw", "discard"], "最后一张牌", "The last tile"),
    flag("heavenly", &["self_draw"], "天胡：庄家起手", "Heavenly: the dealer's dealt tiles"),
    flag(
        "earthly",
        &["self_draw", "discard"],
        "地胡：报过的闲家首张",
        "Earthly: a declared non-dealer's first tile",
    ),
];

const FIELDS: &[Field] = &[
    field("declared", Kind::Words(DECLARED), "各家报胡", "Declarations").in_waits().lenient(),
    field("declared_kongs", Kind::Numbers(4), "报后开的杠", "Kongs since declaring").lenient(),
    field("out", Kind::Seats(1), "已经胡牌的人", "The seat that has won"),
];

/// Only for waits: the hand's own asked tile was won on.
const UNASKED: &[Field] = &[field("locked", Kind::Flag, "请的牌已被抓", "The asked tile was won on")];

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
    texts!("hongzhong");

    const SOURCE: Text = Text::new(
        "《红中断勾卡游戏规则》，原文没有版本号",
        "“Rules of the game Hongzhong Duangouka”; the source has no version number",
    );
    const FORM: Form = Form {
        hand: 10,
        melds: &[PUNG, KONG_DIRECT, KONG_ADDED, KONG_CONCEALED],
        sources: SOURCES,
        flags: FLAGS,
        most_flags: 5,
        fields: FIELDS,
        figures: FIGURES,
        unasked: UNASKED,
        codes: CODES,
        clauses: CLAUSES,
    };

    type Seen = Seen;

    fn combination(fans: &[&str]) -> Option<i32> {
        let value = |id: &&str| Some(F::ALL.iter().find(|fan| fan.id() == *id)?.fan().value);
        let total: i32 = fans.iter().map(value).sum::<Option<i32>>()?;
        Some(total.min(HongzhongOptions::default().max_fan))
    }

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
