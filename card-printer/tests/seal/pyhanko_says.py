"""Says «sound», or what is wrong, of the signature of a PDF: pyHanko's own verdict, without a line of Bombo's.

    python pyhanko_says.py CA.pem ACTA.pdf
"""
import sys

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

with open(sys.argv[2], "rb") as file:
    signatures = PdfFileReader(file).embedded_signatures
    if len(signatures) != 1:
        sys.exit(f"{len(signatures)} signatures")
    context = ValidationContext(trust_roots=[load_cert_from_pemder(sys.argv[1])], allow_fetching=False)
    status = validate_pdf_signature(signatures[0], context)
    field = signatures[0].sig_object
    whole = status.coverage.name == "ENTIRE_FILE" and field["/SubFilter"] == "/ETSI.CAdES.detached"
    print("sound" if status.bottom_line and whole else f"{status.summary()} {status.coverage.name}")
