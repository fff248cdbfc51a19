// The scenes of a check, of the end of a game, and between games.

// How a verdict looks; its words are the desk's. A good card waits until the jefe de mesa accepts it.
function verdict(claim) {
  var good = claim.verdict === "good", waits = good && claim.accepted === null, said = { words: claim.hall_head.es, more: claim.hall_body.es.split("\n") };
  said.look = !good ? "no" : waits ? "raised" : claim.accepted ? "ok" : "calm";
  said.sign = !good ? "cross" : waits ? "" : claim.accepted ? "tick" : "pause";
  return said;
}

function cardFace(claim, board, m, shownBalls, done) {
  var cols = 9, gap = 0.7, fall = 2, w = (m[2] - 3 - gap * 8) / cols, h = (m[3] - 0.6 - fall * 2) / 3, r, c;
  var x0 = m[0] + 1.5, y0 = m[1] + 0.3, lit = {}, lacks = {}, i;
  // A card this game has not sold shows no number as called.
  var counts = claim.verdict === "good" || claim.verdict === "incomplete" || claim.verdict === "repeated" || claim.verdict === "play_closed";
  if (shape === "tall") { h = Math.min(h, w * 1.5); y0 = m[1] + (m[3] - h * 3 - fall * 2) / 2; }
  for (i = 0; i < shownBalls && counts; i++) lit[board.announced[i]] = true;
  for (i = 0; i < claim.missing.length && done; i++) lacks[claim.missing[i]] = true;
  var by = claim.completed_at ? board.announced[claim.completed_at - 1] : 0, size = Math.min(h * 0.92, w * 0.78);
  var won = done && claim.verdict === "good" && claim.accepted;
  if (won && claim.play === "bingo") {
    box(m[0] + 0.5, y0 - 1, m[2] - 1, h * 3 + fall * 2 + 2, 1.6, "won");
  }
  for (r = 0; r < 3; r++) {
    var y = y0 + r * (h + fall);
    if (won && claim.play === "line" && (claim.rows >> r) & 1) {
      box(m[0] + 0.5, y - 1, m[2] - 1, h + 2, 1.6, "won");
    }
    for (c = 0; c < 9; c++) {
      var x = x0 + c * (w + gap), number = claim.grid ? claim.grid[r][c] : 0;
      if (!number) {
        box(x, y, w, h, 0.7, "p off");
      } else if (lacks[number]) {
        box(x, y, w, h, 0.7, "p big no");
        box(x + 0.3, y + 0.3, w - 0.6, h - 0.6, 0.6, "s-t", ' stroke-width=".6"');
        text(x + w / 2, y + h / 2, size, String(number), "b t", "middle", w * 0.9);
      } else if (lit[number]) {
        cell(x, y, w, h, number, true, done && number === by, false, size);
      } else {
        box(x + 0.15, y + 0.15, w - 0.3, h - 0.3, 0.7, "line");
        text(x + w / 2, y + h / 2, size, String(number), "b t2", "middle", w * 0.9);
      }
    }
  }
}

