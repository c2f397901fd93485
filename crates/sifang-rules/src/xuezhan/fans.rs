//! The fan table of `xuezhan` and the terms its explanations use.

use super::options::XuezhanOptions;
use crate::catalog::{fans, terms};
use serde::ser::{Serialize, SerializeSeq, Serializer};

fans! {
    /// The fan table.
    F in CATALOG, FanSet(u64), "xuezhan.fan.";

    Heavenly = "heavenly", 5, "天胡", "Heavenly win",
        "庄家埋牌后第一手直接胡牌，之前没有开杠。", "The dealer wins in its first turn, before any kong.";
    Earthly = "earthly", 5, "地胡", "Earthly win",
        "首轮无人碰杠、牌墙未空：闲家未打过牌时自摸，或胡别家打出的第一张。",
        "Nobody has ponged or konged and the wall is not empty: a non-dealer that has not discarded yet wins by its draw, or on a seat's very first discard.";
    FlushTerminals = "flush_terminals", 4, "清幺九", "Flush terminals",
        "清一色的幺九；不再计清一色和幺九。", "Terminals everywhere in one suit; replaces full flush and terminals.";
    FlushGoldenHook = "flush_golden_hook", 4, "清金钩钓", "Flush golden hook",
        "清一色的金钩钓；另计对对胡，不计清一色、金钩钓、清对。",
        "A golden hook in one suit; all triplets counts as well, full flush, golden hook and flush triplets do not.";
    FlushTriplets = "flush_triplets", 3, "清对", "Flush triplets",
        "清一色的对对胡；不再计清一色和对对胡。", "All triplets in one suit; replaces full flush and all triplets.";
    JiangTriplets = "jiang_triplets", 3, "将对", "2-5-8 triplets",
        "对对胡且全部是二、五、八；不再计对对胡，中张照计。",
        "All triplets made of 2, 5 and 8 only; replaces all triplets, no terminals still adds.";
    FullFlush = "full_flush", 2, "清一色", "Full flush",
        "全部同一花色。", "All tiles of one suit.";
    Terminals = "terminals", 2, "幺九", "Terminals everywhere",
        "每副牌都带一或九，将也是一或九。", "Every set contains a 1 or 9, and the pair is of 1s or 9s.";
    DeclaredReady = "declared_ready", 2, "报叫", "Declared ready",
        "胡家报过叫。", "The winner had declared ready.";
    AllTriplets = "all_triplets", 1, "对对胡", "All triplets",
        "三副都是刻子或杠；番数由选项定。", "All three sets are triplets or kongs; an option sets its value.";
    GoldenHook = "golden_hook", 1, "金钩钓", "Golden hook",
        "三副都已碰杠下，手里只剩一张；另计对对胡。", "Three sets laid down, one tile left in hand; all triplets counts as well.";
    AllMiddle = "all_middle", 1, "中张", "No terminals",
        "没有一和九。", "No 1 and no 9 anywhere.";
    ConcealedHand = "concealed_hand", 1, "门清", "Concealed hand",
        "没有碰、直杠、补杠；暗杠不妨。", "No pon, direct kong or added kong; concealed kongs are allowed.";
    Root = "root", 1, "带根", "Root",
        "手牌和副露里每有一种牌四张齐全，算一根。", "Each kind of which the winner has all four, as a kong or not.";
    SelfDraw = "self_draw", 1, "自摸", "Self-draw",
        "自己摸到的牌胡。", "Won on one's own draw.";
    KongDraw = "kong_draw", 1, "杠上花", "Win on a kong's replacement",
        "杠后补的牌自摸。", "Self-draw of the tile drawn after a kong.";
    KongDiscard = "kong_discard", 1, "杠上炮", "Win on the discard after a kong",
        "胡别人开杠补牌后打出的牌。", "Won on the tile discarded right after a kong's replacement.";
    LastTile = "last_tile", 1, "扫底胡", "Last tile",
        "自摸牌墙的最后一张；点炮是否也算由选项定。", "Self-draw of the wall's last tile; an option adds wins on the discards after it.";
    RobKong = "rob_kong", 0, "抢杠胡", "Robbing a kong",
        "胡别人补杠的那张牌；番数由选项定。", "Won on the tile of an added kong; an option sets its value.";
    DealerWin = "dealer_win", 1, "庄家加成", "Dealer wins",
        "胡家是庄家。", "The winner is the dealer.";
}

impl F {
    /// What one of it is worth under these options.
    /// Clause: `xuezhan.ruling.20`.
    pub(super) fn value(self, options: &XuezhanOptions) -> i32 {
        match self {
            F::AllTriplets => options.all_triplets_fan,
            F::RobKong => options.rob_kong_fan,
            _ => self.fan().value,
        }
    }
}

impl FanSet {
    /// Sum of the values, before the cap.
    pub(super) fn sum(self, options: &XuezhanOptions) -> i32 {
        self.iter().map(|(fan, count)| fan.value(options) * count as i32).sum()
    }
}

impl Serialize for FanSet {
    /// A list of ids, by id; a root is listed as often as it counts.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(None)?;
        for (fan, count) in self.iter() {
            for _ in 0..count {
                seq.serialize_element(fan.id())?;
            }
        }
        seq.end()
    }
}

