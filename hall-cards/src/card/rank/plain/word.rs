//! Words of the letters 0, 1 and 2, and their places in lexicographic order.
//!
//! Three parts of a card are such words: the types of its middle columns, the empty rows of
//! its columns of two, the rows of its columns of one.

/// How often each letter comes.
pub(super) type Counts = [usize; 3];

/// A word of at most nine letters.
pub(super) struct Word {
    letters: [usize; 9],
    len: usize,
}

impl Word {
    /// The word without letters.
    pub(super) const EMPTY: Word = Word { letters: [0; 9], len: 0 };

    /// Appends a letter.
    pub(super) fn push(&mut self, letter: usize) {
        self.letters[self.len] = letter;
        self.len += 1;
    }

    /// Returns the letters, each 0 to 2.
    pub(super) fn letters(&self) -> &[usize] {
        &self.letters[..self.len]
    }

    /// Returns how often each letter comes.
    pub(super) fn counts(&self) -> Counts {
        let mut counts = [0; 3];
        for letter in self.letters() {
            counts[*letter] += 1;
        }
        counts
    }
}

/// Returns how many things come before the first one that this word stands for.
/// `continuations` tells how many things there are for a beginning with these letters; of
/// what order they are does not matter.
pub(super) fn word_place(word: &[usize], continuations: impl Fn(Counts) -> u64) -> u64 {
    let mut used = [0; 3];
    let mut before = 0;
    for letter in word {
        before += (0..*letter).map(|smaller| continuations(with(used, smaller))).sum::<u64>();
        used[*letter] += 1;
    }
    before
}

/// Returns the word of `len` letters that the thing at a place belongs to, and the thing's
/// place among those of that word. The place must be one that `continuations` counts.
pub(super) fn word_at(mut place: u64, len: usize, continuations: impl Fn(Counts) -> u64) -> (Word, u64) {
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

/// Returns how many words have exactly the letters of `total` and begin with a given word
/// of the letters `used`.
pub(super) const fn words(total: Counts, used: Counts) -> u64 {
    if used[0] > total[0] || used[1] > total[1] || used[2] > total[2] {
        return 0;
    }
    let [x, y, z] = [total[0] - used[0], total[1] - used[1], total[2] - used[2]];
    choose(x + y + z, x) * choose(y + z, y)
}

/// Returns how many sets of `k` there are among `n` things, for `n` up to 11.
pub(super) const fn choose(n: usize, k: usize) -> u64 {
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
