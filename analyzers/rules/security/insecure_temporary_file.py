# --- pkg/dump.py
import os
import tempfile

SCRATCH = "/tmp/allocator"


def trace(text):
    with open("/tmp/trace.json", "w") as file:  # expect: insecure-temporary-file
        file.write(text)


def name():
    return tempfile.mktemp(suffix=".bin")  # expect: insecure-temporary-file


def scratch():
    os.makedirs(SCRATCH, exist_ok=True)  # expect: insecure-temporary-file
    return SCRATCH


def each_rank(rank, text):
    with open(f"/tmp/trace_{rank}.json", "w") as file:  # silent: one for each rank
        file.write(text)


def made():
    with tempfile.TemporaryDirectory() as folder:  # silent: made, not only named
        return os.listdir(folder)


def read():
    with open("/tmp/trace.json") as file:  # silent: only read
        return file.read()


def elsewhere(text):
    with open("/results/trace.json", "w") as file:  # silent: not a shared folder of the host
        file.write(text)


def mention(parser):
    parser.add_argument("--folder", default="/tmp/x")  # silent: a default that can be set


def waived(text):
    # silent: somebody decided so
    with open("/tmp/lock", "w") as file:  # noqa: S108
        file.write(text)
# --- tests/test_dump.py
def test_dump():
    open("/tmp/x", "w").close()  # silent: a test
# --- pkg/dump_test.py
def test_dump():
    open("/tmp/x", "w").close()  # silent: a test
# --- tests/launch.py
def launch():
    open("/tmp/x", "w").close()  # expect: insecure-temporary-file
