// ---- What nobody sang, and is carried --------------------------------------------------------------

const ACCOUNTS = "tablas/account_movement.csv", NAMES_OF_ACCOUNTS = { line: "línea no cantada", bingo: "bingo no cantado" };
const ACCOUNT_COLUMNS = ["seq", "account", "game", "session", "in_eur", "out_eur", "balance_eur", "at_utc"];

/** The accounts of what nobody sang, summed up from the lines, and the table that says them. */
class Accounts {
    constructor(report, hall) {
        Object.assign(this, {
            report, hall, elsewhere: new Set(), carried: new Map(),
            /** Of line and account, as "12:bingo": what moved. */
            rows: new Map(), balances: {},
        });
    }

    take(line) {
        if (line.kind !== "play_unsung" && line.kind !== "game_voided") return;
        try {
            this.moved(line, exact(line.body));
        } catch (error) {
            // The hall has said it.
            if (!(error instanceof Bad)) throw error;
        }
    }

    moved({ kind, seq, at_utc_ms: at }, body) {
        const no = take(body, "game"), game = this.hall.games.get(no), isVoid = kind === "game_voided";
        const plays = isVoid ? Object.keys(NAMES_OF_ACCOUNTS) : [take(body, "play", "s")];
        if (!game || !game.whole || !game.rules) {
            for (const play of plays) this.elsewhere.add(seq + ":" + play);
            return;
        }
        for (const play of plays) {
            const of = no + ":" + play;
            let into = 0, out = 0;
            if (isVoid) {
                out = this.carried.get(of) || 0;
                this.carried.delete(of);
                if (!out) continue;
            } else {
                if (!Object.hasOwn(NAMES_OF_ACCOUNTS, play)) continue;
                if (take(take(game.rules, "unsung_" + play + "_to", "o"), "value", "?") !== "carried") continue;
                into = take(body, "amount_cents");
                this.carried.set(of, into);
            }
            this.rows.set(seq + ":" + play, { seq, play, no, session: game.session, into, out, at });
        }
    }

    amount(cents, spanish) {
        const digits = String(Math.abs(cents)).padStart(3, "0");
        return (cents < 0 ? "-" : "") + digits.slice(0, -2) + (spanish ? "," : ".") + digits.slice(-2);
    }

    cents(cell, spanish) {
        const found = (spanish ? /^(-?)([0-9]{1,13}),([0-9]{2})$/ : /^(-?)([0-9]{1,13})\.([0-9]{2})$/).exec(cell);
        if (!found) throw new Bad("no es la tabla de las cuentas");
        return (found[1] ? -1 : 1) * (100 * Number(found[2]) + Number(found[3]));
    }

    /** The rows as they stand, each with its number, account and amounts. */
    table(text, spanish) {
        const between = spanish ? ";" : ",", rows = text.split("\r\n"), bad = new Bad("no es la tabla de las cuentas");
        if (rows.shift() !== "\ufeff" + ACCOUNT_COLUMNS.join(between) || rows.pop() !== "") throw bad;
        return rows.map(row => {
            const cells = row.split(between);
            if (cells.length !== ACCOUNT_COLUMNS.length || !/^[1-9][0-9]{0,15}$/.test(cells[0])) throw bad;
            const [into, out, balance] = cells.slice(4, 7).map(cell => this.cents(cell, spanish));
            return { seq: Number(cells[0]), play: cells[1].replaceAll('"', ""), into, out, balance, row };
        });
    }

    written({ seq, play, no, session, into, out, at }, before, spanish) {
        const amounts = [into, out, before + into - out].map(cents => this.amount(cents, spanish));
        const cells = [seq, '"' + play + '"', no, session === null ? "" : session, ...amounts, new Date(at).toISOString()];
        return cells.join(spanish ? ";" : ",");
    }

    async compare(found, spanish) {
        if (!found.files.has(ACCOUNTS)) {
            if (this.rows.size) this.report.left.push("la tabla de las cuentas que se acumulan, que no va en la exportación");
            return;
        }
        await attempt(async () => {
            this.look(this.table(decoded(await found.small(ACCOUNTS)), spanish), spanish);
        }, bad => this.report.find("formato", ACCOUNTS, bad));
    }

    look(rows, spanish) {
        const missing = new Map(this.rows), { balances } = this;
        let earlier = 0;
        for (const { seq, play, into, out, balance, row } of rows) {
            const of = seq + ":" + play, mine = missing.get(of);
            const before = Object.hasOwn(balances, play) ? balances[play] : this.hall.fromTheFirst ? 0 : balance - into + out;
            balances[play] = before + into - out;
            missing.delete(of);
            let right;
            if (!mine && this.elsewhere.has(of)) {
                earlier++;
                right = balances[play] === balance;
            } else right = mine !== undefined && row === this.written(mine, before, spanish);
            if (!right) this.report.find("dinero", ACCOUNTS, "lo que dice de la línea " + seq + " no es lo que dan las líneas");
        }
        for (const { seq, play } of missing.values()) {
            this.report.find("dinero", ACCOUNTS, "falta lo que la línea " + seq + " mueve en la cuenta de " + NAMES_OF_ACCOUNTS[play]);
        }
        if (earlier) this.report.left.push("de las cuentas que se acumulan, " + many(earlier, "movimiento", "movimientos") + " de partidas anteriores");
        const known = Object.keys(NAMES_OF_ACCOUNTS).filter(play => Object.hasOwn(balances, play));
        if (known.length) {
            this.report.done.push("las cuentas que se acumulan, movimiento a movimiento: "
                + known.map(play => NAMES_OF_ACCOUNTS[play] + ", " + money(balances[play])).join("; "));
        }
    }
}
