// The words of the page for phones, in the two languages of the board. What the desk says comes with the board.
var LANG = /[?&]lang=en(&|$)/.test(location.search) ? "en" : "es";

var DIGITS = {
  es: ["cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"],
  en: ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
};

var WORDS = {
  es: {
    page: "Siga la partida", other: "English", game: "Partida ", last_game: "última partida", series: "Serie ", several: "Series ", card: "Cartón ",
    won_card: "cartón ", won_cards: "cartones ", many_cards: " cartones", each_one: " cada uno", of_series: ", serie ", and: " y ",
    ball: "1 bola", balls: " bolas", last: "Última bola", last_known: "Última bola que llegó", before: "Las anteriores, de la última a la primera",
    by_hand: "Entrada a mano", by_caller: "Leída por el locutor", ninety: "Los noventa números", called: "cantado", none_called: "Todavía no se ha cantado ninguno.",
    order: "Orden de salida", facts: "La partida", prizes: "Se juega", sold: "Cartones vendidos", each: "Cada cartón",
    closes: "Cierre de la venta", next: "Próxima venta", rest: "Resto del reparto", refund: "Se devuelve por cartón", refunded: "Cartones devueltos",
    line: "Línea", bingo: "Bingo", line_before: "Línea anterior", bingo_before: "Bingo anterior", so_far: "por ahora", being_played: "Se juega ahora", later: "Después de la línea", unsung_line: "No cantada",
    unsung_bingo: "No cantado", due: "por pagar", paid: "pagado", withheld: "retenido",
    closed: "Sala cerrada", idle: "Entre partidas", sale: "Venta de cartones", totals: "Premios de la partida ", rectified: "Rectificación", check: "Se comprueba un cartón",
    check_line: "Se comprueba línea", check_bingo: "Se comprueba bingo", wait: "Un momento, por favor", over: "Fin de la partida ", hold: "Partida detenida",
    suspended: "Partida suspendida", void: "Partida anulada", not_held: "Partida no celebrada",
    say_closed: "Gracias por su visita.", say_idle: "En breve comienza la venta.", say_last: "Ha sido la última partida. Gracias y buenas noches.",
    say_next: "Próxima venta a las ", say_sale: "Compre sus cartones al vendedor. Cada cartón, ", say_begins: "Comienza la extracción.",
    say_goes_on: "Sigue la partida. ", say_line_now: "Se juega la línea: ", say_bingo_now: "Se juega el bingo: ", say_check: "No se cantan más números.",
    say_restart: "El juego sigue enseguida. Guarde sus cartones.", say_sing: " Cante ahora.", say_not_held: "No se ha vendido ningún cartón. En breve comienza la siguiente venta.",
    say_no_bingo: "Nadie ha cantado bingo.", say_was: "Se había anunciado: ", say_corrected: "Se corrige. ", say_so_far: "Van ", say_last_is: ". La última, ",
    ask_line: "¿Alguna línea más?", ask_bingo: "¿Algún bingo más?", ask_both: "¿Alguna línea o bingo más?",
    missing: "falta", lost: "Sin conexión", lost_at: "Los datos son de las ", lost_never: "Todavía no hay datos de la sala.", lost_do: "Atienda a la voz y a los paneles de la sala.",
    crowded: "Ya siguen la partida todos los móviles que caben. Mire los paneles; esta página entra en cuanto haya sitio.",
    connecting: "Conectando con la sala…", again: "Ya hay conexión. ", left_question: "Quedan ", left_sale: "La venta se cierra en ", left_soon: "La venta se cierra en un momento.",
    left_suspended: "Tiempo que queda: ", seconds: " s", demo: "Demostración: no es un juego real", draft: "Borrador: reglamento sin verificar", spare: "Equipo de reserva: copia del panel",
    foot: "Esta página enseña lo mismo que los paneles de la sala. Vale lo que se canta."
  },
  en: {
    page: "Follow the game", other: "Español", game: "Game ", last_game: "last game", series: "Series ", several: "Series ", card: "Card ",
    won_card: "card ", won_cards: "cards ", many_cards: " cards", each_one: " each", of_series: ", series ", and: " and ",
    ball: "1 ball", balls: " balls", last: "Last ball", last_known: "Last ball received", before: "The ones before, latest first",
    by_hand: "Entered by hand", by_caller: "Read by the caller", ninety: "The ninety numbers", called: "called", none_called: "None has been called yet.",
    order: "In the order of the call", facts: "The game", prizes: "Played for", sold: "Cards sold", each: "Each card",
    closes: "Sale closes", next: "Next sale", rest: "Left over from sharing", refund: "Refund for each card", refunded: "Cards refunded",
    line: "Line", bingo: "Bingo", line_before: "Line before", bingo_before: "Bingo before", so_far: "so far", being_played: "Played for now", later: "After the line", unsung_line: "Not claimed",
    unsung_bingo: "Not claimed", due: "to be paid", paid: "paid", withheld: "withheld",
    closed: "The hall is closed", idle: "Between games", sale: "Cards on sale", totals: "Prizes of game ", rectified: "Correction", check: "A card is being checked",
    check_line: "A line is being checked", check_bingo: "A bingo is being checked", wait: "One moment, please", over: "End of game ", hold: "Game stopped",
    suspended: "Game suspended", void: "Game void", not_held: "Game not held",
    say_closed: "Thank you for coming.", say_idle: "The sale begins shortly.", say_last: "That was the last game. Thank you and good night.",
    say_next: "Next sale at ", say_sale: "Buy your cards from the seller. Each card, ", say_begins: "The draw begins.",
    say_goes_on: "The game goes on. ", say_line_now: "Played for now, the line: ", say_bingo_now: "Played for now, bingo: ", say_check: "No more numbers are called.",
    say_restart: "The game goes on in a moment. Keep your cards.", say_sing: " Call out now.", say_not_held: "No card was sold. The next sale begins shortly.",
    say_no_bingo: "Nobody claimed bingo.", say_was: "Announced before: ", say_corrected: "Correction. ", say_so_far: "So far ", say_last_is: ". The last, ",
    ask_line: "Any other line?", ask_bingo: "Any other bingo?", ask_both: "Any other line or bingo?",
    missing: "missing", lost: "No connection", lost_at: "This is from ", lost_never: "Nothing has been heard from the hall yet.", lost_do: "Listen to the caller and watch the panels in the hall.",
    crowded: "As many phones as there is room for are following already. Watch the panels; this page comes in as soon as there is room.",
    connecting: "Connecting to the hall…", again: "Connected again. ", left_question: "Time left: ", left_sale: "The sale closes in ", left_soon: "The sale closes in a moment.",
    left_suspended: "Time left: ", seconds: " s", demo: "Demonstration: not a real game", draft: "Draft: rules not verified", spare: "Spare server: copy of the panel",
    foot: "This page shows what the panels in the hall show. What is called out counts."
  }
};

