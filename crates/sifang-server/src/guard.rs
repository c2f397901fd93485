//! What every HTTP answer carries for the browser's protection, and which pages may open a socket.

use axum::extract::Request;
use axum::http::header::{HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::Response;

/// Only our own files run, only our own server is talked to, nobody frames us. No inline script anywhere.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
];

/// Adds the headers to every answer.
pub(crate) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, value);
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
