// The page: draws when something changed, moves what counts down, and shows the camera.
function parameter(name, other) {
  var found = new RegExp("[?&]" + name + "=([A-Za-z0-9_.-]{1,40})(&|$)").exec(location.search);
  return found ? found[1] : other;
}

var DEVICE = parameter("device", "tv"), VIDEO = parameter("video", "mjpeg");
var stage = document.getElementById("stage"), body = document.body;
// Whether what is shown is of now; where the notice goes when it is not.
var live = false, noticeAt = null, timer = null, clockAt = null, ringUntil = 0, replay = { claim: 0, since: 0, running: false };
// Until the relay has had a picture there is no camera in this hall.
var camera = { image: document.getElementById("camera"), mark: document.getElementById("uncalled"), slot: null, good: false, ever: false };
function filmed() { return VIDEO !== "off" && camera.ever; }
var SCENES = {
  closed: idleScene, idle: idleScene, "not-held": idleScene, sale: saleScene, totals: totalsScene, draw: drawScene, check: checkScene,
  question: questionScene, winners: winnersScene, hold: holdScene, suspended: holdScene, "void": voidScene
};

// What the strip on top says while it applies.
function flags(board) {
  var all = [];
  if (state.spare) all.push("EQUIPO DE RESERVA: COPIA DEL PANEL");
  if (board.demo) all.push("DEMOSTRACIÓN: NO ES UN JUEGO REAL");
  if (board.session && board.session.draft) all.push("BORRADOR: REGLAMENTO SIN VERIFICAR");
  return shape === "tall" || !all.length ? all : [all.join("  ·  ")];
}

function noConnection() {
  var b = noticeAt || [at.x, at.y, at.w, 16], words = state.ever ?
    "Datos de las " + hour(state.clock + (state.heard - state.clockHeard), true) + ". Atienda a la voz." : "Todavía no hay datos de la sala.";
  var x = b[0] + 3.4;
  box(b[0], b[1], b[2], b[3], 1.2, "paper");
  noSignal(x, b[1] + 8, 9.6);
  text(x + 13.6, b[1] + 5.2, 8.2, "SIN CONEXIÓN", "b ink", "start", b[2] - 20);
  text(x + 13.6, b[1] + 12.2, 4.8, words, "ink", "start", b[2] - 20);
  out += '<rect class="ring" stroke-width="1.2" x=".6" y=".6" width="' + (W - 1.2) + '" height="' + (H - 1.2) + '"/>';
}

function render() {
  var board = state.board, strip, high, scale, inner, i;
  live = connected();
  chooseShape();
  noticeAt = timer = clockAt = camera.slot = null;
  out = "";
  strip = flags(board);
  high = strip.length * 5.4;
  scale = (H - high) / H;
  // Before the first board nothing is known, not even that the hall is closed.
  if (state.ever) (SCENES[sceneOn(board)] || idleScene)(board);
  else noticeAt = [at.x, H / 2 - 8, at.w, 16];
  inner = '<g class="' + (live ? "" : "old") + '">' + out + "</g>";
  out = "";
  if (!live) noConnection();
  inner += out;
  out = "";
  if (high) box(0, 0, W, high, 0, "paper");
  for (i = 0; i < strip.length; i++) text(W / 2, 5.4 * (i + 0.5), 4, strip[i], "b ink", "middle", W - 8);
  camera.transform = { scale: scale, x: (W - W * scale) / 2, y: high };
  stage.innerHTML = '<svg viewBox="0 0 ' + W + " " + H + '" preserveAspectRatio="xMidYMid meet" xmlns="http://www.w3.org/2000/svg"><g transform="translate(' +
    n(camera.transform.x) + " " + high + ") scale(" + scale + ')">' + inner + "</g>" + out + "</svg>";
  placeCamera();
  count10();
  tell(board);
}

// What is on the screen, for tests and other observers.
function tell(board) {
  body.setAttribute("data-scene", board.scene);
  body.setAttribute("data-on", sceneOn(board));
  body.setAttribute("data-connected", live ? "yes" : "no");
  body.setAttribute("data-seq", state.seq);
  body.setAttribute("data-lit", board.announced.length);
  body.setAttribute("data-last", board.announced.length ? board.announced[board.announced.length - 1] : "");
}

// Ten times a second: bars and figures that count by the desk's clock. Nothing else moves.
function count10() {
  var bar = document.getElementById("bar"), secs = document.getElementById("secs"), clock = document.getElementById("clock");
  if (timer) {
    var left = timer.until - deskNow(), words = timer.words(left);
    if (bar) bar.setAttribute("width", n(Math.max(0, Math.min(1, left / (timer.until - timer.from))) * timer.width));
    if (secs && secs.textContent !== words) secs.textContent = words;
  }
  if (clock && live) {
    var time = hour(deskNow());
    if (clock.textContent !== time) clock.textContent = time;
  }
}

