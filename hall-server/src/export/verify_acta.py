#!/usr/bin/env python3
"""Comprueba una exportación del registro de una sala de bingo, sólo con la biblioteca de Python (3.8 o posterior).

    python3 verify_acta.py CARPETA|FICHERO.zip [--cabeza NÚMERO:HUELLA]... [--punto FICHERO]...

No comparte ni una línea con los programas de la sala ni con verificador.html; junto a él tiene que estar rebuild_matrix.py, que
rehace los cartones. El formato se explica en la página export.md. Escribe una línea por hallazgo: código, lugar y frase, separados
por tabuladores. Termina con 0 si todo está en orden, con 1 si hay algún hallazgo, con 2 si no es una exportación o está a medias.
"""
import argparse
import base64
import binascii
import datetime
import hashlib
import json
import os
import re
import stat
import struct
import sys
import zipfile

# What is checked stays as it is: no folder of Python's own is left in it.
sys.dont_write_bytecode = True
try:
    import rebuild_matrix
except ImportError:
    print("Junto a verify_acta.py tiene que estar rebuild_matrix.py, de la misma exportación.")
    sys.exit(2)

LINE_MAX = 1 << 20
SMALL_MAX = 16 << 20
FILES_MAX = 200_000
LISTED_MAX = 50
RATIO_MAX = 100
CARDS_MAX = 1_000_000
REBUILT_MAX = 100_000
WHOLE_MAX = 1 << 53
DEPTH_MAX = 32
NAME = re.compile(r"[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)?")
HEX64 = re.compile(r"[0-9a-f]{64}")
LINE_KEYS = ["seq", "at_utc_ms", "kind", "version", "request_id", "actor", "device", "body", "hash"]
HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")


class Refused(Exception):
    """It is no export, or a broken-off one."""


class Bad(Exception):
    """What stands there is not as the format says."""


def shown(text):
    """Nothing invisible, nothing that turns the direction of writing."""
    return HIDDEN.sub(lambda c: "⟨U+%04X⟩" % ord(c.group()), str(text)[:300])


def many(count, one, more):
    """So many of them, as it is said in Spanish."""
    return "%d %s" % (count, one if count == 1 else more)


def euros(cents):
    return "%s%d,%02d €" % ("-" if cents < 0 else "", abs(cents) // 100, abs(cents) % 100)


SHARES = {"takings_cents": "la recaudación", "line_cents": "la línea", "bingo_cents": "el bingo",
          "house_cents": "la parte de la casa", "resto_cents": "el resto"}
OWED = {"due": "por pagar", "paid": "ya pagado", "withheld": "retenido"}
VERDICTS = {"good": "bueno", "unknown_series": "esa serie no existe", "no_such_card": "ese cartón no existe", "forged": "código falso",
            "not_sold": "no vendido", "returned": "devuelto", "play_closed": "jugada cerrada", "repeated": "ya cantado",
            "incomplete": "faltan números"}


def judged(verdict):
    """What the record says of a card, with what it rests on."""
    more = [written(value) if type(value) in (dict, list) else str(value) for key, value in verdict.items() if key != "is"]
    return ", ".join([VERDICTS.get(verdict.get("is"), str(verdict.get("is")))] + more)


class Report:
    def __init__(self):
        self.findings, self.counts, self.done, self.left = [], {}, [], []

    def find(self, code, place, words):
        self.counts[code] = self.counts.get(code, 0) + 1
        if self.counts[code] <= LISTED_MAX:
            self.findings.append((code, place, shown(words)))

    def line(self, code, seq, words):
        self.find(code, "línea %d" % seq, words)


# ---- JSON ---------------------------------------------------------------------------------------


def no_fraction(text):
    raise Bad("un número no es entero")


def whole_number(text):
    if len(text) > 17 or abs(int(text)) > WHOLE_MAX:
        raise Bad("un número es demasiado grande")
    return int(text)


def depth(text):
    deepest = now = 0
    for sign in re.findall(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text, re.S):
        now += {"[": 1, "{": 1, "]": -1, "}": -1}.get(sign, 0)
        deepest = max(deepest, now)
    return deepest


def parsed(text):
    """The value of a JSON text without fractions, huge numbers and other oddities."""
    if text.count("[") + text.count("{") > DEPTH_MAX and depth(text) > DEPTH_MAX:
        raise Bad("el JSON está anidado de más")
    if re.search(r"\\u[dD][89a-fA-F]", text):
        raise Bad("el JSON tiene medias letras")
    try:
        return json.loads(text, parse_float=no_fraction, parse_int=whole_number, parse_constant=no_fraction)
    except (ValueError, RecursionError):
        raise Bad("no es JSON") from None


def written(value):
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (ValueError, RecursionError):
        raise Bad("no es JSON") from None


def short_escapes(text):
    return re.sub(r"\\\\|\\b|\\f", lambda m: {"\\b": "\\u0008", "\\f": "\\u000c"}.get(m.group(), m.group()), text)


def exact(text):
    """The same, which must be written in the shortest form."""
    value = parsed(text)
    again = written(value)
    if again != text and short_escapes(again) != text:
        raise Bad("el JSON no está escrito en su forma más corta")
    return value


def decoded(data):
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Bad("no es UTF-8") from None


def is_whole(value, least=0):
    return type(value) is int and least <= value <= WHOLE_MAX


def take(body, key, kind="n"):
    """A field of a body: n whole number, s text, l list, o object, b truth value, ? anything."""
    if type(body) is not dict or key not in body:
        raise Bad("falta el campo %s" % key)
    value = body[key]
    fits = {"n": is_whole, "s": lambda v: type(v) is str, "l": lambda v: type(v) is list,
            "o": lambda v: type(v) is dict, "b": lambda v: type(v) is bool, "?": lambda v: True}[kind]
    if not fits(value):
        raise Bad("el campo %s no es de su clase" % key)
    return value


def hex_bytes(text, length):
    if type(text) is not str or len(text) != 2 * length or not re.fullmatch("[0-9a-f]*", text):
        raise Bad("no son %d cifras hexadecimales" % (2 * length))
    return bytes.fromhex(text)


# ---- where the files are ------------------------------------------------------------------------


class Folder:
    def __init__(self, path):
        self.path, self.sizes = path, {}
        for folder, names, files in os.walk(path):
            inside = os.path.relpath(folder, path)
            for name in names:
                if os.path.islink(os.path.join(folder, name)):
                    raise Refused("hay un enlace entre las carpetas: %s" % shown(name))
                if inside != ".":
                    raise Refused("hay carpetas dentro de carpetas")
            for name in files:
                found = os.lstat(os.path.join(folder, name))
                if not stat.S_ISREG(found.st_mode):
                    raise Refused("%s no es un fichero corriente" % shown(name))
                whole = name if inside == "." else inside.replace(os.sep, "/") + "/" + name
                self.sizes[whole] = found.st_size
                if len(self.sizes) > FILES_MAX:
                    raise Refused("hay demasiados ficheros")

    def open(self, name):
        return open(os.path.join(self.path, *name.split("/")), "rb")


class Zip:
    def __init__(self, path):
        self.sizes = {}
        try:
            self.zip = zipfile.ZipFile(path)
            entries = self.zip.infolist()
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, struct.error):
            raise Refused("el .zip no se puede leer") from None
        if len(entries) > FILES_MAX:
            raise Refused("el .zip tiene demasiados ficheros")
        prefix, ends = common_folder([entry.filename for entry in entries]), []
        self.prefix = prefix
        for entry in entries:
            if entry.filename.endswith("/"):
                continue
            name = entry.filename[len(prefix):]
            if name in self.sizes:
                raise Refused("el .zip tiene dos veces el fichero %s" % shown(name))
            if stat.S_ISLNK(entry.external_attr >> 16):
                raise Refused("%s es un enlace" % shown(name))
            if entry.flag_bits & 1 or entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise Refused("%s está cifrado o comprimido de otra manera" % shown(name))
            if entry.file_size > 1 << 20 and entry.file_size > RATIO_MAX * entry.compress_size:
                raise Refused("%s se descomprime a más de %d veces su tamaño" % (shown(name), RATIO_MAX))
            ends.append((entry.header_offset, entry.header_offset + 30 + entry.compress_size))
            self.sizes[name] = entry.file_size
        ends.sort()
        if any(end > start for (_, end), (start, _) in zip(ends, ends[1:])):
            raise Refused("en el .zip unos ficheros se solapan con otros")

    def open(self, name):
        try:
            return self.zip.open(self.prefix + name)
        except (zipfile.BadZipFile, OSError, NotImplementedError, RuntimeError):
            raise Bad("no se puede leer del .zip") from None


def common_folder(names):
    """Some programs put everything into a folder."""
    first = names[0].split("/")[0] + "/" if names and "/" in names[0] else ""
    return first if first and "manifiesto.json" not in names and first + "manifiesto.json" in names else ""


class Export:
    def __init__(self, path):
        if path.rstrip("/").endswith(".incompleto"):
            raise Refused("la exportación quedó a medias: su nombre acaba en «.incompleto»")
        if os.path.isdir(path):
            self.at = Folder(path)
        elif os.path.isfile(path):
            self.at = Zip(path)
        else:
            raise Refused("no existe %s" % shown(path))
        self.sizes = self.at.sizes
        for name in sorted(self.sizes):
            if not NAME.fullmatch(name) or ".." in name:
                raise Refused("el nombre de un fichero no es admisible: %s" % shown(name))
        if "manifiesto.json" not in self.sizes:
            raise Refused("no hay manifiesto.json: no es una exportación, o quedó a medias")

    def pieces(self, name):
        """The file piece by piece; no more of it than it says it has."""
        left = self.sizes[name]
        try:
            with self.at.open(name) as file:
                while True:
                    piece = file.read(1 << 18)
                    if not piece:
                        break
                    left -= len(piece)
                    if left < 0:
                        raise Bad("tiene más de lo que dice")
                    yield piece
        except (zipfile.BadZipFile, EOFError, OSError, ValueError, zipfile.zlib.error):
            raise Bad("no se puede leer entero") from None

    def small(self, name):
        if self.sizes.get(name, 0) > SMALL_MAX:
            raise Bad("es demasiado grande")
        return b"".join(self.pieces(name))

    def json(self, name):
        return parsed(decoded(self.small(name)))

    def lines(self, name):
        """Each line without its line feed."""
        rest = b""
        for piece in self.pieces(name):
            parts = (rest + piece).split(b"\n")
            rest = parts.pop()
            if len(rest) > LINE_MAX:
                raise Bad("una línea es demasiado larga")
            for part in parts:
                if len(part) > LINE_MAX:
                    raise Bad("una línea es demasiado larga")
                yield part
        if rest:
            raise Bad("la última línea está cortada")


# ---- Ed25519, RFC 8032 --------------------------------------------------------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def point_add(a, b):
    s, t = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = t - s, d - c, d + c, t + s
    return e * f % P, g * h % P, f * g % P, e * h % P


