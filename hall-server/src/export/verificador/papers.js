// ---- Papers: who signed them, and on which folios they stand ---------------------------------------

const SIGNER_ROLES = ["jefe_de_sala", "jefe_de_mesa", "claimant", "agent"], KEYS_MAX = 1000;
const ABOUT = { incidencia: "incidencia", reclamacion: "reclamación" };

/** Follows papers, their signatures and the books of actas. */
class Papers {
    constructor(report, fromTheFirst) {
        Object.assign(this, {
            report, fromTheFirst, hall: "", session: null, open: false, roles: new Map(), article: null, readings: 0, posts: new Map(), papers: new Map(), keys: new Map(), made: new Map(),
            signatures: fromTheFirst ? 0 : null, books: new Map(), acta: null, pages: [], signed: 0, byKey: 0, drawn: 0, elsewhere: 0,
            folios: 0,
            /** Of each acta that was issued, or copied before these lines. */
            copies: new Map(),
            copied: 0,
        });
    }

    take(line, past) {
        if (!Object.hasOwn(ON_PAPER, line.kind)) return;
        this.line = line;
        this.past = past;
        try {
            ON_PAPER[line.kind].call(this, exact(line.body));
        } catch (error) {
            if (!(error instanceof Bad)) throw error;
            this.report.line("formato", line.seq, line.kind + ": " + error.message);
        }
    }

    say(code, words) {
        if (!this.past) this.report.line(code, this.line.seq, words);
    }

    hold(session, role, person) {
        if (!this.posts.has(session)) this.posts.set(session, new Set());
        this.posts.get(session).add(role + ":" + person);
    }

    /** Whether this person had this post, as far as these lines say. */
    mayHave(session, role, person) {
        // With no session open nobody has a post: those sign who may take it.
        if (session === null) return person !== null && (!this.roles.has(person) || this.roles.get(person).includes(role));
        const posts = this.posts.get(session);
        return person !== null && (!posts || posts.has(role + ":" + person));
    }

    key(hex) {
        if (!this.made.has(hex)) {
            if (this.made.size >= KEYS_MAX) throw new Bad("hay demasiadas claves");
            this.made.set(hex, new Key(hexBytes(hex, 32)));
        }
        return this.made.get(hex);
    }

    /** What is signed of a diligencia. */
    text(body) {
        const about = take(body, "about", "s"), game = take(body, "game", "?"), claimant = take(body, "claimant", "?"), { seq, at_utc_ms: at } = this.line;
        if (!Object.hasOwn(ABOUT, about) || game !== null && !isWhole(game) || at < 0 || at > 253402300799999) throw new Bad("no hay tal diligencia");
        const document = this.line.version === 1 ? claimant !== null : take(body, "document", "b");
        const who = claimant === null ? "" : "Reclama quien consta en el dato reservado " + take(claimant, "id") + ", "
            + (document ? "con" : "sin") + " documento, de huella " + take(claimant, "sha256", "s") + "\n";
        return this.hall + "\nDiligencia " + take(body, "diligencia") + ": " + ABOUT[about] + "\n"
            + (this.open ? "Sesión " + this.session : "Sin sesión abierta; consta en el acta de la siguiente") + (game === null ? "" : ", partida " + game) + "\n" + take(body, "text", "s") + "\n" + who
            + "Línea " + seq + " del registro, " + new Date(at).toISOString().slice(0, 19).replace("T", " ") + " UTC\n";
    }

