//! Every file of the browser client arrives packed as its reader asks, under a tag of its own, and is the same when unpacked.

use crate::server::host::{Host, host};
use crate::server::pages::{Page, ask};
use flate2::read::GzDecoder;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Where the client lies that the server was built with.
fn dist() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist")
}

/// The client's files; none where nobody has built it, which the page then says.
async fn files(host: &Host) -> Vec<String> {
    let page = ask(host, "GET", "/", "").await;
    if page.status == 503 {
        let skipped = std::env::var("SIFANG_WEB").is_ok_and(|word| word == "skip");
        assert!(skipped || !dist().join("index.html").exists(), "the server does not carry web/dist");
        let text = String::from_utf8(page.body).unwrap();
        assert_eq!(text.matches("`cargo xtask web`").count(), 2, "{text}");
        println!("there is no browser client in this build: nothing to ask for");
        return Vec::new();
    }
    let mut found = Vec::new();
    for folder in ["", "assets/"] {
        for entry in fs::read_dir(dist().join(folder)).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            if entry.path().is_file() && !name.ends_with(".br") && !name.ends_with(".gz") {
                found.push(format!("{folder}{name}"));
            }
        }
    }
    assert!(found.len() > 10, "{found:?}");
    found
}

fn unpacked(page: &Page) -> Vec<u8> {
    let mut body = Vec::new();
    match page.header("content-encoding") {
        None => body.clone_from(&page.body),
        Some("gzip") => drop(GzDecoder::new(&*page.body).read_to_end(&mut body).unwrap()),
        Some("br") => brotli_decompressor::BrotliDecompress(&mut &*page.body, &mut body).unwrap(),
        Some(other) => panic!("nobody asked for {other}"),
    }
    body
}

/// What a reader asks with, and the coding of the answer.
const ASKED: [(&str, Option<&str>); 8] = [
    ("", None),
    ("Accept-Encoding: identity\r\n", None),
    ("Accept-Encoding: br\r\n", Some("br")),
    ("Accept-Encoding: gzip\r\n", Some("gzip")),
    ("Accept-Encoding: gzip, deflate, br, zstd\r\n", Some("br")),
    ("Accept-Encoding: gzip;q=1, br;q=0.5\r\n", Some("gzip")),
    ("Accept-Encoding: *, identity;q=0\r\n", Some("br")),
    ("Accept-Encoding: br;q=0, *;q=0.1\r\n", Some("gzip")),
];

/// A picture or a few bytes get no smaller: whoever does not refuse that gets them as they are.
async fn is_sent_whole(host: &Host, path: &str, content: &[u8]) {
    for (header, _) in ASKED {
        let page = ask(host, "GET", path, header).await;
        if page.status == 406 {
            assert!(header.contains("identity;q=0"), "{path} {header}");
            continue;
        }
        assert_eq!(page.status, 200, "{path} {header}");
        assert!(unpacked(&page) == content, "{path} {header}: another content");
    }
}

#[tokio::test]
async fn every_file_is_packed_as_its_reader_asks() {
    let host = host();
    let (mut plain, mut packed) = (0, 0);
    for name in files(&host).await {
        let path = format!("/{name}");
        let content = fs::read(dist().join(&name)).unwrap();
        if ["br", "gz"].iter().any(|form| !dist().join(format!("{name}.{form}")).exists()) {
            assert!(name.ends_with(".png") || content.len() < 300, "{name} is not packed");
            is_sent_whole(&host, &path, &content).await;
            continue;
        }
        let kind = ask(&host, "GET", &path, "").await.header("content-type").unwrap().to_owned();
        let lasts =
            if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        let mut tags = Vec::new();
        for (header, coding) in ASKED {
            let page = ask(&host, "GET", &path, header).await;
            assert_eq!((page.status, page.header("content-encoding")), (200, coding), "{name} {header}");
            assert!(unpacked(&page) == content, "{name} {header}: another content");
            assert_eq!(page.header("vary"), Some("accept-encoding"), "{name} {header}");
            assert_eq!(page.header("content-type"), Some(&*kind), "{name} {header}");
            assert_eq!(page.header("cache-control"), Some(lasts), "{name} {header}");
            let tag = page.header("etag").unwrap().to_owned();
            let head = ask(&host, "HEAD", &path, header).await;
            assert_eq!((head.status, head.body.len()), (200, 0), "{name} {header}");
            for same in ["content-length", "content-encoding", "content-type", "etag", "vary"] {
                assert_eq!(head.header(same), page.header(same), "{name} {header} {same}");
            }
            let again = ask(&host, "GET", &path, &format!("{header}If-None-Match: {tag}\r\n")).await;
            assert_eq!((again.status, again.body.len()), (304, 0), "{name} {header}");
            assert_eq!((again.header("etag"), again.header("vary")), (Some(&*tag), Some("accept-encoding")));
            tags.push((coding, tag));
            if coding == Some("br") {
                packed += page.body.len();
                plain += content.len();
            }
        }
        tags.sort();
        tags.dedup();
        assert_eq!(tags.len(), 3, "{name}: each form has one tag: {tags:?}");
        // A tag of another form is no reason to keep that form.
        let other = format!("Accept-Encoding: br\r\nIf-None-Match: {}\r\n", tags[0].1);
        assert_eq!(ask(&host, "GET", &path, &other).await.status, 200, "{name}");
        // There are no ranges: the whole answer is what the standard wants then.
        let part = ask(&host, "GET", &path, "Range: bytes=0-9\r\n").await;
        assert!(part.status == 200 && part.body == content, "{name}: half an answer");
        let nothing = ask(&host, "GET", &path, "Accept-Encoding: identity;q=0\r\n").await;
        assert_eq!((nothing.status, nothing.header("vary")), (406, Some("accept-encoding")), "{name}");
        for ending in ["br", "gz"] {
            assert_eq!(
                ask(&host, "GET", &format!("{path}.{ending}"), "").await.status,
                404,
                "{name}.{ending}"
            );
        }
    }
    assert!(packed * 3 <= plain, "{packed} bytes packed, {plain} as they are");
}

#[tokio::test]
async fn what_never_changes_is_packed_too() {
    let host = host();
    for path in ["/api/rules", "/api/rules/wuxi", "/api/rules/wuxi/book/zh", "/api/openapi.json"] {
        let plain = ask(&host, "GET", path, "").await;
        let packed = ask(&host, "GET", path, "Accept-Encoding: gzip, br\r\n").await;
        assert_eq!(
            (plain.header("content-encoding"), packed.header("content-encoding")),
            (None, Some("gzip"))
        );
        assert!(unpacked(&packed) == plain.body, "{path}");
        assert!(packed.header("etag") != plain.header("etag"), "{path}");
        for page in [&plain, &packed] {
            assert_eq!(page.header("content-type"), Some("application/json"), "{path}");
            assert_eq!(page.header("vary"), Some("accept-encoding"), "{path}");
        }
        assert!(packed.body.len() < plain.body.len() * 2 / 3, "{path}: {}", packed.body.len());
    }
}
