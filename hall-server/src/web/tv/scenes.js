// The scenes: each draws a board, of what the board says.
var GAP = 0.6;

// Without a connection the notice takes the place of the title, and needs that of a band.
function title(words, right) {
  if (!live) return rooms(16);
  var room = rooms(8), x = room.top[0], w = room.top[2], used = 0;
  if (right) used = text(x + w, at.y + 4.2, 5.5, right, "t2", "end", w * 0.42) + 3;
  text(x, at.y + 4, 8.2, words, "b t", "start", w - used);
  return room;
}

function band(words, look, sign, right) {
  var room = rooms(16), b = room.top, ink = look === "ok" || look === "paper", used = 0, x = b[0] + 4.4;
  var color = ink ? "ink" : "t";
  // On a standing screen the words need all of the width.
  if (shape === "tall" && !ink) right = "";
  box(b[0], b[1], b[2], b[3], 2, "p big " + look);
  if (right) used = text(b[0] + b[2] - 3.4, b[1] + 8, ink ? 12.2 : 5, right, (ink ? "b " : "") + color, "end", b[2] * 0.4) + 3;
  if (sign === "pause") pauseSign(x, b[1] + 8, 8.6, color);
  if (sign === "cross") cross(x, b[1] + 8, 7.6, "s-" + color);
  if (sign === "tick") tick(x - 0.4, b[1] + 8.6, 9, "s-" + color);
  if (sign) x += 12;
  text(x, b[1] + 8, 12.2, words, "b " + color, "start", b[0] + b[2] - x - used - 3);
  return room;
}

// The card that has just won is shown for four seconds before the question, by the desk's clock; the scene after the
// question ends it.
function happy(board) {
  var claims = board.stop ? board.stop.claims : [], best = null, i;
  if (!connected() || !state.clock || board.scene !== "question") return null;
  for (i = 0; i < claims.length; i++) {
    if (claims[i].accepted && claims[i].accepted_at_utc_ms && (!best || claims[i].accepted_at_utc_ms >= best.accepted_at_utc_ms)) best = claims[i];
  }
  return best && best.accepted_at_utc_ms + 4000 > deskNow() ? best : null;
}

function sceneOn(board) {
  if (happy(board)) return "check";
  return board.scene === "winners" && allPaid(board) ? "idle" : board.scene;
}

function allPaid(board) {
  return board.prizes.length > 0 && board.prizes.every(function (prize) { return prize.state !== "due"; });
}

// Whether the time of the next event has come: then the words change.
function coming(board) {
  var at = board.sale_closes_utc_ms || board.next_sale_utc_ms;
  return at ? (deskNow() < at ? "soon" : "now") : "";
}

// The camera's slot; the picture itself is an element of its own over it.
function cameraSlot(slot, board) {
  if (!filmed()) {
    box(slot[0], slot[1], slot[2], slot[3], 0.8, "p surface");
    text(slot[0] + slot[2] / 2, slot[1] + slot[3] / 2, 5, hallName(board), "t2", "middle", slot[2] - 5);
  } else {
    box(slot[0] + 0.15, slot[1] + 0.15, slot[2] - 0.3, slot[3] - 0.3, 0.8, "faint");
    text(slot[0] + slot[2] / 2, slot[1] + slot[3] / 2, Math.min(5, slot[3] * 0.28), "SIN IMAGEN", "t2", "middle", slot[2] - 4);
  }
  camera.slot = slot;
}

function hallName(board) { return board.hall.replace(" · DEMOSTRACIÓN", ""); }

function gameName(board) { return board.game ? "Partida " + board.game.game : ""; }

function ballWords(count) { return count === 1 ? "1 bola" : count + " bolas"; }

// A cell of the ninety; `last` has its ring, `hand` its cut corner.
function cell(x, y, w, h, number, lit, last, hand, size) {
  if (last) {
    box(x - 0.6, y - 0.6, w + 1.2, h + 1.2, 1, "p big paper");
    box(x - 0.2, y - 0.2, w + 0.4, h + 0.4, 0.8, "p none ground");
    box(x + 0.05, y + 0.05, w - 0.1, h - 0.1, 0.7, "p none now");
  } else {
    box(x, y, w, h, 0.7, lit ? "p lamp" : "p off");
  }
  text(x + w / 2, y + h / 2, size, String(number), lit ? "b ink" : "dim", "middle", w * 1.005);
  if (lit && hand) {
    out += '<path class="calm" d="M' + n(x + w - 2.1) + " " + n(y) + "h2.1v2.1z" + '"/>';
  }
}

