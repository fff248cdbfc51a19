//! What pictures amount to (`reliability.md` E 64).

use super::*;

const WIDTH: usize = 320;
const HEIGHT: usize = 180;

/// A picture of this brightness at each pixel.
fn picture(of: impl Fn(usize, usize) -> u8) -> Vec<u8> {
    (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y))).map(|(x, y)| of(x, y)).collect()
}

/// What a sensor adds, another one in each picture.
fn noise(x: usize, y: usize, picture: usize) -> u8 {
    let mut hasher = DefaultHasher::new();
    (x, y, picture).hash(&mut hasher);
    u8::try_from(hasher.finish() % 7).expect("small")
}

/// A white ball on a dark ground.
fn ball(x: usize, y: usize, at: usize) -> u8 {
    let (dx, dy) = (x.abs_diff(at), y.abs_diff(90));
    if dx * dx + dy * dy < 400 { 200 } else { 40 }
}

/// Looks at pictures, 4 per second from the first on; returns what each look said.
fn looks(eye: &mut Eye, begun: Instant, count: usize, of: impl Fn(usize) -> Vec<u8>) -> Vec<Option<Sight>> {
    let look = |n: usize| {
        let now = begun + Duration::from_millis(250) * u32::try_from(n).expect("small");
        let bytes = of(n);
        eye.look(now, Luma { bytes: &bytes, width: WIDTH, height: HEIGHT, stride: WIDTH })
    };
    (0..count).map(look).collect()
}

fn seen(of: impl Fn(usize) -> Vec<u8>) -> Vec<Option<Sight>> {
    looks(&mut Eye::default(), Instant::now(), 13, of)
}

/// Eight looks while nothing is sure, then what it is.
fn after_two_seconds(sight: Sight) -> Vec<Option<Sight>> {
    [vec![None; 8], vec![Some(sight); 5]].concat()
}

/// All but the first look, which has nothing before it.
fn from_the_second_on() -> Vec<Option<Sight>> {
    [vec![None], vec![Some(Sight::Sees); 12]].concat()
}

#[test]
fn a_place_with_a_ball_is_seen_whether_it_moves_or_not() {
    assert_eq!(seen(|n| picture(|x, y| ball(x, y, 60 + 9 * n))), from_the_second_on());
    assert_eq!(seen(|n| picture(|x, y| ball(x, y, 160) + noise(x, y, n))), from_the_second_on());
}

#[test]
fn the_same_picture_again_and_again_is_frozen() {
    let mut expected = after_two_seconds(Sight::Frozen);
    expected.rotate_right(1);
    expected[0] = None;
    assert_eq!(seen(|_| picture(|x, y| ball(x, y, 160))), expected);
}

#[test]
fn a_lens_cap_is_black_whatever_the_sensor_adds() {
    assert_eq!(seen(|n| picture(|x, y| 16 + noise(x, y, n))), after_two_seconds(Sight::Black));
    assert_eq!(seen(|_| picture(|_, _| 16)), after_two_seconds(Sight::Black));
}

#[test]
fn a_hand_on_the_lens_is_covered_with_or_without_borders() {
    let hand = |x: usize, y: usize| u8::try_from(60 + x / 8 + y / 12).expect("a soft shade");
    assert_eq!(seen(|n| picture(|x, y| hand(x, y) + noise(x, y, n))), after_two_seconds(Sight::Covered));
    let within = |x: usize| (40..WIDTH - 40).contains(&x);
    let bordered = |n| picture(|x, y| if within(x) { hand(x, y) + noise(x, y, n) } else { 16 });
    let bordered = seen(bordered);
    // A square on the border is half dark.
    assert!(bordered.iter().all(|sight| *sight != Some(Sight::Black)), "{bordered:?}");
    let straight = |x: usize| (48..WIDTH - 48).contains(&x);
    let bordered = |n| picture(|x, y| if straight(x) { hand(x, y) + noise(x, y, n) } else { 16 });
    assert_eq!(seen(bordered), after_two_seconds(Sight::Covered));
    assert_eq!(seen(|_| picture(|_, _| 120)), after_two_seconds(Sight::Covered), "no signal, in blue");
}

#[test]
fn a_hand_that_passes_is_nothing_and_a_clear_picture_counts_at_once() {
    let (mut eye, begun) = (Eye::default(), Instant::now());
    let dark = |_| picture(|_, _| 16);
    let bright = |n: usize| picture(move |x, y| ball(x, y, 60 + 9 * n));
    let at = |seconds| begun + Duration::from_secs(seconds);
    assert_eq!(looks(&mut eye, begun, 4, bright).last(), Some(&Some(Sight::Sees)));
    assert_eq!(looks(&mut eye, at(1), 8, dark), [Some(Sight::Sees); 8]);
    assert_eq!(looks(&mut eye, at(3), 4, bright), [Some(Sight::Sees); 4]);
    assert_eq!(looks(&mut eye, at(4), 9, dark).last(), Some(&Some(Sight::Black)));
    // Another thing that is wrong must last as long.
    let grey = |_| picture(|_, _| 120);
    assert_eq!(looks(&mut eye, at(7), 4, grey), [Some(Sight::Black); 4]);
    assert_eq!(looks(&mut eye, at(8), 5, grey).last(), Some(&Some(Sight::Covered)));
    assert_eq!(looks(&mut eye, at(10), 1, bright), [Some(Sight::Sees)]);
}

#[test]
fn a_picture_shorter_than_it_says_is_looked_at_as_far_as_it_goes() {
    let bytes = vec![200; WIDTH * 3];
    let luma = Luma { bytes: &bytes, width: WIDTH, height: HEIGHT, stride: WIDTH };
    assert_eq!(Eye::default().look(Instant::now(), luma), None);
    let none = Luma { bytes: &[], width: 8, height: 8, stride: 8 };
    assert_eq!(Eye::default().look(Instant::now(), none), None);
}
