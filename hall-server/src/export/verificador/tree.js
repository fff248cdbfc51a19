// ---- The tree, RFC 6962 --------------------------------------------------------------------------

const ZERO = Uint8Array.of(0), ONE = Uint8Array.of(1);
const join = (left, right) => sha256(ONE, left, right);

/** The perfect subtrees of the tree so far, the largest first. */
class Frontier {
    constructor(size, peaks) {
        this.size = size;
        this.peaks = peaks;
    }

    push(leaf) {
        let size = this.size++;
        for (; size % 2; size = (size - 1) / 2) leaf = join(this.peaks.pop(), leaf);
        this.peaks.push(leaf);
    }

    root() {
        if (!this.peaks.length) return sha256();
        return this.peaks.reduceRight((right, left) => join(left, right));
    }
}

function ones(number) {
    let count = 0;
    for (; number > 0; number = Math.floor(number / 2)) count += number % 2;
    return count;
}

/** The root to which an inclusion proof leads; null if it has another length. */
function leadsTo(leaf, index, size, proof) {
    const half = n => Math.floor(n / 2);
    let node = leaf, place = index, last = size - 1;
    for (const step of proof) {
        if (last === 0) return null;
        if (place % 2 || place === last) {
            node = join(step, node);
            while (place % 2 === 0 && place) {
                place = half(place);
                last = half(last);
            }
        } else node = join(node, step);
        place = half(place);
        last = half(last);
    }
    return last === 0 ? node : null;
}

/** Whether the larger tree begins with the smaller one. */
function goesOn(old, oldRoot, size, root, proof) {
    const half = n => Math.floor(n / 2);
    if (old === size) return !proof.length && equal(oldRoot, root);
    if (old < 1 || old > size || !proof.length) return false;
    const steps = ones(old) === 1 ? [oldRoot, ...proof] : proof;
    let place = old - 1, last = size - 1, first = steps[0], second = steps[0];
    while (place % 2) {
        place = half(place);
        last = half(last);
    }
    for (const step of steps.slice(1)) {
        if (last === 0) return false;
        if (place % 2 || place === last) {
            first = join(step, first);
            second = join(step, second);
            while (place % 2 === 0 && place) {
                place = half(place);
                last = half(last);
            }
        } else second = join(second, step);
        place = half(place);
        last = half(last);
    }
    return last === 0 && equal(first, oldRoot) && equal(second, root);
}

// ---- Signed notes --------------------------------------------------------------------------------

/** A checkpoint with its signatures, as C2SP writes them. */
class Note {
    constructor(bytes) {
        const text = decoded(bytes), gap = text.indexOf("\n\n");
        if (gap < 0 || !text.endsWith("\n") || gap + 2 >= text.length || text.replaceAll("\n", "").search(HIDDEN) >= 0) {
            throw new Bad("no es una nota firmada");
        }
        const lines = text.slice(0, gap).split("\n");
        if (lines.length < 3 || !/^(0|[1-9][0-9]{0,15})$/.test(lines[1])) throw new Bad("no es un punto de control");
        this.text = text.slice(0, gap + 1);
        this.origin = lines[0];
        this.size = Number(lines[1]);
        this.root = base64Bytes(lines[2], 32);
        this.signatures = text.slice(gap + 2, -1).split("\n").map((line, at) => {
            const match = /^— ([^ +]+) ([A-Za-z0-9+/=]+)$/.exec(line);
            if (!match || at >= 100) throw new Bad("una firma no está en su forma");
            const data = base64Bytes(match[2], null);
            if (data.length < 5) throw new Bad("una firma no está en su forma");
            return { name: match[1], id: data.subarray(0, 4), signature: data.subarray(4) };
        });
    }
}

function keyId(name, algorithm, key) {
    return sha256(encoder.encode(name + "\n"), Uint8Array.of(algorithm), key).subarray(0, 4);
}