    /** Files of pages that were signed on paper, where they go along. */
    look(listed) {
        let missing = 0;
        for (const { seq, file, sha } of this.pages) {
            const name = "firmas/" + file.split("/").pop(), found = listed.get(name);
            if (!found) missing++;
            else if (found.sha !== sha) this.report.find("papel", name, "no es la página que se escaneó en la línea " + seq);
        }
        const { report } = this;
        if (this.signed) {
            report.done.push(many(this.signed, "firma de un papel", "firmas de papeles") + ", de lo que consta de él y por quien lo firma; con clave personal, " + this.byKey);
        }
        if (this.readings) report.done.push(many(this.readings, "lectura", "lecturas") + " del artículo 36, del texto que tenía la sala");
        if (this.folios) report.done.push(many(this.folios, "folio", "folios") + " de los libros de actas, uno tras otro y ninguno dos veces");
        if (this.copied) report.done.push(many(this.copied, "copia de un acta", "copias de actas") + ", de actas que se emitieron y con su número");
        if (this.drawn) report.left.push("el dibujo de " + many(this.drawn, "firma", "firmas") + ": en el registro sólo consta su huella con sal");
        if (missing) report.left.push(many(missing, "firma", "firmas") + " en páginas de papel, que no van en la exportación");
        if (this.elsewhere) report.left.push(many(this.elsewhere, "firma", "firmas") + " de papeles que no están en estas líneas");
    }
}

