//! Options of `hongzhong` (clause `hongzhong.option.*`).

use sifang_options::options;

options! {
    /// Options of 红中断勾卡.
    pub struct HongzhongOptions {
        base: i32 in 1..=1000 = 1 {
            zh: "底分", "一倍的分值。";
            en: "Base points", "Points of a single multiple.";
            group: "score"; clause: "hongzhong.option.base";
        },
        deals: i32 in 1..=64 = 8 {
            zh: "局数", "一场打几局。";
            en: "Deals", "Length of a match in deals.";
            group: "match"; clause: "hongzhong.option.deals";
        },
        max_fan: i32 of [5, 6] = 6 {
            zh: "封顶番数", "总番最多算到几番：五番十六倍，六番三十二倍。";
            en: "Fan cap", "The most fan that are paid: 5 is 16 times the base, 6 is 32 times.";
            group: "score"; clause: "hongzhong.option.max_fan";
        },
        pass_hu_lock: bool = true {
            zh: "过手胡", "放过一次炮胡后，自己摸牌或碰牌之前只能胡番数更大的牌。";
            en: "Passing lock", "After letting a win go, only a bigger one may be taken until the next own draw or pung.";
            group: "win"; clause: "hongzhong.option.pass_hu_lock";
        },
        wild_makes_root: bool = true {
            zh: "红中可成勾", "红中当作某牌、恰好凑成四张时也算一勾。";
            en: "Wilds complete a root", "A kind that wilds bring to exactly four counts as a root.";
            group: "score"; clause: "hongzhong.option.wild_makes_root";
        },
        declared_kong_also_root: bool = true {
            zh: "报胡杠兼算勾", "开：报胡后的杠既加报胡杠又算勾；关：只加报胡杠。";
            en: "Declared kong is a root too", "On: a kong after declaring counts as such and as a root; off: only as such.";
            group: "kong"; clause: "hongzhong.option.declared_kong_also_root";
        },
        wild_discard_hu: bool = true {
            zh: "打出的红中可胡", "手里全是红中时打出的红中可以被胡。";
            en: "Winning on a thrown wild", "A red dragon thrown from an all-wild hand may be won on.";
            group: "win"; clause: "hongzhong.option.wild_discard_hu";
        },
        terminal_triplets: TerminalTriplets = Outside {
            Outside = "outside": zh "算带幺九", en "as terminals in every set";
            Triplets = "triplets": zh "只算对对胡", en "only as all triplets";
            zh: "幺九对对胡", "全由一、九组成的对对胡按哪一种番型算。";
            en: "All triplets of terminals", "What a hand of triplets of ones and nines counts as.";
            group: "score"; clause: "hongzhong.option.terminal_triplets";
        },
        ask_duty: AskDuty = Bound {
            Bound = "bound": zh "被抓过或报过请胡才必须请", en "once caught, or declared to ask";
            Always = "always": zh "五对成了，每次摸牌都必须请", en "with every draw once the five pairs are complete";
            zh: "五对何时必须请胡", "没有报的人五对已经齐了，摸到牌还能不能照常打、杠、胡。";
            en: "When five pairs must ask", "Whether an undeclared seat whose five pairs are complete may still throw, kong or win otherwise.";
            group: "win"; clause: "hongzhong.option.ask_duty"; later: true;
        },
        one_fan_discard: OneFanDiscard = TwoFan {
            TwoFan = "two_fan": zh "凑到两番就行", en "whenever the payment comes to two fan";
            AskOrKong = "ask_or_kong": zh "只限请胡和杠上炮", en "only on an asked tile or after a kong";
            zh: "鸡胡炮胡", "除了鸡胡没有别的番型时，什么时候可以胡别家的牌。";
            en: "Basic win on another's tile", "When a hand with no form beyond the basic win may take another seat's tile.";
            group: "win"; clause: "hongzhong.option.one_fan_discard"; later: true;
        },
    }
}
