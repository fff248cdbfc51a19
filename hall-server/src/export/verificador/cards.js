// ---- AES-128, FIPS 197: keys of matrices ----------------------------------------------------------

const SBOX = (() => {
    const box = new Uint8Array(256), log = new Uint8Array(256), exp = new Uint8Array(256);
    for (let i = 0, x = 1; i < 255; i++) {
        exp[i] = x;
        log[x] = i;
        x ^= x << 1 ^ (x & 0x80 ? 0x11b : 0);
        x &= 0xff;
    }
    for (let i = 0; i < 256; i++) {
        const inverse = i ? exp[(255 - log[i]) % 255] : 0;
        let out = inverse;
        for (let turn = 1; turn <= 4; turn++) out ^= inverse << turn | inverse >> 8 - turn;
        box[i] = (out ^ 0x63) & 0xff;
    }
    return box;
})();
const doubled = x => (x << 1 ^ (x & 0x80 ? 0x11b : 0)) & 0xff;

function aesKeys(key) {
    const keys = new Uint8Array(176);
    keys.set(key);
    for (let i = 16, constant = 1; i < 176; i += 4) {
        let word = keys.slice(i - 4, i);
        if (i % 16 === 0) {
            word = Uint8Array.of(SBOX[word[1]] ^ constant, SBOX[word[2]], SBOX[word[3]], SBOX[word[0]]);
            constant = doubled(constant);
        }
        for (let j = 0; j < 4; j++) keys[i + j] = keys[i + j - 16] ^ word[j];
    }
    return keys;
}

function aes(keys, block) {
    let state = new Uint8Array(16), moved = new Uint8Array(16);
    for (let i = 0; i < 16; i++) state[i] = block[i] ^ keys[i];
    for (let round = 1; round <= 10; round++) {
        for (let i = 0; i < 16; i++) moved[i] = SBOX[state[(i + 4 * (i % 4)) % 16]];
        if (round < 10) {
            for (let c = 0; c < 16; c += 4) {
                const a = moved[c], b = moved[c + 1], d = moved[c + 2], e = moved[c + 3], all = a ^ b ^ d ^ e;
                moved[c] = a ^ all ^ doubled(a ^ b);
                moved[c + 1] = b ^ all ^ doubled(b ^ d);
                moved[c + 2] = d ^ all ^ doubled(d ^ e);
                moved[c + 3] = e ^ all ^ doubled(e ^ a);
            }
        }
        for (let i = 0; i < 16; i++) moved[i] ^= keys[16 * round + i];
        [state, moved] = [moved, state];
    }
    return state;
}

// ---- The list of all cards (docs/cards.md) --------------------------------------------------------

const CARDS = 3669688706217187500n;
const SIZES = [9, 10, 10, 10, 10, 10, 10, 10, 11], FIRST = [1, 10, 20, 30, 40, 50, 60, 70, 80];

const CHOOSE = (() => {
    const table = Array.from({ length: 13 }, () => new Array(13).fill(0));
    for (let n = 0; n < 13; n++) {
        table[n][0] = 1;
        for (let k = 1; k <= n; k++) table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
    }
    return table;
})();

/** For a number of columns of three: the empty row of each column of two, then the row of each column of one. */
const LAYOUTS = [0, 1, 2, 3].map(threes => {
    const cells = 9 - threes, twos = 6 - 2 * threes, found = [];
    for (let code = 0; code < 3 ** cells; code++) {
        const word = [];
        for (let at = 0, rest = code; at < cells; at++, rest = Math.floor(rest / 3)) word.unshift(rest % 3);
        const rows = [threes, threes, threes];
        word.forEach((row, at) => {
            if (at >= twos) rows[row]++;
            else for (let other = 0; other < 3; other++) if (other !== row) rows[other]++;
        });
        if (rows.every(count => count === 5)) found.push(word);
    }
    return found;
});

/** Every order of seven columns with so many of each type, in the order of the alphabet. */
function orders(counts, word = []) {
    if (word.length === 7) return [word];
    return [0, 1, 2].flatMap(type => {
        if (!counts[type]) return [];
        const left = [...counts];
        left[type]--;
        return orders(left, [...word, type]);
    });
}

