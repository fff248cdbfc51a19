//! The hashes and signatures that both verifiers write out themselves, against the vectors of their standards and against the
//! hall's own library.

use std::fs;
use std::process::Command;

use hall_log::{Checkpoint, Frontier, SecretKey};
use hall_server::export::{REBUILD_PY, VERIFIER_HTML, VERIFIER_PY};
use serde_json::{Value, json};

use crate::browser::Browser;

/// RFC 8032, 7.1: key, message, signature.
const SIGNED: [[&str; 3]; 3] = [
    [
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ],
    [
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ],
    [
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ],
];

/// The order of the group, little-endian.
const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];

/// Good ones and bad ones: each with whether it is a signature.
fn cases() -> Vec<(Value, bool)> {
    let case = |key: &str, message: &str, signature: &str| json!([key, message, signature]);
    let mut cases: Vec<(Value, bool)> = SIGNED.iter().map(|[k, m, s]| (case(k, m, s), true)).collect();
    for [key, message, signature] in SIGNED {
        let mut bytes = hex::decode(signature).unwrap();
        bytes[3] ^= 4;
        cases.push((case(key, message, &hex::encode(&bytes)), false));
        cases.push((case(key, "af83", signature), false));
        cases.push((case(key, message, &signature[..126]), false));
        // The same number once more, the order of the group added: one signature must have one form.
        let mut carry = 0;
        let mut more = hex::decode(signature).unwrap();
        for (byte, add) in more[32..].iter_mut().zip(ORDER) {
            let sum = u16::from(*byte) + u16::from(add) + carry;
            *byte = sum.to_le_bytes()[0];
            carry = sum >> 8;
        }
        cases.push((case(key, message, &hex::encode(&more)), false));
    }
    // Keys of a small order sign everything, in programs that do not look.
    let nothing = format!("01{}", "00".repeat(63));
    for key in [format!("01{}", "00".repeat(31)), "00".repeat(32), format!("ec{}7f", "ff".repeat(30))] {
        cases.push((case(&key, "", &nothing), false));
    }
    cases.push((case(&"ff".repeat(32), "", &nothing), false));
    // What the hall's own library signs, of many lengths.
    for n in 1..=24u8 {
        let key = SecretKey::of_seed(&[n; 32]);
        let origin = format!("bombo-{}/epoca-1", "0123456789abcdef".repeat(1 + usize::from(n)));
        let checkpoint = Checkpoint { origin, size: u64::from(n), root: Frontier::EMPTY.root() };
        let note = checkpoint.sign(&key);
        let signature = hex::encode(&note.signatures()[0].bytes);
        cases.push((case(&key.public().to_string(), &hex::encode(note.text()), &signature), true));
    }
    cases
}

const IN_THE_PAGE: &str = "
    const bytes = hex => Uint8Array.from(hex.match(/../g) || [], pair => parseInt(pair, 16));
    return [
        CASES.map(([key, message, signature]) => new Key(bytes(key)).signed(bytes(message), bytes(signature))),
        hexOf(sha256(bytes('616263'))), hexOf(sha512(bytes('616263'))), hexOf(sha256(bytes(''))), hexOf(sha512(bytes('61'.repeat(1000)))),
    ];
";

const IN_PYTHON: &str = "import json, sys, verify_acta
cases = json.load(sys.stdin)
print(json.dumps([verify_acta.Key(bytes.fromhex(key)).signed(bytes.fromhex(message), bytes.fromhex(signature))
                  for key, message, signature in cases]))
";

#[test]
fn what_both_write_out_themselves_is_what_the_standards_say() {
    let folder = tempfile::tempdir().unwrap();
    let (given, expected): (Vec<Value>, Vec<bool>) = cases().into_iter().unzip();

    let page = folder.path().join("verificador.html");
    fs::write(&page, VERIFIER_HTML).unwrap();
    let mut page = Browser::open(&format!("file://{}", page.display()), 800, 600);
    page.until("document.readyState === 'complete' && typeof begin === 'function'");
    let program = page.eval("at('worker').textContent");
    let asked = IN_THE_PAGE.replace("CASES", &Value::from(given.clone()).to_string());
    let said = page.eval(&format!("(() => {{ {} {asked} }})()", program.as_str().unwrap()));
    assert_eq!(said[0], json!(expected));
    assert_eq!(said[1], "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_eq!(
        said[2],
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    );
    assert_eq!(said[3], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_eq!(
        said[4],
        "67ba5535a46e3f86dbfbed8cbbaf0125c76ed549ff8b0b9e03e0c88cf90fa634fa7b12b47d77b694de488ace8d9a65967dc96df599727d3292a8d9d447709c97"
    );

    for (name, text) in [("verify_acta.py", VERIFIER_PY), ("rebuild_matrix.py", REBUILD_PY)] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let input = folder.path().join("cases.json");
    fs::write(&input, Value::from(given).to_string()).unwrap();
    let output = Command::new("python3")
        .args(["-c", IN_PYTHON])
        .current_dir(folder.path())
        .stdin(fs::File::open(input).unwrap())
        .output()
        .expect("python3 runs");
    assert_eq!(serde_json::from_slice::<Value>(&output.stdout).unwrap(), json!(expected), "{output:?}");
}
