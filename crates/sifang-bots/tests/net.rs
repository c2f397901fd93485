//! The learned player: its files, its answers to the last bit, and what it does where it has learned nothing.

use sifang_bots::{Bot, Broken, Expert, Learned, Level, Net, Rng};
use sifang_match::Match;
use sifang_options::OptionSet as _;
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::{Insight, ViewOf};
use sifang_rules::with_rule_set;
use sifang_table::{Action, Viewer};
use std::path::{Path, PathBuf};

/// The largest file of weights we want in the repository.
const LARGEST: usize = 2_000_000;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The files of weights, by rule set.
fn weights() -> Vec<(RuleSetId, Vec<u8>)> {
    let of = |id: &RuleSetId| {
        let file = folder("weights").join(id.id()).with_extension("bin");
        file.exists().then(|| (*id, std::fs::read(file).unwrap()))
    };
    let found: Vec<_> = RuleSetId::ALL.iter().filter_map(of).collect();
    assert!(!found.is_empty(), "no rule set has a net");
    found
}

/// What `train/golden.py` wrote is found again to the last bit.
#[test]
fn answers_are_those_of_the_training_program() {
    for (id, weights) in weights() {
        let net = Net::read(&weights).unwrap();
        let golden = std::fs::read(folder("tests/golden").join(id.id()).with_extension("bin")).unwrap();
        let word = |at: usize| u32::from_le_bytes(golden[at..at + 4].try_into().unwrap()) as usize;
        let (count, inputs, slots) = (word(0), word(4), word(8));
        assert_eq!((inputs, slots), (net.header.inputs, net.slots()), "{}", id.id());
        let size = inputs + slots + 4 * slots + 4;
        assert_eq!(golden.len(), 12 + count * size);
        for at in (0..count).map(|i| 12 + i * size) {
            let answer = net.forward(&golden[at..at + inputs]);
            let mask = &golden[at + inputs..at + inputs + slots];
            let numbers = at + inputs + slots;
            let mut best = None;
            for (slot, number) in answer.iter().enumerate() {
                assert_eq!(number.to_bits() as usize, word(numbers + 4 * slot), "{}, slot {slot}", id.id());
                if mask[slot] == 1 && best.is_none_or(|best: usize| *number > answer[best]) {
                    best = Some(slot);
                }
            }
            assert_eq!(best, Some(word(numbers + 4 * slots)), "the choice of PyTorch");
        }
    }
}

#[test]
fn every_file_fits_its_rules_and_the_features() {
    fn check<R: Insight>(weights: &[u8]) {
        let net = Learned::net::<R>().unwrap_or_else(|| panic!("{}: for another version", R::ID));
        assert!(weights.len() <= LARGEST, "{}: {} bytes", R::ID, weights.len());
        let header = &net.header;
        assert!(header.samples > 0 && header.labels > 0 && header.log != [0; 32]);
        let named = |name: &String| R::Options::spec(name).is_ok();
        assert!(header.varied.iter().chain(&header.ignored).all(named), "{header:?}");
    }
    for (id, weights) in weights() {
        with_rule_set!(id, R => check::<R>(&weights));
    }
}

/// FNV-1a, as the files have it at their end.
fn sealed(mut body: Vec<u8>) -> Vec<u8> {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let sum = body.iter().fold(0xcbf2_9ce4_8422_2325, step);
    body.extend(sum.to_le_bytes());
    body
}