var T = WORDS[LANG];

function told(said) { return said ? said[LANG] || said.es : ""; }

function two(value) { return (value < 10 ? "0" : "") + value; }

function grouped(value) { return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, LANG === "en" ? "," : "."); }

function money(cents) {
  var whole = grouped(Math.floor(cents / 100)), rest = two(cents % 100);
  return LANG === "en" ? "€" + whole + "." + rest : whole + "," + rest + "\u00a0€";
}

// The hour in the hall, of a moment in UTC milliseconds.
function hour(utc, seconds) {
  var date = new Date(utc + state.offset * 60000), words = date.getUTCHours() + ":" + two(date.getUTCMinutes());
  return seconds ? words + ":" + two(date.getUTCSeconds()) : words;
}

function minutes(ms) {
  var secs = Math.max(0, Math.ceil(ms / 1000));
  return Math.floor(secs / 60) + ":" + two(secs % 60);
}

function seriesName(series) { return series.charAt(0) + "\u00a0" + series.slice(1); }

function ballCount(count) { return count === 1 ? T.ball : count + T.balls; }

// A ball as the caller says it: the number, then its digits.
function ballWords(ball) {
  return ball < 10 ? String(ball) : ball + ": " + DIGITS[LANG][Math.floor(ball / 10)] + ", " + DIGITS[LANG][ball % 10];
}

function cardWords(card) { return T.card + card.card + T.of_series + seriesName(card.series); }
