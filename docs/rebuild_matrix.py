#!/usr/bin/env python3
"""Rebuilds a matrix of bingo cards from its revealed key, with nothing but Python's own library.

It shares no line with Bombo: whoever doubts the hall's programs can compare the two files it and
`card-printer matrix` write, or the two SHA-256 they print. The page that explains it is cards.md.

    python3 rebuild_matrix.py --key HEX --number 1 --kind single --size 1800 [--clean] --csv FILE
"""
import argparse
import hashlib
from functools import lru_cache
from itertools import combinations, permutations, product
from math import comb, factorial

# ---- AES-128, FIPS 197 ------------------------------------------------------------------------


def _sbox():
    box, p, q = [0x63] * 256, 1, 1
    while True:
        p ^= (p << 1) ^ (0x11B if p & 0x80 else 0)
        p &= 0xFF
        q ^= q << 1
        q ^= q << 2
        q ^= q << 4
        q &= 0xFF
        q ^= 0x09 if q & 0x80 else 0
        rot = lambda x, n: ((x << n) | (x >> (8 - n))) & 0xFF
        box[p] = q ^ rot(q, 1) ^ rot(q, 2) ^ rot(q, 3) ^ rot(q, 4) ^ 0x63
        if p == 1:
            return box


SBOX = _sbox()
TWICE = [(x << 1) ^ (0x11B if x & 0x80 else 0) for x in range(256)]


def round_keys(key):
    words, rcon = [list(key[i:i + 4]) for i in range(0, 16, 4)], 1
    for i in range(4, 44):
        word = list(words[-1])
        if i % 4 == 0:
            word = [SBOX[b] for b in word[1:] + word[:1]]
            word[0] ^= rcon
            rcon = TWICE[rcon]
        words.append([a ^ b for a, b in zip(words[-4], word)])
    return [sum(words[4 * r:4 * r + 4], []) for r in range(11)]


def aes(keys, block):
    state = [a ^ b for a, b in zip(block, keys[0])]
    for rnd in range(1, 11):
        state = [SBOX[state[(i + 4 * (i % 4)) % 16]] for i in range(16)]
        if rnd < 10:
            mixed = []
            for c in range(0, 16, 4):
                a = state[c:c + 4]
                every = a[0] ^ a[1] ^ a[2] ^ a[3]
                mixed += [a[i] ^ every ^ TWICE[a[i] ^ a[(i + 1) % 4]] for i in range(4)]
            state = mixed
        state = [a ^ b for a, b in zip(state, keys[rnd])]
    return bytes(state)


# ---- cards ------------------------------------------------------------------------------------

CARDS = 3_669_688_706_217_187_500
SIZES = [9] + [10] * 7 + [11]
FIRST = [1] + list(range(10, 90, 10))


@lru_cache(None)
def layouts(threes):
    """All (empty row of each column of two, row of each column of one) with five cells in a row."""
    return [word for word in product(range(3), repeat=9 - threes)
            if all(threes + sum(e != row for e in word[:6 - 2 * threes])
                   + sum(s == row for s in word[6 - 2 * threes:]) == 5 for row in range(3))]


