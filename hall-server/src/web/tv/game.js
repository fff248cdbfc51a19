// ---- The proof of a game, checked in the page that carries it ---------------------------------------

const OWN_KEY = 1, WITNESS_KEY = 4;

/** A verifier key, NAME+ID+BASE64. */
function signerOf(text) {
    const parts = text.split("+"), data = base64Bytes(parts.slice(2).join("+"), 33);
    return { name: parts[0], algorithm: data[0], key: data.subarray(1) };
}

function lineBytes(line) {
    const number = (value, length) => {
        const bytes = new Uint8Array(length);
        new DataView(bytes.buffer)[length === 8 ? "setBigInt64" : "setUint32"](0, length === 8 ? BigInt(value) : value);
        return bytes;
    };
    const text = key => encoder.encode(take(line, key, "s"));
    const fields = [
        number(take(line, "seq"), 8), number(take(line, "at_utc_ms", "?"), 8), text("kind"), number(take(line, "version"), 4),
        text("request_id"), text("actor"), text("device"), text("body"),
    ];
    return joined(...fields.flatMap(field => [number(field.length, 4), field]));
}

const leafOf = bytes => sha256(ZERO, bytes);

/** The kind of key with which a note carries a good signature: names of those who did. */
function signersIn(note, signers, algorithm) {
    const names = [];
    for (const { name, key } of signers.filter(by => by.algorithm === algorithm)) {
        const id = keyId(name, algorithm, key);
        for (const by of note.signatures.filter(by => by.name === name && equal(by.id, id))) {
            let message = note.text, signature = by.signature;
            if (algorithm === WITNESS_KEY) {
                const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
                message = "cosignature/v1\ntime " + time + "\n" + message;
                signature = signature.subarray(8);
            }
            if (!new Key(key).signed(encoder.encode(message), signature)) throw new Bad("la firma de " + name + " no vale");
            names.push(name);
        }
    }
    return names;
}

function noteOf(text, signers, origin) {
    const note = new Note(encoder.encode(text));
    if (origin && note.origin.split("/")[0] !== origin.split("/")[0]) throw new Bad("es de otra sala");
    // Under the name of an earlier epoch the same key signs another log.
    const own = signers.filter(by => by.algorithm === OWN_KEY).map(by => ({ ...by, name: note.origin }));
    if (!signersIn(note, own, OWN_KEY).length) throw new Bad("no lo firma la sala");
    note.witnesses = signersIn(note, signers, WITNESS_KEY);
    return note;
}

/** A line's proof, C2SP tlog-proof: the line's body, its number and the note. */
function lineProof(text, signers, origin) {
    const gap = text.indexOf("\n\n"), lines = text.slice(0, gap).split("\n");
    if (lines[0] !== "c2sp.org/tlog-proof@v1" || !/^extra /.test(lines[1]) || !/^index [0-9]{1,15}$/.test(lines[2])) {
        throw new Bad("una prueba no está en su forma");
    }
    const bytes = base64Bytes(lines[1].slice(6), null), index = Number(lines[2].slice(6));
    const note = noteOf(text.slice(gap + 2), signers, origin);
    const root = leadsTo(leafOf(bytes), index, note.size, lines.slice(3).map(hash => base64Bytes(hash, 32)));
    if (!root || !equal(root, note.root)) throw new Bad("la línea " + (index + 1) + " no está en su punto de control");
    return { note, line: index + 1, ...fieldsOf(bytes) };
}

function fieldsOf(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset), fields = [];
    for (let at = 0; at < bytes.length;) {
        const length = view.getUint32(at);
        fields.push(bytes.subarray(at + 4, at + 4 + length));
        at += 4 + length;
    }
    if (fields.length !== 8) throw new Bad("una línea no está en su forma");
    return { kind: decoded(fields[2]), body: parsed(decoded(fields[7])) };
}

/** The balls, as they count, and the prizes, of the lines that are shown. */
function playedIn(lines) {
    const balls = new Map(), prizes = [];
    for (const { kind, body } of lines) {
        const event = parsed(body);
        if (kind === "ball_announced" || kind === "announcement_rectified") balls.set(event.ordinal, event.ball);
        else if ((kind === "ball_corrected" || kind === "reading_rectified") && balls.has(event.ordinal)) balls.set(event.ordinal, event.to);
        else if (kind === "play_awarded") for (const winner of event.winners) prizes.push(winner.amount_cents);
    }
    return { balls: [...balls].sort((a, b) => a[0] - b[0]).map(([, ball]) => ball), prizes };
}

