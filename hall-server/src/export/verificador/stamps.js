// ---- Time stamps: files of another house, with what they are of ------------------------------------

/** The stamps that lines name, and the notes that were stamped. */
class Stamps {
    constructor(report, found) {
        Object.assign(this, { report, export: found, notes: new Map(), sizes: new Set(), lines: [] });
    }

    /** Reads the notes, whose roots the lines have to give. */
    async read() {
        for (const name of [...this.export.files.keys()].sort()) {
            if (!/^sellos\/.*\.nota$/.test(name)) continue;
            await attempt(async () => {
                const note = new Note(await this.export.small(name));
                this.notes.set(name, note);
                this.sizes.add(note.size);
            }, bad => this.report.find("formato", name, bad));
        }
    }

    see(line) {
        if (line.kind !== "time_stamped") return;
        try {
            const body = exact(line.body);
            this.lines.push({
                seq: line.seq, size: take(body, "size"), note: hexBytes(take(body, "note_sha256", "s"), 32),
                file: take(body, "file", "s"), sha: take(body, "sha256", "s"),
            });
        } catch (error) {
            if (!(error instanceof Bad)) throw error;
            this.report.line("formato", line.seq, line.kind + ": " + error.message);
        }
    }

    async look(listed, roots, signers) {
        let checked = 0, missing = 0, outside = 0;
        const cited = new Set(), { report } = this;
        for (const stamp of this.lines) {
            const name = "sellos/" + stamp.file.split("/").pop(), noteName = name.replace(/\.tsr$/, ".nota"), note = this.notes.get(noteName);
            cited.add(name).add(noteName);
            if (noteName === name) {
                report.line("sello", stamp.seq, "nombra un fichero que no es un sello");
                continue;
            }
            if (!listed.has(name) && !listed.has(noteName)) {
                missing++;
                continue;
            }
            checked++;
            if (!listed.has(name)) report.find("sello", name, "falta, y su nota está");
            else if (listed.get(name).sha !== stamp.sha) report.find("sello", name, "no es el que se recibió, según la línea " + stamp.seq);
            else if (!await this.isOf(name, stamp.note)) report.find("sello", name, "no es un sello de su nota");
            if (!listed.has(noteName)) report.find("sello", noteName, "falta, y su sello está");
            else if (listed.get(noteName).sha !== hexOf(stamp.note)) report.find("sello", noteName, "no es la que se selló, según la línea " + stamp.seq);
            else if (note) {
                const root = roots.get(note.size);
                if (note.size !== stamp.size || !signers.isOurs(note)) report.find("sello", noteName, "no es un punto de control que firmara la sala");
                else if (!root) outside++;
                else if (!equal(root, note.root)) report.find("sello", noteName, "lo que se selló no es lo que dicen estas líneas");
            }
        }
        for (const name of [...this.export.files.keys()].sort()) {
            if (name.startsWith("sellos/") && !cited.has(name)) report.find("sello", name, "no lo nombra ninguna línea");
        }
        if (checked) {
            report.done.push(many(checked, "sello de tiempo", "sellos de tiempo") + ": cada uno es el que consta, de un punto de control de estas líneas");
            report.left.push("la firma de la autoridad en cada sello de tiempo: se comprueba con «openssl ts -verify», como dice LEEME.txt, o con «hall-server check»");
        }
        if (outside) report.left.push(many(outside, "punto de control sellado", "puntos de control sellados") + " de líneas que no están en la exportación");
        if (missing) report.left.push(many(missing, "sello de tiempo que no va", "sellos de tiempo que no van") + " en la exportación");
    }

    /** What is stamped stands in the stamp as it is: its SHA-256. */
    isOf(name, sha) {
        const bytes = new TextDecoder("windows-1252");
        return attempt(async () => this.export.files.has(name) && bytes.decode(await this.export.small(name)).includes(bytes.decode(sha)), () => false);
    }
}
