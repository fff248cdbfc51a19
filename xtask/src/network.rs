//! A network within this computer: a thread takes a namespace of its own, where the loopback interface has an address as the hall's
//! computers have. What the thread starts from then on, programs and threads, is there too, and nothing else is.

use std::net::{IpAddr, Ipv4Addr};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use nix::sched::{CloneFlags, unshare};

/// The server's address, and that of everybody else who comes by it: another computer's, as far as the server can tell.
pub const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));

/// Takes this thread into a network of its own.
///
/// # Errors
/// Where that is not allowed.
pub fn enter() -> Result<()> {
    unshare(CloneFlags::CLONE_NEWNET).context("a network of its own: only root has one")?;
    for order in ["link set lo up", &format!("addr add {ADDRESS}/32 dev lo")] {
        let status = Command::new("ip").args(order.split(' ')).status().context("iproute2 is installed")?;
        ensure!(status.success(), "ip {order}: {status}");
    }
    Ok(())
}
