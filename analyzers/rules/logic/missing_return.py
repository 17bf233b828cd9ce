from typing import Iterator, Optional


def width(kind: str) -> int:  # expect: missing-return
    if kind == "fp8":
        return 8
    elif kind == "bf16":
        return 16


def find(rows, key) -> int:  # expect: missing-return
    for index, row in enumerate(rows):
        if row == key:
            return index


def read(path, logger) -> str:  # expect: missing-return
    try:
        return path.read_text()
    except OSError:
        logger.warning("cannot read")


def complete(kind: str) -> int:  # silent: raises in the end
    if kind == "fp8":
        return 8
    raise ValueError(kind)


def both(kind: str) -> int:  # silent: every way returns
    if kind == "fp8":
        return 8
    else:
        return 16


def optional(kind: str) -> Optional[int]:  # silent: None is allowed
    if kind == "fp8":
        return 8


def rows(kind: str) -> Iterator[int]:  # silent: a generator
    if kind == "fp8":
        return
    yield 1


def retry(step) -> int:  # silent: the last round raises
    for attempt in range(3):
        try:
            return step()
        except OSError:
            if attempt == 2:
                raise


def forever(queue) -> int:  # silent: only left by return
    while True:
        item = queue.get()
        if item:
            return item


def plain(kind: str):  # silent: promises nothing
    if kind == "fp8":
        return 8


def gives_up(kind: str, pytest) -> int:  # silent: does not come back
    if kind == "fp8":
        return 8
    pytest.fail(kind)


def stub(kind: str) -> int:  # silent: returns nothing at all
    print(kind)


def kept(kind: str) -> int:  # noqa: RET503  # silent: on purpose, says the comment
    if kind == "fp8":
        return 8
