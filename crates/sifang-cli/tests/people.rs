//! What people meet: help, errors in their language, answers at a terminal, and a server that says where it is.

use crate::common::{Run, run, run_with, scored_case, sifang, temporary};
use sifang_rules::any::RuleSetId;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

#[test]
fn help_is_a_command_too() {
    for (words, as_flag) in [
        (&["help"][..], &["--help"][..]),
        (&["help", "score"], &["score", "--help"]),
        (&["help", "lab", "merge"], &["lab", "merge", "--help"]),
        (&["help", "waits", "--lang", "zh"], &["waits", "--help", "--lang", "zh"]),
    ] {
        let (one, other) = (run(words), run(as_flag));
        assert_eq!((one.status, one.err.as_str()), (0, ""), "{words:?}");
        assert_eq!(one.out, other.out, "{words:?}");
    }
    let unknown = run(&["help", "frobnicate"]);
    assert_eq!((unknown.status, unknown.out.as_str()), (2, ""));
    assert!(unknown.err.contains("frobnicate"), "{}", unknown.err);
}

#[test]
fn wrong_arguments_are_refused_in_the_language_of_the_reader() {
    for (args, words) in [
        (&["frobnicate"][..], &["没有命令“frobnicate”", "用法：sifang"][..]),
        (&["scroe"], &["没有命令“scroe”", "是否想写", "score"]),
        (&["score", "--jsn"], &["没有参数“--jsn”", "是否想写“--json”"]),
        (&["cases"], &["缺少“<FILE>...”"]),
        (&["completions", "csh"], &["不能是“csh”；可以是 bash"]),
        (&["serve", "--rooms", "many"], &["“--rooms <N>”不能是“many”：要写整数"]),
        (&["serve", "--rooms"], &["“--rooms <N>”后面缺少值"]),
        (&["serve", "--listen", "nowhere"], &["不能是“nowhere”；它是：监听的地址"]),
        (&["load", "--tables", "0"], &["不能是“0”；它是：桌数"]),
        (&["simulate", "--rules", "x", "--deals", "0"], &["应在 1..=1000000000 之内"]),
        (&["simulate", "--deals", "1"], &["缺少“--rules <R>”"]),
        (&["replay", "x", "--print", "--json"], &["“--print”不能与“--json”同时使用"]),
        (&["rules", "--form"], &["缺少“<R>”"]),
    ] {
        let by_flag = run(&[args, &["--lang", "zh"]].concat());
        assert_eq!((by_flag.status, by_flag.out.as_str()), (2, ""), "{args:?}");
        for word in words {
            assert!(by_flag.err.contains(word), "{word} in {}", by_flag.err);
        }
        for english in ["error", "Usage", "tip", "invalid", "required", "For more"] {
            assert!(!by_flag.err.contains(english), "{english} in {}", by_flag.err);
        }
        for variable in ["LC_ALL", "LC_MESSAGES"] {
            let by_locale = sifang(args).env(variable, "zh_CN.UTF-8").output().unwrap();
            let said = String::from_utf8(by_locale.stderr).unwrap();
            assert_eq!(said.lines().next(), by_flag.err.lines().next(), "{variable} {args:?}");
        }
        let english = run(args);
        assert!(english.status == 2 && english.err.starts_with("error: "), "{}", english.err);
    }
}

/// Runs a command line at a terminal.
#[cfg(target_os = "linux")]
fn at_a_terminal(line: &str) -> Run {
    let program = sifang(&[]).get_program().to_string_lossy().into_owned();
    let output = Command::new("script")
        .args(["-qec", &line.replace("sifang", &program), "/dev/null"])
        .env("LANG", "C")
        .env_remove("LC_ALL")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    Run {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap().replace('\r', ""),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[cfg(target_os = "linux")]
#[test]
fn at_a_terminal_answers_are_words_and_elsewhere_json() {
    for rules in RuleSetId::ALL {
        let case = scored_case(*rules);
        let lines = format!("{}\n{{\"rules\":\"{}\"}}\n", case["request"], rules.id());
        let file = temporary(&format!("{}.people.jsonl", rules.id()), lines.as_bytes());
        let shown = at_a_terminal(&format!("sifang score {file} --lang en"));
        assert_eq!(shown.status, 1, "the second line fails");
        let total = case["expect"]["total"].to_string();
        for word in ["line 1  ", "pays seat", "line 2", "error: ", &total, &format!("[{}.", rules.id())] {
            assert!(shown.out.contains(word), "{word} in {}", shown.out);
        }
        assert!(!shown.out.contains("{\""), "{}", shown.out);
        let chinese = at_a_terminal(&format!("sifang score {file} --lang zh")).out;
        assert!(chinese.contains("第 1 行") && chinese.contains("号位付"), "{chinese}");
        let forced = at_a_terminal(&format!("sifang score {file} --json"));
        let piped = run(&["score", &file]);
        assert_eq!((forced.status, &forced.out), (1, &piped.out));
        assert_eq!(piped.json_lines()[0]["total"], case["expect"]["total"]);
    }
    let hand = r#"{"rules":"wuxi","concealed":"1334555777999s"}"#;
    let file = temporary("waits.people.jsonl", hand.as_bytes());
    let shown = at_a_terminal(&format!("sifang waits {file}"));
    assert_eq!((shown.status, shown.out.contains("\n  2s  Fan ")), (0, true), "{}", shown.out);
}

/// What a wild stands for, which fans do not count, and the clause of a refusal, in both languages.
#[test]
fn a_score_says_how_the_hand_was_read() {
    let hand = r#"{"rules":"hongzhong","winner":1,"concealed":"89p7z123s9s","winning_tile":"9s","source":"self_draw",
        "melds":[{"kind":"pon","tiles":"777p","from":0}],"options":{"wild_makes_root":false}}"#;
    let plain = r#"{"rules":"hongzhong","winner":1,"concealed":"123789p2399s","winning_tile":"4s","source":"discard",
        "from":2}"#;
    let lines = [hand, plain].map(|line| line.replace('\n', "")).join("\n");
    let file = temporary("read.people.jsonl", lines.as_bytes());
    for (lang, words) in [
        (
            "en",
            ["read as [7p 7p 7p] | 7z=7p 8p 9p | 1s 2s 3s | 9s 9s", "not Root: ", "[hongzhong.win.one_fan]"],
        ),
        (
            "zh",
            [
                "读作：[7p 7p 7p] | 7z=7p 8p 9p | 1s 2s 3s | 9s 9s",
                "不算勾（根）：",
                "[hongzhong.win.one_fan]",
            ],
        ),
    ] {
        let shown = at_a_terminal(&format!("sifang score {file} --lang {lang}")).out;
        assert!(shown.contains("[hongzhong.option.wild_makes_root]"), "{shown}");
        for word in words {
            assert!(shown.contains(word), "{word} in {shown}");
        }
    }
}

