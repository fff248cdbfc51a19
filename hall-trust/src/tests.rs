//! Two ends over memory: who is believed, and who is not.

use std::io::{self, Read, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;

use rustls::{ClientConfig, ClientConnection, ServerConnection};
use rustls_pki_types::ServerName;

use super::*;
use crate::join::{Joining, Met, NoMatch};

const NOW: i64 = 1_796_000_000;

fn end(authority: &Authority) -> ServerEnd {
    ServerEnd::new(authority, &["sala.local".into()], &["192.0.2.10".parse().unwrap()], NOW)
}

/// A device that this hall has signed.
fn device(authority: &Authority, folder: &Path, name: &str, post: &str) -> Identity {
    let key = NewKey::beside(&folder.join(name)).unwrap();
    let certificate = authority.device_certificate(&key.public(), name, post, NOW).to_vec();
    key.signed(authority.key(), name.into(), post.into(), certificate).unwrap()
}

/// Carries the bytes of a handshake between two ends in memory.
fn connected(
    server: &ServerEnd,
    client: Arc<ClientConfig>,
) -> Result<(ClientConnection, ServerConnection), rustls::Error> {
    let mut here = ClientConnection::new(client, ServerName::try_from("192.0.2.99").unwrap()).unwrap();
    let mut there = ServerConnection::new(server.config.clone()).unwrap();
    let mut bytes = Vec::new();
    for _ in 0..8 {
        bytes.clear();
        while here.wants_write() {
            here.write_tls(&mut bytes).unwrap();
        }
        feed(&bytes, |from| there.read_tls(from));
        there.process_new_packets()?;
        bytes.clear();
        while there.wants_write() {
            there.write_tls(&mut bytes).unwrap();
        }
        feed(&bytes, |from| here.read_tls(from));
        here.process_new_packets()?;
    }
    assert!(!here.is_handshaking() && !there.is_handshaking());
    Ok((here, there))
}

/// What the server knows of a device after a handshake, once it has heard something of it.
fn shake(server: &ServerEnd, client: Arc<ClientConfig>) -> Result<Option<Shown>, rustls::Error> {
    let (mut here, mut there) = connected(server, client)?;
    here.writer().write_all(b"hola").unwrap();
    let mut bytes = Vec::new();
    here.write_tls(&mut bytes).unwrap();
    feed(&bytes, |from| there.read_tls(from));
    there.process_new_packets()?;
    let mut said = [0; 4];
    there.reader().read_exact(&mut said).unwrap();
    assert_eq!(&said, b"hola");
    Ok(server.shown(there.peer_certificates()))
}

fn feed(mut bytes: &[u8], mut take: impl FnMut(&mut dyn Read) -> io::Result<usize>) {
    while !bytes.is_empty() {
        take(&mut bytes).unwrap();
    }
}

#[test]
fn a_device_and_its_hall_know_each_other_whatever_the_address() {
    let (authority, folder) = (Authority::make(NOW), tempfile::tempdir().unwrap());
    let wall = device(&authority, folder.path(), "panel-1", "panel");
    let shown = shake(&end(&authority), to_hall(&wall)).unwrap().unwrap();
    assert_eq!(Some(shown.key), wall.key_hash());
    let certified = shown.certified.unwrap();
    assert_eq!((certified.name.as_str(), certified.post.as_str()), ("panel-1", "panel"));
    assert_eq!(certified.until, NOW + 400 * 24 * 60 * 60);
}

#[test]
fn no_clock_of_a_device_or_of_a_server_keeps_them_apart() {
    let (authority, folder) = (Authority::make(0), tempfile::tempdir().unwrap());
    let wall = device(&authority, folder.path(), "panel-1", "panel");
    for clock in [0, NOW + 100 * 365 * 24 * 60 * 60, i64::MIN, i64::MAX] {
        let server = ServerEnd::new(&authority, &[], &[], clock);
        assert!(shake(&server, to_hall(&wall)).unwrap().unwrap().certified.is_some(), "{clock}");
    }
}

#[test]
fn a_server_that_renews_shows_whoever_comes_another_certificate_and_is_the_same_hall() {
    let (authority, folder) = (Authority::make(NOW), tempfile::tempdir().unwrap());
    let wall = device(&authority, folder.path(), "panel-1", "panel");
    // The port has a copy of its own.
    let server = end(&authority);
    let port = server.clone();
    let shows = || {
        let (here, _) = connected(&port, to_hall(&wall)).expect("it is the hall");
        here.peer_certificates().expect("the server shows itself")[0].to_vec()
    };
    let names = |shown: &[u8], last: u8| shown.windows(4).any(|four| four == [192, 0, 2, last]);
    let first = shows();
    assert!(shows() == first && names(&first, 10) && !names(&first, 11));
    server.renew(&authority, &[], &["192.0.2.11".parse().unwrap()], NOW + 24 * 60 * 60);
    let second = shows();
    assert!(second != first && names(&second, 11) && !names(&second, 10));
}

#[test]
fn a_server_of_another_hall_is_not_believed_and_both_keys_are_told() {
    let (ours, theirs, folder) = (Authority::make(NOW), Authority::make(NOW), tempfile::tempdir().unwrap());
    let wall = device(&ours, folder.path(), "panel-1", "panel");
    let error = shake(&end(&theirs), to_hall(&wall)).unwrap_err();
    let told = why_not(&io::Error::other(error)).expect("it is about who answers");
    assert_eq!(told, NotTheHall::AnotherKey { theirs: theirs.key(), ours: ours.key() });
    assert!(told.to_string().contains(&ours.key().to_string()), "{told}");
    assert_eq!(why_not(&io::Error::from(io::ErrorKind::TimedOut)), None);
}

#[test]
fn a_device_s_certificate_makes_no_server() {
    let (authority, folder) = (Authority::make(NOW), tempfile::tempdir().unwrap());
    let wall = device(&authority, folder.path(), "panel-1", "panel");
    let config = rustls::ServerConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![wall.certificate(), authority.root().clone()], wall.private_key())
        .unwrap();
    let mut server = end(&authority);
    server.config = Arc::new(config);
    let error = shake(&server, to_hall(&wall)).unwrap_err();
    assert_eq!(why_not(&error), Some(NotTheHall::NoHall));
}

