//! The fan table of `wuxi`, the terms its explanations use, and which fan removes which.

use crate::catalog::{fans, terms};

fans! {
    /// The fan table.
    F in CATALOG, FanSet(u128), "wuxi.fan.";

    EightImmortals = "eight_immortals", 16, "八仙过海", "Eight immortals",
        "亮出第八张花时当即胡牌，不看牌型。", "Won at the moment the eighth flower is shown; the tiles do not matter.";
    BigThreeDragons = "big_three_dragons", 16, "大三元", "Big three dragons",
        "中、发、白三副刻子或杠。", "Triplets or kongs of all three dragons.";
    BigFourWinds = "big_four_winds", 16, "大四喜", "Big four winds",
        "东南西北四副刻子或杠。", "Triplets or kongs of all four winds.";
    SmallFourWinds = "small_four_winds", 16, "小四喜", "Small four winds",
        "三副风刻（杠），第四种风作将。", "Triplets or kongs of three winds, the fourth as the pair.";
    AllGreen = "all_green", 16, "绿一色", "All green",
        "全部由二三四六八条和发组成，牌型不限。", "Only 2, 3, 4, 6, 8 of bamboo and green dragons, in any shape.";
    AllHonors = "all_honors", 16, "字一色", "All honours",
        "四副刻子（杠）和将全是字牌。", "Four triplets or kongs and a pair, all honours.";
    ThirteenOrphans = "thirteen_orphans", 16, "十三幺", "Thirteen orphans",
        "十三种幺九字牌各一张，其中一种再有一张。", "One of each terminal and honour, and one of them twice.";
    NineGates = "nine_gates", 16, "九莲宝灯", "Nine gates",
        "门前十三张为同花色 1112345678999，再胡同花色任一张。", "Closed 1112345678999 of one suit before the winning tile of that suit.";
    HeavenlyHand = "heavenly_hand", 16, "天和", "Heavenly hand",
        "庄家起手十四张（补花后）即胡。", "The dealer wins on the dealt tiles, flowers replaced.";
    EarthlyHand = "earthly_hand", 16, "地和", "Earthly hand",
        "闲家未动过手牌，第一次摸牌即自摸。", "A non-dealer with an untouched hand wins on its first draw.";
    FullFlush = "full_flush", 8, "清一色", "Full flush",
        "全部同一花色，没有字牌。", "All tiles of one suit, no honours.";
    SevenPairs = "seven_pairs", 8, "七对子", "Seven pairs",
        "门前七个对子。", "Seven pairs, no melds.";
    WinOnKongDraw = "win_on_kong_draw", 4, "杠上开花", "Win on a kong's replacement",
        "用杠后直接补到的牌自摸；中间补过花则不算。", "Self-draw of the tile that directly replaces a kong; a flower in between voids it.";
    SmallThreeDragons = "small_three_dragons", 4, "小三元", "Small three dragons",
        "两副箭刻（杠），第三种箭牌作将。", "Triplets or kongs of two dragons, the third as the pair.";
    ThreeColorTriplets = "three_color_triplets", 4, "三色同刻", "Three-colour triplets",
        "万筒条同一数字的三副刻子（杠）。", "Triplets or kongs of one number in all three suits.";
    ThreeColorSequences = "three_color_sequences", 4, "三色同顺", "Three-colour sequences",
        "万筒条同样的三副顺子。", "The same sequence in all three suits.";
    PureStraight = "pure_straight", 4, "清龙", "Pure straight",
        "同一花色的 123、456、789。", "123, 456 and 789 of one suit.";
    AllTriplets = "all_triplets", 2, "对对和", "All triplets",
        "四副全是刻子或杠。", "All four sets are triplets or kongs.";
    HalfFlush = "half_flush", 2, "混一色", "Half flush",
        "一种花色加字牌。", "One suit and at least one honour.";
    BigCrane = "big_crane", 2, "大吊车", "Big crane",
        "四副都已吃碰杠下，单吊将牌。", "Four sets laid down, won on the pair.";
    SelfDraw = "self_draw", 1, "自摸", "Self-draw",
        "自摸；默认只在没有别的番时算。", "Self-draw; by default only when no other fan counts.";
    ConcealedHand = "concealed_hand", 1, "门前清", "Concealed hand",
        "没有吃、碰、明杠；暗杠不妨。", "No chow, pung or open kong; concealed kongs are allowed.";
    AllSimples = "all_simples", 1, "断幺九", "All simples",
        "没有一、九和字牌。", "No ones, nines or honours.";
    AllSequences = "all_sequences", 1, "平和", "All sequences",
        "四副顺子，数字牌作将，两面听牌。", "Four sequences, a suited pair, won from a two-sided wait.";
    TwinSequences = "twin_sequences", 1, "一杯口", "Twin sequences",
        "每两副相同的顺子算一次。", "Each pair of equal sequences.";
    ChickenHand = "chicken_hand", 1, "鸡胡", "Chicken hand",
        "没有任何番时补足一番。", "Stands in when no fan counts.";
}