const CLASSES = (() => {
    const found = [];
    let base = 0n;
    for (let first = 0; first < 3; first++) {
        for (let last = 0; last < 3; last++) {
            const rest = 6 - first - last;
            for (let twos = 0; 2 * twos <= rest; twos++) {
                const ones = rest - 2 * twos, threes = twos + (first === 2) + (last === 2);
                if (twos + ones > 7) continue;
                const words = orders([7 - twos - ones, ones, twos]);
                const fillings = BigInt(CHOOSE[9][first + 1] * CHOOSE[11][last + 1])
                    * 120n ** BigInt(twos) * 45n ** BigInt(ones) * 10n ** BigInt(7 - twos - ones);
                found.push({ base, first, last, threes, words, fillings });
                base += BigInt(words.length * LAYOUTS[threes].length) * fillings;
            }
        }
    }
    return found;
})();

/** The set of so many numbers at this place in colexicographic order. */
function numbersAt(digit, count) {
    const out = [];
    for (let k = count; k; k--) {
        let n = k - 1;
        while (CHOOSE[n + 1][k] <= digit) n++;
        out.unshift(n);
        digit -= CHOOSE[n][k];
    }
    return out;
}

function laidOut(columns, layout) {
    const threes = columns.filter(column => column.length === 3).length, grid = [0, 1, 2].map(() => new Array(9).fill(0));
    let two = 0, one = 6 - 2 * threes;
    columns.forEach((column, c) => {
        let rows = [0, 1, 2];
        if (column.length === 2) {
            const empty = layout[two++];
            rows = rows.filter(row => row !== empty);
        } else if (column.length === 1) rows = [layout[one++]];
        column.forEach((number, at) => grid[rows[at]][c] = number);
    });
    return grid;
}

/** Three rows of nine cells of the card at this place in the list. */
function cardAt(rank) {
    const of = CLASSES.findLast(one => one.base <= rank), { threes } = of;
    let filling = (rank - of.base) % of.fillings;
    const shape = Number((rank - of.base) / of.fillings), layouts = LAYOUTS[threes];
    const types = [of.first, ...of.words[Math.floor(shape / layouts.length)], of.last], columns = new Array(9);
    for (let c = 8; c >= 0; c--) {
        const ways = BigInt(CHOOSE[SIZES[c]][types[c] + 1]);
        columns[c] = numbersAt(Number(filling % ways), types[c] + 1).map(n => FIRST[c] + n);
        filling /= ways;
    }
    return laidOut(columns, layouts[shape % layouts.length]);
}

/** The place of a card in the list. */
function placeOf(grid) {
    const columns = [], empty = [], alone = [];
    for (let c = 0; c < 9; c++) {
        const rows = [0, 1, 2].filter(row => grid[row][c]);
        columns.push(rows.map(row => grid[row][c] - FIRST[c]));
        if (rows.length === 2) empty.push(3 - rows[0] - rows[1]);
        if (rows.length === 1) alone.push(rows[0]);
    }
    const types = columns.map(column => column.length - 1), middle = types.slice(1, 8).join();
    let filling = 0n;
    columns.forEach((column, c) => {
        const digit = column.reduce((sum, n, k) => sum + CHOOSE[n][k + 1], 0);
        filling = filling * BigInt(CHOOSE[SIZES[c]][column.length]) + BigInt(digit);
    });
    for (const of of CLASSES) {
        if (of.first !== types[0] || of.last !== types[8]) continue;
        const word = of.words.findIndex(word => word.join() === middle);
        if (word < 0) continue;
        const layouts = LAYOUTS[of.threes], wanted = [...empty, ...alone].join();
        const layout = layouts.findIndex(layout => layout.join() === wanted);
        return of.base + BigInt(word * layouts.length + layout) * of.fillings + filling;
    }
    throw new Bad("no hay tal cartón");
}

// ---- Single cards: FF1 of NIST SP 800-38G on 62 bits ----------------------------------------------

function singleAt(keys, no, index) {
    const head = aes(keys, [1, 2, 1, 0, 0, 2, 10, 31, 0, 0, 0, 62, 0, 0, 0, 8]), block = new Uint8Array(16);
    const view = new DataView(block.buffer);
    for (let x = BigInt(index); ;) {
        let a = Number(x >> 31n), b = Number(x & 0x7fffffffn);
        for (let round = 0; round < 10; round++) {
            view.setUint32(0, 0);
            view.setUint32(4, no);
            view.setUint32(8, round);
            view.setUint32(12, b);
            for (let i = 0; i < 16; i++) block[i] ^= head[i];
            const mac = aes(keys, block), add = mac[4] << 24 | mac[5] << 16 | mac[6] << 8 | mac[7];
            [a, b] = [b, a + add & 0x7fffffff];
        }
        x = BigInt(a) << 31n | BigInt(b);
        if (x < CARDS) return [{ rank: x, grid: cardAt(x) }];
    }
}

