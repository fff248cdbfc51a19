//! The settings as `init` writes them, and everything somebody can spoil in them.

use expect_test::expect_file;

use super::*;

const RECIPIENT: &str = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";

/// The key of a witness, as it writes it.
fn witness(number: u8) -> String {
    let key = hall_log::SecretKey::of_seed(&[number; 32]);
    hall_log::Cosigner::of(&format!("testigo-{number}"), key).unwrap().verifier().to_string()
}

fn parse(text: &str) -> Result<Config, Faults> {
    Config::parse(FILE, text)
}

#[test]
fn what_init_writes_can_be_read() {
    let config = parse(&template("Juegos \"El Ancla\", S.L.", "Ceuta")).unwrap();
    assert_eq!(config.paper.company, "Juegos \"El Ancla\", S.L.");
    assert!(config.listen.ip().is_loopback());
    assert!(config.machine.is_none());
}

/// Every line of the template that is a setting behind a mark is one that is read.
#[test]
fn the_machine_that_init_shows_can_be_read() {
    let shown = template("a", "b").replace("# [machine]", "[machine]");
    let shown = shown.replace("# [second_reader]", "[second_reader]").replace("# [rhythm]", "[rhythm]");
    let shown = shown.replace("# [mirror]", "[mirror]").replace("\"age1...\"", &format!("\"{RECIPIENT}\""));
    let shown = shown.replace("# [backup]", "[backup]").replace("# [spare]", "[spare]");
    let shown = shown
        .replace("# [retention]", "[retention]")
        .replace("# [tv]", "[tv]")
        .replace("# [[barcode]]", "[[barcode]]");
    let shown = shown.replace("# [seal]", "[seal]").replace("# [time_stamp]", "[time_stamp]");
    let shown = shown.replace("# [[witness]]", "[[witness]]").replace("testigo-1a2b3c4d+...", &witness(1));
    let place = tempfile::tempdir().unwrap();
    let key = place.path().join("reserva.clave");
    crate::mirror::make_key(&key).unwrap();
    let shown = shown.replace("/etc/bombo/reserva.clave", &key.display().to_string());
    let setting = |line: &str| {
        [
            "names",
            "plain_board",
            "board_code",
            "port",
            "driver",
            "baud",
            "tags",
            "set",
            "sale_minutes",
            "pause_minutes",
            "folders",
            "recipient",
            "wait",
            "at",
            "key",
            "same_disk",
            "folder",
            "notices",
            "symbol",
            "prefix",
            "letter",
            "series",
            "number",
            "check",
            "terminator",
            "keep",
            "claimant_days",
            "days",
            "leave_gib",
            "sound",
            "signature_days",
            "certificate",
            "password_file",
            "url",
            "authority",
            "name",
        ]
        .iter()
        .any(|key| line.starts_with(&format!("# {key} =")))
    };
    let text: String = shown
        .lines()
        .map(|line| if setting(line) { format!("{}\n", &line[2..]) } else { format!("{line}\n") })
        .collect();
    let config = parse(&text).unwrap();
    assert_eq!(config.second_reader.map(|reader| reader.driver), Some(BLP1.to_owned()));
    assert_eq!(config.rhythm, Rhythm { sale_minutes: 4, pause_minutes: 3 });
    let mirror = config.mirror.unwrap();
    assert_eq!(
        (mirror.folders, mirror.wait, mirror.same_disk),
        (vec!["/media/copia".into()], Wait::Never, false)
    );
    assert_eq!(mirror.recipient.to_string(), RECIPIENT);
    let backup = BackupSettings { folder: "/media/copias".into(), keep: KEEP, same_disk: false };
    assert_eq!(config.backup, Some(backup));
    assert_eq!(config.retention, Retention { claimant_days: Some(1_825), signature_days: Some(3_650) });
    let spare = config.spare.unwrap();
    assert_eq!((spare.at.to_string().as_str(), spare.wait), ("192.168.1.11:7878", Wait::Never));
    let seal = config.paper.seal.unwrap();
    assert_eq!(seal.certificate, Path::new("/etc/bombo/sello.p12"));
    assert_eq!(seal.password.as_deref(), Some(Path::new("/etc/bombo/sello.clave")));
    assert_eq!(seal.key.as_deref(), Some(Path::new("/etc/bombo/sello.key")));
    let stamps = config.time_stamp.unwrap();
    assert_eq!(stamps.url, "http://tsa.ejemplo.es/tsr");
    assert_eq!(stamps.authority, Path::new("/etc/bombo/tsa.pem"));
    let witnesses =
        config.witnesses.iter().map(|one| (one.name.as_str(), one.url.as_str(), one.key.to_string()));
    assert_eq!(witnesses.collect::<Vec<_>>(), [("regulador", "http://testigo.ejemplo.es:7979", witness(1))]);
    assert_eq!(config.names, ["bingo.local"]);
    let machine = config.machine.unwrap();
    assert_eq!((machine.driver.as_str(), machine.baud), ("blp1", Some(9_600)));
    assert_eq!((machine.set, machine.tags), (SetId::parse("A"), Some("juego-a.csv".into())));
}

