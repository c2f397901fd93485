//! The one way to get from an id to a rule set's type. The closed list itself stands in `lib.rs`.

pub use crate::RuleSetId;

/// The closed list: an id, the type of its rule set and the module a line, in the order of the menu.
macro_rules! rule_sets {
    ($($id:literal => $variant:ident, $module:ident;)*) => {
        /// The rule sets there are.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum RuleSetId {
            $(#[doc = concat!("`", $id, "`")] $variant,)*
        }

        impl RuleSetId {
            /// All rule sets, in the order of the menu.
            pub const ALL: &'static [RuleSetId] = &[$(RuleSetId::$variant),*];

            /// The id.
            pub const fn id(self) -> &'static str {
                match self { $(RuleSetId::$variant => $id),* }
            }

            /// The rule set with this id.
            pub fn from_id(id: &str) -> Result<RuleSetId, any::UnknownRuleSet> {
                match id {
                    $($id => Ok(RuleSetId::$variant),)*
                    _ => Err(any::UnknownRuleSet::new(id)),
                }
            }
        }

        /// Runs generic code for a rule set known only at run time:
        /// `with_rule_set!(id, R => score::<R>(text))`.
        #[macro_export]
        macro_rules! with_rule_set {
            ($which:expr, $name:ident => $body:expr) => {
                match $which {
                    $($crate::any::RuleSetId::$variant => {
                        type $name = $crate::$module::$variant;
                        $body
                    })*
                }
            };
        }
    };
}

/// There is no such rule set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no rule set '{found}'; there are: {}", list())]
pub struct UnknownRuleSet {
    found: String,
}

impl UnknownRuleSet {
    pub(crate) fn new(id: &str) -> UnknownRuleSet {
        UnknownRuleSet { found: id.chars().take(40).collect() }
    }
}

fn list() -> String {
    RuleSetId::ALL.iter().map(|r| r.id()).collect::<Vec<_>>().join(", ")
}
