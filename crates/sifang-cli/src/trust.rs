//! Keys of servers that somebody trusts: given on the command line, or in a file as `/api/keys` answers it.

use crate::exit::Failure;
use crate::input;
use sifang_fair::PublicKey;
use sifang_options::Lang;
use sifang_proto::KeyList;
use std::io::Read;
use std::path::Path;

/// Largest file of keys that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// A key in hexadecimal, or the keys in a file: the answer of `/api/keys`, or a key on each line.
pub(crate) fn keys(given: &str, lang: Lang) -> Result<Vec<PublicKey>, Failure> {
    if let Ok(key) = given.parse() {
        return Ok(vec![key]);
    }
    let mut text = String::new();
    let file = input::open_file(Path::new(given), lang)?;
    // What is not text is no key either.
    let _ = file.take(LARGEST).read_to_string(&mut text);
    let listed =
        serde_json::from_str::<KeyList>(&text).map(|list| list.keys.iter().map(|key| key.key).collect());
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::parse).collect();
    let keys: Vec<PublicKey> = listed.or_else(|_| lines()).unwrap_or_default();
    if keys.is_empty() {
        return Err(Failure::usage(match lang {
            Lang::Zh => format!("{given} 里没有公钥：需要 /api/keys 的回答，或每行 64 个十六进制数字"),
            Lang::En => format!(
                "there is no key in {given}; the answer of /api/keys is needed, or 64 hexadecimal digits on each line"
            ),
        }));
    }
    Ok(keys)
}
