//! Tail probabilities.

/// Probability that chi-square with so many degrees of freedom is at least this large.
///
/// Q(d, x) = Q(d − 2, x) + (x/2)^(d/2 − 1) e^(−x/2) / Γ(d/2), down to Q(0) = 0 or Q(1) = erfc √(x/2).
pub fn chi_square_tail(chi_square: f64, degrees: u32) -> f64 {
    let half = chi_square / 2.0;
    if half <= 0.0 {
        return 1.0;
    }
    let odd = degrees % 2;
    let mut sum = if odd == 1 { erfc(half.sqrt()) } else { 0.0 };
    // The first term: e^(−x/2) for two degrees, 2 √(x/2π) e^(−x/2) for three.
    let mut term =
        if odd == 1 { 2.0 * (half / std::f64::consts::PI).sqrt() * (-half).exp() } else { (-half).exp() };
    let mut of = 2 + odd;
    while of <= degrees {
        sum += term;
        term *= half / (f64::from(of) / 2.0);
        of += 2;
    }
    sum.min(1.0)
}

/// Two-sided probability that a normal variable is at least so many standard deviations from its mean.
pub fn normal_tails(deviations: f64) -> f64 {
    chi_square_tail(deviations * deviations, 1)
}

/// Complementary error function for x > 0: series up to 2.5, then continued fraction.
fn erfc(x: f64) -> f64 {
    let root_pi = std::f64::consts::PI.sqrt();
    if x < 2.5 {
        let (mut term, mut sum, mut n) = (x, x, 0.0);
        while term.abs() > 1e-17 * sum {
            n += 1.0;
            term *= 2.0 * x * x / (2.0 * n + 1.0);
            sum += term;
        }
        return 1.0 - 2.0 / root_pi * (-x * x).exp() * sum;
    }
    let fraction = (1..=60).rev().fold(x, |below, n| x + f64::from(n) / 2.0 / below);
    (-x * x).exp() / root_pi / fraction
}

/// Holm's adjusted p of several tests, in their order. Rejecting where it is at most α keeps the family-wise error
/// below α, however the tests depend on each other.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    let (mut corrected, mut least) = (vec![1.0; p.len()], 0.0_f64);
    for (rank, at) in order.into_iter().enumerate() {
        least = least.max(p[at] * (p.len() - rank) as f64).min(1.0);
        corrected[at] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values are those of printed tables: the points that chance exceeds in 5 % and in 0.1 % of all cases.
    #[test]
    fn p_is_that_of_the_tables() {
        for (degrees, five, one_in_a_thousand) in [
            (1, 3.841, 10.828),
            (2, 5.991, 13.816),
            (3, 7.815, 16.266),
            (9, 16.919, 27.877),
            (17, 27.587, 40.790),
            (81, 103.010, 126.083),
            (89, 112.022, 135.978),
        ] {
            for (point, p) in [(five, 0.05), (one_in_a_thousand, 0.001)] {
                let got = chi_square_tail(point, degrees);
                assert!((got / p - 1.0).abs() < 0.002, "{degrees} degrees: {got} at {point}");
            }
        }
        assert_eq!((chi_square_tail(0.0, 3), chi_square_tail(1e9, 3)), (1.0, 0.0));
        for (deviations, p) in [(1.959_964, 0.05), (3.290_527, 0.001)] {
            assert!((normal_tails(-deviations) / p - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn the_smallest_p_counts_as_often_as_there_are_trials() {
        let got = holm(&[0.04, 0.001, 0.02, 0.9]);
        for (got, right) in got.iter().zip([0.08, 0.004, 0.06, 0.9]) {
            assert!((got - right).abs() < 1e-12, "{got} {right}");
        }
    }
}
