//! The fan table of `hongzhong`, counted fans in one word, and the terms its payments are explained with.

use crate::catalog::{fans, terms};

fans! {
    /// The fan table.
    F in CATALOG, FanSet(u64), "hongzhong.fan.";

    AllTriplets = "all_triplets", 1, "对对胡", "All triplets",
        "三坎都是刻子或杠；已算将对对或带幺九时不算。", "All three sets are triplets or kongs; not beside 2-5-8 triplets or terminals in every set.";
    BaseWin = "base_win", 1, "鸡胡", "Basic win",
        "凡胡牌都有；天胡、地胡除外。", "Every win has it, except heavenly and earthly wins.";
    Declared = "declared", 2, "报胡", "Declared ready",
        "胡家报过胡或报过请胡。", "The winner had declared ready, or ready to ask.";
    DeclaredKong = "declared_kong", 1, "报胡杠", "Kong after declaring",
        "报胡之后每开一杠，最多三杠。", "Each kong made after declaring ready, three at most.";
    Earthly = "earthly", 6, "地胡", "Earthly win",
        "报过胡的闲家没有碰杠，第一次摸牌就胡，或胡庄家打出（问出）的第一张牌；不再计别的番。",
        "A declared non-dealer without melds wins on its first draw or on the dealer's first thrown or asked tile; nothing else counts.";
    FivePairs = "five_pairs", 2, "五对（请胡）", "Five pairs by asking",
        "五对请胡，打出问的牌无人胡。", "Five pairs, won by asking with a tile that nobody took.";
    Heavenly = "heavenly", 6, "天胡", "Heavenly win",
        "庄家起手十一张即胡，或首先请胡而无人抓；不再计别的番。",
        "The dealer wins with the eleven dealt tiles as its first action, or asks first and is not caught; nothing else counts.";
    JiangTriplets = "jiang_triplets", 5, "将对对", "2-5-8 triplets",
        "对对胡，每张牌都是二、五、八。", "All triplets, and every tile is a 2, 5 or 8.";
    Ka456 = "ka_456", 1, "456卡", "4-5-6 sequence",
        "自摸：每副四五六各算一个；炮胡、抢杠：只在胡的五夹在四六中间时算一个。",
        "Self-draw: each 4-5-6. On another seat's tile: one, only if it is the 5 between 4 and 6.";
    KongDiscard = "kong_discard", 1, "杠上炮", "Kong discard",
        "胡别家杠后补牌打出的牌。", "Won on a tile thrown in a turn in which its owner drew for a kong.";
    KongDraw = "kong_draw", 1, "杠上花", "Kong draw",
        "用自己杠后补的牌自摸。", "Self-draw of the tile drawn for one's own kong.";
    LastDiscard = "last_discard", 1, "海底炮", "Last discard",
        "胡摸到最后一张牌的人打出（问出）的牌。", "Won on the tile thrown or asked by whoever drew the last tile.";
    LastDraw = "last_draw", 1, "海底花", "Last draw",
        "用最后一张牌自摸，或摸最后一张牌请胡成功。", "Self-draw, or an ask nobody took, on the last tile.";
    NoTerminals = "no_terminals", 1, "断幺九", "No terminals",
        "手牌和碰杠里没有一、九；请胡只看五对的十张。", "No 1 or 9 in hand and melds; for five pairs the ten tiles count.";
    OutsideHand = "outside_hand", 4, "带幺九", "Terminals in every set",
        "每一坎和对子都带一或九。", "Every set and the pair contain a 1 or 9.";
    PureSuit = "pure_suit", 2, "清一色", "One suit",
        "手牌和碰杠同一花色；请胡只看五对的十张。", "Hand and melds in one suit; for five pairs the ten tiles count.";
    RobKong = "rob_kong", 1, "抢杠胡", "Robbing a kong",
        "胡别家面下杠加的那张牌。", "Won on the tile another seat adds to its pung.";
    Root = "root", 1, "勾（根）", "Root",
        "每有四张相同的牌（杠与未杠都算），最多三勾。", "Each four of a kind, konged or not, three at most.";
}

