// ---- Cards in hands ------------------------------------------------------------------------------

/** Where a card is: 0 not given out, returned, burned, or HELD + n with person n. */
const RETURNED = 1, BURNED = 2, HELD = 3;

/** The cards of one series in one game. */
class Part {
    constructor(series, first, limit) {
        this.series = series;
        this.first = this.next = first;
        this.limit = limit;
        this.cards = new Float64Array(limit + 2);
    }

    all(first, last, held) {
        if (first < 1 || last > this.limit) return false;
        for (let n = first; n <= last; n++) if (this.cards[n] !== held) return false;
        return true;
    }

    give(first, last, held) {
        this.cards.fill(held, first, last + 1);
        if (first === this.next) this.next = last + 1;
    }

    takeBackTheEnd() {
        while (this.next > this.first && this.cards[this.next - 1] === RETURNED) this.cards[--this.next] = 0;
    }

    runs(there) {
        const runs = [];
        for (let n = this.first; n < this.next; n++) {
            if (!there(this.cards[n])) continue;
            const last = runs[runs.length - 1];
            if (last && last[2] === n - 1) last[2] = n;
            else runs.push([this.series, n, n]);
        }
        return runs;
    }
}

function countOf(segments) {
    return segments.reduce((sum, [, first, last]) => sum + last - first + 1, 0);
}

function segment(value) {
    const series = take(value, "series", "s"), first = take(value, "first"), last = take(value, "last");
    if (first < 1 || first > last || last > CARDS_MAX) throw new Bad("un tramo de cartones no es posible");
    return [series, first, last];
}

function segmentsOf(body) {
    const found = take(body, "segments", "l").map(segment);
    if (countOf(found) > CARDS_MAX) throw new Bad("un tramo de cartones no es posible");
    return found;
}

/** Phases in which a game is on sale or in play. */
const RUNNING = ["venta", "cerrada", "extraccion", "parada"];

// ---- Money, in whole cents -----------------------------------------------------------------------

function partOf(amount, hundredths, rounding) {
    const unit = BigInt(Math.max(take(rounding, "unit_cents"), 1)), whole = unit * 10000n;
    const half = take(rounding, "is", "s") === "half_up" ? whole / 2n : 0n;
    return (amount * BigInt(hundredths) + half) / whole * unit;
}

/** How the takings of a game are divided by the rules of its session. */
function divide(rules, takings) {
    const value = key => take(take(rules, key, "o"), "value", "?"), least = (a, b) => a < b ? a : b;
    const linePart = value("line_pct_hundredths"), bingoPart = value("bingo_pct_hundredths"), rounding = value("rounding");
    if (!isWhole(linePart) || !isWhole(bingoPart) || linePart + bingoPart > 10000) throw new Bad("las reglas no son posibles");
    const all = BigInt(takings), line = least(partOf(all, linePart, rounding), all);
    const bingo = least(partOf(all, bingoPart, rounding), all - line);
    const house = least(all * BigInt(10000 - linePart - bingoPart) / 10000n, all - line - bingo);
    const amounts = { takings_cents: all, line_cents: line, bingo_cents: bingo, house_cents: house, resto_cents: all - line - bingo - house };
    return Object.fromEntries(Object.entries(amounts).map(([key, amount]) => [key, Number(amount)]));
}

/** One game. Only a whole one is judged: its sale opened within the lines. */
class Game {
    constructor(no, whole) {
        Object.assign(this, {
            no, whole, phase: "venta", parts: [], reached: new Map(), price: 0, pots: { line: 0, bingo: 0 }, rules: null, matrix: null,
            out: [], announced: 0, announcedAt: null, counting: 0, judged: 0, stops: 0, claims: [], open: { line: true, bingo: true }, prizes: new Map(), segments: [], refunded: [],
            session: null, kept: null,
        });
    }

    part(series) {
        return this.parts.find(part => part.series === series);
    }

    hand(part, first, last, held) {
        part.give(first, last, held);
        this.reached.set(part.series, Math.max(this.reached.get(part.series) || 0, part.next));
    }

    holder(series, number) {
        const part = this.part(series), reached = this.reached.get(series);
        if (reached === undefined) return 0;
        if ((part ? part.next : 1) <= number && number < reached) return RETURNED;
        return part && number >= 1 && number <= part.limit ? part.cards[number] : 0;
    }

    sold() {
        return this.kept || this.parts.flatMap(part => part.runs(held => held >= HELD));
    }

    /** Once the next sale is open, only money is still to come. */
    forget() {
        this.kept = this.sold();
        if (RUNNING.includes(this.phase)) this.whole = false;
        this.parts = [];
        this.claims = [];
        this.out = [];
    }
}
