//! What kind of mistake it is: by what was done where that says it, else by how the deals went.

use crate::measure::{Measured, Side};
use serde::Serialize;
use sifang_options::Text;
use sifang_table::Action;

/// A kind of mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The hand wins less often.
    Speed,
    /// Its wins pay less.
    Value,
    /// Others win on its tiles more often, or more.
    Danger,
    /// A tile claimed or let go, a win let go.
    Claim,
    /// A kong made or not made.
    Kong,
    /// A declaration, asking to win, points staked.
    Declaration,
    /// The tiles buried.
    Burial,
}

impl Kind {
    /// The kind of this difference.
    pub(crate) fn of(played: Action, rival: Action, measured: &Measured) -> Kind {
        let either = |test: fn(Action) -> bool| test(played) || test(rival);
        if either(|a| matches!(a, Action::Bury(_))) {
            Kind::Burial
        } else if either(|a| {
            use Action::{Ask, Declare, DeclareDiscard, Float};
            matches!(a, Declare(_) | DeclareDiscard(..) | Ask(_) | Float(_))
        }) {
            Kind::Declaration
        } else if either(|a| matches!(a, Action::Kong | Action::OwnKong(_))) {
            Kind::Kong
        } else if either(|a| matches!(a, Action::Pung | Action::Chow(..) | Action::Pass)) {
            Kind::Claim
        } else {
            Kind::of_course(measured)
        }
    }

    /// Which part of the difference is the largest: wins that fail to come, what wins pay, or tiles that others win on.
    fn of_course(measured: &Measured) -> Kind {
        let [played, rival]: [Side; 2] = measured.sides;
        let wins = i128::from(played.won + rival.won).max(1);
        let a_win = (played.won_points + rival.won_points) / wins;
        let danger = rival.dealt_in_points - played.dealt_in_points;
        let won = rival.won_points - played.won_points;
        let faster = (i128::from(rival.won) - i128::from(played.won)) * a_win;
        let value = won - faster;
        let speed = measured.difference.sum - value - danger;
        if danger > speed && danger > value {
            Kind::Danger
        } else if value > speed {
            Kind::Value
        } else {
            Kind::Speed
        }
    }

    /// Its name.
    pub const fn name(self) -> Text {
        match self {
            Kind::Speed => Text::new("速度", "speed"),
            Kind::Value => Text::new("番值", "value"),
            Kind::Danger => Text::new("危险", "danger"),
            Kind::Claim => Text::new("吃碰", "claim"),
            Kind::Kong => Text::new("杠", "kong"),
            Kind::Declaration => Text::new("报听", "declaration"),
            Kind::Burial => Text::new("埋牌", "burial"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::{Outcome, Way};
    use sifang_tiles::Tile;

    /// Worlds as points and ways of what was played, then of its rival.
    fn measured(worlds: &[[(i32, Way); 2]]) -> Measured {
        let mut measured = Measured::default();
        for [played, rival] in worlds {
            let outcome = |(points, way)| Outcome { points, way };
            measured.add(outcome(*played), outcome(*rival));
        }
        measured
    }

    #[test]
    fn discards_differ_by_how_deals_go() {
        use Way::{DealtIn, Neither, Won};
        let [a, b] = [0, 9].map(|i| Action::Discard(Tile::at(i)));
        let kind = |worlds: &[[(i32, Way); 2]]| Kind::of(a, b, &measured(worlds));
        assert_eq!(kind(&[[(0, Neither), (9, Won)], [(9, Won), (9, Won)]]), Kind::Speed);
        assert_eq!(kind(&[[(3, Won), (12, Won)], [(-2, Neither), (-2, Neither)]]), Kind::Value);
        assert_eq!(kind(&[[(-8, DealtIn), (-2, Neither)], [(5, Won), (5, Won)]]), Kind::Danger);
    }

    #[test]
    fn what_was_done_says_the_rest() {
        let none = Measured::default();
        let tile = Tile::at(3);
        assert_eq!(Kind::of(Action::Pass, Action::Pung, &none), Kind::Claim);
        assert_eq!(Kind::of(Action::Pass, Action::Win, &none), Kind::Claim);
        assert_eq!(Kind::of(Action::OwnKong(tile), Action::Discard(tile), &none), Kind::Kong);
        assert_eq!(Kind::of(Action::Discard(tile), Action::Ask(tile), &none), Kind::Declaration);
        assert_eq!(Kind::of(Action::Bury([tile; 3]), Action::Bury([Tile::at(4); 3]), &none), Kind::Burial);
    }
}
