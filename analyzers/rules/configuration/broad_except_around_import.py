# --- pkg/optional.py
try:
    import fused_kernels

    HAVE_FUSED = True
except:  # expect: broad-except-around-import
    HAVE_FUSED = False

try:
    from fast_attention import attend
except Exception:  # expect: broad-except-around-import
    attend = None

try:
    import wandb
except Exception as error:  # expect: broad-except-around-import
    print("no wandb:", error)
    wandb = None

try:
    import graphs
except ImportError:  # silent: the error that is meant
    graphs = None

try:
    import drivers

    drivers.initialize()
except Exception:  # silent: more than an import may fail here
    drivers = None

try:
    import required
except Exception as error:  # silent: passed on
    raise RuntimeError("install required") from error

try:
    import codecs_of_vendor
except (ImportError, OSError):  # silent: narrow enough
    codecs_of_vendor = None

try:
    import native
except ImportError:
    native = None
except Exception:  # silent: ImportError has its own handler
    native = False

try:
    import legacy
except Exception:  # noqa: BLE001  # silent: somebody judged it
    legacy = None

try:
    size = int("3")
except Exception:  # silent: no import
    size = 0
# --- tests/test_optional.py
try:
    import fused_kernels
except Exception:  # silent: a test, which is skipped then
    fused_kernels = None
