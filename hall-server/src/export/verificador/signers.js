// ---- Who signed ----------------------------------------------------------------------------------

/** The keys that the lines name, and what stands below checkpoints. */
class Signers {
    constructor(report, last) {
        Object.assign(this, { report, last, lineOne: "", epochs: [], ofHall: [], later: [], witnesses: [], made: new Map(), good: 0, seen: 0, strange: 0 });
    }

    /** Takes note of who signs from here on. */
    see(line) {
        if (line.seq === 1) this.lineOne = line.hash;
        if (!["epoch_begun", "signing_key_begun", "witness_met"].includes(line.kind)) return;
        try {
            const body = exact(line.body), { seq } = line;
            if (line.kind === "epoch_begun") this.epochs.push({ seq, epoch: take(body, "epoch") });
            else if (line.kind === "signing_key_begun") this.ofHall.push({ seq, name: null, key: hexBytes(take(body, "key", "s"), 32) });
            else this.witnesses.push({ seq, name: take(body, "name", "s"), key: hexBytes(take(body, "key", "s"), 32) });
        } catch (error) {
            if (!(error instanceof Bad)) throw error;
            this.report.line("formato", line.seq, line.kind + ": " + error.message);
        }
    }

    /** The keys of the file are those of the lines; of lines that are not here nothing is said. */
    compare(keys) {
        for (const [what, known] of [["sala", this.ofHall], ["testigos", this.witnesses]]) {
            try {
                const listed = take(keys, what, "l").map(key => {
                    const seq = take(key, "linea"), name = what === "sala" ? null : take(key, "nombre", "s");
                    return [seq, name, hexOf(hexBytes(take(key, "clave", "s"), 32))];
                });
                // A checkpoint behind the lines may be signed with a key that is behind them too.
                if (what === "sala") this.later = listed.filter(([seq]) => seq > this.last).map(([seq, , key]) => ({ seq, key: hexBytes(key, 32) }));
                const inLines = known.map(({ seq, name, key }) => [seq, name, hexOf(key)]);
                if (!same(listed.filter(([seq]) => seq <= this.last), inLines)) {
                    this.report.find("firma", "claves.json", "las claves de «" + what + "» no son las del registro");
                }
            } catch (error) {
                if (!(error instanceof Bad)) throw error;
                this.report.find("formato", "claves.json", error);
            }
        }
    }

    isOfIt(note) {
        const match = /^bombo-([0-9a-f]{16})\/epoca-([1-9][0-9]{0,9})$/.exec(note.origin);
        const epoch = this.epochs.filter(({ seq }) => seq <= note.size).reduce((most, { epoch }) => Math.max(most, epoch), 1);
        if (!match || this.lineOne.slice(0, 16) !== match[1]) return false;
        return Number(match[2]) === epoch || note.size > this.last && Number(match[2]) > epoch;
    }

    /** The key of which a signature says that it is by it. */
    fitting(note, { name, id }) {
        const ofHall = name === note.origin;
        const known = ofHall ? [...this.ofHall, ...this.later].filter(({ seq }) => seq <= note.size) : this.witnesses.filter(one => one.name === name);
        return known.find(({ key }) => equal(keyId(name, ofHall ? 1 : 4, key), id));
    }

    isSigned(note, { name, signature }, { key }) {
        let message = encoder.encode(note.text);
        if (name !== note.origin) {
            if (signature.length !== 72) return false;
            const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
            message = joined(encoder.encode("cosignature/v1\ntime " + time + "\n"), message);
            signature = signature.subarray(8);
        }
        const hex = hexOf(key);
        if (!this.made.has(hex)) this.made.set(hex, new Key(key));
        return this.made.get(hex).signed(message, signature);
    }

    /** Looks at what stands below a checkpoint. */
    look(note) {
        const place = "puntos/" + note.size + ".txt";
        if (!this.isOfIt(note)) return this.report.find("firma", place, "es de otra sala o de otra época");
        let good = 0;
        for (const signature of note.signatures) {
            const ofHall = signature.name === note.origin, key = this.fitting(note, signature);
            if (!key) this.strange += ofHall ? 0 : 1;
            else if (!this.isSigned(note, signature, key)) {
                this.report.find(ofHall ? "firma" : "testigo", place, "la firma de " + signature.name + " no es suya");
            } else if (ofHall) {
                good++;
                if (key.seq > this.last) {
                    this.report.left.push("de quién es la clave que firma el punto de control " + note.size + ": consta en la línea " + key.seq + ", que no está en la exportación");
                }
            }
            else this.seen++;
        }
        this.good += good;
        if (!good) this.report.find("firma", place, "no lleva ninguna firma buena de la sala");
    }

    /** Whether the hall signed it. */
    isOurs(note) {
        return this.isOfIt(note) && note.signatures.some(signature => {
            const key = signature.name === note.origin && this.fitting(note, signature);
            return key && this.isSigned(note, signature, key);
        });
    }
}