function byHand(board) {
  var all = {};
  board.by_hand.forEach(function (place) { all[board.announced[place - 1]] = true; });
  return all;
}

function ninety(board, b) {
  var gap = 0.4, w = (b[2] - gap * 9) / 10, h = (b[3] - gap * 8) / 9, size = Math.min(h * 0.92 / 0.698, w / 1.08), i;
  var last = board.announced[board.announced.length - 1], hand = byHand(board), lit = {};
  for (i = 0; i < board.announced.length; i++) lit[board.announced[i]] = true;
  for (i = 0; i < 90; i++) {
    if (i + 1 !== last) cell(b[0] + (i % 10) * (w + gap), b[1] + Math.floor(i / 10) * (h + gap), w, h, i + 1, lit[i + 1], false, hand[i + 1], size);
  }
  i = last - 1;
  if (last) cell(b[0] + (i % 10) * (w + gap), b[1] + Math.floor(i / 10) * (h + gap), w, h, last, true, true, hand[last], size);
}

// The last ball: the tile holds nothing else, so that no count is taken for a ball.
function lastBall(board, b) {
  var last = board.announced[board.announced.length - 1], hand = last && byHand(board)[last], read = !hand && board.by_caller.indexOf(board.announced.length) >= 0;
  var size = Math.min(43.3, b[2] * 0.924) * (hand || read ? 0.9 : 1);
  box(b[0], b[1], b[2], b[3], 2, "p big now");
  if (!last) {
    text(b[0] + b[2] / 2, b[1] + b[3] / 2, 8.2, "COMIENZA", "b ink", "middle", b[2] - 6);
    return;
  }
  text(b[0] + b[2] / 2, b[1] + b[3] / 2 - (hand || read ? b[3] * 0.075 : 0), size, String(last), "b ink", "middle", b[2]);
  if (read) text(b[0] + b[2] / 2, b[1] + b[3] - 3.3, 4.4, b[2] < 40 ? "L" : "L · lee el locutor", "ink", "middle", b[2] - 6);
  if (hand) {
    box(b[0] + 1, b[1] + b[3] - 7, b[2] - 2, 6, 1.2, "p ink");
    text(b[0] + b[2] / 2, b[1] + b[3] - 4, 4.6, b[2] < 40 ? "A MANO" : "ENTRADA A MANO", "b amber", "middle", b[2] - 6);
  }
  if (ringUntil > now()) {
    box(b[0] - 0.5, b[1] - 0.5, b[2] + 1, b[3] + 1, 2.4, "ring", ' id="ring" stroke-width="1"');
  }
}

// Balls in order, the newest at the end, where it may be marked as the last; fewer leave the first places empty.
function ballsIn(all, b, count, cols, mark) {
  var rows = Math.ceil(count / cols), high = b[3] / rows, d = Math.min(b[2] / cols - 0.5, high - 0.5), step = (b[2] - d) / Math.max(cols - 1, 1), i;
  var balls = all.slice(Math.max(0, all.length - count));
  for (i = 0; i < balls.length; i++) {
    var place = count - balls.length + i, x = b[0] + d / 2 + (place % cols) * step, y = b[1] + high * (Math.floor(place / cols) + 0.5);
    disc(x, y, d / 2, mark && place === count - 1 ? "p now" : "p lamp");
    text(x, y, d * 0.74, String(balls[i]), "b ink", "middle", d * 0.86);
  }
}

// The camera, or the last balls in its place where the hall has none.
function cameraOrBalls(board, slot, b, count, cols) {
  if (filmed()) cameraSlot(slot, board);
  else ballsIn(board.announced, b, count, cols, true);
}

