//! Numbers by chance with fixed seeds, and how far counts are from a law.

#![allow(dead_code, reason = "each test uses its part")]

/// SplitMix64: the same numbers in every run.
pub struct Random(pub u64);

impl Random {
    /// Returns 64 random bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// Returns a number below `limit`, all equally likely but for 2⁻⁶⁴ of their number.
    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }

    /// Returns the balls 1 to 90 in random order.
    pub fn draw(&mut self) -> Vec<u8> {
        let mut balls: Vec<u8> = (1..=90).collect();
        for last in (1..balls.len()).rev() {
            balls.swap(last, self.below(last as u64 + 1) as usize);
        }
        balls
    }
}

/// Returns how many times a test is done: so many, or what this variable says.
pub fn size(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).map_or(usual, |size| size.parse().expect("a number"))
}

/// Returns how far counts are from a law, in standard deviations of Pearson's sum: chi-square less its
/// degrees of freedom, by √(2 × degrees of freedom). Cells that expect fewer than five are put together.
pub fn deviation(counts: &[u64], shares: &[f64]) -> f64 {
    assert_eq!(counts.len(), shares.len());
    let total: u64 = counts.iter().sum();
    let whole: f64 = shares.iter().sum();
    assert!((whole - 1.0).abs() < 1e-9, "the shares are a law: {whole}");
    let (mut rest, mut cells, mut sum) = ((0.0, 0.0), 0, 0.0);
    let mut add = |seen: f64, wanted: f64| {
        cells += 1;
        sum += (seen - wanted).powi(2) / wanted;
    };
    for (count, share) in counts.iter().zip(shares) {
        let (seen, wanted) = (*count as f64, share * total as f64);
        assert!(wanted > 0.0 || seen == 0.0, "seen and impossible");
        if wanted < 5.0 {
            rest = (rest.0 + seen, rest.1 + wanted);
        } else {
            add(seen, wanted);
        }
    }
    if rest.1 >= 5.0 {
        add(rest.0, rest.1);
    }
    let free = f64::from(cells - 1);
    assert!(free >= 1.0, "there are enough for a test");
    (sum - free) / (2.0 * free).sqrt()
}

/// Fails if counts are five standard deviations from a law. The seeds are fixed: it fails always or never.
pub fn assert_law(what: &str, counts: &[u64], shares: &[f64]) {
    let z = deviation(counts, shares);
    println!("{what}: {z:.2}");
    assert!(z.abs() < 5.0, "{what}: {z} standard deviations from its law");
}

/// The same for cells that are equally likely.
pub fn assert_even(what: &str, counts: &[u64]) {
    assert_law(what, counts, &vec![1.0 / counts.len() as f64; counts.len()]);
}
