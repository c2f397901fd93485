//! How hands are read and which fans do not count: every worked case is laid out whole, and for each rule set a list of hands
//! says exactly what is explained.

use serde_json::{Value, json};
use sifang_rules::any::RuleSetId;
use sifang_rules::contract::Contract;
use sifang_rules::rulebook::Rulebook;
use sifang_rules::with_rule_set;
use sifang_tiles::{Tile, format_tiles, parse_tile, parse_tiles};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn score<R: Contract>(request: &Value) -> Option<Value> {
    let request = serde_json::from_value(request.clone()).ok()?;
    R::score(&request).ok().map(|answer| json!(answer))
}

/// The groups in a line: melds in brackets, a wild with what it stands for, the winning tile with a star.
fn written(answer: &Value) -> String {
    let groups = answer["reading"].as_array().unwrap().iter().map(|group| {
        let tiles = group["tiles"].as_array().unwrap().iter().zip(group["stands"].as_array().unwrap());
        let texts = tiles.enumerate().map(|(i, (tile, stands))| {
            let (tile, stands) = (tile.as_str().unwrap(), stands.as_str().unwrap());
            let star = if group["won"] == json!(i) { "*" } else { "" };
            if tile == stands { format!("{tile}{star}") } else { format!("{tile}={stands}{star}") }
        });
        let text = texts.collect::<Vec<_>>().join(" ");
        if group["meld"] == true { format!("[{text}]") } else { text }
    });
    groups.collect::<Vec<_>>().join(" | ")
}

