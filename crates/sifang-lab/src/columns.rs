//! The facts of each deal as Parquet, for DuckDB, Polars or a cluster engine. The columns are described in `docs/lab.md`.
//!
//! Two tables: one row per deal (each wall has two, A and B) and one row per win. Only plain columns and the format's own
//! dictionaries: every reader understands them.

use crate::facts::DealFacts;
use crate::metrics::{fan_ids, term_ids};
use crate::run::Part;
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use sifang_table::{End, RuleSet, Source};
use sifang_tiles::Seat;
use std::sync::Arc;

/// The cells of one column.
enum Cells {
    Numbers(Vec<i32>),
    Long(Vec<i64>),
    Texts(Vec<ByteArray>),
    /// Numbers that may be absent: those that are there, and for each row whether it has one.
    Optional(Vec<i32>, Vec<i16>),
}

/// The table of deals of a part.
pub fn deals<R: RuleSet>(part: &Part) -> Result<Vec<u8>, ParquetError> {
    let rows: Vec<Row<'_>> = rows(part).collect();
    let long = |of: fn(&DealFacts) -> i64| Cells::Long(rows.iter().map(|row| of(row.facts)).collect());
    let numbers = |of: fn(&DealFacts) -> i32| Cells::Numbers(rows.iter().map(|row| of(row.facts)).collect());
    let by = |source: Source| {
        let count = |facts: &DealFacts| facts.wins.iter().filter(|win| win.source == source).count() as i32;
        Cells::Numbers(rows.iter().map(|row| count(row.facts)).collect())
    };
    let mut columns = vec![
        ("wall", Cells::Long(rows.iter().map(|row| row.wall as i64).collect())),
        ("side", Cells::Texts(rows.iter().map(|row| side(row.side)).collect())),
        ("deal", Cells::Numbers(rows.iter().map(|row| row.deal).collect())),
        ("dealer", numbers(|facts| i32::from(facts.dealer))),
        ("end", Cells::Texts(rows.iter().map(|row| text(end_name(row.facts.end))).collect())),
        ("turns", numbers(|facts| facts.turns as i32)),
        ("decisions", numbers(|facts| facts.decisions.min(i32::MAX as u64) as i32)),
        ("wins", numbers(|facts| facts.wins.len() as i32)),
        ("self_draws", by(Source::SelfDraw)),
        ("discards", by(Source::Discard)),
        ("robbed_kongs", by(Source::RobKong)),
    ];
    let seats = rows.first().map_or(0, |row| row.facts.points.len());
    for (seat, name) in ["points_0", "points_1", "points_2", "points_3"].into_iter().enumerate().take(seats) {
        columns.push((name, Cells::Numbers(rows.iter().map(|row| row.facts.points[seat]).collect())));
    }
    columns.push(("win_points", long(|facts| facts.wins.iter().map(|win| win.income).sum())));
    columns.push(("kong_points", long(|facts| facts.kong)));
    columns.push(("refund_points", long(|facts| facts.refund)));
    columns.push(("other_points", long(|facts| facts.other)));
    columns.push(("moved_points", long(DealFacts::moved)));
    let mattered = rows.iter().map(|row| text(&term_ids::<R>(row.facts.mattered).join(",")));
    columns.push(("mattered", Cells::Texts(mattered.collect())));
    write("deals", columns)
}