#[test]
fn broken_files_are_refused_and_never_panic() {
    let (_, good) = weights().remove(0);
    let body = &good[..good.len() - 8];
    assert!(Net::read(&sealed(body.to_vec())).is_ok());
    let why = |file: Vec<u8>| Net::read(&file).err();
    assert_eq!(why(Vec::new()), Some(Broken::Short));
    assert_eq!(why(sealed(b"SIFANGN2 and more".to_vec())), Some(Broken::Magic));
    let mut flipped = good.clone();
    flipped[good.len() / 2] ^= 1;
    assert_eq!(why(flipped), Some(Broken::Checksum));
    assert_eq!(why(sealed([body, &[0]].concat())), Some(Broken::Long));
    for cut in (0..body.len()).step_by(body.len() / 97) {
        let found = why(sealed(body[..cut].to_vec()));
        assert!(matches!(found, Some(Broken::Short | Broken::Magic)), "{cut}: {found:?}");
    }
    // Every size of the header, from its place on.
    for at in (32..80).step_by(4) {
        for size in [0u32, 100_000, u32::MAX] {
            let mut file = body.to_vec();
            file[at..at + 4].copy_from_slice(&size.to_le_bytes());
            let found = why(sealed(file));
            let plane = [36, 44].contains(&at) && size == 0;
            assert!(found.is_some() || plane, "size {size} at {at}");
        }
    }
    let mut file = body.to_vec();
    let last = file.len() - 4;
    file[last..].copy_from_slice(&f32::NAN.to_le_bytes());
    assert_eq!(why(sealed(file)), Some(Broken::Number));
    assert!(Broken::Checksum.to_string().contains("damaged"));
}

/// Plays some deals; whoever is asked answers twice, and `check` sees view and answer.
fn play<R: Insight>(rules: R, mut check: impl FnMut(&ViewOf<R>, Action)) {
    let mut bot = Level::Net.bot(Rng::of(&[1]));
    for wall in 0..4 {
        let mut game = Match::start(rules, &sifang_fair::sim_key(5, wall));
        while let Some(seat) = game.deal().decision().and_then(|open| open.waiting().iter().next()) {
            let view = game.deal().view(Viewer::Seat(seat));
            let answer = bot.choose(&rules, &view).action;
            assert_eq!(bot.choose(&rules, &view).action, answer, "the same view gets the same answer");
            check(&view, answer);
            game.act(seat, answer).unwrap();
        }
    }
}

#[test]
fn under_options_it_does_not_know_it_plays_as_the_expert() {
    fn check<R: Insight>() {
        let known = R::new(R::Options::default(), *R::SEATS.end());
        let net = Learned::knows(&known).unwrap();
        let is_named = |name: &str| net.header.varied.iter().chain(&net.header.ignored).any(|n| n == name);
        let mut options = R::Options::default();
        for spec in R::Options::SPECS.iter().filter(|spec| !is_named(spec.name)) {
            // Any other value will do; the first that the option takes.
            let other = (0..20).map(sifang_options::OptionValue::Int).find(|value| {
                let mut changed = R::Options::default();
                changed.store(spec.name, value) && changed != R::Options::default() && changed.check().is_ok()
            });
            if let Some(value) = other {
                assert!(options.store(spec.name, &value));
            }
        }
        if options == R::Options::default() {
            return;
        }
        let strange = R::new(options, *R::SEATS.end());
        assert!(Learned::knows(&strange).is_none());
        play(strange, |view, answer| assert_eq!(answer, Expert.choose(&strange, view).action));
    }
    for (id, _) in weights() {
        with_rule_set!(id, R => check::<R>());
    }
}

#[test]
fn without_weights_it_plays_as_the_expert() {
    fn check<R: Insight>() {
        let rules = R::new(R::Options::default(), *R::SEATS.end());
        assert!(Learned::knows(&rules).is_none());
        play(rules, |view, answer| assert_eq!(answer, Expert.choose(&rules, view).action));
    }
    let have: Vec<RuleSetId> = weights().into_iter().map(|(id, _)| id).collect();
    for id in RuleSetId::ALL.iter().filter(|id| !have.contains(id)) {
        with_rule_set!(*id, R => check::<R>());
    }
}

#[test]
fn options_that_only_scale_points_do_not_stop_it() {
    fn check<R: Insight>() {
        let mut options = R::Options::default();
        if options.set("base=7").is_err() {
            return;
        }
        let rules = R::new(options, *R::SEATS.end());
        assert!(Learned::knows(&rules).is_some());
        let mut differs = false;
        play(rules, |view, answer| differs |= answer != Expert.choose(&rules, view).action);
        assert!(differs, "{}: a net and the expert agreed in everything", R::ID);
    }
    for (id, _) in weights() {
        with_rule_set!(id, R => check::<R>());
    }
}