// A prize: played for now, next, or done. `note` stands beside its name.
function prize(b, name, cents, look, note) {
  var ink = look === "now" ? "ink" : "t", pad = 1.6, right = b[0] + b[2] - pad, label = look === "now" ? "b ink" : "b t2";
  var dim = look === "surface";
  box(b[0], b[1], b[2], b[3], 1.2, "p " + look);
  var used = text(b[0] + pad, b[1] + 3.1, 4.7, name, dim ? "b dim" : label, "start", b[2] * 0.55);
  if (dim) tick(right - 4.4, b[1] + 3.2, 3.6, "s-dim");
  else if (note) text(right, b[1] + 3.1, 4.4, note, label, "end", b[2] - used - pad * 2 - 1.6);
  text(b[0] + pad, b[1] + 8.6, 8.3, money(cents), "b " + (dim ? "dim" : ink), "start", b[2] - pad * 2);
}

function bothPrizes(board, line, bingo, notes) {
  var game = board.game, words = notes || {};
  if (!game) return;
  prize(line, "LÍNEA", game.line_cents, game.line_open ? "now" : "surface", words.line || (game.line_open ? "AHORA" : ""));
  prize(bingo, "BINGO", game.bingo_cents, game.line_open ? "raised" : game.bingo_open ? "now" : "surface",
    words.bingo || (!game.line_open && game.bingo_open ? "AHORA" : ""));
}

function seriesOf(game) {
  var names = [seriesName(game.series)], i, name;
  for (i = 0; i < game.segments.length; i++) {
    name = seriesName(game.segments[i].series);
    if (names.indexOf(name) < 0) names.push(name);
  }
  return names.length === 1 ? "Serie " + names[0] : names.length === 2 ? "Series " + names.join(" y ") : names.length + " series";
}

function thousands(value) { return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, "."); }

// Game and count. It reads «41 bolas»: a bare number near the last ball would be taken for one.
function count(board, b) {
  var many = board.announced.length, x = b[0], head = shape === "wide" ? 0 : b[3] * 0.36, mid = b[1] + head + (b[3] - head) / 2;
  if (head) text(x, b[1] + head / 2, 4.8, gameName(board), "t2", "start", b[2]);
  x += text(x, mid, 9.27, String(many), "b t", "start", b[2] * 0.6) + 0.6;
  text(x, mid + 1.7, 4, many === 1 ? "bola" : "bolas", "t2", "start", b[0] + b[2] - x);
}

// What is played with: series, cards sold, price; a line each where the room is high.
function soldLine(board, b) {
  var game = board.game, all, i;
  if (!game) return;
  all = [seriesOf(game), thousands(game.cards) + (game.cards === 1 ? " cartón" : " cartones"), money(game.face_value_cents)];
  if (shape === "wide") all.unshift(gameName(board));
  if (b[3] < 8) text(b[0], b[1] + b[3] / 2, 4.4, all.join("  ·  "), "t2", "start", b[2]);
  else for (i = 0; i < all.length; i++) text(b[0], b[1] + b[3] / 2 + (i - 1) * 5.1, 4.4, all[i], "t2", "start", b[2]);
}

// Where the parts of the draw stand on each shape: as on the wall.
function drawRooms() {
  var camera = filmed();
  if (shape === "tall") {
    return {
      tile: [4, 4, 52, 40], before: [58, 4, 28, 40], many: 12, cols: 3, older: camera ? null : [4, 132, 42.7, 24], line: [4, 46, 36.8, 14],
      bingo: [42.8, 46, 43.2, 14], board: [3, 62, 84, 67.6], cam: [4, 132, 42.7, 24], instead: [4, 132, 42.7, 24], last: 15,
      count: [50, 131.4, 36, 11], sold: [50, 143, 36, 13.4], notice: [4, 45.4, 82, 15.4], aside: [4, 4, 82, 40]
    };
  }
  if (shape === "square") {
    return {
      tile: [3, 3, 34, 30], before: camera ? [3, 34.4, 34, 20.6] : [3, 34.6, 34, 40.6], many: 12, cols: camera ? 4 : 3, line: [39, 8, 35.4, 12.6],
      bingo: [75.6, 8, 41.4, 12.6], board: [39, 21.8, 78, 65.2], cam: [3, 56.4, 34, 19.1], instead: [3, 58, 34, 16], last: 10,
      count: [3, 76.8, 34, 10.2], sold: [39, 2.8, 78, 4.2], notice: [39, 3, 78, 17.6], aside: [3, 3, 34, 52]
    };
  }
  // Where no camera needs the width, the ninety numbers have it.
  var x = camera ? 4 : 2, w = camera ? 48 : 46.6, left = camera ? 53.2 : 50, all = 158 - left, line = left + 21.5, bingo = line + (all - 21.5) * 0.45;
  return {
    tile: [x, 3, w, 36], before: camera ? [x, 40.4, w, 18.2] : [x, 40.6, w, 46.4], many: camera ? 10 : 16, cols: camera ? 5 : 4,
    line: [line, 8, bingo - line - 1.4, 12.6], bingo: [bingo, 8, 158 - bingo, 12.6], board: [left, 21.8, all, 65.2], cam: at.cam,
    instead: [x, 64.4, w, 18.2], last: 10, count: [left, 8, 20.5, 12.6], sold: [left, 2.8, all, 4.2], notice: [left, 3, all, 17.6],
    aside: [x, 3, w, 55.4]
  };
}

