//! The fan table of `anhua` and the terms its explanations use.

use crate::catalog::{fans, terms};
use sifang_table::Term;

fans! {
    /// The fan table. The value of a fan is how often it doubles.
    F in CATALOG, FanSet(u64), "anhua.fan.";

    PingHu = "ping_hu", 0, "平胡", "Plain win",
        "没有任何大胡的普通胡牌。", "An ordinary win with nothing big in it.";
    OpeningFourKings = "opening_four_kings", 0, "起手四王", "Four kings at the start",
        "起手就有同一种王四张，牌型不限，单独计。", "Four kings of one kind in the dealt hand, in any shape; counts alone.";
    SeaBottom = "sea_bottom", 0, "海底胡", "Sea-bottom win",
        "胡最后四张之一，只作标记。", "Won on one of the last four tiles; a label only.";
    HardHand = "hard_hand", 1, "硬庄", "Hard hand",
        "没有王，或单王全按牌面本身成牌。", "No king, or single kings that all stand for themselves.";
    PureSuit = "pure_suit", 1, "清一色", "One suit",
        "除作赖子的王外全是同一花色，将不限。", "All one suit, wild kings aside; any pair will do.";
    SevenPairs = "seven_pairs", 1, "小七对", "Seven pairs",
        "门前七个对子，四张相同算两对。", "Seven pairs without melds; four of a kind are two pairs.";
    ThreeKings = "three_kings", 1, "三王", "Three kings",
        "一种王恰好三张，另一种最多两张。", "Exactly three kings of one kind, at most two of the other.";
    FourKings = "four_kings", 2, "四王", "Four kings",
        "一种王四张，另一种最多两张。", "Four kings of one kind, at most two of the other.";
    SixKings = "six_kings", 2, "六王", "Six kings",
        "两种王各三张。", "Three kings of each kind.";
    SevenKings = "seven_kings", 3, "七王", "Seven kings",
        "七张王全在手中。", "All seven kings.";
    KongDraw = "kong_draw", 1, "杠上开花", "Win on one's own kong tile",
        "开杠后胡自己翻出的杠牌。", "Won on a tile that one's own kong turned up.";
    RobKong = "rob_kong", 1, "抢杠胡", "Robbed kong",
        "胡别人过路杠的那张牌。", "Won on the tile that another adds to its pung.";
    KongDiscard = "kong_discard", 1, "杠上炮", "Win on another's kong tile",
        "胡别人开杠翻出的杠牌。", "Won on a tile that another's kong turned up.";
}

terms! {
    /// Why fans that seem to be there do not count.
    WHY;

    KINGS_AS_THEMSELVES = "kings_as_themselves", "anhua.option.wild_self_hard", "手里有王；王代本身不算硬庄（选项）", "There are kings; as themselves they do not make a hand hard (option)";
    KINGS_NOT_HARD = "kings_not_hard", "anhua.ruling.11", "三王以上不算硬庄", "Three kings or more never make a hand hard";
    OTHER_READING = "other_reading", "anhua.win.readings", "要换一种读法才有；只按最大的那一种读法算", "Only the other reading of the kings has it; the dearest reading counts alone";
    KONG_TILE_SMALL = "kong_tile_small", "anhua.option.kong_discard_big", "这里杠上炮不算大胡（选项）", "A win on another's kong tile doubles nothing here (option)";
    REAL_WIN = "real_win", "anhua.ruling.9", "这十四张真的成胡，按胡牌算", "The fourteen tiles really win, and that is paid";
}

terms! {
    /// Every term beside the fans.
    TERMS;

    PAY_SELF_DRAW = "pay_self_draw", "anhua.pay.self_draw", "自摸，其余各家付", "Self-draw: every other seat pays";
    PAY_DISCARD = "pay_discard", "anhua.pay.discard", "点炮，放炮者一家付", "Discard: the discarder alone pays";
    PAY_ROB_KONG = "pay_rob_kong", "anhua.pay.rob_kong", "抢杠，杠家一家付", "Robbed kong: the konger alone pays";
    PAY_KONG_DISCARD = "pay_kong_discard", "anhua.pay.kong_discard", "杠上炮，杠家一家付", "Kong tile: the konger alone pays";
    SMALL_WIN = "small_win", "anhua.score.total", "小胡二分", "Every win starts at 2";
    BIG_FEATURES = "big_features", "anhua.score.total", "每一大胡翻一番", "Doubled once for each big feature";
    BASE = "base", "anhua.option.base", "底分", "Base points";
    BIRDS = "birds", "anhua.pay.birds", "中鸟加倍", "Birds that hit";
    WINNER_PIAO = "winner_piao", "anhua.pay.piao", "胡家飘分", "The winner's piao";
    PAYER_PIAO = "payer_piao", "anhua.pay.piao", "付家飘分", "The payer's piao";
}

// Corrections when the match ends. No deal's explanation has them, so they are not among `TERMS`; their clauses are options'.

pub(super) static BELOW_ADD: Term =
    Term {
        id: "below_add", zh: "低分加分", en: "Added below the limit", clause: "anhua.option.below_score"
    };
pub(super) static FINAL_DOUBLE: Term = Term {
    id: "final_double",
    zh: "终局翻倍",
    en: "The final score multiplied",
    clause: "anhua.option.double_times",
};
