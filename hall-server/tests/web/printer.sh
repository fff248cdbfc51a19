#!/bin/sh
# Stands in for card-printer: says what there is and writes one line.
set -e
cat >/dev/null
case "$1" in
templates)
    echo '[{"template":"a4-6","title":"A4","paper":"210 × 297 mm","cards":6,"back":false,"own":false,"fault":null},
      {"template":"rota","title":"","paper":"","cards":0,"back":false,"own":true,"fault":"plantilla rota, línea 3: «down» falta"}]'
    ;;
preview) printf PNG ;;
*)
    while [ "$1" != --out ]; do shift; done
    printf '%%PDF-1.7' >"$2"
    echo '{"pages":1,"sha256":"0000000000000000000000000000000000000000000000000000000000000000"}'
    ;;
esac
