#!/bin/bash
# The units under systemd itself: booted.sh WORK, after screens.sh, whose layers it takes. A bare Debian is started in namespaces of its
# own and the hall installed with bombo-instalar, which puts the server in its place; camera, voice and lamps are let in and started as
# the guide says. What their units forbid them is forbidden here. Screens have no terminal here: what their units run is in screens.sh, and
# here something else is run by them.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."

say() { printf '  %s\n' "$*"; }
fail() { printf 'Las unidades: %s\n' "$*" >&2; exit 1; }

network=192.0.2.10
work=$(readlink -f "$1")
root=$work/root
log=$work/unidades.log

# In the new namespaces: puts a system together and becomes its systemd.
start() {
  rm -rf "$work/upper" "$work/inner" && mkdir -p "$work/upper" "$work/inner"
  mount -t overlay overlay -o "lowerdir=$(echo "$work"/screens-*):$work/bare,upperdir=$work/upper,workdir=$work/inner" "$root"
  . debian/tests/within.sh
  mount -t proc proc "$root/proc"
  mount -t tmpfs tmpfs "$root/dev"
  mkdir "$root/dev/pts" "$root/dev/shm" "$root/paquetes"
  for device in null zero full random urandom tty; do touch "$root/dev/$device" && mount --bind "/dev/$device" "$root/dev/$device"; done
  mount -t devpts devpts "$root/dev/pts" -o newinstance,ptmxmode=666
  ln -s pts/ptmx "$root/dev/ptmx"
  ln -s /proc/self/fd "$root/dev/fd"
  mount --bind "$work/packages" "$root/paquetes"
  quietly install -m 644 /paquetes/stick/bombo.gpg /usr/share/keyrings/bombo.gpg
  echo 'deb [signed-by=/usr/share/keyrings/bombo.gpg] file:/paquetes/stick bookworm main' > "$root/etc/apt/sources.list.d/bombo.list"
  # What plays the machine: beside the packages, for it is never installed in a hall's server.
  mkdir "$root/srv/extractor"
  dpkg-deb -x "$(echo "$work"/packages/stick/pool/bombo-simulators_*.deb)" "$root/srv/extractor"
  date +%s%N > "$work/begun"
  quietly apt-get update -o Dir::Etc::sourcelist=/etc/apt/sources.list.d/bombo.list -o Dir::Etc::sourceparts=- -o APT::Get::List-Cleanup=0
  quietly apt-get install -y --no-install-recommends bombo-server bombo-camera bombo-voice bombo-panel bombo-wall bombo-console || fail "no se instalan: $(tail -3 "$log")"
  # Not to wait half a minute for who does not answer.
  mkdir -p "$root/etc/systemd/system/bombo-server.service.d"
  printf '[Service]\nWatchdogSec=2\nDeviceAllow=char-pts rw\n' > "$root/etc/systemd/system/bombo-server.service.d/prueba.conf"
  for screen in wall console; do
    mkdir "$root/etc/systemd/system/bombo-$screen.service.d"
    printf '[Service]\nExecStart=\nExecStart=sleep infinity\nStandardInput=null\nTimeoutStartSec=5\n' > "$root/etc/systemd/system/bombo-$screen.service.d/prueba.conf"
  done
  # In a chroot the kernel gives nobody users of their own.
  mkdir "$root/etc/systemd/system/bombo-spare.service.d"
  printf '[Service]\nPrivateUsers=no\n' > "$root/etc/systemd/system/bombo-spare.service.d/prueba.conf"
  ln -s /dev/null "$root/etc/systemd/system/console-getty.service"
  mount -t tmpfs tmpfs "$root/run"
  mount -t tmpfs tmpfs "$root/tmp"
  mount -t sysfs -o ro sysfs "$root/sys"
  if [ "$groups" = /sys/fs/cgroup ]; then
    mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
  else
    mount -t tmpfs tmpfs "$root/sys/fs/cgroup"
    mkdir "$root/sys/fs/cgroup/systemd"
    mount -t cgroup -o none,name=systemd cgroup "$root/sys/fs/cgroup/systemd"
  fi
  # Of this system alone; who comes by it comes from the hall's network.
  ip link set lo up && ip address add $network/32 dev lo
  exec env -i container=bombo PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$root" /lib/systemd/systemd --log-target=console --unit=multi-user.target >> "$log" 2>&1
}

if [ "${2:-}" = inside ]; then
  groups=$3
  start
fi

[ "$(id -u)" -eq 0 ] || { say "sin root no se prueban las unidades con systemd"; exit 0; }
: > "$log"
mkdir -p "$root"
# The hierarchy of control groups that systemd has here, and a group of its own in it.
groups=/sys/fs/cgroup/systemd
[ -e $groups/cgroup.procs ] || groups=/sys/fs/cgroup
mkdir -p $groups/bombo-prueba 2> /dev/null || { say "sin grupos de control no se prueban las unidades con systemd"; exit 0; }
sh -c 'echo $$ > "$1/bombo-prueba/cgroup.procs"; exec unshare --mount --pid --fork --kill-child --uts --ipc --net --cgroup --propagation private "$2" "$3" inside "$1"' \
  - $groups "$0" "$work" &
