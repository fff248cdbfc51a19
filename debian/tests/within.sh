# What bare.sh and screens.sh do in the system at $root; they source it. What is done quietly is in $log.
in_it() { chroot "$root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
quietly() { in_it "$@" >> "$log" 2>&1; }
# The light goes for all who run in it, and for the last job here.
power_cut() {
  {
    local process
    for process in "$root"/proc/[0-9]*; do
      [ "$(readlink "$process/root")" != "$root" ] || kill -KILL "${process##*/}" || true
    done
    wait $! || true
  } 2> /dev/null
}