function checkScene(board) {
  var claims = board.stop ? board.stop.claims : [], claim = happy(board) || claims[claims.length - 1], many = board.announced.length;
  if (!claim) return waitScene(board);
  var card = "Cartón " + claim.card.card + "  ·  Serie " + seriesName(claim.card.series);
  var room = title(claim.play === "line" ? "SE COMPRUEBA LÍNEA" : "SE COMPRUEBA BINGO", card), low = room.low;
  // A new claim is first gone through ball by ball; the decision of the mesa ends that at once.
  var step = Math.min(60, 2500 / Math.max(many, 1)), shown = Math.floor((now() - replay.since) / step);
  var running = live && replay.claim === claim.claim && claim.accepted === null && shown < many;
  replay.running = running;
  cardFace(claim, board, room.mid, running ? shown : many, !running);
  var cam = room.cam;
  cameraOrBalls(board, cam, [cam[0], cam[1] + cam[3] * 0.14, cam[2], cam[3] * 0.72], 10, 5);
  var said = running ?
    { look: "raised", words: "COMPROBANDO", more: ["Van " + shown + " de " + many + ", por orden de salida."] } : verdict(claim);
  var color = said.look === "ok" ? "ink" : "t", x = low[0] + 3.6, i;
  box(low[0], low[1], low[2], low[3], 2, "p big " + said.look);
  if (said.sign === "tick") tick(x, low[1] + 9.2, 8.4, "s-" + color);
  if (said.sign === "cross") cross(x + 0.6, low[1] + 8.7, 7, "s-" + color);
  if (said.sign === "pause") pauseSign(x + 0.6, low[1] + 8.7, 7.6, color);
  if (said.sign) x += 12.1;
  var wide = low[0] + low[2] - x - 3, long = fit(said.words, 10.5, wide, true) < 7.3, size = long ? 7.3 : 10.5;
  var all = long ? lines(said.words, size, wide, true) : [said.words];
  while (all.length > 2 && size > 4) all = lines(said.words, size *= 0.94, wide, true);
  for (i = 0; i < all.length; i++) text(x, low[1] + (long ? 5.4 + i * 7.2 : 8.2), size, all[i], "b " + color, "start", wide);
  for (i = 0; i < said.more.length; i++) text(x, low[1] + (long ? 19 : 17) + i * 5.4, 4.9, said.more[i], color, "start", wide);
}

function winnersScene(board) {
  var game = board.game, bingo = ofPlay(board.prizes, "bingo"), line = ofPlay(board.prizes, "line"), i;
  var room = bingo.length ? band("BINGO", "ok", "tick", money(game.bingo_cents)) : band("BINGO SIN CANTAR", "calm", "", gameName(board));
  var l = room.left, r = room.right, low = room.low;
  box(l[0], l[1], l[2], l[3], 1.2, "p surface");
  if (bingo.length === 1) {
    text(l[0] + l[2] / 2, l[1] + l[3] / 2, 9, "UN CARTÓN", "b t", "middle", l[2] - 6);
  } else if (bingo.length && shape === "tall") {
    text(l[0] + 3.1, l[1] + l[3] / 2, 4.8, "SE REPARTE ENTRE", "t2", "start", l[2] * 0.45);
    text(l[0] + l[2] - 3.1, l[1] + l[3] / 2, 8.2, bingo.length + " cartones", "b t", "end", l[2] * 0.46);
  } else if (bingo.length) {
    text(l[0] + 3.1, l[1] + l[3] * 0.16, 4.8, "SE REPARTE ENTRE", "t2", "start", l[2] - 6);
    text(l[0] + l[2] / 2, l[1] + l[3] * 0.5, Math.min(17, l[3] * 0.5), String(bingo.length), "b t", "middle", l[2] - 6);
    text(l[0] + l[2] / 2, l[1] + l[3] * 0.84, 6.6, "cartones", "b t", "middle", l[2] - 6);
  } else {
    text(l[0] + l[2] / 2, l[1] + l[3] / 2, 6.6, ballWords(board.announced.length), "b t", "middle", l[2] - 6);
  }
  var pages = Math.ceil(bingo.length / 4), page = pages > 1 ? Math.floor(now() / 4000) % pages : 0;
  var some = bingo.slice(page * 4, page * 4 + 4), high = (r[3] - (pages > 1 ? 5 : 0) - Math.max(some.length - 1, 0)) / Math.max(some.length, 1);
  if (!some.length) {
    box(r[0], r[1], r[2], r[3], 1.2, "p raised");
    sentence(r[0] + 3.1, r[1] + r[3] / 2 - 6, 6.6, "Nadie ha cantado bingo.", "b t", r[2] - 6, 2);
  }
  for (i = 0; i < some.length; i++) {
    var y = r[1] + i * (high + 1), small = high < 12, mid = y + high / 2;
    box(r[0], y, r[2], high, 1.2, "p raised");
    if (small) {
      text(r[0] + 3.1, mid, Math.min(5.4, high * 0.62), "Cartón " + some[i].card.card + " · " + seriesName(some[i].card.series), "b t", "start", r[2] * 0.56);
    } else {
      text(r[0] + 3.1, mid - 3, 6.4, "Cartón " + some[i].card.card, "b t", "start", r[2] * 0.48);
      text(r[0] + 3.1, mid + 3.6, 4.6, "Serie " + seriesName(some[i].card.series), "t2", "start", r[2] * 0.48);
    }
    text(r[0] + r[2] - 3.1, mid, Math.min(9.4, high * 0.7), money(some[i].amount_cents), "b t", "end", r[2] * (small ? 0.36 : 0.44));
  }
  if (pages > 1) text(r[0] + r[2], r[1] + r[3] - 1.8, 4.2, (page + 1) + " de " + pages, "t2", "end");
  cameraSlot(room.cam, board);
  box(low[0], low[1], low[2], low[3], 1.2, "p surface");
  text(low[0] + 3.1, low[1] + 6, 4.8, "LÍNEA", "t2", "start", low[2] * 0.4);
  var who = !line.length ? "No cantada" : line.length === 1 ? "Cartón " + line[0].card.card : line.length + " cartones";
  text(low[0] + 3.1, low[1] + low[3] * 0.46, 6.4, who, "b t", "start", low[2] * 0.5);
  text(low[0] + low[2] - 3.1, low[1] + low[3] * 0.46, 8.2, money(line.length > 1 ? line[0].amount_cents : game.line_cents), "b t", "end", low[2] * 0.42);
  if (line.length > 1) text(low[0] + low[2] - 3.1, low[1] + 6, 4.4, "cada uno", "t2", "end", low[2] * 0.4);
  var opens = live && board.next_sale_utc_ms && deskNow() < board.next_sale_utc_ms;
  text(low[0] + 3.1, low[1] + low[3] * 0.82, 4.6, opens ? "Próxima venta a las " + hour(board.next_sale_utc_ms) + "." : board.rest_cents ? "Resto del reparto: " + money(board.rest_cents) + "." :
    "Los premios se pagan contra el cartón.", "t2", "start", low[2] - 6);
}