fn not_counted(answer: &Value) -> BTreeMap<String, String> {
    let list = answer["not_counted"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    list.map(|one| (text(&one["id"]), text(&one["why"]["clause"]))).collect()
}

/// The tiles of a request: closed, melded, and the one that was won on.
fn tiles_of(request: &Value, answer: &Value) -> Vec<Tile> {
    let read = |value: &Value| parse_tiles(value.as_str().unwrap_or_default()).unwrap();
    let mut tiles = read(&request["concealed"]);
    request["melds"].as_array().into_iter().flatten().for_each(|meld| tiles.extend(read(&meld["tiles"])));
    let won = request["winning_tile"].as_str().or(answer["winning_tile"].as_str());
    tiles.extend(won.map(|tile| parse_tile(tile).unwrap()));
    tiles.sort_unstable();
    tiles
}

fn check_group(group: &Value, about: &str) {
    let list = |name: &str| -> Vec<Tile> {
        group[name].as_array().unwrap().iter().map(|t| parse_tile(t.as_str().unwrap()).unwrap()).collect()
    };
    let stands = list("stands");
    assert_eq!(list("tiles").len(), stands.len(), "{about}");
    let equal = stands.iter().all(|tile| *tile == stands[0]);
    let fits = match group["kind"].as_str().unwrap() {
        "run" => {
            stands.len() == 3 && stands[0].up(1) == Some(stands[1]) && stands[0].up(2) == Some(stands[2])
        }
        "triplet" => stands.len() == 3 && equal,
        "kong" => stands.len() == 4 && equal && group["meld"] == true,
        "pair" => stands.len() == 2 && equal,
        "orphans" => stands.len() == 14,
        "single" => stands.len() == 1,
        _ => false,
    };
    assert!(fits, "{about}: {group}");
}

/// Only a kind that is named as wild stands for another.
fn check_wilds(answer: &Value, about: &str) {
    let list = |value: &Value| value.as_array().unwrap().clone();
    let wilds = list(&answer["wilds"]);
    for group in list(&answer["reading"]) {
        for (tile, stands) in list(&group["tiles"]).iter().zip(list(&group["stands"])) {
            assert!(*tile == stands || wilds.contains(tile), "{about}: {group} with the wilds {wilds:?}");
        }
    }
}

/// Wins that look at no shape.
const SHAPELESS: [&str; 3] = ["eight_immortals", "opening_four_kings", "three_golds"];
/// Fans that may count for one group and not for another.
const SEVERAL: [&str; 2] = ["root", "ka_456"];

fn check_answer<R: Rulebook>(case: &Value, answer: &Value, seen: &mut BTreeSet<String>) -> bool {
    let about = format!("{} {}", case["id"], case["request"]);
    let Some(fans) = answer["fans"].as_array() else { return false };
    let counted: Vec<&str> = fans.iter().map(|fan| fan["id"].as_str().unwrap()).collect();
    let groups = answer["reading"].as_array().unwrap();
    if groups.is_empty() {
        assert!(counted.iter().any(|fan| SHAPELESS.contains(fan)), "{about} has no reading");
        return false;
    }
    groups.iter().for_each(|group| check_group(group, &about));
    check_wilds(answer, &about);
    let text = |value: &Value| parse_tile(value.as_str().unwrap()).unwrap();
    let mut laid: Vec<Tile> =
        groups.iter().flat_map(|group| group["tiles"].as_array().unwrap()).map(text).collect();
    laid.sort_unstable();
    assert_eq!(format_tiles(&laid), format_tiles(&tiles_of(&case["request"], answer)), "{about}");
    let won = groups.iter().filter(|group| !group["won"].is_null()).count();
    assert_eq!(won, 1, "{about}: {}", written(answer));
    let wild: BTreeSet<&str> = groups
        .iter()
        .flat_map(|group| group["tiles"].as_array().unwrap().iter().zip(group["stands"].as_array().unwrap()))
        .filter(|(tile, stands)| tile != stands)
        .map(|(tile, _)| tile.as_str().unwrap())
        .collect();
    assert!(wild.len() <= 2, "{about}: {wild:?}");
    for (fan, clause) in not_counted(answer) {
        assert!(SEVERAL.contains(&&*fan) || !counted.contains(&&*fan), "{about}: {fan} counts and does not");
        for book in [R::BOOK.zh, R::BOOK.en] {
            assert!(book.contains(&format!("<a id=\"{clause}\"></a>")), "{clause} is not in the book");
        }
        seen.insert(fan);
    }
    !wild.is_empty()
}

/// Every worked win is laid out with all its tiles, its winning tile and nothing else.
#[test]
fn every_worked_win_is_laid_out_whole() {
    fn check<R: Rulebook>() {
        let (mut wins, mut wild, mut seen) = (0, 0, BTreeSet::new());
        for case in lines(&folder().join(format!("cases/{}.score.jsonl", R::ID))) {
            let Some(answer) = score::<R>(&case["request"]) else { continue };
            wins += 1;
            wild += u32::from(check_answer::<R>(&case, &answer, &mut seen));
        }
        assert!(wins > 30, "{}: only {wins} wins", R::ID);
        println!("{}: {wins} wins, {wild} with wilds, not counted: {seen:?}", R::ID);
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

/// The lists of hands, and that they show every reason there is.
#[test]
fn hands_are_read_as_the_lists_say() {
    fn check<R: Rulebook>() {
        let mut failures = Vec::new();
        let mut shown = BTreeSet::new();
        for case in lines(&folder().join(format!("readings/{}.jsonl", R::ID))) {
            let answer = score::<R>(&case["request"]).unwrap_or_else(|| panic!("{case} is no win"));
            check_answer::<R>(&case, &answer, &mut BTreeSet::new());
            let got = json!({ "reading": written(&answer), "not_counted": not_counted(&answer) });
            let expected = json!({ "reading": case["reading"], "not_counted": case["not_counted"] });
            if got != expected {
                failures.push(format!(
                    "{}: {}\n  expected {expected}\n  got      {got}",
                    case["id"], case["why"]
                ));
            }
            let reasons =
                answer["not_counted"].as_array().unwrap().iter().map(|one| one["why"]["en"].clone());
            shown.extend(reasons.map(|text| text.as_str().unwrap().to_owned()));
        }
        assert!(failures.is_empty(), "{}", failures.join("\n"));
        let missing: Vec<_> = R::WHY.iter().filter(|why| !shown.contains(why.en)).collect();
        assert!(missing.is_empty(), "{}: no hand shows {missing:?}", R::ID);
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

/// What is wrong with the form of a request, not with a hand: no rule says so.
const OF_REQUESTS: [&str; 5] =
    ["bad_request", "illegal:request", "illegal:seat", "illegal:source", "illegal:context"];

/// A refusal names the clause that it follows from, and both books have it.
#[test]
fn refusals_name_their_clause() {
    fn check<R: Rulebook>() {
        let (mut named, mut unnamed) = (0, BTreeSet::new());
        for case in lines(&folder().join(format!("cases/{}.score.jsonl", R::ID))) {
            let Ok(request) = serde_json::from_value(case["request"].clone()) else { continue };
            let Err(refusal) = R::score(&request) else { continue };
            match refusal.clause {
                None => drop(unnamed.insert(refusal.error)),
                Some(clause) => {
                    named += 1;
                    for book in [R::BOOK.zh, R::BOOK.en] {
                        assert!(book.contains(&format!("<a id=\"{clause}\"></a>")), "{clause}: {refusal}");
                    }
                }
            }
        }
        unnamed.retain(|code| !OF_REQUESTS.contains(code));
        assert!(unnamed.is_empty() && named >= 5, "{}: {named} have a clause, {unnamed:?} have none", R::ID);
        // Every clause of the tables, whether a case comes to it or not.
        for (_, clause) in R::FORM.clauses {
            assert!(R::BOOK.en.contains(&format!("<a id=\"{clause}\"></a>")), "{clause}");
        }
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

/// The clause is that of what is wrong.
#[test]
fn refusals_lead_to_the_rule_that_was_broken() {
    fn clause<R: Contract>(request: Value) -> Option<&'static str> {
        R::score(&serde_json::from_value(request).unwrap()).err().and_then(|refusal| refusal.clause)
    }
    use sifang_rules::anhua::Anhua;
    use sifang_rules::hongzhong::Hongzhong;
    use sifang_rules::wuxi::Wuxi;
    let hand = json!({ "winner": 1, "concealed": "123789p2399s", "winning_tile": "4s", "source": "discard", "from": 2 });
    let with = |more: Value| {
        let mut request = hand.clone();
        more.as_object().unwrap().iter().for_each(|(name, value)| request[name] = value.clone());
        request
    };
    assert_eq!(clause::<Hongzhong>(hand.clone()), Some("hongzhong.win.one_fan"));
    let letter = with(json!({ "options": { "one_fan_discard": "ask_or_kong" } }));
    assert_eq!(clause::<Hongzhong>(letter), Some("hongzhong.win.form"));
    assert_eq!(clause::<Hongzhong>(with(json!({ "winning_tile": "8s" }))), Some("hongzhong.win.standard"));
    assert_eq!(clause::<Hongzhong>(with(json!({ "concealed": "12378p239s" }))), Some("hongzhong.deal.hands"));
    assert_eq!(
        clause::<Hongzhong>(with(json!({ "options": { "max_fan": 9 } }))),
        Some("hongzhong.option.max_fan")
    );
    assert_eq!(
        clause::<Hongzhong>(with(json!({ "options": { "no_such": 9 } }))),
        Some("hongzhong.book.options")
    );
    assert_eq!(clause::<Hongzhong>(with(json!({ "winner": 7 }))), None);
    let wuxi = json!({ "winner": 1, "concealed": "123m456p789s555s1s", "winning_tile": "1s", "source": "discard",
        "from": 0, "options": { "min_fan": 9 } });
    assert_eq!(clause::<Wuxi>(wuxi), Some("wuxi.option.min_fan"));
    let kings = json!({ "winner": 1, "concealed": "333m123p456p78s55s", "winning_tile": "9s", "source": "discard",
        "from": 0, "indicator": "2m" });
    assert_eq!(clause::<Anhua>(kings), Some("anhua.rule.kings_claim"));
}
