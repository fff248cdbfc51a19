#!/bin/sh
# Makes a signed apt repository of the packages in FOLDER/pool: repository.sh FOLDER. The key is in BOMBO_KEY_HOME, a folder of GnuPG's
# outside the sources, and is made there the first time: keep a copy of it, since a hall trusts no other.
set -eu
cd "$1"
GNUPGHOME=${BOMBO_KEY_HOME:-${XDG_CONFIG_HOME:-$HOME/.config}/bombo/firma}
export GNUPGHOME
mkdir -p "$GNUPGHOME"
chmod 700 "$GNUPGHOME"
if ! gpg --batch --quiet --list-secret-keys 'Paquetes de Bombo' > /dev/null 2>&1; then
  echo "Se crea la clave de los paquetes en $GNUPGHOME: guarde copia de ella."
  gpg --batch --quiet --passphrase '' --quick-generate-key 'Paquetes de Bombo' ed25519 sign never
fi
dist=dists/bookworm
mkdir -p "$dist/main/binary-amd64"
apt-ftparchive packages pool > "$dist/main/binary-amd64/Packages"
apt-ftparchive -o APT::FTPArchive::Release::Origin=Bombo -o APT::FTPArchive::Release::Codename=bookworm \
  -o APT::FTPArchive::Release::Components=main -o APT::FTPArchive::Release::Architectures=amd64 release "$dist" > "$dist.release"
mv "$dist.release" "$dist/Release"
gpg --batch --yes --quiet --local-user 'Paquetes de Bombo' --clearsign --output "$dist/InRelease" "$dist/Release"
gpg --batch --yes --quiet --export 'Paquetes de Bombo' > bombo.gpg
