#!/bin/bash
# reference.sh PACKAGE_DIR OUT
#
# Runs the installer of the reference package (unpacked, unmodified) once per
# runtime and scope, each time in a fresh home and a fresh project, and leaves
# what it wrote in OUT/<global|local>/<runtime>/{home,project}.
#
# The paths in the artifacts are those of OUT, so the tree must be read where
# it was made. Needs bash and node 20 or later; REFERENCE_JOBS runs at once
# (default 2).
set -eu

if [ "${1:-}" = --one ]; then
  package=$2 out=$3 scope=$4 runtime=$5
  dir=$out/$scope/$runtime
  rm -rf "$dir"
  mkdir -p "$dir/home" "$dir/project"
  cd "$dir/project"
  # Nothing but PATH and HOME is passed on, so no variable of the person who
  # runs this moves a config home.
  if ! env -i PATH="$PATH" HOME="$dir/home" node "$package/bin/install.js" "--$runtime" "--$scope" >"$dir/log" 2>&1; then
    # Some hosts have no local install; their empty tree is the result.
    echo "$scope $runtime: installer refused, see $dir/log" >&2
  fi
  exit 0
fi

if [ $# -ne 2 ]; then
  echo "usage: reference.sh PACKAGE_DIR OUT" >&2
  exit 2
fi
package=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
self=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")

for scope in global local; do
  for runtime in claude codex qwen opencode copilot hermes kilo cline kimi \
    kimi-code cursor windsurf zcode augment trae codebuddy antigravity pi; do
    printf '%s\n' "$scope $runtime"
  done
done | xargs -P "${REFERENCE_JOBS:-2}" -L 1 bash "$self" --one "$package" "$out"
