# --- .github/actions/setup/action.yml unchanged
name: setup
outputs:
  version:
    value: 1
runs:
  using: composite
  steps: []
# --- .github/workflows/ci.yml
on:
  workflow_dispatch:
    inputs:
      level:
        type: string
jobs:
  build:
    runs-on: ubuntu-latest
    outputs:
      tag: ${{ steps.version.outputs.tag }}  # silent: the step sets it
      name: ${{ steps.versoin.outputs.tag }}  # expect: undefined-workflow-value
    steps:
      - id: version
        run: |
          echo "tag=1.0" >> "$GITHUB_OUTPUT"
          echo "date=$(date)" >> $GITHUB_OUTPUT
      - id: setup
        uses: ./.github/actions/setup
      - id: foreign
        uses: somebody/thing@v1
      - run: echo ${{ steps.version.outputs.datum }}  # expect: undefined-workflow-value
      - run: echo ${{ steps.setup.outputs.version }}  # silent: the action declares it
      - run: echo ${{ steps.setup.outputs.python }}  # expect: undefined-workflow-value
      - run: echo ${{ steps.foreign.outputs.any }}  # silent: nobody knows that action
      - run: echo ${{ steps.version.outcome }}  # silent: each step has one
      - if: steps.vresion.outputs.tag == 'x'  # expect: undefined-workflow-value
        run: echo ${{ inputs.level }}  # silent: it is declared
      - run: echo ${{ inputs.levels }}  # expect: undefined-workflow-value
      - run: |
          echo ${{ 'steps.none.outputs.x' }}  # silent: text
          echo ${{ matrix.python }}  # expect: undefined-workflow-value
  test:
    needs: build
    strategy:
      matrix:
        python: ["3.10"]
        include:
          - gpu: true
    runs-on: ubuntu-latest
    steps:
      - run: echo ${{ matrix.python }} ${{ matrix.gpu }}  # silent: both are keys
      - run: echo ${{ matrix.pyhton }}  # expect: undefined-workflow-value
      - run: echo ${{ needs.build.outputs.tag }}  # silent: it is needed
      - run: echo ${{ needs.lint.result }}  # expect: undefined-workflow-value
      - run: echo ${{ needs.last.result }}  # expect: undefined-workflow-value
  computed:
    strategy:
      matrix: ${{ fromJSON(needs.build.outputs.matrix) }}
    needs: [build, biuld]  # expect: undefined-workflow-value
    runs-on: ubuntu-latest
    steps:
      - run: echo ${{ matrix.any }}  # silent: the matrix is computed
  last:
    runs-on: ubuntu-latest
    steps:
      - id: script
        run: python set_outputs.py
      - run: echo ${{ steps.script.outputs.any }}  # silent: the script may set it
