// What is seen: the parts of the page are there from the beginning, and only what changed is written, so that nobody who is
// reading loses the place.

function at(id) { return document.getElementById(id); }

function put(element, words) { if (element.textContent !== words) element.textContent = words; }

function show(id, shown) { if (at(id).hidden !== !shown) at(id).hidden = !shown; }

// The children of a list, one for each text.
function list(element, name, texts, look) {
  var i, child;
  while (element.children.length > texts.length) element.removeChild(element.lastChild);
  for (i = 0; i < texts.length; i++) {
    child = element.children[i] || element.appendChild(document.createElement(name));
    put(child, texts[i]);
    if (look) look(child, i);
  }
}

var cells = [], face = [];

function table(body, rows, columns, keep) {
  var r, c, row, cell;
  for (r = 0; r < rows; r++) {
    row = body.appendChild(document.createElement("tr"));
    for (c = 0; c < columns; c++) {
      cell = row.appendChild(document.createElement("td"));
      cell.appendChild(document.createElement("span"));
      cell.appendChild(document.createElement("span")).className = "aloud";
      keep.push(cell);
    }
  }
}

// A number of a table: what it is, how it looks, and what a reader says of it.
function fill(cell, number, look, says) {
  if (cell.className !== look) cell.className = look;
  put(cell.firstChild, number);
  put(cell.lastChild, says ? ", " + says : "");
}

function theNinety(board) {
  var count = board.announced.length, last = board.announced[count - 1], lit = {}, i;
  board.announced.forEach(function (ball) { lit[ball] = true; });
  for (i = 1; i <= 90; i++) fill(cells[i - 1], String(i), i === last ? "on last" : lit[i] ? "on" : "", lit[i] ? T.called : "");
  put(at("ninety-caption"), count ? T.ninety + ": " + ballCount(count) : T.none_called);
}

function theBalls(board, live) {
  var balls = board.announced, last = balls[balls.length - 1], before = balls.slice(Math.max(0, balls.length - 6), -1).reverse();
  put(at("last-name"), live ? T.last : T.last_known);
  if (at("last").textContent !== String(last)) {
    put(at("last"), String(last));
    at("last").className = live ? "new" : "";
    // The ring begins again for each ball.
    at("last").style.animation = "none";
    void at("last").offsetWidth;
    at("last").style.animation = "";
  }
  show("by-hand", board.by_hand.indexOf(balls.length) >= 0);
  show("by-caller", board.by_caller.indexOf(balls.length) >= 0);
  list(at("before"), "li", before.map(String));
  list(at("all"), "li", balls.map(String), function (item, place) { item.className = place === balls.length - 1 ? "last" : ""; });
}

function theCard(claim, board) {
  var lit = {}, last = board.announced[board.announced.length - 1], r, c, number, lacks, good = claim.verdict === "good";
  // A card that this game has not sold has no number called.
  var counts = good || claim.verdict === "incomplete" || claim.verdict === "repeated" || claim.verdict === "play_closed";
  board.announced.forEach(function (ball) { lit[ball] = counts; });
  put(at("card-name"), cardWords(claim.card));
  put(at("card-caption"), cardWords(claim.card));
  for (r = 0; r < 3; r++) {
    for (c = 0; c < 9; c++) {
      number = claim.grid[r][c];
      lacks = claim.missing.indexOf(number) >= 0;
      fill(face[r * 9 + c], number ? String(number) : "", !number ? "blank" : lacks ? "lacks" : lit[number] ? (number === last ? "on last" : "on") : "",
        !number ? "" : lacks ? T.missing : lit[number] ? T.called : "");
    }
    face[r * 9].parentNode.className = good && claim.accepted && (claim.play === "bingo" || (claim.rows >> r) & 1) ? "won" : "";
  }
}

// One of the two prizes. `look` is now, later or done.
function prize(id, cents, look, words) {
  var box = at(id), parts = box.children;
  if (box.className !== look) box.className = look;
  put(parts[0], T[id]);
  put(parts[1], money(cents));
  put(parts[2], words);
}

function wonWords(all) {
  var one = all.length > 1 ? " (" + money(all[0].amount_cents) + T.each_one + ")" : "", same = all.every(function (prize) { return prize.state === all[0].state; });
  // Some are paid and others are not: the words are of none.
  return cardsOf(all) + one + (same ? ", " + T[all[0].state] : "");
}

