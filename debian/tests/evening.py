"""On 7878, as the manager «ana» with the PIN that is given: a session is opened, or closed: evening.py PIN open|close.

Opened the first time, it takes a jefe de mesa into the hall, «mar», with the PIN that is below, and two sets of balls.
"""

import json
import sys
import urllib.request

from print_a_card import HALL, post

MESA_PIN = "349157"
CHECK = {"set": "J1", "balls_counted": 90}

manager = post("/api/login", {"user": "ana", "pin": sys.argv[1], "device": "despacho"})["token"]


def order(token, name, body):
    return post(f"/api/commands/{name}", body, token)


def is_here(user):
    asked = urllib.request.Request(HALL + "/api/people", headers={"Authorization": f"Bearer {manager}"})
    return any(person.get("user") == user for person in json.load(urllib.request.urlopen(asked, timeout=60)))


def at_the_mesa(pin):
    return post("/api/login", {"user": "mar", "pin": pin, "device": "mesa-1"})["token"]


if not is_here("mar"):
    for name in ("J1", "J2"):
        order(manager, "register-ball-set", {"set": name, "extractor": "pneumatic", "homologation": "H-1"})
    order(manager, "add-person", {"user": "mar", "name": "Mar Gil", "pin": "736150", "roles": ["jefe_de_mesa"]})
    order(at_the_mesa("736150"), "change-pin", {"old": "736150", "pin": MESA_PIN})
mesa = at_the_mesa(MESA_PIN)
order(manager, "sign-count", CHECK)
if sys.argv[2] == "open":
    order(mesa, "open-session", CHECK | {
        "sala": 1, "reserve_set": "J2", "seals_whole": True, "installations_work": True, "public_witness": False,
        "reserve_machine": True, "closing_hour": "04:00"})
else:
    order(mesa, "close-session", {"balls_counted": 90})
