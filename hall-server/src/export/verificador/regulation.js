// ---- The regulation in force ---------------------------------------------------------------------

/** As much of TOML as a profile has: tables, texts, whole numbers, truth values, lists. All else is no profile. */
class Toml {
    constructor(text) {
        Object.assign(this, { text, at: 0, depth: 0 });
    }

    bad() {
        throw new Bad("su texto no se entiende en el renglón " + this.text.slice(0, this.at).split("\n").length);
    }

    /** Goes over what fits here, and returns it. */
    over(pattern) {
        const sticky = new RegExp(pattern, "y");
        sticky.lastIndex = this.at;
        const found = sticky.exec(this.text);
        if (found) this.at = sticky.lastIndex;
        return found && found[0];
    }

    skip() {
        while (this.over("[ \\t\\r\\n]+|#[^\\n]*"));
    }

    has(sign) {
        if (!this.text.startsWith(sign, this.at)) return false;
        this.at += sign.length;
        return true;
    }

    need(sign) {
        if (!this.has(sign)) this.bad();
    }

    read() {
        const root = Object.create(null);
        let here = root;
        for (;;) {
            this.skip();
            if (this.at === this.text.length) return root;
            if (this.has("[")) {
                here = this.inside(root, this.path());
                this.need("]");
            } else this.entry(here);
            if (this.over("[ \\t]*(?:#[^\\n]*)?(?:\\r?\\n|$)") === null) this.bad();
        }
    }

    path() {
        const keys = [];
        for (;;) {
            this.skip();
            const bare = this.over("[A-Za-z0-9_-]+");
            keys.push(bare === null ? this.words() : bare);
            this.skip();
            if (!this.has(".")) return keys;
        }
    }

    inside(table, keys) {
        for (const key of keys) {
            if (!(key in table)) table[key] = Object.create(null);
            table = table[key];
            if (!isObject(table)) this.bad();
        }
        return table;
    }

    entry(into) {
        const keys = this.path(), last = keys.pop();
        this.need("=");
        const table = this.inside(into, keys);
        if (last in table) this.bad();
        table[last] = this.value();
    }

    value() {
        this.skip();
        if (this.has("true")) return true;
        if (this.has("false")) return false;
        if (this.has("[")) return this.until("]", [], list => list.push(this.value()));
        if (this.has("{")) return this.until("}", Object.create(null), table => this.entry(table));
        const whole = this.over("[+-]?(?:0x[0-9A-Fa-f_]+|0o[0-7_]+|0b[01_]+|[0-9][0-9_]*)(?![0-9A-Za-z_.:+-])");
        if (whole === null) return this.words();
        const digits = whole.replaceAll("_", ""), number = Number(digits.replace(/^[+-]/, "")) * (digits.startsWith("-") ? -1 : 1);
        if (!Number.isFinite(number) || Math.abs(number) > WHOLE_MAX) this.bad();
        return number + 0;
    }

    until(end, into, one) {
        if (++this.depth > DEPTH_MAX) this.bad();
        for (;;) {
            this.skip();
            if (this.has(end)) break;
            one(into);
            this.skip();
            if (!this.has(",")) {
                this.need(end);
                break;
            }
        }
        this.depth--;
        return into;
    }

    words() {
        const sign = ['"""', "'''", '"', "'"].find(one => this.has(one));
        if (!sign) this.bad();
        const long = sign.length === 3, parts = [];
        if (long) this.over("\\r?\\n");
        while (!this.has(sign)) {
            const letter = this.over(long ? "[^]" : "[^\\n]");
            if (letter === null) this.bad();
            if (letter !== "\\" || sign[0] === "'") parts.push(letter);
            else if (!long || this.over("[ \\t\\r\\n]+") === null) parts.push(this.escaped());
        }
        // Quotation marks before the last three are of the text.
        while (long && this.has(sign[0])) parts.push(sign[0]);
        return parts.join("");
    }

    escaped() {
        const plain = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", e: "\x1b", '"': '"', "\\": "\\" };
        const letter = this.text[this.at++] || "";
        if (Object.hasOwn(plain, letter)) return plain[letter];
        const length = { x: 2, u: 4, U: 8 }[letter];
        const digits = length ? this.over("[0-9A-Fa-f]{" + length + "}") : null;
        const code = digits === null ? -1 : parseInt(digits, 16);
        if (code < 0 || code > 0x10ffff || code >= 0xd800 && code <= 0xdfff) this.bad();
        return String.fromCodePoint(code);
    }
}

