//! How a rule set writes down its fans and the terms its explanations use: one table each, from which the names in code, the
//! clauses and the lists for readers follow.

/// A table of fans: an enum of their places, the list itself, and the way from one to the other.
///
/// `fans! { /// What the list is. Place in LIST, "clauses."; Name = "id", value, 名, name, 何时, when; … }`
macro_rules! fans {
    ($(#[$about:meta])* $place:ident in $list:ident, $clauses:literal;
     $($name:ident = $id:literal, $value:literal, $zh:literal, $en:literal, $when_zh:literal, $when_en:literal;)*) => {
        /// Place of an entry in its table.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        #[repr(u8)]
        pub(super) enum $place { #[default] $($name),* }

        $(#[$about])*
        pub const $list: &[sifang_table::Fan] = &[$(sifang_table::Fan {
            term: sifang_table::Term { id: $id, zh: $zh, en: $en, clause: concat!($clauses, $id) },
            value: $value,
            zh: $when_zh,
            en: $when_en,
        }),*];

        #[allow(dead_code, reason = "no rule set needs all of these")]
        impl $place {
            /// Every entry, in the order of the table.
            pub(super) const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The entry.
            pub(super) const fn fan(self) -> &'static sifang_table::Fan {
                &$list[self as usize]
            }

            /// Its id.
            pub(super) const fn id(self) -> &'static str {
                self.fan().term.id
            }
        }
    };
}

/// A table of terms: one static each, and the list of them (`with` what else belongs to it).
///
/// `terms! { /// What the list is. LIST; NAME = "id", "clause", 名, name; … }`
macro_rules! terms {
    ($(#[$about:meta])* $list:ident $(with $($other:expr),+)?;
     $($name:ident = $id:literal, $clause:literal, $zh:literal, $en:literal;)*) => {
        $(pub(super) static $name: sifang_table::Term = sifang_table::Term { id: $id, zh: $zh, en: $en, clause: $clause };)*
        $(#[$about])*
        pub(super) const $list: &[&sifang_table::Term] = &[$($($other,)+)? $(&$name),*];
    };
}

pub(crate) use {fans, terms};
