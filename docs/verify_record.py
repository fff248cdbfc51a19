#!/usr/bin/env python3
"""Verifies the chain of a hall's record, with nothing but Python's own library.

It shares no line with Bombo: whoever doubts the hall's programs checks a backup (in clear) with it, and compares the last
line with the «Registro» printed on the acta. What the chain is stands in schema.sql, table `event`. The lines of earlier years
are in archives, each named in the first line of the file that follows it, in the folder `archivo` beside that file or beside it.

    python3 verify_record.py sala-2026-11-25-0310-61234.db [--head SEQ:HASH]

Exit status 0: each line is the one that was written. 1: it is not, or the head of the acta is another; the first bad line
is named. 2: the file cannot be read.
"""
import argparse
import hashlib
import itertools
import json
import os
import sqlite3
import struct
import sys
from urllib.parse import quote


def field(value):
    return struct.pack(">I", len(value)) + value


def line(seq, at, kind, version, request_id, actor, device, body):
    """The bytes of a line: eight fields, each with its length before it."""
    texts = [kind, request_id, actor, device, body]
    if not all(isinstance(text, bytes) for text in texts):
        raise ValueError("a text is missing")
    kind, request_id, actor, device, body = map(field, texts)
    numbers = struct.pack(">Q", seq), struct.pack(">q", at), struct.pack(">I", version)
    seq, at, version = map(field, numbers)
    return seq + at + kind + version + request_id + actor + device + body


def verify(rows, head):
    """The last line's number and hash, and what is wrong, if anything is."""
    last, chain, there = 0, bytes(32), None
    for seq, at, kind, version, request_id, actor, device, body, kept in rows:
        if seq != last + 1:
            return last, chain, f"line {last + 1} is missing"
        try:
            made = hashlib.sha256(chain + line(seq, at, kind, version, request_id, actor, device, body)).digest()
        except (struct.error, ValueError):
            made = None
        if made is None or made != kept:
            return last, chain, f"line {seq} is not the one that was written"
        last, chain = seq, made
        if head and seq == head[0]:
            there = chain.hex()
    if head and there is None:
        return last, chain, f"the record ends at line {last}, before the head's line {head[0]}"
    if head and there != head[1]:
        return last, chain, f"line {head[0]} has another hash than the head"
    return last, chain, None


def opened(path):
    """The rows of a file and of the archives that it goes on from, in order."""
    record = sqlite3.connect(f"file:{quote(os.path.abspath(path))}?mode=ro&immutable=1", uri=True)
    record.text_factory = bytes
    rows = record.execute(
        "select seq, at_utc_ms, kind, version, request_id, actor, device, body, hash from event order by seq")
    first = next(rows, None)
    if first is None:
        return rows
    if first[0] > 1 and first[2] == b"record_archived":
        name = os.path.basename(json.loads(first[7])["file"])
        folder = os.path.dirname(os.path.abspath(path))
        places = [os.path.join(folder, "archivo", name), os.path.join(folder, name)]
        archive = next((place for place in places if os.path.isfile(place)), None)
        if archive is None:
            raise FileNotFoundError(f"the archive {name} is neither in the folder archivo nor beside the file")
        return itertools.chain(opened(archive), [first], rows)
    return itertools.chain([first], rows)


def main():
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("file", help="a backup of the record, in clear")
    asked.add_argument("--head", metavar="SEQ:HASH", help="as printed on the acta")
    asked = asked.parse_args()
    head = None
    if asked.head:
        seq, _, text = asked.head.partition(":")
        head = int(seq), text.lower()
    if not os.path.isfile(asked.file):
        print(f"{asked.file}: there is no such file")
        return 2
    if os.path.exists(asked.file + "-wal") and os.path.getsize(asked.file + "-wal"):
        print(f"{asked.file}: a server has it open or crashed with it; verify a backup of it")
        return 2
    try:
        last, chain, wrong = verify(opened(asked.file), head)
    except (sqlite3.DatabaseError, FileNotFoundError, ValueError, KeyError, TypeError) as error:
        print(f"{asked.file}: {error}")
        return 2
    if wrong:
        print(f"NOT SOUND: {wrong}")
        return 1
    print(f"sound: {last}:{chain.hex()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