// All balls in order of exit, as large as they fit.
function order(board, b) {
  var many = board.announced.length, cols = 10, rows, w, h, i;
  while (cols < 30) {
    rows = Math.ceil(many / cols);
    w = (b[2] - GAP * (cols - 1)) / cols;
    h = (b[3] - GAP * (rows - 1)) / rows;
    if (h >= w * 0.66 || rows <= 4) break;
    cols++;
  }
  h = Math.min(h, w * 0.86);
  for (i = 0; i < many; i++) {
    var x = b[0] + (i % cols) * (w + GAP), y = b[1] + Math.floor(i / cols) * (h + GAP), last = i === many - 1;
    box(x, y, w, h, 0.7, last ? "p big now" : "p lamp");
    text(x + w / 2, y + h / 2, Math.min(h * 0.94, w * 0.76), String(board.announced[i]), "b ink", "middle", w * 0.94);
  }
}

// For a board without a notice.
var UNTOLD = { what: { es: "" }, doing: { es: "" }, keep: { es: "" } };

function holdScene(board) {
  var waits = board.scene === "suspended", room = band(waits ? "PARTIDA SUSPENDIDA" : "PARTIDA DETENIDA", "calm", "pause", gameName(board));
  var said = board.notice || UNTOLD, m = room.mid, low = room.low, y = m[1] + 0.6, balls = board.announced.length;
  y = sentence(m[0], y, 7.4, said.what.es, "b t", m[2], 2) + 1.6;
  y = sentence(m[0], y, 6.4, said.doing.es, "t2", m[2], 2) + 1.6;
  sentence(m[0], y, 6.4, said.keep.es, "b t", m[2], 2);
  cameraSlot(room.cam, board);
  if (balls) {
    text(low[0], low[1] - 3.3, 4.8, "ORDEN DE SALIDA: " + (balls === 1 ? "1 BOLA" : balls + " BOLAS"), "t2", "start", low[2]);
    order(board, low);
    return;
  }
  box(low[0], low[1], low[2], low[3], 1.2, "p surface");
  if (live && board.suspended_until_utc_ms) {
    text(low[0] + 3.1, low[1] + low[3] * 0.4, 5.3, "TIEMPO QUE", "t2", "start", low[2] * 0.38);
    text(low[0] + 3.1, low[1] + low[3] * 0.62, 5.3, "QUEDA", "t2", "start", low[2] * 0.42);
    text(low[0] + low[2] - 3.1, low[1] + low[3] / 2, fit("00:00", 20, low[2] * 0.5, true), "", "b t", "end", 0, "secs");
    timer = {
      until: board.suspended_until_utc_ms,
      words: function (left) { return minutes(left); }
    };
  } else {
    sentence(low[0] + 3.1, low[1] + low[3] / 2 - 4, 6, "Espere el aviso de la mesa.", "t2", low[2] - 6, 2);
  }
}

