# === Files that an image takes.
# --- docker/Dockerfile unchanged
FROM base AS build
COPY setup.py tools/start.sh docker/entry.sh /src/
COPY entry.sh conf /etc/
COPY --from=build /src/gone.txt /
ADD *.cfg /
# --- docker/entry.sh before
echo entry  # expect: removed-file-still-named
# --- conf/a.ini before
[a]  # silent: the folder is still there
# --- conf/b.ini unchanged
[b]
# --- setup.py unchanged
x = 1
# --- tools/start.sh before
echo start  # expect: removed-file-still-named
# --- gone.txt before
one  # silent: of another stage
# --- x.cfg before
one  # silent: a pattern
# === A folder that an image takes, and of which nothing is left.
# --- Dockerfile before
FROM base
COPY assets/ /assets
# --- Dockerfile after
FROM base:2
# expect: removed-file-still-named
COPY assets/ /assets
# --- assets/one.txt before
one
# --- assets/deep/two.txt before
two
# === Makefiles.
# --- csrc/Makefile before
all: ops.so
# --- csrc/Makefile after
all: ops.so check
SOURCES = a.cu \
  b.cu  # expect: removed-file-still-named
ops.so: $(SOURCES) made.h list.txt  # expect: removed-file-still-named
	nvcc -o $@ $(SOURCES)
made.h: make_header.py
	python make_header.py > made.h
check:
	pip install -r needs.txt  # silent: another folder has it
	python check.py  # expect: removed-file-still-named
# --- csrc/a.cu unchanged
void a() {}
# --- csrc/b.cu before
void b() {}
# --- csrc/list.txt before
list
# --- csrc/made.h before
// silent: a rule makes it
# --- csrc/make_header.py unchanged
print("x")
# --- csrc/check.py before
print("y")
# --- needs.txt before
torch
# --- docs/needs.txt unchanged
sphinx
# === Lists of requirements, and recipes that the change leaves alone.
# --- requirements/dev.txt unchanged
-r base.txt
--constraint=pins.txt
torch
# --- requirements/base.txt before
einops  # expect: removed-file-still-named
# --- requirements/pins.txt unchanged
torch==2.9.0
# --- .github/workflows/ci.yml unchanged
on: push
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - run: pip install -r requirements/test.txt
      - run: python tools/check.py
# --- requirements/test.txt before
pytest  # expect: removed-file-still-named
# --- tools/check.py before
print(1)  # expect: removed-file-still-named
