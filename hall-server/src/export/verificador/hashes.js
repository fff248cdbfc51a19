// ---- SHA-256, FIPS 180-4 -------------------------------------------------------------------------

const PRIMES = (() => {
    const found = [];
    for (let n = 2; found.length < 80; n++) if (found.every(p => n % p)) found.push(n);
    return found;
})();

/** The first bits behind the point of the square (2) or cube (3) root of a number. */
function rootBits(n, degree, bits) {
    const shift = BigInt(bits * degree), target = BigInt(n) << shift;
    let low = 0n, high = 1n << BigInt(bits + 10);
    while (high - low > 1n) {
        const middle = (low + high) >> 1n;
        if (middle ** BigInt(degree) <= target) low = middle;
        else high = middle;
    }
    return low & ((1n << BigInt(bits)) - 1n);
}

const K256 = Int32Array.from(PRIMES.slice(0, 64), p => Number(rootBits(p, 3, 32)) | 0);
const H256 = Int32Array.from(PRIMES.slice(0, 8), p => Number(rootBits(p, 2, 32)) | 0);

class Sha256 {
    constructor() {
        this.h = Int32Array.from(H256);
        this.w = new Int32Array(64);
        this.rest = new Uint8Array(64);
        this.fill = 0;
        this.length = 0;
    }

    begin() {
        this.h.set(H256);
        this.fill = this.length = 0;
        return this;
    }

    add(bytes, from = 0, to = bytes.length) {
        this.length += to - from;
        if (this.fill) {
            while (from < to && this.fill < 64) this.rest[this.fill++] = bytes[from++];
            if (this.fill < 64) return this;
            this.block(this.rest, 0);
            this.fill = 0;
        }
        for (; to - from >= 64; from += 64) this.block(bytes, from);
        while (from < to) this.rest[this.fill++] = bytes[from++];
        return this;
    }

    end() {
        const bits = this.length;
        this.rest[this.fill++] = 0x80;
        if (this.fill > 56) {
            this.rest.fill(0, this.fill);
            this.block(this.rest, 0);
            this.fill = 0;
        }
        this.rest.fill(0, this.fill, 56);
        const view = new DataView(this.rest.buffer);
        view.setUint32(56, Math.floor(bits / 0x20000000));
        view.setUint32(60, (bits << 3) >>> 0);
        this.block(this.rest, 0);
        const out = new Uint8Array(32);
        for (let i = 0; i < 8; i++) {
            const h = this.h[i];
            out[4 * i] = h >>> 24;
            out[4 * i + 1] = h >>> 16;
            out[4 * i + 2] = h >>> 8;
            out[4 * i + 3] = h;
        }
        return out;
    }

    block(bytes, at) {
        const w = this.w, s = this.h;
        for (let i = 0; i < 16; i++, at += 4) {
            w[i] = bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3];
        }
        for (let i = 16; i < 64; i++) {
            const x = w[i - 15], y = w[i - 2];
            const low = (x >>> 7 | x << 25) ^ (x >>> 18 | x << 14) ^ x >>> 3;
            const high = (y >>> 17 | y << 15) ^ (y >>> 19 | y << 13) ^ y >>> 10;
            w[i] = w[i - 16] + low + w[i - 7] + high | 0;
        }
        let a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
        for (let i = 0; i < 64; i++) {
            const big = (e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7);
            const one = h + big + (g ^ e & (f ^ g)) + K256[i] + w[i] | 0;
            const small = (a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10);
            const two = small + (a & b | c & (a | b)) | 0;
            h = g;
            g = f;
            f = e;
            e = d + one | 0;
            d = c;
            c = b;
            b = a;
            a = one + two | 0;
        }
        s[0] += a;
        s[1] += b;
        s[2] += c;
        s[3] += d;
        s[4] += e;
        s[5] += f;
        s[6] += g;
        s[7] += h;
    }
}

const hasher = new Sha256();

function sha256(...parts) {
    hasher.begin();
    for (const part of parts) hasher.add(part);
    return hasher.end();
}

// ---- SHA-512, in big numbers: only signatures need it --------------------------------------------

const M64 = (1n << 64n) - 1n;
const K512 = PRIMES.map(p => rootBits(p, 3, 64)), H512 = PRIMES.slice(0, 8).map(p => rootBits(p, 2, 64));
const turned = (x, n) => (x >> BigInt(n) | x << BigInt(64 - n)) & M64;

