// The scenes. Each draws one board; none decides anything, and none knows more than the board.
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

// The camera's slot; the picture itself is an element of its own over it.
function cameraSlot(slot, board) {
  if (VIDEO === "off") {
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
    box(x - 0.35, y - 0.35, w + 0.7, h + 0.7, 1, "p big paper");
    box(x + 0.25, y + 0.25, w - 0.5, h - 0.5, 0.7, "p none ground");
    box(x + 0.6, y + 0.6, w - 1.2, h - 1.2, 0.5, "p none now");
  } else {
    box(x, y, w, h, 0.7, lit ? "p lamp" : "p off");
  }
  text(x + w / 2, y + h / 2, size * (last ? 0.86 : 1), String(number), lit ? "b ink" : "dim", "middle", w * 0.94);
  if (lit && hand) {
    out += '<path class="calm" d="M' + n(x + w - 2.1) + " " + n(y) + "h2.1v2.1z" + '"/>';
  }
}

function byHand(board) {
  var all = {}, i;
  for (i = 0; i < board.by_hand.length; i++) all[board.announced[board.by_hand[i] - 1]] = true;
  return all;
}

function ninety(board, b) {
  var cols = 10, w = (b[2] - GAP * 9) / cols, h = (b[3] - GAP * 8) / 9, size = h * 0.94, i;
  var last = board.announced[board.announced.length - 1], hand = byHand(board), lit = {};
  for (i = 0; i < board.announced.length; i++) lit[board.announced[i]] = true;
  for (i = 0; i < 90; i++) {
    if (i + 1 !== last) cell(b[0] + (i % 10) * (w + GAP), b[1] + Math.floor(i / 10) * (h + GAP), w, h, i + 1, lit[i + 1], false, hand[i + 1], size);
  }
  i = last - 1;
  if (last) cell(b[0] + (i % 10) * (w + GAP), b[1] + Math.floor(i / 10) * (h + GAP), w, h, last, true, true, hand[last], size);
}

// The last ball: the tile holds nothing else, so that no count is taken for a ball.
function lastBall(board, b) {
  var last = board.announced[board.announced.length - 1], hand = last && byHand(board)[last];
  var size = Math.min(b[3] * 1.0825, b[2] * 0.832) * (hand ? 0.9 : 1);
  box(b[0], b[1], b[2], b[3], 2, "p big now");
  if (!last) {
    text(b[0] + b[2] / 2, b[1] + b[3] / 2, 8.2, "COMIENZA", "b ink", "middle", b[2] - 6);
    return;
  }
  text(b[0] + b[2] / 2, b[1] + b[3] / 2 - (hand ? b[3] * 0.075 : 0), size, String(last), "b ink", "middle", b[2] - 3);
  if (hand) {
    box(b[0] + 1, b[1] + b[3] - 7, b[2] - 2, 6, 1.2, "p ink");
    text(b[0] + b[2] / 2, b[1] + b[3] - 4, 4.6, "ENTRADA A MANO", "b amber", "middle", b[2] - 6);
  }
  if (ringUntil > now()) {
    out += '<rect id="ring" class="ring" stroke-width="1" x="' + n(b[0] - 0.5) + '" y="' + n(b[1] - 0.5) + '" width="' +
      n(b[2] + 1) + '" height="' + n(b[3] + 1) + '" rx="2.4"/>';
  }
}

// Earlier balls, the newest at the end; fewer leave the first places empty.
function previous(board, b, cols, rows) {
  var count = cols * rows, d = Math.min(b[3] / rows - (rows > 1 ? 1.2 : 0), b[2] / cols - (cols > 1 ? 0.8 : 0)), i, place;
  var balls = board.announced.slice(Math.max(0, board.announced.length - 1 - count), -1);
  for (i = 0; i < balls.length; i++) {
    place = count - balls.length + i;
    var step = cols > 1 ? (b[2] - d) / (cols - 1) : 0, fall = rows > 1 ? (b[3] - d) / (rows - 1) : 0;
    var x = b[0] + d / 2 + (place % cols) * step, y = b[1] + (rows > 1 ? d / 2 : b[3] / 2) + Math.floor(place / cols) * fall;
    disc(x, y, d / 2, "p lamp");
    text(x, y, d * 0.71, String(balls[i]), "b ink", "middle", d * 0.86);
  }
}

