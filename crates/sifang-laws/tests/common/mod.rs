//! A very small rule set, sound or with one fault built in, to see whether the conformance suite notices.
//!
//! One suit, two or three seats, four tiles each: draw and discard until somebody holds a meld and a pair.

use serde::Serialize;
use sifang_options::{Text, options};
use sifang_shape::{PairRule, is_win};
use sifang_table::{
    Action, After, Answers, Choices, Deal, Dealing, End, Fan, FirstDealer, Flow, Journal, Op, Payment,
    Progress, RuleSet, Sight, Source, Stage, Steps, Term, Viewer, WallEnd, Win,
};
use sifang_tiles::{Seat, Tile};
use std::ops::RangeInclusive;

/// The faults there are.
pub(crate) struct Fault;

impl Fault {
    pub(crate) const NONE: u8 = 0;
    pub(crate) const VIEW_LEAKS: u8 = 1;
    pub(crate) const CHOICES_LEAK: u8 = 2;
    pub(crate) const BAD_TIMEOUT: u8 = 3;
    pub(crate) const NO_END: u8 = 4;
    pub(crate) const NO_TEXT: u8 = 5;
    pub(crate) const WRONG_END: u8 = 6;
    pub(crate) const PANICS: u8 = 7;
    pub(crate) const NO_DEALER: u8 = 8;
    pub(crate) const ASKS_NOBODY: u8 = 9;
}

/// The toy without a fault.
pub(crate) type Sound = Toy<{ Fault::NONE }>;

options! {
    /// Options of the toy.
    pub(crate) struct ToyOptions {
        base: i32 in 1..=10 = 2 {
            zh: "底分", "一次胡牌的分值。";
            en: "Base", "Points of a win.";
            group: "score"; clause: "toy.base";
        },
    }
}

/// The toy, with a fault or without.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Toy<const FAULT: u8> {
    options: ToyOptions,
    seats: usize,
}

/// The only phase: this seat has drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Turn(Seat);

/// What everybody sees more: nothing, or (a fault) the next tile of the wall.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(crate) struct Extra(Option<Tile>);

static PAY: Term = Term { id: "toy_pay", zh: "付", en: "payment", clause: "toy.pay" };
static WIN: Term = Term { id: "toy_win", zh: "胡", en: "win", clause: "toy.win" };
static MUTE: Term = Term { id: "toy_mute", zh: "", en: "mute", clause: "toy.mute" };

const fn fan(id: &'static str) -> Fan {
    Fan { term: Term { id, zh: "番", en: "fan", clause: "toy.fan" }, value: 1, zh: "番", en: "fan" }
}