const POSTS = ["admision", "auxiliares", "vendedores", "cajeros", "jefes_de_mesa", "jefes_de_sala"];

/** Words that are the same in a profile and in the record, but for one. */
const CHOICES = {
    split_unit: ["card"], destination: ["house", "carried"], announcing: ["key", "typed"], evidence: ["caller", "second_reader"],
    light: ["at_once", "starts", "ends"], without_camera: ["free", "two_people", "refused"], picture: ["marked", "held"],
    second_word: ["second_person", "mesa", "caller"], caller_error: ["annul", "correct"],
};

function hundredthsOf(text) {
    const found = typeof text === "string" && /^([0-9]{1,12})(?:[.,]([0-9]{1,2}))?$/.exec(text);
    if (!found) throw new Bad("uno de sus números con decimales no lo es");
    return Number(found[1]) * 100 + Number((found[2] || "").padEnd(2, "0"));
}

/** How a value of a profile is read, by what it is. */
const READ = {
    percent: hundredthsOf,
    number: value => isWhole(value) ? value : undefined,
    prices: value => Array.isArray(value) ? value.map(hundredthsOf) : undefined,
    rounding: (value, entry) => ["down", "half_up"].includes(value) ? { is: value, unit_cents: hundredthsOf(take(entry, "unit", "s")) } : undefined,
    staff: value => Object.fromEntries(POSTS.map(post => [post, take(value, post)])),
};

const HALLS = value => ({ value, basis: "hall" });

/** Each value of the rules in the record's order: its name there, the profile's part and name, what it is, and what older rules meant that did not say it. */
const RULES = [
    ["line_pct_hundredths", "prizes", "line_pct", "percent"], ["bingo_pct_hundredths", "prizes", "bingo_pct", "percent"],
    ["face_values_cents", "cards", "face_values", "prices"], ["series_size", "cards", "series_size", "number"],
    ["rounding", "prizes", "rounding", "rounding"], ["resto_to", "prizes", "resto_to", "destination"],
    ["unsung_line_to", "prizes", "unsung_line_to", "destination"], ["unsung_bingo_to", "prizes", "unsung_bingo_to", "destination"],
    ["question_min_secs", "claims", "question_min_secs", "number"], ["ball_set_max_games", "balls", "set_max_games", "number"],
    ["ball_set_warning_games", "balls", "set_warning_games", "number", rules => HALLS(Math.max(take(take(rules, "ball_set_max_games", "o"), "value") - 50, 0))],
    ["pre_extraction_wait_min", "failures", "pre_extraction_wait_min", "number"], ["caller_error", "failures", "caller_error", "caller_error"],
    ["split_unit", "prizes", "split_unit", "split_unit"], ["announcing", "draw", "announcing", "announcing"],
    ["evidence", "draw", "evidence", "evidence", () => HALLS("caller")], ["light", "draw", "light", "light", () => HALLS("at_once")],
    ["without_camera", "draw", "without_camera", "without_camera", () => HALLS("free")], ["picture", "draw", "picture", "picture", () => HALLS("marked")],
    ["second_word", "draw", "second_word", "second_word", () => HALLS("second_person")],
    ["least_staff", "staff", "least", "staff", () => HALLS(Object.fromEntries(POSTS.map(post => [post, 0])))],
];

function profileValue(name, what, entry) {
    const value = take(entry, "value", "?");
    let read;
    if (Object.hasOwn(READ, what)) read = READ[what](value, entry);
    else if (CHOICES[what].includes(value)) read = what === "second_word" && value === "mesa" ? "jefe_de_mesa" : value;
    if (read === undefined) throw new Bad("su valor «" + name + "» no es posible");
    return read;
}

/** The rules that the text of a profile says, as the record has them. */
function profileRules(text) {
    const root = new Toml(text).read(), rules = { id: take(root, "id", "s"), title: take(root, "title", "s") };
    for (const [key, part, name, what, before] of RULES) {
        const table = root[part];
        if (!isObject(table) || !(name in table)) {
            if (!before) throw new Bad("le falta el valor «" + name + "»");
            continue;
        }
        const entry = table[name], value = profileValue(name, what, entry);
        rules[key] = typeof entry.law === "string" ? { value, basis: "law", article: entry.law } : { value, basis: entry.hall === true ? "hall" : "unknown" };
    }
    rules.valid_from = take(root, "valid_from", "s");
    return rules;
}

