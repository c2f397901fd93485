//! A small made-up rule set that uses every kind of option, conditions and a check, put through everything.

use std::collections::BTreeSet;

use expect_test::expect;
use proptest::prelude::*;
use serde_json::{Value, json};
use sifang_options::{
    Lang, OptionError, OptionSet, OptionValue, Problem, RawOptions, Text, json_schema, markdown_table,
    options, text_table,
};

options! {
    /// Options of a made-up rule set.
    pub struct DemoOptions {
        base: i32 in 1..=1000 = 5 {
            zh: "底分", "一花一番的分值。"; en: "Base points", "Points of one flower times one fan.";
            group: "score"; clause: "demo.9.base";
        },
        /// Further words for readers of the code.
        bird_type: BirdType = None {
            None = "none": zh "不抓鸟", en "no birds";
            OneFiveNine = "159": zh "一五九", en "tiles 1, 5 and 9";
            OneBirdAll = "one_bird_all": zh "一鸟全中", en "one bird hits all";
            zh: "抓鸟", "胡牌后翻牌定倍数。"; en: "Birds", "Tiles turned after a win multiply it.";
            group: "special"; clause: "demo.9.bird_type";
        },
        bird_count: i32 of [1, 2, 3, 4, 6] = 1 {
            zh: "鸟数", "翻几张鸟。"; en: "Number of birds", "How many birds are turned.";
            group: "special"; clause: "demo.9.bird_count";
            when: bird_type != "none";
        },
        rob_kong: bool = true {
            zh: "可抢杠胡", "补杠可以被抢胡。"; en: "Rob kongs", "An added kong can be robbed.";
            group: "kong"; clause: "demo.9.rob_kong";
        },
        // An enum that another option declared.
        second_bird: BirdType = OneFiveNine {
            zh: "第二鸟", "另一种鸟|再翻。"; en: "Second bird", "Another kind | turned after.";
            group: "special"; clause: "demo.9.second_bird";
            when: players = 2, bird_type = "159" | "one_bird_all", rob_kong = true;
        },
    }
    check: |o| -> Result<(), OptionError> {
        if o.bird_type == BirdType::OneBirdAll && o.bird_count != 1 {
            let reason = Text::new("一鸟全中只翻一张鸟", "one_bird_all turns exactly one bird");
            return Err(OptionError::conflict("bird_count", reason));
        }
        Ok(())
    }
}

fn read(json: &str) -> Result<DemoOptions, OptionError> {
    let raw: RawOptions = serde_json::from_str(json).expect("an object of any content can be read");
    DemoOptions::from_values(&raw)
}

fn refused(json: &str) -> (String, String) {
    let error = read(json).expect_err("these options must be refused");
    (error.to_string(), error.zh())
}

#[test]
fn defaults_are_as_declared() {
    let options = DemoOptions::default();
    assert_eq!(
        options,
        DemoOptions {
            base: 5,
            bird_type: BirdType::None,
            bird_count: 1,
            rob_kong: true,
            second_bird: BirdType::OneFiveNine
        }
    );
    assert_eq!(options.validate(), Ok(()));
    assert_eq!(options.changed(), []);
    for (spec, (name, value)) in DemoOptions::SPECS.iter().zip(options.to_values()) {
        assert_eq!((spec.name, &spec.default), (name, &value));
    }
    assert_eq!(read("{}"), Ok(options));
}

