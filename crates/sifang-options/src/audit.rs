//! Whether a declaration makes sense, decided while it is compiled.
//!
//! Everything here is `const fn`: [`options!`](crate::options!) evaluates [`audit`] in a constant, so that a default
//! out of range or a condition on an option that does not exist is a compile error instead of a test to remember.

use std::borrow::Cow;

use crate::spec::{OptionKind, OptionSpec, PLAYERS, holds, same};
use crate::value::OptionValue;

/// Refuses a declaration that contradicts itself. Runs while compiling, so a bad one does not build.
///
/// # Panics
/// If a name or a choice occurs twice, a default is not allowed, a range or set is empty, a text is missing, or a
/// condition names what does not exist.
pub const fn audit(specs: &[OptionSpec]) {
    let mut i = 0;
    while i < specs.len() {
        let spec = &specs[i];
        assert!(find(specs, spec.name) == i, "an option is declared twice");
        assert!(!same(spec.name, PLAYERS), "`players` is not an option");
        assert!(!spec.label.zh.is_empty() && !spec.label.en.is_empty(), "an option has no label");
        assert!(!spec.meaning.zh.is_empty() && !spec.meaning.en.is_empty(), "an option has no meaning");
        assert!(!spec.clause.is_empty(), "an option has no clause");
        audit_kind(spec.kind);
        let default_allowed = match (&spec.default, spec.kind) {
            (OptionValue::Bool(_), OptionKind::Bool) => true,
            (OptionValue::Int(n), OptionKind::Int { min, max }) => min as i64 <= *n && *n <= max as i64,
            (OptionValue::Int(n), OptionKind::IntSet(set)) => holds(set, *n as i32),
            (OptionValue::Text(Cow::Borrowed(text)), OptionKind::Choice(_)) => spec.kind.allows_written(text),
            _ => false,
        };
        assert!(default_allowed, "an option's default is not one of its values");
        audit_conditions(specs, spec);
        i += 1;
    }
}

const fn audit_kind(kind: OptionKind) {
    match kind {
        OptionKind::Bool => {}
        OptionKind::Int { min, max } => assert!(min <= max, "a range is empty"),
        OptionKind::IntSet(set) => assert!(!set.is_empty(), "a set is empty"),
        OptionKind::Choice(choices) => {
            assert!(!choices.is_empty(), "there are no choices");
            let mut i = 0;
            while i < choices.len() {
                let mut j = i + 1;
                while j < choices.len() {
                    assert!(!same(choices[i].value, choices[j].value), "a choice occurs twice");
                    j += 1;
                }
                i += 1;
            }
        }
    }
}

const fn audit_conditions(specs: &[OptionSpec], spec: &OptionSpec) {
    let mut i = 0;
    while i < spec.when.len() {
        let condition = &spec.when[i];
        assert!(!same(condition.subject, spec.name), "a condition is about its own option");
        let kind = if same(condition.subject, PLAYERS) {
            OptionKind::Int { min: 2, max: 4 }
        } else {
            let subject = find(specs, condition.subject);
            assert!(subject < specs.len(), "a condition is about an option that does not exist");
            specs[subject].kind
        };
        let mut j = 0;
        while j < condition.values.len() {
            assert!(
                kind.allows_written(condition.values[j]),
                "a condition names a value that its subject does not take"
            );
            j += 1;
        }
        i += 1;
    }
}

/// Index of the first spec of this name, or the number of specs.
const fn find(specs: &[OptionSpec], name: &str) -> usize {
    let mut i = 0;
    while i < specs.len() && !same(specs[i].name, name) {
        i += 1;
    }
    i
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{ChoiceSpec, Condition, Group};
    use crate::text::Text;

    const WORDS: Text = Text::new("字", "words");
    const CHOICE: ChoiceSpec = ChoiceSpec { value: "159", label: WORDS };

    fn spec(name: &'static str, kind: OptionKind, default: OptionValue) -> OptionSpec {
        OptionSpec {
            name,
            kind,
            default,
            label: WORDS,
            meaning: WORDS,
            group: Group::Score,
            clause: "demo.9",
            when: &[],
            later: false,
        }
    }

    fn flag(name: &'static str) -> OptionSpec {
        spec(name, OptionKind::Bool, OptionValue::Bool(true))
    }

    fn number(default: i64) -> OptionSpec {
        spec("n", OptionKind::Int { min: 1, max: 3 }, OptionValue::Int(default))
    }

    fn conditional(subject: &'static str, values: &'static [&'static str]) -> [OptionSpec; 2] {
        let when = Box::leak(Box::new([Condition { subject, is: true, values }]));
        [number(1), OptionSpec { when, ..flag("b") }]
    }

    #[test]
    fn sound_declarations_pass() {
        audit(&[]);
        audit(&[number(3), spec("s", OptionKind::IntSet(&[4, 7]), OptionValue::Int(7))]);
        audit(&[spec("c", OptionKind::Choice(&[CHOICE]), OptionValue::Text(Cow::Borrowed("159")))]);
        audit(&conditional("n", &["1", "3"]));
        audit(&conditional(PLAYERS, &["2"]));
    }

    #[test]
    #[should_panic(expected = "an option is declared twice")]
    fn refuses_a_name_given_twice() {
        audit(&[flag("a"), number(1), flag("a")]);
    }

    #[test]
    #[should_panic(expected = "`players` is not an option")]
    fn refuses_players_as_an_option() {
        audit(&[flag(PLAYERS)]);
    }

    #[test]
    #[should_panic(expected = "an option has no meaning")]
    fn refuses_a_missing_text() {
        audit(&[OptionSpec { meaning: Text::new("", "words"), ..flag("a") }]);
    }

    #[test]
    #[should_panic(expected = "an option's default is not one of its values")]
    fn refuses_a_default_out_of_range() {
        audit(&[number(4)]);
    }

    #[test]
    #[should_panic(expected = "an option's default is not one of its values")]
    fn refuses_a_default_outside_its_set() {
        audit(&[spec("s", OptionKind::IntSet(&[4, 7]), OptionValue::Int(5))]);
    }

    #[test]
    #[should_panic(expected = "a range is empty")]
    fn refuses_an_empty_range() {
        audit(&[spec("n", OptionKind::Int { min: 3, max: 1 }, OptionValue::Int(2))]);
    }

    #[test]
    #[should_panic(expected = "a choice occurs twice")]
    fn refuses_a_choice_given_twice() {
        audit(&[spec("c", OptionKind::Choice(&[CHOICE, CHOICE]), OptionValue::Text(Cow::Borrowed("159")))]);
    }

    #[test]
    #[should_panic(expected = "a condition is about an option that does not exist")]
    fn refuses_a_condition_on_nothing() {
        audit(&conditional("m", &["1"]));
    }

    #[test]
    #[should_panic(expected = "a condition is about its own option")]
    fn refuses_a_condition_on_itself() {
        audit(&conditional("b", &["true"]));
    }

    #[test]
    #[should_panic(expected = "a condition names a value that its subject does not take")]
    fn refuses_a_condition_on_a_value_out_of_range() {
        audit(&conditional("n", &["1", "4"]));
    }

    #[test]
    #[should_panic(expected = "group must be one of")]
    fn refuses_an_unknown_group() {
        let _ = Group::named("scoring");
    }
}