function thePrizes(board) {
  var game = board.game, so = board.so_far, drawing = /^(draw|check|question|hold)$/.test(board.scene);
  if (so) {
    prize("line", so.line_cents, "later", T.so_far);
    prize("bingo", so.bingo_cents, "later", T.so_far);
    return;
  }
  ["line", "bingo"].forEach(function (id) {
    var won = ofPlay(board.prizes, id), open = game[id + "_open"], now = open && drawing && (id === "line" || !game.line_open);
    var words = won.length ? wonWords(won) : now ? T.being_played : !open ? T["unsung_" + id] : id === "bingo" && drawing ? T.later : "";
    prize(id, game[id + "_cents"], now ? "now" : won.length || !open ? "done" : "later", words);
  });
}

function seriesOf(game) {
  var names = [seriesName(game.series)];
  game.segments.forEach(function (part) { if (names.indexOf(seriesName(part.series)) < 0) names.push(seriesName(part.series)); });
  return names.length === 1 ? names[0] : names.slice(0, -1).join(", ") + T.and + names[names.length - 1];
}

// What else the board has, as pairs of name and value.
function figuresOf(board) {
  var game = board.game, all = [], scene = board.scene;
  if (game && scene !== "closed" && scene !== "idle") {
    all.push([T.game.trim(), game.game + (isLast(board) ? " (" + T.last_game + ")" : "")]);
    all.push([game.segments.length > 1 ? T.several.trim() : T.series.trim(), seriesOf(game)]);
    if (scene !== "not-held") all.push([T.sold, grouped(game.cards)]);
    if (scene !== "void") all.push([T.each, money(game.face_value_cents)]);
  }
  if (scene === "void") all.push([T.refund, money(game.face_value_cents)], [T.refunded, board.refunded + " / " + game.cards]);
  if (scene === "winners" && board.rest_cents) all.push([T.rest, money(board.rest_cents)]);
  if (board.last) {
    ["line", "bingo"].forEach(function (play) {
      var won = ofPlay(board.last.prizes, play);
      all.push([T[play + "_before"], won.length ? money(board.last[play + "_cents"]) + " (" + cardsSaid(won) + ")" : T["unsung_" + play]]);
    });
  }
  if (board.sale_closes_utc_ms) all.push([T.closes, hour(board.sale_closes_utc_ms)]);
  if (board.next_sale_utc_ms) all.push([T.next, hour(board.next_sale_utc_ms)]);
  return all;
}

function theFacts(board) {
  var all = figuresOf(board), element = at("figures"), i, pair;
  while (element.children.length > all.length) element.removeChild(element.lastChild);
  for (i = 0; i < all.length; i++) {
    pair = element.children[i];
    if (!pair) {
      pair = element.appendChild(document.createElement("div"));
      pair.appendChild(document.createElement("dt"));
      pair.appendChild(document.createElement("dd"));
    }
    put(pair.children[0], all[i][0]);
    put(pair.children[1], all[i][1]);
  }
  return all.length > 0;
}

// The colour of a state; its words say the same.
function lookOf(board) {
  var claim = lastClaim(board);
  switch (board.scene) {
    case "check": return !claim ? "raised" : claim.verdict !== "good" ? "no" : claim.accepted === null ? "raised" : claim.accepted ? "ok" : "calm";
    case "question": case "hold": case "suspended": return "calm";
    case "void": return "no";
    case "winners": return ofPlay(board.prizes, "bingo").length ? "ok" : "calm";
    case "sale": return "now";
    case "totals": return board.rectified ? "calm" : "raised";
    default: return "raised";
  }
}

// Draws a board. Of an old one the balls stay, in outline; prizes, hours and what was said do not.
function draw(board, live) {
  var count = board.announced.length, game = board.game, claim = lastClaim(board), balls = count > 0 && !/^(closed|idle|sale|totals|void)$/.test(board.scene);
  var checked = live && claim && claim.grid && /^(check|question)$/.test(board.scene);
  put(at("count"), live && balls ? ballCount(count) : "");
  at("band").className = "whole " + (live ? lookOf(board) : "");
  if (balls) theBalls(board, live);
  show("balls", balls);
  show("order", balls);
  if (checked) theCard(claim, board);
  show("card", checked);
  var prizes = live && game && !/^(closed|idle|void|not-held|suspended)$/.test(board.scene) && (game.line_cents > 0 || board.so_far);
  if (prizes) thePrizes(board);
  show("prizes", prizes);
  if (balls || board.scene === "draw") theNinety(board);
  show("ninety", balls || board.scene === "draw");
  show("facts", live && theFacts(board));
}
