//! The fan table of `jingji`, its fu items, and the terms its explanations use.

use crate::catalog::{fans, terms};
use sifang_table::Term;

fans! {
    /// The fan table: basic, gold and chance yaku with their fan, then the fixed hands with their points.
    F in CATALOG, FanSet(u128), "jingji.fan.";

    GoldTile = "gold_tile", 1, "金牌", "Gold tile",
        "手牌（含和牌张）里每张金牌一番，当本身或代替都算。", "Each gold among the concealed tiles and the winning tile, as itself or as a stand-in.";
    RoundWind = "round_wind", 1, "场风", "Round wind",
        "场风的刻子或杠，不含代替。", "A natural triplet or kong of the round wind.";
    SeatWind = "seat_wind", 1, "自风", "Seat wind",
        "自风的刻子或杠，不含代替；与场风相同时两样都算。", "A natural triplet or kong of the own wind; adds to the round wind.";
    DragonTriplet = "dragon_triplet", 1, "中发白", "Dragon triplet",
        "每副中、发、白的刻子或杠，不含代替。", "Each natural triplet or kong of a dragon.";
    AllSimples = "all_simples", 1, "断幺九", "All simples",
        "所有牌（金牌看牌面）都不是一、九、字。", "No tile, golds by their printed face, is a 1, a 9 or an honour.";
    ConcealedHand = "concealed_hand", 1, "门前清", "Concealed hand",
        "没有吃、碰、明杠；暗杠不妨，荣和也算。", "No chi, pon or open kong; concealed kongs are allowed, discard wins count.";
    ThreeSuitChow = "three_suit_chow", 1, "三色同顺", "Three-suit chow",
        "万筒条同样数字的三副顺子，不含代替。", "The same natural chow in all three suits.";
    ThreeSuitTriplet = "three_suit_triplet", 1, "三色同刻", "Three-suit triplet",
        "万筒条同样数字的三副刻子或杠，不含代替。", "Natural triplets or kongs of one number in all three suits.";
    TwinChow = "twin_chow", 1, "一般高", "Twin chow",
        "手里每两副相同的顺子，不含吃来的和代替的。", "Each pair of equal natural chows that were not called.";
    FullStraight = "full_straight", 2, "一气通贯", "Full straight",
        "同一花色的 123、456、789 顺子，不含代替。", "Natural chows 123, 456 and 789 of one suit.";
    MixedOutside = "mixed_outside", 2, "混全带幺九", "Mixed outside hand",
        "六组都不含代替，每组都带一、九或是字牌，至少一组字牌。", "Six natural groups, each with a 1, a 9 or honours, at least one of honours.";
    PureOutside = "pure_outside", 3, "纯全带幺九", "Pure outside hand",
        "六组都不含代替，每组都带一或九，没有字牌。", "Six natural groups, each with a 1 or a 9, no honours.";
    SmallThreeDragons = "small_three_dragons", 3, "小三元", "Small three dragons",
        "两副箭刻（杠），第三种箭牌作雀头，不含代替。", "Natural triplets of two dragons and a natural pair of the third.";
    SmallFourWinds = "small_four_winds", 4, "小四喜", "Small four winds",
        "三副风刻（杠），第四种风作雀头，不含代替。", "Natural triplets of three winds and a natural pair of the fourth.";
    BigThreeDragons = "big_three_dragons", 5, "大三元", "Big three dragons",
        "中、发、白三副刻子或杠，不含代替。", "Natural triplets or kongs of all three dragons.";
    BigFourWinds = "big_four_winds", 5, "大四喜", "Big four winds",
        "东南西北四副刻子或杠，不含代替。", "Natural triplets or kongs of all four winds.";
    GoldMiddle = "gold_middle", 1, "金坎", "Gold in the middle",
        "和牌张是金牌，并以本身作顺子中间那张，两边都不是代替。", "The winning tile is a gold and, as itself, the middle of a natural chow.";
    SingleYou = "single_you", 1, "单游", "Single you-jin",
        "和牌张与一张代替它的金牌成雀头；或以金和成一对金。", "The winning tile pairs with a gold standing for it, or a gold completes a pair of golds.";
    DoubleYou = "double_you", 2, "双游", "Double you-jin",
        "和牌张与两张代替它的金牌成刻；或以金和成三张金。", "The winning tile makes a triplet with two golds standing for it, or a gold completes three golds.";
    RobKong = "rob_kong", 1, "抢杠", "Robbing a kong",
        "抢加杠，或抢别家要点杠的那张牌。", "Won on an added kong, or on a discard that another seat claimed for a kong.";
    KongDraw = "kong_draw", 1, "杠上开花", "Win on the replacement",
        "用杠后补的牌自摸。", "Self-draw of a kong's replacement tile.";
    LastTileDraw = "last_tile_draw", 1, "海底捞月", "Last tile drawn",
        "摸完牌山最后一张时自摸。", "Self-draw while no live tile is left.";
    LastDiscard = "last_discard", 1, "河底捞鱼", "Last discard",
        "牌山摸完后荣和打出的牌。", "Won on a discard while no live tile is left.";
    Ready = "ready", 1, "报听", "Ready",
        "和家已报听；它本身不算手役。", "The winner had declared ready; it is no yaku by itself.";
    DealerRobGold = "dealer_rob_gold", 48, "庄家抢金", "Dealer robs the gold",
        "庄家打出第一张后，十六张加金牌指示牌成和牌型。", "After the first discard the dealer's sixteen tiles and the indicator form a winning hand.";
    NondealerRobGold = "nondealer_rob_gold", 48, "闲家抢金", "Non-dealer robs the gold",
        "开金时，闲家十六张加金牌指示牌成和牌型。", "When the gold is turned, sixteen tiles of a non-dealer and the indicator form a winning hand.";
    ThreeGolds = "three_golds", 48, "三金倒", "Three golds",
        "开金时或自己摸牌时手里有三张金牌，不看牌型。", "Three golds in the hand at the opening or on an own draw; no shape is needed.";
    GoldenPair = "golden_pair", 64, "金雀", "Golden pair",
        "和牌型的雀头是两张金牌。", "A winning hand whose pair is two golds.";
    GoldenDragon = "golden_dragon", 128, "金龙", "Golden dragon",
        "和牌型里有三张金牌组成的刻子。", "A winning hand with a triplet of three golds.";
}

