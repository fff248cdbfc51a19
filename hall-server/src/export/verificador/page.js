// ---- The page: what was chosen, what is being done, what was found --------------------------------

const at = id => document.getElementById(id);

/** What each code of a finding is called. */
const CODES = {
    formato: "Forma de los ficheros", fichero: "Ficheros", cadena: "Cadena del registro", arbol: "Puntos de control",
    firma: "Firma de la sala", testigo: "Firma de un testigo", cabeza: "Acta en papel", acta: "Acta en PDF", numeracion: "Numeración",
    venta: "Venta de cartones", bolas: "Bolas", carton: "Cartones", veredicto: "Cantes y premiados", dinero: "Dinero",
    papel: "Firmas de un papel", folios: "Libro de actas", sello: "Sello de tiempo", reglamento: "Reglamento en vigor",
    recuento: "Recuento de las bolas", autoridad: "Agente de la autoridad", negativa: "Negativas que constan",
};
const PERSONAL = { names: "nombres del personal", documents: "nombres y documentos de reclamantes", signatures: "firmas dibujadas y páginas firmadas en papel" };
const program = URL.createObjectURL(new Blob([at("worker").textContent], { type: "text/javascript" }));
let worker = null, chosenLast = null;
let zone = "Europe/Madrid";

function element(name, text, under) {
    const made = document.createElement(name);
    made.textContent = text;
    if (under) under.append(made);
    return made;
}

function hour(ms, withDay) {
    const parts = { hour: "2-digit", minute: "2-digit", second: "2-digit", timeZone: zone };
    if (withDay) Object.assign(parts, { day: "2-digit", month: "2-digit", year: "numeric" });
    try {
        return new Intl.DateTimeFormat("es-ES", parts).format(ms);
    } catch {
        return new Date(ms).toISOString();
    }
}

/** What is printed on actas, as it was typed, «Registro n.º 61.234 · Huella 9f86…» or shorter, or read from the QR code; null if it is neither. */
function headsOf(text) {
    const words = text.replace(/bombo1:[0-9]+:|registro|huella|n\.\s*[ºo°]/gi, " ").split(/[\s,;:·]+/).filter(Boolean), heads = [];
    for (let at = 0; at < words.length; at += 2) {
        const number = words[at].replace(/\./g, ""), hash = (words[at + 1] || "").toLowerCase();
        if (!/^[1-9][0-9]{0,15}$/.test(number) || !/^[0-9a-f]{64}$/.test(hash)) return null;
        heads.push([Number(number), hash]);
    }
    return heads;
}

function begin(chosen) {
    if (!chosen || !chosen.length) return;
    chosenLast = chosen;
    const heads = headsOf(at("heads").value);
    at("headsWrong").hidden = heads !== null;
    if (heads === null) {
        at("heads").focus();
        return;
    }
    stop();
    // What is still at work on something that was chosen before is of no interest any more.
    if (worker) worker.terminate();
    const own = worker = new Worker(program);
    own.onmessage = event => {
        if (own === worker) answered(event.data);
    };
    document.body.dataset.state = "working";
    at("result").hidden = true;
    at("working").hidden = false;
    at("doing").textContent = "Leyendo la exportación…";
    at("bar").value = 0;
    const points = [...at("points").files].slice(0, 100).filter(file => file.size < 1 << 20);
    Promise.all(points.map(async file => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })))
        .then(points => own.postMessage({ chosen, heads, points }), () => refuse("un punto de control no se puede leer"));
}

function chosenFiles(files) {
    return [...files].map(file => ({ path: file.webkitRelativePath || file.name, file }));
}

/** Everything in what was dropped: a folder, or a file. */
async function dropped(entries) {
    const found = [];
    const walk = async (entry, path) => {
        if (found.length > 200000) return;
        if (entry.isFile) {
            found.push({ path, file: await new Promise((take, fail) => entry.file(take, fail)) });
            return;
        }
        const reader = entry.createReader();
        for (;;) {
            const some = await new Promise((take, fail) => reader.readEntries(take, fail));
            if (!some.length) return;
            for (const one of some) await walk(one, path + "/" + one.name);
        }
    };
    for (const entry of entries) await walk(entry, entry.name);
    return found;
}

at("folder").addEventListener("change", event => begin(chosenFiles(event.target.files)));
at("zip").addEventListener("change", event => begin(chosenFiles(event.target.files)));
// What is compared with paper, or with what somebody kept, may be told afterwards.
at("heads").addEventListener("change", () => begin(chosenLast));
at("points").addEventListener("change", event => {
    at("pointsNamed").textContent = [...event.target.files].map(file => file.name).join(", ");
    begin(chosenLast);
});
document.addEventListener("dragover", event => {
    event.preventDefault();
    at("drop").classList.add("over");
});
document.addEventListener("dragleave", () => at("drop").classList.remove("over"));
document.addEventListener("drop", event => {
    event.preventDefault();
    at("drop").classList.remove("over");
    const entries = [...event.dataTransfer.items].map(item => item.webkitGetAsEntry()).filter(Boolean);
    dropped(entries).then(begin, () => refuse("lo que se ha arrastrado no se puede leer"));
});