#[test]
fn a_device_of_another_hall_and_one_that_signed_itself_are_strangers() {
    let (ours, theirs, folder) = (Authority::make(NOW), Authority::make(NOW), tempfile::tempdir().unwrap());
    let mut foreign = device(&theirs, folder.path(), "panel-1", "panel");
    foreign.hall = ours.key();
    let shown = shake(&end(&ours), to_hall(&foreign)).unwrap().unwrap();
    assert_eq!((Some(shown.key), shown.certified), (foreign.key_hash(), None));
    assert_eq!(shake(&end(&ours), first_contact().0).unwrap(), None, "who shows nothing is nobody");
}

#[test]
fn a_certificate_without_its_key_opens_nothing() {
    let (authority, folder) = (Authority::make(NOW), tempfile::tempdir().unwrap());
    let mesa = device(&authority, folder.path(), "mesa-1", "puesto");
    let thief = device(&authority, folder.path(), "ladron", "puesto");
    assert_eq!(thief.renewed(mesa.certificate().to_vec()), None);
    // What a program that does not ask would send.
    #[derive(Debug)]
    struct Both(Arc<rustls::sign::CertifiedKey>);
    impl rustls::client::ResolvesClientCert for Both {
        fn resolve(
            &self,
            _: &[&[u8]],
            _: &[rustls::SignatureScheme],
        ) -> Option<Arc<rustls::sign::CertifiedKey>> {
            Some(self.0.clone())
        }

        fn has_certs(&self) -> bool {
            true
        }
    }
    let key = ring::sign::any_ecdsa_type(&thief.private_key()).unwrap();
    let both = rustls::sign::CertifiedKey::new(vec![mesa.certificate()], key);
    let mut config = (*to_hall(&thief)).clone();
    config.client_auth_cert_resolver = Arc::new(Both(Arc::new(both)));
    assert!(shake(&end(&authority), Arc::new(config)).is_err());
}

