// ---- A game again, ball by ball ------------------------------------------------------------------

let replay = null, playing = 0;

const CARD = card => card.series + " " + card.number;
const PLAY = { line: "línea", bingo: "bingo" };

/** What a line says in words, and what it does to what is seen. A line that nobody in the hall saw says nothing. */
const SCENES = {
    sale_opened: body => ({ phase: "En venta", words: "Se abre la venta: serie " + body.series + ", desde el cartón " + body.first + ", a " + money(body.face_value_cents) }),
    sale_closed: body => ({
        phase: "Venta cerrada", money: many(body.sold, "cartón", "cartones") + " · línea " + money(body.division.line_cents) + " · bingo " + money(body.division.bingo_cents),
        words: body.formula,
    }),
    sale_rectified: body => ({
        money: many(body.sold, "cartón", "cartones") + " · línea " + money(body.division.line_cents) + " · bingo " + money(body.division.bingo_cents),
        words: "Rectificación pública: " + body.formula,
    }),
    game_not_held: () => ({ phase: "No celebrada", words: "No se vendió ningún cartón" }),
    draw_started: () => ({ phase: "Extracción", words: "Empieza la extracción" }),
    draw_started_by_caller: () => ({ phase: "Extracción", words: "Empieza la extracción; las bolas las lee el locutor" }),
    ball_announced: body => ({ ball: body.ball, words: "Bola " + body.ordinal + ": el " + body.ball }),
    announcement_rectified: body => ({ words: "Rectifica el locutor: había dicho el " + body.said + ", es el " + body.ball }),
    reading_rectified: body => ({ instead: true, ball: body.to, words: "Rectifica el locutor: la bola " + body.ordinal + " es el " + body.to + "; había leído el " + body.from }),
    draw_stopped: body => ({ phase: "Parada", words: "Parada " + body.stop + ", con " + many(body.announced, "bola anunciada", "bolas anunciadas") + (body.counting < body.announced ? "; la última, anunciada después, no cuenta en ella" : "") }),
    stop_called_earlier: body => ({ words: "Otro puesto había parado antes: la última bola no cuenta en la parada " + body.stop }),
    last_ball_confirmed: body => ({ words: "Tras el reinicio se confirma por su número la última bola: el " + body.ball }),
    draw_resumed: () => ({ phase: "Extracción", words: "Sigue la extracción" }),
    claim_made: body => ({ words: "Canta " + PLAY[body.play] + " el cartón " + CARD(body.card) + ": " + (VERDICTS[body.verdict.is] || body.verdict.is) }),
    claim_accepted: body => ({ words: "Se da por bueno el cante " + body.claim }),
    claim_rejected: body => ({ words: "Se rechaza el cante " + body.claim }),
    question_asked: body => ({ words: "«" + [body.line && "¿Alguna línea más?", body.bingo && "¿Algún bingo más?"].filter(Boolean).join(" ") + "»" }),
    play_awarded: body => ({ words: "Premio de " + PLAY[body.play] + ": " + body.winners.map(one => CARD(one.card) + ", " + money(one.amount_cents)).join("; ") }),
    play_unsung: body => ({ words: "Nadie cantó " + PLAY[body.play] + ": " + money(body.amount_cents) }),
    game_ended: () => ({ phase: "Terminada", words: "Orden de cierre" }),
    prize_paid: body => ({ words: "Se paga el premio " + body.prize + ": " + money(body.amount_cents) }),
    prize_withheld: body => ({ words: "Se retiene el premio " + body.prize + ": " + body.reason }),
    prize_released: body => ({ words: "Se libera el premio " + body.prize }),
    hold_raised: () => ({ phase: "ALTO", words: "ALTO: no se anuncia nada hasta que dos personas lo resuelvan" }),
    hold_left: () => ({ phase: "Extracción", words: "Termina el ALTO" }),
    game_suspended: body => ({ phase: "Suspendida", words: "Suspensión provisional: " + body.cause }),
    suspension_lifted: () => ({ words: "Se levanta la suspensión" }),
    game_voided: body => ({ phase: "Anulada", words: "Partida anulada: " + body.cause }),
    cards_refunded: body => ({ words: "Se devuelven los cartones " + body.cards.series + " " + body.cards.first + " a " + body.cards.last }),
    transcribed: () => ({ words: "Lo que sigue viene de la hoja en papel" }),
};

