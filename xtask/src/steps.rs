//! Named steps, one after another or side by side; the time of each is printed, and those that pass are counted.
//!
//! Programs side by side: the first shows what it prints at once, the others when they and the first have ended, so that nobody reads a
//! mixture. When one fails, the others are stopped with all they have started. What is *not* here: what the steps are (`test`).

use crate::run;
use anyhow::{Context, Result, anyhow};
use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, Instant};

/// How often programs side by side are looked after.
const LOOK: Duration = Duration::from_millis(100);

/// Runs named steps, prints the time of each, and counts.
#[derive(Default)]
pub(crate) struct Steps {
    passed: usize,
}

impl Steps {
    /// Runs one step; the error of a failed one says how many had passed before.
    pub(crate) fn step<T>(&mut self, name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        println!("\n== {name}");
        let start = Instant::now();
        let outcome = work();
        self.report(name, start.elapsed(), outcome)
    }

    /// Runs one program for each of these steps, all at the same time.
    pub(crate) fn together(&mut self, steps: Vec<(&str, Command)>) -> Result<()> {
        let mut running = Vec::new();
        let names: Vec<&str> = steps.iter().map(|(name, _)| *name).collect();
        println!("\n== {}", names.join(" | "));
        let outcome = self.attend(steps, &mut running);
        for mut part in running {
            println!("== {}: stopped", part.name);
            stop(&mut part.child);
        }
        outcome
    }

    /// Starts the steps, and takes those that have passed off the list; it ends with the last or with the first that fails.
    fn attend<'a>(&mut self, steps: Vec<(&'a str, Command)>, running: &mut Vec<Running<'a>>) -> Result<()> {
        for (name, command) in steps {
            let outcome = Running::start(name, command, !running.is_empty());
            running.push(outcome.with_context(|| format!("the step '{name}' failed"))?);
        }
        while !running.is_empty() {
            for part in running.iter_mut() {
                part.look()?;
            }
            let shows = running.iter().any(|part| part.printed.is_none() && part.ended.is_none());
            let next = running.iter().position(|part| match part.ended {
                Some((status, _)) => !status.success() || !shows,
                None => false,
            });
            match next {
                Some(next) => {
                    let part = running.remove(next);
                    let (name, time) = (part.name, part.since.elapsed());
                    let time = part.ended.map_or(time, |(_, time)| time);
                    self.report(name, time, part.finish())?;
                }
                None => sleep(LOOK),
            }
        }
        Ok(())
    }

    /// Prints how a step went.
    fn report<T>(&mut self, name: &str, time: Duration, outcome: Result<T>) -> Result<T> {
        let seconds = time.as_secs_f64();
        match outcome {
            Ok(value) => {
                self.passed += 1;
                println!("== {name}: passed in {seconds:.1} s");
                Ok(value)
            }
            Err(error) => {
                println!("== {name}: FAILED after {seconds:.1} s");
                println!("\n{} passed, 1 failed", self.passed);
                Err(error.context(format!("the step '{name}' failed")))
            }
        }
    }

    /// Number of steps that passed.
    pub(crate) fn passed(&self) -> usize {
        self.passed
    }
}

/// A step that runs beside others.
struct Running<'a> {
    name: &'a str,
    what: String,
    child: Child,
    /// What it prints, unless it shows that itself.
    printed: Option<JoinHandle<std::io::Result<String>>>,
    since: Instant,
    /// How it ended, and after what time.
    ended: Option<(ExitStatus, Duration)>,
}

