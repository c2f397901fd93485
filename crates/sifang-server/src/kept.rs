//! Answers that are always the same: made once, kept as bytes, packed and as they are, and sent with a tag, so that whoever has one
//! already is spared it.

use crate::coding::{Accepted, Coding};
use crate::error::ApiError;
use axum::body::{Body, Bytes};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH, VARY,
};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse as _;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};
use sifang_fair::HexDigits;
use sifang_proto::ErrorCode;
use std::io::Write as _;

/// JSON.
pub(crate) const JSON: &str = "application/json";
/// A client asks each time whether it has changed.
pub(crate) const ASK: &str = "no-cache";
/// Its address changes with its content.
pub(crate) const LASTS: &str = "public, max-age=31536000, immutable";

/// An answer.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    kind: &'static str,
    cache: &'static str,
    forms: Vec<Coded>,
}

/// An answer in one coding. To caches they are answers of their own, so each has its tag.
#[derive(Clone, Debug)]
struct Coded {
    coding: Coding,
    body: Bytes,
    tag: HeaderValue,
}

impl Coded {
    fn new(coding: Coding, body: Bytes) -> Coded {
        let digest = HexDigits::<32>::of(&Sha256::digest(&body).into());
        let tag = format!("\"{}\"", &digest[..16]);
        let tag = HeaderValue::try_from(tag).unwrap_or(HeaderValue::from_static("\"\""));
        Coded { coding, body, tag }
    }

    /// Whether the client says that it has this very form. A proxy that packs what passes by may have made the tag a weak one.
    fn is_known(&self, asked: &HeaderMap) -> bool {
        let tags = asked.get_all(IF_NONE_MATCH).into_iter().filter_map(|value| value.to_str().ok());
        let mut tags = tags.flat_map(|value| value.split(',')).map(str::trim);
        tags.any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag).as_bytes() == self.tag.as_bytes())
    }
}

impl Kept {
    /// An answer of this kind, with how long clients may keep it.
    pub(crate) fn new(body: impl Into<Bytes>, kind: &'static str, cache: &'static str) -> Kept {
        Kept { kind, cache, forms: vec![Coded::new(Coding::Identity, body.into())] }
    }

    /// The same, packed elsewhere.
    pub(crate) fn with(mut self, coding: Coding, body: impl Into<Bytes>) -> Kept {
        self.forms.push(Coded::new(coding, body.into()));
        self
    }

    /// The same, packed here, where that spares anything.
    pub(crate) fn zipped(self) -> Kept {
        let Some(plain) = self.forms.first() else { return self };
        match gzip(&plain.body) {
            Some(body) if body.len() < plain.body.len() => self.with(Coding::Gzip, body),
            _ => self,
        }
    }

    /// Answers a request in the form that it accepts best. The body is shared, not copied.
    pub(crate) fn answer(&self, asked: &HeaderMap) -> Response<Body> {
        let accepted = Accepted::of(asked);
        let ranked = self.forms.iter().filter_map(|form| Some((accepted.rank(form.coding)?, form)));
        let mut response = match ranked.max_by_key(|(rank, form)| (*rank, form.coding)) {
            Some((_, form)) => self.respond(form, asked),
            None => (StatusCode::NOT_ACCEPTABLE, ApiError::from(ErrorCode::RequestInvalid)).into_response(),
        };
        response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
        response
    }

    fn respond(&self, form: &Coded, asked: &HeaderMap) -> Response<Body> {
        let known = form.is_known(asked);
        let mut response = Response::new(if known { Body::empty() } else { Body::from(form.body.clone()) });
        if known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        } else {
            response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(self.kind));
            if let Some(word) = form.coding.word() {
                response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(word));
            }
        }
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(self.cache));
        response.headers_mut().insert(ETAG, form.tag.clone());
        response
    }
}

/// Writing to memory does not fail; if it did, the answer would go out as it is.
fn gzip(body: &[u8]) -> Option<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(body).ok()?;
    packed.finish().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(tags: &[&'static str]) -> HeaderMap {
        tags.iter().fold(HeaderMap::new(), |mut headers, tag| {
            headers.append(IF_NONE_MATCH, HeaderValue::from_static(tag));
            headers
        })
    }

    #[test]
    fn tags_follow_the_content() {
        let tag = |body: &'static str| Kept::new(body, JSON, ASK).forms[0].tag.clone();
        assert_eq!(tag("1"), tag("1"));
        assert_ne!(tag("1"), tag("2"));
    }

    #[test]
    fn who_has_it_is_spared_it() {
        let kept = Kept::new("1", JSON, ASK);
        for known in [
            &["\"6b86b273ff34fce1\""][..],
            &["W/\"6b86b273ff34fce1\""],
            &["\"other\" , \"6b86b273ff34fce1\""],
            &["\"other\"", "\"6b86b273ff34fce1\""],
            &["*"],
        ] {
            let answer = kept.answer(&asked(known));
            assert_eq!(answer.status(), StatusCode::NOT_MODIFIED, "{known:?}");
            assert_eq!(answer.headers()[ETAG], "\"6b86b273ff34fce1\"");
        }
        for unknown in [&[][..], &["6b86b273ff34fce1"], &["\"\""], &["\"other\""]] {
            let answer = kept.answer(&asked(unknown));
            assert_eq!(
                (answer.status(), &answer.headers()[CONTENT_TYPE]),
                (StatusCode::OK, &HeaderValue::from_static(JSON))
            );
        }
    }

    #[test]
    fn each_form_has_its_tag() {
        let kept = Kept::new("1".repeat(1000), JSON, ASK).zipped();
        let ask = |accept: &'static str, known: &HeaderValue| {
            let mut headers = HeaderMap::new();
            headers.insert("accept-encoding", HeaderValue::from_static(accept));
            headers.insert(IF_NONE_MATCH, known.clone());
            let answer = kept.answer(&headers);
            assert_eq!(answer.headers()[VARY], "accept-encoding");
            (answer.status().as_u16(), answer.headers().get(CONTENT_ENCODING).cloned())
        };
        let [plain, gzip] = [&kept.forms[0].tag, &kept.forms[1].tag];
        assert_ne!(plain, gzip);
        assert_eq!(ask("gzip", plain), (200, Some(HeaderValue::from_static("gzip"))));
        assert_eq!(ask("gzip", gzip), (304, None));
        assert_eq!(ask("br", gzip), (200, None));
        assert_eq!(ask("br", plain), (304, None));
        assert_eq!(ask("identity;q=0", plain), (406, None));
    }

    #[test]
    fn what_packing_makes_longer_stays_as_it_is() {
        assert_eq!(Kept::new("1", JSON, ASK).zipped().forms.len(), 1);
    }
}
