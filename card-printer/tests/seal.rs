//! Actas that are signed with a hall's certificate, and what other programs say of them: OpenSSL always, pyHanko where a
//! Python that has it is named in `BOMBO_PYHANKO` (`./bombo pyhanko` sees to that).

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use card_printer::sound::{Rule, faults};
use tempfile::TempDir;
use tools::installed;

mod tools;

/// In the life of the certificates of these tests, which begins when they are made.
const AT: &str = "2060-11-25 22:33:01 +01:00";
const YEARS_50: &str = "18262";

/// An authority, and certificates of it.
struct Office {
    folder: TempDir,
}

impl Office {
    fn open() -> Office {
        let office = Office { folder: TempDir::new().unwrap() };
        office.openssl(&format!(
            "req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days {YEARS_50} -subj /CN=Autoridad"
        ));
        office.certificate("sello", "rsa:2048 -keyout sello.key", "digitalSignature,nonRepudiation");
        office
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn openssl(&self, order: &str) {
        let run = Command::new("openssl").args(order.split(' ')).current_dir(self.folder.path()).output();
        let run = run.unwrap();
        assert!(run.status.success(), "openssl {order}: {}", String::from_utf8_lossy(&run.stderr));
    }

    /// Makes NAME.pem and NAME.key.
    fn certificate(&self, name: &str, key: &str, usage: &str) {
        self.openssl(&format!("req -nodes -newkey {key} -out {name}.csr -subj /O=Sala/CN=Sello"));
        fs::write(self.path("ext"), format!("keyUsage=critical,{usage}\n")).unwrap();
        self.openssl(&format!(
            "x509 -req -in {name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days {YEARS_50} -extfile ext -out {name}.pem"
        ));
        self.secret(&format!("{name}.key"), None);
    }

    /// Makes NAME.p12 of NAME.pem and NAME.key, with a password.
    fn pkcs12(&self, name: &str, password: &str, ciphers: &str) {
        fs::write(self.path("password"), format!("{password}\n")).unwrap();
        self.openssl(&format!(
            "pkcs12 -export -in {name}.pem -inkey {name}.key -certfile ca.pem -passout file:password -out {name}.p12{ciphers}"
        ));
        self.secret(&format!("{name}.p12"), None);
        self.secret("clave", Some(&format!("{password}\n")));
    }

    fn secret(&self, name: &str, content: Option<&str>) {
        if let Some(content) = content {
            fs::write(self.path(name), content).unwrap();
        }
        fs::set_permissions(self.path(name), Permissions::from_mode(0o600)).unwrap();
    }

    /// Runs the printer with files of the office behind its options.
    fn printer(&self, order: &str, options: &[(&str, &str)]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_card-printer"));
        command.arg(order).current_dir(self.folder.path());
        if options.iter().all(|(option, _)| *option != "--at") {
            command.args(["--at", AT]);
        }
        for (option, value) in options {
            command.args([option, value]);
        }
        command.output().unwrap()
    }

    /// The sample's acta, signed.
    fn signed(&self, options: &[(&str, &str)]) -> Vec<u8> {
        let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/acta.json");
        let run = self.printer("acta", &[&[("--in", sample), ("--out", "acta.pdf")], options].concat());
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        fs::read(self.path("acta.pdf")).unwrap()
    }

    /// What is said of a certificate that cannot sign.
    fn refused(&self, options: &[(&str, &str)]) -> String {
        let run = self.printer("seal", options);
        assert!(!run.status.success() && run.stdout.is_empty(), "{options:?}");
        String::from_utf8(run.stderr).unwrap()
    }

    /// Whether OpenSSL finds that the authority's certificate signed these bytes.
    fn openssl_agrees(&self, pdf: &[u8]) -> bool {
        let (content, signature) = parts(pdf);
        fs::write(self.path("content"), content).unwrap();
        fs::write(self.path("signature"), signature).unwrap();
        let order = "cms -verify -binary -inform DER -in signature -content content -CAfile ca.pem -purpose any -cades -out -";
        let run = Command::new("openssl").args(order.split(' ')).current_dir(self.folder.path()).output();
        run.unwrap().status.success()
    }

    /// The same of pyHanko; `None` where there is none.
    fn pyhanko_agrees(&self, pdf: &[u8]) -> Option<bool> {
        let Some(python) = std::env::var_os("BOMBO_PYHANKO") else {
            eprintln!("NOT TESTED: pyHanko (./bombo pyhanko)");
            return None;
        };
        fs::write(self.path("look.pdf"), pdf).unwrap();
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/seal/pyhanko_says.py");
        let run =
            Command::new(python).arg(script).arg(self.path("ca.pem")).arg(self.path("look.pdf")).output();
        let run = run.unwrap();
        Some(run.stdout == b"sound\n")
    }

    fn assert_agreed(&self, what: &str, pdf: &[u8], good: bool) {
        assert_eq!(self.openssl_agrees(pdf), good, "OpenSSL: {what}");
        assert_eq!(self.pyhanko_agrees(pdf).unwrap_or(good), good, "pyHanko: {what}");
    }
}

/// The signed bytes, and the signature.
fn parts(pdf: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let text = String::from_utf8_lossy(pdf);
    let range = text.split("/ByteRange[").nth(1).unwrap().split(']').next().unwrap();
    let range: Vec<usize> = range.split_whitespace().map(|number| number.parse().unwrap()).collect();
    let [start, first, second, rest] = range[..] else { panic!("{range:?}") };
    let digits = &pdf[first + 1..second - 1];
    let content = [&pdf[start..first], &pdf[second..second + rest]].concat();
    (content, hex::decode(digits).unwrap())
}

#[test]
fn a_signed_acta_is_accepted_by_other_programs_and_a_changed_one_is_not() {
    if !installed("openssl") {
        return;
    }
    let office = Office::open();
    office.pkcs12("sello", "ñandú 1", "");
    let pdf = office.signed(&[("--seal", "sello.p12"), ("--seal-password", "clave")]);
    assert_eq!(faults(&pdf), []);
    office.assert_agreed("as it was signed", &pdf, true);
    let again = office.signed(&[("--seal", "sello.p12"), ("--seal-password", "clave")]);
    assert!(pdf == again, "the same input gives the same bytes");
    // In the head, in a page, in the list of objects, in the update itself.
    let signature = pdf.windows(10).rposition(|part| part == b"/Contents<").unwrap();
    for at in [12, pdf.len() / 3, pdf.len() / 2, signature - 200, pdf.len() - 30] {
        let mut changed = pdf.clone();
        changed[at] ^= 1;
        office.assert_agreed(&format!("byte {at} was changed"), &changed, false);
    }
    // What comes behind is not signed: pyHanko and our own look tell it, OpenSSL sees the signed bytes only.
    let behind = [&pdf[..], b"\n%\n%%EOF"].concat();
    assert!(faults(&behind).iter().any(|fault| fault.rule == Rule::Signature), "{:?}", faults(&behind));
    assert_ne!(office.pyhanko_agrees(&behind), Some(true));
}

/// As authorities hand them out: PKCS#12 of today and of old, PEM in one file or two, both kinds of keys.
#[test]
fn each_kind_of_file_and_key_signs() {
    if !installed("openssl") {
        return;
    }
    let office = Office::open();
    office.certificate(
        "curva",
        "ec -pkeyopt ec_paramgen_curve:P-256 -keyout curva.key",
        "digitalSignature,nonRepudiation",
    );
    let old = " -keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg sha1";
    office.pkcs12("sello", "abc", old);
    let pem = ["sello.pem", "ca.pem", "sello.key"].map(|name| fs::read_to_string(office.path(name)).unwrap());
    office.secret("todo.pem", Some(&pem.concat()));
    for options in [
        &[("--seal", "sello.p12"), ("--seal-password", "clave")][..],
        &[("--seal", "sello.pem"), ("--seal-key", "sello.key")],
        &[("--seal", "todo.pem")],
        &[("--seal", "curva.pem"), ("--seal-key", "curva.key")],
    ] {
        let pdf = office.signed(options);
        assert_eq!(faults(&pdf), [], "{options:?}");
        office.assert_agreed(&format!("{options:?}"), &pdf, true);
    }
    office.pkcs12("curva", "", "");
    office.assert_agreed("no password", &office.signed(&[("--seal", "curva.p12")]), true);
}

#[test]
fn whose_it_is_and_until_when_is_said() {
    if !installed("openssl") {
        return;
    }
    let office = Office::open();
    let run = office.printer("seal", &[("--in", "sello.pem"), ("--seal-key", "sello.key")]);
    let said: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(said["subject"], "CN=Sello,O=Sala");
    assert_eq!(said["until"].as_str().unwrap().len(), 10);
}

/// Each fault has its own words, and nothing is written.
#[test]
fn what_cannot_sign_is_refused_in_words() {
    if !installed("openssl") {
        return;
    }
    let office = Office::open();
    office.pkcs12("sello", "abc", "");
    office.certificate("cifra", "rsa:2048 -keyout cifra.key", "keyEncipherment");
    office.certificate("corta", "rsa:1024 -keyout corta.key", "digitalSignature");
    office.openssl("rsa -in sello.key -traditional -out vieja.key");
    office.secret("vieja.key", None);
    office.secret("otra", Some("abd\n"));
    fs::write(office.path("abierta.key"), fs::read(office.path("sello.key")).unwrap()).unwrap();
    fs::set_permissions(office.path("abierta.key"), Permissions::from_mode(0o644)).unwrap();
    office.secret("nada.p12", Some("esto no es nada"));
    let refused = [
        (&[("--in", "sello.p12"), ("--seal-password", "otra")][..], "la contraseña de sello.p12 no es ésa"),
        (&[("--in", "sello.p12")], "la contraseña de sello.p12 no es ésa"),
        (&[("--in", "nada.p12")], "no es un PKCS#12"),
        (&[("--in", "falta.p12")], "no se puede leer falta.p12"),
        (&[("--in", "sello.pem"), ("--seal-key", "cifra.key")], "la clave no es la de ningún certificado"),
        (&[("--in", "sello.pem"), ("--seal-key", "sello.csr")], "cualquiera del equipo puede leer"),
        (
            &[("--in", "sello.pem"), ("--seal-key", "abierta.key")],
            "cualquiera del equipo puede leer abierta.key",
        ),
        (&[("--in", "sello.pem"), ("--seal-key", "vieja.key")], "en un formato antiguo"),
        (&[("--in", "sello.pem"), ("--seal-key", "otra")], "no hay ninguna clave"),
        (&[("--in", "cifra.pem"), ("--seal-key", "cifra.key")], "no es para firmar"),
        (&[("--in", "corta.pem"), ("--seal-key", "corta.key")], "vale RSA desde 2048 bits, o P-256"),
    ];
    for (options, words) in refused {
        let said = office.refused(options);
        assert!(said.contains(words), "{options:?}: {said}");
    }
    for (at, words) in
        [("2090-01-01 00:00:00 +01:00", "caducó el"), ("2020-01-01 00:00:00 +01:00", "no vale hasta el")]
    {
        let said = office.refused(&[("--in", "sello.pem"), ("--seal-key", "sello.key"), ("--at", at)]);
        assert!(said.contains(words), "{said}");
    }
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/acta.json");
    let seal =
        [("--seal", "sello.p12"), ("--seal-password", "otra"), ("--in", sample), ("--out", "acta.pdf")];
    let run = office.printer("acta", &seal);
    assert!(!run.status.success() && !office.path("acta.pdf").exists(), "never unsigned in silence");
}
