"""Cards six to an A4 page: what is the same on all of them is a form, a code is one path of runs."""

import json
import sys

import segno
from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 105 * mm, 99 * mm
LEFT, CELL_WIDTH, CELL_HEIGHT = 7.5 * mm, 10 * mm, 13.5 * mm
GRID_BOTTOM = HEIGHT - 63 * mm
GARNET, ROSE, GREY = HexColor(0x7A162B), HexColor(0xECDEE1), HexColor(0x585858)


def face(canvas, sheet):
    """What is the same on every card."""
    canvas.beginForm("face")
    canvas.setFillColor(GARNET)
    canvas.setFont("Helvetica-Bold", 11.5)
    canvas.drawString(LEFT, HEIGHT - 13.8 * mm, sheet["hall"])
    canvas.setFont("Helvetica-Bold", 12.5)
    value = f"{sheet['face_value_cents'] / 100:.2f}".replace(".", ",")
    canvas.drawString(LEFT, HEIGHT - 71 * mm, f"Valor facial {value} €")
    canvas.setFillColor(GREY)
    canvas.setFont("Helvetica", 8.5)
    canvas.drawString(LEFT, HEIGHT - 18.6 * mm, f"Serie de {sheet['series_size']} cartones")
    canvas.setFont("Helvetica", 5.6)
    for n, line in enumerate(simpleSplit(sheet["legal"], "Helvetica", 5.6, 60 * mm)):
        canvas.drawString(LEFT, HEIGHT - (76 + 2.7 * n) * mm, line)
    canvas.drawRightString(LEFT + 65 * mm, HEIGHT - 90 * mm, f"matriz {sheet['matrix']}")
    canvas.setStrokeColor(GARNET)
    canvas.grid(
        [LEFT + n * CELL_WIDTH for n in range(10)], [GRID_BOTTOM + n * CELL_HEIGHT for n in range(4)]
    )
    canvas.endForm()


def code(canvas, text, side, right, top):
    """One path: a rectangle for each run of dark modules, a module being the unit."""
    rows = segno.make_qr(text, error="h", boost_error=False).matrix
    canvas.saveState()
    canvas.translate(right - side, top)
    canvas.scale(side / len(rows), -side / len(rows))
    path = canvas.beginPath()
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            end = x
            while end < len(row) and row[end]:
                end += 1
            if end > x:
                path.rect(x, y, end - x, 1)
            x = end + 1
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.restoreState()


def own(canvas, sheet, card):
    """What only this card has."""
    canvas.setFillColor(ROSE)
    for row, numbers in enumerate(card["rows"]):
        for column, number in enumerate(numbers):
            if number == 0:
                bottom = GRID_BOTTOM + (2 - row) * CELL_HEIGHT
                canvas.rect(LEFT + column * CELL_WIDTH, bottom, CELL_WIDTH, CELL_HEIGHT, stroke=0, fill=1)
    canvas.doForm("face")
    canvas.setFillColor(HexColor(0))
    canvas.setFont("Helvetica-Bold", 20)
    canvas.drawRightString(LEFT + 90 * mm, HEIGHT - 14 * mm, f"N.º {card['number']}")
    canvas.setFont("Helvetica-Bold", 9.5)
    canvas.drawRightString(LEFT + 90 * mm, HEIGHT - 18.6 * mm, f"Serie {sheet['series']}")
    canvas.setFont("Helvetica-Bold", 25)
    for row, numbers in enumerate(card["rows"]):
        base = GRID_BOTTOM + (2 - row) * CELL_HEIGHT + 3.6 * mm
        for column, number in enumerate(numbers):
            if number:
                canvas.drawCentredString(LEFT + (column + 0.5) * CELL_WIDTH, base, str(number))
    canvas.setFont("Helvetica", 6)
    canvas.drawString(LEFT, HEIGHT - 90 * mm, card["code"])
    code(canvas, card["code"], 18 * mm, LEFT + 90 * mm, HEIGHT - 68 * mm)


# Streams as bytes, not as letters: a fifth smaller.
rl_config.useA85 = 0
sheet = json.load(open(sys.argv[1], encoding="utf-8"))
canvas = Canvas(sys.argv[2], pagesize=A4, pageCompression=1, invariant=1)
face(canvas, sheet)
for first in range(0, len(sheet["cards"]), 6):
    for place, card in enumerate(sheet["cards"][first : first + 6]):
        canvas.saveState()
        canvas.translate(place % 2 * WIDTH, A4[1] - (place // 2 + 1) * HEIGHT)
        own(canvas, sheet, card)
        canvas.restoreState()
    canvas.showPage()
canvas.save()
