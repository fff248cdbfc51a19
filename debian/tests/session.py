"""Opens or closes a session in the table for people: session.py DATABASE open|close. For trying the packages' scripts, never a hall."""

import sqlite3
import sys

database = sqlite3.connect(sys.argv[1])
if sys.argv[2] == "open":
    columns = database.execute("pragma table_info(session)").fetchall()
    values = [(1 if kind.lower() == "integer" else b"x" if kind.lower() == "blob" else "x") if needed or name == "session" else None
              for _, name, kind, needed, *_ in columns]
    database.execute(f"insert into session values ({','.join('?' * len(values))})", values)
else:
    database.execute("delete from session")
database.commit()
