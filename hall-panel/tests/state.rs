//! Any state, said to simulated hardware, is what it shows: the property behind every other test.

mod kit;

use hall_panel::driver::Driver;
use hall_panel::state::{Contact, Panel};
use hall_panel::talk::Talk;
use hall_panel::words::plain;
use hall_panel_tools::alpha::Sign;
use hall_panel_tools::device::Device;
use hall_panel_tools::sacn::Receiver;
use hall_panel_tools::usb_pro::Widget;
use hall_wire::board::Scene;
use proptest::prelude::*;

const SCENES: [Scene; 12] = [
    Scene::Closed,
    Scene::Idle,
    Scene::Sale,
    Scene::Totals,
    Scene::Draw,
    Scene::Check,
    Scene::Question,
    Scene::Winners,
    Scene::Hold,
    Scene::Suspended,
    Scene::Void,
    Scene::NotHeld,
];

fn panels() -> impl Strategy<Value = Panel> {
    let contact = prop_oneof![Just(Contact::Live), Just(Contact::Lost), Just(Contact::Waiting)];
    let called = (Just((1..=90).collect::<Vec<u8>>()).prop_shuffle(), 0..=90_usize);
    let called = called.prop_map(|(all, many)| all[..many].to_vec());
    let money = (0..100_000_000_u64, 0..100_000_000_u64);
    let flags = (any::<bool>(), any::<bool>(), any::<bool>());
    let says = "[ -~ÁÉÍÓÚÑ¿¡€·]{1,60}";
    (contact, prop::sample::select(&SCENES[..]), called, prop::option::of(1..100_000_u32), money, flags, says)
        .prop_map(
            |(
                contact,
                scene,
                called,
                game,
                (line_cents, bingo_cents),
                (line_open, bingo_open, demo),
                says,
            )| Panel {
                contact,
                scene,
                called,
                game,
                line_cents,
                bingo_cents,
                line_open,
                bingo_open,
                demo,
                says,
            },
        )
}

/// Says these one after the other to hardware that takes everything at once.
fn said(driver: &str, panels: &[Panel], device: &mut impl Device) {
    let hardware = Driver::load(driver, None).expect("it is in order").hardware("panel", "computer");
    let mut talk = Talk::new(hardware, 0);
    talk.opened(0);
    for (now_ms, panel) in (0..).step_by(10_000).zip(panels) {
        talk.show(panel.clone(), now_ms);
        while let Some(frame) = talk.next_frame(now_ms) {
            talk.sent(frame.len(), now_ms);
            let answer = device.receive(&frame, now_ms);
            talk.receive(&answer, now_ms);
        }
    }
}

/// What a lamp has to be, by the rules of the page and not by the program's.
fn level(panel: &Panel, ball: u8) -> u8 {
    let marks = matches!(panel.scene, Scene::Draw | Scene::Check | Scene::Question | Scene::Hold);
    if !panel.called.contains(&ball) {
        return 0;
    }
    match panel.contact {
        Contact::Waiting => 0,
        Contact::Lost => 60,
        Contact::Live if marks && panel.called.last() == Some(&ball) => 255,
        Contact::Live => 190,
    }
}

fn first_line(panel: &Panel) -> String {
    let demo = if panel.demo { "DEMO " } else { "" };
    let draws = panel.contact == Contact::Live && panel.scene == Scene::Draw;
    let text = match panel.called.split_last().filter(|_| draws) {
        Some((last, before)) => {
            let three: Vec<String> = before.iter().rev().take(3).map(u8::to_string).collect();
            format!("{last}  {}  ({})", three.join(" "), panel.called.len())
        }
        None => plain(&panel.says),
    };
    // Nothing to say is a blank: a file without a byte is none.
    let line: String = format!("{demo}{text}").chars().take(60).collect();
    if line.is_empty() { " ".to_owned() } else { line }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn lamps_show_any_state_and_nothing_of_the_one_before(before in panels(), panel in panels()) {
        let wanted: Vec<u8> = (1..=90).map(|ball| level(&panel, ball)).collect();
        let both = [before, panel];
        let mut widget = Widget::new();
        said("lamparas-dmx-usb", &both, &mut widget);
        prop_assert_eq!(&widget.levels().expect("it has levels")[..90], &wanted[..]);
        let mut receiver = Receiver::new(1);
        said("lamparas-sacn", &both, &mut receiver);
        prop_assert_eq!(&receiver.levels(10_000).expect("it is heard")[..90], &wanted[..]);
        prop_assert!(receiver.faults.is_empty() && receiver.late == 0);
        prop_assert_eq!(widget.levels(), receiver.levels(10_000));
    }

    #[test]
    fn signs_show_any_state_and_nothing_of_the_one_before(before in panels(), panel in panels()) {
        let line = first_line(&panel);
        let both = [before, panel];
        let mut sign = Sign::new(false, true);
        said("rotulo-alpha", &both, &mut sign);
        prop_assert_eq!(sign.lines(), [line]);
        prop_assert_eq!((sign.bad, sign.cut), (0, 0));
        let mut sign = Sign::new(true, false);
        said("rotulo-alpha-con-respuesta", &both, &mut sign);
        prop_assert_eq!(sign.lines().len(), 2);
        prop_assert_eq!((sign.bad, sign.is_answering()), (0, true));
        let draws = both[1].contact == Contact::Live && both[1].scene == Scene::Draw && !both[1].called.is_empty();
        let second = &sign.lines()[1];
        prop_assert!(second.starts_with(if draws { "" } else { "PARTIDA " }), "{}", second);
        prop_assert!(!draws || second.starts_with(&format!("{}/90 L ", both[1].called.len())), "{}", second);
    }
}