// A prize: played for now, next, or done. `note` stands beside its name.
function prize(b, name, cents, look, note) {
  var ink = look === "now" ? "ink" : "t", pad = 1.6, right = b[0] + b[2] - pad, label = look === "now" ? "b ink" : "b t2";
  var dim = look === "surface";
  box(b[0], b[1], b[2], b[3], 1.2, "p " + look);
  var used = text(b[0] + pad, b[1] + 3.6, 4.7, name, dim ? "b dim" : label, "start", b[2] * 0.55);
  if (dim) tick(right - 4.4, b[1] + 3.7, 3.6, "s-dim");
  else if (note) text(right, b[1] + 3.6, 4.4, note, label, "end", b[2] - used - pad * 2 - 1.6);
  text(b[0] + pad, b[1] + 10.4, 9.27, money(cents), "b " + (dim ? "dim" : ink), "start", b[2] - pad * 2);
}

function bothPrizes(board, line, bingo, notes) {
  var game = board.game, words = notes || {};
  if (!game) return;
  prize(line, "LÍNEA", game.line_cents, game.line_open ? "now" : "surface", words.line || (game.line_open ? "AHORA" : ""));
  prize(bingo, "BINGO", game.bingo_cents, game.line_open ? "raised" : game.bingo_open ? "now" : "surface",
    words.bingo || (!game.line_open && game.bingo_open ? "AHORA" : ""));
}

// Game and count. It reads «41 bolas»: a bare number near the last ball would be taken for one.
function count(board, b, stacked) {
  var many = board.announced.length, word = many === 1 ? "bola" : "bolas", x = b[0];
  if (stacked) {
    text(x, b[1] + 3.6, 4.4, gameName(board), "t2", "start", b[2]);
    x += text(x, b[1] + 10.4, 9.27, String(many), "b t", "start", b[2] * 0.6) + 1.2;
    text(x, b[1] + 12.1, 4, word, "t2", "start", b[0] + b[2] - x);
  } else {
    var wide = width(word, false) * 4;
    text(b[0] + b[2], b[1] + b[3] / 2 + 1.2, 4, word, "t2", "end");
    var big = text(b[0] + b[2] - wide - 1.2, b[1] + b[3] / 2, 8.6, String(many), "b t", "end");
    text(b[0], b[1] + b[3] / 2 + 0.6, 4.2, gameName(board), "t2", "start", b[2] - wide - big - 3);
  }
}

// Where the parts of the draw stand on each shape.
function drawRooms() {
  if (shape === "tall") {
    return {
      tile: [4, 4, 52, 40], before: [58, 4, 28, 40], cols: 2, rows: 3, line: [4, 46, 36.8, 16], bingo: [42.8, 46, 43.2, 16],
      board: [4, 64, 82, 66], cam: [4, 132, 42.7, 24], count: [50, 136, 36, 16], stacked: true, notice: [4, 46, 82, 16]
    };
  }
  if (shape === "square") {
    return {
      tile: [3, 3, 40, 33], before: [3, 37.6, 40, 12.6], cols: 3, rows: 1, line: [46, 3, 31.8, 16], bingo: [79.7, 3, 37.3, 16],
      board: [46, 21.4, 71, 65.6], cam: [3, 64.5, 40, 22.5], count: [3, 51.2, 40, 12], stacked: false, notice: [46, 3, 71, 16]
    };
  }
  return {
    tile: [4, 3, 52, 40], before: [4, 45.2, 52, 10.2], cols: 5, rows: 1, line: [81, 3, 33, 16], bingo: [116, 3, 40, 16],
    board: [59, 21.4, 97, 65.6], cam: at.cam, count: [59, 3, 20, 16], stacked: true, notice: [59, 3, 97, 16]
  };
}

// Board, prizes, count and camera: what stands the same in draw, stop and question.
function drawFrame(board, notes) {
  var room = drawRooms();
  if (live) {
    bothPrizes(board, room.line, room.bingo, notes);
    count(board, room.count, room.stacked);
  } else if (shape !== "wide") {
    count(board, room.count, room.stacked);
  }
  noticeAt = room.notice;
  ninety(board, room.board);
  cameraSlot(room.cam, board);
  return room;
}

