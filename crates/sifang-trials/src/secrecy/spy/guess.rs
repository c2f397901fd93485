//! How well the best of many figures separates yes from no, and how well it would by chance.
//!
//! A guess is one figure and one threshold, above or below. The best of hundreds of figures is right more often than the most
//! common answer even where all of them mean nothing; so it is held against the best guesses about answers that do not belong to
//! these windows: those of each table moved on by some windows, in a circle. That keeps what answers at one table have in common
//! with their neighbours, and nothing else. If the figures mean nothing, the true answers are one of so many sets of answers, none
//! of which is special: that they alone separate best has a chance of one in their number.

use sifang_bots::Rng;

/// The windows of one table in their order: whether it was so, and every figure.
pub(super) type Rows = Vec<(bool, Vec<f64>)>;

/// How the best guess did.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Verdict {
    /// Windows.
    pub(super) windows: usize,
    /// Windows in which the more common answer was right.
    pub(super) common: usize,
    /// Windows in which the best guess was right, and its figure.
    pub(super) right: usize,
    pub(super) figure: usize,
    /// The most that it was right about answers from elsewhere, in so many draws.
    pub(super) by_chance: usize,
}

impl Verdict {
    /// A count as a share of all windows.
    pub(super) fn percent(&self, count: usize) -> f64 {
        100.0 * count as f64 / self.windows.max(1) as f64
    }
}

/// One figure: the windows in the order of its value, and where its value changes.
struct Sorted {
    figure: usize,
    order: Vec<usize>,
    cuts: Vec<usize>,
}

/// Tries every figure.
pub(super) fn best(tables: &[Rows], draws: u64, rng: &mut Rng) -> Verdict {
    let rows: Vec<&(bool, Vec<f64>)> = tables.iter().flatten().collect();
    let sorted = sorted(&rows);
    let truth: Vec<bool> = rows.iter().map(|(so, _)| *so).collect();
    let yes = truth.iter().filter(|so| **so).count();
    let common = yes.max(truth.len() - yes);
    let (right, figure) = right(&sorted, &truth).unwrap_or((common, 0));
    let mut by_chance = common;
    let mut moved = truth.clone();
    for _ in 0..draws {
        let mut start = 0;
        for table in tables {
            let by = rng.below(table.len().max(1) as u32) as usize;
            for place in 0..table.len() {
                moved[start + (place + by) % table.len()] = truth[start + place];
            }
            start += table.len();
        }
        by_chance = by_chance.max(self::right(&sorted, &moved).map_or(common, |(right, _)| right));
    }
    Verdict { windows: truth.len(), common, right, figure, by_chance }
}

fn sorted(rows: &[&(bool, Vec<f64>)]) -> Vec<Sorted> {
    let figures = rows.first().map_or(0, |(_, figures)| figures.len());
    let sort = |figure: usize| {
        let value = |row: &usize| rows[*row].1[figure];
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by(|a, b| value(a).total_cmp(&value(b)));
        let cuts: Vec<usize> =
            (1..order.len()).filter(|place| value(&order[place - 1]) < value(&order[*place])).collect();
        Sorted { figure, order, cuts }
    };
    // What is always the same shows nothing.
    (0..figures).map(sort).filter(|sorted| !sorted.cuts.is_empty()).collect()
}

/// How many windows the best figure gets right, and which one it is.
fn right(sorted: &[Sorted], answers: &[bool]) -> Option<(usize, usize)> {
    let yes = answers.iter().filter(|so| **so).count();
    let tried = sorted.iter().map(|sorted| {
        let (mut low_yes, mut place, mut most) = (0, 0, 0);
        for cut in &sorted.cuts {
            low_yes += sorted.order[place..*cut].iter().filter(|row| answers[**row]).count();
            place = *cut;
            // High means yes; or the other way round.
            let high = (cut - low_yes) + (yes - low_yes);
            most = most.max(high).max(answers.len() - high);
        }
        (most, sorted.figure)
    });
    tried.max_by_key(|(most, _)| *most)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tables whose answers show in one of fifty figures so often.
    fn tables(known: u32, rng: &mut Rng) -> Vec<Rows> {
        let window = |rng: &mut Rng| {
            let so = rng.below(3) > 0;
            let mut figures: Vec<f64> = (0..50).map(|_| f64::from(rng.below(1000))).collect();
            if rng.below(100) < known {
                figures[7] = if so { 2000.0 } else { -1.0 };
            }
            (so, figures)
        };
        (0..10).map(|_| (0..20).map(|_| window(rng)).collect()).collect()
    }

    #[test]
    fn what_separates_is_found_and_what_does_not_is_not() {
        let rng = &mut Rng::new(1);
        let found = best(&tables(80, rng), 199, rng);
        assert!(found.right > found.by_chance && found.figure == 7, "{found:?}");
        assert!(
            found.common < found.by_chance,
            "the best of many beats the common answer by chance: {found:?}"
        );
        let alarms = (0..200).filter(|_| {
            let found = best(&tables(0, rng), 99, rng);
            found.right > found.by_chance
        });
        let alarms = alarms.count();
        assert!(alarms <= 9, "one in a hundred is expected, and there were {alarms} in 200");
    }

    #[test]
    fn nothing_to_look_at_is_no_guess() {
        let found = best(&[vec![(true, vec![1.0]), (false, vec![1.0])]], 9, &mut Rng::new(1));
        assert_eq!((found.right, found.common, found.by_chance), (1, 1, 1));
    }
}
