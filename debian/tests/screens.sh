#!/bin/bash
# The other computers of a hall, on a bare Debian without a desktop: screens.sh WORK, after bare.sh, whose packages and bare system it
# takes. Installs every package with what it declares and no more, starts every program, lets the wall, the camera, the voice and the
# lamps in with codes as the guide says, and looks at the wall and the desk as their units start them: their kiosk on an X server of this
# machine, since a bare system has no monitor. What Debian has of it is a layer that is kept in WORK and made once.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."

say() { printf '  %s\n' "$*"; }
fail() { printf 'Los paquetes de las pantallas: %s\n' "$*" >&2; exit 1; }

work=$(readlink -f "$1")
pool=$work/packages/stick/pool
[ "$(id -u)" -eq 0 ] || { say "sin root no se prueban en un Debian pelado"; exit 0; }
# What they need of Debian, in one line.
needs=$(for deb in "$pool"/*.deb; do dpkg-deb -f "$deb" Depends; done | tr ',' '\n' | sed 's/^ *//; s/ *$//' | { grep -v '^bombo-' || true; } | sort -u | paste -sd,)
layer=$work/screens-$(printf '%s' "$needs" | sha256sum | cut -c1-12)
if [ "${2:-}" != inside ]; then
  exec unshare --mount --pid --fork --kill-child --propagation private "$0" "$work" inside
fi

root=$work/root
log=$work/pantallas.log
: > "$log"
mkdir -p "$root"
. debian/tests/within.sh
# A system over these layers, whose changes are in that folder.
lay() {
  rm -rf "$work/inner" && mkdir -p "$2" "$work/inner"
  mount -t overlay overlay -o "lowerdir=$1,upperdir=$2,workdir=$work/inner" "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs tmpfs "$root/run"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
}

if [ ! -d "$layer" ]; then
  rm -rf "$work"/screens-*
  lay "$work/bare" "$layer.new"
  quietly apt-get update && quietly apt-get satisfy -y --no-install-recommends "$needs" ||
    fail "no se instala lo que piden de Debian: $(tail -3 "$log")"
  quietly apt-get clean
  umount -R "$root"
  mv "$layer.new" "$layer"
fi
rm -rf "$work/upper"
lay "$layer:$work/bare" "$work/upper"
mkdir "$root/paquetes"
mount --bind "$work/packages" "$root/paquetes"
quietly install -m 644 /paquetes/stick/bombo.gpg /usr/share/keyrings/bombo.gpg
echo 'deb [signed-by=/usr/share/keyrings/bombo.gpg] file:/paquetes/stick bookworm main' > "$root/etc/apt/sources.list.d/bombo.list"
begun=$SECONDS
quietly apt-get update
all=$(for deb in "$pool"/*.deb; do dpkg-deb -f "$deb" Package; done | paste -sd' ')
quietly apt-get install -y --no-install-recommends $all || fail "no se instalan: $(tail -3 "$log")"
for package in $all; do
  [ "$(in_it dpkg-query -W -f '${db:Status-Abbrev}' "$package")" = 'ii ' ] || fail "$package no está instalado"
  for program in $(in_it dpkg -L "$package" | grep '^/usr/bin/'); do
    quietly "$program" --help || fail "$program, de $package, no arranca: $(tail -3 "$log")"
  done
done
say "instalados todos con lo que dicen necesitar, y arranca cada programa: $all"

# The demonstration's evening with what is installed, as far as its first ball.
tried=$SECONDS
in_it env -u DISPLAY bombo-demo /var/noche > "$work/noche.log" 2>&1 &
announced() { python3 -c "import sqlite3; print(sqlite3.connect('file:$root/var/noche/sala.db?mode=ro', uri=True).execute(\"select count(*) from event where kind = 'ball_announced'\").fetchone()[0])" 2> /dev/null || echo 0; }
until [ "$(announced)" -gt 0 ]; do
  kill -0 $! 2> /dev/null || fail "bombo-demo no llega a la primera bola: $(tail -3 "$work/noche.log")"
  sleep 0.2
done
say "de «apt-get install» a la primera bola anunciada, $((SECONDS - begun)) s, de ellos $((SECONDS - tried)) de bombo-demo"
power_cut

# Ends with this: everything that was started is in a process space of its own.
pin=$(in_it bombo-sala init --name 'Bingo Pelado' --manager 'Ana Ruiz' --user ana --as-shipped < /dev/null | sed -n 's/^PIN: //p')
in_it runuser -u bombo -- $(sed -n 's/^ExecStart=//p' "$root/lib/systemd/system/bombo-server.service") >> "$log" 2>&1 &
for _ in $(seq 600); do python3 -c 'import urllib.request as r; r.urlopen("http://127.0.0.1:7878/healthz")' 2> /dev/null && break; sleep 0.05; done
python3 -B debian/tests/codes.py "$pin" pared-1 camara-salida voz panel > "$work/codes" || fail "no se dan códigos: $(tail -3 "$log")"
code() { sed -n "s/^$1 //p" "$work/codes"; }

# Settings as their examples have them, with this hall's address.
examples=$root/usr/share/doc
for file in bombo-console/examples/puesto bombo-wall/examples/pared.toml bombo-camera/examples/camara.toml bombo-voice/examples/voz.toml bombo-panel/examples/panel.toml; do
  sed 's,https://[0-9.]*:7878,https://127.0.0.1:7878,' "$examples/$file" > "$root/etc/bombo/$(basename "$file")"
done
sed -i 's,^source = .*,source = "test:ball",; s,^listen = .*,listen = "127.0.0.1:0",' "$root/etc/bombo/camara.toml"
enrolled() {
  local said
  said=$(in_it "${@:2}" 2>&1) && grep -q 'Alta hecha' <<< "$said" || fail "no se da de alta $1: $said"
}
enrolled "la pared" bombo-alta-pared "$(code pared-1)"
enrolled "la cámara" bombo-alta-camara "$(code camara-salida)"
enrolled "la voz" bombo-alta-voz "$(code voz)"
enrolled "el panel" bombo-alta-panel "$(code panel)"
say "pared, cámara, voz y lámparas, dadas de alta con sus códigos"

# An X server of this machine, in a place of its own that the bare system sees too.
mkdir -p /tmp/.X11-unix "$root/tmp/.X11-unix"
mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
kiosk() {
  local unit=$1 picture=$2 command display x shown
  command=$(sed -n 's,^ExecStart=/usr/bin/xinit \(.*\) -- .*,\1,p' "$root/lib/systemd/system/$unit.service")
  mkfifo "$work/display"
  Xvfb -displayfd 3 -screen 0 1280x720x24 -nolisten tcp -noreset -ac 3> "$work/display" >> "$log" 2>&1 &
  x=$!
  read -r display < "$work/display"
  rm "$work/display"
  in_it runuser -u bombo-screen -- env DISPLAY=":$display" HOME=/var/lib/bombo-screen STATE_DIRECTORY=/var/lib/bombo-screen \
    sh -c "cd /var/lib/bombo-screen; if [ -e /etc/bombo/puesto ]; then . /etc/bombo/puesto; fi; exec $command" >> "$log" 2>&1 &
  shown=
  # Until a window has the whole monitor and something is written in it.
  for _ in $(seq 300); do
    # Not into a pipe: grep is done with the first line that it likes, and who still writes would have failed.
    if grep -q '"Bombo.* 1280x720+0+0' <<< "$(DISPLAY=:$display xwininfo -root -tree 2> /dev/null)"; then
      DISPLAY=:$display import -window root "$picture" 2>> "$log" || true
      [ "$(convert "$picture" -format '%k' info: 2> /dev/null || echo 0)" -gt 64 ] && shown=1 && break
    fi
    sleep 0.1
  done
  [ -n "$shown" ] || fail "$unit no llena el monitor ($picture): $(tail -3 "$log")"
  kill "$x"
  wait "$x" || true
  for _ in $(seq 100); do in_it pgrep -u bombo-screen > /dev/null || break; sleep 0.1; done
}
kiosk bombo-console "$work/puesto.png"
kiosk bombo-wall "$work/pared.png"
say "el puesto y la pared, a pantalla completa como los arrancan sus unidades ($work/puesto.png, $work/pared.png)"
quietly apt-get purge -y $all || fail "no se quitan: $(tail -3 "$log")"
say "quitados todos"
