//! Where the server listens: on the hall's network, and always for its own computer too.

use std::future::pending;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use tokio::net::{TcpListener, TcpStream};

/// The server's port.
pub struct Port {
    listener: TcpListener,
    /// The same port for this computer, where the other is of the network alone.
    here: Option<TcpListener>,
}

impl Port {
    /// Listens at an address. Whoever sits at the server reaches it at 127.0.0.1, whatever the address; where another program has
    /// that port, the network's own address is served all the same.
    ///
    /// # Errors
    /// When the address cannot be listened at.
    pub async fn bind(address: SocketAddr) -> io::Result<Port> {
        let listener = TcpListener::bind(address).await?;
        let ip = address.ip();
        if ip.is_loopback() || ip.is_unspecified() {
            return Ok(Port { listener, here: None });
        }
        let local = SocketAddr::from((Ipv4Addr::LOCALHOST, listener.local_addr()?.port()));
        let here = TcpListener::bind(local).await;
        let here =
            here.inspect_err(|error| tracing::warn!(%error, %local, "not served to this computer")).ok();
        Ok(Port { listener, here })
    }

    /// The address of the network.
    ///
    /// # Errors
    /// From the system.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    pub(super) async fn accept(&self) -> io::Result<(TcpStream, SocketAddr)> {
        let here = async {
            match &self.here {
                Some(here) => here.accept().await,
                None => pending().await,
            }
        };
        tokio::select! {
            accepted = self.listener.accept() => accepted,
            accepted = here => accepted,
        }
    }
}

impl From<TcpListener> for Port {
    fn from(listener: TcpListener) -> Port {
        Port { listener, here: None }
    }
}
