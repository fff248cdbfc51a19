//! A time-stamp authority of `openssl ts`, with a certificate authority above it: in a folder that goes with it.

#![allow(dead_code, reason = "not everybody asks for everything")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// An authority that stamps.
pub struct Authority {
    folder: tempfile::TempDir,
}

impl Authority {
    /// One whose key is made like this (arguments of `openssl req -newkey`), and that signs with this digest.
    pub fn new(key: &[&str], digest: &str) -> Authority {
        let authority = Authority { folder: tempfile::tempdir().unwrap() };
        fs::write(authority.path("serial"), "01").unwrap();
        let settings = format!(
            "[tsa]\ndefault_tsa = t\n[t]\nserial = serial\nsigner_cert = tsa.pem\ncerts = ca.pem\nsigner_key = tsa.key\n\
             signer_digest = {digest}\ndefault_policy = 1.2.3.4.1\ndigests = sha256, sha512\naccuracy = secs:1, millisecs:500\n\
             clock_precision_digits = 3\nordering = yes\ntsa_name = yes\ness_cert_id_alg = sha256\n"
        );
        fs::write(authority.path("tsa.cnf"), settings).unwrap();
        let ca =
            "req -x509 -nodes -newkey rsa:2048 -keyout ca.key -out ca.pem -days 3650 -subj /CN=Autoridad";
        authority.run(&ca.split(' ').collect::<Vec<_>>());
        let mut request = vec!["req", "-nodes", "-newkey"];
        request.extend(key);
        request.extend(["-keyout", "tsa.key", "-out", "tsa.csr", "-subj", "/O=Autoridad/CN=TSA de prueba"]);
        authority.run(&request);
        authority.certified_again("critical,timeStamping");
        authority
    }

    /// Its certificate, made once more for this use; in DER.
    pub fn certified_again(&self, usage: &str) -> Vec<u8> {
        fs::write(self.path("usage.cnf"), format!("extendedKeyUsage={usage}\n")).unwrap();
        let certify = "x509 -req -in tsa.csr -CA ca.pem -CAkey ca.key -set_serial 4660 -days 3650 -extfile usage.cnf -out tsa.pem";
        self.run(&certify.split(' ').collect::<Vec<_>>());
        self.certificate()
    }

    /// Its certificate in DER.
    pub fn certificate(&self) -> Vec<u8> {
        self.run(&["x509", "-in", "tsa.pem", "-outform", "DER"]).stdout
    }

    /// The certificate above it, in PEM.
    pub fn ca(&self) -> PathBuf {
        self.path("ca.pem")
    }

    /// What it answers to a question.
    pub fn answers(&self, query: &[u8]) -> Vec<u8> {
        fs::write(self.path("query.tsq"), query).unwrap();
        self.run(&["ts", "-reply", "-config", "tsa.cnf", "-queryfile", "query.tsq", "-out", "answer.tsr"]);
        fs::read(self.path("answer.tsr")).unwrap()
    }

    /// Whether `openssl ts -verify` says that an answer is good for a content.
    pub fn verifies(&self, answer: &Path, content: &Path) -> bool {
        let args = ["ts", "-verify", "-CAfile", "ca.pem", "-in"].map(Path::new);
        let args = args.into_iter().chain([answer, Path::new("-data"), content]);
        self.command().args(args).output().unwrap().status.success()
    }

    /// An answer as OpenSSL tells it.
    pub fn words_of(&self, answer: &[u8]) -> String {
        fs::write(self.path("told.tsr"), answer).unwrap();
        String::from_utf8(self.run(&["ts", "-reply", "-in", "told.tsr", "-text"]).stdout).unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self) -> Command {
        let mut command = Command::new("openssl");
        command.current_dir(self.folder.path());
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        let run = self.command().args(args).output().unwrap();
        assert!(run.status.success(), "openssl {args:?}: {}", String::from_utf8_lossy(&run.stderr));
        run
    }
}