// Board, prizes, count: what stands the same in draw, stop and question.
function drawFrame(board, notes) {
  var room = drawRooms();
  if (live) {
    bothPrizes(board, room.line, room.bingo, notes);
    soldLine(board, room.sold);
  }
  if (live || shape !== "wide") count(board, room.count);
  noticeAt = room.notice;
  ninety(board, room.board);
  return room;
}

function drawScene(board) {
  var room = drawFrame(board), before = board.announced.slice(0, -1);
  lastBall(board, room.tile);
  ballsIn(before, room.before, room.many, room.cols, false);
  if (room.older) ballsIn(before.slice(0, Math.max(0, before.length - room.many)), room.older, 15, 5, false);
  if (filmed()) cameraSlot(room.cam, board);
}

// A stop without a card: after a power cut nobody sang.
function waitScene(board) {
  var room = drawFrame(board), b = room.aside, restart = board.stop && board.stop.restart, narrow = b[2] < 40;
  box(b[0], b[1], b[2], b[3], 2, "p big raised");
  var size = narrow ? 5.6 : 8.2, all = lines(restart ? "UN MOMENTO, POR FAVOR" : "SE COMPRUEBA UN CARTÓN", size, b[2] - 6, true), i;
  for (i = 0; i < all.length; i++) text(b[0] + 3, b[1] + b[3] * 0.34 + (i - (all.length - 1) / 2) * size * 1.16, size, all[i], "b t", "start", b[2] - 6);
  sentence(b[0] + 3, b[1] + b[3] * 0.66, Math.min(size, 5.6), restart ? "El juego sigue enseguida. Guarde sus cartones." : "No se cantan más números.", "t2", b[2] - 6, 3);
  cameraOrBalls(board, room.cam, room.instead, room.last, 5);
}

function questionScene(board) {
  var stop = board.stop, won = stop.claims.filter(function (claim) { return claim.accepted; }), i, words;
  var note = function (play) {
    var cards = ofPlay(won, play).length;
    return !cards ? "" : cards === 1 ? "1 CARTÓN" : cards + " CARTONES";
  };
  var room = drawFrame(board, { line: note("line"), bingo: note("bingo") }), b = room.aside;
  cameraOrBalls(board, room.cam, room.instead, room.last, 5);
  if (stop.asked_line && stop.asked_bingo) words = ["¿ALGUNA", "LÍNEA O", "BINGO MÁS?"];
  else words = stop.asked_bingo ? ["¿ALGÚN", "BINGO", "MÁS?"] : ["¿ALGUNA", "LÍNEA", "MÁS?"];
  var foot = 13.5, step = (b[3] - foot) / 3.15, size = Math.min(11.16, step * 0.92);
  box(b[0], b[1], b[2], b[3], 2, "p big calm");
  for (i = 0; i < 3; i++) size = Math.min(size, fit(words[i], size, b[2] - 6, true));
  for (i = 0; i < 3; i++) text(b[0] + 3, b[1] + 2.2 + step * (i + 0.5), size, words[i], "b t", "start", b[2] - 6);
  if (live) text(b[0] + 3, b[1] + b[3] - 10, 5.4, "Cante ahora", "b t", "start", b[2] - 21);
  if (live && stop.order_from_utc_ms) {
    timer = {
      from: stop.asked_at_utc_ms, until: stop.order_from_utc_ms, width: b[2] - 6,
      words: function (left) { return left > 0 ? Math.ceil(left / 1000) + " s" : ""; }
    };
    text(b[0] + b[2] - 3, b[1] + b[3] - 10, 6.6, "", "b t", "end", 0, "secs");
    box(b[0] + 3, b[1] + b[3] - 6, b[2] - 6, 2.6, 1.3, "p deep");
    box(b[0] + 3, b[1] + b[3] - 6, b[2] - 6, 2.6, 1.3, "p paper", ' id="bar"');
  }
}

