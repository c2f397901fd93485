//! Exact sums over walls. Whole numbers only: adding tallies in any order gives the same tally, digit by digit.
//!
//! Of every metric the first and second moments of four numbers are kept: what is summed and what it is divided by, under A and
//! under B. That is enough for both quotients, their intervals, and the interval of their difference on the same walls.

use crate::facts::Played;
use crate::metrics::{Base, Metric, metrics};
use crate::plan::Plan;
use serde_json::{Map, Value, json};
use sifang_table::RuleSet;
use std::collections::BTreeMap;

/// How many products of two out of four numbers there are.
const PAIRS: usize = 10;

/// Sums of four numbers and of their products.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Moments {
    /// Sums of x and y under A, then under B.
    pub(crate) sums: [i128; 4],
    /// Sums of products, in the order 00 01 02 03 11 12 13 22 23 33.
    products: [i128; PAIRS],
}

impl Moments {
    pub(crate) fn observe(&mut self, values: [i64; 4]) {
        let mut at = 0;
        for i in 0..4 {
            self.sums[i] += i128::from(values[i]);
            for j in i..4 {
                self.products[at] += i128::from(values[i]) * i128::from(values[j]);
                at += 1;
            }
        }
    }

    /// Those of `n` values, each divided by one, from their sum and the sum of their squares.
    pub(crate) fn of_values(n: i128, sum: i128, squares: i128) -> Moments {
        let mut moments = Moments { sums: [sum, n, 0, n], ..Moments::default() };
        // 00, 01, 11 and, for the other side that has nothing, 13 and 33.
        for (at, product) in [(0, squares), (1, sum), (3, sum), (4, n), (6, n), (9, n)] {
            moments.products[at] = product;
        }
        moments
    }

    fn add(&mut self, other: &Moments) {
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, more)| *sum += more);
        self.products.iter_mut().zip(&other.products).for_each(|(sum, more)| *sum += more);
    }

    /// Sum of the products of numbers `i` and `j`.
    pub(crate) fn product(&self, i: usize, j: usize) -> i128 {
        const FIRST: [usize; 4] = [0, 3, 5, 6];
        let (i, j) = (i.min(j), i.max(j));
        self.products[FIRST[i] + j]
    }

    fn is_zero(&self) -> bool {
        self.sums[0] == 0 && self.sums[2] == 0 && self.product(0, 0) == 0 && self.product(2, 2) == 0
    }
}

/// How often each value occurred, under A and under B.
pub(crate) type Histogram = [BTreeMap<i64, u64>; 2];

/// What is kept as a histogram.
pub(crate) const HISTOGRAMS: [&str; 3] = ["win_points", "moved", "turns"];

/// The sums of some walls.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    pub(crate) walls: u64,
    /// Deals that went or were settled differently under A and B; deals with other points.
    pub(crate) differ: [u64; 2],
    /// Answers given under A and B together.
    pub(crate) decisions: u64,
    pub(crate) moments: Vec<Moments>,
    pub(crate) histograms: [Histogram; HISTOGRAMS.len()],
}

/// What was read is no tally of this plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no tally: {0}")]
pub struct TallyError(String);

/// Everything that is measured.
pub(crate) fn measured<R: RuleSet>(plan: &Plan<R>) -> Vec<Metric> {
    metrics::<R>(plan.a.seats(), plan.length)
}

impl Tally {
    /// Nothing yet, for so many metrics.
    pub(crate) fn empty(metrics: usize) -> Tally {
        Tally {
            walls: 0,
            differ: [0; 2],
            decisions: 0,
            moments: vec![Moments::default(); metrics],
            histograms: Default::default(),
        }
    }

    /// Nothing yet of this plan.
    pub fn new<R: RuleSet>(plan: &Plan<R>) -> Tally {
        Tally::empty(measured(plan).len())
    }

    /// Walls counted.
    pub fn walls(&self) -> u64 {
        self.walls
    }

    /// Answers given in all deals.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Counts one wall played under A and under B.
    pub(crate) fn observe(&mut self, metrics: &[Metric], [a, b]: [&Played; 2]) {
        self.walls += 1;
        self.differ[0] += u64::from(!a.same_course(b));
        self.differ[1] += u64::from(!a.same_points(b));
        self.decisions += a.decisions() + b.decisions();
        let bases = Base::ALL.map(|base| (base.value(a), base.value(b)));
        for (metric, moments) in metrics.iter().zip(&mut self.moments) {
            let (base_a, base_b) = bases[metric.base as usize];
            moments.observe([metric.value(a), base_a, metric.value(b), base_b]);
        }
        for (side, played) in [a, b].into_iter().enumerate() {
            let [win_points, moved, turns] = &mut self.histograms;
            for deal in &played.deals {
                for win in &deal.wins {
                    *win_points[side].entry(win.income).or_default() += 1;
                }
                *moved[side].entry(deal.moved()).or_default() += 1;
                *turns[side].entry(i64::from(deal.turns)).or_default() += 1;
            }
        }
    }

