//! `sifang score` and `sifang waits`: requests in, answers out, line by line and in order.

use crate::args::Requests;
use crate::exit::Failure;
use crate::lines::Lines;
use crate::{input, people};
use anyhow::Context;
use sifang_options::Lang;
use sifang_query::{self as query, Query};
use std::io::{self, IsTerminal, Write};

/// Answers every line that is not blank. Bad lines get an answer too, and the run goes on: it fails at its end. Only a failing
/// file or pipe ends it at once.
pub(crate) fn run(requests: &Requests, asked: Query, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let path = &requests.file;
    let for_people = !requests.json && io::stdout().is_terminal();
    let mut lines = Lines::new(input::open(path, lang)?);
    let mut answer = Vec::new();
    let mut all_good = true;
    for number in 1.. {
        // Whoever asks one request at a time must get its answer before we wait for the next.
        if lines.may_wait() {
            out.flush()?;
        }
        let Some(line) = lines.next().with_context(|| path.display().to_string())? else { break };
        if line.is_blank() {
            continue;
        }
        answer.clear();
        let request = line.bytes();
        match &request {
            Ok(request) => all_good &= query::answer(request, asked, &mut answer),
            Err(refusal) => {
                all_good = false;
                query::write_refusal(refusal.clone(), &mut answer);
            }
        }
        if for_people {
            people::print(number, request.unwrap_or_default(), &answer, asked, lang, out)?;
        } else {
            answer.push(b'\n');
            out.write_all(&answer)?;
        }
    }
    if all_good { Ok(()) } else { Err(Failure::DoesNotHold) }
}