function voidScene(board) {
  var game = board.game, room = band("PARTIDA " + game.game + " ANULADA", "no", "cross"), tall = shape === "tall";
  var top = room.mid[1], said = board.notice || UNTOLD, l, r;
  sentence(at.x, top + 0.4, 6.4, said.what.es, "t2", at.w, tall ? 2 : 1);
  top += tall ? 15 : 11;
  if (tall) {
    l = [at.x, top, at.w, 17];
    r = [at.x, top + 19.4, at.w, room.cam[1] - 2.4 - top - 19.4];
  } else {
    l = [at.lx, top, at.lw, room.cam[1] - 2.4 - top];
    r = [at.rx, top, at.rw, at.H - at.y - top];
  }
  box(l[0], l[1], l[2], l[3], 1.2, "p surface");
  var back = board.refunded ? "Devueltos: " + board.refunded : "", three = back && !tall;
  text(l[0] + 3.1, l[1] + l[3] * (three ? 0.22 : 0.28), 5.3, game.cards + (game.cards === 1 ? " cartón" : " cartones"), "t2", "start", l[2] * (tall ? 0.45 : 0.88));
  text(l[0] + 3.1, l[1] + l[3] * (three ? 0.53 : 0.69), 8.2, money(game.face_value_cents * game.cards), "b t", "start", l[2] - 6);
  if (three) text(l[0] + 3.1, l[1] + l[3] * 0.83, 4.8, back, "t2", "start", l[2] - 6);
  else if (back) text(l[0] + l[2] - 3.1, l[1] + l[3] * 0.28, 5.3, back, "t2", "end", l[2] * 0.45);
  cameraSlot(room.cam, board);
  box(r[0], r[1], r[2], r[3], 2, "p big raised");
  text(r[0] + 4, r[1] + r[3] * 0.14, 5.4, "SE DEVUELVE", "t2", "start", r[2] - 8);
  var big = Math.min(fit(money(game.face_value_cents), 20, r[2] - 36, true), r[3] * 0.38);
  var used = text(r[0] + 4, r[1] + r[3] * 0.4, big, money(game.face_value_cents), "b t", "start");
  text(r[0] + 4 + used + 2.6, r[1] + r[3] * 0.4 + big * 0.349 - 2, 6.4, "por cartón", "b t", "start", r[2] - used - 10);
  var steps = [said.doing.es, said.keep.es], i;
  for (i = 0; i < 2; i++) {
    var mid = r[1] + r[3] * (0.7 + 0.17 * i);
    disc(r[0] + 7.6, mid, 3.4, "p lamp");
    text(r[0] + 7.6, mid, 5, String(i + 1), "b ink", "middle");
    text(r[0] + 13.4, mid, 5.1, steps[i], "t", "start", r[2] - 17);
  }
}

