#!/usr/bin/env bash
# The step of action.yml that runs herdr-lint: annotations to the log, a summary and SARIF to files.
# Reads HERDR_LINT, PATHS, ARGS, SARIF and SUMMARY; its exit code is that of herdr-lint.
set -euo pipefail

# Options are split at blanks and lines, paths at lines; no pattern in them is expanded.
read -r -d '' -a options <<<"${ARGS:-}" || true
paths=()
while IFS= read -r path; do
  [ -z "$path" ] || paths+=("$path")
done <<<"${PATHS:-.}"

options+=(--format github)
if [ -n "${SARIF:-}" ]; then
  options+=(--output-file "sarif=$SARIF")
fi
summary="$(mktemp)"
trap 'rm -f "$summary"' EXIT
if [ "${SUMMARY:-true}" = true ]; then
  options+=(--output-file "markdown=$summary")
fi

status=0
"${HERDR_LINT:-herdr-lint}" lint "${options[@]}" -- "${paths[@]}" || status=$?
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  cat "$summary" >>"$GITHUB_STEP_SUMMARY"
fi
exit "$status"
