//! The browser client, carried in the binary. Addresses without a file get the client's page: it routes by itself.

use crate::kept::{ASK, Kept, LASTS};
use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::http::{HeaderMap, Response, StatusCode, Uri};
use std::collections::HashMap;
use std::sync::OnceLock;

mod built {
    //! The files, and why there are none; written by the build script.
    include!(concat!(env!("OUT_DIR"), "/files.rs"));
}

/// The client's page.
const PAGE: &str = "index.html";

fn files() -> &'static HashMap<&'static str, Kept> {
    static FILES: OnceLock<HashMap<&'static str, Kept>> = OnceLock::new();
    FILES.get_or_init(|| built::FILES.iter().map(|(name, bytes)| (*name, file(name, bytes))).collect())
}

fn file(name: &str, bytes: &'static [u8]) -> Kept {
    Kept::new(Bytes::from_static(bytes), kind(name), if name.starts_with("assets/") { LASTS } else { ASK })
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Answers with a file, with the client's page, or with what is missing.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response<Body> {
    let name = uri.path().trim_start_matches('/');
    let found = files().get(name).or_else(|| {
        // A missing picture is missing; a missing page is one of the client's own screens.
        let is_screen = !name.rsplit('/').next().unwrap_or(name).contains('.');
        is_screen.then(|| files().get(PAGE)).flatten()
    });
    found.map_or_else(nothing, |file| file.answer(&headers))
}

fn nothing() -> Response<Body> {
    let (status, text) = if built::FILES.is_empty() {
        let text = format!(
            "四方 Sifang\n\n服务器正在运行，但这个程序里没有网页客户端：{why}\n\
             The server is running, but this program carries no browser client: {why}\n",
            why = built::MISSING
        );
        (StatusCode::SERVICE_UNAVAILABLE, text)
    } else {
        (StatusCode::NOT_FOUND, "没有这个文件 / There is no such file\n".to_owned())
    };
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_follow_the_ending() {
        assert_eq!(kind("assets/index-abc.js"), "text/javascript; charset=utf-8");
        assert_eq!(kind("no_ending"), "application/octet-stream");
    }
}
