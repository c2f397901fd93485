//! A program that plays: JSON lines to its standard input, JSON lines from its standard output.
//!
//! It may crash, hang, talk nonsense or not listen: reading and writing happen on threads of their own, every line and every wait has
//! a limit, and what goes wrong is counted. docs/arena.md describes the messages.

use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longest line of an answer, in bytes.
const LONGEST: u64 = 64 << 10;
/// Lines on their way to a program that does not read.
const UNREAD: usize = 64;
/// A program may take so long before its first answer: interpreters have to start.
const START: Duration = Duration::from_secs(20);
/// So many time-outs one after another, and it counts as hanging.
const HANGS: u32 = 3;
/// So often a program is started again.
const STARTS: u32 = 5;
/// How long a program may take to leave when it is asked to.
const FAREWELL: Duration = Duration::from_secs(2);

/// What went wrong, counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct Faults {
    /// No answer in time.
    pub(crate) timeouts: u64,
    /// Lines that are no answer.
    pub(crate) garbage: u64,
    /// Answers that were not among the choices.
    pub(crate) illegal: u64,
    /// The program ended.
    pub(crate) crashes: u64,
    /// It was ended because it hung.
    pub(crate) hangs: u64,
    /// Questions that its seat's time-out answered.
    pub(crate) missed: u64,
}

/// An answer.
#[derive(Deserialize)]
struct Answer {
    decision: u64,
    action: String,
}

/// What the reading thread receives.
enum Received {
    Line(String),
    Garbage,
    End,
}

/// A program, running or to be started again.
pub(crate) struct Program {
    words: Vec<String>,
    limit: Duration,
    hello: String,
    running: Option<Running>,
    starts: u32,
    in_a_row: u32,
    pub(crate) faults: Faults,
    pub(crate) asked: u64,
    pub(crate) thought: Duration,
    pub(crate) slowest: Duration,
}

struct Running {
    child: Child,
    to: SyncSender<String>,
    from: Receiver<Received>,
    answered: bool,
}

impl Program {
    /// A program by its command line. It starts with the first deal.
    pub(crate) fn new(command: &str, limit: Duration, hello: String) -> Result<Program, String> {
        let words = words(command)?;
        Ok(Program {
            words,
            limit,
            hello,
            running: None,
            starts: 0,
            in_a_row: 0,
            faults: Faults::default(),
            asked: 0,
            thought: Duration::ZERO,
            slowest: Duration::ZERO,
        })
    }

    /// Starts it if it does not run, unless it has ended too often. The error says that it cannot be started at all.
    pub(crate) fn wake(&mut self) -> std::io::Result<()> {
        if self.running.is_none() && self.starts < STARTS {
            self.starts += 1;
            self.in_a_row = 0;
            self.running = Some(Running::start(&self.words)?);
            let hello = self.hello.clone();
            self.send(hello);
        }
        Ok(())
    }

    /// Whether it has ended so often that it is not started any more.
    pub(crate) fn is_given_up(&self) -> bool {
        self.running.is_none() && self.starts >= STARTS
    }

    /// Tells it something that needs no answer. Who does not read is noticed when it is asked.
    pub(crate) fn send(&mut self, line: String) {
        if let Some(running) = &self.running {
            drop(running.to.try_send(line));
        }
    }

    /// Asks, and waits for the answer to this decision. None: the seat plays its time-out.
    pub(crate) fn ask(&mut self, decision: u64, line: String) -> Option<String> {
        self.asked += 1;
        let start = Instant::now();
        let answer = self.wait(decision, line);
        let time = start.elapsed();
        self.thought += time;
        self.slowest = self.slowest.max(time);
        self.faults.missed += u64::from(answer.is_none());
        answer
    }

    fn wait(&mut self, decision: u64, line: String) -> Option<String> {
        let running = self.running.as_mut()?;
        let limit = if running.answered { self.limit } else { self.limit.max(START) };
        let until = Instant::now() + limit;
        let unread = running.to.try_send(line).is_err();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match running.from.recv_timeout(if unread { left.min(Duration::from_millis(1)) } else { left }) {
                Ok(Received::Line(text)) => match serde_json::from_str::<Answer>(&text) {
                    // The answer to a question whose time was up.
                    Ok(answer) if answer.decision < decision => {}
                    Ok(answer) if answer.decision == decision => {
                        running.answered = true;
                        self.in_a_row = 0;
                        return Some(answer.action);
                    }
                    _ => {
                        self.faults.garbage += 1;
                        return None;
                    }
                },
                Ok(Received::Garbage) => {
                    self.faults.garbage += 1;
                    return None;
                }
                Ok(Received::End) | Err(RecvTimeoutError::Disconnected) => {
                    self.faults.crashes += 1;
                    self.stop();
                    return None;
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.faults.timeouts += 1;
                    self.in_a_row += 1;
                    if self.in_a_row >= HANGS || unread {
                        self.faults.hangs += 1;
                        self.stop();
                    }
                    return None;
                }
            }
        }
    }

    fn stop(&mut self) {
        if let Some(mut running) = self.running.take() {
            // It may have gone already.
            drop(running.child.kill());
            drop(running.child.wait());
        }
    }

    /// Says good-bye, and ends it if it does not leave.
    pub(crate) fn dismiss(&mut self) {
        self.send(r#"{"type":"bye"}"#.into());
        if let Some(Running { mut child, to, from, .. }) = self.running.take() {
            // Its input ends with the sender.
            drop(to);
            let until = Instant::now() + FAREWELL;
            while Instant::now() < until && matches!(child.try_wait(), Ok(None)) {
                thread::sleep(Duration::from_millis(10));
            }
            drop(child.kill());
            drop(child.wait());
            drop(from);
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Running {
    fn start(words: &[String]) -> std::io::Result<Running> {
        let [program, arguments @ ..] = words else { return Err(std::io::ErrorKind::NotFound.into()) };
        let mut child =
            Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (to, lines) = sync_channel::<String>(UNREAD);
        let (sender, from) = channel();
        if let Some(mut input) = child.stdin.take() {
            thread::spawn(move || {
                for line in lines {
                    if input.write_all(line.as_bytes()).and_then(|()| input.write_all(b"\n")).is_err() {
                        return;
                    }
                }
            });
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || listen(output, &sender));
        }
        Ok(Running { child, to, from, answered: false })
    }
}

/// Hands on the lines of a program until it ends, or says more than any answer needs.
fn listen(output: impl Read, sender: &Sender<Received>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        let what = match (read, line.last()) {
            (Ok(0) | Err(_), _) => Received::End,
            (Ok(_), Some(b'\n')) => String::from_utf8(line).map_or(Received::Garbage, Received::Line),
            // Too long, or cut off by the end.
            (Ok(_), _) => Received::Garbage,
        };
        let end = matches!(what, Received::End);
        if sender.send(what).is_err() || end {
            return;
        }
    }
}

/// A command line in words; quotation marks keep spaces together.
fn words(command: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in command.chars() {
        match (quote, c) {
            (Some(mark), c) if c == mark => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match (quote, words.is_empty()) {
        (Some(mark), _) => Err(format!("the quotation mark {mark} is not closed in: {command}")),
        (None, true) => Err("an empty command plays nothing".into()),
        (None, false) => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_are_read_with_their_quotation_marks() {
        assert_eq!(words("python3 'my bot.py' --fast \"\"").unwrap(), ["python3", "my bot.py", "--fast", ""]);
        assert!(words("  ").is_err());
        assert!(words("python3 'bot").unwrap_err().contains("not closed"));
    }
}