@lru_cache(None)
def classes():
    found, base = [], 0
    for first, last in product(range(3), repeat=2):
        rest = 6 - first - last
        for twos in range(rest // 2 + 1):
            ones = rest - 2 * twos
            threes = twos + (first == 2) + (last == 2)
            words = sorted(set(permutations([0] * (7 - twos - ones) + [1] * ones + [2] * twos)))
            fillings = comb(9, first + 1) * comb(11, last + 1) * 120**twos * 45**ones * 10**(7 - twos - ones)
            found.append((base, first, last, threes, words, fillings))
            base += len(words) * len(layouts(threes)) * fillings
    assert base == CARDS
    return found


def numbers_at(digit, count):
    """The set of so many numbers at this place in colexicographic order."""
    out = []
    for k in range(count, 0, -1):
        n = k - 1
        while comb(n + 1, k) <= digit:
            n += 1
        out.append(n)
        digit -= comb(n, k)
    return out[::-1]


def laid_out(columns, layout):
    """Three rows of nine cells: the numbers of each column, in the rows the layout gives them."""
    threes = sum(len(column) == 3 for column in columns)
    empty, single = iter(layout[:6 - 2 * threes]), iter(layout[6 - 2 * threes:])
    grid = [[0] * 9 for _ in range(3)]
    for c, column in enumerate(columns):
        rows = [0, 1, 2]
        if len(column) == 2:
            rows.remove(next(empty))
        elif len(column) == 1:
            rows = [next(single)]
        for row, number in zip(rows, column):
            grid[row][c] = number
    return grid


def unrank(rank):
    base, first, last, threes, words, fillings = [c for c in classes() if c[0] <= rank][-1]
    shape, filling = divmod(rank - base, fillings)
    arrangement, layout = divmod(shape, len(layouts(threes)))
    counts = [t + 1 for t in (first, *words[arrangement], last)]
    columns = [None] * 9
    for c in range(8, -1, -1):
        filling, digit = divmod(filling, comb(SIZES[c], counts[c]))
        columns[c] = [FIRST[c] + n for n in numbers_at(digit, counts[c])]
    return laid_out(columns, layouts(threes)[layout])


def rank(grid):
    columns = [[(row, grid[row][c]) for row in range(3) if grid[row][c]] for c in range(9)]
    types = [len(column) - 1 for column in columns]
    base, threes, words, fillings = next(
        (base, threes, words, fillings) for base, first, last, threes, words, fillings in classes()
        if (first, last) == (types[0], types[8]) and tuple(types[1:8]) in words)
    empty = [({0, 1, 2} - {row for row, _ in column}).pop() for column in columns if len(column) == 2]
    alone = [column[0][0] for column in columns if len(column) == 1]
    filling = 0
    for c, column in enumerate(columns):
        digit = sum(comb(n - FIRST[c], k) for k, (_, n) in enumerate(column, 1))
        filling = filling * comb(SIZES[c], len(column)) + digit
    shape = words.index(tuple(types[1:8])) * len(layouts(threes)) + layouts(threes).index(tuple(empty + alone))
    return base + shape * fillings + filling


def single(keys, number, index):
    """FF1 of NIST SP 800-38G, radix 2, 62 bits, tweak of 8 bytes, walked until it is a card's rank."""
    head = aes(keys, bytes([1, 2, 1, 0, 0, 2, 10, 31, 0, 0, 0, 62, 0, 0, 0, 8]))
    x = index
    while True:
        a, b = x >> 31, x & 0x7FFFFFFF
        for rnd in range(10):
            q = number.to_bytes(8, "big") + bytes([0, 0, 0, rnd]) + b.to_bytes(4, "big")
            mac = aes(keys, [p ^ r for p, r in zip(head, q)])
            a, b = b, (a + int.from_bytes(mac[4:8], "big")) & 0x7FFFFFFF
        x = a << 31 | b
        if x < CARDS:
            return [unrank(x)]


# ---- strips of six ----------------------------------------------------------------------------


@lru_cache(None)
def options(total):
    return [v for v in product(range(3), repeat=6) if sum(v) == total]


def after(state, option):
    sums = [s + v for s, v in zip(state, option)]
    order = sorted(range(6), key=lambda p: sums[p])
    return tuple(sums[p] for p in order), order


@lru_cache(None)
def ways(column, state):
    if max(state) > 6:
        return 0
    if column == 9:
        return int(state == (6,) * 6)
    return sum(2**v.count(1) * ways(column + 1, after(state, v)[0]) for v in options(SIZES[column] - 6))


@lru_cache(None)
def alias_table(column, state):
    weights = [2**v.count(1) * ways(column + 1, after(state, v)[0]) for v in options(SIZES[column] - 6)]
    total = ways(column, state)
    mass = [128 * w for w in weights] + [0] * (128 - len(weights))
    own, other = [total] * 128, list(range(128))
    small = [i for i in range(128) if mass[i] < total]
    large = [i for i in range(128) if mass[i] >= total]
    while small:
        i, j = small.pop(), large[-1]
        own[i], other[i] = mass[i], j
        mass[j] -= total - mass[i]
        if mass[j] < total:
            small.append(large.pop())
    return total, own, other


def strip(keys, number, index):
    attempt = 0
    while True:
        cards = strip_attempt(keys, number, index, attempt)
        if cards:
            return cards
        attempt += 1


def strip_attempt(keys, number, index, attempt):
    def words(j):
        block = (number << 32 | attempt << 16 | j).to_bytes(8, "little") + index.to_bytes(8, "little")
        out = aes(keys, block)
        return [int.from_bytes(out[:8], "little"), int.from_bytes(out[8:], "little")]

    def extra(salt):
        j = 0x1000 + 64 * salt
        while True:
            yield from words(j)
            j += 1

    w = [word for j in range(12) for word in words(j)]
    # How many more than one number each card has in each column.
    state, place, more = (0,) * 6, list(range(6)), [[] for _ in range(6)]
    for c in range(9):
        if c == 8:
            option = tuple(6 - s for s in state)
        else:
            total, own, other = alias_table(c, state)
            slot, u = w[c] >> 57, w[c] & (2**57 - 1)
            limit, left = divmod(own[slot] << 57, total)
            take = own[slot] == total or u < limit
            if own[slot] != total and u == limit:
                more_words, bits = extra(c), total.bit_length()
                while True:
                    z = (next(more_words) | next(more_words) << 64) & (1 << bits) - 1
                    if z < total:
                        break
                take = z < left
            option = options(SIZES[c] - 6)[slot if take else other[slot]]
        for card in range(6):
            more[card].append(option[place[card]])
        state, order = after(state, option)
        place = [order.index(p) for p in place]

    threes = [row.count(2) for row in more]
    n1, n2 = sum(t == 1 for t in threes), sum(t >= 2 for t in threes)
    above, below = 284**n1 * 512**n2, 285**n1 * 513**n2
    limit, left = divmod(above << 64, below)
    if w[8] == limit:
        more_words, bits = extra(8), below.bit_length()
        while True:
            z = (next(more_words) | next(more_words) << 64) & (1 << bits) - 1
            if z < below:
                break
        if z >= left:
            return None
    elif w[8] > limit:
        return None

    columns = [[] for _ in range(6)]
    for c, n in enumerate(SIZES):
        half = n // 2
        factors, bits, redo = (comb(n, half), factorial(half), factorial(n - half)), w[9 + c] >> 12, extra(32 + c)
        while True:
            digits = []
            for factor in factors:
                digit, bits = divmod(bits * factor, 2**52)
                digits.append(digit)
            if bits >= 2**52 % factorial(n):
                break
            bits = next(redo) >> 12
        chosen = numbers_at(digits[0], half)
        low = iter(list(permutations(range(half)))[digits[1]])
        high = iter(list(permutations(range(half, n)))[digits[2]])
        values = [next(low) if p in chosen else next(high) for p in range(n)]
        at = 0
        for card in range(6):
            count = more[card][c] + 1
            columns[card].append(sorted(FIRST[c] + v for v in values[at:at + count]))
            at += count

    cards = []
    for card in range(6):
        count = len(layouts(threes[card]))
        r, redo = w[18 + card // 2] >> 32 * (card % 2) & 0xFFFFFFFF, extra(16 + card)
        while r * count % 2**32 < 2**32 % count:
            r = next(redo) & 0xFFFFFFFF
        cards.append(laid_out(columns[card], layouts(threes[card])[r * count >> 32]))
    return cards


# ---- a matrix ---------------------------------------------------------------------------------


def matrix(key, number, kind, size, clean):
    """The cards of a matrix in order. Clean: what has a row that was there before is left out."""
    keys, make = round_keys(key), {"single": single, "strip": strip}[kind]
    cards, rows, index = [], set(), 0
    while len(cards) < size:
        found = make(keys, number, index)
        index += 1
        new = {tuple(row) for card in found for row in card}
        if clean and new & rows:
            continue
        rows |= new
        cards += found
    return cards


def main():
    ask = argparse.ArgumentParser(description="Rehace una matriz de cartones a partir de su clave.")
    ask.add_argument("--key", required=True, help="la clave, 32 cifras hexadecimales")
    ask.add_argument("--number", required=True, type=int, help="el número de la matriz")
    ask.add_argument("--kind", choices=["single", "strip"], required=True, help="cartones sueltos o tiras de seis")
    ask.add_argument("--size", required=True, type=int, help="cuántos cartones")
    ask.add_argument("--clean", action="store_true", help="sin dos filas iguales")
    ask.add_argument("--csv", required=True, help="el fichero que se escribe")
    args = ask.parse_args()
    if args.kind == "strip" and args.size % 6:
        ask.error("una matriz de tiras tiene un número de cartones múltiplo de seis")
    key = bytes.fromhex(args.key)
    if len(key) != 16 or not 1 <= args.number < 2**32 or args.size < 1:
        ask.error("la clave tiene 32 cifras, el número de matriz va de 1 a 4294967295 y el tamaño desde 1")
    cards = matrix(key, args.number, args.kind, args.size, args.clean)
    with open(args.csv, "w", newline="") as file:
        print("number", *(f"n{n}" for n in range(1, 16)), sep=",", file=file)
        for n, card in enumerate(cards, 1):
            print(n, *(x for row in card for x in row if x), sep=",", file=file)
    faces = b"".join(rank(card).to_bytes(8, "big") for card in cards)
    print("SHA-256 de la clave: ", hashlib.sha256(key).hexdigest())
    print("SHA-256 de la matriz:", hashlib.sha256(faces).hexdigest())


if __name__ == "__main__":
    main()
