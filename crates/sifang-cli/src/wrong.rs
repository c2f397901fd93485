//! What the argument parser refuses, said in Chinese. In English it speaks for itself.

use clap::Command;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use std::error::Error as _;
use std::fmt::Write as _;

/// The whole message: what was wrong, what was probably meant, how it is used.
pub(crate) fn chinese(error: &Error, mut command: Command) -> String {
    // Before that an argument cannot say how it is written.
    command.build();
    let mut text = format!("错误：{}\n", fault(error, &command));
    let similar = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    for kind in similar {
        let meant = strings(error, kind);
        if !meant.is_empty() {
            // Writing to a string does not fail.
            let _ = writeln!(text, "\n  提示：是否想写{}？", quoted(&meant));
        }
    }
    if let Some(usage) = error.get(ContextKind::Usage) {
        let usage = usage.to_string();
        let _ = writeln!(text, "\n{}", usage.replacen("Usage: ", "用法：", 1));
    }
    text.push_str("\n加上 --help 可以看到完整的说明。\n");
    text
}

fn fault(error: &Error, command: &Command) -> String {
    let arg = || quoted(&strings(error, ContextKind::InvalidArg));
    let value = || strings(error, ContextKind::InvalidValue).join(" ");
    let number = |kind| match error.get(kind) {
        Some(ContextValue::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            format!("没有命令{}", quoted(&strings(error, ContextKind::InvalidSubcommand)))
        }
        ErrorKind::UnknownArgument => format!("没有参数{}", arg()),
        ErrorKind::InvalidValue if value().is_empty() => format!("{}后面缺少值{}", arg(), valid(error)),
        ErrorKind::InvalidValue => format!("{}不能是“{}”{}", arg(), value(), valid(error)),
        ErrorKind::ValueValidation => {
            format!("{}不能是“{}”{}", arg(), value(), wanted(error, command))
        }
        ErrorKind::ArgumentConflict => {
            let others = strings(error, ContextKind::PriorArg);
            if others.iter().any(|other| *other == strings(error, ContextKind::InvalidArg).join("")) {
                format!("{}只能写一次", arg())
            } else {
                format!("{}不能与{}同时使用", arg(), quoted(&others))
            }
        }
        ErrorKind::MissingRequiredArgument => format!("缺少{}", arg()),
        ErrorKind::MissingSubcommand => "缺少命令".into(),
        ErrorKind::NoEquals => format!("{}的值要用等号连接", arg()),
        ErrorKind::TooManyValues => format!("{}用不着值“{}”", arg(), value()),
        ErrorKind::TooFewValues => {
            format!(
                "{}至少要 {} 个值，只有 {} 个",
                arg(),
                number(ContextKind::MinValues),
                number(ContextKind::ActualNumValues)
            )
        }
        ErrorKind::WrongNumberOfValues => {
            format!(
                "{}要 {} 个值，却有 {} 个",
                arg(),
                number(ContextKind::ExpectedNumValues),
                number(ContextKind::ActualNumValues)
            )
        }
        ErrorKind::InvalidUtf8 => "参数不是 UTF-8 文字".into(),
        _ => "命令写得不对".into(),
    }
}

/// The values that there are, where there are only some.
fn valid(error: &Error) -> String {
    let values = strings(error, ContextKind::ValidValue);
    if values.is_empty() { String::new() } else { format!("；可以是 {}", values.join("、")) }
}

/// Why a value was refused, where the reason has Chinese words; else what the argument is for.
fn wanted(error: &Error, command: &Command) -> String {
    let why = error.source().map(ToString::to_string).unwrap_or_default();
    if let Some((_, range)) = why.split_once(" is not in ") {
        return format!("：应在 {range} 之内");
    }
    if why.contains("invalid digit") || why.contains("cannot parse integer") {
        return "：要写整数".into();
    }
    if why.contains("number too large") || why.contains("number too small") {
        return "：这个数太大或太小".into();
    }
    let named = strings(error, ContextKind::InvalidArg).join("");
    help_of(&named, command).map(|help| format!("；它是：{help}")).unwrap_or_default()
}

/// The help of the argument that the parser writes so (`--listen <ADDR>`).
fn help_of(named: &str, command: &Command) -> Option<String> {
    let mine = command.get_arguments().find(|arg| arg.to_string() == named);
    mine.and_then(|arg| arg.get_help())
        .map(ToString::to_string)
        .or_else(|| command.get_subcommands().find_map(|below| help_of(named, below)))
}

fn strings(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(one)) => vec![one.clone()],
        Some(ContextValue::Strings(all)) => all.clone(),
        Some(ContextValue::StyledStr(one)) => vec![one.to_string()],
        _ => Vec::new(),
    }
}

fn quoted(words: &[String]) -> String {
    words.iter().map(|word| format!("“{word}”")).collect::<Vec<_>>().join("、")
}
