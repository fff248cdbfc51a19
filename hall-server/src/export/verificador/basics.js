// ---- What is wrong, and how it is said -----------------------------------------------------------

/** It is no export, or a broken-off one. */
class Refused extends Error {}

/** What stands there is not as the format says. */
class Bad extends Error {}

const LINE_MAX = 1 << 20, SMALL_MAX = 16 << 20, FILES_MAX = 200000, LISTED_MAX = 50, RATIO_MAX = 100;
const CARDS_MAX = 1000000, REBUILT_MAX = 100000, WHOLE_MAX = 2 ** 53, DEPTH_MAX = 32;
const NAME = /^[A-Za-z0-9_.-]+(\/[A-Za-z0-9_.-]+)?$/;
const HIDDEN = /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Nothing invisible, nothing that turns the direction of writing. */
function shown(text) {
    const code = c => c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
    return String(text).slice(0, 300).replace(HIDDEN, c => "⟨U+" + code(c) + "⟩");
}

class Report {
    constructor() {
        this.findings = [];
        this.counts = {};
        this.done = [];
        this.left = [];
    }

    find(code, place, words) {
        this.counts[code] = (this.counts[code] || 0) + 1;
        if (this.counts[code] <= LISTED_MAX) {
            this.findings.push({ code, place, words: shown(words instanceof Error ? words.message : words) });
        }
    }

    line(code, seq, words) {
        this.find(code, "línea " + seq, words);
    }
}

/** Runs what may find something that is not as the format says. */
async function attempt(does, otherwise) {
    try {
        return await does();
    } catch (error) {
        if (!(error instanceof Bad)) throw error;
        return otherwise(error);
    }
}

// ---- JSON ----------------------------------------------------------------------------------------

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

function decoded(bytes) {
    try {
        return utf8.decode(bytes);
    } catch {
        throw new Bad("no es UTF-8");
    }
}

function depthOf(text) {
    let depth = 0, deepest = 0, quoted = false;
    for (let i = 0; i < text.length; i++) {
        const c = text.charCodeAt(i);
        if (quoted) {
            if (c === 92) i++;
            else if (c === 34) quoted = false;
        } else if (c === 34) quoted = true;
        else if (c === 91 || c === 123) deepest = Math.max(deepest, ++depth);
        else if (c === 93 || c === 125) depth--;
    }
    return deepest;
}

/** The value of a JSON text without fractions, huge numbers and other oddities. */
function parsed(text) {
    if (/^(?:[^\[{]*[\[{]){33}/.test(text) && depthOf(text) > DEPTH_MAX) throw new Bad("el JSON está anidado de más");
    let value;
    try {
        value = JSON.parse(text);
    } catch {
        throw new Bad("no es JSON");
    }
    if (/\\u[dD][89a-fA-F]/.test(text)) throw new Bad("el JSON tiene medias letras");
    if (/[0-9][.eE]|[0-9]{16}/.test(text)) numbersOf(text);
    return value;
}

function numbersOf(text) {
    for (const [number] of text.replace(/"(?:[^"\\]|\\.)*"/g, '""').matchAll(/-?[0-9][0-9.eE+-]*/g)) {
        if (/[.eE]/.test(number)) throw new Bad("un número no es entero");
        const far = BigInt(number.replace("-", "")) > BigInt(WHOLE_MAX);
        if (number.length > 17 || far) throw new Bad("un número es demasiado grande");
    }
}

/** The same, which must be written in the shortest form. */
function exact(text) {
    const value = parsed(text), again = JSON.stringify(value);
    if (again !== text) {
        const long = again.replace(/\\\\|\\b|\\f/g, m => m === "\\b" ? "\\u0008" : m === "\\f" ? "\\u000c" : m);
        if (long !== text) throw new Bad("el JSON no está escrito en su forma más corta");
    }
    return value;
}

function isWhole(value, least = 0) {
    return Number.isInteger(value) && value >= least && value <= WHOLE_MAX && !Object.is(value, -0);
}

function isObject(value) {
    return value !== null && typeof value === "object" && !Array.isArray(value);
}

const FITS = {
    n: value => isWhole(value), s: value => typeof value === "string", l: value => Array.isArray(value),
    o: isObject, b: value => typeof value === "boolean", "?": () => true,
};

/** A field of a body: n whole number, s text, l list, o object, b truth value, ? anything. */
function take(body, key, kind = "n") {
    if (!isObject(body) || !Object.hasOwn(body, key)) throw new Bad("falta el campo " + key);
    if (!FITS[kind](body[key])) throw new Bad("el campo " + key + " no es de su clase");
    return body[key];
}

function same(a, b) {
    return JSON.stringify(a) === JSON.stringify(b);
}

// ---- Bytes ---------------------------------------------------------------------------------------

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

function hexOf(bytes) {
    let text = "";
    for (const byte of bytes) text += HEX[byte];
    return text;
}

function hexBytes(text, length) {
    if (typeof text !== "string" || text.length !== 2 * length || !/^[0-9a-f]*$/.test(text)) {
        throw new Bad("no son " + 2 * length + " cifras hexadecimales");
    }
    return Uint8Array.from({ length }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

function base64Bytes(text, length) {
    let bytes;
    try {
        bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
    } catch {
        throw new Bad("no es base64");
    }
    if (length !== null && bytes.length !== length || btoa(String.fromCharCode(...bytes)) !== text) {
        throw new Bad("no es base64 de " + length + " bytes");
    }
    return bytes;
}

function joined(...parts) {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        whole.set(part, at);
        at += part.length;
    }
    return whole;
}

function equal(a, b) {
    return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
