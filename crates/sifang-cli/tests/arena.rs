//! The arena: programs that play, and programs that crash, hang, talk nonsense or do not listen.

use crate::common::run;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A program in JavaScript that answers questions with this expression (of `message`), in a file that stays as long as the folder.
fn script(folder: &Path, name: &str, answer: &str) -> String {
    let path: PathBuf = folder.join(name);
    let text = format!(
        "import {{ createInterface }} from 'node:readline';\nlet n = 0;\n\
         const good = (m) => JSON.stringify({{ decision: m.decision, action: m.view.prompt.choices[0] }});\n\
         for await (const line of createInterface({{ input: process.stdin }})) {{\n\
           const message = JSON.parse(line);\n\
           if (message.type === 'bye') process.exit(0);\n\
           if (message.type !== 'ask') continue;\n  n++;\n  {answer}\n}}\n"
    );
    std::fs::write(&path, text).unwrap();
    format!("node {}", path.display())
}

fn report(bots: &str, more: &[&str]) -> Value {
    let run = run(&[&["arena", "--rules", "hongzhong", "--bots", bots, "--json"], more].concat());
    assert_eq!(run.status, 0, "{}", run.err);
    serde_json::from_str(&run.out).unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

#[test]
fn an_example_program_plays_without_a_fault() {
    let bot = format!("node {}", root().join("examples/bot.mjs").display());
    let report = report(&format!("{bot},greedy,random,random"), &["--deals", "22"]);
    assert_eq!((report["walls"].as_u64(), report["deals"].as_u64()), (Some(6), Some(24)));
    let program = &report["players"][0]["program"];
    assert!(program["asked"].as_u64() > Some(100), "{report}");
    for fault in ["timeouts", "garbage", "illegal", "crashes", "hangs", "missed"] {
        assert_eq!(program[fault], 0, "{report}");
    }
    let mean = |i: usize| report["players"][i]["points"]["mean"].as_f64().unwrap();
    assert!((0..4).map(mean).sum::<f64>().abs() < 1e-9, "points are conserved: {report}");
    assert_eq!(report["reference"], "random");
    assert!(report["luck_alone"]["low"].as_f64() <= report["luck_alone"]["high"].as_f64());
}

/// With the same bots everywhere, nobody is better: not even by luck, where no bot draws lots.
#[test]
fn the_reference_against_itself_is_nothing() {
    let report = report("greedy,greedy,greedy,greedy", &["--deals", "16"]);
    for part in ["better", "luck_alone"] {
        assert_eq!(report[part]["mean"], 0.0, "{report}");
    }
    assert_eq!(report["players"][2]["points"]["mean"], 0.0, "each seat of each wall is everybody's once");
}

#[test]
fn what_programs_do_wrong_is_counted_and_the_deal_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let faults = |answer: &str, limit: &str| {
        let bot = script(folder.path(), &format!("{}.mjs", answer.len()), answer);
        let report = report(&format!("{bot},greedy,greedy,greedy"), &["--deals", "8", "--limit", limit]);
        report["players"][0]["program"].clone()
    };
    let nonsense = faults("console.log(n % 5 ? good(message) : '{\"decision\": 1');", "20000");
    assert!(
        nonsense["garbage"].as_u64() > Some(3) && nonsense["missed"] == nonsense["garbage"],
        "{nonsense}"
    );
    let illegal = faults(
        "console.log(n % 5 ? good(message) : JSON.stringify({ decision: message.decision, action: 'piao 9' }));",
        "20000",
    );
    assert!(illegal["illegal"].as_u64() > Some(3) && illegal["missed"] == illegal["illegal"], "{illegal}");
    // It ends in the middle of a deal; it is started again for the next one, five times in all.
    let crash = faults("if (n > 3) process.exit(1); else console.log(good(message));", "20000");
    assert_eq!((&crash["crashes"], &crash["given_up"]), (&5.into(), &true.into()), "{crash}");
    let late = faults("if (n === 2) setTimeout(() => {}, 1); else console.log(good(message));", "1500");
    assert_eq!((&late["timeouts"], &late["hangs"]), (&1.into(), &0.into()), "{late}");
    let hang = faults("console.log(good(message)); if (n > 1) for (;;);", "300");
    assert!(hang["hangs"].as_u64() > Some(1) && hang["timeouts"].as_u64() > Some(5), "{hang}");
    let long = faults("console.log(n % 9 ? good(message) : 'x'.repeat(100000));", "20000");
    assert!(long["garbage"].as_u64() > Some(1), "{long}");
}

#[test]
fn what_cannot_play_is_refused_with_a_reason() {
    let wrong = |bots: &str| run(&["arena", "--rules", "wuxi", "--bots", bots, "--deals", "4"]);
    let few = wrong("greedy,greedy");
    assert!(few.status == 2 && few.err.contains("2 players for 4 seats"), "{}", few.err);
    let slip = wrong("gredy,greedy,greedy,greedy");
    assert!(slip.status == 2 && slip.err.contains("there is no bot 'gredy'"), "{}", slip.err);
    let open = wrong("node 'x,greedy,greedy,greedy");
    assert!(open.status == 2 && open.err.contains("is not closed"), "{}", open.err);
    let absent = wrong("./no-such-program-anywhere,greedy,greedy,greedy");
    assert!(absent.status == 1 && absent.err.contains("a program cannot be started"), "{}", absent.err);
}

/// The examples on the page are the files.
#[test]
fn the_page_has_the_examples_verbatim() {
    let page = std::fs::read_to_string(root().join("docs/arena.md")).unwrap();
    for name in ["bot.py", "bot.mjs"] {
        let text = std::fs::read_to_string(root().join("examples").join(name)).unwrap();
        assert!(page.contains(text.trim_end()), "examples/{name} is not in docs/arena.md as it is");
    }
}
