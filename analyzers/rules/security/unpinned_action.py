# === New uses.
# --- .github/workflows/a.yml
on: push
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4  # silent: GitHub's own
      - uses: somebody/tool@v2  # expect: unpinned-action
      - uses: somebody/tool/sub@main  # expect: unpinned-action
      - uses: somebody/pinned@0123456789abcdef0123456789abcdef01234567  # silent: a commit
      - uses: ./.github/actions/own  # silent: of this repository
      - uses: docker://alpine:3.19  # silent: an image
  b:
    uses: others/flows/.github/workflows/x.yml@v1  # expect: unpinned-action
# === Another version of what is used.
# --- .github/workflows/b.yml before
jobs:
  a:
    steps:
      - uses: somebody/tool@v2
# --- .github/workflows/b.yml after
jobs:
  a:
    steps:
      - uses: somebody/tool@v3  # silent: it was used before
