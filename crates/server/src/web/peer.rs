//! Who is at the other end, as far as limits are concerned.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The address of a client. Of an IPv6 address only the network counts: its owner has all the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Peer(IpAddr);

/// Half of an IPv6 address.
const NETWORK: u128 = (u64::MAX as u128) << 64;

impl From<IpAddr> for Peer {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(v6) => Self(Ipv6Addr::from_bits(v6.to_bits() & NETWORK).into()),
            v4 => Self(v4),
        }
    }
}

/// Put into each request where the connection is known; a request that came another way is our own.
impl<S: Sync> FromRequestParts<S> for Peer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let known = parts.extensions.get::<Self>().copied();
        Ok(known.unwrap_or(Self(Ipv4Addr::LOCALHOST.into())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_in_a_network_are_one() {
        let peer = |text: &str| Peer::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(peer("2001:db8:1:2:3::4"), peer("2001:db8:1:2:ffff::1"));
        assert_ne!(peer("2001:db8:1:2::1"), peer("2001:db8:1:3::1"));
        assert_eq!(peer("::ffff:10.0.0.1"), peer("10.0.0.1"));
        assert_ne!(peer("10.0.0.1"), peer("10.0.0.2"));
    }
}
