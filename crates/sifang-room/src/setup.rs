//! Checks what a room is to play, and makes it complete: every option gets its value, so that nothing can change under the
//! players when a default does.

use sifang_bots::Level;
use sifang_options::{OptionSet, RawOptions};
use sifang_proto::{ErrorBody, ErrorCode, RoomSetup, limits};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;

/// The setup with every option filled in, and its rule set; or what is wrong with it.
pub fn check_setup(setup: &RoomSetup) -> Result<(RuleSetId, RoomSetup), ErrorBody> {
    let id = RuleSetId::from_id(&setup.rules).map_err(|unknown| {
        let known: Vec<&str> = RuleSetId::ALL.iter().map(|id| id.id()).collect();
        let zh = format!("可用的规则有 {}", known.join("、"));
        ErrorBody::with(ErrorCode::RulesUnknown, zh, unknown)
    })?;
    let (options, seats) = with_rule_set!(id, R => {
        let options = <R as RuleSet>::Options::from_values(&setup.options).map_err(|e| ErrorBody::from(&e))?;
        let mut all = RawOptions::new();
        for (name, value) in options.to_values() {
            all.insert(name, value);
        }
        (all, <R as RuleSet>::SEATS)
    });
    let invalid = |zh: String, en: String| Err(ErrorBody::with(ErrorCode::SetupInvalid, zh, en));
    if !seats.contains(&(setup.seats as usize)) {
        let (least, most) = (seats.start(), seats.end());
        return invalid(
            format!("`seats` 为 {}，可取 {least} 到 {most}", setup.seats),
            format!("`seats` is {}; {least} to {most} can play", setup.seats),
        );
    }
    if let Some(clock) = setup.clock {
        let moves = limits::MOVE_MS_LEAST..=limits::MOVE_MS_MOST;
        if !moves.contains(&clock.move_ms) || clock.bank_ms > limits::BANK_MS_MOST {
            let (least, most, bank) = (moves.start(), moves.end(), limits::BANK_MS_MOST);
            return invalid(
                format!("`clock.move_ms` 可取 {least} 到 {most}，`clock.bank_ms` 最多 {bank}"),
                format!("`clock.move_ms` must be {least} to {most}, `clock.bank_ms` at most {bank}"),
            );
        }
    }
    if let Some(name) = &setup.bots {
        level(name)?;
    }
    let mut setup = RoomSetup { options, ..setup.clone() };
    if setup.practice {
        // What practice is: whoever asks for it need not ask for each part of it.
        (setup.clock, setup.hints, setup.listed) = (None, true, false);
    }
    Ok((id, setup))
}

/// The bot with this name.
pub(crate) fn level(name: &str) -> Result<Level, ErrorBody> {
    Level::by_name(name).map_err(|unknown| {
        let names = Level::ALL.map(Level::name).join("、");
        ErrorBody::with(ErrorCode::BotUnknown, format_args!("可用的有 {names}"), unknown)
    })
}
