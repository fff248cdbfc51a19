//! What F1 says of the keys of a bar.

use caller_console::bar::Bar;
use caller_console::keys::Key;
use caller_console::view::help::{KeyLine, Page, Topic};

/// Keys that mean the same everywhere: the page of all keys has them.
const EVERYWHERE: [Key; 10] = [
    Key::Back,
    Key::Stop,
    Key::Pause,
    Key::Trouble,
    Key::F2,
    Key::F3,
    Key::F4,
    Key::F10,
    Key::Print,
    Key::Usb,
];

/// Fails where the bar has a key of which the view's help says nothing.
pub fn check(topic: Topic, text: &str, bar: &Bar) {
    let told: Vec<Key> = Page::read(text).keys.iter().flat_map(KeyLine::keys).collect();
    for button in bar.buttons.iter().filter(|button| !EVERYWHERE.contains(&button.key)) {
        assert!(told.contains(&button.key), "{topic:?}: F1 says nothing of {}", button.key.cap());
    }
}
