//! Which address a request came from when proxies stand in front. Each adds the address that it saw at the end of
//! `X-Forwarded-For`; whatever stands before that can be anybody's invention, so the list is read from its end.

use crate::config::{Config, ConfigError};
use axum::http::HeaderMap;
use serde::Deserialize;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

/// The header that proxies write.
const HEADER: &str = "x-forwarded-for";

/// One address, or a network such as `10.0.0.0/8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Subnet {
    address: IpAddr,
    bits: u32,
}

impl Subnet {
    /// Whether an address lies in it.
    pub(crate) fn has(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(net), IpAddr::V4(four)) => {
                same(net.to_bits().into(), four.to_bits().into(), 32 - self.bits)
            }
            (IpAddr::V6(net), IpAddr::V6(six)) => same(net.to_bits(), six.to_bits(), 128 - self.bits),
            _ => false,
        }
    }
}

/// Whether two addresses are the same but for so many bits at the end.
fn same(a: u128, b: u128, but: u32) -> bool {
    (a ^ b).checked_shr(but).unwrap_or_default() == 0
}

impl FromStr for Subnet {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Subnet, ConfigError> {
        let wrong = || {
            let what = format!(
                "trusted_proxies: '{text}' is neither an address nor a network like 10.0.0.0/8 or 2001:db8::/32"
            );
            ConfigError::new(what)
        };
        let (address, bits) =
            text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address = address.parse::<IpAddr>().map_err(|_| wrong())?.to_canonical();
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), |bits| bits.parse().map_err(|_| wrong()))?;
        if bits > most { Err(wrong()) } else { Ok(Subnet { address, bits }) }
    }
}

impl TryFrom<String> for Subnet {
    type Error = ConfigError;

    fn try_from(text: String) -> Result<Subnet, ConfigError> {
        text.parse()
    }
}

/// Where a request came from whose connection has this other end. Without a list of proxies the last word of the header counts;
/// with one, the last that is none of them, and only what they say: what nobody trusted has written is not believed.
pub(crate) fn client(headers: &HeaderMap, peer: IpAddr, config: &Config) -> IpAddr {
    let trusted = |address: IpAddr| config.trusted_proxies.iter().any(|subnet| subnet.has(address));
    if config.trusted_proxies.is_empty() {
        let last = forwarded(headers).next().flatten();
        return last.filter(|_| config.behind_proxy).unwrap_or(peer);
    }
    if !trusted(peer) {
        return peer;
    }
    // Whoever sends rubbish through a proxy counts as the proxy that passed it on.
    let mut nearest = peer;
    for address in forwarded(headers) {
        let Some(address) = address else { break };
        nearest = address;
        if !trusted(address) {
            break;
        }
    }
    nearest
}

/// The words of the header from the last one on; none where one is no address.
fn forwarded(headers: &HeaderMap) -> impl Iterator<Item = Option<IpAddr>> {
    let lines = headers.get_all(HEADER).into_iter().rev();
    lines.flat_map(|line| line.as_bytes().rsplit(|byte| *byte == b',')).map(address)
}

