// ---- Words of both, the worker's and the page's -----------------------------------------------------

/** So many of them, as it is said in Spanish. */
function many(count, one, more) {
    return count.toLocaleString("es-ES") + " " + (count === 1 ? one : more);
}

function money(cents) {
    return (cents / 100).toLocaleString("es-ES", { minimumFractionDigits: 2, maximumFractionDigits: 2 }) + " €";
}

const VERDICTS = {
    good: "bueno", unknown_series: "esa serie no existe", no_such_card: "ese cartón no existe", forged: "código falso", not_sold: "no vendido",
    returned: "devuelto", play_closed: "jugada cerrada", repeated: "ya cantado", incomplete: "faltan números",
};
const SHARES = { takings_cents: "la recaudación", line_cents: "la línea", bingo_cents: "el bingo", house_cents: "la parte de la casa", resto_cents: "el resto" };
const OWED = { due: "por pagar", paid: "ya pagado", withheld: "retenido" };

/** What the record says of a card, with what it rests on. */
function judged({ is, ...rest }) {
    const more = Object.entries(rest).map(([, value]) => typeof value === "object" ? JSON.stringify(value) : String(value));
    return [VERDICTS[is] || is, ...more].join(", ");
}
