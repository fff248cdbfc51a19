// ---- The whole export ----------------------------------------------------------------------------

const LINE_KEYS = ["seq", "at_utc_ms", "kind", "version", "request_id", "actor", "device", "body", "hash"];
const TEXTS = ["kind", "request_id", "actor", "device", "body", "hash"];

/** Reads a line and writes the bytes that are hashed behind 33 free ones: for the leaf's zero, and the hash before. */
class LineReader {
    constructor() {
        this.buffer = new Uint8Array(1 << 16);
        this.view = new DataView(this.buffer.buffer);
    }

    room(length) {
        if (this.buffer.length >= length) return;
        const buffer = new Uint8Array(2 * length);
        buffer.set(this.buffer);
        this.buffer = buffer;
        this.view = new DataView(buffer.buffer);
    }

    read(bytes, more = []) {
        const line = exact(decoded(bytes)), keys = [...LINE_KEYS, ...more];
        if (!isObject(line) || !same(Object.keys(line), keys)) throw new Bad("una línea no tiene sus campos");
        if (!isWhole(line.seq, 1) || !isWhole(line.version) || line.version >= 2 ** 32) throw new Bad("una línea no tiene sus números");
        if (!Number.isInteger(line.at_utc_ms) || Math.abs(line.at_utc_ms) > WHOLE_MAX) throw new Bad("una línea no tiene su hora");
        if (!TEXTS.every(key => typeof line[key] === "string")) throw new Bad("una línea no tiene sus textos");
        if (!/^[0-9a-f]{64}$/.test(line.hash)) throw new Bad("una huella no tiene 64 cifras");
        this.room(128 + 3 * TEXTS.reduce((sum, key) => sum + line[key].length, 0));
        this.end = 33;
        const length = count => {
            this.view.setUint32(this.end, count);
            this.end += 4;
        };
        const text = value => {
            const { written } = encoder.encodeInto(value, this.buffer.subarray(this.end + 4));
            length(written);
            this.end += written;
        };
        const long = value => {
            length(8);
            const high = Math.floor(value / 0x100000000);
            this.view.setInt32(this.end, high);
            this.view.setUint32(this.end + 4, value - high * 0x100000000);
            this.end += 8;
        };
        long(line.seq);
        long(line.at_utc_ms);
        text(line.kind);
        length(4);
        this.view.setUint32(this.end, line.version);
        this.end += 4;
        text(line.request_id);
        text(line.actor);
        text(line.device);
        text(line.body);
        return line;
    }

    chained(previous) {
        this.buffer.set(previous, 1);
        return hasher.begin().add(this.buffer, 1, this.end).end();
    }

    leaf() {
        this.buffer[32] = 0;
        return hasher.begin().add(this.buffer, 32, this.end).end();
    }
}

class Verifier {
    constructor(found, heads, points, tell) {
        this.export = found;
        this.heads = new Map(heads);
        this.ofOthers = points;
        this.tell = tell;
        this.report = new Report();
    }

    async manifest() {
        const refuse = bad => {
            throw new Refused("manifiesto.json: " + bad.message);
        };
        await attempt(async () => {
            const manifest = await this.export.json("manifiesto.json");
            if (!isObject(manifest) || manifest.formato !== "bombo-exportacion/1") {
                throw new Bad("no es de una exportación que este programa conozca");
            }
            const lines = take(manifest, "lineas", "o");
            this.first = take(lines, "primera");
            this.last = take(lines, "ultima");
            this.head = take(lines, "huella", "s");
            this.listed = new Map();
            for (const file of take(manifest, "ficheros", "l")) {
                const name = take(file, "nombre", "s");
                if (!NAME.test(name) || name.includes("..") || this.listed.has(name)) throw new Bad("el nombre de un fichero no es admisible");
                this.listed.set(name, { bytes: take(file, "bytes"), sha: take(file, "sha256", "s") });
            }
            if (!(this.first >= 1 && this.first <= this.last)) throw new Bad("las líneas no son posibles");
            this.asked = manifest;
        }, refuse);
    }

