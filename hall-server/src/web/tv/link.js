// The link: the public board, folded exactly as hall_wire folds it. Conservative on purpose:
// the browsers of televisions are old. The page for phones has the same one, by another address.
var PROTOCOL = 3, SILENCE_MS = 3000, FIRST_PAUSE_MS = 100, LONGEST_PAUSE_MS = 2000;

function emptyBoard() {
  return {
    hall: "", scene: "closed", session: null, game: null, announced: [], uncalled: null, picture_held: false, stop: null, prizes: [], notice: null,
    demo: false, by_hand: [], by_caller: [], rest_cents: 0, suspended_until_utc_ms: null, refunded: 0, rectified: null,
    so_far: null, last: null, sale_closes_utc_ms: null, next_sale_utc_ms: null
  };
}

// The section of an update, and the field of the board it replaces.
var SECTIONS = {
  hall: "hall", scene: "scene", session: "session", game: "game", announced: "announced", uncalled: "uncalled", picture_held: "picture_held", stop: "stop",
  prizes: "prizes", notice: "notice", demo: "demo", places_by_hand: "by_hand", places_by_caller: "by_caller", rest_cents: "rest_cents",
  suspended_until_utc_ms: "suspended_until_utc_ms", refunded: "refunded", rectified: "rectified",
  so_far: "so_far", last: "last", sale_closes_utc_ms: "sale_closes_utc_ms", next_sale_utc_ms: "next_sale_utc_ms"
};

// Folds updates into a copy; null when one of them does not fit.
function fold(board, updates) {
  var next = {}, key, i, update;
  for (key in board) next[key] = board[key];
  for (i = 0; i < updates.length; i++) {
    update = updates[i];
    if (update.section === "cleared") {
      next = emptyBoard();
    } else if (update.section === "ball_announced") {
      if (update.value.ordinal !== next.announced.length + 1) return null;
      next.announced = next.announced.concat([update.value.ball]);
    } else if (SECTIONS.hasOwnProperty(update.section)) {
      next[SECTIONS[update.section]] = update.value;
    } else {
      return null;
    }
  }
  return next;
}

// What is known. `heard` is a time of the browser's clock, `clock` of the desk's.
var state = {
  board: emptyBoard(), seq: 0, base: 0, whole: false, ever: false, heard: 0,
  clock: 0, clockHeard: 0, offset: 0, version: null, spare: false
};

function now() { return new Date().getTime(); }

// The desk's time, counted on from when it was heard.
function deskNow() { return state.clock ? state.clock + (now() - state.clockHeard) : 0; }

function connected() { return state.ever && !link.asleep && now() - state.heard < SILENCE_MS; }

// What differs from page to page: `address` of the socket, what is done when the server answers and does not let this page in.
var link = {
  socket: null, pause: FIRST_PAUSE_MS, opened: 0, failing: 0, asleep: false, doubt_ms: 20000, changed: function () {},
  address: function () { return "/api/ws?protocol=" + PROTOCOL + "&board=publico&spare=1&device=" + DEVICE; },
  doubt: function () {
    var ask = new XMLHttpRequest();
    // It is of another version.
    ask.onload = function () { if (ask.status === 200) location.reload(); };
    ask.open("GET", "/healthz");
    ask.send();
  }
};

function takeClock(clock) {
  if (!clock || !clock.at_utc_ms) return;
  state.clock = clock.at_utc_ms;
  state.clockHeard = now();
  state.offset = clock.utc_offset_minutes;
}

// Takes a message in; false if it does not follow from those before.
function take(message) {
  var board;
  if (message.type === "hello") {
    if (message.protocol !== PROTOCOL) return false;
    // The page is always that of the server it talks to.
    if (state.version && state.version !== message.server_version) location.reload();
    state.version = message.server_version;
    state.spare = !!message.spare;
    takeClock(message.clock);
    return true;
  }
  if (message.type === "whole") {
    board = fold(state.board, message.updates);
    state.whole = true;
    state.base = message.seq;
  } else if (message.type === "changed") {
    if (!state.whole || message.after !== state.base) return false;
    board = fold(state.board, message.updates);
    state.base = message.seq;
  } else if (message.type === "ping") {
    if (!state.whole) return false;
    takeClock(message.clock);
    board = state.board;
  } else {
    return false;
  }
  if (!board) return false;
  var news = board !== state.board || !connected();
  state.board = board;
  state.seq = message.seq;
  state.heard = now();
  state.ever = true;
  link.failing = 0;
  link.pause = FIRST_PAUSE_MS;
  if (news) link.changed();
  return true;
}

function connect() {
  var scheme = location.protocol === "https:" ? "wss://" : "ws://", socket;
  if (link.asleep || link.socket) return;
  state.whole = false;
  link.opened = now();
  try {
    socket = new WebSocket(scheme + location.host + link.address());
  } catch (error) {
    again();
    return;
  }
  link.socket = socket;
  socket.onmessage = function (event) {
    var good = false;
    if (socket !== link.socket) return;
    try { good = take(JSON.parse(event.data)); } catch (error) { good = false; }
    if (!good) drop();
  };
  socket.onclose = function () { if (socket === link.socket) drop(); };
}

// Drops this connection and reconnects after a pause.
function drop() {
  var socket = link.socket;
  link.socket = null;
  state.whole = false;
  if (socket) {
    socket.onmessage = socket.onclose = null;
    try { socket.close(); } catch (error) { /* it was closed */ }
  }
  again();
}

function again() {
  if (link.asleep) return;
  // Between half of the time and all of it: not every screen in the same instant.
  setTimeout(connect, link.pause * (0.5 + Math.random() / 2));
  link.pause = Math.min(link.pause * 2, LONGEST_PAUSE_MS);
  link.failing = link.failing || now();
  if (now() - link.failing > link.doubt_ms) {
    link.failing = now();
    link.doubt();
  }
}

// Drops a connection that has been silent too long.
function watch() {
  if (link.socket && now() - Math.max(link.opened, state.heard) > SILENCE_MS) drop();
}
