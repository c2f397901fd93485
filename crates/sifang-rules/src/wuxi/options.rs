//! Options of `wuxi` (clause `wuxi.option.*`).

use sifang_options::options;

options! {
    /// Options of 改良无锡麻将.
    pub struct WuxiOptions {
        base: i32 in 1..=1000 = 5 {
            zh: "底分", "一花乘一番的分值。";
            en: "Base points", "Points of one flower times one fan.";
            group: "score"; clause: "wuxi.option.base";
        },
        base_flower: BaseFlower = OnlyWhenNone {
            OnlyWhenNone = "only_when_none": zh "无花才算", en "only when there is none";
            Always = "always": zh "总是另加", en "always added";
            zh: "底花", "底算一花：只在没有别的花时补足，还是总是另加一花。";
            en: "Base flower", "The one base flower: only in place of none, or always added.";
            group: "score"; clause: "wuxi.option.base_flower";
        },
        self_draw_fan: SelfDrawFan = Alone {
            Alone = "alone": zh "无番才算", en "only without other fans";
            Always = "always": zh "总是另加", en "always added";
            zh: "自摸番", "自摸一番：只在没有别的番时算，还是加在所有番上。";
            en: "Self-draw fan", "The self-draw fan: only when nothing else counts, or added to everything.";
            group: "score"; clause: "wuxi.option.self_draw_fan";
        },
        min_fan: i32 in 0..=16 = 0 {
            zh: "起胡番数", "胡牌至少要有的番数；0 表示鸡胡也可胡。";
            en: "Minimum fan", "Fan a hand needs to win; 0 lets chicken hands win.";
            group: "win"; clause: "wuxi.option.min_fan";
        },
        honor_triplet_by_discard: HonorTripletByDiscard = Exposed {
            Exposed = "exposed": zh "按碰出算一花", en "as exposed, 1 flower";
            Concealed = "concealed": zh "按暗刻算二花", en "as concealed, 2 flowers";
            zh: "点炮成字刻", "字牌刻子由点炮的那张牌凑成时算几花。";
            en: "Honour triplet won by a discard", "Flowers of an honour triplet that the winning discard completes.";
            group: "score"; clause: "wuxi.option.honor_triplet_by_discard";
        },
        literal_stacking: bool = false {
            zh: "照字面叠加", "开：只有原文写明“不计”的番才排除。";
            en: "Literal stacking", "On: only the exclusions written in the rule text apply.";
            group: "score"; clause: "wuxi.option.literal_stacking";
        },
        nine_gates_any_wait: bool = false {
            zh: "九莲不限听口", "开：只看胡牌时的十四张是否含九莲牌型。";
            en: "Nine gates on any wait", "On: the fourteen tiles decide, whatever the wait was.";
            group: "win"; clause: "wuxi.option.nine_gates_any_wait";
        },
        seven_pairs_quads: bool = true {
            zh: "四张算两对", "七对子里四张相同的牌可以当作两对。";
            en: "Four of a kind as two pairs", "In seven pairs four equal tiles may be two pairs.";
            group: "win"; clause: "wuxi.option.seven_pairs_quads";
        },
        rob_kong: bool = true {
            zh: "可抢杠", "加杠的牌可以被抢胡。";
            en: "Robbing kongs", "An added kong can be robbed.";
            group: "kong"; clause: "wuxi.option.rob_kong";
        },
        multi_win_dealer: MultiWinDealer = FirstAfterDiscarder {
            FirstAfterDiscarder = "first_after_discarder": zh "放炮者之后第一位胡家", en "first winner after the discarder";
            Discarder = "discarder": zh "放炮者", en "the discarder";
            zh: "一炮多响后坐庄", "一张牌有几家胡时，下一局由谁坐庄。";
            en: "Dealer after several wins", "Who deals next when several seats win on one tile.";
            group: "match"; clause: "wuxi.option.multi_win_dealer";
        },
        dealer_on_draw: DealerOnDraw = Stay {
            Stay = "stay": zh "连庄", en "the dealer stays";
            Next = "next": zh "下家坐庄", en "the next seat";
            zh: "荒庄后坐庄", "荒庄后下一局由谁坐庄。";
            en: "Dealer after a draw", "Who deals after a drawn deal.";
            group: "match"; clause: "wuxi.option.dealer_on_draw";
        },
        deals: i32 in 1..=64 = 16 {
            zh: "局数", "一场打几局。";
            en: "Deals", "Length of a match in deals.";
            group: "match"; clause: "wuxi.option.deals";
        },
    }
}
