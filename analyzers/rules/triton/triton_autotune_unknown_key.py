import triton
import triton.language as tl

CONFIGS = [triton.Config({"BLOCK": 128}), triton.Config({"BLOCK": 256})]
KEY = ["rows", "columns"]


@triton.autotune(configs=CONFIGS, key=["n", "REVERSE"])  # expect: triton-autotune-unknown-key
@triton.jit
def scan(x, n, BLOCK: tl.constexpr):
    tl.store(x + tl.arange(0, BLOCK), 0.0)


@triton.autotune(CONFIGS, ["N"])  # expect: triton-autotune-unknown-key
@triton.heuristics({"EVEN": lambda args: args["n"] % 2 == 0})
@triton.jit
def scale(x, n, EVEN: tl.constexpr, BLOCK: tl.constexpr):
    tl.store(x + tl.arange(0, BLOCK), 1.0)


@triton.autotune(
    configs=CONFIGS,
    key=(
        "rows",
        "cols",  # expect: triton-autotune-unknown-key
    ),
)
@triton.jit
def copy(x, rows, columns, BLOCK: tl.constexpr):
    tl.store(x + tl.arange(0, BLOCK), 2.0)


@triton.autotune(configs=CONFIGS, key=["rows", "columns"])  # silent: both are parameters
@triton.jit
def known(x, rows, columns, BLOCK: tl.constexpr):
    tl.store(x + tl.arange(0, BLOCK), 2.0)


@triton.autotune(configs=CONFIGS, key=KEY)  # silent: a name for the right list
@triton.jit
def named(x, rows, columns, BLOCK: tl.constexpr):
    tl.store(x + tl.arange(0, BLOCK), 2.0)


@triton.autotune(configs=CONFIGS, key=KEY + ["depth"])  # silent: computed
@triton.jit
def computed(x, rows, columns, BLOCK: tl.constexpr):
    tl.store(x + tl.arange(0, BLOCK), 2.0)


@triton.autotune(configs=CONFIGS, key=[])  # silent: no key
@triton.jit
def empty(x, BLOCK: tl.constexpr):
    tl.store(x + tl.arange(0, BLOCK), 2.0)


@triton.autotune(configs=CONFIGS, key=["depth"])  # silent: takes any keyword
@triton.jit
def open_ended(x, BLOCK: tl.constexpr, **options):
    tl.store(x + tl.arange(0, BLOCK), 2.0)
