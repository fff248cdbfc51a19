// What is said: one sentence for each thing that happens, shown as a caption and read aloud by whoever reads the page to somebody.

function ofPlay(prizes, play) { return prizes.filter(function (one) { return one.play === play; }); }

// «417», «62 y 305», «62, 305 y 12».
function cardList(all) {
  var cards = all.map(function (prize) { return prize.card.card; });
  if (cards.length < 2) return cards.join("");
  return cards.slice(0, -1).join(", ") + T.and + cards[cards.length - 1];
}

function cardsOf(all) { return (all.length === 1 ? T.won_card : T.won_cards) + cardList(all); }

// More than a listener keeps in mind are counted.
function cardsSaid(all) { return all.length > 4 ? all.length + T.many_cards : cardsOf(all); }

function isLast(board) {
  return !!(board.session && board.session.last_in_session && board.game && board.game.in_session >= board.session.last_in_session);
}

function playedFor(board) {
  var game = board.game;
  if (!game) return "";
  if (game.line_open) return T.say_line_now + money(game.line_cents) + ".";
  return game.bingo_open ? T.say_bingo_now + money(game.bingo_cents) + "." : "";
}

// The claim that a check is about: the last one sung.
function lastClaim(board) { return board.stop && board.stop.claims.length ? board.stop.claims[board.stop.claims.length - 1] : null; }

function question(stop) { return stop.asked_line && stop.asked_bingo ? T.ask_both : stop.asked_bingo ? T.ask_bingo : T.ask_line; }

function titleOf(board) {
  var claim = lastClaim(board), stop = board.stop;
  switch (board.scene) {
    case "idle": return T.idle;
    case "sale": return T.sale;
    case "totals": return board.rectified ? T.rectified : T.totals + board.game.game;
    case "draw": case "question": return board.game ? T.game + board.game.game : "";
    case "check": return claim ? (claim.play === "line" ? T.check_line : T.check_bingo) : stop && stop.restart ? T.wait : T.check;
    case "winners": return T.over + board.game.game;
    case "hold": return T.hold;
    case "suspended": return T.suspended;
    case "void": return T.void;
    case "not-held": return T.not_held;
    default: return T.closed;
  }
}

function verdictWords(claim) {
  return cardWords(claim.card) + ".\n" + told(claim.hall_head) + ".\n" + told(claim.hall_body);
}

function noticeWords(notice) {
  return notice ? [notice.what, notice.doing, notice.keep].map(told).filter(Boolean).join("\n") : "";
}

function winnersWords(board) {
  var parts = ["line", "bingo"].map(function (play) {
    var all = ofPlay(board.prizes, play);
    return all.length ? T[play] + ": " + cardsSaid(all) + ", " + money(all[0].amount_cents) + (all.length > 1 ? T.each_one : "") + "." : play === "bingo" ? T.say_no_bingo : "";
  });
  return parts.concat(nextWords(board)).filter(Boolean).join("\n");
}

function nextWords(board) {
  if (isLast(board)) return T.say_last;
  return board.next_sale_utc_ms && deskNow() < board.next_sale_utc_ms ? T.say_next + hour(board.next_sale_utc_ms) + "." : "";
}

// What stands while the scene stands; the draw has its balls instead.
function stateWords(board) {
  var claim = lastClaim(board), game = board.game, was = board.rectified;
  switch (board.scene) {
    case "idle": return nextWords(board) || T.say_idle;
    case "sale": return T.say_sale + money(game.face_value_cents) + ".";
    case "totals":
      if (was) return T.say_was + T.line + " " + money(was.line_cents) + ", " + T.bingo + " " + money(was.bingo_cents) + ".";
      return LANG === "es" && game.formula ? game.formula :
        T.sold + ": " + grouped(game.cards) + ". " + T.line + ": " + money(game.line_cents) + ". " + T.bingo + ": " + money(game.bingo_cents) + ".";
    case "check": return claim ? verdictWords(claim) : board.stop && board.stop.restart ? T.say_restart : T.say_check;
    case "question": return question(board.stop) + T.say_sing;
    case "winners": return winnersWords(board);
    case "hold": case "suspended": case "void": return noticeWords(board.notice);
    case "not-held": return T.say_not_held;
    default: return T.say_closed;
  }
}

function soFar(board) {
  var count = board.announced.length;
  return count ? T.say_so_far + ballCount(count) + T.say_last_is + ballWords(board.announced[count - 1]) + "." : T.say_begins;
}

// The balls that are new since then, as the caller said them; "" for none.
function newBalls(before, now) {
  var i = 0;
  while (i < before.length && before[i] === now[i]) i++;
  // A number that was announced wrong stands corrected in its place.
  return (i < before.length && i < now.length ? T.say_corrected : "") + now.slice(i).map(ballWords).join(". ");
}

// The sentence for what came between two boards, or null where nothing new is to be said. `came` is true when the
// page was without a connection between them: what it missed is summed up, never played back.
function sayChange(before, board, came) {
  var same = before && before.game && board.game && before.game.game === board.game.game;
  if (came) return board.scene === "draw" ? soFar(board) : stateWords(board);
  if (board.scene !== "draw") return stateWords(board);
  if (same && String(before.announced) !== String(board.announced)) return newBalls(before.announced, board.announced);
  if (before && before.scene === "draw" && same) return null;
  return board.announced.length ? T.say_goes_on + playedFor(board) : T.say_begins + " " + playedFor(board);
}