def point_of(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def point_bytes(a):
    inverse = pow(a[2], P - 2, P)
    x, y = a[0] * inverse % P, a[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


NEUTRAL = (0, 1, 1, 0)


class Times:
    """A point times any number: of each four bits of the number, a row of what they give."""

    def __init__(self, point):
        self.rows = []
        for _ in range(64):
            row = [NEUTRAL]
            for _ in range(15):
                row.append(point_add(row[-1], point))
            self.rows.append(row)
            point = point_add(row[-1], point)

    def by(self, n):
        out = NEUTRAL
        for row in self.rows:
            if n & 15:
                out = point_add(out, row[n & 15])
            n >>= 4
        return out


class Key:
    """A public key. One that is no point, or of a small order, signs nothing."""

    base = None

    def __init__(self, data):
        self.data, point = data, point_of(data) if len(data) == 32 else None
        eight = point
        for _ in range(3 if point else 0):
            eight = point_add(eight, eight)
        small = point is None or eight[0] % P == 0
        # The other point of the same y: signatures take the key away.
        self.minus = None if small else Times((P - point[0], point[1], 1, P - point[3]))
        if Key.base is None:
            Key.base = Times(point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little")))

    def signed(self, message, signature):
        if self.minus is None or len(signature) != 64:
            return False
        s = int.from_bytes(signature[32:], "little")
        h = int.from_bytes(hashlib.sha512(signature[:32] + self.data + message).digest(), "little") % L
        return s < L and point_bytes(point_add(Key.base.by(s), self.minus.by(h))) == signature[:32]


# ---- tree and notes -----------------------------------------------------------------------------


def join(left, right):
    return hashlib.sha256(b"\x01" + left + right).digest()


class Range:
    """The perfect subtrees of the tree so far, the largest first."""

    def __init__(self, size, peaks):
        self.size, self.peaks = size, list(peaks)

    def push(self, leaf):
        size, self.size = self.size, self.size + 1
        while size & 1:
            leaf, size = join(self.peaks.pop(), leaf), size >> 1
        self.peaks.append(leaf)

    def root(self):
        if not self.peaks:
            return hashlib.sha256(b"").digest()
        root = self.peaks[-1]
        for peak in reversed(self.peaks[:-1]):
            root = join(peak, root)
        return root


def leads_to(leaf, index, size, proof):
    """The root to which an inclusion proof leads (RFC 9162, 2.1.3.2); None if it has another length."""
    node, last, place = leaf, size - 1, index
    for step in proof:
        if last == 0:
            return None
        if place & 1 or place == last:
            node = join(step, node)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            node = join(node, step)
        place, last = place >> 1, last >> 1
    return node if last == 0 else None


def goes_on(old, old_root, new, new_root, proof):
    """Whether the larger tree begins with the smaller one (RFC 9162, 2.1.4.2)."""
    if old == new:
        return not proof and old_root == new_root
    if not 1 <= old < new or not proof:
        return False
    steps = list(proof) if old & (old - 1) else [old_root] + list(proof)
    place, last = old - 1, new - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    first = second = steps[0]
    for step in steps[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            first, second = join(step, first), join(step, second)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            second = join(second, step)
        place, last = place >> 1, last >> 1
    return last == 0 and first == old_root and second == new_root


class Note:
    def __init__(self, data):
        text = decoded(data)
        body, gap, rest = text.partition("\n\n")
        if not gap or not rest.endswith("\n") or HIDDEN.search(text.replace("\n", "")):
            raise Bad("no es una nota firmada")
        self.text = body + "\n"
        lines = body.split("\n")
        if len(lines) < 3 or not re.fullmatch("0|[1-9][0-9]{0,15}", lines[1]):
            raise Bad("no es un punto de control")
        self.origin, self.size, self.root = lines[0], int(lines[1]), unbase64(lines[2], 32)
        self.signatures = []
        for line in rest[:-1].split("\n"):
            match = re.fullmatch("— ([^ +]+) ([A-Za-z0-9+/=]+)", line)
            if not match or len(self.signatures) >= 100:
                raise Bad("una firma no está en su forma")
            data = unbase64(match.group(2), None)
            if len(data) < 5:
                raise Bad("una firma no está en su forma")
            self.signatures.append((match.group(1), data[:4], data[4:]))


def unbase64(text, length):
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Bad("no es base64") from None
    if length is not None and len(data) != length or base64.b64encode(data).decode() != text:
        raise Bad("no es base64 de %s bytes" % length)
    return data


def key_id(name, algorithm, key):
    return hashlib.sha256(name.encode() + b"\n" + bytes([algorithm]) + key).digest()[:4]


# ---- lines --------------------------------------------------------------------------------------


def field(data):
    return struct.pack(">I", len(data)) + data


def line_of(data, more=()):
    """The line and the bytes that are hashed."""
    line = exact(decoded(data))
    if type(line) is not dict or list(line) != LINE_KEYS + list(more):
        raise Bad("una línea no tiene sus campos")
    if not is_whole(line["seq"], 1) or not is_whole(line["version"]) or line["version"] >= 1 << 32:
        raise Bad("una línea no tiene sus números")
    if type(line["at_utc_ms"]) is not int:
        raise Bad("una línea no tiene su hora")
    if not all(type(line[key]) is str for key in ("kind", "request_id", "actor", "device", "body", "hash")):
        raise Bad("una línea no tiene sus textos")
    if not HEX64.fullmatch(line["hash"]):
        raise Bad("una huella no tiene 64 cifras")
    texts = [field(line[key].encode("utf-8")) for key in ("kind", "request_id", "actor", "device", "body")]
    raw = (field(struct.pack(">Q", line["seq"])) + field(struct.pack(">q", line["at_utc_ms"])) + texts[0]
           + field(struct.pack(">I", line["version"])) + b"".join(texts[1:]))
    return line, raw


# ---- the hall -----------------------------------------------------------------------------------

RETURNED, BURNED, HELD = 1, 2, 3
RUNNING = ("venta", "cerrada", "extraccion", "parada")


class Part:
    """The cards of one series in one game: 0 not given out, 1 returned, 2 burned, 3 + n with person n."""

    def __init__(self, series, first, limit):
        self.series, self.first, self.next, self.limit = series, first, first, limit
        self.cards = [0] * (limit + 2)

    def all(self, first, last, held):
        return first >= 1 and last <= self.limit and self.cards[first:last + 1] == [held] * (last - first + 1)

    def give(self, first, last, held):
        self.cards[first:last + 1] = [held] * (last - first + 1)
        if first == self.next:
            self.next = last + 1

    def take_back_the_end(self):
        while self.next > self.first and self.cards[self.next - 1] == RETURNED:
            self.next -= 1
            self.cards[self.next] = 0

    def runs(self, there):
        out, begun = [], None
        for n in range(self.first, self.next + 1):
            is_there = n < self.next and there(self.cards[n])
            if is_there and begun is None:
                begun = n
            elif not is_there and begun is not None:
                out.append((self.series, begun, n - 1))
                begun = None
        return out


class Game:
    def __init__(self, no, whole):
        self.no, self.whole = no, whole
        self.phase, self.parts, self.reached = "venta", [], {}
        self.price = self.line = self.bingo = 0
        self.rules = self.matrix = self.session = None
        self.out, self.announced, self.judged, self.stops = [], 0, 0, 0
        self.announced_at, self.counting = None, 0
        self.claims, self.open, self.prizes = [], {"line": True, "bingo": True}, {}
        self.segments, self.refunded, self.kept = [], [], None

    def forget(self):
        """Once the next sale is open, only money is still to come."""
        self.kept = self.sold()
        self.whole = self.whole and self.phase not in RUNNING
        self.parts, self.claims, self.out = [], [], []

    def part(self, series):
        return next((part for part in self.parts if part.series == series), None)

    def hand(self, part, first, last, held):
        part.give(first, last, held)
        self.reached[part.series] = max(self.reached.get(part.series, 0), part.next)

    def holder(self, series, number):
        part = self.part(series)
        if series not in self.reached:
            return 0
        if (part.next if part else 1) <= number < self.reached[series]:
            return RETURNED
        return part.cards[number] if part and 1 <= number <= part.limit else 0

    def sold(self):
        if self.kept is not None:
            return self.kept
        return [run for part in self.parts for run in part.runs(lambda held: held >= HELD)]


def count(segments):
    return sum(last - first + 1 for _, first, last in segments)


def segment(value):
    series, first, last = take(value, "series", "s"), take(value, "first"), take(value, "last")
    if not 1 <= first <= last <= CARDS_MAX:
        raise Bad("un tramo de cartones no es posible")
    return series, first, last


def segments_of(body):
    found = [segment(value) for value in take(body, "segments", "l")]
    if count(found) > CARDS_MAX:
        raise Bad("un tramo de cartones no es posible")
    return found


def part_of(amount, hundredths, rounding):
    unit = max(take(rounding, "unit_cents"), 1)
    exact_part, whole_unit = amount * hundredths, unit * 10_000
    if take(rounding, "is", "s") == "half_up":
        exact_part += whole_unit // 2
    return exact_part // whole_unit * unit


def divide(rules, takings):
    value = lambda key: take(take(rules, key, "o"), "value", "?")
    line_pct, bingo_pct, rounding = value("line_pct_hundredths"), value("bingo_pct_hundredths"), value("rounding")
    if not is_whole(line_pct) or not is_whole(bingo_pct) or line_pct + bingo_pct > 10_000:
        raise Bad("las reglas no son posibles")
    line = min(part_of(takings, line_pct, rounding), takings)
    bingo = min(part_of(takings, bingo_pct, rounding), takings - line)
    house = min(takings * (10_000 - line_pct - bingo_pct) // 10_000, takings - line - bingo)
    return {"takings_cents": takings, "line_cents": line, "bingo_cents": bingo, "house_cents": house,
            "resto_cents": takings - line - bingo - house}


def judge(face, play, announced):
    """What the numbers of a card say."""
    rows = [[n for n in row if n] for row in rebuild_matrix.unrank(face)]
    places = {ball: place for place, ball in enumerate(announced, 1)}
    combinations = [(1 << n, row) for n, row in enumerate(rows)] if play == "line" else [(7, sum(rows, []))]
    good = [(bits, max(places[n] for n in balls)) for bits, balls in combinations if all(n in places for n in balls)]
    if good:
        return {"is": "good", "rows": sum(bits for bits, _ in good), "completed_at": min(at for _, at in good)}
    missing = [sorted(n for n in balls if n not in places) for _, balls in combinations]
    return {"is": "incomplete", "missing": min(missing, key=len)}


class Hall:
    """Follows the lines and says what cannot have been."""

    def __init__(self, report, from_the_first):
        self.report, self.from_the_first = report, from_the_first
        self.matrices, self.series, self.games, self.faces = {}, {}, {}, {}
        self.session, self.sessions, self.last_game, self.epoch = None, None, None, 1
        self.played = self.judged = self.unjudged = self.paid = self.forged = 0
        self.actas, self.unknown_kinds = [], set()
        self.founded, self.draw, self.draws_required, self.drawn = None, None, False, 0
        self.past, self.regulation = False, Regulation(self)
        if from_the_first:
            self.sessions, self.last_game = 0, 0

    def say(self, code, words):
        self.report.line(code, self.seq, words)

    def take(self, line, past=False):
        seq, kind, body = line["seq"], line["kind"], line["body"]
        self.seq, self.at, self.past = seq, line["at_utc_ms"], past
        does = KINDS.get(kind)
        if does is None:
            return
        try:
            does(self, exact(body))
        except Bad as bad:
            self.report.line("formato", seq, "%s: %s" % (kind, bad))

    # -- what the hall has --

    def hall_founded(self, body):
        self.founded = take(body, "name", "s")
        self.regulation.founded(body)

    def rules_asked(self, body):
        self.regulation.asked(body)

    def rules_adopted(self, body):
        self.regulation.adopted(body)

    def epoch_begun(self, body):
        epoch = take(body, "epoch")
        if epoch <= self.epoch:
            self.say("numeracion", "la época %d no viene después de la %d" % (epoch, self.epoch))
        self.epoch = max(epoch, self.epoch)

    def numbering_set(self, body):
        numbering = take(body, "numbering", "o")
        game, session = take(numbering, "game"), take(numbering, "session")
        # Of an earlier one it is not known what came after it.
        self.last_game, self.sessions = (None, None) if self.past else (game, session)
        for last in take(numbering, "sold", "l"):
            series = self.series.get(take(last, "series", "s"))
            if series and series["next"] is not None:
                series["next"] = max(series["next"], take(last, "card") + 1)

    def matrix_made(self, body):
        size = take(body, "size")
        if not 1 <= size <= CARDS_MAX:
            raise Bad("una matriz no tiene tantos cartones")
        cards = body.get("cards", {"kind": "single", "clean": False})
        mixed = body.get("mixed")
        matrix = {
            "size": size, "kind": take(cards, "kind", "s"), "clean": take(cards, "clean", "b"),
            "words": None if mixed is None else take(mixed, "words", "s"),
            "key_sha256": take(body, "key_sha256", "s"), "faces_sha256": take(body, "faces_sha256", "s"),
            "retired": False, "made": True, "seed_sha256": None}
        no = take(body, "matrix")
        self.matrices[no] = matrix
        draw, self.draw = self.draw, None
        if draw is None:
            if self.draws_required:
                self.say("carton", "la matriz %d no sale de un sorteo anunciado, que la sala había hecho obligatorio" % no)
        elif (draw["matrix"], draw["size"], draw["kind"], draw["clean"]) != (no, size, matrix["kind"], matrix["clean"]) or mixed is None:
            self.say("carton", "la matriz %d no es la que se anunció en la línea %d" % (no, draw["seq"]))
        else:
            matrix["seed_sha256"] = draw["seed_sha256"]
            self.drawn += 1

    # -- public draws that make keys (docs/cards.md) --

    def key_draw_announced(self, body):
        cards, date = take(body, "cards", "o"), take(body, "date", "s")
        if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", date):
            raise Bad("la fecha del sorteo no lo es")
        self.draw = {"seq": self.seq, "matrix": take(body, "matrix"), "size": take(body, "size"), "kind": take(cards, "kind", "s"),
                     "clean": take(cards, "clean", "b"), "seed_sha256": take(body, "seed_sha256", "s")}
        # The hall's day is never before that of UTC.
        if 0 <= self.at < 253_402_300_800_000:
            announced = (datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=self.at)).strftime("%Y-%m-%d")
            if announced >= date:
                self.say("carton", "el sorteo de la matriz %d se anunció el mismo día o después" % self.draw["matrix"])

    def key_draw_given_up(self, body):
        take(body, "matrix")
        self.draw = None

    def key_draws_required(self, body):
        self.draws_required = take(body, "required", "b")

    def matrix_imported(self, body):
        size = take(body, "size")
        if not 1 <= size <= CARDS_MAX:
            raise Bad("una matriz no tiene tantos cartones")
        no, draw = take(body, "matrix"), self.draw
        self.matrices[no] = {"size": size, "retired": False, "made": False}
        self.draw = None
        if draw is not None:
            self.say("carton", "la matriz %d entró mientras se esperaba el sorteo de la línea %d" % (no, draw["seq"]))

    def matrix_retired(self, body):
        matrix = self.matrices.get(take(body, "matrix"))
        if matrix:
            matrix["retired"] = True

    def series_received(self, body):
        name, matrix = take(body, "series", "s"), take(body, "matrix")
        if matrix not in self.matrices:
            return self.say("venta", "la serie %s es de una matriz que no consta" % name)
        self.series[name] = {"matrix": matrix, "price": take(body, "face_value_cents"),
                             "size": self.matrices[matrix]["size"], "next": None if self.past else 1, "games": []}

    # -- sessions --

    def session_opened(self, body):
        number = take(body, "session")
        self.regulation.opened(body)
        if self.session is not None and not self.past:
            self.say("numeracion", "se abre la sesión %d con otra abierta" % number)
        if self.sessions is not None and number != self.sessions + 1:
            self.say("numeracion", "a la sesión %d le sigue la %d" % (self.sessions, number))
        self.sessions = number
        self.session = {"no": number, "rules": take(body, "rules", "o"), "games": None if self.past else 0}

    def session_closed(self, body):
        number, count_, amount = take(body, "session"), take(body, "prizes_pending"), take(body, "amount_pending_cents")
        if self.session is None or self.session["no"] != number:
            if self.session is not None or self.from_the_first:
                self.say("numeracion", "se cierra la sesión %d, que no estaba abierta" % number)
        self.session = None
        self.sessions = number if self.sessions is None else self.sessions
        if self.from_the_first:
            owed = [prize["amount"] for game in self.games.values() if game.phase != "anulada"
                    for prize in game.prizes.values() if prize["state"] != "paid"]
            if (len(owed), sum(owed)) != (count_, amount):
                self.say("dinero", "quedan por pagar %s, de %s, y constan %d, de %s"
                         % (many(len(owed), "premio", "premios"), euros(sum(owed)), count_, euros(amount)))

    def acta_issued(self, body):
        covers = take(body, "covers_seq")
        if covers >= self.seq:
            self.say("acta", "un acta abarca hasta la línea %d, posterior a ella" % covers)
        self.actas.append((self.seq, take(body, "file", "s"), take(body, "sha256", "s")))

    # -- games --

    def game(self, body):
        return self.games.get(take(body, "game"))

    def whole(self, body):
        """The game of the line, if it is judged."""
        game = self.game(body)
        if game is None or not game.whole:
            if game is None and not self.past:
                self.unjudged += 1
            return None
        return game

    def sale_opened(self, body):
        no, name, first, price = (take(body, "game"), take(body, "series", "s"), take(body, "first"),
                                  take(body, "face_value_cents"))
        if self.past:
            game = self.games[no] = Game(no, False)
            game.price, game.phase = price, "pasada"
            return
        if self.last_game is not None and no != self.last_game + 1:
            self.say("numeracion", "a la partida %d le sigue la %d" % (self.last_game, no))
        running = self.games.get(self.last_game)
        if running and running.whole and running.phase in RUNNING:
            self.say("numeracion", "se abre la partida %d con la %d sin terminar" % (no, running.no))
        if running:
            running.forget()
        self.last_game = no
        game = self.games[no] = Game(no, True)
        self.played += 1
        game.price = price
        if self.session is None:
            if self.from_the_first or self.sessions is not None:
                self.say("numeracion", "se abre la venta de la partida %d fuera de una sesión" % no)
        else:
            game.rules, game.session = self.session["rules"], self.session["no"]
            in_session = take(body, "in_session")
            if self.session["games"] is not None and in_session != self.session["games"] + 1:
                self.say("numeracion", "la partida %d no es la %d de la sesión" % (no, in_session))
            self.session["games"] = in_session
        series = self.series.get(name)
        if series is None:
            self.say("venta", "la serie %s no consta" % name)
            game.whole = False
            return
        game.matrix = series["matrix"]
        if price != series["price"]:
            self.say("venta", "la serie %s vale %s el cartón, no %s" % (name, euros(series["price"]), euros(price)))
        if series["next"] is not None and first != series["next"]:
            self.say("venta", "la venta de la serie %s empieza en el cartón %d y tocaba el %d" % (name, first, series["next"]))
        if not 1 <= first <= series["size"]:
            self.say("venta", "la serie %s no tiene el cartón %d" % (name, first))
            game.whole = False
            return
        series["next"] = first
        game.parts.append(Part(name, first, series["size"]))

    def block_issued(self, body):
        game, seller = self.whole(body), take(body, "seller")
        if game is None:
            return
        name, first, last = segment(take(body, "cards", "o"))
        part, fits = game.part(name), False
        if game.phase != "venta":
            return self.say("venta", "se entregan cartones con la venta cerrada")
        if part is not None:
            new = first == part.next and part is game.parts[-1] and last <= part.limit
            fits = part.all(first, last, RETURNED) if last < part.next else new
        else:
            series, one = self.series.get(name), game.parts[0]
            fits = (series is not None and len(game.parts) == 1 and one.next > one.limit and first == 1
                    and series["matrix"] == game.matrix and series["price"] == game.price and last <= one.first - 1
                    and series["next"] in (None, 1))
            if fits:
                part = Part(name, 1, one.first - 1)
                game.parts.append(part)
        if not fits:
            return self.say("venta", "los cartones %s %d a %d no se podían entregar" % (name, first, last))
        game.hand(part, first, last, HELD + seller)

    def moved(self, body, seller, becomes, words):
        game = self.whole(body)
        if game is None:
            return None
        name, first, last = segment(take(body, "cards", "o"))
        part = game.part(name)
        if game.phase != "venta" or part is None or not part.all(first, last, seller):
            self.say("venta", "los cartones %s %d a %d no se podían %s" % (name, first, last, words))
            return None
        game.hand(part, first, last, becomes)
        return game

    def cards_returned(self, body):
        game = self.moved(body, HELD + take(body, "seller"), RETURNED, "devolver")
        if game:
            game.parts[-1].take_back_the_end()
            if len(game.parts) > 1 and game.parts[-1].next == game.parts[-1].first:
                game.parts.pop()
                game.parts[0].take_back_the_end()

    def cards_transferred(self, body):
        self.moved(body, HELD + take(body, "from"), HELD + take(body, "to"), "traspasar")

    def gap_burned(self, body):
        if self.moved(body, RETURNED, BURNED, "anular por no aparecer"):
            name, _, last = segment(take(body, "cards", "o"))
            self.pass_card(name, last)

    def pass_card(self, name, last, first=None, game=None):
        series = self.series.get(name)
        if series:
            series["next"] = max(series["next"] or 1, last + 1)
            if game is not None:
                series["games"].append((first, last, game))

    def was_sold(self, game, segments):
        game.segments = segments
        for name, first, last in segments:
            self.pass_card(name, last, first, game.no)

    def check_sale(self, game, body, words):
        segments, sold = segments_of(body), take(body, "sold")
        mine = game.sold()
        if segments != mine or sold != count(mine):
            self.say("venta", "%s: los cartones vendidos no son los que se entregaron y no se devolvieron" % words)
        takings = game.price * count(mine)
        division = take(body, "division", "o")
        if game.rules is not None:
            right = divide(game.rules, takings)
            for key, amount in right.items():
                if take(division, key) != amount:
                    self.say("dinero", "%s: %s consta como %s y es %s"
                             % (words, SHARES[key], euros(take(division, key)), euros(amount)))
        game.line, game.bingo = take(division, "line_cents"), take(division, "bingo_cents")
        return segments

    def sale_closed(self, body):
        game = self.whole(body)
        if game is None:
            return
        if game.phase != "venta":
            self.say("venta", "la venta ya estaba cerrada")
        if any(part.runs(lambda held: held == RETURNED) for part in game.parts):
            self.say("venta", "la venta se cierra con un hueco")
        self.was_sold(game, self.check_sale(game, body, "al cerrar la venta"))
        game.phase = "cerrada"

    def sale_rectified(self, body):
        game = self.whole(body)
        if game is None:
            return
        name, first, last = segment(take(body, "cards", "o"))
        found, seller, part = take(body, "found", "s"), HELD + take(body, "seller"), game.part(name)
        if game.phase not in ("cerrada", "extraccion", "parada") or not game.open["line"]:
            self.say("venta", "la venta ya no se podía rectificar")
        if take(body, "sold_before") != count(game.sold()):
            self.say("venta", "antes de rectificar no se habían anunciado tantos cartones")
        if found == "unsold":
            fits, becomes = part is not None and part.all(first, last, seller), RETURNED
        else:
            behind = part is not None and first == part.next and last <= part.limit and part is game.parts[-1]
            fits, becomes = behind or part is not None and part.all(first, last, RETURNED), seller
        if not fits:
            self.say("venta", "los cartones %s %d a %d no se podían rectificar" % (name, first, last))
        else:
            game.hand(part, first, last, becomes)
        if found == "sold":
            self.pass_card(name, last, first, game.no)
        game.segments = self.check_sale(game, body, "al rectificar la venta")

    def game_not_held(self, body):
        game = self.whole(body)
        if game is not None:
            if count(game.sold()):
                self.say("venta", "la partida consta como no celebrada y había cartones vendidos")
            game.phase = "nocelebrada"

    # -- balls --

    def draw_started(self, body):
        game = self.whole(body)
        if game is not None:
            if game.phase != "cerrada":
                self.say("bolas", "la extracción empieza sin haberse cerrado la venta")
            game.phase = "extraccion"

    draw_started_by_caller = draw_started

    def ball_extracted(self, body):
        game, ordinal, ball = self.whole(body), take(body, "ordinal"), take(body, "ball")
        if game is None:
            return
        if game.phase not in ("extraccion", "parada"):
            self.say("bolas", "sale una bola fuera de la extracción")
        if ordinal != len(game.out) + 1 or not 1 <= ball <= 90 or ball in game.out:
            self.say("bolas", "la bola %d no podía salir en el lugar %d" % (ball, ordinal))
        if len(game.out) < 90:
            game.out.append(ball)

    def ball_corrected(self, body):
        game, ordinal, ball = self.whole(body), take(body, "ordinal"), take(body, "to")
        if game is None:
            return
        if not game.announced < ordinal <= len(game.out) + 1 or ordinal > 90 or not 1 <= ball <= 90:
            return self.say("bolas", "la bola %d no se podía corregir en el lugar %d" % (ball, ordinal))
        game.out[ordinal - 1:ordinal] = [ball]

    def ball_announced(self, body):
        game, ordinal, ball = self.whole(body), take(body, "ordinal"), take(body, "ball")
        if game is None:
            return
        there = ordinal == game.announced + 1 and ordinal <= len(game.out) and game.out[ordinal - 1] == ball
        if game.phase != "extraccion" or not there or ball in game.out[:game.announced]:
            self.say("bolas", "se anuncia la bola %d en el lugar %d, que no es la que salió" % (ball, ordinal))
        if game.announced < len(game.out):
            game.announced += 1
        game.announced_at = self.at

    def announcement_rectified(self, body):
        game, ordinal, ball = self.whole(body), take(body, "ordinal"), take(body, "ball")
        if game is not None and not (1 <= ordinal <= game.announced and game.out[ordinal - 1] == ball):
            self.say("bolas", "se rectifica el anuncio de una bola que no es la del lugar %d" % ordinal)

    def reading_rectified(self, body):
        game, ordinal, before, ball = self.whole(body), take(body, "ordinal"), take(body, "from"), take(body, "to")
        if game is None:
            return
        last = game.judged < ordinal == game.announced == len(game.out)
        if not last or game.out[ordinal - 1] != before or not 1 <= ball <= 90 or ball in game.out:
            return self.say("bolas", "la bola %d no se podía rectificar en el lugar %d" % (ball, ordinal))
        game.out[ordinal - 1] = ball

    def draw_stopped(self, body):
        game, stop = self.whole(body), take(body, "stop")
        if game is None:
            return
        if stop != game.stops + 1:
            self.say("numeracion", "la parada %d no viene después de la %d" % (stop, game.stops))
        if game.phase != "extraccion" or take(body, "announced") != game.announced:
            self.say("bolas", "en la parada %d no se habían anunciado %d bolas" % (stop, take(body, "announced")))
        game.stops, game.phase = stop, "parada"
        announced = take(body, "announced")
        self.stop_counts(game, take(body, "counting") if "counting" in body else announced, body.get("pressed"))

    def stop_called_earlier(self, body):
        game, stop, counting = self.whole(body), take(body, "stop"), take(body, "counting")
        if game is None:
            return
        sung = any(claim["stop"] == stop for claim in game.claims)
        if game.phase != "parada" or stop != game.stops or sung or counting != game.counting - 1:
            self.say("bolas", "la parada %d no se podía adelantar" % stop)
        self.stop_counts(game, counting, take(body, "pressed", "o"))

    def stop_counts(self, game, counting, pressed):
        """Of the announced balls all count, or all but the last, if PARADA was pressed before its announcement."""
        right = counting == game.announced
        if not right and pressed and counting == game.announced - 1 and game.announced < 90:
            at = take(pressed, "at_utc_ms")
            surely = at + take(pressed, "within_ms")
            right = game.announced_at is None or (surely < game.announced_at and self.at - at <= 2000)
        if not right:
            self.say("bolas", "en la parada %d no podían contar %d bolas de %d" % (game.stops, counting, game.announced))
        game.counting = min(counting, game.announced)

    def clock_stepped(self, body):
        # Hours before it are not those after it.
        for game in self.games.values():
            game.announced_at = None

    def draw_resumed(self, body):
        game, stop = self.whole(body), take(body, "stop")
        if game is not None:
            if game.phase != "parada" or stop != game.stops:
                self.say("numeracion", "se sigue después de la parada %d, que no estaba abierta" % stop)
            game.phase = "extraccion"

    # -- claims --

    def claim_made(self, body):
        game, no, stop = self.whole(body), take(body, "claim"), take(body, "stop")
        if game is None:
            return
        play, card, face, verdict = (take(body, "play", "s"), take(body, "card", "o"), take(body, "face", "?"),
                                     take(body, "verdict", "o"))
        name, number, said = take(card, "series", "s"), take(card, "number"), take(verdict, "is", "s")
        if play not in ("line", "bingo"):
            raise Bad("no hay tal jugada")
        game.judged = game.counting if game.phase == "parada" else game.announced
        if no != len(game.claims) + 1 or stop != game.stops or game.phase != "parada":
            self.say("numeracion", "el cante %d no está en su sitio" % no)
        rank = None
        if face is not None:
            if type(face) is not str or not re.fullmatch("0|[1-9][0-9]{0,18}", face) or int(face) >= rebuild_matrix.CARDS:
                raise Bad("no hay tal cartón")
            rank = int(face)
        self.judged += 1
        expected = self.expected(game, play, name, number, rank, stop)
        series = self.series.get(name)
        if series and rank is not None and said != "no_such_card":
            self.same_face(series["matrix"], number, rank)
        if said == "forged":
            self.forged += 1
            known = expected["is"] not in ("unknown_series", "no_such_card")
        else:
            known = verdict == expected or (said == "not_sold" and expected["is"] == "not_sold"
                                            and expected["sold_in"] == "?")
            # Servers before this rule let a claim of a card that was not sold then stand: their records are lawful.
            known = known or (said == "repeated"
                              and verdict == self.expected(game, play, name, number, rank, stop, True))
        if not known:
            self.say("veredicto", "el cartón %s %d se juzgó «%s» y es «%s»" % (name, number, judged(verdict), judged(expected)))
        game.claims.append({"stop": stop, "play": play, "card": (name, number), "verdict": verdict, "said": said,
                            "accepted": None, "reason": None})

    def expected(self, game, play, name, number, rank, stop, unsold_stands=False):
        series = self.series.get(name)
        if series is None:
            return {"is": "unknown_series"}
        if rank is None:
            if 1 <= number <= series["size"] and not self.matrices[series["matrix"]]["retired"]:
                self.say("carton", "el cartón %s %d no tiene sus números en el registro" % (name, number))
            return {"is": "no_such_card"}
        if not 1 <= number <= series["size"]:
            return {"is": "no_such_card"}
        held = game.holder(name, number)
        if held in (RETURNED, BURNED):
            return {"is": "returned"}
        if held == 0:
            found = [no for first, last, no in series["games"] if first <= number <= last]
            return {"is": "not_sold", "sold_in": found[-1] if found else None if self.from_the_first else "?"}
        if not game.open[play]:
            return {"is": "play_closed"}
        for place, claim in enumerate(game.claims, 1):
            if claim["card"] == (name, number) and claim["play"] == play:
                copy = claim["said"] == "forged" or claim["reason"] == "not_original"
                unsold = claim["said"] in ("not_sold", "returned") and not unsold_stands
                if not copy and not unsold and (claim["stop"] == stop or claim["said"] == "good"):
                    return {"is": "repeated", "of": claim["verdict"]["of"] if claim["said"] == "repeated" else place}
        return judge(rank, play, game.out[:game.counting if game.phase == "parada" else game.announced])

    def same_face(self, matrix, number, rank):
        before = self.faces.setdefault((matrix, number), rank)
        other = self.faces.setdefault((matrix, "of", rank), number)
        if before != rank:
            self.say("carton", "el cartón %d de la matriz %d tenía antes otros números" % (number, matrix))
        if other != number:
            self.say("carton", "los cartones %d y %d de la matriz %d tienen los mismos números" % (other, number, matrix))

    def answered(self, body, accepted, reason=None):
        game, no = self.whole(body), take(body, "claim")
        if game is None:
            return
        claim = game.claims[no - 1] if 1 <= no <= len(game.claims) else None
        if claim is None or claim["said"] != "good" or claim["accepted"] is not None or claim["stop"] != game.stops:
            return self.say("veredicto", "el cante %d no se podía dar por bueno ni rechazar" % no)
        claim["accepted"], claim["reason"] = accepted, reason

    def claim_accepted(self, body):
        self.answered(body, True)

    def claim_rejected(self, body):
        self.answered(body, False, take(body, "reason", "s"))

    # -- money --

    def play_awarded(self, body):
        game, play, winners = self.game(body), take(body, "play", "s"), take(body, "winners", "l")
        if game is None:
            self.unjudged += 0 if self.past else 1
            return
        shares = [(take(w, "prize"), take(w, "claim"), take(take(w, "card", "o"), "series", "s"),
                   take(take(w, "card", "o"), "number"), take(w, "amount_cents")) for w in winners]
        if game.whole:
            if play not in game.open or not game.open[play]:
                self.say("veredicto", "la jugada ya estaba cerrada")
            right = [(no, *claim["card"]) for no, claim in enumerate(game.claims, 1)
                     if claim["stop"] == game.stops and claim["play"] == play and claim["accepted"]]
            if [share[1:4] for share in shares] != right:
                self.say("veredicto", "los premiados no son los cantes que se dieron por buenos")
            if [share[0] for share in shares] != list(range(len(game.prizes) + 1, len(game.prizes) + 1 + len(shares))):
                self.say("numeracion", "los premios no van uno tras otro")
            pot, winners_ = game.line if play == "line" else game.bingo, max(len(shares), 1)
            if any(share[4] != pot // winners_ for share in shares) or take(body, "remainder_cents") != pot % winners_:
                self.say("dinero", "el premio de %s no está repartido entre %d" % (euros(pot), len(shares)))
            game.open[play] = False
        for share in shares:
            game.prizes[share[0]] = {"amount": share[4], "state": "due"}

    def play_unsung(self, body):
        game, play, amount = self.whole(body), take(body, "play", "s"), take(body, "amount_cents")
        if game is None:
            return
        pot = game.line if play == "line" else game.bingo
        if play not in game.open or not game.open[play] or amount != pot:
            self.say("dinero", "lo no cantado son %s y no %s" % (euros(pot), euros(amount)))
        if any(c["accepted"] and c["play"] == play and c["stop"] == game.stops for c in game.claims):
            self.say("veredicto", "consta como no cantada una jugada que se dio por buena")
        game.open[play] = False

    def game_ended(self, body):
        game = self.game(body)
        if game is not None and game.whole:
            if game.phase not in ("parada", "extraccion") or game.open["line"] or game.open["bingo"]:
                self.say("veredicto", "la partida termina sin haberse cerrado sus jugadas")
            game.phase = "fin"

    def prize(self, body):
        game = self.game(body)
        if game is None:
            self.unjudged += 0 if self.past else 1
            return None, None
        prize = game.prizes.get(take(body, "prize"))
        if prize is None or game.phase == "anulada":
            self.say("dinero", "la partida %d no debe el premio %d" % (game.no, take(body, "prize")))
            return game, None
        return game, prize

    def prize_paid(self, body):
        _, prize = self.prize(body)
        if prize:
            if prize["state"] != "due" or prize["amount"] != take(body, "amount_cents"):
                self.say("dinero", "se pagan %s por un premio de %s, %s"
                         % (euros(take(body, "amount_cents")), euros(prize["amount"]), OWED[prize["state"]]))
            prize["state"] = "paid"
            self.paid += take(body, "amount_cents")

    def prize_withheld(self, body):
        _, prize = self.prize(body)
        if prize:
            if prize["state"] != "due":
                self.say("dinero", "se retiene un premio que no se debía")
            prize["state"] = "withheld"

    def prize_released(self, body):
        _, prize = self.prize(body)
        if prize:
            if prize["state"] != "withheld":
                self.say("dinero", "se libera un premio que no estaba retenido")
            prize["state"] = "due"

    def game_voided(self, body):
        game, segments = self.game(body), segments_of(body)
        if game is None:
            self.unjudged += 0 if self.past else 1
            return
        cards, amount = take(body, "cards"), take(body, "amount_cents")
        if game.whole:
            mine = game.sold()
            if segments != mine or cards != count(mine):
                self.say("venta", "al anular: los cartones no son los vendidos")
            if any(prize["state"] == "paid" for prize in game.prizes.values()):
                self.say("dinero", "se anula una partida con un premio pagado")
            self.was_sold(game, segments)
        game.segments = segments
        if amount != game.price * cards or cards != count(segments):
            self.say("dinero", "al anular se devuelven %s y tienen que ser %s"
                     % (euros(amount), euros(game.price * count(segments))))
        game.phase = "anulada"

    def cards_refunded(self, body):
        game = self.game(body)
        if game is None:
            self.unjudged += 0 if self.past else 1
            return
        name, first, last = segment(take(body, "cards", "o"))
        inside = any(name == n and a <= first and last <= b for n, a, b in game.segments)
        again = any(name == n and first <= b and a <= last for n, a, b in game.refunded)
        if game.phase != "anulada" or not inside or again:
            self.say("dinero", "los cartones %s %d a %d no se podían devolver, o ya se habían devuelto" % (name, first, last))
        if take(body, "amount_cents") != game.price * (last - first + 1):
            self.say("dinero", "por los cartones %s %d a %d se devuelve otra cantidad" % (name, first, last))
        game.refunded.append((name, first, last))


KINDS = {name: getattr(Hall, name) for name in (
    "hall_founded rules_asked rules_adopted epoch_begun numbering_set matrix_made key_draw_announced key_draw_given_up key_draws_required matrix_imported matrix_retired series_received session_opened "
    "session_closed acta_issued sale_opened block_issued cards_returned cards_transferred gap_burned sale_closed sale_rectified "
    "game_not_held draw_started draw_started_by_caller ball_extracted ball_corrected ball_announced announcement_rectified reading_rectified draw_stopped draw_resumed "
    "stop_called_earlier clock_stepped "
    "claim_made claim_accepted claim_rejected play_awarded play_unsung game_ended prize_paid prize_withheld prize_released "
    "game_voided cards_refunded").split()}


# ---- the regulation in force --------------------------------------------------------------------


class Toml:
    """As much of TOML as a profile has: tables, texts, whole numbers, truth values, lists. All else is no profile."""

    BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
    BARE = re.compile(r"[A-Za-z0-9_-]+")
    WHOLE = re.compile(r"[+-]?(?:0x[0-9A-Fa-f_]+|0o[0-7_]+|0b[01_]+|[0-9][0-9_]*)(?![0-9A-Za-z_.:+-])")
    PLAIN = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"}

    def __init__(self, text):
        self.text, self.at, self.depth = text, 0, 0

    def bad(self):
        line = self.text.count("\n", 0, self.at) + 1
        raise Bad("su texto no se entiende en el renglón %d" % line)

    def skip(self):
        self.at = self.BLANK.match(self.text, self.at).end()

    def has(self, sign):
        if self.text.startswith(sign, self.at):
            self.at += len(sign)
            return True
        return False

    def need(self, sign):
        self.has(sign) or self.bad()

    def read(self):
        root = here = {}
        while True:
            self.skip()
            if self.at == len(self.text):
                return root
            if self.has("["):
                self.skip()
                here = self.inside(root, self.path())
                self.skip()
                self.need("]")
            else:
                self.entry(here)
            if not re.compile(r"[ \t]*(?:#[^\n]*)?(?:\r?\n|\Z)").match(self.text, self.at):
                self.bad()

    def path(self):
        keys = []
        while True:
            self.skip()
            found = self.BARE.match(self.text, self.at)
            if found:
                keys.append(found.group())
                self.at = found.end()
            else:
                keys.append(self.words())
            self.skip()
            if not self.has("."):
                return keys

    def inside(self, table, keys):
        for key in keys:
            table = table.setdefault(key, {})
            if type(table) is not dict:
                self.bad()
        return table

    def entry(self, table):
        *keys, last = self.path()
        self.need("=")
        table = self.inside(table, keys)
        if last in table:
            self.bad()
        table[last] = self.value()

    def value(self):
        self.skip()
        if self.has("true"):
            return True
        if self.has("false"):
            return False
        if self.has("["):
            return self.until("]", [], lambda into: into.append(self.value()))
        if self.has("{"):
            return self.until("}", {}, self.entry)
        found = self.WHOLE.match(self.text, self.at)
        if found:
            self.at = found.end()
            digits = found.group().replace("_", "")
            number = int(digits, 10 if digits.lstrip("+-").isdigit() else 0)
            return number if abs(number) <= WHOLE_MAX else self.bad()
        return self.words()

    def until(self, end, into, one):
        self.depth += 1
        if self.depth > DEPTH_MAX:
            self.bad()
        while True:
            self.skip()
            if self.has(end):
                break
            one(into)
            self.skip()
            if not self.has(","):
                self.need(end)
                break
        self.depth -= 1
        return into

    def words(self):
        for sign in ('"""', "'''", '"', "'"):
            if self.has(sign):
                return self.quoted(sign)
        self.bad()

    def quoted(self, sign):
        out = []
        if len(sign) == 3:
            self.has("\n") or self.has("\r\n")
        while not self.has(sign):
            if self.at >= len(self.text) or len(sign) == 1 and self.text[self.at] == "\n":
                self.bad()
            letter = self.text[self.at]
            self.at += 1
            if letter != "\\" or sign[0] == "'":
                out.append(letter)
            elif self.at < len(self.text) and self.text[self.at] in " \t\r\n" and len(sign) == 3:
                self.at = re.compile(r"[ \t\r\n]*").match(self.text, self.at).end()
            else:
                out.append(self.escaped())
        # Quotation marks before the last three are of the text.
        while len(sign) == 3 and self.has(sign[0]):
            out.append(sign[0])
        return "".join(out)

    def escaped(self):
        letter = self.text[self.at:self.at + 1]
        self.at += 1
        if letter and letter in self.PLAIN:
            return self.PLAIN[letter]
        length = {"x": 2, "u": 4, "U": 8}.get(letter, 0)
        digits = self.text[self.at:self.at + length]
        self.at += length
        if not re.fullmatch("[0-9A-Fa-f]{%d}" % length, digits) or not length or not valid_letter(int(digits, 16)):
            self.bad()
        return chr(int(digits, 16))


def valid_letter(code):
    return code < 0xd800 or 0xdfff < code <= 0x10ffff


POSTS = ("admision", "auxiliares", "vendedores", "cajeros", "jefes_de_mesa", "jefes_de_sala")
WORDS = {
    "split_unit": {"card": "card"}, "destination": {"house": "house", "carried": "carried"},
    "announcing": {"key": "key", "typed": "typed"}, "evidence": {"caller": "caller", "second_reader": "second_reader"},
    "light": {"at_once": "at_once", "starts": "starts", "ends": "ends"},
    "without_camera": {"free": "free", "two_people": "two_people", "refused": "refused"},
    "picture": {"marked": "marked", "held": "held"},
    "second_word": {"second_person": "second_person", "mesa": "jefe_de_mesa", "caller": "caller"},
    "caller_error": {"annul": "annul", "correct": "correct"}}

# What rules had before they said it.
BEFORE = {"evidence": "caller", "light": "at_once", "without_camera": "free", "picture": "marked", "second_word": "second_person",
          "least_staff": {post: 0 for post in POSTS}}

# Each value of the rules: its name in the record, where a profile has it, and what it is.
RULES = (
    ("line_pct_hundredths", "prizes", "line_pct", "percent"), ("bingo_pct_hundredths", "prizes", "bingo_pct", "percent"),
    ("face_values_cents", "cards", "face_values", "prices"), ("series_size", "cards", "series_size", "number"),
    ("rounding", "prizes", "rounding", "rounding"), ("resto_to", "prizes", "resto_to", "destination"),
    ("unsung_line_to", "prizes", "unsung_line_to", "destination"), ("unsung_bingo_to", "prizes", "unsung_bingo_to", "destination"),
    ("question_min_secs", "claims", "question_min_secs", "number"), ("ball_set_max_games", "balls", "set_max_games", "number"),
    ("ball_set_warning_games", "balls", "set_warning_games", "number"),
    ("pre_extraction_wait_min", "failures", "pre_extraction_wait_min", "number"),
    ("caller_error", "failures", "caller_error", "caller_error"), ("split_unit", "prizes", "split_unit", "split_unit"),
    ("announcing", "draw", "announcing", "announcing"), ("evidence", "draw", "evidence", "evidence"),
    ("light", "draw", "light", "light"), ("without_camera", "draw", "without_camera", "without_camera"),
    ("picture", "draw", "picture", "picture"), ("second_word", "draw", "second_word", "second_word"),
    ("least_staff", "staff", "least", "staff"))


def hundredths_of(text):
    found = re.fullmatch(r"([0-9]{1,12})(?:[.,]([0-9]{1,2}))?", text) if type(text) is str else None
    if not found:
        raise Bad("uno de sus números con decimales no lo es")
    return int(found.group(1)) * 100 + int((found.group(2) or "").ljust(2, "0"))


def value_of_profile(name, what, entry):
    """A value of a profile as the record has it."""
    value = take(entry, "value", "?")
    if what == "percent":
        return hundredths_of(value)
    if what == "number" and is_whole(value):
        return value
    if what == "prices" and type(value) is list:
        return [hundredths_of(price) for price in value]
    if what == "rounding" and value in ("down", "half_up"):
        return {"is": value, "unit_cents": hundredths_of(take(entry, "unit", "s"))}
    if what == "staff":
        return {post: take(value, post) for post in POSTS}
    if type(value) is str and value in WORDS.get(what, {}):
        return WORDS[what][value]
    raise Bad("su valor «%s» no es posible" % name)


def profile_rules(text):
    """The rules that the text of a profile says, as the record has them."""
    root = Toml(text).read()
    rules = {"id": take(root, "id", "s"), "title": take(root, "title", "s")}
    for key, part, name, what in RULES:
        table = root.get(part, {})
        if type(table) is not dict or name not in table:
            if key not in BEFORE and key != "ball_set_warning_games":
                raise Bad("le falta el valor «%s»" % name)
            continue
        entry = table[name]
        rules[key] = {"value": value_of_profile(name, what, entry)}
        law = type(entry.get("law")) is str
        rules[key]["basis"] = "law" if law else "hall" if entry.get("hall") is True else "unknown"
        if law:
            rules[key]["article"] = entry["law"]
    rules["valid_from"] = take(root, "valid_from", "s")
    return rules


def completed(rules):
    """Rules with what older ones did not say."""
    whole = {"id": take(rules, "id", "s"), "title": take(rules, "title", "s")}
    for key, *_ in RULES:
        if key in rules:
            whole[key] = rules[key]
        elif key == "ball_set_warning_games":
            most = take(take(rules, "ball_set_max_games", "o"), "value")
            whole[key] = {"value": max(most - 50, 0), "basis": "hall"}
        elif key in BEFORE:
            whole[key] = {"value": BEFORE[key], "basis": "hall"}
        else:
            raise Bad("falta el campo %s" % key)
    whole["valid_from"] = rules.get("valid_from")
    return whole


def differing(one, other):
    return [key for key in one if written(one[key]) != written(other[key])]


# The profile that the hall was founded with.
PROFILE = "perfil.toml"


class Regulation:
    """Which rules the hall has had, and which were in force."""

    def __init__(self, hall):
        self.hall, self.proposed, self.had, self.compared = hall, {}, {}, 0
        # Those of the last session or of the founding, where these lines say it, and those adopted since.
        self.in_force, self.to_come = None, []
        self.founding = None

    def founded(self, body):
        sha = take(body, "profile_sha256", "s")
        self.had[sha] = completed(take(body, "rules", "o"))
        self.founding = sha
        self.in_force = sha if self.hall.from_the_first else None

    def asked(self, body):
        words, sha, rules = take(body, "profile", "s"), take(body, "profile_sha256", "s"), completed(take(body, "rules", "o"))
        if hashlib.sha256(words.encode("utf-8")).hexdigest() != sha:
            self.hall.say("reglamento", "el reglamento que se propone no tiene la huella que consta")
        self.is_its_text(words, rules)
        self.proposed[sha] = rules

    def is_its_text(self, words, rules):
        try:
            others = differing(completed(profile_rules(words)), rules)
        except Bad as bad:
            return self.hall.say("reglamento", "el reglamento que se propone no es un reglamento: %s" % bad)
        if others:
            self.hall.say("reglamento", "los valores que se proponen no son los del texto del reglamento: %s" % ", ".join(others))

    def founded_with(self, data, report):
        """The text of the profile of the founding, which goes along where the hall's folder has it."""
        if hashlib.sha256(data).hexdigest() != self.founding:
            return report.find("reglamento", PROFILE, "no es el reglamento con que se fundó la sala")
        others = differing(completed(profile_rules(decoded(data))), self.had[self.founding])
        if others:
            report.find("reglamento", PROFILE, "la sala se fundó con otros valores que los de este texto: %s" % ", ".join(others))
        report.done.append("los valores con que se fundó la sala, que son los del texto de su reglamento")

    def adopted(self, body):
        sha = take(body, "profile_sha256", "s")
        if sha not in self.proposed:
            self.hall.say("reglamento", "se adopta un reglamento que nadie había propuesto")
            self.had.setdefault(sha, None)
            return
        self.had[sha] = self.proposed[sha]
        self.to_come.append(sha)

    def begins(self, sha):
        return (self.had[sha] or {}).get("valid_from") or ""

    def opened(self, body):
        number, date, sha = take(body, "session"), take(body, "date", "s"), take(body, "profile_sha256", "s")
        rules = completed(take(body, "rules", "o"))
        begun = [one for one in self.to_come if self.begins(one) <= date]
        right = begun[-1] if begun else self.in_force
        if self.had and sha not in self.had:
            self.hall.say("reglamento", "la sesión %d se abre con un reglamento que la sala no tenía" % number)
        elif self.in_force is not None and sha != right:
            self.hall.say("reglamento", "la sesión %d se abre con un reglamento que no era el que regía" % number)
        if self.had.get(sha) is not None:
            self.compared += not self.hall.past
            others = differing(rules, self.had[sha])
            if others:
                self.hall.say("reglamento", "la sesión %d se abre con otros valores que los de su reglamento: %s" % (number, ", ".join(others)))
        self.to_come = [one for one in self.to_come if self.begins(one) > date]
        self.in_force = sha


# ---- who said what the law wants said -----------------------------------------------------------

COUNT_STANDS_MS = 4 * 3_600_000
NOTED_MS = 60_000
# Requests that leave a line where they are refused to who has not the power, and who has it.
POWERS = {
    "open-session": ("jefe_de_mesa",), "close-session": ("jefe_de_mesa",), "sign-count": ("jefe_de_sala",),
    "record-authority": ("jefe_de_sala",), "rectify-sale": ("jefe_de_mesa",), "accept-claim": ("jefe_de_mesa",),
    "reject-claim": ("jefe_de_mesa",), "end-game": ("jefe_de_mesa",), "pay-prize": ("cajero",),
    "withhold-prize": ("jefe_de_sala", "jefe_de_mesa"), "release-prize": ("jefe_de_sala",), "ask-void": ("jefe_de_mesa",),
    "confirm-void": ("jefe_de_sala",), "refund-cards": ("cajero",),
    "confirm-hold-exit": ("jefe_de_sala", "jefe_de_mesa", "cajero"),
    "confirm-transcription": ("jefe_de_sala", "jefe_de_mesa", "cajero"), "adopt-rules": ("jefe_de_sala", "jefe_de_mesa")}
OF_OWN_SALE = ("accept-claim", "reject-claim", "pay-prize")


class Duties:
    """Who signed for the count of the balls, which ball was confirmed after a restart, what the agent decided about, whom refusals name."""

    def __init__(self, report, hall):
        self.report, self.hall = report, hall
        self.roles, self.gone, self.posts = {}, set(), []
        # Of each set who signed for its balls. Records of before that was asked have no such line, and are not held to it.
        self.signed, self.are_signed, self.counts, self.unsigned = {}, False, 0, 0
        self.session = self.set = self.authority = self.doubt = self.seen_balls = None
        self.stop, self.confirmed, self.holds = None, None, set()
        self.refused, self.agents, self.typed, self.noted = {}, 0, 0, 0

    def say(self, code, words):
        if not self.past:
            self.report.line(code, self.line["seq"], words)

    def take(self, line, past):
        kind = line["kind"]
        # Of the many balls only the first behind a signature says something.
        if kind not in DUTY_KINDS or kind in ("ball_extracted", "ball_corrected") and not self.signed:
            return
        self.line, self.past = line, past
        try:
            getattr(self, "on_" + kind)(exact(line["body"]))
        except Bad as bad:
            self.report.line("formato", line["seq"], "%s: %s" % (kind, bad))

    def roles_of(self, person):
        if person in self.gone:
            return set()
        roles = set(self.roles.get(person, ()))
        for post, left, taken in self.posts:
            if left == person:
                roles.discard(post)
            if taken == person:
                roles.add(post)
        return roles

    def by(self):
        found = re.fullmatch("p([1-9][0-9]{0,9})", self.line["actor"])
        return int(found.group(1)) if found else None

    # -- people --

    def on_person_added(self, body):
        self.roles[take(body, "person")] = take(body, "roles", "l")

    on_person_changed = on_person_added

    def on_person_dismissed(self, body):
        self.gone.add(take(body, "person"))

    def on_person_taken_back(self, body):
        self.gone.discard(take(body, "person"))

    def on_substitution_made(self, body):
        self.posts.append((take(body, "post", "s"), take(body, "person"), take(body, "stand_in")))

    # -- the count (34.1) --

    def on_ball_count_signed(self, body):
        self.signed[take(body, "set", "s")] = (self.by(), take(body, "balls"), self.line["at_utc_ms"])
        self.are_signed = True

    def is_counted(self, of_set, balls, by):
        """Who signed for so many balls of the set, not long ago, as jefe de sala: another than who opens or closes with it."""
        who, signed, at = self.signed.get(of_set, (None, None, 0))
        stands = signed == balls and self.line["at_utc_ms"] - at <= COUNT_STANDS_MS
        return who if stands and who not in (None, by) and "jefe_de_sala" in self.roles_of(who) else None

    def on_session_opened(self, body):
        self.session, check = take(body, "session"), take(body, "check", "o")
        self.set, balls, mesa = take(check, "set", "s"), take(check, "balls_counted"), take(body, "mesa")
        self.posts, self.doubt, self.seen_balls = [], None, None
        # Of what was before the range nothing is known.
        self.authority = None if self.past else "silent"
        if self.past:
            return
        if balls != 90:
            self.say("recuento", "la sesión %d se abre con %d bolas" % (self.session, balls))
        if not self.are_signed:
            self.unsigned += 1
        elif self.is_counted(self.set, balls, mesa) != take(body, "sala") or self.by() != mesa:
            self.say("recuento", "la sesión %d se abre sin la firma del jefe de sala por las %d bolas del juego %s (art. 34.1)"
                     % (self.session, balls, self.set))
        else:
            self.counts += 1
        self.signed = {}

    def on_ball_set_changed(self, body):
        self.set = take(body, "to", "s")

    def on_ball_extracted(self, body):
        game = self.hall.games.get(take(body, "game"))
        if game is not None and game.whole and not game.out:
            self.signed.pop(self.set, None)

    on_ball_corrected = on_ball_extracted

    def on_session_closed(self, body):
        number, balls = take(body, "session"), take(body, "balls_counted")
        if self.authority == "called":
            self.say("autoridad", "la sesión %d se cierra sin la decisión del agente a quien se avisó" % number)
        if balls != 90 and self.are_signed and self.authority not in (None, "ended") and self.seen_balls != balls:
            self.say("autoridad", "la sesión %d se cierra con %d bolas, de las que el agente nada decidió (art. 34.4)" % (number, balls))
        if not self.are_signed:
            self.unsigned += 1
        elif self.set is not None and self.is_counted(self.set, balls, self.by()) is None:
            self.say("recuento", "la sesión %d se cierra sin la firma de un jefe de sala por las %d bolas del juego %s (art. 34.1)"
                     % (number, balls, self.set))
        else:
            self.counts += 1
        self.session = self.set = self.authority = None
        self.signed, self.posts = {}, []

    # -- after a restart --

    def on_draw_stopped(self, body):
        self.stop = (take(body, "game"), take(body, "stop"), take(body, "cause", "s"))
        self.confirmed = None

    def on_transcribed(self, body):
        # The sheet says what came out since.
        self.confirmed = take(body, "game")

    def on_last_ball_confirmed(self, body):
        no, stop, ordinal, ball = take(body, "game"), take(body, "stop"), take(body, "ordinal"), take(body, "ball")
        game = self.hall.games.get(no)
        self.confirmed = no
        if game is None or not game.whole:
            return
        self.typed += 1
        last = game.out[game.announced - 1] if game.announced else None
        if self.stop != (no, stop, "restart") or game.phase != "parada" or (ordinal, ball) != (game.announced, last):
            self.say("bolas", "tras el reinicio se confirma la bola %d en el lugar %d, que no era la última" % (ball, ordinal))

    def on_draw_resumed(self, body):
        no, stop = take(body, "game"), take(body, "stop")
        self.waits_for_agent("sigue la extracción de la partida %d" % no)
        game = self.hall.games.get(no)
        asked = game is not None and game.whole and game.announced and self.stop == (no, stop, "restart")
        if asked and self.are_signed and self.confirmed != no:
            self.say("bolas", "la extracción sigue tras un reinicio sin que nadie confirme por su número la última bola")

    # -- the agent of the authority (34.4) --

    def waits_for_agent(self, what):
        if self.authority == "called":
            self.say("autoridad", "%s sin esperar a lo que decida el agente a quien se avisó" % what)
        if self.authority == "ended":
            self.say("autoridad", "%s y el agente había terminado la sesión" % what)

    def on_sale_opened(self, body):
        self.waits_for_agent("se abre la venta de la partida %d" % take(body, "game"))
        # What he saw was before this game.
        self.seen_balls = None

    def on_draw_started(self, body):
        self.waits_for_agent("empieza la extracción de la partida %d" % take(body, "game"))

    on_draw_started_by_caller = on_draw_started

    def on_hold_raised(self, body):
        self.holds.add((take(body, "game"), take(body, "hold")))

    def about(self, body):
        """The doubt of a line; lines of before it was named have none."""
        doubt = take(body, "about", "?") if "about" in body else None
        if doubt is None:
            return None
        what = take(doubt, "is", "s")
        if what not in ("hold", "count", "other"):
            raise Bad("no hay tal duda")
        return (what, None if what == "other" else take(doubt, "hold" if what == "hold" else "balls"))

    def on_authority_called(self, body):
        game, doubt = take(body, "game", "?"), self.about(body)
        known = self.hall.games.get(game)
        if doubt is not None and doubt[0] == "hold" and known is not None and known.whole and (game, doubt[1]) not in self.holds:
            self.say("autoridad", "se avisa a la autoridad por el ALTO %d, que no consta" % doubt[1])
        self.authority, self.doubt = "called", doubt

    def on_authority_decided(self, body):
        goes_on, doubt = take(body, "goes_on", "b"), self.about(body)
        if self.authority is not None and self.authority != "called":
            self.say("autoridad", "decide un agente a quien nadie había avisado")
        elif self.authority is not None and doubt != self.doubt:
            self.say("autoridad", "lo que decide el agente no es sobre la duda por la que se le avisó")
        self.agents += not self.past
        self.authority = "silent" if goes_on else "ended"
        self.seen_balls = doubt[1] if doubt is not None and doubt[0] == "count" else None

    # -- refusals that leave a line --

    def on_refusal_noted(self, body):
        person, request, why = take(body, "person"), take(body, "request", "s"), take(body, "why", "s")
        if why not in ("signs_twice", "own_sale", "beyond_powers") or not re.fullmatch("[a-z0-9-]{1,60}", request):
            raise Bad("no hay tal negativa")
        self.noted += not self.past
        at, before = self.line["at_utc_ms"], self.refused.get((person, why))
        self.refused[person, why] = at
        if self.line["actor"] != "sistema" or person not in self.roles or person in self.gone:
            self.say("negativa", "consta una negativa a p%d que no pudo ser" % person)
        elif why == "own_sale" and request not in OF_OWN_SALE or why == "beyond_powers" and request not in POWERS:
            self.say("negativa", "consta la negativa de «%s» por lo que no se niega" % request)
        elif why == "beyond_powers" and self.roles_of(person) & set(POWERS[request]):
            self.say("negativa", "consta que p%d pidió sin facultad «%s», y la tenía" % (person, request))
        elif before is not None and 0 <= at - before < NOTED_MS:
            self.say("negativa", "de p%d consta dos veces en un minuto la misma clase de negativa" % person)

    def over(self):
        done = self.report.done
        if self.counts:
            done.append(many(self.counts, "recuento de bolas firmado", "recuentos de bolas firmados") + " por el jefe de sala, y otra persona abre o cierra con él")
        if self.typed:
            done.append(many(self.typed, "reinicio", "reinicios") + " tras los que se confirmó por su número la última bola")
        if self.agents:
            done.append(many(self.agents, "decisión", "decisiones") + " del agente de la autoridad, de la duda por la que se le avisó")
        if self.noted:
            done.append(many(self.noted, "negativa que consta", "negativas que constan"))
        if self.unsigned:
            self.report.left.append("quién contó las bolas en %s: son de antes de que se firmara"
                                    % many(self.unsigned, "apertura o cierre", "aperturas y cierres"))


DUTY_KINDS = {name[3:] for name in dir(Duties) if name.startswith("on_")}


# ---- what nobody sang, and is carried -----------------------------------------------------------


class Accounts:
    """The accounts of what nobody sang, summed up from the lines, and the table that says them."""

    FILE = "tablas/account_movement.csv"
    NAMES = {"line": "línea no cantada", "bingo": "bingo no cantado"}

    def __init__(self, report, hall):
        self.report, self.hall = report, hall
        # Of line and account: game, session, in, out, hour; and those of games that are not judged.
        self.rows, self.elsewhere, self.carried = {}, set(), {}

    def take(self, line):
        if line["kind"] not in ("play_unsung", "game_voided"):
            return
        try:
            self.moved(line, exact(line["body"]))
        except Bad:
            # The hall has said it.
            pass

    def moved(self, line, body):
        no, seq, at = take(body, "game"), line["seq"], line["at_utc_ms"]
        game = self.hall.games.get(no)
        plays = ["line", "bingo"] if line["kind"] == "game_voided" else [take(body, "play", "s")]
        if game is None or not game.whole or game.rules is None:
            self.elsewhere.update((seq, play) for play in plays)
            return
        for play in plays:
            if line["kind"] == "game_voided":
                into, out = 0, self.carried.pop((no, play), 0)
                if not out:
                    continue
            elif play not in self.NAMES or take(take(game.rules, "unsung_%s_to" % play, "o"), "value", "?") != "carried":
                continue
            else:
                into, out = take(body, "amount_cents"), 0
                self.carried[no, play] = into
            self.rows[seq, play] = (no, game.session, into, out, at)

    def table(self, text, spanish):
        """The rows as they stand, each with its number, account and amounts."""
        between, rows = ";" if spanish else ",", []
        head, *lines = text.split("\r\n")
        columns = ["seq", "account", "game", "session", "in_eur", "out_eur", "balance_eur", "at_utc"]
        if head != "\ufeff" + between.join(columns) or lines.pop() != "":
            raise Bad("no es la tabla de las cuentas")
        for row in lines:
            cells = row.split(between)
            if len(cells) != len(columns) or not re.fullmatch("[1-9][0-9]{0,15}", cells[0]):
                raise Bad("no es la tabla de las cuentas")
            rows.append((int(cells[0]), cells[1].strip('"'), *(self.cents(cell, spanish) for cell in cells[4:7]), row))
        return rows

    @staticmethod
    def cents(cell, spanish):
        found = re.fullmatch("(-?)([0-9]{1,13})%s([0-9]{2})" % (",", r"\.")[not spanish], cell)
        if not found:
            raise Bad("no es la tabla de las cuentas")
        return (-1 if found.group(1) else 1) * (100 * int(found.group(2)) + int(found.group(3)))

    def compare(self, export, spanish):
        if self.FILE not in export.sizes:
            if self.rows:
                self.report.left.append("la tabla de las cuentas que se acumulan, que no va en la exportación")
            return
        try:
            balances, missing = self.look(self.table(decoded(export.small(self.FILE)), spanish), spanish)
        except Bad as bad:
            return self.report.find("formato", self.FILE, bad)
        for seq, play in missing:
            self.report.find("dinero", self.FILE, "falta lo que la línea %d mueve en la cuenta de %s" % (seq, self.NAMES[play]))
        if balances:
            self.report.done.append("las cuentas que se acumulan, movimiento a movimiento: " + "; ".join(
                "%s, %s" % (self.NAMES[play], euros(balances[play])) for play in self.NAMES if play in balances))

    def look(self, rows, spanish):
        balances, missing, earlier = {}, dict(self.rows), 0
        for seq, play, into, out, balance, row in rows:
            before = balances.get(play, 0 if self.hall.from_the_first else balance - into + out)
            balances[play] = before + into - out
            mine = missing.pop((seq, play), None)
            if mine is None and (seq, play) in self.elsewhere:
                earlier += 1
                right = balances[play] == balance
            else:
                right = mine is not None and row == self.written(seq, play, mine, before, spanish)
            if not right:
                self.report.find("dinero", self.FILE, "lo que dice de la línea %d no es lo que dan las líneas" % seq)
        if earlier:
            self.report.left.append("de las cuentas que se acumulan, " + many(earlier, "movimiento", "movimientos") + " de partidas anteriores")
        return balances, sorted(missing)

    def written(self, seq, play, mine, before, spanish):
        no, session, into, out, at = mine
        amount = lambda cents: "%s%d%s%02d" % ("-" if cents < 0 else "", abs(cents) // 100, ",." [not spanish], abs(cents) % 100)
        hour = datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=at)
        cells = [str(seq), '"%s"' % play, str(no), "" if session is None else str(session), amount(into), amount(out),
                 amount(before + into - out), hour.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (at % 1000)]
        return (";" if spanish else ",").join(cells)


# ---- papers -------------------------------------------------------------------------------------

STAFF = {"jefe_de_sala", "jefe_de_mesa"}
SIGNER_ROLES = STAFF | {"claimant", "agent"}
KEYS_MAX = 1_000
LAST_MS = 253_402_300_799_999


class Papers:
    """Who signed which paper, on which folios actas stand, and which stamps there are."""

    def __init__(self, report, from_the_first):
        self.report, self.from_the_first = report, from_the_first
        self.hall, self.session, self.acta = "", None, None
        self.open, self.roles, self.article, self.readings = False, {}, None, 0
        self.signatures = 0 if from_the_first else None
        self.posts, self.papers, self.keys, self.made, self.books = {}, {}, {}, {}, {}
        self.pages, self.stamps = [], []
        self.copies, self.copied = {}, 0
        self.signed = self.by_key = self.drawn = self.elsewhere = self.folios = 0

    def say(self, code, words):
        if not self.past:
            self.report.line(code, self.line["seq"], words)

    def take(self, line, past):
        does = getattr(self, "on_" + line["kind"], None) if line["kind"] in PAPER_KINDS else None
        if does is None:
            return
        self.line, self.past = line, past
        try:
            does(exact(line["body"]))
        except Bad as bad:
            self.report.line("formato", line["seq"], "%s: %s" % (line["kind"], bad))

    def on_hall_founded(self, body):
        self.hall = take(body, "name", "s")

    def on_session_opened(self, body):
        self.session, self.open = take(body, "session"), True
        self.posts.setdefault(self.session, set()).update(
            [("jefe_de_sala", take(body, "sala")), ("jefe_de_mesa", take(body, "mesa"))])

    def on_session_closed(self, body):
        self.open = False

    def on_person_added(self, body):
        self.roles[take(body, "person")] = take(body, "roles", "l")

    on_person_changed = on_person_added

    def on_article_36_given(self, body):
        words, sha = take(body, "text", "s"), take(body, "sha256", "s")
        if hashlib.sha256(words.encode("utf-8")).hexdigest() != sha:
            self.say("papel", "el texto del artículo 36 no tiene la huella que consta")
        self.article = sha

    def on_paragraph_read(self, body):
        if self.line["version"] == 1:
            return
        sha, whole = take(body, "text_sha256", "?"), take(body, "whole", "b")
        given = self.article is not None or self.from_the_first
        if given and (sha != self.article if whole else self.article is not None):
            self.say("papel", "se da por leído del artículo 36 lo que no era entonces el texto de la sala")
        self.readings += not self.past

    def on_substitution_made(self, body):
        held = self.posts.get(take(body, "session"))
        if held is not None:
            held.add((take(body, "post", "s"), take(body, "stand_in")))

    def on_diligencia_written(self, body):
        number, about, game, words, claimant = (take(body, "diligencia"), take(body, "about", "s"), take(body, "game", "?"),
                                                take(body, "text", "s"), take(body, "claimant", "?"))
        known = {"incidencia": ("incidencia", STAFF), "reclamacion": ("reclamación", {"jefe_de_sala", "claimant"})}
        at = self.line["at_utc_ms"]
        if about not in known or game is not None and not is_whole(game) or not 0 <= at <= LAST_MS:
            raise Bad("no hay tal diligencia")
        document = claimant is not None if self.line["version"] == 1 else take(body, "document", "b")
        hour = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=at // 1000)
        text = ["%s" % self.hall, "Diligencia %d: %s" % (number, known[about][0]),
                ("Sesión %d" % self.session if self.open else "Sin sesión abierta; consta en el acta de la siguiente") + ("" if game is None else ", partida %d" % game), words]
        if claimant is not None:
            text.append("Reclama quien consta en el dato reservado %d, %s documento, de huella %s"
                        % (take(claimant, "id"), "con" if document else "sin", take(claimant, "sha256", "s")))
        text.append("Línea %d del registro, %s UTC" % (self.line["seq"], hour.strftime("%Y-%m-%d %H:%M:%S")))
        sha = hashlib.sha256("".join(row + "\n" for row in text).encode("utf-8")).hexdigest()
        self.papers["diligencia-%d" % number] = (sha, self.session if self.open else None, known[about][1])

    def on_acta_issued(self, body):
        self.acta = take(body, "session")
        self.copies.setdefault(self.acta, 0)
        self.papers["acta-%d" % self.acta] = (take(body, "sha256", "s"), self.acta, STAFF)

    def on_acta_copied(self, body):
        session, copy = take(body, "session"), take(body, "copy")
        before = self.copies.get(session)
        if copy != before + 1 if before is not None else self.from_the_first or copy < 1:
            self.say("acta", "del acta de la sesión %d no tocaba la copia %d" % (session, copy))
        self.copies[session] = copy
        self.copied += not self.past

    def on_paper_signed(self, body):
        number, paper, sha, role = take(body, "signature"), take(body, "paper", "o"), take(body, "sha256", "s"), take(body, "role", "s")
        person, how = take(body, "person", "?"), take(body, "how", "o")
        what, means = take(paper, "is", "s"), take(how, "is", "s")
        if what not in ("acta", "diligencia") or role not in SIGNER_ROLES or person is not None and not is_whole(person):
            raise Bad("no se firma así")
        name = "%s-%d" % (what, take(paper, "session" if what == "acta" else "diligencia"))
        if self.signatures is not None and number != self.signatures + 1:
            self.say("numeracion", "a la firma %d le sigue la %d" % (self.signatures, number))
        self.signatures, self.signed = number, self.signed + 1
        self.is_of(name, sha, role, person)
        if means == "drawn":
            take(how, "strokes", "o")
            self.drawn += 1
        elif means == "page":
            self.pages.append((self.line["seq"], take(how, "file", "s"), take(how, "sha256", "s")))
        elif means == "key":
            self.with_key(name, sha, role, person, take(how, "key", "s"), hex_bytes(take(how, "signature", "s"), 64))
        else:
            raise Bad("no se firma así")

    def is_of(self, name, sha, role, person):
        if name not in self.papers:
            if self.from_the_first:
                self.say("papel", "se firma «%s», que no consta" % name)
            else:
                self.elsewhere += 1
            return
        right, session, roles = self.papers[name]
        held = self.posts.get(session)
        if session is None and person in self.roles:
            # With no session open nobody has a post: those sign who may take it.
            held = {(post, person) for post in self.roles[person]}
        if role in STAFF:
            may = person is not None and (held is None or (role, person) in held)
        else:
            may = person is None
        if sha != right:
            self.say("papel", "se firma de «%s» algo que no es lo que consta de ese papel" % name)
        elif role != "agent" and role not in roles:
            self.say("papel", "firma «%s» quien no lo firma (art. 37.4)" % name)
        elif not may:
            self.say("papel", "firma «%s» quien no tuvo ese puesto en la sesión" % name)

    def with_key(self, name, sha, role, person, key, signature):
        if person is None or self.keys.get(key) != person:
            return self.say("papel", "firma «%s» con una clave que no era de esa persona" % name)
        if key not in self.made:
            if len(self.made) >= KEYS_MAX:
                raise Bad("hay demasiadas claves")
            self.made[key] = Key(hex_bytes(key, 32))
        message = "bombo-firma/1\n%s\n%s\n%s\n" % (name, role, sha)
        if self.made[key].signed(message.encode("utf-8"), signature):
            self.by_key += 1
        else:
            self.say("papel", "da por firmado «%s» con una clave personal que no lo firmó" % name)

    def on_person_key_enrolled(self, body):
        key, person = take(body, "key", "s"), take(body, "person")
        if key in self.keys:
            return self.say("papel", "una clave personal se da de alta dos veces")
        self.keys[key] = person

    def on_person_key_ended(self, body):
        key = take(body, "key", "s")
        if self.keys.get(key) != take(body, "person"):
            self.say("papel", "se retira una clave personal que no era de esa persona")
        self.keys[key] = None

    def on_book_opened(self, body):
        name, first, last = take(body, "book", "s"), take(body, "first"), take(body, "last")
        # Books are used in the order in which they were opened.
        before = self.books.pop(name, None)
        if before is not None and (not before["closed"] or first < before["next"]):
            self.say("folios", "el libro «%s» se abre otra vez con folios que ya tuvo" % name)
        if not 1 <= first <= last:
            self.say("folios", "el libro «%s» no tiene folios" % name)
        self.books[name] = {"next": first, "last": last, "closed": False, "value": None}

    def on_book_kept_for(self, body):
        name, value = take(body, "book", "s"), take(body, "face_value_cents")
        book = self.books.get(name)
        if book is None or book["closed"] or book["value"] is not None or value < 1:
            self.say("folios", "el libro «%s» no se podía destinar a un valor facial" % name)
        if book is not None:
            book["value"] = value

    def on_folios_taken(self, body):
        name, first, last, session = take(body, "book", "s"), take(body, "first"), take(body, "last"), take(body, "session")
        if not 0 <= last - first <= CARDS_MAX:
            raise Bad("unos folios no son posibles")
        book = self.books.get(name)
        if book is None:
            return self.say("folios", "el libro «%s» no consta" % name)
        if not self.past:
            in_use = [other for other in self.books.values() if other["value"] == book["value"] and not other["closed"] and other["next"] <= other["last"]][:1]
            if first != book["next"] or last > book["last"] or not in_use or in_use[0] is not book:
                self.say("folios", "al acta no le tocaban los folios %d a %d del libro «%s»" % (first, last, name))
            if self.acta != session and (self.acta is not None or self.from_the_first):
                self.say("folios", "unos folios son de la sesión %d, y el acta emitida no" % session)
            self.folios += last - first + 1
        book["next"] = max(book["next"], last + 1)

    def on_book_closed(self, body):
        name, left = take(body, "book", "s"), take(body, "left")
        book = self.books.get(name)
        if book is None or book["closed"] or left != max(book["last"] + 1 - book["next"], 0):
            self.say("folios", "el libro «%s» no se podía cerrar así" % name)
        if book is not None:
            book["closed"] = True

    def on_time_stamped(self, body):
        if not self.past:
            self.stamps.append((self.line["seq"], take(body, "size"), hex_bytes(take(body, "note_sha256", "s"), 32),
                                take(body, "file", "s"), take(body, "sha256", "s")))

    def said(self, listed):
        """What is left to look at when the lines are over: pages that were signed on paper, where they go along."""
        missing = 0
        for seq, file, sha in self.pages:
            name = "firmas/" + file.rsplit("/", 1)[-1]
            if name not in listed:
                missing += 1
            elif listed[name][1] != sha:
                self.report.find("papel", name, "no es la página que se escaneó en la línea %d" % seq)
        if self.signed:
            self.report.done.append(many(self.signed, "firma de un papel", "firmas de papeles")
                                    + ", de lo que consta de él y por quien lo firma; con clave personal, %d" % self.by_key)
        if self.readings:
            self.report.done.append(many(self.readings, "lectura", "lecturas") + " del artículo 36, del texto que tenía la sala")
        if self.folios:
            self.report.done.append(many(self.folios, "folio", "folios") + " de los libros de actas, uno tras otro y ninguno dos veces")
        if self.copied:
            self.report.done.append(many(self.copied, "copia de un acta", "copias de actas") + ", de actas que se emitieron y con su número")
        if self.drawn:
            self.report.left.append("el dibujo de %s: en el registro sólo consta su huella con sal" % many(self.drawn, "firma", "firmas"))
        if missing:
            self.report.left.append(many(missing, "firma", "firmas") + " en páginas de papel, que no van en la exportación")
        if self.elsewhere:
            self.report.left.append(many(self.elsewhere, "firma", "firmas") + " de papeles que no están en estas líneas")


PAPER_KINDS = {name[3:] for name in dir(Papers) if name.startswith("on_")}


# ---- the whole export ---------------------------------------------------------------------------


class Verifier:
    def __init__(self, path, heads, points, progress):
        self.report, self.export = Report(), Export(path)
        self.heads, self.points_of_others, self.progress = heads, points, progress
        try:
            manifest = self.export.json("manifiesto.json")
            if type(manifest) is not dict or manifest.get("formato") != "bombo-exportacion/1":
                raise Bad("no es de una exportación que este programa conozca")
            lines = take(manifest, "lineas", "o")
            self.first, self.last, self.head = take(lines, "primera"), take(lines, "ultima"), take(lines, "huella", "s")
            self.listed = {}
            for file in take(manifest, "ficheros", "l"):
                name = take(file, "nombre", "s")
                if not NAME.fullmatch(name) or ".." in name or name in self.listed:
                    raise Bad("el nombre de un fichero no es admisible")
                self.listed[name] = (take(file, "bytes"), take(file, "sha256", "s"))
            if not 1 <= self.first <= self.last:
                raise Bad("las líneas no son posibles")
        except Bad as bad:
            raise Refused("manifiesto.json: %s" % bad) from None
        self.manifest = manifest

    def run(self):
        self.files()
        self.hall, self.papers = Hall(self.report, self.first == 1), Papers(self.report, self.first == 1)
        self.duties, self.accounts = Duties(self.report, self.hall), Accounts(self.report, self.hall)
        self.line_one, self.epochs, self.hall_keys, self.later_keys, self.witnesses, self.made = None, [], [], [], [], {}
        previous, tree, link = self.frontier()
        self.notes, self.roots = self.checkpoints(), {}
        self.stamped = self.stamped_notes()
        self.stamped_sizes = {note.size for note in self.stamped.values()}
        self.others, self.against = self.points(), []
        self.antecedents()
        self.record(previous, tree, link)
        self.signatures()
        self.actas()
        self.papers.said(self.listed)
        self.duties.over()
        self.regulation()
        options = self.manifest.get("opciones")
        self.accounts.compare(self.export, type(options) is dict and options.get("decimales") == "coma")
        self.stamps()
        self.matrices()
        return self.report

    def each(self, name, does):
        """Does something with a file that must be there and be as the format says."""
        if name not in self.export.sizes:
            return None
        try:
            return does()
        except Bad as bad:
            self.report.find("formato", name, bad)
            return None

    def files(self):
        for name in sorted(set(self.listed) | set(self.export.sizes)):
            if name == "manifiesto.json":
                continue
            if name not in self.export.sizes:
                self.report.find("fichero", name, "falta")
            elif name not in self.listed:
                self.report.find("fichero", name, "no está en el manifiesto")
            else:
                sha, length = hashlib.sha256(), 0
                try:
                    for piece in self.export.pieces(name):
                        sha.update(piece)
                        length += len(piece)
                    if (length, sha.hexdigest()) != self.listed[name]:
                        self.report.find("fichero", name, "no es el que se exportó")
                except Bad as bad:
                    self.report.find("fichero", name, bad)
        for name in ("registro.jsonl", "antecedentes.jsonl", "frontera.json", "claves.json"):
            if name not in self.listed and name not in self.export.sizes:
                self.report.find("fichero", name, "falta")
        self.report.done.append(many(len(self.listed), "fichero", "ficheros") + ", con su tamaño y su huella")

    def frontier(self):
        def read():
            found = self.export.json("frontera.json")
            before = hex_bytes(take(found, "huella", "s"), 32)
            if take(found, "lineas") != self.first - 1 or (self.first == 1 and before != bytes(32)):
                raise Bad("no es la línea anterior a la primera")
            peaks = take(found, "subarboles", "l")
            if len(peaks) != bin(self.first - 1).count("1"):
                raise Bad("no son los subárboles de esas líneas")
            link = take(found, "enlace", "?")
            if link is not None:
                proof = take(link, "prueba", "l")
                if len(proof) > 64:
                    raise Bad("una prueba no es posible")
                link = take(link, "punto"), [hex_bytes(step, 32) for step in proof]
            return before, Range(self.first - 1, [hex_bytes(peak, 32) for peak in peaks]), link
        return self.each("frontera.json", read) or (None, None, None)

    def checkpoints(self):
        notes = {}
        for name in sorted(self.export.sizes):
            match = re.fullmatch(r"puntos/([1-9][0-9]{0,15})\.txt", name)
            if not match:
                if name.startswith("puntos/"):
                    self.report.find("formato", name, "no es el nombre de un punto de control")
                continue
            note = self.each(name, lambda: Note(self.export.small(name)))
            if note is not None and note.size != int(match.group(1)):
                self.report.find("formato", name, "el punto de control es de otras líneas")
            elif note is not None:
                notes[note.size] = note
        return notes

    def points(self):
        """Checkpoints that a witness kept, by size."""
        others = {}
        for path in self.points_of_others:
            try:
                with open(path, "rb") as file:
                    note = Note(file.read(SMALL_MAX))
                others.setdefault(note.size, []).append(note)
            except (OSError, Bad):
                raise Refused("%s no es un punto de control" % shown(os.path.basename(path))) from None
        return others

    def stamped_notes(self):
        """The notes of which there are time stamps, whose roots the lines have to give."""
        notes = {name: self.each(name, lambda: Note(self.export.small(name)))
                 for name in sorted(self.export.sizes) if re.fullmatch(r"sellos/.*\.nota", name)}
        return {name: note for name, note in notes.items() if note is not None}

    def antecedents(self):
        last = self.notes[max(self.notes)] if self.notes else None

        def read():
            before, left = 0, 0
            for data in self.export.lines("antecedentes.jsonl"):
                line, raw = line_of(data, ["camino"])
                if not before < line["seq"] < self.first:
                    raise Bad("las líneas no están en orden, o no son anteriores")
                before = line["seq"]
                path = line["camino"]
                if path is not None:
                    if type(path) is not list or len(path) > 64:
                        raise Bad("un camino no es posible")
                    path = [hex_bytes(step, 32) for step in path]
                    leaf = hashlib.sha256(b"\0" + raw).digest()
                    root = leads_to(leaf, before - 1, last.size, path) if last and before <= last.size else None
                    if root is None or root != last.root:
                        self.report.line("arbol", before, "el camino de esta línea no lleva al último punto de control")
                elif last is not None and before <= last.size:
                    self.report.line("arbol", before, "esta línea anterior no tiene camino al punto de control")
                else:
                    left += 1
                if before == 1 and hashlib.sha256(bytes(32) + raw).hexdigest() != line["hash"]:
                    self.report.line("cadena", 1, "no es la que se escribió, o no viene después de la anterior")
                self.seen(line)
                self.duties.take(line, True)
                self.hall.take(line, past=True)
                self.papers.take(line, True)
            if left:
                self.report.left.append(many(left, "línea anterior citada", "líneas anteriores citadas") + ", que no cubre ningún punto de control")
        self.each("antecedentes.jsonl", read)

    def seen(self, line):
        """Who signs from here on."""
        if line["seq"] == 1:
            self.line_one = line["hash"]
        if line["kind"] not in ("epoch_begun", "signing_key_begun", "witness_met"):
            return
        try:
            body = exact(line["body"])
            if line["kind"] == "epoch_begun":
                self.epochs.append((line["seq"], take(body, "epoch")))
            elif line["kind"] == "signing_key_begun":
                self.hall_keys.append((line["seq"], None, hex_bytes(take(body, "key", "s"), 32)))
            else:
                self.witnesses.append((line["seq"], take(body, "name", "s"), hex_bytes(take(body, "key", "s"), 32)))
        except Bad as bad:
            self.report.line("formato", line["seq"], "%s: %s" % (line["kind"], bad))

    def at_size(self, tree):
        """Compares the tree so far with who signed it."""
        note = self.notes.get(tree.size)
        others = self.others.get(tree.size, [])
        if note is None and not others and tree.size not in self.stamped_sizes and tree.size not in (self.first - 1, self.last):
            return
        root = self.roots[tree.size] = tree.root()
        if note is not None and note.root != root:
            self.report.find("arbol", "puntos/%d.txt" % tree.size, "lo que se firmó no es lo que dicen estas líneas")
        self.against += [other for other in others if other.root != root]

    def record(self, previous, tree, link):
        name, expected, heads = "registro.jsonl", self.first, dict(self.heads)
        if tree is not None:
            self.at_size(tree)

        def read():
            nonlocal previous, expected
            for data in self.export.lines(name):
                line, raw = line_of(data)
                seq, kept = line["seq"], bytes.fromhex(line["hash"])
                if seq != expected:
                    self.report.line("cadena", expected, "falta, o está en otro sitio: aquí está la %d" % seq)
                    # From where it goes on.
                    expected = seq
                elif previous is not None and hashlib.sha256(previous + raw).digest() != kept:
                    self.report.line("cadena", seq, "no es la que se escribió, o no viene después de la anterior")
                if line["kind"] == "record_archived" and previous is not None and previous.hex() not in line["body"]:
                    self.report.line("cadena", seq, "cita otro archivo que el de las líneas anteriores")
                previous, expected = kept, expected + 1
                if tree is not None:
                    tree.push(hashlib.sha256(b"\0" + raw).digest())
                    if tree.size == seq:
                        self.at_size(tree)
                if seq in heads:
                    if heads.pop(seq) == line["hash"]:
                        self.report.done.append("la línea %d, que es la que está impresa en el papel" % seq)
                    else:
                        self.report.line("cabeza", seq, "no es la que está impresa")
                self.seen(line)
                self.duties.take(line, False)
                self.hall.take(line)
                self.accounts.take(line)
                self.papers.take(line, False)
                if seq % 200_000 == 0:
                    self.progress("línea %d de %d" % (seq, self.last))
        self.each(name, read)
        if expected != self.last + 1 or previous is not None and previous.hex() != self.head:
            self.report.line("cadena", self.last, "el registro no acaba donde dice el manifiesto")
        for seq in heads:
            self.report.left.append("lo impreso de la línea %d: esa línea no está en la exportación" % seq)
        self.linked(link)
        self.report.done.append("la cadena de las líneas %d a %d" % (self.first, self.last))

    def linked(self, link):
        """The checkpoints that are of no line here, and how far the others reach."""
        reached = [size for size in self.notes if size in self.roots]
        for size in sorted(set(self.notes) - set(self.roots)):
            place = "puntos/%d.txt" % size
            old, new = (self.last, size) if size > self.last else (size, self.first - 1)
            roots = {**self.roots, size: self.notes[size].root}
            if self.first - 1 < size <= self.last or link is None or link[0] != size or old not in roots or new not in roots:
                self.report.find("arbol", place, "nada prueba que sea de este registro")
            elif not goes_on(old, roots[old], new, roots[new], link[1]):
                self.report.find("arbol", place, "la prueba no lleva de estas líneas a él")
            else:
                reached.append(size)
        if link is not None and link[0] not in self.notes:
            self.report.find("arbol", "puntos/%d.txt" % link[0], "falta el punto de control al que se unen las líneas")
        for size in sorted(set(self.others) - set(self.roots)):
            self.report.left.append("el punto de control %d de un testigo: es de líneas que no están en la exportación" % size)
        if not self.notes:
            self.report.left.append("sin puntos de control: que el registro no se haya rehecho entero sólo se ve comparando la "
                                    "última línea con un acta en papel")
            return
        if reached:
            self.report.done.append("el árbol y la raíz de " + many(len(reached), "punto de control", "puntos de control"))
        if max(reached, default=0) < self.last:
            first = max(max(reached, default=0) + 1, self.first)
            self.report.left.append("las líneas %d a %d no las cubre aún ningún punto de control" % (first, self.last))

    # -- who signed --

    def signatures(self):
        keys = self.each("claves.json", lambda: self.export.json("claves.json"))
        self.keys = keys if type(keys) is dict else {}
        self.listed_keys("sala", self.hall_keys)
        self.listed_keys("testigos", self.witnesses)
        if self.hall_keys and not self.notes:
            self.report.find("firma", "puntos", "la sala firma puntos de control, y aquí no hay ninguno")
        by_hall = by_witnesses = unknown = 0
        for count, size in enumerate(sorted(self.notes)):
            if count % 50 == 0:
                self.progress("firmas de %d puntos de control de %d" % (count, len(self.notes)))
            good, seen, strange = self.signatures_of(self.notes[size])
            by_hall, by_witnesses, unknown = by_hall + good, by_witnesses + seen, unknown + strange
        if self.notes:
            self.report.done.append(many(by_hall, "firma de la sala", "firmas de la sala") + " y %d de testigos" % by_witnesses)
        if unknown:
            self.report.left.append(many(unknown, "firma", "firmas") + " de quien no consta como testigo en estas líneas")
        self.contradictions()

    def listed_keys(self, what, known):
        """The keys of the file are those of the lines; of lines that are not here nothing is said."""
        try:
            listed = [(take(key, "linea"), None if what == "sala" else take(key, "nombre", "s"), hex_bytes(take(key, "clave", "s"), 32))
                      for key in take(self.keys, what, "l")]
        except Bad as bad:
            return self.report.find("formato", "claves.json", bad)
        if what == "sala":
            # A checkpoint behind the lines may be signed with a key that is behind them too.
            self.later_keys = [key for key in listed if key[0] > self.last]
        if [key for key in listed if key[0] <= self.last] != known:
            self.report.find("firma", "claves.json", "las claves de «%s» no son las del registro" % what)

    def origin_is_of_it(self, note):
        match = re.fullmatch("bombo-([0-9a-f]{16})/epoca-([1-9][0-9]{0,9})", note.origin)
        epochs = [epoch for seq, epoch in self.epochs if seq <= note.size]
        epoch = max(epochs, default=1)
        return (match is not None and (self.line_one or "")[:16] == match.group(1)
                and (int(match.group(2)) == epoch or note.size > self.last and int(match.group(2)) > epoch))

    def fitting(self, note, name, ident):
        """The keys of which a signature says that it is by one of them."""
        if name == note.origin:
            return [key for seq, _, key in self.hall_keys + self.later_keys if seq <= note.size and key_id(name, 1, key) == ident]
        return [key for _, who, key in self.witnesses if who == name and key_id(name, 4, key) == ident]

    def is_signed(self, note, name, data, key):
        message = note.text.encode("utf-8")
        if name != note.origin:
            if len(data) != 72:
                return False
            message = b"cosignature/v1\ntime %d\n" % struct.unpack(">Q", data[:8])[0] + message
            data = data[8:]
        if key not in self.made:
            self.made[key] = Key(key)
        return self.made[key].signed(message, data)

    def signatures_of(self, note):
        """How many of the hall and of witnesses are good, and how many are by nobody who is known."""
        place = "puntos/%d.txt" % note.size
        if not self.origin_is_of_it(note):
            self.report.find("firma", place, "es de otra sala o de otra época")
            return 0, 0, 0
        good = seen = strange = 0
        for name, ident, data in note.signatures:
            of_hall, fits = name == note.origin, self.fitting(note, name, ident)
            if not fits:
                strange += not of_hall
            elif not self.is_signed(note, name, data, fits[0]):
                self.report.find("firma" if of_hall else "testigo", place, "la firma de %s no es suya" % name)
            elif of_hall:
                good += 1
                if fits[0] not in [key for _, _, key in self.hall_keys]:
                    seq = next(seq for seq, _, key in self.later_keys if key == fits[0])
                    self.report.left.append("de quién es la clave que firma el punto de control %d: consta en la línea %d, que no "
                                            "está en la exportación" % (note.size, seq))
            else:
                seen += 1
        if not good:
            self.report.find("firma", place, "no lleva ninguna firma buena de la sala")
        return good, seen, strange

    def is_ours(self, note):
        """Whether the hall signed it."""
        return self.origin_is_of_it(note) and any(
            name == note.origin and self.is_signed(note, name, data, key)
            for name, ident, data in note.signatures for key in self.fitting(note, name, ident))

    def regulation(self):
        compared = self.hall.regulation.compared
        if PROFILE in self.export.sizes:
            self.each(PROFILE, lambda: self.hall.regulation.founded_with(self.export.small(PROFILE), self.report))
        elif self.hall.regulation.founding:
            self.report.left.append("el texto del reglamento con que se fundó la sala, que no va en la exportación")
        if compared:
            self.report.done.append(many(compared, "sesión, abierta", "sesiones, abiertas") + " con los valores del reglamento que regía")

    def stamps(self):
        """Time stamps of another house: the files are those that the lines name, and of checkpoints of these lines."""
        checked = missing = outside = 0
        cited = set()
        for seq, size, sha_of_note, file, sha in self.papers.stamps:
            name = "sellos/" + file.rsplit("/", 1)[-1]
            note_name = re.sub(r"\.tsr\Z", ".nota", name)
            cited |= {name, note_name}
            if note_name == name:
                self.report.line("sello", seq, "nombra un fichero que no es un sello")
                continue
            if name not in self.listed and note_name not in self.listed:
                missing += 1
                continue
            checked += 1
            if name not in self.listed:
                self.report.find("sello", name, "falta, y su nota está")
            elif self.listed[name][1] != sha:
                self.report.find("sello", name, "no es el que se recibió, según la línea %d" % seq)
            elif not self.stamp_is_of(name, sha_of_note):
                self.report.find("sello", name, "no es un sello de su nota")
            note = self.stamped.get(note_name)
            if note_name not in self.listed:
                self.report.find("sello", note_name, "falta, y su sello está")
            elif self.listed[note_name][1] != sha_of_note.hex():
                self.report.find("sello", note_name, "no es la que se selló, según la línea %d" % seq)
            elif note is not None:
                if note.size != size or not self.is_ours(note):
                    self.report.find("sello", note_name, "no es un punto de control que firmara la sala")
                elif size not in self.roots:
                    outside += 1
                elif self.roots[size] != note.root:
                    self.report.find("sello", note_name, "lo que se selló no es lo que dicen estas líneas")
        for name in sorted(self.export.sizes):
            if name.startswith("sellos/") and name not in cited:
                self.report.find("sello", name, "no lo nombra ninguna línea")
        if checked:
            self.report.done.append(many(checked, "sello de tiempo", "sellos de tiempo")
                                    + ": cada uno es el que consta, de un punto de control de estas líneas")
            self.report.left.append("la firma de la autoridad en cada sello de tiempo: se comprueba con «openssl ts -verify», como dice "
                                    "LEEME.txt, o con «hall-server check»")
        if outside:
            self.report.left.append(many(outside, "punto de control sellado", "puntos de control sellados")
                                    + " de líneas que no están en la exportación")
        if missing:
            self.report.left.append(many(missing, "sello de tiempo que no va", "sellos de tiempo que no van") + " en la exportación")

    def stamp_is_of(self, name, sha):
        """What is stamped stands in the stamp as it is."""
        try:
            return sha in self.export.small(name)
        except (Bad, KeyError):
            return False

    def contradictions(self):
        """What witnesses kept proves something only if the hall signed it."""
        for note in self.against:
            if self.is_ours(note):
                self.report.line("testigo", note.size, "la sala firmó otras líneas, y un testigo lo guarda: el registro se rehízo, o "
                                 "se partió en dos")
            else:
                self.report.left.append("el punto de control %d que se ha dado aparte: no lleva la firma de la sala y no prueba nada"
                                        % note.size)

    def actas(self):
        checked, missing = 0, 0
        for seq, file, sha in self.hall.actas:
            name = "actas/" + file.rsplit("/", 1)[-1]
            if name not in self.listed:
                missing += 1
                continue
            checked += 1
            if self.listed[name][1] != sha and [s for _, f, s in self.hall.actas if f == file][-1:] == [sha]:
                self.report.find("acta", name, "no es la que se emitió en la línea %d" % seq)
        if checked:
            self.report.done.append("el acta, que es la que se emitió" if checked == 1 else "%d actas, que son las que se emitieron" % checked)
            self.report.left.append("el certificado con que se firmó cada acta: lo dice cualquier lector de PDF")
        if missing:
            self.report.left.append(many(missing, "acta que no va", "actas que no van") + " en la exportación")

    def matrices(self):
        revealed = self.keys.get("matrices", [])
        done, numbers = 0, set()
        try:
            for found in revealed if type(revealed) is list else []:
                no = take(found, "matriz")
                numbers.add(no)
                done += self.matrix(no, hex_bytes(take(found, "clave", "s"), 16), take(found, "semilla", "?"))
        except Bad as bad:
            self.report.find("formato", "claves.json", bad)
        if self.hall.drawn:
            self.report.done.append(many(self.hall.drawn, "matriz que sale", "matrices que salen") + " de un sorteo que se anunció antes")
        if done:
            self.report.done.append(many(done, "matriz rehecha", "matrices rehechas") + " a partir de su clave, cartón a cartón")
        secret = [str(no) for no in sorted(self.hall.matrices) if no not in numbers]
        if secret:
            self.report.left.append("los cartones de %s %s: su clave no se revela mientras se vendan"
                                    % ("la matriz" if len(secret) == 1 else "las matrices", ", ".join(secret[:20])))

    def matrix(self, no, key, seed):
        matrix, place = self.hall.matrices.get(no), "matriz %d" % no
        if matrix is None or not matrix["made"]:
            return 0
        if hashlib.sha256(key).hexdigest() != matrix["key_sha256"]:
            self.report.find("carton", place, "la clave revelada no es la que se publicó")
            return 0
        if matrix["words"] is not None and seed is not None:
            mixed = hashlib.sha256(b"bombo matrix key 1\n" + hex_bytes(seed, 32) + matrix["words"].encode()).digest()
            if mixed[:16] != key:
                self.report.find("carton", place, "la clave no sale de lo que se tecleó y de la semilla")
            if matrix["seed_sha256"] not in (None, hashlib.sha256(hex_bytes(seed, 32)).hexdigest()):
                self.report.find("carton", place, "la semilla no es la que se anunció antes del sorteo")
        if matrix["size"] > REBUILT_MAX:
            self.report.left.append("los cartones de la matriz %d: son demasiados" % no)
            return 0
        self.progress("rehaciendo la matriz %d" % no)
        cards = rebuild_matrix.matrix(key, no, matrix["kind"], matrix["size"], matrix["clean"])
        ranks = [rebuild_matrix.rank(card) for card in cards]
        if hashlib.sha256(b"".join(rank.to_bytes(8, "big") for rank in ranks)).hexdigest() != matrix["faces_sha256"]:
            self.report.find("carton", place, "los cartones no son los que se publicaron")
        for (of, number, *_), rank in sorted((k, v) for k, v in self.hall.faces.items() if len(k) == 2):
            if of == no and 1 <= number <= len(ranks) and ranks[number - 1] != rank:
                self.report.find("carton", place, "el cartón %d se juzgó con otros números" % number)
        return 1


def main():
    ask = argparse.ArgumentParser(description="Comprueba una exportación del registro de una sala de bingo.", add_help=False)
    ask.add_argument("-h", "--ayuda", action="help", help="muestra esta ayuda")
    ask.add_argument("exportacion", help="la carpeta o el fichero .zip")
    ask.add_argument("--cabeza", action="append", default=[], metavar="NÚMERO:HUELLA", help="como está impresa en un acta")
    ask.add_argument("--punto", action="append", default=[], metavar="FICHERO", help="un punto de control que guarda un testigo")
    ask = ask.parse_args()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    heads = {}
    for text in ask.cabeza:
        match = re.fullmatch(r"([1-9][0-9]{0,15}):([0-9a-fA-F]{64})", text.replace(".", ""))
        if not match:
            print("«%s» no tiene la forma NÚMERO:HUELLA" % shown(text))
            return 2
        heads[int(match.group(1))] = match.group(2).lower()
    progress = (lambda words: print("… " + words, file=sys.stderr)) if sys.stderr.isatty() else (lambda words: None)
    try:
        verifier = Verifier(ask.exportacion, heads, ask.punto, progress)
        report = verifier.run()
    except Refused as refused:
        print("RECHAZADA\tformato\t\t%s" % shown(refused))
        return 2
    print("Exportación de «%s», líneas %d a %d" % (shown(verifier.manifest.get("sala")), verifier.first, verifier.last))
    print("Última línea: %d:%s" % (verifier.last, shown(verifier.head)))
    for words in report.done:
        print("Comprobado: " + words)
    hall = verifier.hall
    print("Comprobado: %s con su venta, sus bolas y su dinero; %s de nuevo; pagados %s"
          % (many(hall.played, "partida", "partidas"), many(hall.judged, "cante juzgado", "cantes juzgados"), euros(hall.paid)))
    if hall.unjudged:
        report.left.append(many(hall.unjudged, "línea", "líneas") + " de partidas que empezaron antes")
    if hall.forged:
        report.left.append(many(hall.forged, "cartón rechazado", "cartones rechazados") + " por su código: la clave de los códigos es secreta")
    for words in report.left:
        print("No comprobado: " + words)
    for code, place, words in report.findings:
        print("HALLAZGO\t%s\t%s\t%s" % (code, place, words))
    for code, number in sorted(report.counts.items()):
        if number > LISTED_MAX:
            print("… y %d más de «%s»" % (number - LISTED_MAX, code))
    print("TODO EN ORDEN" if not report.findings else "HAY %d HALLAZGOS" % sum(report.counts.values()))
    return 1 if report.findings else 0


if __name__ == "__main__":
    sys.exit(main())