function verdict(look, says, explains) {
    at("working").hidden = true;
    at("result").hidden = false;
    at("verdict").className = "verdict " + look;
    at("says").textContent = says;
    at("explains").textContent = explains;
}

function onlyVerdict(is) {
    for (const section of at("result").querySelectorAll("section:not(#verdict)")) section.hidden = is;
}

function refuse(why) {
    document.body.dataset.state = "refused";
    verdict("bad", "✕ No se puede comprobar", "Esto no es una exportación entera: " + why + ".");
    onlyVerdict(true);
}

function show(done) {
    onlyVerdict(false);
    const count = Object.values(done.counts).reduce((a, b) => a + b, 0), range = "las líneas " + done.first + " a " + done.last;
    document.body.dataset.state = count ? "found" : "good";
    if (count) {
        verdict("bad", "✕ Hay " + (count === 1 ? "un hallazgo" : count + " hallazgos"),
            "Algo de esta exportación no es como se escribió, o no sigue las reglas de la sala. Abajo está qué y dónde. No la dé por buena.");
    } else {
        verdict("good", "✓ Todo en orden", "Lo que se ha comprobado de " + range + " está como se escribió y sigue las reglas de la sala. Lea también lo que no se ha podido comprobar.");
    }
    const findings = at("findings");
    findings.replaceChildren();
    at("found").hidden = !count;
    for (const { code, place, words } of done.findings) {
        const row = element("tr", "", findings);
        row.dataset.code = code;
        row.dataset.place = place;
        element("td", CODES[code] || code, row).title = code;
        element("td", place, row).style.whiteSpace = "nowrap";
        element("td", words, row);
    }
    const more = Object.entries(done.counts).filter(([, n]) => n > 50).map(([code, n]) => n - 50 + " más de «" + code + "»");
    if (more.length) element("td", "… y " + more.join(", "), element("tr", "", findings)).colSpan = 3;

    const list = (id, sentences) => at(id).replaceChildren(...sentences.map(sentence => element("li", sentence)));
    const capital = text => text.charAt(0).toUpperCase() + text.slice(1) + ".";
    list("checked", [
        ...done.checked.map(capital),
        many(done.played, "partida", "partidas") + ": quién tuvo cada cartón, las bolas en su orden, el reparto del dinero.",
        many(done.judged, "cante juzgado", "cantes juzgados") + " de nuevo con las bolas anunciadas en su parada.",
        "Premios pagados: " + money(done.paid) + ".",
    ]);
    at("leftBox").hidden = false;
    list("left", [...done.left.map(capital), "Que lo que alguien tecleó sea verdad: eso no lo puede saber ningún programa."]);

    const { asked } = done, about = at("about"), options = asked.opciones || {}, who = asked.pedido || {};
    zone = typeof asked.zona === "string" && asked.zona || zone;
    about.replaceChildren();
    const say = (name, value) => {
        if (value === null || value === undefined || value === "") return;
        element("dt", name, about);
        element("dd", String(value).slice(0, 300), about);
    };
    const personal = Array.isArray(options.datos_personales) ? options.datos_personales : [];
    say("Sala", asked.sala);
    say("Líneas", done.first + " a " + done.last);
    say("Última línea", done.last + ":" + done.head);
    say("Sesión", options.sesion);
    say("Hecha", asked.hecho);
    say("La pidió", who.por ? "persona " + who.por + " (" + [].concat(who.papeles || []).join(", ") + ")" : "alguien en el servidor, sin identificarse");
    say("Datos personales", personal.length ? "SÍ: " + personal.map(name => PERSONAL[name] || name).join("; ") : "ninguno: las personas son número y papel");
    offer(done.games);
}

function answered(data) {
    if (data.progress) {
        at("doing").textContent = data.progress + "…";
        at("bar").value = data.part;
    } else if (data.refused) refuse(data.refused);
    else if (data.failed) {
        document.body.dataset.state = "failed";
        verdict("bad", "✕ El verificador ha fallado", "Es un fallo de esta página, no un hallazgo. Use «verify_acta.py», y cuéntelo: " + data.failed);
        onlyVerdict(true);
    } else if (data.done) show(data.done);
    else if (data.lines) begun(data.game, data.lines);
}
