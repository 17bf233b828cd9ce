# --- pkg/state.py before
_TENSOR_GROUP = None
_OLD_GROUP = None


def initialize_model_parallel(make):
    global _TENSOR_GROUP, _OLD_GROUP
    _TENSOR_GROUP = make("tp")
    _OLD_GROUP = make("old")


def destroy_model_parallel():
    global _TENSOR_GROUP
    _TENSOR_GROUP = None
# --- pkg/state.py after
_TENSOR_GROUP = None
_OLD_GROUP = None
_WINDOW_GROUP = None
_WINDOW_GLOBAL_RANKS = None
_EXPERT_GROUP = None
_RESET_ELSEWHERE_GROUP = None
_WINDOW_SIZE = None


def initialize_model_parallel(make, rank):
    global _TENSOR_GROUP, _OLD_GROUP, _EXPERT_GROUP, _RESET_ELSEWHERE_GROUP
    _TENSOR_GROUP = make("tp")
    _OLD_GROUP = make("old", rank)  # silent: forgotten before this change already
    _EXPERT_GROUP = make("ep")  # silent: reset below
    _RESET_ELSEWHERE_GROUP = make("x")  # silent: reset by a function that destroy calls
    global _WINDOW_GROUP, _WINDOW_GLOBAL_RANKS, _WINDOW_SIZE
    for ranks in make("window"):
        if rank in ranks:
            _WINDOW_GROUP = make(ranks)  # expect: group-global-not-reset
            _WINDOW_GLOBAL_RANKS = ranks  # expect: group-global-not-reset
    _WINDOW_SIZE = 4  # silent: neither a group nor its ranks
    _LOCAL_GROUP = make("local")  # silent: a local name
    return _LOCAL_GROUP


def initialize_pair(make):
    global _FIRST_GROUP, _SECOND_GROUP
    _FIRST_GROUP, _SECOND_GROUP = make("pair")  # expect: group-global-not-reset, group-global-not-reset


def set_for_test(group):
    global _FAKE_GROUP
    _FAKE_GROUP = group  # silent: no initialisation


def _reset_elsewhere():
    global _RESET_ELSEWHERE_GROUP
    _RESET_ELSEWHERE_GROUP = None


def destroy_model_parallel():
    global _TENSOR_GROUP
    _TENSOR_GROUP = None

    global _EXPERT_GROUP
    _EXPERT_GROUP = None
    _reset_elsewhere()
# --- pkg/dynamic.py
def initialize_model_parallel(make):
    global _A_GROUP
    _A_GROUP = make("a")  # silent: destroy goes through all globals


def destroy_model_parallel():
    for name in list(globals()):
        if name.endswith("_GROUP"):
            globals()[name] = None