    /// Adds the walls of another tally of the same plan.
    pub fn add(&mut self, other: &Tally) {
        self.walls += other.walls;
        self.decisions += other.decisions;
        self.differ.iter_mut().zip(other.differ).for_each(|(sum, more)| *sum += more);
        self.moments.iter_mut().zip(&other.moments).for_each(|(sum, more)| sum.add(more));
        for (histogram, more) in self.histograms.iter_mut().flatten().zip(other.histograms.iter().flatten()) {
            for (value, count) in more {
                *histogram.entry(*value).or_default() += count;
            }
        }
    }

    /// Writes the tally down. Sums are texts, because they can be too long for numbers.
    pub fn to_json<R: RuleSet>(&self, plan: &Plan<R>) -> Value {
        let texts = |numbers: &[i128]| numbers.iter().map(|n| Value::from(n.to_string())).collect::<Vec<_>>();
        let mut moments = Map::new();
        for (metric, sums) in measured(plan).iter().zip(&self.moments) {
            let numbers = [&sums.sums[..], &sums.products[..]].concat();
            moments.insert(metric.id.clone(), Value::from(texts(&numbers)));
        }
        let pairs = |map: &BTreeMap<i64, u64>| map.iter().map(|(v, n)| json!([v, n])).collect::<Vec<_>>();
        let histograms: Map<String, Value> = HISTOGRAMS
            .iter()
            .zip(&self.histograms)
            .map(|(name, [a, b])| ((*name).to_owned(), json!([pairs(a), pairs(b)])))
            .collect();
        json!({
            "walls": self.walls,
            "differ": self.differ,
            "decisions": self.decisions,
            "histograms": histograms,
            "moments": moments,
        })
    }

    /// Reads a tally of this plan.
    pub fn from_json<R: RuleSet>(value: &Value, plan: &Plan<R>) -> Result<Tally, TallyError> {
        let wrong = |what: &str| TallyError(format!("'{what}' is missing or not what it should be"));
        let number = |value: &Value, what: &str| value.as_u64().ok_or_else(|| wrong(what));
        let metrics = measured(plan);
        let mut tally = Tally::empty(metrics.len());
        tally.walls = number(&value["walls"], "walls")?;
        tally.decisions = number(&value["decisions"], "decisions")?;
        for (i, count) in tally.differ.iter_mut().enumerate() {
            *count = number(&value["differ"][i], "differ")?;
        }
        for (metric, moments) in metrics.iter().zip(&mut tally.moments) {
            let list = value["moments"][&metric.id].as_array().filter(|list| list.len() == 4 + PAIRS);
            let list = list.ok_or_else(|| wrong(&metric.id))?;
            let all = moments.sums.iter_mut().chain(&mut moments.products);
            for (sum, text) in all.zip(list) {
                *sum = text.as_str().and_then(|text| text.parse().ok()).ok_or_else(|| wrong(&metric.id))?;
            }
        }
        for (name, histogram) in HISTOGRAMS.iter().zip(&mut tally.histograms) {
            for (side, map) in histogram.iter_mut().enumerate() {
                let list = value["histograms"][name][side].as_array().ok_or_else(|| wrong(name))?;
                for pair in list {
                    let key = pair[0].as_i64().ok_or_else(|| wrong(name))?;
                    map.insert(key, number(&pair[1], name)?);
                }
            }
        }
        Ok(tally)
    }

    /// Whether the metric was never more or less than nothing.
    pub(crate) fn never(&self, metric: usize) -> bool {
        self.moments[metric].is_zero()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_found_where_they_were_put() {
        let mut moments = Moments::default();
        moments.observe([2, 3, 5, 7]);
        moments.observe([1, 1, 0, -1]);
        let values = [[2, 3, 5, 7], [1, 1, 0, -1]];
        for i in 0..4 {
            for j in 0..4 {
                let wanted: i128 = values.iter().map(|v| v[i] * v[j]).sum();
                assert_eq!(moments.product(i, j), wanted, "{i} {j}");
            }
        }
    }
}
