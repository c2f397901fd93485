//! The law of observations: exchanging everything hidden from a seat moves no byte of what a net is shown, and every offered action has
//! exactly one slot and comes back from it.
//!
//! Positions come from deals of random options and seats, between random players and such as seek wins. Every question of a deal is a
//! sample.

use sifang_bots::features::{
    ACTIONS, Answer, Depth, Encoder, Offered, Parts, Picks, action_at, name_of, slot_of, write_mask,
};
use sifang_bots::{Ask, Reflex, ReflexBot, Rng};
use sifang_fair::sim_key;
use sifang_match::Shuffled;
use sifang_options::OptionSet;
use sifang_rules::insight::{Insight, ViewOf};
use sifang_table::{Action, Deal, Journal, Viewer};
use sifang_tiles::{Seat, Tile};

/// What was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Looked {
    /// Questions whose observations were compared.
    pub samples: u64,
    /// Actions that came back from their slots.
    pub actions: u64,
    /// Burials among them.
    pub burials: u64,
}

/// Plays deals of this seed until so many questions have been looked at. `progress` gets how many are done; `false` from it ends
/// the run.
pub fn check<R: Insight>(samples: u64, seed: u64, progress: &dyn Fn(u64) -> bool) -> Result<Looked, String> {
    let (mut looked, mut index) = (Looked::default(), 0);
    while looked.samples < samples && progress(looked.samples) {
        check_deal::<R>(seed, index, &mut looked).map_err(|why| format!("{} deal {index}: {why}", R::ID))?;
        index += 1;
    }
    Ok(looked)
}

/// Plays one deal and looks at every question on its way.
pub fn check_deal<R: Insight>(seed: u64, index: u64, looked: &mut Looked) -> Result<(), String> {
    let mut rng = Rng::of(&[seed, index]);
    let (least, most) = (*R::SEATS.start() as u32, *R::SEATS.end() as u32);
    let seats = if rng.below(2) == 0 { most } else { least + rng.below(most - least + 1) };
    let rules = R::new(R::Options::sample(&mut |n| rng.below(n)), seats as usize);
    let shuffled = Shuffled::new(&rules, &sim_key(seed, index));
    let dealer = Seat::new(rng.below(seats) as usize);
    let mut journal = Journal::silent();
    let mut deal = Deal::start(rules, &shuffled.set_up(dealer, rules.first_carry()), &mut journal);
    let mut player = if rng.below(2) == 0 { ReflexBot::random(rng) } else { ReflexBot::seeker(rng) };
    let mut eye = Eye::new(&deal);
    while let Some(seat) = deal.decision().and_then(|d| d.waiting().iter().next()) {
        let other = deal.reimagine(Some(seat), &mut |n| rng.below(n));
        let view = deal.view(Viewer::Seat(seat));
        eye.check_actions(&view, looked)?;
        let picks = some_picks(&view, &mut rng);
        eye.compare(&deal, &other, seat, &picks)?;
        eye.check_plain(&deal, &view, &picks)?;
        looked.samples += 1;
        let ask = Ask::of(&deal, seat).ok_or("nobody is asked")?;
        let action = player.answer(&ask);
        deal.apply(seat, action, &mut journal).map_err(|e| format!("{e}"))?;
    }
    Ok(())
}

/// Up to two tiles of one of the offered burials, if any is.
fn some_picks<E, W>(view: &sifang_table::View<E, W>, rng: &mut Rng) -> Picks {
    let choices = view.prompt.as_ref().map_or(&[][..], |prompt| &prompt.choices);
    match choices.get(rng.below(choices.len() as u32) as usize) {
        Some(Action::Bury(tiles)) => {
            tiles[..rng.below(3) as usize].iter().fold(Picks::NONE, |picks, tile| picks.with(*tile))
        }
        _ => Picks::NONE,
    }
}

/// Encodes what is seen, in memory that still has the observation before.
pub struct Eye<R: Insight> {
    encoder: Encoder<R>,
    view: ViewOf<R>,
    extra: R::Extra,
    bytes: [Vec<u8>; 2],
}

impl<R: Insight> Eye<R> {
    /// For a deal.
    pub fn new(deal: &Deal<R>) -> Eye<R> {
        let size = Parts::of::<R>().size(Depth::Insight);
        Eye {
            encoder: Encoder::new(deal.rules),
            view: deal.view(Viewer::Public),
            extra: R::extra(deal, Viewer::Public),
            bytes: [vec![7; size], vec![9; size]],
        }
    }

    fn encode(&mut self, deal: &Deal<R>, seat: Seat, picks: &Picks, into: usize) {
        deal.view_plain(Viewer::Seat(seat), &mut self.view);
        self.encoder.encode(&self.view, picks, Depth::Insight, &mut self.bytes[into]);
    }

    /// Whether two deals look the same to `seat`.
    pub fn compare(
        &mut self,
        one: &Deal<R>,
        other: &Deal<R>,
        seat: Seat,
        picks: &Picks,
    ) -> Result<(), String> {
        self.encode(one, seat, picks, 0);
        self.encode(other, seat, picks, 1);
        match (0..self.bytes[0].len()).find(|i| self.bytes[0][*i] != self.bytes[1][*i]) {
            None => self.compare_seen(one, other, seat, picks),
            Some(i) => Err(format!("byte {i} of what {seat:?} is shown depends on what it must not know")),
        }
    }

