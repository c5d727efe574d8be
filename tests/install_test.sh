#!/bin/sh
# Installs a build tree into an empty directory and uses it as a stranger would: builds examples/cpp against
# it, with shared and with static libraries, by CMake and by pkg-config, and runs what comes of it.
#
#   install_test.sh SOURCES BUILD_TREE COMPILER
set -eu
sources=$1
tree=$2
compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/usr
fail() {
  echo "install_test: $*" >&2
  exit 1
}
quietly() {
  "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "$* failed"; }
}
# loads PROGRAM PATTERN: whether it needs a shared library of such a name.
loads() { ldd "$1" | grep -qE "$2"; }
readers() { "$1" "$work/readers.akin" | grep -q '^0\.[0-9]*  Persuasion$' || fail "$1 does not answer"; }

quietly cmake --install "$tree" --prefix "$prefix"
libraries=$(dirname "$(find "$prefix" -name libakin.a)")
for file in bin/akin include/akin/akin.h share/man/man1/akin-related.1 \
  share/bash-completion/completions/akin share/zsh/site-functions/_akin \
  share/fish/vendor_completions.d/akin.fish; do
  [ -s "$prefix/$file" ] || fail "no $file"
done
if grep -rlE "$sources|$tree|Werror" "$libraries/cmake" "$libraries/pkgconfig"; then
  fail "these files know the build tree, or pass on its warnings"
fi
bash -c "source $prefix/share/bash-completion/completions/akin && complete -p akin" >"$work/log" ||
  fail "the completions do not load"

for kind in ON OFF; do
  build=$work/shared-$kind
  quietly cmake -S "$sources/examples/cpp" -B "$build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_FLAGS="-Wall -Werror" -DBUILD_SHARED_LIBS=$kind
  quietly cmake --build "$build"
  readers "$build/readers"
  "$build/from_file" "$work/library.akin" "$sources/examples/library.tsv" >"$work/log"
  grep -q ' vertices, ' "$work/log" || fail "from_file says nothing"
  "$build/how_good" "$work/library.akin" >"$work/log"
  grep -q '^kendall ' "$work/log" || fail "how_good says nothing"
  if loads "$build/readers" 'curl|gumbo|icu'; then fail "to ask, libraries that read pages are loaded"; fi
done
loads "$work/shared-ON/readers" libakin.so || fail "the shared library is not used"
if loads "$work/shared-OFF/from_file" libakin; then fail "the static libraries are not used"; fi

export PKG_CONFIG_PATH="$libraries/pkgconfig" LD_LIBRARY_PATH="$libraries"
# shellcheck disable=SC2046  # lists of words
quietly "$compiler" -std=c++20 "$sources/examples/cpp/readers.cc" -o "$work/by-pkg-config" \
  $(pkg-config --cflags --libs akin)
readers "$work/by-pkg-config"
quietly pkg-config --exists --print-errors akin-ingest akin-eval
echo "installed, found, linked and asked"