terms! {
    /// Every term beside the fans that a payment can cite.
    TERMS;
    PAY_SELF_DRAW = "pay_self_draw", "xuezhan.pay.self_draw", "自摸，未胡的各家付", "Self-draw: every other seat still playing pays";
    PAY_DISCARD = "pay_discard", "xuezhan.pay.discard", "点炮，放炮者一家付", "Discard: the discarder alone pays";
    PAY_ROB_KONG = "pay_rob_kong", "xuezhan.pay.rob_kong", "抢杠，杠家一家付", "Robbed kong: the konger alone pays";
    PAY_KONG_DIRECT = "pay_kong_direct", "xuezhan.pay.kong_direct", "直杠，点杠者付", "Direct kong: the discarder pays";
    PAY_KONG_CONCEALED = "pay_kong_concealed", "xuezhan.pay.kong_concealed", "暗杠，未胡的各家付", "Concealed kong: every other seat still playing pays";
    PAY_KONG_ADDED = "pay_kong_added", "xuezhan.pay.kong_added", "补杠，未胡的各家付", "Added kong: every other seat still playing pays";
    PAY_TRANSFER = "pay_transfer", "xuezhan.pay.transfer", "杠上炮，杠钱转给胡家", "Discard after a kong: the kong money goes to the winner";
    PAY_PIG = "pay_pig", "xuezhan.pay.pig", "查花猪", "Pig: three suits at a draw";
    PAY_NOT_READY = "pay_not_ready", "xuezhan.pay.not_ready", "查大叫，未听牌者赔听牌者", "Ready check: not ready pays ready";
    PAY_REFUND = "pay_refund", "xuezhan.pay.refund", "退税，退回杠钱", "Kong money returned";
    PAY_BURIAL = "pay_burial", "xuezhan.pay.burial", "乱埋罚分", "Mixed burial";
    PAY_BURIAL_PIG = "pay_burial_pig", "xuezhan.pay.burial_pig", "乱埋，按花猪罚", "Mixed burial, fined as a pig";
    BASE = "base", "xuezhan.option.base", "底分", "Base points";
    BASIC_WIN = "basic_win", "xuezhan.fan.basic", "基本胡", "Basic win";
    FAN_CAP = "fan_cap", "xuezhan.option.fan_cap", "封顶", "Fan cap";
    DOUBLING = "doubling", "xuezhan.score.points", "一番翻一倍", "Doubled once per fan";
    DEALER_PAYS = "dealer_pays", "xuezhan.pay.dealer_double", "庄家付双倍", "The dealer pays double";
    KONG_AMOUNT = "kong_amount", "xuezhan.pay.kong", "杠钱倍数", "Kong money";
    PIG_AMOUNT = "pig_amount", "xuezhan.option.pig_penalty_unit", "花猪罚分", "Pig penalty";
    BURIAL_AMOUNT = "burial_amount", "xuezhan.option.bury_penalty", "乱埋罚分", "Mixed burial penalty";
    SHARED = "shared", "xuezhan.pay.split", "均分", "Shared out";
    ODD_POINT = "odd_point", "xuezhan.pay.split", "余分归先", "Odd point to the nearer seat";
}

terms! {
    /// Why fans that seem to be there do not count.
    WHY;

    OTHER_READING = "other_reading", "xuezhan.score.points", "要换一种拆法才有；只按番数最多的那一种拆法算", "Only another reading of the tiles has it; the dearest reading counts alone";
    OPEN_KONG = "open_kong", "xuezhan.fan.concealed_hand", "直杠、补杠破了门清，只有暗杠不妨", "A direct or added kong opens the hand; only concealed kongs do not";
    BURIED = "buried", "xuezhan.deal.bury", "第四张埋掉了，埋的牌不算", "The fourth tile is buried, and buried tiles do not count";
    LAST_DISCARD = "last_discard", "xuezhan.option.last_discard_fan", "扫底胡限自摸（选项）", "The last tile must be drawn (option)";
    EARTHLY_DISCARD = "earthly_discard", "xuezhan.option.earthly_self_draw_only", "这里的地胡限自摸（选项）", "An earthly win must be drawn here (option)";
    NO_ROB_FAN = "no_rob_fan", "xuezhan.option.rob_kong_fan", "这里抢杠胡不加番（选项）", "Robbing a kong adds no fan here (option)";
}

terms! {
    /// Why a seat deals next: said on the screen, cited by no payment.
    #[cfg(test)]
    REASONS;
    DEALER_NO_WIN = "dealer_no_win", "xuezhan.dealer.no_win", "无人胡牌，庄家连庄", "Nobody won: the dealer stays";
    DEALER_EXHAUSTED = "dealer_exhausted", "xuezhan.option.dealer_on_exhausted_wall", "牌墙摸完，庄家连庄", "The wall ran out: the dealer stays";
    DEALER_SEVERAL = "dealer_several", "xuezhan.dealer.several", "一炮多响，首位胡家坐庄", "Several won on one tile: the first of them deals";
    DEALER_WON = "dealer_won", "xuezhan.dealer.dealer_won", "庄家先胡，连庄", "The dealer won first and stays";
    DEALER_UPPER = "dealer_upper", "xuezhan.option.next_dealer", "首位胡家的上家坐庄", "The seat before the first winner deals";
    DEALER_WINNER = "dealer_winner", "xuezhan.option.next_dealer", "首位胡家坐庄", "The first winner deals";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule_book_has_the_reasons_for_the_next_dealer() {
        let book = include_str!("../../../../docs/rules/xuezhan.en.md");
        for reason in REASONS {
            assert!(book.contains(&format!("<a id=\"{}\"></a>", reason.clause)), "{reason:?}");
        }
    }
}