function drawScene(board) {
  var room = drawFrame(board);
  lastBall(board, room.tile);
  previous(board, room.before, room.cols, room.rows);
}

// The left side of the draw while something else is asked of the room.
function asideRoom(room) {
  var bottom = shape === "tall" ? room.tile[1] + room.tile[3] : (shape === "square" ? room.before[1] + room.before[3] : 55.4);
  return [room.tile[0], room.tile[1], shape === "tall" ? 82 : room.tile[2], bottom - room.tile[1]];
}

function waitScene(board) {
  var room = drawFrame(board), b = asideRoom(room);
  box(b[0], b[1], b[2], b[3], 2, "p big calm");
  pauseSign(b[0] + 3, b[1] + 9, 9, "t");
  text(b[0] + 3, b[1] + 21, 11, "JUEGO", "b t", "start", b[2] - 6);
  text(b[0] + 3, b[1] + 31, 11, "PARADO", "b t", "start", b[2] - 6);
  sentence(b[0] + 3, b[1] + 38.5, 4.9, "La mesa comprueba. Guarde su cartón.", "t", b[2] - 6, 2);
}

function questionScene(board) {
  var stop = board.stop, won = { line: 0, bingo: 0 }, i, words;
  for (i = 0; i < stop.claims.length; i++) if (stop.claims[i].accepted) won[stop.claims[i].play]++;
  var note = function (play) { return won[play] ? (won[play] === 1 ? "1 CARTÓN" : won[play] + " CARTONES") : ""; };
  var room = drawFrame(board, { line: note("line"), bingo: note("bingo") }), b = asideRoom(room);
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

function saleScene(board) {
  var game = board.game, last = board.session && board.session.last_game ? " · ÚLTIMA" : "";
  var room = title("VENTA DE CARTONES", gameName(board) + last), l = room.left, r = room.right, low = room.low;
  box(l[0], l[1], l[2], l[3], 2, "p big now");
  text(l[0] + 3.1, l[1] + Math.min(6.6, l[3] * 0.2), 5.4, "CADA CARTÓN", "b ink", "start", l[2] - 6);
  text(l[0] + l[2] / 2, l[1] + l[3] * (l[3] < 30 ? 0.66 : 0.6), Math.min(16.8, l[3] * 0.56), money(game.face_value_cents), "b ink", "middle", l[2] - 7);
  box(r[0], r[1], r[2], r[3], 1.2, "p raised");
  var half = r[1] + r[3] / 2;
  text(r[0] + 3.1, half - r[3] * 0.2, 5, "SERIE", "t2", "start", r[2] * 0.3);
  text(r[0] + r[2] - 3.1, half - r[3] * 0.2, 5, "CARTONES DE LA SERIE", "t2", "end", r[2] * 0.6);
  text(r[0] + 3.1, half + r[3] * 0.14, 13, seriesName(game.series), "b t", "start", r[2] * 0.5);
  text(r[0] + r[2] - 3.1, half + r[3] * 0.14, 13, String(game.series_size), "b t", "end", r[2] * 0.42);
  cameraSlot(room.cam, board);
  box(low[0], low[1], low[2], low[3], 1.2, "p surface");
  text(low[0] + 3.1, low[1] + low[3] * 0.36, 10.5, "VENTA ABIERTA", "b t", "start", low[2] - 6);
  if (!game.matrix) {
    text(low[0] + 3.1, low[1] + low[3] * 0.72, 5, "Pida sus cartones al vendedor.", "t2", "start", low[2] - 6);
    return;
  }
  // The beginnings of the hashes: whoever takes a picture can hold the hall to them.
  var rows = [["Huella cartones", game.matrix.faces_sha256]], groups = Math.min(8, Math.floor((low[2] / 1.8 - 19) / 9)), i, j;
  if (game.matrix.key_sha256) rows.unshift(["Huella clave", game.matrix.key_sha256]);
  for (i = 0; i < rows.length; i++) {
    var words = rows[i][0];
    for (j = 0; j < groups; j++) words += " " + rows[i][1].substr(j * 8, 8);
    text(low[0] + 3.1, low[1] + low[3] * (0.66 + 0.21 * i), 3.96, words + "…", "t2", "start", low[2] - 6);
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