    async run() {
        await this.manifest();
        await this.files();
        this.hall = new Hall(this.report, this.first === 1);
        this.places = new Map();
        this.signers = new Signers(this.report, this.last);
        this.duties = new Duties(this.report, this.hall);
        this.accounts = new Accounts(this.report, this.hall);
        this.papers = new Papers(this.report, this.first === 1);
        this.stamps = new Stamps(this.report, this.export);
        const { previous, tree, link } = await this.frontier();
        this.notes = await this.checkpoints();
        await this.stamps.read();
        this.roots = new Map();
        this.others = await this.points();
        this.against = [];
        await this.antecedents();
        await this.record(previous, tree, link);
        await this.signatures();
        this.actas();
        this.papers.look(this.listed);
        this.duties.over();
        const { compared, founding } = this.hall.regulation, options = this.asked.opciones;
        if (this.export.files.has(PROFILE)) {
            await this.each(PROFILE, async () => this.hall.regulation.foundedWith(await this.export.small(PROFILE), this.report));
        } else if (founding) this.report.left.push("el texto del reglamento con que se fundó la sala, que no va en la exportación");
        if (compared) this.report.done.push(many(compared, "sesión, abierta", "sesiones, abiertas") + " con los valores del reglamento que regía");
        await this.accounts.compare(this.export, isObject(options) && options.decimales === "coma");
        await this.stamps.look(this.listed, this.roots, this.signers);
        this.matrices();
        return this.report;
    }

    /** Does something with a file that must be as the format says, where it is there. */
    async each(name, does, otherwise) {
        if (!this.export.files.has(name)) return otherwise;
        return attempt(does, bad => {
            this.report.find("formato", name, bad);
            return otherwise;
        });
    }

    async files() {
        const names = new Set([...this.listed.keys(), ...this.export.files.keys()]);
        for (const name of [...names].sort()) {
            if (name === "manifiesto.json") continue;
            const file = this.export.files.get(name), listed = this.listed.get(name);
            if (!file) this.report.find("fichero", name, "falta");
            else if (!listed) this.report.find("fichero", name, "no está en el manifiesto");
            else {
                await attempt(async () => {
                    const sha = new Sha256();
                    for await (const piece of file.pieces()) {
                        sha.add(piece);
                        this.tell("Comprobando " + name, sha.length / Math.max(file.size, 1));
                    }
                    const length = sha.length;
                    if (length !== listed.bytes || hexOf(sha.end()) !== listed.sha) this.report.find("fichero", name, "no es el que se exportó");
                }, bad => this.report.find("fichero", name, bad));
            }
        }
        for (const name of ["registro.jsonl", "antecedentes.jsonl", "frontera.json", "claves.json"]) {
            if (!names.has(name)) this.report.find("fichero", name, "falta");
        }
        this.report.done.push(many(this.listed.size, "fichero", "ficheros") + ", con su tamaño y su huella");
    }

    frontier() {
        return this.each("frontera.json", async () => {
            const found = await this.export.json("frontera.json"), before = hexBytes(take(found, "huella", "s"), 32);
            if (take(found, "lineas") !== this.first - 1 || this.first === 1 && before.some(byte => byte)) {
                throw new Bad("no es la línea anterior a la primera");
            }
            const peaks = take(found, "subarboles", "l");
            if (peaks.length !== ones(this.first - 1)) throw new Bad("no son los subárboles de esas líneas");
            let link = take(found, "enlace", "?");
            if (link !== null) {
                const proof = take(link, "prueba", "l");
                if (proof.length > 64) throw new Bad("una prueba no es posible");
                link = { point: take(link, "punto"), proof: proof.map(step => hexBytes(step, 32)) };
            }
            return { previous: before, tree: new Frontier(this.first - 1, peaks.map(peak => hexBytes(peak, 32))), link };
        }, { previous: null, tree: null, link: null });
    }

    async checkpoints() {
        const notes = new Map();
        for (const name of [...this.export.files.keys()].sort()) {
            if (!name.startsWith("puntos/")) continue;
            const match = /^puntos\/([1-9][0-9]{0,15})\.txt$/.exec(name);
            if (!match) {
                this.report.find("formato", name, "no es el nombre de un punto de control");
                continue;
            }
            const note = await this.each(name, async () => new Note(await this.export.small(name)), null);
            if (note && note.size !== Number(match[1])) this.report.find("formato", name, "el punto de control es de otras líneas");
            else if (note) notes.set(note.size, note);
        }
        return notes;
    }

    /** Checkpoints that a witness kept, by size. */
    async points() {
        const others = new Map();
        for (const { name, bytes } of this.ofOthers) {
            const note = await attempt(() => new Note(bytes), () => {
                throw new Refused(shown(name) + " no es un punto de control");
            });
            others.set(note.size, [...others.get(note.size) || [], note]);
        }
        return others;
    }