/// A file that is good, a part to a line or two.
const GOOD: &str = "\
[server]
listen = \"127.0.0.1:7878\"

[machine]
port = \"/dev/ttyUSB0\"
baud = 9600

[rhythm]
sale_minutes = 4

[paper]
company = \"Bombo, S.L.\"
address = \"\"
town = \"Ceuta\"
book = \"1\"
authority = \"\"
legal = \"Válido para una sola partida.\"
";

/// What somebody did to the file: the text that was there, and what stands in its place.
const SPOILT: [(&str, &str, &str); 58] = [
    ("a key that nobody knows", "book =", "libro ="),
    ("a key that nobody knows, besides", "baud = 9600", "baud = 9600\nparity = \"even\""),
    ("a part that nobody knows", "[machine]", "[maquina]"),
    ("a key before the first part", "[server]", "listen = \"127.0.0.1:1\"\n[server]"),
    ("a key of another part", "town = \"Ceuta\"", "town = \"Ceuta\"\nlisten = \"127.0.0.1:1\""),
    ("no listen", "listen = \"127.0.0.1:7878\"", ""),
    ("no port", "port = \"/dev/ttyUSB0\"", ""),
    ("no company", "company = \"Bombo, S.L.\"", ""),
    ("no address", "address = \"\"", ""),
    ("no town", "town = \"Ceuta\"", ""),
    ("no authority", "authority = \"\"", ""),
    ("no line at the foot", "legal = \"Válido para una sola partida.\"", ""),
    ("no part for the server", "[server]\nlisten = \"127.0.0.1:7878\"", ""),
    ("no part for the papers", "[paper]", "[second_reader]"),
    ("a name for an address", "127.0.0.1:7878", "localhost"),
    ("an address without its port", "127.0.0.1:7878", "127.0.0.1"),
    ("a port alone", "\"127.0.0.1:7878\"", "7878"),
    ("a date", "\"127.0.0.1:7878\"", "2026-11-22"),
    ("a list", "\"127.0.0.1:7878\"", "[\"127.0.0.1:7878\"]"),
    ("a text for a number", "9600", "\"9600\""),
    ("a name with its port", "\"127.0.0.1:7878\"", "\"127.0.0.1:7878\"\nnames = [\"bingo.local:7878\"]"),
    (
        "nine names",
        "\"127.0.0.1:7878\"",
        "\"127.0.0.1:7878\"\nnames = [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\", \"i\"]",
    ),
    ("no such speed", "9600", "300"),
    ("a number with a comma", "9600", "9600.5"),
    ("a speed below nothing", "9600", "-9600"),
    ("an empty port", "\"/dev/ttyUSB0\"", "\"\""),
    ("a flag for a path", "\"/dev/ttyUSB0\"", "true"),
    ("a table for a path", "\"/dev/ttyUSB0\"", "{ usb = 0 }"),
    ("a set with a blank", "baud = 9600", "set = \"a b\""),
    ("a number for a book", "\"1\"", "1"),
    ("a value for a part", "[machine]\nport = \"/dev/ttyUSB0\"\nbaud = 9600", ""),
    ("two machines", "[machine]", "[[machine]]"),
    ("a part twice", "[machine]", "[server]"),
    ("a key twice", "baud = 9600", "baud = 9600\nbaud = 1200"),
    ("a text without quotes", "\"Ceuta\"", "Ceuta"),
    ("a text that does not end", "\"Ceuta\"", "\"Ceuta"),
    ("a stroke in a text", "Bombo, S.L.", "Bombo \\S.L."),
    ("no value", "\"Ceuta\"", ""),
    ("no sign", "town = \"Ceuta\"", "town"),
    ("two on a line", "town = \"Ceuta\"", "town = \"Ceuta\" book = \"2\""),
    ("a part that does not end", "[paper]", "[paper"),
    ("a number that begins with nothing", "9600", "09600"),
    ("a sale that lasts for a day", "sale_minutes = 4", "sale_minutes = 1440"),
    ("a time that nobody knows", "sale_minutes = 4", "sale_seconds = 240"),
    (
        "a mirror with the secret key",
        "[paper]",
        "[mirror]\nrecipient = \"AGE-SECRET-KEY-1QQQQ\"\nfolders = \"/a\"\n\n[paper]",
    ),
    ("a seal without a certificate", "[paper]", "[seal]\nkey = \"/etc/bombo/sello.key\"\n\n[paper]"),
    ("a seal that is not a whole path", "[paper]", "[seal]\ncertificate = \"sello.p12\"\n\n[paper]"),
    ("a mirror without a key", "[paper]", "[mirror]\nfolders = \"/media/copia\"\n\n[paper]"),
    (
        "a mirror nowhere",
        "[paper]",
        "[mirror]\nrecipient = \"age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p\"\nfolders = []\n\n[paper]",
    ),
    (
        "a mirror in three places",
        "[paper]",
        "[mirror]\nrecipient = \"age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p\"\nfolders = [\"/a\", \"/b\", \"/c\"]\n\n[paper]",
    ),
    (
        "a mirror twice in one",
        "[paper]",
        "[mirror]\nrecipient = \"age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p\"\nfolders = [\"/a\", \"/a/\"]\n\n[paper]",
    ),
    (
        "a mirror in some folder",
        "[paper]",
        "[mirror]\nrecipient = \"age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p\"\nfolders = \"copia\"\n\n[paper]",
    ),
    (
        "a secret key in the settings",
        "[paper]",
        "[mirror]\nrecipient = \"AGE-SECRET-KEY-1\"\nfolders = \"/a\"\n\n[paper]",
    ),
    (
        "a wait for everything",
        "[paper]",
        "[mirror]\nrecipient = \"age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p\"\nfolders = \"/a\"\nwait = \"always\"\nsame_disk = 1\n\n[paper]",
    ),
    ("a claimant who is kept for no day", "[paper]", "[retention]\nclaimant_days = 0\n\n[paper]"),
    ("signatures kept for ever and a day", "[paper]", "[retention]\nsignature_days = 36501\n\n[paper]"),
    ("a leaf that is larger than the paper", "[paper]", "[paper]\nleaf = \"220x310\""),
    ("several at once", "4\n\n[paper]\ncompany =", "-1\n\n[paper]\nempresa ="),
];

