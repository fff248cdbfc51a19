//! Codes of one size, thousands at a time.
//!
//! The eight masks of a code differ by fixed patterns. An empty code is drawn under each mask once; a text is drawn
//! under the first only, and the other seven follow by exclusive or. The mask is chosen by the penalties of ISO/IEC
//! 18004, 7.8.3, computed on whole rows of bits.

use qrcode::bits::Bits;
use qrcode::canvas::{Canvas, MaskPattern};
use qrcode::{Color, EcLevel, QrCode, Version, ec};

use super::{Code, Run, Strength, TooLong};

const MASKS: [MaskPattern; 8] = [
    MaskPattern::Checkerboard,
    MaskPattern::HorizontalLines,
    MaskPattern::VerticalLines,
    MaskPattern::DiagonalLines,
    MaskPattern::LargeCheckerboard,
    MaskPattern::Fields,
    MaskPattern::Diamonds,
    MaskPattern::Meadow,
];

/// Rows of modules, the first column in the lowest bit: at most 64 columns. A card's code has 41 at most.
type Rows = Vec<u64>;

pub struct SameSize {
    version: Version,
    level: EcLevel,
    /// The function patterns.
    frame: Canvas,
    /// The code of an empty text, under each mask.
    empty: Vec<Rows>,
}

impl SameSize {
    /// Makes codes as large as `longest` needs.
    ///
    /// # Errors
    /// When `longest` exceeds what a card's code can hold.
    pub fn as_for(longest: &str, strength: Strength) -> Result<SameSize, TooLong> {
        let level = strength.level();
        let qr = QrCode::with_error_correction_level(longest, level).map_err(|_| TooLong(longest.len()))?;
        let version = qr.version();
        if qr.width() > 64 {
            return Err(TooLong(longest.len()));
        }
        let mut frame = Canvas::new(version, level);
        frame.draw_all_functional_patterns();
        let capacity = Bits::new(version).max_len(level).map_err(|_| TooLong(longest.len()))?;
        let mut same = SameSize { version, level, frame, empty: Vec::new() };
        let nothing = vec![0; capacity / 8];
        same.empty = MASKS.iter().map(|mask| same.drawn(&nothing, *mask)).collect::<Result<_, _>>()?;
        Ok(same)
    }

    /// # Errors
    /// When the text does not fit.
    pub fn code(&self, text: &str) -> Result<Code, TooLong> {
        let too_long = |_| TooLong(text.len());
        let mut bits = Bits::new(self.version);
        bits.push_optimal_data(text.as_bytes()).map_err(too_long)?;
        bits.push_terminator(self.level).map_err(too_long)?;
        let drawn = self.drawn(&bits.into_bytes(), MASKS[0])?;
        let forms = self.empty.iter().map(|empty| {
            let first = drawn.iter().zip(&self.empty[0]);
            let form = first.zip(empty).map(|((drawn, first), empty)| drawn ^ first ^ empty);
            form.collect::<Rows>()
        });
        let best = forms.min_by_key(penalty).expect("there are eight forms");
        Ok(Code { modules: best.len() as u16, runs: runs(&best), text: text.to_owned() })
    }

    fn drawn(&self, data: &[u8], mask: MaskPattern) -> Result<Rows, TooLong> {
        let words = ec::construct_codewords(data, self.version, self.level);
        let (data, check) = words.map_err(|_| TooLong(data.len()))?;
        let mut canvas = self.frame.clone();
        canvas.draw_data(&data, &check);
        canvas.apply_mask(mask);
        let width = self.version.width().unsigned_abs().into();
        let row = |row: &[Color]| {
            row.iter().rev().fold(0, |bits, dark| bits << 1 | u64::from(*dark == Color::Dark))
        };
        Ok(canvas.into_colors().chunks(width).map(row).collect())
    }
}

fn runs(rows: &Rows) -> Vec<Run> {
    let mut runs = Vec::with_capacity(rows.len() * 8);
    for (y, &row) in (0..).zip(rows) {
        let (mut rest, mut x) = (row, 0);
        while rest != 0 {
            let light = rest.trailing_zeros();
            let dark = (rest >> light).trailing_ones();
            x += light as u16;
            runs.push(Run { x, y, length: dark as u16 });
            x += dark as u16;
            rest = rest.unbounded_shr(light + dark);
        }
    }
    runs
}

