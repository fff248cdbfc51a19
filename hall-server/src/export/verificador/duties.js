// ---- Who said what the law wants said --------------------------------------------------------------

const COUNT_STANDS_MS = 4 * 3600000, NOTED_MS = 60000;

/** Requests that leave a line where they are refused to who has not the power, and who has it. */
const POWERS = {
    "open-session": ["jefe_de_mesa"], "close-session": ["jefe_de_mesa"], "sign-count": ["jefe_de_sala"], "record-authority": ["jefe_de_sala"],
    "rectify-sale": ["jefe_de_mesa"], "accept-claim": ["jefe_de_mesa"], "reject-claim": ["jefe_de_mesa"], "end-game": ["jefe_de_mesa"],
    "pay-prize": ["cajero"], "withhold-prize": ["jefe_de_sala", "jefe_de_mesa"], "release-prize": ["jefe_de_sala"], "ask-void": ["jefe_de_mesa"],
    "confirm-void": ["jefe_de_sala"], "refund-cards": ["cajero"], "confirm-hold-exit": ["jefe_de_sala", "jefe_de_mesa", "cajero"],
    "confirm-transcription": ["jefe_de_sala", "jefe_de_mesa", "cajero"], "adopt-rules": ["jefe_de_sala", "jefe_de_mesa"],
};
const OF_OWN_SALE = ["accept-claim", "reject-claim", "pay-prize"];

/** Who signed for the count of the balls, which ball was confirmed after a restart, what the agent decided about, whom refusals name. */
class Duties {
    constructor(report, hall) {
        Object.assign(this, {
            report, hall, roles: new Map(), gone: new Set(), posts: [],
            /** Of each set who signed for its balls. Records of before that was asked have no such line, and are not held to it. */
            signed: new Map(), areSigned: false, counts: 0, unsigned: 0,
            session: null, set: null, authority: null, doubt: null, seenBalls: null, stop: null, confirmed: null, holds: new Set(),
            refused: new Map(), agents: 0, typed: 0, noted: 0,
        });
    }

    take(line, past) {
        if (!Object.hasOwn(SAID, line.kind)) return;
        // Of the many balls only the first behind a signature says something.
        if (!this.signed.size && (line.kind === "ball_extracted" || line.kind === "ball_corrected")) return;
        this.line = line;
        this.past = past;
        try {
            SAID[line.kind].call(this, exact(line.body));
        } catch (error) {
            if (!(error instanceof Bad)) throw error;
            this.report.line("formato", line.seq, line.kind + ": " + error.message);
        }
    }

    say(code, words) {
        if (!this.past) this.report.line(code, this.line.seq, words);
    }

    rolesOf(person) {
        if (this.gone.has(person)) return [];
        let roles = this.roles.get(person) || [];
        for (const { post, left, taken } of this.posts) {
            if (left === person) roles = roles.filter(role => role !== post);
            if (taken === person) roles = [...roles, post];
        }
        return roles;
    }

    by() {
        const found = /^p([1-9][0-9]{0,9})$/.exec(this.line.actor);
        return found ? Number(found[1]) : null;
    }

    /** Who signed for so many balls of the set, not long ago, as jefe de sala: another than who opens or closes with it. */
    isCounted(set, balls, by) {
        const signed = this.signed.get(set);
        if (!signed || signed.balls !== balls || this.line.at_utc_ms - signed.at > COUNT_STANDS_MS) return null;
        return signed.by !== null && signed.by !== by && this.rolesOf(signed.by).includes("jefe_de_sala") ? signed.by : null;
    }

    waitsForAgent(what) {
        if (this.authority === "called") this.say("autoridad", what + " sin esperar a lo que decida el agente a quien se avisó");
        if (this.authority === "ended") this.say("autoridad", what + " y el agente había terminado la sesión");
    }

    /** The doubt of a line, as one text; lines of before it was named have none. */
    about(body) {
        if (!Object.hasOwn(body, "about") || body.about === null) return null;
        const is = take(body.about, "is", "s");
        if (is === "hold") return "hold " + take(body.about, "hold");
        if (is === "count") return "count " + take(body.about, "balls");
        if (is === "other") return is;
        throw new Bad("no hay tal duda");
    }

