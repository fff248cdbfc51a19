import sys
import time

from banko.algorithms import Algorithm2

count, path = int(sys.argv[1]), sys.argv[2]
generator = Algorithm2()
begun = time.perf_counter()
plates = [generator.generate() for _ in range(count)]
print(time.perf_counter() - begun)
with open(path, "wb") as out:
    for plate in plates:
        for row in plate:
            out.write(bytes(number or 0 for number in row))