/// An address, in brackets or with a port as some proxies write it.
fn address(word: &[u8]) -> Option<IpAddr> {
    let word = std::str::from_utf8(word).ok()?.trim();
    let bare = word.strip_prefix('[').and_then(|word| word.strip_suffix(']')).unwrap_or(word);
    let with_port = || word.parse().ok().map(|address: SocketAddr| address.ip());
    bare.parse().ok().or_else(with_port)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn found(lines: &[&str], peer: &str, behind_proxy: bool, trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(HEADER, HeaderValue::from_bytes(line.as_bytes()).unwrap());
        }
        let trusted_proxies = trusted.iter().map(|subnet| subnet.parse().unwrap()).collect();
        let config = Config { behind_proxy, trusted_proxies, ..Config::default() };
        client(&headers, peer.parse().unwrap(), &config).to_string()
    }

    const PEER: &str = "10.0.0.1";

    #[test]
    fn without_a_list_the_last_word_of_the_last_line_counts() {
        let found = |lines: &[&str]| found(lines, PEER, true, &[]);
        assert_eq!(found(&[]), PEER);
        assert_eq!(found(&["192.0.2.1"]), "192.0.2.1");
        assert_eq!(found(&["192.0.2.9, 192.0.2.1"]), "192.0.2.1");
        // A client that sends a line of its own gets nothing from it.
        assert_eq!(found(&["192.0.2.9", "192.0.2.1"]), "192.0.2.1");
        assert_eq!(found(&["192.0.2.9, 192.0.2.8", " 192.0.2.7 ,\t192.0.2.1 "]), "192.0.2.1");
        assert_eq!(found(&["192.0.2.1:4711"]), "192.0.2.1");
        assert_eq!(found(&["2001:db8::1"]), "2001:db8::1");
        assert_eq!(found(&["[2001:db8::1]"]), "2001:db8::1");
        assert_eq!(found(&["[2001:db8::1]:4711"]), "2001:db8::1");
        assert_eq!(found(&["::ffff:192.0.2.1"]), "::ffff:192.0.2.1");
        for rubbish in
            ["", "unknown", "192.0.2.1,", "192.0.2.1 192.0.2.2", "[192.0.2.1", "1.2.3", "::1%eth0", "四"]
        {
            assert_eq!(found(&[rubbish]), PEER, "{rubbish:?}");
            assert_eq!(found(&["192.0.2.9", rubbish]), PEER, "{rubbish:?}");
        }
    }

    #[test]
    fn without_a_proxy_the_header_is_nothing() {
        assert_eq!(found(&["192.0.2.1"], PEER, false, &[]), PEER);
    }

    #[test]
    fn with_a_list_only_those_on_it_are_believed() {
        let nets = ["10.0.0.0/8", "2001:db8:ffff::/48", "192.0.2.250"];
        let found = |lines: &[&str], peer| found(lines, peer, true, &nets);
        assert_eq!(found(&["192.0.2.1"], PEER), "192.0.2.1");
        assert_eq!(
            found(&["192.0.2.1"], "203.0.113.5"),
            "203.0.113.5",
            "a stranger who comes past the proxy"
        );
        assert_eq!(found(&["192.0.2.9, 192.0.2.1, 10.9.9.9"], PEER), "192.0.2.1");
        assert_eq!(found(&["192.0.2.9", "192.0.2.1", "10.9.9.9, 192.0.2.250"], PEER), "192.0.2.1");
        assert_eq!(found(&["192.0.2.1, [2001:db8:ffff::7]:80"], "::ffff:10.0.0.1"), "192.0.2.1");
        assert_eq!(found(&["10.1.1.1, 10.9.9.9"], PEER), "10.1.1.1", "somebody inside");
        assert_eq!(found(&[], PEER), PEER);
        assert_eq!(found(&["192.0.2.1, rubbish, 10.9.9.9"], PEER), "10.9.9.9");
        assert_eq!(found(&["192.0.2.1, rubbish"], PEER), PEER);
    }

    #[test]
    fn networks_are_read_and_hold_what_they_say() {
        let has = |net: &str, address: &str| net.parse::<Subnet>().unwrap().has(address.parse().unwrap());
        assert!(has("0.0.0.0/0", "203.0.113.5") && !has("0.0.0.0/0", "2001:db8::1"));
        assert!(has("::/0", "2001:db8::1") && !has("::/0", "203.0.113.5"));
        assert!(has("192.0.2.0/25", "192.0.2.127") && !has("192.0.2.0/25", "192.0.2.128"));
        assert!(has("192.0.2.1", "::ffff:192.0.2.1") && has("::ffff:192.0.2.1", "192.0.2.1"));
        assert!(has("2001:db8::/33", "2001:db8:7fff::1") && !has("2001:db8::/33", "2001:db8:8000::1"));
        for wrong in ["", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/-1", "example.org", "10.0.0.0/8/8"]
        {
            let error = wrong.parse::<Subnet>().unwrap_err().to_string();
            assert!(error.starts_with("trusted_proxies: "), "{error}");
        }
    }
}
