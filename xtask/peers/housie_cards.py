import sys
import time

from housie.generate_ticket import generate_ticket

count, path = int(sys.argv[1]), sys.argv[2]
begun = time.perf_counter()
tickets = [generate_ticket() for _ in range(count)]
print(time.perf_counter() - begun)
with open(path, "wb") as out:
    for ticket in tickets:
        for row in ticket.get_structural_representation():
            out.write(bytes(number or 0 for number in row))
