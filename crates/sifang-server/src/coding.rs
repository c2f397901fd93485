//! Content codings: which of the forms that an answer is kept in a request accepts best (RFC 9110, 12.5.3).

use axum::http::header::{ACCEPT_ENCODING, HeaderMap};

/// A coding; the one that gives fewer bytes is the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Coding {
    /// As it is.
    Identity,
    /// gzip.
    Gzip,
    /// Brotli.
    Brotli,
}

impl Coding {
    /// The word of `Content-Encoding`, which a body as it is does not have.
    pub(crate) fn word(self) -> Option<&'static str> {
        match self {
            Coding::Identity => None,
            Coding::Gzip => Some("gzip"),
            Coding::Brotli => Some("br"),
        }
    }

    fn of(word: &str) -> Option<Coding> {
        match word.to_ascii_lowercase().as_str() {
            "identity" => Some(Coding::Identity),
            "gzip" | "x-gzip" => Some(Coding::Gzip),
            "br" => Some(Coding::Brotli),
            _ => None,
        }
    }
}

/// What a request says that it accepts, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Accepted {
    identity: Option<u16>,
    gzip: Option<u16>,
    brotli: Option<u16>,
    /// Those without a word of their own: `*`.
    others: Option<u16>,
}

impl Accepted {
    /// Reads the headers. A part that cannot be read says nothing.
    pub(crate) fn of(asked: &HeaderMap) -> Accepted {
        let lines = asked.get_all(ACCEPT_ENCODING).into_iter().filter_map(|line| line.to_str().ok());
        let mut accepted = Accepted::default();
        for part in lines.flat_map(|line| line.split(',')) {
            let (word, weight) = part.split_once(';').unwrap_or((part, "q=1"));
            let (word, weight) = (word.trim(), thousandths(weight.trim()));
            match Coding::of(word) {
                _ if weight.is_none() => {}
                Some(Coding::Identity) => accepted.identity = weight,
                Some(Coding::Gzip) => accepted.gzip = weight,
                Some(Coding::Brotli) => accepted.brotli = weight,
                None if word == "*" => accepted.others = weight,
                None => {}
            }
        }
        accepted
    }

    /// How much a coding is wanted; nothing: not at all. What nobody names is sent as it is.
    pub(crate) fn rank(self, coding: Coding) -> Option<u16> {
        let named = match coding {
            Coding::Identity => self.identity,
            Coding::Gzip => self.gzip,
            Coding::Brotli => self.brotli,
        };
        match named.or(self.others) {
            Some(weight) => (weight > 0).then_some(weight),
            None => (coding == Coding::Identity).then_some(0),
        }
    }
}

/// A weight: `q=` and a number from 0 to 1 of at most three decimals.
fn thousandths(text: &str) -> Option<u16> {
    let number = text.strip_prefix("q=").or_else(|| text.strip_prefix("Q="))?;
    let (whole, rest) = number.split_once('.').unwrap_or((number, ""));
    if rest.len() > 3 || !rest.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let rest: u16 = format!("{rest:0<3}").parse().ok()?;
    match (whole, rest) {
        ("0", rest) => Some(rest),
        ("1", 0) => Some(1000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    /// The coding that is sent of all three, of all but Brotli, and of none.
    fn sent(lines: &[&'static str]) -> [Option<Coding>; 3] {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(ACCEPT_ENCODING, HeaderValue::from_static(line));
        }
        let accepted = Accepted::of(&headers);
        let all = [Coding::Brotli, Coding::Gzip, Coding::Identity];
        let best = |of: &[Coding]| {
            let ranked = of.iter().filter_map(|coding| Some((accepted.rank(*coding)?, *coding)));
            ranked.max().map(|(_, coding)| coding)
        };
        [best(&all), best(&all[1..]), best(&all[2..])]
    }

    #[test]
    fn the_best_that_is_accepted_is_sent() {
        use Coding::{Brotli, Gzip, Identity};
        let plain = [Some(Identity); 3];
        let best = [Some(Brotli), Some(Gzip), Some(Identity)];
        let gzip = [Some(Gzip), Some(Gzip), Some(Identity)];
        for (lines, expected) in [
            (&[][..], plain),
            (&[""], plain),
            (&["identity"], plain),
            (&["deflate, zstd"], plain),
            (&["gzip, deflate, br, zstd"], best),
            (&["gzip", "br"], best),
            (&["*"], best),
            (&["GZIP , Br;Q=1.000"], best),
            (&["x-gzip"], gzip),
            (&["gzip;q=1.0, br;q=0.9"], gzip),
            (&["br;q=0, *"], gzip),
            (&["br;q=0.000,gzip ; q=0.001"], gzip),
            (&["br"], [Some(Brotli), Some(Identity), Some(Identity)]),
            (&["identity, gzip;q=0.5, br;q=0.5"], plain),
            (&["identity;q=1, *;q=0"], plain),
            (&["gzip;q=0, br;q=0"], plain),
            // Not one of these is a weight, so not one of these is said.
            (&["br;q=2, br;q=-1, br;q=0.1234, br;q=1.1, br;q=, br;level=9, br;q=0.x"], plain),
            (&["gzip, br, identity;q=0"], [Some(Brotli), Some(Gzip), None]),
            (&["*, identity;q=0"], [Some(Brotli), Some(Gzip), None]),
            (&["identity;q=0"], [None; 3]),
            (&["*;q=0"], [None; 3]),
            (&["br, *;q=0"], [Some(Brotli), None, None]),
        ] {
            assert_eq!(sent(lines), expected, "{lines:?}");
        }
    }

    #[test]
    fn words_are_read_as_they_are_written() {
        for coding in [Coding::Gzip, Coding::Brotli] {
            assert_eq!(coding.word().and_then(Coding::of), Some(coding));
        }
        assert_eq!((Coding::of("deflate"), Coding::Identity.word()), (None, None));
    }
}
