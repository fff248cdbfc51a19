//! FF1 against vectors, and against the standard step by step.

use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

use serde_json::Value;

use super::*;
use crate::card::CARD_COUNT;

#[test]
fn the_vectors_hold() {
    let vectors = vectors();
    let key = bytes(&vectors["ff1"]["key_hex"]).try_into().unwrap();
    let cases = vectors["ff1"]["vectors"].as_array().unwrap();
    assert_eq!(cases.len(), 18);
    for case in cases {
        let ff1 = Ff1::new(&key, case["series"].as_u64().unwrap());
        let k = number(&case["k"]);
        assert_eq!(ff1.encrypt(k), number(&case["enc62"]), "{case}");
        assert_eq!(ff1.decrypt(number(&case["enc62"])), k, "{case}");

        let rank = number(&case["rank_after_cycle_walk"]);
        assert_eq!(crate::matrix::source::walk(k, |x| ff1.encrypt(x)).rank(), rank, "{case}");
        assert_eq!(crate::matrix::source::walk(rank, |x| ff1.decrypt(x)).rank(), k, "{case}");
    }
}

/// The standard's own samples are of radix 10 and 36, so they check [`by_the_book`].
#[test]
fn the_book_gives_the_samples_of_nist() {
    let vectors = vectors();
    let samples = vectors["nist_ff1_samples"].as_array().unwrap();
    assert_eq!(samples.len(), 3);
    for sample in samples {
        let key = bytes(&sample["key_hex"]).try_into().unwrap();
        let radix = u32::try_from(sample["radix"].as_u64().unwrap()).unwrap();
        let plain = sample["pt"].as_str().unwrap();
        let plain: Vec<u32> = plain.chars().map(|c| c.to_digit(radix).unwrap()).collect();
        let cipher = by_the_book(&key, &bytes(&sample["tweak_hex"]), radix, &plain);
        let cipher: String = cipher.into_iter().map(|d| char::from_digit(d, radix).unwrap()).collect();
        assert_eq!(cipher, sample["ct"].as_str().unwrap());
    }
}

#[test]
fn the_short_way_is_the_book() {
    let mut state = 0x62;
    let mut random = || {
        state = u64::wrapping_mul(state ^ state >> 29, 0xBF58_476D_1CE4_E5B9);
        state ^ state >> 32
    };
    for _ in 0..2_000 {
        let key = (u128::from(random()) << 64 | u128::from(random())).to_be_bytes();
        let (tweak, x) = (random(), random() >> 2);
        let ff1 = Ff1::new(&key, tweak);
        let bits: Vec<u32> = (0..62).rev().map(|i| (x >> i) as u32 & 1).collect();
        let bits = by_the_book(&key, &tweak.to_be_bytes(), 2, &bits);
        let wanted = bits.into_iter().fold(0, |n, bit| n << 1 | u64::from(bit));
        assert_eq!(ff1.encrypt(x), wanted, "key {key:02x?} tweak {tweak} x {x}");
        assert_eq!(ff1.decrypt(wanted), x, "key {key:02x?} tweak {tweak} x {x}");
    }
}

#[test]
fn many_numbers_are_permuted_as_one() {
    let ff1 = Ff1::new(b"one key for many", 7);
    for count in 0..20 {
        let one_by_one: Vec<u64> = (0..count).map(|x| ff1.encrypt(x * 0x0123_4567_89AB)).collect();
        let mut together: Vec<u64> = (0..count).map(|x| x * 0x0123_4567_89AB).collect();
        ff1.encrypt_all(&mut together);
        assert_eq!(together, one_by_one);
    }
}

#[test]
fn the_corners_come_back() {
    let ff1 = Ff1::new(&[0; 16], u64::MAX);
    for x in [0, 1, (1 << 31) - 1, 1 << 31, CARD_COUNT - 1, CARD_COUNT, (1 << 62) - 1] {
        assert!(ff1.encrypt(x) < 1 << 62);
        assert_eq!(ff1.decrypt(ff1.encrypt(x)), x);
        assert_eq!(ff1.encrypt(ff1.decrypt(x)), x);
    }
}

/// FF1 for any radix and length, step by step as SP 800-38G writes it (algorithm 7), for
/// halves whose MAC is one block long.
fn by_the_book(key: &[u8; 16], tweak: &[u8], radix: u32, x: &[u32]) -> Vec<u32> {
    let cipher = Aes128::new(&Array::from(*key));
    let (n, t) = (x.len(), tweak.len());
    let (u, v) = (n / 2, n - n / 2);
    let (mut a, mut b) = (x[..u].to_vec(), x[u..].to_vec());
    let largest_half = u128::from(radix).pow(u32::try_from(v).unwrap()) - 1;
    let bytes = (128 - largest_half.leading_zeros()).div_ceil(8) as usize;
    let d = 4 * bytes.div_ceil(4) + 4;
    assert!(d <= 16);

    let mut p = vec![1, 2, 1];
    p.extend_from_slice(&radix.to_be_bytes()[1..]);
    p.extend([10, u8::try_from(u % 256).unwrap()]);
    p.extend(u32::try_from(n).unwrap().to_be_bytes());
    p.extend(u32::try_from(t).unwrap().to_be_bytes());
    for i in 0..10_u8 {
        let mut text = p.clone();
        text.extend_from_slice(tweak);
        while !(text.len() + 1 + bytes).is_multiple_of(16) {
            text.push(0);
        }
        text.push(i);
        text.extend_from_slice(&value(radix, &b).to_be_bytes()[16 - bytes..]);

        let mut block = Array::from([0; 16]);
        for chunk in text.chunks(16) {
            block.iter_mut().zip(chunk).for_each(|(x, y)| *x ^= y);
            cipher.encrypt_block(&mut block);
        }
        let y = block[..d].iter().fold(0, |y, byte| y << 8 | u128::from(*byte));
        let m = if i % 2 == 0 { u } else { v };
        let modulus = u128::from(radix).pow(u32::try_from(m).unwrap());
        let c = (value(radix, &a) + y % modulus) % modulus;
        (a, b) = (b, digits(radix, m, c));
    }
    a.extend(b);
    a
}

fn value(radix: u32, digits: &[u32]) -> u128 {
    digits.iter().fold(0, |n, digit| n * u128::from(radix) + u128::from(*digit))
}

fn digits(radix: u32, len: usize, mut value: u128) -> Vec<u32> {
    let mut digits = vec![0; len];
    for digit in digits.iter_mut().rev() {
        *digit = u32::try_from(value % u128::from(radix)).unwrap();
        value /= u128::from(radix);
    }
    digits
}

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../../tests/vectors/vectors.json")).unwrap()
}

fn number(v: &Value) -> u64 {
    v.as_str().unwrap().parse().unwrap()
}

fn bytes(v: &Value) -> Vec<u8> {
    let text = v.as_str().unwrap().to_string();
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
}