    wholeGame(no) {
        const game = this.hall.games.get(no);
        return game && game.whole ? game : null;
    }

    over() {
        const { done, left } = this.report;
        if (this.counts) done.push(many(this.counts, "recuento de bolas firmado", "recuentos de bolas firmados") + " por el jefe de sala, y otra persona abre o cierra con él");
        if (this.typed) done.push(many(this.typed, "reinicio", "reinicios") + " tras los que se confirmó por su número la última bola");
        if (this.agents) done.push(many(this.agents, "decisión", "decisiones") + " del agente de la autoridad, de la duda por la que se le avisó");
        if (this.noted) done.push(many(this.noted, "negativa que consta", "negativas que constan"));
        if (this.unsigned) left.push("quién contó las bolas en " + many(this.unsigned, "apertura o cierre", "aperturas y cierres") + ": son de antes de que se firmara");
    }
}

/** What each kind of line means for them. */
const SAID = {
    person_added(body) {
        this.roles.set(take(body, "person"), take(body, "roles", "l"));
    },
    person_changed(body) {
        SAID.person_added.call(this, body);
    },
    person_dismissed(body) {
        this.gone.add(take(body, "person"));
    },
    person_taken_back(body) {
        this.gone.delete(take(body, "person"));
    },
    substitution_made(body) {
        this.posts.push({ post: take(body, "post", "s"), left: take(body, "person"), taken: take(body, "stand_in") });
    },

    // The count (34.1).
    ball_count_signed(body) {
        this.signed.set(take(body, "set", "s"), { by: this.by(), balls: take(body, "balls"), at: this.line.at_utc_ms });
        this.areSigned = true;
    },
    session_opened(body) {
        const no = take(body, "session"), check = take(body, "check", "o"), balls = take(check, "balls_counted"), mesa = take(body, "mesa");
        Object.assign(this, { session: no, set: take(check, "set", "s"), posts: [], doubt: null, seenBalls: null });
        // Of what was before the range nothing is known.
        this.authority = this.past ? null : "silent";
        if (this.past) return;
        if (balls !== 90) this.say("recuento", "la sesión " + no + " se abre con " + balls + " bolas");
        if (!this.areSigned) this.unsigned++;
        else if (this.isCounted(this.set, balls, mesa) !== take(body, "sala") || this.by() !== mesa) {
            this.say("recuento", "la sesión " + no + " se abre sin la firma del jefe de sala por las " + balls + " bolas del juego " + this.set + " (art. 34.1)");
        } else this.counts++;
        this.signed.clear();
    },
    ball_set_changed(body) {
        this.set = take(body, "to", "s");
    },
    ball_extracted(body) {
        const game = this.wholeGame(take(body, "game"));
        if (game && !game.out.length) this.signed.delete(this.set);
    },
    ball_corrected(body) {
        SAID.ball_extracted.call(this, body);
    },
    session_closed(body) {
        const no = take(body, "session"), balls = take(body, "balls_counted");
        if (this.authority === "called") this.say("autoridad", "la sesión " + no + " se cierra sin la decisión del agente a quien se avisó");
        if (balls !== 90 && this.areSigned && this.authority !== null && this.authority !== "ended" && this.seenBalls !== balls) {
            this.say("autoridad", "la sesión " + no + " se cierra con " + balls + " bolas, de las que el agente nada decidió (art. 34.4)");
        }
        if (!this.areSigned) this.unsigned++;
        else if (this.set !== null && this.isCounted(this.set, balls, this.by()) === null) {
            this.say("recuento", "la sesión " + no + " se cierra sin la firma de un jefe de sala por las " + balls + " bolas del juego " + this.set + " (art. 34.1)");
        } else this.counts++;
        Object.assign(this, { session: null, set: null, authority: null, posts: [] });
        this.signed.clear();
    },

    // After a restart.
    draw_stopped(body) {
        this.stop = [take(body, "game"), take(body, "stop"), take(body, "cause", "s")];
        this.confirmed = null;
    },
    transcribed(body) {
        // The sheet says what came out since.
        this.confirmed = take(body, "game");
    },
    last_ball_confirmed(body) {
        const no = take(body, "game"), stop = take(body, "stop"), ordinal = take(body, "ordinal"), ball = take(body, "ball"), game = this.wholeGame(no);
        this.confirmed = no;
        if (!game) return;
        this.typed++;
        const last = game.announced ? game.out[game.announced - 1] : null;
        if (!same(this.stop, [no, stop, "restart"]) || game.phase !== "parada" || ordinal !== game.announced || ball !== last) {
            this.say("bolas", "tras el reinicio se confirma la bola " + ball + " en el lugar " + ordinal + ", que no era la última");
        }
    },
    draw_resumed(body) {
        const no = take(body, "game"), stop = take(body, "stop"), game = this.wholeGame(no);
        this.waitsForAgent("sigue la extracción de la partida " + no);
        const asked = game && game.announced && same(this.stop, [no, stop, "restart"]);
        if (asked && this.areSigned && this.confirmed !== no) {
            this.say("bolas", "la extracción sigue tras un reinicio sin que nadie confirme por su número la última bola");
        }
    },

    // The agent of the authority (34.4).
    sale_opened(body) {
        this.waitsForAgent("se abre la venta de la partida " + take(body, "game"));
        // What he saw was before this game.
        this.seenBalls = null;
    },
    draw_started(body) {
        this.waitsForAgent("empieza la extracción de la partida " + take(body, "game"));
    },
    draw_started_by_caller(body) {
        SAID.draw_started.call(this, body);
    },
    hold_raised(body) {
        this.holds.add(take(body, "game") + ":hold " + take(body, "hold"));
    },
    authority_called(body) {
        const game = take(body, "game", "?"), doubt = this.about(body);
        if (doubt && doubt.startsWith("hold") && this.wholeGame(game) && !this.holds.has(game + ":" + doubt)) {
            this.say("autoridad", "se avisa a la autoridad por el ALTO " + body.about.hold + ", que no consta");
        }
        this.authority = "called";
        this.doubt = doubt;
    },
    authority_decided(body) {
        const goesOn = take(body, "goes_on", "b"), doubt = this.about(body);
        if (this.authority !== null && this.authority !== "called") this.say("autoridad", "decide un agente a quien nadie había avisado");
        else if (this.authority !== null && doubt !== this.doubt) {
            this.say("autoridad", "lo que decide el agente no es sobre la duda por la que se le avisó");
        }
        if (!this.past) this.agents++;
        this.authority = goesOn ? "silent" : "ended";
        this.seenBalls = doubt && doubt.startsWith("count") ? body.about.balls : null;
    },

    // Refusals that leave a line.
    refusal_noted(body) {
        const person = take(body, "person"), request = take(body, "request", "s"), why = take(body, "why", "s");
        if (!["signs_twice", "own_sale", "beyond_powers"].includes(why) || !/^[a-z0-9-]{1,60}$/.test(request)) throw new Bad("no hay tal negativa");
        if (!this.past) this.noted++;
        const of = person + ":" + why, before = this.refused.get(of), since = before === undefined ? -1 : this.line.at_utc_ms - before;
        this.refused.set(of, this.line.at_utc_ms);
        if (this.line.actor !== "sistema" || !this.roles.has(person) || this.gone.has(person)) {
            this.say("negativa", "consta una negativa a p" + person + " que no pudo ser");
        } else if (why === "own_sale" && !OF_OWN_SALE.includes(request) || why === "beyond_powers" && !Object.hasOwn(POWERS, request)) {
            this.say("negativa", "consta la negativa de «" + request + "» por lo que no se niega");
        } else if (why === "beyond_powers" && POWERS[request].some(role => this.rolesOf(person).includes(role))) {
            this.say("negativa", "consta que p" + person + " pidió sin facultad «" + request + "», y la tenía");
        } else if (since >= 0 && since < NOTED_MS) this.say("negativa", "de p" + person + " consta dos veces en un minuto la misma clase de negativa");
    },
};
