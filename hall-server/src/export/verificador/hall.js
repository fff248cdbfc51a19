// ---- The hall: follows the lines and says what cannot have been ----------------------------------

class Hall {
    constructor(report, fromTheFirst) {
        Object.assign(this, {
            report, fromTheFirst, matrices: new Map(), series: new Map(), games: new Map(), faces: new Map(), numbers: new Map(),
            session: null, sessions: fromTheFirst ? 0 : null, lastGame: fromTheFirst ? 0 : null, epoch: 1, played: 0, judged: 0,
            unjudged: 0, paid: 0, forged: 0, actas: [], dates: new Map(), seq: 0, at: 0, past: false,
            draw: null, drawsRequired: false, drawn: 0,
        });
        this.regulation = new Regulation(this);
    }

    say(code, words) {
        this.report.line(code, this.seq, words);
    }

    take(line, past) {
        const { seq, kind, body } = line;
        this.seq = seq;
        this.at = line.at_utc_ms;
        this.past = past;
        if (!Object.hasOwn(KINDS, kind)) return;
        try {
            KINDS[kind].call(this, exact(body));
        } catch (error) {
            if (!(error instanceof Bad)) throw error;
            this.report.line("formato", seq, kind + ": " + error.message);
        }
    }

    /** The game of a line of which only prizes and refunds are looked at; the line is not judged if there is none. */
    game(body) {
        const game = this.games.get(take(body, "game"));
        if (!game && !this.past) this.unjudged++;
        return game;
    }

    whole(body) {
        const game = this.game(body);
        return game && game.whole ? game : null;
    }

    owed() {
        let count = 0, amount = 0;
        for (const game of this.games.values()) {
            if (game.phase === "anulada") continue;
            for (const prize of game.prizes.values()) {
                if (prize.state === "paid") continue;
                count++;
                amount += prize.amount;
            }
        }
        return { count, amount };
    }

    passCard(name, last, first, game) {
        const series = this.series.get(name);
        if (!series) return;
        series.next = Math.max(series.next === null ? 1 : series.next, last + 1);
        if (game) series.games.push([first, last, game.no]);
    }

    wasSold(game, segments) {
        game.segments = segments;
        for (const [name, first, last] of segments) this.passCard(name, last, first, game);
    }

    /** Cards that go from one hand to another, or back. */
    moved(body, from, becomes, words) {
        const game = this.whole(body);
        if (!game) return null;
        const [name, first, last] = segment(take(body, "cards", "o")), part = game.part(name);
        if (game.phase !== "venta" || !part || !part.all(first, last, from)) {
            this.say("venta", "los cartones " + name + " " + first + " a " + last + " no se podían " + words);
            return null;
        }
        game.hand(part, first, last, becomes);
        return game;
    }

    checkSale(game, body, words) {
        const segments = segmentsOf(body), sold = take(body, "sold"), mine = game.sold();
        if (!same(segments, mine) || sold !== countOf(mine)) {
            this.say("venta", words + ": los cartones vendidos no son los que se entregaron y no se devolvieron");
        }
        const division = take(body, "division", "o");
        if (game.rules) {
            for (const [key, amount] of Object.entries(divide(game.rules, game.price * countOf(mine)))) {
                const written = take(division, key);
                if (written !== amount) {
                    this.say("dinero", words + ": " + (SHARES[key] || key) + " consta como " + money(written) + " y es " + money(amount));
                }
            }
        }
        game.pots = { line: take(division, "line_cents"), bingo: take(division, "bingo_cents") };
        return segments;
    }

    /** What a card had to be judged. */
    expected(game, play, name, number, rank, stop, unsoldStands) {
        const series = this.series.get(name);
        if (!series) return { is: "unknown_series" };
        const there = number >= 1 && number <= series.size;
        if (rank === null) {
            if (there && !this.matrices.get(series.matrix).retired) {
                this.say("carton", "el cartón " + name + " " + number + " no tiene sus números en el registro");
            }
            return { is: "no_such_card" };
        }
        if (!there) return { is: "no_such_card" };
        const held = game.holder(name, number);
        if (held === RETURNED || held === BURNED) return { is: "returned" };
        if (held === 0) {
            const found = series.games.findLast(([first, last]) => first <= number && number <= last);
            return { is: "not_sold", sold_in: found ? found[2] : this.fromTheFirst ? null : "?" };
        }
        if (!game.open[play]) return { is: "play_closed" };
        const before = game.claims.findIndex(claim => {
            const copy = claim.said === "forged" || claim.reason === "not_original"
                || !unsoldStands && (claim.said === "not_sold" || claim.said === "returned");
            return claim.name === name && claim.number === number && claim.play === play && !copy
                && (claim.stop === stop || claim.said === "good");
        });
        if (before >= 0) {
            const claim = game.claims[before];
            return { is: "repeated", of: claim.said === "repeated" ? claim.verdict.of : before + 1 };
        }
        return judge(rank, play, game.out.slice(0, game.phase === "parada" ? game.counting : game.announced));
    }

