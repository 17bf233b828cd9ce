from collections import OrderedDict


class Scaler:
    def state_dict(self):
        state = {"scale": self.scale}
        state["growth_tracker"] = self.tracker
        return state

    def load_state_dict(self, state):
        self.scale = state["scale"]
        self.tracker = state["growth_count"]  # expect: state-dict-key-mismatch


class Sampler:
    def __getstate__(self):
        return dict(epoch=self.epoch, seed=self.seed)

    def __setstate__(self, state):
        self.epoch = state["epoch"]
        self.seed = state.pop("rng_seed")  # expect: state-dict-key-mismatch


class Router:
    def sharded_state_dict(self, prefix=""):
        sharded = OrderedDict()
        sharded[f"{prefix}weight"] = self.weight
        sharded[prefix + "expert_bias"] = self.bias
        return sharded

    def load_state_dict(self, state, prefix=""):
        self.weight = state[f"{prefix}weight"]  # silent: both sides use the prefix
        self.bias = state[prefix + "bias"]  # expect: state-dict-key-mismatch


class Compatible:
    def state_dict(self):
        return {"max_lr": self.max_lr, "steps": self.steps}

    def load_state_dict(self, state):
        if "start_lr" in state:
            self.max_lr = state["start_lr"]  # silent: tested before
        else:
            self.max_lr = state["max_lr"]
        self.warmup = state.get("warmup", 0)  # silent: a default
        self.decay = state.pop("decay", None)  # silent: a default
        try:
            self.seed = state["seed"]  # silent: the error is caught
        except KeyError:
            self.seed = 0
        self.steps = state["steps"]


class Delegating:
    def state_dict(self):
        state = super().state_dict()
        state["steps"] = self.steps
        return state

    def load_state_dict(self, state):
        self.inner = state["inner"]  # silent: the base class may write it


class Dynamic:
    def state_dict(self):
        state = {}
        for name, value in self.parts.items():
            state[name] = value
        return state

    def load_state_dict(self, state):
        self.head = state["head"]  # silent: keys are made at run time


class Tolerant:
    def state_dict(self):
        return {"weight": self.weight}

    def load_state_dict(self, state):
        self.module.load_state_dict(state, strict=False)
        self.extra = state["extra"]  # silent: gaps are tolerated


class Filled:
    def state_dict(self):
        state = {"weight": self.weight}
        self.add_optimizer(state)
        return state

    def load_state_dict(self, state):
        self.lr = state["lr"]  # silent: another function adds keys


class Nested:
    def state_dict(self):
        return {"model": {"weight": self.weight}}

    def load_state_dict(self, state):
        state = state["model"]
        self.weight = state["weight"]  # silent: another dictionary under the same name
# --- pkg/renamed.py before
class Tracker:
    def state_dict(self):
        return {"count": self.count, "mean": self.mean}

    def load_state_dict(self, state):
        self.count = state.get("count", 0)
        self.mean = state["mean"]
        self.old = state["very_old"]
# --- pkg/renamed.py after
class Tracker:
    def state_dict(self):
        return {"num_samples": self.count, "mean": self.mean}

    def load_state_dict(self, state):
        self.count = state.get("count", 0)  # expect: state-dict-key-mismatch
        self.mean = state["mean"]
        self.old = state["very_old"]  # silent: the same before the change