/// Each says where, which key, and what is expected, in Spanish.
#[test]
fn what_is_wrong_is_said_with_its_line_and_what_is_expected() {
    assert!(parse(GOOD).is_ok(), "the canary");
    let mut said = String::new();
    for (what, good, bad) in SPOILT {
        assert!(GOOD.contains(good), "{what}");
        let mut text = GOOD.replacen(good, bad, 1);
        if what == "a value for a part" {
            text.insert_str(0, "machine = \"/dev/ttyUSB0\"\n");
        }
        let faults = parse(&text).expect_err(what);
        said.push_str(&format!("# {what}\n{faults}\n"));
    }
    expect_file!["faults.txt"].assert_eq(&said);
}

/// Which line, and what is expected there.
#[test]
fn what_is_wrong_with_a_witness_is_said_too() {
    let part = |name: &str, url: &str, key: &str| {
        format!("[[witness]]\nname = \"{name}\"\nurl = \"{url}\"\nkey = \"{key}\"\n")
    };
    let good = |number: u8| part(&format!("n{number}"), "http://a.es/b/", &witness(number));
    let four: String = (1..=4).map(good).collect();
    let config = parse(&format!("{GOOD}{four}")).unwrap();
    assert_eq!(config.witnesses.len(), 4);
    assert_eq!(config.witnesses[3].url, "http://a.es/b", "no slash at its end");
    let of_a_log = hall_log::Checkpoint { origin: "bombo-1/epoca-1".into(), size: 0, root: [0; 32] };
    let of_a_log = of_a_log.signer(hall_log::SecretKey::of_seed(&[1; 32]).public()).to_string();
    let (key, url) = (witness(1), "http://a.es");
    for (what, text, line, words) in [
        ("no key", format!("[[witness]]\nname = \"a\"\nurl = \"{url}\"\n"), 18, "en [[witness]] falta «key»"),
        ("another field", good(1) + "wait = \"all\"\n", 22, "no se conoce «wait» en [[witness]]"),
        (
            "one bracket",
            good(1).replace("[[witness]]", "[witness]"),
            18,
            "«witness» va siempre con dos corchetes, [[witness]]",
        ),
        ("no name", part("", url, &key), 19, "de 1 a 40 letras"),
        ("https", part("a", "https://a.es", &key), 20, "con http://"),
        ("no host", part("a", "http://", &key), 20, "con http://"),
        ("a question", part("a", "http://a.es/?x", &key), 20, "con http://"),
        ("half a key", part("a", url, &key[..key.len() - 4]), 21, "la línea entera"),
        ("the record's own key", part("a", url, &of_a_log), 21, "ésa es la clave de un registro"),
        ("the same name", part("n2", url, &key) + &good(2), 23, "otro testigo se llama igual"),
        ("the same key", part("a", url, &key) + &good(1), 25, "otro testigo firma con ese mismo nombre"),
        ("five", format!("{four}{}", good(5)), 34, "a lo sumo 4 partes [[witness]]"),
    ] {
        let faults = parse(&format!("{GOOD}{text}")).expect_err(what);
        let found = faults.list.iter().any(|fault| fault.line == line && fault.text.contains(words));
        assert!(found, "{what}: {faults}");
    }
}

