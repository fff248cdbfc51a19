// What the hall tells between games, in turn, in the place of its name.
var notices = { all: [], next: 0, until: 0, asked: 0, slide: null };

function betweenGames(board) { return /^(closed|idle|not-held)$/.test(sceneOn(board)); }

function askNotices() {
  var ask = new XMLHttpRequest();
  notices.asked = now();
  ask.onload = function () {
    try { if (ask.status === 200) notices.all = JSON.parse(ask.responseText); } catch (e) { notices.all = []; }
  };
  ask.open("GET", "/tv/avisos");
  ask.timeout = 5000;
  ask.send();
}

// The next one; a picture that does not come is passed over.
function turnNotices() {
  if (!betweenGames(state.board) || now() < notices.until) return;
  if (!notices.asked || now() - notices.asked > 30000) askNotices();
  var one = notices.all[notices.next % Math.max(notices.all.length, 1)], image;
  notices.next++;
  notices.until = now() + 1000;
  if (!one) return showNotice(null);
  if (!one.image) return showNotice(one);
  notices.until = now() + 10000;
  image = new Image();
  image.onload = function () { showNotice(one); };
  image.onerror = function () { notices.until = now() + 1000; if (one.text) showNotice({ text: one.text, seconds: one.seconds }); };
  image.src = one.image;
}

function showNotice(one) {
  var changed = one !== notices.slide;
  notices.slide = one;
  if (one) notices.until = now() + one.seconds * 1000;
  if (changed) render();
}

// A notice in its room: words, a picture, or words below a picture.
function drawNotice(b, one) {
  var low = one.image && one.text ? b[3] * 0.28 : 0;
  if (one.image) {
    out += '<image xlink:href="' + escape(one.image) + '" x="' + n(b[0] + 1.5) + '" y="' + n(b[1] + 1.5) + '" width="' + n(b[2] - 3) +
      '" height="' + n(b[3] - 3 - low) + '"/>';
  }
  if (one.text) centred(one.text, low ? [b[0], b[1] + b[3] - low - 1, b[2], low] : b, low ? 7.4 : 11);
}

setInterval(turnNotices, 250);
