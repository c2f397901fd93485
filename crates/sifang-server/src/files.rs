//! The browser client, carried in the binary. Addresses without a file get the client's page: it routes by itself.

use crate::coding::Coding;
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

/// How the client's build names a file that it has packed.
const PACKED: [(Coding, &str); 2] = [(Coding::Brotli, "br"), (Coding::Gzip, "gz")];

fn files() -> &'static HashMap<&'static str, Kept> {
    static FILES: OnceLock<HashMap<&'static str, Kept>> = OnceLock::new();
    FILES.get_or_init(|| offered(built::FILES))
}

/// Files by name. One that lies packed beside another is a form of that other, and no file of its own.
fn offered(files: &[(&'static str, &'static [u8])]) -> HashMap<&'static str, Kept> {
    let contents: HashMap<_, _> = files.iter().copied().collect();
    let is_packed = |name: &str| match name.rsplit_once('.') {
        Some((of, ending)) => PACKED.iter().any(|(_, known)| *known == ending) && contents.contains_key(of),
        None => false,
    };
    let plain = files.iter().filter(|(name, _)| !is_packed(name));
    let packed = |name: &str, ending: &str| contents.get(format!("{name}.{ending}").as_str()).copied();
    plain
        .map(|(name, bytes)| {
            let forms = PACKED.iter().filter_map(|(coding, ending)| Some((*coding, packed(name, ending)?)));
            (*name, forms.fold(file(name, bytes), |file, (coding, bytes)| file.with(coding, bytes)))
        })
        .collect()
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
            "四方 Sifang\n\n服务器正在运行，但这个程序里没有网页客户端（{why}）。\n\
             先运行 `cargo xtask web`，再重新编译；`cargo run --release` 会自动完成这两步。\n\n\
             The server is running, but this program carries no browser client ({why}).\n\
             Run `cargo xtask web` and build again; `cargo run --release` does both by itself.\n",
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
    use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING};

    #[test]
    fn packed_files_are_forms_of_others() {
        let files = offered(&[("a.js", b"a"), ("a.js.br", b"b"), ("a.js.gz", b"c"), ("b.gz", b"d")]);
        let mut names: Vec<_> = files.keys().copied().collect();
        names.sort_unstable();
        assert_eq!(names, ["a.js", "b.gz"]);
        let ask = |accept: &'static str| {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(accept))]);
            files["a.js"].answer(&headers).headers().get(CONTENT_ENCODING).cloned()
        };
        assert_eq!(ask("gzip, br"), Some(HeaderValue::from_static("br")));
        assert_eq!(ask("gzip"), Some(HeaderValue::from_static("gzip")));
        assert_eq!(ask("zstd"), None);
    }

    #[test]
    fn kinds_follow_the_ending() {
        assert_eq!(kind("assets/index-abc.js"), "text/javascript; charset=utf-8");
        assert_eq!(kind("no_ending"), "application/octet-stream");
    }
}