    async antecedents() {
        const latest = [...this.notes.values()].reduce((a, b) => a && a.size > b.size ? a : b, null), reader = new LineReader();
        let before = 0, left = 0;
        await this.each("antecedentes.jsonl", () => this.export.lines("antecedentes.jsonl", bytes => {
            const line = reader.read(bytes, ["camino"]), { seq, camino } = line;
            if (seq <= before || seq >= this.first) throw new Bad("las líneas no están en orden, o no son anteriores");
            before = seq;
            if (camino !== null) {
                if (!Array.isArray(camino) || camino.length > 64) throw new Bad("un camino no es posible");
                const path = camino.map(step => hexBytes(step, 32));
                const root = latest && seq <= latest.size ? leadsTo(reader.leaf(), seq - 1, latest.size, path) : null;
                if (!root || !equal(root, latest.root)) this.report.line("arbol", seq, "el camino de esta línea no lleva al último punto de control");
            } else if (latest && seq <= latest.size) this.report.line("arbol", seq, "esta línea anterior no tiene camino al punto de control");
            else left++;
            if (seq === 1 && hexOf(reader.chained(new Uint8Array(32))) !== line.hash) {
                this.report.line("cadena", 1, "no es la que se escribió, o no viene después de la anterior");
            }
            this.signers.see(line);
            this.duties.take(line, true);
            this.hall.take(line, true);
            this.papers.take(line, true);
        }));
        if (left) this.report.left.push(many(left, "línea anterior citada", "líneas anteriores citadas") + ", que no cubre ningún punto de control");
    }

    /** Where the lines of a game begin and end in the file, for its replay. */
    remember(line, at, length) {
        const game = /^\{"game":([0-9]{1,10})[,}]/.exec(line.body);
        if (!game) return;
        const no = Number(game[1]), place = this.places.get(no);
        if (place) place.to = at + length + 1;
        else if (line.kind === "sale_opened") this.places.set(no, { no, from: at, to: at + length + 1, at: line.at_utc_ms });
    }

    /** Compares the tree so far with who signed it. */
    atSize(tree) {
        const note = this.notes.get(tree.size), others = this.others.get(tree.size) || [];
        if (!note && !others.length && !this.stamps.sizes.has(tree.size) && tree.size !== this.first - 1 && tree.size !== this.last) return;
        const root = tree.root();
        this.roots.set(tree.size, root);
        if (note && !equal(note.root, root)) this.report.find("arbol", "puntos/" + tree.size + ".txt", "lo que se firmó no es lo que dicen estas líneas");
        this.against.push(...others.filter(other => !equal(other.root, root)));
    }

    async record(previous, tree, link) {
        const reader = new LineReader();
        let expected = this.first;
        if (tree) this.atSize(tree);
        await this.each("registro.jsonl", () => this.export.lines("registro.jsonl", (bytes, at) => {
            const line = reader.read(bytes), { seq } = line, kept = hexBytes(line.hash, 32);
            if (seq !== expected) {
                this.report.line("cadena", expected, "falta, o está en otro sitio: aquí está la " + seq);
                expected = seq;
            } else if (previous && !equal(reader.chained(previous), kept)) {
                this.report.line("cadena", seq, "no es la que se escribió, o no viene después de la anterior");
            }
            if (line.kind === "record_archived" && previous && !line.body.includes(hexOf(previous))) {
                this.report.line("cadena", seq, "cita otro archivo que el de las líneas anteriores");
            }
            previous = kept;
            expected++;
            if (tree) {
                tree.push(reader.leaf());
                if (tree.size === seq) this.atSize(tree);
            }
            if (this.heads.has(seq)) {
                if (this.heads.get(seq) !== line.hash) this.report.line("cabeza", seq, "no es la que está impresa");
                else this.report.done.push("la línea " + seq + ", que es la que está impresa en el papel");
                this.heads.delete(seq);
            }
            this.signers.see(line);
            this.duties.take(line, false);
            this.hall.take(line, false);
            this.accounts.take(line);
            this.papers.take(line, false);
            this.stamps.see(line);
            this.remember(line, at, bytes.length);
            if (seq % 20000 === 0) this.tell("Leyendo las líneas", (seq - this.first) / (this.last - this.first + 1));
        }));
        if (expected !== this.last + 1 || previous && hexOf(previous) !== this.head) {
            this.report.line("cadena", this.last, "el registro no acaba donde dice el manifiesto");
        }
        for (const seq of this.heads.keys()) this.report.left.push("lo impreso de la línea " + seq + ": esa línea no está en la exportación");
        this.linked(link);
        this.report.done.push("la cadena de las líneas " + this.first + " a " + this.last);
    }

