#!/usr/bin/env python3
"""Makes the subset fonts of this folder.

    apt-get install fonts-open-sans && pip install fonttools
    python3 card-printer/fonts/subset.py

Run by hand, once: its results are in the repository, so that building needs neither
Python nor the font.
"""

import pathlib
import sys

from fontTools import subset, ttLib

SOURCE = pathlib.Path("/usr/share/fonts/truetype/open-sans")
HERE = pathlib.Path(__file__).resolve().parent
FILES = ["OpenSans-Regular.ttf", "OpenSans-Bold.ttf", "OpenSans-CondBold.ttf"]

# ASCII, Latin-1 and Latin Extended-A (Spanish, and the names of people who live in Spain),
# Romanian's comma letters, the euro, and the marks of good typesetting.
CHARS = [*range(0x20, 0x7F), *range(0xA1, 0x180), 0x218, 0x219, 0x21A, 0x21B]
CHARS += [ord(c) for c in "€–—‘’‚“”„†‡•…‹›−"]
CHARS.remove(0xAD)


def main():
    for file in FILES:
        options = subset.Options(hinting=False, layout_features=[], name_IDs=[0, 1, 2, 4, 5, 6, 13, 14])
        options.drop_tables += ["DSIG", "GPOS", "GSUB", "GDEF", "kern"]
        font = subset.load_font(SOURCE / file, options)
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=CHARS)
        subsetter.subset(font)
        font["head"].modified = font["head"].created
        font.recalcTimestamp = False
        target = HERE / file.replace(".ttf", "-subset.ttf")
        subset.save_font(font, target, options)
        font = ttLib.TTFont(target)
        assert font["head"].unitsPerEm == 2048
        missing = [hex(c) for c in CHARS if c not in font.getBestCmap()]
        if missing:
            print(file, "lacks", " ".join(missing), file=sys.stderr)


main()