/** What each kind of line means for papers. */
const ON_PAPER = {
    hall_founded(body) {
        this.hall = take(body, "name", "s");
    },
    session_opened(body) {
        this.session = take(body, "session");
        this.open = true;
        this.hold(this.session, "jefe_de_sala", take(body, "sala"));
        this.hold(this.session, "jefe_de_mesa", take(body, "mesa"));
    },
    session_closed() {
        this.open = false;
    },
    person_added(body) {
        this.roles.set(take(body, "person"), take(body, "roles", "l"));
    },
    person_changed(body) {
        this.roles.set(take(body, "person"), take(body, "roles", "l"));
    },
    article_36_given(body) {
        const text = take(body, "text", "s"), sha = take(body, "sha256", "s");
        if (hexOf(sha256(encoder.encode(text))) !== sha) this.say("papel", "el texto del artículo 36 no tiene la huella que consta");
        this.article = sha;
    },
    paragraph_read(body) {
        if (this.line.version === 1) return;
        const sha = take(body, "text_sha256", "?"), whole = take(body, "whole", "b");
        const given = this.article !== null || this.fromTheFirst;
        if (given && (whole ? sha !== this.article : this.article !== null)) this.say("papel", "se da por leído del artículo 36 lo que no era entonces el texto de la sala");
        if (!this.past) this.readings++;
    },
    substitution_made(body) {
        const session = take(body, "session");
        if (this.posts.has(session)) this.hold(session, take(body, "post", "s"), take(body, "stand_in"));
    },
    diligencia_written(body) {
        const sha = hexOf(sha256(encoder.encode(this.text(body)))), roles = body.about === "incidencia" ? ["jefe_de_sala", "jefe_de_mesa"] : ["jefe_de_sala", "claimant"];
        this.papers.set("diligencia-" + body.diligencia, { sha, session: this.open ? this.session : null, roles });
    },
    acta_issued(body) {
        const session = take(body, "session");
        this.acta = session;
        if (!this.copies.has(session)) this.copies.set(session, 0);
        this.papers.set("acta-" + session, { sha: take(body, "sha256", "s"), session, roles: ["jefe_de_sala", "jefe_de_mesa"] });
    },
    acta_copied(body) {
        const session = take(body, "session"), copy = take(body, "copy"), before = this.copies.get(session);
        if (before === undefined ? this.fromTheFirst || copy < 1 : copy !== before + 1) {
            this.say("acta", "del acta de la sesión " + session + " no tocaba la copia " + copy);
        }
        this.copies.set(session, copy);
        if (!this.past) this.copied++;
    },
    paper_signed(body) {
        const no = take(body, "signature"), of = take(body, "paper", "o"), sha = take(body, "sha256", "s"), role = take(body, "role", "s");
        const person = take(body, "person", "?"), how = take(body, "how", "o"), is = take(of, "is", "s"), means = take(how, "is", "s");
        const name = is === "acta" ? "acta-" + take(of, "session") : is === "diligencia" ? "diligencia-" + take(of, "diligencia") : null;
        if (!name || !SIGNER_ROLES.includes(role) || person !== null && !isWhole(person)) throw new Bad("no se firma así");
        if (this.signatures !== null && no !== this.signatures + 1) this.say("numeracion", "a la firma " + this.signatures + " le sigue la " + no);
        this.signatures = no;
        this.signed++;
        const paper = this.papers.get(name), ofStaff = role.startsWith("jefe_");
        if (!paper) {
            if (this.fromTheFirst) this.say("papel", "se firma «" + name + "», que no consta");
            else this.elsewhere++;
        } else if (paper.sha !== sha) this.say("papel", "se firma de «" + name + "» algo que no es lo que consta de ese papel");
        else if (role !== "agent" && !paper.roles.includes(role)) this.say("papel", "firma «" + name + "» quien no lo firma (art. 37.4)");
        else if (ofStaff ? !this.mayHave(paper.session, role, person) : person !== null) {
            this.say("papel", "firma «" + name + "» quien no tuvo ese puesto en la sesión");
        }
        if (means === "drawn") {
            take(how, "strokes", "o");
            this.drawn++;
        } else if (means === "page") this.pages.push({ seq: this.line.seq, file: take(how, "file", "s"), sha: take(how, "sha256", "s") });
        else if (means === "key") {
            const key = take(how, "key", "s"), signature = hexBytes(take(how, "signature", "s"), 64);
            if (person === null || this.keys.get(key) !== person) return this.say("papel", "firma «" + name + "» con una clave que no era de esa persona");
            const message = encoder.encode("bombo-firma/1\n" + name + "\n" + role + "\n" + sha + "\n");
            if (!this.key(key).signed(message, signature)) this.say("papel", "da por firmado «" + name + "» con una clave personal que no lo firmó");
            else this.byKey++;
        } else throw new Bad("no se firma así");
    },
    person_key_enrolled(body) {
        const key = take(body, "key", "s"), person = take(body, "person");
        if (this.keys.has(key)) return this.say("papel", "una clave personal se da de alta dos veces");
        this.keys.set(key, person);
    },
    person_key_ended(body) {
        const key = take(body, "key", "s");
        if (this.keys.get(key) !== take(body, "person")) this.say("papel", "se retira una clave personal que no era de esa persona");
        this.keys.set(key, null);
    },
    book_opened(body) {
        const name = take(body, "book", "s"), first = take(body, "first"), last = take(body, "last"), before = this.books.get(name);
        if (before && (!before.closed || first < before.next)) this.say("folios", "el libro «" + name + "» se abre otra vez con folios que ya tuvo");
        if (first < 1 || first > last) this.say("folios", "el libro «" + name + "» no tiene folios");
        // Books are used in the order in which they were opened.
        this.books.delete(name);
        this.books.set(name, { next: first, last, closed: false, value: null });
    },
    book_kept_for(body) {
        const name = take(body, "book", "s"), value = take(body, "face_value_cents"), book = this.books.get(name);
        if (!book || book.closed || book.value !== null || value < 1) this.say("folios", "el libro «" + name + "» no se podía destinar a un valor facial");
        if (book) book.value = value;
    },
    folios_taken(body) {
        const name = take(body, "book", "s"), first = take(body, "first"), last = take(body, "last"), session = take(body, "session"), book = this.books.get(name);
        if (first > last || last - first > CARDS_MAX) throw new Bad("unos folios no son posibles");
        if (!book) {
            if (!this.past) this.say("folios", "el libro «" + name + "» no consta");
            return;
        }
        if (!this.past) {
            const inUse = [...this.books.values()].find(other => other.value === book.value && !other.closed && other.next <= other.last);
            if (book.closed || first !== book.next || last > book.last || book !== inUse) {
                this.say("folios", "al acta no le tocaban los folios " + first + " a " + last + " del libro «" + name + "»");
            }
            if (this.acta === null ? this.fromTheFirst : this.acta !== session) {
                this.say("folios", "unos folios son de la sesión " + session + ", y el acta emitida no");
            }
            this.folios += last - first + 1;
        }
        book.next = Math.max(book.next, last + 1);
    },
    book_closed(body) {
        const name = take(body, "book", "s"), left = take(body, "left"), book = this.books.get(name);
        // The last folios before its close come before it among the earlier lines.
        if (!book || book.closed || left !== Math.max(book.last + 1 - book.next, 0)) {
            this.say("folios", "el libro «" + name + "» no se podía cerrar así");
        }
        if (book) book.closed = true;
    },
};