function ofPlay(all, play) { return all.filter(function (one) { return one.play === play; }); }

function winners(prizes, play) {
  var all = ofPlay(prizes, play).map(function (prize) { return prize.card.card; });
  if (!all.length) return "";
  return all.length === 1 ? "Cartón " + all[0] : all.length === 2 ? "Cartones " + all[0] + " y " + all[1] : all.length + " cartones";
}

function isLast(board) {
  return !!(board.session && board.session.last_in_session && board.game && board.game.in_session >= board.session.last_in_session);
}

// Who won the game before, at the foot of a room; returns what is left of it.
function winnersBefore(board, b) {
  var last = board.last, narrow = b[2] < 90, high = narrow ? 21 : 13, y = b[1] + b[3] - high, half = (b[2] - 8) / 2, i;
  if (!last) return b;
  box(b[0], y, b[2], high, 1.2, "p surface");
  for (i = 0; i < 2; i++) {
    var x = b[0] + 2.4 + i * (half + 3.2), play = i ? "bingo" : "line", who = winners(last.prizes, play), won = !!who;
    var name = i ? "Bingo anterior" : "Línea anterior", cents = money(i ? last.bingo_cents : last.line_cents);
    if (narrow) {
      text(x, y + 3.8, 4.4, name, "t2", "start", half);
      if (won) text(x, y + 9.2, 5, cents, "b t", "start", half);
      sentence(x, y + 12.4, 4.4, who || "No cantado", "b t", half, 2);
    } else {
      text(x, y + 3.8, 4.4, won ? name + ": " + cents : name, "t2", "start", half);
      text(x, y + 8.9, 5.6, who || "No cantado", "b t", "start", half);
    }
  }
  return [b[0], b[1], b[2], b[3] - high - 2];
}

function saleScene(board) {
  var game = board.game, tall = shape === "tall", room = title("VENTA DE CARTONES", gameName(board) + (isLast(board) ? " · última" : "") + "  ·  " + seriesOf(game));
  var l = room.left, r = room.right, low = room.low, so = board.so_far, i;
  if (tall) { l = [l[0], l[1], l[2], 22]; r = [r[0], l[1] + 24.4, r[2], r[1] + r[3] - l[1] - 24.4]; }
  box(l[0], l[1], l[2], l[3], 2, "p big now");
  text(l[0] + 3.1, l[1] + Math.min(6.6, l[3] * 0.2), 5.4, "CADA CARTÓN", "b ink", "start", l[2] - 6);
  text(l[0] + l[2] / 2, l[1] + l[3] * (l[3] < 30 ? 0.66 : 0.6), Math.min(16.8, l[3] * 0.56), money(game.face_value_cents), "b ink", "middle", l[2] - 7);
  r = winnersBefore(board, r);
  var w = (r[2] - 1) / 2, size = 17.5;
  if (so) size = Math.min(r[3] * 0.5, fit(money(so.line_cents), 17.5, w - 6, true), fit(money(so.bingo_cents), 17.5, w - 6, true));
  for (i = 0; so && i < 2; i++) {
    var x = r[0] + i * (w + 1);
    box(x, r[1], w, r[3], 2, "p big raised");
    text(x + 3, r[1] + 4.8, w < 44 ? 4.8 : 6.4, i ? "BINGO" : "LÍNEA", "b t2", "start", w * 0.4);
    if (w < 44) text(x + 3, r[1] + r[3] - 3.6, 4, "por ahora", "t2");
    else text(x + w - 3, r[1] + 4.8, 4.8, "por ahora", "t2", "end");
    text(x + 3, r[1] + r[3] * 0.55, size, money(i ? so.bingo_cents : so.line_cents), "b t", "start", w - 6);
  }
  cameraSlot(room.cam, board);
  var s = [low[0], low[1], low[2] * 0.4, low[3]], c = [low[0] + low[2] * 0.4 + 2, low[1], low[2] * 0.6 - 2, low[3]];
  box(s[0], s[1], s[2], s[3], 1.2, "p surface");
  text(s[0] + 2.6, s[1] + 5.2, 4.8, "CARTONES", "t2", "start", s[2] - 5);
  text(s[0] + 2.6, s[1] + 10.7, 4.8, "VENDIDOS", "t2", "start", s[2] - 5);
  text(s[0] + 2.6, s[1] + s[3] * 0.74, 13, thousands(game.cards), "b t", "start", s[2] - 5);
  box(c[0], c[1], c[2], c[3], 1.2, "p surface");
  var closes = live && board.sale_closes_utc_ms, open = closes && deskNow() < closes;
  if (open) {
    text(c[0] + 3, c[1] + 5.4, 4.8, "Cierre a las " + hour(closes), "t2", "start", c[2] - 6);
    text(c[0] + c[2] / 2, c[1] + c[3] * 0.63, fit("00:00", 20, c[2] - 6, true), minutes(closes - deskNow()), "b t", "middle", 0, "secs");
    timer = { until: closes, words: minutes };
  } else if (closes) {
    sentence(c[0] + 3, c[1] + c[3] * 0.24, 7.4, "La venta se cierra en un momento.", "b t", c[2] - 6, 3);
  } else {
    text(c[0] + 3, c[1] + c[3] * 0.36, 8.2, "VENTA ABIERTA", "b t", "start", c[2] - 6);
    sentence(c[0] + 3, c[1] + c[3] * 0.6, 4.8, "Compre sus cartones al vendedor.", "t2", c[2] - 6, 2);
  }
}

