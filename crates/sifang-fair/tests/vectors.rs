//! The ten published vectors: the same values in `vectors.json`, in `docs/fairness.md` and from the independent
//! checker in Node. `UPDATE=1` rewrites the two files; without it a difference fails.

use serde::Serialize;
use sifang_fair::{
    Chain, Nonce, NonceCommitments, Nonces, Revealed, Secret, Stream, Terms, TermsHash, deal_key, dice,
    follows, shuffle, sim_key, sorted_set, verify_against,
};
use sifang_tiles::{Seat, Tile};
use std::{fmt::Write, fs, path::Path, process::Command};

const JSON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors.json");
const CHECKER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fairness.mjs");
const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fairness.md");
const BEGIN: &str = "<!-- vectors:begin -->\n";
const END: &str = "<!-- vectors:end -->\n";

/// What goes in. The option texts are examples; to the hash they are any bytes.
struct Input {
    rules: &'static str,
    version: u32,
    seats: u8,
    options: &'static str,
    s_n: [u8; 32],
    deals: u32,
    deal: u32,
    match_id: [u8; 16],
    nonces: [Option<u8>; Seat::MAX],
    set: Set,
}

#[derive(Clone, Copy)]
enum Set {
    Suits108,
    Dragons112,
    Honours136,
    Flowers144,
    TwoSuits72,
    Five,
}

impl Set {
    fn counts(self) -> [u8; Tile::KINDS] {
        let mut counts = [0; Tile::KINDS];
        match self {
            Set::Suits108 => counts[..27].fill(4),
            Set::Dragons112 => {
                counts[..27].fill(4);
                counts[33] = 4;
            }
            Set::Honours136 => counts[..34].fill(4),
            Set::Flowers144 => {
                counts[..34].fill(4);
                counts[34..].fill(1);
            }
            Set::TwoSuits72 => counts[9..27].fill(4),
            Set::Five => counts[..5].fill(1),
        }
        counts
    }
}

/// 0, 1, 2 … from `start`.
fn counting<const N: usize>(start: u8) -> [u8; N] {
    std::array::from_fn(|i| start.wrapping_add(i as u8))
}

#[rustfmt::skip]
fn inputs() -> [Input; 10] {
    use Set::*;
    const NONE: [Option<u8>; 4] = [None; 4];
    const ALL: [Option<u8>; 4] = [Some(0x10), Some(0x40), Some(0x70), Some(0xa0)];
    let one = |rules, seats, options, s_n, (deals, deal), id, nonces, set| Input {
        rules, version: 1, seats, options, s_n, deals, deal, match_id: counting(id), nonces, set,
    };
    [
        one("xuezhan", 4, "", [0; 32], (1, 1), 0, NONE, Suits108),
        one("xuezhan", 4, "", [0; 32], (2, 1), 0, NONE, Suits108),
        one("xuezhan", 4, "cap=4;swap=on", counting(0), (8, 1), 0x20, ALL, Suits108),
        one("xuezhan", 4, "cap=4;swap=on", counting(0), (8, 8), 0x20, ALL, Suits108),
        one("xuezhan", 3, "cap=4;swap=on", counting(0), (8, 8), 0x20, [Some(0x10), Some(0x40), None, None], TwoSuits72),
        one("anhua", 2, "remove=28", [0xff; 32], (16, 5), 0x30, [Some(0), None, None, None], Suits108),
        one("jingji", 4, "圈数=1", counting(0x80), (4, 3), 0x40, [None, Some(0x21), None, Some(0x43)], Honours136),
        Input { version: 2, ..one("hongzhong", 4, "鸟=4", [0x5a; 32], (8, 2), 0x50, [None, None, None, Some(0x43)], Dragons112) },
        one("wuxi", 4, "flowers=on", counting(0xe0), (1024, 1000), 0xf8, ALL, Flowers144),
        one("wuxi", 4, "small", counting(1), (1, 1), 0xff, ALL, Five),
    ]
}

