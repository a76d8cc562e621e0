#!/usr/bin/env bash
# Draws the main states of the real screen as pictures: drives `toolgrant demo` in tmux
# and hands what it shows to freeze. Run by `make screens`; needs tmux.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'tmux -L toolgrant-screens kill-server 2>/dev/null || true; rm -rf "$work"' EXIT
go build -o "$work/toolgrant" ./cmd/toolgrant

screen() { tmux -L toolgrant-screens "$@"; }
until_shown() {
  for _ in $(seq 200); do
    if screen capture-pane -p -t t | grep -q "$1"; then return; fi
    read -rt 0.1 <> <(:) || true
  done
  echo "the screen never showed: $1" >&2
  exit 1
}
picture() {
  screen capture-pane -e -p -t t > "$work/$1.ansi"
  go tool freeze "$work/$1.ansi" --language ansi --output "docs/screens/$1.svg" \
    --padding 16 --font.family "DejaVu Sans Mono" --font.size 13 >/dev/null
}

TMPDIR=$work screen -f /dev/null new-session -d -s t -x 120 -y 34 \
  "env -u NO_COLOR TERM=xterm-256color COLORTERM=truecolor TMPDIR=$work $work/toolgrant demo"
until_shown "files to apply"
screen send-keys -t t a
until_shown "Apply exactly this"
picture confirm
screen send-keys -t t y
until_shown "in place"
screen send-keys -t t j j Tab j Space
until_shown "unsaved change"
until_shown "mcp__docs__"
picture main
screen send-keys -t t "?"
until_shown "up"
picture help
