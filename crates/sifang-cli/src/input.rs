//! Opening what a command reads: a file, or standard input for `-`.

use crate::exit::Failure;
use sifang_options::Lang;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The name that means standard input.
pub(crate) const STDIN: &str = "-";

/// Opens an input. A file that is not there is a usage error.
pub(crate) fn open(path: &Path, lang: Lang) -> Result<Box<dyn Read>, Failure> {
    if path.as_os_str() == STDIN {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(open_file(path, lang)?))
}

/// Opens a file. One that is not there, or is a folder, is a usage error.
pub(crate) fn open_file(path: &Path, lang: Lang) -> Result<File, Failure> {
    let refuse = |why: String| match lang {
        Lang::Zh => Failure::usage(format!("无法打开文件 {}：{why}", path.display())),
        Lang::En => Failure::usage(format!("cannot open {}: {why}", path.display())),
    };
    let file = File::open(path).map_err(|error| refuse(error.to_string()))?;
    if file.metadata().is_ok_and(|facts| facts.is_dir()) {
        return Err(refuse(match lang {
            Lang::Zh => "这是一个目录，请给出其中的文件".into(),
            Lang::En => "it is a folder; name the files in it".into(),
        }));
    }
    Ok(file)
}
