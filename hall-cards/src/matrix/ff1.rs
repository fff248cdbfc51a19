//! FF1 (NIST SP 800-38G) with AES-128, on 62-bit numbers and with a tweak of eight bytes.
//!
//! Frozen: printed series depend on it. At this size the standard's CBC-MAC has two blocks, the first the same for every
//! number, so a round costs one AES.

use aes::Aes128;
use aes::cipher::{Array, BlockCipherEncrypt, KeyInit};

const HALF_BITS: u32 = 31;
const HALF_MASK: u32 = (1 << HALF_BITS) - 1;
const ROUNDS: u32 = 10;

/// Numbers permuted at a time.
const LANES: usize = 8;

/// The block P: version 1, method 2, addition 1, radix 2 (3 bytes), 10 rounds, left half 31
/// (mod 256), length 62 (4 bytes), tweak length 8 (4 bytes).
const P: [u8; 16] = [1, 2, 1, 0, 0, 2, 10, 31, 0, 0, 0, 62, 0, 0, 0, 8];

/// A keyed permutation of the numbers below 2⁶².
#[derive(Clone)]
pub(super) struct Ff1 {
    cipher: Aes128,
    /// AES(P) xor the part of block Q that is the same in each round.
    chain: u128,
}

impl Ff1 {
    pub(super) fn new(key: &[u8; 16], tweak: u64) -> Ff1 {
        let cipher = Aes128::new(&Array::from(*key));
        let chain = aes(&cipher, u128::from_be_bytes(P)) ^ u128::from(tweak) << 64;
        Ff1 { cipher, chain }
    }

    /// Permutes a number below 2⁶².
    pub(super) fn encrypt(&self, x: u64) -> u64 {
        let (mut a, mut b) = split(x);
        for round in 0..ROUNDS {
            (a, b) = (b, a.wrapping_add(self.mask(round, b)) & HALF_MASK);
        }
        join(a, b)
    }

    /// Permutes many numbers, with the AES of several in parallel.
    pub(super) fn encrypt_all(&self, numbers: &mut [u64]) {
        for numbers in numbers.chunks_mut(LANES) {
            let mut halves = [(0, 0); LANES];
            halves.iter_mut().zip(&*numbers).for_each(|(halves, x)| *halves = split(*x));
            for round in 0..ROUNDS {
                let mut blocks = halves.map(|(_, b)| Array::from(self.block(round, b).to_be_bytes()));
                self.cipher.encrypt_blocks(&mut blocks[..numbers.len()]);
                for ((a, b), mac) in halves.iter_mut().zip(blocks) {
                    let mask = (u128::from_be_bytes(mac.into()) >> 64) as u32;
                    (*a, *b) = (*b, a.wrapping_add(mask) & HALF_MASK);
                }
            }
            numbers.iter_mut().zip(halves).for_each(|(x, (a, b))| *x = join(a, b));
        }
    }

    /// Inverts [`Ff1::encrypt`].
    pub(super) fn decrypt(&self, x: u64) -> u64 {
        let (mut a, mut b) = split(x);
        for round in (0..ROUNDS).rev() {
            (a, b) = (b.wrapping_sub(self.mask(round, a)) & HALF_MASK, a);
        }
        join(a, b)
    }

    /// The round function of a half: Q is tweak (8 bytes), zeros (3), round (1), half (4); the result is the first eight
    /// bytes of its MAC, mod 2³¹.
    fn mask(&self, round: u32, half: u32) -> u32 {
        (aes(&self.cipher, self.block(round, half)) >> 64) as u32 & HALF_MASK
    }

    fn block(&self, round: u32, half: u32) -> u128 {
        self.chain ^ u128::from(round) << 32 ^ u128::from(half)
    }
}

fn aes(cipher: &Aes128, block: u128) -> u128 {
    let mut block = Array::from(block.to_be_bytes());
    cipher.encrypt_block(&mut block);
    u128::from_be_bytes(block.into())
}

fn split(x: u64) -> (u32, u32) {
    debug_assert!(x >> (2 * HALF_BITS) == 0, "{x} has more than 62 bits");
    ((x >> HALF_BITS) as u32, x as u32 & HALF_MASK)
}

fn join(a: u32, b: u32) -> u64 {
    u64::from(a) << HALF_BITS | u64::from(b)
}

#[cfg(test)]
mod tests;