#[test]
fn json_is_read_strictly_and_written_in_declared_order() {
    let options = read(r#"{"rob_kong": false, "bird_count": 6, "bird_type": "159"}"#).unwrap();
    assert_eq!((options.bird_type, options.bird_count, options.rob_kong), (BirdType::OneFiveNine, 6, false));
    assert_eq!(
        serde_json::to_string(&options).unwrap(),
        r#"{"base":5,"bird_type":"159","bird_count":6,"rob_kong":false,"second_bird":"159"}"#
    );
    assert_eq!(
        options.changed(),
        [
            ("bird_type", OptionValue::Text("159".into())),
            ("bird_count", OptionValue::Int(6)),
            ("rob_kong", OptionValue::Bool(false))
        ]
    );
    let error = serde_json::from_str::<DemoOptions>(r#"{"bas": 1}"#).unwrap_err();
    assert!(error.to_string().starts_with("unknown option `bas`; did you mean `base`?"), "{error}");
    assert!(serde_json::from_str::<DemoOptions>("[]").is_err());
    assert!(serde_json::from_str::<RawOptions>("null").is_err());
}

#[test]
fn refusals_name_the_option_and_what_is_allowed() {
    expect![[r#"
        (
            "option `base` cannot be 0; allowed: a whole number from 1 to 1000",
            "选项 `base`（底分）不能是 0，可取：1 到 1000 的整数",
        )
    "#]]
    .assert_debug_eq(&refused(r#"{"base": 0}"#));
    expect![[r#"
        (
            "option `bird_count` cannot be 5; allowed: one of 1, 2, 3, 4, 6",
            "选项 `bird_count`（鸟数）不能是 5，可取：1、2、3、4、6 之一",
        )
    "#]]
    .assert_debug_eq(&refused(r#"{"bird_count": 5}"#));
    expect![[r#"
        (
            "option `bird_type` cannot be 159; allowed: one of \"none\", \"159\", \"one_bird_all\"",
            "选项 `bird_type`（抓鸟）不能是 159，可取：\"none\"、\"159\"、\"one_bird_all\" 之一",
        )
    "#]]
    .assert_debug_eq(&refused(r#"{"bird_type": 159}"#));
    expect![[r#"
        (
            "option `rob_kong` cannot be \"true\"; allowed: true or false",
            "选项 `rob_kong`（可抢杠胡）不能是 \"true\"，可取：true 或 false",
        )
    "#]]
    .assert_debug_eq(&refused(r#"{"rob_kong": "true"}"#));
    expect![[r#"
        (
            "option `bird_count`: one_bird_all turns exactly one bird",
            "选项 `bird_count`：一鸟全中只翻一张鸟",
        )
    "#]]
    .assert_debug_eq(&refused(r#"{"bird_type": "one_bird_all", "bird_count": 2}"#));
}

#[test]
fn refusals_of_names() {
    expect![[r#"
        (
            "unknown option `bird-typ`; did you mean `bird_type`?",
            "没有选项 `bird-typ`，是否想写 `bird_type`？",
        )
    "#]]
    .assert_debug_eq(&refused(r#"{"bird-typ": "159"}"#));
    expect![[r#"
        (
            "unknown option `cap`; the options are base, bird_type, bird_count, rob_kong, second_bird",
            "没有选项 `cap`，可用的选项有：base、bird_type、bird_count、rob_kong、second_bird",
        )
    "#]]
    .assert_debug_eq(&refused(r#"{"cap": 100}"#));
    expect![[r#"
        (
            "option `base` is given more than once",
            "选项 `base` 重复给出",
        )
    "#]]
    .assert_debug_eq(&refused(r#"{"base": 1, "base": 1}"#));
    let error = DemoOptions::default().set("rob_kong").unwrap_err();
    assert_eq!(error.to_string(), "option `rob_kong` has no value: write `name=value`");
    assert_eq!(error.zh(), "选项 `rob_kong` 没有取值，请写成 `名称=取值`");
    // A terminal must not obey what a request is called.
    assert!(refused(r#"{"\u001b[2J": 1}"#).0.starts_with(r"unknown option `\u{1b}[2J`"));
}

#[test]
fn values_of_any_shape_are_described() {
    for (json, given) in [
        ("null", "null"),
        ("1.5", "1.5"),
        ("5.0", "5.0"),
        ("[[], {}]", "[…]"),
        (r#"{"a": [1]}"#, "{…}"),
        ("18446744073709551615", "18446744073709551615"),
        ("9223372036854775807", "9223372036854775807"),
        (r#""5""#, r#""5""#),
        (r#""\u0007""#, r#""\u{7}""#),
    ] {
        let (message, _) = refused(&format!(r#"{{"base": {json}}}"#));
        let expected = format!("option `base` cannot be {given}; allowed: a whole number from 1 to 1000");
        assert_eq!(message, expected);
    }
}

#[test]
fn long_names_texts_and_lists_are_cut() {
    let long = "长".repeat(10_000);
    assert!(refused(&format!(r#"{{"bird_type": "{long}"}}"#)).0.chars().count() < 160);
    assert!(refused(&format!(r#"{{"{long}": 1}}"#)).0.chars().count() < 200);

    let object: serde_json::Map<String, Value> = (0..70).map(|i| (format!("o{i}"), json!(i))).collect();
    let raw: RawOptions = serde_json::from_value(Value::Object(object)).unwrap();
    assert_eq!(raw.len(), 64);
    let error = DemoOptions::from_values(&raw).unwrap_err();
    assert_eq!(error, OptionError { option: "o64".into(), problem: Problem::TooMany { limit: 64 } });
    assert_eq!(error.to_string(), "more than 64 options, from `o64` on");
    assert_eq!(error.zh(), "选项超过 64 个，从 `o64` 起不再读取");
}

#[test]
fn a_failed_set_changes_nothing() {
    let mut options = DemoOptions::default();
    options.set("bird_type = one_bird_all").unwrap();
    let before = options;
    assert!(matches!(options.set("bird_count=2").unwrap_err().problem, Problem::Conflict(_)));
    assert!(options.set("base=0").is_err());
    assert!(options.set("base=five").is_err());
    assert_eq!(options, before);
    options.set("rob_kong=off").unwrap();
    assert!(!options.rob_kong);
}

#[test]
fn pairs_are_judged_together() {
    let from = |pairs: &[&str]| DemoOptions::from_values(&RawOptions::from_pairs(DemoOptions::SPECS, pairs));
    assert_eq!(from(&["bird_count=3", "bird_type=159"]).unwrap().bird_count, 3);
    let conflict = from(&["bird_count=3", "bird_type=one_bird_all"]).unwrap_err();
    assert!(matches!(conflict.problem, Problem::Conflict(_)));
    assert_eq!(from(&["bird_type=one_bird_all", "bird_count=3"]), Err(conflict));
    assert_eq!(from(&["base=1", "base=2"]).unwrap_err().problem, Problem::Duplicate);
    assert_eq!(from(&["base"]).unwrap_err().problem, Problem::NoValue);
    assert!(matches!(from(&["=1"]).unwrap_err().problem, Problem::Unknown { .. }));
}

#[test]
fn validate_refuses_a_literal_out_of_range() {
    let options = DemoOptions { base: 0, ..DemoOptions::default() };
    assert_eq!(options.validate().unwrap_err().option, "base");
    let options = DemoOptions { bird_type: BirdType::OneBirdAll, bird_count: 2, ..DemoOptions::default() };
    assert_eq!(options.validate().unwrap_err().option, "bird_count");
}

#[test]
fn sample_reaches_every_value_and_gives_up_on_a_source_that_never_varies() {
    let mut state = 1_u32;
    let mut below = |n: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % n
    };
    let sampled: Vec<DemoOptions> = (0..500).map(|_| DemoOptions::sample(&mut below)).collect();
    let seen = |name: &str| -> BTreeSet<String> {
        let index = DemoOptions::SPECS.iter().position(|spec| spec.name == name).unwrap();
        sampled.iter().map(|options| options.to_values()[index].1.to_string()).collect()
    };
    assert_eq!(seen("bird_type"), ["159", "none", "one_bird_all"].map(String::from).into());
    assert_eq!(seen("bird_count"), ["1", "2", "3", "4", "6"].map(String::from).into());
    assert_eq!(seen("rob_kong"), ["false", "true"].map(String::from).into());
    assert!(seen("base").len() > 200);
    // The last choice of everything conflicts.
    assert_eq!(DemoOptions::sample(&mut |n| n - 1), DemoOptions::default());
}

#[test]
fn the_schema_says_everything_a_form_needs() {
    let schema = json_schema("demo-options", "示例麻将选项", "Options of the example", DemoOptions::SPECS);
    expect![[r#"
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "$id": "demo-options",
          "title": "Options of the example",
          "x-zh": {
            "title": "示例麻将选项"
          },
          "x-en": {
            "title": "Options of the example"
          },
          "type": "object",
          "additionalProperties": false,
          "x-groups": {
            "score": {
              "zh": "计分",
              "en": "Scoring"
            },
            "kong": {
              "zh": "杠牌",
              "en": "Kongs"
            },
            "special": {
              "zh": "特殊玩法",
              "en": "Special rules"
            }
          },
          "properties": {
            "base": {
              "type": "integer",
              "minimum": 1,
              "maximum": 1000,
              "default": 5,
              "title": "Base points",
              "description": "Points of one flower times one fan.",
              "x-zh": {
                "title": "底分",
                "description": "一花一番的分值。"
              },
              "x-en": {
                "title": "Base points",
                "description": "Points of one flower times one fan."
              },
              "x-group": "score",
              "x-clause": "demo.9.base"
            },
            "bird_type": {
              "type": "string",
              "enum": [
                "none",
                "159",
                "one_bird_all"
              ],
              "default": "none",
              "title": "Birds",
              "description": "Tiles turned after a win multiply it.",
              "x-zh": {
                "title": "抓鸟",
                "description": "胡牌后翻牌定倍数。",
                "choices": {
                  "none": "不抓鸟",
                  "159": "一五九",
                  "one_bird_all": "一鸟全中"
                }
              },
              "x-en": {
                "title": "Birds",
                "description": "Tiles turned after a win multiply it.",
                "choices": {
                  "none": "no birds",
                  "159": "tiles 1, 5 and 9",
                  "one_bird_all": "one bird hits all"
                }
              },
              "x-group": "special",
              "x-clause": "demo.9.bird_type"
            },
            "bird_count": {
              "type": "integer",
              "enum": [
                1,
                2,
                3,
                4,
                6
              ],
              "default": 1,
              "title": "Number of birds",
              "description": "How many birds are turned.",
              "x-zh": {
                "title": "鸟数",
                "description": "翻几张鸟。"
              },
              "x-en": {
                "title": "Number of birds",
                "description": "How many birds are turned."
              },
              "x-group": "special",
              "x-clause": "demo.9.bird_count",
              "x-visible-if": [
                {
                  "subject": "bird_type",
                  "not": [
                    "none"
                  ]
                }
              ]
            },
            "rob_kong": {
              "type": "boolean",
              "default": true,
              "title": "Rob kongs",
              "description": "An added kong can be robbed.",
              "x-zh": {
                "title": "可抢杠胡",
                "description": "补杠可以被抢胡。"
              },
              "x-en": {
                "title": "Rob kongs",
                "description": "An added kong can be robbed."
              },
              "x-group": "kong",
              "x-clause": "demo.9.rob_kong"
            },
            "second_bird": {
              "type": "string",
              "enum": [
                "none",
                "159",
                "one_bird_all"
              ],
              "default": "159",
              "title": "Second bird",
              "description": "Another kind | turned after.",
              "x-zh": {
                "title": "第二鸟",
                "description": "另一种鸟|再翻。",
                "choices": {
                  "none": "不抓鸟",
                  "159": "一五九",
                  "one_bird_all": "一鸟全中"
                }
              },
              "x-en": {
                "title": "Second bird",
                "description": "Another kind | turned after.",
                "choices": {
                  "none": "no birds",
                  "159": "tiles 1, 5 and 9",
                  "one_bird_all": "one bird hits all"
                }
              },
              "x-group": "special",
              "x-clause": "demo.9.second_bird",
              "x-visible-if": [
                {
                  "subject": "players",
                  "is": [
                    2
                  ]
                },
                {
                  "subject": "bird_type",
                  "is": [
                    "159",
                    "one_bird_all"
                  ]
                },
                {
                  "subject": "rob_kong",
                  "is": [
                    true
                  ]
                }
              ]
            }
          }
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&schema).unwrap());
}

#[test]
fn markdown_has_a_row_per_option() {
    expect![[r#"
        | 选项 | 名称 | 取值 | 默认 | 含义 | 条款 |
        |---|---|---|---|---|---|
        | `base` | 底分 | 1–1000 | `5` | 一花一番的分值。 | `demo.9.base` |
        | `bird_type` | 抓鸟 | `none` 不抓鸟<br>`159` 一五九<br>`one_bird_all` 一鸟全中 | `none` | 胡牌后翻牌定倍数。 | `demo.9.bird_type` |
        | `bird_count` | 鸟数 | 1, 2, 3, 4, 6 | `1` | 翻几张鸟。（仅当 bird_type 不为 none） | `demo.9.bird_count` |
        | `rob_kong` | 可抢杠胡 | true, false | `true` | 补杠可以被抢胡。 | `demo.9.rob_kong` |
        | `second_bird` | 第二鸟 | `none` 不抓鸟<br>`159` 一五九<br>`one_bird_all` 一鸟全中 | `159` | 另一种鸟\|再翻。（仅当 人数 为 2，且 bird_type 为 159 或 one_bird_all，且 rob_kong 为 true） | `demo.9.second_bird` |
    "#]].assert_eq(&markdown_table(DemoOptions::SPECS, Lang::Zh));
    expect![[r#"
        | Option | Name | Values | Default | Meaning | Clause |
        |---|---|---|---|---|---|
        | `base` | Base points | 1–1000 | `5` | Points of one flower times one fan. | `demo.9.base` |
        | `bird_type` | Birds | `none` no birds<br>`159` tiles 1, 5 and 9<br>`one_bird_all` one bird hits all | `none` | Tiles turned after a win multiply it. | `demo.9.bird_type` |
        | `bird_count` | Number of birds | 1, 2, 3, 4, 6 | `1` | How many birds are turned. (Only when bird_type is not none.) | `demo.9.bird_count` |
        | `rob_kong` | Rob kongs | true, false | `true` | An added kong can be robbed. | `demo.9.rob_kong` |
        | `second_bird` | Second bird | `none` no birds<br>`159` tiles 1, 5 and 9<br>`one_bird_all` one bird hits all | `159` | Another kind \| turned after. (Only when the number of players is 2 and bird_type is 159 or one_bird_all and rob_kong is true.) | `demo.9.second_bird` |
    "#]].assert_eq(&markdown_table(DemoOptions::SPECS, Lang::En));
}

#[test]
fn the_terminal_table_is_aligned_in_both_languages() {
    expect![[r#"
          选项         取值           默认  含义

        计分
          base         1–1000         5     底分：一花一番的分值。

        杠牌
          rob_kong     true, false    true  可抢杠胡：补杠可以被抢胡。

        特殊玩法
          bird_type                   none  抓鸟：胡牌后翻牌定倍数。
                       none                   不抓鸟
                       159                    一五九
                       one_bird_all           一鸟全中
          bird_count   1, 2, 3, 4, 6  1     鸟数：翻几张鸟。（仅当 bird_type 不为 none）
          second_bird                 159   第二鸟：另一种鸟|再翻。（仅当 人数 为 2，且 bird_type 为 159 或 one_bird_all，且 rob_kong 为 true）
                       none                   不抓鸟
                       159                    一五九
                       one_bird_all           一鸟全中
    "#]].assert_eq(&text_table(DemoOptions::SPECS, Lang::Zh));
    expect![[r#"
          Option       Values         Default  Meaning

        Scoring
          base         1–1000         5        Base points: Points of one flower times one fan.

        Kongs
          rob_kong     true, false    true     Rob kongs: An added kong can be robbed.

        Special rules
          bird_type                   none     Birds: Tiles turned after a win multiply it.
                       none                      no birds
                       159                       tiles 1, 5 and 9
                       one_bird_all              one bird hits all
          bird_count   1, 2, 3, 4, 6  1        Number of birds: How many birds are turned. (Only when bird_type is not none.)
          second_bird                 159      Second bird: Another kind | turned after. (Only when the number of players is 2 and bird_type is 159 or one_bird_all and rob_kong is true.)
                       none                      no birds
                       159                       tiles 1, 5 and 9
                       one_bird_all              one bird hits all
    "#]].assert_eq(&text_table(DemoOptions::SPECS, Lang::En));
}

fn any_options() -> impl Strategy<Value = DemoOptions> {
    proptest::collection::vec(any::<u32>(), 64).prop_map(|numbers| {
        let mut numbers = numbers.into_iter().cycle();
        DemoOptions::sample(&mut |n| numbers.next().unwrap_or(0) % n)
    })
}

/// JSON of any shape, its names often those of real options.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-2_i64..10).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        Just(json!("159")),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        let name = prop_oneof![
            any::<String>(),
            proptest::sample::select(vec!["base", "bird_type", "bird_count", "rob_kong"])
                .prop_map(String::from)
        ];
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((name, inner), 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn sampled_options_are_valid_and_survive_every_way_out_and_in(options in any_options()) {
        prop_assert_eq!(options.validate(), Ok(()));

        let mut raw = RawOptions::new();
        for (name, value) in options.to_values() {
            raw.insert(name, value);
        }
        prop_assert_eq!(DemoOptions::from_values(&raw), Ok(options));

        let json = serde_json::to_string(&options).unwrap();
        prop_assert_eq!(serde_json::from_str::<DemoOptions>(&json).unwrap(), options);

        let pairs: Vec<String> = options.changed().iter().map(|(name, value)| format!("{name}={value}")).collect();
        let raw = RawOptions::from_pairs(DemoOptions::SPECS, &pairs);
        prop_assert_eq!(DemoOptions::from_values(&raw), Ok(options));
        prop_assert_eq!(raw.len(), options.changed().len());
    }

    #[test]
    fn set_answers_as_reading_does(options in any_options(), index in 0_usize..5, value in any_options()) {
        let (name, value) = value.to_values().swap_remove(index);
        let mut expected = options.to_values();
        expected[index].1 = value.clone();
        let mut raw = RawOptions::new();
        for (name, value) in expected {
            raw.insert(name, value);
        }
        let mut changed = options;
        let result = changed.set(&format!("{name}={value}")).map(|()| changed);
        prop_assert_eq!(result, DemoOptions::from_values(&raw));
    }

    #[test]
    fn garbage_is_refused_or_valid_and_never_panics(json in any_json(), text in any::<String>()) {
        if let Ok(raw) = serde_json::from_value::<RawOptions>(json) {
            match DemoOptions::from_values(&raw) {
                Ok(options) => prop_assert_eq!(options.validate(), Ok(())),
                Err(error) => prop_assert!(!error.to_string().is_empty() && !error.zh().is_empty()),
            }
        }
        let mut options = DemoOptions::default();
        for pair in [text.clone(), format!("base={text}"), format!("bird_type={text}"), format!("{text}=1")] {
            // Only the message matters here: every refusal must be able to say why.
            if let Err(error) = options.set(&pair) {
                prop_assert!(error.to_string().chars().all(|c| !c.is_control()));
                prop_assert!(error.zh().chars().all(|c| !c.is_control()));
            }
            prop_assert_eq!(options.validate(), Ok(()));
        }
    }
}