// Words in the middle of a room, on as many lines as they need.
function centred(words, b, size) {
  var room = b[2] - 12, all = lines(words, size, room, true), i;
  while (all.length * size * 1.1 > b[3] - 4 && size > 4) all = lines(words, size *= 0.9, room, true);
  for (i = 0; i < all.length; i++) {
    text(b[0] + b[2] / 2, b[1] + b[3] / 2 + (i - (all.length - 1) / 2) * size * 1.1, size, all[i], "b t", "middle", room);
  }
}

function idleScene(board) {
  var tall = shape === "tall", open = board.scene !== "closed", missed = board.scene === "not-held", side, main, low, cam;
  if (tall) {
    main = [4, 24, 82, 46];
    side = [4, 4, 82, 18];
    low = [4, 72.4, 82, 35];
    cam = at.cam;
  } else {
    var w = at.w * 0.777, y0 = live ? 3 : 21.4;
    main = [at.x, y0, w, 67 - y0];
    side = [at.x + w + 1.9, 3, at.w - w - 1.9, 64];
    low = [at.x, 69, w, 18];
    cam = [side[0], 69, side[2], 18];
  }
  box(main[0], main[1], main[2], main[3], 2, "p big surface");
  if (live && notices.slide) drawNotice(main, notices.slide);
  else centred(hallName(board), main, 15);
  clockAt = tall ? [side[0], side[1] + 9, 14, "start"] : [side[0] + side[2], side[1] + 8, fit("00:00", 14, side[2], true), "end"];
  text(clockAt[0], clockAt[1], clockAt[2], state.clock ? hour(deskNow()) : "", "b t", clockAt[3], 0, "clock");
  var i, session = board.session, game = board.game, opens = live && board.next_sale_utc_ms;
  if (!tall) {
    box(side[0], 21.4, side[2], 45.6, 1.2, "p surface");
    if (game && open && !missed) {
      text(side[0] + 2.4, 26.4, 4.6, "PARTIDA " + game.game, "t2", "start", side[2] - 4.8);
      for (i = 0; i < 2; i++) {
        var y = 34 + i * 17, who = winners(board.prizes, i ? "bingo" : "line");
        text(side[0] + 2.4, y, 4.6, i ? "Bingo" : "Línea", "t2", "start", side[2] - 4.8);
        text(side[0] + 2.4, y + 5.6, 6, !who ? "no cantado" : money(i ? game.bingo_cents : game.line_cents), "b t", "start", side[2] - 4.8);
        if (who) text(side[0] + 2.4, y + 10.6, 4.2, who, "t2", "start", side[2] - 4.8);
      }
    } else if (!session) {
      sentence(side[0] + 2.4, 25, 4.6, "No hay sesión abierta.", "t2", side[2] - 4.8, 4);
    } else {
      sentence(side[0] + 2.4, 25, 4.6, game ? "" : "Primera partida de la sesión", "t2", side[2] - 4.8, 4);
    }
  }
  box(low[0], low[1], low[2], low[3], 1.2, open ? "p raised" : "p surface");
  var over = open && isLast(board) && game && !missed;
  var big = over ? "Ha sido la última partida. Gracias." : opens && deskNow() < opens ? "Próxima venta a las " + hour(opens) : missed ? gameName(board) + " no celebrada" : open ? "En breve comienza la venta" : "Sala cerrada";
  var small = over ? "Buenas noches." : missed ? "No se ha vendido ningún cartón. En breve comienza la siguiente venta." : open ? "Prepare sus cartones." : "Gracias por su visita.";
  text(low[0] + 3.1, low[1] + low[3] * 0.36, 8, big, "b t", "start", low[2] - 6.2);
  sentence(low[0] + 3.1, low[1] + low[3] * 0.58, 4.8, small, "t2", low[2] - 6.2, 2);
  cameraSlot(cam, board);
}
