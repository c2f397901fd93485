//! The `options!` macro: one declaration per rule set, from which everything else follows.
//!
//! `options!` only splits off the struct's head. `__options!` then walks the fields one by one (`@field`), and
//! within a field its choices (`@body`), because a choice's name and the word `zh` cannot be distinguished in one
//! pattern; when all fields are in one normal form, `@emit` writes the code.

/// Declares the options of a rule set: a struct with public fields that implements
/// [`OptionSet`](crate::OptionSet), `Default`, `Serialize` and `Deserialize`, and an enum per choice.
///
/// Each option is `name: type = default { words }`, where the type is `bool`, `i32 in MIN..=MAX`, `i32 of [A, B]`,
/// or the name of an enum. The words of an enum option begin with its choices, `Variant = "value": zh "…", en "…";`
/// an option without choices may name an enum that another option declared. Then follow, in this order, `zh:` and
/// `en:` (label, meaning), `group:` (see [`Group`](crate::Group)), `clause:` and, if the option has an effect only
/// sometimes, `when:` with one or more conditions, all of which must hold: `subject = value | value` or
/// `subject != value`, the subject being an option or `players`. Last comes `later: true;` for an option that was
/// added after matches had been played without it (see [`OptionSpec::later`](crate::OptionSpec::later)).
///
/// A `check:` after the struct refuses values that are allowed alone but not together. Contradictions within the
/// declaration itself (a default out of range, a condition on an option that does not exist) do not compile.
/// See the crate's documentation for an example.
#[macro_export]
macro_rules! options {
    (
        $(#[$meta:meta])*
        $vis:vis struct $Name:ident { $($fields:tt)* }
        $(check: $check:expr)?
    ) => {
        $crate::__options! { @field { [$(#[$meta])*] [$vis] $Name [$($check)?] } [] $($fields)* }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __options {
    // No field left: write the code.
    (@field { $($head:tt)* } [$($done:tt)*]) => {
        $crate::__options! { @emit { $($head)* } $($done)* }
    };
    // Take one field; its body is read next.
    (@field $head:tt $done:tt
        $(#[$meta:meta])*
        $name:ident : $ty:ident
            $(in $min:literal ..= $max:literal)?
            $(of [$($member:literal),+ $(,)?])?
            = $default:tt { $($body:tt)* }
        $(, $($rest:tt)*)?
    ) => {
        $crate::__options! { @body $head $done
            { [$(#[$meta])*] $name $ty $default [$(in $min $max)? $(of $($member)+)?] }
            [] { $($body)* }
            [$($($rest)*)?]
        }
    };

    // The words of a field: the end of its body.
    (@body $head:tt [$($done:tt)*] { $($field:tt)* } $choices:tt
        {
            zh: $zh_label:literal, $zh_meaning:literal;
            en: $en_label:literal, $en_meaning:literal;
            group: $group:literal;
            clause: $clause:literal;
            $(when: $($subject:ident $op:tt $($value:literal)|+),+;)?
            $(later: $later:literal;)?
        }
        [$($rest:tt)*]
    ) => {
        $crate::__options! { @field $head
            [ $($done)* {
                $($field)* $choices
                $zh_label $zh_meaning $en_label $en_meaning $group $clause
                [$($({ $subject $op $($value)+ })+)?] [$($later)?]
            } ]
            $($rest)*
        }
    };
    // One choice of an enum.
    (@body $head:tt $done:tt $field:tt [$($choices:tt)*]
        { $variant:ident = $value:literal : zh $zh:literal, en $en:literal; $($more:tt)* }
        $rest:tt
    ) => {
        $crate::__options! { @body $head $done $field
            [ $($choices)* { $variant $value $zh $en } ] { $($more)* } $rest
        }
    };
    (@body $head:tt $done:tt { $meta:tt $name:ident $($field:tt)* } $($unread:tt)*) => {
        compile_error!(concat!(
            "option `", stringify!($name), "`: expected { Variant = \"value\": zh \"…\", en \"…\"; … ",
            "zh: \"label\", \"meaning\"; en: \"label\", \"meaning\"; group: \"…\"; clause: \"…\"; ",
            "when: subject = value; later: true; } (choices, `when` and `later` only where needed, in this order)"
        ));
    };

    (@emit { [$(#[$meta:meta])*] [$vis:vis] $Name:ident [$($check:expr)?] }
        $({
            [$(#[$field_meta:meta])*] $name:ident $ty:ident $default:tt $range:tt $choices:tt
            $zh_label:literal $zh_meaning:literal $en_label:literal $en_meaning:literal
            $group:literal $clause:literal
            [$({ $subject:ident $op:tt $($value:literal)+ })*] [$($later:literal)?]
        })*
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis struct $Name {
            $(
                #[doc = concat!($zh_label, " · ", $en_label, ". ", $en_meaning, "\n\n")]
                $(#[$field_meta])*
                pub $name: $ty,
            )*
        }

        $( $crate::__options! { @enum [$vis] $ty $zh_label $en_label $choices } )*

        impl ::core::default::Default for $Name {
            fn default() -> Self {
                Self { $( $name: $crate::__options!(@default $ty $default), )* }
            }
        }

        impl $crate::OptionSet for $Name {
            const SPECS: &'static [$crate::OptionSpec] = &[$(
                $crate::OptionSpec {
                    name: stringify!($name),
                    kind: $crate::__options!(@kind $ty $range),
                    default: $crate::__options!(@value $ty $default),
                    label: $crate::Text::new($zh_label, $en_label),
                    meaning: $crate::Text::new($zh_meaning, $en_meaning),
                    group: $crate::Group::named($group),
                    clause: $clause,
                    when: &[$(
                        $crate::Condition {
                            subject: stringify!($subject),
                            is: $crate::__options!(@is $op),
                            values: &[$(concat!($value)),+],
                        },
                    )*],
                    later: false $(|| $later)?,
                },
            )*];

            fn values(&self) -> ::std::vec::Vec<$crate::OptionValue> {
                ::std::vec![$( $crate::OptionType::to_value(self.$name) ),*]
            }

            fn store(&mut self, name: &str, value: &$crate::OptionValue) -> bool {
                $(
                    if name == stringify!($name) {
                        return match $crate::OptionType::from_value(value) {
                            Some(value) => { self.$name = value; true }
                            None => false,
                        };
                    }
                )*
                false
            }

            fn check(&self) -> ::core::result::Result<(), $crate::OptionError> {
                $(
                    let check: fn(&Self) -> ::core::result::Result<(), $crate::OptionError> = $check;
                    check(self)?;
                )?
                Ok(())
            }
        }

        const _: () = $crate::__private::audit(<$Name as $crate::OptionSet>::SPECS);

        impl $crate::__private::Serialize for $Name {
            fn serialize<S: $crate::__private::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::__private::serialize(self, serializer)
            }
        }

        impl<'de> $crate::__private::Deserialize<'de> for $Name {
            fn deserialize<D: $crate::__private::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::__private::deserialize(deserializer)
            }
        }
    };

    (@enum $vis:tt $ty:ident $zh_label:literal $en_label:literal []) => {};
    (@enum [$vis:vis] $Enum:ident $zh_label:literal $en_label:literal
        [$({ $variant:ident $value:literal $zh:literal $en:literal })+]
    ) => {
        #[doc = concat!("Choices of ", $zh_label, " · ", $en_label, ".")]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis enum $Enum {
            $(
                #[doc = concat!("`", $value, "`: ", $zh, " · ", $en, ".")]
                $variant,
            )+
        }

        impl $Enum {
            /// The text in JSON and on the command line.
            pub const fn name(self) -> &'static str {
                match self { $( Self::$variant => $value, )+ }
            }
        }

        impl $crate::OptionType for $Enum {
            const KIND: $crate::OptionKind = $crate::OptionKind::Choice(&[
                $( $crate::ChoiceSpec { value: $value, label: $crate::Text::new($zh, $en) }, )+
            ]);

            fn to_value(self) -> $crate::OptionValue {
                $crate::__private::text_value(self.name())
            }

            fn from_value(value: &$crate::OptionValue) -> ::core::option::Option<Self> {
                match value {
                    $crate::OptionValue::Text(text) => match text.as_ref() {
                        $( $value => Some(Self::$variant), )+
                        _ => None,
                    },
                    _ => None,
                }
            }
        }
    };

    (@kind $ty:ident [in $min:literal $max:literal]) => {
        $crate::OptionKind::Int { min: $min, max: $max }
    };
    (@kind $ty:ident [of $($member:literal)+]) => { $crate::OptionKind::IntSet(&[$($member),+]) };
    (@kind $ty:ident []) => { <$ty as $crate::OptionType>::KIND };

    (@default bool $default:tt) => { $default };
    (@default i32 $default:tt) => { $default };
    (@default $Enum:ident $variant:tt) => { $Enum::$variant };

    (@value bool $default:tt) => { $crate::OptionValue::Bool($default) };
    (@value i32 $default:tt) => { $crate::OptionValue::Int($default) };
    (@value $Enum:ident $variant:tt) => { $crate::__private::text_value($Enum::$variant.name()) };

    (@is =) => { true };
    (@is !=) => { false };
}
