try:
    import fused
    from fast_attention import attend

    HAVE_FUSED = True
except ImportError:
    HAVE_FUSED = False

try:
    from tracker import log
except ImportError:
    log = None

try:
    import required
except ImportError as error:
    raise RuntimeError("pip install required") from error

try:
    import grouped
except ModuleNotFoundError:
    pass


def norm(x):
    return fused.norm(x)  # expect: unguarded-use-of-optional-import


def attention(q, k, v):
    scores = attend(q, k, v)  # expect: unguarded-use-of-optional-import
    return attend(scores, k, v)


def group(x, sizes):
    return grouped.gemm(x, sizes)  # expect: unguarded-use-of-optional-import


def checked(x):
    if HAVE_FUSED:
        return fused.norm(x)  # silent: asked
    return x


def early(x):
    assert HAVE_FUSED, "pip install fused"
    return fused.norm(x)  # silent: asked before


def tracked(value):
    log(value)  # silent: has a fallback, whatever it is


def strict(x):
    return required.run(x)  # silent: without it nobody gets here


def attempt(x):
    try:
        return fused.norm(x)  # silent: the error is caught
    except NameError:
        return x


def _helper(x):
    return fused.norm(x)  # silent: its only caller asks


def calls_helper(x):
    return _helper(x) if HAVE_FUSED else x


class Norm:
    def __init__(self):
        if not HAVE_FUSED:
            raise ImportError("pip install fused")

    def forward(self, x):
        return fused.norm(x)  # silent: __init__ asked


if HAVE_FUSED:

    class Layer:
        def forward(self, x: "fused.Tensor"):
            y: fused.Tensor = x
            return fused.layer(y)  # silent: defined only when it is there


def local(fused):
    return fused.norm(1)  # silent: a parameter


@requires(has_package("fused"))
def decorated(x):
    return fused.norm(x)  # silent: the decorator asks


def configured(config, x):
    if config.use_fused_norm:
        return fused.norm(x)  # silent: the option is about it
    return x


@fused.jit
def kernel(x):
    return fused.norm(x)  # silent: there is no kernel without it


class Meter:
    def start(self):
        self.handle = fused.open() if HAVE_FUSED else None

    def read(self):
        return fused.read(self.handle)  # silent: another method of the class asked