#[test]
fn the_code_proves_both_ends_and_binds_the_key_and_the_hall() {
    let (authority, folder) = (Authority::make(NOW), tempfile::tempdir().unwrap());
    let hall = authority.key();
    let key = NewKey::beside(&folder.path().join("mesa")).unwrap().public();
    let (config, seen) = first_contact();
    assert_eq!(seen.authority(), None);
    shake(&end(&authority), config).unwrap();
    assert_eq!(seen.authority(), Some(hall));

    let joining = Joining::begin("49381705", hall);
    let (answer, proof, there) = Met::answer("49381705", hall, &joining.hello()).unwrap();
    let here = joining.meet(&answer, &proof).unwrap();
    assert!(there.is_proof_of(&key, &here.proof_of(&key)));
    let other = NewKey::beside(&folder.path().join("otra")).unwrap().public();
    assert!(!there.is_proof_of(&other, &here.proof_of(&key)), "the key cannot be changed on the way");

    let meets = |code: &str, hall: KeyHash, proof_of: Option<&str>| {
        let joining = Joining::begin("49381705", authority.key());
        let (answer, proof, _) = Met::answer(code, hall, &joining.hello()).unwrap();
        joining.meet(&answer, proof_of.unwrap_or(&proof)).err()
    };
    assert_eq!(meets("49381705", hall, None), None);
    assert_eq!(meets("49381706", hall, None), Some(NoMatch), "another code");
    assert_eq!(meets("49381705", Authority::make(NOW).key(), None), Some(NoMatch), "somebody between");
    assert_eq!(meets("49381705", hall, Some("00")), Some(NoMatch), "no proof");
    for bad in ["", "zz", "41", &"00".repeat(33), &"41".repeat(4096)] {
        assert!(Met::answer("49381705", hall, bad).is_err(), "{bad}");
    }
}

#[test]
fn the_authority_is_made_once_for_the_server_alone_and_nothing_else_passes_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let made = Authority::of_folder(folder.path(), NOW).unwrap();
    let file = folder.path().join(FILE);
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let again = Authority::of_folder(folder.path(), NOW + 1).unwrap();
    assert_eq!((again.key(), again.root()), (made.key(), made.root()));
    let wall = device(&made, folder.path(), "panel-1", "panel");
    assert!(shake(&end(&again), to_hall(&wall)).unwrap().unwrap().certified.is_some(), "after a restart too");

    let text = std::fs::read_to_string(&file).unwrap();
    let (root, key) = text.split_at(text.find("-----BEGIN PRIVATE").unwrap());
    let other = Authority::make(NOW).to_pem();
    let (_, other_key) = other.split_at(other.find("-----BEGIN PRIVATE").unwrap());
    for bad in
        ["", root, key, &format!("{root}{other_key}"), &format!("{key}{root}"), &text[..text.len() / 2]]
    {
        std::fs::write(&file, bad).unwrap();
        assert!(matches!(Authority::of_folder(folder.path(), NOW), Err(AuthorityError::NotOne)), "{bad}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), *bad, "it is not written over");
    }
}

#[test]
fn a_device_keeps_its_key_from_before_the_hall_was_asked() {
    let (authority, folder) = (Authority::make(NOW), tempfile::tempdir().unwrap());
    let file = folder.path().join("estado").join("panel-1.alta");
    let key = NewKey::beside(&file).unwrap();
    assert_eq!(NewKey::beside(&file).unwrap().public(), key.public(), "asked again with the same");
    let signed = authority.device_certificate(&key.public(), "panel-1", "panel", NOW).to_vec();
    let identity = key.signed(authority.key(), "panel-1".into(), "panel".into(), signed).unwrap();
    assert_eq!(Identity::read(&file).unwrap(), None);
    identity.keep(&file).unwrap();
    assert_eq!(Identity::read(&file).unwrap(), Some(identity.clone()));
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert_ne!(NewKey::beside(&file).unwrap().public(), key.public(), "the next device is another");
    let renewed = authority.device_certificate(&key.public(), "panel-1", "panel", NOW + 5).to_vec();
    assert!(identity.renewed(renewed).is_some());
    for bad in ["", "{}", "null", "{\"hall\":1}"] {
        std::fs::write(&file, bad).unwrap();
        assert!(Identity::read(&file).is_err(), "{bad}");
    }
}