function totalsScene(board) {
  var game = board.game, room, was = board.rectified, top, half, i, step;
  if (was) {
    room = band("RECTIFICACIÓN", "calm", "", "Eran " + was.cards + " cartones");
    text(at.x, room.mid[1] + 2.6, 4.8, "Antes: línea " + money(was.line_cents) + " · bingo " + money(was.bingo_cents) + ". Ahora:",
      "t2", "start", at.w);
    top = room.mid[1] + 6.4;
  } else {
    room = title("PREMIOS DE LA PARTIDA " + game.game);
    top = room.mid[1];
  }
  var m = [room.mid[0], top, room.mid[2], room.mid[1] + room.mid[3] - top];
  if (!was) m = winnersBefore(board, m);
  // On a narrow screen one under the other; both amounts have one size.
  var tall = shape === "tall", w = tall ? m[2] : (m[2] - 2) / 2, h = tall ? (m[3] - 2) / 2 : m[3];
  half = Math.min(fit(money(game.line_cents), 17.5, w - 8, true), fit(money(game.bingo_cents), 17.5, w - 8, true), h * 0.46);
  for (i = 0; i < 2; i++) {
    var x = tall ? m[0] : m[0] + i * (w + 2), y = tall ? m[1] + i * (h + 2) : m[1];
    box(x, y, w, h, 2, "p big raised");
    text(x + 4.2, y + Math.min(7.8, h * 0.22), Math.min(8.4, h * 0.24), i ? "BINGO" : "LÍNEA", "b t2", "start", w - 8);
    text(x + 4.2, y + h * 0.65, half, money(i ? game.bingo_cents : game.line_cents), "b amber", "start", w - 8);
  }
  cameraSlot(room.cam, board);
  var low = room.low;
  box(low[0], low[1], low[2], low[3], 1.2, "p surface");
  text(low[0] + 3.1, low[1] + 6, 5.3, "CARTONES VENDIDOS", "t2", "start", low[2] * 0.55);
  text(low[0] + low[2] - 3.1, low[1] + 6.6, 10.6, String(game.cards), "b t", "end", low[2] * 0.38);
  step = (low[3] - 13) / Math.max(game.segments.length, 1);
  for (i = 0; i < game.segments.length; i++) {
    var part = game.segments[i], mid = low[1] + 12 + step * (i + 0.5), size = Math.min(5.4, step * 0.72);
    text(low[0] + 3.1, mid, size, "Serie " + seriesName(part.series), "t", "start", low[2] * 0.45);
    text(low[0] + low[2] - 3.1, mid, size, "del " + part.first + " al " + part.last, "b t", "end", low[2] * 0.48);
  }
}
