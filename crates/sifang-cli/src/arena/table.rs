//! Deals between bots and programs: every wall in every seating.

use super::program::Program;
use serde_json::json;
use sifang_bots::{AnyBot, Level, Rng};
use sifang_fair::sim_key;
use sifang_match::Shuffled;
use sifang_rules::insight::Insight;
use sifang_table::{Action, Deal, Journal, Viewer};
use sifang_tiles::Seat;

/// Who plays at a place.
pub(crate) enum Player {
    /// A bot of ours.
    Bot(Level),
    /// The program of this number.
    Program(usize),
}

/// What is played.
pub(crate) struct Plan<'a, R> {
    pub(crate) rules: R,
    pub(crate) walls: u64,
    pub(crate) seed: u64,
    /// Tells the luck of bots in one run from that in another.
    pub(crate) luck: u64,
    pub(crate) places: &'a [Player],
}

/// The points of every place, wall by wall: the mean of its seatings.
pub(crate) type Points = Vec<[f64; Seat::MAX]>;

/// Questions are numbered through a whole arena.
#[derive(Default)]
pub(crate) struct Count(u64);

/// Plays all walls. The error says that a program cannot be started.
pub(crate) fn play<R: Insight>(
    plan: &Plan<'_, R>,
    programs: &mut [Program],
    count: &mut Count,
    progress: &mut dyn FnMut(),
) -> std::io::Result<Points> {
    let seats = plan.rules.seats();
    let mut shuffled = Shuffled::new(&plan.rules, &[0; 32]);
    let mut points = Points::new();
    for wall in 0..plan.walls {
        shuffled.shuffle(&sim_key(plan.seed, wall));
        let mut mean = [0.0; Seat::MAX];
        for seating in 0..seats {
            let number = wall * seats as u64 + seating as u64;
            let mut table = Table { plan, programs, count, seating, number };
            let balances = table.play(&shuffled, wall)?;
            for seat in Seat::all(seats) {
                mean[table.place(seat)] += f64::from(balances[seat.index()]) / seats as f64;
            }
            progress();
        }
        points.push(mean);
    }
    Ok(points)
}

/// One deal.
struct Table<'a, R> {
    plan: &'a Plan<'a, R>,
    programs: &'a mut [Program],
    count: &'a mut Count,
    seating: usize,
    number: u64,
}

impl<R: Insight> Table<'_, R> {
    /// Whose seat it is: in seating `k` the player of place `p` sits at seat `p − k`.
    fn place(&self, seat: Seat) -> usize {
        (seat.index() + self.seating) % self.plan.rules.seats()
    }

    fn play(&mut self, shuffled: &Shuffled, wall: u64) -> std::io::Result<[i32; Seat::MAX]> {
        let rules = self.plan.rules;
        let seats = rules.seats();
        let dealer = Seat::new((wall % seats as u64) as usize);
        let mut journal = Journal::silent();
        let mut deal = Deal::start(rules, &shuffled.set_up(dealer, rules.first_carry()), &mut journal);
        let mut bots: [Option<AnyBot>; Seat::MAX] = [None; Seat::MAX];
        for seat in Seat::all(seats) {
            match self.plan.places[self.place(seat)] {
                Player::Bot(level) => {
                    let luck = [self.plan.seed, wall, seat.index() as u64, self.plan.luck];
                    bots[seat.index()] = Some(level.bot(Rng::of(&luck)));
                }
                Player::Program(program) => {
                    let program = &mut self.programs[program];
                    program.wake()?;
                    program.send(json!({"type": "deal", "deal": self.number, "seat": seat}).to_string());
                }
            }
        }
        while let Some(seat) = deal.decision().and_then(|decision| decision.waiting().iter().next()) {
            let answer = match &mut bots[seat.index()] {
                Some(bot) => bot.answer(&deal, seat),
                None => self.ask(&deal, seat),
            };
            let Some(action) = answer.or_else(|| deal.timeout_action(seat)) else { break };
            if deal.apply(seat, action, &mut journal).is_err() {
                break;
            }
        }
        let mut points = [0; Seat::MAX];
        points.iter_mut().zip(deal.ledger.balances()).for_each(|(to, from)| *to = from);
        for seat in Seat::all(seats) {
            if let Player::Program(program) = self.plan.places[self.place(seat)] {
                let end =
                    json!({"type": "end", "deal": self.number, "seat": seat, "points": &points[..seats]});
                self.programs[program].send(end.to_string());
            }
        }
        Ok(points)
    }

    /// Asks a program; none: its seat plays its time-out.
    fn ask(&mut self, deal: &Deal<R>, seat: Seat) -> Option<Action> {
        let Player::Program(program) = self.plan.places[self.place(seat)] else { return None };
        let choices = deal.decision()?.choices(seat)?;
        let hand = deal.table.hand(seat);
        if choices.len(hand) == 1 {
            return choices.nth(0, hand);
        }
        self.count.0 += 1;
        let mut view = deal.view(Viewer::Seat(seat));
        if let Some(prompt) = &mut view.prompt {
            prompt.decision = sifang_table::DecisionId(self.count.0 as u32);
        }
        let program = &mut self.programs[program];
        let line = json!({"type": "ask", "decision": self.count.0, "view": view});
        let said = program.ask(self.count.0, line.to_string())?;
        let action = Action::parse(&said).ok().filter(|action| deal.check(seat, *action).is_ok());
        if action.is_none() {
            program.faults.illegal += 1;
            program.faults.missed += 1;
        }
        action
    }
}
