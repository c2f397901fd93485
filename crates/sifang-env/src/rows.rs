//! Single rows of an environment, by number.

use crate::buffers::Buffers;
use crate::row::Row;
use crate::search::{Advice, BadRow};
use crate::vec_env::VecEnv;
use sifang_bots::Level;
use sifang_match::Simulated;
use sifang_rules::insight::Insight;
use sifang_tiles::Seat;

impl<R: Insight> VecEnv<R> {
    fn row(&self, row: usize) -> Result<&Row<R>, BadRow> {
        self.rows.get(row).ok_or(BadRow::Absent(row, self.rows.len()))
    }

    /// Writes the question of a row again.
    fn show(&mut self, row: usize, out: &mut Buffers<'_>) {
        let (plan, obs) = (&self.plan, self.shape.obs);
        if let Some(this) = self.rows.get_mut(row) {
            let out = out.row(row, obs);
            *out.done = 0;
            out.reward.fill(0);
            this.write(plan, out);
        }
    }

    /// What the asked seat of a row sees, as JSON: as the server sends it to a client.
    pub fn view(&self, row: usize) -> Result<String, BadRow> {
        self.row(row)?.view_json(row)
    }

    /// What a player may know about its position, as JSON ([`sifang_bots::Hint`]).
    pub fn hint(&self, row: usize) -> Result<String, BadRow> {
        self.row(row)?.hint_json(row)
    }

    /// What a bot would answer in a row, and why.
    pub fn advice(&self, row: usize, level: Level) -> Result<Advice, BadRow> {
        self.row(row)?.advice(&self.plan, row, level)
    }

    /// The points of a row's deal after each of these answers, on the same wall; `level` plays on for everybody outside.
    pub fn branch(&self, row: usize, slots: &[i32], level: Level) -> Result<Vec<[i32; Seat::MAX]>, BadRow> {
        let this = self.row(row)?;
        slots.iter().map(|slot| this.branch(&self.plan, row, *slot, level)).collect()
    }

    /// Puts a row into another world that its asked seat cannot tell from this one. `out` shows it.
    pub fn determinize(
        &mut self,
        row: usize,
        seat: usize,
        seed: u64,
        mut out: Buffers<'_>,
    ) -> Result<(), BadRow> {
        out.check(self.shape);
        let rows = self.rows.len();
        self.rows.get_mut(row).ok_or(BadRow::Absent(row, rows))?.determinize(row, seat, seed)?;
        self.show(row, &mut out);
        Ok(())
    }

    /// Where a row stands, as text for [`VecEnv::load`].
    pub fn save(&self, row: usize) -> Result<String, BadRow> {
        self.row(row)?.save(&self.plan, row)
    }

    /// Puts a row where the saved one stood, maybe in another environment of the same plan. If it cannot, nothing has changed.
    pub fn load(&mut self, row: usize, text: &str, mut out: Buffers<'_>) -> Result<(), BadRow> {
        out.check(self.shape);
        let rows = self.rows.len();
        let place = self.rows.get_mut(row).ok_or(BadRow::Absent(row, rows))?;
        // Replaying says of no deal that it ended; what it writes here is written again, or never read.
        let mut spare = Spare::new(self.shape.obs);
        *place = Row::load(&self.plan, text, &mut spare.lend().row(0, self.shape.obs))?;
        self.show(row, &mut out);
        Ok(())
    }

    /// The record of the deal that ended last in a row; `sifang replay` verifies it.
    pub fn record(&self, row: usize) -> Result<Simulated, BadRow> {
        self.row(row)?.record(&self.plan, row)
    }
}

/// Buffers of one row that nobody reads.
struct Spare {
    bytes: Vec<u8>,
    reward: [i32; Seat::MAX],
    deal: [u64; 1],
    single: [[u8; 1]; 4],
    mask: Vec<u8>,
}

impl Spare {
    fn new(obs: usize) -> Spare {
        let mask = vec![0; sifang_bots::features::ACTIONS];
        Spare { bytes: vec![0; obs], reward: [0; Seat::MAX], deal: [0], single: [[0]; 4], mask }
    }

    fn lend(&mut self) -> Buffers<'_> {
        let [actor, place, done, active] = &mut self.single;
        Buffers {
            obs: &mut self.bytes,
            mask: &mut self.mask,
            actor,
            place,
            done,
            reward: &mut self.reward,
            deal: &mut self.deal,
            active,
            teacher: None,
            oracle: None,
        }
    }
}
