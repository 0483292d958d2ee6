#!/bin/sh
# SPDX-License-Identifier: MIT
# Fetches the source of Dear ImGui (>= 1.92) from a newer Debian suite, out of the archive that this machine's apt already uses.
# apt works in a temporary directory: neither root nor a change of the system's configuration is needed.
#   web/fetch_imgui.sh DIRECTORY       DIRECTORY/imgui.h ... afterwards
#   IMGUI_APT_URI, IMGUI_SUITES        take another archive, other suites
set -eu

pinned_version=1.92.2b+ds
pinned_sha256=e7bd201d56b5ee90d24d5dac85e5c12f98bdb95410252a62d27b7f89e4566d48

say() { echo "fetch_imgui: $*" >&2; }
die() { say "$@"; exit 1; }

[ $# -eq 1 ] || die "usage: fetch_imgui.sh DIRECTORY"
destination=$1
[ ! -f "$destination/imgui.h" ] || exit 0

keyring=/usr/share/keyrings/debian-archive-keyring.gpg
[ -f "$keyring" ] || die "no Debian archive keyring here"
command -v xz >/dev/null || die "xz is needed to unpack (package xz-utils)"

# The address of the archive: from apt's own view of it, else (before the first update) from its source lists.
# shellcheck disable=SC2016  # the variable is one of apt
find_archive() {
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' 2>/dev/null |
    head -n 1
}
find_archive_in_lists() {
  cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
    sed -n -e 's/^URIs: *\([^ ]*\).*/\1/p' -e 's/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\) .*/\2/p' |
    grep -v security | head -n 1
}
archive=${IMGUI_APT_URI:-$(find_archive)}
[ -n "$archive" ] || archive=$(find_archive_in_lists)
[ -n "$archive" ] || die "apt knows no Debian archive here"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
mkdir -p "$work/parts" "$work/lists/partial" "$work/cache/archives/partial" "$work/download"

# Valid-Until is not checked: a mirror that lags behind is good enough for a source whose hash is pinned.
apt_in_work() {
  tool=$1
  shift
  "$tool" -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$work/parts" -o Dir::State::Lists="$work/lists" \
    -o Dir::Cache="$work/cache" -o APT::Get::List-Cleanup=0 -o APT::Sandbox::User= -o Acquire::Languages=none \
    -o Acquire::Check-Valid-Until=false "$@"
}

for suite in ${IMGUI_SUITES:-forky sid}; do
  cat >"$work/parts/imgui.sources" <<EOF
Types: deb-src
URIs: $archive
Suites: $suite
Components: main
Signed-By: $keyring
EOF
  apt_in_work apt-get update >&2 || continue
  version=$(apt_in_work apt-cache showsrc imgui 2>/dev/null | sed -n 's/^Version: //p' | sort -V | tail -n 1)
  [ -n "$version" ] || continue
  if dpkg --compare-versions "$version" lt 1.92 || dpkg --compare-versions "$version" ge 2; then
    say "$suite has $version, which is no 1.92 or later 1.x"
    continue
  fi
  # --tar-only: Debian's own changes are not wanted, and need not be there.
  (cd "$work/download" && apt_in_work apt-get source --download-only --tar-only "imgui=$version" >&2) || continue
  tarball=$(find "$work/download" -name 'imgui_*.orig.tar.*' ! -name '*.asc' | head -n 1)
  [ -n "$tarball" ] || continue
  case $tarball in
    *"_$pinned_version.orig.tar.xz")
      echo "$pinned_sha256  $tarball" | sha256sum --check --quiet >&2 || die "$version is not what it was" ;;
    *) say "$suite has $version now (tested with $pinned_version); the archive's key has signed it" ;;
  esac
  mkdir -p "$(dirname "$destination")"
  unpacked=$(mktemp -d "$destination.XXXXXX")
  tar -xf "$tarball" -C "$unpacked" --strip-components=1
  chmod 755 "$unpacked"
  # Another build may have been faster; one rename, so that nobody sees half a directory.
  mv -T "$unpacked" "$destination" 2>/dev/null || rm -rf "$unpacked"
  [ -f "$destination/imgui.h" ] || die "$destination is in the way"
  say "Dear ImGui $version from $suite is in $destination"
  exit 0
done
die "no suite of $(echo "${IMGUI_SUITES:-forky sid}" | sed 's/ / or /g') offers Dear ImGui 1.92 or later"
