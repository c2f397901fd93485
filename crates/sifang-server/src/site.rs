//! Where people find this server: the name under which its pages are served, which passkeys are bound to.

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use std::net::IpAddr;

/// A site, such as `https://example.org`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// `https`; plain `http` is enough for `localhost` alone.
    pub secure: bool,
    /// The name.
    pub host: String,
    /// The port, where it is not the usual one; none for `localhost`: any.
    pub port: Option<u16>,
}

impl Site {
    /// This machine, for whoever plays at home and has set up nothing: browsers trust it as it is.
    pub fn local() -> Site {
        Site { secure: false, host: "localhost".into(), port: None }
    }

    /// Reads an address; the error says what would be right.
    pub fn parse(text: &str) -> Result<Site, &'static str> {
        let text = text.trim_end_matches('/');
        let (secure, rest) = match (text.strip_prefix("https://"), text.strip_prefix("http://")) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => return Err("an address looks like https://example.org"),
        };
        let (host, port) = match rest.rsplit_once(':') {
            Some((host, port)) => (host, Some(port.parse().map_err(|_| "its port is no number")?)),
            None => (rest, None),
        };
        let host = host.to_ascii_lowercase();
        let is_name = |label: &str| {
            (1..=63).contains(&label.len()) && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        };
        if host.parse::<IpAddr>().is_ok() || host.len() > 253 || !host.split('.').all(is_name) {
            return Err("a name is needed, not an IP address: passkeys belong to a name");
        }
        if !secure && host != "localhost" {
            return Err("https is needed: browsers show passkeys to secure pages only");
        }
        let usual = if secure { Some(443) } else { None };
        Ok(Site { secure, host, port: port.filter(|port| Some(*port) != usual) })
    }

    /// Whether a request comes from a page of this site. Without an origin, as for a plain look, the name it was sent to counts.
    pub(crate) fn is_of(&self, headers: &HeaderMap) -> bool {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        if let Some(origin) = text(ORIGIN) {
            return Site::parse(origin).is_ok_and(|page| self.has(&page));
        }
        let scheme = if self.secure { "https" } else { "http" };
        text(HOST)
            .is_some_and(|host| Site::parse(&format!("{scheme}://{host}")).is_ok_and(|page| self.has(&page)))
    }

    fn has(&self, page: &Site) -> bool {
        let port = self.port == page.port || (!self.secure && self.port.is_none());
        self.secure == page.secure && self.host == page.host && port
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_what_cannot_be_is_refused() {
        let site = |secure, host: &str, port| Ok(Site { secure, host: host.into(), port });
        for (scheme, rest, expected) in [
            ("https", "Example.ORG/", site(true, "example.org", None)),
            ("https", "example.org:443", site(true, "example.org", None)),
            ("https", "mahjong.example.org:8443", site(true, "mahjong.example.org", Some(8443))),
            ("http", "localhost:8710", site(false, "localhost", Some(8710))),
            ("http", "localhost", Ok(Site::local())),
        ] {
            assert_eq!(Site::parse(&format!("{scheme}://{rest}")), expected, "{rest}");
        }
        assert!(Site::parse("example.org").is_err());
        for (scheme, rest) in [
            ("http", "example.org"),
            ("https", "127.0.0.1"),
            ("https", "[::1]"),
            ("https", ""),
            ("https", "a..b"),
            ("https", "example.org/path"),
            ("https", "example.org:x"),
            ("https", "user@example.org"),
            ("ftp", "example.org"),
        ] {
            assert!(Site::parse(&format!("{scheme}://{rest}")).is_err(), "{scheme} {rest}");
        }
    }

    #[test]
    fn pages_differ_from_other_paths() {
        let headers = |origin: Option<&'static str>, host: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, host.parse().unwrap());
            origin.map(|origin| headers.insert(ORIGIN, origin.parse().unwrap()));
            headers
        };
        let (public, local) = (Site::parse("https://example.org").unwrap(), Site::local());
        assert!(public.is_of(&headers(Some("https://example.org"), "example.org")));
        assert!(public.is_of(&headers(None, "example.org")));
        assert!(local.is_of(&headers(Some("http://localhost:5173"), "localhost:5173")));
        assert!(local.is_of(&headers(None, "localhost:8710")));
        for (origin, host) in [
            (Some("https://localhost"), "example.org"),
            (Some("http://example.org"), "example.org"),
            (Some("null"), "example.org"),
            (Some("https://example.org:444"), "example.org"),
            (None, "example.com"),
            (None, "127.0.0.1:8710"),
        ] {
            assert!(
                !public.is_of(&headers(origin, host)) && !local.is_of(&headers(origin, host)),
                "{origin:?} {host}"
            );
        }
    }
}
