# === Paths of scripts and workflows.
# --- tools/convert.py unchanged
print("convert")
# --- tools/check.sh unchanged
echo ok
# --- tests/unit/test_ops.py unchanged
def test_ops():
    pass
# --- scripts/run.sh
#!/bin/bash
python tools/convert.py --all  # silent: it is there
python tools/conver.py --all  # expect: missing-recipe-file
bash "$ROOT/tools/chek.sh"  # expect: missing-recipe-file
pytest tests/unit/test_ops.py::test_ops  # silent: it is there
srun python3 -u tests/unit/test_op.py  # expect: missing-recipe-file
python other/place.py  # silent: no folder of this repository
python $TOOLS/x/convert.py  # silent: nobody knows where that is
python tools/$NAME.py  # silent: a variable is the name
cat > tools/made.py <<END
print(1)
END
python tools/made.py  # silent: made above
python -m tools.conver  # silent: a module
echo tools/gone.py  # silent: only printed
# --- scripts/fetch.sh
git clone https://example.com/x
python tools/of_x.py  # silent: of another repository
# --- .github/workflows/ci.yml
on: push
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - run: pytest tests/unit/test_ops.py  # silent: it is there
      - run: |
          echo begin
          bash tools/check_all.sh  # expect: missing-recipe-file
      - run: python tools/x.py  # silent: another folder
        working-directory: third_party/x
# === A script that the change renames, and a recipe that it edits elsewhere.
# --- ci/old_name.py before
print("step one")
print("step two")
# --- ci/new_name.py after
print("step one")
print("step two")
# --- ci/run.sh before
echo begin
python ci/old_name.py
# --- ci/run.sh after
echo start
# expect: missing-recipe-file
python ci/old_name.py
