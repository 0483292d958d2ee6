# shellcheck shell=sh
# SPDX-License-Identifier: MIT
# Installs what shell/serve and tests/run need and do not find. To be sourced; wants a POSIX shell.
#   need COMMAND PACKAGE...     remembers the packages (of Debian and Ubuntu) unless the command is there
#   need_header FILE PACKAGE    the same for a header
#   want COMMAND PACKAGE        remembers a package that may be missing from the archive
#   install_needed              installs what was remembered, or says what is missing and returns 1

needed_packages=
needed_things=
wanted_packages=

have() { command -v "$1" >/dev/null 2>&1; }

need() {
  have "$1" && return
  needed_things="$needed_things $1"
  shift
  needed_packages="$needed_packages $*"
}

need_header() {
  for prefix in /usr/include /usr/local/include /opt/homebrew/include; do
    [ ! -f "$prefix/$1" ] || return 0
  done
  needed_things="$needed_things $1"
  needed_packages="$needed_packages $2"
}

want() { have "$1" || wanted_packages="$wanted_packages $2"; }

available() {
  for package in "$@"; do
    if apt-cache show "$package" >/dev/null 2>&1; then printf ' %s' "$package"; fi
  done
}

# apt as root, through sudo where we are not; never asks a question that nobody can answer.
run_apt() {
  if [ "$(id -u)" = 0 ]; then
    DEBIAN_FRONTEND=noninteractive apt-get "$@" </dev/null
  elif [ -t 0 ]; then
    sudo env DEBIAN_FRONTEND=noninteractive apt-get "$@"
  else
    sudo -n env DEBIAN_FRONTEND=noninteractive apt-get "$@" </dev/null
  fi
}

install_needed() {
  packages=${needed_packages# }
  things=${needed_things# }
  wanted=$wanted_packages
  needed_packages=
  needed_things=
  wanted_packages=
  [ -n "$packages" ] || [ -n "$wanted" ] || return 0
  if ! have apt-get || ! have dpkg; then
    [ -n "$packages" ] || return 0
    echo "Missing here: $things" >&2
    echo "On Debian 12 it is: apt-get install $packages" >&2
    return 1
  fi
  if [ "$(id -u)" != 0 ] && ! have sudo; then
    [ -n "$packages" ] || return 0
    echo "Missing here: $things. As root, run:" >&2
    echo "  apt-get update && apt-get install --no-install-recommends $packages" >&2
    return 1
  fi
  if [ -n "$packages" ]; then
    # Lists that cannot be refreshed may still be good enough to install from.
    run_apt -qq update || echo "apt-get update failed; trying with the lists that are here" >&2
  fi
  # shellcheck disable=SC2086  # lists of words
  packages="$packages$(available $wanted)"
  [ -n "$packages" ] || return 0
  echo "Installing: $packages"
  apt_log=$(mktemp)
  apt_status=0
  # shellcheck disable=SC2086
  run_apt -q -y --no-install-recommends install $packages >"$apt_log" 2>&1 || apt_status=$?
  if [ "$apt_status" = 0 ]; then
    sed -n '/^Need to get/p; /^After this operation/p' "$apt_log"
  else
    tail -n 20 "$apt_log" >&2
    echo "Could not install these; as root it is:" >&2
    echo "  apt-get update && apt-get install --no-install-recommends $packages" >&2
  fi
  rm -f "$apt_log"
  return "$apt_status"
}

need_native_build() {
  need c++ g++
  need cmake cmake
  need ninja ninja-build
  need_header nlohmann/json.hpp nlohmann-json3-dev
  need_header csv.h libcsv-dev
  need xz xz-utils # unpacks the source of Dear ImGui
}

need_web_build() {
  need_native_build
  need emcc emscripten
  need python3 python3
  want esbuild esbuild # minifies; without it the page works and is larger
}
