//! A tally made readable: every statistic with its interval, the difference A − B, distributions, findings.

use crate::estimate::{Difference, Estimate, Quotients, share};
use crate::findings::{Finding, findings};
use crate::metrics::{Group, Metric, Unit};
use crate::plan::{Length, Plan};
use crate::tally::{HISTOGRAMS, Tally, measured};
use serde::{Serialize, Serializer};
use sifang_options::{OptionKind, OptionSet, OptionSpec, OptionValue, Text};
use sifang_table::RuleSet;

/// Name of the form of `report.json`.
const FORMAT: &str = "sifang-lab/2";

/// What a comparison found.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Report {
    /// Name and version of this form.
    pub format: &'static str,
    /// The rule set's id.
    pub rules: &'static str,
    /// The version of its rules.
    pub version: u32,
    /// Its name.
    pub name: Text,
    /// Number of seats.
    pub players: usize,
    /// Who played.
    pub bots: &'static str,
    /// The seed.
    pub seed: u64,
    /// Whole matches were played, not single deals.
    pub matches: bool,
    /// Walls asked for.
    pub wanted: u64,
    /// Walls played, each under A and under B.
    pub deals: u64,
    /// Answers given in all deals.
    pub decisions: u64,
    /// Every option of A with its value.
    #[serde(serialize_with = "as_map")]
    #[cfg_attr(feature = "ts", ts(type = "{ [option: string]: boolean | number | string }"))]
    pub a: Vec<(&'static str, OptionValue)>,
    /// Every option of B with its value.
    #[serde(serialize_with = "as_map")]
    #[cfg_attr(feature = "ts", ts(type = "{ [option: string]: boolean | number | string }"))]
    pub b: Vec<(&'static str, OptionValue)>,
    /// The options in which A and B differ.
    pub changed: Vec<Changed>,
    /// Share of the walls that went or were settled differently under A and B.
    pub differ: Estimate,
    /// Share of the walls after which somebody has other points.
    pub differ_points: Estimate,
    /// Sentences.
    pub findings: Vec<Finding>,
    /// All statistics.
    pub statistics: Vec<Statistic>,
    /// Distributions.
    pub distributions: Vec<Distribution>,
}

/// An option in which A and B differ.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Changed {
    /// Its name in files.
    pub option: &'static str,
    /// Its name for people.
    pub label: Text,
    /// Its clause in the rule book.
    pub clause: &'static str,
    /// Its value in A, for people.
    pub a: Words,
    /// Its value in B, for people.
    pub b: Words,
}

/// A text in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "Text"))]
pub struct Words {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

/// One number under A and under B.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Statistic {
    /// Its id; fans, payments and clauses have theirs after a colon.
    pub id: String,
    /// What it belongs to.
    pub group: Group,
    /// Its name.
    #[serde(flatten)]
    pub name: Text,
    /// What it is counted in.
    pub unit: Unit,
    /// Under A; none where there was nothing to divide by.
    pub a: Option<Estimate>,
    /// Under B.
    pub b: Option<Estimate>,
    /// A − B.
    pub difference: Option<Difference>,
}

/// How often each value occurred.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Distribution {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    #[serde(flatten)]
    pub name: Text,
    /// Value and count under A, in the order of the values.
    pub a: Vec<(i64, u64)>,
    /// The same under B.
    pub b: Vec<(i64, u64)>,
}

const DISTRIBUTIONS: [Text; HISTOGRAMS.len()] = [
    Text::new("每次胡牌得分", "Points of a win"),
    Text::new("每局易手的分", "Points that change hands in a deal"),
    Text::new("每局打牌数", "Tiles thrown in a deal"),
];

fn as_map<S: Serializer>(pairs: &[(&'static str, OptionValue)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

impl Report {
    /// The report of what has been counted so far.
    pub fn new<R: RuleSet>(plan: &Plan<R>, tally: &Tally) -> Report {
        let statistics = statistics(&measured(plan), tally);
        let differ = tally.differ.map(|count| share(count, tally.walls));
        let changed = changed::<R>(plan);
        let histograms = HISTOGRAMS.iter().zip(DISTRIBUTIONS).zip(&tally.histograms);
        Report {
            format: FORMAT,
            rules: R::ID,
            version: R::VERSION,
            name: R::NAME,
            players: plan.a.seats(),
            bots: plan.bots.name(),
            seed: plan.seed,
            matches: plan.length == Length::Match,
            wanted: plan.deals,
            deals: tally.walls,
            decisions: tally.decisions,
            a: plan.a.options().to_values(),
            b: plan.b.options().to_values(),
            findings: findings((tally.walls, plan.length), differ, &statistics),
            changed,
            differ: differ[0],
            differ_points: differ[1],
            statistics,
            distributions: histograms
                .map(|((id, name), [a, b])| Distribution {
                    id,
                    name,
                    a: a.iter().map(|(value, count)| (*value, *count)).collect(),
                    b: b.iter().map(|(value, count)| (*value, *count)).collect(),
                })
                .collect(),
        }
    }

    /// The statistics of a group.
    pub fn group(&self, group: Group) -> impl Iterator<Item = &Statistic> {
        self.statistics.iter().filter(move |statistic| statistic.group == group)
    }
}

/// The estimates. Payments and clauses that never came up are left out; a fan that never came up is news.
fn statistics(metrics: &[Metric], tally: &Tally) -> Vec<Statistic> {
    let optional = |group: Group| matches!(group, Group::Payment | Group::Clause | Group::FanIncome);
    let list = metrics.iter().enumerate().filter(|(i, metric)| !(optional(metric.group) && tally.never(*i)));
    list.map(|(i, metric)| {
        let quotients = Quotients {
            moments: &tally.moments[i],
            walls: tally.walls,
            root: metric.root,
            share: metric.unit == Unit::Share,
        };
        Statistic {
            id: metric.id.clone(),
            group: metric.group,
            name: metric.name,
            unit: metric.unit,
            a: quotients.estimate(0),
            b: quotients.estimate(1),
            difference: quotients.difference(),
        }
    })
    .collect()
}

fn changed<R: RuleSet>(plan: &Plan<R>) -> Vec<Changed> {
    let (a, b) = (plan.a.options().to_values(), plan.b.options().to_values());
    let specs = <R::Options as OptionSet>::SPECS;
    let pairs = specs.iter().zip(a.into_iter().zip(b));
    pairs
        .filter(|(_, ((_, a), (_, b)))| a != b)
        .map(|(spec, ((_, a), (_, b)))| Changed {
            option: spec.name,
            label: spec.label,
            clause: spec.clause,
            a: in_words(spec, &a),
            b: in_words(spec, &b),
        })
        .collect()
}

/// A value as people read it.
fn in_words(spec: &OptionSpec, value: &OptionValue) -> Words {
    let text = match (spec.kind, value) {
        (_, OptionValue::Bool(true)) => Some(Text::new("开", "on")),
        (_, OptionValue::Bool(false)) => Some(Text::new("关", "off")),
        (OptionKind::Choice(choices), OptionValue::Text(name)) => {
            choices.iter().find(|choice| choice.value == name).map(|choice| choice.label)
        }
        _ => None,
    };
    match text {
        Some(text) => Words { zh: text.zh.to_owned(), en: text.en.to_owned() },
        None => Words { zh: value.to_string(), en: value.to_string() },
    }
}