/** Rules with what older ones did not say. */
function completed(rules) {
    const whole = { id: take(rules, "id", "s"), title: take(rules, "title", "s") };
    for (const [key, , , , before] of RULES) whole[key] = Object.hasOwn(rules, key) || !before ? take(rules, key, "?") : before(rules);
    whole.valid_from = Object.hasOwn(rules, "valid_from") ? rules.valid_from : null;
    return whole;
}

function differing(one, other) {
    return Object.keys(one).filter(key => !same(one[key], other[key]));
}

/** The profile that the hall was founded with. */
const PROFILE = "perfil.toml";

/** Which rules the hall has had, and which were in force. */
class Regulation {
    constructor(hall) {
        Object.assign(this, {
            hall, proposed: new Map(), had: new Map(), compared: 0,
            /** That of the last session or of the founding, where these lines say it, and those adopted since. */
            inForce: null, toCome: [], founding: null,
        });
    }

    founded(body) {
        const sha = take(body, "profile_sha256", "s");
        this.had.set(sha, completed(take(body, "rules", "o")));
        this.founding = sha;
        if (this.hall.fromTheFirst) this.inForce = sha;
    }

    asked(body) {
        const text = take(body, "profile", "s"), sha = take(body, "profile_sha256", "s"), rules = completed(take(body, "rules", "o"));
        if (hexOf(sha256(encoder.encode(text))) !== sha) this.hall.say("reglamento", "el reglamento que se propone no tiene la huella que consta");
        let others = [];
        try {
            others = differing(completed(profileRules(text)), rules);
        } catch (error) {
            if (!(error instanceof Bad)) throw error;
            this.hall.say("reglamento", "el reglamento que se propone no es un reglamento: " + error.message);
        }
        if (others.length) this.hall.say("reglamento", "los valores que se proponen no son los del texto del reglamento: " + others.join(", "));
        this.proposed.set(sha, rules);
    }

    /** The text of the profile of the founding, which goes along where the hall's folder has it. */
    foundedWith(bytes, report) {
        if (hexOf(sha256(bytes)) !== this.founding) return report.find("reglamento", PROFILE, "no es el reglamento con que se fundó la sala");
        const others = differing(completed(profileRules(decoded(bytes))), this.had.get(this.founding));
        if (others.length) report.find("reglamento", PROFILE, "la sala se fundó con otros valores que los de este texto: " + others.join(", "));
        report.done.push("los valores con que se fundó la sala, que son los del texto de su reglamento");
    }

    adopted(body) {
        const sha = take(body, "profile_sha256", "s");
        if (!this.proposed.has(sha)) {
            this.hall.say("reglamento", "se adopta un reglamento que nadie había propuesto");
            if (!this.had.has(sha)) this.had.set(sha, null);
            return;
        }
        this.had.set(sha, this.proposed.get(sha));
        this.toCome.push(sha);
    }

    begins(sha) {
        const rules = this.had.get(sha);
        return rules && rules.valid_from || "";
    }

    opened(body) {
        const no = take(body, "session"), date = take(body, "date", "s"), sha = take(body, "profile_sha256", "s");
        const rules = completed(take(body, "rules", "o"));
        const begun = this.toCome.filter(one => this.begins(one) <= date), right = begun.length ? begun[begun.length - 1] : this.inForce;
        if (this.had.size && !this.had.has(sha)) {
            this.hall.say("reglamento", "la sesión " + no + " se abre con un reglamento que la sala no tenía");
        } else if (this.inForce !== null && sha !== right) {
            this.hall.say("reglamento", "la sesión " + no + " se abre con un reglamento que no era el que regía");
        }
        const its = this.had.get(sha);
        if (its) {
            if (!this.hall.past) this.compared++;
            const others = differing(rules, its);
            if (others.length) this.hall.say("reglamento", "la sesión " + no + " se abre con otros valores que los de su reglamento: " + others.join(", "));
        }
        this.toCome = this.toCome.filter(one => this.begins(one) > date);
        this.inForce = sha;
    }
}