#[test]
fn a_file_in_another_encoding_is_named_with_its_line() {
    let dir = tempfile::tempdir().unwrap();
    let latin: Vec<u8> = GOOD.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    std::fs::write(dir.path().join(FILE), latin).unwrap();
    let error = Config::read(dir.path()).unwrap_err().to_string();
    assert!(
        error.ends_with("sala.toml:17: no es texto UTF-8: guarde el fichero con esa codificación"),
        "{error}"
    );
    assert!(matches!(Config::read(&dir.path().join("no-hay")), Err(ConfigError::Missing { .. })));
}

/// An empty file lacks its parts, and nothing of them is said besides.
#[test]
fn an_empty_file_lacks_its_parts() {
    let faults = parse("").unwrap_err();
    let lines: Vec<usize> = faults.list.iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [1, 1], "{faults}");
}

/// A code that two makers' patterns could have is a fault of the file, and so is one that no code can have.
#[test]
fn barcodes_are_whole_and_none_is_mistaken_for_another() {
    let with = |barcodes: &str| parse(&format!("{}\n{barcodes}", template("a", "b")));
    let one = "[[barcode]]\nname = 'Ortiz'\nsymbol = 'ean13'\nprefix = '84'\nletter = 'A'\nseries = 4\nnumber = 6\n";
    let barcodes = with(one).unwrap().barcodes;
    assert_eq!((barcodes.len(), barcodes[0].length(), barcodes[0].fault()), (1, 13, None));
    for (wrong, told) in [
        (
            format!("{one}{}", one.replace("Ortiz", "Otro")),
            "un mismo código valdría como éste y como «Ortiz»",
        ),
        (format!("{one}{one}"), "otro se llama también Ortiz"),
        (
            one.replace("number = 6", "number = 5"),
            "un EAN-13 tiene 13 cifras, con la de control; aquí salen 12",
        ),
        (one.replace("'ean13'", "'ean8'"), "«symbol»"),
        (one.replace("letter = 'A'", "letter = 'a'"), "«letter»"),
        (one.replace("number = 6\n", ""), "falta «number»"),
    ] {
        let faults = with(&wrong).unwrap_err().to_string();
        assert!(faults.contains(told), "{wrong}: {faults}");
    }
}

#[test]
fn what_leads_nowhere_together_is_told() {
    let told = |listen: &str, players: &str, server: &str| {
        let text = GOOD.replace("127.0.0.1:7878\"", &format!("{listen}\"\n{server}"));
        let text = format!("{text}{players}");
        let found = parse(&text).unwrap().contradictions();
        found.into_iter().map(|(what, _)| what.split('»').next().unwrap()).collect::<Vec<_>>()
    };
    let (net, plain, https) =
        ("192.168.1.10:7878", "players = \"http://a.es\"\n", "players = \"https://a.es\"\n");
    assert_eq!(told(net, plain, ""), ["«players"]);
    assert_eq!(told(net, plain, "plain_board = true"), [] as [&str; 0]);
    assert_eq!(told(net, https, "board_code = true"), [] as [&str; 0]);
    assert_eq!(told("127.0.0.1:7878", plain, ""), [] as [&str; 0], "behind a program of this computer");
    assert_eq!(told(net, "", "board_code = true"), ["«board_code"]);
    assert_eq!(told(net, "", ""), [] as [&str; 0]);
    // What `init` suggests is none of them.
    let shown = template("a", "b").replace("127.0.0.1:7878", net).replace("# players", "players");
    assert!(parse(&shown).unwrap().contradictions().is_empty());
}
