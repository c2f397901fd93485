//! Why a bot does what it does: numbers, and the sentence made of them in both languages.

use sifang_options::Lang;

/// What decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// A lot was drawn.
    Lot,
    /// There was only one choice.
    Forced,
    /// A win that pays.
    Win,
    /// A win let go: it would cost points, or waiting promises more.
    LetGo,
    /// The hand becomes as good as it can.
    Build,
    /// The hand is given up: the tile is the safest.
    Fold,
    /// A claim that brings the hand forward.
    Claim,
    /// Nothing to gain from the tile.
    Pass,
    /// A kong that pays.
    Kong,
    /// A declaration that pays.
    Declare,
    /// The suit that is of least use goes.
    Bury,
    /// Points staked.
    Stake,
    /// A net liked it best.
    Learned,
}

/// Why an action was chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reason {
    /// What decided.
    pub cause: Cause,
    /// Tiles away after it (1: ready), where it was reckoned.
    pub away: Option<u8>,
    /// Useful tiles that this seat has not seen yet.
    pub useful: Option<u32>,
    /// Points it expects to win from here, where it was reckoned.
    pub expects: Option<f64>,
    /// Points it expects to lose by throwing the tile, where it was reckoned.
    pub danger: Option<f64>,
}

impl Reason {
    /// Just a cause.
    pub const fn of(cause: Cause) -> Reason {
        Reason { cause, away: None, useful: None, expects: None, danger: None }
    }

    /// One sentence.
    pub fn text(&self, lang: Lang) -> String {
        let mut parts: Vec<String> = Vec::new();
        match lang {
            Lang::Zh => {
                match (self.away, self.useful) {
                    (Some(0 | 1), Some(n)) => parts.push(format!("听牌，有 {n} 张可胡")),
                    (Some(away), Some(n)) => parts.push(format!("差 {away} 张，有 {n} 张有用")),
                    _ => {}
                }
                self.expects.iter().for_each(|x| parts.push(format!("预期 {x:+.1} 分")));
                let danger = self.danger.filter(|x| *x >= 0.05);
                danger.iter().for_each(|x| parts.push(format!("放炮风险 {x:.1} 分")));
            }
            Lang::En => {
                match (self.away, self.useful) {
                    (Some(0 | 1), Some(n)) => parts.push(format!("ready, {n} winning tiles unseen")),
                    (Some(away), Some(n)) => {
                        parts.push(format!("{away} tiles away, {n} useful tiles unseen"))
                    }
                    _ => {}
                }
                self.expects.iter().for_each(|x| parts.push(format!("expects {x:+.1}")));
                let danger = self.danger.filter(|x| *x >= 0.05);
                danger.iter().for_each(|x| parts.push(format!("risk of dealing in {x:.1}")));
            }
        }
        let head = self.cause.text(lang);
        match (parts.is_empty(), lang) {
            (true, Lang::Zh) => format!("{head}。"),
            (true, Lang::En) => format!("{head}."),
            (false, Lang::Zh) => format!("{head}：{}。", parts.join("，")),
            (false, Lang::En) => format!("{head}: {}.", parts.join(", ")),
        }
    }
}

impl Cause {
    fn text(self, lang: Lang) -> &'static str {
        let (zh, en) = match self {
            Cause::Lot => ("抽签决定", "Drawn by lot"),
            Cause::Forced => ("只有这一种选择", "The only choice"),
            Cause::Win => ("现在就胡", "Wins now"),
            Cause::LetGo => ("放过这次胡牌", "Lets this win go"),
            Cause::Build => ("这样牌最好", "Keeps the best hand"),
            Cause::Fold => ("这副牌希望不大，先求安全", "Gives the hand up and plays safe"),
            Cause::Claim => ("要了这张更近", "The claim brings the hand forward"),
            Cause::Pass => ("要了没有好处", "Nothing to gain from this tile"),
            Cause::Kong => ("开杠划算", "The kong pays"),
            Cause::Declare => ("报听划算", "Declaring pays"),
            Cause::Bury => ("埋掉用处最小的花色", "Buries the suit of least use"),
            Cause::Stake => ("押分", "Points staked"),
            Cause::Learned => ("训练得来的判断", "Learned by playing"),
        };
        match lang {
            Lang::Zh => zh,
            Lang::En => en,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_one_sentence_in_both_languages() {
        let reason = Reason {
            away: Some(2),
            useful: Some(12),
            expects: Some(4.2),
            danger: Some(0.31),
            ..Reason::of(Cause::Build)
        };
        assert_eq!(
            reason.text(Lang::En),
            "Keeps the best hand: 2 tiles away, 12 useful tiles unseen, expects +4.2, risk of dealing in 0.3."
        );
        assert_eq!(
            reason.text(Lang::Zh),
            "这样牌最好：差 2 张，有 12 张有用，预期 +4.2 分，放炮风险 0.3 分。"
        );
        assert_eq!(Reason::of(Cause::Lot).text(Lang::Zh), "抽签决定。");
    }
}
