// ---- Where the files are -------------------------------------------------------------------------

const PIECE = 4 << 20;

/** A file as it lies in a folder. */
class Plain {
    constructor(file) {
        this.file = file;
        this.size = file.size;
    }

    async *pieces() {
        for (let at = 0; at < this.size; at += PIECE) {
            try {
                yield new Uint8Array(await this.file.slice(at, Math.min(at + PIECE, this.size)).arrayBuffer());
            } catch {
                throw new Bad("no se puede leer entero");
            }
        }
    }
}

/** A file within a .zip. */
class Packed {
    constructor(zip, entry) {
        Object.assign(this, entry, { zip });
    }

    async *pieces() {
        const head = new Uint8Array(await this.zip.slice(this.at, this.at + 30).arrayBuffer());
        const view = new DataView(head.buffer);
        if (head.length < 30 || view.getUint32(0, true) !== 0x04034b50) throw new Bad("no se puede leer del .zip");
        const from = this.at + 30 + view.getUint16(26, true) + view.getUint16(28, true);
        const bytes = this.zip.slice(from, from + this.packed);
        let left = this.size;
        const stream = this.method ? bytes.stream().pipeThrough(new DecompressionStream("deflate-raw")) : bytes.stream();
        const reader = stream.getReader();
        try {
            for (;;) {
                let read;
                try {
                    read = await reader.read();
                } catch {
                    throw new Bad("no se puede leer entero");
                }
                if (read.done) break;
                left -= read.value.length;
                if (left < 0) throw new Bad("tiene más de lo que dice");
                yield read.value;
            }
        } finally {
            reader.cancel().catch(() => {});
        }
        if (left) throw new Bad("no se puede leer entero");
    }
}

async function entriesOf(zip) {
    const tail = new Uint8Array(await zip.slice(Math.max(0, zip.size - 65557)).arrayBuffer());
    const view = new DataView(tail.buffer);
    let end = tail.length - 22;
    while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
    if (end < 0) throw new Refused("el .zip no se puede leer");
    const count = view.getUint16(end + 10, true), size = view.getUint32(end + 12, true), at = view.getUint32(end + 16, true);
    if (size > 64 << 20 || at + size > zip.size) throw new Refused("el .zip no se puede leer");
    const list = new Uint8Array(await zip.slice(at, at + size).arrayBuffer()), found = [];
    const entries = new DataView(list.buffer);
    let place = 0;
    for (let n = 0; n < count; n++) {
        if (place + 46 > list.length || entries.getUint32(place, true) !== 0x02014b50) throw new Refused("el .zip no se puede leer");
        const short = offset => entries.getUint16(place + offset, true), long = offset => entries.getUint32(place + offset, true);
        const length = short(28), name = list.subarray(place + 46, place + 46 + length);
        let text;
        try {
            text = utf8.decode(name);
        } catch {
            text = "\ufffd";
        }
        found.push({ name: text, flags: short(8), method: short(10), packed: long(20), size: long(24), attributes: long(38), at: long(42) });
        place += 46 + length + short(30) + short(32);
    }
    return found;
}

/** The files of a .zip, by name. */
async function filesOfZip(zip) {
    const entries = await entriesOf(zip), names = entries.map(entry => entry.name);
    const first = names.length && names[0].includes("/") ? names[0].slice(0, names[0].indexOf("/") + 1) : "";
    const inFolder = first && !names.includes("manifiesto.json") && names.includes(first + "manifiesto.json");
    const prefix = inFolder ? first : "", files = new Map(), places = [];
    for (const entry of entries) {
        if (entry.name.endsWith("/")) continue;
        const name = entry.name.slice(prefix.length);
        if (files.has(name)) throw new Refused("el .zip tiene dos veces el fichero " + shown(name));
        if ((entry.attributes >>> 28) === 10) throw new Refused(shown(name) + " es un enlace");
        if (entry.flags & 1 || entry.method !== 0 && entry.method !== 8) {
            throw new Refused(shown(name) + " está cifrado o comprimido de otra manera");
        }
        if (entry.size > 1 << 20 && entry.size > RATIO_MAX * entry.packed) {
            throw new Refused(shown(name) + " se descomprime a más de " + RATIO_MAX + " veces su tamaño");
        }
        places.push([entry.at, entry.at + 30 + entry.packed]);
        files.set(name, new Packed(zip, entry));
    }
    places.sort((a, b) => a[0] - b[0]);
    if (places.some((place, n) => n && places[n - 1][1] > place[0])) throw new Refused("en el .zip unos ficheros se solapan con otros");
    return files;
}

/** The files of a folder that was chosen: each with its path, which begins with the folder's name. */
function filesOfFolder(chosen) {
    const files = new Map();
    for (const { path, file } of chosen) {
        const parts = path.split("/");
        if (parts.length > 3) throw new Refused("hay carpetas dentro de carpetas");
        files.set(parts.slice(1).join("/"), new Plain(file));
    }
    return files;
}

class Export {
    static async open(chosen) {
        const alone = chosen.length === 1 && !chosen[0].path.includes("/");
        const name = chosen.length ? chosen[0].path.split("/")[0] : "";
        if (name.endsWith(".incompleto")) throw new Refused("la exportación quedó a medias: su nombre acaba en «.incompleto»");
        const files = alone ? await filesOfZip(chosen[0].file) : filesOfFolder(chosen);
        if (files.size > FILES_MAX) throw new Refused("hay demasiados ficheros");
        for (const file of [...files.keys()].sort()) {
            if (!NAME.test(file) || file.includes("..")) throw new Refused("el nombre de un fichero no es admisible: " + shown(file));
        }
        if (!files.has("manifiesto.json")) throw new Refused("no hay manifiesto.json: no es una exportación, o quedó a medias");
        const found = new Export();
        found.files = files;
        return found;
    }

    async small(name) {
        const file = this.files.get(name), parts = [];
        if (file.size > SMALL_MAX) throw new Bad("es demasiado grande");
        for await (const piece of file.pieces()) parts.push(piece);
        return joined(...parts);
    }

    async json(name) {
        return parsed(decoded(await this.small(name)));
    }

    /** Calls with each line, without its line feed, and the place at which it begins. */
    async lines(name, each) {
        let rest = new Uint8Array(0), at = 0;
        for await (const piece of this.files.get(name).pieces()) {
            const whole = rest.length ? joined(rest, piece) : piece;
            let from = 0;
            for (;;) {
                const end = whole.indexOf(10, from);
                if (end < 0) break;
                if (end - from > LINE_MAX) throw new Bad("una línea es demasiado larga");
                const wait = each(whole.subarray(from, end), at + from);
                if (wait) await wait;
                from = end + 1;
            }
            if (whole.length - from > LINE_MAX) throw new Bad("una línea es demasiado larga");
            rest = whole.slice(from);
            at += from;
        }
        if (rest.length) throw new Bad("la última línea está cortada");
    }
}
