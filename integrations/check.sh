#!/usr/bin/env bash
# Runs one check for a CI service. Everything comes through the environment:
#   COLLIDE          the binary                       COLLIDE_FILES   files to check, one a line
#   COLLIDE_ROOT     folder that holds them           COLLIDE_ALLOW   allow file, or nothing
#   COLLIDE_SELF     true or false                    COLLIDE_SOLID   true or false
#   COLLIDE_BUDGET   such as 10m                      COLLIDE_REPORTS folder for the reports; those of an earlier run are removed
#   COLLIDE_PROOF    true or false: a proof beside the reports
#   COLLIDE_CLEARANCE distance at which pairs fail, too, or nothing
#   COLLIDE_RULES, COLLIDE_STATUSES, COLLIDE_BASELINE  files of these flags, or nothing
#   COLLIDE_TRUSTED, COLLIDE_CACHE                     folders of these flags, or nothing
#   COLLIDE_DIRECTORY folder to work in, where all paths but those of COLLIDE and COLLIDE_REPORTS start
# Under GitHub's service it writes annotations, the job summary and the step's outputs
# (outcome, code, reports) and exits with 0 unless it could not run; elsewhere it exits with
# collide's code: 0 free, 1 contact, 2 bad input, 3 unknown. What keeps it from running is bad input.
set -euo pipefail
reports='' ran=''

# outputs writes the step's outputs: an outcome and a code.
outputs() {
  [ -z "${GITHUB_OUTPUT:-}" ] || printf 'outcome=%s\ncode=%s\nreports=%s\n' "$1" "$2" "$reports" >>"$GITHUB_OUTPUT"
}

# Any other end has the code of the shell's command that failed, which is mostly 1: that of a contact.
ended() {
  [ -z "$ran" ] || exit "$ran"
  echo 'collide: the check could not run' >&2
  reports=''
  outputs error 2 || true
  exit 2
}
trap ended EXIT

: "${COLLIDE:?the path of a collide binary}" "${COLLIDE_FILES:?files to check, one a line}"
reports=${COLLIDE_REPORTS:-collide-reports}
if [ -L "$reports" ]; then
  echo "collide: $reports is a link; expected a folder for the reports" >&2
  exit 2
fi
mkdir -p -- "$reports"
unset CDPATH
reports=$(cd -- "$reports" && pwd)
# A bad input writes no report: one of an earlier run, or of whoever sent the change, would be shown as this run's.
rm -rf -- "$reports"/collide.{txt,json,junit.xml,sarif,md,html,github.txt,proof}
case $COLLIDE in
  */*)
    folder=$(cd -- "$(dirname -- "$COLLIDE")" && pwd) # by itself: its exit code counts
    COLLIDE=$folder/$(basename -- "$COLLIDE")
    ;;
esac
cd -- "${COLLIDE_DIRECTORY:-.}"

files=()
while IFS= read -r line; do
  [ -z "$line" ] || files+=("$line")
done <<<"$COLLIDE_FILES"

args=(--root "${COLLIDE_ROOT:-.}" --budget "${COLLIDE_BUDGET:-10m}")
[ -z "${COLLIDE_ALLOW:-}" ] || args+=(--allow "$COLLIDE_ALLOW")
add() { [ -z "$2" ] || args+=("--$1=$2"); }
add rules "${COLLIDE_RULES:-}"
add statuses "${COLLIDE_STATUSES:-}"
add baseline "${COLLIDE_BASELINE:-}"
add trusted "${COLLIDE_TRUSTED:-}"
add cache "${COLLIDE_CACHE:-}"
add clearance "${COLLIDE_CLEARANCE:-}"
[ "${COLLIDE_PROOF:-false}" != true ] || args+=(--proof "$reports/collide.proof")
[ "${COLLIDE_SELF:-false}" != true ] || args+=(--self)
[ "${COLLIDE_SOLID:-false}" != true ] || args+=(--solid)

formats=text,json,junit,sarif,markdown,html
[ -z "${GITHUB_ACTIONS:-}" ] || formats+=,github

# What the command prints is data of whoever sent the change: no line of it is a command.
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
[ -z "${GITHUB_ACTIONS:-}" ] || printf '::stop-commands::%s\n' "$token"
code=0
"$COLLIDE" check "${args[@]}" --format "$formats" --out-dir "$reports" -- "${files[@]}" || code=$?
[ ! -f "$reports/collide.txt" ] || cat "$reports/collide.txt"
[ -z "${GITHUB_ACTIONS:-}" ] || printf '::%s::\n' "$token"

case $code in
  0) outcome=pass ;;
  1) outcome=fail ;;
  3) outcome=unknown ;;
  *) outcome=error ;;
esac
if [ -z "${GITHUB_ACTIONS:-}" ]; then
  ran=$code
  exit
fi

# The annotations are the one place where lines that are commands are wanted: the command
# escapes what they hold.
if [ -f "$reports/collide.github.txt" ]; then cat "$reports/collide.github.txt"; fi
if [ -f "$reports/collide.md" ]; then cat "$reports/collide.md" >>"$GITHUB_STEP_SUMMARY"; fi
outputs "$outcome" "$code"
ran=0
