#!/usr/bin/env bash
# Puts a collide binary in place for check.sh: the one that COLLIDE_BINARY names, or the
# pinned release, whose checksum must be the pinned one. Writes its path to GITHUB_OUTPUT as
# "collide", or to standard output.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

answer() {
  "$1" version >&2
  if [ -n "${GITHUB_OUTPUT:-}" ]; then printf 'collide=%s\n' "$1" >>"$GITHUB_OUTPUT"; else printf '%s\n' "$1"; fi
}

if [ -n "${COLLIDE_BINARY:-}" ]; then
  answer "$(cd "$(dirname "$COLLIDE_BINARY")" && pwd)/$(basename "$COLLIDE_BINARY")"
  exit
fi

os=$(uname -s | tr '[:upper:]' '[:lower:]')
case $(uname -m) in
  x86_64 | amd64) arch=amd64 ;;
  arm64 | aarch64) arch=arm64 ;;
  *) echo "collide: no release for $(uname -m); set the input binary" >&2; exit 2 ;;
esac
pin=$(grep -E "^[0-9a-f]{64}  collide-static_[^ ]*_${os}_${arch}\.tar\.gz$" "$here/release.sha256" || true)
if [ -z "$pin" ]; then
  echo "collide: no version has been published for $os/$arch yet ($here/release.sha256 lists none); build one with 'go install ./cmd/collide' and set the input binary" >&2
  exit 2
fi
archive=${pin##* }
version=v$(printf '%s' "$archive" | cut -d_ -f2)
dir=$(mktemp -d)
cd "$dir"
curl --proto '=https' --tlsv1.2 -fsSLo "$archive" "https://github.com/collide-go/collide/releases/download/$version/$archive"
printf '%s\n' "$pin" | sha256sum --check --strict >&2
tar -xzf "$archive" collide
answer "$dir/collide"
