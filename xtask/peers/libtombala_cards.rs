//! Generates cards with `libtombala`, for `./bombo bench peers`.

use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let begun = Instant::now();
    let cards = libtombala::card_generator::generate_cards(arguments[1].parse().unwrap());
    println!("{}", begun.elapsed().as_secs_f64());
    let bytes: Vec<u8> = cards.iter().flat_map(|(_, top, middle, bottom)| [*top, *middle, *bottom].concat()).collect();
    std::fs::write(&arguments[2], bytes).unwrap();
}
