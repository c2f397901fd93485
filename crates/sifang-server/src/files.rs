//! The browser client, carried in the binary. Its screens have addresses of their own and get the client's page, which routes by
//! itself; every other address is not found, and says so with the same page or in plain words.

use crate::coding::Coding;
use crate::kept::{ASK, Kept, LASTS};
use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT, CONTENT_TYPE, HeaderValue, IF_NONE_MATCH};
use axum::http::{HeaderMap, Response, StatusCode, Uri};
use sifang_rules::any::RuleSetId;
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
    let path = uri.path();
    if let Some(file) = files().get(path.trim_start_matches('/')) {
        return file.answer(&headers);
    }
    let Some(page) = files().get(PAGE) else { return without_client() };
    if is_screen(path) {
        return page.answer(&headers);
    }
    // A missing picture is missing, and a program wants words; a person gets the page, which says so and knows the way on.
    let is_file = path.rsplit('/').next().unwrap_or(path).contains('.');
    if is_file || !wants_a_page(&headers) {
        return plainly(StatusCode::NOT_FOUND, NOT_FOUND.to_owned());
    }
    let mut anew = headers;
    anew.remove(IF_NONE_MATCH);
    let mut response = page.answer(&anew);
    if response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response
}

/// Whether the client has a screen at this address: what `router.svelte.ts` reads, with names of rule sets that exist.
fn is_screen(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let is_rules = |id: &str| RuleSetId::from_id(id).is_ok();
    match *parts.as_slice() {
        [] | ["rules" | "score" | "replay" | "history" | "account" | "lab" | "api"] => true,
        ["new" | "rules" | "score" | "sheet", id] => is_rules(id),
        ["r", name] => name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'),
        ["replay" | "review", _] => true,
        ["lab", id] => id.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)),
        _ => false,
    }
}

/// Whether who asks would show a page to a person.
fn wants_a_page(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT).into_iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|kind| kind.trim().starts_with("text/html"))
}

const NOT_FOUND: &str = "没有这个地址。首页在 /，规则书在 /rules，HTTP 接口的说明在 /api。\n\
    There is no such address. The lobby is at /, the rule books at /rules, the HTTP interface is described at /api.\n";

fn without_client() -> Response<Body> {
    let text = format!(
        "四方 Sifang\n\n服务器正在运行，但这个程序里没有网页客户端（{why}）。\n\
             先运行 `cargo xtask web`，再重新编译；`cargo run --release` 会自动完成这两步。\n\n\
             The server is running, but this program carries no browser client ({why}).\n\
             Run `cargo xtask web` and build again; `cargo run --release` does both by itself.\n",
        why = built::MISSING
    );
    plainly(StatusCode::SERVICE_UNAVAILABLE, text)
}

fn plainly(status: StatusCode, text: String) -> Response<Body> {
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
    fn the_clients_screens_are_known() {
        // The client's own tests read the same list.
        let list: serde_json::Value =
            serde_json::from_str(include_str!("../../../web/tests/fixtures/addresses.json")).unwrap();
        for (which, expected) in [("screens", true), ("missing", false), ("no such rules", false)] {
            for path in list[which].as_array().unwrap().iter().map(|path| path.as_str().unwrap()) {
                assert_eq!(is_screen(path), expected, "{path}");
            }
        }
    }

    #[test]
    fn kinds_follow_the_ending() {
        assert_eq!(kind("assets/index-abc.js"), "text/javascript; charset=utf-8");
        assert_eq!(kind("no_ending"), "application/octet-stream");
    }
}
