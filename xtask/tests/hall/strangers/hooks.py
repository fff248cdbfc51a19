"""What a client of the interface does with each order: it gives it an identifier of its own. Where the identifier is left out or wrong on
purpose it stays so."""

import random
import re

import schemathesis

UUID = re.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
dice = random.Random(20261130)


@schemathesis.hook
def before_call(context, case, kwargs):
    given = (case.headers or {}).get("Request-Id")
    if isinstance(given, str) and UUID.fullmatch(given):
        digits = f"{dice.getrandbits(128):032x}"
        case.headers["Request-Id"] = f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-8{digits[17:20]}-{digits[20:]}"


@schemathesis.serializer("application/pdf", "audio/l16")
def as_it_is(context, value):
    return value if isinstance(value, bytes) else str(value).encode()