    /** The checkpoints that are of no line here, and how far the others reach. */
    linked(link) {
        const sizes = [...this.notes.keys()].sort((a, b) => a - b), reached = sizes.filter(size => this.roots.has(size));
        for (const size of sizes.filter(size => !this.roots.has(size))) {
            const place = "puntos/" + size + ".txt", [old, next] = size > this.last ? [this.last, size] : [size, this.first - 1];
            const roots = new Map([...this.roots, [size, this.notes.get(size).root]]);
            const within = size >= this.first && size <= this.last;
            if (within || !link || link.point !== size || !roots.has(old) || !roots.has(next)) {
                this.report.find("arbol", place, "nada prueba que sea de este registro");
            } else if (!goesOn(old, roots.get(old), next, roots.get(next), link.proof)) {
                this.report.find("arbol", place, "la prueba no lleva de estas líneas a él");
            } else reached.push(size);
        }
        if (link && !this.notes.has(link.point)) {
            this.report.find("arbol", "puntos/" + link.point + ".txt", "falta el punto de control al que se unen las líneas");
        }
        for (const size of [...this.others.keys()].filter(size => !this.roots.has(size)).sort((a, b) => a - b)) {
            this.report.left.push("el punto de control " + size + " de un testigo: es de líneas que no están en la exportación");
        }
        if (!this.notes.size) {
            this.report.left.push("sin puntos de control: que el registro no se haya rehecho entero sólo se ve comparando la última línea con un acta en papel");
            return;
        }
        const far = reached.reduce((a, b) => Math.max(a, b), 0);
        if (reached.length) this.report.done.push("el árbol y la raíz de " + many(reached.length, "punto de control", "puntos de control"));
        if (far < this.last) {
            this.report.left.push("las líneas " + Math.max(far + 1, this.first) + " a " + this.last + " no las cubre aún ningún punto de control");
        }
    }

    async signatures() {
        const keys = await this.each("claves.json", () => this.export.json("claves.json"), null);
        this.keys = isObject(keys) ? keys : {};
        this.signers.compare(this.keys);
        const sizes = [...this.notes.keys()].sort((a, b) => a - b);
        if (this.signers.ofHall.length && !sizes.length) {
            this.report.find("firma", "puntos", "la sala firma puntos de control, y aquí no hay ninguno");
        }
        sizes.forEach((size, at) => {
            this.tell("Comprobando firmas", at / sizes.length);
            this.signers.look(this.notes.get(size));
        });
        const { good, seen, strange } = this.signers;
        if (sizes.length) this.report.done.push(many(good, "firma de la sala", "firmas de la sala") + " y " + seen + " de testigos");
        if (strange) this.report.left.push(many(strange, "firma", "firmas") + " de quien no consta como testigo en estas líneas");
        // What witnesses kept proves something only if the hall signed it.
        for (const note of this.against) {
            if (this.signers.isOurs(note)) {
                this.report.line("testigo", note.size, "la sala firmó otras líneas, y un testigo lo guarda: el registro se rehízo, o se partió en dos");
            } else {
                this.report.left.push("el punto de control " + note.size + " que se ha dado aparte: no lleva la firma de la sala y no prueba nada");
            }
        }
    }

    actas() {
        let checked = 0, missing = 0;
        for (const acta of this.hall.actas) {
            const name = "actas/" + acta.file.split("/").pop(), listed = this.listed.get(name);
            if (!listed) {
                missing++;
                continue;
            }
            checked++;
            const latest = this.hall.actas.findLast(other => other.file === acta.file);
            if (listed.sha !== acta.sha && latest.sha === acta.sha) this.report.find("acta", name, "no es la que se emitió en la línea " + acta.seq);
        }
        if (checked) {
            this.report.done.push((checked === 1 ? "el acta, que es la que se emitió" : checked + " actas, que son las que se emitieron"));
            this.report.left.push("el certificado con que se firmó cada acta: lo dice cualquier lector de PDF");
        }
        if (missing) this.report.left.push(many(missing, "acta que no va", "actas que no van") + " en la exportación");
    }

    matrices() {
        const revealed = Array.isArray(this.keys.matrices) ? this.keys.matrices : [], known = new Set();
        let done = 0;
        try {
            for (const found of revealed) {
                const no = take(found, "matriz");
                known.add(no);
                done += this.matrix(no, hexBytes(take(found, "clave", "s"), 16), take(found, "semilla", "?"));
            }
        } catch (error) {
            if (!(error instanceof Bad)) throw error;
            this.report.find("formato", "claves.json", error);
        }
        if (this.hall.drawn) {
            this.report.done.push(many(this.hall.drawn, "matriz que sale", "matrices que salen") + " de un sorteo que se anunció antes");
        }
        if (done) this.report.done.push(many(done, "matriz rehecha", "matrices rehechas") + " a partir de su clave, cartón a cartón");
        const secret = [...this.hall.matrices.keys()].filter(no => !known.has(no)).sort((a, b) => a - b);
        if (secret.length) {
            this.report.left.push("los cartones de " + (secret.length === 1 ? "la matriz " : "las matrices ") + secret.slice(0, 20).join(", ") + ": su clave no se revela mientras se vendan");
        }
    }