// ---- Strips of six --------------------------------------------------------------------------------

const OPTIONS = [3, 4, 5].map(total => {
    const found = [];
    for (let code = 0; code < 729; code++) {
        const option = [];
        for (let at = 0, rest = code; at < 6; at++, rest = Math.floor(rest / 3)) option.unshift(rest % 3);
        if (option.reduce((a, b) => a + b) === total) found.push(option);
    }
    return found;
});
const optionsOf = column => OPTIONS[SIZES[column] - 9];

function after(state, option) {
    const sums = state.map((sum, at) => sum + option[at]);
    const order = [0, 1, 2, 3, 4, 5].sort((a, b) => sums[a] - sums[b] || a - b);
    return [order.map(place => sums[place]), order];
}

const remembered = make => {
    const known = new Map();
    return (column, state) => {
        const key = column + ":" + state;
        if (!known.has(key)) known.set(key, make(column, state));
        return known.get(key);
    };
};
const weight = option => 2n ** BigInt(option.filter(more => more === 1).length);

const waysOf = remembered((column, state) => {
    if (state.some(sum => sum > 6)) return 0n;
    if (column === 9) return state.every(sum => sum === 6) ? 1n : 0n;
    return optionsOf(column).reduce((sum, option) => sum + weight(option) * waysOf(column + 1, after(state, option)[0]), 0n);
});

const aliasOf = remembered((column, state) => {
    const total = waysOf(column, state), options = optionsOf(column);
    const mass = options.map(option => 128n * weight(option) * waysOf(column + 1, after(state, option)[0]));
    while (mass.length < 128) mass.push(0n);
    const own = new Array(128).fill(total), other = mass.map((_, at) => at), small = [], large = [];
    mass.forEach((of, at) => (of < total ? small : large).push(at));
    while (small.length) {
        const i = small.pop(), j = large[large.length - 1];
        own[i] = mass[i];
        other[i] = j;
        mass[j] -= total - mass[i];
        if (mass[j] < total) small.push(large.pop());
    }
    return { total, own, other };
});

const M32 = 0xffffffffn, M57 = (1n << 57n) - 1n;

function stripAt(keys, no, index) {
    for (let attempt = 0; ; attempt++) {
        const strip = stripTry(keys, no, index, attempt);
        if (strip) return strip.map(grid => ({ rank: placeOf(grid), grid }));
    }
}

function permuted(count, digit) {
    const left = Array.from({ length: count }, (_, n) => n), out = [];
    for (let n = count; n; n--) {
        let below = 1;
        for (let k = 2; k < n; k++) below *= k;
        out.push(...left.splice(Math.floor(digit / below), 1));
        digit %= below;
    }
    return out;
}

