// Drawing: one SVG in units of a ninetieth of the screen's height (of its width when it stands).
var out = "", W = 160, H = 90, shape = "wide";

// Where things stand on each shape of screen: full width, left and right column, camera.
var SHAPES = {
  wide: { W: 160, H: 90, x: 4, w: 152, y: 3, lx: 4, lw: 48, rx: 54.5, rw: 101.5, cam: [4, 60, 48, 27] },
  square: { W: 120, H: 90, x: 3, w: 114, y: 3, lx: 3, lw: 40, rx: 46, rw: 71, cam: [3, 64.5, 40, 22.5] },
  tall: { W: 90, H: 160, x: 4, w: 82, y: 4, lx: 4, lw: 82, rx: 4, rw: 82, cam: [4, 109.9, 82, 46.1] }
};
var at = SHAPES.wide;

function chooseShape() {
  var ratio = window.innerWidth / window.innerHeight;
  shape = ratio >= 1.55 ? "wide" : ratio >= 1 ? "square" : "tall";
  at = SHAPES[shape];
  W = at.W;
  H = at.H;
}

var ruler = document.createElement("canvas").getContext("2d"), widths = {};

// The width of a text at size 1.
function width(text, bold) {
  var key = (bold ? "b" : "m") + text;
  if (widths[key] === undefined) {
    ruler.font = (bold ? "700" : "500") + ' 100px Panel,"Roboto Condensed","Arial Narrow",sans-serif';
    widths[key] = ruler.measureText(text).width / 100;
  }
  return widths[key];
}

// The size at which a text fits its room.
function fit(text, size, room, bold) {
  var wide = width(text, bold);
  return wide * size > room ? room / wide : size;
}

function escape(text) {
  return String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

function n(value) { return Math.round(value * 1000) / 1000; }

function box(x, y, w, h, r, look, more) {
  out += '<rect class="' + look + '" x="' + n(x) + '" y="' + n(y) + '" width="' + n(Math.max(w, 0)) + '" height="' + n(h) +
    '" rx="' + r + '"' + (more || "") + "/>";
}

function disc(x, y, r, look) { out += '<circle class="' + look + '" cx="' + n(x) + '" cy="' + n(y) + '" r="' + n(r) + '"/>'; }

// A text centred on its capitals at `mid`. `side` is start, middle or end; `room` its width at most.
function text(x, mid, size, words, look, side, room, id) {
  var bold = look.indexOf("b ") === 0;
  if (room) size = fit(words, size, room, bold);
  out += '<text class="' + look + '" x="' + n(x) + '" y="' + n(mid + 0.349 * size) + '" font-size="' + n(size) +
    '" text-anchor="' + (side || "start") + '"' + (id ? ' id="' + id + '"' : "") + ">" + escape(words) + "</text>";
  return width(words, bold) * size;
}

// Breaks a text at its spaces where it must be.
function lines(words, size, room, bold) {
  var parts = words.split(" "), all = [], line = "", i, longer;
  for (i = 0; i < parts.length; i++) {
    longer = line ? line + " " + parts[i] : parts[i];
    if (line && width(longer, bold) * size > room) {
      all.push(line);
      line = parts[i];
    } else {
      line = longer;
    }
  }
  return all.concat(line ? [line] : []);
}

// A sentence that shrinks to 0.7 of its size and then breaks; returns where it ends.
function sentence(x, top, size, words, look, room, most) {
  var bold = look.indexOf("b ") === 0, small = fit(words, size, room, bold), all = [words], i;
  if (small < size * 0.7) {
    small = size * 0.86;
    all = lines(words, small, room, bold);
    while (most && all.length > most && small > 4) {
      small *= 0.94;
      all = lines(words, small, room, bold);
    }
  }
  for (i = 0; i < all.length; i++) text(x, top + small * (0.55 + 1.14 * i), small, all[i], look, "start", room);
  return top + small * 1.14 * all.length;
}

// Signs are lines and boxes; `s` is their height.
function tick(x, mid, s, look) {
  out += '<polyline class="' + look + '" stroke-width="' + n(s * 0.17) + '" points="' + n(x) + "," + n(mid) + " " +
    n(x + s * 0.36) + "," + n(mid + s * 0.36) + " " + n(x + s * 1.05) + "," + n(mid - s * 0.42) + '"/>';
}

function cross(x, mid, s, look) {
  var r = s / 2;
  out += '<path class="' + look + '" stroke-width="' + n(s * 0.17) + '" d="M' + n(x) + " " + n(mid - r) + "l" + n(s) + " " +
    n(s) + "m0 " + n(-s) + "l" + n(-s) + " " + n(s) + '"/>';
}

function pauseSign(x, mid, s, look) {
  box(x, mid - s / 2, s * 0.27, s, 0.5, look);
  box(x + s * 0.5, mid - s / 2, s * 0.27, s, 0.5, look);
}

function noSignal(x, mid, s) {
  var i, w = s * 0.24;
  for (i = 0; i < 3; i++) box(x + i * w * 1.5, mid + s / 2 - s * (0.34 + 0.3 * i), w, s * (0.34 + 0.3 * i), 0.3, "ink");
  cross(x, mid - s * 0.31, s * 0.36, "s-ink");
}

function money(cents) {
  var whole = String(Math.floor(cents / 100)), rest = String(cents % 100);
  return whole.replace(/\B(?=(\d{3})+(?!\d))/g, ".") + "," + (rest.length < 2 ? "0" : "") + rest + " €";
}

function seriesName(series) { return series.charAt(0) + " " + series.slice(1); }

function two(value) { return (value < 10 ? "0" : "") + value; }

// The hour in the hall: of a moment in UTC milliseconds.
function hour(utc, seconds) {
  var date = new Date(utc + state.offset * 60000);
  var words = date.getUTCHours() + ":" + two(date.getUTCMinutes());
  return seconds ? words + ":" + two(date.getUTCSeconds()) : words;
}

function minutes(ms) {
  var secs = Math.max(0, Math.ceil(ms / 1000));
  return Math.floor(secs / 60) + ":" + two(secs % 60);
}

// The rooms of a scene with a title (8 units) or a band (16) on top.
function rooms(top) {
  var y = at.y + top + (top > 10 ? 2.4 : 3), cam = at.cam, end, all, third;
  if (shape === "tall") {
    end = cam[1] - 2.4;
    all = end - y;
    third = [all * 0.27, all * 0.41, all * 0.32];
    return {
      top: [at.x, at.y, at.w, top],
      left: [at.x, y, at.w, third[0] - 2],
      right: [at.x, y + third[0], at.w, third[1] - 2],
      mid: [at.x, y, at.w, third[0] + third[1] - 2],
      low: [at.x, y + third[0] + third[1], at.w, third[2]],
      cam: cam
    };
  }
  end = shape === "wide" ? cam[1] : 57.75;
  return {
    top: [at.x, at.y, at.w, top],
    left: [at.lx, y, at.lw, cam[1] - 2.4 - y],
    right: [at.rx, y, at.rw, end - 2.4 - y],
    mid: [at.x, y, at.w, end - 2.4 - y],
    low: [at.rx, end, at.rw, 87 - end],
    cam: cam
  };
}
