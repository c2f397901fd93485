//! `sifang key`: the keys with which a server signs the records of what was played on it.

use crate::args::Key;
use crate::backup;
use crate::exit::Failure;
use sifang_fair::PublicKey;
use sifang_options::Lang;
use sifang_proto::KeyList;
use sifang_server::{KeyError, rotate_key, signing_keys, withdraw_key};
use std::io::Write;

/// Lists the keys; makes a new one, or withdraws an old one, where asked.
pub(crate) fn run(asked: &Key, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    backup::is_folder(&asked.data, lang)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    if asked.rotate {
        runtime.block_on(rotate_key(&asked.data)).map_err(|error| failed(&error, lang))?;
    }
    if let Some(key) = &asked.withdraw {
        withdraw(*key, runtime.block_on(withdraw_key(&asked.data, *key)), lang)?;
    }
    let keys = runtime.block_on(signing_keys(&asked.data)).map_err(|error| failed(&error, lang))?;
    if asked.json {
        writeln!(out, "{}", serde_json::to_string(&keys)?)?;
        return Ok(());
    }
    print_keys(&keys, lang, out)
}

fn withdraw(key: PublicKey, done: Result<bool, KeyError>, lang: Lang) -> Result<(), Failure> {
    if done.map_err(|error| failed(&error, lang))? {
        return Ok(());
    }
    Err(Failure::Outside(anyhow::Error::msg(match lang {
        Lang::Zh => format!("{key} 不是以前用过的公钥；正在使用的要先用 --rotate 换掉"),
        Lang::En => format!("{key} is no earlier key; the one in use has to be replaced with --rotate first"),
    })))
}

fn print_keys(keys: &KeyList, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    if keys.keys.is_empty() {
        let none = if lang == Lang::Zh {
            "还没有密钥：服务器第一次启动时产生"
        } else {
            "no key yet: the server makes one when it first starts"
        };
        writeln!(out, "{none}")?;
    }
    for key in &keys.keys {
        let state = match (key.until, lang) {
            (None, Lang::Zh) => "正在使用",
            (None, Lang::En) => "in use",
            (Some(_), Lang::Zh) => "以前用过",
            (Some(_), Lang::En) => "earlier",
        };
        writeln!(out, "{}  {state}", key.key)?;
    }
    Ok(())
}

fn failed(error: &KeyError, lang: Lang) -> Failure {
    let why = match (error, lang) {
        (KeyError::Folder(error), Lang::Zh) => backup::chinese(error),
        (error, _) => error.to_string(),
    };
    Failure::Outside(anyhow::Error::msg(why))
}