fans! {
    /// What adds to the base of the power (副), by id.
    Fu in FU_CATALOG, FuSet(u16), "jingji.fu.";

    ConcealedKong = "concealed_kong", 2, "暗杠", "Concealed kong",
        "每副暗杠。", "Each concealed kong.";
    ConcealedTriplet = "concealed_triplet", 1, "暗刻", "Concealed triplet",
        "手里每副不含代替的刻子，由荣和凑成的也算；杠不算。", "Each natural triplet that was not called, one completed by the winning discard included; no kongs.";
    ExposedKong = "exposed_kong", 1, "明杠", "Exposed kong",
        "每副点杠或加杠。", "Each direct or added kong.";
    HonorPair = "honor_pair", 1, "字牌雀头", "Honour pair",
        "雀头是两张不含代替的字牌。", "The pair is two natural honours.";
}

terms! {
    /// Why fans that seem to be there do not count.
    WHY;

    FORMULA_PAYS_MORE = "formula_pays_more", "jingji.score.choice", "按副和番算的分更高，取高的", "Fu and fan pay more, and the higher counts";
    STAND_IN = "stand_in", "jingji.win.golds", "有金牌代替，代替的不算", "A gold stands in, and stand-ins do not count";
    CALLED_CHOW = "called_chow", "jingji.ruling.12", "有一副是吃来的，要都在手里", "One of the chows was called; both must be in the hand";
    OPEN_KONG = "open_kong", "jingji.fan.concealed_hand", "明杠破了门前清，只有暗杠不妨", "An open kong opens the hand; only concealed kongs do not";
    YOU_JIN_DRAWN = "you_jin_drawn", "jingji.option.you_jin_self_draw_only", "这里游金限自摸（选项）", "You-jin must be drawn here (option)";
    GOLD_FACE = "gold_face", "jingji.ruling.8", "断幺九看金牌的牌面，金牌是幺九或字牌", "All simples looks at printed faces, and the gold is a terminal or an honour";
    OTHER_READING = "other_reading", "jingji.score.choice", "要换一种拆法才有；只按分数最高的那一种拆法算", "Only another reading of the tiles has it; the dearest reading counts alone";
}

terms! {
    /// Every term beside the fans: fu items, payments, steps.
    TERMS with &FU_CATALOG[0].term, &FU_CATALOG[1].term, &FU_CATALOG[2].term, &FU_CATALOG[3].term;

    PAY_SELF_DRAW = "pay_self_draw", "jingji.pay.self_draw", "自摸，三家平摊", "Self-draw: shared by the three others";
    PAY_DISCARD = "pay_discard", "jingji.pay.discard", "荣和，放铳者全付", "Discard: the discarder pays everything";
    PAY_ROB_KONG = "pay_rob_kong", "jingji.pay.rob_kong", "抢杠，被抢者全付", "Robbed kong: the konger pays everything";
    PAY_ROB_DISCARD_KONG = "pay_rob_discard_kong", "jingji.option.rob_discard_kong_payer", "抢点杠，放铳者全付", "Robbed discard kong: the discarder pays everything";
    PAY_STAKE = "pay_stake", "jingji.pay.stake", "场供归和家", "Ready stakes go to the winner";
    PAY_PENALTY = "pay_penalty", "jingji.pay.penalty", "报听无役，赔每家四点", "Ready win without yaku: four points to each";
    PAY_DRAW = "pay_draw", "jingji.pay.draw", "流局，未听者赔听牌者", "Exhaustive draw: the others pay those who wait";
    BASE_FU = "base_fu", "jingji.score.fu", "底副", "Base fu";
    POWER = "power", "jingji.score.power", "副的番次方", "Fu to the power of fan";
    CAP = "cap", "jingji.score.cap", "封顶", "Cap";
    ROUND_UP = "round_up", "jingji.score.round_up", "自摸进到三的倍数", "Self-draw rounds up to a multiple of three";
    SHARE = "share", "jingji.score.share", "三家各付三分之一", "Each of three pays a third";
}

/// Why stakes left at the end of a match move. Not among `TERMS`: no hand's explanation uses it.
pub(super) static MATCH_STAKES: Term = Term {
    id: "match_stakes",
    zh: "终局场供归首位",
    en: "Stakes left at the end go to the leader",
    clause: "jingji.pay.match_stakes",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fu_items_are_terms() {
        assert!(FU_CATALOG.iter().zip(TERMS).all(|(item, term)| item.term == **term));
    }

    #[test]
    fn ids_and_clauses_are_unique() {
        let terms = || CATALOG.iter().map(|f| &f.term).chain(TERMS.iter().copied());
        let ids: std::collections::BTreeSet<_> = terms().map(|t| t.id).collect();
        assert_eq!(ids.len(), terms().count());
        assert!(terms().all(|t| t.clause.starts_with("jingji.") && !t.zh.is_empty() && !t.en.is_empty()));
    }
}