#[test]
fn a_line_that_fails_is_an_exit_status() {
    let good = scored_case(RuleSetId::ALL[0])["request"].to_string();
    for (input, status) in [(good.clone(), 0), (String::new(), 0), (format!("{good}\n{{}}\n{good}"), 1)] {
        assert_eq!(run_with(&["score"], input.as_bytes()).status, status, "{input}");
    }
    assert_eq!(run_with(&["waits"], b"{}").status, 1);
}

#[test]
fn the_form_names_every_field() {
    for rules in RuleSetId::ALL {
        let form = sifang_query::form(*rules).form;
        let shown = run(&["rules", rules.id(), "--form"]).out;
        let own = form.fields.iter().chain(form.unasked).map(|field| field.name);
        let common =
            ["rules", "options", "players", "dealer", "winner", "concealed", "melds", "winning_tile"];
        for name in own.chain(common).chain(["source", "from", "context"]) {
            assert!(shown.contains(&format!("\n  {name}: ")), "{name} in {shown}");
        }
        let words = form.flags.iter().map(|flag| flag.name).chain(form.melds.iter().map(|meld| meld.name));
        for word in words.chain(form.sources.iter().map(|source| source.name)) {
            assert!(shown.contains(&format!("\n        {word} ")), "{word} in {shown}");
        }
        let widest = shown.lines().map(|line| line.chars().count()).max();
        assert!(widest.is_some_and(|widest| widest <= 120), "{widest:?}");
        let json = run(&["rules", rules.id(), "--form", "--json"]).json();
        assert_eq!(json, serde_json::to_value(sifang_query::form(*rules)).unwrap());
    }
}

/// The fields of a form are those that the reader of requests knows: no other name is taken.
#[test]
fn what_the_form_does_not_name_is_refused() {
    for rules in RuleSetId::ALL {
        let shown = run(&["rules", rules.id(), "--form"]).out;
        let fields = shown.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(": "));
        let mut named = fields.map(|(name, _)| name).filter(|name| !name.contains(' '));
        assert!(named.clone().count() >= 11);
        let takes = |name: &str| {
            let line = format!("{{\"rules\":\"{}\",\"{name}\":null}}", rules.id());
            !run_with(&["score"], line.as_bytes()).out.contains("there is no field")
        };
        assert!(named.all(|name| name == "rules" || takes(name)), "{shown}");
        assert!(!takes("no_such_field"));
    }
}

fn start(args: &[&str]) -> Child {
    sifang(&[&["serve", "--metrics", "off", "--log", "error"], args].concat()).spawn().unwrap()
}

fn first_line(child: &mut Child) -> String {
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    line
}

#[test]
fn a_server_listens_at_a_name_and_answers_where_it_says() {
    let folder = tempfile::tempdir().unwrap();
    for (listen, wanted) in [("localhost:0", "http://127.0.0.1:"), ("0.0.0.0:0", "http://127.0.0.1:")] {
        let data = folder.path().join(listen);
        let mut child = start(&["--listen", listen, "--data", data.to_str().unwrap()]);
        let line = first_line(&mut child);
        assert!(line.starts_with(&format!("Sifang is at {wanted}")), "{line}");
        assert_eq!(line.contains("other addresses"), listen.starts_with('0'), "{line}");
        let address = line.split("http://").nth(1).unwrap().split_whitespace().next().unwrap();
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn a_server_that_cannot_start_does_not_say_that_it_is_there() {
    let folder = tempfile::tempdir().unwrap();
    // A database that has lost its content.
    std::fs::write(folder.path().join("sifang.db"), "").unwrap();
    let child = start(&["--listen", "127.0.0.1:0", "--data", folder.path().to_str().unwrap()]);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), &b""[..]));
    assert!(String::from_utf8_lossy(&output.stderr).contains("its content is gone"));
}
