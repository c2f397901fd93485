//! Answers that are always the same: made once, kept as bytes, and told with a tag, so that whoever has one already is spared it.

use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH};
use axum::http::{Response, StatusCode};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

/// JSON.
pub(crate) const JSON: &str = "application/json";
/// A client asks each time whether it has changed.
pub(crate) const ASK: &str = "no-cache";
/// Its address changes with its content.
pub(crate) const LASTS: &str = "public, max-age=31536000, immutable";

/// An answer.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    body: Bytes,
    kind: &'static str,
    cache: &'static str,
    tag: HeaderValue,
}

impl Kept {
    /// An answer of this kind, with how long clients may keep it.
    pub(crate) fn new(body: impl Into<Bytes>, kind: &'static str, cache: &'static str) -> Kept {
        let body = body.into();
        let tag = Sha256::digest(&body).iter().take(8).fold(String::from("\""), |mut tag, byte| {
            // Writing to a string does not fail.
            let _ = write!(tag, "{byte:02x}");
            tag
        });
        let tag = HeaderValue::try_from(tag + "\"").unwrap_or(HeaderValue::from_static("\"\""));
        Kept { body, kind, cache, tag }
    }

    /// Answers a request. The body is shared, not copied.
    pub(crate) fn answer(&self, asked: &HeaderMap) -> Response<Body> {
        let known = self.is_known(asked);
        let mut response = Response::new(if known { Body::empty() } else { Body::from(self.body.clone()) });
        if known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        } else {
            response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(self.kind));
        }
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(self.cache));
        response.headers_mut().insert(ETAG, self.tag.clone());
        response
    }

    /// Whether the client says that it has this very answer. A proxy that packs what passes by may have made the tag a weak one.
    fn is_known(&self, asked: &HeaderMap) -> bool {
        let told = asked.get_all(IF_NONE_MATCH).into_iter().filter_map(|value| value.to_str().ok());
        let mut tags = told.flat_map(|value| value.split(',')).map(str::trim);
        tags.any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag).as_bytes() == self.tag.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(told: &[&'static str]) -> HeaderMap {
        told.iter().fold(HeaderMap::new(), |mut headers, tag| {
            headers.append(IF_NONE_MATCH, HeaderValue::from_static(tag));
            headers
        })
    }

    #[test]
    fn tags_follow_the_content() {
        let tag = |body: &'static str| Kept::new(body, JSON, ASK).tag;
        assert_eq!(tag("1"), tag("1"));
        assert_ne!(tag("1"), tag("2"));
    }

    #[test]
    fn who_has_it_is_spared_it() {
        let kept = Kept::new("1", JSON, ASK);
        assert_eq!(kept.tag, "\"6b86b273ff34fce1\"");
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
}