    /// The same of what is written without making a view: it is the beginning of what the view comes to (in `bytes[0]`), and so are
    /// the offered slots.
    fn compare_seen(
        &mut self,
        one: &Deal<R>,
        other: &Deal<R>,
        seat: Seat,
        picks: &Picks,
    ) -> Result<(), String> {
        let basic = self.encoder.size(Depth::Basic);
        for deal in [one, other] {
            let who = Viewer::Seat(seat);
            deal.view_plain(who, &mut self.view);
            let ask = Ask::of(deal, seat).ok_or("nobody is asked")?;
            let offered = Offered::of(&ask, picks);
            let choices = self.view.prompt.as_ref().map_or(&[][..], |prompt| &prompt.choices);
            if offered != Offered::of_actions(choices, ask.tile, picks) {
                return Err(format!(
                    "{seat:?} is offered other slots by its masks than by the list of its choices"
                ));
            }
            R::plain_extra(deal, who, &mut self.extra);
            self.bytes[1].fill(3);
            let seen = deal.moment().seen_by(who);
            self.encoder.encode_seen(&seen, &self.extra, &offered, picks, &mut self.bytes[1]);
            if let Some(i) = (0..basic).find(|i| self.bytes[0][*i] != self.bytes[1][*i]) {
                return Err(format!(
                    "byte {i} of what {seat:?} is shown differs without a view, or is not its to know"
                ));
            }
            if self.bytes[1][basic..].iter().any(|byte| *byte != 3) {
                return Err("an observation without a view is longer than it says".into());
            }
        }
        Ok(())
    }

    /// What is worked out for people only moves no byte; what can be seen is the beginning of what can be worked out.
    fn check_plain(&mut self, deal: &Deal<R>, full: &ViewOf<R>, picks: &Picks) -> Result<(), String> {
        let Some(seat) = full.seat else { return Ok(()) };
        self.encode(deal, seat, picks, 0);
        self.encoder.encode(full, picks, Depth::Insight, &mut self.bytes[1]);
        if self.bytes[0] != self.bytes[1] {
            return Err(format!(
                "{seat:?} is shown something else when people's part of the view is left out"
            ));
        }
        let basic = self.encoder.size(Depth::Basic);
        self.bytes[1].fill(5);
        self.encoder.encode(full, picks, Depth::Basic, &mut self.bytes[1]);
        if self.bytes[0][..basic] != self.bytes[1][..basic] || self.bytes[1][basic..].iter().any(|b| *b != 5)
        {
            return Err("the basic observation is not the beginning of the whole one".into());
        }
        Ok(())
    }

    /// Every offered action has its own slot, a name, and comes back from it; the mask has these slots and no other.
    fn check_actions(&self, view: &ViewOf<R>, looked: &mut Looked) -> Result<(), String> {
        let stage = view.stage.ok_or("a seat is asked and there is no stage")?;
        if !R::STAGES.contains(&stage.name) {
            return Err(format!("the stage {} is not among {:?}", stage.name, R::STAGES));
        }
        let choices = view.prompt.as_ref().map_or(&[][..], |prompt| &prompt.choices);
        let mut mask = [0; ACTIONS];
        write_mask(choices, stage.tile, &Picks::NONE, &mut mask);
        let mut seen = [false; ACTIONS];
        for action in choices {
            let slot = slot_of(*action, stage.tile, &Picks::NONE).filter(|slot| *slot < ACTIONS);
            let slot = slot.ok_or_else(|| format!("{action} has no slot"))?;
            if name_of(slot).is_none() || mask[slot] != 1 {
                return Err(format!("slot {slot} of {action} has no name, or is not in the mask"));
            }
            if let Action::Bury(tiles) = action {
                check_burial(*action, tiles, choices)?;
                looked.burials += 1;
            } else if action_at(slot, choices, stage.tile, &Picks::NONE) != Some(Answer::Act(*action))
                || std::mem::replace(&mut seen[slot], true)
            {
                return Err(format!("{action} does not come back from slot {slot}, or shares it"));
            }
            seen[slot] = true;
            looked.actions += 1;
        }
        if (0..ACTIONS).any(|slot| (mask[slot] == 1) != seen[slot]) {
            return Err("the mask has a slot of no action".into());
        }
        Ok(())
    }
}

/// A burial comes back from its three slots, one after the other.
fn check_burial(action: Action, tiles: &[Tile; 3], choices: &[Action]) -> Result<(), String> {
    let mut picks = Picks::NONE;
    for (i, tile) in tiles.iter().enumerate() {
        let slot = slot_of(action, None, &picks).ok_or_else(|| format!("{action} has no slot {i}"))?;
        let expected = if i < 2 { Answer::Pick(*tile) } else { Answer::Act(action) };
        if action_at(slot, choices, None, &picks) != Some(expected) {
            return Err(format!("{action} does not come back from slot {slot} after {picks:?}"));
        }
        picks = picks.with(*tile);
    }
    Ok(())
}