    /** Of the announced balls all count in a stop, or all but the last, if PARADA was pressed before its announcement. */
    stopCounts(game, counting, pressed) {
        let right = counting === game.announced;
        if (!right && pressed && counting === game.announced - 1 && game.announced < 90) {
            const at = take(pressed, "at_utc_ms"), surely = at + take(pressed, "within_ms");
            right = game.announcedAt === null || surely < game.announcedAt && Number(this.at) - at <= 2000;
        }
        if (!right) this.say("bolas", "en la parada " + game.stops + " no podían contar " + counting + " bolas de " + game.announced);
        game.counting = Math.min(counting, game.announced);
    }

    /** A card has the same numbers for ever, and no other has them. */
    sameFace(matrix, number, rank) {
        const of = matrix + ":" + number, face = matrix + ":" + rank;
        if (!this.faces.has(of)) this.faces.set(of, rank);
        if (!this.numbers.has(face)) this.numbers.set(face, number);
        if (this.faces.get(of) !== rank) this.say("carton", "el cartón " + number + " de la matriz " + matrix + " tenía antes otros números");
        const other = this.numbers.get(face);
        if (other !== number) {
            this.say("carton", "los cartones " + other + " y " + number + " de la matriz " + matrix + " tienen los mismos números");
        }
    }

    answered(body, accepted, reason) {
        const game = this.whole(body), no = take(body, "claim");
        if (!game) return;
        const claim = game.claims[no - 1];
        if (!claim || claim.said !== "good" || claim.accepted !== null || claim.stop !== game.stops) {
            this.say("veredicto", "el cante " + no + " no se podía dar por bueno ni rechazar");
            return;
        }
        claim.accepted = accepted;
        claim.reason = reason;
    }

    /** A prize of the line's game, which must still stand. */
    prize(body, does) {
        const game = this.game(body);
        if (!game) return;
        const no = take(body, "prize"), prize = game.phase === "anulada" ? undefined : game.prizes.get(no);
        if (prize) does(prize);
        else this.say("dinero", "la partida " + game.no + " no debe el premio " + no);
    }
}