/// ISO/IEC 18004, 7.8.3: less is better.
fn penalty(rows: &Rows) -> u32 {
    let width = rows.len() as u32;
    let columns: Rows =
        (0..rows.len()).map(|x| rows.iter().rev().fold(0, |bits, row| bits << 1 | (row >> x & 1))).collect();
    let lines = rows.iter().chain(&columns).map(|&line| long_runs(line, width) + 40 * finders(line, width));
    let blocks = rows.windows(2).map(|two| 3 * blocks(two[0], two[1], width));
    lines.sum::<u32>() + blocks.sum::<u32>() + unbalanced(rows, width)
}

/// A mask of the lowest `count` bits.
fn first(count: u32) -> u64 {
    u64::MAX >> (64 - count)
}

/// Three for five equal modules in a line, and one for each more.
fn long_runs(line: u64, width: u32) -> u32 {
    let alike = !(line ^ line >> 1) & first(width - 1);
    let five = alike & alike >> 1 & alike >> 2 & alike >> 3;
    five.count_ones() + 2 * (five & !(five << 1)).count_ones()
}

/// The pattern 1011101 of a finder, with four light modules on one side.
fn finders(line: u64, width: u32) -> u32 {
    let found = |pattern: u64| {
        let alike = (0..11).map(|at| if pattern >> at & 1 == 1 { line >> at } else { !(line >> at) });
        (alike.fold(first(width - 10), |all, bits| all & bits)).count_ones()
    };
    found(0b000_0101_1101) + found(0b101_1101_0000)
}

/// Blocks of two by two equal modules.
fn blocks(row: u64, next: u64, width: u32) -> u32 {
    let (across, down) = (!(row ^ row >> 1), !(row ^ next));
    (across & down & down >> 1 & first(width - 1)).count_ones()
}

/// Ten for every 5 % away from half dark.
fn unbalanced(rows: &Rows, width: u32) -> u32 {
    let dark: u32 = rows.iter().map(|row| row.count_ones()).sum();
    let all = width * width;
    (dark * 20).abs_diff(all * 10) / all * 10
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONGEST: &str = "B1:A17:9000:FFFFFFFFFFFFFFFF";

    #[test]
    fn a_code_is_the_librarys_under_one_of_its_masks() {
        let same = SameSize::as_for(LONGEST, Strength::High).unwrap();
        for text in ["B1:A17:301:8A3B09DD54BEC7D8", "B1:A17:7:0123456789012345", LONGEST] {
            let code = same.code(text).unwrap();
            let mut bits = Bits::new(Version::Normal(3));
            bits.push_optimal_data(text.as_bytes()).unwrap();
            bits.push_terminator(EcLevel::H).unwrap();
            let bytes = bits.into_bytes();
            let forms = MASKS.map(|mask| runs(&same.drawn(&bytes, mask).unwrap()));
            assert_eq!(code.modules(), 29);
            assert_eq!(forms.iter().filter(|form| form.as_slice() == code.runs()).count(), 1, "{text}");
        }
    }

    #[test]
    fn penalties_are_those_of_the_standard() {
        // Seven alike: three and two more. Two runs of five: three each.
        assert_eq!(long_runs(0b111_1111 << 3, 12), 5);
        assert_eq!(long_runs(0b111_1100_0001, 11), 6);
        assert_eq!(finders(0b101_1101, 11) + finders(0b101_1101_0000, 11), 2);
        assert_eq!(finders(0b101_1101 << 5, 21), 2, "light on both sides counts twice");
        assert_eq!(blocks(0b0111, 0b0111, 4), 2);
        // A quarter is dark: five steps of five per cent away from half.
        assert_eq!(unbalanced(&vec![0b1, 0b1, 0b1, 0b1], 4), 50);
    }

    #[test]
    fn what_is_longer_does_not_fit() {
        let same = SameSize::as_for("B1:A17:1:0", Strength::High).unwrap();
        assert_eq!(same.code(LONGEST), Err(TooLong(28)));
    }
}
