//! Options of `jingji` (clause `jingji.option.*`).

use sifang_options::options;

options! {
    /// Options of 竞技规则.
    pub struct JingjiOptions {
        start_points: i32 in 50..=1000 = 200 {
            zh: "起始点数", "开赛时每家的点数。";
            en: "Starting points", "Points of each seat when the match begins.";
            group: "match"; clause: "jingji.option.start_points";
        },
        rounds: i32 in 1..=4 = 4 {
            zh: "圈数", "打几圈：4 为全庄，2 为东南两圈，1 为只打东圈。";
            en: "Rounds", "How many rounds: 4 is a full match, 2 East and South, 1 East only.";
            group: "match"; clause: "jingji.option.rounds";
        },
        min_fan: i32 in 0..=1 = 0 {
            zh: "起和番数", "1：没有手役不能和牌；0：无役也可和。";
            en: "Minimum fan", "1: a hand without yaku may not win; 0: it may.";
            group: "win"; clause: "jingji.option.min_fan";
        },
        stake_on_draw: StakeOnDraw = Carry {
            Carry = "carry": zh "留给下一位和家", en "stay for the next winner";
            Refund = "refund": zh "退还本人", en "go back to their owners";
            zh: "无人和牌时的场供", "流局或罚点之后，桌上的场供怎么办。";
            en: "Ready stakes without a winner", "What happens to the stakes after a draw or a penalty.";
            group: "score"; clause: "jingji.option.stake_on_draw";
        },
        rob_discard_kong_payer: RobDiscardKongPayer = Konger {
            Konger = "konger": zh "被抢的杠家", en "the robbed konger";
            Discarder = "discarder": zh "打出那张牌的人", en "the discarder";
            zh: "抢点杠谁付", "点杠被抢和时由谁付点。";
            en: "Payer of a robbed discard kong", "Who pays when the kong of a discard is robbed.";
            group: "kong"; clause: "jingji.option.rob_discard_kong_payer";
        },
        you_jin_self_draw_only: bool = false {
            zh: "游金限自摸", "开：单游、双游只在自摸时计番（荣和仍可和）。";
            en: "You-jin on self-draw only", "On: single and double you-jin count on a self-draw only; the win stays legal.";
            group: "score"; clause: "jingji.option.you_jin_self_draw_only";
        },
        gold_discard: bool = true {
            zh: "可打金牌", "关：手里还有别的牌时不能打出金牌；报听后摸到的除外。";
            en: "Golds may be discarded", "Off: no gold may be thrown while another tile is held, except the one that a ready seat draws.";
            group: "table"; clause: "jingji.option.gold_discard";
        },
        bust_ends_match: bool = false {
            zh: "击飞结束", "开：有人点数低于零，比赛即结束。";
            en: "Bust ends the match", "On: the match ends when a seat falls below zero.";
            group: "match"; clause: "jingji.option.bust_ends_match";
        },
    }
}
