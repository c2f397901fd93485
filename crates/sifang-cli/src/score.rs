//! `sifang score` and `sifang waits`: requests in, answers out, line by line and in order.

use crate::args::Requests;
use crate::exit::Failure;
use crate::input;
use crate::lines::Lines;
use anyhow::Context;
use sifang_options::Lang;
use sifang_query::{self as query, Query};
use std::io::Write;

/// Answers every line that is not blank. Bad lines get an answer too: only a failing file or pipe ends the run.
pub(crate) fn run(requests: &Requests, asked: Query, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let path = &requests.file;
    let mut lines = Lines::new(input::open(path, lang)?);
    let mut answer = Vec::new();
    loop {
        // Whoever asks one request at a time must get its answer before we wait for the next.
        if lines.may_wait() {
            out.flush()?;
        }
        let Some(line) = lines.next().with_context(|| path.display().to_string())? else { return Ok(()) };
        if line.is_blank() {
            continue;
        }
        answer.clear();
        match line.bytes() {
            Ok(request) => {
                query::answer(request, asked, &mut answer);
            }
            Err(refusal) => query::write_refusal(refusal, &mut answer),
        }
        answer.push(b'\n');
        out.write_all(&answer)?;
    }
}
