//! What every HTTP answer carries for the browser's protection, and which pages may open a socket.

use axum::extract::Request;
use axum::http::header::{HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

/// Only our own files run and dress the page, only our own server is talked to, nobody frames us. Nothing inline anywhere. Our own
/// WebSocket is `'self'`, too: browsers have read it so since 2022.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// What a page of ours never asks a browser for.
const PERMISSIONS: &str =
    "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), serial=(), usb=()";

const HEADERS: [(HeaderName, HeaderValue); 7] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("permissions-policy"), HeaderValue::from_static(PERMISSIONS)),
];

/// The policy of a page that carries its style within: this style and nothing else. It needs no script and no network.
pub(crate) fn lone_page(page: &str) -> HeaderValue {
    let style = page.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>"));
    let hash = STANDARD.encode(Sha256::digest(style.map_or("", |(style, _)| style)));
    let policy = format!(
        "default-src 'none'; script-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    );
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static(POLICY))
}

/// Adds the headers to every answer; a page that says more than ours about itself is left to it.
pub(crate) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

/// Whether the page that asks may: our own, one that the operator named, or no page at all (a program).
pub(crate) fn origin_allowed(headers: &HeaderMap, others: &[String]) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if others.iter().any(|other| other == origin) {
        return true;
    }
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let page = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    page.is_some() && page == host
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(origin: Option<&'static str>, host: &'static str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_static(host));
        if let Some(origin) = origin {
            headers.insert(ORIGIN, HeaderValue::from_static(origin));
        }
        origin_allowed(&headers, &["https://example.org".into()])
    }

    #[test]
    fn nothing_foreign_and_nothing_inline_is_allowed() {
        for open in ["unsafe", "*", " ws:", " wss:", "http:", "https:"] {
            assert!(!POLICY.contains(open), "{open}");
        }
        // The hash of no bytes, which is widely known.
        let none = "style-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
        let policy = lone_page("<p>").to_str().unwrap().to_owned();
        assert!(policy.contains(none) && policy.contains("script-src 'none'"), "{policy}");
        assert_ne!(lone_page("<style>a{}</style>"), lone_page("<style>b{}</style>"));
        assert_eq!(lone_page("<style>a{}</style>"), lone_page("x<style>a{}</style><style>b{}</style>"));
    }

    #[test]
    fn foreign_pages_are_refused() {
        let host = "127.0.0.1:8710";
        assert!(allowed(None, host));
        assert!(allowed(Some("http://127.0.0.1:8710"), host));
        assert!(allowed(Some("https://example.org"), host));
        for foreign in [
            "http://127.0.0.1:8711",
            "http://127.0.0.1",
            "https://example.org:443",
            "http://example.org",
            "null",
            "",
        ] {
            assert!(!allowed(Some(foreign), host), "{foreign}");
        }
    }
}
