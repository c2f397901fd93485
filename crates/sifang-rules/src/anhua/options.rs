//! Options of `anhua` (clause `anhua.option.*`).

use sifang_options::{OptionError, Text, options};

options! {
    /// Options of 安化麻将.
    /// Clause: `anhua.ruling.35`.
    pub struct AnhuaOptions {
        base: i32 in 1..=10 = 1 {
            zh: "底分", "牌型分乘以底分。";
            en: "Base points", "The value of a hand is multiplied by it.";
            group: "score"; clause: "anhua.option.base";
        },
        piao_mode: PiaoMode = None {
            None = "none": zh "不飘", en "no piao";
            Choose = "choose": zh "每局自选 0～3", en "each seat chooses 0 to 3";
            Fixed = "fixed": zh "固定飘", en "the same for all";
            zh: "飘分", "发牌前押的分：不飘、每人自选，或人人相同。";
            en: "Piao", "Points staked before the deal: none, chosen by each seat, or the same for all.";
            group: "special"; clause: "anhua.option.piao_mode";
        },
        fixed_piao: i32 in 1..=10 = 1 {
            zh: "固定飘分", "固定飘时每人飘几分。";
            en: "Fixed piao", "What every seat stakes when piao is fixed.";
            group: "special"; clause: "anhua.option.fixed_piao";
            when: piao_mode = "fixed";
        },
        wild_self_hard: bool = false {
            zh: "王代本身算硬庄", "单王按牌面本身成牌时算硬庄，也可以接炮。";
            en: "Kings as themselves are hard", "A single-king hand that wins with its kings as printed is hard and may take discards.";
            group: "win"; clause: "anhua.option.wild_self_hard";
        },
        rob_kong: bool = true {
            zh: "可抢杠胡", "过路杠的牌可以被抢胡。";
            en: "Robbing kongs", "An added kong can be robbed.";
            group: "kong"; clause: "anhua.option.rob_kong";
        },
        kong_discard_big: bool = true {
            zh: "杠上炮算单大胡", "胡别人的杠牌算一番大胡；关掉仍可胡，只是不加。";
            en: "Kong-tile wins are big", "A win on another's kong tile doubles; off, it may still be taken but adds nothing.";
            group: "score"; clause: "anhua.option.kong_discard_big";
        },
        multi_win: bool = false {
            zh: "一炮多响", "一张牌几家能胡就几家胡；关掉只有最近的下家胡。";
            en: "Several winners", "Everybody who can may win on one tile; off, only the next in turn does.";
            group: "win"; clause: "anhua.option.multi_win";
        },
        bird_type: BirdType = None {
            None = "none": zh "不抓鸟", en "no birds";
            OneFiveNine = "159": zh "一五九中鸟", en "1, 5 and 9 hit";
            DealerSeat = "dealer_seat": zh "庄家方位", en "seats counted from the dealer";
            WinnerSeat = "winner_seat": zh "赢家方位", en "seats counted from the winner";
            OneBirdAll = "one_bird_all": zh "一鸟全中", en "the one bird always hits";
            zh: "抓鸟类型", "胡牌后翻牌，中鸟则加倍。";
            en: "Birds", "Tiles turned up after a win; hits multiply it.";
            group: "special"; clause: "anhua.option.bird_type";
        },
        bird_count: i32 of [1, 2, 3, 4, 6] = 1 {
            zh: "鸟数", "抓几只鸟，牌不够则有几张抓几张。";
            en: "Number of birds", "How many are turned up, fewer if the wall runs short.";
            group: "special"; clause: "anhua.option.bird_count";
            when: bird_type != "none";
        },
        bird_multiplier: BirdMultiplier = Linear {
            Linear = "linear": zh "中 n 只乘 2n", en "n hits multiply by 2n";
            Power = "power": zh "中 n 只乘 2 的 n 次方", en "n hits multiply by 2 to the n";
            zh: "中鸟倍数", "中几只鸟怎样加倍。";
            en: "Bird multiplier", "How hits multiply a payment.";
            group: "special"; clause: "anhua.option.bird_multiplier";
            when: bird_type != "none";
        },
        kings: i32 of [4, 7] = 4 {
            zh: "王的个数", "四王：翻牌的下一张为王；七王：再加翻牌的另外三张。";
            en: "Kings", "Four: the kind after the indicator; seven: the indicator's other three copies as well.";
            group: "special"; clause: "anhua.option.kings";
        },
        kong_tiles: i32 in 2..=4 = 2 {
            zh: "杠牌个数", "开杠后翻几张。";
            en: "Kong tiles", "How many tiles a kong turns up.";
            group: "kong"; clause: "anhua.option.kong_tiles";
        },
        first_dealer: FirstDealerRule = Creator {
            Creator = "creator": zh "房主", en "whoever opened the table";
            Random = "random": zh "随机", en "drawn by lot";
            zh: "首局庄家", "第一局谁坐庄。";
            en: "First dealer", "Who deals the first hand.";
            group: "match"; clause: "anhua.option.first_dealer";
        },
        deals: i32 in 1..=64 = 8 {
            zh: "局数", "一场打几局，荒庄也算一局。";
            en: "Deals", "Length of a match in deals; drawn ones count.";
            group: "match"; clause: "anhua.option.deals";
        },
        below_score: i32 in 0..=100 = 0 {
            zh: "低于多少分加分", "两人：赢家总分低于此数时加分；0 为不加。";
            en: "Add below", "Two players: a final score below this is raised; 0 is off.";
            group: "match"; clause: "anhua.option.below_score";
            when: players = 2;
        },
        below_add: i32 in 1..=100 = 1 {
            zh: "加多少分", "低于时所加的分数。";
            en: "Points added", "What is added then.";
            group: "match"; clause: "anhua.option.below_add";
            when: players = 2, below_score != 0;
        },
        double_times: i32 in 1..=4 = 1 {
            zh: "翻倍", "两人：终局总分乘几倍；1 为不翻。";
            en: "Final multiplier", "Two players: the final score is multiplied; 1 is off.";
            group: "match"; clause: "anhua.option.double_times";
            when: players = 2;
        },
        double_below: i32 in 0..=100 = 0 {
            zh: "分差小于多少才翻倍", "0 为不限。";
            en: "Multiply only below", "Only if the difference is smaller; 0 is no limit.";
            group: "match"; clause: "anhua.option.double_below";
            when: players = 2, double_times != 1;
        },
        fewer_players: bool = false {
            zh: "可少人开局", "三人或四人桌坐满两人时，双方同意即可按两人局开始。";
            en: "Start with two", "A table for three or four may start as a two-player match when both seated agree.";
            group: "table"; clause: "anhua.option.fewer_players";
        },
        remove_tiles: i32 in 0..=40 = 0 {
            zh: "抽牌", "两人：发牌前不看地抽掉几张。";
            en: "Tiles taken out", "Two players: this many tiles are taken out unseen before the deal.";
            group: "table"; clause: "anhua.option.remove_tiles";
            when: players = 2;
        },
    }
    check: |o| -> Result<(), OptionError> {
        if o.bird_type == BirdType::OneBirdAll && o.bird_count != 1 {
            let reason = Text::new("一鸟全中只能抓一只鸟", "the bird that always hits is the only one");
            return Err(OptionError::conflict("bird_count", reason));
        }
        Ok(())
    }
}