function* findings(proof, page) {
    if (take(proof, "form", "s") !== "bombo-game-proof-1") throw new Bad("es de una versión que esta página no conoce");
    const signers = take(proof, "signers", "l").map(signerOf);
    const note = noteOf(take(proof, "checkpoint", "s"), signers);
    const by = note.witnesses.length ? ", y por " + [...new Set(note.witnesses)].map(shown).join(", ") : "";
    yield "El punto de control de la línea " + note.size + " está firmado por la sala" + by + ".";
    const first = take(proof, "first"), edge = new Frontier(first - 1, take(proof, "before", "l").map(root => base64Bytes(root, 32)));
    if (edge.peaks.length !== ones(first - 1)) throw new Bad("lo anterior a la partida no está completo");
    const whole = [];
    for (const line of take(proof, "lines", "l")) {
        const seq = edge.size + 1;
        if (isObject(line) && Object.hasOwn(line, "leaf")) {
            edge.push(base64Bytes(line.leaf, 32));
            continue;
        }
        if (take(line, "seq") !== seq) throw new Bad("la línea " + seq + " no es ésa");
        edge.push(leafOf(lineBytes(line)));
        whole.push(line);
    }
    if (edge.size !== note.size || !equal(edge.root(), note.root)) throw new Bad("las líneas no dan la huella del punto de control");
    yield "Las " + (note.size - first + 1) + " líneas de esta página dan exactamente la huella firmada.";
    const opened = whole.find(line => line.kind === "sale_opened");
    if (!opened || parsed(opened.body).game !== proof.game) throw new Bad("no son las líneas de esta partida");
    const own = whole.filter(line => parsed(line.body).game === proof.game), played = playedIn(own);
    if (!same(played.balls, page.balls)) throw new Bad("las bolas que se leen no son las de sus líneas");
    if (!same(played.prizes, page.prizes)) throw new Bad("los premios que se leen no son los de sus líneas");
    yield "Las " + played.balls.length + " bolas y los " + played.prizes.length + " premios que se leen aquí son los de esas líneas.";
    for (const fixed of take(proof, "fixed", "l")) {
        const [matrix, series] = take(fixed, "proofs", "l").map(text => lineProof(text, signers, note.origin));
        if (series.kind !== "series_received" || series.body.series !== fixed.series || series.body.matrix !== matrix.body.matrix) {
            throw new Bad("la prueba de la serie " + shown(String(fixed.series)) + " es de otra");
        }
        if (!page.faces.includes(matrix.body.faces_sha256)) throw new Bad("la huella de los cartones que se lee es otra");
        const sold = own.find(line => line.kind === "block_issued" && parsed(line.body).cards.series === fixed.series);
        if (!sold || series.note.size >= sold.seq) throw new Bad("la serie " + fixed.series + " se vendió antes de firmarse");
        const goes = take(fixed, "consistency", "l").map(hash => base64Bytes(hash, 32));
        if (!goesOn(series.note.size, series.note.root, note.size, note.root, goes)) {
            throw new Bad("los dos puntos de control se contradicen");
        }
        yield "Los cartones de la serie " + fixed.series + " estaban fijados en la línea " + matrix.line + ", firmada antes de que el primero saliera a la venta.";
    }
}

function check() {
    const section = document.getElementById("check");
    const say = (text, how) => {
        const line = document.createElement("p");
        line.className = how;
        line.textContent = text;
        section.append(line);
    };
    const texts = (what, read) => [...document.querySelectorAll(what)].map(read);
    section.querySelector(".wait").remove();
    try {
        const page = {
            balls: texts("ol.balls b", ball => Number(ball.textContent)),
            prizes: texts("td[data-cents]", prize => Number(prize.dataset.cents)),
            faces: texts("code.faces", faces => faces.textContent),
        };
        for (const found of findings(parsed(document.getElementById("proof").textContent), page)) say(found, "good");
        say("Todo concuerda.", "good");
    } catch (trouble) {
        const why = trouble instanceof Bad ? trouble.message : "no se puede leer";
        say("No concuerda: " + why + ". Guarde esta página y enséñela en la mesa o a la inspección.", "bad");
    }
}

check();