function stripTry(keys, no, index, attempt) {
    const block = new Uint8Array(16), view = new DataView(block.buffer);
    const pair = j => {
        view.setBigUint64(0, BigInt(no) << 32n | BigInt(attempt) << 16n | BigInt(j), true);
        view.setBigUint64(8, BigInt(index), true);
        const out = new DataView(aes(keys, block).slice().buffer);
        return [out.getBigUint64(0, true), out.getBigUint64(8, true)];
    };
    function* extra(salt) {
        for (let j = 0x1000 + 64 * salt; ; j++) yield* pair(j);
    }
    const next = words => words.next().value;
    const w = Array.from({ length: 12 }, (_, j) => pair(j)).flat();
    // Whether z, drawn evenly below `of` from such words, is below `left`.
    const drawn = (words, of, left) => {
        const mask = (1n << BigInt(of.toString(2).length)) - 1n;
        for (;;) {
            const low = next(words), z = (low | next(words) << 64n) & mask;
            if (z < of) return z < left;
        }
    };
    let state = [0, 0, 0, 0, 0, 0], place = [0, 1, 2, 3, 4, 5];
    const more = place.map(() => []);
    for (let c = 0; c < 9; c++) {
        let option;
        if (c === 8) option = state.map(sum => 6 - sum);
        else {
            const { total, own, other } = aliasOf(c, state), slot = Number(w[c] >> 57n), u = w[c] & M57;
            const scaled = own[slot] << 57n, limit = scaled / total;
            let taken = own[slot] === total || u < limit;
            if (own[slot] !== total && u === limit) taken = drawn(extra(c), total, scaled % total);
            option = optionsOf(c)[taken ? slot : other[slot]];
        }
        for (let card = 0; card < 6; card++) more[card].push(option[place[card]]);
        const [then, order] = after(state, option);
        state = then;
        place = place.map(at => order.indexOf(at));
    }
    const threes = more.map(row => row.filter(n => n === 2).length);
    const n1 = BigInt(threes.filter(n => n === 1).length), n2 = BigInt(threes.filter(n => n >= 2).length);
    const above = 284n ** n1 * 512n ** n2, below = 285n ** n1 * 513n ** n2, limit = (above << 64n) / below;
    if (w[8] > limit || w[8] === limit && !drawn(extra(8), below, (above << 64n) % below)) return null;

    const columns = more.map(() => []);
    SIZES.forEach((n, c) => {
        const half = n >> 1, factorial = k => k < 2 ? 1 : k * factorial(k - 1);
        const factors = [CHOOSE[n][half], factorial(half), factorial(n - half)].map(BigInt), redo = extra(32 + c);
        let bits = w[9 + c] >> 12n, digits;
        for (; ; bits = next(redo) >> 12n) {
            digits = [];
            for (const factor of factors) {
                bits *= factor;
                digits.push(Number(bits >> 52n));
                bits &= (1n << 52n) - 1n;
            }
            if (bits >= (1n << 52n) % BigInt(factorial(n))) break;
        }
        const chosen = numbersAt(digits[0], half), low = permuted(half, digits[1]);
        const high = permuted(n - half, digits[2]).map(k => k + half);
        let at = 0, inLow = 0, inHigh = 0;
        const values = Array.from({ length: n }, (_, p) => chosen.includes(p) ? low[inLow++] : high[inHigh++]);
        for (let card = 0; card < 6; card++) {
            const count = more[card][c] + 1;
            columns[card].push(values.slice(at, at + count).map(v => FIRST[c] + v).sort((a, b) => a - b));
            at += count;
        }
    });
    return columns.map((of, card) => {
        const layouts = LAYOUTS[threes[card]], count = BigInt(layouts.length), redo = extra(16 + card);
        let r = w[18 + (card >> 1)] >> BigInt(32 * (card % 2)) & M32;
        while ((r * count & M32) < (1n << 32n) % count) r = next(redo) & M32;
        return laidOut(of, layouts[Number(r * count >> 32n)]);
    });
}

/** The places of the cards of a matrix, in order. Clean: what has a row that was there before is left out. */
function matrixOf(key, no, kind, size, clean) {
    const keys = aesKeys(key), make = kind === "strip" ? stripAt : singleAt, rows = new Set(), ranks = [];
    for (let index = 0; ranks.length < size; index++) {
        const found = make(keys, no, index);
        if (clean) {
            const fresh = found.flatMap(card => card.grid.map(String));
            if (fresh.some(row => rows.has(row))) continue;
            fresh.forEach(row => rows.add(row));
        }
        ranks.push(...found.map(card => card.rank));
    }
    return ranks;
}

/** What the numbers of a card say. */
function judge(rank, play, announced) {
    const rows = cardAt(rank).map(row => row.filter(n => n)), places = new Map(announced.map((ball, at) => [ball, at + 1]));
    const combinations = play === "line" ? rows.map((row, n) => [1 << n, row]) : [[7, rows.flat()]];
    const good = combinations.filter(([, balls]) => balls.every(n => places.has(n)));
    if (good.length) {
        const ends = good.map(([, balls]) => Math.max(...balls.map(n => places.get(n))));
        return { is: "good", rows: good.reduce((sum, [bits]) => sum + bits, 0), completed_at: Math.min(...ends) };
    }
    const missing = combinations.map(([, balls]) => balls.filter(n => !places.has(n)).sort((a, b) => a - b));
    return { is: "incomplete", missing: missing.reduce((best, one) => one.length < best.length ? one : best) };
}
