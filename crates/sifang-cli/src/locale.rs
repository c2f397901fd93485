//! Which language a person wants: what `--lang` says, or else what the locale says.

use sifang_options::Lang;
use std::ffi::{OsStr, OsString};

/// The variables that name the language of messages, the strongest first, as POSIX orders them.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// The language wanted. Needed before parsing, because help and errors come out of that.
pub(crate) fn language(arguments: &[OsString]) -> Lang {
    let named =
        arguments.iter().zip(arguments.iter().skip(1).map(Some).chain([None])).find_map(|(a, next)| {
            if a == "--lang" {
                next.and_then(|name| name.to_str())
            } else {
                a.to_str()?.strip_prefix("--lang=")
            }
        });
    match named {
        Some("zh") => Lang::Zh,
        Some("en") => Lang::En,
        // A language that there is not is refused in the language of the locale.
        _ => of_locale(VARIABLES.iter().map(std::env::var_os)),
    }
}

/// The first variable that is set to something decides.
fn of_locale(variables: impl Iterator<Item = Option<OsString>>) -> Lang {
    let locale = variables.flatten().find(|value| !value.is_empty());
    let chinese = locale.as_deref().and_then(OsStr::to_str).is_some_and(|name| name.starts_with("zh"));
    if chinese { Lang::Zh } else { Lang::En }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_named_or_comes_from_the_locale() {
        let words = |line: &str| line.split_whitespace().map(OsString::from).collect::<Vec<_>>();
        assert_eq!(language(&words("sifang rules --lang zh")), Lang::Zh);
        assert_eq!(language(&words("sifang --lang=en rules")), Lang::En);
        for (values, lang) in [
            ([None, None, Some("zh_CN.UTF-8")], Lang::Zh),
            ([None, None, Some("de_DE.UTF-8")], Lang::En),
            ([None, None, None], Lang::En),
            ([Some("zh_TW.UTF-8"), None, Some("C")], Lang::Zh),
            ([Some(""), Some("zh_CN"), Some("C")], Lang::Zh),
            ([Some("C"), Some("zh_CN"), Some("zh_CN")], Lang::En),
        ] {
            assert_eq!(of_locale(values.into_iter().map(|v| v.map(OsString::from))), lang, "{values:?}");
        }
    }
}