/// (fan, what it removes): written in the source text.
pub(super) const EXCLUDES: &[(F, F)] = &[
    (F::BigFourWinds, F::AllTriplets),
    (F::AllHonors, F::AllTriplets),
    (F::AllGreen, F::HalfFlush),
    (F::NineGates, F::FullFlush),
    (F::SevenPairs, F::ConcealedHand),
    (F::WinOnKongDraw, F::SelfDraw),
];

/// (fan, what it implies): removed too unless `literal_stacking` is on.
/// Clause: `wuxi.ruling.5`.
pub(super) const IMPLIES: &[(F, F)] = &[
    (F::ThirteenOrphans, F::ConcealedHand),
    (F::NineGates, F::ConcealedHand),
    (F::HeavenlyHand, F::ConcealedHand),
    (F::EarthlyHand, F::ConcealedHand),
    (F::HeavenlyHand, F::SelfDraw),
    (F::EarthlyHand, F::SelfDraw),
];

terms! {
    /// Why fans that seem to be there do not count.
    WHY;

    OTHER_READING = "other_reading", "wuxi.score.points", "要换一种拆法才有；只按分数最高的那一种拆法算", "Only another reading of the tiles has it; the dearest reading counts alone";
    OPEN_KONG = "open_kong", "wuxi.fan.concealed_hand", "明杠破了门前清，只有暗杠不妨", "An open kong opens the hand; only concealed kongs do not";
    NOT_TWO_SIDED = "not_two_sided", "wuxi.score.two_sided", "不是两面听", "The wait was not two-sided";
    HONOR_PAIR = "honor_pair", "wuxi.fan.all_sequences", "将是字牌", "The pair is of honours";
    OTHER_WAIT = "other_wait", "wuxi.option.nine_gates_any_wait", "听的不是九面（选项）", "The wait was not the nine-sided one (option)";
    HONOR_PAIRS = "honor_pairs", "wuxi.score.honor_pairs", "全是字牌的七对只算七对子", "Seven pairs of honours are only seven pairs";
    SELF_DRAW_ALONE = "self_draw_alone", "wuxi.option.self_draw_fan", "自摸只在没有别的番时算（选项）", "Self-draw counts only when no other fan does (option)";
}

terms! {
    /// Every term beside the fans.
    TERMS;

    PAY_SELF_DRAW = "pay_self_draw", "wuxi.pay.self_draw", "自摸，三家各付", "Self-draw: each of the others pays";
    PAY_DISCARD = "pay_discard", "wuxi.pay.discard", "点炮，放炮者一家付", "Discard: the discarder alone pays";
    PAY_ROB_KONG = "pay_rob_kong", "wuxi.pay.rob_kong", "抢杠，杠家一家付", "Robbed kong: the konger alone pays";
    BASE = "base", "wuxi.option.base", "底分", "Base points";
    FAN_TOTAL = "fan_total", "wuxi.score.points", "番数相加", "Fans added up";
    SHOWN_FLOWERS = "shown_flowers", "wuxi.flowers.shown", "亮出的花牌", "Shown flowers";
    HONOR_PUNG = "honor_pung", "wuxi.flowers.honor_pung", "字牌碰出", "Exposed honour triplet";
    HONOR_TRIPLET = "honor_triplet", "wuxi.flowers.honor_triplet", "字牌暗刻", "Concealed honour triplet";
    HONOR_TRIPLET_WON = "honor_triplet_won", "wuxi.flowers.honor_triplet_won", "字牌刻子由点炮凑成", "Honour triplet completed by the discard";
    HONOR_KONG = "honor_kong", "wuxi.flowers.honor_kong", "字牌明杠", "Open honour kong";
    HONOR_KONG_CONCEALED = "honor_kong_concealed", "wuxi.flowers.honor_kong_concealed", "字牌暗杠", "Concealed honour kong";
    SUIT_KONG = "suit_kong", "wuxi.flowers.suit_kong", "数字牌明杠", "Open suit kong";
    SUIT_KONG_CONCEALED = "suit_kong_concealed", "wuxi.flowers.suit_kong_concealed", "数字牌暗杠", "Concealed suit kong";
    BASE_FLOWER = "base_flower", "wuxi.flowers.base", "底花", "Base flower";
}
