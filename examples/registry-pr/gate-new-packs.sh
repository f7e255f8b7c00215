#!/usr/bin/env bash
# Judge each archive that this branch adds to the registry.
# usage: gate-new-packs.sh BASE    (the branch that the packs are to go to)
set -euo pipefail

base=$1
packs=':(glob)registry/*/packs/*/-/*.tgz'
failed=0

changed=$(git diff --no-renames --name-only --diff-filter=a "$base...HEAD" -- "$packs")
if [ -n "$changed" ]; then
  echo "published archives must stay as they are:"
  echo "$changed"
  failed=1
fi

mapfile -d '' added < <(git diff --no-renames -z --name-only --diff-filter=A "$base...HEAD" -- "$packs")
if [ "${#added[@]}" -eq 0 ] && [ "$failed" -eq 0 ]; then
  echo "this branch adds no archive, so there is nothing to judge"
  exit 1
fi

for archive in "${added[@]}"; do
  version=$(basename "$archive" .tgz)
  folder=$(dirname "$archive")
  name=$(basename "$(dirname "$folder")")
  before=$(printf '%s\n' "$folder"/*.tgz | sort -V | grep -Fx -B 1 -- "$archive" | head -n 1)
  previous=()
  if [ "$before" != "$archive" ]; then previous=(--previous "$before"); fi
  echo "::group::$name $version"
  herdr-lint gate "$archive" --name "$name" --pack-version "$version" "${previous[@]}" || failed=1
  echo "::endgroup::"
done
exit "$failed"