function sha512(message) {
    const length = (message.length + 17 + 127) & ~127, bytes = new Uint8Array(length);
    bytes.set(message);
    bytes[message.length] = 0x80;
    const view = new DataView(bytes.buffer);
    view.setBigUint64(length - 8, BigInt(message.length) * 8n);
    const state = [...H512], w = new Array(80);
    for (let at = 0; at < length; at += 128) {
        for (let i = 0; i < 16; i++) w[i] = view.getBigUint64(at + 8 * i);
        for (let i = 16; i < 80; i++) {
            const low = turned(w[i - 15], 1) ^ turned(w[i - 15], 8) ^ w[i - 15] >> 7n;
            const high = turned(w[i - 2], 19) ^ turned(w[i - 2], 61) ^ w[i - 2] >> 6n;
            w[i] = w[i - 16] + low + w[i - 7] + high & M64;
        }
        let [a, b, c, d, e, f, g, h] = state;
        for (let i = 0; i < 80; i++) {
            const one = h + (turned(e, 14) ^ turned(e, 18) ^ turned(e, 41)) + (e & f ^ (e ^ M64) & g) + K512[i] + w[i];
            const two = (turned(a, 28) ^ turned(a, 34) ^ turned(a, 39)) + (a & b ^ a & c ^ b & c);
            [a, b, c, d, e, f, g, h] = [one + two & M64, a, b, c, d + one & M64, e, f, g];
        }
        [a, b, c, d, e, f, g, h].forEach((x, i) => state[i] = state[i] + x & M64);
    }
    const out = new Uint8Array(64);
    state.forEach((x, i) => new DataView(out.buffer).setBigUint64(8 * i, x));
    return out;
}

// ---- Ed25519, RFC 8032 ---------------------------------------------------------------------------

const P25519 = 2n ** 255n - 19n, L25519 = 2n ** 252n + 27742317777372353535851937790883648493n;
const modulo = x => (x % P25519 + P25519) % P25519;

function power(base, exponent) {
    let out = 1n;
    for (base = modulo(base); exponent; exponent >>= 1n) {
        if (exponent & 1n) out = out * base % P25519;
        base = base * base % P25519;
    }
    return out;
}

const D25519 = modulo(-121665n * power(121666n, P25519 - 2n)), ROOT25519 = power(2n, (P25519 - 1n) / 4n);

function number(bytes) {
    let out = 0n;
    for (let i = bytes.length - 1; i >= 0; i--) out = out << 8n | BigInt(bytes[i]);
    return out;
}

function pointSum([x1, y1, z1, t1], [x2, y2, z2, t2]) {
    const a = (y1 - x1) * (y2 - x2), b = (y1 + x1) * (y2 + x2), c = 2n * t1 * t2 % P25519 * D25519, d = 2n * z1 * z2;
    const e = modulo(b - a), f = modulo(d - c), g = modulo(d + c), h = modulo(b + a);
    return [e * f % P25519, g * h % P25519, f * g % P25519, e * h % P25519];
}

function pointOf(bytes) {
    const whole = number(bytes), sign = whole >> 255n, y = whole & (1n << 255n) - 1n;
    if (y >= P25519) return null;
    const square = modulo((y * y - 1n) * power(D25519 * y * y + 1n, P25519 - 2n));
    let x = power(square, (P25519 + 3n) / 8n);
    if (modulo(x * x - square)) x = x * ROOT25519 % P25519;
    if (modulo(x * x - square) || x === 0n && sign) return null;
    if ((x & 1n) !== sign) x = P25519 - x;
    return [x, y, 1n, x * y % P25519];
}

function pointBytes([x, y, z]) {
    const inverse = power(z, P25519 - 2n), bytes = new Uint8Array(32);
    let whole = modulo(y * inverse) | (modulo(x * inverse) & 1n) << 255n;
    for (let i = 0; i < 32; i++, whole >>= 8n) bytes[i] = Number(whole & 255n);
    return bytes;
}

/** A point times any number: for each four bits of the number, a row of what they give. */
class Times {
    constructor(point) {
        this.rows = Array.from({ length: 64 }, () => {
            const row = [[0n, 1n, 1n, 0n]];
            for (let i = 1; i < 16; i++) row.push(pointSum(row[i - 1], point));
            point = pointSum(row[15], point);
            return row;
        });
    }

    by(n) {
        let out = this.rows[0][0];
        for (const row of this.rows) {
            if (n & 15n) out = pointSum(out, row[Number(n & 15n)]);
            n >>= 4n;
        }
        return out;
    }
}

let base25519 = null;

/** A public key. One that is no point, or of a small order, signs nothing. */
class Key {
    constructor(bytes) {
        this.bytes = bytes;
        this.minus = null;
        const point = bytes.length === 32 ? pointOf(bytes) : null;
        if (!point) return;
        let eight = point;
        for (let i = 0; i < 3; i++) eight = pointSum(eight, eight);
        if (!eight[0]) return;
        // The other point of the same y: signatures take the key away.
        this.minus = new Times([P25519 - point[0], point[1], 1n, P25519 - point[3]]);
    }

    signed(message, signature) {
        if (!this.minus || signature.length !== 64) return false;
        if (!base25519) {
            const y = 4n * power(5n, P25519 - 2n) % P25519;
            base25519 = new Times(pointOf(Uint8Array.from({ length: 32 }, (_, i) => Number(y >> BigInt(8 * i) & 255n))));
        }
        const r = signature.subarray(0, 32), s = number(signature.subarray(32));
        if (s >= L25519) return false;
        const h = number(sha512(joined(r, this.bytes, message))) % L25519;
        return equal(pointBytes(pointSum(base25519.by(s), this.minus.by(h))), r);
    }
}
