#!/bin/sh
# Packs built programs: pack.sh PROGRAMS OUT [VERSION [READS]]. PROGRAMS is the folder they lie in; the packages are left in OUT. VERSION and READS are
# others than the programs' own only for trying an upgrade. BOMBO_DEB has options of dpkg-deb, BOMBO_BILL a folder that bill.py has made already.
set -eu
cd "$(dirname "$(readlink -f "$0")")/.."
programs=$(readlink -f "$1")
mkdir -p "$2"
out=$(readlink -f "$2")
version=${3:-$(sed -n '1s/.*(\(.*\)).*/\1/p' debian/changelog)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
stage=$work/bombo
mkdir -p "$stage/bin" "$stage/docs"
cp -r debian profiles schema.sql CHANGELOG.md "$stage"
cp -r docs/guia "$stage/docs"
sed -i "1s/(.*)/($version)/" "$stage/debian/changelog"
for program in hall-server card-printer ball-machine caller-console display-wall hall-camera hall-voice hall-panel ball-machine-sim hall-panel-sim bombo-demo; do
  cp "$programs/$program" "$stage/bin/"
done
if [ -n "${4:-}" ]; then echo "$4"; else "$programs/hall-server" reads; fi > "$stage/bin/hall-server.reads"
if [ -n "${BOMBO_BILL:-}" ]; then cp -r "$BOMBO_BILL" "$stage/bill"; else python3 debian/bill.py "$stage/bill"; fi
if ! (cd "$stage" && DEB_BUILD_OPTIONS=noautodbgsym LC_ALL=C.UTF-8 dpkg-buildpackage -b -us -uc --no-pre-clean) > "$work/log" 2>&1; then
  tail -40 "$work/log" >&2
  exit 1
fi
cp "$work"/*.deb "$out"
