// The page for phones: follows the board on a lane of its own, slower than the hall's screens and behind them.
SILENCE_MS = 6000;
LONGEST_PAUSE_MS = 4000;
link.doubt_ms = 4000;
link.address = function () { return "/tv/seguir/tablero?protocol=" + PROTOCOL; };

// The server answers and does not let this page in: it is full, or of another version.
var crowded = false;
link.doubt = function () {
  var ask = new XMLHttpRequest();
  ask.onload = function () {
    var code = "";
    try { code = JSON.parse(ask.responseText).code; } catch (error) { /* not ours */ }
    // The page that comes then says what is wanted.
    if (code === "protocolo-desconocido" || code === "sin-codigo-de-pantalla") location.reload();
    crowded = code === "demasiados-moviles";
    render();
  };
  ask.open("GET", link.address());
  ask.send();
};

var shownBoard = null, wasLive = false, saidLost = false, saidLast = null, quietUntil = now() + 1500;

function strips(board) {
  var all = [];
  if (state.spare) all.push(T.spare);
  if (board.demo) all.push(T.demo);
  if (board.session && board.session.draft) all.push(T.draft);
  return all.join(" · ");
}

function lostWords() {
  if (crowded) return T.crowded;
  if (!state.ever) return T.lost_never + " " + T.lost_do;
  return T.lost + ". " + T.lost_at + hour(state.clock + (state.heard - state.clockHeard), true) + ". " + T.lost_do;
}

// After waking up, and at the beginning, a moment without a word: nobody is told of what mends itself.
function renderLost() {
  var loud = now() >= quietUntil;
  saidLost = saidLost || loud;
  put(at("title"), loud ? T.lost : T.connecting);
  put(at("said"), "");
  saidLast = null;
  put(at("lost"), loud ? lostWords() : "");
}

function render() {
  var board = state.board, live = connected(), words;
  document.body.className = live ? "" : now() < quietUntil ? "old" : "old lost";
  put(at("hall"), board.hall.replace(" · DEMOSTRACIÓN", ""));
  put(at("flags"), strips(board));
  show("flags", !!strips(board));
  if (live) {
    crowded = false;
    words = sayChange(wasLive ? shownBoard : null, board, !wasLive);
    put(at("lost"), "");
    put(at("title"), titleOf(board));
    // A reader says what is written here, each time that it is written.
    if (words !== null && words !== saidLast) {
      put(at("said"), (saidLost ? T.again : "") + words);
      saidLast = words;
    }
    saidLost = false;
    shownBoard = board;
  } else {
    renderLost();
  }
  draw(board, live);
  wasLive = live;
  count();
  tell(board, live);
}

// What counts down, by the desk's clock. No reader says it.
function count() {
  var board = state.board, stop = board.stop, words = "", until;
  if (connected() && board.scene === "question" && stop.order_from_utc_ms) {
    until = stop.order_from_utc_ms - deskNow();
    words = until > 0 ? T.left_question + Math.ceil(until / 1000) + T.seconds : "";
  } else if (connected() && board.scene === "sale" && board.sale_closes_utc_ms) {
    until = board.sale_closes_utc_ms - deskNow();
    words = until > 0 ? T.left_sale + minutes(until) : T.left_soon;
  } else if (connected() && board.scene === "suspended" && board.suspended_until_utc_ms) {
    words = T.left_suspended + minutes(board.suspended_until_utc_ms - deskNow());
  }
  put(at("left"), words);
  show("left", !!words);
}

// What is on the page, for tests and other observers.
function tell(board, live) {
  var data = document.body.dataset, balls = board.announced;
  data.scene = board.scene;
  data.connected = live ? "yes" : "no";
  data.seq = state.seq;
  data.lit = balls.length;
  data.last = balls.length ? balls[balls.length - 1] : "";
}

link.changed = render;

// A phone in a pocket costs nothing and shows nothing old when it is looked at again.
function asleep(sleeps) {
  if (sleeps === link.asleep) return;
  link.asleep = sleeps;
  if (sleeps) {
    quietUntil = Infinity;
    drop();
  } else {
    quietUntil = now() + 1500;
    link.pause = FIRST_PAUSE_MS;
    connect();
  }
  render();
}

document.addEventListener("visibilitychange", function () { asleep(document.hidden); });
window.addEventListener("pagehide", function () { asleep(true); });
window.addEventListener("pageshow", function () { asleep(document.hidden); });
window.addEventListener("online", function () { if (!link.socket) { link.pause = FIRST_PAUSE_MS; connect(); } });

setInterval(function () {
  watch();
  if (connected() !== wasLive || (!wasLive && !saidLost && now() >= quietUntil)) render();
  count();
}, 250);

document.documentElement.lang = LANG;
document.title = T.page;
at("other").lang = at("other").hreflang = LANG === "en" ? "es" : "en";
at("other").href = LANG === "en" ? "?lang=es" : "?lang=en";
[["other", "other"], ["before-name", "before"], ["by-hand", "by_hand"], ["by-caller", "by_caller"], ["ninety-name", "ninety"], ["order-name", "order"], ["facts-name", "facts"],
  ["prizes-name", "prizes"], ["foot", "foot"]].forEach(function (pair) { put(at(pair[0]), T[pair[1]]); });
table(at("cells"), 9, 10, cells);
table(at("card-face"), 3, 9, face);
render();
connect();
