#!/usr/bin/env bash
# Push, and on the default branch pull as a pull request. On a pull request only its branch of the documents changes.
set -euo pipefail

if [ -n "${DRAGOMAN_COMMAND:-}" ]; then
  read -ra dragoman <<<"$DRAGOMAN_COMMAND"
else
  checkout=$(cd "$GITHUB_ACTION_PATH/../../.." && pwd)
  (cd "$checkout" && npm ci --ignore-scripts --silent && node lib/packages/build.mjs)
  dragoman=(node "$checkout/lib/packages/cli/dist/dragoman.mjs")
fi

"${dragoman[@]}" push --wait

if [[ "${GITHUB_EVENT_NAME:-}" != pull_request* ]]; then
  "${dragoman[@]}" pull --min-state "$MIN_STATE"
  git add --all -- .
  if ! git diff --cached --quiet; then
    git -c user.name=dragoman -c user.email=dragoman@users.noreply.github.com commit --quiet -m "Update translations"
    git push --quiet --force origin "HEAD:refs/heads/$PULL_REQUEST_BRANCH"
    base=${GITHUB_REF_NAME:-$(git rev-parse --abbrev-ref HEAD)}
    if [ "$(gh pr list --head "$PULL_REQUEST_BRANCH" --base "$base" --json number --jq length)" = 0 ]; then
      gh pr create --head "$PULL_REQUEST_BRANCH" --base "$base" --title "Update translations" --body "Translations from Dragoman."
    fi
  fi
fi

if [ -n "${FAIL_BELOW:-}" ]; then "${dragoman[@]}" status --fail-below "$FAIL_BELOW"; fi
