const fs = require("fs");
const tambola = require("tambola");

const [count, path] = [Number(process.argv[2]), process.argv[3]];
const begun = process.hrtime.bigint();
const tickets = Array.from({ length: count }, () => tambola.generateTicket());
console.log(Number(process.hrtime.bigint() - begun) / 1e9);
fs.writeFileSync(path, Buffer.from(tickets.flat(2)));