    matrix(no, key, seed) {
        const matrix = this.hall.matrices.get(no), place = "matriz " + no;
        if (!matrix || !matrix.made) return 0;
        if (hexOf(sha256(key)) !== matrix.key) {
            this.report.find("carton", place, "la clave revelada no es la que se publicó");
            return 0;
        }
        if (matrix.words !== null && seed !== null) {
            const mixed = sha256(encoder.encode("bombo matrix key 1\n"), hexBytes(seed, 32), encoder.encode(matrix.words));
            if (!equal(mixed.subarray(0, 16), key)) this.report.find("carton", place, "la clave no sale de lo que se tecleó y de la semilla");
            if (matrix.seed !== null && matrix.seed !== hexOf(sha256(hexBytes(seed, 32)))) {
                this.report.find("carton", place, "la semilla no es la que se anunció antes del sorteo");
            }
        }
        if (matrix.size > REBUILT_MAX) {
            this.report.left.push("los cartones de la matriz " + no + ": son demasiados");
            return 0;
        }
        this.tell("Rehaciendo la matriz " + no, 0);
        const ranks = matrixOf(key, no, matrix.kind, matrix.size, matrix.clean), bytes = new Uint8Array(8 * ranks.length);
        const view = new DataView(bytes.buffer);
        ranks.forEach((rank, at) => view.setBigUint64(8 * at, rank));
        if (hexOf(sha256(bytes)) !== matrix.faces) this.report.find("carton", place, "los cartones no son los que se publicaron");
        for (const [of, rank] of this.hall.faces) {
            const [matrixNo, number] = of.split(":").map(Number);
            if (matrixNo === no && number >= 1 && number <= ranks.length && ranks[number - 1] !== rank) {
                this.report.find("carton", place, "el cartón " + number + " se juzgó con otros números");
            }
        }
        return 1;
    }

    /** The lines of a game, for its replay. */
    async gameLines(no) {
        const place = this.places.get(no), found = [];
        await this.export.lines("registro.jsonl", (bytes, at) => {
            if (at < place.from || at >= place.to) return;
            const line = JSON.parse(decoded(bytes));
            if (line.body.startsWith("{\"game\":" + no + ",") || line.body === "{\"game\":" + no + "}") {
                found.push({ seq: line.seq, at: line.at_utc_ms, kind: line.kind, body: inert(JSON.parse(line.body)) });
            }
        });
        return found;
    }
}

/** The same value with every text as it may be shown. */
function inert(value) {
    return JSON.parse(JSON.stringify(value), (_, one) => typeof one === "string" ? shown(one) : one);
}

// ---- Spoken to by the page -----------------------------------------------------------------------

let verifier = null, told = 0;

self.onmessage = async ({ data }) => {
    try {
        if (data.game) {
            self.postMessage({ lines: await verifier.gameLines(data.game), game: data.game });
            return;
        }
        const tell = (words, part) => {
            const now = performance.now();
            if (now - told < 100) return;
            told = now;
            self.postMessage({ progress: words, part });
        };
        verifier = new Verifier(await Export.open(data.chosen), data.heads, data.points, tell);
        const report = await verifier.run(), { hall } = verifier;
        if (hall.unjudged) report.left.push(many(hall.unjudged, "línea", "líneas") + " de partidas que empezaron antes");
        if (hall.forged) report.left.push(many(hall.forged, "cartón rechazado", "cartones rechazados") + " por su código: la clave de los códigos es secreta");
        self.postMessage({
            done: {
                findings: report.findings, counts: report.counts, checked: report.done, left: report.left,
                asked: inert({ ...verifier.asked, ficheros: null }),
                first: verifier.first, last: verifier.last, head: verifier.head, played: hall.played, judged: hall.judged, paid: hall.paid,
                games: [...verifier.places.values()].map(place => {
                    const game = hall.games.get(place.no);
                    return { no: place.no, at: place.at, session: game ? game.session : null, phase: game ? game.phase : "" };
                }),
            },
        });
    } catch (error) {
        if (!(error instanceof Refused)) self.postMessage({ failed: String(error && error.stack || error) });
        else self.postMessage({ refused: shown(error.message) });
    }
};
