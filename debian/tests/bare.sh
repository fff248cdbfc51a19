#!/bin/bash
# The packages on a bare Debian, as a technician has it: bare.sh PROGRAMS WORK. Installs from a signed repository, founds a hall, serves it,
# upgrades, goes back, is refused where it must be, is killed at seven steps of an upgrade (at every one with BOMBO_EVERY_STEP=1), meets a
# full disk, and is purged; the record is the same throughout. The bare system is kept in WORK and made once, from where this machine gets its own packages.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."

say() { printf '  %s\n' "$*"; }
fail() { printf 'Los paquetes: %s\n' "$*" >&2; exit 1; }

if [ "${1:-}" != inside ]; then
  programs=$(readlink -f "$1")
  mkdir -p "$2"
  work=$(readlink -f "$2")
  [ "$(id -u)" -eq 0 ] || { say "sin root no se prueban en un Debian pelado"; exit 0; }
  if [ ! -e "$work/bare/etc/debian_version" ]; then
    source=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(ORIGIN) $(COMPONENT)' 'Created-By: Packages' |
      awk '$2 == "bookworm" && $3 == "Debian" && $4 == "main" { print $1; exit }')
    [ -n "$source" ] || fail "este equipo no dice de dónde saca los paquetes de Debian 12: haga antes «apt-get update»"
    rm -rf "$work/bare.new"
    debootstrap --variant=minbase bookworm "$work/bare.new" "$source" > "$work/debootstrap.log" 2>&1 ||
      fail "no se ha podido hacer un Debian pelado; lo dice $work/debootstrap.log"
    mv "$work/bare.new" "$work/bare"
  fi
  rm -rf "$work/packages" "$work/bill"
  python3 debian/bill.py "$work/bill"
  export BOMBO_BILL=$work/bill BOMBO_DEB='-Zgzip -z1' BOMBO_KEY_HOME=$work/key
  debian/pack.sh "$programs" "$work/packages/stick/pool"
  debian/repository.sh "$work/packages/stick"
  # The same programs, packed again in another folder: the same packages.
  debian/pack.sh "$programs" "$work/packages/again"
  (cd "$work/packages/stick/pool" && sha256sum ./*.deb) | (cd "$work/packages/again" && sha256sum --quiet -c) || fail "los mismos programas no dan los mismos paquetes"
  rm -rf "$work/packages/again"
  debian/pack.sh "$programs" "$work/packages/next" 9.0.0
  debian/pack.sh "$programs" "$work/packages/before" 0.0.9 '9 hall_founded:6'
  exec unshare --mount --pid --fork --kill-child --propagation private "$0" inside "$work"
fi

work=$2
root=$work/root
log=$work/paquetes.log
: > "$log"
# What changes is on a disk of its own, which can be filled.
disk=$work/disk
mkdir -p "$root" "$disk"
mount -t tmpfs -o size=1g tmpfs "$disk"
mkdir "$disk/upper" "$disk/inner"
mount -t overlay overlay -o "lowerdir=$work/bare,upperdir=$disk/upper,workdir=$disk/inner" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/run"
mkdir "$root/paquetes"
mount --bind "$work/packages" "$root/paquetes"
cp /etc/resolv.conf "$root/etc/resolv.conf"
. debian/tests/within.sh
installed() { in_it dpkg-query -W -f '${Version} ${db:Status-Eflag} ${db:Status-Status}' bombo-server; }
hash_of() { sha256sum "$root$1" | cut -d' ' -f1; }
hall=/var/lib/bombo/sala
here=$(sed -n '1s/.*(\(.*\)).*/\1/p' debian/changelog)
now=/paquetes/stick/pool/bombo-server_${here}_amd64.deb
next=/paquetes/next/bombo-server_9.0.0_amd64.deb
whole() {
  [ "$(hash_of $hall/sala.db)" = "$record" ] || fail "el registro ha cambiado: $1"
  [ "$(installed)" = "$2 ok installed" ] || fail "está «$(installed)» y no $2: $1"
}
refused() {
  local why=$1 words=$2
  shift 2
  local said
  if said=$(in_it "$@" 2>&1); then fail "no se ha negado: $why"; fi
  grep -q -- "$words" <<< "$said" || fail "$why: no dice «$words», sino: $said"
  whole "$why" "$here"
}

quietly install -m 644 /paquetes/stick/bombo.gpg /usr/share/keyrings/bombo.gpg
echo 'deb [signed-by=/usr/share/keyrings/bombo.gpg] file:/paquetes/stick bookworm main' > "$root/etc/apt/sources.list.d/bombo.list"
quietly apt-get update || fail "apt no acepta el repositorio: $(tail -3 "$log")"
quietly apt-get install -y --no-install-recommends bombo-server || fail "no se instala: $(tail -3 "$log")"
# A stick that somebody has changed, and one that nobody has signed.
echo 'deb [signed-by=/usr/share/keyrings/bombo.gpg] file:/srv/otro bookworm main' > "$root/srv/otro.list"
for change in 'for list in dists/bookworm/main/binary-amd64/Packages*; do printf " " >> $list; done' 'rm -f dists/bookworm/InRelease dists/bookworm/Release.gpg'; do
  rm -rf "$root/srv/otro" && cp -r "$work/packages/stick" "$root/srv/otro"
  (cd "$root/srv/otro" && eval "$change")
  if quietly apt-get update -o Dir::Etc::sourcelist=/srv/otro.list -o Dir::Etc::sourceparts=- -o APT::Get::List-Cleanup=0; then fail "apt acepta un lápiz cambiado: $change"; fi
done
rm -rf "$root/srv/otro"
say "instalado desde el repositorio firmado; uno cambiado, o sin firma, no lo acepta apt"

for unit in "$root"/lib/systemd/system/bombo-*.service; do
  exposure=$(systemd-analyze security --offline=true --threshold=100 "$unit" | sed -n 's/.*exposure level.*: \([0-9.]*\).*/\1/p')
  awk -v of="$exposure" 'BEGIN { exit !(of != "" && of <= 2.0) }' || fail "$(basename "$unit"): exposición $exposure, y no más de 2.0"
  faults=$(systemd-analyze verify --man=no --recursive-errors=no --root="$root" "/lib/systemd/system/$(basename "$unit")" 2>&1 | grep "$(basename "$unit")" || true)
  [ -z "$faults" ] || fail "$faults"
  say "$(basename "$unit"): exposición $exposure"
done

# As a script answers: hall, regulation, manager; network; neither extractor, camera nor voice; a disk that the server would not see, and
# none; no rehearsal.
pin=493817
printf '%s\n' 'Bingo Pelado' Ceuta '' '' '' '' '' 'Ana Ruiz' ana $pin $pin '' 127.0.0.1:7878 no no '' no '' /home no no |
  in_it bombo-instalar > "$work/instalar.log" 2>&1 || fail "«bombo-instalar» no instala: $(tail -5 "$work/instalar.log")"
grep -q 'no ve las carpetas de las personas' "$work/instalar.log" || fail "acepta las copias en /home"
[ "$(in_it stat -c '%U %a' $hall/sala.db)" = 'bombo 600' ] || fail "el registro no es de su cuenta"
start=$(sed -n 's/^ExecStart=//p' "$root/lib/systemd/system/bombo-server.service")
# As its unit says, and what it tells its service manager.
python3 - "$root/run/notify" > "$work/told" <<'P' &
import socket, sys
told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
told.bind(sys.argv[1])
import os; os.chmod(sys.argv[1], 0o666)
while True:
    print(told.recv(4096).decode().replace("\n", " "), flush=True)
P
until [ -S "$root/run/notify" ]; do sleep 0.05; done
in_it runuser -u bombo -- env NOTIFY_SOCKET=/run/notify WATCHDOG_USEC=800000 $start >> "$log" 2>&1 &
for _ in $(seq 600); do grep -q WATCHDOG=1 "$work/told" && break; sleep 0.05; done
grep -q READY=1 "$work/told" && grep -q WATCHDOG=1 "$work/told" || fail "el servidor no dice que sirve: $(tail -3 "$log")"
python3 -B debian/tests/print_a_card.py "$pin" || fail "no se ha impreso la serie: $(tail -3 "$log")"
for _ in $(seq 1200); do [ -s "$root$hall/cartones/A1.pdf" ] && break; sleep 0.05; done
[ -s "$root$hall/cartones/A1.pdf" ] || fail "no está el PDF de la serie"
server=$(in_it pidof hall-server)
kill -TERM $server
for _ in $(seq 600); do in_it pidof hall-server > /dev/null || break; sleep 0.05; done
grep -q STOPPING=1 "$work/told" || fail "el servidor no dice que termina"
quietly bombo-sala check || fail "el registro no está en orden: $(tail -3 "$log")"
say "instalada con bombo-instalar, servida en 7878, impresa una serie y comprobado el registro"

record=$(hash_of $hall/sala.db)
quietly dpkg -i "$next" || fail "no se cambia de versión: $(tail -3 "$log")"
whole "al cambiar de versión" 9.0.0
quietly dpkg -i "$now" || fail "no se vuelve atrás: $(tail -3 "$log")"
whole "al volver atrás" "$here"
refused "una versión que no lee este registro" 'no puede leer este registro' dpkg -i /paquetes/before/bombo-server_0.0.9_amd64.deb
say "cambiada de versión y vuelta atrás; la que no lee el registro, rechazada"

# A session, as the tables have it: what is tried here are the packages' scripts.
session() { python3 debian/tests/session.py "$root$hall/sala.db" "$1"; record=$(hash_of $hall/sala.db); }
session open
refused "cambiar de versión en sesión" 'ciérrela antes' dpkg -i "$next"
refused "quitarlo en sesión" 'ciérrela antes' dpkg -r bombo-server
session close
say "con una sesión abierta, ni cambia ni se quita"

# What was cut off in the middle is done again to its end, and undone.
ends_well() {
  quietly dpkg --configure -a || true
  quietly dpkg -i "$next" || fail "no se acaba lo que se cortó en $1: $(tail -3 "$log")"
  whole "tras cortarlo en $1" 9.0.0
  quietly dpkg -i "$now"
}
steps='3 8 15 22 30 38 46'
[ -z "${BOMBO_EVERY_STEP:-}" ] || steps=$(seq 999)
done_at=0
for step in $steps; do
  cut=0
  { strace -qq -o "$work/strace" -e trace=rename -e "inject=rename:signal=SIGKILL:when=$step" chroot "$root" dpkg -i "$next" >> "$log" 2>&1 || cut=1; } 2> /dev/null
  [ $cut = 1 ] || { done_at=$step; break; }
  in_it hall-server --version > /dev/null || fail "sin programa tras cortar dpkg en su paso $step"
  ends_well "el paso $step de dpkg"
done
if [ -n "${BOMBO_EVERY_STEP:-}" ]; then
  quietly dpkg -i "$now"
  say "cortado dpkg en sus $((done_at - 1)) pasos; siempre acaba bien"
else
  [ $done_at = 0 ] || fail "dpkg ha acabado antes de su paso $done_at, y no se ha cortado"
  say "cortado dpkg en siete pasos; siempre acaba bien"
fi

# The light goes while a script of ours runs: as it begins, and at what it has asked of somebody else.
info=/var/lib/dpkg/info/bombo-server
for step in $info.prerm /usr/sbin/runuser /var/lib/dpkg/tmp.ci/preinst $info.postrm $info.postinst /usr/bin/systemd-sysusers; do
  rm -f "$work/strace"
  strace -f -qq -o "$work/strace" -P "$step" -e trace=execve -e inject=execve:signal=SIGSTOP:when=1 chroot "$root" dpkg -i "$next" >> "$log" 2>&1 &
  until grep -qs SIGSTOP "$work/strace"; do
    kill -0 $! 2> /dev/null || fail "dpkg ha acabado y no ha pasado por $step"
    sleep 0.05
  done
  power_cut
  ends_well "$step"
done
say "cortado en nuestros guiones, y en lo que llaman; siempre acaba bien"

# No room at all on the disk, for dpkg's own lists only, for a part of the program.
program=$(hash_of /usr/bin/hall-server)
for left in 0 1 4 16; do
  fallocate -l "$(($(df -k --output=avail "$disk" | tail -1) - left * 1024))K" "$disk/filled"
  if quietly dpkg -i "$next"; then fail "con $left MiB libres, cabe"; fi
  [ "$(hash_of /usr/bin/hall-server)" = "$program" ] || fail "con $left MiB libres se ha perdido el programa que había"
  quietly bombo-sala check || fail "con $left MiB libres no se lee el registro: $(tail -3 "$log")"
  rm "$disk/filled"
  ends_well "un disco con $left MiB libres"
done
quietly dpkg -P bombo-server || fail "no se quita: $(tail -3 "$log")"
[ "$(hash_of $hall/sala.db)" = "$record" ] || fail "al quitarlo se ha perdido el registro"
say "disco lleno y quitado del todo: el registro y el programa de antes, enteros"
