//! Who is who on the network, as far as limits care. Everything that counts by address counts by [`Network`]; there is no other
//! way from an address to a key (`limits::Key`), so no limit can be walked around with the many addresses of one home.

use serde::{Deserialize, Serialize};
use std::net::{IpAddr, Ipv4Addr};

/// The smallest thing on the network that one household has: an IPv4 address, or an IPv6 network of 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "IpAddr", into = "IpAddr")]
pub(crate) struct Network(IpAddr);

impl Network {
    /// Where nothing is known: all such requests count as one.
    pub(crate) const UNKNOWN: Network = Network(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
}

impl From<IpAddr> for Network {
    /// A socket that accepts both kinds of addresses sees IPv4 ones in IPv6 form (`::ffff:192.0.2.1`): they count as what they are.
    fn from(address: IpAddr) -> Network {
        Network(match address.to_canonical() {
            IpAddr::V6(six) => {
                let mut octets = six.octets();
                octets[8..].fill(0);
                IpAddr::from(octets)
            }
            four => four,
        })
    }
}

impl From<Network> for IpAddr {
    /// Its first address.
    fn from(network: Network) -> IpAddr {
        network.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_network_is_one_address() {
        let network = |text: &str| Network::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), network("2001:db8:1:2::1"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
        assert_ne!(network("::ffff:192.0.2.1"), network("::ffff:192.0.2.2"));
    }
}