outer=$!
ends() {
  kill -KILL $outer 2> /dev/null || true
  wait $outer 2> /dev/null || true
  for _ in $(seq 100); do find $groups/bombo-prueba -depth -type d -exec rmdir {} + 2> /dev/null && break; sleep 0.05; done
}
trap ends EXIT
# Until something is so, for half a minute.
until_so() {
  local what=$1
  shift
  for _ in $(seq 600); do "$@" > /dev/null 2>&1 && return; sleep 0.05; done
  fail "$what: $(tail -5 "$log")"
}
booted() { init=$(pgrep -P $outer) && [ "$(cat /proc/"$init"/comm)" = systemd ]; }
# Beside a compiler it takes a while to be put together.
for _ in $(seq 3600); do booted 2> /dev/null && break; kill -0 $outer 2> /dev/null || break; sleep 0.05; done
booted || fail "no arranca systemd: $(tail -5 "$log")"
in_it() { nsenter -t "$init" -a -r -w env -i HOME=/root LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
# With what this computer has, on that one's network.
beside_it() { nsenter -t "$init" -n "$@"; }
property() { in_it systemctl show -P "$1" "bombo-$2"; }
told() { in_it journalctl --no-pager -u "bombo-$1"; }
tells() { grep -q "$2" <<< "$(told "$1")"; }
until_so "systemd no acaba de arrancar" in_it systemctl is-active multi-user.target

# As in bare.sh, but with an extractor and on the network; at the end the server is put in its place, the first desk and the wall get
# their codes, and a hall for rehearsing is made.
in_it install -d -o bombo -g bombo /run/linea
in_it runuser -u bombo -- /srv/extractor/usr/bin/ball-machine-sim --set J1 --link /run/linea/extractor --interval-ms 300 >> "$log" 2>&1 &
until_so "no hay extractor" in_it test -e /run/linea/extractor
# Another disk, where the server writes only if it is let.
in_it mkdir /srv/copias
in_it mount -t tmpfs tmpfs /srv/copias
pin=493817
printf '%s\n' 'Bingo Pelado' Ceuta '' '' '' '' '' 'Ana Ruiz' ana $pin $pin '' 0.0.0.0:7878 /run/linea/extractor '' '' no '' no '' /srv/copias/bombo '' no s '' '' s |
  in_it bombo-instalar > "$work/instalar.log" 2>&1 || fail "«bombo-instalar» no instala: $(tail -5 "$work/instalar.log")"
[ "$(property ActiveState server)" = active ] || fail "el servidor no está en marcha: $(told server | tail -3)"
[ "$(in_it systemctl is-enabled bombo-server)" = enabled ] || fail "el servidor no arrancará con el equipo"
grep -q '^  pared-1: [0-9]' "$work/instalar.log" || fail "no da el código de los monitores"
grep -q -- "--server https://$network:7878" "$work/instalar.log" || fail "no dice a los puestos la dirección de este equipo"
# The rehearsal, as the wizard says to begin it: with the machine of the hall, whose server is stopped.
rehearsal=$(sed -n 's/^  \(runuser .* serve --dir .*\)/\1/p' "$work/instalar.log")
their_pin=$(sed -n 's/.*El PIN de Ana Ruiz allí: \([0-9]*\).*/\1/p' "$work/instalar.log")
in_it systemctl stop bombo-server
in_it $rehearsal >> "$log" 2>&1 &
until_so "la sala de ensayo no se sirve" beside_it curl -sf http://127.0.0.1:7878/healthz
ball=$(beside_it python3 -B debian/tests/evening.py "$their_pin" rehearse) || fail "no sale la primera bola del ensayo: $(tail -3 "$log")"
took=$((($(date +%s%N) - $(cat "$work/begun")) / 1000000))
say "de «apt-get install» a la primera bola del ensayo, la $ball: $(printf '%d,%d' $((took / 1000)) $((took % 1000 / 100))) s"
in_it pkill -TERM -f "serve --dir /var/lib/bombo/ensayo"
until_so "el ensayo no acaba" beside_it sh -c '! curl -s http://127.0.0.1:7878/healthz'
[ "$(in_it stat -c %U /var/lib/bombo/ensayo/sala.db)" = bombo ] || fail "el ensayo no es de la cuenta del servidor"
# Whoever is not of the hall sees its board with the code of its screens alone.
in_it sed -i "s,^# board_code = .*,board_code = true,; s,^# players = .*,players = \"https://$network:7878\"," /var/lib/bombo/sala/sala.toml
in_it systemctl start bombo-server
[ "$(beside_it curl -sko /dev/null -w '%{http_code}' https://$network:7878/api/board)" = 403 ] || fail "el tablero se ve sin el código de las pantallas"
beside_it python3 -B debian/tests/print_a_card.py $pin || fail "no se imprime: $(told server | tail -3)"
until_so "no está el PDF de la serie" in_it test -s /var/lib/bombo/sala/cartones/A1.pdf
for signal in KILL STOP; do
  before=$(property MainPID server)
  in_it kill -$signal "$before"
  another() { [ "$(property MainPID server)" != "$before" ] && [ "$(property ActiveState server)" = active ]; }
  until_so "tras kill -$signal el servidor no vuelve" another
done
say "con systemd: instalada y puesta en marcha con bombo-instalar; vuelve tras kill -9, y si deja de contestar"

beside_it python3 -B debian/tests/codes.py $pin pared-1 camara-salida voz panel > "$work/codes" || fail "no se dan códigos"
code() { sed -n "s/^$1 //p" "$work/codes"; }
in_it sh -c 'cd /usr/share/doc && for file in bombo-wall/examples/pared.toml bombo-camera/examples/camara.toml bombo-voice/examples/voz.toml bombo-panel/examples/panel.toml; do
  sed "s,https://[0-9.]*:7878,https://'$network':7878,; s,^source = .*,source = \"test:ball\"," $file > /etc/bombo/$(basename $file); done'
enrolled() { in_it env "${@:2}" >> "$log" 2>&1 || fail "no se da de alta $1: $(tail -3 "$log")"; }
enrolled "la cámara" bombo-alta-camara "$(code camara-salida)"
enrolled "la voz" bombo-alta-voz "$(code voz)"
enrolled "el panel" bombo-alta-panel "$(code panel)"
enrolled "la pared" bombo-alta-pared "$(code pared-1)"
in_it systemctl enable --now bombo-camera bombo-voice bombo-panel >> "$log" 2>&1 || fail "no arrancan: $(tail -3 "$log")"
until_so "la cámara no manda fotos" tells camera 'las fotos llegan al servidor'
until_so "la voz no llega al servidor" tells voice 'el servidor sabe de la voz'
until_so "el panel no ve el registro" in_it test -s /var/lib/bombo-panel/visto
for unit in camera voice panel; do
  [ "$(property ActiveState $unit) $(property NRestarts $unit)" = 'active 0' ] || fail "bombo-$unit: $(told $unit | tail -3)"
done
in_it cp /usr/share/doc/bombo-console/examples/puesto /etc/bombo/puesto
for unit in wall console; do
  in_it systemctl start bombo-$unit >> "$log" 2>&1 && [ "$(property ActiveState $unit)" = active ] || fail "bombo-$unit no arranca: $(told $unit | tail -3)"
done
# A new version with everything running: not in a session; then each begins again by itself, in that version, and back again.
# The wall is not: a computer has one screen program, and the desk's took its place.
units=(server camera voice panel console)
names=("${units[@]/#/bombo-}" bombo-wall bombo-kiosk)
pids() { for unit in "${units[@]}"; do property MainPID "$unit"; done; }
begun_again() {
  local unit
  for unit in "${units[@]}"; do
    [ "$(in_it dpkg-query -W -f '${Version} ${db:Status-Status}' "bombo-$unit")" = "$2 installed" ] || fail "bombo-$unit no está en la versión $2 $1"
    active() { [ "$(property ActiveState "$unit")" = active ]; }
    until_so "bombo-$unit no está en marcha $1" active
  done
  [ -z "$(comm -12 <(sort <<< "$3") <(pids | sort))" ] || fail "no todo ha empezado otra vez $1"
}
beside_it python3 -B debian/tests/evening.py $pin open || fail "no se abre la sesión"
before=$(pids)
if said=$(in_it apt-get install -y "/paquetes/next/bombo-server_9.0.0_amd64.deb" 2>&1); then fail "se cambia de versión en sesión"; fi
grep -q 'ciérrela antes' <<< "$said" || fail "en sesión no dice por qué no se cambia: $said"
[ "$(pids)" = "$before" ] || fail "en sesión se ha parado algo"
beside_it python3 -B debian/tests/evening.py $pin close || fail "no se cierra la sesión"
in_it sh -c 'apt-get install -y --no-install-recommends $(for name; do echo /paquetes/next/$name"_9.0.0_"*.deb; done)' - "${names[@]}" >> "$log" 2>&1 ||
  fail "no se cambia de versión: $(tail -3 "$log")"
begun_again "tras cambiar de versión" 9.0.0 "$before"
here=$(sed -n '1s/.*(\(.*\)).*/\1/p' debian/changelog)
before=$(pids)
in_it apt-get install -y --no-install-recommends --allow-downgrades "${names[@]/%/=$here}" >> "$log" 2>&1 ||
  fail "no se vuelve atrás: $(tail -3 "$log")"
begun_again "al volver atrás" "$here" "$before"
until_so "la cámara no vuelve" tells camera 'las fotos llegan al servidor'
until_so "al cerrar no se hace la copia en el otro disco" in_it sh -c 'ls /srv/copias/bombo/copias/*'
# Something is bad here: there is neither a camera to look at nor a printer.
examined=$(in_it bombo-sala doctor 2> /dev/null) || true
[ "$(grep -c '^bien ' <<< "$examined")" -gt 9 ] || fail "«bombo-sala doctor» no lo mira todo: $examined"
in_it bombo-sala report --out /var/lib/bombo/informe.zip >> "$log" 2>&1 || fail "no se hace el informe: $(tail -3 "$log")"
in_it cat /var/lib/bombo/informe.zip > "$work/informe.zip"
grep -q diarios/bombo-server.txt <<< "$(python3 -m zipfile -l "$work/informe.zip")" || fail "el informe no lleva el diario del servidor"
say "cambiada de versión por apt con todo en marcha, y vuelta atrás: en sesión no; después todo empieza otra vez por sí mismo"

in_it systemctl stop bombo-server
[ "$(property Result server) $(property ExecMainStatus server)" = 'success 0' ] || fail "el servidor no termina bien: $(told server | tail -3)"
in_it bombo-sala check >> "$log" 2>&1 || fail "el registro no está en orden: $(tail -3 "$log")"
say "cámara, voz y lámparas, en marcha por sus unidades con sus altas, y las de las pantallas; el servidor se para con su registro en orden"

# The spare: what was this computer's hall is now another's, which this one follows.
hall=/var/lib/bombo/sala
other=/var/lib/bombo/el-otro
in_it systemctl stop bombo-camera bombo-voice bombo-panel bombo-wall bombo-console
in_it sh -c "mv $hall $other
  hall-server spare-key --to /etc/bombo/reserva.clave
  chown bombo:bombo /etc/bombo/reserva.clave
  install -d -o bombo -g bombo -m 750 $hall
  install -o bombo -g bombo -m 600 $other/autoridad.pem $other/camara.clave $hall
  printf '\n[spare]\nat = \"127.0.0.1:7879\"\nkey = \"/etc/bombo/reserva.clave\"\n' >> $other/sala.toml
  sed 's,^SALA=.*,SALA=127.0.0.1:7878,; s,^AQUI=.*,AQUI=127.0.0.1:7879,' /usr/share/doc/bombo-server/examples/reserva > /etc/bombo/reserva
  systemd-run --unit=el-otro -p User=bombo hall-server serve --dir $other" >> "$log" 2>&1 || fail "no se prepara la reserva: $(tail -3 "$log")"
in_it systemctl enable --now bombo-spare >> "$log" 2>&1 || fail "la reserva no arranca: $(in_it systemctl status bombo-spare)"
follows() { grep -q '"folder":"127.0.0.1:7879"[^}]*"lines_behind":0,[^}]*"trouble":null' <<< "$(beside_it curl -s http://127.0.0.1:7878/healthz)"; }
until_so "la reserva no sigue al servidor" follows
in_it systemctl start bombo-server
[ "$(property ActiveState server) $(property ActiveState spare)" = 'inactive active' ] || fail "en la reserva arranca el servidor: $(told server | tail -3)"
in_it systemctl stop el-otro
in_it sh -c "systemctl disable --now bombo-spare && rm /etc/bombo/reserva" >> "$log" 2>&1
printf '%s\n' ana $pin mar 349157 | in_it bombo-sala promote >> "$log" 2>&1 || fail "la reserva no se pone en marcha: $(tail -5 "$log")"
in_it systemctl start bombo-server || fail "la reserva promovida no sirve: $(told server | tail -3)"
beside_it curl -sf http://127.0.0.1:7879/healthz > /dev/null || fail "la reserva promovida no contesta donde estaba"
say "la reserva, por su unidad: sigue al servidor, y puesta en marcha es la sala"

# The battery of the UPS at its end; this computer is not to be switched off by it.
in_it sh -c 'rm -f /sbin/shutdown && printf "#!/bin/sh\ntouch /run/apagado\n" > /sbin/shutdown && chmod +x /sbin/shutdown'
in_it /usr/lib/bombo/se-va-la-luz || fail "el guion del SAI no acaba"
in_it test -e /run/apagado || fail "el guion del SAI no apaga el equipo"
[ "$(property ActiveState server) $(property Result server)" = 'inactive success' ] || fail "al irse la luz el servidor no termina bien: $(told server | tail -3)"
say "al agotarse la batería del SAI, el registro cerrado y el equipo apagado"
