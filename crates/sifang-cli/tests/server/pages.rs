//! Answers that are always the same are made once and known by a tag; every route has a limit by address.

use crate::server::host::{Host, host, host_with};
use futures_util::future::join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// An answer: its status, its head in small letters, its body.
pub(super) struct Page {
    pub(super) status: u16,
    head: String,
    pub(super) body: Vec<u8>,
}

impl Page {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

/// Asks with one header line more.
pub(super) async fn ask(host: &Host, method: &str, path: &str, more: &str) -> Page {
    let mut stream = TcpStream::connect(host.server.host()).await.unwrap();
    let head = format!("{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{more}\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
    let head = String::from_utf8(answer[..end].to_vec()).unwrap().to_lowercase();
    Page { status: head[9..12].parse().unwrap(), head, body: answer[end + 4..].to_vec() }
}

/// Every request of the document, with parameters filled in, and what else there is.
async fn everything(host: &Host) -> Vec<(String, String)> {
    let document = host.server.request("GET", "/api/openapi.json", None, None).await.unwrap().good().unwrap();
    let mut all: Vec<(String, String)> = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        let path = path.replace("{id}", "wuxi").replace("{lang}", "zh").replace(['{', '}'], "");
        all.extend(
            operations.as_object().unwrap().keys().map(|method| (method.to_uppercase(), path.clone())),
        );
    }
    let others = ["/", "/ws", "/healthz", "/readyz", "/metrics", "/lab/reports/1", "/api/openapi.json"];
    let more = ["/api/none", "/room/123456", "/assets/none.js", "/none.png"];
    all.extend(others.into_iter().chain(more).map(|path| ("GET".into(), path.into())));
    all
}

#[tokio::test]
async fn what_never_changes_is_known_by_its_tag() {
    let host = host();
    let paths = [
        "/api/rules",
        "/api/rules/wuxi",
        "/api/rules/wuxi/form",
        "/api/rules/wuxi/book/zh",
        "/api/rules/anhua/book/en",
        "/api/openapi.json",
    ];
    for path in paths {
        let whole = ask(&host, "GET", path, "").await;
        let tag = whole.header("etag").unwrap().to_owned();
        assert!(whole.status == 200 && tag.starts_with('"') && whole.body.len() > 100, "{path}");
        assert_eq!(whole.header("content-type"), Some("application/json"), "{path}");
        let head = ask(&host, "HEAD", path, "").await;
        assert_eq!((head.status, head.body.len(), head.header("etag")), (200, 0, Some(&*tag)), "{path}");
        assert_eq!(head.header("content-length"), Some(&*whole.body.len().to_string()), "{path}");
        for known in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}")] {
            let again = ask(&host, "GET", path, &format!("If-None-Match: {known}\r\n")).await;
            assert_eq!(
                (again.status, again.body.len(), again.header("etag")),
                (304, 0, Some(&*tag)),
                "{path}"
            );
        }
        let other = ask(&host, "GET", path, "If-None-Match: \"x\"\r\n").await;
        assert_eq!((other.status, &other.body), (200, &whole.body), "{path}");
    }
    let books =
        ["/api/rules/wuxi/book/zh", "/api/rules/wuxi/book/en"].map(|path| ask(&host, "GET", path, ""));
    let [zh, en] = <[Page; 2]>::try_from(join_all(books).await).ok().unwrap();
    assert!(zh.body != en.body && zh.header("etag") != en.header("etag"));
    for (path, status) in
        [("/api/rules/none/book/zh", 404), ("/api/rules/wuxi/book/fr", 404), ("/api/rules/none", 404)]
    {
        assert_eq!(ask(&host, "GET", path, "").await.status, status, "{path}");
    }
}

#[tokio::test]
async fn every_route_has_a_limit() {
    let host = host_with(&["--requests-per-second", "1"]);
    let everything = everything(&host).await;
    assert!(everything.len() > 35, "{everything:?}");
    let until_refused = everything.iter().map(async |(method, path)| {
        for _ in 0..100 {
            let page = ask(&host, method, path, "Content-Length: 0\r\n").await;
            // Some have limits of their own besides: those do not make the asker linger, and are met first.
            if page.status == 429 {
                return Some(page);
            }
        }
        None
    });
    for (page, route) in join_all(until_refused).await.into_iter().zip(&everything) {
        let page = page.unwrap_or_else(|| panic!("{route:?} is answered without end"));
        assert!(String::from_utf8_lossy(&page.body).contains("rate/exceeded"), "{route:?}");
        let wait: u64 = page.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=60).contains(&wait), "{route:?}: {wait}");
    }
}

#[tokio::test]
async fn an_unknown_address_is_not_found_and_says_where_to_go() {
    let host = host();
    if ask(&host, "GET", "/", "").await.status == 503 {
        println!("there is no browser client in this build");
        return;
    }
    let browser = "Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n";
    for path in ["/", "/rules/wuxi", "/new/anhua", "/r/123456", "/replay/00", "/lab", "/account"] {
        let page = ask(&host, "GET", path, browser).await;
        assert_eq!(
            (page.status, page.header("content-type")),
            (200, Some("text/html; charset=utf-8")),
            "{path}"
        );
    }
    let home = ask(&host, "GET", "/", browser).await;
    let tag = format!("{browser}If-None-Match: {}\r\n", home.header("etag").unwrap());
    for path in ["/rule", "/room/123456", "/rules/poker", "/rules/wuxi/more", "/%2e%2e/etc"] {
        // A person gets the page, which leads on, also when the browser has it already.
        for header in [browser, &tag] {
            let page = ask(&host, "GET", path, header).await;
            assert!(page.status == 404 && page.body == home.body, "{path}: {}", page.status);
        }
        let words = ask(&host, "GET", path, "").await;
        assert_eq!((words.status, words.header("content-type")), (404, Some("text/plain; charset=utf-8")));
        let text = String::from_utf8(words.body).unwrap();
        assert!(text.contains("没有这个地址") && text.contains("no such address"), "{text}");
        let head = ask(&host, "HEAD", path, browser).await;
        assert_eq!((head.status, head.body.len()), (404, 0), "{path}");
    }
    for path in ["/none.png", "/assets/none.js"] {
        let page = ask(&host, "GET", path, browser).await;
        assert_eq!((page.status, page.header("content-type")), (404, Some("text/plain; charset=utf-8")));
    }
}
