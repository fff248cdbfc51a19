//! The encrypted end of a server's port: its certificate is made at each start, and again each day and whenever the computer's
//! addresses change (ADR 83).

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use hall_trust::{Authority, ServerEnd};
use nix::ifaddrs::getifaddrs;
use nix::sys::socket::SockaddrStorage;
use sha2::{Digest as _, Sha256};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::clock::utc_ms;
use crate::desk::View;
use crate::web::{Names, Tls};

/// How often the computer's addresses are looked at.
const LOOKS_EVERY: Duration = Duration::from_secs(30);

/// How old the server's certificate gets.
const RENEWED_EVERY: Duration = Duration::from_secs(24 * 60 * 60);

/// How other computers come in, in words; none where they cannot.
pub fn words(address: SocketAddr, authority: &Authority) -> Option<String> {
    let is_one = |ip: &IpAddr| !ip.is_loopback() && (address.ip().is_unspecified() || *ip == address.ip());
    let all = addresses().into_iter().filter(is_one);
    let all: Vec<_> = all.map(|ip| format!("https://{}", SocketAddr::new(ip, address.port()))).collect();
    let key = authority.key();
    (!all.is_empty())
        .then(|| format!("Desde los demás equipos, {}; la clave de la sala es {key}.", all.join(" o ")))
}

/// An authority that cannot be used is reported; the hall plays at this computer, and no other comes in until its file is back: one
/// that is made anew would know none of the hall's devices.
pub fn authority_of(dir: &Path, view: &watch::Receiver<Arc<View>>) -> Option<Arc<Authority>> {
    match Authority::of_folder(dir, clock(view)) {
        Ok(authority) => Some(Arc::new(authority)),
        Err(error) => {
            let file = hall_trust::FILE;
            tracing::error!(%error, file, "the authority cannot be used: no device comes in but this computer");
            eprintln!(
                "Aviso: {file}: {error}. Sólo se entra desde este equipo. Devuelva el fichero desde una copia; si no la hay, bórrelo: \
                 se hará otro, y habrá que dar de alta otra vez todos los puestos."
            );
            None
        }
    }
}

/// The port's end of the hall in this view: it shows itself by this authority, and knows the devices that are enrolled at the moment.
pub fn end(authority: &Authority, names: &Names, view: watch::Receiver<Arc<View>>) -> Tls {
    let now = clock(&view);
    let end = ServerEnd::new(authority, &names.all(), &addresses(), now);
    let knows = move |shown: &hall_trust::Shown| {
        shown.certified.is_some() && view.borrow().access.device(&shown.key.0).is_some()
    };
    Tls { end, knows: Arc::new(knows) }
}

/// The port's end of a spare, which knows no devices.
pub fn end_of_spare(authority: &Authority, names: &Names) -> Tls {
    let end = ServerEnd::new(authority, &names.all(), &addresses(), utc_ms() / 1_000);
    Tls { end, knows: Arc::new(|_| false) }
}

/// What this server alone knows, for the codes that let telephones in: the same after a start as long as the authority is.
///
/// # Panics
/// When the system has no random bytes.
pub fn secret(authority: Option<&Authority>) -> [u8; 32] {
    let Some(authority) = authority else {
        let mut random = [0; 32];
        getrandom::fill(&mut random).expect("the system gives random bytes");
        return random;
    };
    let said = Sha256::new().chain_update("bombo: codigo de la pantalla").chain_update(authority.to_pem());
    said.finalize().into()
}

/// Keeps the server's certificate young, and of the addresses that the computer has. Never ends.
pub async fn keep(authority: Arc<Authority>, names: Names, view: watch::Receiver<Arc<View>>, end: ServerEnd) {
    let mut shown = Shown { of: addresses(), made: Instant::now() };
    loop {
        sleep(LOOKS_EVERY).await;
        let (here, now) = (addresses(), Instant::now());
        if shown.is_old(&here, now) {
            end.renew(&authority, &names.all(), &here, clock(&view));
            shown = Shown { of: here, made: now };
        }
    }
}

/// The server's certificate: of which addresses, and since when.
struct Shown {
    of: Vec<IpAddr>,
    made: Instant,
}

impl Shown {
    fn is_old(&self, here: &[IpAddr], now: Instant) -> bool {
        self.of != here || now.saturating_duration_since(self.made) >= RENEWED_EVERY
    }
}

/// The desk's clock, in seconds of Unix time: it is never before the last line.
fn clock(view: &watch::Receiver<Arc<View>>) -> i64 {
    view.borrow().clock_says().at_utc_ms / 1_000
}

/// The addresses of this computer.
pub fn addresses() -> Vec<IpAddr> {
    let of = |address: SockaddrStorage| {
        let v4 = address.as_sockaddr_in().map(|v4| IpAddr::V4(v4.ip()));
        v4.or_else(|| address.as_sockaddr_in6().map(|v6| IpAddr::V6(v6.ip())))
    };
    let all = getifaddrs().into_iter().flatten();
    let here = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];
    let found = all.filter_map(|interface| of(interface.address?)).chain(here);
    found.collect::<BTreeSet<_>>().into_iter().collect()
}

#[test]
fn a_certificate_is_old_after_a_day_and_as_soon_as_the_addresses_are_others() {
    let address = |last: u8| vec![IpAddr::from([192, 0, 2, last])];
    let made = Instant::now();
    let shown = Shown { of: address(10), made };
    let young = made + RENEWED_EVERY - LOOKS_EVERY;
    assert!(!shown.is_old(&address(10), made) && !shown.is_old(&address(10), young));
    assert!(shown.is_old(&address(10), made + RENEWED_EVERY));
    assert!(shown.is_old(&address(11), young) && shown.is_old(&[], young));
}