terms! {
    /// Why fans that seem to be there do not count.
    WHY;

    OTHER_READING = "other_reading", "hongzhong.book.fans", "要换一种拆法才有；只按番数最多的那一种拆法算", "Only another reading of the tiles has it; the reading with the most fan counts alone";
    NO_FORM = "no_form_reading", "hongzhong.win.form", "那种读法没有番型，不能炮胡这张牌（选项）", "The reading that has it has no form and may not take this tile (option)";
    ONLY_TRIPLETS = "only_triplets", "hongzhong.option.terminal_triplets", "幺九的对对胡在这里只算对对胡（选项）", "Triplets of terminals count only as all triplets here (option)";
    NOT_THE_FIVE = "not_the_five", "hongzhong.fan.ka_456", "胡别家的牌，要胡中间的五才算卡", "On another's tile it counts only if the 5 between 4 and 6 was won on";
    KONG_ONCE = "kong_once", "hongzhong.option.declared_kong_also_root", "报胡后的杠在这里只算报胡杠（选项）", "A kong after declaring counts only as such here (option)";
    WILD_ROOT = "wild_root", "hongzhong.option.wild_makes_root", "红中在这里不能凑勾（选项）", "Red dragons complete no root here (option)";
    FIVE_COPIES = "five_copies", "hongzhong.ruling.14", "连红中有五张，恰好四张才算勾", "With red dragons there are five copies; a root is exactly four";
}

terms! {
    /// Every term beside the fans: what payments and their steps are called.
    TERMS;

    PAY_SELF_DRAW = "pay_self_draw", "hongzhong.pay.self_draw", "自摸，未胡各家付", "Self-draw: every seat still playing pays";
    PAY_ASK = "pay_ask", "hongzhong.pay.ask", "请胡无人抓，未胡各家付", "Ask nobody took: every seat still playing pays";
    PAY_DISCARD = "pay_discard", "hongzhong.pay.discard", "点炮，放炮者一家付", "Discard: the discarder alone pays";
    PAY_CAUGHT_ASK = "pay_caught_ask", "hongzhong.pay.caught_ask", "抓请胡，请胡者一家付", "Caught ask: the asker alone pays";
    PAY_ROB_KONG = "pay_rob_kong", "hongzhong.pay.rob_kong", "抢杠，杠家一家付", "Robbed kong: the konger alone pays";
    PAY_KONG_DIRECT = "pay_kong_direct", "hongzhong.pay.kong_direct", "直杠，引杠者一家付", "Direct kong: the discarder alone pays";
    PAY_KONG_ADDED = "pay_kong_added", "hongzhong.pay.kong_added", "面下杠，未胡各家付", "Added kong: every seat still playing pays";
    PAY_KONG_CONCEALED = "pay_kong_concealed", "hongzhong.pay.kong_concealed", "下雨，未胡各家付", "Concealed kong: every seat still playing pays";
    PAY_DRAW = "pay_draw", "hongzhong.pay.not_ready", "查大叫，未听牌的赔听牌的", "Draw: who is not ready pays who is";
    PAY_REFUND = "pay_refund", "hongzhong.pay.kong_refund", "退杠，未听牌的退回杠分", "Draw: who is not ready returns its kong money";
    BASE = "base", "hongzhong.option.base", "底分", "Base points";
    CATCH_READY = "catch_ready", "hongzhong.catch.ready", "抓报胡", "Catching a declared seat";
    CATCH_READY_ASK = "catch_ready_ask", "hongzhong.catch.ready_ask", "抓报请胡", "Catching a seat declared to ask";
    CATCH_ASK = "catch_ask", "hongzhong.catch.ask", "抓请胡", "Catching an ask";
    CAP = "cap", "hongzhong.option.max_fan", "封顶", "Fan cap";
    FIRST_FAN = "first_fan", "hongzhong.score.multiplier", "一番为一倍", "One fan is a single multiple";
    MULTIPLIER = "multiplier", "hongzhong.score.multiplier", "每多一番翻一倍", "Each further fan doubles";
    SELF_DRAW_BONUS = "self_draw_bonus", "hongzhong.pay.self_draw_bonus", "自摸加两倍底分", "Self-draw bonus: twice the base";
    BEST_FAN = "best_fan", "hongzhong.pay.not_ready", "听牌家可能的最大番数", "The most the ready hand could win with";
    KONG_DIRECT = "kong_direct", "hongzhong.pay.kong_direct", "直杠两倍", "Direct kong: twice";
    KONG_ADDED = "kong_added", "hongzhong.pay.kong_added", "面下杠一倍", "Added kong: once";
    KONG_CONCEALED = "kong_concealed", "hongzhong.pay.kong_concealed", "下雨两倍", "Concealed kong: twice";
}