impl<const FAULT: u8> RuleSet for Toy<FAULT> {
    const ID: &'static str = "toy";
    const VERSION: u32 = 1;
    const NAME: Text = Text::new("小样", "Toy");
    const PITCH: Text = Text::new("小样", "Toy");
    const SEATS: RangeInclusive<usize> = 2..=3;
    const DEALING: Dealing = Dealing { rounds: &[4], extra: 0, apart: false };
    const FANS: &'static [Fan] = &[fan("toy_win"), fan("toy_never")];
    const TERMS: &'static [&'static Term] = &[&PAY];

    type Options = ToyOptions;
    type Phase = Turn;
    type Memo = ();
    type WinFacts = ();
    type Carry = ();
    type Extra = Extra;

    fn new(options: ToyOptions, seats: usize) -> Self {
        Toy { options, seats: seats.clamp(2, 3) }
    }

    fn options(&self) -> &ToyOptions {
        &self.options
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn tile_set(&self) -> [u8; Tile::KINDS] {
        let mut set = [0; Tile::KINDS];
        set[..9].fill(4);
        set
    }

    fn begin(deal: &mut Deal<Self>, journal: &mut Journal) -> Flow<Turn> {
        deal.table.deal(&Self::DEALING, journal);
        draw(deal, deal.table.dealer(), journal)
    }

    fn choices(deal: &Deal<Self>, at: &Turn, seat: Seat, out: &mut Choices) {
        if at.0 != seat {
            return;
        }
        let hand = deal.table.hand(seat);
        out.discards(hand.held());
        if is_win(hand.keys(), 0, PairRule::Any) {
            out.win();
        }
        let next = deal.table.wall().row().first();
        if FAULT == Fault::CHOICES_LEAK && next.is_some_and(|tile| tile.rank() > 4) {
            out.pass();
        }
        if FAULT == Fault::NO_END {
            *out = Choices::NONE;
            out.pass();
        }
        if FAULT == Fault::ASKS_NOBODY && deal.table.wall().left() < 50 {
            *out = Choices::NONE;
        }
    }

    fn resolve(deal: &mut Deal<Self>, at: Turn, answers: &Answers, journal: &mut Journal) -> Flow<Turn> {
        let seat = at.0;
        match answers.of(seat) {
            Some(Action::Discard(tile)) => deal.table.discard(seat, tile, false, journal),
            Some(Action::Win) => {
                assert!(FAULT != Fault::PANICS, "on purpose");
                return win(deal, seat, journal);
            }
            _ => return Flow::Ask(at),
        }
        draw(deal, seat.after(1, deal.table.seats()), journal)
    }

    fn is_window(_at: &Turn) -> bool {
        false
    }

    fn stage(at: &Turn) -> Stage {
        Stage { name: "turn", seat: Some(at.0), tile: None }
    }

    fn on_timeout(deal: &Deal<Self>, at: &Turn, _seat: Seat) -> Action {
        match deal.table.drawn(at.0) {
            _ if FAULT == Fault::BAD_TIMEOUT || FAULT == Fault::NO_END => Action::Pass,
            Some(tile) => Action::Discard(tile),
            None => Action::Pass,
        }
    }

    fn extra(deal: &Deal<Self>, _who: Viewer) -> Extra {
        Extra(deal.table.wall().row().first().copied().filter(|_| FAULT == Fault::VIEW_LEAKS))
    }

    fn first_dealer(&self) -> FirstDealer {
        FirstDealer::Random
    }

    fn after(deal: &Deal<Self>, before: &Progress<()>) -> After<()> {
        let next = deal.table.dealer().after(1, deal.table.seats());
        After { dealer: (FAULT != Fault::NO_DEALER).then_some(next), carry: (), over: before.played >= 3 }
    }
}

fn draw<const FAULT: u8>(deal: &mut Deal<Toy<FAULT>>, seat: Seat, journal: &mut Journal) -> Flow<Turn> {
    match deal.table.draw(seat, WallEnd::Front, journal) {
        Some(_) => Flow::Ask(Turn(seat)),
        None => Flow::Over(if FAULT == Fault::WRONG_END { End::Wins } else { End::Draw }),
    }
}

fn win<const FAULT: u8>(deal: &mut Deal<Toy<FAULT>>, seat: Seat, journal: &mut Journal) -> Flow<Turn> {
    let tile = deal.table.drawn(seat);
    let win = Win { seat, source: Source::SelfDraw, from: None, tile, total: 1, facts: () };
    deal.note_win(win, false, journal);
    deal.table.show_hand(seat, journal);
    for from in seat.others(deal.table.seats()) {
        let mut steps = Steps::new();
        steps.push(Op::Start, deal.rules.options.base, &PAY).push(Op::Fan, 1, &WIN).push(
            Op::TimesFans,
            0,
            &PAY,
        );
        if FAULT == Fault::NO_TEXT {
            steps.push(Op::Plus, 1, &MUTE);
        }
        let payment = Payment { why: &PAY, from, to: seat, steps: &steps, tag: 0, sight: Sight::ALL };
        deal.ledger.post(payment, journal);
    }
    Flow::Over(End::Wins)
}

/// The worked score requests of a rule set.
pub(crate) fn worked_requests(rules: &str) -> Vec<serde_json::Value> {
    let path = format!("{}/../sifang-rules/tests/cases/{rules}.score.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let cases = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    cases.map(|mut case| case["request"].take()).collect()
}
