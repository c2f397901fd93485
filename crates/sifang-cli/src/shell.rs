//! `sifang completions` and `sifang man`: what a shell and a manual need to know of the command line.
//! Both are made from the declaration of the arguments, so they are always those of this program.

use crate::args::{self, Completions};
use crate::exit::Failure;
use clap_complete::generate;
use sifang_options::Lang;
use std::io::Write;

/// The name under which the program is installed.
const NAME: &str = "sifang";

/// Writes the completions of one shell.
pub(crate) fn completions(asked: &Completions, out: &mut dyn Write) -> Result<(), Failure> {
    // Made in memory: the generator takes a pipe that is closed for a fault of its own.
    let mut script = Vec::new();
    generate(asked.shell, &mut args::declared(Lang::En), NAME, &mut script);
    Ok(out.write_all(&script)?)
}

/// Writes the manual page, with a section for every command.
pub(crate) fn man(lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let command = args::declared(lang);
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for command in command.get_subcommands() {
        let name = format!("{NAME} {}", command.get_name());
        writeln!(page, ".SH {}", name.to_uppercase())?;
        let part = clap_mangen::Man::new(command.clone().bin_name(name));
        part.render_synopsis_section(&mut page)?;
        part.render_description_section(&mut page)?;
        part.render_options_section(&mut page)?;
    }
    Ok(out.write_all(&page)?)
}
