//! Words for actions, tiles and plans, in both languages.

use sifang_options::{Sentence, Text, sentence};
use sifang_rules::insight::{Pattern, Plan};
use sifang_table::{Action, Declaration};
use sifang_tiles::{Suit, Tile, TileMask, format_tiles};

/// What is done, in both languages.
pub fn action_words(action: Action) -> Sentence {
    let plain = |zh: &'static str, en: &'static str| Sentence::from(Text::new(zh, en));
    match action {
        Action::Pass => plain("过", "pass"),
        Action::Win => plain("胡", "win"),
        Action::Kong => plain("杠", "kong"),
        Action::Pung => plain("碰", "pung"),
        Action::Chow(a, b) => sentence!("用 {with} 吃", "chow with {with}", with = format_tiles(&[a, b])),
        Action::OwnKong(tile) => sentence!("杠 {tile}", "kong {tile}"),
        Action::Discard(tile) => sentence!("打 {tile}", "discard {tile}"),
        Action::Declare(Declaration::Ready) => plain("报听", "declare ready"),
        Action::Declare(Declaration::ReadyAsk) => plain("报请胡", "declare ready to ask"),
        Action::DeclareDiscard(Declaration::Ready, tile) => {
            sentence!("打 {tile} 报听", "declare ready with {tile}")
        }
        Action::DeclareDiscard(Declaration::ReadyAsk, tile) => {
            sentence!("打 {tile} 报请胡", "declare ready to ask with {tile}")
        }
        Action::Ask(tile) => sentence!("以 {tile} 请胡", "ask to win with {tile}"),
        Action::Bury(tiles) => sentence!("埋 {three}", "bury {three}", three = format_tiles(&tiles)),
        Action::Float(points) => sentence!("飘 {points}", "stake {points}"),
    }
}

/// What a plan is called.
pub(crate) fn plan_words(plan: &Plan) -> Sentence {
    let pattern = match plan.pattern {
        Pattern::Sets | Pattern::SetsTwoFiveEight => Text::new("面子手", "sets and a pair"),
        Pattern::Triplets => Text::new("碰碰胡", "all triplets"),
        Pattern::SevenPairs | Pattern::SevenPairsQuads => Text::new("七对", "seven pairs"),
        Pattern::FivePairs => Text::new("五对", "five pairs"),
        Pattern::Orphans => Text::new("十三幺", "thirteen orphans"),
    };
    let all = suited(plan.keep);
    let (zh, en) = match all[..] {
        [one] => (format!("{}一色", suit_name(one).zh), format!(" of {} only", suit_name(one).en)),
        [_, _] => {
            let without = Suit::NUMBERED.into_iter().find(|suit| !all.contains(suit)).unwrap_or(Suit::Man);
            (format!("缺{}", suit_name(without).zh), format!(" without {}", suit_name(without).en))
        }
        _ => (String::new(), String::new()),
    };
    let closed = if plan.open { ("", "") } else { ("门清", ", closed") };
    Sentence { zh: format!("{}{zh}{}", closed.0, pattern.zh), en: format!("{}{en}{}", pattern.en, closed.1) }
}

/// The numbered suits a plan keeps any tile of.
fn suited(keep: TileMask) -> Vec<Suit> {
    Suit::NUMBERED.into_iter().filter(|suit| !(keep & TileMask::of_suit(*suit)).is_empty()).collect()
}

fn suit_name(suit: Suit) -> Text {
    match suit {
        Suit::Man => Text::new("万", "characters"),
        Suit::Pin => Text::new("筒", "dots"),
        Suit::Sou => Text::new("条", "bamboos"),
        Suit::Honor | Suit::Flower => Text::new("字", "honours"),
    }
}

/// Tiles in notation, or a dash.
pub(crate) fn tiles(list: &[Tile]) -> String {
    format_tiles(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_have_names_in_both_languages() {
        let plan = |pattern, keep, open| {
            let words = plan_words(&Plan { pattern, keep, open, value: 0 });
            (words.zh, words.en)
        };
        let of = |suit| TileMask::of_suit(suit);
        let pair = |zh: &str, en: &str| (zh.to_owned(), en.to_owned());
        assert_eq!(
            plan(Pattern::Sets, of(Suit::Sou), true),
            pair("条一色面子手", "sets and a pair of bamboos only")
        );
        assert_eq!(
            plan(Pattern::Triplets, of(Suit::Sou) | of(Suit::Man), false),
            pair("门清缺筒碰碰胡", "all triplets without dots, closed")
        );
        assert_eq!(plan(Pattern::SevenPairs, TileMask::PLAYABLE, true), pair("七对", "seven pairs"));
    }
}
