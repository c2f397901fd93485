//! What readers get of `xuezhan`: its book, example wins, and the form of its score requests.

use super::request::{CLAUSES, CODES};
use super::{Xuezhan, fans};
use crate::form::{
    Choice, Field, Flag, Form, KONG_ADDED, KONG_CONCEALED, KONG_DIRECT, Kind, PUNG, SOURCES, choice, field,
    flag,
};
use crate::rulebook::{Rulebook, texts};
use crate::settled::{Description, Settled};
use serde::de::IgnoredAny;
use sifang_options::Text;
use sifang_table::Source;

const FLAGS: &[Flag] = &[
    flag("declared_ready", &["self_draw", "discard", "rob_kong"], "报过叫", "Had declared ready"),
    flag("kong_draw", &["self_draw"], "杠后补来的牌", "The tile replaces a kong"),
    flag("kong_discard", &["discard"], "别家杠后打出的牌", "Thrown right after a kong"),
    flag("last_tile", &["self_draw", "discard"], "牌墙已摸完", "The wall is used up"),
    flag("heavenly", &["self_draw"], "天胡：庄家首轮自摸", "Heavenly: the dealer's first turn"),
    flag("earthly", &["self_draw", "discard"], "地胡：闲家首轮", "Earthly: a non-dealer's first round"),
];

const FIELDS: &[Field] = &[
    field("buried", Kind::Tiles(3), "埋的三张", "Buried tiles").in_waits(),
    field("out", Kind::Seats(2), "已经胡牌出局的人", "Seats already out"),
];

const FIGURES: &[Choice] = &[choice("total", "番", "Fan"), choice("points", "分", "Points")];

impl Rulebook for Xuezhan {
    texts!("xuezhan");

    const SOURCE: Text = Text::new(
        "《血战到底麻将规则（埋三张定缺微调版）》，原文没有版本号",
        "“Rules of blood battle mahjong (adjusted: three buried tiles)”; the source has no version number",
    );
    const FORM: Form = Form {
        hand: 10,
        melds: &[PUNG, KONG_DIRECT, KONG_ADDED, KONG_CONCEALED],
        sources: SOURCES,
        flags: FLAGS,
        most_flags: 4,
        fields: FIELDS,
        figures: FIGURES,
        unasked: &[],
        codes: CODES,
        clauses: CLAUSES,
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
