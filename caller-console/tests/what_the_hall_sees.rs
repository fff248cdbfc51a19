//! What the hall sees, at the mesa: the scene of the monitors, and nothing that they do not show. DECISIONS 5, M15.

mod kit;

use caller_console::keys::Key;
use caller_console::known::Camera;
use caller_console::place::{Look, Over};
use caller_console::press::Press;
use kit::{Console, boards};

const PAGE: Over = Over::Look(Look::Hall);

#[test]
fn the_page_shows_the_scene_of_the_monitors_in_three_shapes() {
    for (name, board) in boards::every() {
        let mut console = Console::over(boards::known(board), PAGE);
        for shape in ["4:3", "vertical", "16:9"] {
            console.lawful();
            assert!(console.says(shape), "{name}: {:?}", console.labels());
            console.press(Key::F5);
        }
        console.in_english().lawful();
    }
    let mut console = Console::over(boards::known(boards::draw(9)), PAGE);
    let last = console.known().public().announced[8];
    console.must_say(&format!("Última bola: {last}"));
    assert_eq!(console.press(Key::Back), [Press::Close]);
}

#[test]
fn a_ball_that_the_mesa_alone_sees_is_not_there() {
    let console = Console::over(boards::known(boards::ball_on_table(21)), PAGE);
    let pending = console.known().board.pending[0].ball;
    let last = *console.known().public().announced.last().unwrap();
    console.must_say(&format!("Última bola: {last}"));
    // The number of the ball that waits stands among the ninety, unlit: nothing says it aloud.
    let told = format!("{pending}");
    let numbers = |label: &String| label.split([' ', ',', ':']).any(|word| word == told);
    let says = console.labels().into_iter().filter(numbers).collect::<Vec<_>>();
    assert_eq!(says, Vec::<String>::new());
}

/// G8: the mesa sees the camera as it is, also where the hall does not.
#[test]
fn a_picture_that_the_hall_does_not_see_yet_says_so() {
    let held = "La sala aún no ve esta imagen";
    let says = |holds, uncalled| {
        let mut known = boards::known(boards::draw(9));
        let mut mesa = (*known.board).clone();
        (mesa.public.picture_held, mesa.public.uncalled) = (holds, uncalled);
        known.board = mesa.into();
        known.camera = Camera::Live(egui::TextureId::default(), 16.0 / 9.0);
        let mut console = Console::over(known, PAGE);
        console.lawful();
        console.says(held)
    };
    assert!(says(true, Some(10)));
    assert!(!says(true, None), "the hall sees it, a little late");
    assert!(!says(false, Some(10)), "it is marked");
}

#[test]
fn without_the_server_the_monitors_say_so_and_so_does_the_page() {
    let mut console = Console::over(boards::known(boards::draw(9)), PAGE);
    console.lost(4);
    console.must_say("Atienda a la voz.");
}

#[test]
fn the_cables_show_it_small_and_lead_to_it() {
    let mut console = Console::over(boards::known(boards::draw(9)), Over::Look(Look::Cables));
    let last = console.known().public().announced[8];
    console.must_say(&format!("Última bola: {last}"));
    assert_eq!(console.press(Key::F8), [Press::Open(PAGE)]);
    console.must_say("Ver en 4:3");
    console.open(Over::Look(Look::Order));
    assert_eq!(console.press(Key::F5), [Press::Open(PAGE)]);
}

#[test]
fn the_cables_bar_has_room_for_all_its_keys() {
    for board in [boards::idle(), boards::draw(9)] {
        let mut known = boards::known(board);
        let mut mesa = (*known.board).clone();
        mesa.voice.state = hall_wire::board::VoiceState::Speaks;
        known.board = mesa.into();
        let mut console = Console::over(known, Over::Look(Look::Cables));
        console.lawful();
        console.in_english().lawful();
    }
}