/// One line of `vectors.json`: first what goes in, then everything that comes out on the way to the wall.
#[derive(Serialize)]
struct Vector {
    rules: &'static str,
    version: u32,
    seats: u8,
    options: &'static str,
    deals: u32,
    deal: u32,
    s_n: Revealed,
    match_id: Nonce,
    nonces: Nonces,
    counts: String,
    s_0: Revealed,
    s_before: Revealed,
    s_i: Revealed,
    terms_hash: TermsHash,
    nonce_commitments: NonceCommitments,
    encoded_nonces: String,
    key: String,
    words: [String; 8],
    wall: String,
    dice: [u8; 2],
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn vector(input: Input) -> Vector {
    let Input { rules, version, seats, options, s_n, deals, deal, match_id, nonces, set } = input;
    let chain = Chain::new(Secret::new(s_n), deals).unwrap();
    let secret = chain.secret(deal).unwrap();
    let before = if deal == 1 { chain.commitment() } else { chain.secret(deal - 1).unwrap().reveal() };
    let nonces = Nonces::new(nonces.map(|start| start.map(|start| Nonce::new(counting(start)))));
    let terms_hash = Terms { rules, version, seats, options }.hash();
    let key = deal_key(secret, &match_id, deal, &terms_hash, &nonces);
    let mut nonce_commitments = NonceCommitments::default();
    for (seat, nonce) in Seat::all(Seat::MAX).filter_map(|seat| Some((seat, nonces.get(seat)?))) {
        nonce_commitments.set(seat, nonce.commitment(&match_id, seat));
    }
    let counts = set.counts();
    let mut wall = sorted_set(&counts);
    let mut stream = Stream::new(&key);
    let mut words = stream.clone();
    shuffle(&mut stream, &mut wall);
    Vector {
        rules,
        version,
        seats,
        options,
        deals,
        deal,
        s_n: Revealed::new(s_n),
        match_id: Nonce::new(match_id),
        nonces,
        counts: counts.map(|count| count.to_string()).concat(),
        s_0: chain.commitment(),
        s_before: before,
        s_i: secret.reveal(),
        terms_hash,
        nonce_commitments,
        encoded_nonces: hex(&nonces.encode()),
        key: hex(&key),
        words: std::array::from_fn(|_| format!("{:08x}", words.word())),
        wall: wall.iter().map(Tile::to_string).collect::<Vec<_>>().join(" "),
        dice: [dice(&mut stream), dice(&mut stream)],
    }
}

fn vectors() -> [Vector; 10] {
    inputs().map(vector)
}

/// The whole file. Walls hardly ever meet a rejected word (one wall in about 900,000), so `below` gets lines of its own with
/// an `n` for which three words in ten are rejected.
fn json() -> String {
    let n = 3_000_000_000;
    let key = sim_key(1, 2);
    let mut stream = Stream::new(&key);
    let values: Vec<u32> = (0..16).map(|_| stream.below(n)).collect();
    let (seed, index) = (u64::MAX - 1, 1u64 << 53 | 1);
    let file = serde_json::json!({
        "deals": vectors(),
        "below": { "key": hex(&key), "n": n, "values": values },
        // As texts: numbers of this size do not survive JSON in every language.
        "sim_key": { "seed": seed.to_string(), "index": index.to_string(), "key": hex(&sim_key(seed, index)) },
    });
    serde_json::to_string_pretty(&file).unwrap() + "\n"
}

/// The vectors as a person reads them.
fn block() -> String {
    let mut text = String::new();
    for (number, v) in (1..).zip(vectors()) {
        let missing = || "missing".to_owned();
        let seats = || Seat::all(Seat::MAX);
        let nonces: Vec<String> =
            seats().map(|seat| v.nonces.get(seat).map_or_else(missing, |nonce| nonce.to_string())).collect();
        let commitments: Vec<String> = seats()
            .map(|seat| v.nonce_commitments.get(seat).map_or_else(missing, |value| value.to_string()))
            .collect();
        let tiles: Vec<&str> = v.wall.split(' ').collect();
        let words = (v.words[..4].join(" "), v.words[4..].join(" "));
        let first = tiles[..tiles.len().min(20)].join(" ");
        let (one, two) = v.encoded_nonces.split_at(68);
        let _ = write!(
            text,
            "### Vector {number}\n\n```text\nrules      {} version {}, {} seats, options \"{}\"\nterms hash {}\n\
             N          {}\ns_N        {}\ns_0        {}\ni          {}\ns_(i-1)    {}\ns_i        {}\n\
             match id   {}\nnonces     {}\ncommitted  {}\nencoded    {one}\n           {two}\nkey        {}\n\
             words      {}\n           {}\ntiles      {} of {}\nwall       {first}\ndice       {} {}\n```\n\n",
            v.rules,
            v.version,
            v.seats,
            v.options,
            v.terms_hash,
            v.deals,
            v.s_n,
            v.s_0,
            v.deal,
            v.s_before,
            v.s_i,
            v.match_id,
            nonces.join("\n           "),
            commitments.join("\n           "),
            v.key,
            words.0,
            words.1,
            tiles.len().min(20),
            tiles.len(),
            v.dice[0],
            v.dice[1],
        );
    }
    text
}

/// Fails when the file holds something else, or rewrites it when asked to.
fn expect_file(path: &str, expected: &str) {
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        fs::write(path, expected).unwrap();
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert!(found == expected, "{path} is out of date; run: UPDATE=1 cargo test -p sifang-fair vectors");
}

/// Runs the checker in Node on a file and says whether it agreed, and what it wrote.
fn check_in_node(file: &Path) -> (bool, String) {
    let output = Command::new("node").arg(CHECKER).arg(file).output().unwrap_or_else(|error| {
        panic!(
            "Node 20 or later is needed for the independent fairness check and could not be started: {error}"
        )
    });
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn stored_vectors_are_current_and_node_agrees() {
    expect_file(JSON, &json());
    let (agreed, said) = check_in_node(Path::new(JSON));
    assert!(agreed, "the independent checker disagrees:\n{said}");
    assert_eq!(said, "10 deals agree\n");
}

#[test]
fn the_document_shows_the_vectors() {
    let document = fs::read_to_string(DOCUMENT).unwrap();
    let (head, rest) = document.split_once(BEGIN).expect("a line that begins the vectors");
    let (_, tail) = rest.split_once(END).expect("a line that ends the vectors");
    expect_file(DOCUMENT, &format!("{head}{BEGIN}\n{}{END}{tail}", block()));
}

#[test]
fn published_values_verify() {
    for (number, v) in (1..).zip(vectors()) {
        assert!(follows(&v.s_i, &v.s_before), "vector {number}");
        assert!(verify_against(&v.s_0, v.deal, &v.s_i), "vector {number}");
    }
}

#[test]
fn node_notices_every_changed_value() {
    let honest: serde_json::Value = serde_json::from_str(&json()).unwrap();
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("changed-vectors.json");
    let expect_refusal = |changed: &serde_json::Value, what: &str| {
        fs::write(&file, changed.to_string()).unwrap();
        let (agreed, said) = check_in_node(&file);
        assert!(!agreed && said.contains("differs"), "a changed {what} went unnoticed:\n{said}");
    };
    for (field, value) in honest["deals"][6].as_object().unwrap() {
        let mut changed = honest.clone();
        changed["deals"][6][field] = match value {
            serde_json::Value::Number(number) => (number.as_u64().unwrap() + 1).into(),
            serde_json::Value::String(text) => {
                let first = if text.starts_with('1') { '2' } else { '1' };
                let mut rest = text.chars();
                rest.next();
                format!("{first}{}", rest.as_str()).into()
            }
            serde_json::Value::Array(items) => items.iter().rev().cloned().collect::<Vec<_>>().into(),
            other => panic!("{field} is {other}"),
        };
        expect_refusal(&changed, field);
    }
    let mut changed = honest.clone();
    changed["below"]["values"][15] = 0.into();
    expect_refusal(&changed, "number of below");
    let mut changed = honest.clone();
    changed["sim_key"]["index"] = "9007199254740992".into();
    expect_refusal(&changed, "index of a simulated deal");
}