for (let n = 1; n <= 90; n++) element("span", n, at("board"));

function offer(games) {
    const list = at("games");
    list.replaceChildren(...games.slice(0, 20000).map(game => {
        const option = element("option", "Partida " + game.no + (game.session ? " · sesión " + game.session : "") + " · " + hour(game.at, true));
        option.value = game.no;
        return option;
    }));
    at("replay").hidden = !games.length;
    if (games.length) choose();
}

function choose() {
    stop();
    replay = null;
    worker.postMessage({ game: Number(at("games").value) });
}

function begun(no, lines) {
    if (Number(at("games").value) !== no) return;
    const scenes = [];
    for (const line of lines) {
        let scene = null;
        try {
            scene = Object.hasOwn(SCENES, line.kind) ? SCENES[line.kind](line.body) : null;
        } catch {
            scene = { words: "Línea " + line.seq + ": no se entiende" };
        }
        if (scene) scenes.push({ ...scene, at: line.at, seq: line.seq });
    }
    replay = { scenes, now: scenes.length - 1 };
    at("time").max = Math.max(scenes.length - 1, 0);
    draw();
}

function draw() {
    if (!replay) return;
    const { scenes, now } = replay, balls = [], seen = scenes.slice(0, now + 1);
    let phase = "", money = "";
    for (const scene of seen) {
        if (scene.instead) balls.pop();
        if (scene.ball) balls.push(scene.ball);
        phase = scene.phase || phase;
        money = scene.money || money;
    }
    const last = balls[balls.length - 1];
    [...at("board").children].forEach((cell, n) => {
        cell.className = n + 1 === last ? "last" : balls.includes(n + 1) ? "lit" : "";
    });
    at("ball").textContent = last || "";
    at("phase").textContent = phase + (balls.length ? " · " + many(balls.length, "bola", "bolas") : "");
    at("lately").textContent = balls.length > 1 ? "Antes: " + balls.slice(-6, -1).reverse().join(", ") : "";
    at("money").textContent = money;
    at("time").value = now;
    at("board").setAttribute("aria-label", "Panel: " + balls.length + " números anunciados" + (last ? ", el último el " + last : ""));
    const story = at("story");
    story.replaceChildren(...seen.map(scene => {
        const row = document.createElement("div");
        element("time", hour(scene.at), row);
        element("span", scene.words, row);
        if (scene === seen[now]) row.className = "now-said";
        return row;
    }));
    story.scrollTop = story.scrollHeight;
}

function go(to) {
    if (!replay) return;
    replay.now = Math.min(Math.max(to, 0), replay.scenes.length - 1);
    draw();
}

function stop() {
    clearTimeout(playing);
    playing = 0;
    at("play").textContent = "Ver";
}

/** Waits as long as the hall did, so many times faster, and at most two seconds. */
function next() {
    if (!replay || replay.now >= replay.scenes.length - 1) return stop();
    const { scenes, now } = replay, wait = (scenes[now + 1].at - scenes[now].at) / Number(at("speed").value);
    playing = setTimeout(() => {
        go(replay.now + 1);
        next();
    }, Math.min(Math.max(wait, 60), 2000));
}

function playOrStop() {
    if (playing) return stop();
    if (!replay) return;
    if (replay.now >= replay.scenes.length - 1) go(0);
    at("play").textContent = "Parar";
    next();
}

at("games").addEventListener("change", choose);
at("play").addEventListener("click", playOrStop);
at("step").addEventListener("click", () => {
    stop();
    go(replay ? replay.now + 1 : 0);
});
at("back").addEventListener("click", () => {
    stop();
    go(replay ? replay.now - 1 : 0);
});
at("time").addEventListener("input", event => {
    stop();
    go(Number(event.target.value));
});
document.addEventListener("keydown", event => {
    if (event.target.closest("input,select,button,textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const does = { " ": playOrStop, ArrowRight: () => go(replay.now + 1), ArrowLeft: () => go(replay.now - 1) }[event.key];
    if (!does || !replay) return;
    event.preventDefault();
    if (event.key !== " ") stop();
    does();
});
