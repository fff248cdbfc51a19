//! A network within this computer: a thread takes a namespace of its own, where the loopback interface has an address as the hall's
//! computers have. What the thread starts from then on, programs and threads, is there too, and nothing else is.

use std::net::{IpAddr, Ipv4Addr};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use nix::sched::{CloneFlags, unshare};

/// The server's address, and that of everybody else who comes by it: another computer's, as far as the server can tell.
pub const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));

/// The addresses of everybody else's computers: 65,536 of them.
const OTHERS: [u8; 2] = [10, 20];

/// Takes this thread into a network of its own.
///
/// # Errors
/// Where that is not allowed.
pub fn enter() -> Result<()> {
    unshare(CloneFlags::CLONE_NEWNET).context("a network of its own: only root has one")?;
    let [one, two] = OTHERS;
    ip("link set lo up")?;
    ip(&format!("addr add {one}.{two}.0.1/16 dev lo"))?;
    mend()
}

/// The address of somebody else's computer.
pub fn another(number: u16) -> Ipv4Addr {
    let ([one, two], [three, four]) = (OTHERS, number.to_be_bytes());
    Ipv4Addr::new(one, two, three, four)
}

/// Pulls the cable: nobody reaches the server at [`ADDRESS`] any more, but for whoever is at its own computer.
///
/// # Errors
/// Where it is out already.
pub fn cut() -> Result<()> {
    ip(&format!("addr del {ADDRESS}/32 dev lo"))
}

/// Plugs it in.
///
/// # Errors
/// Where it is in already.
pub fn mend() -> Result<()> {
    ip(&format!("addr add {ADDRESS}/32 dev lo"))
}

fn ip(order: &str) -> Result<()> {
    let status = Command::new("ip").args(order.split(' ')).status().context("iproute2 is installed")?;
    ensure!(status.success(), "ip {order}: {status}");
    Ok(())
}
