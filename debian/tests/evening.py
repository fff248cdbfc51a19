"""On 7878, as the manager «ana» with the PIN that is given: evening.py PIN open|close|rehearse.

A session is opened, or closed; or opened in a hall of rehearsal and a game sold and drawn to its first ball. Opened the first time, it takes
a jefe de mesa into the hall, «mar», with the PIN that is below, and two sets of balls.
"""

import json
import sys
import time
import urllib.request

from print_a_card import HALL, Refused, ask, post

MESA_PIN, SHOP_PIN = "349157", "161803"
CHECK = {"set": "J1", "balls_counted": 90}
PATIENCE_S = 60


def order(token, name, body):
    return post(f"/api/commands/{name}", body, token)


def look(token, path):
    asked = urllib.request.Request(HALL + path, headers={"Authorization": f"Bearer {token}"})
    return json.load(urllib.request.urlopen(asked, timeout=60))


def log_in(user, pin, device):
    return post("/api/login", {"user": user, "pin": pin, "device": device})["token"]


def take_in(manager, user, name, pin, role):
    """Adds a person, who comes in and chooses a PIN."""
    order(manager, "add-person", {"user": user, "name": name, "pin": "736150", "roles": [role]})
    order(log_in(user, "736150", "mesa-1"), "change-pin", {"old": "736150", "pin": pin})


def open_session(manager):
    if not any(person.get("user") == "mar" for person in look(manager, "/api/people")):
        for name in ("J1", "J2"):
            order(manager, "register-ball-set", {"set": name, "extractor": "pneumatic", "homologation": "H-1"})
        take_in(manager, "mar", "Mar Gil", MESA_PIN, "jefe_de_mesa")
    mesa = log_in("mar", MESA_PIN, "mesa-1")
    order(manager, "sign-count", CHECK)
    order(mesa, "open-session", CHECK | {
        "sala": 1, "reserve_set": "J2", "seals_whole": True, "installations_work": True, "public_witness": False,
        "reserve_machine": True, "closing_hour": "04:00"})
    return mesa


def close_session(manager):
    order(manager, "sign-count", CHECK)
    order(log_in("mar", MESA_PIN, "mesa-1"), "close-session", {"balls_counted": 90})


def until(found, otherwise):
    """What is found, within a minute."""
    deadline = time.monotonic() + PATIENCE_S
    while not (what := found()):
        if time.monotonic() > deadline:
            sys.exit(otherwise)
        time.sleep(0.02)
    return what


def draw_begins(mesa, game):
    """Whether it does: a machine that has just been plugged in tells within a second how many balls are out."""
    try:
        return ask("/api/commands/start-draw", {"game": game}, mesa)
    except Refused as refused:
        if "maquina-no-preparada" in str(refused):
            return None
        sys.exit(str(refused))


def rehearse(manager):
    """As page 4 of the guide has it: people, a series on paper, sets of balls, the session, a sale, and balls of the hall's machine."""
    order(manager, "receive-series", {"series": "A1", "matrix": 1, "face_value_cents": 200})
    order(manager, "print-cards", {"series": "A1"})
    mesa = open_session(manager)
    take_in(manager, "luz", "Luz Mas", SHOP_PIN, "cajero")
    take_in(manager, "ivo", "Ivo Ros", SHOP_PIN, "vendedor_locutor")
    cashier, caller = log_in("luz", SHOP_PIN, "caja-1"), log_in("ivo", SHOP_PIN, "locucion")
    seller = next(person["person"] for person in look(manager, "/api/people") if person.get("user") == "ivo")
    opened = order(mesa, "open-sale", {"series": "A1", "series_size": 420, "face_value_cents": 200})
    game = next(line["body"]["game"] for line in opened["events"] if line["kind"] == "sale_opened")
    order(cashier, "issue-block", {"game": game, "price_cents": 200, "seller": seller, "series": "A1", "first": 1, "last": 6})
    order(cashier, "close-sale", {"game": game})
    until(lambda: draw_begins(mesa, game), "la máquina no está preparada")
    pending = until(lambda: look(mesa, "/api/board/mesa")["board"]["pending"], "no sale ninguna bola")
    order(caller, "announce", {"game": game, "ordinal": pending[0]["ordinal"], "ball": pending[0]["ball"]})
    print(pending[0]["ball"])


if __name__ == "__main__":
    does = {"open": open_session, "close": close_session, "rehearse": rehearse}[sys.argv[2]]
    does(log_in("ana", sys.argv[1], "despacho"))
