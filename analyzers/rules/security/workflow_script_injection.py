# --- .github/workflows/a.yml
on:
  issue_comment:
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - run: echo ${{ github.event.comment.body }}  # expect: workflow-script-injection
      - run: |
          git fetch
          git checkout ${{ github.head_ref }}  # expect: workflow-script-injection
      - env:
          BODY: ${{ github.event.comment.body }}  # silent: a variable
        run: echo "$BODY"
      - run: echo ${{ github.event.comment.id }}  # silent: a number
      - run: echo ${{ github.head_ref == 'main' }}  # silent: true or false
      - run: echo ${{ github.event.pull_request.head.sha }}  # silent: a hash
      - if: contains(github.event.comment.body, '/run')  # silent: a condition
        run: echo run
      - uses: actions/github-script@v7
        with:
          script: |
            const title = "${{ github.event.issue.title }}"  # expect: workflow-script-injection
      - uses: somebody/comment@v1
        with:
          body: ${{ github.event.issue.title }}  # silent: an input, which nobody parses
