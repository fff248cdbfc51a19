//! Driver files: what is read of them, and each fault with its line.

use super::*;
use crate::alpha::Files;
use crate::dmx::Meaning;
use crate::talk::{PAUSE_MS, REFRESH_MS, RIGHT_WITHIN_MS};

const LAMPS: &str = "kind = 'sacn'\nabout = 'Panel'\n[universe]\nnumber = 7\n[lamps]\n";

fn faults(text: &str) -> String {
    Driver::parse("panel.toml", text).expect_err("it is refused").to_string()
}

#[test]
fn the_drivers_of_the_program_are_in_order_and_right_within_a_second() {
    for (name, _) in EMBEDDED {
        let driver = Driver::load(name, None).unwrap_or_else(|error| panic!("{error}"));
        if let Kind::Alpha(sign) = &driver.kind {
            let within_ms = sign.right_within_ms(REFRESH_MS, PAUSE_MS, driver.line.byte_us());
            assert!(within_ms <= RIGHT_WITHIN_MS, "{name}: {within_ms} ms");
        }
    }
    assert!(REFRESH_MS <= RIGHT_WITHIN_MS && (800..=1_000).contains(&REFRESH_MS), "E1.31, 6.6.2");
}

#[test]
fn a_file_says_which_channel_is_whose() {
    let text = format!("{LAMPS}first = 101\nlit = 200\n[[signal]]\nchannel = 1\nmeans = 'hold'\n");
    let driver = Driver::parse("panel.toml", &text).expect("it is in order");
    let Kind::Sacn { universe, priority, lamps } = driver.kind else { panic!("it is sacn") };
    assert_eq!((universe, priority, lamps.channels[0], lamps.channels[89]), (7, 100, 101, 190));
    assert_eq!((lamps.lit, lamps.last, lamps.unlit, lamps.old), (200, 200, 0, 66));
    assert_eq!((lamps.signals[0].channel, lamps.signals[0].means), (1, Meaning::Hold));
    let list: Vec<String> = (1..=90).rev().map(|channel: u16| channel.to_string()).collect();
    let driver = Driver::parse("panel.toml", &format!("{LAMPS}channels = [{}]\n", list.join(", ")));
    let Kind::Sacn { lamps, .. } = driver.expect("it is in order").kind else { panic!("it is sacn") };
    assert_eq!((lamps.channels[0], lamps.channels[89]), (90, 1));
}

#[test]
fn each_fault_of_lamps_is_told_with_its_line() {
    assert_eq!(
        faults("kind = 'neon'\nabout = 'x'\n"),
        "panel.toml:1: «kind»: no se conoce «neon»; hay alpha, sacn, dmx-usb-pro"
    );
    let text = format!("{LAMPS}first = 424\nlit = 0\n[[signal]]\nchannel = 513\nmeans = 'stop'\n[lampas]\n");
    assert_eq!(
        faults(&text),
        "panel.toml:6: «first» es un número de 1 a 423; aquí hay el número 424\n\
         panel.toml:7: «lit» es un número de 1 a 255; aquí hay el número 0\n\
         panel.toml:9: «channel» es un número de 1 a 512; aquí hay el número 513\n\
         panel.toml:10: «means»: no se conoce «stop»; hay draw, line, bingo, hold, lost\n\
         panel.toml:11: no se conoce la parte [lampas]; puede haber [lamps], [[signal]], [universe]"
    );
    let missing = faults(LAMPS);
    assert!(missing.contains("falta «first»"), "{missing}");
    let both = faults(&format!("{LAMPS}first = 1\nchannels = [1]\n"));
    assert!(both.contains("o «first», o «channels»") && both.contains("tiene 90 canales"), "{both}");
}

#[test]
fn no_channel_is_of_two_lamps() {
    let mut list: Vec<String> = (1..=90).map(|channel: u16| channel.to_string()).collect();
    list[89] = "16".to_owned();
    let twice = faults(&format!("{LAMPS}channels = [{}]\n", list.join(", ")));
    assert_eq!(twice, "panel.toml:6: el canal 16 ya es el del 16");
    let signal = faults(&format!("{LAMPS}first = 1\n[[signal]]\nchannel = 90\nmeans = 'lost'\n"));
    assert_eq!(signal, "panel.toml:8: el canal 90 ya es el del 90");
    let dim = faults(&format!("{LAMPS}first = 1\nlit = 10\nunlit = 20\n"));
    assert!(
        dim.contains("panel.toml:7: «lit» tiene que ser más que «unlit», que es 20; aquí hay 10"),
        "{dim}"
    );
}

const SIGN: &str = "kind = 'alpha'\nabout = 'Rótulo'\n[line]\nbaud = 9600\n[sign]\n";

#[test]
fn a_sign_is_read_and_its_faults_told() {
    let text = format!(
        "{SIGN}type = 'f'\naddress = '0A'\nposition = 'top'\n[show]\nballs = '{{ball}}'\nwords = '{{says}}'\n"
    );
    let driver = Driver::parse("rotulo.toml", &text).expect("it is in order");
    let Kind::Alpha(sign) = driver.kind else { panic!("it is alpha") };
    assert_eq!((sign.kind, sign.address, sign.position, sign.files), (b'f', *b"0A", 0x22, Files::Priority));
    let bad = format!("{SIGN}type = 'ff'\naddress = '0a'\n[show]\nballs = '{{bola}}'\nwords = []\n");
    let words = faults(&bad);
    for part in [
        "panel.toml:6: «type» es la letra del tipo de rótulo",
        "panel.toml:7: «address» es dos cifras hexadecimales",
        "panel.toml:9: «balls»: no se conoce «{bola}»",
        "panel.toml:10: «words» tiene de 1 a 4 líneas",
    ] {
        assert!(words.contains(part), "{part}: {words}");
    }
}

/// The promise of a second is in the file's hands: speed, texts and answers.
#[test]
fn a_sign_that_would_be_late_after_a_power_cut_is_refused() {
    let show = "[show]\nballs = '{ball}'\nwords = '{says}'\n";
    let slow = faults(&format!("{}{show}", SIGN.replace("9600", "2400")));
    assert!(slow.starts_with("panel.toml:3: a 2400 8N1 el rótulo tardaría hasta 11"), "{slow}");
    let mute = faults(&format!("{SIGN}files = 'strings'\n{show}"));
    assert!(mute.contains("panel.toml:6: con files = \"strings\" el rótulo tiene que responder"), "{mute}");
    let late = faults(&format!("{SIGN}files = 'strings'\nanswer_ms = 500\n{show}"));
    assert!(late.contains("el rótulo tardaría hasta"), "{late}");
    let long =
        faults(&format!("{SIGN}[show]\nballs = '{{ball}}'\nwords = ['{{says}}', '{{says}}', '{{says}}']\n"));
    assert!(long.contains("el fichero de prioridad tiene 125 bytes"), "{long}");
}

#[test]
fn the_halls_folder_goes_before_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = format!("{LAMPS}first = 42\n");
    std::fs::write(folder.path().join("lamparas-sacn.toml"), own).expect("room");
    let driver = Driver::load("lamparas-sacn", Some(folder.path())).expect("it is in order");
    let Kind::Sacn { lamps, .. } = driver.kind else { panic!("it is sacn") };
    assert_eq!(lamps.channels[0], 42);
    assert!(Driver::load("lamparas-dmx-usb", Some(folder.path())).is_ok());
    assert!(Driver::load(&format!("{}/no.toml", folder.path().display()), None).is_err());
}
