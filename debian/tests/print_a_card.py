"""On 7878, as the manager «ana» with the PIN that is given: a matrix, a series of it, and its cards on paper."""

import json
import sys
import urllib.error
import urllib.request
import uuid

HALL = "http://127.0.0.1:7878"


class Refused(Exception):
    """What the hall answered, as text."""


def ask(path, body, token=None):
    headers = {"Content-Type": "application/json", "Request-Id": str(uuid.uuid4())}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(HALL + path, json.dumps(body).encode(), headers)
    try:
        return json.load(urllib.request.urlopen(request, timeout=60))
    except urllib.error.HTTPError as error:
        raise Refused(f"{path}: {error.read().decode()}") from error


def post(path, body, token=None):
    try:
        return ask(path, body, token)
    except Refused as refused:
        sys.exit(str(refused))


def main():
    token = post("/api/login", {"user": "ana", "pin": sys.argv[1], "device": "despacho"})["token"]
    post("/api/commands/make-matrix", {"size": 420, "clean": True}, token)
    post("/api/commands/receive-series", {"series": "A1", "matrix": 1, "face_value_cents": 200}, token)
    post("/api/commands/print-cards", {"series": "A1"}, token)


if __name__ == "__main__":
    main()