/** What each kind of line means. */
const KINDS = {
    epoch_begun(body) {
        const epoch = take(body, "epoch");
        if (epoch <= this.epoch) this.say("numeracion", "la época " + epoch + " no viene después de la " + this.epoch);
        this.epoch = Math.max(epoch, this.epoch);
    },
    hall_founded(body) {
        take(body, "name", "s");
        this.regulation.founded(body);
    },
    rules_asked(body) {
        this.regulation.asked(body);
    },
    rules_adopted(body) {
        this.regulation.adopted(body);
    },
    numbering_set(body) {
        const numbering = take(body, "numbering", "o"), game = take(numbering, "game"), session = take(numbering, "session");
        // Of an earlier one it is not known what came after it.
        this.lastGame = this.past ? null : game;
        this.sessions = this.past ? null : session;
        for (const last of take(numbering, "sold", "l")) {
            const series = this.series.get(take(last, "series", "s"));
            if (series && series.next !== null) series.next = Math.max(series.next, take(last, "card") + 1);
        }
    },
    matrix_made(body) {
        const size = take(body, "size");
        if (size < 1 || size > CARDS_MAX) throw new Bad("una matriz no tiene tantos cartones");
        const cards = Object.hasOwn(body, "cards") ? body.cards : { kind: "single", clean: false };
        const mixed = Object.hasOwn(body, "mixed") ? body.mixed : null;
        const matrix = {
            size, kind: take(cards, "kind", "s"), clean: take(cards, "clean", "b"), words: mixed === null ? null : take(mixed, "words", "s"),
            key: take(body, "key_sha256", "s"), faces: take(body, "faces_sha256", "s"), retired: false, made: true, seed: null,
        };
        const no = take(body, "matrix"), draw = this.draw;
        this.matrices.set(no, matrix);
        this.draw = null;
        if (draw === null) {
            if (this.drawsRequired) this.say("carton", "la matriz " + no + " no sale de un sorteo anunciado, que la sala había hecho obligatorio");
        } else if (draw.matrix !== no || draw.size !== size || draw.kind !== matrix.kind || draw.clean !== matrix.clean || mixed === null) {
            this.say("carton", "la matriz " + no + " no es la que se anunció en la línea " + draw.seq);
        } else {
            matrix.seed = draw.seed;
            this.drawn++;
        }
    },
    // Public draws that make keys (docs/cards.md).
    key_draw_announced(body) {
        const cards = take(body, "cards", "o"), date = take(body, "date", "s");
        if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(date)) throw new Bad("la fecha del sorteo no lo es");
        this.draw = {
            seq: this.seq, matrix: take(body, "matrix"), size: take(body, "size"), kind: take(cards, "kind", "s"),
            clean: take(cards, "clean", "b"), seed: take(body, "seed_sha256", "s"),
        };
        // The hall's day is never before that of UTC.
        if (this.at >= 0 && this.at < 253402300800000 && new Date(Number(this.at)).toISOString().slice(0, 10) >= date) {
            this.say("carton", "el sorteo de la matriz " + this.draw.matrix + " se anunció el mismo día o después");
        }
    },
    key_draw_given_up(body) {
        take(body, "matrix");
        this.draw = null;
    },
    key_draws_required(body) {
        this.drawsRequired = take(body, "required", "b");
    },
    matrix_imported(body) {
        const size = take(body, "size");
        if (size < 1 || size > CARDS_MAX) throw new Bad("una matriz no tiene tantos cartones");
        const no = take(body, "matrix"), draw = this.draw;
        this.matrices.set(no, { size, retired: false, made: false });
        this.draw = null;
        if (draw !== null) this.say("carton", "la matriz " + no + " entró mientras se esperaba el sorteo de la línea " + draw.seq);
    },
    matrix_retired(body) {
        const matrix = this.matrices.get(take(body, "matrix"));
        if (matrix) matrix.retired = true;
    },
    series_received(body) {
        const name = take(body, "series", "s"), no = take(body, "matrix"), matrix = this.matrices.get(no);
        if (!matrix) return this.say("venta", "la serie " + name + " es de una matriz que no consta");
        const price = take(body, "face_value_cents");
        this.series.set(name, { matrix: no, price, size: matrix.size, next: this.past ? null : 1, games: [] });
    },

    session_opened(body) {
        const no = take(body, "session");
        this.regulation.opened(body);
        if (this.session && !this.past) this.say("numeracion", "se abre la sesión " + no + " con otra abierta");
        if (this.sessions !== null && no !== this.sessions + 1) {
            this.say("numeracion", "a la sesión " + this.sessions + " le sigue la " + no);
        }
        this.sessions = no;
        this.session = { no, rules: take(body, "rules", "o"), games: this.past ? null : 0 };
        if (typeof body.date === "string") this.dates.set(no, body.date);
    },
    session_closed(body) {
        const no = take(body, "session"), count = take(body, "prizes_pending"), amount = take(body, "amount_pending_cents");
        if (this.session ? this.session.no !== no : this.fromTheFirst) {
            this.say("numeracion", "se cierra la sesión " + no + ", que no estaba abierta");
        }
        this.session = null;
        if (this.sessions === null) this.sessions = no;
        if (!this.fromTheFirst) return;
        const owed = this.owed();
        if (owed.count !== count || owed.amount !== amount) {
            this.say("dinero", "quedan por pagar " + many(owed.count, "premio", "premios") + ", de " + money(owed.amount) + ", y constan " + count + ", de " + money(amount));
        }
    },
    acta_issued(body) {
        const covers = take(body, "covers_seq"), file = take(body, "file", "s"), sha = take(body, "sha256", "s");
        if (covers >= this.seq) this.say("acta", "un acta abarca hasta la línea " + covers + ", posterior a ella");
        this.actas.push({ seq: this.seq, file, sha });
    },

    sale_opened(body) {
        const no = take(body, "game"), name = take(body, "series", "s"), first = take(body, "first"), price = take(body, "face_value_cents");
        if (this.past) {
            const game = new Game(no, false);
            game.price = price;
            game.phase = "pasada";
            this.games.set(no, game);
            return;
        }
        if (this.lastGame !== null && no !== this.lastGame + 1) this.say("numeracion", "a la partida " + this.lastGame + " le sigue la " + no);
        const before = this.games.get(this.lastGame);
        if (before && before.whole && RUNNING.includes(before.phase)) {
            this.say("numeracion", "se abre la partida " + no + " con la " + before.no + " sin terminar");
        }
        if (before) before.forget();
        this.lastGame = no;
        const game = new Game(no, true);
        this.games.set(no, game);
        this.played++;
        game.price = price;
        if (!this.session) {
            if (this.fromTheFirst || this.sessions !== null) this.say("numeracion", "se abre la venta de la partida " + no + " fuera de una sesión");
        } else {
            game.rules = this.session.rules;
            game.session = this.session.no;
            const inSession = take(body, "in_session");
            if (this.session.games !== null && inSession !== this.session.games + 1) {
                this.say("numeracion", "la partida " + no + " no es la " + inSession + " de la sesión");
            }
            this.session.games = inSession;
        }
        const series = this.series.get(name);
        if (!series) {
            this.say("venta", "la serie " + name + " no consta");
            game.whole = false;
            return;
        }
        game.matrix = series.matrix;
        if (price !== series.price) this.say("venta", "la serie " + name + " vale " + money(series.price) + " el cartón, no " + money(price));
        if (series.next !== null && first !== series.next) {
            this.say("venta", "la venta de la serie " + name + " empieza en el cartón " + first + " y tocaba el " + series.next);
        }
        if (first < 1 || first > series.size) {
            this.say("venta", "la serie " + name + " no tiene el cartón " + first);
            game.whole = false;
            return;
        }
        series.next = first;
        game.parts.push(new Part(name, first, series.size));
    },
    block_issued(body) {
        const game = this.whole(body), seller = take(body, "seller");
        if (!game) return;
        const [name, first, last] = segment(take(body, "cards", "o"));
        if (game.phase !== "venta") return this.say("venta", "se entregan cartones con la venta cerrada");
        const latest = game.parts[game.parts.length - 1];
        let part = game.part(name), fits;
        if (part) {
            fits = last < part.next ? part.all(first, last, RETURNED) : first === part.next && part === latest && last <= part.limit;
        } else {
            const series = this.series.get(name), one = game.parts[0];
            fits = series && game.parts.length === 1 && one.next > one.limit && first === 1 && series.matrix === game.matrix
                && series.price === game.price && last <= one.first - 1 && (series.next === null || series.next === 1);
            if (fits) {
                part = new Part(name, 1, one.first - 1);
                game.parts.push(part);
            }
        }
        if (!fits) return this.say("venta", "los cartones " + name + " " + first + " a " + last + " no se podían entregar");
        game.hand(part, first, last, HELD + seller);
    },
    cards_returned(body) {
        const game = this.moved(body, HELD + take(body, "seller"), RETURNED, "devolver");
        if (!game) return;
        const latest = game.parts[game.parts.length - 1];
        latest.takeBackTheEnd();
        if (game.parts.length > 1 && latest.next === latest.first) {
            game.parts.pop();
            game.parts[0].takeBackTheEnd();
        }
    },
    cards_transferred(body) {
        this.moved(body, HELD + take(body, "from"), HELD + take(body, "to"), "traspasar");
    },
    gap_burned(body) {
        if (!this.moved(body, RETURNED, BURNED, "anular por no aparecer")) return;
        const [name, , last] = segment(take(body, "cards", "o"));
        this.passCard(name, last);
    },
    sale_closed(body) {
        const game = this.whole(body);
        if (!game) return;
        if (game.phase !== "venta") this.say("venta", "la venta ya estaba cerrada");
        if (game.parts.some(part => part.runs(held => held === RETURNED).length)) this.say("venta", "la venta se cierra con un hueco");
        this.wasSold(game, this.checkSale(game, body, "al cerrar la venta"));
        game.phase = "cerrada";
    },
    sale_rectified(body) {
        const game = this.whole(body);
        if (!game) return;
        const [name, first, last] = segment(take(body, "cards", "o")), found = take(body, "found", "s");
        const seller = HELD + take(body, "seller"), part = game.part(name);
        if (!["cerrada", "extraccion", "parada"].includes(game.phase) || !game.open.line) this.say("venta", "la venta ya no se podía rectificar");
        if (take(body, "sold_before") !== countOf(game.sold())) this.say("venta", "antes de rectificar no se habían anunciado tantos cartones");
        let fits = false;
        if (part && found === "unsold") fits = part.all(first, last, seller);
        else if (part) {
            const behind = first === part.next && last <= part.limit && part === game.parts[game.parts.length - 1];
            fits = behind || part.all(first, last, RETURNED);
        }
        if (!fits) this.say("venta", "los cartones " + name + " " + first + " a " + last + " no se podían rectificar");
        else game.hand(part, first, last, found === "unsold" ? RETURNED : seller);
        if (found === "sold") this.passCard(name, last, first, game);
        game.segments = this.checkSale(game, body, "al rectificar la venta");
    },
    game_not_held(body) {
        const game = this.whole(body);
        if (!game) return;
        if (countOf(game.sold())) this.say("venta", "la partida consta como no celebrada y había cartones vendidos");
        game.phase = "nocelebrada";
    },

    draw_started(body) {
        const game = this.whole(body);
        if (!game) return;
        if (game.phase !== "cerrada") this.say("bolas", "la extracción empieza sin haberse cerrado la venta");
        game.phase = "extraccion";
    },
    /** Hours before it are not those after it. */
    clock_stepped() {
        for (const game of this.games.values()) game.announcedAt = null;
    },
    draw_started_by_caller(body) { KINDS.draw_started.call(this, body); },
    ball_extracted(body) {
        const game = this.whole(body), ordinal = take(body, "ordinal"), ball = take(body, "ball");
        if (!game) return;
        if (game.phase !== "extraccion" && game.phase !== "parada") this.say("bolas", "sale una bola fuera de la extracción");
        if (ordinal !== game.out.length + 1 || ball < 1 || ball > 90 || game.out.includes(ball)) {
            this.say("bolas", "la bola " + ball + " no podía salir en el lugar " + ordinal);
        }
        if (game.out.length < 90) game.out.push(ball);
    },
    ball_corrected(body) {
        const game = this.whole(body), ordinal = take(body, "ordinal"), ball = take(body, "to");
        if (!game) return;
        if (ordinal <= game.announced || ordinal > game.out.length + 1 || ordinal > 90 || ball < 1 || ball > 90) {
            return this.say("bolas", "la bola " + ball + " no se podía corregir en el lugar " + ordinal);
        }
        game.out[ordinal - 1] = ball;
    },
    ball_announced(body) {
        const game = this.whole(body), ordinal = take(body, "ordinal"), ball = take(body, "ball");
        if (!game) return;
        const there = ordinal === game.announced + 1 && ordinal <= game.out.length && game.out[ordinal - 1] === ball;
        if (game.phase !== "extraccion" || !there || game.out.slice(0, game.announced).includes(ball)) {
            this.say("bolas", "se anuncia la bola " + ball + " en el lugar " + ordinal + ", que no es la que salió");
        }
        if (game.announced < game.out.length) game.announced++;
        game.announcedAt = Number(this.at);
    },
    announcement_rectified(body) {
        const game = this.whole(body), ordinal = take(body, "ordinal"), ball = take(body, "ball");
        if (game && !(ordinal >= 1 && ordinal <= game.announced && game.out[ordinal - 1] === ball)) {
            this.say("bolas", "se rectifica el anuncio de una bola que no es la del lugar " + ordinal);
        }
    },
    reading_rectified(body) {
        const game = this.whole(body), ordinal = take(body, "ordinal"), from = take(body, "from"), ball = take(body, "to");
        if (!game) return;
        const last = ordinal > game.judged && ordinal === game.announced && ordinal === game.out.length;
        if (!last || game.out[ordinal - 1] !== from || ball < 1 || ball > 90 || game.out.includes(ball)) {
            return this.say("bolas", "la bola " + ball + " no se podía rectificar en el lugar " + ordinal);
        }
        game.out[ordinal - 1] = ball;
    },
    draw_stopped(body) {
        const game = this.whole(body), stop = take(body, "stop");
        if (!game) return;
        if (stop !== game.stops + 1) this.say("numeracion", "la parada " + stop + " no viene después de la " + game.stops);
        const announced = take(body, "announced");
        if (game.phase !== "extraccion" || announced !== game.announced) {
            this.say("bolas", "en la parada " + stop + " no se habían anunciado " + announced + " bolas");
        }
        game.stops = stop;
        game.phase = "parada";
        this.stopCounts(game, "counting" in body ? take(body, "counting") : announced, body.pressed || null);
    },
    stop_called_earlier(body) {
        const game = this.whole(body), stop = take(body, "stop"), counting = take(body, "counting"), pressed = take(body, "pressed", "o");
        if (!game) return;
        const sung = game.claims.some(claim => claim.stop === stop);
        if (game.phase !== "parada" || stop !== game.stops || sung || counting !== game.counting - 1) {
            this.say("bolas", "la parada " + stop + " no se podía adelantar");
        }
        this.stopCounts(game, counting, pressed);
    },
    draw_resumed(body) {
        const game = this.whole(body), stop = take(body, "stop");
        if (!game) return;
        if (game.phase !== "parada" || stop !== game.stops) this.say("numeracion", "se sigue después de la parada " + stop + ", que no estaba abierta");
        game.phase = "extraccion";
    },

    claim_made(body) {
        const game = this.whole(body), no = take(body, "claim"), stop = take(body, "stop");
        if (!game) return;
        const play = take(body, "play", "s"), card = take(body, "card", "o"), face = take(body, "face", "?"), verdict = take(body, "verdict", "o");
        const name = take(card, "series", "s"), number = take(card, "number"), said = take(verdict, "is", "s");
        if (play !== "line" && play !== "bingo") throw new Bad("no hay tal jugada");
        game.judged = game.phase === "parada" ? game.counting : game.announced;
        if (no !== game.claims.length + 1 || stop !== game.stops || game.phase !== "parada") {
            this.say("numeracion", "el cante " + no + " no está en su sitio");
        }
        let rank = null;
        if (face !== null) {
            if (typeof face !== "string" || !/^(0|[1-9][0-9]{0,18})$/.test(face) || BigInt(face) >= CARDS) throw new Bad("no hay tal cartón");
            rank = BigInt(face);
        }
        this.judged++;
        const expected = this.expected(game, play, name, number, rank, stop), series = this.series.get(name);
        if (series && rank !== null && said !== "no_such_card") this.sameFace(series.matrix, number, rank);
        let right;
        if (said === "forged") {
            this.forged++;
            right = expected.is !== "unknown_series" && expected.is !== "no_such_card";
        } else right = same(verdict, expected) || said === "not_sold" && expected.is === "not_sold" && expected.sold_in === "?"
            // Servers before this rule let a claim of a card that was not sold then stand: their records are lawful.
            || said === "repeated" && same(verdict, this.expected(game, play, name, number, rank, stop, true));
        if (!right) {
            this.say("veredicto", "el cartón " + name + " " + number + " se juzgó «" + judged(verdict) + "» y es «" + judged(expected) + "»");
        }
        game.claims.push({ stop, play, name, number, verdict, said, accepted: null, reason: null });
    },
    claim_accepted(body) {
        this.answered(body, true, null);
    },
    claim_rejected(body) {
        this.answered(body, false, take(body, "reason", "s"));
    },

    play_awarded(body) {
        const game = this.game(body), play = take(body, "play", "s"), winners = take(body, "winners", "l");
        if (!game) return;
        const shares = winners.map(winner => {
            const card = take(winner, "card", "o");
            return {
                prize: take(winner, "prize"), claim: take(winner, "claim"), name: take(card, "series", "s"), number: take(card, "number"),
                amount: take(winner, "amount_cents"),
            };
        });
        if (game.whole) {
            const isPlay = play === "line" || play === "bingo";
            if (!isPlay || !game.open[play]) this.say("veredicto", "la jugada ya estaba cerrada");
            const right = game.claims.map((claim, at) => ({ ...claim, no: at + 1 }))
                .filter(claim => claim.stop === game.stops && claim.play === play && claim.accepted)
                .map(claim => [claim.no, claim.name, claim.number]);
            if (!same(right, shares.map(share => [share.claim, share.name, share.number]))) {
                this.say("veredicto", "los premiados no son los cantes que se dieron por buenos");
            }
            if (shares.some((share, at) => share.prize !== game.prizes.size + 1 + at)) this.say("numeracion", "los premios no van uno tras otro");
            const pot = play === "line" ? game.pots.line : game.pots.bingo, among = Math.max(shares.length, 1);
            const rest = pot % among, each = (pot - rest) / among;
            if (shares.some(share => share.amount !== each) || take(body, "remainder_cents") !== rest) {
                this.say("dinero", "el premio de " + money(pot) + " no está repartido entre " + shares.length);
            }
            if (isPlay) game.open[play] = false;
        }
        for (const share of shares) game.prizes.set(share.prize, { amount: share.amount, state: "due" });
    },
    play_unsung(body) {
        const game = this.whole(body), play = take(body, "play", "s"), amount = take(body, "amount_cents");
        if (!game) return;
        const pot = play === "line" ? game.pots.line : game.pots.bingo, isPlay = play === "line" || play === "bingo";
        if (!isPlay || !game.open[play] || amount !== pot) this.say("dinero", "lo no cantado son " + money(pot) + " y no " + money(amount));
        if (game.claims.some(claim => claim.accepted && claim.play === play && claim.stop === game.stops)) {
            this.say("veredicto", "consta como no cantada una jugada que se dio por buena");
        }
        if (isPlay) game.open[play] = false;
    },
    game_ended(body) {
        const game = this.whole(body);
        if (!game) return;
        if (game.phase !== "parada" && game.phase !== "extraccion" || game.open.line || game.open.bingo) {
            this.say("veredicto", "la partida termina sin haberse cerrado sus jugadas");
        }
        game.phase = "fin";
    },
    prize_paid(body) {
        this.prize(body, prize => {
            const amount = take(body, "amount_cents");
            if (prize.state !== "due" || prize.amount !== amount) {
                this.say("dinero", "se pagan " + money(amount) + " por un premio de " + money(prize.amount) + ", " + OWED[prize.state]);
            }
            prize.state = "paid";
            this.paid += amount;
        });
    },
    prize_withheld(body) {
        this.prize(body, prize => {
            if (prize.state !== "due") this.say("dinero", "se retiene un premio que no se debía");
            prize.state = "withheld";
        });
    },
    prize_released(body) {
        this.prize(body, prize => {
            if (prize.state !== "withheld") this.say("dinero", "se libera un premio que no estaba retenido");
            prize.state = "due";
        });
    },
    game_voided(body) {
        const segments = segmentsOf(body), game = this.game(body);
        if (!game) return;
        const cards = take(body, "cards"), amount = take(body, "amount_cents");
        if (game.whole) {
            const mine = game.sold();
            if (!same(segments, mine) || cards !== countOf(mine)) this.say("venta", "al anular: los cartones no son los vendidos");
            if ([...game.prizes.values()].some(prize => prize.state === "paid")) this.say("dinero", "se anula una partida con un premio pagado");
            this.wasSold(game, segments);
        }
        game.segments = segments;
        if (amount !== game.price * cards || cards !== countOf(segments)) {
            this.say("dinero", "al anular se devuelven " + money(amount) + " y tienen que ser " + money(game.price * countOf(segments)));
        }
        game.phase = "anulada";
    },
    cards_refunded(body) {
        const game = this.game(body);
        if (!game) return;
        const [name, first, last] = segment(take(body, "cards", "o"));
        const inside = game.segments.some(([series, a, b]) => series === name && a <= first && last <= b);
        const again = game.refunded.some(([series, a, b]) => series === name && first <= b && a <= last);
        if (game.phase !== "anulada" || !inside || again) {
            this.say("dinero", "los cartones " + name + " " + first + " a " + last + " no se podían devolver, o ya se habían devuelto");
        }
        if (take(body, "amount_cents") !== game.price * (last - first + 1)) {
            this.say("dinero", "por los cartones " + name + " " + first + " a " + last + " se devuelve otra cantidad");
        }
        game.refunded.push([name, first, last]);
    },
};
