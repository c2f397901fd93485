//! From exact sums to numbers with intervals: the only place with fractions.
//!
//! Every statistic is a quotient of two means over walls. Its variance follows from the linearised quotient (the delta method); for
//! the difference A − B the deviations of both on the same wall are subtracted before they are squared, so that what the walls
//! have in common cancels.

use crate::tally::Moments;
use serde::Serialize;

/// Half-widths are this many standard errors: 95 of 100 such intervals hold the true value.
const Z95: f64 = 1.959_963_985;
/// A difference of this many standard errors is called certain: its 99.9 % interval does not hold zero. Among a hundred
/// statistics without any difference, that happens to one in ten runs.
const Z999: f64 = 3.290_526_73;
/// 95 % intervals of the mean of a Poisson count, for 0, 1, 2 … cases: so few are too few for a normal interval.
const FEW: [(f64, f64); 10] = [
    (0.0, 3.689),
    (0.0253, 5.572),
    (0.2422, 7.225),
    (0.6187, 8.767),
    (1.0899, 10.242),
    (1.6235, 11.668),
    (2.2019, 13.059),
    (2.8144, 14.423),
    (3.4538, 15.763),
    (4.1154, 17.085),
];

/// A number with its interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of it.
    pub high: f64,
    /// What was summed, before dividing.
    pub sum: i64,
}

/// How much can be said of a difference. The interval beside it always agrees.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// No difference is visible: the 95 % interval holds zero.
    Unknown,
    /// The 95 % interval does not hold zero.
    Likely,
    /// The 99.9 % interval does not hold zero, and there is enough to count.
    Certain,
}

impl Certainty {
    /// The mark beside a number: two stars, one, none.
    pub fn stars(self) -> &'static str {
        match self {
            Certainty::Certain => "★★",
            Certainty::Likely => "★",
            Certainty::Unknown => "",
        }
    }
}

/// A difference A − B with its interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Difference {
    /// A − B.
    pub value: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of it.
    pub high: f64,
    /// How much can be said of it.
    pub certainty: Certainty,
}

/// A quotient of one metric, for both sides and their difference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quotients<'a> {
    pub(crate) moments: &'a Moments,
    pub(crate) walls: u64,
    /// The square root of the quotient is shown.
    pub(crate) root: bool,
    /// It is a share: between 0 and 1, and rare things are possible that never happened.
    pub(crate) share: bool,
}

impl Quotients<'_> {
    fn sum(&self, i: usize) -> f64 {
        self.moments.sums[i] as f64
    }

    /// The plain quotient of a side (0: A, 1: B).
    fn quotient(&self, side: usize) -> Option<f64> {
        let (x, y) = (self.sum(2 * side), self.sum(2 * side + 1));
        (y > 0.0).then(|| x / y)
    }

    /// What is shown, and how fast it grows with the quotient.
    fn shown(&self, side: usize) -> Option<(f64, f64)> {
        let quotient = self.quotient(side)?;
        Some(match (self.root, quotient > 0.0) {
            (false, _) => (quotient, 1.0),
            (true, true) => (quotient.sqrt(), 0.5 / quotient.sqrt()),
            (true, false) => (0.0, 0.0),
        })
    }

    /// Sum over walls of the product of the deviations x − R·y of two sides, each divided by its sum of y.
    fn deviations(&self, s: usize, t: usize) -> Option<f64> {
        let (r, q) = (self.quotient(s)?, self.quotient(t)?);
        let product = |i: usize, j: usize| self.moments.product(i, j) as f64;
        let (xs, ys, xt, yt) = (2 * s, 2 * s + 1, 2 * t, 2 * t + 1);
        let sum = product(xs, xt) - q * product(xs, yt) - r * product(ys, xt) + r * q * product(ys, yt);
        Some(sum / self.sum(ys) / self.sum(yt))
    }

    /// From a sum of squared relative deviations to a standard error.
    fn standard_error(&self, squares: f64) -> f64 {
        let n = self.walls as f64;
        if self.walls > 1 { (squares.max(0.0) * n / (n - 1.0)).sqrt() } else { 0.0 }
    }

    /// The estimate of a side; none where nothing was divided by.
    pub(crate) fn estimate(&self, side: usize) -> Option<Estimate> {
        let (value, slope) = self.shown(side)?;
        let half = Z95 * slope * self.standard_error(self.deviations(side, side)?);
        let sum = self.moments.sums[2 * side];
        let (mut low, mut high) = (value - half, value + half);
        if self.share {
            (low, high) = (low.max(0.0), high.min(1.0));
            // The rule of three: what never happened in n cases is, with 95 % confidence, rarer than 3 in n.
            if sum == 0 {
                high = (3.0 / self.sum(2 * side + 1)).min(1.0);
            }
        }
        let sum = sum.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        Some(Estimate { value: round(value), low: round(low), high: round(high), sum })
    }

    /// The difference of the sides.
    pub(crate) fn difference(&self) -> Option<Difference> {
        let ((a, slope_a), (b, slope_b)) = (self.shown(0)?, self.shown(1)?);
        let squares = slope_a * slope_a * self.deviations(0, 0)?
            - 2.0 * slope_a * slope_b * self.deviations(0, 1)?
            + slope_b * slope_b * self.deviations(1, 1)?;
        let error = self.standard_error(squares);
        let value = a - b;
        let few = self.few();
        let (low, high) = few.unwrap_or((value - Z95 * error, value + Z95 * error));
        let certainty = if few.is_none() && value.abs() > Z999 * error {
            Certainty::Certain
        } else if low > 0.0 || high < 0.0 {
            Certainty::Likely
        } else {
            Certainty::Unknown
        };
        Some(Difference { value: round(value), low: round(low), high: round(high), certainty })
    }

    /// The interval of the difference of two shares that both happened only a few times. The intervals of the two counts are put
    /// together by the distances of their ends (the method of variance estimates recovery).
    fn few(&self) -> Option<(f64, f64)> {
        if !self.share {
            return None;
        }
        let side = |side: usize| {
            let (count, of) = (self.moments.sums[2 * side], self.sum(2 * side + 1));
            let (low, high) = FEW.get(usize::try_from(count).ok()?)?;
            Some((count as f64 / of, low / of, high / of))
        };
        let ((a, a_low, a_high), (b, b_low, b_high)) = (side(0)?, side(1)?);
        if self.deviations(0, 0) == self.deviations(0, 1) && self.deviations(1, 1) == self.deviations(0, 1) {
            // The same on every wall.
            return Some((0.0, 0.0));
        }
        Some((a - b - (a - a_low).hypot(b_high - b), a - b + (a_high - a).hypot(b - b_low)))
    }
}