impl<'a> Running<'a> {
    fn start(name: &'a str, mut command: Command, keep: bool) -> Result<Running<'a>> {
        let what = run::words(&command);
        let mut pipe = None;
        if keep {
            let (read, write) = std::io::pipe()?;
            command.stdout(write.try_clone()?).stderr(write);
            pipe = Some(read);
        }
        let child = command.stdin(Stdio::null()).spawn();
        let child = child.with_context(|| format!("`{what}` could not be started"))?;
        // The command holds the pipe's other end: without it the reader sees the end when the program has gone.
        drop(command);
        let printed = pipe.map(|mut read| {
            std::thread::spawn(move || {
                let mut bytes = Vec::new();
                read.read_to_end(&mut bytes).map(|_| String::from_utf8_lossy(&bytes).into_owned())
            })
        });
        Ok(Running { name, what, child, printed, since: Instant::now(), ended: None })
    }

    /// Notices the end.
    fn look(&mut self) -> Result<()> {
        if self.ended.is_none() {
            self.ended = self.child.try_wait()?.map(|status| (status, self.since.elapsed()));
        }
        Ok(())
    }

    /// Shows what was kept; an exit status other than 0 is an error.
    fn finish(mut self) -> Result<()> {
        let status = self.child.wait()?;
        if let Some(printed) = self.printed {
            let text =
                printed.join().map_err(|_| anyhow!("what `{}` printed could not be read", self.what))?;
            println!("\n== {}", self.name);
            print!("{}", text?);
        }
        if !status.success() {
            return Err(anyhow!("`{}` failed ({status})", self.what));
        }
        Ok(())
    }
}

/// Ends a program and all it has started: servers and browsers must not outlive a run that failed.
fn stop(child: &mut Child) {
    let below = below(child.id());
    if !below.is_empty() {
        let mut kill = run::command("sh", &["-c", "kill \"$@\"", "sh"]);
        kill.args(below.iter().map(u32::to_string)).stderr(Stdio::null());
        // Some may have ended by themselves.
        drop(kill.status());
    }
    drop(child.kill());
    drop(child.wait());
}

/// The processes that a process has started, and theirs; none where the system does not say (`/proc`).
fn below(process: u32) -> Vec<u32> {
    let numbers = |entry: std::fs::DirEntry| {
        let number: u32 = entry.file_name().to_str()?.parse().ok()?;
        let line = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name comes before, in brackets, and may hold anything; then the state, then the parent.
        let parent = line.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()?;
        Some((number, parent))
    };
    let all: Vec<(u32, u32)> =
        std::fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(numbers).collect();
    let mut found = vec![process];
    let mut looked = 0;
    while looked < found.len() {
        let parent = found[looked];
        found.extend(all.iter().filter(|(_, above)| *above == parent).map(|(number, _)| number));
        looked += 1;
    }
    found.split_off(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;

    fn shell(text: &str) -> Command {
        run::command("sh", &["-c", text])
    }

    #[test]
    fn a_failed_step_is_named_and_not_counted() {
        let mut steps = Steps::default();
        steps.step("good", || Ok(())).unwrap();
        let error = steps.step("bad", || -> Result<()> { bail!("broken") }).unwrap_err();
        assert_eq!(format!("{error:#}"), "the step 'bad' failed: broken");
        assert_eq!(steps.passed(), 1);
    }

    #[test]
    fn all_that_run_together_are_waited_for_and_counted() {
        let mut steps = Steps::default();
        let version = || run::cargo(&["--version"]);
        steps.together(vec![("one", version()), ("two", version()), ("three", version())]).unwrap();
        assert_eq!(steps.passed(), 3);
    }

    #[test]
    fn one_that_fails_stops_the_others() {
        let wrong = || run::cargo(&["no-such-command-anywhere"]);
        for (first, second) in [(shell("exec sleep 600"), wrong()), (wrong(), shell("exec sleep 600"))] {
            let start = Instant::now();
            let mut steps = Steps::default();
            let error = steps.together(vec![("one", first), ("two", second)]).unwrap_err();
            assert!(format!("{error:#}").contains("`cargo no-such-command-anywhere` failed"), "{error:#}");
            assert!(start.elapsed() < Duration::from_secs(300), "the other was waited for");
            assert_eq!(steps.passed(), 0);
        }
    }

    #[test]
    fn one_that_cannot_be_started_stops_the_others() {
        let start = Instant::now();
        let absent = run::command("no-such-program-anywhere", &[]);
        let error =
            Steps::default().together(vec![("one", shell("exec sleep 600")), ("two", absent)]).unwrap_err();
        assert!(
            format!("{error:#}").contains("`no-such-program-anywhere` could not be started"),
            "{error:#}"
        );
        assert!(start.elapsed() < Duration::from_secs(300), "the other was waited for");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_a_stopped_program_has_started_ends_with_it() {
        let mut child = shell("sh -c 'sleep 600; true' & sleep 600; true").spawn().unwrap();
        let start = Instant::now();
        let mut all = below(child.id());
        while all.len() < 3 {
            assert!(start.elapsed() < Duration::from_secs(60), "{all:?}");
            sleep(Duration::from_millis(10));
            all = below(child.id());
        }
        stop(&mut child);
        let runs = |number: &u32| {
            let line = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
            line.rsplit_once(')').is_some_and(|(_, state)| !state.trim_start().starts_with('Z'))
        };
        while all.iter().any(runs) {
            assert!(start.elapsed() < Duration::from_secs(60), "{all:?} still run");
            sleep(Duration::from_millis(10));
        }
    }
}