/// The table of wins of a part.
pub fn wins<R: RuleSet>(part: &Part) -> Result<Vec<u8>, ParquetError> {
    let rows: Vec<_> = rows(part)
        .flat_map(|row| row.facts.wins.iter().enumerate().map(move |(n, win)| (row, n, win)))
        .collect();
    let columns = vec![
        ("wall", Cells::Long(rows.iter().map(|(row, ..)| row.wall as i64).collect())),
        ("side", Cells::Texts(rows.iter().map(|(row, ..)| side(row.side)).collect())),
        ("deal", Cells::Numbers(rows.iter().map(|(row, ..)| row.deal).collect())),
        ("number", Cells::Numbers(rows.iter().map(|(_, n, _)| *n as i32 + 1).collect())),
        ("seat", Cells::Numbers(rows.iter().map(|(.., win)| i32::from(win.seat)).collect())),
        (
            "from",
            Cells::Optional(
                rows.iter().filter_map(|(.., win)| win.from.map(i32::from)).collect(),
                rows.iter().map(|(.., win)| i16::from(win.from.is_some())).collect(),
            ),
        ),
        ("source", Cells::Texts(rows.iter().map(|(.., win)| text(source_name(win.source))).collect())),
        ("total", Cells::Numbers(rows.iter().map(|(.., win)| win.total).collect())),
        ("points", Cells::Long(rows.iter().map(|(.., win)| win.income).collect())),
        (
            "fans",
            Cells::Texts(rows.iter().map(|(.., win)| text(&fan_ids::<R>(win.fans).join(","))).collect()),
        ),
    ];
    write("wins", columns)
}

/// A deal and where it belongs.
#[derive(Clone, Copy)]
struct Row<'a> {
    wall: u64,
    side: usize,
    /// Its number in the match, from 1.
    deal: i32,
    facts: &'a DealFacts,
}

fn rows(part: &Part) -> impl Iterator<Item = Row<'_>> {
    let walls = part.walls.clone().zip(&part.facts);
    let sides = walls.flat_map(|(wall, sides)| sides.iter().enumerate().map(move |side| (wall, side)));
    sides.flat_map(|(wall, (side, played))| {
        let deals = played.deals.iter().zip(1..);
        deals.map(move |(facts, deal)| Row { wall, side, deal, facts })
    })
}

fn text(text: &str) -> ByteArray {
    ByteArray::from(text)
}

fn side(side: usize) -> ByteArray {
    text(["a", "b"][side])
}

fn end_name(end: End) -> &'static str {
    match end {
        End::Wins => "wins",
        End::Draw => "draw",
        End::Penalty => "penalty",
    }
}

fn source_name(source: Source) -> &'static str {
    match source {
        Source::SelfDraw => "self_draw",
        Source::Discard => "discard",
        Source::RobKong => "rob_kong",
    }
}

fn schema(name: &str, columns: &[(&str, Cells)]) -> Result<Type, ParquetError> {
    let fields = columns.iter().map(|(name, cells)| {
        let (physical, logical, repetition) = match cells {
            Cells::Numbers(_) => (Physical::INT32, None, Repetition::REQUIRED),
            Cells::Optional(..) => (Physical::INT32, None, Repetition::OPTIONAL),
            Cells::Long(_) => (Physical::INT64, None, Repetition::REQUIRED),
            Cells::Texts(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String), Repetition::REQUIRED),
        };
        let field = Type::primitive_type_builder(name, physical);
        Ok(Arc::new(field.with_logical_type(logical).with_repetition(repetition).build()?))
    });
    let fields = fields.collect::<Result<Vec<_>, ParquetError>>()?;
    Type::group_type_builder(name).with_fields(fields).build()
}

fn write(name: &str, columns: Vec<(&str, Cells)>) -> Result<Vec<u8>, ParquetError> {
    const { assert!(Seat::MAX == 4, "a column of points for each seat") };
    let schema = Arc::new(schema(name, &columns)?);
    // The writer's own name and version would make files of two builds differ.
    let properties = WriterProperties::builder().set_created_by("sifang lab".into()).build();
    let mut file = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
    let mut group = file.next_row_group()?;
    for (_, cells) in &columns {
        let Some(mut column) = group.next_column()? else { break };
        match cells {
            Cells::Numbers(values) => column.typed::<Int32Type>().write_batch(values, None, None)?,
            Cells::Long(values) => column.typed::<Int64Type>().write_batch(values, None, None)?,
            Cells::Texts(values) => column.typed::<ByteArrayType>().write_batch(values, None, None)?,
            Cells::Optional(values, there) => {
                column.typed::<Int32Type>().write_batch(values, Some(there), None)?
            }
        };
        column.close()?;
    }
    group.close()?;
    file.into_inner()
}
