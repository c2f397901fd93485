//! The upgrade of an HTTP request to a WebSocket (RFC 6455, section 4).

use axum::extract::Request;
use axum::http::header::{
    CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hyper::upgrade::OnUpgrade;
use sha1::{Digest as _, Sha1};

/// What every answer's key is made with; the standard says so.
const MAGIC: &str = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// The socket that a request asks for, once the answer has been sent, and that answer; or a refusal.
#[allow(clippy::result_large_err, reason = "either way the response is what is sent next")]
pub(crate) fn accept(request: &mut Request) -> Result<(OnUpgrade, Response), Response> {
    let refuse = |what: &'static str| (StatusCode::BAD_REQUEST, what).into_response();
    let headers = request.headers();
    if !has(headers, CONNECTION, "upgrade") || !has(headers, UPGRADE, "websocket") {
        return Err(refuse("this address is for WebSockets\n"));
    }
    if !has(headers, SEC_WEBSOCKET_VERSION, "13") {
        return Err(refuse("the WebSocket must be of version 13\n"));
    }
    let answer = headers.get(SEC_WEBSOCKET_KEY).and_then(|key| key.to_str().ok()).and_then(key_answer);
    let answer = answer.ok_or_else(|| refuse("a WebSocket needs a key\n"))?;
    let Some(socket) = request.extensions_mut().remove::<OnUpgrade>() else {
        return Err(
            (StatusCode::UPGRADE_REQUIRED, "this connection cannot become a socket\n").into_response()
        );
    };
    let mut response = StatusCode::SWITCHING_PROTOCOLS.into_response();
    let upgrade = HeaderValue::from_static("upgrade");
    response.headers_mut().extend([
        (CONNECTION, upgrade),
        (UPGRADE, HeaderValue::from_static("websocket")),
        (SEC_WEBSOCKET_ACCEPT, answer),
    ]);
    Ok((socket, response))
}

/// Whether a header that lists words has this one.
fn has(headers: &HeaderMap, name: HeaderName, word: &str) -> bool {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|found| found.trim().eq_ignore_ascii_case(word))
}

/// What proves that a key was read.
fn key_answer(key: &str) -> Option<HeaderValue> {
    let sixteen = STANDARD.decode(key).is_ok_and(|bytes| bytes.len() == 16);
    let digest = Sha1::new().chain_update(key).chain_update(MAGIC).finalize();
    HeaderValue::from_str(&STANDARD.encode(digest)).ok().filter(|_| sixteen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    #[test]
    fn a_key_is_answered_as_the_standard_shows() {
        assert_eq!(key_answer("dGhlIHNhbXBsZSBub25jZQ==").unwrap(), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        assert!(key_answer("short").is_none() && key_answer("c2hvcnQ=").is_none());
    }

    #[test]
    fn what_is_no_handshake_is_refused() {
        let good = [
            ("connection", "keep-alive, Upgrade"),
            ("upgrade", "WebSocket"),
            ("sec-websocket-version", "13"),
            ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        let status = |without: Option<usize>| {
            let mut request = Request::builder();
            for (number, (name, value)) in good.iter().enumerate() {
                if Some(number) != without {
                    request = request.header(*name, *value);
                }
            }
            accept(&mut request.body(Body::empty()).unwrap())
                .map_or_else(|refused| refused.status(), |_| StatusCode::OK)
        };
        for missing in 0..good.len() {
            assert_eq!(status(Some(missing)), StatusCode::BAD_REQUEST);
        }
        // All there, but made by no connection that could be taken over.
        assert_eq!(status(None), StatusCode::UPGRADE_REQUIRED);
    }
}
