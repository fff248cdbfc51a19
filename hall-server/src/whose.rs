//! Whose an address is.

use std::net::IpAddr;

/// Whoever has an address of IPv6 has the whole network of 64 bits that it is in: that is who is counted.
pub(crate) fn whose(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let network = address.to_bits() & !u128::from(u64::MAX);
            IpAddr::V6(network.into())
        }
        other @ (IpAddr::V4(_) | IpAddr::V6(_)) => other,
    }
}

#[test]
fn a_network_of_ipv6_is_one_address() {
    let address = |text: &str| whose(text.parse().expect("an address"));
    assert_eq!(address("2001:db8::1"), address("2001:db8::ffff:1"));
    assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
    assert_eq!(address("::ffff:192.0.2.7"), address("192.0.2.7"));
    assert!(address("::1").is_loopback());
}
