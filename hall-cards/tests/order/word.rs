//! Words over the letters 0, 1 and 2, and their ranks in lexicographic order.
//!
//! A card has three: the types of its middle columns, the empty rows of its columns of two, and the rows of its columns
//! of one.

/// How often each letter comes.
pub type Counts = [usize; 3];

/// A word of at most nine letters.
pub struct Word {
    letters: [usize; 9],
    len: usize,
}

impl Word {
    pub const EMPTY: Word = Word { letters: [0; 9], len: 0 };

    pub fn push(&mut self, letter: usize) {
        self.letters[self.len] = letter;
        self.len += 1;
    }

    /// Each 0 to 2.
    pub fn letters(&self) -> &[usize] {
        &self.letters[..self.len]
    }

    pub fn counts(&self) -> Counts {
        let mut counts = [0; 3];
        for letter in self.letters() {
            counts[*letter] += 1;
        }
        counts
    }
}

/// The rank of the first item whose word is this one. `continuations` counts the items whose word begins with the given
/// letters, in any order.
pub fn word_place(word: &[usize], continuations: impl Fn(Counts) -> u64) -> u64 {
    let mut used = [0; 3];
    let mut before = 0;
    for letter in word {
        before += (0..*letter).map(|smaller| continuations(with(used, smaller))).sum::<u64>();
        used[*letter] += 1;
    }
    before
}

/// The word of `len` letters of the item at a rank, and the item's rank among those of that word.
pub fn word_at(mut place: u64, len: usize, continuations: impl Fn(Counts) -> u64) -> (Word, u64) {
    let mut used = [0; 3];
    let mut word = Word::EMPTY;
    for _ in 0..len {
        let mut letter = 0;
        loop {
            let here = continuations(with(used, letter));
            if place < here {
                break;
            }
            place -= here;
            letter += 1;
        }
        used[letter] += 1;
        word.push(letter);
    }
    (word, place)
}

/// The number of words with the letters `total` that begin with a given word of the letters `used`.
pub const fn words(total: Counts, used: Counts) -> u64 {
    if used[0] > total[0] || used[1] > total[1] || used[2] > total[2] {
        return 0;
    }
    let [x, y, z] = [total[0] - used[0], total[1] - used[1], total[2] - used[2]];
    choose(x + y + z, x) * choose(y + z, y)
}

/// n over k, for n up to 11.
pub const fn choose(n: usize, k: usize) -> u64 {
    BINOMIALS[n][k]
}

static BINOMIALS: [[u64; 12]; 12] = {
    let mut table = [[0; 12]; 12];
    let mut n = 0;
    while n < 12 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

fn with(mut used: Counts, letter: usize) -> Counts {
    used[letter] += 1;
    used
}
