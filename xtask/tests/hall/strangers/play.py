"""A session played by a client that a common generator made of the server's document, and by nothing else of ours.

Its arguments are the server's address, the document, and who works here: {"mesa": ["rafael", "283917"], …}. Each order follows one
whose answer has a link to it, and each line of an answer has the type that the document has for its kind.
"""

import importlib
import json
import sys
import time
import uuid

from bombo_client import AuthenticatedClient, Client, models

URL, DOCUMENT, WHO = sys.argv[1], json.load(open(sys.argv[2])), json.loads(sys.argv[3])
PATIENCE_S = 30
CARDS = range(1, 7)
OPERATIONS = {
    operation["operationId"]: operation for path in DOCUMENT["paths"].values() for operation in path.values()
}
asked, answered = set(), set()


def call(operation, client, **arguments):
    """Asks for an operation by its generated function."""
    module = importlib.import_module("bombo_client.api.default." + operation.replace("-", "_"))
    return module.sync_detailed(client=client, **arguments)


def body_of(operation, fields):
    """A body of the generated type: what it does not know is lost, and what it lacks is an error."""
    name = "".join(word.capitalize() for word in operation.split("-")) + "Body"
    return getattr(models, name).from_dict(fields)


def log_in(who, device):
    user, pin = WHO[who]
    answer = call("login", Client(base_url=URL), body=models.LogIn(user=user, pin=pin, device=device))
    assert isinstance(answer.parsed, models.LoggedIn), answer.content
    return AuthenticatedClient(base_url=URL, token=answer.parsed.token)


def order(client, operation, after=None, **fields):
    """Asks for something, and returns the lines of the answer by their kind."""
    if after is not None:
        links = OPERATIONS[after]["responses"]["200"]["links"]
        assert any(link["operationId"] == operation for link in links.values()), f"{after} has no link to {operation}"
    identifier = str(uuid.uuid4())
    answers = [call(operation, client, body=body_of(operation, fields), request_id=identifier) for _ in range(2)]
    first, again = (answer.parsed for answer in answers)
    assert isinstance(first, models.Accepted), f"{operation} {fields}: {answers[0].content!r}"
    assert first == again, f"{operation}: the same id, the same answer"
    for line in first.events:
        word = "".join(part.capitalize() for part in line.kind.split("_"))
        assert type(line).__name__ == "Line" + word, f"{line.kind} is a {type(line).__name__}"
        answered.add(line.kind)
    asked.add(operation)
    return {line.kind: line.body for line in first.events}


def board(client):
    answer = call("board-mesa", client)
    assert isinstance(answer.parsed, models.SnapshotOfMesaBoard), answer.content
    return answer.parsed.board


def until(what, look):
    begun = time.monotonic()
    while time.monotonic() - begun < PATIENCE_S:
        found = look()
        if found is not None:
            return found
        time.sleep(0.02)
    raise AssertionError("never came: " + what)


def refusal(client, operation, **fields):
    """The code of a refusal, as the generated client reads it; one that the document lists."""
    answer = call(operation, client, body=body_of(operation, fields), request_id=str(uuid.uuid4()))
    assert 400 <= answer.status_code < 500 and answer.parsed is not None, answer
    described = OPERATIONS[operation]["responses"][str(int(answer.status_code))]["description"]
    code = str(answer.parsed.code)
    assert code in described.split(", "), f"{operation} was refused with {code}"
    return code


sala, mesa = log_in("sala", "despacho"), log_in("mesa", "mesa")
cashier, caller = log_in("caja", "caja"), log_in("locucion", "locucion")
staff = call("people", sala).parsed
seller = next(person.person for person in staff if str(person.user) == WHO["vende"][0])


def grids():
    """The cards on sale, as the lookup shows them."""
    faces = {}
    for card in CARDS:
        found = call("cards", cashier, series="A17", card=card).parsed
        faces[card] = [[number for number in row if number] for row in found.cards[0].grid]
    return faces


def sale(after):
    opened = order(mesa, "open-sale", after, series="A17", series_size=60, face_value_cents=200)
    return opened["sale_opened"].game


def sell(game, first, last):
    cards = {"series": "A17", "first": first, "last": last}
    order(cashier, "issue-block", "open-sale", game=game, price_cents=200, seller=seller, **cards)
    assert refusal(cashier, "issue-block", game=game, price_cents=200, seller=seller, **cards) == "sin-correlacion"
    order(cashier, "close-sale", "issue-block", game=game)


def sing(game, play, card, after):
    """A card is sung, judged, accepted and asked for; returns the stop."""
    claim = order(caller, "claim", after, game=game, play=play, series="A17", card=card)["claim_made"]
    order(mesa, "accept-claim", "claim", game=game, claim=claim.claim)
    stop = board(mesa).public.stop.stop
    order(mesa, "ask-question", "accept-claim", game=game, stop=stop)
    return stop


def draw(game):
    """Balls until the bingo is given."""
    faces, called, line_open = grids(), set(), True
    ready = lambda: True if refusal_of_start(game) is None else None
    until("a machine that is ready", ready)
    after = "start-draw"
    while True:
        pending = until("the next ball", lambda: next(iter(board(mesa).pending), None))
        order(caller, "announce", after, game=game, ordinal=pending.ordinal, ball=pending.ball)
        after = "announce"
        called.add(pending.ball)
        full = [card for card, rows in faces.items() if all(number in called for row in rows for number in row)]
        lines = [card for card, rows in faces.items() if any(all(number in called for number in row) for row in rows)]
        if full:
            order(mesa, "end-game", "ask-question", game=game, stop=sing(game, "bingo", full[0], after))
            return
        if line_open and lines:
            order(mesa, "go-on", "ask-question", game=game, stop=sing(game, "line", lines[0], after))
            line_open, after = False, "go-on"


def refusal_of_start(game):
    """Orders the draw to begin; the machine may need a moment."""
    answer = call("start-draw", mesa, body=body_of("start-draw", {"game": game}), request_id=str(uuid.uuid4()))
    if isinstance(answer.parsed, models.Accepted):
        asked.add("start-draw")
        return None
    assert str(answer.parsed.code) == "maquina-no-preparada", answer.content
    return answer.parsed.code


assert refusal(mesa, "open-sale", series="A17", series_size=60, face_value_cents=200) == "sin-sesion"
order(sala, "sign-count", set="J1", balls_counted=90)
check = dict(set="J1", reserve_set="J2", seals_whole=True, installations_work=True, public_witness=False)
order(mesa, "open-session", "sign-count", sala=1, balls_counted=90, reserve_machine=True, closing_hour="04:00", **check)
# A game to its bingo, its prizes paid.
game = sale("open-session")
sell(game, 1, 6)
draw(game)
for prize in board(mesa).public.prizes:
    order(cashier, "pay-prize", "end-game", game=game, prize=prize.prize, series="A17", card=prize.card.card)
# The next one, which two people make void.
game = sale("pay-prize")
sell(game, 7, 9)
order(mesa, "ask-void", "close-sale", game=game, cause="Avería")
order(sala, "confirm-void", "ask-void", game=game, cause="Avería")
order(cashier, "refund-cards", "confirm-void", game=game, series="A17", first=7, last=9)
order(sala, "sign-count", "refund-cards", set="J1", balls_counted=90)
order(mesa, "close-session", "sign-count", balls_counted=90)
assert {"prize_paid", "game_ended", "cards_refunded", "session_closed", "ball_announced"} <= answered, answered
print("played", len(asked), "orders", len(answered), "kinds of line")