// ---- the camera --------------------------------------------------------------------------------

function placeCamera() {
  var slot = camera.slot, style = camera.image.style;
  if (VIDEO === "off" || !slot || !camera.good) {
    style.display = camera.mark.style.display = "none";
    return;
  }
  var zoom = Math.min(window.innerWidth / W, window.innerHeight / H), to = camera.transform;
  var left = (window.innerWidth - W * zoom) / 2, top = (window.innerHeight - H * zoom) / 2;
  style.display = "block";
  style.left = left + (to.x + slot[0] * to.scale) * zoom + "px";
  style.top = top + (to.y + slot[1] * to.scale) * zoom + "px";
  style.width = slot[2] * to.scale * zoom + "px";
  style.height = slot[3] * to.scale * zoom + "px";
  markUncalled(state.board.uncalled, slot[3] * to.scale * zoom);
}

// The picture shows a ball that was not announced: it does not count yet.
function markUncalled(place, height) {
  var style = camera.mark.style, of = camera.image.style, high = height * 0.22;
  style.display = place && live && !state.board.picture_held ? "block" : "none";
  camera.mark.textContent = place ? place + ".\u00aa BOLA \u00b7 SIN CANTAR" : "";
  style.left = of.left;
  style.width = of.width;
  style.top = parseFloat(of.top) + height - high + "px";
  style.height = style.lineHeight = high + "px";
  style.fontSize = high * 0.62 + "px";
}

// Whether the relay has a picture; a stream that has ended begins again.
function askCamera() {
  var ask = new XMLHttpRequest();
  ask.onload = function () { cameraIs(ask.status === 200); };
  ask.onerror = ask.ontimeout = function () { cameraIs(false); };
  ask.open("HEAD", "/api/camera.jpg");
  ask.timeout = 2500;
  ask.send();
}

function cameraIs(good) {
  if (good && !camera.good) {
    camera.image.src = VIDEO === "jpg" ? "/api/camera.jpg?t=" + now() : "/api/camera.mjpeg?t=" + now();
  }
  if (!good && camera.good) camera.image.removeAttribute("src");
  camera.good = good;
  if (good && !camera.ever) { camera.ever = true; render(); }
  body.setAttribute("data-video", good ? "yes" : "no");
  placeCamera();
}

// A browser that cannot show a stream shows one picture after another.
camera.image.onerror = function () {
  if (VIDEO === "mjpeg" && camera.good) VIDEO = "jpg";
  camera.good = false;
  placeCamera();
};
camera.image.onload = function () {
  if (VIDEO !== "jpg" || !camera.good) return;
  setTimeout(function () { if (camera.good) camera.image.src = "/api/camera.jpg?t=" + now(); }, 200);
};

// ---- the beginning -----------------------------------------------------------------------------

var seenBalls = null, seenGame = null;

link.changed = function () {
  var board = state.board, balls = board.announced.length, game = board.game && board.game.game;
  // A ring for a ball that has just come; what was missed is not played back.
  if (live && seenGame === game && seenBalls !== null && balls === seenBalls + 1) {
    ringUntil = now() + 600;
    setTimeout(function () {
      var ring = document.getElementById("ring");
      if (ring && now() >= ringUntil) ring.parentNode.removeChild(ring);
    }, 620);
  }
  var claims = board.stop ? board.stop.claims : [], last = claims.length ? claims[claims.length - 1].claim : 0;
  if (last !== replay.claim) replay = { claim: last, since: live ? now() : 0, running: false };
  seenBalls = balls;
  seenGame = game;
  render();
};

var page = 0, shown = "";
setInterval(function () {
  watch();
  var turned = Math.floor(now() / 4000);
  // Silence changes the scene without a message, and so do pages of winners.
  var on = sceneOn(state.board) + coming(state.board);
  if (live !== connected() || on !== shown || (page !== turned && state.board.scene === "winners") || replay.running) render();
  shown = on;
  page = turned;
  count10();
}, 100);

window.onresize = render;
window.onload = function () { widths = {}; render(); };
if (document.fonts && document.fonts.load) {
  document.fonts.load('700 20px Panel');
  document.fonts.load('500 20px Panel');
  document.fonts.ready.then(function () { widths = {}; render(); });
}
// Old browsers do not say when a font has come.
setTimeout(function () { widths = {}; render(); }, 1500);
render();
connect();
if (VIDEO !== "off") {
  askCamera();
  setInterval(askCamera, 2000);
}