/// The mean of so many values with its interval, from their exact sum and the sum of their squares; none of no values.
pub fn mean(count: u64, sum: i128, squares: i128) -> Option<Estimate> {
    let n = i128::from(count);
    let moments = Moments::of_values(n, sum, squares);
    Quotients { moments: &moments, walls: count, root: false, share: false }.estimate(0)
}

/// A share of walls with its interval.
pub(crate) fn share(count: u64, of: u64) -> Estimate {
    let n = of.max(1) as f64;
    let p = count as f64 / n;
    let half = Z95 * (p * (1.0 - p) / n).sqrt();
    let high = if count == 0 { 3.0 / n } else { p + half };
    Estimate {
        value: round(p),
        low: round((p - half).max(0.0)),
        high: round(high.min(1.0)),
        sum: count.min(i64::MAX as u64) as i64,
    }
}

/// Seven significant digits: more would only be noise, and less readable.
fn round(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return 0.0;
    }
    let scale = 10f64.powi(6 - value.abs().log10().floor() as i32);
    let rounded = (value * scale).round() / scale;
    // Division leaves digits of its own; reading the short form back removes them.
    format!("{rounded:.12}").parse().unwrap_or(rounded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Tally;

    fn of(values: &[[i64; 4]], root: bool) -> (Estimate, Estimate, Difference) {
        let mut moments = Moments::default();
        values.iter().for_each(|value| moments.observe(*value));
        let quotients = Quotients { moments: &moments, walls: values.len() as u64, root, share: false };
        (quotients.estimate(0).unwrap(), quotients.estimate(1).unwrap(), quotients.difference().unwrap())
    }

    fn near(x: f64, y: f64) -> bool {
        (x - y).abs() < 1e-5 * y.abs().max(1.0)
    }

    /// Divided by one each, a quotient is a mean, and the textbook says what its interval and that of a paired difference are.
    #[test]
    fn means_have_the_intervals_of_the_textbook() {
        let pairs = [[3, 1], [5, 2], [-4, 0], [8, 8], [0, -3], [7, 7], [1, 4], [2, 2]];
        let (a, b, difference) = of(&pairs.map(|[a, b]| [a, 1, b, 1]), false);
        let interval = |values: [f64; 8]| {
            let mean = values.iter().sum::<f64>() / 8.0;
            let variance = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / 7.0;
            (mean, Z95 * (variance / 8.0).sqrt())
        };
        let (mean, half) = interval(pairs.map(|[a, _]| a as f64));
        assert!(near(a.value, mean) && near(a.high - a.value, half) && near(a.value - a.low, half));
        let (mean, half) = interval(pairs.map(|[_, b]| b as f64));
        assert!(near(b.value, mean) && near(b.high - b.value, half));
        let (mean, half) = interval(pairs.map(|[a, b]| (a - b) as f64));
        assert!(near(difference.value, mean) && near(difference.high - difference.value, half));
        assert_eq!(difference.certainty, Certainty::Unknown);
    }

    #[test]
    fn a_mean_needs_only_sums() {
        let values = [3i64, -1, 8, 0, 2];
        let (wanted, ..) = of(&values.map(|v| [v, 1, 0, 1]), false);
        let squares = values.iter().map(|v| i128::from(v * v)).sum();
        assert_eq!(mean(5, 12, squares), Some(wanted));
        assert_eq!(mean(0, 0, 0), None);
    }

    /// What grows with its divisor on every wall has no spread at all; equal sides have no difference.
    #[test]
    fn quotients_follow_their_divisors() {
        let (a, _, difference) = of(&[[6, 3, 6, 3], [2, 1, 2, 1], [8, 4, 8, 4]], false);
        assert_eq!((a.value, a.low, a.high), (2.0, 2.0, 2.0));
        assert_eq!((difference.value, difference.low, difference.high), (0.0, 0.0, 0.0));
        let (a, b, difference) = of(&[[18, 2, 32, 2], [18, 2, 32, 2]], true);
        assert_eq!((a.value, b.value, difference.value), (3.0, 4.0, -1.0));
        assert_eq!(difference.certainty, Certainty::Certain);
    }

    #[test]
    fn rounding_keeps_seven_digits() {
        assert_eq!(round(0.123_456_789), 0.123_456_8);
        assert_eq!(round(-12_345.678_9), -12_345.68);
        assert_eq!(round(0.0), 0.0);
        assert_eq!(round(f64::NAN), 0.0);
    }

    #[test]
    fn never_is_not_impossible() {
        let none = share(0, 1000);
        assert_eq!((none.value, none.low, none.high), (0.0, 0.0, 0.003));
        let empty = Tally::empty(1);
        let quotients = Quotients { moments: &empty.moments[0], walls: 0, root: false, share: true };
        assert_eq!(quotients.estimate(0), None);
        assert_eq!(quotients.difference(), None);
    }
}
