//! Options of `xuezhan` (clause `xuezhan.option.*`).

use sifang_options::options;

options! {
    /// Options of 血战到底·埋三张定缺.
    pub struct XuezhanOptions {
        base: i32 in 1..=1000 = 1 {
            zh: "底分", "所有分数的倍数。";
            en: "Base points", "Multiplies every amount.";
            group: "score"; clause: "xuezhan.option.base";
        },
        fan_cap: i32 in 0..=20 = 0 {
            zh: "封顶番数", "番数超过此数按此数算；0 表示不封顶。";
            en: "Fan cap", "The most fan that are paid; 0 means no cap.";
            group: "score"; clause: "xuezhan.option.fan_cap";
        },
        all_triplets_fan: i32 of [1, 2] = 1 {
            zh: "对对胡番数", "对对胡算一番还是两番。";
            en: "All triplets", "Fan of an all-triplets hand.";
            group: "score"; clause: "xuezhan.option.all_triplets_fan";
        },
        concealed_kong_value: i32 of [1, 2] = 1 {
            zh: "暗杠每家付", "暗杠时每家付底分的几倍。";
            en: "Concealed kong", "Times the base that each payer pays for a concealed kong.";
            group: "kong"; clause: "xuezhan.option.concealed_kong_value";
        },
        added_kong_value: i32 of [1, 2] = 1 {
            zh: "补杠每家付", "补杠时每家付底分的几倍。";
            en: "Added kong", "Times the base that each payer pays for an added kong.";
            group: "kong"; clause: "xuezhan.option.added_kong_value";
        },
        rob_kong_fan: i32 of [0, 1] = 0 {
            zh: "抢杠胡番数", "抢杠胡加几番。";
            en: "Robbing a kong", "Fan for winning on a robbed kong.";
            group: "score"; clause: "xuezhan.option.rob_kong_fan";
        },
        last_discard_fan: bool = false {
            zh: "末张点炮也算扫底", "开：牌墙摸完后胡别人打出的牌也加扫底胡。";
            en: "Last discard counts", "On: a win on a discard after the last draw earns the last-tile fan too.";
            group: "score"; clause: "xuezhan.option.last_discard_fan";
        },
        earthly_self_draw_only: bool = false {
            zh: "地胡限自摸", "开：首轮胡别人打出的牌不算地胡。";
            en: "Earthly by self-draw only", "On: a first-round win on a discard is no earthly win.";
            group: "score"; clause: "xuezhan.option.earthly_self_draw_only";
        },
        bury_check: BuryCheck = AtEnd {
            AtEnd = "at_end": zh "局末检查", en "checked at the end";
            AtOnce = "at_once": zh "当场拒绝", en "refused at once";
            zh: "埋牌检查", "三张埋牌不同花色时：局末罚分，还是当场不准。";
            en: "Burial check", "Three tiles of several suits: fined at the end, or refused.";
            group: "special"; clause: "xuezhan.option.bury_check";
        },
        bury_penalty: BuryPenalty = Points {
            Points = "points": zh "底分的八倍", en "eight times the base";
            Pig = "pig": zh "按花猪处理", en "treated as a pig";
            zh: "乱埋处罚", "埋牌花色不一的处罚。";
            en: "Mixed burial penalty", "What a burial of several suits costs.";
            group: "special"; clause: "xuezhan.option.bury_penalty"; when: bury_check = "at_end";
        },
        pig_penalty_unit: PigPenaltyUnit = Base {
            Base = "base": zh "48 倍底分", en "48 times the base";
            Flat = "flat": zh "固定 48 分", en "48 points flat";
            zh: "花猪罚分", "花猪的 48 分是否乘底分。";
            en: "Pig penalty", "Whether the 48 points of a pig are multiplied by the base.";
            group: "special"; clause: "xuezhan.option.pig_penalty_unit";
        },
        next_dealer: NextDealer = UpperSeat {
            UpperSeat = "upper_seat": zh "胡家的上家", en "the seat before the winner";
            Winner = "winner": zh "胡家", en "the winner";
            zh: "闲家胡后坐庄", "最先胡牌的是一位闲家时，下一局由谁坐庄。";
            en: "Next dealer", "Who deals after a hand whose first win was a single non-dealer's.";
            group: "match"; clause: "xuezhan.option.next_dealer";
        },
        dealer_on_exhausted_wall: DealerOnExhaustedWall = FirstWin {
            FirstWin = "first_win": zh "看第一次胡牌", en "decided by the first win";
            Stay = "stay": zh "庄家连庄", en "the dealer stays";
            zh: "流局有人胡时的庄", "摸完牌墙而已有一两家胡了，下一局由谁坐庄。";
            en: "Dealer when the wall runs out", "Who deals after a hand in which the wall ran out although one or two seats had won.";
            group: "match"; clause: "xuezhan.option.dealer_on_exhausted_wall"; later: true;
        },
        show_void_suit: bool = false {
            zh: "亮明缺门", "开：埋牌后公开各家缺哪一门（不公开埋的牌）。";
            en: "Show void suits", "On: after burying everybody sees which suit each seat lacks, not the tiles.";
            group: "special"; clause: "xuezhan.option.show_void_suit";
        },
        deals: i32 in 1..=64 = 8 {
            zh: "局数", "一场打几局。";
            en: "Deals", "Length of a match in deals.";
            group: "match"; clause: "xuezhan.option.deals";
        },
    }
}
